//! The operations of the expression language, for people: how each is written, its types, its meaning, and an example with the value that
//! the interpreter gives it.
//!
//! Here belong: words about operations. Elsewhere: their meaning, which is `isotope_ir`'s.

mod rows;
mod vectors;

use isotope_ir::interp::integer;
use isotope_ir::interp::{LaneValue, eval, float};
use isotope_ir::parse::parse_window;
use isotope_ir::types::{Kind, Type};
use serde::Serialize;

/// Columns of a meaning in a terminal of 80.
const MEANING_WIDTH: usize = 76;

/// One operation as it is looked up.
///
/// In `types`, `T` is any type, `iT` one of integers, `U` the unsigned one of the same bits and `W` the one of twice the bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Operation {
    /// Halide's name, or the operator.
    pub name: &'static str,
    /// How the text form has it.
    pub form: &'static str,
    /// Types of operands and of the result.
    pub types: &'static str,
    /// Its meaning, corner cases included.
    pub meaning: &'static str,
    /// A file of the text form with one result and without inputs.
    pub example: &'static str,
}

/// Operations of one kind.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Group {
    /// The property that they share.
    pub title: &'static str,
    /// In the order of the page.
    pub operations: &'static [Operation],
}

/// All of them.
pub const GROUPS: &[Group] = &[
    Group { title: "Arithmetic", operations: rows::ARITHMETIC },
    Group { title: "Fixed point", operations: rows::FIXED_POINT },
    Group { title: "Shifts and bits", operations: rows::BITS },
    Group { title: "Widening", operations: rows::WIDENING },
    Group { title: "Conversions and choices", operations: vectors::CHOICES },
    Group { title: "Lanes", operations: vectors::LANES },
    Group { title: "Promises and hints", operations: vectors::PROMISES },
];

impl Operation {
    /// The value of the example, lane by lane: `1, 3, 5, 7`, or `undefined`.
    ///
    /// # Errors
    ///
    /// A sentence if the example is no window without inputs. A test reads all of them.
    pub fn value(&self) -> Result<String, String> {
        let window = parse_window(self.example).map_err(|error| error.to_string())?;
        let lanes = eval(&window, &[]).map_err(|error| error.to_string())?;
        let root = window.graph.nodes.last().ok_or("there is no result")?;
        Ok(lanes.iter().map(|lane| shown(*lane, root.ty)).collect::<Vec<_>>().join(", "))
    }

    /// The example without its result type.
    pub fn expression(&self) -> &'static str {
        self.example.split_once(' ').map_or(self.example, |(_, expression)| expression)
    }

    /// Whether it is looked up by this word: its name, or another one that its row mentions.
    pub fn is_called(&self, word: &str) -> bool {
        self.name == word
            || words(self.form).any(|w| w == word)
            || self.meaning.split('`').skip(1).step_by(2).any(|w| w == word)
    }
}

/// The operations that a word means: by its name alone where there is one, else those that mention it.
pub fn find(word: &str) -> Vec<&'static Operation> {
    let all = || GROUPS.iter().flat_map(|group| group.operations);
    let named: Vec<_> = all().filter(|operation| operation.name == word).collect();
    if named.is_empty() { all().filter(|operation| operation.is_called(word)).collect() } else { named }
}

/// All names, for near ones to be found among.
pub fn names() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().flat_map(|group| group.operations).map(|operation| operation.name)
}

fn words(form: &str) -> impl Iterator<Item = &str> {
    form.split([' ', ';', '(', ')', ',']).filter(|word| !word.is_empty())
}

fn shown(lane: LaneValue, ty: Type) -> String {
    let Some(bits) = lane.bits() else { return "undefined".to_owned() };
    let scalar = ty.with_lanes(1);
    match ty.kind {
        _ if scalar == Type::bool(1) => (bits != 0).to_string(),
        Kind::Int | Kind::UInt => integer::value(bits, scalar).to_string(),
        _ => float::decode(bits, scalar).to_string(),
    }
}

/// Operations for a terminal: the form and its types, then the meaning and the example, indented.
///
/// # Errors
///
/// As [`Operation::value`].
pub fn text<'a>(operations: impl IntoIterator<Item = &'a Operation>) -> Result<String, String> {
    let mut text = String::new();
    for operation in operations {
        text += &format!("{:<40} {}\n", operation.form, operation.types);
        if !operation.meaning.is_empty() {
            text += &folded(operation.meaning);
        }
        text += &format!("    {} is {}\n", operation.expression(), operation.value()?);
    }
    Ok(text)
}

/// A text in lines of a terminal, indented.
fn folded(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < MEANING_WIDTH => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

/// The page's tables, one a group, in Markdown.
///
/// # Errors
///
/// As [`Operation::value`].
pub fn markdown() -> Result<String, String> {
    let mut page = String::new();
    for group in GROUPS {
        page += &format!("\n### {}\n\n| form | types | meaning | example |\n| --- | --- | --- | --- |\n", group.title);
        for operation in group.operations {
            // `|` ends a cell, in code too.
            let cell = |text: &str| text.replace('|', "\\|");
            let example = format!("`{}` is {}", operation.expression(), operation.value()?);
            page += &format!(
                "| `{}` | {} | {} | {} |\n",
                cell(operation.form),
                cell(operation.types),
                cell(operation.meaning),
                cell(&example)
            );
        }
    }
    Ok(page)
}
