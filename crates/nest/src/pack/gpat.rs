//! The choice of GPAT, by its four stages: data that is used again, that stays in the cache, that reaches a goal, and a greedy choice.

use super::candidates::{self, Candidate, candidate, is_in_place, obstacle, varies};
use crate::limits::MAX_CANDIDATES;
use crate::machine::Machine;
use crate::read::Nests;
use crate::working_set::{elements, sizes, units};
use std::cell::RefCell;
use std::collections::HashMap;

/// The least loops of a nest in which anything is packed.
const LEAST_LOOPS: usize = 3;

/// The candidates of a nest, and why each is not packed.
pub(super) fn chosen(nests: &Nests, top: usize, machine: &Machine) -> Vec<Candidate> {
    let loops = nests.inside_out(top);
    if loops.len() < LEAST_LOOPS {
        return Vec::new();
    }
    let arrays = nests.arrays_in(top, 2);
    let mut all = Vec::new();
    for of in loops.iter().filter(|of| nests.domain.counters[**of].depth > 0) {
        let accessed = nests.arrays_in(*of, 2);
        all.extend(arrays.iter().filter(|array| accessed.contains(array)).map(|array| {
            let accesses = candidates::all(nests, *of, *array);
            let order = candidates::order(nests, &accesses);
            let mut made = candidate(nests, *of, (*array, accesses, order), machine);
            made.why_not = unused(nests, &made);
            made
        }));
    }
    if all.len() > MAX_CANDIDATES {
        let why = format!("the nest has more than {MAX_CANDIDATES} candidates (MAX_CANDIDATES)");
        all.iter_mut().for_each(|of| of.why_not = Some(why.clone()));
        return all;
    }
    let choice = Choice { nests, machine, sets: RefCell::default() };
    choice.residency(top, &mut all);
    choice.goals(&mut all);
    choice.greedy(&mut all);
    all
}

/// The first stage: why what is packed is not used again, or need not be packed.
fn unused(nests: &Nests, of: &Candidate) -> Option<String> {
    let reads = of.accesses(nests).iter().any(|access| !access.is_store);
    Some(match () {
        () if varies(nests, of) => "each iteration accesses other elements".to_owned(),
        () if is_in_place(nests, of) => "it has no gaps, and its order stays".to_owned(),
        () if !reads => "it is only written".to_owned(),
        () => return obstacle(nests, of),
    })
}

struct Choice<'a> {
    nests: &'a Nests,
    machine: &'a Machine,
    /// Sizes of working sets that were computed, by loop and array.
    sets: RefCell<HashMap<(usize, usize), Vec<u64>>>,
}

