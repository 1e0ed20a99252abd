//! Statements: scopes, control flow, and the joining of paths whose condition is data.

use super::domain::Domain;
use super::register::Register;
use super::value::{Value, choose, known, pieces, signed_at, truth};
use super::{Done, Fault, RunError};
use crate::limits::{MAX_CALLS, MAX_STEPS, MAX_WHILE_TURNS};
use crate::pseudo::ast::{Expr, Program, Stmt, StmtKind, Sym};
use crate::semantics::Semantics;
use isotope_ir::term::BinOp;
use std::rc::Rc;

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Var<V> {
    Whole(Value<V>),
    Register(Register<V>),
}

/// The variables of one call, by name.
#[derive(Clone)]
pub(super) struct Frame<V> {
    pub vars: Vec<Option<Rc<Var<V>>>>,
    /// The low bits of the returned value that the caller keeps, where it says so.
    want: Option<u32>,
}

/// How a block ended.
pub(super) enum Flow<V> {
    Next,
    Return(Value<V>),
}

/// One run of one program.
pub(crate) struct Machine<'a, D: Domain> {
    pub(super) d: &'a mut D,
    pub(super) program: &'a Program,
    pub(super) frames: Vec<Frame<D::V>>,
    pub(super) result: Option<Sym>,
    pub(super) result_bits: u32,
    /// Results of the last calls of functions worth it: Intel's affine transforms ask for one inverse eight times.
    called: Vec<Called<D::V>>,
    /// By function, whether it loops or calls, and sees only its parameters.
    memoised: Vec<bool>,
    steps: u64,
    line: u32,
}

/// A call and what came of it.
struct Called<V> {
    name: Sym,
    args: Vec<Value<V>>,
    want: Option<u32>,
    result: Value<V>,
}

/// Calls remembered at a time.
const CALLED: usize = 8;

/// What an operand is at the start of a run.
pub(crate) enum Input<V> {
    /// A known integer: an immediate.
    Int(i128),
    /// A register in pieces, low first.
    Pieces(Vec<V>),
}

impl<'a, D: Domain> Machine<'a, D> {
    /// Runs a program; gives the result register. Bits of it above the highest one written are zero.
    pub fn run(d: &'a mut D, semantics: &'a Semantics, inputs: Vec<Input<D::V>>) -> Result<Register<D::V>, RunError> {
        let program = &semantics.program;
        let mut vars = vec![None; program.names.len()];
        for (operand, input) in semantics.operands.iter().zip(inputs) {
            let Some(sym) = program.find(&operand.name) else { continue };
            let signed = if operand.signed { operand.element_bits } else { 0 };
            let var = match input {
                Input::Int(c) => Var::Whole(Value::Int(c)),
                Input::Pieces(parts) => Var::Register(Register::of(d, parts, Some(operand.bits), signed)),
            };
            vars[sym.0 as usize] = Some(Rc::new(var));
        }
        let result_bits = semantics.result.bits;
        let result = program.find(&semantics.result.name);
        if let Some(sym) = result {
            // A text may update a parameter in place that has the result's name.
            let slot: &mut Option<Rc<Var<D::V>>> = &mut vars[sym.0 as usize];
            slot.get_or_insert_with(|| Rc::new(Var::Register(Register::empty(Some(result_bits)))));
        }
        let frames = vec![Frame { vars, want: Some(result_bits) }];
        let memoised = program.functions.iter().map(|f| crate::semantics::memoisable(program, f)).collect();
        let mut machine =
            Machine { d, program, frames, result, result_bits, called: Vec::new(), memoised, steps: 0, line: 0 };
        let done = machine.main();
        let line = machine.line;
        done.map_err(|fault| RunError::At { line, fault })
    }

    fn main(&mut self) -> Done<Register<D::V>> {
        let program = self.program;
        let mut out = match self.block(&program.body)? {
            Flow::Return(value) => {
                let parts = pieces(self.d, &value, self.result_bits)?;
                Register::of(self.d, parts, Some(self.result_bits), 0)
            }
            Flow::Next => match self.result.and_then(|sym| self.frames[0].vars[sym.0 as usize].clone()) {
                Some(var) => match &*var {
                    Var::Register(register) => register.clone(),
                    Var::Whole(value) => {
                        let parts = pieces(self.d, value, self.result_bits)?;
                        Register::of(self.d, parts, Some(self.result_bits), 0)
                    }
                },
                None => return Err(Fault::Unknown { name: "the result".into() }),
            },
        };
        let top = out.extent(self.d);
        if top == 0 {
            return Err(Fault::Unknown { name: "the result".into() });
        }
        out.clear_unwritten(self.d, top, self.result_bits);
        match out.read(self.d, 0, self.result_bits) {
            Ok(_) => Ok(out),
            Err(lo) => Err(Fault::Unwritten { name: "the result".into(), lo, hi: self.result_bits }),
        }
    }

    pub(super) fn name(&self, sym: Sym) -> String {
        self.program.name(sym).to_owned()
    }

    pub(super) fn frame(&mut self) -> &mut Frame<D::V> {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    pub(super) fn step(&mut self) -> Done<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS { Err(Fault::Steps(MAX_STEPS)) } else { Ok(()) }
    }

