//! An e-graph of all that the rules reach from the lanes of the output.

use crate::error::Result;
use crate::language::{Form, Forms, Kind, Piece, Space, add, lanes};
use crate::limits::{MAX_ITERATIONS, MAX_MATCHES, MAX_NODES, MAX_SINGLES};
use crate::read::{Kernel, RESULTS};
use crate::rules::rewrites;
use crate::terms::{Term, TermId};
use egg::{Id, Rewrite, RewriteScheduler, Runner, RunnerLimits, SearchMatches, StopReason};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long an e-graph may grow, in work: a slow machine grows the same one.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Nodes.
    pub nodes: usize,
    /// Rounds.
    pub iterations: usize,
    /// Forms that rules are applied to, in all rounds.
    pub matches: usize,
    /// Ends it soon after it is set.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Bounds {
    /// Whether it was ended from outside.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { nodes: MAX_NODES, iterations: MAX_ITERATIONS, matches: MAX_MATCHES, stop: None }
    }
}

/// All rules in each round, until they were applied to so many forms.
struct Counting {
    left: usize,
}

impl RewriteScheduler<Form, Space> for Counting {
    fn search_rewrites<'a>(
        &mut self,
        _: usize,
        forms: &Forms,
        rules: &[&'a Rewrite<Form, Space>],
        _: &RunnerLimits,
    ) -> egg::RunnerResult<Vec<Vec<SearchMatches<'a, Form>>>> {
        let found: Vec<_> = rules.iter().map(|rule| rule.search(forms)).collect();
        let matches = found.iter().flatten().map(|of| of.substs.len()).sum();
        self.left = self.left.checked_sub(matches).ok_or_else(|| StopReason::Other("MAX_MATCHES".to_owned()))?;
        Ok(found)
    }
}

/// An e-graph that has grown.
pub struct Grown {
    /// Its forms.
    pub forms: Forms,
    /// All pieces of the output.
    pub root: Id,
    /// The limit that ended it before the rules did.
    pub limit: Option<&'static str>,
    /// Rounds.
    pub iterations: usize,
}

/// Grows an e-graph for these pieces. `padded`: lanes of each vector, in Diospyros' language; 0: as many as the piece has elements.
pub fn saturate(kernel: &Kernel, pieces: Vec<Piece>, register: u32, padded: usize, bounds: &Bounds) -> Result<Grown> {
    let mut space = Space::new(kernel.terms.clone(), &kernel.arrays, register);
    let mut wanted = Vec::new();
    for piece in &pieces {
        let mut list = piece.terms.clone();
        // A result is a number.
        if padded > list.len() && piece.array != RESULTS {
            let any = space.terms.add(Term::Any, space.terms.ty(list[0]))?;
            list.resize(padded, any);
        }
        wanted.push(list);
    }
    space.pieces = pieces;
    space.is_seed = padded > 0;
    space.most_forms = bounds.nodes;
    let mut forms = Forms::new(space);
    let mut stored = Vec::new();
    for (number, list) in wanted.into_iter().enumerate() {
        stored.push(piece(&mut forms, number as u32, list));
    }
    let root = add(&mut forms, Kind::All, stored);
    let stopping = bounds.clone();
    let runner = Runner::<Form, Space>::new(Space::default())
        .with_egraph(forms)
        .with_scheduler(Counting { left: bounds.matches })
        .with_node_limit(bounds.nodes)
        .with_iter_limit(bounds.iterations)
        .with_time_limit(Duration::MAX)
        .with_hook(move |_| if stopping.is_stopped() { Err("it is ended".to_owned()) } else { Ok(()) })
        .run(&rewrites());
    let limit = match runner.stop_reason {
        Some(StopReason::Saturated) if runner.egraph.analysis.is_full => Some("MAX_TERMS"),
        Some(StopReason::Saturated) => None,
        Some(StopReason::NodeLimit(_)) => Some("MAX_NODES"),
        Some(StopReason::IterationLimit(_)) => Some("MAX_ITERATIONS"),
        // By the scheduler, or from outside, where nobody reads it.
        _ => Some("MAX_MATCHES"),
    };
    let root = runner.egraph.find(root);
    Ok(Grown { forms: runner.egraph, root, limit, iterations: runner.iterations.len() })
}

/// A piece as one store, and as a store of each element.
fn piece(forms: &mut Forms, number: u32, list: Vec<TermId>) -> Id {
    let vector = lanes(forms, list);
    let stored = add(forms, Kind::Store(number), vec![vector]);
    let terms = forms.analysis.pieces[number as usize].terms.clone();
    if terms.len() > 1 && !forms.analysis.is_seed && forms.analysis.terms.len() <= MAX_SINGLES {
        let each = terms.into_iter().map(|term| lanes(forms, vec![term])).collect();
        let singles = add(forms, Kind::Singles(number), each);
        forms.union(stored, singles);
    }
    stored
}
