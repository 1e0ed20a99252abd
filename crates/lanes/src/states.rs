//! Pairs of places: when a path arrives at one that is known, what is known of it is joined.

use crate::error::NotShown;
use crate::explore::{At, Explorer, Known, Path};
use crate::graph::Graph;
use crate::join::{Joined, Own, join};
use crate::limits::MAX_STATES;
use crate::program::{Blk, Val, Way};
use crate::progress::Edge;
use crate::quick::Map;

/// The key of a pair of places: where both programs stand, and the truth values that are known in each.
pub(crate) type Key = (At, Blk, Vec<(usize, Val, bool)>);

/// One pair of places.
#[derive(Debug)]
pub(crate) struct State {
    pub at: At,
    pub block: Blk,
    pub known: Known,
    own: Own,
    pub edges: Vec<Edge>,
    /// The first step that could not be shown from here, so far: when less is known of the state, other ways lead on from it, or none leads to it.
    pub failure: Option<NotShown>,
}

impl Explorer<'_> {
    /// The second program goes on to a block.
    pub(crate) fn enter(&mut self, mut path: Path, way: &Way, open: &mut Vec<usize>) -> Result<usize, NotShown> {
        let given = way.with.iter().map(|value| self.value(&path, 1, *value)).collect::<Result<Vec<_>, _>>()?;
        for (argument, id) in self.second.program.blocks[way.to].arguments.iter().zip(given) {
            path.values[1][*argument] = Some(id);
        }
        self.arrive(path, way.to, open)
    }

    /// The state of a path at the beginning of the second program's block; new or joined with what was known.
    pub(crate) fn arrive(&mut self, mut path: Path, block: Blk, open: &mut Vec<usize>) -> Result<usize, NotShown> {
        if self.second.is_header[block] {
            self.approach(&mut path, block)?;
        }
        let (mut known, mut truths) = (Known::new(), Vec::new());
        if let Some((first, at)) = path.at {
            for value in self.first.live(first, at) {
                let id = self.value(&path, 0, value)?;
                truths.extend(self.terms.known(id).map(|truth| (0, value, truth)));
                known.insert((0, value), id);
            }
        }
        let mut live = self.second.live(block, 0);
        live.extend(&self.second.lively[block]);
        for value in live {
            let id = self.value(&path, 1, value)?;
            truths.extend(self.terms.known(id).map(|truth| (1, value, truth)));
            known.insert((1, value), id);
        }
        let key = (path.at, block, truths);
        if let Some(number) = self.numbers.get(&key) {
            let state = &mut self.states[*number];
            self.steps += known.len();
            if let Joined::Changed(changed) = join(&mut self.terms, &mut state.own, &state.known, &known)? {
                state.known = changed;
                if !open.contains(number) {
                    open.push(*number);
                }
            }
            return Ok(*number);
        }
        if self.states.len() == MAX_STATES {
            return Err(NotShown::bound("MAX_STATES", MAX_STATES));
        }
        let mut own = Own::default();
        self.forget(&mut known, &mut own, path.at, block);
        self.states.push(State { at: path.at, block, known, own, edges: Vec::new(), failure: None });
        self.numbers.insert(key, self.states.len() - 1);
        open.push(self.states.len() - 1);
        Ok(self.states.len() - 1)
    }

    /// A loop's arguments are constants before its first iteration only. Equal ones become equal unknown values, so that the first
    /// iteration is explored as all others.
    fn forget(&mut self, known: &mut Known, own: &mut Own, at: At, block: Blk) {
        let Some((first, 0)) = at else { return };
        let is_off = |mask: &Val| known.get(&(1, *mask)).is_some_and(|id| self.terms.known(*id) == Some(false));
        let are_heads = self.first.is_header[first] && self.second.is_header[block];
        // A lane that is off waits before another loop than the one that others are in.
        if !are_heads || self.second.lively[block].iter().any(is_off) {
            return;
        }
        let of = |side: usize, graph: &Graph, block: Blk| {
            graph.program.blocks[block].arguments.iter().map(|value| (side, *value)).collect::<Vec<_>>()
        };
        let arguments = [of(0, self.first, first), of(1, self.second, block)].concat();
        let mut forgotten = Map::default();
        for argument in arguments {
            let Some(id) = known.get_mut(&argument) else { continue };
            if self.terms.is_number(*id) {
                let scalar = self.terms.get(*id).0;
                *id = *forgotten.entry(*id).or_insert_with(|| own.leaf(&mut self.terms, scalar));
            }
        }
    }
}
