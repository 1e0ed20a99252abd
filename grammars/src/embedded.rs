//! The instruction sets that this build carries, and others beside them.

use isotope_dictionary::{DataError, Folder, InstructionSet, InstructionSets, Reference, manifest};
use std::sync::OnceLock;

include!(concat!(env!("OUT_DIR"), "/folders.rs"));

/// Why reading what is embedded cannot fail.
const CHECKED: &str = "the embedded data files read, as a test checks";

fn folders() -> impl Iterator<Item = Folder> {
    FOLDERS.iter().map(|files| Folder::of(files.iter().copied()))
}

fn carried() -> impl Iterator<Item = InstructionSet> {
    let answers = |folder: &Folder| {
        let manifest = folder.text(manifest::FILE).and_then(manifest::read);
        !manifest.expect(CHECKED).is_reference()
    };
    folders().filter(answers).map(|folder| InstructionSet::read(&folder).expect(CHECKED))
}

/// The dictionaries of all instruction sets that this build carries, those among them that nothing is answered for, read once.
pub fn dictionaries() -> &'static [Reference] {
    static ALL: OnceLock<Vec<Reference>> = OnceLock::new();
    ALL.get_or_init(|| folders().map(|folder| Reference::read(&folder).expect(CHECKED)).collect())
}

/// The instruction sets that this build carries and answers for, read once.
pub fn embedded() -> &'static InstructionSets {
    static SETS: OnceLock<InstructionSets> = OnceLock::new();
    SETS.get_or_init(|| InstructionSets::of(carried()))
}

/// Those, and the ones of more folders: one for an architecture that is there already takes its place. What is read stays for
/// the life of the process.
pub fn with_folders(folders: impl IntoIterator<Item = Folder>) -> Result<&'static InstructionSets, DataError> {
    let mut more = Vec::new();
    for folder in folders {
        let set = InstructionSet::read(&folder)?;
        set.check()?;
        more.push(set);
    }
    if more.is_empty() {
        return Ok(embedded());
    }
    Ok(Box::leak(Box::new(InstructionSets::of(carried().chain(more)))))
}
