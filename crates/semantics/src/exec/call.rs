//! Calls of functions of the text.
//!
//! Functions are called by value and return one; what they write are their own variables. They read the text's
//! variables where they have none of that name, as the guide's functions read `imm8`.

use super::domain::Domain;
use super::fault::{Done, Fault};
use super::machine::{Execute, Flow, Frame, Machine, Var};
use super::value::Value;
use crate::limits::MAX_CALLS;
use crate::pseudo::ast::Sym;
use std::rc::Rc;

impl<'a, D: Domain> Machine<'a, D> {
    /// Calls a function with values. `want` goes through to its RETURN: a caller that keeps 16 bits of a product lets
    /// it be computed in 16.
    pub(super) fn call(&mut self, name: Sym, args: Vec<Value<D::V>>, want: Option<u32>) -> Done<Value<D::V>> {
        // Counted with the text's own frame.
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
        if let Some(result) = self.memo.known(at, &args, want) {
            return Ok(result);
        }
        let mut vars = vec![None; program.names.len()];
        for (param, arg) in function.params.iter().zip(&args) {
            vars[param.0 as usize] = Some(Rc::new(Var::Whole(arg.clone())));
        }
        // A fault inside has the function's line; afterwards the caller's statement goes on.
        let line = self.line;
        self.frames.push(Frame { vars, want });
        let flow = self.block(&function.body)?;
        self.frames.pop();
        self.line = line;
        match flow {
            Flow::Return(result) => {
                self.memo.keep(at, args, want, &result);
                Ok(result)
            }
            Flow::Next => Err(Fault::NoReturn(self.name(name))),
        }
    }
}
