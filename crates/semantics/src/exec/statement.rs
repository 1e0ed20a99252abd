//! Statements: control flow, and the joining of paths whose condition is data.
//!
//! A condition on data runs both sides, each on its own copy of the variables and under the assumption that it is
//! taken, and joins what they left: `c ? then : else`, bit by bit where they differ. Loops are bounded by integers,
//! which are known, so that they are unrolled by running them. A DO WHILE on data is a condition whose one side is the
//! body and the loop again; it ends when a condition is decided, by the assumptions or by the value itself (`a >>= 1`
//! until `a > 0` is false).

use super::arith;
use super::domain::Domain;
use super::fault::{Done, Fault};
use super::machine::{Execute, Flow, Machine, Var};
use super::value::{Value, choose, known, truth};
use crate::limits::MAX_WHILE_ITERATIONS;
use crate::pseudo::ast::{BinOp, Expr, Stmt, StmtKind, Sym};

impl<'a, D: Domain> Execute<'a, D::V> for Machine<'a, D> {
    fn block(&mut self, stmts: &'a [Stmt]) -> Done<Flow<D::V>> {
        self.enter()?;
        let flow = self.block_here(stmts)?;
        self.leave();
        Ok(flow)
    }
}

impl<'a, D: Domain> Machine<'a, D> {
    /// One level of [`Execute::block`].
    fn block_here(&mut self, stmts: &'a [Stmt]) -> Done<Flow<D::V>> {
        for (i, stmt) in stmts.iter().enumerate() {
            self.step()?;
            self.line = stmt.line;
            let flow = match &stmt.kind {
                StmtKind::If(cond, then, otherwise) => {
                    let c = self.condition(cond)?;
                    match self.d.decided(c) {
                        Some(false) => self.block(otherwise)?,
                        Some(true) => self.block(then)?,
                        // After a return on one side only the other goes on, with what follows.
                        None if returns(then) || returns(otherwise) => {
                            return self.split_to_end(c, then, otherwise, &stmts[i + 1..]);
                        }
                        None => self.split(c, |m| m.block(then), |m| m.block(otherwise))?,
                    }
                }
                kind => self.statement(kind)?,
            };
            if let Flow::Return(value) = flow {
                return Ok(Flow::Return(value));
            }
        }
        Ok(Flow::Next)
    }

    /// A statement other than IF, which needs what follows it.
    fn statement(&mut self, kind: &'a StmtKind) -> Done<Flow<D::V>> {
        match kind {
            StmtKind::Assign(target, value) => {
                self.assign(target, value)?;
                Ok(Flow::Next)
            }
            StmtKind::For { var, from, to, down, body } => self.for_loop(*var, from, to, *down, body),
            StmtKind::While(cond, body) => self.while_loop(cond, body, 0),
            // Most selectors are immediates, so that one arm runs and the others are not looked at.
            StmtKind::Case(selector, arms) => {
                let value = self.eval(selector, None)?;
                if let Some(c) = known(self.d, &value) {
                    let arm = arms.iter().find(|(label, _)| label.is_none_or(|l| l == c));
                    return arm.map_or(Ok(Flow::Next), |(_, body)| self.block(body));
                }
                self.case(&value, arms)
            }
            StmtKind::Return(Some(value)) => {
                // The caller said what it keeps of the value.
                let want = self.frame().want;
                Ok(Flow::Return(self.eval(value, want)?))
            }
            // Functions are called for what they return.
            StmtKind::Return(None) => Err(Fault::NoReturn("RETURN".into())),
            // A fault or a call for its effect: nothing of it is in a result.
            StmtKind::Effect(what) => Err(Fault::Unsupported(what.clone())),
            StmtKind::If(..) => Ok(Flow::Next),
        }
    }

    /// A condition as one bit: any integer but zero holds.
    fn condition(&mut self, cond: &'a Expr) -> Done<D::V> {
        let value = self.eval(cond, None)?;
        truth(self.d, &value)
    }

    /// Both bounds are integers and read once, before the first iteration; the counter keeps its last value.
    fn for_loop(&mut self, var: Sym, from: &'a Expr, to: &'a Expr, down: bool, body: &'a [Stmt]) -> Done<Flow<D::V>> {
        let mut at = self.integer(from)?.ok_or(Fault::DataLoop)?;
        let last = self.integer(to)?.ok_or(Fault::DataLoop)?;
        while if down { at >= last } else { at <= last } {
            // A loop without a body must end, too.
            self.step()?;
            self.set(var, Var::Whole(Value::Int(at)));
            if let Flow::Return(value) = self.block(body)? {
                return Ok(Flow::Return(value));
            }
            // A body may move its own counter.
            let now = self.integer_of(var)?.ok_or(Fault::DataLoop)?;
            let next = if down { now.checked_sub(1) } else { now.checked_add(1) };
            at = next.ok_or(Fault::ConstantOverflow)?;
        }
        Ok(Flow::Next)
    }

