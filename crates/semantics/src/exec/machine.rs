//! The state of a run: its variables, how deep it is, and how much it has done.
//!
//! Here belongs what expressions, calls and statements share, and nothing that evaluates either.

use super::domain::Domain;
use super::fault::{Done, Fault};
use super::float::{FUSED, format_of, reading};
use super::memo::Memo;
use super::place::position;
use super::register::Register;
use super::value::{self, Value, choose, from_parts, pieces, signed_at, slice};
use crate::limits::{MAX_DEPTH, MAX_REGISTER_BITS, MAX_STEPS, MAX_TERM_HEIGHT};
use crate::pseudo::ast::{Program, Stmt, Sym};
use std::rc::Rc;

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Var<V> {
    /// Assigned as a whole: an integer of whatever width it has.
    Whole(Value<V>),
    /// An operand, the result, or a local that was written in slices.
    Register(Register<V>),
}

/// The variables of one call, by name.
#[derive(Clone)]
pub(super) struct Frame<V> {
    /// Shared until they are written: a path that splits copies the frame, and few variables differ afterwards.
    pub vars: Vec<Option<Rc<Var<V>>>>,
    /// The low bits of the returned value that the caller keeps, where it says so.
    pub want: Option<u32>,
}

/// How a block ended.
pub(super) enum Flow<V> {
    /// It ran to its end.
    Next,
    /// A RETURN was met; nothing after it runs.
    Return(Value<V>),
}

/// Running statements, as calls see it: an expression may call a function, whose body is statements again.
pub(super) trait Execute<'a, V> {
    /// Runs statements in the current frame.
    fn block(&mut self, stmts: &'a [Stmt]) -> Done<Flow<V>>;
}

/// One run of one program.
pub(super) struct Machine<'a, D: Domain> {
    /// The domain of bits.
    pub d: &'a mut D,
    /// The text: names, functions, statements.
    pub program: &'a Program,
    /// Open calls; the first frame is the text's own, and there always.
    pub frames: Vec<Frame<D::V>>,
    /// The result's name, if the text has it: one that ends in RETURN need not.
    pub result: Option<Sym>,
    /// Bits of the result as declared, whatever register it is in.
    pub result_bits: u32,
    /// The function that rounds the sum of a product once, where the text has it.
    pub fused: Option<Sym>,
    /// Results that calls have had.
    pub memo: Memo<D::V>,
    /// The line of the last statement that began, where faults are.
    pub line: u32,
    /// Expressions, statements and iterations so far.
    steps: u64,
    /// Expressions, blocks and cases that are open: what the run costs in stack.
    depth: u32,
}

impl<'a, D: Domain> Machine<'a, D> {
    /// A machine whose text has these variables.
    pub fn new(d: &'a mut D, program: &'a Program, vars: Frame<D::V>, result: Option<Sym>, result_bits: u32) -> Self {
        Machine {
            d,
            program,
            frames: vec![vars],
            result,
            result_bits,
            fused: program.functions.iter().map(|f| f.name).find(|name| program.name(*name) == FUSED),
            memo: Memo::of(program),
            line: 0,
            steps: 0,
            depth: 0,
        }
    }

    /// A name for a message.
    pub fn name(&self, sym: Sym) -> String {
        self.program.name(sym).to_owned()
    }

