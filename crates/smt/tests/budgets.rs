//! Budgets: whichever ends first, the answer is then that nothing is known, and never a verdict that more work would
//! have taken back.

use isotope_ir::term::BinOp::*;
use isotope_ir::term::{TermId, Terms};
use isotope_smt::effort::{Effort, Ended};
use isotope_smt::limits::{MAX_EFFORT, MAX_NORMAL_DEPTH, MAX_QUERY_NODES};
use isotope_smt::{Alone, Answer, Bounded, Direct, InProcess, Method, Outcome, Prover, Query, answer};
use std::cell::Cell;

/// The upper half of a product of two sums against the same put together from products of halves: true, and too much
/// for every way within a small budget. `wrong` adds a carry too few.
fn hard(t: &mut Terms, wrong: bool) -> (TermId, TermId) {
    let (a, b) = (t.var(0, 24), t.var(1, 24));
    let (wa, wb) = (t.zext(a, 48), t.zext(b, 48));
    let product = t.bin(Mul, wa, wb);
    let whole = t.extract(product, 24, 24);
    let half = |t: &mut Terms, x: TermId, lo: u32| {
        let part = t.extract(x, lo, 12);
        t.zext(part, 48)
    };
    let (al, ah, bl, bh) = (half(t, a, 0), half(t, a, 12), half(t, b, 0), half(t, b, 12));
    let (low, high) = (t.bin(Mul, al, bl), t.bin(Mul, ah, bh));
    let (left, right) = (t.bin(Mul, al, bh), t.bin(Mul, ah, bl));
    let twelve = t.constant(12, 48);
    let carry = if wrong { t.constant(0, 48) } else { t.bin(LShr, low, twelve) };
    let middle = t.bin(Add, left, right);
    let middle = t.bin(Add, middle, carry);
    let middle = t.bin(LShr, middle, twelve);
    let sum = t.bin(Add, high, middle);
    (whole, t.extract(sum, 0, 24))
}

fn question(wrong: bool) -> Query {
    let mut t = Terms::new();
    let (lhs, rhs) = hard(&mut t, wrong);
    Query::prove(&t, lhs, rhs, &[])
}

fn is_unknown(answer: &Answer) -> bool {
    matches!(answer.outcome, Outcome::Unknown(_))
}

#[test]
fn a_question_that_is_too_large_is_not_looked_at() {
    let mut t = Terms::raw();
    let (a, b) = (t.var(0, 8), t.var(1, 8));
    let (mut lhs, mut rhs) = (a, a);
    while t.len() <= MAX_QUERY_NODES + 2 {
        (lhs, rhs) = (t.bin(Add, lhs, b), t.bin(Add, b, rhs));
    }
    for prover in [&InProcess as &dyn Prover, &Direct] {
        let answer = prover.prove(&Query::prove(&t, lhs, rhs, &[]));
        assert!(matches!(&answer.outcome, Outcome::Unknown(why) if why.contains("MAX_QUERY_NODES")), "{answer:?}");
    }
}

/// `rlimit` 0 would mean no limit to Z3.
#[test]
fn a_solver_without_a_budget_knows_nothing() {
    for rlimit in [0, 1, 100] {
        let answer = Direct.prove(&question(false).with_rlimit(rlimit));
        assert!(is_unknown(&answer) && answer.work < 1_000_000, "rlimit {rlimit}: {answer:?}");
        let solve = |t: &mut Terms| {
            let (lhs, rhs) = hard(t, true);
            let equal = t.bin(Eq, lhs, rhs);
            let odd = t.extract(lhs, 0, 1);
            Query::solve(t, &[equal, odd], &[0, 1])
        };
        let answer = Direct.prove(&solve(&mut Terms::new()).with_rlimit(rlimit));
        assert!(is_unknown(&answer), "rlimit {rlimit}: {answer:?}");
    }
}

