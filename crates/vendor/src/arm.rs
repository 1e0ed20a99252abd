//! Arm: intrinsics by ACLE's table, meanings by sail-arm.
//!
//! Here belong: reading ACLE's list of intrinsics ([`acle`]), what an operand form is in registers and in an assembler's
//! words ([`form`]), the instructions' bits by intrinsic ([`encodings`]), running the specification's decoder and what it calls on
//! them (`specialise`), and one meaning for all values of an immediate (`general`). Elsewhere: any instruction's meaning, and
//! the language that it is written in ([`crate::sail`]).
//!
//! The way of one intrinsic: ACLE says which instruction it is and in which register each operand goes; an assembler has said
//! which bits that instruction has, for each value of the immediates; the specification's decoder is run on these bits, and
//! calls the clause that executes them; what that reads of the operands and writes to the result's register is the meaning.
//!
//! An example: ACLE says of `vshr_n_s8`
//!
//! ```text
//! int8x8_t vshr_n_s8(int8x8_t a, __builtin_constant_p(n))   a -> Vn.8B;1 <= n <= 8   SSHR Vd.8B,Vn.8B,#n   Vd.8B -> result
//! ```
//!
//! so that its instruction is `sshr v0.8b,v16.8b,#1` with `n` 1, and so on to 8: the table's `Vd`, `Vn`, `Vm` and `Va` are registers 0,
//! 16, 8 and 24 here. `encodings.txt` has the eight words that LLVM's assembler makes of these, `0f0f0600` the first. The decoder's
//! clause for it takes fields out of the word, and what it calls computes `esize` 8, `elements` 8, `shift` 1 from them and calls the
//! clause that executes, whose loop over the elements comes out as
//!
//! ```text
//! FOR e := 0 to 7
//!     dst[e*8+7:e*8] := Int8(a[e*8+7:e*8]) >> 1
//! ENDFOR
//! ```
//!
//! and for the other seven words with 2 to 8 in the place of the 1. All eight programs are one but for that number, and the number is
//! `n` in each: the meaning has `>> n`.
//!
//! Nothing here knows an instruction. A row that ACLE has wrong, or a function that asks the machine whether it traps, is an entry of
//! `errata.toml` with its evidence; [`table`] and [`model`] apply it to the text before anything is read.
//!
//! A newer specification or table is read like this:
//!
//! 1. `cargo xtask encodings --table TABLE` asks the assembler for the bits of the rows that are new.
//! 2. `cargo xtask validate --set arm --guide FOLDER` runs what translates, with every value of its immediates, and writes down what was
//!    refused, by reason. Where the text and the machine differ, an entry of the errata says which is right, and why.
//! 3. `cargo xtask dictionary --set arm --guide FOLDER` puts what was validated into classes.
//!
//! Floats are bits, and an operation on them is the text's function: kinds of operands, NaNs, zeros and infinities are evaluated from it,
//! and what it computes on real numbers is an operation of IEEE 754, as `data/sail-float.toml` says. FPCR has its reset value.
//!
//! SVE's registers are taken as those of Advanced SIMD: the errata say that a vector has 128 bits. ACLE publishes no table of SVE's
//! intrinsics, so that their rows are a file of the instruction set's folder ([`ACLE_SVE`]), in the columns of ACLE's. The meaning of such
//! a row is that for every length of vectors, as long as the low 128 bits of its result come from the low 128 bits of its operands.

pub mod acle;
pub mod encodings;
pub mod form;
mod general;
mod specialise;

use crate::bundle;
use crate::errata::Errata;
use crate::reader::{CForm, Entry, ReadError};
use crate::sail::model::Model;
use crate::scope::{Refusal, Scope};
use acle::Row;
use encodings::Encodings;
use specialise::Specification;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Which functions of the text are primitives on floats. A test holds that the file reads.
static FLOATS: LazyLock<Errata> = LazyLock::new(|| {
    // The tests read it, as everything that reads Arm's text does.
    Errata::read(include_str!("../data/sail-float.toml")).expect("the crate's own file reads")
});

/// The table of intrinsics in a bundle.
const ACLE: &str = "acle-advsimd.csv";

/// The table of SVE's intrinsics on 128 bits, which an instruction set's folder may have: rows behind those of [`ACLE`].
pub const ACLE_SVE: &str = "acle-sve.csv";

/// Reads the specification's files, repaired.
pub fn model<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>, errata: &Errata) -> Model {
    let of = |text: &str| repaired(&repaired(text, errata), &FLOATS);
    let files = [("sail-missing.sail", include_str!("../data/sail-missing.sail"))].into_iter().chain(files);
    let repaired: Vec<(&str, String)> = files.map(|(name, text)| (name, of(text))).collect();
    Model::read(repaired.iter().map(|(name, text)| (*name, text.as_str())))
}

/// A file with the repairs of its functions. Edits of other functions than those that an entry names are none.
fn repaired(text: &str, errata: &Errata) -> String {
    let mut out = text.to_owned();
    for name in errata.entries().iter().flat_map(|entry| &entry.names) {
        let Some(start) = out.find(&format!("\nfunction {name} ")) else { continue };
        let end = out[start..].find("\n}").map_or(out.len(), |end| start + end + 2);
        let (function, _) = errata.edited(name, &out[start..end]);
        out.replace_range(start..end, &function);
    }
    out
}

