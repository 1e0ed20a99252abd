//! A rule as egg runs it.

use super::condition::{Condition, Function, holds};
use crate::canon::language::{Expressions, Facts, Known};
use egg::{Applier, Id, Pattern, PatternAst, Rewrite, Subst, Symbol, SymbolLang, Var};

/// One rule.
pub struct Rule {
    /// Its name in the file.
    pub name: String,
    /// The left-hand side.
    pub left: PatternAst<SymbolLang>,
    /// The rule as egg runs it.
    pub(in crate::canon) rewrite: Rewrite<SymbolLang, Facts>,
    /// The right-hand side with its definitions and conditions.
    pub(in crate::canon) right: Right,
}

/// The replacement for a match.
#[derive(Clone, Debug)]
pub(in crate::canon) struct Right {
    pub pattern: Pattern<SymbolLang>,
    pub(super) definitions: Vec<(Var, Function, Var)>,
    pub(super) conditions: Vec<Condition>,
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

impl Applier<SymbolLang, Facts> for Right {
    /// A match whose conditions hold is merged with the right side; others are passed over.
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

    /// The variables that a match must bind: all but those that the rule defines itself.
    fn vars(&self) -> Vec<Var> {
        let defined: Vec<Var> = self.definitions.iter().map(|d| d.0).collect();
        let mut vars: Vec<Var> = Applier::<SymbolLang, Facts>::vars(&self.pattern);
        vars.extend(self.conditions.iter().flat_map(|c| c.vars.iter().copied()));
        vars.retain(|v| !defined.contains(v));
        vars
    }
}