/// Every budget of effort up to one that lasts: a true statement is proved or unknown, whatever was cut short.
#[test]
fn an_effort_that_ends_anywhere_ends_in_no_wrong_verdict() {
    let mut t = Terms::new();
    let (a, b, c) = (t.var(0, 32), t.var(1, 32), t.var(2, 32));
    let (sum, ac, bc) = (t.bin(Add, a, b), t.bin(Mul, a, c), t.bin(Mul, b, c));
    let (lhs, rhs) = (t.bin(Mul, sum, c), t.bin(Add, ac, bc));
    // A value that no sample meets, so that the ways to a proof see it.
    let (one, rare) = (t.constant(1, 32), t.constant(0x1357_9bdf, 32));
    let at = t.bin(Eq, sum, rare);
    let other = t.bin(Add, rhs, one);
    let wrong = t.ite(at, other, rhs);
    let mut proved = 0;
    for budget in (0..40).chain((2..14).map(|k| 30 << k)) {
        let ask = |rhs| {
            let effort = Effort::new(budget, &|| false);
            answer(&Query::prove(&t, lhs, rhs, &[]).with_rlimit(1), &effort).outcome
        };
        match ask(rhs) {
            Outcome::Proved(_) => proved += 1,
            Outcome::Unknown(_) => {}
            other => panic!("true, and with effort {budget} {other:?}"),
        }
        match ask(wrong) {
            Outcome::Refuted(_) | Outcome::Unknown(_) => {}
            other => panic!("false, and with effort {budget} {other:?}"),
        }
    }
    assert!(proved > 0, "the largest budget lasts");
}

#[test]
fn each_way_alone_ends_in_unknown_when_its_work_is_cut() {
    for method in Method::ALL {
        for wrong in [false, true] {
            let outcome = Alone(method).prove(&question(wrong).with_rlimit(1)).outcome;
            let fits = matches!(outcome, Outcome::Unknown(_)) || (wrong && matches!(outcome, Outcome::Refuted(_)));
            assert!(fits, "{}: {outcome:?}", method.name());
        }
    }
}

/// Being told to stop at any of its looks ends a search the same way.
#[test]
fn a_search_that_is_stopped_knows_nothing() {
    for after in [0, 1, 2, 5, 20] {
        let looks = Cell::new(0);
        let stopped = || {
            looks.set(looks.get() + 1);
            looks.get() > after
        };
        let effort = Effort::new(MAX_EFFORT, &stopped);
        let answer = answer(&question(false).with_rlimit(1), &effort);
        assert!(is_unknown(&answer), "after {after} looks: {answer:?}");
        assert!(effort.ended() != Some(Ended::Budget) && answer.work <= MAX_EFFORT, "after {after} looks: {answer:?}");
    }
}

/// A sum nested deeper than the normal form walks: left to others, and no other verdict.
#[test]
fn terms_that_are_too_deep_are_left_as_they_are() {
    let mut t = Terms::new();
    let (a, b) = (t.var(0, 64), t.var(1, 64));
    let (mut lhs, mut rhs) = (a, b);
    for n in 0..MAX_NORMAL_DEPTH {
        (lhs, rhs) = (t.bin(Add, lhs, b), t.bin(Add, a, rhs));
        let k = t.constant(u128::from(n), 64);
        (lhs, rhs) = (t.bin(Xor, lhs, k), t.bin(Xor, rhs, k));
    }
    let outcome = Alone(Method::NormalForm).prove(&Query::prove(&t, lhs, rhs, &[])).outcome;
    assert!(matches!(outcome, Outcome::Unknown(_)), "{outcome:?}");
}

#[test]
fn the_work_of_a_proof_is_shared_by_its_questions() {
    let bounded = Bounded::new(&InProcess, 1);
    let first = bounded.prove(&question(false).with_rlimit(1));
    assert_eq!(bounded.spent(), first.work);
    assert!(first.work > 1);
    // One that needs no work at all: whatever comes after is not asked.
    let mut t = Terms::new();
    let a = t.var(0, 8);
    let easy = Query::prove(&t, a, a, &[]);
    assert!(is_unknown(&bounded.prove(&easy)));
    assert!(Bounded::new(&InProcess, 1).prove(&easy).is_proved());
}
