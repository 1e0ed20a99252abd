//! Rules: each says that two forms are one vector.

mod align;
mod columns;
mod dots;
mod lift;
mod moves;

use crate::language::{Form, Forms, Kind, Space};
use egg::{Applier, Id, PatternAst, Rewrite, SearchMatches, Searcher, Subst, Symbol};
use std::borrow::Cow;

/// Forms that are equal to one, by a rule.
type Equal = fn(&mut Forms, &Form) -> Vec<Id>;

/// A rule, and the identity that it applies. A test shows each by the checker.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name in `--explain`.
    pub name: &'static str,
    /// Both sides; braces are lanes.
    pub identity: &'static str,
    of: Of,
    equal: Equal,
}

/// Forms that a rule is applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    /// A vector by its lanes: once is enough.
    Lanes,
    /// The same with lanes that nobody reads.
    Holes,
    /// An operation, whose operands may get other forms.
    Operations,
}

/// All of them.
pub const RULES: [Rule; 14] = [
    Rule { name: "lift", identity: "{f(x, ..), f(y, ..)} = f({x, y}, ..)", of: Of::Lanes, equal: lift::lift },
    Rule {
        name: "blend",
        identity: "{f(x, ..), g(y, ..)} = shuffle(f({x, y}, ..), g({x, y}, ..))",
        of: Of::Lanes,
        equal: lift::blend,
    },
    Rule {
        name: "columns",
        identity: "{x + .., y + ..} = {x, y} + {.., ..}, where sums may be reordered",
        of: Of::Lanes,
        equal: columns::columns,
    },
    Rule {
        name: "dot",
        identity: "{x * y + z * w} = dot({x, z}, {y, w}), of widened integers",
        of: Of::Lanes,
        equal: dots::dots,
    },
    Rule {
        name: "reduce",
        identity: "{x + y + ..} = reduce({x, y} + ..), where sums may be reordered",
        of: Of::Lanes,
        equal: columns::reduce,
    },
    Rule {
        name: "fuse",
        identity: "a * b + c = fma(a, b, c), where products may be contracted",
        of: Of::Operations,
        equal: lift::fuse,
    },
    Rule { name: "literal", identity: "{1, 2} is a constant", of: Of::Lanes, equal: moves::literal },
    Rule { name: "load", identity: "{A[i], A[i + 1]} = load A[i]", of: Of::Lanes, equal: moves::load },
    Rule { name: "splat", identity: "{x, x} = broadcast(x)", of: Of::Lanes, equal: moves::splat },
    Rule { name: "repeat", identity: "{x, y, x, y} = shuffle({x, y})", of: Of::Lanes, equal: moves::repeat },
    Rule {
        name: "shuffle",
        identity: "{A[i], A[j]} = shuffle(load A[k], load A[l])",
        of: Of::Lanes,
        equal: moves::shuffled,
    },
    Rule { name: "fill", identity: "{x, any} may be {x, x}, or {A[i], A[i + 1]}", of: Of::Holes, equal: moves::fill },
    Rule { name: "elements", identity: "{x, y} = elements(x, y)", of: Of::Lanes, equal: columns::elements },
    Rule { name: "merge", identity: "{x, y} = shuffle({x, any}, {any, y})", of: Of::Lanes, equal: moves::merge },
];

/// The rules as egg's: those of lanes together, because each list of lanes is looked at once, and those of operations.
pub fn rewrites() -> Vec<Rewrite<Form, Space>> {
    let rewrite = |(name, of): (&str, All)| {
        #[expect(clippy::expect_used, reason = "a rule has no variables that one side could lack")]
        Rewrite::new(name, of, of).expect("rules have no variables")
    };
    [("lanes", All::Lanes), ("operations", All::Operations)].map(rewrite).into()
}

/// Several rules at once.
#[derive(Clone, Copy, Debug)]
enum All {
    Lanes,
    Operations,
}

impl All {
    /// The rules that a form may give others by.
    fn of(self, space: &Space, form: &Form) -> Option<Of> {
        match (self, form.kind) {
            (All::Lanes, Kind::Lanes(list)) if !space.applied.contains(&list) => {
                let has_holes = space.lists.get(list).iter().any(|term| space.is_any(*term));
                Some(if has_holes { Of::Holes } else { Of::Lanes })
            }
            (All::Operations, Kind::Op(_)) => Some(Of::Operations),
            _ => None,
        }
    }
}

impl Searcher<Form, Space> for All {
    fn search_eclass_with_limit(&self, forms: &Forms, id: Id, limit: usize) -> Option<SearchMatches<'_, Form>> {
        let found = limit > 0 && forms[id].nodes.iter().any(|form| self.of(&forms.analysis, form).is_some());
        let ast: Option<Cow<'_, PatternAst<Form>>> = None;
        found.then(|| SearchMatches { eclass: id, substs: vec![Subst::default()], ast })
    }

    fn vars(&self) -> Vec<egg::Var> {
        Vec::new()
    }
}

impl Applier<Form, Space> for All {
    fn apply_one(&self, forms: &mut Forms, id: Id, _: &Subst, _: Option<&PatternAst<Form>>, name: Symbol) -> Vec<Id> {
        // The round ends with all rules: it is not to grow far beyond its limit before.
        if forms.total_size() > forms.analysis.most_forms {
            return Vec::new();
        }
        let fitting = |form: &Form| Some((self.of(&forms.analysis, form)?, form.clone()));
        let all: Vec<(Of, Form)> = forms[id].nodes.iter().filter_map(fitting).collect();
        let mut changed = Vec::new();
        for (of, form) in all {
            if let Kind::Lanes(list) = form.kind {
                forms.analysis.applied.insert(list);
            }
            for rule in RULES.iter().filter(|rule| rule.of == of) {
                for equal in (rule.equal)(forms, &form) {
                    *forms.analysis.given.entry(rule.name).or_insert(0) += 1;
                    if forms.union_trusted(id, equal, name) {
                        changed.push(id);
                    }
                }
            }
        }
        changed
    }
}

/// The lanes of a form that says nothing else.
fn list(forms: &Forms, form: &Form) -> Vec<crate::terms::TermId> {
    match form.kind {
        Kind::Lanes(list) => forms.analysis.lists.get(list).clone(),
        _ => Vec::new(),
    }
}
