//! Control flow: conditions that depend on operands, and loops.
//!
//! A condition on operands runs both sides, each on a copy of the variables, and joins what they left. A side that returns
//! leaves its value to the end of the call, where the returns become one choice; what follows runs for the other side alone, which
//! is right because nothing that it computes is seen where the first side returned.
//!
//! ```text
//! if x[7] then return(7);          is     (x[7] ? 7 : (x[6] ? 6 : -1))
//! if x[6] then return(6);
//! return(negate(1))
//! ```
//!
//! Joining is by variable: where the sides differ in a variable of the text, both assign one of the pseudocode; where neither had to
//! write a statement, a choice is an expression. A variable that only one side has given a value has that value, since a valid text does
//! not read it otherwise.
//!
//! A loop that is kept has its counter as a name, and everything that its body assigns as a variable. It is taken back, and unrolled,
//! if its body returns, writes registers, or asks for what must be known (a register's number, a width) of what depends on the
//! counter. Nested loops are kept or unrolled each by itself: an inner one that cannot be kept is unrolled inside an outer one
//! that can.

use super::pick::Pick;
use super::place::assigned;
use super::real::Real;
use super::value::{Kind, Linear, Value, Word, binary};
use super::{Frame, Machine, Registers, Run, Slot, Stop, fault};
use crate::limits::MAX_SAIL_ITERATIONS;
use crate::sail::ast::{Expr, Foreach};
use isotope_semantics::pseudo::ast::{BinOp, Expr as Out, Stmt as Written, StmtKind as Write, UnOp};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The result of one side of a condition.
struct Side {
    /// Its value, or the return that it ended in.
    value: Result<Value, Stop>,
    /// The variables at its end.
    frame: Frame,
    /// The registers at its end.
    registers: Registers,
    /// The statements that it wrote.
    block: Vec<Written>,
}

impl<'m> Machine<'m> {
    /// `if c then a else b`
    pub(super) fn condition(&mut self, c: &'m Expr, then: &'m Expr, otherwise: Option<&'m Expr>) -> Run<Value> {
        let side = |m: &mut Self, taken: Option<&'m Expr>| taken.map_or(Ok(Value::Unit), |e| m.scoped(|m| m.eval(e)));
        match self.eval(c)? {
            Value::Bool(true) => side(self, Some(then)),
            Value::Bool(false) => side(self, otherwise),
            Value::Truth(condition) => self.split(&condition, |m| side(m, Some(then)), |m| side(m, otherwise)),
            Value::Unknown(why) => fault(format!("a condition depends on {why}")),
            _ => fault("a truth expected"),
        }
    }

    /// Runs both sides and joins what they left.
    ///
    /// Where one side returns, the other goes on alone, with the statements of both behind it: they only compute, so
    /// that running what was not taken does no harm. Where both return, the call ends here with a choice.
    fn split(
        &mut self,
        condition: &Out,
        then: impl FnOnce(&mut Self) -> Run<Value>,
        otherwise: impl FnOnce(&mut Self) -> Run<Value>,
    ) -> Run<Value> {
        let (frame, registers) = (self.frame().clone(), self.registers.clone());
        // Returns that were there before belong to no side.
        let pending = frame.pending.len();
        let depth = self.depth;
        let a = self.side(then)?;
        *self.frame() = frame;
        self.registers = registers;
        self.depth = depth;
        let b = self.side(otherwise)?;
        self.depth = depth;
        // Returns inside a side come with the side's condition.
        let not = Out::Un(UnOp::LogicNot, Box::new(condition.clone()));
        let mut returns = Vec::new();
        for (side, holds) in [(&a, condition), (&b, &not)] {
            for (inner, value) in &side.frame.pending[pending..] {
                returns.push((binary(BinOp::And, holds.clone(), inner.clone()), value.clone()));
            }
        }
        let kept = self.frame().kept;
        let mut finish = |m: &mut Self, done: Side, other: Side, value: Value, holds: Out| -> Run<Value> {
            if kept > 0 {
                return Err(Stop::Unroll("the loop's body returns".into()));
            }
            // Both sides' statements run: they only compute.
            for written in done.block.into_iter().chain(other.block) {
                m.out.emit(written.kind);
            }
            *m.frame() = other.frame;
            m.registers = other.registers;
            m.frame().pending.truncate(pending);
            m.frame().pending.extend(std::mem::take(&mut returns));
            m.frame().pending.push((holds, value));
            other.value
        };
        match (a.value.clone(), b.value.clone()) {
            (Err(Stop::Return(x)), Err(Stop::Return(y))) => {
                let chosen = self.joined(condition, a, b, Some((x, y)))?;
                self.frame().pending.truncate(pending);
                self.frame().pending.extend(returns);
                Err(Stop::Return(chosen))
            }
            // A side that throws is not taken by any operand of a valid program.
            (Err(Stop::Return(value)), _) => finish(self, a, b, value, condition.clone()),
            (_, Err(Stop::Return(value))) => finish(self, b, a, value, not),
            (Ok(x), Ok(y)) => {
                let chosen = self.joined(condition, a, b, Some((x, y)))?;
                self.frame().pending.truncate(pending);
                self.frame().pending.extend(returns);
                Ok(chosen)
            }
            (Err(stop), _) | (_, Err(stop)) => Err(stop),
        }
    }

