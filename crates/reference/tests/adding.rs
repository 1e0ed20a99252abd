//! The walk-through of `grammars/ADDING.md` with a made-up instruction in each vendor's dialect: a newer text is handed over, and
//! what it adds is listed, put into a class and run; a fault in it is said with its instruction and its line and costs nothing else.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use isotope_derive::dictionary::{Built, build};
use isotope_derive::folder::SetFolder;
use isotope_dictionary::{Folder, InstructionSet, InstructionSets};
use isotope_reference::pages;
use isotope_reference::runner::Runner;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The files that are handed over.
fn handed(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/adding").join(name)
}

/// A copy of a set's folder, in which the commands may write.
fn copied(set: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars/data").join(set);
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    folder
}

/// The files of `cargo xtask dictionary --set FOLDER --guide TEXT`, written where it writes them.
fn made(folder: &Path, text: &Path) -> Built {
    let set = SetFolder::open(folder).unwrap();
    let built = build(&set.vendor_text(Some(text)).unwrap(), &set).unwrap();
    set.write("dictionary.txt", &built.text).unwrap();
    if let Some(beside) = &built.beside {
        set.write("dictionary-beside.txt", beside).unwrap();
    }
    built
}

/// The knowledge of `isotope dict` then.
fn known(folder: &Path) -> InstructionSets {
    let read =
        |path: PathBuf| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap());
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let set = InstructionSet::read(&Folder::leaked(files.map(read))).unwrap();
    set.check().unwrap();
    InstructionSets::of([set])
}

fn run(sets: &InstructionSets, call: &str) -> String {
    Runner::new(sets).answer([call]).concat()
}

/// The class of an instruction, as `isotope dict find` says it.
fn class_of(sets: &InstructionSets, name: &str) -> String {
    let page = pages::instruction(sets, name);
    page.lines().find_map(|line| line.strip_prefix("class ")).unwrap_or_else(|| panic!("{page}")).trim().to_owned()
}

#[test]
fn an_instruction_in_intels_guide() {
    let folder = copied("x86");
    let built = made(folder.path(), &handed("intel.xml"));
    assert_eq!(
        built.faults,
        [
            "_mm_unbalanced_epi8: line 6, column 1: ENDFOR expected at the end of the text",
            "_mm_missing_helper_epi8: line 2: undefined function Frobnicate",
            "_mm_unknown_type_epi8: operand type __m1024i is not known",
        ]
    );
    let sets = known(folder.path());
    let (mask, memory, b) = ("8001", "ff000000000000000000000000000003", "fe000000000000000000000000000000");
    assert_eq!(run(&sets, &format!("_mm_made_up_epi8\t{mask} {memory} {b}")), "ff000000000000000000000000000002");
    assert_eq!(run(&sets, &format!("_mm_made_up_epi8\t0 {memory} {b}")), "0".repeat(32));
    // In memory or in a register, of bytes or of words: one class. Neither has an LLVM form, so that no engine is offered it.
    assert_eq!(class_of(&sets, "_mm_made_up_epi8"), class_of(&sets, "_mm_made_up_epi16"));
    assert_eq!(pages::list(&sets, "made_up").len(), 1);
    let set = sets.get("x86_64").unwrap();
    assert!(set.dictionary().members().iter().all(|member| member.beside && !set.dictionary().is_usable(member)));
}

#[test]
fn an_instruction_in_the_manual_of_hvx() {
    let folder = copied("hvx");
    let built = made(folder.path(), &handed("hvx.json"));
    let faults = built.faults.join("\n");
    assert!(faults.contains("hexagon_V6_vunbalanced_128B: line 2"), "{faults}");
    assert!(faults.contains("hexagon_V6_vmissing_128B: line 2: undefined function frobnicate"), "{faults}");
    let sets = known(folder.path());
    let call = format!("hexagon_V6_vmadeup_128B\t{} {}", "64".repeat(128), "3c".repeat(128));
    assert_eq!(run(&sets, &call), "50".repeat(128));
    let page = pages::instruction(&sets, "hexagon_V6_vmadeup_128B");
    assert!(page.contains("vmadeup") && page.contains("validation  none"), "{page}");
    assert!(!pages::class(&sets, &class_of(&sets, "hexagon_V6_vmadeup_128B")).is_empty());
}

