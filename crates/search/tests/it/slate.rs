//! Slate, the made-up instruction set of the tests: pairs of registers, scalars beside vectors, registers of 128 bits.

use isotope_dictionary::{Dictionary, Folder, Host, InstructionSets};
use isotope_search::instructions::TargetInstructions;
use std::sync::OnceLock;

/// The instruction sets that are built in, and Slate; read once.
fn sets() -> &'static InstructionSets {
    static SETS: OnceLock<&InstructionSets> = OnceLock::new();
    SETS.get_or_init(|| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/targets/slate");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
        let read = |path: std::path::PathBuf| {
            (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(path).unwrap())
        };
        isotope_grammars::with_folders([Folder::leaked(files.map(read))]).unwrap()
    })
}

/// Its dictionary.
pub(crate) fn dictionary() -> &'static Dictionary {
    sets().get("slate").unwrap().dictionary()
}

/// Its instructions, sorted once.
pub fn slate() -> &'static TargetInstructions {
    static SLATE: OnceLock<TargetInstructions> = OnceLock::new();
    SLATE.get_or_init(|| {
        let target = sets().target("slate", "slate1", "", &Host::default()).unwrap();
        TargetInstructions::of(sets().get("slate").unwrap(), target.features(), "slate1")
    })
}
