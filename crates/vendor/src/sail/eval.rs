//! The evaluator: runs what is known, and writes down the rest.
//!
//! A run begins with concrete bits of an instruction and with registers that hold operands. Everything that the bits decide
//! (sizes, flags, which branch) is computed; what depends on an operand becomes an expression or a statement of the
//! pseudocode. Functions are inlined. A loop over elements stays a loop if its body allows it, and is unrolled where not: where a
//! register's number or a width depends on the counter, or the body returns.
//!
//! From the ground up: values (`value`), what is written (`output`), operators and primitives of the language
//! (`operators`, `primitives`), and on them expressions, assignments (`place`) and control flow (`flow`). `tidy` makes what was
//! written readable.
//!
//! An example. With `elements` 8, `esize` 8 and register `n` holding the operand `a`,
//!
//! ```text
//! let operand : bits('datasize) = V_read(n, datasize);
//! result : bits('datasize) = undefined;
//! foreach (e from 0 to (elements - 1) by 1 in inc) {
//!     element = UInt(Elem_read(operand, e, esize));
//!     if shift > 1 then { element = (element + (1 << (shift - 1))) };
//!     result = Elem_set(result, e, esize, (element >> shift)[esize - 1 .. 0])
//! };
//! V_set(d, datasize) = result
//! ```
//!
//! is, for a shift of 3, evaluated so: `operand` is the part of `a` from bit 0 on, and no statement. The loop is tried as a loop, so
//! that `result` and `element`, which its body assigns, become variables of the pseudocode, and `e` a counter. The part that
//! `Elem_read` takes is of 8 bits wherever the counter stands, since `8 * e + 7` less `8 * e` is known: `a[e*8+7:e*8]`. The `if` is
//! decided by the shift. The result of `Elem_set` is assigned back to its own argument and writes in place. The text written is
//!
//! ```text
//! FOR e := 0 to 7
//!     element := a[e*8+7:e*8]
//!     element := element + 4
//!     result[e*8+7:e*8] := UInt8(element >> 3)
//! ENDFOR
//! ```
//!
//! and `tidy` makes `dst` of `result` in the end. Had a width depended on `e`, or a register's number, the whole loop would have been taken
//! back and run iteration by iteration with a known counter.
//!
//! Three things hold throughout. Bits are unsigned integers wherever they are an expression, as wide as their type says or narrower;
//! signs come from `SInt` alone. Numbers are exact. And a value that was read keeps its meaning: before a variable of the
//! pseudocode is assigned in place, whatever else still reads it is copied (`protect`).

mod expression;
mod float;
mod flow;
mod operators;
mod output;
mod pattern;
mod pick;
mod place;
mod primitives;
mod reading;
mod real;
mod tidy;
mod value;

use super::ast::{Function, Pattern, Type};
use super::model::Model;
use crate::limits::{MAX_SAIL_BITS, MAX_SAIL_DEPTH, MAX_SAIL_STATEMENTS, MAX_SAIL_STEPS};
use isotope_semantics::pseudo::ast::{Expr as Out, Sym};
use output::Output;
pub(crate) use pattern::opcode;
use reading::{cheap, reads, word_reads};
use std::collections::{BTreeMap, BTreeSet};
pub(crate) use tidy::tidy;
pub(crate) use value::{Kind, Linear, Value, Word};

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stop {
    /// The function returns this.
    Return(Value),
    /// The text throws: the exception's name.
    Throw(String),
    /// The loop that is being kept must be unrolled.
    Unroll(String),
    /// The text asks for something that cannot be written down.
    Fault(String),
}

/// The result of evaluation.
pub(crate) type Run<T> = Result<T, Stop>;

/// The registers that an instruction reads and writes. Nothing else of a machine's state is modelled: what writes it writes nothing
/// here, and what reads it has a value that is not known.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Registers {
    /// By the name that the text's accessors begin with, and by number.
    pub held: BTreeMap<(char, i128), Word>,
}

