//! `cargo xtask packing`: of a processor whose back end makes packets, all that a scheduler needs, from LLVM's records: units, what each
//! instruction takes of them, when its operands are read and written, registers and what they consist of.
//!
//! The result is `crates/packets/data/CPU.txt`. Its header describes the format; a newer generation is the same command.

mod operation;
mod registers;

use crate::folder::From;
use crate::tablegen::Tables;
use anyhow::{Context, Result, bail, ensure};
use clap::Parser;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Where the files lie, from the project's folder.
const FOLDER: &str = "crates/packets/data";

const HEADER: &str = "\
# Made by `cargo xtask packing` from LLVM's records (`llvm-tblgen-19 --dump-json`), not edited.
# digest: BLAKE3 of all lines after its own.   llc: how `llc` is told of the processor.   vector: bytes of a vector register.
# packet: words.   unit NAME ...   combined UNIT PARTS: taking the one is taking all of its parts.
# register NAME PARTS.   class NAME REGISTERS, in the order of allocation.   saved: what a function hands back as it was.
# reserved: registers that LLVM never allocates.
# loop COUNT START: the registers of hardware loop 0, then of 1.
# build USE OP REGISTERS: what a guard before a loop is written with, and the registers that the instruction writes besides.
# timing NAME | units of each stage | cycle of each operand | forwarding path of each operand.
# op NAME | timing | classes of results | classes of operands | properties.
";

const HEADER_LIKE: &str = "\
# Made by `cargo xtask packing --like` from LLVM's records (`llvm-tblgen-19 --dump-json`), not edited.
# like CPU: the lines of its file, but for these, each of which takes the place of the one that begins with the same two words.
# digest: BLAKE3 of all lines.
";

#[derive(Parser)]
#[command(name = "cargo xtask packing")]
struct Args {
    #[command(flatten)]
    from: From,
    /// LLVM 19's sources: `scripts/setup hexagon-source` fetches what is needed of them.
    #[arg(long)]
    sources: PathBuf,
    /// Write the lines alone that are others than those of this CPU, which has a file: for one that differs in a few.
    #[arg(long, value_name = "CPU")]
    like: Option<String>,
    /// The CPU, as LLVM calls it.
    cpu: String,
}

/// Writes the file of one CPU.
pub fn run(root: &Path, args: &[String]) -> Result<ExitCode> {
    let args = Args::try_parse_from(std::iter::once("packing".to_owned()).chain(args.iter().cloned()))?;
    let set = args.from.folder(root)?;
    let tables = set.tables(Some(&root.join(&args.sources)))?.context("llvm-mca has a model of this set's CPUs")?;
    let features = features(&set.read("cpu-features.txt")?, &args.cpu)?;
    let llc = format!("-mtriple={} -mcpu={} -mattr={features}", set.manifest.code.triple, args.cpu);
    let vector = set.manifest.registers.vectors.first().context("the set has no vectors")? / 8;
    let rows = format!("llc {llc}\nvector {vector}\n{}", rows(&tables, &args.cpu, &llc)?);
    let digest = blake3::hash(rows.as_bytes());
    let file = |cpu: &str| root.join(FOLDER).join(format!("{cpu}.txt"));
    let (path, head) = (file(&args.cpu), format!("# isotope packing 1 {}\n", args.cpu));
    let text = match &args.like {
        Some(other) => {
            let whole = std::fs::read_to_string(file(other)).with_context(|| format!("no file of {other}"))?;
            format!("{head}{HEADER_LIKE}like {other}\ndigest {digest}\n{}", others(&whole, &rows)?)
        }
        None => format!("{head}{HEADER}digest {digest}\n{rows}"),
    };
    std::fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
    println!("{} rows of {}", rows.lines().count(), args.cpu);
    Ok(ExitCode::SUCCESS)
}

/// The rows that are others than those of a whole file, which has as many, each with the same two words before it.
fn others(whole: &str, rows: &str) -> Result<String> {
    let body = whole.split_once("\ndigest ").and_then(|(head, rest)| Some((head, rest.split_once('\n')?.1)));
    let (head, body) = body.context("it has no digest")?;
    ensure!(!head.contains("\nlike "), "its file is not whole: name the one that it is like");
    ensure!(body.lines().count() == rows.lines().count(), "it has not as many rows: write it whole");
    let mut out = String::new();
    for (old, new) in body.lines().zip(rows.lines()) {
        ensure!(old.split(' ').take(2).eq(new.split(' ').take(2)), "`{new}` has no row of its name: write it whole");
        if old != new {
            writeln!(out, "{new}")?;
        }
    }
    Ok(out)
}

