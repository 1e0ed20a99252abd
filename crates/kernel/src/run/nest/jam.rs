//! Several iterations of a loop beside one another, within the loops in it: what all of them read comes from memory once.
//!
//! A product of matrices reads the whole of one for each row of the result. With eight rows at once it is read an eighth as often. Only
//! loops whose iterations meet no cell that another one writes run so; in what order they run is then the same.

use super::execute::Frame;
use super::{Block, Code, Form, Item, Loop, Reg};
use crate::run::machine::{Machine, Result};

/// Iterations beside one another: their rows stay in the second level of caches.
pub(super) const ROWS: i64 = 8;

/// Iterations of a loop that run beside one another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// Of the loop.
    pub counter: Reg,
    /// Its first value.
    pub first: i64,
    /// From one iteration to the next.
    pub step: i64,
    /// How many.
    pub count: i64,
}

impl Loop<'_> {
    /// Whether a bound depends on a register.
    pub(super) fn depends_on(&self, reg: Reg) -> bool {
        self.lower.iter().chain(&self.upper).chain([&self.step]).any(|form| form.has(reg))
    }
}

/// Whether iterations of a loop with this body may gain, and share no register.
pub(super) fn gains(body: &[Item<'_>], counter: Reg) -> bool {
    let is_deep = |item: &Item<'_>| matches!(item, Item::Loop(of) if of.strip.is_none() && !of.depends_on(counter));
    let mut blocks = Vec::new();
    if !body.iter().any(is_deep) || !collect(body, &mut blocks) {
        return false;
    }
    let defined: Vec<Vec<Reg>> =
        blocks.iter().map(|block| block.codes.iter().filter_map(Code::result).collect()).collect();
    let crosses = |(at, block): (usize, &&Block<'_>)| {
        let mut own: Vec<Reg> = Vec::new();
        block.codes.iter().any(|code| {
            let others = |reg: &Reg| defined.iter().enumerate().any(|(other, all)| other != at && all.contains(reg));
            let found = code.operands().iter().any(|reg| !own.contains(reg) && others(reg));
            own.extend(code.result());
            found
        })
    };
    !blocks.iter().enumerate().any(crosses)
}

/// All straight code; false: there is other control than loops.
fn collect<'a, 'p>(items: &'a [Item<'p>], blocks: &mut Vec<&'a Block<'p>>) -> bool {
    items.iter().all(|item| match item {
        Item::Work(block) => {
            blocks.push(block);
            true
        }
        Item::Loop(of) => collect(&of.body, blocks),
        _ => false,
    })
}

/// The cells that one access meets in one iteration: those from `low` to `high`, each `slope` further in the next one.
struct Footprint {
    buffer: usize,
    low: i128,
    high: i128,
    slope: i128,
    is_store: bool,
}

/// Whether no iteration of so many meets a cell that another one writes.
fn are_apart(x: &Footprint, y: &Footprint, trip: i128) -> bool {
    if x.buffer != y.buffer || !(x.is_store || y.is_store) {
        return true;
    }
    let all = |of: &Footprint| {
        let last = of.slope * (trip - 1);
        (of.low + last.min(0), of.high + last.max(0))
    };
    let (a, b) = (all(x), all(y));
    let span = x.high.max(y.high) - x.low.min(y.low);
    a.1 < b.0 || b.1 < a.0 || (x.slope == y.slope && x.slope.abs() > span)
}

/// The least and the largest value of each register.
type Ranges = Vec<(i128, i128)>;

/// `None`: not linear, or it may overflow on the way.
fn range(form: &Form, ranges: &Ranges) -> Option<(i128, i128)> {
    let Form::Linear(terms, constant) = form else { return None };
    let mut sum = (i128::from(*constant), i128::from(*constant));
    let fits = |value: i128| i64::try_from(value).is_ok();
    for (factor, reg) in terms {
        let (factor, (low, high)) = (i128::from(*factor), ranges[*reg]);
        let ends = [factor.checked_mul(low)?, factor.checked_mul(high)?];
        sum = (sum.0.checked_add(ends[0].min(ends[1]))?, sum.1.checked_add(ends[0].max(ends[1]))?);
        if !ends.into_iter().chain([sum.0, sum.1]).all(fits) {
            return None;
        }
    }
    Some(sum)
}

impl<'p> Machine<'p> {
    /// Runs a loop so; false: it has to run iteration by iteration.
    pub(super) fn jam(&mut self, frame: &mut Frame, of: &Loop<'p>, first: i64, step: i64, trip: i64) -> Result<bool> {
        if trip < 2 || !self.has_own_cells(frame, of, (first, step, trip)).unwrap_or(false) {
            return Ok(false);
        }
        self.rows += 1;
        let mut at = 0;
        while at < trip {
            let count = (trip - at).min(ROWS);
            let group = Group { counter: of.counter, first: first + at * step, step, count };
            self.jammed(frame, &of.body, group)?;
            at += count;
        }
        Ok(true)
    }

    /// Whether each iteration has cells of its own among those that are written, and none fails. `None`: that is not known.
    ///
    /// Where one may fail they run one by one, so that the message is about the first failure.
    fn has_own_cells(&self, frame: &Frame, of: &Loop<'p>, (first, step, trip): (i64, i64, i64)) -> Option<bool> {
        let mut ranges: Ranges = frame.ints.iter().map(|value| (i128::from(*value), i128::from(*value))).collect();
        let (last, trip) = (i128::from(first) + i128::from(step) * i128::from(trip - 1), i128::from(trip));
        i64::try_from(last).ok()?;
        ranges[of.counter] = (i128::from(first), last);
        let mut all = Vec::new();
        self.footprints(frame, &of.body, (of.counter, step, trip), &mut ranges, &mut all)?;
        Some((0..all.len()).all(|at| all[at..].iter().all(|other| are_apart(&all[at], other, trip))))
    }