/// ACLE's table with the repairs of its rows, and which intrinsic needed which.
pub fn table(text: &str, errata: &Errata) -> (String, BTreeMap<String, Vec<String>>) {
    let (mut out, mut needed) = (String::with_capacity(text.len()), BTreeMap::new());
    for line in text.lines() {
        let name = acle::name_of(line);
        let (line, applied) = errata.edited(name, line);
        if !applied.is_empty() {
            needed.insert(name.to_owned(), applied);
        }
        out.push_str(&line);
        out.push('\n');
    }
    (out, needed)
}

/// The entries of a bundle: the rows of ACLE's table in their order, each with its meaning or why it has none.
pub fn read(text: &str, scope: &Scope) -> Result<Vec<Entry>, ReadError> {
    let files = bundle::files(text)?;
    let file = |name: &str| files.iter().find(|(n, _)| *n == name).map(|(_, text)| *text);
    let rows = file(ACLE).ok_or_else(|| ReadError::Missing(ACLE.to_owned()))?;
    let rows = [rows, file(ACLE_SVE).unwrap_or_default()].join("\n");
    let encodings = file(encodings::FILE).ok_or_else(|| ReadError::Missing(encodings::FILE.to_owned()))?;
    let encodings = Encodings::read(encodings)?;
    let model = model(files.iter().copied().filter(|(name, _)| name.ends_with(".sail")), &scope.errata);
    let specification = Specification::of(&model, &scope.errata);
    let faults: Vec<String> = model.errors.iter().map(ToString::to_string).collect();
    let (mut table, repaired) = table(&rows, &scope.errata);
    if scope.floats {
        table = acle::lines(&table, true);
    }
    let elsewhere: BTreeSet<&str> = if scope.floats { BTreeSet::new() } else { floats(&table).collect() };
    // A name that has two rows, for two ranges of its immediate, is the first one's.
    let mut seen = BTreeSet::new();
    let mut rows = acle::rows(&table);
    rows.retain(|row| seen.insert(row.as_ref().map_or_else(|(name, _)| name.clone(), |row| row.name.clone())));
    let taken = |row: Result<Row, (String, Refusal)>| match row {
        Ok(Row { name, .. }) | Err((name, _)) if elsewhere.contains(name.as_str()) => Err((name, Refusal::Float)),
        row => row,
    };
    let entry = |row| placed(entry(taken(row), &specification, &encodings, scope), &faults);
    Ok(rows.into_iter().map(|row| with(entry(row), &repaired)).collect())
}

/// An entry that lacks a function, with the file and the line of the fault that the function was lost by.
fn placed(mut entry: Entry, faults: &[String]) -> Entry {
    if let Err(Refusal::Specification(message)) = &mut entry.translation {
        let lost = |fault: &&String| {
            let name = fault.split_once(", in function ").and_then(|(_, item)| item.split([' ', ':', '(']).next());
            name.is_some_and(|name| message.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name))
        };
        if let Some(fault) = faults.iter().find(lost) {
            *message = format!("{message}; {fault}");
        }
    }
    entry
}

/// Names of the intrinsics with floats, which are an instruction set's folder of their own.
fn floats(table: &str) -> impl Iterator<Item = &str> {
    let prototypes = table.lines().filter_map(|line| line.split('\t').next());
    prototypes.filter(|prototype| acle::floating(prototype)).map(acle::name_of)
}

/// An entry with the repairs of its row before those of the functions that it needs.
fn with(mut entry: Entry, repaired: &BTreeMap<String, Vec<String>>) -> Entry {
    if let (Ok(translation), Some(names)) = (&mut entry.translation, repaired.get(&entry.name)) {
        translation.errata.splice(0..0, names.iter().cloned());
    }
    entry
}

/// One row. The questions are asked in this order, so that each refusal has one reason: what the row is, whether the
/// assembler knows its instruction, whether its features are taken, and what the specification makes of it.
fn entry(
    row: Result<Row, (String, Refusal)>,
    specification: &Specification,
    encodings: &Encodings,
    scope: &Scope,
) -> Entry {
    let row = match row {
        Ok(row) => row,
        Err((name, refusal)) => {
            return Entry { name, mnemonic: None, extensions: Vec::new(), c: None, translation: Err(refusal) };
        }
    };
    let encoding = encodings.of(&row.name);
    let extensions = encoding.map(|e| e.features.clone()).unwrap_or_default();
    let translation = match encoding {
        None => Err(Refusal::NoEncoding),
        Some(_) if extensions.iter().any(|e| !scope.extensions.contains(e)) => {
            let other = extensions.iter().find(|e| !scope.extensions.contains(*e));
            Err(Refusal::Extension(other.cloned().unwrap_or_default()))
        }
        Some(encoding) => specification.translate(&row, &encoding.words),
    };
    let mnemonic = row.instruction.split_whitespace().next().map(str::to_lowercase);
    let immediates = row.immediates.into_iter().map(|(_, values)| values).collect();
    let c = Some(CForm { types: row.c_types, result: row.c_result, immediates });
    Entry { name: row.name, mnemonic, extensions, c, translation }
}
