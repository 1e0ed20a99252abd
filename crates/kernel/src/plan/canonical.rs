//! Operations on floats that are exactly others, whatever the operands are: `x * 1.0` is `x`.
//!
//! Both programs are read like this before they run, so that a pass may write the one for the other. Flags are promises, so that an
//! operation with flags stays what it is, but for those of the first program, whose promises may be dropped. Where sums and products are
//! those of a field, the field knows all this.

use crate::plan::counted::Counted;
use crate::plan::decode::attributes;
use crate::plan::nodes::{Kind, Literal, Node, Plan};
use crate::values::concrete;
use crate::values::flags::Flags;
use crate::values::op::{Name, Op, Rounding};
use crate::values::value::{Element, Scalar};
use isotope_mlir::ir::{Module, Operation};
use std::collections::{HashMap, HashSet};

/// An operation in other words.
enum Simpler {
    /// Its operand of this number.
    Operand(usize),
    /// A value that was computed before.
    Value(u32),
    /// Another operation on these values.
    Other(Name, [u32; 2]),
    /// This number.
    Constant(f64),
}

/// Facts about the values of one program, by their numbers.
#[derive(Default)]
struct Known {
    /// Float constants; of vectors those with equal lanes.
    constants: HashMap<u32, f64>,
    /// Negated values, by their negations; the same for extensions, with the types before.
    negated: HashMap<u32, u32>,
    extended: HashMap<u32, (u32, Element)>,
    /// The same of integers, by whether they are signed.
    widened: HashMap<u32, (u32, Element, bool)>,
    /// Conditions by their opposites, and comparisons of floats by their results.
    opposites: HashMap<u32, u32>,
    compared: HashMap<u32, (Op, Element, [u32; 2])>,
    truths: HashSet<u32>,
}

impl Known {
    fn note(&mut self, node: &Node) {
        let Some(result) = node.results.first() else { return };
        match (&node.kind, node.operands.as_slice()) {
            (Kind::Constant { values, .. }, _) => {
                if let Some(Literal::Float(first)) = values.first()
                    && values.iter().all(|one| matches!(one, Literal::Float(one) if one.to_bits() == first.to_bits()))
                {
                    self.constants.insert(*result, *first);
                }
                if values.iter().all(|one| matches!(one, Literal::Int(1 | -1))) {
                    self.truths.insert(*result);
                }
            }
            (Kind::Scalar { op, from, .. }, [x])
                if matches!(op.name, Name::ExtSI | Name::ExtUI) && op.flags == Flags::NONE =>
            {
                self.widened.insert(*result, (*x, *from, op.name == Name::ExtSI));
            }
            (Kind::Scalar { op, from: Element::Int(1), .. }, [x, y]) if op.name == Name::XOrI => {
                let opposite = [(*x, *y), (*y, *x)].into_iter().find(|(truth, _)| self.truths.contains(truth));
                self.opposites.extend(opposite.map(|(_, value)| (*result, value)));
            }
            (Kind::Scalar { op, from, .. }, [x, y]) if op.name == Name::CmpF && op.flags == Flags::NONE => {
                self.compared.insert(*result, (*op, *from, [*x, *y]));
            }
            (Kind::Scalar { op, .. }, [x]) if op.name == Name::NegF => {
                self.negated.insert(*result, *x);
            }
            (Kind::Scalar { op, from, .. }, [x]) if op.name == Name::ExtF => {
                self.extended.insert(*result, (*x, *from));
            }
            _ => {}
        }
    }

    fn is_constant(&self, value: u32, of: f64) -> bool {
        self.constants.get(&value).is_some_and(|constant| constant.to_bits() == of.to_bits())
    }

    /// The result of an operation on constants.
    fn folded(&self, op: Op, to: Element, operands: &[u32]) -> Option<f64> {
        let rounds = matches!(op.name, Name::AddF | Name::SubF | Name::MulF | Name::DivF);
        let values = operands.iter().map(|value| self.constants.get(value).map(|of| Scalar::Float(*of)));
        let values = values.collect::<Option<Vec<_>>>().filter(|_| rounds && op.flags == Flags::NONE)?;
        match concrete::apply(op, to, to, &values) {
            Ok(Scalar::Float(value)) if value.is_finite() => Some(value),
            _ => None,
        }
    }

    /// A number whose product with a float is its quotient by this constant, exactly.
    fn reciprocal(&self, op: Op, divisor: u32, of: Element) -> Option<f64> {
        let value = self.constants.get(&divisor).filter(|_| op.name == Name::DivF && op.flags == Flags::NONE)?;
        let exponents = match of {
            Element::F32 => -126..=126,
            Element::F64 => -1022..=1022,
            _ => return None,
        };
        // No bit of a power of two but those of its exponent is set.
        let exponent = (value.to_bits() >> 52 & 0x7ff) as i32 - 1023;
        (value.to_bits() & ((1 << 52) - 1) == 0 && exponents.contains(&exponent)).then(|| 1.0 / value)
    }

