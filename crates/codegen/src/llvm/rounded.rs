//! Rounded products, written so that LLVM does not take them for others.
//!
//! ((a * b) + 2^(n - 1)) >> n of signed factors with n + 1 bits is one more than what they have room for where both are the least number. LLVM 19
//! and 22 for Hexagon (`HexagonVectorCombine`, `FxpMul`) make an instruction of it that saturates there. As (((a * b) >> (n - 1)) + 1) >> 1 it
//! is the same, since no such product is near the bounds of twice their bits.

use super::body::{Body, Written};
use super::types::LlvmType;
use isotope_program::{Generic, Program, Step, StepOp, Value};

/// The shift of a rounded product.
pub(super) struct RoundedProduct {
    product: Value,
    by: u32,
    /// Zeros are shifted in.
    is_logical: bool,
}

impl RoundedProduct {
    /// What a step is, if it is such a shift by one of some amounts.
    pub(super) fn of(program: &Program, op: &Generic, step: &Step, amounts: &[u32]) -> Option<RoundedProduct> {
        let is_logical = match op {
            Generic::AShr => false,
            Generic::LShr => true,
            _ => return None,
        };
        let generic = |value: Value| match &program.step(value).op {
            StepOp::Generic(op) => Some((op, &program.step(value).args)),
            _ => None,
        };
        let by = amounts.iter().copied().find(|&by| splat(program, step.args[1]) == Some(by.into()))?;
        let (Generic::Add, sides) = generic(step.args[0])? else { return None };
        let half = |value: &Value| splat(program, *value) == Some(1 << (by - 1));
        let product = match sides[..] {
            [product, more] | [more, product] if half(&more) => product,
            _ => return None,
        };
        let (Generic::Mul, factors) = generic(product)? else { return None };
        let narrow = |factor: &Value| {
            let from = |args: &[Value]| program.shape(args[0]).bits;
            matches!(generic(*factor), Some((Generic::SExt, args)) if from(args) == by + 1)
        };
        let fits = step.shape.bits >= 2 * (by + 1) && factors.iter().all(narrow);
        fits.then_some(RoundedProduct { product, by, is_logical })
    }

    pub(super) fn write(&self, body: &mut Body, step: &Step) -> Written {
        let ty = LlvmType::int(step.shape);
        let element = format!("i{}", step.shape.bits);
        let all = |value: u64| if ty.lanes == 1 { value.to_string() } else { format!("splat ({element} {value})") };
        let product = body.operand(self.product, ty);
        let most = body.emit(format!("ashr {ty} {product}, {}", all((self.by - 1).into())));
        let rounded = body.emit(format!("add {ty} {most}, {}", all(1)));
        let shifted = body.emit(format!("ashr {ty} {rounded}, {}", all(1)));
        if !self.is_logical {
            return Written::Name(shifted, ty);
        }
        let kept = (u64::MAX >> (64 - step.shape.bits)) >> self.by;
        Written::Name(body.emit(format!("and {ty} {shifted}, {}", all(kept))), ty)
    }
}

/// The constant that a value is in every lane.
fn splat(program: &Program, value: Value) -> Option<u64> {
    match &program.step(value).op {
        StepOp::Constant(elements) => elements.iter().all(|e| *e == elements[0]).then_some(elements[0]),
        _ => None,
    }
}
