//! The engine's proofs for the corpus, made again by the solver alone.

use isotope_tests::Daemon;
use std::path::PathBuf;

/// The files of the corpus for this architecture, in order.
fn corpus() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cases/windows/x86");
    let files = std::fs::read_dir(folder).expect("the corpus is in the project");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("the corpus is read").path()).collect();
    files.sort();
    files
}

/// Selects for these files and audits what the memo then holds.
fn audited(files: &[PathBuf]) {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let daemon = Daemon::start(folder.path());
    for file in files {
        let text = std::fs::read_to_string(file).expect("the case is text");
        daemon.select(&format!("target x86_64 znver4\n{text}"));
    }
    let output = daemon.asked(&["audit", "--all"], "");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    println!("{said}");
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let last = said.lines().last().expect("audit prints a summary");
    let count = |word: &str| -> u64 {
        let after = last.split(word).nth(1).expect("the summary names it");
        after.split(',').next().and_then(|n| n.trim().parse().ok()).expect("a number follows")
    };
    assert_eq!(count("disagreement"), 0, "{said}");
    assert!(count("agreement ") > 0, "the solver alone confirms none: {said}");
}

#[test]
fn a_sample_of_the_corpus_holds_without_our_own_simplifier() {
    let named = |name: &&PathBuf| name.ends_with("add_sat_u8.txt") || name.ends_with("maxpool2x2.txt");
    let files: Vec<PathBuf> = corpus().iter().filter(named).cloned().collect();
    audited(&files);
}

#[test]
#[ignore = "slow: the whole corpus, searched for and audited"]
fn the_corpus_holds_without_our_own_simplifier() {
    audited(&corpus());
}
