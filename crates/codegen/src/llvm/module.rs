//! Modules of several functions: each function is read from the module of one answer, and written under a name of its own.
//!
//! The daemon writes an answer as a module with one function ([`super::Function::module`]). LLVM's tools take several answers only
//! as one module: a name is defined once, a declaration and a group of attributes are written once.

use super::form::matching;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use thiserror::Error;

/// Why the module of an answer is not used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModuleError {
    /// The text has something else than one function, declarations and groups of attributes.
    #[error("line {line} of the answer's module was not understood: {text}")]
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// Its text.
        text: String,
    },
    /// The function is not there.
    #[error("the answer's module defines no function `{0}`")]
    Absent(String),
    /// The function refers to a group of attributes that is not there.
    #[error("the answer's module does not say what its group of attributes {0} holds")]
    Group(String),
    /// The body of the function does not end.
    #[error("the answer's module ends inside of the function `{0}`")]
    Open(String),
}

/// One function, read from a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The text in front of the name: `<64 x i8>`.
    result: String,
    /// The text behind the name: `(<64 x i8> %in.a)`.
    parameters: String,
    /// The words behind the parameters, the reference to a group of attributes left out.
    words: String,
    /// The group of attributes, if the function refers to one.
    attributes: Option<String>,
    lines: Vec<String>,
    declares: BTreeSet<String>,
}

impl Definition {
    /// The function `name` of a module that has no other.
    ///
    /// # Errors
    ///
    /// The first line that is not understood, or what is missing.
    pub fn read(module: &str, name: &str) -> Result<Self, ModuleError> {
        let mut reader = Reader { name, found: None, open: false, declares: BTreeSet::new(), groups: BTreeMap::new() };
        for (at, line) in module.lines().enumerate() {
            let unreadable = || ModuleError::Unreadable { line: at + 1, text: line.trim().chars().take(80).collect() };
            reader.line(line).ok_or_else(unreadable)?;
        }
        let Some((mut definition, group)) = reader.found else { return Err(ModuleError::Absent(name.to_owned())) };
        if reader.open {
            return Err(ModuleError::Open(name.to_owned()));
        }
        definition.attributes = match group {
            Some(group) => Some(reader.groups.remove(&group).ok_or(ModuleError::Group(group))?),
            None => None,
        };
        definition.declares = reader.declares;
        Ok(definition)
    }
}

/// A module that is being read.
struct Reader<'a> {
    name: &'a str,
    /// The function, and the group of attributes that it refers to.
    found: Option<(Definition, Option<String>)>,
    /// The body has begun and has not ended.
    open: bool,
    declares: BTreeSet<String>,
    groups: BTreeMap<String, String>,
}

impl Reader<'_> {
    /// Takes one line. `None`: it is not understood.
    fn line(&mut self, line: &str) -> Option<()> {
        let line = line.trim();
        if self.open {
            if line == "}" {
                self.open = false;
            } else if !line.is_empty() {
                self.found.as_mut()?.0.lines.push(line.to_owned());
            }
        } else if line.starts_with("define ") {
            self.define(line)?;
        } else if line.starts_with("declare ") && !line.contains('#') {
            self.declares.insert(line.to_owned());
        } else if let Some(group) = line.strip_prefix("attributes ") {
            let (group, held) = group.split_once(" = ")?;
            self.groups.insert(group.to_owned(), held.strip_prefix('{')?.strip_suffix('}')?.trim().to_owned());
        } else if !(line.is_empty() || line.starts_with(';') || line.starts_with("target ")) {
            return None;
        }
        Some(())
    }

    /// The line that begins the function, or is all of it.
    fn define(&mut self, line: &str) -> Option<()> {
        if self.found.is_some() {
            return None;
        }
        let (result, rest) = line.strip_prefix("define ")?.split_once(&format!("@{}(", self.name))?;
        let end = matching(rest)?;
        let (words, body) = rest[end + 1..].split_once('{')?;
        let (groups, words): (Vec<&str>, Vec<&str>) = words.split_whitespace().partition(|word| word.starts_with('#'));
        let group = match groups[..] {
            [] => None,
            [group] => Some(group.to_owned()),
            _ => return None,
        };
        let body = body.trim();
        let (body, open) = body.strip_suffix('}').map_or((body, true), |body| (body.trim(), false));
        let definition = Definition {
            result: result.trim().to_owned(),
            parameters: format!("({}", &rest[..=end]),
            words: words.join(" "),
            attributes: None,
            lines: Some(body).filter(|body| !body.is_empty()).map(str::to_owned).into_iter().collect(),
            declares: BTreeSet::new(),
        };
        self.open = open;
        self.found = Some((definition, group));
        Some(())
    }
}

/// A module of several functions. It prints as LLVM's assembly language.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// LLVM's triple; empty: the module says none.
    triple: String,
    /// LLVM's data layout for it; empty: the module says none.
    data_layout: String,
    functions: Vec<(String, String, Definition)>,
}

impl Module {
    /// An empty module for a triple, with its data layout. Either may be empty: then LLVM's tools are told, or assume the host's.
    pub fn new(triple: &str, data_layout: &str) -> Self {
        Module { triple: triple.to_owned(), data_layout: data_layout.to_owned(), functions: Vec::new() }
    }

