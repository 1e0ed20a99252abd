//! Assumptions that contradict each other: from those everything follows, so what matters is that nothing is refuted by
//! an input that they forbid, that whoever asks can find out, and that no way stumbles.

use isotope_ir::term::BinOp::*;
use isotope_ir::term::{TermId, Terms};
use isotope_smt::{Alone, Direct, InProcess, Method, Outcome, Prover, Query, Ways, hold_somewhere};

/// Assumptions that no input satisfies, the plainest first.
fn contradictions(t: &mut Terms) -> Vec<Vec<TermId>> {
    let (a, b) = (t.var(0, 16), t.var(1, 16));
    let (five, ten, no) = (t.constant(5, 16), t.constant(10, 16), t.constant(0, 1));
    let (low, high) = (t.bin(Ule, a, five), t.bin(Ule, ten, a));
    let (less, more) = (t.bin(Ult, a, b), t.bin(Ult, b, a));
    let (one, two) = (t.constant(1, 16), t.constant(2, 16));
    let (odd, doubled) = (t.extract(a, 0, 1), t.bin(Mul, b, two));
    let even = t.bin(Eq, a, doubled);
    let (negative, below) = (t.constant(0x8000, 16), t.bin(Slt, a, one));
    let (positive, least) = (t.bin(Sle, one, a), t.bin(Sle, negative, a));
    vec![vec![no], vec![low, high], vec![less, more], vec![odd, even], vec![below, positive, least]]
}

#[test]
fn nothing_is_refuted_by_an_input_that_is_forbidden() {
    let mut t = Terms::new();
    let all = contradictions(&mut t);
    let (a, b) = (t.var(0, 16), t.var(1, 16));
    let (sum, difference) = (t.bin(Add, a, b), t.bin(Sub, a, b));
    for given in all {
        let query = Query::prove(&t, sum, difference, &given).with_rlimit(500_000);
        for prover in [&InProcess as &dyn Prover, &Direct] {
            let outcome = prover.prove(&query).outcome;
            assert!(!matches!(outcome, Outcome::Refuted(_)), "{outcome:?}");
        }
        for method in Method::ALL {
            let outcome = Alone(method).prove(&query.clone().by(Ways::Unsampled)).outcome;
            assert!(!matches!(outcome, Outcome::Refuted(_)), "{}: {outcome:?}", method.name());
        }
    }
}

/// How a caller tells a proof from nothing: samples cannot satisfy the assumptions, and the solver says that nothing
/// does.
#[test]
fn a_contradiction_can_be_found_out() {
    let mut t = Terms::new();
    for given in contradictions(&mut t) {
        assert!(!hold_somewhere(&t, &given));
        assert_eq!(InProcess.prove(&Query::solve(&t, &given, &[])).outcome, Outcome::Unsolvable);
    }
}

#[test]
fn what_can_hold_is_seen_to_hold() {
    let mut t = Terms::new();
    let (a, b) = (t.var(0, 16), t.var(1, 16));
    let (five, ten) = (t.constant(5, 16), t.constant(10, 16));
    let within = [t.bin(Ule, five, a), t.bin(Ule, a, ten)];
    assert!(hold_somewhere(&t, &within) && hold_somewhere(&t, &[]));
    // One value in 65,536, which no sample need meet: not known, and the solver knows.
    let rare = t.constant(0x1235, 16);
    let one = [t.bin(Eq, b, rare)];
    let solved = InProcess.prove(&Query::solve(&t, &one, &[1])).outcome;
    assert_eq!(solved, Outcome::Solved(vec![(1, 0x1235)]));
}

/// A case that cannot be: the bound that a branch compares with is outside of what is assumed.
#[test]
fn a_case_that_cannot_be_is_no_counterexample() {
    let mut t = Terms::new();
    let (a, b) = (t.var(0, 32), t.var(1, 32));
    let (bound, limit) = (t.constant(100, 32), t.constant(50, 32));
    let given = [t.bin(Ult, a, limit)];
    let below = t.bin(Ult, a, bound);
    let (product, either) = (t.bin(Mul, a, b), t.bin(Or, a, b));
    let chosen = t.ite(below, product, either);
    for method in [Method::Cases, Method::NormalForm, Method::Solver] {
        let outcome = Alone(method).prove(&Query::prove(&t, chosen, product, &given)).outcome;
        assert!(!matches!(outcome, Outcome::Refuted(_)), "{}: {outcome:?}", method.name());
    }
    assert!(InProcess.prove(&Query::prove(&t, chosen, product, &given)).is_proved());
    assert!(!InProcess.prove(&Query::prove(&t, chosen, product, &[])).is_proved());
}
