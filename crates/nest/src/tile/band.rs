//! Bands, and which parts of them may be tiled.

use super::legality::{Dependence, Legality};
use crate::limits::MAX_BAND;
use crate::read::Nests;
use isotope_affine::Linear;
use isotope_mlir::ir::Module;
use isotope_smt::Prover;

/// Loops that are tiled together, or are not.
#[derive(Clone, Debug)]
pub struct Band {
    /// From the outermost inwards.
    pub loops: Vec<usize>,
    /// Iterations of a tile, by loop.
    pub sizes: Vec<u64>,
    /// Its cost as it is and in these tiles, in cycles; where sizes were chosen by it.
    pub costs: Option<[f64; 2]>,
    /// Why it is not tiled; `None`: it is.
    pub why_not: Option<String>,
    /// The dependence that forbids it, if one does.
    pub dependence: Option<Dependence>,
}

impl Band {
    fn of(loops: &[usize]) -> Band {
        Band { loops: loops.to_vec(), sizes: vec![1; loops.len()], costs: None, why_not: None, dependence: None }
    }
}

/// The longest bands of a nest: each loop is all that is in the one before it.
pub fn bands(nests: &Nests, top: usize) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut open = vec![top];
    while let Some(begin) = open.pop() {
        let mut band = vec![begin];
        let mut last = begin;
        while let [kid] = nests.loops[last].kids[..]
            && nests.loops[kid].is_alone
        {
            band.push(kid);
            last = kid;
        }
        open.extend(nests.loops[last].kids.iter().rev());
        if band.len() > 1 {
            found.push(band);
        }
    }
    found
}

/// The bands within a band that may be tiled: from the outermost loop on, as many as may be, and what is left likewise. A band of fewer than two
/// loops is not worth it, and says why.
pub fn legal(
    module: &Module,
    (nests, sums): (&Nests, &[[usize; 2]]),
    loops: &[usize],
    prover: &dyn Prover,
) -> Vec<Band> {
    let mut whole = Band::of(loops);
    if let Some(why) = obstacle(module, nests, loops) {
        whole.why_not = Some(why);
        return vec![whole];
    }
    let legality = match Legality::of(module, (nests, sums), loops) {
        Ok(legality) => legality,
        Err(why) => {
            whole.why_not = Some(why);
            return vec![whole];
        }
    };
    let (mut found, mut begin, mut forbidden) = (Vec::new(), 0, None);
    while begin < loops.len() {
        let mut end = begin + 1;
        let mut against = None;
        while end < loops.len() && against.is_none() {
            against = legality.forbidden(begin, end, prover);
            end += usize::from(against.is_none());
        }
        if end - begin > 1 {
            let mut band = Band::of(&loops[begin..end]);
            band.why_not = shape(nests, &band.loops);
            found.push(band);
        }
        forbidden = forbidden.or(against);
        begin = end;
    }
    // Of a band that is not tiled from end to end the first dependence is said.
    let is_whole = found.first().is_some_and(|band| band.loops.len() == loops.len());
    match forbidden {
        Some((why, dependence)) if !is_whole => {
            if found.is_empty() {
                whole.why_not = Some(why);
                whole.dependence = dependence;
                return vec![whole];
            }
            found[0].dependence = dependence;
            found
        }
        _ => found,
    }
}

/// Why the loops of a band are none that tiles are made of.
fn obstacle(module: &Module, nests: &Nests, loops: &[usize]) -> Option<String> {
    if loops.len() > MAX_BAND {
        return Some(format!("it has more than {MAX_BAND} loops (MAX_BAND)"));
    }
    let carries = |of: &&usize| !module.op(nests.loops[**of].op).results.is_empty();
    if let Some(of) = loops.iter().find(carries) {
        let line = module.op(nests.loops[*of].op).place.line;
        return Some(format!("the loop of line {line} carries values: keep them in memory"));
    }
    let first = *loops.first()?;
    let is_within = |within: usize| nests.domain.is_within(within, first);
    let made = nests.arrays.iter().find(|array| array.within.is_some_and(is_within));
    made.map(|array| format!("{} is made in it: allocate it before the loops", array.name))
}

/// Why the bounds of a band's loops are none that tiles are made of: a loop in steps whose first iteration another loop of the band shifts.
fn shape(nests: &Nests, loops: &[usize]) -> Option<String> {
    let shifts = |bound: &Linear| loops.iter().any(|of| bound.factors.contains_key(of));
    let shifted = loops.iter().find(|of| {
        let counter = &nests.domain.counters[**of];
        counter.step > 1 && (counter.lower.len() > 1 || counter.lower.iter().any(shifts))
    });
    shifted.map(|_| "a loop in steps begins where another loop of the band says".to_owned())
}
