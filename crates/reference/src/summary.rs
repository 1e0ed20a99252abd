//! The dictionary in counts.

use crate::autollvm::meaning;
use isotope_dictionary::{InstructionSet, InstructionSets, Member, Validation};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// All sets in counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Of this layout: 1.
    pub version: u32,
    /// What the sets mean that answers are made of, as a hash.
    pub epoch: String,
    /// By set: `x86`.
    pub instructions: BTreeMap<String, Counts>,
    /// What Hydride's paper counts: integer instructions, of all sets together.
    pub paper_scope: Scope,
}

/// One set in counts. An instruction is one name of the vendor's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// With a meaning.
    pub translated: usize,
    /// Whose meaning was compared with what executes them: a CPU or an emulator of one.
    pub validated: usize,
    /// In scope, without a meaning.
    pub refused: usize,
    /// Classes of those translated.
    pub classes: usize,
    /// How many were refused for what.
    pub refused_for: BTreeMap<String, usize>,
}

/// Instructions and their classes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Scope {
    /// How many have a meaning.
    pub instructions: usize,
    /// Classes, those that several sets share counted once.
    pub classes: usize,
}

/// Counts.
pub fn summary(sets: &InstructionSets) -> Summary {
    let mut instructions: BTreeMap<String, Counts> = BTreeMap::new();
    for set in sets.iter() {
        let all = instructions.entry(set.manifest().counted_as().to_owned()).or_default();
        // What one folder leaves to another of its instruction set is not refused.
        let elsewhere = |name: &str| sets.iter().any(|other| other.dictionary().member(name).is_some());
        all.add(counts(set, &elsewhere));
    }
    // The paper's are integer instructions.
    let integer = || sets.iter().filter(|set| !set.manifest().vendor.floats);
    let classes = integer().flat_map(|set| set.dictionary().classes().iter().map(move |class| meaning(set, class)));
    let paper_scope = Scope {
        instructions: integer().map(|set| set.dictionary().members().len()).sum(),
        classes: classes.collect::<BTreeSet<_>>().len(),
    };
    Summary { version: 1, epoch: sets.epoch(), instructions, paper_scope }
}

impl Counts {
    /// With those of another folder of the same instruction set.
    fn add(&mut self, other: Counts) {
        self.translated += other.translated;
        self.validated += other.validated;
        self.refused += other.refused;
        self.classes += other.classes;
        for (reason, count) in other.refused_for {
            *self.refused_for.entry(reason).or_default() += count;
        }
    }
}

fn counts(set: &InstructionSet, elsewhere: &dyn Fn(&str) -> bool) -> Counts {
    let members = set.dictionary().members();
    let executed = |m: &&Member| matches!(m.validation, Validation::Native(_) | Validation::Emulator(_));
    let mut refused_for = BTreeMap::new();
    for (_, reason) in set.refusals().filter(|(name, _)| !elsewhere(name)) {
        *refused_for.entry(reason.to_owned()).or_default() += 1;
    }
    Counts {
        translated: members.len(),
        validated: members.iter().filter(executed).count(),
        refused: refused_for.values().sum(),
        classes: set.dictionary().classes().len(),
        refused_for,
    }
}
