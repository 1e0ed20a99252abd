//! Arm: intrinsics by ACLE's table, meanings by sail-arm.
//!
//! What belongs here: reading ACLE's list of intrinsics ([`acle`]), what an operand form is in registers and in an assembler's
//! words ([`form`]), the instructions' bits by intrinsic ([`encodings`]), running the specification's decoder and what it calls on
//! them (`specialise`), and one meaning for all values of an immediate (`general`). What does not: any instruction's meaning, and
//! the language that it is written in ([`crate::sail`]).
//!
//! The way of one intrinsic: ACLE says which instruction it is and in which register each operand goes; an assembler has said
//! which bits that instruction has, for each value of the immediates; the specification's decoder is run on these bits, and
//! calls the clause that executes them; what that reads of the operands and writes to the result's register is the meaning.

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
use std::collections::BTreeSet;

/// The table of intrinsics in a bundle.
const ACLE: &str = "acle-advsimd.csv";

/// Reads the specification's files, repaired.
pub fn model<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>, errata: &Errata) -> Model {
    let repaired: Vec<(&str, String)> = files.into_iter().map(|(name, text)| (name, repaired(text, errata))).collect();
    Model::read(repaired.iter().map(|(name, text)| (*name, text.as_str())))
}

/// A file with the repairs of its functions.
fn repaired(text: &str, errata: &Errata) -> String {
    let mut out = text.to_owned();
    for entry in errata.entries() {
        for name in &entry.names {
            let Some(start) = out.find(&format!("\nfunction {name} ")) else { continue };
            let end = out[start..].find("\n}").map_or(out.len(), |end| start + end + 2);
            let mut function = out[start..end].to_owned();
            for edit in &entry.edits {
                function = function.replace(&edit.find, &edit.replace);
            }
            out.replace_range(start..end, &function);
        }
    }
    out
}

/// The entries of a bundle: the rows of ACLE's table in their order, each with its meaning or why it has none.
pub fn read(text: &str, scope: &Scope) -> Result<Vec<Entry>, ReadError> {
    let files = bundle::files(text)?;
    let file = |name: &str| files.iter().find(|(n, _)| *n == name).map(|(_, text)| *text);
    let table = file(ACLE).ok_or_else(|| ReadError::Missing(ACLE.to_owned()))?;
    let encodings = file(encodings::FILE).ok_or_else(|| ReadError::Missing(encodings::FILE.to_owned()))?;
    let encodings = Encodings::read(encodings)?;
    let model = model(files.iter().copied().filter(|(name, _)| name.ends_with(".sail")), &scope.errata);
    let specification = Specification::of(&model, &scope.errata);
    // A name that has two rows, for two ranges of its immediate, is the first one's.
    let mut seen = BTreeSet::new();
    let mut rows = acle::rows(table);
    rows.retain(|row| seen.insert(row.as_ref().map_or_else(|(name, _)| name.clone(), |row| row.name.clone())));
    Ok(rows.into_iter().map(|row| entry(row, &specification, &encodings, scope)).collect())
}

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
