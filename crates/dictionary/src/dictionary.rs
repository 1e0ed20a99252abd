//! The dictionary: classes, their members, and what the data files say of each.

mod read;

use crate::accumulating::accumulating;
use crate::error::DataError;
use crate::facts::{Facts, Operation, operations};
use crate::form::{Blocks, LlvmForm};
use crate::gather::Gather;
use crate::member::{Class, Immediate, Member, Text, Validation};
use crate::prices::Prices;
use isotope_cost::{Cost, Table};
use isotope_ir::term::Terms;
use isotope_semantics::{OperandKind, Semantics};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::OnceLock;

/// The data files' texts.
#[derive(Clone, Copy, Debug)]
pub struct Sources {
    /// By `cargo xtask dictionary`.
    pub dictionary: &'static str,
    /// By the same: members that no engine is offered. Empty where there are none.
    pub beside: &'static str,
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
    accumulating: OnceLock<HashSet<&'static str>>,
    gather: OnceLock<Option<Gather>>,
}

impl Dictionary {
    /// Reads data files. Semantics and LLVM forms are only located.
    pub fn read(sources: Sources, prices: Prices) -> Result<Dictionary, DataError> {
        let (classes, members) = read::classes(sources.dictionary, sources.beside)?;
        let mut dictionary = Dictionary {
            epoch: epoch(&sources),
            by_name: members.iter().enumerate().map(|(i, m)| (m.name, i)).collect(),
            classes,
            members,
            forms: Blocks::read(sources.forms, prices.llvm_cpus())?,
            prices,
            accumulating: OnceLock::new(),
            gather: OnceLock::new(),
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
        if !self.members.iter().any(|member| self.is_usable(member)) {
            // Of a few instructions that are only looked up and run, no code is made.
            return Ok(());
        }
        let miscompiled = self.prices.miscompiled();
        let broadcast = miscompiled.shifted_products.as_ref().map(|products| &products.broadcast);
        if let Some(name) = broadcast.filter(|name| self.member(name).is_none()) {
            let message = format!("shifted_products: there is no {name}");
            return Err(DataError { file: "target.toml", line: 0, message: message.into() });
        }
        miscompiled.shuffles.iter().try_for_each(|named| Gather::of(self, named).map(drop))
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

    /// All classes, in the files' order, which does not follow their names: those with members that the engines are offered, then the others.
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

    /// The costs of instructions.
    pub fn prices(&self) -> &Prices {
        &self.prices
    }

    /// Members that may be used on a CPU with these features: validated, with an LLVM form.
    pub fn usable<'a>(&'a self, features: &'a BTreeSet<String>) -> impl Iterator<Item = &'a Member> + 'a {
        self.members.iter().filter(move |m| self.is_usable(m) && m.features.iter().all(|f| features.contains(*f)))
    }

    /// Whether a member may be used where its features are there: it does not stand beside, its semantics are validated, and it has
    /// an LLVM form.
    pub fn is_usable(&self, member: &Member) -> bool {
        !member.beside && member.validation != Validation::None && self.forms.contains(member.name)
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

    /// The LLVM forms of a member that differ in more than numbers, each with the ranges of the immediates that have it; none without
    /// an immediate.
    pub fn llvm_templates(&self, name: &str) -> Vec<(Vec<(u64, u64)>, LlvmForm)> {
        let block = self.forms.get(name);
        let owned = |(values, form): (&[(u64, u64)], LlvmForm)| (values.to_vec(), form);
        block.iter().flat_map(|block| block.templates().map(owned)).collect()
    }

    /// Whether an LLVM form of a member calls an intrinsic.
    pub fn calls(&self, name: &str, intrinsic: &str) -> bool {
        self.forms.calls(name, intrinsic)
    }

    /// The forms that a member with these immediates is made of on the CPU of a table.
    pub fn emitted(&self, name: &str, immediates: &[u64], table: &Table) -> Option<Vec<&'static str>> {
        self.forms.get(name)?.emitted(immediates, table.llvm_cpu())
    }

    /// Whether instructions of a mnemonic also read the register that they write, as far as a member shows it.
    pub fn accumulates(&self, mnemonic: &str) -> bool {
        let found = self.accumulating.get_or_init(|| {
            let syntax = self.prices.syntax();
            let mut found = HashSet::new();
            for block in self.forms.all() {
                let single = block.every_emitted().filter(|forms| forms.len() == 1);
                found.extend(single.filter_map(|forms| accumulating(&block, forms[0], syntax)));
            }
            found
        });
        found.contains(mnemonic)
    }

    /// How bytes are put into an order that LLVM compiles wrongly; `None` where it compiles all of them, or no code is made.
    pub fn gather(&self) -> Option<&Gather> {
        let named = self.prices.miscompiled().shuffles.as_ref();
        self.gather.get_or_init(|| Gather::of(self, named?).ok()).as_ref()
    }

    /// The cost of a member on a CPU; of a member with immediates, its dearest form. `None` where LLVM gave no instructions
    /// to price.
    pub fn cost(&self, member: &Member, cpu: &str) -> Option<Cost> {
        let table = self.prices.of(cpu);
        let block = self.forms.get(member.name)?;
        let costs = block.all_emitted(table.llvm_cpu()).into_iter().filter_map(|forms| table.sequence(forms));
        costs.max_by_key(|c| (c.rthroughput, c.uops, c.latency))
    }
}

/// The hash of what the files mean: what classes are called is for people, and is left out.
fn epoch(sources: &Sources) -> String {
    let mut hasher = blake3::Hasher::new();
    for line in sources.dictionary.split_inclusive('\n') {
        let meaning = if line.starts_with("class ") { "class\n" } else { line };
        hasher.update(meaning.as_bytes());
    }
    // Where one file ends is part of what is hashed.
    for text in [sources.dictionary, sources.forms] {
        hasher.update(&[0]).update(&(text.lines().count() as u64).to_le_bytes());
    }
    hasher.update(sources.forms.as_bytes());
    hasher.finalize().to_hex().to_string()
}

impl Dictionary {
    /// The facts of a member.
    pub fn facts(&self, member: &Member) -> Facts {
        let mut facts = Facts { operations: self.operations(member.class).clone(), ..Facts::default() };
        facts.operations.extend(member.mask_operation());
        let vectors = member.operands.iter().chain([&member.result]).filter(|o| o.kind == OperandKind::Vector);
        for operand in vectors {
            facts.lengths.insert(operand.bits);
            facts.element_bits.insert(operand.element_bits.min(64));
        }
        facts
    }

