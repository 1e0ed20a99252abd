//! Proofs: that a program equals its window, and a window its canonical form, lane by lane, at full width.
//!
//! Lanes whose questions are equal up to the names of their inputs are one class and need one proof. A program is
//! proved when every class is; a class that the solver leaves open leaves the program unproved.
//!
//! The question of a lane is asked over fresh variables in order of appearance. A window of
//! sixty-four lanes that do the same to different elements has then one question: the names say
//! which elements were meant, and the proof is about all of them. Definedness and the facts about
//! leaves are part of the question, so lanes under different facts are different classes.

use crate::limits;
use crate::program::Program;
use crate::symbolic::{self, InstructionLanes};
use isotope_ir::canon::Canonical;
use isotope_ir::expr::Op;
use isotope_ir::lanes::{Lane, Lanes, assumptions, lane_terms, leaf_var, var_leaf};
use isotope_ir::term::{TermId, Terms};
use isotope_ir::window::Window;
use isotope_smt::{How, Method, Outcome, Prover, Query, Ways};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// How a program was shown to equal its window.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// Lanes shown.
    pub lanes: u32,
    /// For each class of lanes, in order of its first lane: that lane, how many there are, and how they were shown.
    pub classes: Vec<(u32, u32, How)>,
    /// Work that it took, in the units of [`isotope_smt::Answer`].
    pub work: u64,
}

/// The outcome of an attempt to prove.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// Lanes with one question.
struct Class {
    lanes: Vec<u32>,
    /// The first lane's variables, each with its name in the question: a counterexample is read
    /// back through them.
    names: BTreeMap<u32, u32>,
    /// Left side, right side, and what may be assumed.
    query: (TermId, TermId, Vec<TermId>),
}

/// Proves that `program` computes `window`, wherever the window is defined and its facts hold.
pub fn prove(window: &Window, program: &Program, of: &dyn InstructionLanes, prover: &dyn Prover) -> Verdict {
    computes(window, program, of, prover, Terms::new(), Ways::All)
}

/// The same by the solver alone, on terms as they are built: nothing of ours simplifies, normalises or cuts them.
///
/// Slower by far, and independent of everything that simplifies, cuts or merges: what both agree on
/// does not rest on that code.
pub fn audit(window: &Window, program: &Program, of: &dyn InstructionLanes, prover: &dyn Prover) -> Verdict {
    computes(window, program, of, prover, Terms::raw(), Ways::Solver)
}

/// Both sides as terms, then compared lane by lane.
fn computes(
    window: &Window,
    program: &Program,
    of: &dyn InstructionLanes,
    prover: &dyn Prover,
    mut terms: Terms,
    ways: Ways,
) -> Verdict {
    let want = lane_terms(window, &mut terms);
    match symbolic::lanes(program, &window.graph, of, &mut terms) {
        Ok(got) => equal(window, &mut terms, &want, &got, prover, ways),
        Err(e) => Verdict::Unknown(e.to_string()),
    }
}

/// Proves that the canonical form of a window is the window: a program that was proved for the one then answers the other.
///
/// Nothing of how the form was made is relied on. Its leaves must be leaves of the asked window with the same types and
/// facts, loads that the form places side by side must be so placed, and its lanes must equal the asked ones.
pub fn of_phrasing(asked: &Window, canonical: &Canonical, prover: &dyn Prover) -> Verdict {
    let phrased = match phrased(asked, canonical) {
        Ok(window) => window,
        Err(why) => return Verdict::Unknown(format!("the canonical form does not fit the window: {why}")),
    };
    let mut terms = Terms::new();
    let want = lane_terms(asked, &mut terms);
    let found = lane_terms(&phrased, &mut terms);
    let got: Vec<Lane> =
        found.lanes.into_iter().zip(found.defined).map(|(value, defined)| Lane { value, defined }).collect();
    equal(asked, &mut terms, &want, &got, prover, Ways::All)
}

