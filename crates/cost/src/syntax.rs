//! The syntax of operands: in listings, and in the forms of tables.

use serde::Deserialize;

/// Where an instruction of a listing has its result.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum ResultPlace {
    /// In its first operand.
    First,
    /// In its last one, as in AT&T's syntax.
    #[default]
    Last,
}

/// How instructions of an instruction set are written. A word that ends in `*` stands for all that begin so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Syntax {
    /// How names of vector registers begin before their number, and their bits: `xmm`, 128. In forms the name stands alone.
    pub vectors: Vec<(String, u32)>,
    /// The same of mask registers.
    pub masks: Vec<String>,
    /// The text in front of a register's name in a listing: `%`; empty where names stand alone.
    pub register: String,
    /// Where a listing has results.
    pub result: ResultPlace,
    /// The beginning of an operand of a listing that is in memory: `[`; empty: it is neither a register nor a constant.
    pub memory: String,
    /// Mnemonics that write to memory, where it is no result.
    pub stores: Vec<String>,
    /// Registers that addresses on the stack have, as a listing writes them.
    pub stack: Vec<String>,
    /// The beginning of a constant operand.
    pub constants: Vec<String>,
    /// Words before a mnemonic that change nothing of its price: encodings, repetition.
    pub prefixes: Vec<String>,
    /// Mnemonics that read from memory or write to it less than their widest register has, and how many times less.
    pub narrower: Vec<(Vec<String>, u32)>,
}

impl Syntax {
    /// Whether one of the words, or of their beginnings, is meant.
    pub fn is(words: &[String], word: &str) -> bool {
        words.iter().any(|w| w.strip_suffix('*').map_or(w == word, |beginning| word.starts_with(beginning)))
    }

    /// Bits of a vector register by its name, numbered or not.
    pub fn vector_bits(&self, register: &str) -> Option<u32> {
        let (register, arrangement) = register.split_once('.').unwrap_or((register, ""));
        let numbered = |name: &str| register.strip_prefix(name).is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
        let (_, bits) = self.vectors.iter().find(|(name, _)| numbered(name))?;
        Some(arranged(arrangement).unwrap_or(*bits))
    }

    /// Whether a register is a mask.
    pub(crate) fn is_mask(&self, register: &str) -> bool {
        let numbered =
            |name: &String| register.strip_prefix(name.as_str()).is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
        self.masks.iter().any(numbered)
    }

    /// Whether one of the operands is under a mask: `%zmm0, %zmm3 {%k1} {z}`.
    pub(crate) fn is_under_mask(&self, operands: &str) -> bool {
        let groups = operands.split('{').skip(1).filter_map(|group| group.split('}').next());
        let name = |group: &'_ str| group.trim().trim_start_matches(self.register.as_str()).to_owned();
        groups.map(name).any(|name| self.is_mask(&name))
    }

    /// The register that an operand of a listing is, without its mask.
    pub(crate) fn register<'a>(&self, operand: &'a str) -> Option<&'a str> {
        let operand = operand.trim();
        if self.register.is_empty()
            && (self.is_memory(operand) || self.constants.iter().any(|c| operand.starts_with(c)))
        {
            return None;
        }
        // A list of registers is as wide as its first.
        operand.strip_prefix(self.register.as_str())?.trim_start_matches(['{', ' ']).split([' ', '{', ',']).next()
    }

    /// Whether an operand of a listing is in memory: it is neither a register nor a constant, nor a mask's.
    pub(crate) fn is_memory(&self, operand: &str) -> bool {
        let begins = |text: &String| operand.starts_with(text.as_str());
        if !self.memory.is_empty() {
            return begins(&self.memory);
        }
        !operand.is_empty()
            && !begins(&self.register)
            && !self.constants.iter().any(begins)
            && !operand.starts_with('{')
    }

    /// Whether an address is on the stack.
    pub(crate) fn is_on_stack(&self, address: &str) -> bool {
        address.split(['(', ')', '[', ']', ',', ' ']).any(|word| self.stack.iter().any(|register| register == word))
    }

    /// How many times less a mnemonic moves to or from memory than its widest register has.
    pub(crate) fn memory_ratio(&self, mnemonic: &str) -> u32 {
        let known = self.narrower.iter().find(|(mnemonics, _)| Syntax::is(mnemonics, mnemonic));
        known.map_or(1, |(_, times)| *times)
    }
}

/// Bits of the elements that an arrangement names: `8b`, `4h`; none where it names one element's size, or nothing.
fn arranged(arrangement: &str) -> Option<u32> {
    let (count, size) = arrangement.split_at(arrangement.find(|c: char| !c.is_ascii_digit())?);
    let bits = match size {
        "b" => 8,
        "h" => 16,
        "s" => 32,
        "d" => 64,
        _ => return None,
    };
    Some(count.parse::<u32>().ok()?.saturating_mul(bits))
}

#[cfg(test)]
pub(crate) fn aarch64() -> Syntax {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
    let vectors = [("v", 128), ("q", 128), ("d", 64), ("s", 32), ("h", 16), ("b", 8)];
    Syntax {
        vectors: vectors.map(|(name, bits)| (name.to_owned(), bits)).into(),
        result: ResultPlace::First,
        memory: "[".to_owned(),
        stores: words("st*"),
        stack: words("sp"),
        constants: words("#"),
        ..Syntax::default()
    }
}

#[cfg(test)]
pub(crate) fn x86() -> Syntax {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
    Syntax {
        vectors: vec![("xmm".to_owned(), 128), ("ymm".to_owned(), 256), ("zmm".to_owned(), 512)],
        masks: words("k"),
        register: "%".to_owned(),
        stack: words("%rsp"),
        constants: words("$"),
        prefixes: words("{* lock rep*"),
        result: ResultPlace::Last,
        memory: String::new(),
        stores: Vec::new(),
        narrower: vec![
            (words("vpmovzxbw vpmovwb"), 2),
            (words("vpmovzxbd vpmovdb"), 4),
            (words("vpmovzxbq vpmovqb"), 8),
            (words("vpbroadcast*"), 64),
        ],
    }
}
