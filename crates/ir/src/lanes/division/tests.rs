//! Divisions over magnitudes against the integers' own.

use super::*;
use crate::term::{mask, signed};

const DIVISIONS: [Op; 4] = [Op::Div, Op::Mod, Op::DivRoundToZero, Op::ModRoundToZero];

/// The value that Halide or C gives; `None` by zero in C.
fn model(op: &Op, a: i128, b: i128) -> Option<i128> {
    Some(match op {
        Op::Div | Op::Mod if b == 0 => 0,
        Op::Div => a.div_euclid(b),
        Op::Mod => a.rem_euclid(b),
        Op::DivRoundToZero => a.checked_div(b)?,
        _ => a.checked_rem(b)?,
    })
}

/// How many pairs of values have the model's value, by a variable or by a constant.
fn compared(bits: u32, values: &[u128], by_constant: bool) -> usize {
    let mut compared = 0;
    for (op, is_signed) in DIVISIONS.iter().flat_map(|op| [(op, true), (op, false)]) {
        let number = |v: u128| if is_signed { signed(v, bits) } else { v as i128 };
        let written = |terms: &mut Terms, y: TermId| {
            let x = terms.var(0, bits);
            match op {
                Op::Div | Op::Mod => euclidean(terms, op, is_signed, x, y),
                _ => truncating(terms, op, is_signed, x, y),
            }
        };
        let mut terms = Terms::new();
        let y = terms.var(1, bits);
        let by_variable = written(&mut terms, y);
        for &b in values {
            let value = if by_constant {
                let y = terms.constant(b, bits);
                written(&mut terms, y)
            } else {
                by_variable
            };
            for &a in values {
                let Some(want) = model(op, number(a), number(b)) else { continue };
                let got = terms.eval(value, &|n| if n == 0 { a } else { b });
                assert_eq!(got, Some(want as u128 & mask(bits)), "{op:?} of {} by {}", number(a), number(b));
                compared += 1;
            }
        }
    }
    compared
}

/// Six bits are as many as eight or sixty-four to a rule that is the same at each width.
#[test]
fn every_pair_of_six_bits_is_divided_as_it_should_be() {
    let all: Vec<u128> = (0..64).collect();
    // By zero C has no value: two operations, both signednesses, each dividend.
    let pairs = 8 * 64 * 64 - 4 * 64;
    assert_eq!((compared(6, &all, false), compared(6, &all, true)), (pairs, pairs));
}

#[test]
fn wider_values_are_divided_as_they_should_be() {
    for bits in [16, 32, 64] {
        let half = 1u128 << (bits - 1);
        let corners = [0, 1, 2, 3, 7, 100, half - 2, half - 1, half, half + 1, half + 100, mask(bits) - 6, mask(bits)];
        assert!(compared(bits, &corners, false) + compared(bits, &corners, true) > 2_000);
    }
}
