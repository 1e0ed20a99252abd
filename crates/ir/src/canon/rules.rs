//! The rewrite rules: read from `rules.txt`, a file for people.

mod instances;

pub use instances::{Instance, instances, is_lane_wise, swaps};

use super::language::{Expressions, Facts, Known};
use crate::types::{Kind, Type};
use egg::{Applier, Id, Pattern, PatternAst, Rewrite, Subst, Symbol, SymbolLang, Var};
use std::sync::OnceLock;

/// One rule.
pub struct Rule {
    /// Its name in the file.
    pub name: String,
    /// The left-hand side.
    pub left: PatternAst<SymbolLang>,
    /// The rule as egg runs it.
    pub(super) rewrite: Rewrite<SymbolLang, Facts>,
    /// The right-hand side with its definitions and conditions.
    pub(super) right: Right,
}

/// All rules, in the order of the file.
pub fn all() -> &'static [Rule] {
    static RULES: OnceLock<Vec<Rule>> = OnceLock::new();
    RULES.get_or_init(|| parse(include_str!("rules.txt")).expect("rules.txt reads, which its test checks"))
}

/// A type that a rule computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    /// Twice the bits.
    Wide,
    /// Twice the bits, signed.
    SignedWide,
    /// The same bits, unsigned.
    Unsigned,
}

impl Function {
    /// `None` where there is no such type.
    fn of(self, ty: Type) -> Option<Type> {
        let ty = Some(ty).filter(|ty| ty.is_integer() && ty.bits > 1)?;
        let ty = match self {
            Function::Wide => ty.widen(),
            Function::SignedWide => ty.widen().with_kind(Kind::Int),
            Function::Unsigned => ty.with_kind(Kind::UInt),
        };
        ty.is_valid().then_some(ty)
    }
}

/// A condition's name with its operands.
#[derive(Clone, Debug)]
struct Condition {
    name: String,
    vars: Vec<Var>,
    number: Option<i128>,
}

/// What a match becomes.
#[derive(Clone, Debug)]
pub(super) struct Right {
    pub pattern: Pattern<SymbolLang>,
    definitions: Vec<(Var, Function, Var)>,
    conditions: Vec<Condition>,
}

impl Right {
    /// The match with the rule's own types bound, if the conditions hold.
    pub fn admit(&self, egraph: &mut Expressions, subst: &Subst) -> Option<Subst> {
        let known = |var: &Var| Some(egraph[*subst.get(*var)?].data.clone());
        for condition in &self.conditions {
            let vars: Vec<Known> = condition.vars.iter().map(known).collect::<Option<_>>()?;
            holds(&condition.name, &vars, condition.number).filter(|&yes| yes)?;
        }
        let mut subst = subst.clone();
        for (var, function, of) in &self.definitions {
            let ty = function.of(egraph[*subst.get(*of)?].data.any_type()?)?;
            let id = egraph.add(SymbolLang::leaf(ty.to_string()));
            subst.insert(*var, id);
        }
        Some(subst)
    }
}

/// The conditions. Types may be given by name or by a value of that type.
fn holds(name: &str, vars: &[Known], number: Option<i128>) -> Option<bool> {
    let ty = |n: usize| vars.get(n).and_then(Known::any_type);
    let range = |n: usize| ty(n).and_then(Type::range);
    let value = vars[0].value();
    let covers = |outer: (i128, i128), inner: (i128, i128)| outer.0 <= inner.0 && inner.1 <= outer.1;
    Some(match name {
        // A literal in every lane, or not.
        "constant" => vars[0].splat.is_some(),
        "variable" => vars[0].splat.is_none(),
        "value" => value? == number?,
        // Integers of more than one bit; integers; unsigned integers.
        "integer" => ty(0)?.is_integer() && ty(0)?.bits > 1,
        "whole" => ty(0)?.is_integer(),
        "natural" => ty(0)?.kind == Kind::UInt,
        "same" => ty(0)? == ty(1)?,
        // Fewer bits.
        "narrower" => ty(0)?.bits < ty(1)?.bits,
        // The first type has every value of the second.
        "holds" => covers(range(0)?, range(1)?),
        // Every value of the first type is one of the second.
        "within" => covers(range(1)?, range(0)?),
        // The literal is the greatest, or the least value of the type.
        "highest" => value? == range(1)?.1,
        "lowest" => value? == range(1)?.0,
        // A defined shift to the written side.
        "amount" => (0..i128::from(ty(1)?.bits)).contains(&value?),
        // A positive power of two.
        "power" => value? > 0 && value?.count_ones() == 1,
        "merges" => casts_merge(ty(0)?, ty(1)?, ty(2)?),
        _ => return None,
    })
}

/// Whether casting from `from` to `through` to `to` is the same as from `from` to `to`.
fn casts_merge(to: Type, through: Type, from: Type) -> bool {
    if !(to.is_integer() && through.is_integer() && from.is_integer()) {
        return false;
    }
    // Only the low bits are asked for, and the middle has them all.
    let low_bits = to.bits <= from.bits.min(through.bits);
    // The middle holds every value of the source, so that it changes nothing.
    let exact = from.range().zip(through.range()).is_some_and(|(f, t)| t.0 <= f.0 && f.1 <= t.1);
    // The middle is as wide as the target and extends as the source does: its own sign is not looked at again.
    let extended = through.bits >= to.bits && through.bits >= from.bits;
    low_bits || exact || extended
}

impl Applier<SymbolLang, Facts> for Right {
    fn apply_one(
        &self,
        egraph: &mut Expressions,
        class: Id,
        subst: &Subst,
        left: Option<&PatternAst<SymbolLang>>,
        rule: Symbol,
    ) -> Vec<Id> {
        match self.admit(egraph, subst) {
            Some(subst) => self.pattern.apply_one(egraph, class, &subst, left, rule),
            None => Vec::new(),
        }
    }

    fn vars(&self) -> Vec<Var> {
        let defined: Vec<Var> = self.definitions.iter().map(|d| d.0).collect();
        let mut vars: Vec<Var> = Applier::<SymbolLang, Facts>::vars(&self.pattern);
        vars.extend(self.conditions.iter().flat_map(|c| c.vars.iter().copied()));
        vars.retain(|v| !defined.contains(v));
        vars
    }
}

/// Reads rules; the error names the rule.
fn parse(text: &str) -> Result<Vec<Rule>, String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| parse_rule(line).ok_or_else(|| format!("bad rule: {line}"))).collect()
}

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

fn definition(text: &str) -> Option<(Var, Function, Var)> {
    let (var, call) = text.split_once(" = ")?;
    let (name, arg) = call.strip_suffix(')')?.split_once('(')?;
    let function = match name {
        "wide" => Function::Wide,
        "signed_wide" => Function::SignedWide,
        "unsigned" => Function::Unsigned,
        _ => return None,
    };
    Some((var.parse().ok()?, function, arg.parse().ok()?))
}

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

#[cfg(test)]
mod tests;
