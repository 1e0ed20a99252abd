//! Strided loads: every second byte is half of a word, and a mask or a shift takes it out.
//!
//! Where a form's elements lie a fixed power of two apart in memory, and what lies between them is read by the window
//! too, one load holds them in slots of that distance. That is cheaper than picking them by shuffles, and it is what
//! pairs the products of narrow elements in a dot product over wider ones.

use isotope_ir::memory::Place;

/// Where one register's elements are: a load of wider elements, and the position in each that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StridedLoad {
    /// Where the load begins.
    pub load: Place,
    /// The element's position in a slot of [`StridedLoads::ratio`] elements, lowest first.
    pub position: u32,
}

/// Elements of memory that lie `ratio` apart, each widened to `ratio` times its width where it lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StridedLoads {
    /// Elements of memory in one widened element.
    pub ratio: u32,
    /// Whether elements are signed.
    pub signed: bool,
    /// One for each register.
    pub registers: Vec<StridedLoad>,
}

impl StridedLoads {
    /// The cost of taking the elements out where a shift costs so much.
    pub fn cost(&self, shift: u32) -> u32 {
        let top = self.ratio - 1;
        self.registers
            .iter()
            .map(|r| if r.position == top || (r.position == 0 && !self.signed) { shift } else { 2 * shift })
            .sum()
    }
}
