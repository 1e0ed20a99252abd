//! `cargo xtask encodings`: the bits of each intrinsic's instruction, from an assembler.
//!
//! ACLE's table, and the folder's own of SVE, name instructions in an assembler's words. LLVM's assembler turns each of them, with every value of its
//! immediates, into bits, and says which features it needs. The meaning of the bits is not its business: the specification's decoder reads
//! them. The result is `encodings.txt`; what the assembler does not know is left out of it, and refused by the reader.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use isotope_vendor::arm::ACLE_SVE;
use isotope_vendor::arm::acle::{self, Row};
use isotope_vendor::arm::encodings::{FILE, HEADER};
use isotope_vendor::arm::form::{assembly, combinations};

use crate::folder::SetFolder;

/// The assembler.
const ASSEMBLER: &str = "llvm-mc-19";

#[derive(Parser)]
#[command(name = "cargo xtask encodings")]
struct Args {
    /// ACLE's table of intrinsics.
    #[arg(long)]
    table: PathBuf,
    /// The instruction set's folder.
    #[arg(long, default_value = "grammars/data/arm")]
    set: PathBuf,
}

/// Makes the table.
pub fn run(root: &Path, args: &[String]) -> Result<ExitCode> {
    let args = Args::try_parse_from(std::iter::once("encodings".to_owned()).chain(args.iter().cloned()))?;
    let path = root.join(&args.table);
    let table = std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    let set = SetFolder::open(&root.join(&args.set))?;
    let scope = set.scope()?;
    let own = if set.has(ACLE_SVE) { set.read(ACLE_SVE)? } else { String::new() };
    let (table, _) = isotope_vendor::arm::table(&[table, own].join("\n"), &scope.errata);
    let table = acle::lines(&table, scope.floats);
    let made = made(&table, &set.manifest.code.triple)?;
    set.write(FILE, &made.text)?;
    println!("{} intrinsics have encodings, {} have none:", made.found, made.missing.len());
    made.missing.iter().for_each(|line| println!("  {line}"));
    Ok(ExitCode::SUCCESS)
}

/// A table, and what is not in it.
struct Made {
    text: String,
    found: usize,
    missing: Vec<String>,
}

fn made(table: &str, triple: &str) -> Result<Made> {
    let mut seen = BTreeSet::new();
    let rows: Vec<Row> = acle::rows(table).into_iter().flatten().filter(|row| seen.insert(row.name.clone())).collect();
    // All spellings of all rows in one run; the first one that is an instruction counts.
    let spellings: Vec<Vec<Vec<String>>> =
        rows.iter().map(|row| combinations(row).iter().map(|values| assembly(row, values)).collect()).collect();
    let lines: BTreeSet<&str> = spellings.iter().flatten().flatten().map(String::as_str).collect();
    let lines: Vec<&str> = lines.into_iter().collect();
    let words = assembled(&lines, triple, "+all")?;
    let plain = assembled(&lines, triple, "+neon")?;
    let mut out = Made { text: format!("{HEADER}\n{ABOUT}"), found: 0, missing: Vec::new() };
    for (row, spellings) in rows.iter().zip(&spellings) {
        let first = |spellings: &Vec<String>| {
            spellings.iter().find_map(|line| Some((line.clone(), words.get(line.as_str())?.clone().ok()?)))
        };
        let found: Option<Vec<(String, String)>> = spellings.iter().map(first).collect();
        let Some(found) = found else {
            let line = spellings.first().and_then(|s| s.first()).cloned().unwrap_or_default();
            out.missing.push(format!("{}: {line}", row.name));
            continue;
        };
        let needs = match plain.get(found[0].0.as_str()) {
            Some(Err(needs)) => needs.as_str(),
            _ => "neon",
        };
        let words: Vec<&str> = found.iter().map(|(_, word)| word.as_str()).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(out.text, "{} {needs} {}", row.name, words.join(" "));
        out.found += 1;
    }
    Ok(out)
}

const ABOUT: &str = "\
# The bits of each intrinsic's instruction, by the values of its immediates, and the features that it needs; made by
# `cargo xtask encodings`, not edited. NAME FEATURES WORD..
";

/// The reading of lines of assembly: a word each, or the features that are missing, or nothing where they are no instruction.
fn assembled<'a>(lines: &[&'a str], triple: &str, features: &str) -> Result<BTreeMap<&'a str, Result<String, String>>> {
    let folder = tempfile::tempdir().context("a scratch folder for the assembler")?;
    let file = folder.path().join("lines.s");
    std::fs::write(&file, lines.join("\n") + "\n").with_context(|| format!("writing {}", file.display()))?;
    let mut assembler = Command::new(ASSEMBLER);
    assembler.args([&format!("-triple={triple}"), &format!("-mattr={features}"), "-show-encoding"]).arg(&file);
    let output = assembler.output().with_context(|| format!("running {ASSEMBLER}"))?;
    let mut errors: BTreeMap<usize, String> = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        let Some((at, message)) = line.split_once(": error: ") else { continue };
        let number =
            at.rsplit(':').nth(1).and_then(|n| n.parse().ok()).context("the assembler's error without a line")?;
        errors.entry(number).or_insert_with(|| message.to_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let words: Vec<String> =
        text.lines().filter_map(|line| line.split_once("// encoding: [")).filter_map(|(_, b)| word(b)).collect();
    let mut words = words.into_iter();
    let mut out = BTreeMap::new();
    for (number, line) in lines.iter().enumerate() {
        match errors.get(&(number + 1)) {
            None => {
                let word = words.next().context("the assembler gave fewer words than it took lines")?;
                out.insert(*line, Ok(word));
            }
            Some(message) => {
                if let Some(needs) = message.strip_prefix("instruction requires: ") {
                    out.insert(*line, Err(named(needs)));
                }
            }
        }
    }
    ensure!(words.next().is_none(), "the assembler gave more words than it took lines");
    Ok(out)
}

/// LLVM's names of features with `+` between; of `sve2 or sme` the first, which is the vectors' own.
fn named(needs: &str) -> String {
    let first = needs.split(" or ").next().unwrap_or(needs);
    first.split_whitespace().collect::<Vec<_>>().join("+")
}

/// `0x00,0x86,0x28,0x0e]`: bytes, the lowest first.
fn word(bytes: &str) -> Option<String> {
    let bytes: Vec<&str> = bytes.trim_end_matches(']').split(',').map(|b| b.trim().trim_start_matches("0x")).collect();
    (bytes.len() == 4 && bytes.iter().all(|b| b.len() == 2)).then(|| bytes.into_iter().rev().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_the_assembler_are_words() {
        assert_eq!(word("0x00,0x86,0x28,0x0e]").as_deref(), Some("0e288600"));
        assert_eq!(word("A,0x86]"), None);
    }

    #[test]
    fn of_features_that_stand_for_each_other_the_first_counts() {
        assert_eq!(
            (named("sve2 or sme"), named("sha3"), named("sm4 neon")),
            ("sve2".into(), "sha3".into(), "sm4+neon".into())
        );
    }
}