impl Choice<'_> {
    /// Sizes of the box of an array in a loop.
    fn touched(&self, of: usize, array: usize) -> Vec<u64> {
        let compute = || self.nests.working_set(of, array).map_or_else(Vec::new, |set| sizes(&set));
        self.sets.borrow_mut().entry((of, array)).or_insert_with(compute).clone()
    }

    fn bytes(&self, sizes: &[u64], array: usize) -> u64 {
        elements(sizes).saturating_mul(self.nests.arrays[array].bytes)
    }

    fn pages(&self, shape: &[u64], of: &[u64], array: usize) -> u64 {
        units(shape, of, self.nests.arrays[array].bytes, self.machine.page)
    }

    /// The second stage: buffers that do not stay in the largest cache that the nest does not fit in.
    fn residency(&self, top: usize, all: &mut [Candidate]) {
        let nests = self.nests;
        let whole = |array: &usize| nests.working_set(top, *array).map_or(0, |of| self.bytes(&sizes(&of), *array));
        let total: u64 = nests.arrays_in(top, 1).iter().map(whole).fold(0, u64::saturating_add);
        let caches = self.machine.caches.map(|kib| kib << 10);
        let target = caches.into_iter().rev().find(|bytes| total >= *bytes);
        for of in all.iter_mut().filter(|of| of.why_not.is_none()) {
            let Some(target) = target else {
                of.why_not = Some("the nest fits in the first cache".to_owned());
                continue;
            };
            let others = nests.arrays_in(of.of, 1).into_iter().filter(|array| *array != of.array);
            let others = others.map(|array| {
                nests.of_iteration(of.of, array).map_or(0, |set| self.bytes(&sizes(&set), array)).saturating_mul(2)
            });
            let resident = others.fold(of.footprint, u64::saturating_add);
            if of.footprint >= target || resident > target {
                of.why_not = Some(format!("{resident} bytes do not stay in a cache of {target}"));
            }
        }
    }

    /// The third stage: fewer pages than a processor knows at once, or less distance between accesses of an innermost loop.
    fn goals(&self, all: &mut [Candidate]) {
        for of in all.iter_mut().filter(|of| of.why_not.is_none()) {
            let gain = self.gain(of, &[]);
            if gain == 0 && !self.is_nearer(of) {
                of.why_not = Some("neither fewer pages nor a lesser distance in an innermost loop".to_owned());
            }
            let accesses = of.accesses(self.nests);
            let kinds = [true, false].into_iter().filter(|is| accesses.iter().any(|of| of.is_store == *is)).count();
            let array = &self.nests.arrays[of.array];
            let lines = units(&array.shape, &sizes(&of.extents), array.bytes, self.machine.line);
            of.cost = kinds as f64 * lines as f64 * (self.machine.line / array.bytes) as f64;
            of.gain = gain as f64;
        }
    }

    /// Whether the order moves an index of an innermost loop, and its buffer has two lines of the last index.
    fn is_nearer(&self, of: &Candidate) -> bool {
        let Some(order) = &of.order else { return false };
        let moves = of.accesses(self.nests).iter().any(|access| {
            access.rows.iter().flatten().enumerate().any(|(at, row)| {
                order[at] != at && row.factors.keys().any(|dim| self.nests.loops[*dim].kids.is_empty())
            })
        });
        let last = of.buffer().last().copied().unwrap_or(0);
        moves && last.saturating_mul(self.nests.arrays[of.array].bytes) >= 2 * self.machine.line
    }

    /// Pages that are fewer in each loop that then knows all of its pages at once, times how often that loop runs in the candidate's.
    fn gain(&self, of: &Candidate, chosen: &[&Candidate]) -> u64 {
        let (nests, mut total) = (self.nests, 0u64);
        for at in nests.inside_out(of.of) {
            let arrays = nests.arrays_in(at, 1);
            if !arrays.contains(&of.array) {
                continue;
            }
            let (mut before, mut after) = (0u64, 0u64);
            for array in arrays {
                let touched = self.touched(at, array);
                let plain = self.pages(&nests.arrays[array].shape, &touched, array);
                let of_buffer = |of: &Candidate| self.pages(&of.buffer(), &of.in_order(&touched), array);
                if array == of.array {
                    before = before.saturating_add(plain);
                    after = after.saturating_add(of_buffer(of));
                    continue;
                }
                let packed = chosen.iter().find(|other| other.array == array && nests.domain.is_within(at, other.of));
                let pages = packed.map_or(plain, |other| of_buffer(other));
                before = before.saturating_add(pages);
                after = after.saturating_add(pages);
            }
            if before > self.machine.entries && after <= self.machine.entries {
                total = total.saturating_add((before - after).saturating_mul(self.runs(at, of.of)));
            }
        }
        total
    }

    /// How often a loop in another one runs in one run of that.
    fn runs(&self, inner: usize, outer: usize) -> u64 {
        let around = self.nests.domain.around(inner);
        let between = around.iter().skip(1).take_while(|at| self.nests.domain.is_within(**at, outer));
        between.filter_map(|at| self.nests.domain.trips(*at)).fold(1, u64::saturating_mul)
    }

    /// The fourth stage: by gain for cost, those that still reach a goal beside what is chosen already.
    fn greedy(&self, all: &mut [Candidate]) {
        let mut open: Vec<usize> = (0..all.len()).filter(|at| all[*at].why_not.is_none()).collect();
        let depth = |of: &Candidate| self.nests.domain.counters[of.of].depth;
        let ratio = |of: &Candidate| of.gain / of.cost;
        open.sort_by(|x, y| {
            let (x, y) = (&all[*x], &all[*y]);
            ratio(y).total_cmp(&ratio(x)).then(depth(x).cmp(&depth(y)))
        });
        let mut chosen: Vec<usize> = Vec::new();
        for at in open {
            let before: Vec<&Candidate> = chosen.iter().map(|at| &all[*at]).collect();
            let of = &all[at];
            // The first is taken as it is.
            let gain = if before.is_empty() { of.gain as u64 } else { self.gain(of, &before) };
            let is_twice = before.iter().any(|other| other.is_twice(of));
            let reaches = before.is_empty() || gain > 0 || self.is_nearer(of);
            all[at].why_not = match () {
                () if !reaches => Some("beside what is packed already it reaches no goal".to_owned()),
                () if is_twice => Some("the array is packed around it, or within".to_owned()),
                () => None,
            };
            if reaches {
                all[at].gain = gain as f64;
            }
            if all[at].why_not.is_none() {
                chosen.push(at);
            }
        }
    }
}
