//! Sums as those of neighbours times weights, a few for each instruction, into pairs of registers.
//!
//! An example, with `vtmpy` of HVX, which adds up two neighbours with weights and a third without: x\[-1\] + 2 x\[0\] + x\[1\] is one instruction
//! on two loads, the second two bytes on. Twice that sum is two of them. The remaining terms are taken in twos by `vmpa`, whose two
//! registers have nothing to do with each other, and one by one by `vmpy`.
//!
//! Terms are taken from memory where they stand side by side, as many as an instruction has places for, then any two, then one by one. The
//! pair begins with the terms that no instruction has room for.

use super::choice::{Choice, Tapped};
use super::planner::Planner;
use crate::form::{Id, type_range, within};
use crate::instructions::Taps;
use crate::layout::Split;
use isotope_ir::memory::Place;
use std::collections::{BTreeMap, BTreeSet};

/// How often one sum of neighbours may be added, so that its neighbour without a weight has one.
const TIMES: i128 = 2;

impl Planner<'_> {
    /// Offers sums of neighbours that cover a sum, or all but what they may be added to.
    pub(super) fn tapped(&mut self, id: Id, bits: u32, terms: &[(i128, Id)], k: i128) {
        let Some(split) = self.layouts.at(bits).split.filter(|_| bits > 8 && self.bias.taps) else { return };
        let all: Vec<(usize, Taps)> = self.taps(bits, split);
        if all.is_empty() || self.effort.spend(terms.len() as u64).is_err() {
            return;
        }
        // With neighbours in memory, and without: windows read fewer registers, and may take more instructions.
        let mut tried: Vec<Vec<Tapped>> = Vec::new();
        for windows in [true, false] {
            let (calls, outside) = self.covered_by_taps(&all, bits, terms, windows);
            if calls.is_empty() || tried.contains(&calls) {
                continue;
            }
            let start = (!outside.is_empty()).then(|| self.program.forms.sum(&outside, k));
            let constant = if start.is_some() { 0 } else { k };
            if start != Some(id)
                && let Some(cost) = self.tapped_cost(bits, &calls, start, constant)
            {
                self.offer(id, bits, Some(cost), Choice::Tapped { calls: calls.clone(), start, constant });
            }
            tried.push(calls);
        }
    }

    /// Those that a layout has the split of, each with its index; those of most neighbours first.
    fn taps(&self, bits: u32, split: Split) -> Vec<(usize, Taps)> {
        let all = self.instructions(bits / 2).taps.iter().enumerate();
        let fits = |taps: &Taps| taps.shape.bits == bits && taps.shape.split == split && taps.adding.is_some();
        let mut fitting: Vec<(usize, Taps)> =
            all.filter(|(_, taps)| fits(taps)).map(|(at, t)| (at, t.clone())).collect();
        fitting.sort_by_key(|(_, taps)| (std::cmp::Reverse(taps.shape.taps.len()), taps.shape.ahead.is_none()));
        fitting
    }

    /// Calls that cover terms, and the terms that none covers.
    fn covered_by_taps(
        &self,
        all: &[(usize, Taps)],
        bits: u32,
        terms: &[(i128, Id)],
        windows: bool,
    ) -> (Vec<Tapped>, Vec<(i128, Id)>) {
        let mut left: Vec<(i128, Id)> = terms.to_vec();
        let mut calls = Vec::new();
        // Of places that two terms have, as where a window was rephrased, either form will do: they have the same values.
        // The second register of a window may be one whose own term is added elsewhere: it is read, and counts no more for that.
        let places: BTreeMap<Place, Id> =
            terms.iter().filter_map(|&(_, x)| Some((self.dense(x, bits / 2)?, x))).collect();
        for (at, taps) in all {
            let shape = &taps.shape;
            let fits = |&(c, x): &(i128, Id)| {
                within(self.program.forms.range(x), type_range(bits / 2, shape.signed[0]))
                    && within((c, c), type_range(shape.weight, shape.signed[1]))
            };
            match shape.ahead {
                Some(ahead) if windows => self.windows(*at, taps, ahead.into(), &places, &mut left, &fits, &mut calls),
                Some(_) => {}
                // Any terms will do, as many as there are places for at once; one is left over where they are odd, for a smaller sum.
                None => {
                    let weighted = shape.taps.iter().all(|tap| tap.weight.is_some());
                    let width = shape.taps.len();
                    loop {
                        let mut fitting = (0..left.len()).filter(|&n| fits(&left[n]));
                        let some: Vec<usize> = fitting.by_ref().take(width).collect();
                        if !weighted || some.len() < width {
                            break;
                        }
                        let (weights, args) = some.iter().map(|&n| left[n]).unzip();
                        calls.push(Tapped { at: *at, args, weights });
                        some.into_iter().rev().for_each(|n| _ = left.remove(n));
                    }
                }
            }
        }
        (calls, left)
    }

    /// Takes what stands side by side in memory out of the terms that are left.
    ///
    /// A neighbour without a weight counts once for each call, so that one which counts twice takes two calls; the weights of the others
    /// are shared between these.
    #[allow(clippy::too_many_arguments, reason = "one step of `covered_by_taps`, which owns all of them")]
    fn windows(
        &self,
        at: usize,
        taps: &Taps,
        ahead: i64,
        places: &BTreeMap<Place, Id>,
        left: &mut Vec<(i128, Id)>,
        fits: &dyn Fn(&(i128, Id)) -> bool,
        calls: &mut Vec<Tapped>,
    ) {
        let shape = &taps.shape;
        for (&first, &x) in places {
            let on = |lanes: i64| places.get(&Place { index: first.index + lanes, ..first }).copied();
            let Some(second) = on(ahead) else { continue };
            let term = |id: Id| left.iter().copied().find(|(_, x)| *x == id);
            let found: Option<Vec<(i128, Id)>> =
                shape.taps.iter().map(|tap| term(on(tap.ahead.into())?).filter(fits)).collect();
            let Some(found) = found else { continue };
            let plain = shape.taps.iter().zip(&found).filter(|(tap, _)| tap.weight.is_none());
            let mut times: Vec<i128> = plain.map(|(_, (c, _))| *c).collect();
            times.dedup();
            let times = match times[..] {
                [] => 1,
                [times] if (1..=TIMES).contains(&times) => times,
                _ => continue,
            };
            for turn in 0..times {
                // Where the weights are odd the first of two calls has one more.
                // The weights of all turns add up to what they are.
                let part = |c: i128| c / times + i128::from(turn < c % times);
                let weighted = shape.taps.iter().zip(&found).filter(|(tap, _)| tap.weight.is_some());
                let weights = weighted.map(|(_, (c, _))| part(*c)).collect();
                calls.push(Tapped { at, args: vec![x, second], weights });
            }
            left.retain(|term| !found.contains(term));
        }
    }

    /// Where a form begins in memory, if its lanes stand there one after the other: what stands so many lanes on begins so many elements on.
    /// None for what is computed, strided, or put together.
    fn dense(&self, x: Id, bits: u32) -> Option<Place> {
        let stream = self.program.stream(x).filter(|s| s.element.bits == bits)?;
        let place = |&(leaf, lane): &(isotope_ir::expr::LeafId, u32)| self.program.memory.place(leaf, lane);
        let first = place(stream.source.first()?);
        let next = |(n, source): (usize, _)| place(source) == Place { index: first.index + n as i64, ..first };
        stream.source.iter().enumerate().all(next).then_some(first)
    }

    /// The cost of calls with their operands. A constant is put into both registers of a pair before the first one; a form where the sum
    /// begins is there already.
    fn tapped_cost(
        &mut self,
        bits: u32,
        calls: &[Tapped],
        start: Option<Id>,
        constant: i128,
    ) -> Option<super::price::Price> {
        let count = self.count(bits / 2);
        let mut each = 0;
        // The first of them costs what the plain instruction does, where nothing is there to add to.
        for (n, call) in calls.iter().enumerate() {
            let taps = &self.instructions(bits / 2).taps[call.at];
            let begins = n == 0 && start.is_none() && constant == 0;
            let entry = taps.plain.filter(|_| begins).or(taps.adding)?.entry;
            each += self.price_of(entry);
        }
        if constant != 0 {
            each += 2 * self.costs.arithmetic;
        }
        let args: BTreeSet<Id> = calls.iter().flat_map(|call| call.args.iter().copied()).collect();
        let args = self.args(&args.into_iter().collect::<Vec<_>>(), bits / 2)?;
        let start = self.args(&start.into_iter().collect::<Vec<_>>(), bits)?;
        Some(args + start + count * each)
    }
}
