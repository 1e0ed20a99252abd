//! Every reader of bytes from outside, on what fuzzing has found, on the seeds, and on small changes of both. The targets and
//! what they promise are in `fuzz/src/lib.rs`; the slow test runs each of them under libFuzzer for a minute.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../fuzz/src/lib.rs"]
mod targets;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Changed copies of each case, each time the tests run and in the slow test; of those that write files, fewer.
const CHANGES: [usize; 2] = [60, 400];
const JOURNAL_CHANGES: [usize; 2] = [4, 25];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().map(|e| e.unwrap().path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    paths
}

fn cases(target: &str) -> Vec<PathBuf> {
    let mut cases = files(&root().join("fuzz/cases").join(target));
    assert!(!cases.is_empty(), "{target} has no cases");
    if target == "text" {
        cases.extend(files(&root().join("tests/cases/windows/x86")));
        cases.extend(files(&root().join("tests/cases/ir")));
    }
    cases
}

/// The contents of a case: bytes that are no text are kept in hexadecimal.
fn read(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).unwrap();
    if path.extension().is_none_or(|extension| extension != "hex") {
        return bytes;
    }
    let digits: Vec<u8> = bytes.into_iter().filter(|b| !b.is_ascii_whitespace()).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

/// One to four bytes or pieces of `bytes` changed.
fn changed(bytes: &[u8], rng: &mut StdRng) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..rng.random_range(1..=4) {
        if out.is_empty() {
            break;
        }
        let at = rng.random_range(0..out.len());
        let end = (at + rng.random_range(1..=16)).min(out.len());
        match rng.random_range(0..5) {
            0 => out[at] ^= 1 << rng.random_range(0..8),
            1 => out[at] = rng.random(),
            2 => drop(out.drain(at..end)),
            3 => {
                let piece = out[at..end].to_vec();
                let to = rng.random_range(0..=out.len());
                out.splice(to..to, piece);
            }
            _ => out.truncate(at),
        }
    }
    out
}

#[test]
fn cases_and_a_few_small_changes_of_them_do_no_harm() {
    harmless(0);
}

#[test]
#[ignore = "slow: hundreds of changes of each case"]
fn cases_and_many_small_changes_of_them_do_no_harm() {
    harmless(1);
}

fn harmless(effort: usize) {
    for (name, target) in targets::TARGETS {
        let mut rng = StdRng::seed_from_u64(1);
        for path in cases(name) {
            let bytes = read(&path);
            let changes = if name == "journal" { JOURNAL_CHANGES } else { CHANGES }[effort];
            for n in 0..=changes {
                let input = if n == 0 { bytes.clone() } else { changed(&bytes, &mut rng) };
                let run = std::panic::catch_unwind(|| target(&input));
                assert!(run.is_ok(), "{name}, change {n} of {}: {:?}", path.display(), String::from_utf8_lossy(&input));
            }
        }
    }
}

#[test]
#[ignore = "slow: builds the fuzz targets, then runs each for a minute"]
fn each_reader_is_fuzzed_for_a_minute() {
    let script = root().join("fuzz/run");
    let built = Command::new(&script).arg("build").status().unwrap();
    if built.code() == Some(77) {
        println!("skipped: each_reader_is_fuzzed_for_a_minute needs a C++ compiler and libfuzzer-sys, see above");
        return;
    }
    assert!(built.success(), "the fuzz targets do not build");
    for (name, _) in targets::TARGETS {
        let ran = Command::new(&script).args([name, "60"]).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        let end: Vec<&str> = said.lines().rev().take(30).collect();
        assert!(
            ran.status.success(),
            "{name}: its input is in target/fuzz/found\n{}",
            end.into_iter().rev().collect::<Vec<_>>().join("\n")
        );
        let runs = said.lines().find_map(|l| l.strip_prefix("stat::number_of_executed_units:")).unwrap_or(" ?");
        println!("{name}:{runs} runs");
    }
}
