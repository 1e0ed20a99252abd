//! The data file of a set whose instructions are builtins.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Result;
use isotope_run::with_features;
use isotope_vendor::errata::Errata;
use isotope_vendor::reader::Entry;

use super::{Bench, Trial};
use crate::folder::SetFolder;
use crate::validate::kept::{Kept, digest};
use crate::validate::report::Outcome;

/// The data file of a set, and what is wrong in it.
pub struct Record {
    /// `validation.txt`.
    pub text: String,
    /// Counts, for people.
    pub summary: String,
    /// Instructions whose semantics and machine disagree.
    pub mismatches: Vec<String>,
}

/// The row of one that stays or was run, where machines differ.
const ROWS_OF_MACHINES: &str = "\
# NAME native N CPU DIGEST       equal bit for bit on N inputs on a CPU of LLVM's name; the digest is of the semantics
# NAME emulator N BOCHS DIGEST   the same on that version of the emulator
#                                (of answers that a fault of it explains to the bit none is counted: data/emulator-errata.toml)
#                                Such rows stay, whichever machine runs it again, while the digest is the same, until a better one does
";

/// Tries what translates of some entries, but for what `kept` has of better machines, and writes all of them down.
pub fn validated(set: &SetFolder, entries: &[Entry], bench: &Bench, cases: usize, kept: &Kept) -> Result<Record> {
    let known = set.features()?;
    // A set that one machine has all of need not say what it has.
    let mixed = set.manifest.vendor.executors.iter().any(|name| name == isotope_run::THIS_CPU.name());
    let scope = set.scope()?;
    let errata = &scope.errata;
    let (mut trials, mut settled) = (Vec::new(), BTreeMap::new());
    for (entry, translation) in entries.iter().filter_map(|entry| Some((entry, entry.translation.as_ref().ok()?))) {
        let mut trial = Trial {
            name: entry.name.clone(),
            semantics: translation.semantics.clone(),
            c: entry.c.clone(),
            any_nan: errata.any_nan(&entry.name).is_some(),
            features: if mixed { set.features_of(entry, &known).unwrap_or_default() } else { Vec::new() },
            fault: None,
        };
        let here = with_features(&bench.executors, &trial.needs()).ok();
        match kept.stays(&trial.name, &digest(&trial.semantics), &bench.executors, here) {
            Some(outcome) => drop(settled.insert(trial.name, outcome)),
            None => {
                trial.fault = bench.fault(&trial.name, &scope)?;
                trials.push(trial);
            }
        }
    }
    settled.extend(bench.run(&trials, cases)?);
    Ok(recorded(set, entries, bench, cases, &settled, errata))
}

/// Writes down what became of entries.
fn recorded(
    set: &SetFolder,
    entries: &[Entry],
    bench: &Bench,
    cases: usize,
    settled: &BTreeMap<String, Outcome>,
    errata: &Errata,
) -> Record {
    let mut rows: BTreeMap<&str, String> = BTreeMap::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut in_spite_of: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut translated, mut validated, mut mismatches) = (0, 0, Vec::new());
    for entry in entries {
        translated += usize::from(entry.translation.is_ok());
        let row = match (&entry.translation, settled.get(&entry.name)) {
            (Ok(translation), Some(outcome)) => {
                let mut row = outcome.to_string();
                match outcome {
                    Outcome::Validated { on, .. } => {
                        validated += 1;
                        if let Some(fault) = bench.emulator_errata.known(&entry.name, on) {
                            *in_spite_of.entry(&fault.name).or_default() += 1;
                        }
                        if !on.is_empty() {
                            row += &format!(" {}", digest(&translation.semantics));
                        }
                    }
                    Outcome::Mismatch { .. } => mismatches.push(format!("{}: {outcome}", entry.name)),
                    other => *reasons.entry(other.to_string()).or_default() += 1,
                }
                let chosen = errata.any_nan(&entry.name).map(|entry| entry.name.as_str());
                let needed: Vec<&str> = translation.errata.iter().map(String::as_str).chain(chosen).collect();
                if needed.is_empty() { row } else { format!("{row} [errata {}]", needed.join(" ")) }
            }
            (Ok(_), None) => Outcome::Pending.to_string(),
            (Err(refusal), _) => {
                *reasons.entry(format!("refused: {}", refusal.class())).or_default() += 1;
                format!("refused: {refusal}")
            }
        };
        // A text may have an entry twice: the one that translates is the instruction, and the other says nothing of it.
        if entry.translation.is_ok() || !rows.contains_key(entry.name.as_str()) {
            rows.insert(&entry.name, row.replace('\n', " "));
        }
    }
    let summary = format!(
        "listed {}, translated {translated}, validated {validated}, mismatched {}, refused {}",
        entries.len(),
        mismatches.len(),
        entries.len() - translated
    );
    let machines = settled.values().any(|outcome| matches!(outcome, Outcome::Validated { on, .. } if !on.is_empty()));
    let mut text = head(&set.manifest.title, bench, machines);
    let _ = writeln!(text, "# at least {cases} inputs each: {summary}");
    for (reason, count) in reasons {
        let _ = writeln!(text, "# {count} {reason}");
    }
    for (fault, count) in in_spite_of {
        let _ = writeln!(text, "# {count} validated but where the emulator is wrong, {fault}");
    }
    text.push('\n');
    for (name, row) in rows {
        let _ = writeln!(text, "{name} {row}");
    }
    Record { text, summary, mismatches }
}

/// The head of the data file; `machines` where its rows name them.
fn head(title: &str, bench: &Bench, machines: bool) -> String {
    let rows = if machines {
        ROWS_OF_MACHINES.to_owned()
    } else {
        format!(
            "# NAME {} N            equal bit for bit on N inputs on {}\n",
            bench.executors.iter().map(|e| e.record()).collect::<Vec<_>>().join(" or "),
            bench.executors.iter().map(|e| e.name()).collect::<Vec<_>>().join(" or "),
        )
    };
    format!(
        "# isotope validation 1\n\
         # Every instruction of {title}: its semantics from the vendor's text against the real instruction; made by\n\
         # `cargo xtask validate`, not edited.\n\
         {rows}\
         # NAME mismatch ...; NAME refused: WHY (not translated)\n\
         # [errata ...]             the repairs of the vendor's text that it needed\n\n"
    )
}
