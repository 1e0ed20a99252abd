//! A form that is written with other operations is the form of the one that it is.

use super::*;

/// Two small numbers, of either sign or of none.
fn numbers(signed: bool) -> (Forms, Id, Id) {
    if signed { grid((-128, 127), (-128, 127)) } else { grid((0, 255), (0, 255)) }
}

#[test]
fn averages_are_one_form_however_their_bits_are_put_together() {
    for signed in [false, true] {
        let (mut f, a, b) = numbers(signed);
        let [and, or, xor] = [Bitwise::And, Bitwise::Or, Bitwise::Xor].map(|op| f.bits(op, a, b));
        let (half, halves) = (f.shr(xor, 1), [f.shr(a, 1), f.shr(b, 1)]);
        let one = f.constant(1);
        let [down, up] = [0, 1].map(|k| {
            let sum = f.sum(&[(1, a), (1, b)], k);
            f.shr(sum, 1)
        });
        assert_eq!(f.add(and, half), down);
        assert_eq!(f.sub(or, half), up);
        for (joint, wanted) in [(and, down), (or, up)] {
            let bit = f.bits(Bitwise::And, joint, one);
            assert_eq!(f.sum(&[(1, halves[0]), (1, halves[1]), (1, bit)], 0), wanted);
        }
        // Beside something else as well.
        let more = f.sum(&[(1, or), (-1, half), (3, a)], 7);
        assert_eq!(more, f.sum(&[(1, up), (3, a)], 7));
        let difference = f.sub(b, a);
        let moved = f.shr(difference, 1);
        assert_eq!(f.add(a, moved), down);
        // Three of one half and one more, as in a sharpened picture: five halves would need more bits.
        let sharper = f.sum(&[(3, a), (-3, b)], 0);
        let half = f.shr(sharper, 1);
        let sum = f.add(a, half);
        assert_eq!(f.linear(sum).0.len(), 2);
    }
}

#[test]
fn absolute_differences_are_one_form_however_they_are_chosen() {
    for signed in [false, true] {
        let (mut f, a, b) = numbers(signed);
        let [there, back] = [f.sub(a, b), f.sub(b, a)];
        let wanted = f.abs(there);
        let (most, least) = (f.max(a, b), f.min(a, b));
        assert_eq!(f.sub(most, least), wanted);
        assert_eq!(f.add(most, least), f.add(a, b));
        let less = f.test(Test::Less, a, b);
        assert_eq!(f.select(less, back, there), wanted);
        let wrapped = [f.wrap(back, 8, signed), f.wrap(there, 8, signed)];
        let chosen = f.select(less, wrapped[0], wrapped[1]);
        assert_eq!(chosen, f.wrap(wanted, 8, signed));
        let zero = f.constant(0);
        let cut = [f.clamp(there, 0, 1 << 20), f.clamp(back, 0, 1 << 20)];
        assert_eq!(f.select(less, zero, there), cut[0]);
        assert_eq!(f.select(less, back, zero), cut[1]);
        assert_eq!(f.bits(Bitwise::Or, cut[0], cut[1]), wanted);
        assert_eq!(f.add(cut[0], cut[1]), wanted);
    }
}

#[test]
fn choices_by_an_order_are_extrema_and_clamps() {
    let (mut f, a, b) = numbers(true);
    let less = f.test(Test::Less, a, b);
    assert_eq!(f.select(less, a, b), f.min(a, b));
    assert_eq!(f.select(less, b, a), f.max(a, b));
    let [low, high] = [-20, 50].map(|k| f.constant(k));
    let above = f.test(Test::Less, high, a);
    let below = f.test(Test::Less, a, low);
    let cut = f.select(above, high, a);
    assert_eq!(f.select(below, low, cut), f.clamp(a, -20, 50));
    let cut = f.select(below, low, a);
    assert_eq!(f.select(above, high, cut), f.clamp(a, -20, 50));
}

#[test]
fn a_shift_of_bits_that_were_extended_with_a_sign_is_a_floor() {
    let (mut f, a, b) = numbers(true);
    let sum = f.add(a, b);
    let read = f.wrap(sum, 16, false);
    let shifted = f.shr(read, 1);
    assert_eq!(f.wrap(shifted, 8, true), f.shr(sum, 1));
    // Bits from above the sixteenth are not those of the exact sum.
    let shifted = f.shr(read, 9);
    assert_ne!(f.wrap(shifted, 8, true), f.shr(sum, 9));
}

#[test]
fn what_is_shifted_up_and_down_again_is_a_value_of_fewer_bits() {
    let (mut f, a, b) = grid((-70, 300), (-5, 5));
    let x = f.sum(&[(3, a), (1, b)], 2);
    for (up, down, signed) in [(24, 24, true), (24, 24, false), (24, 26, true), (20, 16, true)] {
        let raised = f.sum(&[(1 << up, x)], 0);
        let wide = f.wrap(raised, 32, signed);
        let found = f.shr(wide, down);
        let least = up.min(down);
        let rest = f.sum(&[(1 << (up - least), x)], 0);
        let narrow = f.wrap(rest, 32 - least, signed);
        assert_eq!(found, f.shr(narrow, down - least));
        assert_eq!(f.values(found), f.map1(x, |v| wrap(v << up, 32, signed) >> down));
    }
}
