//! Calls of intrinsics: a target's own by the instruction that they are, and some of LLVM's.

use super::{Lane, Reader, Shape};
use isotope_ir::term::{BinOp, LaneVar, Node, TermId};
use isotope_mlir::ir::{Module, Operation};
use isotope_mlir::literals::text;
use isotope_semantics::lanes::Lanes;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The variable that stands for poison while operands are replaced. No leaf has its source.
const POISON: LaneVar = LaneVar::new(u16::MAX as usize, 0);

/// An instruction that calls are.
pub(super) struct Called {
    lanes: Lanes,
    /// Bits of each operand of a call.
    taken: Vec<usize>,
    /// Bits of what a call gives.
    given: usize,
    /// See [`isotope_undefined::Instruction::operands`].
    operands: Vec<Option<usize>>,
}

impl Reader<'_, '_> {
    pub(super) fn call(
        &mut self,
        module: &Module,
        op: &Operation,
        operands: &[(Vec<Lane>, Shape)],
        to: Shape,
    ) -> Result<Vec<Lane>, String> {
        let name = text(module, op, "intrin").ok_or("has no name")?;
        let unknown = |why: &str| format!("of {name} {why}");
        if let Some(made) = self.of_llvm(&name, operands, to) {
            return Ok(made);
        }
        let constants: Vec<Option<u64>> = operands.iter().map(|(lanes, _)| self.number(lanes)).collect();
        let of = self.instruction(&name, constants).map_err(unknown)?;
        let is_shaped = |(taken, (_, shape)): (&usize, &(Vec<Lane>, Shape))| *taken == shape.all();
        if of.given != to.all() || !of.taken.iter().zip(operands).all(is_shaped) {
            return Err(unknown("has other types than the dictionary says"));
        }
        let mut made = Vec::with_capacity(of.lanes.out.len());
        for lane in &of.lanes.out {
            made.push(self.replaced(*lane, operands, &of.operands, &of.lanes.operand_bits)?);
        }
        Ok(self.recut(&made, Shape { lanes: made.len(), bits: of.lanes.out_bits }, to))
    }

    /// The instruction that a call with these constants is.
    fn instruction(&mut self, name: &str, constants: Vec<Option<u64>>) -> Result<Arc<Called>, &'static str> {
        let key = (name.to_owned(), constants);
        if let Some(known) = self.called.get(&key) {
            return Ok(Arc::clone(known));
        }
        let of = self
            .intrinsics
            .iter()
            .find_map(|set| set.instruction(name, &key.1))
            .ok_or("is no instruction of the dictionary")?;
        let lanes = of.lanes(&mut self.terms).ok_or("has no terms")?;
        if lanes.out.iter().any(|lane| self.is_opaque(*lane)) {
            return Err("computes on floats");
        }
        let taken = of.taken.iter().map(|shape| shape.all()).collect();
        let called = Arc::new(Called { lanes, taken, given: of.given.all(), operands: of.operands });
        self.called.insert(key, Arc::clone(&called));
        Ok(called)
    }

    /// A lane of an instruction with the operands of its call in it; nothing where it depends on poison.
    fn replaced(
        &mut self,
        lane: TermId,
        operands: &[(Vec<Lane>, Shape)],
        numbers: &[Option<usize>],
        bits: &[u32],
    ) -> Result<Lane, String> {
        let mut values = HashMap::new();
        for number in self.variables(lane)? {
            let (source, element) = LaneVar::of(number).pair();
            let at = numbers.iter().position(|of| *of == Some(source));
            let (Some(at), Some(each)) = (at, bits.get(source).copied()) else { return Ok(None) };
            let (own, shape) = &operands[at];
            let bits = self.bits(own, shape.bits, element * each as usize, each);
            // A lane that is chosen by constants does not depend on the others.
            values.insert(number, bits.unwrap_or_else(|| self.terms.var(POISON.number(), each)));
        }
        let made = self.terms.substitute(lane, &mut |_, number, _| values[&number]);
        let is_clean = !self.variables(made)?.contains(&POISON.number());
        Ok(is_clean.then(|| self.decided(made)))
    }

    /// Whether a term has a function in it that has no meaning.
    fn is_opaque(&self, term: TermId) -> bool {
        let (mut open, mut seen) = (vec![term], HashSet::new());
        while let Some(term) = open.pop() {
            if seen.insert(term) {
                if matches!(self.terms.node(term), Node::Apply(..)) {
                    return true;
                }
                open.extend(self.terms.operands(term));
            }
        }
        false
    }

    /// The number that an operand is.
    fn number(&self, lanes: &[Lane]) -> Option<u64> {
        let [Some(only)] = lanes else { return None };
        self.terms.as_const(*only).and_then(|value| u64::try_from(value).ok())
    }

    /// Minima, maxima and saturating sums of LLVM's own.
    fn of_llvm(&mut self, name: &str, operands: &[(Vec<Lane>, Shape)], to: Shape) -> Option<Vec<Lane>> {
        let word = name.strip_prefix("llvm.")?.rsplit_once('.')?.0;
        let [(x, of_x), (y, of_y), ..] = operands else { return None };
        if word == "abs" && *of_x == to && self.number(y) == Some(0) {
            return Some(x.iter().map(|lane| lane.map(|lane| self.magnitude(lane))).collect());
        }
        let is_known =
            matches!(word, "smax" | "smin" | "umax" | "umin" | "sadd.sat" | "uadd.sat" | "ssub.sat" | "usub.sat");
        if !is_known || operands.len() != 2 || *of_x != to || *of_y != to {
            return None;
        }
        let lanes = x.iter().zip(y).map(|(x, y)| Some(self.two(word, (*x)?, (*y)?))).collect();
        Some(lanes)
    }

    fn magnitude(&mut self, x: TermId) -> TermId {
        let zero = self.terms.constant(0, self.terms.width(x));
        let is_negative = self.terms.bin(BinOp::Slt, x, zero);
        let negated = self.terms.bin(BinOp::Sub, zero, x);
        self.terms.ite(is_negative, negated, x)
    }

    fn two(&mut self, word: &str, x: TermId, y: TermId) -> TermId {
        let is_signed = word.starts_with('s');
        let less = if is_signed { BinOp::Slt } else { BinOp::Ult };
        match word {
            "smin" | "umin" | "smax" | "umax" => {
                let is_less = self.terms.bin(less, x, y);
                if word.ends_with("min") { self.terms.ite(is_less, x, y) } else { self.terms.ite(is_less, y, x) }
            }
            _ => self.saturated(word.contains("add"), is_signed, x, y),
        }
    }

    /// In one bit more, and clamped.
    fn saturated(&mut self, is_sum: bool, is_signed: bool, x: TermId, y: TermId) -> TermId {
        let bits = self.terms.width(x);
        let wide = bits + 2;
        let terms = &mut self.terms;
        let [x, y] = [x, y].map(|term| if is_signed { terms.sext(term, wide) } else { terms.zext(term, wide) });
        let exact = terms.bin(if is_sum { BinOp::Add } else { BinOp::Sub }, x, y);
        let (least, most) = match is_signed {
            true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            false => (0, (1i128 << bits) - 1),
        };
        let [least, most] = [least, most].map(|value| terms.constant(value as u128, wide));
        let is_low = terms.bin(BinOp::Slt, exact, least);
        let is_high = terms.bin(BinOp::Slt, most, exact);
        let below = terms.ite(is_high, most, exact);
        let clamped = terms.ite(is_low, least, below);
        terms.extract(clamped, 0, bits)
    }
}