    /// Runs a side into a block of its own. Faults end the run at once.
    fn side(&mut self, run: impl FnOnce(&mut Self) -> Run<Value>) -> Run<Side> {
        let blocks = self.out.blocks.len();
        self.out.blocks.push(Vec::new());
        let scopes = self.frame().scopes.len();
        let value = run(self);
        if let Err(stop @ (Stop::Fault(_) | Stop::Unroll(_) | Stop::Throw(_))) = value {
            return Err(stop);
        }
        self.frame().scopes.truncate(scopes);
        let block = self.out.blocks.pop().unwrap_or_default();
        self.out.blocks.truncate(blocks);
        Ok(Side { value, frame: self.frame().clone(), registers: self.registers.clone(), block })
    }

    /// Writes both sides as one IF, and joins the variables and the values.
    fn joined(&mut self, condition: &Out, a: Side, b: Side, values: Option<(Value, Value)>) -> Run<Value> {
        let (mut then, mut otherwise) = (a.block, b.block);
        // Choices that need no statement are expressions.
        let plain = then.is_empty() && otherwise.is_empty();
        let mut frame = b.frame;
        let mut changed = Vec::new();
        for (depth, scope) in a.frame.scopes.iter().enumerate() {
            for (name, slot) in scope {
                let other = frame.scopes.get(depth).and_then(|s| s.get(name));
                if let Some(other) = other.filter(|other| *other != slot) {
                    changed.push((depth, name.clone(), slot.clone(), other.clone()));
                }
            }
        }
        let result = values.map(|(x, y)| self.meet(condition, plain, (&mut then, x), (&mut otherwise, y), "value"));
        for (depth, name, slot, other) in changed {
            let merged =
                self.meet(condition, plain, (&mut then, slot.value.clone()), (&mut otherwise, other.value), &name)?;
            frame.scopes[depth].insert(name, Slot { value: merged, place: None, ..slot });
        }
        let mut registers = b.registers;
        for (key, word) in &a.registers.held {
            let other = registers.held.get(key).cloned().unwrap_or_default();
            if other != *word {
                let (x, y) = (Value::Bits(word.clone()), Value::Bits(other));
                let merged = self.meet(condition, plain, (&mut then, x), (&mut otherwise, y), "held")?;
                if let Value::Bits(word) = merged {
                    registers.held.insert(*key, word);
                }
            }
        }
        if !then.is_empty() || !otherwise.is_empty() {
            self.out.emit(if then.is_empty() {
                Write::If(Out::Un(UnOp::LogicNot, Box::new(condition.clone())), otherwise, Vec::new())
            } else {
                Write::If(condition.clone(), then, otherwise)
            });
        }
        *self.frame() = frame;
        self.registers = registers;
        result.unwrap_or(Ok(Value::Unit))
    }

