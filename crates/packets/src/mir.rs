//! Machine code of LLVM's, as `llc -stop-before` prints it: functions, blocks, packets, instructions with their operands and accesses.

mod attributes;
mod instruction;
mod names;
mod objects;
mod read;
mod readable;

pub use attributes::Attributes;
pub use instruction::{ASSEMBLY, Access, Instruction, Operand, Register, is_empty_assembly, statements};
pub use names::{canonical, restored};
pub use objects::{Facts, Objects};
pub use read::{ReadError, read};
pub use readable::readable;

use std::ops::Range;

/// The CPU that a text is for: the one that its first function names.
pub fn cpu(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("\"target-cpu\"=\"")?;
    rest.split('"').next()
}

/// Whether a text is machine code: LLVM IR has no such line.
pub fn is_machine_code(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("body:"))
}

/// A text of machine code. Line numbers are those of the text, from 0.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// All lines, of which some are instructions.
    pub lines: Vec<String>,
    /// The functions.
    pub functions: Vec<Function>,
}

/// One function.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The blocks as they follow one another in memory.
    pub blocks: Vec<Block>,
    /// The objects that its accesses are known not to overlap by.
    pub objects: Objects,
    /// Its statements about its processor.
    pub attributes: Attributes,
}

/// A block: one way in, at its top.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The number that branches name it by.
    pub id: u32,
    /// The lines that it is on, its own head among them.
    pub lines: Range<usize>,
    /// Where control may go, as LLVM prints it.
    pub successors: Vec<u32>,
    /// Statements in its head, but for its name and alignment: `landing-pad`.
    pub statements: Vec<String>,
    /// The registers that it says it needs.
    pub live: Vec<String>,
    /// Its packets, in order.
    pub packets: Vec<Packet>,
}

/// Instructions that read before any of them writes. Before packets are made, each holds one instruction.
#[derive(Clone, Debug, Default)]
pub struct Packet {
    /// The instructions.
    pub instructions: Vec<Instruction>,
    /// Whether its loads read what its stores before them have written (`:mem_noshuf`).
    pub is_ordered: bool,
}

impl Block {
    /// All instructions.
    pub fn instructions(&self) -> impl DoubleEndedIterator<Item = &Instruction> {
        self.packets.iter().flat_map(|packet| &packet.instructions)
    }

    /// Whether two blocks have the same instructions, statements about registers included.
    pub fn is_same(&self, other: &Block) -> bool {
        let alike = |a: &Instruction, b: &Instruction| {
            a.op == b.op && a.operands == b.operands && a.flags == b.flags && a.tail == b.tail
        };
        let packets = |a: &Packet, b: &Packet| {
            let mut pairs = a.instructions.iter().zip(&b.instructions);
            a.is_ordered == b.is_ordered
                && a.instructions.len() == b.instructions.len()
                && pairs.all(|(a, b)| alike(a, b))
        };
        self.packets.len() == other.packets.len() && self.packets.iter().zip(&other.packets).all(|(a, b)| packets(a, b))
    }
}

impl Function {
    /// The place of the block with this number.
    pub fn block(&self, id: u32) -> Option<usize> {
        self.blocks.iter().position(|block| block.id == id)
    }
}
