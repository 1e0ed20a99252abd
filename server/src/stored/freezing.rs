//! The values of an answer that callers have to freeze. It depends on how they phrased the window, so that it is kept with each phrasing.

use crate::intake::question::Question;
use crate::search::selector::{Freeze, Freezing};
use isotope_proto::v1;

/// As the wire says it.
pub fn said(freezing: &Freezing) -> v1::Freezing {
    let freeze = |freeze: &Freeze| match freeze {
        Freeze::Never => v1::Freeze::Never as i32,
        Freeze::UnlessAddedUp => v1::Freeze::UnlessAddedUp as i32,
        Freeze::Always => v1::Freeze::Always as i32,
    };
    v1::Freezing {
        parameters: freezing.parameters.iter().map(freeze).collect(),
        one_load_a_byte: freezing.one_load_a_byte,
    }
}

/// Writes into an answer what the caller of a question has to freeze. A phrasing that is not tied leaves it unsaid.
pub fn fill(selection: &mut v1::Selection, record: &v1::Record, question: &Question) {
    let phrasing = record.phrasings.iter().find(|phrasing| phrasing.asked_hash == question.asked_hash);
    let Some(freezing) = phrasing.and_then(|phrasing| phrasing.freezing.as_ref()) else { return };
    // A freezing for another number of parameters is of no answer of this program.
    if freezing.parameters.len() == selection.parameters.len() {
        selection.one_load_a_byte = freezing.one_load_a_byte;
        selection.parameters.iter_mut().zip(&freezing.parameters).for_each(|(own, freeze)| own.freeze = *freeze);
    }
}