    /// The facts of a class, with the sizes of its first member.
    pub fn class_facts(&self, class: usize) -> Option<Facts> {
        let first = self.classes().get(class)?.members.first()?;
        Some(Facts { operations: self.operations(class).clone(), ..self.facts(&self.members()[*first]) })
    }

    /// The operations of a class, found once.
    fn operations(&self, class: usize) -> &BTreeSet<Operation> {
        let class = &self.classes()[class];
        class.operations.get_or_init(|| self.find_operations(class))
    }

    fn find_operations(&self, class: &Class) -> BTreeSet<Operation> {
        if !class.texts.is_empty() && !class.texts.iter().any(Text::is_program) {
            let heads = |text: String| {
                let heads = text.split('(').skip(1).map(|rest| rest.split([' ', ')']).next().unwrap_or(""));
                heads.flat_map(Operation::named).copied().collect::<Vec<_>>()
            };
            return class.texts.iter().flat_map(|t| heads(t.text())).collect();
        }
        // No text: the class has one member, or one too large to be written out.
        let mut terms = Terms::new();
        let member = class.members.first().map(|m| &self.members()[*m]);
        let lanes = member.and_then(|m| m.lanes(&vec![1; m.immediates().count()], &mut terms).ok());
        lanes.map(|l| operations(&terms, &l.out)).unwrap_or_default()
    }
}
