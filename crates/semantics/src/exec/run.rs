//! A whole run: operands into variables, the program, the result register.
//!
//! The result is whatever register or variable has the declared name at the end, or what the text returned. It must be
//! written without gaps from bit 0 up to its highest written bit; above that it is zero, as `dst[MAX:n] := 0` would
//! say.

use super::domain::Domain;
use super::fault::{Done, Fault, RunError};
use super::float::reading;
use super::machine::{Execute, Flow, Frame, Machine, Var};
use super::register::Register;
use super::value::{Value, pieces};
use crate::semantics::{Operand, Semantics};
use std::rc::Rc;

/// An operand at the start of a run.
pub(crate) enum Input<V> {
    /// A known integer: an immediate.
    Int(i128),
    /// A register in pieces, low first.
    Pieces(Vec<V>),
}

/// Runs a program; gives the result register. Bits of it above the highest one written are zero.
pub(crate) fn run<D: Domain>(
    d: &mut D,
    semantics: &Semantics,
    inputs: Vec<Input<D::V>>,
) -> Result<Register<D::V>, RunError> {
    let mut machine = prepared(d, semantics, inputs);
    let done = machine.block(&semantics.program.body).and_then(|flow| result(&mut machine, flow));
    let line = machine.line;
    done.map_err(|fault| RunError::At { line, fault })
}

/// A machine whose variables are the operands.
fn prepared<'a, D: Domain>(d: &'a mut D, semantics: &'a Semantics, inputs: Vec<Input<D::V>>) -> Machine<'a, D> {
    let program = &semantics.program;
    let mut vars = vec![None; program.names.len()];
    for (operand, input) in semantics.operands.iter().zip(inputs) {
        // An operand that the text never names is not looked at: `src` where every element is computed.
        let Some(sym) = program.find(&operand.name) else { continue };
        // An immediate is an integer; of everything else the element type says where its signs are.
        let signed = element_reading(operand);
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
        slot.get_or_insert_with(|| {
            let float = semantics.result.float.map_or(0, reading);
            Rc::new(Var::Register(Register { signed_at: float, ..Register::empty(Some(result_bits)) }))
        });
    }
    Machine::new(d, program, Frame { vars, want: Some(result_bits) }, result, result_bits)
}

/// Where an operand's elements have their sign, or that they are floats.
fn element_reading(operand: &Operand) -> u32 {
    match operand.float {
        Some(format) => reading(format),
        None if operand.signed => operand.element_bits,
        None => 0,
    }
}

/// The result when the program has ended so: every bit of it is written.
fn result<D: Domain>(m: &mut Machine<'_, D>, flow: Flow<D::V>) -> Done<Register<D::V>> {
    let bits = m.result_bits;
    let missing = || Fault::Unknown { name: "the result".into() };
    let written = match flow {
        Flow::Return(value) => Var::Whole(value),
        Flow::Next => {
            let var = m.result.and_then(|sym| m.frames[0].vars[sym.0 as usize].clone());
            (*var.ok_or_else(missing)?).clone()
        }
    };
    let mut out = match written {
        Var::Register(register) => register,
        Var::Whole(value) => {
            let parts = pieces(m.d, &value, bits)?;
            Register::of(m.d, parts, Some(bits), 0)
        }
    };
    // A text that writes the low half of a register leaves the upper half zero, as VEX-encoded instructions do; a gap
    // below the highest bit written is an error of the text.
    let top = out.extent(m.d);
    if top == 0 {
        return Err(missing());
    }
    out.clear_unwritten(m.d, top, bits);
    match out.read(m.d, 0, bits) {
        Ok(_) => Ok(out),
        Err(lo) => Err(Fault::Unwritten { name: "the result".into(), lo, hi: bits }),
    }
}
