//! Evaluation of rows against the terms' own evaluation of one input.

use super::*;
use isotope_ir::term::BinOp;

const ALL: [BinOp; 18] = {
    use BinOp::*;
    [Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr, Eq, Ult, Ule, Slt, Sle]
};

#[test]
fn every_operator_agrees_with_the_interpreter_at_every_kind_of_width() {
    for width in [1, 7, 8, 16, 32, 33, 64, 65, 127, 128] {
        let mut terms = Terms::new();
        let (a, b) = (terms.var(0, width), terms.var(1, width));
        let mut roots: Vec<TermId> = ALL.iter().map(|&op| terms.bin(op, a, b)).collect();
        roots.push(terms.un(UnOp::Not, a));
        roots.push(terms.un(UnOp::Neg, a));
        let c = terms.bin(BinOp::Slt, a, b);
        roots.push(terms.ite(c, a, b));
        roots.push(terms.extract(a, width / 3, (width / 2).max(1)));
        if width < 128 {
            roots.push(terms.sext(a, width + 1));
            roots.push(terms.zext(a, width + 1));
        }
        if width <= 64 {
            roots.push(terms.concat(a, b));
        }
        let evaluator = Evaluator::new(&terms, &roots).unwrap();
        let mut samples = Samples::new(width as u64);
        let rows: Vec<Vec<u128>> = (0..2).map(|_| (0..97).map(|_| samples.value(width)).collect()).collect();
        let got = evaluator.eval(&rows);
        for (r, &root) in roots.iter().enumerate() {
            for s in 0..97 {
                let want = terms.eval(root, &|n| rows[n as usize][s]).unwrap();
                assert_eq!(got[r][s], want, "width {width}, {:?}, sample {s}", terms.node(root));
            }
        }
    }
}

#[test]
fn an_uninterpreted_function_has_no_program() {
    let mut terms = Terms::new();
    let a = terms.var(0, 32);
    let f = terms.apply("fadd", vec![a, a], 32);
    assert!(Evaluator::new(&terms, &[f]).is_none());
}
