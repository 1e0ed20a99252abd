//! One question to Z3, in a fresh context, under an `rlimit` budget.
//!
//! `rlimit` counts steps inside Z3, not time, so the same question ends at the same step on every host. A budget of 0
//! means no budget to Z3, which is why it is at least 1. An answer of Z3 is taken at its word only where it is
//! "unsatisfiable": models are evaluated by whoever asked, and everything else is not known.

use crate::encode::Encoder;
use crate::limits;
use crate::query::{Model, reachable};
use isotope_ir::term::{Node, TermId, Terms};
use z3::ast::BV;
use z3::{Config, Params, SatResult, Solver, StatisticsValue, with_z3_config};

/// Z3's verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Unsat,
    /// Values of all variables that the constraints reach; not yet evaluated.
    Sat(Model),
    Unknown(String),
}

/// Is there an input that makes all constraints (one-bit terms) true? Returns the verdict and the `rlimit` spent.
///
/// The context is fresh, because only then do equal questions spend equal work (`rlimit` counts from the context's
/// birth, and learned state would leak between questions).
pub(crate) fn satisfiable(terms: &Terms, constraints: &[TermId], rlimit: u64) -> (Verdict, u64) {
    with_z3_config(&Config::new(), || check(terms, constraints, rlimit))
}

/// One question to the solver of this thread's context. Z3 counts what it spends in units that do not depend on the
/// machine, so a budget ends in the same place everywhere.
fn check(terms: &Terms, constraints: &[TermId], rlimit: u64) -> (Verdict, u64) {
    // Only what the constraints reach: the arena holds what failed ways have built as well.
    let order = reachable(terms, constraints);
    let encoder = Encoder::new(terms, &order);
    let solver = Solver::new();
    let mut params = Params::new();
    params.set_u32("rlimit", rlimit.clamp(1, limits::MAX_RLIMIT) as u32);
    solver.set_params(&params);
    for &c in constraints {
        solver.assert(encoder.truth(c));
    }
    let verdict = match solver.check() {
        SatResult::Unsat => Verdict::Unsat,
        SatResult::Sat => match read_model(terms, &order, &encoder, &solver) {
            Some(model) => Verdict::Sat(model),
            None => Verdict::Unknown("the solver gave no model".to_owned()),
        },
        // Z3's words for a spent budget differ between its parts.
        SatResult::Unknown => Verdict::Unknown(match solver.get_reason_unknown().as_deref() {
            Some("canceled" | "max. resource limit exceeded") | None => "the solver's budget is spent".to_owned(),
            Some(other) => other.to_owned(),
        }),
    };
    let spent = match solver.get_statistics().value("rlimit count") {
        Some(StatisticsValue::UInt(n)) => n as u64,
        _ => 0,
    };
    (verdict, spent)
}

/// The values of all variables, those that Z3 left open too (`true` asks it to complete its model). Read 64 bits at a
/// time, which is what its interface gives.
fn read_model(terms: &Terms, order: &[TermId], encoder: &Encoder, solver: &Solver) -> Option<Model> {
    let z3_model = solver.get_model()?;
    let mut model = Model::new();
    for &t in order {
        if let Node::Var(number) = terms.node(t) {
            let vector = encoder.vector(t);
            let width = terms.width(t);
            let part = |hi: u32, lo: u32| -> Option<u128> {
                let part: BV = vector.extract(hi, lo);
                z3_model.eval(&part, true)?.as_u64().map(u128::from)
            };
            let low = part(width.min(64) - 1, 0)?;
            let high = if width > 64 { part(width - 1, 64)? } else { 0 };
            model.push((*number, high << 64 | low));
        }
    }
    model.sort_unstable();
    Some(model)
}

/// Bounds the memory of Z3 in this process, in megabytes; beyond it Z3 fails and the process is expected to die. For
/// worker processes, before their first query.
pub fn set_memory_limit(megabytes: u32) {
    z3::set_global_param("memory_max_size", &megabytes.to_string());
}
