//! The choice by counted cost: of all choices of the best candidates, the cheapest.

use super::candidates::{Candidate, candidate, is_in_place, obstacle, varies};
use crate::limits::{MAX_CANDIDATES, MAX_COMPARED, MAX_COUNTED, MAX_WEIGHED};
use crate::machine::Machine;
use crate::model::Model;
use crate::read::Nests;
use isotope_mlir::ir::Module;

/// A choice is taken if it leaves less of a nest's cost: counts are not the clock, and no copies are safer than some.
const WORTH: f64 = 0.95;

/// The candidates of a nest, and why each is not packed.
pub(super) fn chosen(nests: &Nests, module: &Module, top: usize, machine: &Machine) -> Vec<Candidate> {
    let model = Model::new(nests, module, machine, top);
    let before = model.cost(&[]).total();
    let (mut all, mut weighed) = (Vec::new(), 0);
    for of in nests.inside_out(top) {
        for array in nests.arrays_in(of, 2) {
            let mut made = candidate(nests, of, array, machine);
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
        return all;
    }
    let mut open: Vec<usize> = (0..all.len()).filter(|at| all[*at].why_not.is_none()).collect();
    open.sort_by(|x, y| all[*y].gain.total_cmp(&all[*x].gain));
    let most = compared(nests, top);
    for at in open.split_off(open.len().min(most)) {
        all[at].why_not = Some(format!("the {most} that gain the most alone are compared (MAX_COMPARED)"));
    }
    let (best, cost) = cheapest(&model, &all, &open);
    let best = if cost < before * WORTH { best } else { Vec::new() };
    for at in open {
        all[at].why_not = match () {
            () if best.contains(&at) => None,
            () if all[at].gain <= 0.0 => Some("it costs more than it gains".to_owned()),
            () if best.is_empty() => Some("less than a twentieth of the nest's cost is gained".to_owned()),
            () => Some("what is packed is cheaper without it".to_owned()),
        };
    }
    all
}

/// How many candidates of a nest are compared: fewer of one that is large.
fn compared(nests: &Nests, top: usize) -> usize {
    let size = nests.inside_out(top).len() * nests.accesses_in(top).count().max(1);
    (MAX_COUNTED / size).max(2).ilog2().min(MAX_COMPARED as u32) as usize
}

/// Why a candidate is not weighed.
fn unused(nests: &Nests, of: &Candidate) -> Option<String> {
    Some(match () {
        () if varies(nests, of.of, of.array) => "each iteration accesses other elements".to_owned(),
        () if is_in_place(nests, of) => "it has no gaps, and its order stays".to_owned(),
        () if of.accesses(nests).iter().all(|access| access.is_store) => "it is only written".to_owned(),
        () => return obstacle(nests, of),
    })
}

/// The cheapest choice of candidates, no array of which is packed within a loop before which it is packed, and its cost.
fn cheapest(model: &Model<'_>, all: &[Candidate], open: &[usize]) -> (Vec<usize>, f64) {
    let within = |x: &Candidate, y: &Candidate| model.nests.domain.is_within(x.of, y.of);
    let mut best = (Vec::new(), model.cost(&[]).total());
    for choice in 1u32..1 << open.len() {
        let chosen: Vec<usize> = (0..open.len()).filter(|bit| choice >> bit & 1 == 1).map(|bit| open[bit]).collect();
        let of: Vec<&Candidate> = chosen.iter().map(|at| &all[*at]).collect();
        let is_twice = of
            .iter()
            .enumerate()
            .any(|(at, x)| of[..at].iter().any(|y| x.array == y.array && (within(x, y) || within(y, x))));
        if is_twice {
            continue;
        }
        let cost = model.cost(&of).total();
        if cost < best.1 {
            best = (chosen, cost);
        }
    }
    best
}
