//! Repairs of the vendor's text, as data.
//!
//! `errata.toml` of an instruction set holds small, named, cited entries; `data/prelude.txt` defines, in the dialect itself, the
//! functions that the guide calls and never defines. Nothing here knows an instruction.
//!
//! An entry edits the text, or corrects a declared type or name, or refuses the intrinsic; it says where the right
//! meaning is written down, and the tests find entries that change nothing. Edits are of text and not of trees: what
//! they find and what they put there can be read beside the guide. A newer guide that has mended a fault makes the
//! entry idle, which the test tells.

use crate::catalogue::Intrinsic;
use isotope_semantics::pseudo::ast::Program;
use isotope_semantics::pseudo::{SyntaxError, parse};
use serde::Deserialize;

/// Functions that the guide calls and does not define.
const PRELUDE: &str = include_str!("../data/prelude.txt");

/// The same of texts that compute on floats; what both define is defined here for those.
const FLOAT_PRELUDE: &str = include_str!("../data/float-prelude.txt");

/// One repair. It applies to an intrinsic when a pattern of `names` matches and what it would change is there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    /// A short name, unique in the file.
    pub name: String,
    /// Intrinsics: exact names, or patterns with `*`.
    pub names: Vec<String>,
    /// Where the right meaning is written down.
    pub cite: String,
    /// The fault, in a sentence.
    pub why: String,
    /// Changes of the text, in order.
    #[serde(default)]
    pub edits: Vec<Edit>,
    /// The whole operation, for an entry that has none.
    pub operation: Option<String>,
    /// Functions and enumerations that the text defines, and in whose place the prelude's functions are meant.
    #[serde(default)]
    pub prelude: Vec<String>,
    /// Element types to correct: operand name (or `return`) to the guide's letters.
    #[serde(default)]
    pub etype: std::collections::BTreeMap<String, String>,
    /// New names for parameters: old to new.
    #[serde(default)]
    pub rename: std::collections::BTreeMap<String, String>,
    /// The text cannot be repaired: the reason.
    pub refuse: Option<String>,
    /// The compiler chooses which of two NaNs comes out: in its code they are compared as NaNs, and not by their bits.
    #[serde(default)]
    pub any_nan: bool,
}

/// A change of a text: every occurrence of `find` becomes `replace`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The text that is there.
    pub find: String,
    /// The text that should be.
    pub replace: String,
}

/// The file's layout.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    erratum: Vec<Erratum>,
}

/// The errata and the prelude.
#[derive(Clone, Debug)]
pub struct Errata {
    entries: Vec<Erratum>,
    prelude: Program,
    float_prelude: Program,
}

