//! Operations of floats, of which a search knows the values on samples and bounds, and nothing else.
//!
//! The form of a float is its bits, as a number without a sign. An operation stays as the window has it: it is rounded once, in its place, and
//! what surrounds it is planned. A conversion to an integer is undefined where the type does not hold it, so that its form has the range of
//! the type; where bounds of its operand say more ([`bounds`]), it has theirs:
//!
//! ```text
//! int32(max(min(x, 255.0f), 0.0f))        from 0 to 255: eight bits, which a saturating pack leaves as they are
//! ```
//!
//! Constants of floats are forms of their bits like those of integers: which type they have is said by what reads them.

use super::{Form, Forms, Id, Range};
use isotope_ir::expr::Op;
use isotope_ir::soft_float::bounds::{self, Bounds, Choice, Way};
use isotope_ir::term::{mask, signed};
use isotope_ir::types::Type;
use isotope_program::{FloatFormat, FloatOp, Generic, concrete};

/// An operation of one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Floating {
    /// As LLVM has it.
    pub op: FloatOp,
    /// The type of its operands.
    pub from: Type,
    /// Of its result; a truth value of a comparison.
    pub to: Type,
}

impl Floating {
    /// The format that LLVM computes in.
    pub fn format(&self) -> Option<FloatFormat> {
        FloatFormat::of(if self.from.is_float() { self.from } else { self.to })
    }

    /// Whether it is a comparison.
    pub fn compares(&self) -> bool {
        self.to.bits == 1 && !matches!(self.op, FloatOp::ToSigned | FloatOp::ToUnsigned)
    }

    // Conversions past an integer type are undefined, and a form has a value on each sample: one that a saturating conversion gives is within
    // the range, and agrees with instructions that saturate, which is what may stand there.
    /// The value on bits. Of what is undefined it is the nearest that the type has, so that ranges hold.
    fn value(&self, args: &[i128]) -> i128 {
        let Some(format) = self.format() else { return 0 };
        let bits: Vec<u128> = args.iter().map(|&v| v as u128 & mask(self.from.bits)).collect();
        let of = |op| concrete::element(&Generic::Float(op, format), &bits, self.from.bits, self.to.bits);
        let nearest = || match self.op {
            FloatOp::ToSigned => of(FloatOp::ToSignedSaturating),
            FloatOp::ToUnsigned => of(FloatOp::ToUnsignedSaturating),
            _ => None,
        };
        let value = of(self.op).or_else(nearest).unwrap_or(0);
        if self.to.is_signed() { signed(value, self.to.bits) } else { value as i128 }
    }

    /// Bounds of its result, by those of its operands.
    fn bounds(&self, forms: &Forms, args: &[Id]) -> Option<Bounds> {
        let op = match self.op {
            FloatOp::FromSigned | FloatOp::FromUnsigned => {
                return (self.to.bits >= 32).then(|| bounds::of_integers(forms.range(args[0]), self.to));
            }
            FloatOp::Add => Op::Add,
            FloatOp::Sub => Op::Sub,
            FloatOp::Mul => Op::Mul,
            _ => return None,
        };
        let (a, b) = (forms.bounds(args[0], self.from)?, forms.bounds(args[1], self.from)?);
        if self.to.bits < 32 { None } else { bounds::of_arithmetic(&op, a, b, self.to) }
    }
}

impl Forms {
    /// An operation of floats.
    pub fn float(&mut self, of: Floating, args: Vec<Id>) -> Id {
        let range = match of.to.range() {
            _ if of.compares() => (0, 1),
            None => (0, mask(of.to.bits) as i128),
            Some(own) => {
                let known = self.bounds(args[0], of.from).and_then(bounds::whole);
                known.map_or(own, |known| meet(known, own))
            }
        };
        let bounds = if of.to.is_float() { of.bounds(self, &args) } else { None };
        let id = self.intern(Form::Float(of, args.clone()), range, |s| {
            let of_sample = |i: usize| {
                let value = of.value(&args.iter().map(|&arg| s.values(arg)[i]).collect::<Vec<_>>());
                value.clamp(range.0, range.1)
            };
            (0..s.samples()).map(of_sample).collect()
        });
        if let Some(bounds) = bounds {
            self.bounds.insert(id, bounds);
        }
        id
    }

    /// A choice between two floats of a type.
    ///
    /// Bounds are kept beside the form, as those of an operation are: a minimum after a maximum has those of both.
    pub fn select_float(&mut self, condition: Id, then: Id, other: Id, ty: Type) -> Id {
        let (less, more) = match self.form(condition) {
            Form::Float(of, args) if of.from == ty => match of.op {
                FloatOp::Lt | FloatOp::Le => (Some(args[0]), Some(args[1])),
                FloatOp::Gt | FloatOp::Ge => (Some(args[1]), Some(args[0])),
                _ => (None, None),
            },
            _ => (None, None),
        };
        let way = |id| Way { bounds: self.bounds(id, ty), is_less: less == Some(id), is_more: more == Some(id) };
        let side = |id: Option<Id>| id.and_then(|id| self.bounds(id, ty));
        let bounds = Choice { less: side(less), more: side(more), then: way(then), other: way(other) }.bounds();
        let id = self.select(condition, then, other);
        if let (Some(bounds), Form::Select(..)) = (bounds, self.form(id)) {
            self.bounds.insert(id, bounds);
        }
        id
    }

    /// Whether a form is an operation of floats, or a choice by one. No instruction on integers is looked for that gives it: where one does, as a
    /// signed minimum gives that of floats without a sign, a proof that knows nothing of an order but that it is one cannot show it.
    pub fn is_floating(&self, id: Id) -> bool {
        match *self.form(id) {
            Form::Float(..) => true,
            Form::Select(condition, ..) => matches!(self.form(condition), Form::Float(..)),
            _ => false,
        }
    }

    /// Between which floats of a type a form lies.
    fn bounds(&self, id: Id, ty: Type) -> Option<Bounds> {
        match *self.form(id) {
            Form::Const(bits) if ty.is_float() && ty.bits >= 32 => bounds::of_number(bits as u64, ty),
            _ => self.bounds.get(&id).copied(),
        }
    }
}

/// The intersection; of a contradiction the second, as nothing is defined there.
fn meet(a: Range, b: Range) -> Range {
    let both = (a.0.max(b.0), a.1.min(b.1));
    if both.0 <= both.1 { both } else { b }
}
