//! Expressions: operators, conversions, slices and typed members, at known positions and at such as depend on data.
//!
//! Evaluation gives exact integers with as much of their width and sign as is known ([`Value`]). `want` says how many
//! low bits the context keeps; it is a permission to compute less, never a demand, and a value may come back wider.
//!
//! Positions come in three kinds. Known ones, by far the most, pick segments of a register and make no term. Those that
//! are data (`VPERMB`, `PSHUFB`) become a choice among all positions that the index may have. A slice whose both ends
//! are data has a width only if their difference does not depend on it.

use super::arith;
use super::domain::Domain;
use super::fault::{Done, Fault};
use super::machine::{Machine, Var};
use super::place::{Place, position, span};
use super::value::*;
use crate::limits::{MAX_INDEX_VALUES, MAX_REGISTER_BITS};
use crate::pseudo::ast::{BinOp as Op, Cast, Expr, UnOp};
use crate::pseudo::root;
use isotope_ir::term::{BinOp, signed};

impl<'a, D: Domain> Machine<'a, D> {
    /// The value of an expression; `want` as in [`arith`].
    pub(super) fn eval(&mut self, expr: &'a Expr, want: Option<u32>) -> Done<Value<D::V>> {
        self.step()?;
        self.enter()?;
        let value = self.eval_here(expr, want)?;
        self.leave();
        Ok(value)
    }

    /// One level of [`Machine::eval`].
    fn eval_here(&mut self, expr: &'a Expr, want: Option<u32>) -> Done<Value<D::V>> {
        match expr {
            Expr::Int(v) => Ok(Value::Int(*v)),
            // The register file's highest bit would do as well: what is above the result is nobody's.
            Expr::Max => Ok(Value::Int(i128::from(self.result_bits) - 1)),
            Expr::Var(sym) => self.variable(*sym),
            Expr::Slice(base, hi, lo) => self.slice_of(base, hi, lo),
            Expr::Bit(base, index) => self.element(base, index, 1),
            Expr::Member(base, bits, Some(index)) => self.element(base, index, *bits),
            // `tmp.word`: the low bits as an element, or, in a conversion's reach, what will be of that width.
            Expr::Member(base, bits, None) => {
                let value = self.eval(base, Some(*bits))?;
                slice(self.d, &value, 0, *bits)
            }
            Expr::Un(op, a) => {
                let a = self.eval(a, want)?;
                if *op == UnOp::Neg
                    && let Some(negated) = self.float_negation(&a)?
                {
                    return Ok(negated);
                }
                arith::unary(self.d, *op, &a, want)
            }
            Expr::Bin(op, a, b) => self.binary(*op, a, b, want),
            // Only the side that is taken is looked at where that is known: the other may be no value at all.
            Expr::Cond(c, a, b) => {
                let c = self.eval(c, None)?;
                let c = truth(self.d, &c)?;
                match self.d.as_const(c) {
                    Some(0) => self.eval(b, want),
                    Some(_) => self.eval(a, want),
                    None => {
                        let (a, b) = (self.eval(a, want)?, self.eval(b, want)?);
                        choose(self.d, c, &a, &b)
                    }
                }
            }
            // Arguments are exact: a function may compare or saturate them.
            Expr::Call(name, args) => {
                let args = args.iter().map(|a| self.eval(a, None)).collect::<Done<Vec<_>>>()?;
                // A parameter may hold a function's name.
                let name = match self.lookup(*name).map(|v| (**v).clone()) {
                    Some(Var::Whole(Value::Function(bound))) => bound,
                    _ => *name,
                };
                match self.builtin(name, &args)? {
                    Some(value) => Ok(value),
                    None => self.call(name, args, want),
                }
            }
            Expr::Infix(op, a, b) => {
                let args = vec![self.eval(a, None)?, self.eval(b, None)?];
                match self.variable(*op)? {
                    Value::Function(name) => self.call(name, args, want),
                    _ => Err(Fault::NoFunction(self.name(*op))),
                }
            }
            Expr::Cast(cast, a) => self.cast(*cast, a),
            // Semantics with these are refused when they are linked; a text that is run without is refused here.
            Expr::Real(text) => {
                let value: f64 = text.parse().map_err(|_| Fault::Unsupported(text.clone()))?;
                Ok(Value::Real(value.to_bits()))
            }
            Expr::Opaque(text) => Err(Fault::Unsupported(text.clone())),
            Expr::Field(_, name) => Err(Fault::Unsupported(format!(".{name}"))),
        }
    }

