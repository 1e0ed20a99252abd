//! The prover digest covers what decides a verdict, and nothing else.

#![allow(clippy::unwrap_used)]

#[path = "../digest.rs"]
mod sources;

use sources::{FOLDERS, digest};
use std::fs;
use std::path::Path;

/// A tree with one file in each folder that matters here.
fn tree() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for folder in FOLDERS.iter().chain(&["crates/search/src", "crates/select/src", "crates/program/src/proof"]) {
        write(root.path(), &format!("{folder}/a.rs"), "one");
    }
    root
}

fn write(root: &Path, file: &str, text: &str) {
    let path = root.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn a_change_in_the_prover_changes_it_and_one_in_the_search_does_not() {
    let root = tree();
    let before = digest(root.path(), "1").unwrap();
    let after = |file: &str| {
        write(root.path(), file, "another");
        let after = digest(root.path(), "1").unwrap();
        write(root.path(), file, "one");
        after
    };
    for file in
        ["crates/search/src/a.rs", "crates/search/src/new.rs", "crates/select/src/a.rs", "crates/program/tests/a.rs"]
    {
        assert_eq!(after(file), before, "{file}");
    }
    write(root.path(), "crates/program/src/proof/tests.rs", "a test decides nothing");
    assert_eq!(digest(root.path(), "1").unwrap(), before);
    for folder in FOLDERS.iter().chain(&["crates/program/src/proof"]) {
        assert_ne!(after(&format!("{folder}/a.rs")), before, "{folder}");
    }
    assert_ne!(digest(root.path(), "2").unwrap(), before, "another solver");
}

#[test]
fn the_prover_depends_on_nothing_of_ours_that_the_digest_leaves_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let of_crate = |folder: &str| root.join(folder.trim_end_matches("/src")).join("Cargo.toml");
    let covered: Vec<String> =
        FOLDERS.iter().map(|f| f.trim_end_matches("/src").replace("crates/", "isotope-")).collect();
    for folder in FOLDERS {
        let manifest: toml::Table = fs::read_to_string(of_crate(folder)).unwrap().parse().unwrap();
        let named = manifest["dependencies"].as_table().unwrap().keys().filter(|name| name.starts_with("isotope-"));
        // Costs choose among programs that are proved.
        let left_out: Vec<_> = named.filter(|name| !covered.contains(name) && *name != "isotope-cost").collect();
        assert!(left_out.is_empty(), "{folder}: {left_out:?}");
    }
}
