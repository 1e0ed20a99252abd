//! The rules' text.

use super::condition::{Condition, Function};
use super::rule::{Right, Rule};
use egg::{Pattern, Rewrite, SymbolLang, Var};
use std::sync::OnceLock;

/// All rules, in the order of the file.
pub fn all() -> &'static [Rule] {
    // Read once: searches share them.
    static RULES: OnceLock<Vec<Rule>> = OnceLock::new();
    RULES.get_or_init(|| parse(include_str!("../rules.txt")).expect("rules.txt reads, which its test checks"))
}

/// Reads rules; the error names the rule.
fn parse(text: &str) -> Result<Vec<Rule>, String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| parse_rule(line).ok_or_else(|| format!("bad rule: {line}"))).collect()
}

/// `name: LEFT => RIGHT where .. if ..`; `None` where the line is none.
fn parse_rule(line: &str) -> Option<Rule> {
    let (name, rest) = line.split_once(':')?;
    let (left, rest) = rest.split_once("=>")?;
    let (rest, conditions) = rest.split_once(" if ").unwrap_or((rest, ""));
    let (right, definitions) = rest.split_once(" where ").unwrap_or((rest, ""));
    let left: Pattern<SymbolLang> = left.trim().parse().ok()?;
    let pattern: Pattern<SymbolLang> = right.trim().parse().ok()?;
    let calls = conditions.split_inclusive(')').map(|c| c.trim_matches([',', ' '])).filter(|c| !c.is_empty());
    let right = Right {
        pattern,
        definitions: definitions
            .split(", ")
            .map(str::trim)
            .filter(|d| !d.is_empty())
            .map(definition)
            .collect::<Option<_>>()?,
        conditions: calls.map(condition).collect::<Option<_>>()?,
    };
    let rewrite = Rewrite::new(name, left.clone(), right.clone()).ok()?;
    Some(Rule { name: name.to_owned(), left: left.ast, rewrite, right })
}

/// `?w = wide(?x)`: a type that the right side needs and the left does not have.
fn definition(text: &str) -> Option<(Var, Function, Var)> {
    let (var, call) = text.split_once(" = ")?;
    let (name, arg) = call.strip_suffix(')')?.split_once('(')?;
    let function = match name {
        "wide" => Function::Wide,
        "signed_wide" => Function::SignedWide,
        "unsigned" => Function::Unsigned,
        "signed" => Function::Signed,
        "half" => Function::Half,
        "signed_half" => Function::SignedHalf,
        _ => return None,
    };
    Some((var.parse().ok()?, function, arg.parse().ok()?))
}

/// `name(?x, ?y)` or `name(?x, number)`.
fn condition(text: &str) -> Option<Condition> {
    let (name, args) = text.strip_suffix(')')?.split_once('(')?;
    let mut vars = Vec::new();
    let mut number = None;
    for arg in args.split(',').map(str::trim) {
        match arg.parse::<i128>() {
            Ok(value) => number = Some(value),
            Err(_) => vars.push(arg.parse().ok()?),
        }
    }
    Some(Condition { name: name.to_owned(), vars, number })
}