    /// An operator with its operands evaluated as it may have them: see the head of [`arith`] for what passes `want`
    /// on.
    fn binary(&mut self, op: Op, a: &'a Expr, b: &'a Expr, want: Option<u32>) -> Done<Value<D::V>> {
        if let Some(value) = self.fused(op, a, b)? {
            return Ok(value);
        }
        // The amount of a shift is exact in any case: its high bits matter.
        // Only these are right when their operands are known modulo two to a width.
        let inner = match op {
            Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor => want,
            _ => None,
        };
        let x = self.eval(a, if op == Op::Shl { want } else { inner })?;
        // The right side may be meaningless when the left side decides: `tmp >= 0 AND a[tmp] == 0`. The result is what
        // it would be had both been looked at, an integer or one bit: a complement around it sees the difference.
        let bit = width(self.d, &x) == 1;
        let decides = match (op, known(self.d, &x)) {
            (Op::And, Some(0)) => bit || x == Value::Int(0),
            (Op::LogicAnd, Some(0)) => true,
            (Op::LogicOr, Some(c)) => c != 0,
            _ => false,
        };
        if decides {
            let holds = i128::from(op == Op::LogicOr);
            return Ok(match x {
                Value::Int(_) => Value::Int(holds),
                _ => Value::Word { v: self.d.constant(holds as u128, 1), signed_at: 0 },
            });
        }
        let y = self.eval(b, inner)?;
        if self.on_floats(&x, &y)
            && let Some(value) = self.float_operator(op, &x, &y)?
        {
            return Ok(value);
        }
        arith::binary(self.d, op, &x, &y, want)
    }

    /// A conversion. The guide writes them both on slices, where they say how bits read, and on computed values, where
    /// they cut: `SignExtend32(a.byte[0])` extends eight bits, `Truncate16(x * y)` drops some. A slice is told by its
    /// syntax; a computed value that is narrow enough stays the integer that it is.
    fn cast(&mut self, cast: Cast, a: &'a Expr) -> Done<Value<D::V>> {
        let bits = match cast {
            Cast::ZeroExtend(n) | Cast::SignExtend(n) | Cast::Truncate(n) | Cast::Int(n) | Cast::UInt(n) => Some(n),
            Cast::Signed | Cast::Unsigned => None,
            Cast::Float(format) => {
                let value = self.eval(a, None)?;
                return self.reread(&value, format);
            }
        };
        let value = self.eval(a, bits)?;
        // A place that has elements or bits of its own, as against one that was computed from such.
        let raw = matches!(a, Expr::Var(_) | Expr::Slice(..) | Expr::Bit(..) | Expr::Member(..));
        let have = width(self.d, &value);
        // The same bits under another reading.
        let reread = |value, at: u32| match value {
            Value::Word { v, .. } => Value::Word { v, signed_at: at },
            Value::Wide { parts, width, .. } => Value::Wide { parts, width, signed_at: at },
            other => other,
        };
        // The integer modulo two to `n`, read with a sign at `at` bits.
        let low = |m: &mut Self, value: &Value<D::V>, n: u32, at: u32| {
            let parts = pieces(m.d, value, n)?;
            Ok(from_parts(m.d, parts, at))
        };
        match cast {
            // Of a slice that is wider than the conversion bits are dropped, below.
            Cast::ZeroExtend(n) if raw && have <= n && !matches!(value, Value::Int(_)) => Ok(reread(value, 0)),
            Cast::SignExtend(n) if raw && have <= n && !matches!(value, Value::Int(_)) => Ok(reread(value, have)),
            Cast::SignExtend(n) if have < n => Ok(value),
            // Not negative, and narrow enough: as it is.
            Cast::ZeroExtend(n) if have <= n && signed_at(&value) != have && !matches!(value, Value::Int(_)) => {
                Ok(value)
            }
            Cast::Signed if raw => Ok(reread(value, have)),
            Cast::Unsigned if raw => Ok(reread(value, 0)),
            Cast::Signed | Cast::Unsigned => Ok(value),
            Cast::SignExtend(n) | Cast::Int(n) => low(self, &value, n, n),
            Cast::ZeroExtend(n) | Cast::Truncate(n) | Cast::UInt(n) => low(self, &value, n, 0),
            // Above.
            Cast::Float(format) => self.reread(&value, format),
        }
    }

