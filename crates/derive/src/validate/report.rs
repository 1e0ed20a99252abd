//! The outcome of each intrinsic: the table by extension, and the data file that the dictionary reads.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use comfy_table::{CellAlignment, Table, presets};
use isotope_run::{BOCHS, THIS_CPU};

use super::emulator_errata::EmulatorErrata;

/// The outcome of an intrinsic in scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Translated, and to be tried.
    Pending,
    /// Every case agreed.
    Validated {
        /// The executor that ran it.
        by: &'static str,
        /// On how many inputs.
        cases: usize,
        /// Which machine that was.
        on: String,
    },
    /// Some case did not.
    Mismatch {
        /// How many.
        wrong: usize,
        /// Of how many.
        cases: usize,
        /// The first one.
        first: String,
    },
    /// Translated, but neither machine has a feature.
    NoMachine {
        /// LLVM's name of it.
        feature: String,
    },
    /// It mismatched on the emulator, by a known fault of the emulator.
    EmulatorWrong {
        /// The fault's name.
        erratum: String,
    },
    /// Translated, but its LLVM form leaves bits of the result undefined, where the text is silent or says zero.
    Undefined,
    /// Translated, but clang does not compile its call.
    NotCompiled,
    /// Translated, but clang's header has no such intrinsic or other operands.
    NotInHeader,
    /// Not translated.
    Refused {
        /// The reason without what varies: a key to count by.
        class: String,
        /// The reason.
        why: String,
    },
}

impl Outcome {
    /// This outcome, with a mismatch on a machine that a known fault of it explains made "not validated".
    /// Of a fault that is known to the bit a mismatch is what even that does not explain.
    pub fn excused(self, errata: &EmulatorErrata, name: &str, machine: &str) -> Outcome {
        match (&self, errata.covering(name, machine)) {
            (Outcome::Mismatch { .. }, Some(fault)) if fault.edits.is_empty() => {
                Outcome::EmulatorWrong { erratum: fault.name.clone() }
            }
            _ => self,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Pending => f.write_str("pending"),
            Outcome::Validated { by, cases, on } if on.is_empty() => write!(f, "{by} {cases}"),
            Outcome::Validated { by, cases, on } => write!(f, "{by} {cases} {on}"),
            Outcome::Mismatch { wrong, cases, first } => write!(f, "mismatch {wrong} of {cases}: {first}"),
            Outcome::NoMachine { feature } => write!(f, "unvalidated: neither this CPU nor the emulator has {feature}"),
            Outcome::EmulatorWrong { erratum } => write!(f, "unvalidated: a fault of the emulator, {erratum}"),
            Outcome::Undefined => f.write_str("unvalidated: its LLVM form leaves bits of the result undefined"),
            Outcome::NotCompiled => f.write_str("unvalidated: clang-19 does not compile a call of it"),
            Outcome::NotInHeader => f.write_str("unvalidated: clang-19's header lacks it, or takes other operands"),
            Outcome::Refused { why, .. } => write!(f, "refused: {why}"),
        }
    }
}

struct Entry {
    extension: String,
    parsed: bool,
    outcome: Outcome,
    /// Of its semantics, where there are any.
    digest: String,
    errata: Vec<String>,
}

/// All outcomes.
#[derive(Default)]
pub struct Report {
    entries: BTreeMap<String, Entry>,
    /// By extension and reason.
    outside: BTreeMap<(String, String), usize>,
}

const HEADER: &str = "\
# isotope validation 1
# Every x86 intrinsic in scope: its semantics from Intel's text against the real instruction; made by `cargo xtask validate`, not edited.
# NAME native N CPU DIGEST equal bit for bit on N inputs on a CPU of LLVM's name; the digest is of the semantics
# NAME emulator N ...      the same on the Bochs emulator of that version
#                          (of answers that a fault of it explains to the bit none is counted: data/emulator-errata.toml)
#                          Such rows stay, whichever machine runs it again, while the digest is the same; a CPU's goes before the emulator's
# NAME unvalidated: WHY    translated, never run; NAME mismatch ...; NAME refused: WHY (not translated)
# [errata ...]             the repairs of Intel's text that it needed
";

const COLUMNS: [&str; 9] =
    ["extension", "listed", "in scope", "parsed", "translated", "native", "emulator", "mismatched", "refused"];

impl Report {
    /// Counts an entry that is out of scope.
    pub fn outside(&mut self, extension: String, reason: String) {
        *self.outside.entry((extension, reason)).or_default() += 1;
    }

    /// Adds an entry in scope.
    pub fn add(&mut self, extension: String, name: String, parsed: bool, outcome: Outcome) {
        self.entries.insert(name, Entry { extension, parsed, outcome, digest: String::new(), errata: Vec::new() });
    }

    /// Names what an entry means, and the errata that it needed.
    pub fn translated(&mut self, name: &str, digest: String, errata: Vec<String>) {
        if let Some(entry) = self.entries.get_mut(name) {
            (entry.digest, entry.errata) = (digest, errata);
        }
    }