    /// One value of two: a choice, or a variable that both sides assign.
    fn meet(
        &mut self,
        condition: &Out,
        plain: bool,
        (then, x): (&mut Vec<Written>, Value),
        (otherwise, y): (&mut Vec<Written>, Value),
        hint: &str,
    ) -> Run<Value> {
        if x == y || plain {
            return self.choose(condition, x, y);
        }
        match (x, y) {
            (Value::Tuple(xs), Value::Tuple(ys)) if xs.len() == ys.len() => {
                let parts = xs.into_iter().zip(ys);
                let mut out = Vec::new();
                for (x, y) in parts {
                    out.push(self.meet(condition, plain, (&mut *then, x), (&mut *otherwise, y), hint)?);
                }
                Ok(Value::Tuple(out))
            }
            (x @ (Value::Int(_) | Value::Bits(_) | Value::Bool(_) | Value::Truth(_)), y)
                if matches!(y, Value::Int(_) | Value::Bits(_) | Value::Bool(_) | Value::Truth(_)) =>
            {
                let var = self.out.fresh(hint);
                let width = if let Value::Bits(word) = &x { word.width() } else { 0 };
                if width > 0 {
                    self.out.declare(var, width, 0);
                }
                let shape = match &x {
                    Value::Int(_) => Value::Int(Linear::of(Out::Var(var))),
                    Value::Bits(word) => Value::Bits(Word::of(word.width(), Kind::Part(var, Linear::known(0)))),
                    _ => Value::Truth(Out::Var(var)),
                };
                for (block, value) in [(then, x), (otherwise, y)] {
                    self.out.blocks.push(std::mem::take(block));
                    match value {
                        Value::Int(linear) => self.out.assign(Out::Var(var), linear.expr()),
                        Value::Truth(expr) => self.out.assign(Out::Var(var), expr),
                        Value::Bool(b) => self.out.assign(Out::Var(var), Out::Int(i128::from(b))),
                        Value::Bits(word) => {
                            self.out.store(var, &Linear::known(0), &word);
                        }
                        _ => {}
                    }
                    *block = self.out.blocks.pop().unwrap_or_default();
                }
                Ok(shape)
            }
            (x, y) => self.choose(condition, x, y),
        }
    }

    /// `condition ? x : y`
    pub(super) fn choose(&mut self, condition: &Out, x: Value, y: Value) -> Run<Value> {
        let cond = |a: Out, b: Out| Out::Cond(Box::new(condition.clone()), Box::new(a), Box::new(b));
        if x == y {
            return Ok(x);
        }
        let truth = |value: &Value| match value {
            Value::Bool(b) => Some(Out::Int(i128::from(*b))),
            Value::Truth(expr) => Some(expr.clone()),
            _ => None,
        };
        Ok(match (x, y) {
            // Undefined on one side, hence whatever the other is.
            (Value::Undefined, other) | (other, Value::Undefined) => other,
            (Value::Unknown(why), _) | (_, Value::Unknown(why)) => Value::Unknown(why),
            (Value::Int(x), Value::Int(y)) => Value::Int(Linear::of(cond(x.expr(), y.expr()))),
            (Value::Bits(x), Value::Bits(y)) if x.width() == y.width() => {
                let width = x.width();
                if x.pieces.iter().all(|p| p.kind == Kind::Nothing) {
                    return Ok(Value::Bits(y));
                }
                if y.pieces.iter().all(|p| p.kind == Kind::Nothing) {
                    return Ok(Value::Bits(x));
                }
                let (Some(x), Some(y)) = (self.out.expr(&x), self.out.expr(&y)) else {
                    return fault("a choice of bits that no operand gives");
                };
                Value::Bits(Word::of(width, Kind::Computed(cond(x, y))))
            }
            (Value::Tuple(xs), Value::Tuple(ys)) if xs.len() == ys.len() => {
                let parts = xs.into_iter().zip(ys).map(|(x, y)| self.choose(condition, x, y));
                Value::Tuple(parts.collect::<Run<Vec<_>>>()?)
            }
            (Value::Real(x), Value::Real(y)) => Value::Real(Rc::new(Real::Either(condition.clone(), x, y))),
            (x, y) => match (truth(&x), truth(&y), Pick::of(&x), Pick::of(&y)) {
                (Some(x), Some(y), ..) => Value::Truth(cond(x, y)),
                (_, _, Some(x), Some(y)) => Value::Pick(Rc::new(Pick::Either(condition.clone(), x, y))),
                _ => return fault("a choice of values of different kinds"),
            },
        })
    }

