//! The dictionary: classes, their members, and what the data files say of each.

mod read;

use crate::body::{Numbers, fill};
use crate::facts::Operation;
use crate::form::{Blocks, LlvmForm};
use crate::format::{DataError, Indented, numbers};
use crate::prices::Prices;
use isotope_cost::{Cost, Table};
use isotope_ir::term::Terms;
use isotope_isa::lanes::{Lanes, LanesError, lanes};
use isotope_isa::semantics::{Operand, OperandKind, Semantics, SemanticsError};
use std::collections::{BTreeMap, BTreeSet};
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
    /// The value of every immediate that it holds at; `None` where members have no immediates.
    pub immediate: Option<u64>,
    pub(crate) body: Indented,
}

impl Text {
    /// The nest of loops, `?` for every number; see `isotope_isa::canonical`.
    pub fn text(&self) -> String {
        self.body.text()
    }
}

/// Instructions whose semantics are equal once sizes and constants are parameters.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name: the first member's mnemonic and a hash of the texts.
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
    number_lines: Vec<&'static str>,
    text: Indented,
    class_text: Option<Text>,
}

/// The data files' texts.
#[derive(Clone, Copy, Debug)]
pub struct Sources {
    /// By `cargo xtask dictionary`.
    pub dictionary: &'static str,
    /// By `cargo xtask llvm-forms`.
    pub forms: &'static str,
}

/// All classes with their members, forms and costs.
pub struct Dictionary {
    epoch: String,
    classes: Vec<Class>,
    members: Vec<Member>,
    by_name: BTreeMap<&'static str, usize>,
    forms: Blocks,
    prices: Prices,
}

impl Dictionary {
    /// Reads data files. Semantics and LLVM forms are only located.
    pub fn read(sources: Sources, prices: Prices) -> Result<Dictionary, DataError> {
        let (classes, members) = read::classes(sources.dictionary)?;
        let mut hasher = blake3::Hasher::new();
        for text in [sources.dictionary, sources.forms] {
            hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
        }
        let mut dictionary = Dictionary {
            epoch: hasher.finalize().to_hex().to_string(),
            by_name: members.iter().enumerate().map(|(i, m)| (m.name, i)).collect(),
            classes,
            members,
            forms: Blocks::read(sources.forms, prices.llvm_cpus())?,
            prices,
        };
        dictionary.members.shrink_to_fit();
        Ok(dictionary)
    }

    /// Reads the semantics and the LLVM form of every member.
    pub fn check(&self) -> Result<(), DataError> {
        for member in &self.members {
            let error = |message: String| {
                let message = format!("{}: {message}", member.name);
                DataError { file: "dictionary.txt", line: 0, message: message.into() }
            };
            Semantics::from_text(&member.text.text()).map_err(|e| error(e.to_string()))?;
            if self.forms.contains(member.name) && self.forms.get(member.name).is_none() {
                return Err(error("its LLVM form does not read".to_owned()));
            }
        }
        Ok(())
    }

    /// A hash of the files that say what instructions mean, in hexadecimal: answers of different epochs are not comparable. Prices
    /// have digests of their own.
    pub fn epoch(&self) -> &str {
        &self.epoch
    }

    /// All members, class by class.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// All classes, by name.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The member of a name.
    pub fn member(&self, name: &str) -> Option<&Member> {
        self.by_name.get(name).map(|i| &self.members[*i])
    }

    /// The class of a member.
    pub fn class_of(&self, member: &Member) -> &Class {
        &self.classes[member.class]
    }

    /// What instructions cost.
    pub fn prices(&self) -> &Prices {
        &self.prices
    }

    /// Members that may be used on a CPU with these features: validated, with an LLVM form.
    pub fn usable<'a>(&'a self, features: &'a BTreeSet<String>) -> impl Iterator<Item = &'a Member> + 'a {
        self.members.iter().filter(move |m| self.is_usable(m) && m.features.iter().all(|f| features.contains(*f)))
    }

    /// Whether a member may be used where its features are there: its semantics are validated, and it has an LLVM form.
    pub fn is_usable(&self, member: &Member) -> bool {
        member.validation != Validation::None && self.forms.contains(member.name)
    }

    /// The immediates of a member.
    pub fn immediates(&self, member: &Member) -> Vec<Immediate> {
        let values = self.forms.get(member.name).and_then(|b| b.immediate).map(|(_, _, values)| values);
        member.immediates().map(|position| Immediate { position, values: values.clone().unwrap_or_default() }).collect()
    }

    /// The LLVM form of a member with these immediates.
    pub fn llvm_form(&self, name: &str, immediates: &[u64]) -> Option<LlvmForm> {
        self.forms.get(name)?.form(immediates)
    }

    /// The forms that a member with these immediates is made of on the CPU of a table.
    pub fn emitted(&self, name: &str, immediates: &[u64], table: &Table) -> Option<Vec<&'static str>> {
        self.forms.get(name)?.emitted(immediates, table.llvm_cpu())
    }

    /// What a member costs on a CPU; of a member with immediates, its dearest form. `None` where LLVM gave no instructions
    /// to price.
    pub fn cost(&self, member: &Member, cpu: &str) -> Option<Cost> {
        let table = self.prices.of(cpu);
        let block = self.forms.get(member.name)?;
        let costs = block.all_emitted(table.llvm_cpu()).into_iter().filter_map(|forms| table.sequence(forms));
        costs.max_by_key(|c| (c.rthroughput, c.uops, c.latency))
    }
}

impl Member {
    /// Its meaning, parsed anew.
    pub fn semantics(&self) -> Result<Semantics, SemanticsError> {
        Semantics::from_text(&self.text.text())
    }

    /// For each text of its class, what fills it.
    pub fn numbers(&self) -> Vec<Numbers> {
        self.number_lines.iter().filter_map(|line| numbers(line)).collect()
    }

    /// The stored form of its meaning.
    pub fn semantics_text(&self) -> String {
        self.text.text()
    }

    /// Places of its immediates among the operands.
    pub fn immediates(&self) -> impl Iterator<Item = usize> + '_ {
        self.operands.iter().enumerate().filter(|(_, o)| o.kind == OperandKind::Imm).map(|(i, _)| i)
    }

    /// Its lanes: from its class's text where that has no immediates, else from its semantics; both are the same terms,
    /// as the builder has checked.
    pub fn lanes(&self, immediates: &[u64], terms: &mut Terms) -> Result<Lanes, LanesError> {
        if let (Some(text), [line], []) = (self.class_text, &self.number_lines[..], immediates)
            && let Some(numbers) = numbers(line)
            && let Ok((out_bits, out)) = fill(&text.text(), &numbers, terms)
        {
            return Ok(Lanes { out_bits, operand_bits: numbers.element_bits, out });
        }
        let semantics = self.semantics().expect("stored semantics parse, as a test checks");
        lanes(&semantics, immediates, terms)
    }
}
