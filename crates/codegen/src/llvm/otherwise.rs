//! Operations that LLVM compiles wrongly for a target, written so that it does not.

use super::body::{Body, Written};
use super::types::LlvmType;
use super::{Forms, LlvmError, gather, products};
use isotope_program::{Generic, Program, Step, Value};

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
        Generic::Shuffle(indices) => {
            let written = gather::write(body, program, step, indices, forms)?;
            body.opaque.insert(at);
            Some(written)
        }
        Generic::LShr if step.shape.lanes > 1 && !program.is_constant(step.args[1]) => {
            let spilling = miscompiled.spilling_shifts.as_ref()?;
            let spills = !step.shape.total_bits().is_multiple_of(spilling.whole);
            (spills && spilling.elements.contains(&step.shape.bits)).then(|| Ok(within_the_width(body, step)))
        }
        Generic::LShr => shifted("lshr", body),
        Generic::AShr => shifted("ashr", body),
        _ => None,
    }
}

/// A logical shift to the right by an amount below the width: what is too much may give anything in its own lane, and nothing else.
fn within_the_width(body: &mut Body, step: &Step) -> Written {
    let ty = LlvmType::int(step.shape);
    let [value, amount] = [0, 1].map(|at| body.operand(step.args[at], ty));
    let bits = step.shape.bits;
    let amount = body.emit(format!("and {ty} {amount}, splat (i{bits} {})", bits - 1));
    Written::Name(body.emit(format!("lshr {ty} {value}, {amount}")), ty)
}
