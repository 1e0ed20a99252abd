//! Running nests.

use crate::arrays::rows::Run;
use crate::limits::STRIP;
use crate::nests::code::{Access, Block, Form, Item, Loop, Nest, Reg};
use crate::nests::compile;
use crate::plan::decode::attributes;
use crate::plan::nodes::Node;
use crate::rule::Rule;
use crate::run::machine::{Machine, Reason, Result};
use crate::values::field::{Field, Method, TOO_LARGE};
use crate::values::lanes::Lanes;
use crate::values::memory::Cells;
use crate::values::value::{Element, Scalar, Slot, View};
use std::sync::Arc;

/// Operations after which memory is looked at.
const BETWEEN_LOOKS: u64 = 1 << 27;

/// Pairs of terms that have to be told apart: with more, the error of one point is over 2^-40.
const TOO_WEAK: f32 = (1 << 20) as f32;

/// The values that a nest works on.
pub struct Frame {
    pub ints: Vec<i64>,
    pub registers: Vec<Lanes>,
    /// Registers that are memory: a buffer, and a cell.
    pub direct: Vec<Option<(usize, usize)>>,
    pub views: Vec<Arc<View>>,
    /// Space for what the accesses of a loop do.
    pub runs: Vec<Run>,
    /// The counter of a loop over tiles that run as one, and how far the last tile begins behind the first.
    pub merged: Option<(Reg, i64)>,
}

impl<'p> Machine<'p> {
    /// Runs a loop as a nest, if it can be one here; else nothing is done.
    pub(in crate::run) fn nest(&mut self, node: &'p Node) -> Result<bool> {
        let method = match &self.numbers.field {
            Some(field) if self.uses_nests => field.method(),
            _ => return Ok(false),
        };
        let nest = match self.nests.get(&node.op) {
            Some(None) => return Ok(false),
            Some(Some(nest)) if self.has_aliases(nest) => Arc::clone(nest),
            _ => {
                let buffer = |name: u32| match &self.slots[name as usize] {
                    Slot::Memref(view) => Some(view.buffer),
                    _ => None,
                };
                let (module, plan, permissions) = (self.module, self.plan, self.numbers.permissions);
                let integers = self.integer_nests;
                let known = compile::Known { module, plan, permissions, method, integers, buffer: &buffer };
                let nest = compile::nest(node, known).map(Arc::new);
                self.nests.insert(node.op, nest.as_ref().map(Arc::clone));
                let Some(nest) = nest else { return Ok(false) };
                nest
            }
        };
        let Some(mut frame) = self.frame(&nest) else { return Ok(false) };
        let touched =
            if self.races.is_on() && Rule::RacesOfNests.holds() { self.touch_nest(&mut frame, &nest) } else { Ok(()) };
        let done = touched.and_then(|()| self.items(&mut frame, &nest.items));
        if done.is_ok() {
            self.give_outputs(&frame, &nest);
        }
        self.registers = frame.registers;
        done.map(|()| true)
    }

    /// Whether a loop of it ran as a nest.
    #[cfg(test)]
    pub(crate) fn has_nests(&self) -> bool {
        self.nests.values().any(Option::is_some)
    }

    /// Sums that were not computed again: of rows, and of chains.
    #[cfg(test)]
    pub(crate) fn met_again(&self) -> [u64; 2] {
        [self.remembered.used, self.recalled.used]
    }

    fn has_aliases(&self, nest: &Nest<'p>) -> bool {
        let buffers = nest.memrefs.iter().map(|name| match name.map(|name| &self.slots[name as usize]) {
            Some(Slot::Memref(view)) => view.buffer,
            _ => usize::MAX,
        });
        compile::aliases(&buffers.collect::<Vec<_>>()) == nest.aliases
    }

