//! The LLVM form of an instruction: what clang makes of the vendor's C intrinsic, spliced into a program's body.

use super::body::{Body, Written};
use super::types::{Element, LlvmType};
use isotope_program::FloatFormat;
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
    /// A form from its operands (name without `%`, LLVM type) and the lines of its body, the last one `ret TYPE VALUE`.
    pub fn new(params: &[(&str, &str)], body: &[&str]) -> Result<Self, FormError> {
        let unreadable = |line: &str| FormError::Unreadable { line: line.to_owned() };
        let params = params
            .iter()
            .map(|(name, ty)| typed(&format!("{ty} %{name}")).ok_or_else(|| unreadable(ty)))
            .collect::<Result<Vec<_>, _>>()?;
        let lines: Vec<String> = body.iter().map(|line| stripped(line)).filter(|line| !line.is_empty()).collect();
        let Some((last, lines)) = lines.split_last() else { return Err(unreadable("")) };
        let result = last.strip_prefix("ret ").and_then(typed).ok_or_else(|| unreadable(last))?;
        let mut declares = Vec::new();
        for line in lines.iter().filter(|line| line.contains("call ")) {
            declares.push(declaration(line).ok_or_else(|| unreadable(line))?);
        }
        Ok(Form { params, lines: lines.to_vec(), result, declares })
    }

    /// Writes the form with the operands in place of its parameters and fresh names for its own values.
    pub(super) fn splice(&self, body: &mut Body, args: &[Written]) -> Result<Written, FormError> {
        if args.len() != self.params.len() {
            return Err(FormError::Operands { want: self.params.len(), got: args.len() });
        }
        let mut names = BTreeMap::new();
        for (index, (arg, (ty, name))) in args.iter().zip(&self.params).enumerate() {
            let (Written::Name(_, own) | Written::Constant(_, own)) = arg;
            if own.total_bits() != ty.total_bits() {
                return Err(FormError::Width { index: index + 1, want: ty.total_bits(), got: own.total_bits() });
            }
            names.insert(name.clone(), body.operand_of(arg, *ty));
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
    let words = line.split_whitespace().filter(|w| !w.starts_with('#') && !["tail", "noundef"].contains(w));
    words.collect::<Vec<_>>().join(" ")
}

/// The declaration of what a line calls: `%t1 = call <4 x i32> @f(<4 x i32> %a, i32 3)` calls `<4 x i32> @f(<4 x i32>, i32)`.
fn declaration(line: &str) -> Option<String> {
    let call = &line[line.find("call ")? + "call ".len()..];
    let (head, rest) = call.split_once('(')?;
    let inside = &rest[..matching(rest)?];
    let types = arguments(inside).into_iter().map(type_of).collect::<Option<Vec<_>>>()?;
    Some(format!("declare {head}({})", types.join(", ")))
}

/// Where the parenthesis that is open at the start closes.
pub(super) fn matching(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

/// Arguments between the commas that stand outside all brackets: vector constants have commas too.
fn arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' | '{' | '[' => depth += 1,
            '>' | ')' | '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.trim().is_empty() {
        found.push(text[start..].trim());
    }
    found
}

/// The type that an argument starts with.
fn type_of(argument: &str) -> Option<&str> {
    if argument.starts_with('<') {
        return argument.find('>').map(|end| &argument[..=end]);
    }
    argument.split(' ').next().filter(|word| !word.is_empty())
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
        "bfloat" => Element::BFloat,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_declares_its_callee() {
        let form = Form::new(
            &[("a", "<16 x i32>"), ("b", "<64 x i8>")],
            &[
                "%t1 = bitcast <64 x i8> %b to <16 x i32>",
                "%t2 = tail call <16 x i32> @llvm.x(<16 x i32> %a, <2 x i32> <i32 1, i32 2>, i32 noundef 3) #4, !tbaa !5",
                "ret <16 x i32> %t2",
            ],
        );
        let form = form.unwrap();
        assert_eq!(form.declares, ["declare <16 x i32> @llvm.x(<16 x i32>, <2 x i32>, i32)"]);
        assert_eq!(form.lines[1], "%t2 = call <16 x i32> @llvm.x(<16 x i32> %a, <2 x i32> <i32 1, i32 2>, i32 3)");
    }

    #[test]
    fn names_are_replaced_whole() {
        let names = BTreeMap::from([("%a".to_owned(), "%t7".to_owned()), ("%ab".to_owned(), "%x".to_owned())]);
        assert_eq!(renamed("add i8 %a, %ab", &names), "add i8 %t7, %x");
    }

    #[test]
    fn memory_and_missing_returns_are_refused() {
        assert!(Form::new(&[], &[]).is_err());
        assert!(Form::new(&[("p", "ptr")], &["ret i8 0"]).is_err());
    }
}
