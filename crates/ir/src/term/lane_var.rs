//! Variables of lanes.

/// A variable of a lane's term: an element of an operand of an instruction, or a lane of a leaf of a window.
///
/// Terms name variables by number; this is the numbering that windows, instructions and programs share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LaneVar {
    /// The operand or the leaf.
    pub source: u16,
    /// Which of its elements, lowest first.
    pub element: u16,
}

impl LaneVar {
    /// An element of an operand or leaf; both are below 2^16, which the bounds of windows and of instructions see to.
    pub const fn new(source: usize, element: usize) -> Self {
        debug_assert!(source <= u16::MAX as usize && element <= u16::MAX as usize);
        LaneVar { source: source as u16, element: element as u16 }
    }

    /// The variable of a number.
    pub const fn of(number: u32) -> Self {
        LaneVar { source: (number >> 16) as u16, element: number as u16 }
    }

    /// Its number.
    pub const fn number(self) -> u32 {
        (self.source as u32) << 16 | self.element as u32
    }

    /// Operand or leaf, and element, as indices.
    pub const fn pair(self) -> (usize, usize) {
        (self.source as usize, self.element as usize)
    }

    /// The operand or leaf as an index.
    pub const fn source(self) -> usize {
        self.source as usize
    }

    /// The element as an index.
    pub const fn element(self) -> usize {
        self.element as usize
    }

    /// Its value among those of all elements of all operands; `None` where there is no such element.
    pub fn among<T>(self, rows: &[impl AsRef<[T]>]) -> Option<&T> {
        rows.get(self.source())?.as_ref().get(self.element())
    }
}
