//! Proofs: that a program equals its window, lane by lane, at full width.
//!
//! Lanes whose questions are equal up to the names of their inputs are one class and need one proof. A program is
//! proved when every class is; a class that the solver leaves open leaves the program unproved.

use crate::program::Program;
use crate::symbolic::{self, InstructionLanes};
use isotope_ir::lanes::{assumptions, lane_terms, leaf_var, var_leaf};
use isotope_ir::term::{TermId, Terms};
use isotope_ir::window::Window;
use isotope_smt::{How, Outcome, Prover, Query};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// How a program was shown to equal its window.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// Lanes shown.
    pub lanes: u32,
    /// For each class of lanes, in order of its first lane: that lane, how many there are, and how they were shown.
    pub classes: Vec<(u32, u32, How)>,
    /// Z3's `rlimit` units spent.
    pub rlimit: u64,
}

/// What came of an attempt to prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every lane is shown.
    Proved(Proof),
    /// A lane differs on this input: values of the window's leaf lanes by variable number.
    Refuted {
        /// The lane.
        lane: u32,
        /// Variable of [`leaf_var`] and its value; variables that are missing do not matter.
        input: Vec<(u32, u128)>,
    },
    /// Not known, and why.
    Unknown(String),
}

struct Class {
    lanes: Vec<u32>,
    names: BTreeMap<u32, u32>,
    query: (TermId, TermId, Vec<TermId>),
}

/// Proves that `program` computes `window`, wherever the window is defined and its facts hold.
pub fn prove(window: &Window, program: &Program, of: &dyn InstructionLanes, prover: &dyn Prover) -> Verdict {
    let mut terms = Terms::new();
    let want = lane_terms(window, &mut terms);
    let got = match symbolic::lanes(program, &window.graph, of, &mut terms) {
        Ok(got) => got,
        Err(e) => return Verdict::Unknown(e.to_string()),
    };
    if got.len() != want.lanes.len() {
        return Verdict::Unknown(format!("the program has {} lanes, the window {}", got.len(), want.lanes.len()));
    }
    let mut classes: Vec<Class> = Vec::new();
    let mut known: BTreeMap<(TermId, TermId, Vec<TermId>), usize> = BTreeMap::new();
    for (lane, rhs) in got.iter().enumerate() {
        // Where the program is undefined it equals nothing: one more bit on both sides says that it never is.
        let (lhs, rhs) = if terms.as_const(rhs.defined) == Some(1) {
            (want.lanes[lane], rhs.value)
        } else {
            let always = terms.constant(1, 1);
            (terms.concat(always, want.lanes[lane]), terms.concat(rhs.defined, rhs.value))
        };
        let class = classify(window, &mut terms, lhs, rhs, want.defined[lane]);
        if class.names.len() > MOST_NAMES {
            return Verdict::Unknown(format!("lane {lane} reads {} inputs, more than {MOST_NAMES}", class.names.len()));
        }
        match known.get(&class.query) {
            Some(&at) => classes[at].lanes.push(lane as u32),
            None => {
                known.insert(class.query.clone(), classes.len());
                classes.push(Class { lanes: vec![lane as u32], ..class });
            }
        }
    }
    decide(&terms, &classes, prover, got.len() as u32)
}

/// The question of one lane with its inputs renamed in order of appearance.
fn classify(window: &Window, terms: &mut Terms, lhs: TermId, rhs: TermId, defined: TermId) -> Class {
    let mut names = BTreeMap::new();
    let mut rename = |terms: &mut Terms, n: u32, width: u32| {
        let next = names.len() as u32;
        let name = *names.entry(n).or_insert(next);
        // Away from the leaves' own numbers: a width belongs to a number.
        terms.var(FRESH | width << 16 | name, width)
    };
    let lhs_renamed = terms.substitute(lhs, &mut rename);
    let rhs_renamed = terms.substitute(rhs, &mut rename);
    let mut given = Vec::new();
    if terms.as_const(defined) != Some(1) {
        given.push(terms.substitute(defined, &mut rename));
    }
    let vars: BTreeSet<u32> = names.keys().copied().collect();
    let mut rename = |terms: &mut Terms, n: u32, width: u32| terms.var(FRESH | width << 16 | names[&n], width);
    for fact in assumptions(window, terms, &vars) {
        given.push(terms.substitute(fact, &mut rename));
    }
    Class { lanes: vec![], names, query: (lhs_renamed, rhs_renamed, given) }
}

const FRESH: u32 = 1 << 31;

/// Inputs of one lane: a name has 16 bits beside the width.
const MOST_NAMES: usize = 1 << 16;

fn decide(terms: &Terms, classes: &[Class], prover: &dyn Prover, lanes: u32) -> Verdict {
    let mut proof = Proof { lanes, ..Proof::default() };
    for class in classes {
        let (lhs, rhs, given) = &class.query;
        let answer = prover.prove(&Query::prove(terms, *lhs, *rhs, given));
        proof.rlimit += answer.rlimit;
        match answer.outcome {
            Outcome::Proved(how) => proof.classes.push((class.lanes[0], class.lanes.len() as u32, how)),
            Outcome::Refuted(model) => {
                let value = |name: u32| model.iter().find(|(v, _)| v & 0xffff == name).map_or(0, |m| m.1);
                let input = class.names.iter().map(|(&var, &name)| (var, value(name))).collect();
                return Verdict::Refuted { lane: class.lanes[0], input };
            }
            other => return Verdict::Unknown(format!("lane {}: {other:?}", class.lanes[0])),
        }
    }
    Verdict::Proved(proof)
}

/// A counterexample in words: each leaf lane with its value.
pub fn describe(window: &Window, input: &[(u32, u128)]) -> String {
    let name = |v: u32| {
        let (leaf, lane) = var_leaf(v);
        debug_assert_eq!(leaf_var(leaf, lane), v);
        format!("{}[{lane}]", window.graph.leaves[leaf.0 as usize].name)
    };
    input.iter().map(|&(v, x)| format!("{} = {x}", name(v))).collect::<Vec<_>>().join(", ")
}
