//! The LLVM form of an instruction: what clang makes of the vendor's C intrinsic, spliced into a program's body.

use super::body::{Body, Written};
use super::types::{Element, LlvmType};
use isotope_synth::program::{FloatFormat, Value};
use std::collections::BTreeMap;
use thiserror::Error;

/// A form that cannot be read or used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormError {
    /// The text is not a function of straight-line code.
    #[error("this line was not understood: {line}")]
    Unreadable {
        /// The line.
        line: String,
    },
    /// It takes other operands than it was given.
    #[error("it takes {want} operands, not {got}")]
    Operands {
        /// Parameters of the form.
        want: usize,
        /// Operands of the step.
        got: usize,
    },
    /// An operand has other bits than the parameter.
    #[error("operand {index} has {got} bits, the form takes {want}")]
    Width {
        /// Which operand, from 1.
        index: usize,
        /// Bits of the parameter.
        want: u32,
        /// Bits of the operand.
        got: u32,
    },
}

/// A function of straight-line code, as clang prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    params: Vec<(LlvmType, String)>,
    lines: Vec<String>,
    result: (LlvmType, String),
    declares: Vec<String>,
}

impl Form {
    /// Reads `define <type> @name(<type> %a, ...) { ... ret <type> %x }` with the declarations beside it.
    pub fn parse(text: &str) -> Result<Self, FormError> {
        let (mut params, mut lines, mut result, mut declares) = (None, Vec::new(), None, Vec::new());
        for raw in text.lines() {
            let line = stripped(raw);
            let unreadable = || FormError::Unreadable { line: raw.to_owned() };
            match line.split_whitespace().next() {
                None | Some("}" | "entry:" | "attributes") => {}
                Some("declare") => declares.push(line),
                Some("define") => params = Some(header(&line).ok_or_else(unreadable)?),
                Some("ret") => result = Some(typed(line.trim_start_matches("ret ")).ok_or_else(unreadable)?),
                Some(_) if params.is_some() && result.is_none() => lines.push(line),
                Some(_) => return Err(unreadable()),
            }
        }
        match (params, result) {
            (Some(params), Some(result)) => Ok(Form { params, lines, result, declares }),
            _ => Err(FormError::Unreadable { line: text.lines().next().unwrap_or("").to_owned() }),
        }
    }

    /// Writes the form with the operands in place of its parameters and fresh names for its own values.
    pub(super) fn splice(&self, body: &mut Body, args: &[Value]) -> Result<Written, FormError> {
        if args.len() != self.params.len() {
            return Err(FormError::Operands { want: self.params.len(), got: args.len() });
        }
        let mut names = BTreeMap::new();
        for (index, (&arg, (ty, name))) in args.iter().zip(&self.params).enumerate() {
            let (Written::Name(_, own) | Written::Constant(_, own)) = body.written(arg);
            if own.total_bits() != ty.total_bits() {
                return Err(FormError::Width { index: index + 1, want: ty.total_bits(), got: own.total_bits() });
            }
            names.insert(name.clone(), body.operand(arg, *ty));
        }
        body.declares.extend(self.declares.iter().cloned());
        for line in &self.lines {
            if let Some((name, _)) = line.split_once(" = ") {
                let fresh = body.fresh();
                names.insert(name.to_owned(), fresh);
            }
            body.lines.push(renamed(line, &names));
        }
        Ok(Written::Name(renamed(&self.result.1, &names), self.result.0))
    }
}

/// A line without comment, metadata, attribute references and markers that a spliced call does not need.
fn stripped(line: &str) -> String {
    let line = line.split(';').next().unwrap_or("");
    let line = line.split(", !").next().unwrap_or("");
    let words = line.split_whitespace().filter(|w| !w.starts_with('#') && *w != "tail" && *w != "noundef");
    words.collect::<Vec<_>>().join(" ")
}

/// The parameters of a definition's first line.
fn header(line: &str) -> Option<Vec<(LlvmType, String)>> {
    let open = line.find('@').and_then(|at| line[at..].find('(').map(|o| at + o + 1))?;
    let inside = &line[open..open + line[open..].find(')')?];
    if inside.trim().is_empty() {
        return Some(Vec::new());
    }
    inside.split(',').map(typed).collect()
}

/// `<16 x i32> %a`, attributes of a parameter between them left out.
fn typed(text: &str) -> Option<(LlvmType, String)> {
    let text = text.trim();
    let (ty, rest) = match text.strip_prefix('<') {
        Some(inner) => {
            let (vector, rest) = inner.split_once('>')?;
            let (lanes, element) = vector.split_once(" x ")?;
            (LlvmType { element: element_of(element)?, lanes: lanes.trim().parse().ok()? }, rest)
        }
        None => {
            let (element, rest) = text.split_once(' ')?;
            (LlvmType { element: element_of(element)?, lanes: 1 }, rest)
        }
    };
    Some((ty, rest.split_whitespace().last()?.to_owned()))
}

fn element_of(word: &str) -> Option<Element> {
    Some(match word.trim() {
        "half" => Element::Float(FloatFormat::Half),
        "bfloat" => Element::Float(FloatFormat::BFloat),
        "float" => Element::Float(FloatFormat::Single),
        "double" => Element::Float(FloatFormat::Double),
        int => Element::Int(int.strip_prefix('i')?.parse().ok()?),
    })
}

/// The text with every local name replaced by what stands for it here.
fn renamed(text: &str, names: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        out += &rest[..at];
        let end = rest[at + 1..]
            .find(|c: char| !(c.is_ascii_alphanumeric() || "_.-$".contains(c)))
            .map_or(rest.len(), |e| at + 1 + e);
        let name = &rest[at..end];
        out += names.get(name).map_or(name, String::as_str);
        rest = &rest[end..];
    }
    out + rest
}
