//! Every kind of verdict, on questions whose answer is known.

use isotope_ir::term::{BinOp, TermId, Terms, UnOp};
use isotope_smt::{Answer, How, InProcess, Method, Outcome, Prover, Query};

fn ask(terms: &Terms, lhs: TermId, rhs: TermId, assumptions: &[TermId]) -> Answer {
    let query = Query::prove(terms, lhs, rhs, assumptions);
    let text = query.encode();
    let again = Query::decode(&text).expect("what was written reads");
    assert_eq!(text, again.encode(), "the text form is stable");
    let answer = InProcess.prove(&again);
    assert_eq!(answer, InProcess.prove(&query), "the same question twice");
    assert_eq!(Answer::decode(&answer.encode()), Ok(answer.clone()));
    answer
}

#[test]
fn one_term_needs_no_proof() {
    let mut t = Terms::new();
    let (a, b) = (t.var(0, 32), t.var(1, 32));
    let x = t.bin(BinOp::Mul, a, b);
    let y = t.bin(BinOp::Mul, b, a);
    assert_eq!(ask(&t, x, y, &[]).outcome, Outcome::Proved(How::by(Method::Identical)));
}

#[test]
fn a_wrong_identity_is_refuted_by_a_model_that_is_one() {
    let mut t = Terms::new();
    let (a, b) = (t.var(0, 32), t.var(1, 32));
    let sum = t.bin(BinOp::Add, a, b);
    // Differs from the sum only for one value in four billion.
    let rare = t.constant(0x1234_5677, 32);
    let at = t.bin(BinOp::Eq, sum, rare);
    let zero = t.constant(0, 32);
    let wrong = t.ite(at, zero, sum);
    let Outcome::Refuted(model) = ask(&t, sum, wrong, &[]).outcome else { panic!("not refuted") };
    let value = |n: u32| model.iter().find(|(m, _)| *m == n).unwrap().1;
    assert_ne!(t.eval(sum, &value), t.eval(wrong, &value));
}

#[test]
fn assumptions_are_used_and_are_needed() {
    let mut t = Terms::new();
    let (a, b) = (t.var(0, 16), t.var(1, 16));
    let bound = t.constant(4000, 16);
    let low = [t.bin(BinOp::Ule, a, bound), t.bin(BinOp::Ule, b, bound)];
    let sum = t.bin(BinOp::Add, a, b);
    let narrow = t.zext(sum, 32);
    let (wa, wb) = (t.zext(a, 32), t.zext(b, 32));
    let wide = t.bin(BinOp::Add, wa, wb);
    assert!(ask(&t, narrow, wide, &low).is_proved());
    assert!(matches!(ask(&t, narrow, wide, &low[..1]).outcome, Outcome::Refuted(_)));
}

#[test]
fn a_spent_budget_is_unknown() {
    let mut t = Terms::new();
    // Commuted 64-bit products through a high half that no rewriting unifies.
    let (a, b, c) = (t.var(0, 64), t.var(1, 64), t.var(2, 64));
    let ab = t.bin(BinOp::UDiv, a, b);
    let abc = t.bin(BinOp::UDiv, ab, c);
    let bc = t.bin(BinOp::Mul, b, c);
    let other = t.bin(BinOp::UDiv, a, bc);
    let top = t.constant(1 << 20, 64);
    let one = t.constant(1, 64);
    let mut facts = vec![];
    for v in [b, c] {
        facts.push(t.bin(BinOp::Ule, v, top));
        facts.push(t.bin(BinOp::Ule, one, v));
    }
    let query = Query::prove(&t, abc, other, &facts).with_rlimit(200_000);
    let answer = InProcess.prove(&query);
    assert!(matches!(answer.outcome, Outcome::Unknown(_)), "{answer:?}");
    assert!(answer.work > 0);
    assert_eq!(answer, InProcess.prove(&query), "work is counted, not timed");
}

#[test]
fn few_bits_are_tried_one_by_one() {
    let mut t = Terms::new();
    let a = t.var(0, 16);
    let wide = t.zext(a, 32);
    // Division by 9 as the high half of a multiplication.
    let magic = t.constant(58255, 32);
    let product = t.bin(BinOp::Mul, wide, magic);
    let high = t.extract(product, 19, 13);
    let quotient = t.zext(high, 16);
    let nine = t.constant(9, 16);
    let exact = t.bin(BinOp::UDiv, a, nine);
    assert_eq!(ask(&t, quotient, exact, &[]).outcome, Outcome::Proved(How::by(Method::EveryInput)));
}

#[test]
fn constants_are_solved_for() {
    let mut t = Terms::new();
    let shift = t.var(7, 8);
    let mut constraints = vec![];
    for (x, y) in [(0x80u128, 0x10u128), (0xff, 0x1f), (0x38, 0x07)] {
        let x = t.constant(x, 8);
        let y = t.constant(y, 8);
        let shifted = t.bin(BinOp::LShr, x, shift);
        constraints.push(t.bin(BinOp::Eq, shifted, y));
    }
    let answer = InProcess.prove(&Query::solve(&t, &constraints, &[7]));
    assert_eq!(answer.outcome, Outcome::Solved(vec![(7, 3)]));
    let impossible = t.bin(BinOp::Ult, shift, shift);
    let more = t.constant(9, 8);
    let nine = t.bin(BinOp::Eq, shift, more);
    constraints.extend([nine, impossible]);
    assert_eq!(InProcess.prove(&Query::solve(&t, &constraints, &[7])).outcome, Outcome::Unsolvable);
}

#[test]
fn uninterpreted_functions_are_equal_only_on_equal_arguments() {
    let mut t = Terms::new();
    let (a, b) = (t.var(0, 32), t.var(1, 32));
    let na = t.un(UnOp::Not, a);
    let m1 = t.constant(0xffff_ffff, 32);
    let xa = t.bin(BinOp::Xor, a, m1);
    let f = t.apply("fadd", vec![na, b], 32);
    let g = t.apply("fadd", vec![xa, b], 32);
    let h = t.apply("fadd", vec![b, b], 32);
    assert!(ask(&t, f, g, &[]).is_proved());
    assert!(matches!(ask(&t, f, h, &[]).outcome, Outcome::Unknown(_)));
}
