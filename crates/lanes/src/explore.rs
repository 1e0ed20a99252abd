//! All pairs of places that one lane's run of the first program and a run of the second can be at together.
//!
//! The second program leads: each of its blocks is carried out on terms, as one lane sees it. The first program follows: it goes on by
//! itself until something depends on more than it, an access or a branch, and further only where the second program asks for what it
//! does next. Where `any` asks for a lane that is off, other lanes decide, and both ways are explored.

use crate::error::NotShown;
use crate::graph::{Asked, Graph, asked};
use crate::limits::{MAX_STEPS, MAX_WAYS};
use crate::program::{Blk, End, Op, Val, Way};
use crate::progress::{Edge, Label, ends};
use crate::quick::Map;
use crate::stacks::Stacks;
use crate::states::{Key, State};
use crate::terms::{Decided, Id, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// Facts about values: by program (0, 1) and number.
pub type Known = BTreeMap<(usize, Val), Id>;

/// Where the first program stands: block and operation; `None` where the lane is off from the start.
pub type At = Option<(Blk, usize)>;

/// A lane that takes part where the second program does something once for all lanes: a mask, or `None` for any lane at all.
pub type Witness = Option<Val>;

/// A place in the second program, and who may have done there what is done once.
pub type Claims = BTreeMap<(Blk, usize), BTreeSet<Witness>>;

/// A run through a block of the second program.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// The values of each program.
    pub values: [Vec<Option<Id>>; 2],
    /// Where the first program stands.
    pub at: At,
    /// Whether it has gone on to another block since the second program's last block.
    pub has_moved: bool,
    /// Truth values that were found by its branches.
    pub facts: Vec<(Id, bool)>,
}

/// Two programs, and what was found of them.
#[derive(Debug)]
pub(crate) struct Explorer<'a> {
    pub terms: Terms,
    pub first: &'a Graph,
    pub second: &'a Graph,
    pub stacks: Stacks,
    pub steps: usize,
    pub states: Vec<State>,
    pub numbers: Map<Key, usize>,
    claims: Claims,
    /// Whether each lane is on from the start.
    all_on: bool,
}

/// The outcome of an operation or an end.
pub(crate) enum Outcome {
    /// It is done.
    Done,
    /// The first program's branch has to be decided first.
    Fork,
}

/// How many states and steps it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Pairs of places.
    pub states: usize,
    /// Operations.
    pub steps: usize,
}

impl<'a> Explorer<'a> {
    pub(crate) fn new(
        terms: Terms,
        first: &'a Graph,
        second: &'a Graph,
        all_on: bool,
        lanes: u64,
    ) -> Result<Self, NotShown> {
        let (states, numbers, claims) = (Vec::new(), Map::default(), BTreeMap::new());
        let stacks = Stacks::of(&first.program, &second.program, lanes)?;
        Ok(Explorer { terms, first, second, stacks, steps: 0, states, numbers, claims, all_on })
    }

    /// Explores from these arguments; `on` by lane.
    pub(crate) fn explore(&mut self, starts: Vec<Path>) -> Result<Work, NotShown> {
        let (mut open, mut reached) = (Vec::new(), BTreeSet::new());
        for path in starts {
            reached.insert(self.arrive(path, 0, &mut open)?);
        }
        let mut from_starts: Vec<usize> = reached.iter().copied().collect();
        while let Some(number) = open.pop() {
            let (edges, failure) = match self.follow(number, &mut open) {
                Ok(edges) => (edges, None),
                Err(why) if why.is_bound() => return Err(why),
                Err(why) => (Vec::new(), Some(why)),
            };
            (self.states[number].edges, self.states[number].failure) = (edges, failure);
        }
        // A first iteration that is known too well may go ways that are gone when all iterations are known.
        while let Some(number) = from_starts.pop() {
            let state = &self.states[number];
            if let Some(why) = &state.failure {
                return Err(why.clone());
            }
            from_starts.extend(state.edges.iter().map(|edge| edge.to).filter(|to| reached.insert(*to)));
        }
        let edges = self.states.iter().enumerate().map(|(number, state)| match reached.contains(&number) {
            true => &state.edges[..],
            false => &[],
        });
        ends(edges.collect(), &self.claims)?;
        Ok(Work { states: self.states.len(), steps: self.steps })
    }

    /// Counts one step.
    pub(crate) fn step(&mut self) -> Result<(), NotShown> {
        self.steps += 1;
        self.terms.bounded()?;
        if self.steps > MAX_STEPS { Err(NotShown::bound("MAX_STEPS", MAX_STEPS)) } else { Ok(()) }
    }

