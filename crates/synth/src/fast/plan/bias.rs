//! Biases: what plans are made under.

use isotope_dictionary::Generic;

/// What plans lean towards: estimates err, so several leanings are proposed, and the pricer decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaning {
    /// Whether dot products may be used.
    pub dots: bool,
    /// How much dearer than its table says a register is whose elements are picked from anywhere, in hundredths.
    pub gather: u32,
    /// The same of an operation on integers that is no shuffle, shift or multiplication: it may have to wait for those.
    pub arithmetic: u32,
    /// Whether scalings may be used.
    pub scaled: bool,
}

impl Leaning {
    /// Those that are proposed.
    pub const ALL: [Leaning; 5] = [
        Leaning::FIRST,
        Leaning { dots: false, ..Leaning::FIRST },
        Leaning { gather: 250, ..Leaning::FIRST },
        Leaning { arithmetic: 200, ..Leaning::FIRST },
        Leaning { scaled: false, ..Leaning::FIRST },
    ];
    const FIRST: Leaning = Leaning { dots: true, gather: 100, arithmetic: 100, scaled: true };

    /// What generic operations cost, leaning so.
    pub(super) fn prices(self, of: Generic) -> Generic {
        Generic { arithmetic: of.arithmetic * self.arithmetic / 100, permute: of.permute * self.gather / 100, ..of }
    }
}
