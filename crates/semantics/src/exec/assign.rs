//! Assignments: to whole variables, to slices, and to places that depend on data.
//!
//! Three kinds of target. A local as a whole takes the value as it is; a declared register, or a slice of anything,
//! takes as many bits as it has; and a slice whose position depends on a variable of data is written once for each
//! value that the variable may have, on a copy of the frame each time, and the copies are joined by comparing.
//! `VPCOMPRESSB` writes so: each byte goes where the number of mask bits before it says.

use super::domain::Domain;
use super::fault::{Done, Fault};
use super::machine::{Frame, Machine, Var};
use super::value::{Value, known, scalar};
use crate::limits::MAX_INDEX_VALUES;
use crate::pseudo::ast::{Expr, Sym};
use isotope_ir::term::{BinOp, signed};

impl<'a, D: Domain> Machine<'a, D> {
    /// A variable in the position of a target whose value is data.
    /// A place must be known when something is written: such a variable's values are tried one by one.
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
        // Only through arithmetic: a slice of data as an index (`dst[idx[2:0]]`) has no variable to try values of, and
        // is refused when the place is computed.
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
        // A slice whose high end is one below its low one is empty.
        if width == 0 {
            return Ok(());
        }
        // No more than the slice is kept, which lets sums be computed in its width.
        let value = self.eval(value, Some(width))?;
        self.store(place.var, place.lo, width, &value)
    }

    /// `x := value`. An operand, or the result, keeps its declared width, and the value is cut or extended to it; a
    /// local becomes the exact integer, of whatever width, as the guide means `tmp := a[7:0] * b[7:0]`.
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

    /// A data-dependent write: tries every value of the variable that the position depends on, and joins.
    fn fork_on(&mut self, var: Sym, target: &'a Expr, value: &'a Expr) -> Done<()> {
        let held = self.variable(var)?;
        let index = scalar(self.d, &held)?;
        let values = self.d.possible(index.v).ok_or(Fault::DataIndex(MAX_INDEX_VALUES))?;
        let before = self.frame().clone();
        let mut joined: Option<Frame<D::V>> = None;
        for &bits in values.iter() {
            // Each value starts from the same variables: a write under one does not show under another.
            *self.frame() = before.clone();
            let width = self.d.width(index.v);
            let at = if index.signed { signed(bits, width) } else { bits as i128 };
            self.set(var, Var::Whole(Value::Int(at)));
            self.assign(target, value)?;
            let side = self.frame().clone();
            // The first value needs no test: it is what is left when no other holds.
            if let Some(others) = joined.take() {
                *self.frame() = others;
                let wanted = self.d.constant(bits, width);
                let c = self.d.bin(BinOp::Eq, index.v, wanted);
                self.join(c, side)?;
            }
            joined = Some(self.frame().clone());
        }
        // The variable itself is data again.
        self.frame().vars[var.0 as usize] = before.vars[var.0 as usize].clone();
        Ok(())
    }
}