    /// Carries out the second program's block from a state.
    fn follow(&mut self, number: usize, open: &mut Vec<usize>) -> Result<Vec<Edge>, NotShown> {
        let state = &self.states[number];
        let mut values = [vec![None; self.first.program.shapes.len()], vec![None; self.second.program.shapes.len()]];
        for ((side, value), id) in &state.known {
            values[*side][*value] = Some(*id);
        }
        let block = state.block;
        let mut ways = vec![(Path { values, at: state.at, has_moved: false, facts: Vec::new() }, 0)];
        let (mut edges, mut count) = (Vec::new(), 0);
        let ops = &self.second.program.blocks[block].ops;
        while let Some((mut path, at)) = ways.pop() {
            count += 1;
            if count > MAX_WAYS {
                return Err(NotShown::bound("MAX_WAYS", MAX_WAYS));
            }
            let mut stopped = None;
            for (number, op) in ops.iter().enumerate().skip(at) {
                self.step()?;
                if let Outcome::Fork = self.operation(&mut path, op, (block, number))? {
                    stopped = Some(number);
                    break;
                }
            }
            let outcome = match stopped {
                Some(number) => Some(number),
                None if self.is_awaited(&mut path, block)? => Some(ops.len()),
                None => match self.end(&mut path, block)? {
                    Ended::Fork => Some(ops.len()),
                    Ended::Never => None,
                    Ended::Ways(labels) => {
                        for (way, label) in labels {
                            let mut next = path.clone();
                            if !self.catch_up(&mut next, block, way.to)? {
                                continue;
                            }
                            let has_moved = next.has_moved;
                            let target = self.enter(next, way, open)?;
                            edges.push(Edge { to: target, has_moved, label });
                        }
                        None
                    }
                },
            };
            if let Some(number) = outcome {
                ways.extend(self.fork(&path)?.into_iter().map(|path| (path, number)));
            }
        }
        Ok(edges)
    }

    /// Whether the second program has chosen between values by the condition that the first one branches on next: `select %c, %a, %b` in
    /// the place of a branch on %c. Then the first one branches, too, and each way knows the value.
    fn is_awaited(&mut self, path: &mut Path, block: Blk) -> Result<bool, NotShown> {
        let chosen = |explorer: &Self, op: &Op| {
            let id = path.values[1][op.result?]?;
            match &explorer.terms.get(id).1 {
                Term::Op(name, of) if name == "llvm.select" => Some(of[0]),
                _ => None,
            }
        };
        let ops = &self.second.program.blocks[block].ops;
        let conditions: BTreeSet<Id> = ops.iter().filter_map(|op| chosen(self, op)).collect();
        if conditions.is_empty() || self.is_out(path, block) {
            return Ok(false);
        }
        let mut ahead = path.clone();
        let (Ok(Next::Branch), Some((at, _))) = (self.next(&mut ahead), ahead.at) else { return Ok(false) };
        let End::Branch(condition, _) = self.first.program.blocks[at].end else { return Ok(false) };
        let of = self.value(&ahead, 0, condition)?;
        let is_chosen = matches!(self.terms.decided(of), Decided::By(part) if conditions.contains(&part));
        if is_chosen {
            *path = ahead;
        }
        Ok(is_chosen)
    }

    /// The ways of the branch that the first program stands at, where they are possible: one for each truth value of each part of
    /// its condition: `a and b` is false because of `a`, because of `b`, or of both, and a mask may read one of them alone.
    fn fork(&mut self, path: &Path) -> Result<Vec<Path>, NotShown> {
        let Some((block, _)) = path.at else { return Ok(Vec::new()) };
        let first = self.first;
        let End::Branch(condition, ways) = &first.program.blocks[block].end else { return Ok(Vec::new()) };
        let (mut all, mut open) = (Vec::new(), vec![path.clone()]);
        while let Some(mut next) = open.pop() {
            if all.len() + open.len() > MAX_WAYS {
                return Err(NotShown::bound("MAX_WAYS", MAX_WAYS));
            }
            let of = self.value(&next, 0, *condition)?;
            match self.terms.decided(of) {
                Decided::Is(truth) => {
                    let way = if truth { &ways[0] } else { &ways[1] };
                    if self.assume(&mut next, of, truth)? {
                        self.pass(&mut next, way)?;
                        all.push(next);
                    }
                }
                Decided::By(part) => {
                    for truth in [false, true] {
                        let mut half = next.clone();
                        if self.assume(&mut half, part, truth)? {
                            open.push(half);
                        }
                    }
                }
            }
        }
        Ok(all)
    }

