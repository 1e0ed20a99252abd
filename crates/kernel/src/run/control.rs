//! Loops, branches and calls.

use crate::limits::MAX_CALLS;
use crate::plan::nodes::{Kind, Node, PlanBlock, Row};
use crate::run::machine::{Flow, Machine, Reason, Result, RunError};
use crate::values::value::{Scalar, Slot};
use isotope_mlir::error::Place;
use isotope_mlir::ir::{TypeId, ValueId};
use std::sync::atomic::Ordering;

impl<'p> Machine<'p> {
    /// An error if nobody needs the rest.
    pub(super) fn go_on(&self, node: &Node) -> Result<()> {
        match self.stops.iter().any(|stop| stop.load(Ordering::Relaxed)) {
            true => Err(self.error(node, Reason::Budget, "nobody waits for its result any more")),
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
        let scope = self.stack_memory.len();
        let done = stacker::maybe_grow(256 << 10, 4 << 20, || self.blocks(*entry, function.place));
        self.running.pop();
        self.calls -= 1;
        let end = done?;
        self.leave_scope(scope);
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
    pub(super) fn body(&mut self, node: &'p Node, region: usize, to: &[u32]) -> Result<()> {
        let Some(entry) = node.regions.get(region).and_then(|region| region.first()) else { return Ok(()) };
        let end = stacker::maybe_grow(256 << 10, 4 << 20, || self.block(*entry))?;
        match end {
            Some(end) if !to.is_empty() => self.pass(end, &end.operands, to),
            _ => Ok(()),
        }
    }

    /// One iteration of a loop: memory of its stack ends with it.
    fn iteration(&mut self, node: &'p Node, to: &[u32]) -> Result<()> {
        let scope = self.stack_memory.len();
        self.body(node, 0, to)?;
        self.leave_scope(scope);
        Ok(())
    }

    fn leave_scope(&mut self, scope: usize) {
        for buffer in self.stack_memory.drain(scope..) {
            self.buffers[buffer].live = false;
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
                self.parallel(node, [&inputs, &outputs, steps], &[])
            }
            Kind::ScfParallel(segments) => {
                let group = |m: &Self, at: usize| -> Result<Vec<i64>> {
                    node.operands[segments[at]..segments[at + 1]].iter().map(|slot| m.known(node, *slot)).collect()
                };
                let [lower, upper, steps] = [group(self, 0)?, group(self, 1)?, group(self, 2)?];
                if steps.iter().any(|step| *step <= 0) {
                    return Err(self.fault(node, "a step is not positive"));
                }
                self.parallel(node, [&lower, &upper, &steps], &node.operands[segments[3]..])
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
                if let Slot::Scalar(Scalar::Term(condition)) = self.slots[node.operands[0] as usize] {
                    return self.either(node, condition);
                }
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
            self.iteration(node, carried)?;
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

    /// Iterations one after the other, in the order in which nested loops would have them, of which none may race with another.
    fn parallel(&mut self, node: &'p Node, [lower, upper, steps]: [&[i64]; 3], initial: &[u32]) -> Result<()> {
        let counters = self.arguments(node, 0);
        if counters.len() != lower.len() || lower.len() != upper.len() || lower.len() != steps.len() {
            return Err(self.error(node, Reason::Unsupported, "it has not as many counters as bounds"));
        }
        self.pass(node, initial, &node.results)?;
        if lower.iter().zip(upper).any(|(lower, upper)| lower >= upper) {
            return Ok(());
        }
        let count = |dim: usize| {
            let [lower, upper, step] = [lower[dim], upper[dim], steps[dim]].map(i128::from);
            i64::try_from((upper - lower + step - 1) / step).unwrap_or(i64::MAX)
        };
        let counts: Vec<i64> = (0..steps.len()).map(count).collect();
        let written = if self.races.is_on() { None } else { self.written_within(node) };
        self.races.begin(lower, steps, counts.clone(), written);
        let (mut place, mut number) = (vec![0; counts.len()], 0);
        loop {
            self.step(node)?;
            self.races.next(number).map_err(|why| self.refused(node, &why, "", ""))?;
            for (dim, counter) in counters.iter().enumerate() {
                // It is under the upper bound.
                self.set_index(*counter, lower[dim] + place[dim] * steps[dim]);
            }
            let scope = self.stack_memory.len();
            self.reduced(node)?;
            self.leave_scope(scope);
            let Some(dim) = (0..place.len()).rev().find(|dim| place[*dim] + 1 < counts[*dim]) else { break };
            place[dim] += 1;
            place[dim + 1..].fill(0);
            number += 1;
        }
        self.races.end();
        Ok(())
    }

    /// One iteration of a parallel loop, whose values are joined with those before it. In which order that happens is not said.
    fn reduced(&mut self, node: &'p Node) -> Result<()> {
        let Some(entry) = node.regions.first().and_then(|region| region.first()) else { return Ok(()) };
        let end = stacker::maybe_grow(256 << 10, 4 << 20, || self.block(*entry))?;
        let Some(end) = end.filter(|end| matches!(end.kind, Kind::ParallelReduce)) else {
            return self.pass(node, &[], &node.results);
        };
        if end.operands.len() != node.results.len() {
            return Err(self.error(end, Reason::Unsupported, "it has not as many values as the loop has results"));
        }
        let plan = self.plan;
        for (at, (value, result)) in end.operands.iter().zip(&node.results).enumerate() {
            let Some(block) = end.regions[at].first() else {
                return Err(self.error(end, Reason::Unsupported, "a region of it has no block"));
            };
            if !self.joins_in_any_order(&plan.blocks[*block]) {
                let why = "what iterations give is joined in no order: that takes one sum, product, minimum or the like, of floats with the flag reassoc";
                return Err(self.error(end, Reason::Unsupported, why));
            }
            self.pass(end, &[*result, *value], &plan.blocks[*block].arguments)?;
            let joined = self.block(*block)?;
            let Some(joined) = joined.filter(|joined| joined.operands.len() == 1) else {
                return Err(self.error(end, Reason::Unsupported, "a region of it gives not one value"));
            };
            self.pass(joined, &joined.operands, &[*result])?;
        }
        Ok(())
    }

    /// Whether a block joins two values by one operation whose order does not matter. The first program's may be any of its orders.
    fn joins_in_any_order(&self, block: &PlanBlock) -> bool {
        let is_first = self.salt == 1;
        match (block.arguments.as_slice(), block.nodes.as_slice()) {
            ([x, y], [join, end]) => match &join.kind {
                Kind::Scalar { op, .. } if end.operands == join.results => {
                    op.joins_in_any_order(is_first) && (join.operands == [*x, *y] || join.operands == [*y, *x])
                }
                _ => false,
            },
            _ => false,
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
        let op = &self.module.operations[node.op as usize];
        let is_type = |(value, ty): (&ValueId, &TypeId)| self.module.type_of(*value) == *ty;
        let are =
            |values: &[ValueId], types: &[TypeId]| values.len() == types.len() && values.iter().zip(types).all(is_type);
        if !are(&op.operands, &function.inputs) || !are(&op.results, &function.results) {
            let why = format!("@{} has other types of arguments or results", callee.escape_debug());
            return Err(self.error(node, Reason::Unsupported, why));
        }
        if function.body.is_empty() {
            return self.foreign(node, callee, &function.effects);
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
