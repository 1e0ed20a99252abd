//! What operands look like: in listings, and in the forms of tables.

/// How instructions of an instruction set are written. A word that ends in `*` stands for all that begin so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Syntax {
    /// How names of vector registers begin before their number, and their bits: `xmm`, 128. In forms the name stands alone.
    pub vectors: Vec<(String, u32)>,
    /// The same of mask registers.
    pub masks: Vec<String>,
    /// What stands before a register's name in a listing: `%`.
    pub register: String,
    /// Registers that addresses on the stack have, as a listing writes them.
    pub stack: Vec<String>,
    /// What a constant operand begins with.
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
        let numbered = |name: &str| register.strip_prefix(name).is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
        self.vectors.iter().find(|(name, _)| numbered(name)).map(|(_, bits)| *bits)
    }

    /// Whether a register is a mask.
    pub(crate) fn is_mask(&self, register: &str) -> bool {
        let numbered =
            |name: &String| register.strip_prefix(name.as_str()).is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
        self.masks.iter().any(numbered)
    }

    /// The register that an operand of a listing is, without its mask.
    pub(crate) fn register<'a>(&self, operand: &'a str) -> Option<&'a str> {
        operand.trim().strip_prefix(self.register.as_str())?.split([' ', '{']).next()
    }

    /// Whether an operand of a listing is in memory: it is neither a register nor a constant, nor a mask's.
    pub(crate) fn is_memory(&self, operand: &str) -> bool {
        let begins = |text: &String| operand.starts_with(text.as_str());
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
        narrower: vec![
            (words("vpmovzxbw vpmovwb"), 2),
            (words("vpmovzxbd vpmovdb"), 4),
            (words("vpmovzxbq vpmovqb"), 8),
            (words("vpbroadcast*"), 64),
        ],
    }
}