/// A variable of the text.
#[derive(Clone, Debug, PartialEq)]
struct Slot {
    value: Value,
    /// Its bits, where it holds bits; `None` for a number or a truth.
    bits: Option<u32>,
    /// Whether its type says truth or number, so that it can be a variable of the pseudocode before it has a value.
    scalar: Option<bool>,
    /// The variable of the pseudocode that is assigned in place.
    place: Option<Sym>,
}

/// The variables of one call.
#[derive(Clone, Debug, Default, PartialEq)]
struct Frame {
    /// Names by block, the innermost last.
    scopes: Vec<BTreeMap<String, Slot>>,
    /// Returns under conditions that depend on operands, the first met first.
    pending: Vec<(Out, Value)>,
    /// Loops that are being kept, within this call.
    kept: u32,
}

/// One specialisation.
pub(crate) struct Machine<'m> {
    /// The files.
    model: &'m Model,
    /// The output so far.
    pub out: Output,
    /// The state of the registers.
    pub registers: Registers,
    /// Open calls, the innermost last.
    frames: Vec<Frame>,
    /// Function and line, for messages.
    at: (&'m str, u32),
    /// Expressions and calls that are open.
    depth: u32,
    /// Expressions so far.
    steps: u64,
    /// Functions of the text that were called.
    pub called: BTreeSet<&'m str>,
}

/// A fault with its message.
fn fault<T>(message: impl Into<String>) -> Run<T> {
    Err(Stop::Fault(message.into()))
}

impl<'m> Machine<'m> {
    /// A machine whose registers hold nothing.
    pub fn new(model: &'m Model) -> Self {
        let out = Output { blocks: vec![Vec::new()], ..Output::default() };
        let frames = vec![Frame { scopes: vec![BTreeMap::new()], ..Frame::default() }];
        Machine {
            model,
            out,
            registers: Registers::default(),
            frames,
            at: ("", 0),
            depth: 0,
            steps: 0,
            called: BTreeSet::new(),
        }
    }

    /// Where evaluation is, in words.
    pub fn place_in_words(&self) -> String {
        format!("{}, line {}", self.at.0, self.at.1)
    }

    /// Counts a step, and goes one level deeper; whoever enters leaves by [`Machine::leave`] unless the run has failed.
    fn enter(&mut self) -> Run<()> {
        self.steps += 1;
        self.depth += 1;
        if self.steps > MAX_SAIL_STEPS {
            return fault(format!("more than MAX_SAIL_STEPS ({MAX_SAIL_STEPS}) expressions"));
        }
        if self.out.written > MAX_SAIL_STATEMENTS {
            return fault(format!("more than MAX_SAIL_STATEMENTS ({MAX_SAIL_STATEMENTS}) statements"));
        }
        if self.depth > MAX_SAIL_DEPTH {
            return fault(format!("deeper than MAX_SAIL_DEPTH ({MAX_SAIL_DEPTH})"));
        }
        Ok(())
    }

    /// Takes back [`Machine::enter`].
    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The variables of the call that is running. There is always one: the decoder's own.
    fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// A variable of the current call.
    fn slot(&mut self, name: &str) -> Option<&mut Slot> {
        self.frame().scopes.iter_mut().rev().find_map(|scope| scope.get_mut(name))
    }

    /// Makes a variable in the innermost scope.
    fn bind(&mut self, name: &str, value: Value) {
        let bits = if let Value::Bits(word) = &value { Some(word.width()) } else { None };
        let scope = self.frame().scopes.last_mut();
        if let Some(scope) = scope {
            scope.insert(name.to_owned(), Slot { value, bits, scalar: None, place: None });
        }
    }

    /// Runs with a scope of its own.
    fn scoped<T>(&mut self, run: impl FnOnce(&mut Self) -> Run<T>) -> Run<T> {
        let depth = self.frame().scopes.len();
        self.frame().scopes.push(BTreeMap::new());
        let out = run(self);
        self.frame().scopes.truncate(depth);
        out
    }