    /// The values that the nest reads from outside; `None`: it is not of the kind that nests work on.
    fn frame(&mut self, nest: &Nest<'p>) -> Option<Frame> {
        let mut ints = vec![0; nest.ints];
        for (name, reg) in &nest.int_inputs {
            let Slot::Scalar(Scalar::Int(value)) = self.slots[*name as usize] else { return None };
            ints[*reg] = value;
        }
        let mut views = Vec::new();
        for (name, loads_integers) in nest.memrefs.iter().zip(&nest.loads_integers) {
            let Some(name) = name else {
                views.push(self.carried_cells(nest.cells)?);
                continue;
            };
            let Slot::Memref(view) = &self.slots[*name as usize] else { return None };
            let buffer = &mut self.buffers[view.buffer];
            // Outside of nests it is seen where an integer without a value is multiplied by zero.
            if !matches!(buffer.cells, Cells::Terms(_)) || (*loads_integers && !buffer.is_whole()) {
                return None;
            }
            views.push(Arc::clone(view));
        }
        let mut inputs = Vec::new();
        for (name, regs) in &nest.data_inputs {
            let lanes = match &self.slots[*name as usize] {
                Slot::Scalar(value) => Arc::new(vec![*value]),
                Slot::Vector(lanes) => Arc::clone(lanes),
                _ => return None,
            };
            if lanes.len() != regs.len() || lanes.iter().any(|of| !matches!(of, Scalar::Term(_) | Scalar::Int(_))) {
                return None;
            }
            // Of an integer its type is no part.
            inputs
                .extend(regs.iter().zip(lanes.iter()).map(|(reg, of)| (*reg, self.numbers.term(*of, Element::Index))));
        }
        for (reg, literal, element) in &nest.constants {
            let value = self.literal(*literal, *element);
            inputs.push((*reg, self.numbers.term(value, *element)));
        }
        inputs.extend(nest.minus.map(|reg| (reg, self.numbers.minus())));
        let field = self.numbers.field.as_ref()?;
        let mut registers = std::mem::take(&mut self.registers);
        while registers.len() < nest.data {
            registers.push(Lanes::zeros(STRIP, field));
        }
        for (reg, term) in inputs {
            registers[reg].one = Some((term.degree as f32, term.weight));
            registers[reg].set(0, term);
        }
        Some(Frame { ints, registers, direct: vec![None; nest.data], views, runs: Vec::new(), merged: None })
    }

    /// Memory for what loops carry, the same for each nest: it is written before it is read.
    fn carried_cells(&mut self, count: usize) -> Option<Arc<View>> {
        let known = self.carried.filter(|buffer| self.buffers[*buffer].len() >= count);
        let buffer = match known {
            Some(buffer) => buffer,
            None => self.zeros(count.next_power_of_two())?,
        };
        self.carried = Some(buffer);
        Some(Arc::new(View::whole(buffer, vec![count as i64])))
    }

    fn give_outputs(&mut self, frame: &Frame, nest: &Nest<'p>) {
        for (name, regs) in &nest.outputs {
            let mut lanes: Vec<Scalar> = regs.iter().map(|reg| Scalar::Term(frame.registers[*reg].get(0))).collect();
            let ty = self.module.values[*name as usize].ty;
            self.slots[*name as usize] = match attributes::is_vector(self.module, ty) {
                true => Slot::Vector(Arc::new(lanes)),
                false => lanes.pop().map_or(Slot::Empty, Slot::Scalar),
            };
        }
    }

    fn value(&self, node: &Node, form: &Form, frame: &Frame) -> Result<i64> {
        form.value(&frame.ints)
            .ok_or_else(|| self.fault(node, "an index overflows, depends on data, or is divided by no positive number"))
    }

    /// Whether all rows of a condition hold.
    pub(super) fn holds(&self, node: &Node, rows: &[(Form, bool)], frame: &Frame) -> Result<bool> {
        let mut holds = true;
        for (form, equal) in rows {
            let value = self.value(node, form, frame)?;
            holds &= if *equal { value == 0 } else { value >= 0 };
        }
        Ok(holds)
    }