/// A folder for Arm's reader that consists of the made-up specification and table, and the vendor's folder.
fn arm(sail: impl FnOnce(String) -> String) -> (TempDir, TempDir) {
    let (folder, vendor) = (copied("arm"), tempfile::tempdir().unwrap());
    let made_up = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vendor/tests/sail/made_up.sail");
    fs::write(vendor.path().join("made_up.sail"), sail(fs::read_to_string(made_up).unwrap())).unwrap();
    fs::copy(handed("acle.csv"), vendor.path().join("acle-advsimd.csv")).unwrap();
    fs::copy(handed("encodings.txt"), folder.path().join("encodings.txt")).unwrap();
    let target = fs::read_to_string(folder.path().join("target.toml")).unwrap();
    let (before, rest) = target.split_once("\nfiles = ").unwrap();
    let (_, after) = rest.split_once("]\n").unwrap();
    let files = "[\"made_up.sail\", \"acle-advsimd.csv\", \"encodings.txt\"]";
    fs::write(folder.path().join("target.toml"), format!("{before}\nfiles = {files}\n{after}")).unwrap();
    // Whether an instruction traps is nobody's here.
    let erratum = "[[erratum]]\nname = \"enabled\"\nnames = [\"CheckEnabled\"]\ncite = \"this test\"\nwhy = \"A trap is no result.\"\n\
                   edits = [{ find = \"Trapped()\", replace = \"false\" }]\n";
    fs::write(folder.path().join("errata.toml"), erratum).unwrap();
    (folder, vendor)
}

#[test]
fn an_instruction_in_sail_that_acle_names() {
    let (folder, vendor) = arm(|sail| sail);
    let built = made(folder.path(), vendor.path());
    // An instruction that the assembler does not know has no bits.
    assert_eq!(built.faults, ["vgone_u8: no encoding: the assembler does not know the table's instruction"]);
    let sets = known(folder.path());
    assert_eq!(run(&sets, "vsum_n_u8\t0102030405060708 0102030405060709 #1"), "0102030405060709");
    assert_eq!(run(&sets, "vmaskq_u8\t08 0"), format!("{}03", "08".repeat(15)));
    assert_ne!(class_of(&sets, "vsum_n_u8"), class_of(&sets, "vmaskq_u8"));
}

#[test]
fn a_fault_in_sail_is_said_where_it_is_felt() {
    let (folder, vendor) = arm(|sail| sail.replacen("foreach (i from 0 to ('N - 1)", "foreach (i to ('N - 1)", 1));
    let built = made(folder.path(), vendor.path());
    let faults = built.faults.join("\n");
    assert!(faults.contains("vmaskq_u8: ") && faults.contains("made_up.sail, line 20, in function Lowest"), "{faults}");
    assert_eq!(run(&known(folder.path()), "vsum_n_u8\t01 03 #1"), "0000000000000002");
}

#[test]
fn a_text_that_is_not_the_pinned_one_is_named_and_read() {
    let folder = copied("x86");
    let set = SetFolder::open(folder.path()).unwrap();
    let note = set.unpinned("intel.xml", "<intrinsics_list/>").unwrap();
    assert!(note.starts_with("intel.xml has the BLAKE3 ") && note.contains("intel-intrinsics-3.6.9.xml"), "{note}");
    // Of the same name, too; and what pins nothing says nothing.
    assert!(set.unpinned("intel-intrinsics-3.6.9.xml", "<intrinsics_list/>").is_some());
    let slate = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/targets/slate");
    assert_eq!(SetFolder::open(&slate).unwrap().unpinned("guide.xml", ""), None);
}

#[test]
fn what_is_no_text_of_the_dialect_is_refused_with_its_place() {
    let folder = copied("x86");
    let set = SetFolder::open(folder.path()).unwrap();
    let error = build("<intrinsics_list>\n<intrinsic></intrinsics_list>", &set).err().unwrap();
    assert!(format!("{error:#}").contains("2:"), "{error:#}");
    let error = set.vendor_text(Some(&handed("nothing.xml.xz"))).unwrap_err();
    assert!(format!("{error:#}").contains("nothing.xml.xz"), "{error:#}");
}