    pub(super) fn block(&mut self, stmts: &'a [Stmt]) -> Done<Flow<D::V>> {
        for (i, stmt) in stmts.iter().enumerate() {
            self.step()?;
            self.line = stmt.line;
            let flow = match &stmt.kind {
                StmtKind::If(cond, then, otherwise) => {
                    let c = self.condition(cond)?;
                    match self.d.decided(c) {
                        Some(false) => self.block(otherwise)?,
                        Some(true) => self.block(then)?,
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

    fn statement(&mut self, kind: &'a StmtKind) -> Done<Flow<D::V>> {
        match kind {
            StmtKind::Assign(target, value) => {
                self.assign(target, value)?;
                Ok(Flow::Next)
            }
            StmtKind::For { var, from, to, down, body } => self.for_loop(*var, from, to, *down, body),
            StmtKind::While(cond, body) => self.while_loop(cond, body, 0),
            StmtKind::Case(selector, arms) => {
                let value = self.eval(selector, None)?;
                if let Some(c) = known(self.d, &value) {
                    let arm = arms.iter().find(|(label, _)| label.is_none_or(|l| l == c));
                    return arm.map_or(Ok(Flow::Next), |(_, body)| self.block(body));
                }
                self.case(&value, arms)
            }
            StmtKind::Return(Some(value)) => {
                let want = self.frame().want;
                Ok(Flow::Return(self.eval(value, want)?))
            }
            StmtKind::Return(None) => Err(Fault::NoReturn("RETURN".into())),
            StmtKind::Effect(what) => Err(Fault::Unsupported(what.clone())),
            StmtKind::If(..) => Ok(Flow::Next),
        }
    }

    fn condition(&mut self, cond: &'a Expr) -> Done<D::V> {
        let value = self.eval(cond, None)?;
        truth(self.d, &value)
    }

    fn for_loop(&mut self, var: Sym, from: &'a Expr, to: &'a Expr, down: bool, body: &'a [Stmt]) -> Done<Flow<D::V>> {
        let mut at = self.integer(from)?.ok_or(Fault::DataLoop)?;
        let last = self.integer(to)?.ok_or(Fault::DataLoop)?;
        while if down { at >= last } else { at <= last } {
            self.set(var, Var::Whole(Value::Int(at)));
            if let Flow::Return(value) = self.block(body)? {
                return Ok(Flow::Return(value));
            }
            // A body may move its own counter.
            let now = self.integer_of(var)?.ok_or(Fault::DataLoop)?;
            at = if down { now - 1 } else { now + 1 };
        }
        Ok(Flow::Next)
    }

    fn integer_of(&mut self, var: Sym) -> Done<Option<i128>> {
        let value = self.variable(var)?;
        Ok(known(self.d, &value))
    }

    fn while_loop(&mut self, cond: &'a Expr, body: &'a [Stmt], mut turns: u32) -> Done<Flow<D::V>> {
        loop {
            self.step()?;
            if turns > MAX_WHILE_TURNS {
                return Err(Fault::WhileTurns(MAX_WHILE_TURNS));
            }
            turns += 1;
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
                            Flow::Next => m.while_loop(cond, body, turns),
                            done => Ok(done),
                        },
                        |_| Ok(Flow::Next),
                    );
                }
            }
        }
    }

    fn case(&mut self, value: &Value<D::V>, arms: &'a [(Option<i128>, Vec<Stmt>)]) -> Done<Flow<D::V>> {
        let Some(((label, body), rest)) = arms.split_first() else { return Ok(Flow::Next) };
        let Some(label) = label else { return self.block(body) };
        let eq = super::arith::binary(self.d, crate::pseudo::ast::BinOp::Eq, value, &Value::Int(*label), None)?;
        let c = truth(self.d, &eq)?;
        match self.d.as_const(c) {
            Some(0) => self.case(value, rest),
            Some(_) => self.block(body),
            None => self.split(c, |m| m.block(body), |m| m.case(value, rest)),
        }
    }

    /// Runs both ways from here and joins them.
    fn split(
        &mut self,
        c: D::V,
        then: impl FnOnce(&mut Self) -> Done<Flow<D::V>>,
        otherwise: impl FnOnce(&mut Self) -> Done<Flow<D::V>>,
    ) -> Done<Flow<D::V>> {
        let before = self.frame().clone();
        // What was computed under other assumptions may not hold here.
        self.called.clear();
        self.d.assume(c, true);
        let a = then(self)?;
        self.d.retract();
        let after = std::mem::replace(self.frame(), before);
        self.called.clear();
        self.d.assume(c, false);
        let b = otherwise(self)?;
        self.d.retract();
        self.called.clear();
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

    /// The current frame becomes `c ? then : current`.
    pub(super) fn join(&mut self, c: D::V, then: Frame<D::V>) -> Done<()> {
        let last = self.frames.len() - 1;
        for (i, a) in then.vars.into_iter().enumerate() {
            let b = self.frames[last].vars[i].take();
            self.frames[last].vars[i] = match (a, b) {
                (Some(a), Some(b)) if Rc::ptr_eq(&a, &b) || a == b => Some(a),
                (Some(a), Some(b)) => Some(Rc::new(self.join_vars(c, &a, &b)?)),
                (a, b) => a.or(b),
            };
        }
        Ok(())
    }

    fn join_vars(&mut self, c: D::V, a: &Var<D::V>, b: &Var<D::V>) -> Done<Var<D::V>> {
        match (a, b) {
            (Var::Whole(x), Var::Whole(y)) => Ok(Var::Whole(choose(self.d, c, x, y)?)),
            (Var::Register(x), Var::Register(y)) => Ok(Var::Register(Register::merge(self.d, c, x, y))),
            (Var::Register(x), Var::Whole(y)) | (Var::Whole(y), Var::Register(x)) => {
                let width = x.extent(self.d).max(super::value::width(self.d, y));
                let y = self.as_register(y, width)?;
                let (x, y) = if matches!(a, Var::Register(_)) { (x.clone(), y) } else { (y, x.clone()) };
                Ok(Var::Register(Register::merge(self.d, c, &x, &y)))
            }
        }
    }

    /// A whole value as a register that slices can be written into.
    pub(super) fn as_register(&mut self, value: &Value<D::V>, width: u32) -> Done<Register<D::V>> {
        let parts = pieces(self.d, value, width.max(1))?;
        let mut register = Register::of(self.d, parts, None, signed_at(value));
        register.zero_above = true;
        Ok(register)
    }

    pub(super) fn set(&mut self, sym: Sym, var: Var<D::V>) {
        self.frame().vars[sym.0 as usize] = Some(Rc::new(var));
    }

    /// A variable of this call or, for reading, of the whole text.
    pub(super) fn lookup(&self, sym: Sym) -> Option<&Rc<Var<D::V>>> {
        let at = sym.0 as usize;
        let own = self.frames[self.frames.len() - 1].vars[at].as_ref();
        own.or(self.frames[0].vars[at].as_ref())
    }

    pub(super) fn call(&mut self, name: Sym, args: Vec<Value<D::V>>, want: Option<u32>) -> Done<Value<D::V>> {
        if self.frames.len() > MAX_CALLS {
            return Err(Fault::Calls(MAX_CALLS));
        }
        let program = self.program;
        let Some(at) = program.functions.iter().position(|f| f.name == name) else {
            return Err(Fault::NoFunction(self.name(name)));
        };
        let function = &program.functions[at];
        if function.params.len() != args.len() {
            let (expected, given) = (function.params.len(), args.len());
            return Err(Fault::Arity { name: self.name(name), expected, given });
        }
        let hit = |c: &&Called<D::V>| c.name == name && c.want == want && c.args == args;
        if let Some(done) = self.called.iter().find(hit).filter(|_| self.memoised[at]) {
            return Ok(done.result.clone());
        }
        let mut vars = vec![None; program.names.len()];
        for (param, arg) in function.params.iter().zip(&args) {
            vars[param.0 as usize] = Some(Rc::new(Var::Whole(arg.clone())));
        }
        let line = self.line;
        self.frames.push(Frame { vars, want });
        let flow = self.block(&function.body)?;
        self.frames.pop();
        self.line = line;
        match flow {
            Flow::Return(result) => {
                if self.memoised[at] {
                    self.called.truncate(CALLED - 1);
                    self.called.insert(0, Called { name, args, want, result: result.clone() });
                }
                Ok(result)
            }
            Flow::Next => Err(Fault::NoReturn(self.name(name))),
        }
    }

    /// A data-dependent write: tries every value of the variable that the position depends on, and joins.
    pub(super) fn fork_on(&mut self, var: Sym, target: &'a Expr, value: &'a Expr) -> Done<()> {
        let held = self.variable(var)?;
        let index = super::value::scalar(self.d, &held)?;
        let values = self.d.possible(index.v).ok_or(Fault::DataIndex(crate::limits::MAX_INDEX_VALUES))?;
        let before = self.frame().clone();
        let mut joined: Option<Frame<D::V>> = None;
        for &bits in values.iter() {
            *self.frame() = before.clone();
            let width = self.d.width(index.v);
            let at = if index.signed { isotope_ir::term::signed(bits, width) } else { bits as i128 };
            self.set(var, Var::Whole(Value::Int(at)));
            self.assign(target, value)?;
            let side = self.frame().clone();
            if let Some(others) = joined.take() {
                *self.frame() = others;
                let wanted = self.d.constant(bits, width);
                let c = self.d.bin(BinOp::Eq, index.v, wanted);
                self.join(c, side)?;
            }
            joined = Some(self.frame().clone());
        }
        self.frame().vars[var.0 as usize] = before.vars[var.0 as usize].clone();
        Ok(())
    }
}

fn returns(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Return(_) => true,
        StmtKind::If(_, a, b) => returns(a) || returns(b),
        StmtKind::For { body, .. } | StmtKind::While(_, body) => returns(body),
        StmtKind::Case(_, arms) => arms.iter().any(|(_, body)| returns(body)),
        _ => false,
    })
}