    fn footprints(
        &self,
        frame: &Frame,
        items: &[Item<'p>],
        outer: (Reg, i64, i128),
        ranges: &mut Ranges,
        all: &mut Vec<Footprint>,
    ) -> Option<()> {
        for item in items {
            match item {
                Item::Loop(inner) => {
                    let lower = inner.lower.iter().map(|form| range(form, ranges).map(|range| range.0));
                    let upper = inner.upper.iter().map(|form| range(form, ranges).map(|range| range.1));
                    let low = lower.collect::<Option<Vec<_>>>()?.into_iter().max()?;
                    let high = upper.collect::<Option<Vec<_>>>()?.into_iter().min()? - 1;
                    if range(&inner.step, ranges)?.0 <= 0 {
                        return None;
                    }
                    if low > high {
                        continue;
                    }
                    ranges[inner.counter] = (low, high);
                    self.footprints(frame, &inner.body, outer, ranges, all)?;
                }
                Item::Work(block) => {
                    for number in 0..block.accesses.len() {
                        all.push(self.footprint(frame, block, number, outer, ranges)?);
                    }
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// What one access meets. `None`: it may fail.
    fn footprint(
        &self,
        frame: &Frame,
        block: &Block<'p>,
        number: usize,
        (counter, step, trip): (Reg, i64, i128),
        ranges: &mut Ranges,
    ) -> Option<Footprint> {
        let access = &block.accesses[number];
        let view = &frame.views[access.memref];
        if access.forms.len() != view.sizes.len() {
            return None;
        }
        let (mut low, mut high, mut slope) = (i128::from(view.offset), i128::from(view.offset), 0i128);
        for ((form, stride), size) in access.forms.iter().zip(&view.strides).zip(&view.sizes) {
            let (least, most) = range(form, ranges)?;
            if least < 0 || most >= i128::from(*size) {
                return None;
            }
            let all_iterations = ranges[counter];
            ranges[counter] = (all_iterations.0, all_iterations.0);
            let (least, most) = range(form, ranges)?;
            ranges[counter] = all_iterations;
            let stride = i128::from(*stride);
            let ends = [stride.checked_mul(least)?, stride.checked_mul(most)?];
            (low, high) = (low + ends[0].min(ends[1]), high + ends[0].max(ends[1]));
            slope += stride.checked_mul(i128::from(form.slope(counter)?) * i128::from(step))?;
        }
        let is_store = block.codes.iter().any(|code| matches!(code, Code::Store { access, .. } if *access == number));
        let buffer = &self.buffers[view.buffer];
        let all = slope.checked_mul(trip - 1)?;
        let is_inside = low + all.min(0) >= 0 && high + all.max(0) < buffer.len() as i128;
        let may = buffer.live && is_inside && (buffer.writable || !is_store);
        may.then_some(Footprint { buffer: view.buffer, low, high, slope, is_store })
    }

    fn jammed(&mut self, frame: &mut Frame, items: &[Item<'p>], group: Group) -> Result<()> {
        for item in items {
            match item {
                Item::Loop(inner) if inner.strip.is_none() && !inner.depends_on(group.counter) => {
                    frame.ints[group.counter] = group.first;
                    let Some((lower, step, trip)) = self.range_of(frame, inner)? else { continue };
                    let nodes = (trip as u64).saturating_mul(1 + inner.nodes).saturating_mul(group.count as u64);
                    self.many(inner.node, nodes)?;
                    frame.ints[inner.counter] = lower;
                    match &inner.outer {
                        Some(parts) if self.outer(frame, inner, parts, (step, trip), Some(group))? => {}
                        Some(_) => {
                            for row in 0..group.count {
                                frame.ints[group.counter] = group.first + row * group.step;
                                self.iterations(frame, inner, lower, step, trip)?;
                            }
                        }
                        None => {
                            for at in 0..trip {
                                frame.ints[inner.counter] = lower.wrapping_add(at.wrapping_mul(step));
                                self.jammed(frame, &inner.body, group)?;
                            }
                        }
                    }
                }
                item => {
                    for row in 0..group.count {
                        frame.ints[group.counter] = group.first + row * group.step;
                        self.items(frame, std::slice::from_ref(item))?;
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_apart_where_their_cells_are() {
        let of = |low, high, slope, is_store| Footprint { buffer: 0, low, high, slope, is_store };
        assert!(are_apart(&of(0, 9, 10, true), &of(0, 9, 10, true), 100), "rows of ten cells");
        assert!(!are_apart(&of(0, 10, 10, true), &of(0, 10, 10, true), 2), "one cell more");
        assert!(!are_apart(&of(0, 9, 10, true), &of(10, 19, 10, false), 2), "the row before");
        assert!(are_apart(&of(0, 9, 10, true), &of(1000, 1009, 0, false), 100));
        assert!(!are_apart(&of(0, 9, 10, true), &of(990, 990, 0, false), 100));
        assert!(are_apart(&of(0, 9, 0, false), &of(0, 9, 0, false), 100), "nothing is written");
        assert!(!are_apart(&of(0, 0, 0, true), &of(0, 0, 0, true), 2), "all write one cell");
        assert!(are_apart(&of(0, 9, -10, true), &of(3, 4, -10, false), 7));
    }
}
