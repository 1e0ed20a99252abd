//! `cargo xtask idef`: HVX by two readings, that of the manual, which the dictionary is made of, and that of QEMU's `ext.idef`.
//!
//! Both are run on the same inputs, corners and random ones, at every value of an immediate. Where they differ, the executed instruction
//! decides (`cargo xtask validate --set hvx`), and the reading that is wrong is repaired: the manual's by an erratum, the other's in
//! `hvx-idef-prelude.txt`. The result is `idef.txt`.

use crate::folder::SetFolder;
use crate::validate::Inputs;
use anyhow::{Context, Result, ensure};
use clap::Parser;
use isotope_semantics::interp::run as interpret;
use isotope_semantics::{OperandKind, Semantics};
use isotope_vendor::reader::{Entry, named};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The result.
const IDEF: &str = "idef.txt";

/// The folder whose dictionary is compared.
const SET: &str = "grammars/data/hvx";

#[derive(Parser)]
#[command(name = "cargo xtask idef")]
struct Args {
    /// The file, as `scripts/setup idef` fetches it.
    #[arg(long, default_value = "third_party/qemu/ext.idef")]
    idef: PathBuf,
    /// Only instructions whose name contains this; the data file is then left alone.
    #[arg(long)]
    filter: Option<String>,
    /// Inputs for each instruction, at least; immediates share them.
    #[arg(long, default_value_t = 256)]
    cases: usize,
}

/// The outcome of comparing the two readings of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// Equal on so many inputs.
    Agree(usize),
    /// Different, and where first.
    Differ(String),
    /// Not compared, and why.
    Unread(String),
}

