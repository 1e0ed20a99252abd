//! The syntax of a listing of a set's code.

use isotope_cost::{ResultPlace, Syntax};
use serde::Deserialize;

/// The syntax of a listing. A word that ends in `*` stands for all that begin so.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields, default)]
pub struct Assembly {
    /// How LLVM is asked to write it when data are derived, by the name it has in `isotope_derive::notation`.
    pub notation: String,
    /// Where an instruction has its result: its last operand, or its first.
    pub result: ResultPlace,
    /// The beginning of an operand in memory; empty: it is neither a register nor a constant.
    pub memory: String,
    /// Mnemonics that write to memory, where the result's place does not tell.
    pub stores: Vec<String>,
    /// The beginning of comments that cut a text into regions for `llvm-mca`; empty: the first of `comments`.
    pub regions: String,
    /// The beginning of a comment, to the end of its line; the first is the assembler's own.
    pub comments: Vec<String>,
    /// Mnemonics that call.
    pub calls: Vec<String>,
    /// Mnemonics that jump to a label, the last word behind them.
    pub jumps: Vec<String>,
    /// The beginning and end of instructions that run together, each on a line of its own; empty: every instruction runs by itself.
    pub packet: Vec<String>,
    /// The beginning of an instruction that names the label of a loop for the hardware to jump back to, and the end of its last packet.
    pub hardware_loop: Option<HardwareLoop>,
    /// Words before a mnemonic that change nothing of its price.
    pub prefixes: Vec<String>,
    /// The text in front of a register's name.
    pub register: String,
    /// How names of vector registers begin before their number.
    pub vectors: Vec<NamedRegister>,
    /// The same of mask registers.
    pub masks: Vec<String>,
    /// Mnemonics that read from memory or write to it less than their widest register has.
    pub narrower: Vec<Narrower>,
    /// Registers that addresses on the stack have, as a listing writes them.
    pub stack: Vec<String>,
    /// The beginning of a constant operand.
    pub constants: Vec<String>,
    /// The beginning of a register for scalars.
    pub scalars: Vec<String>,
    /// Mnemonics that add to a register for scalars: with a constant they count a loop's iterations.
    pub counts: Vec<String>,
    /// Mnemonics that compare.
    pub compares: Vec<String>,
}

/// How a loop is written that the hardware counts.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct HardwareLoop {
    /// The instruction before it, up to its operands, of which the first is the label: `loop0`.
    pub begins: String,
    /// The mark in the line that ends its last packet: `:endloop0`.
    pub ends: String,
}

/// A kind of vector register.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct NamedRegister {
    /// How its names begin.
    pub name: String,
    /// Its bits.
    pub bits: u32,
}

/// Mnemonics that move less to or from memory than their widest register has.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Narrower {
    /// Which.
    pub mnemonics: Vec<String>,
    /// How many times less.
    pub times: u32,
}

impl Assembly {
    /// How instructions are written, as far as their price depends on it.
    pub fn syntax(&self) -> Syntax {
        Syntax {
            vectors: self.vectors.iter().map(|v| (v.name.clone(), v.bits)).collect(),
            masks: self.masks.clone(),
            register: self.register.clone(),
            stack: self.stack.clone(),
            constants: self.constants.clone(),
            prefixes: self.prefixes.clone(),
            result: self.result,
            memory: self.memory.clone(),
            stores: self.stores.clone(),
            narrower: self.narrower.iter().map(|n| (n.mnemonics.clone(), n.times)).collect(),
        }
    }

    /// The beginning of comments that cut a text into regions for `llvm-mca`.
    pub fn region_comment(&self) -> &str {
        let first = self.comments.first().map_or("#", String::as_str);
        if self.regions.is_empty() { first } else { &self.regions }
    }

    /// Whether one of the words, or of their beginnings, is meant.
    pub fn is(words: &[String], word: &str) -> bool {
        Syntax::is(words, word)
    }

    /// Whether an operand begins with one of these.
    pub fn begins(beginnings: &[String], operand: &str) -> bool {
        beginnings.iter().any(|b| operand.starts_with(b.as_str()))
    }
}
