//! Shifts of products, by amounts that LLVM does not see.
//!
//! LLVM 19 and 22 for Hexagon (`HexagonVectorCombine`, `FxpMul`) make products of fixed-point numbers of ((a * b) + 2^(n - 1)) >> n, and are right only
//! where the result is cut to the factors' width and no bit above it matters: a product that is shifted by one bit less than a factor has
//! saturates, one that is rounded where the upper half begins is rounded twice, and of all others the upper bits are lost. So the amount
//! comes from an instruction that broadcasts it.

use super::body::{Body, Written};
use super::types::{Element, LlvmType};
use super::{Forms, LlvmError, shuffle, spliced};
use isotope_dictionary::manifest::ShiftedProducts;
use isotope_program::{Generic, Program, Step, StepOp, Value};

/// The constant that a product is shifted by, if LLVM compiles that wrongly.
pub(super) fn amount(program: &Program, at: Value, wrong: &ShiftedProducts) -> Option<u64> {
    let step = program.step(at);
    let factor = step.shape.bits / 2;
    let whole = step.shape.total_bits() / 2;
    if !wrong.factors.contains(&factor) || !whole.is_multiple_of(wrong.whole) {
        return None;
    }
    let by = splat(program, step.args[1]).filter(|&by| by > 0 && by < u64::from(step.shape.bits))?;
    let (product, is_rounded) = match generic(program, step.args[0])? {
        (Generic::Add, &[a, b]) if splat(program, b).is_some_and(u64::is_power_of_two) => (a, true),
        (Generic::Add, &[a, b]) if splat(program, a).is_some_and(u64::is_power_of_two) => (b, true),
        _ => (step.args[0], false),
    };
    let (Generic::Mul, _) = generic(program, product)? else { return None };
    let is_cut = |user: &Step| matches!(user.op, StepOp::Generic(Generic::Trunc)) && user.shape.bits <= factor;
    let all_cut = program.result != at && program.steps.iter().filter(|s| s.args.contains(&at)).all(is_cut);
    let is_right = all_cut && (by + 1 < u64::from(factor) || by == u64::from(factor) && !is_rounded);
    (!is_right).then_some(by)
}

/// A shift by an amount that an instruction broadcasts.
pub(super) fn write(
    body: &mut Body,
    word: &str,
    step: &Step,
    by: u64,
    wrong: &ShiftedProducts,
    forms: &dyn Forms,
) -> Result<Written, LlvmError> {
    let ty = LlvmType::int(step.shape);
    let value = body.operand(step.args[0], ty);
    let scalar = Written::Constant(vec![by], LlvmType { element: Element::Int(32), lanes: 1 });
    let Written::Name(register, own) = spliced(body, forms, &wrong.broadcast, &[], &[scalar])? else {
        unreachable!("an instruction's result has a name")
    };
    let words = LlvmType { element: Element::Int(32), lanes: own.total_bits() / 32 };
    let register = body.cast(register, own, words);
    let amounts = shuffle::repeated(body, &register, words, ty.lanes);
    let amounts = match step.shape.bits {
        32 => amounts,
        _ => body.emit(format!("zext {} {amounts} to {ty}", words.with_lanes(ty.lanes))),
    };
    Ok(Written::Name(body.emit(format!("{word} {ty} {value}, {amounts}")), ty))
}

fn generic(program: &Program, value: Value) -> Option<(&Generic, &[Value])> {
    match &program.step(value).op {
        StepOp::Generic(op) => Some((op, &program.step(value).args)),
        _ => None,
    }
}

/// The constant that a value is in every lane.
fn splat(program: &Program, value: Value) -> Option<u64> {
    match &program.step(value).op {
        StepOp::Constant(elements) => elements.iter().all(|e| *e == elements[0]).then_some(elements[0]),
        _ => None,
    }
}
