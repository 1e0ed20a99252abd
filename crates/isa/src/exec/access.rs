//! Expressions: variables, slices, typed members, calls; and assignment to them.

use super::arith;
use super::domain::Domain;
use super::machine::{Machine, Var};
use super::register::Register;
use super::value::*;
use super::{Done, Fault};
use crate::limits::{MAX_INDEX_VALUES, MAX_REGISTER_BITS};
use crate::pseudo::ast::{BinOp as Op, Cast, Expr, Sym};
use crate::semantics::root;
use isotope_ir::term::BinOp;
use std::rc::Rc;

/// A place inside a variable.
struct Place {
    var: Sym,
    /// Lowest bit.
    lo: i128,
    /// Number of bits; `None` is the whole variable.
    width: Option<u32>,
}

impl<'a, D: Domain> Machine<'a, D> {
    /// The value of an expression; `want` as in [`arith`].
    pub(super) fn eval(&mut self, expr: &'a Expr, want: Option<u32>) -> Done<Value<D::V>> {
        self.step()?;
        match expr {
            Expr::Int(v) => Ok(Value::Int(*v)),
            Expr::Max => Ok(Value::Int(i128::from(self.result_bits) - 1)),
            Expr::Var(sym) => self.variable(*sym),
            Expr::Slice(base, hi, lo) => self.slice_of(base, hi, lo),
            Expr::Bit(base, index) => self.element(base, index, 1),
            Expr::Member(base, bits, Some(index)) => self.element(base, index, *bits),
            Expr::Member(base, bits, None) => {
                let value = self.eval(base, Some(*bits))?;
                slice(self.d, &value, 0, *bits)
            }
            Expr::Un(op, a) => {
                let a = self.eval(a, want)?;
                arith::unary(self.d, *op, &a, want)
            }
            Expr::Bin(op, a, b) => self.binary(*op, a, b, want),
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
            Expr::Call(name, args) => {
                let args = args.iter().map(|a| self.eval(a, None)).collect::<Done<Vec<_>>>()?;
                let name = match self.lookup(*name).map(|v| (**v).clone()) {
                    Some(Var::Whole(Value::Function(bound))) => bound,
                    _ => *name,
                };
                self.call(name, args, want)
            }
            Expr::Infix(op, a, b) => {
                let args = vec![self.eval(a, None)?, self.eval(b, None)?];
                match self.variable(*op)? {
                    Value::Function(name) => self.call(name, args, want),
                    _ => Err(Fault::NoFunction(self.name(*op))),
                }
            }
            Expr::Cast(cast, a) => self.cast(*cast, a),
            Expr::Opaque(text) => Err(Fault::Unsupported(text.clone())),
            Expr::Field(_, name) => Err(Fault::Unsupported(format!(".{name}"))),
        }
    }

    fn binary(&mut self, op: Op, a: &'a Expr, b: &'a Expr, want: Option<u32>) -> Done<Value<D::V>> {
        // Only these are right when their operands are known modulo two to a width.
        let inner = match op {
            Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor => want,
            _ => None,
        };
        let x = self.eval(a, if op == Op::Shl { want } else { inner })?;
        let decided = known(self.d, &x);
        match op {
            // The right side may be meaningless when the left side decides: `tmp >= 0 AND a[tmp] == 0`.
            Op::And | Op::LogicAnd if decided == Some(0) => return Ok(Value::Int(0)),
            Op::LogicOr if decided.is_some_and(|c| c != 0) => return Ok(Value::Int(1)),
            _ => {}
        }
        let y = self.eval(b, inner)?;
        arith::binary(self.d, op, &x, &y, want)
    }

    fn cast(&mut self, cast: Cast, a: &'a Expr) -> Done<Value<D::V>> {
        let bits = match cast {
            Cast::ZeroExtend(n) | Cast::SignExtend(n) | Cast::Truncate(n) | Cast::Int(n) | Cast::UInt(n) => Some(n),
            Cast::Signed | Cast::Unsigned => None,
        };
        let value = self.eval(a, bits)?;
        let raw = matches!(a, Expr::Var(_) | Expr::Slice(..) | Expr::Bit(..) | Expr::Member(..));
        let have = width(self.d, &value);
        let reread = |value, at: u32| match value {
            Value::Word { v, .. } => Value::Word { v, signed_at: at },
            Value::Wide { parts, width, .. } => Value::Wide { parts, width, signed_at: at },
            other => other,
        };
        let low = |m: &mut Self, value: &Value<D::V>, n: u32, at: u32| {
            let parts = pieces(m.d, value, n)?;
            Ok(from_parts(m.d, parts, at))
        };
        match cast {
            Cast::ZeroExtend(n) if raw && have <= n && !matches!(value, Value::Int(_)) => Ok(reread(value, 0)),
            Cast::SignExtend(n) if raw && have <= n && !matches!(value, Value::Int(_)) => Ok(reread(value, have)),
            Cast::SignExtend(n) if have < n => Ok(value),
            Cast::ZeroExtend(n) if have <= n && signed_at(&value) != have && !matches!(value, Value::Int(_)) => {
                Ok(value)
            }
            Cast::Signed if raw => Ok(reread(value, have)),
            Cast::Unsigned if raw => Ok(reread(value, 0)),
            Cast::Signed | Cast::Unsigned => Ok(value),
            Cast::SignExtend(n) | Cast::Int(n) => low(self, &value, n, n),
            Cast::ZeroExtend(n) | Cast::Truncate(n) | Cast::UInt(n) => low(self, &value, n, 0),
        }
    }

