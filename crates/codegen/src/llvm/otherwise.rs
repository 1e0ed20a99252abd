//! Operations that LLVM compiles wrongly for a target or not at all, written so that it compiles them.

use super::body::{Body, Written};
use super::types::LlvmType;
use super::{Forms, LlvmError, gather, products};
use isotope_dictionary::manifest::SpillingShifts;
use isotope_program::{FloatFormat, FloatOp, Generic, Program, Shape, Step, Value};

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
        Generic::Float(FloatOp::ToUnsigned, format) if step.shape.lanes > 1 => {
            let wrong = miscompiled.spilling_casts.as_ref()?;
            let through = Shape::new(wrong.through, step.shape.lanes);
            let spills = wrong.elements.contains(&step.shape.bits) && step.shape.bits < wrong.through;
            spills.then(|| Ok(through_signed(body, step, *format, through)))
        }
        Generic::Trunc if miscompiled.unselected_bools && is_bools(step) => Some(Ok(lowest_bits(body, program, step))),
        Generic::Select if miscompiled.unselected_bools && is_bools(step) => {
            Some(Ok(chosen_bools(body, program, step)))
        }
        Generic::LShr => shifted("lshr", body),
        Generic::AShr => shifted("ashr", body),
        _ => None,
    }
}

/// A conversion of floats to unsigned integers, by way of wider signed ones: what is in range is in theirs, and what is not may give
/// anything in its own lane.
fn through_signed(body: &mut Body, step: &Step, format: FloatFormat, through: Shape) -> Written {
    let (from, to) = (LlvmType::float(format, through.lanes), LlvmType::int(step.shape));
    let (value, wide) = (body.operand(step.args[0], from), LlvmType::int(through));
    let value = body.emit(format!("fptosi {from} {value} to {wide}"));
    Written::Name(body.emit(format!("trunc {wide} {value} to {to}")), to)
}

fn is_bools(step: &Step) -> bool {
    step.shape.bits == 1 && step.shape.lanes > 1
}

/// The lowest bit of each element, compared with zero.
fn lowest_bits(body: &mut Body, program: &Program, step: &Step) -> Written {
    let from = LlvmType::int(program.shape(step.args[0]));
    let value = body.operand(step.args[0], from);
    let value = body.emit(format!("and {from} {value}, splat ({} 1)", from.element));
    Written::Name(body.emit(format!("icmp ne {from} {value}, zeroinitializer")), LlvmType::int(step.shape))
}

/// A choice among bools by logic: those of one side where the sides differ and the mask says so. Frozen, an undefined bool that is not
/// chosen has a value.
fn chosen_bools(body: &mut Body, program: &Program, step: &Step) -> Written {
    let ty = LlvmType::int(step.shape);
    let mask_ty = LlvmType::int(program.shape(step.args[0]));
    let mask = body.operand(step.args[0], mask_ty);
    let mask = if mask_ty.lanes == 1 {
        let first = body.emit(format!("insertelement {ty} poison, {mask_ty} {mask}, i32 0"));
        body.emit(format!("shufflevector {ty} {first}, {ty} poison, <{} x i32> zeroinitializer", ty.lanes))
    } else {
        mask
    };
    let [then, other] = [1, 2].map(|at| {
        let side = body.operand(step.args[at], ty);
        body.emit(format!("freeze {ty} {side}"))
    });
    let differ = body.emit(format!("xor {ty} {then}, {other}"));
    let taken = body.emit(format!("and {ty} {differ}, {mask}"));
    Written::Name(body.emit(format!("xor {ty} {taken}, {other}")), ty)
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
