//! The order in which the ways to an answer are tried, cheapest first.
//!
//! Prove: one term; a concrete sample that differs; one normal form; every input, when they are few, or when there is
//! one and both sides are constant on most of its range; all of it with variables that are read only together, or only
//! in part, made one of their own; Z3 with shared subterms cut to fresh variables; inner terms merged; a case for every
//! amount that something is shifted by; cases by a bound; Z3 on the normal forms; Z3 on the terms as given; every input,
//! when they are not too many.
//!
//! Three rules keep this sound, whatever the order:
//!
//! * A way that changes the question may only prove. A cut forgets what a term is, so its model is no model of the
//!   question: the changed question implies the one asked, never the other way round.
//! * What refutes is evaluated on the terms as they were asked, under all assumptions, before anyone is told.
//! * A proof names what it rests on: its own way, and every way that made its question out of the one asked.

mod order;
mod proof;

use crate::effort::Effort;
use crate::limits;
use crate::method::Method;
use crate::query::{Answer, Goal, Outcome, Prover, Query, Ways};
use crate::solver::{Verdict, satisfiable};
use proof::{Proof, holds};

/// Answers in this process and thread. Z3 may hang or crash: services use worker processes around this.
#[derive(Clone, Copy, Debug, Default)]
pub struct InProcess;

/// Z3 alone on the terms as given, in this process: the check on everything that [`InProcess`] does before it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Direct;

impl Prover for Direct {
    // By the query's own mark, which crosses to worker processes as well.
    fn prove(&self, query: &Query) -> Answer {
        InProcess.prove(&query.clone().by(Ways::Solver))
    }
}

impl Prover for InProcess {
    fn prove(&self, query: &Query) -> Answer {
        answer(query, &Effort::new(limits::MAX_EFFORT, &|| false))
    }
}

/// Answers in this process and thread. Work besides the solver's is bounded by `effort`, and ends when that says
/// so.
pub fn answer(query: &Query, effort: &Effort<'_>) -> Answer {
    match &query.goal {
        Goal::Prove { lhs, rhs } => Proof::new(query, *lhs, *rhs, effort).run(),
        Goal::Solve { unknowns } => solve(query, unknowns),
    }
}

/// One method alone, for tests: what the others would have refuted or proved before it is put to it as well. `Unknown`
/// where it has nothing to say.
#[derive(Clone, Copy, Debug)]
pub struct Alone(pub Method);

impl Prover for Alone {
    fn prove(&self, query: &Query) -> Answer {
        let query = if self.0 == Method::Solver { query.clone() } else { query.clone().by(Ways::Unsampled) };
        match &query.goal {
            Goal::Prove { lhs, rhs } => {
                let effort = Effort::new(limits::MAX_EFFORT, &|| false);
                let mut proof = Proof::new(&query, *lhs, *rhs, &effort);
                let outcome = proof.by(self.0).unwrap_or_else(|| Outcome::Unknown("nothing to say".to_owned()));
                Answer { outcome, work: proof.spent + effort.spent() }
            }
            Goal::Solve { unknowns } => solve(&query, unknowns),
        }
    }
}

/// Values for the unknowns. Only the solver answers such questions: the other ways know equalities, not searches.
fn solve(query: &Query, unknowns: &[u32]) -> Answer {
    let (verdict, work) = satisfiable(&query.terms, &query.assumptions, query.rlimit);
    let outcome = match verdict {
        Verdict::Unsat => Outcome::Unsolvable,
        Verdict::Unknown(why) => Outcome::Unknown(why),
        Verdict::Sat(model) => {
            if holds(&query.terms, &query.assumptions, &model) {
                // An unknown that no constraint mentions may be anything; it is reported as 0.
                let value = |n: &u32| model.iter().find(|(m, _)| m == n).map_or(0, |(_, v)| *v);
                Outcome::Solved(unknowns.iter().map(|n| (*n, value(n))).collect())
            } else {
                Outcome::Unknown("the solver's model does not satisfy the constraints when evaluated".to_owned())
            }
        }
    };
    Answer { outcome, work }
}
