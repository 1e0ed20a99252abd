//! A minimum or a maximum of halves that is widened, of the widened halves.
//!
//! Widening is exact and keeps order, so that it may stand before a choice by a comparison as well as behind it:
//!
//! ```text
//! float32(max(h, 0))      max(float32(h), 0), which CPUs compare without widening once more
//! ```
//!
//! Constants are widened here, and what is neither a choice nor a constant by a conversion. Both ways are planned: a CPU that computes with
//! halves has twice as many in a register.

use crate::form::{Floating, Form, Forms, Id};
use isotope_ir::interp::float::{decode, encode};
use isotope_program::{FloatFormat, FloatOp};

/// Choices that are widened one in the other; those behind them are widened as they are.
const DEPTH: u32 = 4;

/// A widened choice between halves as one between widened ones.
pub(super) fn widened(forms: &mut Forms, id: Id) -> Option<Id> {
    let Form::Float(of, ref args) = *forms.form(id) else { return None };
    let is_widening = of.op == FloatOp::Convert(FloatFormat::Single) && of.from.bits == 16;
    let choice = args[0];
    let is_choice = matches!(forms.form(choice), Form::Select(..)) && forms.is_floating(choice);
    (is_widening && is_choice).then(|| lengthened(forms, of, choice, DEPTH))
}

/// A half as a single, widened as far below as it is chosen.
fn lengthened(forms: &mut Forms, of: Floating, id: Id, depth: u32) -> Id {
    match *forms.form(id) {
        Form::Const(bits) => {
            let value = decode(bits as u64, of.from);
            // Which NaN a NaN becomes is left to the conversion.
            if value.is_nan() { forms.float(of, vec![id]) } else { forms.constant(encode(value, of.to).into()) }
        }
        Form::Select(condition, then, other) if depth > 0 => {
            let Form::Float(compared, ref args) = *forms.form(condition) else { return forms.float(of, vec![id]) };
            if !compared.compares() || compared.from != of.from {
                return forms.float(of, vec![id]);
            }
            let &[a, b] = &args[..] else { return forms.float(of, vec![id]) };
            let [a, b, then, other] = [a, b, then, other].map(|half| lengthened(forms, of, half, depth - 1));
            let holds = forms.float(Floating { from: of.to, ..compared }, vec![a, b]);
            forms.select_float(holds, then, other, of.to)
        }
        _ => forms.float(of, vec![id]),
    }
}
