//! The file, and an entry's way from it to semantics.

use super::lex::lex;
use super::macros::Macros;
use super::parse::{Registers, functions, parse};
use super::syntax::declared;
use crate::catalogue::Intrinsic;
use crate::errata::Repaired;
use crate::reader::{Entry, ReadError, Reader};
use crate::scope::{Refusal, Scope, Translation};
use isotope_semantics::limits::MAX_TEXT_BYTES;
use isotope_semantics::pseudo::SyntaxError;
use isotope_semantics::pseudo::ast::Program;
use isotope_semantics::{Semantics, SemanticsError};
use serde::Deserialize;

/// Names that the manual uses and does not define.
const PRELUDE: &str = include_str!("../../data/hvx-prelude.txt");

/// The extension that every entry of the manual is of.
const EXTENSION: &str = "HVX";

/// How names of builtins for registers of 128 bytes end; one entry of the manual lacks it.
const LENGTH: &str = "_128B";

/// The entries of Qualcomm's "Hexagon V66 HVX Programmer's Reference Manual" as JSON: a list of objects with the strings
/// `builtin` (or null), `syntax` and `pseudocode`.
pub struct HvxManual;

/// An entry of the file.
#[derive(Deserialize)]
struct Raw {
    /// The builtin without `__builtin_` and the project's name of the entry: `hexagon_V6_vaddb_128B`.
    builtin: Option<String>,
    /// In assembly: `Vd.b=vadd(Vu.b,Vv.b)`.
    syntax: String,
    /// The operation, or which other entry the assembler takes for it.
    pseudocode: String,
}

impl Reader for HvxManual {
    fn name(&self) -> &'static str {
        "hvx-manual"
    }

    fn read(&self, text: &str, scope: &Scope) -> Result<Vec<Entry>, ReadError> {
        let json = |e: serde_json::Error| ReadError::Json(e.to_string());
        let entries: Vec<serde_json::Value> = serde_json::from_str(text).map_err(json)?;
        let dialect = Dialect::of(scope, PRELUDE).map_err(ReadError::Prelude)?;
        Ok(entries.into_iter().enumerate().map(|(number, entry)| dialect.entry(number, entry, scope)).collect())
    }
}

/// The dialect for registers of some length.
pub(super) struct Dialect {
    /// The macros that are put in before a text is parsed.
    macros: Macros,
    /// The functions that texts may call.
    prelude: Program,
    /// Bits of a vector register; `VBITS` in texts.
    vector_bits: u32,
}

impl Dialect {
    /// The prelude read for the registers of a target.
    pub(super) fn of(scope: &Scope, prelude: &str) -> Result<Dialect, SyntaxError> {
        let vector_bits = scope.types.get("V").map_or(0, |ty| ty.bits);
        let mut macros = Macros::default();
        macros.number("VBITS", i128::from(vector_bits));
        let tokens = macros.take(lex(prelude)?)?;
        let prelude = functions(&macros.expand(&tokens)?)?;
        Ok(Dialect { macros, prelude, vector_bits })
    }

    /// An entry of the file by its number, from 0. Parts that cannot be read are its refusal; the others are read all the same.
    fn entry(&self, number: usize, raw: serde_json::Value, scope: &Scope) -> Entry {
        let entry = |name: String, mnemonic, translation| Entry {
            name,
            mnemonic,
            extensions: vec![EXTENSION.to_owned()],
            c: None,
            translation,
        };
        let raw: Raw = match serde_json::from_value(raw) {
            Ok(raw) => raw,
            Err(e) => {
                let refusal = Refusal::Declaration(e.to_string());
                return entry(format!("entry-{}", number + 1), None, Err(refusal));
            }
        };
        // Aliases of the assembler's, and forms that change two registers.
        let Some(builtin) = raw.builtin else {
            let name: String = raw.syntax.split_whitespace().collect();
            return entry(name, None, Err(Refusal::NoBuiltin));
        };
        let name = if builtin.ends_with(LENGTH) { builtin } else { builtin + LENGTH };
        // Repairs are of texts: no syntax of the manual needs one.
        let declared = declared(&raw.syntax, scope);
        let mnemonic = declared.as_ref().ok().and_then(|d| d.mnemonic.clone());
        let translation = declared.and_then(|declared| {
            let intrinsic = Intrinsic { name: name.clone(), operation: Some(raw.pseudocode), ..Intrinsic::default() };
            let Repaired { text, applied, .. } =
                scope.errata.repair(&intrinsic).map_err(|(name, reason)| Refusal::Erratum { name, reason })?;
            let text = text.filter(|text| !text.trim().is_empty()).ok_or(Refusal::NoOperation)?;
            let semantics = self.semantics(&text, declared)?;
            Ok(Translation { semantics, errata: applied })
        });
        entry(name, mnemonic, translation)
    }

    /// A text, repaired, as semantics of the registers that the syntax declares.
    pub(super) fn semantics(&self, text: &str, declared: super::syntax::Declared) -> Result<Semantics, Refusal> {
        if text.len() > MAX_TEXT_BYTES {
            let message = format!("{} bytes of text are over MAX_TEXT_BYTES ({MAX_TEXT_BYTES})", text.len());
            return Err(SemanticsError::from(SyntaxError { line: 1, column: 1, message }).into());
        }
        let registers =
            Registers { operands: &declared.operands, result: Some(&declared.result), vector_bits: self.vector_bits };
        let read = |text: &str| parse(&self.macros.expand(&lex(text)?)?, registers);
        let program = read(text).map_err(SemanticsError::from)?;
        let semantics = Semantics::link(declared.operands, declared.result, program, &self.prelude)?;
        // A name of the text's own may be a word of the stored form.
        let stored = semantics.to_string();
        match Semantics::from_text(&stored) {
            Ok(again) if again.to_string() == stored => Ok(semantics),
            Ok(_) => Err(Refusal::Declaration("its text reads differently once it is stored".to_owned())),
            Err(e) => Err(Refusal::Declaration(format!("its text does not read once it is stored: {e}"))),
        }
    }
}
