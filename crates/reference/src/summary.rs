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
    /// The meaning of the sets that answers are made of, as a hash.
    pub epoch: String,
    /// By set: `x86`.
    pub instructions: BTreeMap<String, Counts>,
    /// The scope of Hydride's paper: integer instructions.
    pub paper_scope: PaperScope,
}

/// Integer instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PaperScope {
    /// Of all sets together.
    #[serde(flatten)]
    pub all: Scope,
    /// By set, those of its vector extensions (`vector_extensions` of its `target.toml`) alone, and the classes that they are in.
    pub vectors: BTreeMap<String, Scope>,
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
        // An instruction that one folder leaves to another of its set is not refused.
        let elsewhere = |name: &str| sets.iter().any(|other| other.dictionary().member(name).is_some());
        all.add(counts(set, &elsewhere));
    }
    // The paper's are integer instructions.
    let integer = || sets.iter().filter(|set| !set.manifest().vendor.floats);
    let classes = integer().flat_map(|set| set.dictionary().classes().iter().map(move |class| meaning(set, class)));
    let all = Scope {
        instructions: integer().map(|set| set.dictionary().members().len()).sum(),
        classes: classes.collect::<BTreeSet<_>>().len(),
    };
    let paper_scope =
        PaperScope { all, vectors: integer().map(|set| (set.manifest().title.clone(), vectors(set))).collect() };
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

/// The instructions of a set that its vector extensions have.
fn vectors(set: &InstructionSet) -> Scope {
    let extensions = &set.manifest().vendor.vector_extensions;
    let among = |feature: &str| {
        extensions.iter().any(|name| match name.strip_suffix('*') {
            Some(beginning) => feature.starts_with(beginning),
            None => feature == name,
        })
    };
    let dictionary = set.dictionary();
    let vector = |member: &&Member| extensions.is_empty() || member.features.iter().all(|feature| among(feature));
    let members: Vec<&Member> = dictionary.members().iter().filter(vector).collect();
    let classes: BTreeSet<&str> = members.iter().map(|member| dictionary.class_of(member).name).collect();
    Scope { instructions: members.len(), classes: classes.len() }
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
