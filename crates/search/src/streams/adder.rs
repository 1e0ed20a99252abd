//! Carry-save additions that the forms of a window have.

use crate::form::{Bitwise, Forms, Id};

/// A carry-save addition: of three values the sum and the carries, both of which are functions of them bit by bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Adder {
    /// The addends.
    pub of: [Id; 3],
    /// Their exclusive or.
    pub sum: Id,
    /// Their majority, which counts twice.
    pub carries: Id,
    /// The narrowest width that holds all of them.
    pub bits: u32,
}

impl Adder {
    /// Of these values, made.
    pub(crate) fn of(forms: &mut Forms, [a, b, c]: [Id; 3], bits: u32) -> Adder {
        let both = forms.bits(Bitwise::Xor, a, b);
        let sum = forms.bits(Bitwise::Xor, both, c);
        let (all, one) = (forms.bits(Bitwise::And, a, b), forms.bits(Bitwise::Or, a, b));
        let more = forms.bits(Bitwise::And, one, c);
        Adder { of: [a, b, c], sum, carries: forms.bits(Bitwise::Or, all, more), bits }
    }

    /// Whether a form is the sum or the carries of these values.
    pub fn gives(&self, id: Id, of: &[Id]) -> bool {
        self.of == of && (self.sum == id || self.carries == id)
    }
}