    /// The value of a variable as a whole.
    pub(super) fn variable(&mut self, sym: Sym) -> Done<Value<D::V>> {
        match self.lookup(sym).cloned() {
            Some(var) => match &*var {
                Var::Whole(value) => Ok(value.clone()),
                Var::Register(register) => register.whole(self.d).map_err(|lo| Fault::Unwritten {
                    name: self.name(sym),
                    lo,
                    hi: register.extent(self.d),
                }),
            },
            None if self.program.functions.iter().any(|f| f.name == sym) => Ok(Value::Function(sym)),
            None => Err(Fault::Unknown { name: self.name(sym) }),
        }
    }

    /// The known integer that an expression is; `None` when it depends on data.
    pub(super) fn integer(&mut self, expr: &'a Expr) -> Done<Option<i128>> {
        let value = self.eval(expr, None)?;
        Ok(known(self.d, &value))
    }

    fn slice_of(&mut self, base: &'a Expr, hi: &'a Expr, lo: &'a Expr) -> Done<Value<D::V>> {
        let low = self.eval(lo, None)?;
        let high = self.eval(hi, None)?;
        match (known(self.d, &low), known(self.d, &high)) {
            (Some(low), Some(high)) if high >= low => self.fetch(base, low, (high - low + 1) as u32),
            (Some(low), Some(high)) => self.reversed(base, high, (low - high + 1) as u32),
            _ => {
                let width = self.distance(hi, lo)? + 1;
                let width = u32::try_from(width).map_err(|_| Fault::DataWidth)?;
                self.select(base, &low, 1, width)
            }
        }
    }

    /// `v[0:7]`: bits in reverse order.
    fn reversed(&mut self, base: &'a Expr, lo: i128, width: u32) -> Done<Value<D::V>> {
        let value = self.fetch(base, lo, width)?;
        let s = scalar(self.d, &value)?;
        let v = fit(self.d, s, width);
        let bits: Vec<_> = (0..width).rev().map(|i| self.d.extract(v, i, 1)).collect();
        let v = join(self.d, &bits)?;
        Ok(Value::Word { v, signed_at: 0 })
    }

    fn element(&mut self, base: &'a Expr, index: &'a Expr, bits: u32) -> Done<Value<D::V>> {
        let at = self.eval(index, None)?;
        match known(self.d, &at) {
            Some(at) => self.fetch(base, at * i128::from(bits), bits),
            None => self.select(base, &at, bits, bits),
        }
    }

    /// Bits `lo .. lo + width` of an expression.
    fn fetch(&mut self, base: &'a Expr, lo: i128, width: u32) -> Done<Value<D::V>> {
        let end = lo + i128::from(width);
        let bad = |m: &Self, base: &Expr, bits| {
            let name = root(base).map_or("an expression".into(), |s| m.name(s));
            Fault::OutOfRange { name, lo, hi: end, bits }
        };
        if lo < 0 || end > i128::from(MAX_REGISTER_BITS) {
            return Err(bad(self, base, MAX_REGISTER_BITS));
        }
        let lo = lo as u32;
        if let Expr::Var(sym) = base {
            let Some(var) = self.lookup(*sym).cloned() else { return Err(Fault::Unknown { name: self.name(*sym) }) };
            return match &*var {
                Var::Whole(value) => slice(self.d, value, lo, width),
                Var::Register(register) => {
                    if register.bits.is_some_and(|bits| end > i128::from(bits)) {
                        return Err(bad(self, base, register.bits.unwrap_or(0)));
                    }
                    let parts = register.read(self.d, lo, width).map_err(|lo| Fault::Unwritten {
                        name: self.name(*sym),
                        lo,
                        hi: end as u32,
                    })?;
                    Ok(from_parts(self.d, parts, register.signed_at))
                }
            };
        }
        // A member of a member reads inside the outer one; anything else is computed first.
        match self.place(base)? {
            Some(Place { var, lo: outer, width: Some(_) }) => {
                let var = Expr::Var(var);
                self.fetch_owned(&var, outer + i128::from(lo), width)
            }
            _ => {
                let value = self.eval(base, Some(lo + width))?;
                slice(self.d, &value, lo, width)
            }
        }
    }