/// The canonical window over the leaves of the asked one.
///
/// Everything about the form is checked that the proof of its lanes would not see: types, facts,
/// and where loads lie, since those are what the proof itself assumes.
fn phrased(asked: &Window, canonical: &Canonical) -> Result<Window, &'static str> {
    let form = &canonical.window;
    if form.ty() != asked.ty() {
        return Err("another type");
    }
    if canonical.leaf_map.len() != form.graph.leaves.len() {
        return Err("leaves without an original");
    }
    let mut places = BTreeMap::new();
    for (leaf, original) in form.graph.leaves.iter().zip(&canonical.leaf_map) {
        let original = asked.graph.leaves.get(original.0 as usize).ok_or("a leaf that was not asked about")?;
        if (leaf.ty, leaf.range) != (original.ty, original.range) {
            return Err("a leaf with another type or range");
        }
        let Some(load) = &leaf.load else { continue };
        let asked = original.load.as_ref().ok_or("a load that was none")?;
        // Leaves of one buffer in the form lie in one buffer, everything moved by the same distance.
        let moved = (&asked.buffer, &asked.base, i128::from(asked.offset) - i128::from(load.offset));
        if load.stride != asked.stride || *places.entry((&load.buffer, &load.base)).or_insert(moved) != moved {
            return Err("loads that lie otherwise");
        }
    }
    let mut window = Window { graph: form.graph.clone(), root: form.root };
    window.graph.leaves.clone_from(&asked.graph.leaves);
    for node in &mut window.graph.nodes {
        if let Op::Leaf(leaf) = &mut node.op {
            *leaf = *canonical.leaf_map.get(leaf.0 as usize).ok_or("a leaf that is not declared")?;
        }
    }
    Ok(window)
}

/// Proves that `got` is what the window's lanes are, wherever these are defined and the window's facts hold.
fn equal(window: &Window, terms: &mut Terms, want: &Lanes, got: &[Lane], prover: &dyn Prover, ways: Ways) -> Verdict {
    if got.len() != want.lanes.len() {
        return Verdict::Unknown(format!("{} lanes instead of the window's {}", got.len(), want.lanes.len()));
    }
    let mut identical: Vec<u32> = Vec::new();
    let mut classes: Vec<Class> = Vec::new();
    let mut known: BTreeMap<(TermId, TermId, Vec<TermId>), usize> = BTreeMap::new();
    for (lane, rhs) in got.iter().enumerate() {
        // Where the other side is undefined it equals nothing: one more bit on both sides says that it never is.
        // The usual case: the program is defined everywhere, and values are all there is to
        // compare.
        let (lhs, rhs) = if terms.as_const(rhs.defined) == Some(1) {
            (want.lanes[lane], rhs.value)
        } else {
            let always = terms.constant(1, 1);
            (terms.concat(always, want.lanes[lane]), terms.concat(rhs.defined, rhs.value))
        };
        if lhs == rhs && ways == Ways::All {
            // Equal whatever is assumed: nobody need be asked.
            identical.push(lane as u32);
            continue;
        }
        let Some(class) = classify(window, terms, lhs, rhs, want.defined[lane]) else {
            let bound = limits::MAX_LANE_INPUTS;
            return Verdict::Unknown(format!("lane {lane} reads more than {bound} inputs (MAX_LANE_INPUTS)"));
        };
        match known.get(&class.query) {
            Some(&at) => classes[at].lanes.push(lane as u32),
            None => {
                known.insert(class.query.clone(), classes.len());
                classes.push(Class { lanes: vec![lane as u32], ..class });
            }
        }
    }
    let verdict = decide(terms, &classes, prover, ways);
    match (verdict, identical.first()) {
        (Verdict::Proved(mut proof), Some(&first)) => {
            let count = identical.len() as u32;
            proof.lanes += count;
            proof.classes.push((first, count, How::by(Method::Identical)));
            proof.classes.sort_unstable();
            Verdict::Proved(proof)
        }
        (verdict, _) => verdict,
    }
}

