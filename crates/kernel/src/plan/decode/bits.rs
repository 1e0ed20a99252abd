//! `vector.bitcast`: the same bits as other lanes.

use super::attributes::{element, operand_element};
use super::shapes::{Decoded, operand, result};
use crate::plan::wide::Wide;
use crate::values::value::Element;
use isotope_mlir::ir::{Module, Operation};

/// Bits of a lane; `None`: they are not known.
pub fn width(element: Element) -> Option<u32> {
    match element {
        Element::Int(width) => Some(width),
        Element::F32 => Some(32),
        Element::F64 => Some(64),
        Element::Index | Element::OtherFloat(_) => None,
    }
}

/// The cast, where each row has the bits of the row that it is made of.
pub fn bitcast(module: &Module, op: &Operation) -> Decoded {
    let value = op.results.first().ok_or("it has no result")?;
    let to = element(module, module.type_of(*value)).ok_or("the type of its result is not supported")?;
    let (from, shapes) = (operand_element(module, op, 0)?, [operand(module, op, 0)?, result(module, op, 0)?]);
    let sizes = [from, to].map(width);
    let [Some(each), Some(of_result)] = sizes else {
        return Err("the bits of its elements are not known: only integers, f32 and f64 are cast".to_owned());
    };
    let [x, y] = shapes.map(|shape| {
        let (row, outer) = shape.split_last().map_or((1, Vec::new()), |(row, outer)| (*row, outer.to_vec()));
        (row, outer)
    });
    if x.1 != y.1 || x.0 * i64::from(each) != y.0 * i64::from(of_result) {
        return Err("its result has not the bits of its operand".to_owned());
    }
    Ok(Wide::Bits(from, to))
}
