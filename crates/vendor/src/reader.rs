//! Readers of vendors' texts, by name: what `target.toml` of an instruction set asks for.

use crate::catalogue::{self, CatalogueError};
use crate::hvx::{HvxIdef, HvxManual};
use crate::scope::{self, Refusal, Scope, Translation};
use isotope_semantics::pseudo::SyntaxError;

/// An instruction of a vendor's text.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The project's name of it.
    pub name: String,
    /// The vendor's mnemonic, in lower case; `None` for what is no instruction by itself.
    pub mnemonic: Option<String>,
    /// The vendor's names of the extensions that it needs.
    pub extensions: Vec<String>,
    /// How C calls it, where the vendor's text says so.
    pub c: Option<CForm>,
    /// Its meaning, or why that is not known.
    pub translation: Result<Translation, Refusal>,
}

/// How C calls an instruction by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CForm {
    /// The operands' types, immediates included, in their order.
    pub types: Vec<String>,
    /// The result's.
    pub result: String,
    /// The values of each immediate, in order.
    pub immediates: Vec<Vec<u64>>,
}

/// Why a text cannot be read at all.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReadError {
    /// It is no guide of Intel's form.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// It is not several files in one.
    #[error("a text of several files expected: each begins with a line of a form feed and its name")]
    Bundle,
    /// A file is not among those of the text.
    #[error("the vendor's files lack {0}")]
    Missing(String),
    /// The table of encodings does not read.
    #[error("encodings.txt, line {line}: {message}")]
    Encodings {
        /// Line, from 1.
        line: usize,
        /// The fault.
        message: String,
    },
    /// It is no list of entries.
    #[error("the manual's file is no JSON list: {0}")]
    Json(String),
    /// Its macros cannot be put in.
    #[error("the file's macros: {0}")]
    Preprocessed(SyntaxError),
    /// The project's additions to the dialect.
    #[error("the dialect's prelude: {0}")]
    Prelude(SyntaxError),
}

/// Reads a vendor's text. Behind it is a dialect: a form of the file, and a language of operations.
pub trait Reader: Sync {
    /// Its name in `target.toml`.
    fn name(&self) -> &'static str;

    /// The instructions of a text, in its order; those out of scope with their reason.
    fn read(&self, text: &str, scope: &Scope) -> Result<Vec<Entry>, ReadError>;
}

/// All readers.
pub const READERS: [&dyn Reader; 4] = [&IntelGuide, &HvxManual, &HvxIdef, &ArmSail];

/// The reader of a name.
pub fn named(name: &str) -> Option<&'static dyn Reader> {
    READERS.into_iter().find(|reader| reader.name() == name)
}

/// The XML form and the pseudocode of Intel's intrinsics guide.
pub struct IntelGuide;

impl Reader for IntelGuide {
    fn name(&self) -> &'static str {
        "intel-guide"
    }

    fn read(&self, text: &str, scope: &Scope) -> Result<Vec<Entry>, ReadError> {
        let mut intrinsics = catalogue::read(text)?;
        if scope.floats {
            intrinsics.retain(|intrinsic| scope::has_floats(intrinsic) && intrinsic.tech != "SVML");
        }
        let entry = |intrinsic: catalogue::Intrinsic| Entry {
            name: name(&intrinsic.name, intrinsic.cpuid.iter().map(String::as_str)),
            mnemonic: intrinsic.instructions.first().map(|i| i.name.to_lowercase()),
            translation: scope::translate(&intrinsic, scope),
            c: scope.floats.then(|| c_form(&intrinsic)),
            extensions: intrinsic.cpuid,
        };
        Ok(intrinsics.into_iter().map(entry).collect())
    }
}

/// How C calls an entry of Intel's guide.
fn c_form(intrinsic: &catalogue::Intrinsic) -> CForm {
    // `const int` takes what `int` does.
    let plain = |ty: &str| ty.trim_start_matches("const ").trim().to_owned();
    let immediates = intrinsic.params.iter().filter(|p| p.etype == "IMM");
    CForm {
        types: intrinsic.params.iter().map(|p| plain(&p.ty)).collect(),
        result: plain(&intrinsic.ret.ty),
        immediates: immediates.map(|p| immediate_values(p, intrinsic)).collect(),
    }
}

/// The values that an immediate takes. Of one that says how to round where an encoding has bits for it, those are the four ways to
/// round without exceptions, and the current one; of one that suppresses exceptions, that and not (`_MM_FROUND_..` of C's header).
fn immediate_values(parameter: &catalogue::Parameter, intrinsic: &catalogue::Intrinsic) -> Vec<u64> {
    let has = |what: &str| intrinsic.instructions.iter().any(|i| i.form.contains(what));
    match (parameter.name.as_str(), parameter.immwidth) {
        ("rounding", _) if has("{er}") => vec![4, 8, 9, 10, 11],
        ("sae", _) => vec![4, 8],
        ("rounding", None) => (0..16).collect(),
        _ if parameter.ty.contains("_ENUM") => (0..4).collect(),
        (_, width) => (0..1 << width.unwrap_or(8).min(8)).collect(),
    }
}

/// ACLE's table of intrinsics, with the meanings of sail-arm: a text of several files ([`crate::bundle`]).
pub struct ArmSail;

impl Reader for ArmSail {
    fn name(&self) -> &'static str {
        "arm-sail"
    }

    fn read(&self, text: &str, scope: &Scope) -> Result<Vec<Entry>, ReadError> {
        crate::arm::read(text, scope)
    }
}

/// The project's name of an entry. The guide has two entries of some names, EVEX and VEX; the header spells the VEX one with `_avx_`,
/// and the project adds the extension to it.
pub fn name<'a>(c_name: &str, cpuid: impl IntoIterator<Item = &'a str>) -> String {
    let vex = cpuid.into_iter().find_map(|c| ["AVX_VNNI", "AVX_IFMA"].contains(&c).then(|| c.to_lowercase()));
    match vex {
        Some(extension) if !c_name.contains("_avx_") => format!("{c_name}.{extension}"),
        _ => c_name.to_owned(),
    }
}