/// The question of one lane with its inputs renamed in order of appearance.
///
/// `None` when there are more than a name can number.
fn classify(window: &Window, terms: &mut Terms, lhs: TermId, rhs: TermId, defined: TermId) -> Option<Class> {
    let mut names = BTreeMap::new();
    let mut rename = |terms: &mut Terms, n: u32, width: u32| {
        let next = names.len() as u32;
        let name = *names.entry(n).or_insert(next);
        // Away from the leaves' own numbers: a width belongs to a number.
        terms.var(FRESH | width << 16 | (name & 0xffff), width)
    };
    let lhs_renamed = terms.substitute(lhs, &mut rename);
    let rhs_renamed = terms.substitute(rhs, &mut rename);
    let mut given = Vec::new();
    if terms.as_const(defined) != Some(1) {
        given.push(terms.substitute(defined, &mut rename));
    }
    if names.len() > limits::MAX_LANE_INPUTS {
        return None;
    }
    let vars: BTreeSet<u32> = names.keys().copied().collect();
    let mut rename = |terms: &mut Terms, n: u32, width: u32| terms.var(FRESH | width << 16 | names[&n], width);
    for fact in assumptions(window, terms, &vars) {
        given.push(terms.substitute(fact, &mut rename));
    }
    Some(Class { lanes: vec![], names, query: (lhs_renamed, rhs_renamed, given) })
}

/// The bit that tells names from leaf variables. A name also carries its width: a variable of the
/// prover has one width, and two classes that give one name to variables of different widths are
/// asked in one arena.
const FRESH: u32 = 1 << 31;

/// How the reason ends for which nothing was shown of a window whose facts no input meets.
pub const CONTRADICTORY: &str = "the assumptions contradict each other";

/// Asks for each class. Assumptions are looked at first, once for each set of them: under a
/// contradiction everything is proved, so a contradiction proves nothing here. The first class that
/// is refuted or left open ends it, because one lane is enough.
fn decide(terms: &Terms, classes: &[Class], prover: &dyn Prover, ways: Ways) -> Verdict {
    let lanes = classes.iter().map(|class| class.lanes.len() as u32).sum();
    let mut proof = Proof { lanes, ..Proof::default() };
    let mut allowed = BTreeSet::new();
    for class in classes {
        let (lhs, rhs, given) = &class.query;
        // Most classes have the same assumptions: each set is looked at once.
        if allowed.insert(given) && contradict(terms, given, prover, &mut proof.work) {
            return Verdict::Unknown(format!("lane {}: {CONTRADICTORY}", class.lanes[0]));
        }
        let answer = prover.prove(&Query::prove(terms, *lhs, *rhs, given).by(ways));
        proof.work += answer.work;
        match answer.outcome {
            Outcome::Proved(how) => proof.classes.push((class.lanes[0], class.lanes.len() as u32, how)),
            Outcome::Refuted(model) => {
                let value = |name: u32| model.iter().find(|(v, _)| v & 0xffff == name).map_or(0, |m| m.1);
                let input = class.names.iter().map(|(&var, &name)| (var, value(name))).collect();
                return Verdict::Refuted { lane: class.lanes[0], input };
            }
            Outcome::Unknown(why) => return Verdict::Unknown(format!("lane {}: {why}", class.lanes[0])),
            Outcome::Solved(_) | Outcome::Unsolvable => {
                return Verdict::Unknown(format!("lane {}: the prover answered another question", class.lanes[0]));
            }
        }
    }
    Verdict::Proved(proof)
}

/// Whether no input at all satisfies the assumptions: from those anything follows, and nothing is shown.
///
/// Cheap first: values that satisfy all assumptions show that there is no contradiction, and
/// samples usually have some.
fn contradict(terms: &Terms, given: &[TermId], prover: &dyn Prover, spent: &mut u64) -> bool {
    if given.is_empty() || isotope_smt::hold_somewhere(terms, given) {
        return false;
    }
    let answer = prover.prove(&Query::solve(terms, given, &[]));
    *spent += answer.work;
    answer.outcome == Outcome::Unsolvable
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

#[cfg(test)]
mod tests;
