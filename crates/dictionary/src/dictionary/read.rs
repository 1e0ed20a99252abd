//! Reading the dictionary's text.

use crate::error::DataError;
use crate::format::VERSION;
use crate::indented::Indented;
use crate::member::{Class, Member, Text, Validation};
use isotope_semantics::{Operand, OperandKind};
use std::collections::BTreeMap;

const FILE: &str = "dictionary";

/// The file of members that stand beside.
const BESIDE: &str = "dictionary-beside";

/// Classes and members of the dictionary and of those that stand beside, in the files' order.
pub(super) fn classes(text: &'static str, beside: &'static str) -> Result<(Vec<Class>, Vec<Member>), DataError> {
    let mut found = Found::default();
    found.file(FILE, text)?;
    if !beside.is_empty() {
        found.beside = Some(found.classes.iter().enumerate().map(|(at, class)| (class.name, at)).collect());
        found.file(BESIDE, beside)?;
    }
    found.finish()
}

#[derive(Default)]
struct Found {
    classes: Vec<Class>,
    members: Vec<Member>,
    /// The class that lines belong to.
    class: Option<usize>,
    open: Open,
    /// In the second file, the classes of the first.
    beside: Option<BTreeMap<&'static str, usize>>,
}

impl Found {
    fn file(&mut self, name: &'static str, text: &'static str) -> Result<(), DataError> {
        if !text.starts_with(VERSION) {
            return Err(DataError::at(name, 0, "the first line does not name version 2"));
        }
        (self.class, self.open) = (None, Open::Nothing);
        let mut at = 0;
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let start = at;
            at += line.len();
            let line = line.trim_end_matches('\n');
            if line.is_empty() || line.starts_with('#') {
                self.open = Open::Nothing;
            } else if line.starts_with("  ") {
                self.extend(text, start, at).ok_or(DataError::at(name, number, "an indented line in no block"))?;
            } else {
                let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
                self.line(word, rest).ok_or(DataError::at(name, number, "not a line of a dictionary"))?;
            }
        }
        Ok(())
    }
}

/// The indented block that is being read, with its start.
#[derive(Clone, Copy, Default)]
enum Open {
    #[default]
    Nothing,
    Text(Option<usize>),
    Semantics(Option<usize>),
}

impl Found {
    fn line(&mut self, word: &str, rest: &'static str) -> Option<()> {
        self.open = Open::Nothing;
        match word {
            "class" => {
                let known = self.beside.as_ref().and_then(|classes| classes.get(rest).copied());
                self.class = known.or(Some(self.classes.len()));
                if known.is_none() {
                    self.classes.push(Class {
                        name: rest,
                        texts: Vec::new(),
                        members: Vec::new(),
                        operations: Default::default(),
                    });
                }
            }
            "text" => {
                let immediate = if rest.is_empty() { None } else { Some(rest.parse().ok()?) };
                self.classes.get_mut(self.class?)?.texts.push(Text { immediate, body: Indented::default() });
                self.open = Open::Text(None);
            }
            "member" => {
                let class = self.class?;
                self.classes[class].members.push(self.members.len());
                let class_text = self.classes[class].texts.first().copied().filter(|t| t.immediate.is_none());
                self.members.push(Member {
                    name: rest,
                    class,
                    operands: Vec::new(),
                    result: operand("dst scalar 1 u1")?,
                    mnemonic: None,
                    features: Vec::new(),
                    validation: Validation::None,
                    same: rest,
                    number_lines: Vec::new(),
                    proved: false,
                    merged: None,
                    beside: self.beside.is_some(),
                    text: Indented::default(),
                    class_text,
                    program: self.classes[class].texts.iter().any(Text::is_program),
                    untold: self.classes[class].texts.is_empty(),
                });
            }
            _ => {
                let member = self.members.last_mut()?;
                match word {
                    "instruction" => member.mnemonic = Some(rest),
                    "features" => member.features = rest.split_whitespace().collect(),
                    "validation" => member.validation = Validation::read(rest)?,
                    "same" => member.same = rest,
                    "numbers" => member.number_lines.push(rest),
                    "merged" => member.merged = Some(rest),
                    "proved" => member.proved = true,
                    "semantics" => self.open = Open::Semantics(None),
                    _ => return None,
                }
            }
        }
        Some(())
    }

    /// Adds a line to the open block.
    fn extend(&mut self, text: &'static str, start: usize, end: usize) -> Option<()> {
        match &mut self.open {
            Open::Nothing => return None,
            Open::Text(first) => {
                let from = *first.get_or_insert(start);
                self.classes.get_mut(self.class?)?.texts.last_mut()?.body = Indented(&text[from..end]);
            }
            Open::Semantics(first) => {
                let from = *first.get_or_insert(start);
                let member = self.members.last_mut()?;
                member.text = Indented(&text[from..end]);
                let line = text[start + 2..end].trim_end();
                if let Some(spec) = line.strip_prefix("in ") {
                    member.operands.push(operand(spec)?);
                } else if let Some(spec) = line.strip_prefix("out ") {
                    member.result = operand(spec)?;
                }
            }
        }
        Some(())
    }

    fn finish(self) -> Result<(Vec<Class>, Vec<Member>), DataError> {
        let whole = |m: &Member| {
            let lines = match self.classes[m.class].texts.len() {
                // A member that is one text at every immediate has numbers at some of them.
                1 => !m.number_lines.is_empty(),
                texts => m.number_lines.len() == texts,
            };
            m.text != Indented::default() && lines && !m.features.is_empty()
        };
        if self.classes.is_empty() || !self.members.iter().all(whole) {
            return Err(DataError::at(
                FILE,
                0,
                "a member lacks its features, its semantics, or numbers for its class's texts",
            ));
        }
        Ok((self.classes, self.members))
    }
}

/// An operand as stored semantics declare it: `a vector 512 u32`.
fn operand(text: &str) -> Option<Operand> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [name, kind, bits, element] = words[..] else { return None };
    let kind = match kind {
        "vector" => OperandKind::Vector,
        "mask" => OperandKind::Mask,
        "scalar" => OperandKind::Scalar,
        "memory" => OperandKind::Memory,
        "imm" => OperandKind::Imm,
        _ => return None,
    };
    let (element_bits, signed, float) = isotope_semantics::element(element)?;
    Some(Operand { name: name.to_owned(), bits: bits.parse().ok()?, kind, element_bits, signed, float })
}
