//! The table of words: patterns of skeletons and what the field calls them.
//!
//! A pattern is a skeleton in which `$` is any part, named by itself and put into the word, and `_` any part at all; `x` is also a `y` or an `m`,
//! `high` also `half`, a final `..` any further operands. Operands of `add`, `mul`, `and`, `or`, `xor`, `eq`, `min`, `max` and `concat` may stand in any
//! order. The first row that matches gives the word.

use super::skeleton::Skeleton;
use Skeleton::{Atom, Many, Op};
use anyhow::{Context, Result, bail, ensure};

/// The table.
const WORDS: &str = include_str!("words.txt");

/// The first line of a table.
const VERSION: &str = "# isotope words 1\n";

/// Operands of a pattern: their orders are tried.
const MAX_PARTS: usize = 5;

/// The rows, in order.
pub struct Words {
    rows: Vec<(Pattern, String)>,
    mnemonics: Vec<(String, String)>,
}

enum Pattern {
    Part,
    Any,
    Rest,
    Atom(String),
    Op(String, Vec<Pattern>),
    Many(char, Box<Pattern>),
}

impl Words {
    /// Those of the project.
    pub fn own() -> Result<Words> {
        Words::read(WORDS)
    }

    /// Reads a table.
    pub fn read(text: &str) -> Result<Words> {
        ensure!(text.starts_with(VERSION), "words.txt: the first line is not `{}`", VERSION.trim_end());
        let mut words = Words { rows: Vec::new(), mnemonics: Vec::new() };
        for (number, line) in text.lines().enumerate() {
            let place = || format!("words.txt, line {}", number + 1);
            let line = line.trim_end();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (word, pattern) = line.split_once(char::is_whitespace).with_context(place)?;
            let pattern = pattern.trim();
            let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '$';
            ensure!(word.chars().all(legal), "{}: a word is of a-z, 0-9 and _", place());
            match pattern.strip_prefix("mnemonic ") {
                Some(names) => {
                    words.mnemonics.extend(names.split_whitespace().map(|n| (n.to_owned(), word.to_owned())));
                }
                None => words.rows.push((Pattern::read(pattern).with_context(place)?, word.to_owned())),
            }
        }
        Ok(words)
    }

    /// The word for a skeleton.
    pub fn of(&self, skeleton: &Skeleton) -> Option<String> {
        for (pattern, word) in &self.rows {
            let mut part = None;
            if !pattern.matches(skeleton, &mut part) {
                continue;
            }
            match part {
                None => return Some(word.clone()),
                // A part is smaller than the whole, and the whole is bounded.
                Some(part) if part != *skeleton => {
                    if let Some(inner) = self.of(&part) {
                        return Some(word.replace('$', &inner));
                    }
                }
                Some(_) => {}
            }
        }
        None
    }

    /// The word for a mnemonic; `aes*` is any that begins so.
    pub fn of_mnemonic(&self, mnemonic: &str) -> Option<String> {
        let fits = |name: &str| match name.strip_suffix('*') {
            Some(start) => mnemonic.starts_with(start),
            None => mnemonic == name,
        };
        self.mnemonics.iter().find(|(name, _)| fits(name)).map(|(_, word)| word.clone())
    }
}

impl Pattern {
    fn read(text: &str) -> Result<Pattern> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ").replace(") *", ")*").replace(") +", ")+");
        let tokens: Vec<&str> = spaced.split_whitespace().collect();
        // The open operators, innermost last.
        let mut open: Vec<Vec<Pattern>> = vec![Vec::new()];
        let mut names: Vec<String> = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            let made = match *token {
                "(" => {
                    names.push((*tokens.get(at).context("an operator is missing")?).to_owned());
                    open.push(Vec::new());
                    at += 1;
                    continue;
                }
                close if close.starts_with(')') => {
                    let name = names.pop().context("a `)` too many")?;
                    let parts = open.pop().context("a `)` too many")?;
                    ensure!(parts.len() <= MAX_PARTS, "more than MAX_PARTS ({MAX_PARTS}) operands");
                    let made = Pattern::Op(name, parts);
                    match close.chars().nth(1) {
                        Some(sign) => Pattern::Many(sign, Box::new(made)),
                        None => made,
                    }
                }
                "$" => Pattern::Part,
                "_" => Pattern::Any,
                ".." => Pattern::Rest,
                atom => match atom.strip_suffix(['*', '+']) {
                    Some(one) => {
                        let sign = atom.chars().last().unwrap_or('*');
                        Pattern::Many(sign, Box::new(Pattern::Atom(one.to_owned())))
                    }
                    None => Pattern::Atom(atom.to_owned()),
                },
            };
            open.last_mut().context("a `)` too many")?.push(made);
        }
        let mut whole = open.pop().unwrap_or_default();
        if !open.is_empty() || whole.len() != 1 {
            bail!("a pattern is one skeleton");
        }
        Ok(whole.remove(0))
    }

    fn matches(&self, s: &Skeleton, part: &mut Option<Skeleton>) -> bool {
        match (self, s) {
            (Pattern::Any, _) => true,
            (Pattern::Part, _) => {
                *part = Some(s.clone());
                true
            }
            (Pattern::Atom(a), Atom(b)) => a == b || (a == "x" && matches!(*b, "y" | "m")),
            (Pattern::Many('*', a), Many(false, b)) | (Pattern::Many('+', a), Many(true, b)) => a.matches(b, part),
            (Pattern::Op(name, patterns), Op(own, parts)) if name == own || (name == "high" && own == "half") => {
                let ordered = !matches!(
                    own.as_str(),
                    "add" | "mul" | "and" | "or" | "xor" | "eq" | "min" | "max" | "concat" | "each"
                );
                all(patterns, &parts.iter().collect::<Vec<_>>(), ordered, part)
            }
            _ => false,
        }
    }
}

/// Whether the patterns match the parts, in their order or in any.
fn all(patterns: &[Pattern], parts: &[&Skeleton], ordered: bool, found: &mut Option<Skeleton>) -> bool {
    let Some((first, rest)) = patterns.split_first() else { return parts.is_empty() };
    if let Pattern::Rest = first {
        return true;
    }
    let tried = if ordered { parts.len().min(1) } else { parts.len() };
    for at in 0..tried {
        let before = found.clone();
        if first.matches(parts[at], found) {
            let left: Vec<&Skeleton> = parts.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, p)| *p).collect();
            if all(rest, &left, ordered, found) {
                return true;
            }
        }
        *found = before;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_table_names_its_line() {
        let error = |row: &str| match Words::read(&format!("# isotope words 1\n{row}\n")) {
            Ok(_) => String::new(),
            Err(e) => format!("{e:#}"),
        };
        assert!(error("add").contains("line 2"), "{}", error("add"));
        assert!(error("add (add x").contains("line 2"));
        assert!(error("Add (add x x)").contains("a-z"));
        assert!(error("add (add x x x x x x)").contains("MAX_PARTS"));
        assert!(Words::read("").is_err());
    }
}