    /// The simpler form of an operation, with flags that may be used.
    fn simpler(&self, op: Op, to: Element, operands: &[u32], flags: Flags) -> Option<Simpler> {
        let may_lose_sign = flags.has(Flags::NSZ);
        let is = |at: usize, of: f64| operands.get(at).is_some_and(|value| self.is_constant(*value, of));
        let either = |of: f64| [1, 0].into_iter().find(|at| is(*at, of)).map(|at| Simpler::Operand(1 - at));
        if let Some(value) = self.folded(op, to, operands) {
            return Some(Simpler::Constant(value));
        }
        match (op.name, operands) {
            (Name::MulF, [_, _]) if is(0, 1.0) || is(1, 1.0) => either(1.0),
            (Name::MulF, [x, y]) if is(0, 2.0) || is(1, 2.0) => {
                let of = if is(1, 2.0) { *x } else { *y };
                Some(Simpler::Other(Name::AddF, [of, of]))
            }
            (Name::DivF, [..]) if is(1, 1.0) => Some(Simpler::Operand(0)),
            (Name::AddF, [_, _]) if is(0, -0.0) || is(1, -0.0) => either(-0.0),
            (Name::AddF, [_, _]) if may_lose_sign && (is(0, 0.0) || is(1, 0.0)) => either(0.0),
            (Name::MulF, [_, _]) if (is(0, 0.0) || is(1, 0.0)) && flags.has(Flags::NNAN | Flags::NSZ) => {
                Some(Simpler::Constant(0.0))
            }
            (Name::SubF, [x, y]) if x == y && flags.has(Flags::NNAN) => Some(Simpler::Constant(0.0)),
            (Name::SubF, [..]) if is(1, 0.0) || (may_lose_sign && is(1, -0.0)) => Some(Simpler::Operand(0)),
            (Name::SubF, [x, y]) => self.negated.get(y).map(|y| Simpler::Other(Name::AddF, [*x, *y])),
            (Name::AddF, [x, y]) => match (self.negated.get(x), self.negated.get(y)) {
                (_, Some(y)) => Some(Simpler::Other(Name::SubF, [*x, *y])),
                (Some(x), None) => Some(Simpler::Other(Name::SubF, [*y, *x])),
                (None, None) => None,
            },
            (Name::NegF, [x]) => self.negated.get(x).map(|value| Simpler::Value(*value)),
            (Name::TruncF, [x]) => {
                self.extended.get(x).filter(|(_, from)| *from == to).map(|(value, _)| Simpler::Value(*value))
            }
            _ => None,
        }
    }
}

/// A rewriter of the operations of one program.
struct Rewriter<'a> {
    module: &'a Module,
    /// The second program, where this is the first: what that has as it stands is not rewritten here.
    other: Option<&'a Module>,
    counted: &'a Counted,
    known: Known,
}

