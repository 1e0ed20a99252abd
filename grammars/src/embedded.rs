//! The instruction sets that this build carries, and others beside them.

use isotope_dictionary::{DataError, FileText, Folder, InstructionSet, InstructionSets};
use std::sync::OnceLock;

include!(concat!(env!("OUT_DIR"), "/folders.rs"));

fn carried() -> impl Iterator<Item = InstructionSet> {
    let lazily = |&(name, packed): &(&'static str, &'static [u8])| (name, FileText::made(move || unpacked(packed)));
    let read = move |files: &&'static [(&'static str, &'static [u8])]| {
        InstructionSet::read(&Folder::of(files.iter().map(lazily)))
            .expect("the embedded data files read, as a test checks")
    };
    FOLDERS.iter().map(read)
}

/// The text of a file that the build script has compressed.
fn unpacked(packed: &[u8]) -> String {
    let bytes = lz4_flex::decompress_size_prepended(packed).expect("the build script has compressed it");
    String::from_utf8(bytes).expect("data files are text")
}

/// The instruction sets that this build carries, read once.
pub fn embedded() -> &'static InstructionSets {
    static SETS: OnceLock<InstructionSets> = OnceLock::new();
    SETS.get_or_init(|| InstructionSets::of(carried()))
}

/// Those, and the ones of more folders: one for an architecture that is there already takes its place. The sets stay for
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