    /// Calls a function of the text, or a primitive, with values.
    pub fn call(&mut self, name: &str, args: Vec<Value>) -> Run<Value> {
        if let Some(value) = self.primitive(name, &args)? {
            return Ok(value);
        }
        let Some(function) = self.model.function(name) else {
            return Ok(Value::Unknown(format!("{name}, which no file defines").into()));
        };
        self.enter()?;
        self.called.insert(&function.name);
        let before = std::mem::replace(&mut self.at, (&function.name, function.line));
        self.frames.push(Frame { scopes: vec![BTreeMap::new()], ..Frame::default() });
        self.sizes(name, &args);
        let arg = if args.len() == 1 { args.into_iter().next().unwrap_or(Value::Unit) } else { Value::Tuple(args) };
        let arg = if arg == Value::Tuple(Vec::new()) { Value::Unit } else { arg };
        let result = match self.bind_pattern(&function.params, arg) {
            Ok(()) => self.eval(&function.body),
            Err(stop) => Err(stop),
        };
        let value = match result {
            Ok(value) | Err(Stop::Return(value)) => value,
            // The place of a fault is where it is.
            Err(other) => return Err(other),
        };
        let pending = std::mem::take(&mut self.frame().pending);
        self.frames.pop();
        self.at = before;
        self.leave();
        // The returns that were met on the way come before the last one: each is what the call gives if its condition holds
        // and that of none before it does.
        pending.into_iter().rev().try_fold(value, |rest, (condition, value)| self.choose(&condition, value, rest))
    }

    /// Runs a clause of a decoder on the bits of an instruction, whose name in it is the one that its pattern gives them.
    pub fn decode(&mut self, clause: &'m Function, opcode: Value) -> Run<()> {
        self.at = (&clause.name, clause.line);
        let Some(bits) = opcode_pattern(&clause.params) else { return fault("a decoder without a pattern of bits") };
        self.bind_pattern(bits, opcode)?;
        // The effect of an unknown function is not known to be nothing.
        match self.eval(&clause.body)? {
            Value::Unknown(why) => fault(format!("depends on {why}")),
            _ => Ok(()),
        }
    }

    /// Gives a signature's sizes the values that they have at this call: `'N` is the width of the bits that are passed.
    fn sizes(&mut self, name: &str, args: &[Value]) {
        let Some((params, _)) = self.model.signature(name) else { return };
        for (ty, arg) in params.iter().zip(args) {
            let (size, value) = match (ty, arg) {
                (Type::Bits(size), Value::Bits(word)) => (size, Linear::known(i128::from(word.width()))),
                (Type::Int(Some(size)) | Type::Implicit(size), Value::Int(value)) => (size, value.clone()),
                _ => continue,
            };
            if let super::ast::Expr::Size(size) = &**size {
                self.bind(&format!("'{size}"), Value::Int(value));
            }
        }
    }

    /// A value that may be read several times: what is computed goes into a variable.
    fn settled(&mut self, value: Value, hint: &str) -> Run<Value> {
        Ok(match value {
            Value::Int(linear) if !cheap(&linear) => {
                let var = self.out.fresh(hint);
                self.out.assign(Out::Var(var), linear.expr());
                Value::Int(Linear::of(Out::Var(var)))
            }
            Value::Truth(expr) if output::size(&expr) > 3 => {
                let var = self.out.fresh(hint);
                self.out.assign(Out::Var(var), expr);
                Value::Truth(Out::Var(var))
            }
            Value::Bits(word) => Value::Bits(self.settled_word(word, hint)?),
            Value::Pick(pick) => Value::Pick(pick.map(&mut |expr| self.settled_expr(expr, hint, 3))?),
            Value::Real(real) => Value::Real(real.map(&mut |expr| self.settled_expr(expr, hint, 6))?),
            Value::Tuple(parts) => {
                Value::Tuple(parts.into_iter().map(|part| self.settled(part, hint)).collect::<Run<Vec<_>>>()?)
            }
            other => other,
        })
    }

