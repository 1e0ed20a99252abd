//! The instructions' bits: `encodings.txt` of the instruction set's folder.
//!
//! ```text
//! # isotope encodings 1
//! vadd_s8 neon 0e288600
//! ```
//!
//! A line an intrinsic: its name, LLVM's names of the features that its instruction needs with `+` between, and a word of 32 bits,
//! in hexadecimal digits, for each value of its immediates ([`super::form::combinations`]). An assembler made it; what the words mean
//! is not in it.
//!
//! That an assembler has the bits and the specification their meaning is a check of both: a word that the decoder does not take, or takes
//! for something else, is refused or found wrong when the intrinsic is run.

use crate::reader::ReadError;
use std::collections::BTreeMap;

/// The file.
pub const FILE: &str = "encodings.txt";

/// Its first line.
pub const HEADER: &str = "# isotope encodings 1";

/// The encoding of an intrinsic's instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// LLVM's names of the features that it needs.
    pub features: Vec<String>,
    /// Its bits, by the values of the immediates.
    pub words: Vec<u32>,
}

/// All encodings by intrinsic. Which values of its immediates the words belong to is the table's to say: a number of words that is
/// not theirs is found when they are put together.
#[derive(Clone, Debug, Default)]
pub struct Encodings(BTreeMap<String, Encoding>);

impl Encodings {
    /// Reads the file.
    pub fn read(text: &str) -> Result<Encodings, ReadError> {
        let wrong = |line: usize, message: &str| ReadError::Encodings { line: line + 1, message: message.to_owned() };
        let mut out = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            if number == 0 && line != HEADER {
                return Err(wrong(number, &format!("'{HEADER}' expected")));
            }
            if line.starts_with('#') || line.is_empty() {
                continue;
            }
            let mut words = line.split(' ');
            let (Some(name), Some(features)) = (words.next(), words.next()) else {
                return Err(wrong(number, "'NAME FEATURES WORD..' expected"));
            };
            let parse = |word: &str| (word.len() == 8).then(|| u32::from_str_radix(word, 16).ok()).flatten();
            let words: Option<Vec<u32>> = words.map(parse).collect();
            let Some(words) = words.filter(|words| !words.is_empty()) else {
                return Err(wrong(number, "words of eight hexadecimal digits expected"));
            };
            let features = features.split('+').map(str::to_owned).collect();
            if out.insert(name.to_owned(), Encoding { features, words }).is_some() {
                return Err(wrong(number, &format!("{name} is there twice")));
            }
        }
        Ok(Encodings(out))
    }

    /// The encoding of an intrinsic.
    pub fn of(&self, name: &str) -> Option<&Encoding> {
        self.0.get(name)
    }
}
