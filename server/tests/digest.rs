//! A digest covers what decides a verdict, and nothing else.

#![allow(clippy::unwrap_used)]

#[path = "../digest.rs"]
mod sources;

use sources::{CHECKER, COMPILER, PROVER, SCHEDULER, digest};
use std::fs;
use std::path::Path;

/// The digests: their name, what they cover, and a folder within that.
const DIGESTS: [(&str, &[&str], &str); 4] = [
    ("prover", PROVER, "crates/program/src/proof"),
    ("checker", CHECKER, "crates/kernel/src/check"),
    ("compiler", COMPILER, "crates/contraction/src/text"),
    ("scheduler", SCHEDULER, "crates/packets/src/schedule"),
];

/// A tree with one file in each folder that matters here.
fn tree() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    let within = DIGESTS.iter().flat_map(|(_, folders, within)| folders.iter().chain([within]));
    for folder in within.chain(&["crates/search/src", "crates/select/src"]) {
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
fn a_change_in_what_decides_changes_a_digest_and_one_in_the_search_does_not() {
    for (name, folders, within) in DIGESTS {
        let root = tree();
        let of = |solver: &str| digest(root.path(), folders, solver).unwrap();
        let before = of("1");
        let after = |file: &str| {
            write(root.path(), file, "another");
            let after = of("1");
            write(root.path(), file, "one");
            after
        };
        for file in
            ["crates/search/src/a.rs", "crates/search/src/new.rs", "crates/select/src/a.rs", "crates/ir/tests/a.rs"]
        {
            assert_eq!(after(file), before, "{name}: {file}");
        }
        write(root.path(), &format!("{within}/tests.rs"), "a test decides nothing");
        assert_eq!(of("1"), before, "{name}");
        for folder in folders.iter().chain([&within]) {
            assert_ne!(after(&format!("{folder}/a.rs")), before, "{name}: {folder}");
        }
        assert_ne!(of("2"), before, "{name}: another solver");
    }
}

#[test]
fn what_decides_depends_on_nothing_of_ours_that_its_digest_leaves_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (name, folders, _) in DIGESTS {
        let covered: Vec<String> =
            folders.iter().map(|f| f.trim_end_matches("/src").replace("crates/", "isotope-")).collect();
        for folder in folders {
            let file = root.join(folder.trim_end_matches("/src")).join("Cargo.toml");
            let manifest: toml::Table = fs::read_to_string(file).unwrap().parse().unwrap();
            let named = manifest["dependencies"].as_table().unwrap().keys().filter(|name| name.starts_with("isotope-"));
            // Costs choose among programs that are proved, and messages only carry them.
            let decides = |name: &str| !["isotope-cost", "isotope-proto"].contains(&name);
            let left_out: Vec<_> = named.filter(|name| !covered.contains(name) && decides(name)).collect();
            assert!(left_out.is_empty(), "{name}: {folder}: {left_out:?}");
        }
    }
}
