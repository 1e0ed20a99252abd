//! Instruction sets: a folder of data each, and nothing else that the engine knows of one.

use crate::dictionary::{Dictionary, Sources};
use crate::error::DataError;
use crate::folder::Folder;
use crate::manifest::{self, Manifest};
use crate::prices::Prices;
use crate::target::{Cpus, Host, Target, TargetError};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// How the outcome of an instruction that was not translated begins.
const REFUSED: &str = "refused: ";

/// The text of `llvm-forms.txt` of a set that has none.
const NO_FORMS: &str = "# isotope llvm-forms 1\n";

/// An instruction set.
pub struct InstructionSet {
    manifest: Manifest,
    /// Read at once where code can be made for the set, and otherwise when somebody looks an instruction up.
    dictionary: OnceLock<Dictionary>,
    cpus: Cpus,
    folder: Folder,
}

impl InstructionSet {
    /// Reads a folder. Price tables, semantics and LLVM forms are read when they are asked for, and all of a set that no code is made
    /// for; [`InstructionSet::check`] reads them all.
    pub fn read(folder: &Folder) -> Result<InstructionSet, DataError> {
        let manifest = manifest::read(folder.text(manifest::FILE)?)?;
        let cpus = match manifest.answers {
            true => Cpus::read(folder.text("cpu-features.txt")?, &manifest.cpus)?,
            false => Cpus::none(&manifest.cpus),
        };
        let dictionary = match manifest.answers {
            true => OnceLock::from(dictionary(folder, &manifest)?),
            false => OnceLock::new(),
        };
        Ok(InstructionSet { manifest, dictionary, cpus, folder: folder.clone() })
    }

    /// Reads what is otherwise read when it is asked for.
    pub fn check(&self) -> Result<(), DataError> {
        if self.dictionary.get().is_none() {
            let _ = self.dictionary.set(dictionary(&self.folder, &self.manifest)?);
        }
        self.prices().check()?;
        self.dictionary().check()
    }

    /// Its properties besides its instructions.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The architecture of LLVM's triple.
    pub fn arch(&self) -> &str {
        &self.manifest.arch
    }

    /// Whether code can be made for it: a set without LLVM forms, CPUs and prices only says what its instructions mean.
    pub fn answers(&self) -> bool {
        self.manifest.answers
    }

    /// Its instructions.
    pub fn dictionary(&self) -> &Dictionary {
        self.dictionary.get_or_init(|| dictionary(&self.folder, &self.manifest).expect("`check` has read it"))
    }

    /// The costs of its instructions.
    pub fn prices(&self) -> &Prices {
        self.dictionary().prices()
    }

    /// Its CPUs.
    pub fn cpus(&self) -> &Cpus {
        &self.cpus
    }

    /// Bits of the largest vector register that an instruction of these features has.
    pub fn register_bits(&self, features: &BTreeSet<String>) -> u32 {
        let registers = &self.manifest.registers.vectors;
        let operands = |m: &crate::Member| m.operands.iter().chain([&m.result]).map(|o| o.bits).collect::<Vec<_>>();
        let used = self.dictionary().usable(features).flat_map(operands).filter(|bits| registers.contains(bits));
        used.max().unwrap_or(0)
    }

    /// How many vector registers of so many bits there are; `None`: nothing is known of that.
    pub fn register_count(&self, bits: u32) -> Option<u32> {
        let registers = &self.manifest.registers;
        registers.counts.get(registers.vectors.iter().position(|known| *known == bits)?).copied()
    }

    /// The instructions of the vendor's text that are in scope, by name, each with what became of it: `native 256`, or
    /// `refused: WHY` for one that the dictionary does not have. Nothing in a folder without `validation.txt`.
    pub fn outcomes(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        // Who only answers does without it.
        let text = self.folder.text("validation.txt").unwrap_or_default();
        let rows = text.lines().filter(|line| !line.starts_with('#'));
        rows.filter_map(|line| line.split_once(' '))
    }

    /// Why the dictionary does not have an instruction of the vendor's text.
    pub fn refusal(&self, name: &str) -> Option<&'static str> {
        self.refusals().find(|(refused, _)| *refused == name).map(|(_, reason)| reason)
    }

    /// The reasons why instructions in scope are not in the dictionary, in the text's order.
    pub fn refusals(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.outcomes().filter_map(|(name, outcome)| Some((name, outcome.strip_prefix(REFUSED)?)))
    }

    fn is_called(&self, arch: &str) -> bool {
        self.manifest.arch == arch || self.manifest.spellings.iter().any(|s| s == arch)
    }
}

/// Reads the instructions of a folder.
fn dictionary(folder: &Folder, manifest: &Manifest) -> Result<Dictionary, DataError> {
    let (forms, prices) = match manifest.answers {
        true => (folder.text("llvm-forms.txt")?, Prices::read(folder, manifest)?),
        false => (NO_FORMS, Prices::none(manifest)),
    };
    let beside = folder.text("dictionary-beside.txt").unwrap_or_default();
    Dictionary::read(Sources { dictionary: folder.text("dictionary.txt")?, beside, forms }, prices)
}

/// All instruction sets that a process knows.
#[derive(Default)]
pub struct InstructionSets(Vec<InstructionSet>);

impl InstructionSets {
    /// These; of two for one architecture, and both with floats or both without, the later counts.
    pub fn of(sets: impl IntoIterator<Item = InstructionSet>) -> InstructionSets {
        let mut all: Vec<InstructionSet> = Vec::new();
        for set in sets {
            let part = |set: &InstructionSet| (set.manifest.arch.clone(), set.manifest.vendor.floats);
            match all.iter_mut().find(|known| part(known) == part(&set)) {
                Some(known) => *known = set,
                None => all.push(set),
            }
        }
        InstructionSets(all)
    }

    /// The instruction set of an architecture that code can be made for.
    pub fn get(&self, arch: &str) -> Option<&InstructionSet> {
        self.answering().find(|set| set.is_called(arch))
    }

    /// Those that code can be made for.
    fn answering(&self) -> impl Iterator<Item = &InstructionSet> {
        self.0.iter().filter(|set| set.answers())
    }

    /// Names what answers are made of: the only set that there are answers for, or all such together.
    pub fn epoch(&self) -> String {
        if let [only] = &self.answering().collect::<Vec<_>>()[..] {
            return only.dictionary().epoch().to_owned();
        }
        let mut hasher = blake3::Hasher::new();
        for set in self.answering() {
            hasher.update(format!("{} {}\n", set.arch(), set.dictionary().epoch()).as_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }

    /// All of them, also those that there are no answers for.
    pub fn iter(&self) -> impl Iterator<Item = &InstructionSet> {
        self.0.iter()
    }

    /// Reads a target. An empty `arch` is this machine's; `mcpu` may be `host` (or `native`) for the CPU this runs on;
    /// an empty one is the host when `mattr` is empty too, and otherwise the largest known CPU that has no feature but
    /// the given ones.
    pub fn target(&self, arch: &str, mcpu: &str, mattr: &str, host: &Host) -> Result<Target, TargetError> {
        let arch = if arch.is_empty() { &host.arch } else { arch };
        let set = self.get(arch).ok_or_else(|| TargetError::Arch {
            arch: arch.to_owned(),
            known: self.answering().map(|set| set.arch().to_owned()).collect(),
        })?;
        set.cpus.target(set.arch(), mcpu, mattr, host)
    }
}