    /// Adds a function under a name, which no other of the module has, behind a comment of any number of lines.
    pub fn add(&mut self, name: &str, comment: &str, definition: Definition) {
        self.functions.push((name.to_owned(), comment.to_owned(), definition));
    }
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = [("datalayout", &self.data_layout), ("triple", &self.triple)];
        for (what, text) in header.iter().filter(|(_, text)| !text.is_empty()) {
            writeln!(f, "target {what} = \"{text}\"")?;
        }
        let mut groups: Vec<&str> = Vec::new();
        for (at, (name, comment, function)) in self.functions.iter().enumerate() {
            if at > 0 || !self.triple.is_empty() || !self.data_layout.is_empty() {
                writeln!(f)?;
            }
            comment.lines().try_for_each(|line| writeln!(f, "; {line}"))?;
            write!(f, "define {} @{name}{}", function.result, function.parameters)?;
            if !function.words.is_empty() {
                write!(f, " {}", function.words)?;
            }
            if let Some(held) = &function.attributes {
                let group = groups.iter().position(|known| known == held).unwrap_or_else(|| {
                    groups.push(held);
                    groups.len() - 1
                });
                write!(f, " #{group}")?;
            }
            writeln!(f, " {{")?;
            function.lines.iter().try_for_each(|line| writeln!(f, "  {line}"))?;
            writeln!(f, "}}")?;
        }
        let declares: BTreeSet<&String> = self.functions.iter().flat_map(|(_, _, one)| &one.declares).collect();
        if !declares.is_empty() {
            writeln!(f)?;
        }
        declares.iter().try_for_each(|declare| writeln!(f, "{declare}"))?;
        if !groups.is_empty() {
            writeln!(f)?;
        }
        groups.iter().enumerate().try_for_each(|(at, held)| writeln!(f, "attributes #{at} = {{ {held} }}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "define <2 x i8> @w(<2 x i8> %in.a, <2 x i8> %in.b) #0 {
  %t0 = call <2 x i8> @llvm.uadd.sat.v2i8(<2 x i8> %in.a, <2 x i8> %in.b)
  ret <2 x i8> %t0
}

declare <2 x i8> @llvm.uadd.sat.v2i8(<2 x i8>, <2 x i8>)

attributes #0 = { alwaysinline nounwind \"target-cpu\"=\"znver4\" }
";

    #[test]
    fn functions_have_their_own_names_and_share_what_they_refer_to() {
        let one = Definition::read(ONE, "w").unwrap();
        let other = Definition::read(&ONE.replace("znver4", "znver5"), "w").unwrap();
        let mut module = Module::new("x86_64-unknown-linux-gnu", "e-m:e");
        module.add("w_1", "the first\nof three", one.clone());
        module.add("w_2", "", other);
        module.add("w_3", "", one);
        let text = module.to_string();
        assert!(text.starts_with("target datalayout = \"e-m:e\"\ntarget triple = \"x86_64-unknown-linux-gnu\"\n\n"));
        assert!(text.contains("; the first\n; of three\ndefine <2 x i8> @w_1(<2 x i8> %in.a, <2 x i8> %in.b) #0 {\n"));
        let count = |what: &str| text.matches(what).count();
        assert_eq!(
            (count("declare "), count("attributes #"), count("@w("), count(") #0 {"), count(") #1 {")),
            (1, 2, 0, 2, 1)
        );
        assert_eq!(count("  %t0 = call "), 3);
    }

    #[test]
    fn a_module_of_one_function_reads_as_what_it_was() {
        let mut module = Module::new("", "");
        module.add("w", "", Definition::read(ONE, "w").unwrap());
        assert_eq!(module.to_string(), ONE);
        let mut short = Module::new("", "");
        short.add("f", "", Definition::read("define void @f() { ret void }", "f").unwrap());
        assert_eq!(short.to_string(), "define void @f() {\n  ret void\n}\n");
    }

    #[test]
    fn what_is_no_answers_module_is_refused_with_its_line() {
        let line = |text: &str| match Definition::read(text, "w") {
            Err(ModuleError::Unreadable { line, .. }) => line,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(line("module asm \".incbin \\\"/etc/passwd\\\"\""), 1);
        assert_eq!(line(&ONE.replace("declare", "@g = global i8 0\ndeclare")), 6);
        assert_eq!(line(&format!("{ONE}{ONE}")), 9, "one function");
        assert_eq!(line(&ONE.replace("@w(", "@v(")), 1, "another function");
        assert_eq!(line(&ONE.replace("#0 {", "#0 #1 {")), 1);
        let error = |text: &str| Definition::read(text, "w").unwrap_err();
        assert_eq!(error(""), ModuleError::Absent("w".to_owned()));
        assert_eq!(error(ONE.split_once('}').unwrap().0), ModuleError::Open("w".to_owned()));
        assert_eq!(error(ONE.split_once("attributes").unwrap().0), ModuleError::Group("#0".to_owned()));
        // A name with a quotation mark is no part of a format string.
        assert!(Definition::read(ONE, "w\"").is_err());
    }
}