    /// How the second program's block ends, seen from the lane.
    fn end(&mut self, path: &mut Path, block: Blk) -> Result<Ended<'a>, NotShown> {
        match &self.second.program.blocks[block].end {
            End::Unreachable => Err(NotShown::new("the second program may get to an unreachable place".to_owned())),
            End::Go(way) => Ok(Ended::Ways(vec![(way, Label::Neutral)])),
            End::Return(value) => self.returned(path, *value),
            End::Branch(condition, ways) => self.branch(path, block, *condition, ways),
        }
    }

    fn branch(
        &mut self,
        path: &mut Path,
        block: Blk,
        condition: Val,
        ways: &'a [Way; 2],
    ) -> Result<Ended<'a>, NotShown> {
        let [yes, no] = ways;
        let ops = &self.second.program.blocks[block].ops;
        let asked = asked(ops, condition);
        let known = {
            let id = self.value(path, 1, asked.map_or(condition, |asked| asked.mask))?;
            self.terms.known(id)
        };
        if let Some(asked) = asked {
            return self.asked(path, asked, known, ways);
        }
        let place = (block, ops.len());
        let off = self.off(path, place)?;
        if let Some(truth) = known {
            return Ok(Ended::Ways(vec![(
                if truth { yes } else { no },
                Label::Claimed { place, off, is_known: true },
            )]));
        }
        if off.is_empty() {
            return self.demanded(path, "a condition");
        }
        self.claims.entry(place).and_modify(|viable| viable.retain(|witness| off.contains(witness)));
        let label = || Label::Claimed { place, off: off.clone(), is_known: false };
        Ok(Ended::Ways(vec![(yes, label()), (no, label())]))
    }

    /// A lane that is on goes on itself, unless what all lanes share says no. Where the lane is off, others decide.
    fn asked(
        &mut self,
        path: &mut Path,
        asked: Asked,
        is_on: Option<bool>,
        [yes, no]: &'a [Way; 2],
    ) -> Result<Ended<'a>, NotShown> {
        if is_on == Some(false) {
            return Ok(Ended::Ways(vec![(yes, Label::Other), (no, Label::Neutral)]));
        }
        let all = match asked.all {
            Some(all) => {
                let all = self.value(path, 1, all)?;
                self.terms.known(all)
            }
            None => Some(true),
        };
        match (is_on, all) {
            (Some(_), Some(truth)) => Ok(Ended::Ways(vec![(if truth { yes } else { no }, Label::Own)])),
            (None, Some(false)) if asked.is_frozen => Ok(Ended::Ways(vec![(no, Label::Own)])),
            (None, _) => self.demanded(path, "a mask"),
            (_, None) => self.demanded(path, "a condition of all lanes"),
        }
    }

    /// An unknown condition is known when the first program's branch is decided.
    fn demanded(&mut self, path: &mut Path, what: &str) -> Result<Ended<'a>, NotShown> {
        match self.next(path)? {
            Next::Branch => Ok(Ended::Fork),
            Next::Never => Ok(Ended::Never),
            Next::Access(_) | Next::Return(_) | Next::Off => {
                Err(NotShown::new(format!("{what} of the second program is not decided by the first one's branches")))
            }
        }
    }

    fn returned(&mut self, path: &mut Path, value: Option<Val>) -> Result<Ended<'a>, NotShown> {
        let expected = match self.next(path)? {
            Next::Branch => return Ok(Ended::Fork),
            Next::Never | Next::Off => return Ok(Ended::Never),
            Next::Access(_) => {
                return Err(NotShown::new("the second program returns before an access of the first one".to_owned()));
            }
            Next::Return(value) => value,
        };
        match (expected, value) {
            (None, None) => Ok(Ended::Never),
            (Some(expected), Some(value)) => {
                let (expected, value) = (self.value(path, 0, expected)?, self.value(path, 1, value)?);
                if expected == value || self.terms.is_poison(expected) {
                    return Ok(Ended::Never);
                }
                Err(NotShown::new("the results are not shown equal".to_owned()))
            }
            _ => Err(NotShown::new("one of them returns nothing".to_owned())),
        }
    }

    /// Witnesses that the lane is none of, at this place; those that are left.
    pub(crate) fn off(&mut self, path: &Path, place: (Blk, usize)) -> Result<BTreeSet<Witness>, NotShown> {
        let (second, all_on) = (self.second, self.all_on);
        let viable = self.claims.entry(place).or_insert_with(|| {
            let masks = second.lively[place.0].iter().map(|mask| Some(*mask));
            masks.chain(all_on.then_some(None)).collect()
        });
        let masks: Vec<Val> = viable.iter().filter_map(|witness| *witness).collect();
        let mut off = BTreeSet::new();
        for mask in masks {
            let id = self.value(path, 1, mask)?;
            if self.terms.known(id) == Some(false) {
                off.insert(Some(mask));
            }
        }
        Ok(off)
    }

    /// The lane did not do itself what is done once at this place: a witness is one of the others.
    pub(crate) fn leave_to(&mut self, place: (Blk, usize), off: &BTreeSet<Witness>) -> Result<(), NotShown> {
        let viable = self.claims.entry(place).or_default();
        viable.retain(|witness| off.contains(witness));
        if viable.is_empty() {
            return Err(NotShown::new(
                "the second program does something that no lane of the first one does".to_owned(),
            ));
        }
        Ok(())
    }

    /// The term of a value.
    pub(crate) fn value(&self, path: &Path, side: usize, value: Val) -> Result<Id, NotShown> {
        path.values[side][value].ok_or_else(|| NotShown::new("a value is used before it is defined".to_owned()))
    }
}

/// How a block of the second program ends.
enum Ended<'a> {
    /// The first program's branch has to be decided first.
    Fork,
    /// There is no way on, and nothing left to show.
    Never,
    /// The ways on.
    Ways(Vec<(&'a Way, Label)>),
}

/// The next step of the first program.
pub(crate) enum Next {
    /// An access, a division or a `freeze`: an operation.
    Access(Op),
    /// A branch whose condition is not known.
    Branch,
    /// It returns.
    Return(Option<Val>),
    /// No run gets here.
    Never,
    /// The lane is off.
    Off,
}