    pub(super) fn extreme(&self, node: &Node, forms: &[Form], frame: &Frame, largest: bool) -> Result<i64> {
        let mut found = self.value(node, &forms[0], frame)?;
        for form in &forms[1..] {
            let value = self.value(node, form, frame)?;
            found = if largest { found.max(value) } else { found.min(value) };
        }
        Ok(found)
    }

    fn counted_nest(&mut self, frame: &mut Frame, of: &Loop<'p>) -> Result<()> {
        let Some((lower, step, trip)) = self.range_of(frame, of)? else { return Ok(()) };
        self.many(of.node, (trip as u64).saturating_mul(1 + of.nodes))?;
        frame.ints[of.counter] = lower;
        if let Some(strip) = &of.strip {
            return self.strip(frame, of.counter, strip, step, trip);
        }
        if let Some(parts) = &of.outer
            && self.outer(frame, of, parts, step, trip)?
        {
            return Ok(());
        }
        if let Some(part) = &of.exchanged
            && self.exchange(frame, of, part, step, trip)?
        {
            return Ok(());
        }
        if let Some(stored) = &of.merged
            && stored.iter().all(|memref| frame.views[*memref].is_row_major())
            && let Some(distance) = (trip - 1).checked_mul(step)
        {
            let around = frame.merged.replace((of.counter, distance));
            let done = self.items(frame, &of.body);
            frame.merged = around;
            return done;
        }
        let mut at = lower;
        for _ in 0..trip {
            frame.ints[of.counter] = at;
            self.items(frame, &of.body)?;
            at = at.wrapping_add(step);
        }
        Ok(())
    }

    /// The upper bound of a loop in its last tile.
    fn end_of_tiles(&self, of: &Loop<'p>, frame: &Frame, (tile, distance): (Reg, i64)) -> Result<i64> {
        let mut end = i64::MAX;
        for form in &of.upper {
            let value = self.value(of.node, form, frame)?;
            end = end.min(if form.has(tile) { value.saturating_add(distance) } else { value });
        }
        Ok(end)
    }

    /// The first value of a loop's counter, its step, and its iterations; `None`: there are none.
    pub(super) fn range_of(&self, frame: &Frame, of: &Loop<'p>) -> Result<Option<(i64, i64, i64)>> {
        let lower = self.extreme(of.node, &of.lower, frame, true)?;
        let mut upper = self.extreme(of.node, &of.upper, frame, false)?;
        if let Some((tile, distance)) = frame.merged
            && of.tile == Some(tile)
        {
            upper = self.end_of_tiles(of, frame, (tile, distance))?;
        }
        let step = self.value(of.node, &of.step, frame)?;
        if step <= 0 {
            return Err(self.fault(of.node, format!("its step is {step}, and must be positive")));
        }
        if lower >= upper {
            return Ok(None);
        }
        // A division of numbers of 128 bits takes longer than a short loop.
        if let Some(distance) = upper.checked_sub(lower).and_then(|distance| distance.checked_add(step - 1)) {
            return Ok(Some((lower, step, distance / step)));
        }
        let trip = (i128::from(upper) - i128::from(lower) + i128::from(step) - 1) / i128::from(step);
        Ok(Some((lower, step, i64::try_from(trip).unwrap_or(i64::MAX))))
    }

    /// Counts operations.
    pub(super) fn many(&mut self, node: &Node, count: u64) -> Result<()> {
        let before = self.steps / BETWEEN_LOOKS;
        self.steps = self.steps.saturating_add(count);
        let is_deep = self.numbers.field.as_ref().is_some_and(Field::is_too_deep);
        if is_deep || self.steps / BETWEEN_LOOKS > before && self.is_weak() {
            return Err(self.error(node, Reason::Weak, "the error is too large already"));
        }
        if self.steps / BETWEEN_LOOKS > before {
            self.go_on(node)?;
        }
        if self.steps > self.max_steps {
            self.steps = self.max_steps;
            return self.step(node);
        }
        Ok(())
    }