    /// The counter as the body has left it.
    fn integer_of(&mut self, var: Sym) -> Done<Option<i128>> {
        let value = self.variable(var)?;
        Ok(known(self.d, &value))
    }

    /// Iterations are counted over the whole loop, also where it goes on inside a choice: each is a level of the term that
    /// comes of it.
    fn while_loop(&mut self, cond: &'a Expr, body: &'a [Stmt], mut iterations: u32) -> Done<Flow<D::V>> {
        loop {
            self.step()?;
            if iterations > MAX_WHILE_ITERATIONS {
                return Err(Fault::WhileIterations(MAX_WHILE_ITERATIONS));
            }
            iterations += 1;
            let c = self.condition(cond)?;
            match self.d.as_const(c) {
                Some(0) => return Ok(Flow::Next),
                Some(_) => {
                    if let Flow::Return(value) = self.block(body)? {
                        return Ok(Flow::Return(value));
                    }
                }
                None => {
                    return self.split(
                        c,
                        |m| match m.block(body)? {
                            Flow::Next => m.while_loop(cond, body, iterations),
                            done => Ok(done),
                        },
                        |_| Ok(Flow::Next),
                    );
                }
            }
        }
    }

    /// The arms of a CASE whose selector is data: a choice whose other side is the remaining arms.
    fn case(&mut self, value: &Value<D::V>, arms: &'a [(Option<i128>, Vec<Stmt>)]) -> Done<Flow<D::V>> {
        let Some(((label, body), rest)) = arms.split_first() else { return Ok(Flow::Next) };
        let Some(label) = label else { return self.block(body) };
        let eq = arith::binary(self.d, BinOp::Eq, value, &Value::Int(*label), None)?;
        let c = truth(self.d, &eq)?;
        match self.d.as_const(c) {
            Some(0) => self.case(value, rest),
            Some(_) => self.block(body),
            None => {
                self.enter()?;
                let flow = self.split(c, |m| m.block(body), |m| m.case(value, rest))?;
                self.leave();
                Ok(flow)
            }
        }
    }

    /// Runs both ways from here and joins them.
    fn split(
        &mut self,
        c: D::V,
        then: impl FnOnce(&mut Self) -> Done<Flow<D::V>>,
        otherwise: impl FnOnce(&mut Self) -> Done<Flow<D::V>>,
    ) -> Done<Flow<D::V>> {
        // A copy of pointers: variables are shared until written.
        let before = self.frame().clone();
        // A value that was computed under other assumptions may not hold here.
        self.memo.forget();
        self.d.assume(c, true);
        let a = then(self)?;
        self.d.retract();
        let after = std::mem::replace(self.frame(), before);
        self.memo.forget();
        self.d.assume(c, false);
        let b = otherwise(self)?;
        self.d.retract();
        self.memo.forget();
        self.join(c, after)?;
        match (a, b) {
            (Flow::Next, Flow::Next) => Ok(Flow::Next),
            (Flow::Return(x), Flow::Return(y)) => Ok(Flow::Return(choose(self.d, c, &x, &y)?)),
            _ => Err(Fault::NoReturn("one side of a data-dependent IF".into())),
        }
    }

    /// As [`Machine::split`] where a side returns: what follows belongs to the side that does not.
    fn split_to_end(&mut self, c: D::V, then: &'a [Stmt], otherwise: &'a [Stmt], rest: &'a [Stmt]) -> Done<Flow<D::V>> {
        let run = |side: &'a [Stmt]| {
            move |m: &mut Self| match m.block(side)? {
                Flow::Next => m.block(rest),
                done => Ok(done),
            }
        };
        self.split(c, run(then), run(otherwise))
    }
}

/// Whether a RETURN is somewhere in these statements.
fn returns(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Return(_) => true,
        StmtKind::If(_, a, b) => returns(a) || returns(b),
        StmtKind::For { body, .. } | StmtKind::While(_, body) => returns(body),
        StmtKind::Case(_, arms) => arms.iter().any(|(_, body)| returns(body)),
        _ => false,
    })
}
