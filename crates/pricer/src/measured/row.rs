//! Rows of measured data, as text: sorted, one loop a line, so that files are compared by eye and joined by `cat`.
//!
//! ```text
//! # isotope measured 1
//! CPU | window | code | model | measured | spread, % | runs | machine | instructions
//! ```
//!
//! CPU: the one whose prices the target goes by. Window: the first digits of the canonical window's hash, or `compared` for code that
//! a compiler had compared. Code: [`super::name`] of the loop. Model, measured: cycles of an iteration. Other lines that begin with `#` say
//! nothing.

use crate::limits::{MAX_MEASURED_FIELD_BYTES, MAX_MEASURED_ROWS};
use std::collections::BTreeSet;
use std::fmt;

/// The line that a file begins with.
pub const VERSION: &str = "# isotope measured 1";

/// The line below the heading, for whoever reads a file.
const HEADING: &str = "# CPU | window | code | model | measured | spread, % | runs | machine | instructions";

/// Digits of a loop's name and of a window's.
pub(super) const NAME_DIGITS: usize = 32;

/// The most hundredths of a cycle of an iteration, and tenths of a percent of a spread: more is a mistake.
const MOST_CYCLES: u64 = 1_000_000_000;
const MOST_SPREAD: u64 = 10_000;

/// The measured time of one loop on one machine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    /// LLVM's name of the CPU that code is made fast for.
    pub cpu: String,
    /// The window's identity: the first digits of its canonical hash, or `compared`.
    pub window: String,
    /// The price by the model, in hundredths of a cycle.
    pub model: u64,
    /// The loop's name.
    pub code: String,
    /// The machine's processor, in the system's words.
    pub machine: String,
    /// Hundredths of a cycle.
    pub cycles: u64,
    /// How far apart the middle half of the passes lies, in tenths of a percent of the cycles.
    pub spread: u64,
    /// Passes.
    pub runs: u64,
    /// The loop's instructions with their widths, for tables.
    pub instructions: String,
}

/// Why a text is no measured data.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct RowError {
    /// From 1.
    pub line: usize,
    /// The fault there, and the remedy.
    pub why: String,
}

/// Reads a file, or several one after the other.
pub fn read(text: &str) -> Result<Vec<Row>, RowError> {
    let mut rows = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let fail = |why: String| RowError { line: at + 1, why };
        let line = line.trim();
        if let Some(version) = line.strip_prefix("# isotope measured ")
            && line != VERSION
        {
            return Err(fail(format!("this is version {}; this build reads `{VERSION}`", shown(version))));
        }
        if at == 0 && line != VERSION {
            return Err(fail(format!(
                "a file of measured data begins with `{VERSION}`; `isotope tune` writes such files"
            )));
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if rows.len() == MAX_MEASURED_ROWS {
            return Err(fail(format!("there are more rows than the bound MAX_MEASURED_ROWS = {MAX_MEASURED_ROWS}")));
        }
        rows.push(row(line).map_err(fail)?);
    }
    if text.trim().is_empty() {
        return Err(RowError { line: 1, why: format!("there is nothing here; a file begins with `{VERSION}`") });
    }
    Ok(rows)
}

fn row(line: &str) -> Result<Row, String> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [cpu, window, code, model, cycles, spread, runs, machine, instructions] = fields[..] else {
        return Err(format!("a row has 9 fields between `|`, this line {}", fields.len()));
    };
    if let Some(field) = fields[..8].iter().find(|f| f.is_empty() || f.len() > MAX_MEASURED_FIELD_BYTES) {
        let why = "a field is empty, or over the bound MAX_MEASURED_FIELD_BYTES";
        return Err(format!("{why} = {MAX_MEASURED_FIELD_BYTES}: `{}`", shown(field)));
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if !cpu.chars().all(is_word) {
        return Err(format!("`{}` is no CPU's name", shown(cpu)));
    }
    let digits = |text: &str| {
        text.len() == NAME_DIGITS && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    };
    if !digits(code) || !digits(window) && window != "compared" {
        return Err(format!(
            "windows and code are named by {NAME_DIGITS} hexadecimal digits, not `{} | {}`",
            shown(window),
            shown(code)
        ));
    }
    let between = |what: &str, text: &str, scale: usize, most: u64, least: u64| match fixed(text, scale) {
        Some(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("{what} is a number with at most {scale} decimals within its bounds, not `{}`", shown(text))),
    };
    Ok(Row {
        cpu: cpu.to_owned(),
        window: window.to_owned(),
        model: between("the model's price", model, 2, MOST_CYCLES, 0)?,
        code: code.to_owned(),
        machine: machine.to_owned(),
        cycles: between("what was measured", cycles, 2, MOST_CYCLES, 1)?,
        spread: between("the spread", spread, 1, MOST_SPREAD, 0)?,
        runs: between("the number of runs", runs, 0, u64::from(u32::MAX), 1)?,
        instructions: instructions.to_owned(),
    })
}

/// A number with so many decimals at most, times ten to their power.
fn fixed(text: &str, decimals: usize) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || part.len() > decimals || !digits(whole) || !digits(part) || text.ends_with('.') {
        return None;
    }
    format!("{whole}{part:0<decimals$}").parse().ok()
}

/// So much of a field as an error repeats.
fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

impl fmt::Display for Row {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = |n: u64| format!("{}.{:02}", n / 100, n % 100);
        let Row { cpu, window, code, spread, runs, .. } = self;
        let (model, cycles) = (hundredths(self.model), hundredths(self.cycles));
        let plain = |text: &str| text.replace(['|', '\n', '\r'], " ").trim().to_owned();
        let (machine, instructions) = (plain(&self.machine), plain(&self.instructions));
        let spread = format!("{}.{}", spread / 10, spread % 10);
        write!(out, "{cpu} | {window} | {code} | {model} | {cycles} | {spread} | {runs} | {machine} | {instructions}")
    }
}

/// A file of these rows: each once, ascending.
pub fn write(rows: &[Row]) -> String {
    let sorted: BTreeSet<&Row> = rows.iter().collect();
    let lines: String = sorted.into_iter().map(|row| format!("{row}\n")).collect();
    format!("{VERSION}\n{HEADING}\n{lines}")
}
