//! The solver's meaning of an operator against that of evaluation, at the corners of every kind of
//! width: a difference between the two would make proofs of another language.

use isotope_ir::term::BinOp::*;
use isotope_ir::term::{BinOp, TermId, Terms, UnOp, apply, mask};
use isotope_smt::{Direct, How, Method, Outcome, Prover, Query};

const OPS: [BinOp; 18] = [Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr, Eq, Ult, Ule, Slt, Sle];

fn corners(width: u32) -> Vec<u128> {
    let top = 1u128 << (width - 1);
    let mut all = vec![0, 1, 2, top, top - 1, top + 1, mask(width), u128::from(width), u128::from(width) - 1];
    all.iter_mut().for_each(|v| *v &= mask(width));
    all.sort_unstable();
    all.dedup();
    all
}

/// In an arena that folds nothing, so that the solver and not a constructor computes it.
fn equals(terms: &Terms, lhs: TermId, value: u128, what: &str) {
    let mut terms = terms.clone();
    let rhs = terms.constant(value, terms.width(lhs));
    let outcome = Direct.prove(&Query::prove(&terms, lhs, rhs, &[])).outcome;
    assert_eq!(outcome, Outcome::Proved(How::by(Method::Solver)), "{what} should be {value:x}");
}

#[test]
fn every_operator_means_the_same_to_the_solver() {
    for width in [1, 8, 64, 65, 128] {
        for (x, y) in corners(width).into_iter().flat_map(|x| corners(width).into_iter().map(move |y| (x, y))) {
            for op in OPS {
                // The others have no corner that a width makes.
                if width > 8 && !matches!(op, UDiv | URem | SDiv | SRem | Shl | LShr | AShr | Slt) {
                    continue;
                }
                let mut terms = Terms::raw();
                let (a, b) = (terms.constant(x, width), terms.constant(y, width));
                let made = terms.bin(op, a, b);
                equals(&terms, made, apply(op, x, y, width), &format!("{x:x} {op:?} {y:x} in {width} bits"));
            }
        }
    }
}

#[test]
fn every_other_node_means_the_same_to_the_solver() {
    for width in [1, 7, 64, 100] {
        for x in corners(width) {
            let mut terms = Terms::raw();
            let a = terms.constant(x, width);
            let (one, low) = (terms.constant(1, 1), terms.extract(a, 0, 1));
            let (half, zero) = ((width / 2).max(1), terms.constant(0, width));
            let nodes = [
                terms.un(UnOp::Not, a),
                terms.un(UnOp::Neg, a),
                terms.zext(a, 128),
                terms.sext(a, 128),
                terms.extract(a, width - half, half),
                terms.concat(a, one),
                terms.concat(one, a),
                terms.ite(low, a, zero),
                terms.un(UnOp::Not, low),
                terms.un(UnOp::Neg, low),
            ];
            for node in nodes {
                let value = terms.eval(node, &|_| 0).expect("no function is in it");
                equals(&terms, node, value, &format!("{:?} of {x:x} in {width} bits", terms.node(node)));
            }
        }
    }
}

/// One-bit terms are Booleans to the solver or vectors of one bit, as their readers want them; both are one value.
#[test]
fn truth_values_and_bits_are_one_thing() {
    for (x, y) in [(0u128, 0u128), (0, 1), (1, 0), (1, 1)] {
        for op in OPS {
            let mut terms = Terms::raw();
            let (a, b) = (terms.var(0, 1), terms.var(1, 1));
            let (ca, cb) = (terms.constant(x, 1), terms.constant(y, 1));
            let given = [terms.bin(Eq, a, ca), terms.bin(Eq, b, cb)];
            let made = terms.bin(op, a, b);
            // Read as a vector, and then as a condition.
            let wide = terms.concat(made, a);
            let chosen = terms.ite(made, b, a);
            let want = apply(op, x, y, 1);
            for (term, value) in [(made, want), (wide, want << 1 | x), (chosen, if want == 1 { y } else { x })] {
                let rhs = terms.constant(value, terms.width(term));
                let outcome = Direct.prove(&Query::prove(&terms, term, rhs, &given)).outcome;
                assert_eq!(outcome, Outcome::Proved(How::by(Method::Solver)), "{x} {op:?} {y}");
            }
        }
    }
}