/// Compares; a difference is exit status 1.
pub fn run(root: &Path, args: &[String]) -> Result<ExitCode> {
    let args = Args::try_parse_from(std::iter::once("idef".to_owned()).chain(args.iter().cloned()))?;
    let path = root.join(&args.idef);
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("reading {}; `scripts/setup idef` fetches it", path.display()))?;
    let set = SetFolder::open(&root.join(SET))?;
    let chosen = |name: &str| args.filter.as_ref().is_none_or(|part| name.contains(part.as_str()));
    let mut rows = compared(&text, &set, args.cases)?;
    rows.retain(|name, _| chosen(name));
    for (name, row) in &rows {
        if let Compared::Differ(_) | Compared::Unread(_) = row {
            println!("{name} {}", described(row));
        }
    }
    let count = |kind: fn(&Compared) -> bool| rows.values().filter(|row| kind(row)).count();
    let differ = count(|row| matches!(row, Compared::Differ(_)));
    let (agree, unread) =
        (count(|row| matches!(row, Compared::Agree(_))), count(|row| matches!(row, Compared::Unread(_))));
    println!("{agree} agree, {differ} differ, {unread} not compared");
    if args.filter.is_none() {
        set.write(IDEF, &report(&rows))?;
    }
    Ok(if differ == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Every instruction of the dictionary by the two readings.
pub fn compared(text: &str, set: &SetFolder, cases: usize) -> Result<BTreeMap<String, Compared>> {
    let reader = named("hvx-idef").context("the reader of ext.idef")?;
    let entries = reader.read(text, &set.scope()?)?;
    ensure!(!entries.is_empty(), "no instruction is in the text: is it ext.idef?");
    let second: BTreeMap<&str, &Entry> = entries.iter().map(|entry| (entry.name.as_str(), entry)).collect();
    let sets = isotope_grammars::embedded();
    let own = sets.iter().find(|s| s.manifest().title == set.manifest.title).context("a set that is not built in")?;
    let rows = own.dictionary().members().par_iter().map(|member| {
        let row = match second.get(member.name).map(|entry| &entry.translation) {
            None => Compared::Unread("not in the file".to_owned()),
            Some(Err(refusal)) => Compared::Unread(refusal.to_string()),
            Some(Ok(translation)) => match member.semantics() {
                Ok(semantics) => compare(member.name, &semantics, &translation.semantics, cases),
                Err(e) => Compared::Unread(e.to_string()),
            },
        };
        (member.name.to_owned(), row)
    });
    Ok(rows.collect::<Vec<_>>().into_iter().collect())
}

/// Two readings of an instruction, on inputs that its name decides.
pub fn compare(name: &str, first: &Semantics, second: &Semantics, cases: usize) -> Compared {
    let shape = |s: &Semantics| s.operands.iter().map(|o| (o.name.clone(), o.bits, o.kind)).collect::<Vec<_>>();
    if shape(first) != shape(second) || first.result.bits != second.result.bits {
        return Compared::Unread("declares other operands".to_owned());
    }
    let immediate = first.operands.iter().find(|o| o.kind == OperandKind::Imm);
    let values = immediate.map_or(1, |o| 1_u32 << o.element_bits.min(8));
    let mut inputs = Inputs::new(name);
    for case in 0..cases.max(values as usize) {
        let operands = inputs.operands(first, case, case as u32 % values);
        let (one, two) = match (interpret(first, &operands), interpret(second, &operands)) {
            (Ok(one), Ok(two)) => (one.to_bytes(), two.to_bytes()),
            (_, Err(e)) => return Compared::Unread(format!("does not run: {e}")),
            (Err(e), _) => return Compared::Unread(format!("the manual's text does not run: {e}")),
        };
        if let Some(at) = one.iter().zip(&two).position(|(a, b)| a != b) {
            let immediate = immediate.map_or(String::new(), |o| format!(", {} = {}", o.name, case as u32 % values));
            return Compared::Differ(format!(
                "input {case}{immediate}, byte {at}: the manual's {:02x}, the other's {:02x}",
                one[at], two[at]
            ));
        }
    }
    Compared::Agree(cases.max(values as usize))
}

fn described(row: &Compared) -> String {
    match row {
        Compared::Agree(inputs) => format!("agree {inputs}"),
        Compared::Differ(how) => format!("differ {how}"),
        Compared::Unread(why) => format!("unread {why}"),
    }
}

fn report(rows: &BTreeMap<String, Compared>) -> String {
    let mut out = "\
# isotope idef 1
# The readings of HVX by the manual and by QEMU's ext.idef; made by `cargo xtask idef`, not edited.
# NAME agree N        equal on N inputs, every value of an immediate among them
# NAME differ WHERE   the first input on which they differ; the executed instruction decides (`validation.txt`)
# NAME unread WHY     not compared
"
    .to_owned();
    for (name, row) in rows {
        let _ = writeln!(out, "{name} {}", described(row));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn semantics(text: &str) -> Semantics {
        let head = "semantics 1\nin Vu vector 64 u8\nin u imm 32 u2\nout Vd vector 64 u8\n";
        Semantics::from_text(&format!("{head}{text}")).unwrap()
    }

    #[test]
    fn a_difference_is_found_at_the_immediate_that_has_it() {
        let body = |by: &str| semantics(&format!("FOR i := 0 to 7\n\tVd.byte[i] := (Vu.byte[i] + {by})\nENDFOR\n"));
        assert_eq!(compare("same", &body("u"), &body("u"), 300), Compared::Agree(300));
        let Compared::Differ(how) = compare("other", &body("u"), &body("((u == 3) ? 4 : u)"), 300) else {
            panic!("equal")
        };
        assert!(how.contains("u = 3") && how.contains("input 3"), "{how}");
    }

    #[test]
    fn other_operands_are_not_compared() {
        let text = "semantics 1\nin Vv vector 64 u8\nout Vd vector 64 u8\nVd := Vv\n";
        let other = Semantics::from_text(text).unwrap();
        let one = semantics("Vd := Vu\n");
        assert_eq!(compare("x", &one, &other, 10), Compared::Unread("declares other operands".to_owned()));
    }

    /// Where the file is at hand, what can be read of it says what the manual says, and what is committed is what comes out.
    #[test]
    fn the_two_readings_agree() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let Ok(text) = std::fs::read_to_string(root.join("third_party/qemu/ext.idef")) else {
            eprintln!("skipped: the_two_readings_agree needs `scripts/setup idef`");
            return;
        };
        let set = SetFolder::open(&root.join(SET)).unwrap();
        let rows = compared(&text, &set, 256).unwrap();
        let differ: Vec<_> = rows.iter().filter(|(_, row)| matches!(row, Compared::Differ(_))).collect();
        assert!(differ.is_empty(), "{differ:?}");
        assert_eq!(report(&rows), set.read(IDEF).unwrap(), "`cargo xtask idef` makes it anew");
    }
}
