//! Operations that LLVM compiles wrongly for a target, written so that it does not.

use super::body::{Body, Written};
use super::types::LlvmType;
use super::{Forms, LlvmError, gather, products};
use isotope_dictionary::manifest::SpillingShifts;
use isotope_program::{Generic, Program, Shape, Step, Value};

/// Writes a step that has to be written otherwise; `None` where LLVM compiles it as it is.
pub(super) fn write(
    body: &mut Body,
    program: &Program,
    at: Value,
    op: &Generic,
    forms: &dyn Forms,
) -> Option<Result<Written, LlvmError>> {
    let (miscompiled, step) = (forms.miscompiled()?, program.step(at));
    let shifted = |word: &str, body: &mut Body| {
        let wrong = miscompiled.shifted_products.as_ref()?;
        let by = products::amount(program, at, wrong)?;
        Some(products::write(body, word, step, by, wrong, forms))
    };
    match op {
        Generic::Shuffle(indices) => gather::write(body, program, at, indices, forms),
        Generic::Bitcast if forms.gather().is_some() && step.shape.bits.is_multiple_of(8) => {
            gather::see_through(body, program, at);
            None
        }
        Generic::Shl | Generic::LShr | Generic::AShr if !program.is_constant(step.args[1]) => {
            let Shape { bits, lanes } = step.shape;
            let spills =
                |one: &SpillingShifts| one.elements.contains(&bits) && !(bits * lanes).is_multiple_of(one.whole);
            let spills = lanes > 1 && miscompiled.spilling_shifts.iter().any(spills);
            spills.then(|| Ok(within_the_width(body, op, step)))
        }
        Generic::LShr => shifted("lshr", body),
        Generic::AShr => shifted("ashr", body),
        _ => None,
    }
}

/// A shift by an amount below the width: what is too much may give anything in its own lane, and nothing else.
fn within_the_width(body: &mut Body, op: &Generic, step: &Step) -> Written {
    let word = match op {
        Generic::Shl => "shl",
        Generic::LShr => "lshr",
        _ => "ashr",
    };
    let ty = LlvmType::int(step.shape);
    let [value, amount] = [0, 1].map(|at| body.operand(step.args[at], ty));
    let bits = step.shape.bits;
    let amount = body.emit(format!("and {ty} {amount}, splat (i{bits} {})", bits - 1));
    Written::Name(body.emit(format!("{word} {ty} {value}, {amount}")), ty)
}
