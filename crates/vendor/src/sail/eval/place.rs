//! Assignments.
//!
//! A variable of the text is a value, and an assignment to it writes nothing, until something needs a place: a loop that is kept
//! assigns it, or a part of it is written at a position that is no number. From then on it is a variable of the pseudocode, assigned in place
//! ([`Machine::fix`]), and other names that stand for its bits as they were get copies before it changes:
//!
//! ```text
//! y = x;          x is a place
//! x[7 .. 0] = z   writes y := x first, and then x[7:0] := z
//! ```
//!
//! Several places are assigned at once (`(a, b) = ..`, `(a @ b) = ..`): what they get is computed, into variables where needed, before the
//! first is written, so that a rotation of two halves is one.

use super::value::{Kind, Linear, Value, Word};
use super::{Machine, Run, fault};
use crate::sail::ast::{Expr, Stmt, StmtKind};
use isotope_semantics::pseudo::ast::{Expr as Out, Sym};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Functions that give their argument with some bits replaced: the argument's place, the position's, whether that counts
/// elements, the size's, the new bits'. Assigned back to the same variable they write in place.
const UPDATES: [(&str, usize, usize, bool, usize, usize); 3] =
    [("Elem_set", 0, 1, true, 2, 3), ("SetSlice", 1, 2, false, 0, 3), ("set_slice_bits", 1, 2, false, 0, 3)];

impl<'m> Machine<'m> {
    /// `place = value`
    pub(super) fn assignment(&mut self, target: &'m Expr, value: &'m Expr) -> Run<()> {
        if let (Expr::Name(name), Expr::Call(function, args)) = (target, value)
            && let Some(update) = UPDATES.iter().find(|update| update.0 == function)
            && args.get(update.1).is_some_and(|arg| matches!(arg, Expr::Name(n) if n == name))
            && args.len() == 4
        {
            let (_, _, position, elements, size, bits) = *update;
            let size = self.integer(&args[size])?;
            // A loop whose counter is a size is run iteration by iteration: then it is known.
            let Some(width) = size.as_known() else { return self.unroll("a size depends on operands") };
            let position = self.integer(&args[position])?;
            let low = if elements { position.times(width) } else { Some(position) };
            let value = self.eval(&args[bits])?;
            let Some(low) = low else { return fault("a position leaves 127 bits") };
            return self.update(name, &low, width as u32, value);
        }
        let value = self.eval(value)?;
        self.assign(target, value)
    }