    /// The variables of the innermost call.
    pub fn frame(&mut self) -> &mut Frame<D::V> {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Counts a step of work. Bounds are counts, not times: the same text ends at the same place on every machine. The
    /// height of terms is looked at here, too: a step makes few of them.
    pub fn step(&mut self) -> Done<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(Fault::Steps(MAX_STEPS));
        }
        if self.d.highest() > MAX_TERM_HEIGHT { Err(Fault::TermHeight(MAX_TERM_HEIGHT)) } else { Ok(()) }
    }

    /// Goes one level of recursion deeper. Whoever enters [leaves](Self::leave), unless the run has failed.
    pub fn enter(&mut self) -> Done<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(Fault::Depth(MAX_DEPTH)) } else { Ok(()) }
    }

    /// Takes back [`Machine::enter`].
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Gives a variable of the innermost call a value. A function cannot write the text's variables.
    pub fn set(&mut self, sym: Sym, var: Var<D::V>) {
        self.frame().vars[sym.0 as usize] = Some(Rc::new(var));
    }

    /// A variable of this call or, for reading, of the whole text.
    pub fn lookup(&self, sym: Sym) -> Option<&Rc<Var<D::V>>> {
        let at = sym.0 as usize;
        let own = self.frames[self.frames.len() - 1].vars[at].as_ref();
        own.or(self.frames[0].vars[at].as_ref())
    }

    /// The value of a variable as a whole.
    pub fn variable(&mut self, sym: Sym) -> Done<Value<D::V>> {
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

    /// Bits `lo .. lo + width` of a variable.
    pub fn read(&mut self, sym: Sym, lo: i128, width: u32) -> Done<Value<D::V>> {
        let Some(var) = self.lookup(sym).cloned() else { return Err(Fault::Unknown { name: self.name(sym) }) };
        let declared = match &*var {
            Var::Register(register) => register.bits,
            Var::Whole(_) => None,
        };
        let at = position(lo, width, declared.unwrap_or(MAX_REGISTER_BITS), || self.name(sym))?;
        match &*var {
            Var::Whole(value) => slice(self.d, value, at, width),
            Var::Register(register) => {
                let parts = register.read(self.d, at, width);
                let parts = parts.map_err(|lo| Fault::Unwritten { name: self.name(sym), lo, hi: at + width })?;
                Ok(from_parts(self.d, parts, register.signed_at))
            }
        }
    }

    /// `x[MAX:lo] := 0`: zeros where nothing was written. Not where something was: the rule is in the head
    /// of [`crate::semantics`].
    pub fn clear_from(&mut self, sym: Sym, lo: u32) -> Done<()> {
        let bits = self.result_bits;
        let mut register = self.take_register(sym)?;
        register.clear_unwritten(self.d, lo, bits);
        self.set(sym, Var::Register(register));
        Ok(())
    }

    /// A variable as a register to write into; what is not there yet is an empty one of no declared width.
    fn take_register(&mut self, sym: Sym) -> Done<Register<D::V>> {
        match self.frame().vars[sym.0 as usize].take() {
            None => Ok(Register::empty(None)),
            Some(var) => match Rc::try_unwrap(var).unwrap_or_else(|shared| (*shared).clone()) {
                Var::Register(register) => Ok(register),
                Var::Whole(value) => {
                    let width = value::width(self.d, &value);
                    self.as_register(&value, width)
                }
            },
        }
    }

    /// Writes `width` bits of a value at `lo`. The value is cut or extended by its own sign: a store into a wider slice
    /// keeps the integer.
    pub fn store(&mut self, sym: Sym, lo: i128, width: u32, value: &Value<D::V>) -> Done<()> {
        let mut register = self.take_register(sym)?;
        let at = position(lo, width, register.bits.unwrap_or(MAX_REGISTER_BITS), || self.name(sym))?;
        let parts = pieces(self.d, value, width)?;
        // `tmp[15:0] := a[7:0] - b[7:0]`, read back as `tmp[15:0]`, is negative where the difference was. Declared
        // registers keep the reading that their element type gives them. Locals take the sign of what is stored, if it
        // fits; a literal says nothing about the sign of its neighbours.
        if register.bits.is_none() {
            // A float that is stored whole is read as one again; what is stored beside it later does not take that back.
            if let Some(format) = format_of(self.d, value).filter(|format| format.bits() == width) {
                register.signed_at = reading(format);
            }
            let signed = match value {
                Value::Int(c) if *c >= 0 => None,
                Value::Real(_) => None,
                Value::Int(_) => Some(true),
                other => {
                    let have = value::width(self.d, other);
                    Some(signed_at(other) == have && (1..=width).contains(&have))
                }
            };
            match signed {
                Some(true) => register.signed_at = width,
                Some(false) if register.signed_at == width => register.signed_at = 0,
                _ => {}
            }
        }
        register.write(self.d, at, &parts);
        self.set(sym, Var::Register(register));
        Ok(())
    }

    /// The current frame becomes `c ? then : current`.
    /// A variable that one path alone has written is undefined on the other, which may then have any value: that one.
    pub fn join(&mut self, c: D::V, then: Frame<D::V>) -> Done<()> {
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

    /// Integers are joined as integers; registers bit by bit. Where one path wrote a slice of what the other holds
    /// whole, the whole becomes a register first.
    fn join_vars(&mut self, c: D::V, a: &Var<D::V>, b: &Var<D::V>) -> Done<Var<D::V>> {
        match (a, b) {
            (Var::Whole(x), Var::Whole(y)) => Ok(Var::Whole(choose(self.d, c, x, y)?)),
            (Var::Register(x), Var::Register(y)) => Ok(Var::Register(Register::merge(self.d, c, x, y))),
            (Var::Register(x), Var::Whole(y)) | (Var::Whole(y), Var::Register(x)) => {
                let width = x.extent(self.d).max(value::width(self.d, y));
                let y = self.as_register(y, width)?;
                let (x, y) = if matches!(a, Var::Register(_)) { (x.clone(), y) } else { (y, x.clone()) };
                Ok(Var::Register(Register::merge(self.d, c, &x, &y)))
            }
        }
    }

    /// A whole value as a register that slices can be written into.
    fn as_register(&mut self, value: &Value<D::V>, width: u32) -> Done<Register<D::V>> {
        let parts = pieces(self.d, value, width.max(1))?;
        let mut register = Register::of(self.d, parts, None, signed_at(value));
        register.zero_above = true;
        Ok(register)
    }
}