    /// The known integer that an expression is; `None` when it depends on data.
    pub(super) fn integer(&mut self, expr: &'a Expr) -> Done<Option<i128>> {
        let value = self.eval(expr, None)?;
        Ok(known(self.d, &value))
    }

    /// The name of a place in messages: the variable that it is a part of.
    fn named(&self, base: &Expr) -> String {
        root(base).map_or("an expression".into(), |sym| self.name(sym))
    }

    /// `base[hi:lo]`, in either order of its ends, at known positions or such as are data.
    fn slice_of(&mut self, base: &'a Expr, hi: &'a Expr, lo: &'a Expr) -> Done<Value<D::V>> {
        let low = self.eval(lo, None)?;
        let high = self.eval(hi, None)?;
        match (known(self.d, &low), known(self.d, &high)) {
            (Some(low), Some(high)) if high >= low => {
                let width = span(low, high, || self.named(base))?;
                self.fetch(base, low, width)
            }
            (Some(low), Some(high)) => {
                let width = span(high, low, || self.named(base))?;
                self.reversed(base, high, width)
            }
            _ => {
                let width = self.distance(hi, lo)?.checked_add(1).and_then(|width| u32::try_from(width).ok());
                self.select(base, &low, 1, width.ok_or(Fault::DataWidth)?)
            }
        }
    }

    /// `v[0:7]`: bits in reverse order.
    /// How `CRC32` reflects its operands.
    fn reversed(&mut self, base: &'a Expr, lo: i128, width: u32) -> Done<Value<D::V>> {
        let value = self.fetch(base, lo, width)?;
        let s = scalar(self.d, &value)?;
        let v = fit(self.d, s, width);
        let bits: Vec<_> = (0..width).rev().map(|i| self.d.extract(v, i, 1)).collect();
        let v = join(self.d, &bits)?;
        Ok(Value::Word { v, signed_at: 0 })
    }

    /// Element `index` of `bits` bits: `a.dword[i]`, or a bit.
    fn element(&mut self, base: &'a Expr, index: &'a Expr, bits: u32) -> Done<Value<D::V>> {
        let at = self.eval(index, None)?;
        match known(self.d, &at) {
            Some(at) => self.fetch(base, at.saturating_mul(bits.into()), bits),
            None => self.select(base, &at, bits, bits),
        }
    }

    /// Bits `lo .. lo + width` of an expression.
    fn fetch(&mut self, base: &'a Expr, lo: i128, width: u32) -> Done<Value<D::V>> {
        if let Expr::Var(sym) = base {
            return self.read(*sym, lo, width);
        }
        let at = position(lo, width, MAX_REGISTER_BITS, || self.named(base))?;
        // A member of a member reads inside the outer one; anything else is computed first.
        match self.place(base)? {
            Some(Place { var, lo: outer, width: Some(_) }) => self.read(var, outer.saturating_add(lo), width),
            // Bits above the slice are not kept, hence not wanted.
            _ => {
                let value = self.eval(base, Some(at + width))?;
                slice(self.d, &value, at, width)
            }
        }
    }

    /// A slice whose position is data: every position it may have, chosen by comparing.
    /// Highest value first, so that the lowest is the outermost choice; the highest needs no test, being what is left.
    /// A value at which the slice leaves its register is an error even if it cannot come up: the vendor masks indices
    /// (`idx[3:0]`).
    fn select(&mut self, base: &'a Expr, at: &Value<D::V>, scale: u32, width: u32) -> Done<Value<D::V>> {
        let index = scalar(self.d, at)?;
        let values = self.d.possible(index.v).ok_or(Fault::DataIndex(MAX_INDEX_VALUES))?;
        let mut out: Option<Value<D::V>> = None;
        for &bits in values.iter().rev() {
            let lo = if index.signed { signed(bits, index.width) } else { bits as i128 };
            let piece = self.fetch(base, lo.saturating_mul(scale.into()), width)?;
            out = Some(match out {
                None => piece,
                Some(rest) => {
                    let wanted = self.d.constant(bits, index.width);
                    let c = self.d.bin(BinOp::Eq, index.v, wanted);
                    choose_raw(self.d, c, &piece, &rest, width)?
                }
            });
        }
        out.ok_or(Fault::DataIndex(MAX_INDEX_VALUES))
    }