    /// An expression that is read as easily as a variable: of so many nodes at most.
    fn settled_expr(&mut self, expr: &Out, hint: &str, nodes: usize) -> Run<Out> {
        if output::size(expr) <= nodes {
            return Ok(expr.clone());
        }
        let var = self.out.fresh(hint);
        self.out.assign(Out::Var(var), expr.clone());
        Ok(Out::Var(var))
    }

    /// Bits whose computed pieces are in variables.
    fn settled_word(&mut self, word: Word, hint: &str) -> Run<Word> {
        if word.width() > MAX_SAIL_BITS {
            return fault(format!("{} bits are more than MAX_SAIL_BITS ({MAX_SAIL_BITS})", word.width()));
        }
        let mut out = Word::default();
        for piece in word.pieces {
            let alone = Word { pieces: vec![piece] };
            let computed = matches!(alone.pieces[0].kind, Kind::Computed(_));
            out = out.below(if computed { self.out.settle(&alone, hint).unwrap_or(alone) } else { alone });
        }
        Ok(out)
    }

    /// Before a variable of the pseudocode is assigned anew: whatever else reads it keeps what it has read.
    fn protect(&mut self, var: Sym, except: &str) -> Run<()> {
        let last = self.frames.len() - 1;
        let mut found = Vec::new();
        for (depth, scope) in self.frames[last].scopes.iter().enumerate() {
            for (name, slot) in scope {
                if name != except && slot.place != Some(var) && reads(&slot.value, var) {
                    found.push((depth, name.clone(), slot.value.clone()));
                }
            }
        }
        for (depth, name, value) in found {
            let value = self.copied(value, &name)?;
            if let Some(slot) = self.frames[last].scopes[depth].get_mut(&name) {
                slot.value = value;
            }
        }
        let held: Vec<_> =
            self.registers.held.iter().filter(|(_, w)| word_reads(w, var)).map(|(k, w)| (*k, w.clone())).collect();
        for (key, word) in held {
            let Value::Bits(word) = self.copied(Value::Bits(word), "held")? else { continue };
            self.registers.held.insert(key, word);
        }
        Ok(())
    }

    /// A value in variables of its own.
    fn copied(&mut self, value: Value, hint: &str) -> Run<Value> {
        Ok(match value {
            Value::Int(linear) => {
                let var = self.out.fresh(hint.trim_start_matches('\''));
                self.out.assign(Out::Var(var), linear.expr());
                Value::Int(Linear::of(Out::Var(var)))
            }
            Value::Truth(expr) => {
                let var = self.out.fresh(hint);
                self.out.assign(Out::Var(var), expr);
                Value::Truth(Out::Var(var))
            }
            Value::Bits(word) => {
                let var = self.out.fresh(hint);
                self.out.declare(var, word.width(), 0);
                if self.out.store(var, &Linear::known(0), &word).is_none() {
                    return fault("a position leaves 127 bits");
                }
                Value::Bits(Word::of(word.width(), Kind::Part(var, Linear::known(0))))
            }
            Value::Pick(pick) => Value::Pick(pick.map(&mut |expr| self.settled_expr(expr, hint, 0))?),
            Value::Real(real) => Value::Real(real.map(&mut |expr| self.settled_expr(expr, hint, 0))?),
            Value::Tuple(parts) => {
                Value::Tuple(parts.into_iter().map(|part| self.copied(part, hint)).collect::<Run<Vec<_>>>()?)
            }
            other => other,
        })
    }
}

/// The part of a decoder's parameters that the instruction's bits are.
pub(crate) fn opcode_pattern(params: &Pattern) -> Option<&Pattern> {
    match params {
        Pattern::Tuple(parts) => parts.last(),
        other => Some(other),
    }
}
