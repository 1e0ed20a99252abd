//! A second reading of HVX: `ext.idef` of QEMU, in which Qualcomm says each instruction in C with macros.
//!
//! ```text
//! EXTINSN(V6_vnot, "Vd32=vnot(Vu32)", ATTRIBS(..), "what it is called", { fVFOREACH(16, i) { VdV.uh[i] = ~VuV.uh[i]; } })
//! ```
//!
//! Most are written by the file's own macros, which are put in as C does ([`preprocess`]). The rest is C much like the manual's
//! pseudocode, and is read by the same parser, with the meaning of the `f..` macros, which the file takes for granted, in
//! `data/hvx-idef-prelude.txt`. It decides nothing: the dictionary is made of the manual, and this reading is compared with it.
//!
//! Arithmetic is on integers that do not wrap, as in the manual's reading; where C's would, the two may differ, and the executed
//! instruction says which is right.

mod preprocess;

use super::manual::Dialect;
use super::syntax::declared;
use crate::reader::{Entry, ReadError, Reader};
use crate::scope::{Scope, Translation};
use preprocess::{Piece, Token, arguments, preprocessed};

/// The text of the `f..` macros.
const PRELUDE: &str = include_str!("../../data/hvx-idef-prelude.txt");

/// The instructions of `ext.idef`, by the names of the manual's builtins.
pub struct HvxIdef;

impl Reader for HvxIdef {
    fn name(&self) -> &'static str {
        "hvx-idef"
    }

    fn read(&self, text: &str, scope: &Scope) -> Result<Vec<Entry>, ReadError> {
        let dialect = Dialect::of(scope, PRELUDE).map_err(ReadError::Prelude)?;
        let tokens = preprocessed(text).map_err(ReadError::Preprocessed)?;
        let mut entries = Vec::new();
        let mut rest = &tokens[..];
        while let [first, after @ ..] = rest {
            rest = after;
            // Everything else at the top is left over from definitions that do not matter here.
            // `EXTINSN` is defined as another name where nobody has defined it.
            if !matches!(first.word(), Some("EXTINSN" | "Q6INSN")) {
                continue;
            }
            let (args, used) = arguments(after, first.line).map_err(ReadError::Preprocessed)?;
            rest = &after[used..];
            if let [tag, syntax, _, _, code @ ..] = &args[..] {
                entries.push(entry(tag, syntax, code, &dialect, scope));
            }
        }
        Ok(entries)
    }
}

/// One instruction. Parts that cannot be read are its refusal: memory, what is cancelled by a predicate, results in two registers.
/// The tag is the builtin's name; commas of the code are its own, since the file's code is the last argument.
fn entry(tag: &[Token], syntax: &[Token], code: &[&[Token]], dialect: &Dialect, scope: &Scope) -> Entry {
    let tag: String = tag.iter().map(Token::spelled).collect();
    let syntax: String = syntax.iter().map(Token::spelled).collect();
    let code: Vec<String> = code.iter().map(|part| written(part)).collect();
    let declared = declared(&syntax, scope);
    let mnemonic = declared.as_ref().ok().and_then(|d| d.mnemonic.clone());
    let translation = declared.and_then(|declared| {
        let semantics = dialect.semantics(&code.join(" , "), declared)?;
        Ok(Translation { semantics, errata: Vec::new() })
    });
    Entry { name: format!("hexagon_{tag}_128B"), mnemonic, extensions: Vec::new(), c: None, translation }
}

/// Whether a word is a type of C in what Qualcomm's file calls them, or what stands before one.
fn is_type(word: &str) -> bool {
    let sized = |word: &str| word.starts_with("size") && (word.ends_with("s_t") || word.ends_with("u_t"));
    let named = ["int", "unsigned", "signed", "long", "short", "char", "mmvector_t", "mmvector_pair_t", "mmqreg_t"];
    sized(word)
        || named.contains(&word)
        || word.ends_with("int64_t")
        || word.ends_with("int32_t")
        || word.ends_with("int16_t")
}

/// Code as the manual would write it: without types, without what `fHIDE` hides from a manual, and numbers without their types.
///
/// Declarations go with `fHIDE`; a variable has as many bits as it needs, and is there once something is assigned. Words have spaces
/// around them and signs have none, so that `+=` stays one sign and no two words run into each other.
fn written(tokens: &[Token]) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        let word = match &token.piece {
            Piece::Word(word) => word.as_str(),
            Piece::Sign('(') if tokens[at..].iter().take_while(|t| t.word().is_some_and(is_type)).count() > 0 => {
                // A cast: what is cast is the integer that it is.
                let types = tokens[at..].iter().take_while(|t| t.word().is_some_and(is_type)).count();
                if tokens.get(at + types).is_some_and(|t| t.is(')')) {
                    at += types + 1;
                } else {
                    out.push('(');
                }
                continue;
            }
            _ => {
                out.push_str(&token.spelled());
                if token.is(';') || token.is('{') || token.is('}') {
                    out.push('\n');
                }
                continue;
            }
        };
        let called = |at: usize| arguments(&tokens[at..], token.line).map_or(0, |(_, used)| used);
        match word {
            "fHIDE" | "IV1DEAD" | "fUARCH_NOTE_PUMP_2X" | "fUARCH_NOTE_PUMP_4X" => at += called(at),
            "fVBYTES" | "fVECSIZE" => {
                out.push_str(" VWIDTH ");
                at += called(at);
            }
            "uiV" => out.push_str(" #u "),
            word if is_type(word) => {}
            // Two sizes, of which C types are made: exact integers have none.
            word if word.len() == 3 && word.as_bytes()[1] == b'_' && word.starts_with(|c: char| c.is_ascii_digit()) => {
                out.push_str(" 0 ");
            }
            word => {
                let number = word.starts_with(|c: char| c.is_ascii_digit());
                let plain = if number { word.trim_end_matches(['L', 'l', 'U', 'u']) } else { word };
                // Signs of two characters must stay together; words must not run into each other.
                out.push(' ');
                out.push_str(plain);
                out.push(' ');
            }
        }
    }
    out
}