impl Rewriter<'_> {
    /// Whether flags of this operation may be dropped: it is one of the first program's, and the second has none of its name with flags.
    fn may_drop(&self, op: Op) -> bool {
        let has_flags = |other: &Module| {
            let same = other.operations.iter().filter(|of| of.name == op.name.text());
            same.into_iter().any(|of| Flags::of(other, of) != Ok(Flags::NONE))
        };
        op.flags == Flags::NONE || self.other.is_some_and(|other| !has_flags(other))
    }

    /// Without NaN and signs of zeros two operations are one maximum: the one that the second program has. The first keeps its flags.
    fn extremum(&self, op: &mut Op) {
        let by = match op.name {
            Name::MaximumF => Name::MaxNumF,
            Name::MinimumF => Name::MinNumF,
            Name::MaxNumF => Name::MaximumF,
            Name::MinNumF => Name::MinimumF,
            _ => return,
        };
        let has = |name: Name| self.other.is_some_and(|other| other.operations.iter().any(|of| of.name == name.text()));
        if op.flags.has(Flags::NNAN | Flags::NSZ) && has(by) && !has(op.name) {
            (op.name, op.named) = (by, self.counted.named(by.text(), op.flags));
        }
    }

    /// A choice: of one value, or by the opposite of a condition.
    fn choice(&self, node: &mut Node) {
        let [condition, x, y] = *node.operands.as_slice() else { return };
        let chooses = |op: &Operation| op.name == "arith.select" && op.operands.get(1) == op.operands.get(2);
        let is_chosen = |other: &Module| other.operations.iter().any(chooses);
        if x == y && self.other.is_some_and(|other| !is_chosen(other)) {
            (node.kind, node.operands) = (Kind::Same, vec![x]);
        } else if let Some(opposite) = self.known.opposites.get(&condition) {
            node.operands = vec![*opposite, y, x];
        }
    }

    fn rewrite(&self, node: &mut Node) {
        if let Kind::Select(_) = node.kind {
            return self.choice(node);
        }
        let Kind::Scalar { op, from, to } = &node.kind else { return };
        let (mut op, mut from, to) = (*op, *from, *to);
        // The opposite of a comparison is one, too: `ord` and `uno` are each other's, and so are numbers that add up to 14.
        let opposite = node.results.first().and_then(|result| self.known.opposites.get(result));
        if let Some((compared, of, operands)) = opposite.and_then(|value| self.known.compared.get(value)) {
            let predicate = match compared.predicate {
                0 | 15 => 15 - compared.predicate,
                7 | 14 => 21 - compared.predicate,
                other => 14 - other,
            };
            (op, from) = (Op { predicate, ..*compared }, *of);
            (node.kind, node.operands) = (Kind::Scalar { op, from, to }, operands.to_vec());
        }
        // A number that is extended first is the same number.
        if let (Name::SIToFP | Name::UIToFP, [x]) = (op.name, node.operands.as_slice())
            && let Some((value, own, is_signed)) = self.known.widened.get(x)
            && (!is_signed || op.name == Name::SIToFP)
            && op.flags == Flags::NONE
        {
            op.name = if *is_signed { Name::SIToFP } else { Name::UIToFP };
            (node.kind, node.operands) = (Kind::Scalar { op, from: *own, to }, vec![*value]);
            return;
        }
        self.extremum(&mut op);
        node.kind = Kind::Scalar { op, from, to };
        if !self.may_drop(op) || op.rounding != Rounding::Nearest {
            return;
        }
        // `a > b` is `b < a`.
        let swapped = matches!((op.name, op.predicate), (Name::CmpF, 2 | 3 | 9 | 10) | (Name::CmpI, 4 | 5 | 8 | 9));
        if let ([x, y], true) = (node.operands.as_slice(), swapped) {
            op.predicate = if op.name == Name::CmpF { op.predicate + 2 } else { op.predicate - 2 };
            (node.kind, node.operands) = (Kind::Scalar { op, from, to }, vec![*y, *x]);
        } else if from.is_float()
            && let Some(simpler) = self.known.simpler(op, to, &node.operands, op.flags)
        {
            self.replace(node, simpler, (op, from, to));
        }
    }

    fn replace(&self, node: &mut Node, by: Simpler, (op, from, to): (Op, Element, Element)) {
        match by {
            Simpler::Operand(at) => (node.kind, node.operands) = (Kind::Same, vec![node.operands[at]]),
            Simpler::Value(value) => (node.kind, node.operands) = (Kind::Same, vec![value]),
            Simpler::Other(name, operands) => {
                let named = self.counted.named(name.text(), op.flags);
                node.kind = Kind::Scalar { op: Op { name, named, ..op }, from, to };
                node.operands = operands.to_vec();
            }
            Simpler::Constant(value) => {
                let result = self.module.operations[node.op as usize].results.first();
                if result.is_some_and(|value| !attributes::is_vector(self.module, self.module.type_of(*value))) {
                    let values = vec![Literal::Float(value)];
                    (node.kind, node.operands) = (Kind::Constant { element: to, values, vector: false }, Vec::new());
                }
            }
        }
    }
}

impl Plan {
    /// Rewrites operations of a plan. `other`: the second program, where this is the first one's plan.
    pub fn simplify(&mut self, module: &Module, other: Option<&Module>, counted: &Counted) {
        self.multiply_by_reciprocals(module);
        let mut known = Known::default();
        self.blocks.iter().flat_map(|block| &block.nodes).for_each(|node| known.note(node));
        let rewriter = Rewriter { module, other, counted, known };
        for node in self.blocks.iter_mut().flat_map(|block| &mut block.nodes) {
            rewriter.rewrite(node);
        }
    }

    /// A quotient by a power of two is a product.
    fn multiply_by_reciprocals(&mut self, module: &Module) {
        let mut known = Known::default();
        self.blocks.iter().flat_map(|block| &block.nodes).for_each(|node| known.note(node));
        let mut next = self.values as u32;
        for block in &mut self.blocks {
            let mut nodes = Vec::with_capacity(block.nodes.len());
            for mut node in std::mem::take(&mut block.nodes) {
                if let (Kind::Scalar { op, from, to }, [_, divisor]) = (&node.kind, node.operands.as_slice())
                    && let Some(value) = known.reciprocal(*op, *divisor, *from)
                {
                    let ty = module.operations[node.op as usize].results.first().map(|value| module.type_of(*value));
                    let lanes = ty.and_then(|ty| attributes::vector(module, ty));
                    let count = lanes.iter().flatten().product::<i64>() as usize;
                    let values = vec![Literal::Float(value); count];
                    let kind = Kind::Constant { element: *to, values, vector: lanes.is_some() };
                    let (op, place, regions) = (node.op, node.place, Vec::new());
                    nodes.push(Node { op, place, kind, operands: Vec::new(), results: vec![next], regions });
                    let Kind::Scalar { op, .. } = &mut node.kind else { continue };
                    op.name = Name::MulF;
                    node.operands[1] = next;
                    next += 1;
                }
                nodes.push(node);
            }
            block.nodes = nodes;
        }
        self.values = next as usize;
    }
}