    /// `hi - lo` when both depend on data but their difference does not.
    /// The ends as sums of what is data: in `a[i+7:i]` the `i` cancels. Anything but sums, and products by known
    /// factors, is taken as a whole, by its syntax: a variable has one value throughout an expression.
    fn distance(&mut self, hi: &'a Expr, lo: &'a Expr) -> Done<i128> {
        let mut terms: Vec<(&'a Expr, i128)> = Vec::new();
        let constant = self.linear(hi, 1, &mut terms)?.checked_add(self.linear(lo, -1, &mut terms)?);
        if terms.iter().any(|(_, k)| *k != 0) { Err(Fault::DataWidth) } else { constant.ok_or(Fault::ConstantOverflow) }
    }

    /// `k` times an expression as a sum: the constant part is the result, the others are added to `out`.
    fn linear(&mut self, e: &'a Expr, k: i128, out: &mut Vec<(&'a Expr, i128)>) -> Done<i128> {
        let exact = |v: Option<i128>| v.ok_or(Fault::ConstantOverflow);
        if let Some(c) = self.integer(e)? {
            return exact(c.checked_mul(k));
        }
        match e {
            Expr::Bin(Op::Add, a, b) => exact(self.linear(a, k, out)?.checked_add(self.linear(b, k, out)?)),
            Expr::Bin(Op::Sub, a, b) => exact(self.linear(a, k, out)?.checked_add(self.linear(b, -k, out)?)),
            Expr::Bin(Op::Mul, a, b) => match (self.integer(a)?, self.integer(b)?) {
                (Some(c), _) => self.linear(b, exact(k.checked_mul(c))?, out),
                (_, Some(c)) => self.linear(a, exact(k.checked_mul(c))?, out),
                _ => Err(Fault::DataWidth),
            },
            other => {
                match out.iter_mut().find(|(e, _)| *e == other) {
                    Some((_, sum)) => *sum = exact(sum.checked_add(k))?,
                    None => out.push((other, k)),
                }
                Ok(0)
            }
        }
    }

    /// Where an assignable expression lies; `None` when it is no part of a variable.
    pub(super) fn place(&mut self, target: &'a Expr) -> Done<Option<Place>> {
        Ok(match target {
            Expr::Var(sym) => Some(Place { var: *sym, lo: 0, width: None }),
            Expr::Slice(base, hi, lo) => {
                let (Some(lo), Some(hi)) = (self.integer(lo)?, self.integer(hi)?) else { return Err(Fault::DataWidth) };
                let width = span(lo, hi, || self.named(base))?;
                self.place(base)?.map(|outer| outer.inside(lo, width))
            }
            Expr::Bit(base, index) => {
                let at = self.integer(index)?.ok_or(Fault::DataWidth)?;
                self.place(base)?.map(|outer| outer.inside(at, 1))
            }
            Expr::Member(base, bits, index) => {
                let at = match index {
                    Some(index) => self.integer(index)?.ok_or(Fault::DataWidth)?,
                    None => 0,
                };
                self.place(base)?.map(|outer| outer.inside(at.saturating_mul((*bits).into()), *bits))
            }
            _ => None,
        })
    }
}

/// `c ? a : b` on bits, both of `width`.
/// Unlike `choose`, which joins integers: here both are the same slice of one register, with one reading.
fn choose_raw<D: Domain>(d: &mut D, c: D::V, a: &Value<D::V>, b: &Value<D::V>, width: u32) -> Done<Value<D::V>> {
    let (pa, pb) = (pieces(d, a, width)?, pieces(d, b, width)?);
    let parts = align(d, &pa, &pb).into_iter().map(|(x, y)| d.ite(c, x, y)).collect();
    Ok(from_parts(d, parts, signed_at(a)))
}
