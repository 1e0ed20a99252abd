//! Classes and their members: what the dictionary says of an instruction.

use crate::body::{Numbers, Once, fill, once};
use crate::facts::Operation;
use crate::indented::{Indented, numbers};
use isotope_ir::term::Terms;
use isotope_semantics::interp::{Bits, run};
use isotope_semantics::lanes::{Lanes, LanesError, lanes, open_lanes};
use isotope_semantics::{Operand, OperandKind, Semantics, SemanticsError};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::OnceLock;

/// How a member's semantics were checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Validation {
    /// Equal to the real instruction on so many inputs.
    Native(u32),
    /// Equal to an emulator's on so many inputs.
    Emulator(u32),
    /// Its lanes equal the interpreter's on so many inputs: for what nothing but the interpreter executes.
    Interpreter(u32),
    /// Not shown to be right; never used.
    None,
}

impl Validation {
    /// As data files write it, whatever follows; `None` for what is not a validation.
    pub fn read(text: &str) -> Option<Validation> {
        let mut words = text.split(' ');
        let how = words.next();
        match (how, words.next().and_then(|inputs| inputs.parse().ok())) {
            (Some("native"), Some(inputs)) => Some(Validation::Native(inputs)),
            (Some("emulator"), Some(inputs)) => Some(Validation::Emulator(inputs)),
            (Some("interpreter"), Some(inputs)) => Some(Validation::Interpreter(inputs)),
            (Some("none"), None) => Some(Validation::None),
            _ => None,
        }
    }
}

impl fmt::Display for Validation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Validation::Native(inputs) => write!(f, "native {inputs}"),
            Validation::Emulator(inputs) => write!(f, "emulator {inputs}"),
            Validation::Interpreter(inputs) => write!(f, "interpreter {inputs}"),
            Validation::None => f.write_str("none"),
        }
    }
}

/// An immediate operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Immediate {
    /// Its place among the operands.
    pub position: usize,
    /// The values that the C header accepts, as ranges with both ends; empty where there is no LLVM form.
    pub values: Vec<(u64, u64)>,
}

/// One canonical text of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// The value of every immediate that it holds at; `None` where it holds at all of them, or there are none.
    pub immediate: Option<u64>,
    pub(crate) body: Indented,
}

impl Text {
    /// The text of an element, `?` for every number ([`isotope_semantics::canonical`]), or what every member does, `#` for every number
    /// ([`crate::program`]).
    pub fn text(&self) -> String {
        self.body.text()
    }

    /// Whether it is a program, as [`crate::program`] has it, and not what each element is.
    pub fn is_program(&self) -> bool {
        self.body.0.trim_start().starts_with("semantics ")
    }
}

/// Instructions whose semantics are equal once sizes and constants are parameters.
#[derive(Clone, Debug)]
pub struct Class {
    /// The field's name for it, unique in the dictionary; part of no epoch.
    pub name: &'static str,
    /// Its symbolic semantics; none where they are too large to be written out.
    pub texts: Vec<Text>,
    /// Indices of its members in [`Dictionary::members`].
    pub members: Vec<usize>,
    pub(crate) operations: OnceLock<BTreeSet<Operation>>,
}

/// An instruction, under the name of a C intrinsic.
#[derive(Clone, Debug)]
pub struct Member {
    /// The intrinsic.
    pub name: &'static str,
    /// Index of its class in [`Dictionary::classes`].
    pub class: usize,
    /// Operands in the intrinsic's order, immediates included.
    pub operands: Vec<Operand>,
    /// The result.
    pub result: Operand,
    /// The vendor's mnemonic; `None` for a sequence.
    pub mnemonic: Option<&'static str>,
    /// LLVM's names of the CPU features that it needs.
    pub features: Vec<&'static str>,
    /// How its semantics were checked.
    pub validation: Validation,
    /// A member that computes the same function of whole registers; itself if it is the first of them.
    pub same: &'static str,
    /// Whether its class's text filled with its numbers is another term than its semantics, proved equal.
    pub proved: bool,
    /// How it came into its class, where its own text was another one: that text's line.
    pub merged: Option<&'static str>,
    /// Whether it is in the dictionary only to be looked up and run: no engine is offered it.
    pub beside: bool,
    pub(crate) number_lines: Vec<&'static str>,
    pub(crate) text: Indented,
    pub(crate) class_text: Option<Text>,
    /// Whether its class's texts are programs, and its numbers those of its semantics.
    pub(crate) program: bool,
    /// Whether its class has no text: what an element is would be too long to write out.
    pub(crate) untold: bool,
}