    fn fetch_owned(&mut self, base: &Expr, lo: i128, width: u32) -> Done<Value<D::V>> {
        let Expr::Var(sym) = base else { return Err(Fault::Target) };
        let Some(var) = self.lookup(*sym).cloned() else { return Err(Fault::Unknown { name: self.name(*sym) }) };
        match &*var {
            Var::Whole(value) => slice(self.d, value, lo as u32, width),
            Var::Register(register) => {
                let end = lo + i128::from(width);
                if let Some(bits) = register.bits.filter(|bits| end > i128::from(*bits)) {
                    return Err(Fault::OutOfRange { name: self.name(*sym), lo, hi: end, bits });
                }
                let parts = register.read(self.d, lo as u32, width).map_err(|lo| Fault::Unwritten {
                    name: self.name(*sym),
                    lo,
                    hi: end as u32,
                })?;
                Ok(from_parts(self.d, parts, register.signed_at))
            }
        }
    }

    /// A slice whose position is data: every position it may have, chosen by comparing.
    fn select(&mut self, base: &'a Expr, at: &Value<D::V>, scale: u32, width: u32) -> Done<Value<D::V>> {
        let index = scalar(self.d, at)?;
        let values = self.d.possible(index.v).ok_or(Fault::DataIndex(MAX_INDEX_VALUES))?;
        let mut out: Option<Value<D::V>> = None;
        for &bits in values.iter().rev() {
            let lo = if index.signed { isotope_ir::term::signed(bits, index.width) } else { bits as i128 };
            let piece = self.fetch(base, lo * i128::from(scale), width)?;
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
    fn distance(&mut self, hi: &'a Expr, lo: &'a Expr) -> Done<i128> {
        let mut terms: Vec<(&'a Expr, i128)> = Vec::new();
        let constant = self.linear(hi, 1, &mut terms)? + self.linear(lo, -1, &mut terms)?;
        if terms.iter().any(|(_, k)| *k != 0) { Err(Fault::DataWidth) } else { Ok(constant) }
    }

    fn linear(&mut self, e: &'a Expr, k: i128, out: &mut Vec<(&'a Expr, i128)>) -> Done<i128> {
        if let Some(c) = self.integer(e)? {
            return Ok(c * k);
        }
        match e {
            Expr::Bin(Op::Add, a, b) => Ok(self.linear(a, k, out)? + self.linear(b, k, out)?),
            Expr::Bin(Op::Sub, a, b) => Ok(self.linear(a, k, out)? + self.linear(b, -k, out)?),
            Expr::Bin(Op::Mul, a, b) => match (self.integer(a)?, self.integer(b)?) {
                (Some(c), _) => self.linear(b, k * c, out),
                (_, Some(c)) => self.linear(a, k * c, out),
                _ => Err(Fault::DataWidth),
            },
            other => {
                match out.iter_mut().find(|(e, _)| *e == other) {
                    Some((_, sum)) => *sum += k,
                    None => out.push((other, k)),
                }
                Ok(0)
            }
        }
    }

    /// Where an assignable expression lies; `None` when it is no part of a variable.
    fn place(&mut self, target: &'a Expr) -> Done<Option<Place>> {
        let inside = |outer: Option<Place>, lo: i128, width: u32| {
            outer.map(|o| Place { var: o.var, lo: o.lo + lo, width: Some(width) })
        };
        Ok(match target {
            Expr::Var(sym) => Some(Place { var: *sym, lo: 0, width: None }),
            Expr::Slice(base, hi, lo) => {
                let (Some(lo), Some(hi)) = (self.integer(lo)?, self.integer(hi)?) else { return Err(Fault::DataWidth) };
                let width = u32::try_from(hi - lo + 1).unwrap_or(0);
                inside(self.place(base)?, lo, width)
            }
            Expr::Bit(base, index) => {
                let at = self.integer(index)?.ok_or(Fault::DataWidth)?;
                inside(self.place(base)?, at, 1)
            }
            Expr::Member(base, bits, index) => {
                let at = match index {
                    Some(index) => self.integer(index)?.ok_or(Fault::DataWidth)?,
                    None => 0,
                };
                inside(self.place(base)?, at * i128::from(*bits), *bits)
            }
            _ => None,
        })
    }

    /// A variable in the position of a target whose value is data.
    fn data_index(&mut self, target: &'a Expr) -> Done<Option<Sym>> {
        let mut found = None;
        let mut indices: Vec<&'a Expr> = Vec::new();
        let mut at = target;
        loop {
            at = match at {
                Expr::Slice(base, hi, lo) => {
                    indices.extend([&**hi, &**lo]);
                    base
                }
                Expr::Bit(base, index) | Expr::Member(base, _, Some(index)) => {
                    indices.push(index);
                    base
                }
                Expr::Member(base, _, None) => base,
                _ => break,
            };
        }
        while let Some(index) = indices.pop() {
            match index {
                Expr::Var(sym) if found.is_none() => {
                    let value = self.variable(*sym)?;
                    if known(self.d, &value).is_none() {
                        found = Some(*sym);
                    }
                }
                Expr::Bin(_, a, b) => indices.extend([&**a, &**b]),
                Expr::Cast(_, a) | Expr::Un(_, a) => indices.push(a),
                _ => {}
            }
        }
        Ok(found)
    }

    /// `target := value`.
    pub(super) fn assign(&mut self, target: &'a Expr, value: &'a Expr) -> Done<()> {
        if let Some(var) = self.data_index(target)? {
            return self.fork_on(var, target, value);
        }
        // The rule for `dst[MAX:n] := 0` is in the head of `semantics`.
        if let Expr::Slice(base, hi, lo) = target
            && **hi == Expr::Max
        {
            let lo = self.integer(lo)?.ok_or(Fault::DataWidth)?;
            let bits = self.result_bits;
            if let (Expr::Var(sym), true) = (&**base, lo >= 0) {
                return self.clear_from(*sym, (lo as u32).min(bits));
            }
        }
        let Some(place) = self.place(target)? else { return Err(Fault::Target) };
        let Some(width) = place.width else {
            return self.assign_whole(place.var, value);
        };
        if width == 0 {
            return Ok(());
        }
        let value = self.eval(value, Some(width))?;
        self.store(place.var, place.lo, width, &value)
    }

    fn clear_from(&mut self, sym: Sym, lo: u32) -> Done<()> {
        let bits = self.result_bits;
        let mut register = self.take_register(sym)?;
        register.clear_unwritten(self.d, lo, bits);
        self.set(sym, Var::Register(register));
        Ok(())
    }

    fn assign_whole(&mut self, sym: Sym, value: &'a Expr) -> Done<()> {
        let declared = match self.frame().vars[sym.0 as usize].as_deref() {
            Some(Var::Register(register)) => register.bits,
            _ => None,
        };
        match declared {
            Some(bits) => {
                let value = self.eval(value, Some(bits))?;
                self.store(sym, 0, bits, &value)
            }
            None => {
                let value = self.eval(value, None)?;
                self.set(sym, Var::Whole(value));
                Ok(())
            }
        }
    }

    fn take_register(&mut self, sym: Sym) -> Done<Register<D::V>> {
        match self.frame().vars[sym.0 as usize].take() {
            None => Ok(Register::empty(None)),
            Some(var) => match Rc::try_unwrap(var).unwrap_or_else(|shared| (*shared).clone()) {
                Var::Register(register) => Ok(register),
                Var::Whole(value) => {
                    let width = width(self.d, &value);
                    self.as_register(&value, width)
                }
            },
        }
    }

    fn store(&mut self, sym: Sym, lo: i128, width: u32, value: &Value<D::V>) -> Done<()> {
        let end = lo + i128::from(width);
        let mut register = self.take_register(sym)?;
        let limit = register.bits.unwrap_or(MAX_REGISTER_BITS);
        if lo < 0 || end > i128::from(limit) {
            return Err(Fault::OutOfRange { name: self.name(sym), lo, hi: end, bits: limit });
        }
        let parts = pieces(self.d, value, width)?;
        // Locals take the sign of what is stored, if it fits; a literal says nothing about the sign of its neighbours.
        if register.bits.is_none() {
            let signed = match value {
                Value::Int(c) if *c >= 0 => None,
                Value::Int(_) => Some(true),
                other => {
                    let have = super::value::width(self.d, other);
                    Some(signed_at(other) == have && (1..=width).contains(&have))
                }
            };
            match signed {
                Some(true) => register.signed_at = width,
                Some(false) if register.signed_at == width => register.signed_at = 0,
                _ => {}
            }
        }
        register.write(self.d, lo as u32, &parts);
        self.set(sym, Var::Register(register));
        Ok(())
    }
}

/// `c ? a : b` on bits, both of `width`.
fn choose_raw<D: Domain>(d: &mut D, c: D::V, a: &Value<D::V>, b: &Value<D::V>, width: u32) -> Done<Value<D::V>> {
    let (pa, pb) = (pieces(d, a, width)?, pieces(d, b, width)?);
    let parts = align(d, &pa, &pb).into_iter().map(|(x, y)| d.ite(c, x, y)).collect();
    Ok(from_parts(d, parts, signed_at(a)))
}
