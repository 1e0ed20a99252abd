//! `mlir-opt` reads printed texts as it reads the originals: our cases, and MLIR's own tests where they are fetched.

use crate::mlir_opt::{generic, is_there};
use crate::{cases, root};
use isotope_mlir::{print, read};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Dialects of the tests that are compared.
const DIALECTS: [&str; 7] = ["Vector", "Affine", "MemRef", "SCF", "Arith", "Math", "Func"];

/// Whether `mlir-opt` takes the printed text for the same; the text is in generic form.
fn same(text: &[u8]) -> Result<(), String> {
    let module =
        read(std::str::from_utf8(text).map_err(|error| error.to_string())?).map_err(|error| error.to_string())?;
    let printed = print(&module);
    let ours = generic(printed.as_bytes()).ok_or_else(|| format!("mlir-opt-19 refuses\n{printed}"))?;
    // Its own text a second time: aliases and names are then as it would write them.
    match generic(text) {
        None => Err("mlir-opt-19 refuses its own text".to_owned()),
        Some(theirs) if theirs == ours => Ok(()),
        Some(_) => Err(format!("mlir-opt-19 reads something else:\n{printed}")),
    }
}

#[test]
fn mlir_opt_reads_printed_cases_as_the_same() {
    if !is_there("mlir_opt_reads_printed_cases_as_the_same") {
        return;
    }
    for (name, text) in cases("generic") {
        same(text.as_bytes()).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "mlir") {
            found.push(path);
        }
    }
}

/// MLIR's own tests of some dialects, in order; `None`: this test is skipped, which is said.
fn upstream(test: &str) -> Option<Vec<PathBuf>> {
    let folder = root().join("third_party/mlir-source/mlir/test/Dialect");
    if !is_there(test) {
        return None;
    }
    if !folder.is_dir() {
        println!("skipped: {test}: it needs MLIR's tests (scripts/setup mlir-source)");
        return None;
    }
    let mut paths = Vec::new();
    DIALECTS.iter().for_each(|dialect| files(&folder.join(dialect), &mut paths));
    paths.sort();
    Some(paths)
}

#[test]
#[ignore = "slow: calls mlir-opt-19 some seven thousand times"]
fn mlirs_own_tests_are_read_and_printed() {
    let Some(paths) = upstream("mlirs_own_tests_are_read_and_printed") else { return };
    let (mut all, mut equal, mut wrong) = (0, 0, Vec::new());
    for path in paths {
        let text = std::fs::read(&path).unwrap();
        for (number, chunk) in String::from_utf8_lossy(&text).split("// -----").enumerate() {
            // A text that mlir-opt refuses, also a second time as its own generic text, is no text of ours.
            let Some(text) = generic(chunk.as_bytes()).filter(|text| generic(text).is_some()) else { continue };
            all += 1;
            match same(&text) {
                Ok(()) => equal += 1,
                Err(why) => wrong.push(format!(
                    "{}, chunk {number}: {}",
                    path.display(),
                    why.lines().next().unwrap_or_default()
                )),
            }
        }
    }
    println!("{equal} of {all} chunks are the same for mlir-opt-19\n{}", wrong.join("\n"));
    assert!(all > 1000 && equal * 100 >= all * 99);
}

/// Lines of a chunk on which errors are expected, from 1.
fn expected(chunk: &str) -> Vec<i64> {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(chunk.lines()) {
        for (at, _) in line.match_indices("expected-error") {
            let rest = line[at + "expected-error".len()..].trim_start_matches("-re").trim_start();
            let place = rest.strip_prefix('@').and_then(|rest| rest.split_whitespace().next()).unwrap_or("+0");
            let place = place.split("{{").next().unwrap_or(place);
            lines.push(match place {
                "below" => number + 1,
                "above" => number - 1,
                offset => number + offset.parse().unwrap_or(0),
            });
        }
    }
    lines
}

/// The line of the first error that `mlir-opt` finds; `None`: it takes the text.
fn refused_at(chunk: &str) -> Option<i64> {
    let mut child = Command::new("mlir-opt-19")
        .args(["--allow-unregistered-dialect", "--mlir-print-op-generic", "-o", "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, text) = (child.stdin.take().unwrap(), chunk.to_owned());
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    if output.status.success() {
        return None;
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().find(|line| line.contains("error:")).and_then(|line| line.split(':').nth(1)?.parse().ok());
    Some(line.unwrap_or(0))
}

/// The result of `isotope check` for a text that is no program: the reader refuses it, or `mlir-opt` does, which it calls for custom forms.
#[test]
#[ignore = "slow: calls mlir-opt-19 some thousand times"]
fn mlirs_own_negatives_are_refused_at_their_line() {
    let Some(mut paths) = upstream("mlirs_own_negatives_are_refused_at_their_line") else { return };
    paths.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().contains("invalid")));
    let (mut all, mut refused, mut placed, mut others) = (0, 0, 0, Vec::new());
    for path in paths {
        let text = std::fs::read(&path).unwrap();
        for (number, chunk) in String::from_utf8_lossy(&text).split("// -----").enumerate() {
            let lines = expected(chunk);
            if lines.is_empty() {
                continue;
            }
            all += 1;
            let own = read(chunk).err().filter(|error| !error.is_custom_form).map(|error| i64::from(error.place.line));
            let line = own.or_else(|| refused_at(chunk));
            refused += usize::from(line.is_some());
            match line {
                Some(line) if lines.contains(&line) => placed += 1,
                line => others.push(format!("{}, chunk {number}: {line:?}, expected {lines:?}", path.display())),
            }
        }
    }
    println!("{refused} of {all} negatives are refused, {placed} at an expected line\n{}", others.join("\n"));
    assert!(all > 500 && refused * 100 >= all * 95);
}
