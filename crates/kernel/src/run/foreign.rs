//! Calls of functions without a body: they see and change what memory they may reach, unless their declaration rules it out.
//!
//! Memory that a function without a body may reach is what it is given, what an earlier such function was given, arguments of the
//! function that runs, which its caller knows, and memory of the module: private one by calling functions of the module in turn.

use crate::plan::decode::attributes;
use crate::plan::effects::Effects;
use crate::plan::nodes::{Global, Node};
use crate::rule::Rule;
use crate::run::machine::{Machine, Reason, Result};
use crate::values::concrete;
use crate::values::memory::Origin;
use crate::values::value::{Element, Scalar, Slot, Term, View};
use std::sync::Arc;

/// Names of the memory that a call is given, and numbers.
type Given = (Vec<u32>, Vec<(Scalar, Element)>);

/// Memory that a call may reach.
struct Reached {
    /// Its name in both programs.
    name: Vec<u32>,
    view: Arc<View>,
    is_read: bool,
    is_written: bool,
}

impl Machine<'_> {
    /// A call of a function that may read and write what it can reach, and remembers what it saw before.
    pub(super) fn foreign(&mut self, node: &Node, callee: &str, effects: &Effects) -> Result<()> {
        let is_executed = self.numbers.field.is_none();
        if is_executed && !self.models_foreign {
            if self.library(node, callee)? {
                return Ok(());
            }
            let why = format!("@{} has no body: nothing of it can run", callee.escape_debug());
            return Err(self.error(node, Reason::Unsupported, why));
        }
        if effects.is_pure() {
            self.only_certain(node)?;
        } else {
            self.observe(node)?;
        }
        let (given, operands) = self.given(node)?;
        let reached = self.reached(node, effects)?;
        let mut header: Vec<u32> = callee.bytes().map(u32::from).chain(given).chain(effects.words()).collect();
        let mut seen = operands;
        for of in reached.iter().filter(|of| of.is_read) {
            header.extend(of.name.iter().copied());
            for number in 0..of.view.count() {
                self.step(node)?;
                seen.push((
                    self.fetch(node, &of.view, &of.view.indices(number))?,
                    self.buffers[of.view.buffer].element,
                ));
            }
        }
        if is_executed {
            self.hash(&header, &seen);
        } else {
            let mut terms: Vec<Term> = seen.into_iter().map(|(value, of)| self.numbers.term(value, of)).collect();
            terms.extend(self.seen);
            self.seen = Some(self.numbers.named(b"seen", &header, &terms));
        }
        let state: Vec<Term> = self.seen.into_iter().collect();
        for of in reached.iter().filter(|of| of.is_written) {
            let element = self.buffers[of.view.buffer].element;
            for number in 0..of.view.count() {
                let mut name = of.name.clone();
                name.push(number as u32);
                let value = self.answer(b"call", &name, element, &state);
                self.put(node, &of.view, &of.view.indices(number), value)?;
            }
        }
        let op = &self.module.operations[node.op as usize];
        let types: Vec<_> = op.results.iter().map(|value| self.module.type_of(*value)).collect();
        for (number, (slot, ty)) in node.results.iter().zip(types).enumerate() {
            let element =
                attributes::element(self.module, ty).filter(|_| attributes::vector(self.module, ty).is_none());
            let element = element.ok_or_else(|| {
                self.error(node, Reason::Unsupported, "a function without a body gives something else than a number")
            })?;
            self.slots[*slot as usize] = Slot::Scalar(self.answer(b"gave", &[number as u32], element, &state));
        }
        if is_executed {
            let [a, b, c, d, ..] = self.state;
            self.write(node, &format!("@{callee}#{:x} ", u32::from_le_bytes([a, b, c, d])))?;
        }
        Ok(())
    }

    /// The operands: for each memref which memory it is, and all numbers.
    fn given(&mut self, node: &Node) -> Result<Given> {
        let (mut header, mut numbers) = (Vec::new(), Vec::new());
        for slot in &node.operands {
            header.extend(self.type_words(*slot));
            match self.slots[*slot as usize].clone() {
                Slot::Scalar(value) => numbers.push((value, Element::F64)),
                Slot::Vector(lanes) => numbers.extend(lanes.iter().map(|lane| (*lane, Element::F64))),
                Slot::Memref(view) => {
                    if !self.is_known_outside(view.buffer) && !self.escaped.iter().any(|known| known.is_same(&view)) {
                        self.escaped.push(Arc::clone(&view));
                    }
                    if Rule::GivenToCalls.holds() {
                        header.extend(self.outside_name(&view));
                    }
                    for number in view.sizes.iter().chain(&view.strides).chain([&view.offset]) {
                        header.extend([*number as u32, (*number >> 32) as u32]);
                    }
                }
                Slot::Empty => return Err(self.error(node, Reason::Unsupported, "an operand has no value")),
            }
            header.push(u32::MAX);
        }
        Ok((header, numbers))
    }

    /// Whether memory is known outside without being given to anybody.
    fn is_known_outside(&self, buffer: usize) -> bool {
        match &self.buffers[buffer].origin {
            Origin::Argument(_) => true,
            Origin::Global(name) => self.plan.globals.get(name).is_some_and(Global::is_reached),
            Origin::Heap | Origin::Stack => false,
        }
    }

    /// Memory is said to begin at an address that a number divides. Of the program's own memory nobody knows where it begins.
    pub(super) fn assume(&mut self, node: &Node, alignment: u64) -> Result<()> {
        self.only_certain(node)?;
        let view = Arc::clone(self.view(node, 0)?);
        let mut name = match self.is_known_outside(view.buffer) {
            true => self.outside_name(&view),
            false => vec![3, self.salt, view.buffer as u32],
        };
        name.push(view.offset as u32);
        self.assumed.entry((name, alignment)).or_insert(self.numbers.events);
        Ok(())
    }

    /// The name of memory in both programs.
    fn outside_name(&self, view: &View) -> Vec<u32> {
        match &self.buffers[view.buffer].origin {
            Origin::Argument(number) => vec![0, *number as u32],
            Origin::Global(name) => [1, name.len() as u32].into_iter().chain(name.bytes().map(u32::from)).collect(),
            Origin::Heap | Origin::Stack => {
                vec![2, self.escaped.iter().position(|known| known.buffer == view.buffer).unwrap_or(0) as u32]
            }
        }
    }

    /// All memory that a call may reach, by which of it the declaration lets it read and write.
    fn reached(&mut self, node: &Node, effects: &Effects) -> Result<Vec<Reached>> {
        let mut given: Vec<(Arc<View>, usize)> = Vec::new();
        for (at, slot) in node.operands.iter().enumerate() {
            if let Slot::Memref(view) = &self.slots[*slot as usize] {
                given.push((Arc::clone(view), at));
            }
        }
        let mut views: Vec<Arc<View>> = Vec::new();
        for (buffer, of) in self.buffers.iter().enumerate() {
            if matches!(of.origin, Origin::Argument(_)) {
                views.push(Arc::new(View::whole(buffer, vec![of.len() as i64])));
            }
        }
        let mut names: Vec<&String> =
            self.plan.globals.iter().filter(|(_, of)| !of.constant && of.is_reached()).map(|(name, _)| name).collect();
        names.sort();
        for name in names {
            views.push(self.named_memory(node, name)?);
        }
        views.extend(self.escaped.iter().cloned());
        let mut reached = Vec::new();
        for view in views {
            let mut allowed = effects.other;
            for (of, at) in &given {
                if of.buffer == view.buffer {
                    let by = effects.of_argument(*at);
                    allowed = [allowed[0] | by[0], allowed[1] | by[1]];
                }
            }
            let buffer = &self.buffers[view.buffer];
            let mut name = self.outside_name(&view);
            name.extend(view.sizes.iter().chain([&view.offset]).map(|size| *size as u32));
            if buffer.live {
                let is_read = allowed[0] && Rule::SeenByCalls.holds();
                let is_written = allowed[1] && buffer.writable && Rule::ChangedByCalls.holds();
                reached.push(Reached { name, is_read, is_written, view });
            }
        }
        Ok(reached)
    }

    /// In an execution, all that was seen goes into the state.
    fn hash(&mut self, header: &[u32], seen: &[(Scalar, Element)]) {
        let mut hash = blake3::Hasher::new_keyed(&self.state);
        header.iter().for_each(|word| {
            hash.update(&word.to_le_bytes());
        });
        for (value, _) in seen {
            let bits = match value {
                Scalar::Int(value) => *value as u64,
                Scalar::Float(value) => value.to_bits(),
                Scalar::Term(term) => term.a,
                Scalar::Poison => u64::MAX,
            };
            hash.update(&bits.to_le_bytes());
        }
        self.state = *hash.finalize().as_bytes();
    }

    /// A number from outside, which depends on all that was seen.
    fn answer(&mut self, kind: &[u8; 4], name: &[u32], element: Element, state: &[Term]) -> Scalar {
        if self.numbers.field.is_some() {
            return Scalar::Term(self.numbers.named(kind, name, state));
        }
        let bytes: Vec<u8> = kind.iter().copied().chain(name.iter().flat_map(|word| word.to_le_bytes())).collect();
        let small = i64::from(blake3::keyed_hash(&self.state, &bytes).as_bytes()[0] % 8);
        match element.is_float() {
            true => Scalar::Float(small as f64),
            false => Scalar::Int(concrete::wrap(small, element.width())),
        }
    }
}