/// Why the data files of this crate could not be read.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ErrataError {
    /// The errata file.
    #[error("errata.toml: {0}")]
    Toml(#[from] toml::de::Error),
    /// The prelude.
    #[error("prelude.txt: {0}")]
    Prelude(#[from] SyntaxError),
    /// An entry that says nothing or contradicts itself.
    #[error("errata.toml, entry {0}: {1}")]
    Entry(String, &'static str),
}

/// An intrinsic after its repairs.
pub struct Repaired {
    /// The declaration, names and element types corrected.
    pub intrinsic: Intrinsic,
    /// The operation's text.
    pub text: Option<String>,
    /// Names of the entries that changed something.
    pub applied: Vec<String>,
}

impl Errata {
    /// No repairs: the functions that Intel's dialect takes for granted, alone.
    pub fn none() -> Result<Self, ErrataError> {
        let float_prelude = parse(&format!("{FLOAT_PRELUDE}\n{PRELUDE}"))?;
        Ok(Errata { entries: Vec::new(), prelude: parse(PRELUDE)?, float_prelude })
    }

    /// The repairs of an instruction set's `errata.toml`.
    pub fn read(errata: &str) -> Result<Self, ErrataError> {
        let entries = toml::from_str::<File>(errata)?.erratum;
        for (i, e) in entries.iter().enumerate() {
            // Each name is cited by what it was applied to, so that it must say which entry.
            let problem = if entries[..i].iter().any(|other| other.name == e.name) {
                Some("its name is used twice")
            } else if e.edits.iter().any(|edit| edit.find.is_empty()) {
                Some("an edit must find something")
            } else if e.cite.is_empty() || e.why.is_empty() {
                Some("cite and why must say something")
            } else {
                None
            };
            if let Some(problem) = problem {
                return Err(ErrataError::Entry(e.name.clone(), problem));
            }
        }
        Ok(Errata { entries, ..Errata::none()? })
    }

    /// The entries, in file order.
    pub fn entries(&self) -> &[Erratum] {
        &self.entries
    }

    /// The entry that says of an intrinsic that the compiler chooses which NaN comes out.
    pub fn any_nan(&self, name: &str) -> Option<&Erratum> {
        self.entries.iter().find(|e| e.any_nan && e.names.iter().any(|pattern| matches(pattern, name)))
    }

    /// A text by this name with the edits of the entries that name it, and those that changed something.
    pub fn edited(&self, name: &str, text: &str) -> (String, Vec<String>) {
        let (mut out, mut applied) = (text.to_owned(), Vec::new());
        for entry in self.entries.iter().filter(|e| e.names.iter().any(|pattern| matches(pattern, name))) {
            let before = out.clone();
            for edit in &entry.edits {
                out = out.replace(&edit.find, &edit.replace);
            }
            if out != before {
                applied.push(entry.name.clone());
            }
        }
        (out, applied)
    }

    /// Functions that texts may call without defining them.
    pub fn prelude(&self) -> &Program {
        &self.prelude
    }

    /// The same for texts that compute on floats.
    pub fn float_prelude(&self) -> &Program {
        &self.float_prelude
    }

    /// Applies what applies; the error is a refusal's entry name and reason.
    pub fn repair(&self, intrinsic: &Intrinsic) -> Result<Repaired, (String, String)> {
        let mut out = Repaired { intrinsic: intrinsic.clone(), text: intrinsic.operation.clone(), applied: Vec::new() };
        for entry in self.entries.iter().filter(|e| e.names.iter().any(|p| matches(p, &intrinsic.name))) {
            // Refused before it is repaired: later entries cannot bring it back.
            if let Some(reason) = &entry.refuse {
                return Err((entry.name.clone(), reason.clone()));
            }
            if entry.apply(&mut out) {
                out.applied.push(entry.name.clone());
            }
        }
        Ok(out)
    }
}

impl Erratum {
    /// Applies one entry; whether it changed anything. An entry that changes nothing is not an error here, because one
    /// list of names serves many intrinsics; one that changes nothing anywhere is found by the tests.
    fn apply(&self, to: &mut Repaired) -> bool {
        let mut changed = false;
        for edit in &self.edits {
            if let Some(text) = to.text.as_mut().filter(|text| text.contains(&edit.find)) {
                *text = text.replace(&edit.find, &edit.replace);
                changed = true;
            }
        }
        if let Some(operation) = &self.operation {
            to.text = Some(operation.clone());
            changed = true;
        }
        for name in &self.prelude {
            if let Some(rest) = to.text.as_deref().and_then(|text| without(text, name)) {
                to.text = Some(rest);
                changed = true;
            }
        }
        let ret = &mut to.intrinsic.ret;
        if let Some(etype) = self.etype.get("return").filter(|t| **t != ret.etype) {
            ret.etype = etype.clone();
            changed = true;
        }
        if let Some(name) = self.rename.get("return").filter(|n| **n != ret.name) {
            ret.name = name.clone();
            changed = true;
        }
        for param in &mut to.intrinsic.params {
            if let Some(etype) = self.etype.get(&param.name).filter(|t| **t != param.etype) {
                param.etype = etype.clone();
                changed = true;
            }
            if let Some(name) = self.rename.get(&param.name) {
                param.name = name.clone();
                changed = true;
            }
        }
        changed
    }
}

/// A text without the block that defines a function, or an enumeration, of this name: up to the brace at a line's beginning.
fn without(text: &str, name: &str) -> Option<String> {
    let start =
        [format!("DEFINE {name}("), format!("enum {name} {{")].iter().find_map(|head| text.find(head.as_str()))?;
    let end = start + text[start..].find("\n}")? + 2;
    Some(format!("{}{}", &text[..start], &text[end..]))
}

/// Whether a name matches a pattern in which `*` stands for any characters.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((head, tail)) => {
            let Some(rest) = name.strip_prefix(head) else { return false };
            (0..=rest.len()).any(|i| rest.is_char_boundary(i) && matches(tail, &rest[i..]))
        }
    }
}