impl Member {
    /// Its meaning, parsed anew.
    pub fn semantics(&self) -> Result<Semantics, SemanticsError> {
        Semantics::from_text(&self.text.text())
    }

    /// The numbers of its class's texts: each, or the only one at some values of the immediates.
    pub fn numbers(&self) -> Vec<Numbers> {
        self.number_lines.iter().filter_map(|line| numbers(line)).collect()
    }

    /// The operation that a write mask adds to its class's: a choice, or of bits that one is theirs and another one.
    pub(crate) fn mask_operation(&self) -> Option<Operation> {
        if self.program {
            return None;
        }
        let values = self.number_lines.first()?.split('|').nth(2)?;
        let mut values = values.split_whitespace();
        let bits = values.next()?;
        // Bits, lanes, zeros, the kind of mask.
        match (values.nth(2)?, bits) {
            ("0", _) => None,
            ("1", "1") => Some(Operation::And),
            _ => Some(Operation::Choose),
        }
    }

    /// The stored form of its meaning.
    pub fn semantics_text(&self) -> String {
        self.text.text()
    }

    /// Places of its immediates among the operands.
    pub fn immediates(&self) -> impl Iterator<Item = usize> + '_ {
        self.operands.iter().enumerate().filter(|(_, o)| o.kind == OperandKind::Imm).map(|(i, _)| i)
    }

    /// Whether what its elements are is too long for its class to say: hundreds of operations for one, as inversion in a field of bytes
    /// takes.
    pub fn is_untold(&self) -> bool {
        self.untold
    }

    /// Its lanes: from its class's text where that has no immediates and is the same terms, as the builder has checked, else from its
    /// semantics.
    pub fn lanes(&self, immediates: &[u64], terms: &mut Terms) -> Result<Lanes, LanesError> {
        if !self.proved
            && !self.program
            && let (Some(text), [line], []) = (self.class_text, &self.number_lines[..], immediates)
            && let Some(numbers) = numbers(line)
            && let Ok((out_bits, out)) = fill(&text.text(), &numbers, terms)
        {
            return Ok(Lanes { out_bits, operand_bits: numbers.element_bits, out });
        }
        let semantics = self.semantics().expect("stored semantics parse, as a test checks");
        lanes(&semantics, immediates, terms)
    }

    /// Its elements, each kind once, from its class's text; `None` where it has immediates, or that is a program.
    pub fn once(&self, terms: &mut Terms) -> Option<Once> {
        let (Some(text), [line]) = (self.class_text, &self.number_lines[..]) else { return None };
        if self.program || self.immediates().next().is_some() {
            return None;
        }
        once(&text.text(), &numbers(line)?, terms).ok()
    }

    /// Its lanes with its immediates as variables, where its text can be run without their values.
    pub fn open_lanes(&self, terms: &mut Terms) -> Result<Lanes, LanesError> {
        let semantics = self.semantics().expect("stored semantics parse, as a test checks");
        open_lanes(&semantics, terms)
    }

    /// Runs its text on operands, immediates included, each as bytes, lowest first; `None` where it does not run on them.
    ///
    /// The vendor's text itself, on numbers: what lanes are compared with.
    pub fn run(&self, operands: &[Vec<u8>]) -> Option<Vec<u8>> {
        let semantics = self.semantics().ok()?;
        let sized = self.operands.iter().zip(operands);
        let operands: Vec<Bits> = sized.map(|(o, bytes)| Bits::from_bytes(bytes, o.bits)).collect();
        Some(run(&semantics, &operands).ok()?.to_bytes())
    }
}