    /// Whether what memory holds now has too large an error.
    fn is_weak(&self) -> bool {
        let most = match self.numbers.field.as_ref().map(Field::method) {
            Some(Method::FreeOnce) => TOO_WEAK,
            Some(Method::Once | Method::Twice) => TOO_LARGE,
            _ => return false,
        };
        self.buffers.iter().any(|buffer| buffer.live && buffer.most().1 >= most)
    }

    fn items(&mut self, frame: &mut Frame, items: &[Item<'p>]) -> Result<()> {
        for item in items {
            match item {
                Item::Loop(inner) => self.counted_nest(frame, inner)?,
                Item::Work(block) => self.work(frame, block)?,
                Item::Bound { node, to, forms, largest } => {
                    frame.ints[*to] = self.extreme(node, forms, frame, *largest)?;
                }
                Item::If { node, rows, branches, nodes } => {
                    let side = usize::from(!self.holds(node, rows, frame)?);
                    self.many(node, nodes[side])?;
                    self.items(frame, &branches[side])?;
                }
            }
        }
        Ok(())
    }

    /// Straight code, once.
    fn work(&mut self, frame: &mut Frame, block: &Block<'p>) -> Result<()> {
        self.place(frame, block, None)?;
        for code in &block.codes {
            self.code(frame, block, code, 0, 1)?;
        }
        Ok(())
    }

    /// The place of each access of a block: in one iteration, or in so many of a counter that begins at its value now.
    pub(super) fn place(&self, frame: &mut Frame, block: &Block<'p>, of: Option<(Reg, i64, i64)>) -> Result<()> {
        let mut runs = std::mem::take(&mut frame.runs);
        runs.clear();
        for access in &block.accesses {
            runs.push(self.run_of(frame, access, of)?);
        }
        frame.runs = runs;
        Ok(())
    }

    pub(super) fn run_of(&self, frame: &Frame, access: &Access<'p>, of: Option<(Reg, i64, i64)>) -> Result<Run> {
        let (view, node) = (&frame.views[access.memref], access.node);
        if access.forms.len() != view.sizes.len() {
            let message = format!("it has {} indices for {} dimensions", access.forms.len(), view.sizes.len());
            return Err(self.error(node, Reason::Unsupported, message));
        }
        let (mut cell, mut slope) = (view.offset, 0);
        for (dim, form) in access.forms.iter().enumerate() {
            let first = self.value(node, form, frame)?;
            let (each, last) = match of {
                Some((counter, step, trip)) => {
                    let each = i128::from(form.slope(counter).unwrap_or(0)) * i128::from(step);
                    (each, i128::from(first) + each * i128::from(trip - 1))
                }
                None => (0, i128::from(first)),
            };
            let size = view.sizes[dim];
            let is_inside = |index: i128| index >= 0 && index < i128::from(size);
            if !is_inside(i128::from(first)) || !is_inside(last) {
                let mut index = i128::from(first);
                if is_inside(index) {
                    // The first iteration that leaves the dimension.
                    let left = if each > 0 { i128::from(size) - index } else { index + 1 };
                    index += (left + each.abs() - 1) / each.abs() * each;
                }
                let message = format!("index {index} is out of range: dimension {dim} has {size} elements");
                return Err(self.fault(node, message));
            }
            cell += first * view.strides[dim];
            // Both ends are in range.
            slope += if first as i128 == last { 0 } else { each as i64 * view.strides[dim] };
        }
        let buffer = &self.buffers[view.buffer];
        if !buffer.live {
            return Err(self.fault(node, "the memory is freed already"));
        }
        let last = of.map_or(cell, |(_, _, trip)| cell + slope * (trip - 1));
        if cell < 0 || last < 0 || cell.max(last) as usize >= buffer.len() {
            return Err(self.fault(node, "the access is outside of its buffer"));
        }
        Ok(Run { buffer: view.buffer, cell, slope })
    }
}