    /// Gives a place a value: a variable, several, bits side by side, a part, or what an accessor writes (`V_set(d, 64) = x`
    /// calls `V_set(d, 64, x)`). Places in registers that are not modelled take anything: nothing reads them back.
    pub(super) fn assign(&mut self, target: &'m Expr, value: Value) -> Run<()> {
        match target {
            Expr::Name(name) => self.set(name, value),
            Expr::Tuple(places) => {
                // All parts are read before one is written.
                let Value::Tuple(values) = self.settled(value, "part")? else {
                    return fault("several values expected");
                };
                if values.len() != places.len() {
                    return fault(format!("{} values expected", places.len()));
                }
                places.iter().zip(values).try_for_each(|(place, value)| self.assign(place, value))
            }
            // The parts' own widths say where to cut.
            Expr::Binary("@", high, low) => {
                let (Some(h), Some(l)) = (self.bits_of(high), self.bits_of(low)) else {
                    return fault("bits are assigned to what has no width");
                };
                let Value::Bits(word) = self.copied(value, "parts")? else { return fault("bits expected") };
                let upper = self.slice(word.clone(), &Linear::known(i128::from(l)), h)?;
                let lower = self.slice(word, &Linear::known(0), l)?;
                self.assign(high, Value::Bits(upper))?;
                self.assign(low, Value::Bits(lower))
            }
            Expr::Index(base, index) => {
                let Expr::Name(name) = &**base else { return Ok(()) };
                // A register that is not modelled: status bits, which no result depends on.
                if self.slot(name).is_none() {
                    return Ok(());
                }
                if let Some(Value::Fields(ty, word)) = self.slot(name).map(|slot| slot.value.clone()) {
                    return self.set_field(name, (&ty, word), index, value);
                }
                let index = self.integer(index)?;
                self.update(name, &index, 1, value)
            }
            Expr::Slice(base, high, low) => {
                let Expr::Name(name) = &**base else { return fault("an assignment to a part of a part") };
                if self.slot(name).is_none() {
                    return Ok(());
                }
                let (high, low) = (self.integer(high)?, self.integer(low)?);
                let width = self.width(&high, &low)?;
                self.update(name, &low, width, value)
            }
            Expr::Call(function, args) => {
                let mut args = args.iter().map(|arg| self.eval(arg)).collect::<Run<Vec<_>>>()?;
                args.push(value);
                self.call(function, args).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// `name[FIELD] = value`, the rest staying as it is.
    fn set_field(&mut self, name: &str, (ty, word): (&Rc<str>, Word), field: &Expr, value: Value) -> Run<()> {
        let place = if let Expr::Name(field) = field { self.model.field(ty, field) } else { None };
        let (Some((low, width)), Value::Bits(bits)) = (place, value) else { return fault("a field expected") };
        if bits.width() != width {
            return fault(format!("{} bits are assigned to a field of {width}", bits.width()));
        }
        let below = self.slice(word.clone(), &Linear::known(0), low)?;
        let above = self.slice(word.clone(), &Linear::known((low + width).into()), word.width() - low - width)?;
        if let Some(slot) = self.slot(name) {
            slot.value = Value::Fields(ty.clone(), below.below(bits).below(above));
        }
        Ok(())
    }

    /// Bits of a place, as far as it is a variable.
    fn bits_of(&mut self, target: &Expr) -> Option<u32> {
        match target {
            Expr::Name(name) => self.slot(name)?.bits,
            Expr::Binary("@", a, b) => Some(self.bits_of(a)? + self.bits_of(b)?),
            _ => None,
        }
    }

    /// `name = value`. A name that is no variable is a register that is not modelled.
    fn set(&mut self, name: &str, value: Value) -> Run<()> {
        let Some(slot) = self.slot(name) else { return Ok(()) };
        let Some(var) = slot.place else {
            let bits = slot.bits;
            let value = match (value, bits) {
                (Value::Undefined, Some(bits)) => Value::Bits(Word::of(bits, Kind::Nothing)),
                (value, _) => self.settled(value, name)?,
            };
            if let Some(slot) = self.slot(name) {
                slot.value = value;
            }
            return Ok(());
        };
        self.set_in_place(name, var, value)
    }

    /// Writes an assignment to a variable of the pseudocode. Whatever else of the text reads it keeps its value in another
    /// one first.
    fn set_in_place(&mut self, name: &str, var: Sym, value: Value) -> Run<()> {
        self.protect(var, name)?;
        match value {
            Value::Int(linear) => self.out.assign(Out::Var(var), linear.expr()),
            Value::Truth(expr) => self.out.assign(Out::Var(var), expr),
            Value::Bool(b) => self.out.assign(Out::Var(var), Out::Int(i128::from(b))),
            Value::Bits(word) => {
                // Pieces that read what is written are read before.
                let word = if word.pieces.len() > 1 && super::word_reads(&word, var) {
                    match self.copied(Value::Bits(word), name)? {
                        Value::Bits(word) => word,
                        _ => return fault("bits expected"),
                    }
                } else {
                    word
                };
                if self.out.store(var, &Linear::known(0), &word).is_none() {
                    return fault("a position leaves 127 bits");
                }
            }
            Value::Undefined => {}
            Value::Unknown(why) => return self.unroll(&format!("depends on {why}")),
            _ => return self.unroll("a value that no variable holds"),
        }
        Ok(())
    }

    /// Replaces bits of a variable.
    fn update(&mut self, name: &str, low: &Linear, width: u32, value: Value) -> Run<()> {
        let Some(slot) = self.slot(name) else { return Ok(()) };
        let (var, whole) = (slot.place, slot.value.clone());
        let word = match value {
            Value::Bits(word) if word.width() == width => word,
            Value::Unknown(why) => return fault(format!("depends on {why}")),
            Value::Bits(word) => return fault(format!("{} bits are assigned to {width}", word.width())),
            _ => return fault("bits expected"),
        };
        let Value::Bits(whole) = whole else { return fault("a part of other than bits") };
        let total = whole.width();
        if let (None, Some(lo)) = (var, low.as_known()) {
            if lo < 0 || lo + i128::from(width) > i128::from(total) {
                return fault(format!("bits from {lo} on of {total}"));
            }
            // The value stays, but for the part: nothing is written down, and the variable has other pieces.
            let word = self.settled_word(word, name)?;
            let below = self.slice(whole.clone(), &Linear::known(0), lo as u32)?;
            let above = lo + i128::from(width);
            let above = self.slice(whole, &Linear::known(above), total - above as u32)?;
            if let Some(slot) = self.slot(name) {
                slot.value = Value::Bits(below.below(word).below(above));
            }
            return Ok(());
        }
        let var = match var {
            Some(var) => var,
            None => self.fix(name)?,
        };
        self.protect(var, name)?;
        let word = if word.pieces.len() > 1 && super::word_reads(&word, var) {
            match self.copied(Value::Bits(word), name)? {
                Value::Bits(word) => word,
                _ => return fault("bits expected"),
            }
        } else {
            word
        };
        if self.out.store(var, low, &word).is_none() {
            return fault("a position leaves 127 bits");
        }
        Ok(())
    }

    /// Makes a variable of the text one of the pseudocode, which is assigned in place from here on.
    pub(super) fn fix(&mut self, name: &str) -> Run<Sym> {
        let Some(slot) = self.slot(name) else { return fault(format!("{name} is no variable")) };
        let (value, bits, scalar) = (slot.value.clone(), slot.bits, slot.scalar);
        let var = self.out.fresh(name);
        let inside = match (&value, bits) {
            (_, Some(bits)) => {
                self.out.declare(var, bits, 0);
                Value::Bits(Word::of(bits, Kind::Part(var, Linear::known(0))))
            }
            (Value::Int(_), _) | (Value::Undefined, None) if scalar != Some(true) => {
                if value == Value::Undefined && scalar.is_none() {
                    return self.unroll("a variable without a type is assigned");
                }
                Value::Int(Linear::of(Out::Var(var)))
            }
            (Value::Bool(_) | Value::Truth(_) | Value::Undefined, None) => Value::Truth(Out::Var(var)),
            (Value::Unknown(why), _) => {
                let why = format!("depends on {why}");
                return self.unroll(&why);
            }
            _ => return self.unroll("a value that no variable holds"),
        };
        self.set_in_place(name, var, value)?;
        if let Some(slot) = self.slot(name) {
            slot.value = inside;
            slot.place = Some(var);
        }
        Ok(var)
    }
}

/// Names that are assigned somewhere in an expression.
pub(super) fn assigned<'m>(expr: &'m Expr, out: &mut BTreeSet<&'m str>) {
    match expr {
        Expr::Assign(place, value) => {
            targets(place, out);
            assigned(value, out);
        }
        Expr::Block(stmts) => stmts.iter().for_each(|Stmt { kind, .. }| match kind {
            StmtKind::Expr(e) | StmtKind::Let(_, e) | StmtKind::Variable(_, _, e) => assigned(e, out),
        }),
        Expr::If(c, a, b) => {
            [c, a].into_iter().chain(b).for_each(|e| assigned(e, out));
        }
        Expr::Match(_, arms) => arms.iter().for_each(|arm| assigned(&arm.body, out)),
        Expr::Foreach(inner) => assigned(&inner.body, out),
        Expr::While(_, body) => assigned(body, out),
        _ => {}
    }
}

/// Names in the place of an assignment.
fn targets<'m>(place: &'m Expr, out: &mut BTreeSet<&'m str>) {
    match place {
        Expr::Name(name) => {
            out.insert(name);
        }
        Expr::Tuple(parts) => parts.iter().for_each(|part| targets(part, out)),
        Expr::Binary(_, a, b) => [a, b].into_iter().for_each(|part| targets(part, out)),
        Expr::Index(base, _) | Expr::Slice(base, ..) => targets(base, out),
        _ => {}
    }
}