    /// Says what a trial came to.
    pub fn settle(&mut self, name: &str, outcome: Outcome) {
        if let Some(entry) = self.entries.get_mut(name) {
            entry.outcome = outcome;
        }
    }

    /// Entries whose semantics and machine disagree.
    pub fn mismatches(&self) -> Vec<(&str, &Outcome)> {
        let wrong = self.entries.iter().filter(|(_, e)| matches!(e.outcome, Outcome::Mismatch { .. }));
        wrong.map(|(name, e)| (name.as_str(), &e.outcome)).collect()
    }

    /// Rows of the table: an extension and its eight counts; the last row sums them. Extensions wholly out of scope are one row.
    fn rows(&self) -> Vec<(String, [usize; 8])> {
        let inside: BTreeSet<&str> = self.entries.values().map(|e| e.extension.as_str()).collect();
        let mut rows: BTreeMap<(bool, &str), [usize; 8]> = BTreeMap::new();
        for ((extension, _), count) in &self.outside {
            let key =
                if inside.contains(extension.as_str()) { (false, extension.as_str()) } else { (true, "out of scope") };
            rows.entry(key).or_default()[0] += count;
        }
        for entry in self.entries.values() {
            let row = rows.entry((false, &entry.extension)).or_default();
            let translated = !matches!(entry.outcome, Outcome::Refused { .. });
            let on = |wanted| matches!(entry.outcome, Outcome::Validated { by, .. } if by == wanted);
            let counts = [
                true,
                true,
                entry.parsed,
                translated,
                on(THIS_CPU.name()),
                on(BOCHS.name()),
                matches!(entry.outcome, Outcome::Mismatch { .. }),
                !translated,
            ];
            row.iter_mut().zip(counts).for_each(|(sum, holds)| *sum += usize::from(holds));
        }
        let mut rows: Vec<(String, [usize; 8])> = rows.into_iter().map(|((_, name), r)| (name.to_owned(), r)).collect();
        let mut total = [0; 8];
        for (_, row) in &rows {
            total.iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
        }
        rows.push(("all".to_owned(), total));
        rows
    }

    /// How many entries are in scope and not validated, by reason.
    fn reasons(&self) -> BTreeMap<String, usize> {
        let mut reasons = BTreeMap::new();
        for entry in self.entries.values() {
            let reason = match &entry.outcome {
                Outcome::Validated { .. } => continue,
                Outcome::Refused { class, .. } => format!("refused: {class}"),
                Outcome::Mismatch { .. } => "mismatch".to_owned(),
                other => other.to_string(),
            };
            *reasons.entry(reason).or_default() += 1;
        }
        reasons
    }

    /// How many entries a machine validates that has a known fault in them, by the fault.
    fn in_spite_of<'f>(&self, faults: &'f EmulatorErrata) -> BTreeMap<&'f str, usize> {
        let mut counts = BTreeMap::new();
        for (name, entry) in &self.entries {
            if let Outcome::Validated { on, .. } = &entry.outcome
                && let Some(fault) = faults.known(name, on)
            {
                *counts.entry(fault.name.as_str()).or_default() += 1;
            }
        }
        counts
    }

    /// The table for people.
    pub fn table(&self) -> String {
        let mut table = Table::new();
        table.load_preset(presets::UTF8_HORIZONTAL_ONLY).set_header(COLUMNS);
        for (name, counts) in self.rows() {
            let mut row = vec![name];
            row.extend(counts.iter().map(usize::to_string));
            table.add_row(row);
        }
        table.column_iter_mut().skip(1).for_each(|c| c.set_cell_alignment(CellAlignment::Right));
        let mut text = table.to_string();
        for (reason, count) in self.reasons() {
            let _ = write!(text, "\n{count:6}  {reason}");
        }
        text
    }

    /// The data file.
    pub fn text(&self, cases: usize, faults: &EmulatorErrata) -> String {
        let mut text = HEADER.to_owned();
        let _ = writeln!(text, "\n# {}; at least {cases} inputs each", COLUMNS.join(", "));
        for (name, counts) in self.rows() {
            let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
            let _ = writeln!(text, "# {name}: {}", counts.join(" "));
        }
        for (reason, count) in self.reasons() {
            let _ = writeln!(text, "# {count} not validated, {reason}");
        }
        for (fault, count) in self.in_spite_of(faults) {
            let _ = writeln!(text, "# {count} validated but where the emulator is wrong, {fault}");
        }
        let mut outside: BTreeMap<&str, usize> = BTreeMap::new();
        for ((_, reason), count) in &self.outside {
            *outside.entry(reason).or_default() += count;
        }
        for (reason, count) in outside {
            let _ = writeln!(text, "# {count} out of scope, {reason}");
        }
        text.push('\n');
        for (name, entry) in &self.entries {
            let errata =
                if entry.errata.is_empty() { String::new() } else { format!(" [errata {}]", entry.errata.join(" ")) };
            let digest = match entry.outcome {
                Outcome::Validated { .. } => format!(" {}", entry.digest),
                _ => String::new(),
            };
            let _ = writeln!(text, "{name} {}{digest}{errata}", entry.outcome.to_string().replace('\n', " "));
        }
        text
    }
}
