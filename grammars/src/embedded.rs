//! The instruction sets that this build carries, and others beside them.

use isotope_dictionary::{DataError, Folder, InstructionSet, InstructionSets};
use std::sync::OnceLock;

include!(concat!(env!("OUT_DIR"), "/folders.rs"));

fn carried() -> impl Iterator<Item = InstructionSet> {
    let read = |files: &&[(&'static str, &'static str)]| {
        InstructionSet::read(&Folder::of(files.iter().copied()))
            .expect("the embedded data files read, as a test checks")
    };
    FOLDERS.iter().map(read)
}

/// The instruction sets that this build carries, read once.
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