/// The vector features of a CPU, for `-mattr`: those of the scalar core are in its name.
fn features(text: &str, cpu: &str) -> Result<String> {
    let line = text.lines().find_map(|line| line.strip_prefix("cpu ")?.strip_prefix(cpu)?.strip_prefix(':'));
    let words = line.with_context(|| format!("cpu-features.txt knows no {cpu}"))?.split_whitespace();
    let told: Vec<String> = words.filter(|word| !word.starts_with('v')).map(|word| format!("+{word}")).collect();
    Ok(told.join(","))
}

/// All lines but those of the command: units, registers, timings, instructions.
fn rows(tables: &Tables, cpu: &str, llc: &str) -> Result<String> {
    let model = tables.scheduling(cpu)?;
    let itineraries = tables.record(&model["Itineraries"])?;
    let width = model["IssueWidth"].as_u64().context("no width of a packet")?;
    let mut out = format!("packet {width}\nunit {}\n", names(&itineraries["FU"]).join(" "));
    let mut combined: Vec<_> = tables.combined()?.into_iter().collect();
    combined.sort();
    for (unit, parts) in combined {
        writeln!(out, "combined {unit} {}", parts.join(" "))?;
    }
    out += &registers::rows(tables, llc)?;
    for (begin, end) in [("J2_loop0r", "ENDLOOP0"), ("J2_loop1r", "ENDLOOP1")] {
        let of = |name: &str, list: &str| {
            let record = tables.records().find(|(own, _)| *own == name).map(|(_, record)| record);
            Ok::<_, anyhow::Error>(names(&record.with_context(|| format!("no {name}"))?[list]))
        };
        // Of what the end of a loop reads, it writes the count and not the place of the loop's beginning.
        let (reads, writes) = (of(end, "Uses")?, of(end, "Defs")?);
        let (count, start): (Vec<_>, Vec<_>) = reads.into_iter().partition(|name| writes.contains(name));
        ensure!(of(begin, "Defs")?.iter().any(|name| count.contains(name)), "{begin} sets no count");
        let ([count], [start]) = (&count[..], &start[..]) else { bail!("{end} has a count and a beginning") };
        writeln!(out, "loop {} {}", count.to_lowercase(), start.to_lowercase())?;
    }
    out += &operation::building(tables)?;
    let mut known = BTreeSet::new();
    for entry in itineraries["IID"].as_array().context("no itineraries")? {
        let data = tables.record(entry)?;
        let class = data["TheClass"]["def"].as_str().context("a timing without a name")?;
        let mut stages = Vec::new();
        for stage in data["Stages"].as_array().into_iter().flatten() {
            let stage = tables.record(stage)?;
            ensure!(stage["Cycles"] == 1, "{class} takes a unit for longer than a cycle");
            stages.push(names(&stage["Units"]).join(","));
        }
        let cycles = data["OperandCycles"].as_array().into_iter().flatten().map(Value::to_string);
        let bypasses = names(&data["Bypasses"]);
        let paths = bypasses.iter().map(|path| if *path == "NoBypass" { "-" } else { path });
        let (cycles, paths): (Vec<_>, Vec<_>) = (cycles.collect(), paths.collect());
        writeln!(out, "timing {class} | {} | {} | {}", stages.join(" "), cycles.join(" "), paths.join(" "))?;
        known.insert(class);
    }
    let timed = |record: &Value| {
        let class = record.get("Itinerary").and_then(|class| class["def"].as_str().map(str::to_owned));
        class.filter(|class| known.contains(class.as_str()))
    };
    let all: Vec<_> = tables.records().filter_map(|(name, record)| Some((name, record, timed(record)?))).collect();
    let mut plain: BTreeMap<&str, &str> = BTreeMap::new();
    for (name, record, _) in &all {
        if let Some(asm) = record["AsmString"].as_str() {
            plain.entry(asm).or_insert(name);
        }
    }
    for (name, record, class) in all {
        let asm = record["AsmString"].as_str().unwrap_or_default();
        let without = operation::without_new(asm);
        let other = plain.get(without.as_str()).filter(|_| without != asm);
        let other = other.map(|other| format!(" plain={other}")).unwrap_or_default();
        writeln!(out, "op {name} | {class} | {}{other}", operation::described(record)?)?;
    }
    Ok(out)
}

/// The names of a list of records.
fn names(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(|record| record["def"].as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vector_features_are_told_and_those_of_the_scalar_core_are_not() {
        let text = "# head\ncpu madev1: made-length128b madexv1 v66\ncpu madev12: v67\n";
        assert_eq!(features(text, "madev1").unwrap(), "+made-length128b,+madexv1");
        assert!(features(text, "madev2").is_err());
    }
}
