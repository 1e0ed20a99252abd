//! The choice by counted cost: of all choices of the best candidates, the cheapest.

use super::candidates::{Candidate, buffers, candidate, is_in_place, is_mostly_new, is_parted, obstacle};
use crate::forms::Forms;
use crate::limits::{MAX_BEST, MAX_CANDIDATES, MAX_COMPARED, MAX_COUNTED, MAX_WEIGHED};
use crate::machine::Machine;
use crate::model::Model;
use crate::read::Nests;

/// A choice is taken if it leaves less of a nest's cost: counts are not the clock, and no copies are safer than some.
const WORTH: f64 = 0.95;

/// The choice for a nest.
pub(crate) struct Chosen {
    /// All candidates, and why each is not packed.
    pub(crate) candidates: Vec<Candidate>,
    /// Texts of loops in the best choices that have no price.
    pub(crate) unpriced: Vec<String>,
    /// Cycles with what is packed.
    pub(crate) cost: f64,
}

/// Chooses the packs of a nest.
pub(crate) fn chosen(nests: &Nests, forms: &Forms<'_>, top: usize, machine: &Machine) -> Chosen {
    let model = Model::new(nests, forms, machine, top);
    let before = model.cost(&[]).total();
    let (mut all, mut weighed) = (Vec::new(), 0);
    for of in nests.inside_out(top) {
        for used in nests.arrays_in(of, 1).into_iter().flat_map(|array| buffers(nests, of, array)) {
            let mut made = candidate(nests, of, used, machine);
            made.why_not = unused(nests, &made);
            if made.why_not.is_none() && weighed == MAX_WEIGHED {
                made.why_not = Some(format!("{MAX_WEIGHED} candidates are weighed (MAX_WEIGHED)"));
            }
            if made.why_not.is_none() {
                weighed += 1;
                let cost = model.cost(&[&made]);
                (made.gain, made.cost) = (before - cost.total(), cost.copies);
            }
            all.push(made);
        }
    }
    if all.len() > MAX_CANDIDATES {
        let why = format!("the nest has more than {MAX_CANDIDATES} candidates (MAX_CANDIDATES)");
        all.iter_mut().for_each(|of| of.why_not = Some(why.clone()));
        return Chosen { candidates: all, unpriced: Vec::new(), cost: before };
    }
    let mut open: Vec<usize> = (0..all.len()).filter(|at| all[*at].why_not.is_none()).collect();
    open.sort_by(|x, y| all[*y].gain.total_cmp(&all[*x].gain));
    let most = compared(nests, top);
    for at in open.split_off(open.len().min(most)) {
        all[at].why_not = Some(format!("the {most} that gain the most alone are compared (MAX_COMPARED)"));
    }
    let ranked = cheapest(&model, &all, &open);
    let taken = |of: &[usize]| of.iter().map(|at| &all[*at]).collect::<Vec<_>>();
    // Without a candidate there is nothing to decide.
    let compared = ranked.iter().filter(|_| !open.is_empty());
    let unpriced = compared.flat_map(|(_, choice)| model.unpriced(&taken(choice))).collect();
    let best = ranked.into_iter().next().filter(|(cost, _)| *cost < before * WORTH);
    let (cost, best) = best.unwrap_or((before, Vec::new()));
    for at in open {
        all[at].why_not = match () {
            () if best.contains(&at) => None,
            () if all[at].gain <= 0.0 => Some("it costs more than it gains".to_owned()),
            () if best.is_empty() => Some("less than a twentieth of the nest's cost is gained".to_owned()),
            () => Some("what is packed is cheaper without it".to_owned()),
        };
    }
    Chosen { candidates: all, unpriced, cost }
}

/// How many candidates of a nest are compared: fewer of one that is large.
fn compared(nests: &Nests, top: usize) -> usize {
    let size = nests.inside_out(top).len() * nests.accesses_in(top).count().max(1);
    (MAX_COUNTED / size).max(2).ilog2().min(MAX_COMPARED as u32) as usize
}

/// Why a candidate is not weighed.
fn unused(nests: &Nests, of: &Candidate) -> Option<String> {
    Some(match () {
        () if is_mostly_new(nests, of) => "each iteration accesses other elements".to_owned(),
        () if is_in_place(nests, of) && !is_parted(nests, of) => "it has no gaps, and its order stays".to_owned(),
        () if of.accesses(nests).iter().all(|access| access.is_store) => "it is only written".to_owned(),
        () => return obstacle(nests, of),
    })
}

/// The cheapest choices of candidates, each with its cost, the cheapest first. No access goes to two buffers.
fn cheapest(model: &Model<'_>, all: &[Candidate], open: &[usize]) -> Vec<(f64, Vec<usize>)> {
    let mut best: Vec<(f64, Vec<usize>)> = Vec::new();
    for choice in 0u32..1 << open.len() {
        let chosen: Vec<usize> = (0..open.len()).filter(|bit| choice >> bit & 1 == 1).map(|bit| open[bit]).collect();
        let of: Vec<&Candidate> = chosen.iter().map(|at| &all[*at]).collect();
        if of.iter().enumerate().any(|(at, x)| of[..at].iter().any(|y| x.is_twice(y))) {
            continue;
        }
        let cost = model.cost(&of).total();
        let at = best.partition_point(|(known, _)| *known <= cost);
        if at < MAX_BEST {
            best.insert(at, (cost, chosen));
            best.truncate(MAX_BEST);
        }
    }
    best
}