    /// `foreach`: kept, or else unrolled.
    pub(super) fn foreach(&mut self, foreach: &'m Foreach) -> Run<Value> {
        let (from, to) = (self.integer(&foreach.from)?, self.integer(&foreach.to)?);
        let by = foreach.by.as_ref().map_or(Ok(Linear::known(1)), |by| self.integer(by))?;
        let (Some(from), Some(to), Some(by)) = (from.as_known(), to.as_known(), by.as_known()) else {
            return self.unroll("a loop's bounds depend on the counter or on operands");
        };
        let iterations = if foreach.down { from - to } else { to - from }.checked_div(by).unwrap_or(-1) + 1;
        if by < 1 || iterations > MAX_SAIL_ITERATIONS {
            return fault(format!("a loop of {iterations} iterations; MAX_SAIL_ITERATIONS is {MAX_SAIL_ITERATIONS}"));
        }
        if by == 1 && iterations > 1 && self.keep(foreach, from, to)? {
            return Ok(Value::Unit);
        }
        for iteration in 0..iterations.max(0) {
            let at = if foreach.down { from - iteration * by } else { from + iteration * by };
            self.scoped(|m| {
                m.bind(&foreach.var, Value::Int(Linear::known(at)));
                m.bind(&format!("'loop_{}", foreach.var), Value::Int(Linear::known(at)));
                m.eval(&foreach.body)
            })?;
        }
        Ok(Value::Unit)
    }

    /// Tries to write the loop as a loop; takes everything back and says no where its body does not allow it.
    fn keep(&mut self, foreach: &'m Foreach, from: i128, to: i128) -> Run<bool> {
        let before = (self.frames.clone(), self.registers.clone(), self.depth);
        let blocks: Vec<usize> = self.out.blocks.iter().map(Vec::len).collect();
        match self.kept(foreach, from, to) {
            Ok(()) => Ok(true),
            Err(Stop::Unroll(_) | Stop::Return(_)) => {
                (self.frames, self.registers, self.depth) = before;
                self.out.blocks.truncate(blocks.len());
                self.out.blocks.iter_mut().zip(blocks).for_each(|(block, len)| block.truncate(len));
                Ok(false)
            }
            Err(other) => Err(other),
        }
    }

    /// Writes the loop as a loop. A name that its body assigns becomes a variable before it, with the value that it has there;
    /// the counter is a name. Whatever cannot be written so stops with [`Stop::Unroll`].
    fn kept(&mut self, foreach: &'m Foreach, from: i128, to: i128) -> Run<()> {
        let mut names = BTreeSet::new();
        assigned(&foreach.body, &mut names);
        for name in names {
            let Some(slot) = self.slot(name) else { continue };
            if slot.place.is_none() {
                self.frame().kept += 1;
                self.fix(name)?;
                self.frame().kept -= 1;
            }
        }
        let var = self.out.fresh(&foreach.var);
        self.out.blocks.push(Vec::new());
        self.frame().kept += 1;
        let registers = self.registers.clone();
        self.scoped(|m| {
            let counter = Value::Int(Linear::of(Out::Var(var)));
            m.bind(&foreach.var, counter.clone());
            m.bind(&format!("'loop_{}", foreach.var), counter);
            m.eval(&foreach.body)
        })?;
        self.frame().kept -= 1;
        if self.registers != registers {
            return Err(Stop::Unroll("the loop's body writes registers".into()));
        }
        let body = self.out.blocks.pop().unwrap_or_default();
        if body.is_empty() {
            return Ok(());
        }
        // A counter that is read by what is left behind would be its last value.
        let stale = self.frame().scopes.iter().flatten().any(|(_, slot)| super::reads(&slot.value, var));
        if stale {
            return Err(Stop::Unroll("the counter is read behind the loop".into()));
        }
        let bound = |c| Out::Int(c);
        self.out.emit(Write::For { var, from: bound(from), to: bound(to), down: foreach.down, body });
        Ok(())
    }

    /// `while`: of known conditions alone. The pseudocode has a loop for others, of which every iteration is a level of a term; the text
    /// that would need it (an estimate of a square root, 500 iterations) is refused.
    pub(super) fn while_loop(&mut self, condition: &'m Expr, body: &'m Expr) -> Run<Value> {
        for _ in 0..MAX_SAIL_ITERATIONS {
            match self.eval(condition)? {
                Value::Bool(false) => return Ok(Value::Unit),
                Value::Bool(true) => {
                    self.scoped(|m| m.eval(body))?;
                }
                _ => return self.unroll("a loop whose condition depends on operands"),
            }
        }
        fault(format!("a loop of more than MAX_SAIL_ITERATIONS ({MAX_SAIL_ITERATIONS}) iterations"))
    }
}
