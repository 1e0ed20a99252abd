//! Elements inside wider slots: every second byte is half of a word, and a mask or a shift takes it out.
//!
//! Where a form's elements lie a fixed power of two apart in memory, and what lies between them is read by the window
//! too, one load holds them in slots of that distance. That is cheaper than picking them by shuffles, and it is what
//! pairs the products of narrow elements in a dot product over wider ones.

use isotope_ir::memory::Place;

/// Where a register's elements are: the load, and the position of each element among those of its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inside {
    /// Where the load begins.
    pub load: Place,
    /// The element's position in a slot of [`Insides::ratio`] elements, lowest first.
    pub position: u32,
}

/// Elements of `ratio` times their width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insides {
    /// Elements of memory in one widened element.
    pub ratio: u32,
    /// Whether elements are signed.
    pub signed: bool,
    /// One for each register.
    pub registers: Vec<Inside>,
}

impl Insides {
    /// What taking the elements out costs where a shift costs so much.
    pub fn cost(&self, shift: u32) -> u32 {
        let top = self.ratio - 1;
        self.registers
            .iter()
            .map(|r| if r.position == top || (r.position == 0 && !self.signed) { shift } else { 2 * shift })
            .sum()
    }
}
