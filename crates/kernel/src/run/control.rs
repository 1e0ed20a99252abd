//! Loops, branches and calls.

use super::machine::{Flow, Machine, Reason, Result, RunError};
use super::plan::{Kind, Node, Row};
use super::value::{Scalar, Slot};
use crate::error::Place;
use crate::limits::MAX_CALLS;
use std::sync::atomic::Ordering;

/// How parallel loops run, and what became of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parallel {
    /// Iterations run from the last to the first.
    pub is_backwards: bool,
    /// Iterations that had another one before them.
    pub beside: u64,
}

impl<'p> Machine<'p> {
    /// An error if nobody needs the rest.
    pub(super) fn go_on(&self, node: &Node) -> Result<()> {
        match self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            true => Err(self.error(node, Reason::Budget, "the other program failed")),
            false => Ok(()),
        }
    }

    /// Runs a function on values; its results.
    pub fn run(&mut self, name: &str, arguments: Vec<Slot>) -> Result<Vec<Slot>> {
        let plan = self.plan;
        let nowhere =
            |message: String| RunError { place: Place { line: 1, column: 1 }, reason: Reason::Unsupported, message };
        let function = plan.functions.get(name).ok_or_else(|| nowhere(format!("there is no function @{name}")))?;
        let Some(entry) = function.body.first() else {
            return Err(RunError {
                place: function.place,
                ..nowhere(format!("@{name} is a declaration: nothing of it can run"))
            });
        };
        if self.calls >= MAX_CALLS || self.running.iter().any(|running| running == name) {
            let message = format!("@{name} calls itself, or calls nest deeper than {MAX_CALLS} (MAX_CALLS)");
            return Err(RunError { place: function.place, ..nowhere(message) });
        }
        let names = &plan.blocks[*entry].arguments;
        if names.len() != arguments.len() {
            return Err(RunError {
                place: function.place,
                ..nowhere(format!("@{name} takes {} arguments", names.len()))
            });
        }
        for (name, value) in names.iter().zip(arguments) {
            self.slots[*name as usize] = value;
        }
        self.calls += 1;
        self.running.push(name.to_owned());
        let done = stacker::maybe_grow(256 << 10, 4 << 20, || self.blocks(*entry, function.place));
        self.running.pop();
        self.calls -= 1;
        let end = done?;
        Ok(end.operands.iter().map(|slot| self.slots[*slot as usize].clone()).collect())
    }

    /// Runs from a block on to the terminator that leaves the region.
    fn blocks(&mut self, entry: usize, place: Place) -> Result<&'p Node> {
        let mut block = entry;
        loop {
            let Some(end) = self.block(block)? else {
                return Err(RunError {
                    place,
                    reason: Reason::Unsupported,
                    message: "a block has no terminator".to_owned(),
                });
            };
            let plan = self.plan;
            let (next, from) = match &end.kind {
                Kind::Branch(to) => (to[0], &end.operands[..]),
                Kind::ConditionalBranch(to, segments) => {
                    let taken = self.known(end, end.operands[0])? & 1 == 1;
                    let group = if taken { 1 } else { 2 };
                    (to[group - 1], &end.operands[segments[group]..segments[group + 1]])
                }
                _ => return Ok(end),
            };
            self.pass(end, from, &plan.blocks[next].arguments)?;
            block = next;
        }
    }

    /// Runs one block; its terminator, if it has one that leaves it.
    fn block(&mut self, block: usize) -> Result<Option<&'p Node>> {
        let plan = self.plan;
        for node in &plan.blocks[block].nodes {
            if let Flow::Leave(end) = self.node(node)? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Runs a region of a structured operation, and gives its values to names.
    fn body(&mut self, node: &'p Node, region: usize, to: &[u32]) -> Result<()> {
        let Some(entry) = node.regions.get(region).and_then(|region| region.first()) else { return Ok(()) };
        let end = stacker::maybe_grow(256 << 10, 4 << 20, || self.block(*entry))?;
        match end {
            Some(end) if !to.is_empty() => self.pass(end, &end.operands, to),
            _ => Ok(()),
        }
    }

    fn arguments(&self, node: &Node, region: usize) -> &'p [u32] {
        let entry = node.regions.get(region).and_then(|region| region.first());
        entry.map_or(&[], |block| &self.plan.blocks[*block].arguments)
    }

    fn set_index(&mut self, slot: u32, value: i64) {
        self.slots[slot as usize] = Slot::Scalar(Scalar::Int(value));
    }

    pub(super) fn structured(&mut self, node: &'p Node) -> Result<()> {
        if matches!(node.kind, Kind::AffineFor { .. } | Kind::ScfFor) && self.nest(node)? {
            return Ok(());
        }
        match &node.kind {
            Kind::AffineFor { lower, upper, step, segments } => {
                let lower = self.bound(node, lower, 0, true)?;
                let upper = self.bound(node, upper, segments[1], false)?;
                self.counted(node, [lower, upper, *step], &node.operands[segments[2]..])
            }
            Kind::ScfFor => {
                let bounds = [
                    self.known(node, node.operands[0])?,
                    self.known(node, node.operands[1])?,
                    self.known(node, node.operands[2])?,
                ];
                if bounds[2] <= 0 {
                    return Err(self.fault(node, format!("its step is {}, and must be positive", bounds[2])));
                }
                self.counted(node, bounds, &node.operands[3..])
            }
            Kind::AffineParallel { lower, upper, groups, steps, first } => {
                let inputs = self.parallel_bounds(node, lower, &groups[0], 0, true)?;
                let outputs = self.parallel_bounds(node, upper, &groups[1], *first, false)?;
                self.parallel(node, &inputs, &outputs, steps)
            }
            Kind::ScfParallel(segments) => {
                let group = |m: &Self, at: usize| -> Result<Vec<i64>> {
                    node.operands[segments[at]..segments[at + 1]].iter().map(|slot| m.known(node, *slot)).collect()
                };
                let [lower, upper, steps] = [group(self, 0)?, group(self, 1)?, group(self, 2)?];
                if steps.iter().any(|step| *step <= 0) {
                    return Err(self.fault(node, "a step is not positive"));
                }
                self.parallel(node, &lower, &upper, &steps)
            }
            Kind::AffineIf { rows, .. } => {
                let mut holds = true;
                for (row, equal) in rows {
                    let value = self.row(node, row, 0)?;
                    holds &= if *equal { value == 0 } else { value >= 0 };
                }
                self.body(node, usize::from(!holds), &node.results)
            }
            Kind::ScfIf => {
                let holds = self.known(node, node.operands[0])? & 1 == 1;
                self.body(node, usize::from(!holds), &node.results)
            }
            Kind::ScfWhile => self.while_loop(node),
            _ => Err(self.error(node, Reason::Unsupported, "it stands where it cannot run")),
        }
    }

    /// A loop with one counter and values that it carries.
    fn counted(&mut self, node: &'p Node, [lower, upper, step]: [i64; 3], initial: &[u32]) -> Result<()> {
        let arguments = self.arguments(node, 0);
        let Some((counter, carried)) = arguments.split_first() else {
            return Err(self.error(node, Reason::Unsupported, "its body has no counter"));
        };
        self.pass(node, initial, carried)?;
        let mut at = lower;
        while at < upper {
            self.step(node)?;
            self.set_index(*counter, at);
            self.body(node, 0, carried)?;
            let Some(next) = at.checked_add(step) else { break };
            at = next;
        }
        self.pass(node, carried, &node.results)
    }

    fn parallel_bounds(
        &mut self,
        node: &Node,
        rows: &[Row],
        groups: &[usize],
        first: usize,
        largest: bool,
    ) -> Result<Vec<i64>> {
        let (mut bounds, mut begin) = (Vec::new(), 0);
        for size in groups {
            bounds.push(self.bound(node, &rows[begin..begin + size], first, largest)?);
            begin += size;
        }
        Ok(bounds)
    }

    /// Iterations in the order in which nested loops would have them, or backwards.
    fn parallel(&mut self, node: &'p Node, lower: &[i64], upper: &[i64], steps: &[i64]) -> Result<()> {
        let counters = self.arguments(node, 0);
        if counters.len() != lower.len() || lower.len() != upper.len() || lower.len() != steps.len() {
            return Err(self.error(node, Reason::Unsupported, "it has not as many counters as bounds"));
        }
        if lower.iter().zip(upper).any(|(lower, upper)| lower >= upper) {
            return Ok(());
        }
        let last = |dim: usize| {
            let [lower, upper, step] = [lower[dim], upper[dim], steps[dim]].map(i128::from);
            // It is under the upper bound.
            (lower + (upper - lower - 1) / step * step) as i64
        };
        let last: Vec<i64> = (0..steps.len()).map(last).collect();
        let (first, last) = if self.parallel.is_backwards { (&last[..], lower) } else { (lower, &last[..]) };
        let mut at = first.to_vec();
        loop {
            self.step(node)?;
            for (counter, value) in counters.iter().zip(&at) {
                self.set_index(*counter, *value);
            }
            self.body(node, 0, &[])?;
            let Some(dim) = (0..at.len()).rev().find(|dim| at[*dim] != last[*dim]) else { return Ok(()) };
            at[dim] += if self.parallel.is_backwards { -steps[dim] } else { steps[dim] };
            at[dim + 1..].copy_from_slice(&first[dim + 1..]);
            self.parallel.beside += 1;
        }
    }

    fn while_loop(&mut self, node: &'p Node) -> Result<()> {
        let before = self.arguments(node, 0);
        let after = self.arguments(node, 1);
        self.pass(node, &node.operands, before)?;
        loop {
            self.step(node)?;
            let entry = node.regions.first().and_then(|region| region.first());
            let end = match entry {
                Some(entry) => self.block(*entry)?,
                None => None,
            };
            let Some(end) = end.filter(|end| matches!(end.kind, Kind::Condition)) else {
                return Err(self.error(node, Reason::Unsupported, "its first region ends without scf.condition"));
            };
            if self.known(end, end.operands[0])? & 1 == 0 {
                return self.pass(end, &end.operands[1..], &node.results);
            }
            self.pass(end, &end.operands[1..], after)?;
            self.body(node, 1, before)?;
        }
    }

    pub(super) fn call(&mut self, node: &'p Node, callee: &str) -> Result<()> {
        let plan = self.plan;
        let Some(function) = plan.functions.get(callee) else {
            return Err(self.error(
                node,
                Reason::Unsupported,
                format!("there is no function @{}", callee.escape_debug()),
            ));
        };
        if function.body.is_empty() {
            return self.foreign(node, callee);
        }
        let arguments = node.operands.iter().map(|slot| self.slots[*slot as usize].clone()).collect();
        let results = self.run(callee, arguments)?;
        if results.len() != node.results.len() {
            return Err(self.error(node, Reason::Unsupported, "the function gives another number of results"));
        }
        for (slot, value) in node.results.iter().zip(results) {
            self.slots[*slot as usize] = value;
        }
        Ok(())
    }
}
