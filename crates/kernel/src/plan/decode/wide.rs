//! Operations on vectors that do more than move lanes, by their names.

use super::attributes::operand_element;
use super::shapes::{Decoded, result};
use super::{attributes, bits, masked, products};
use crate::plan::nodes::Kind;
use crate::plan::wide::Wide;
use crate::values::op::{Name, Op};
use isotope_mlir::ir::{Module, Operation};

/// Decodes one; `None`: it is none of these.
pub fn kind(module: &Module, op: &Operation) -> Option<Result<Kind, String>> {
    let wide = match op.name.as_str() {
        "vector.contract" => products::contract(module, op),
        "vector.outerproduct" => products::outer(module, op),
        "vector.matrix_multiply" => products::matrices(module, op),
        "vector.multi_reduction" => products::fold(module, op),
        "vector.scan" => products::scan(module, op),
        "vector.create_mask" => result(module, op, 0).and_then(|shape| match op.operands.len() == shape.len().max(1) {
            true => Ok(Wide::CreateMask(shape)),
            false => Err("it has not as many sizes as dimensions".to_owned()),
        }),
        "vector.gather"
        | "vector.scatter"
        | "vector.maskedload"
        | "vector.maskedstore"
        | "vector.expandload"
        | "vector.compressstore" => masked::kind(module, op),
        "vector.bitcast" | "llvm.bitcast" => bits::bitcast(module, op),
        "arith.addui_extended" => halves(module, op, [Name::AddI, Name::AddUICarry]),
        "arith.mulsi_extended" => halves(module, op, [Name::MulI, Name::MulSIHigh]),
        "arith.mului_extended" => halves(module, op, [Name::MulI, Name::MulUIHigh]),
        _ => return None,
    };
    Some(wide.map(Kind::Wide))
}

fn halves(module: &Module, op: &Operation, names: [Name; 2]) -> Decoded {
    let from = operand_element(module, op, 0)?;
    let [_, second] = op.results.as_slice() else { return Err("it has not two results".to_owned()) };
    let to = attributes::element(module, module.type_of(*second)).ok_or("the type of its result is not supported")?;
    if op.operands.len() != 2 {
        return Err("it has not two operands".to_owned());
    }
    Ok(Wide::Halves(names.map(Op::plain), from, to))
}
