//! Saturation is one form however a language without it spells it, and a spelling that only looks like it stays as it is.

use super::*;

/// A spelling of a clamp of one stream.
type Spelling = fn(&mut Forms, Id) -> Id;

/// 1 where the first is less than the second, of which one is a constant.
fn less(f: &mut Forms, x: Id, k: i128) -> Id {
    let k = f.constant(k);
    f.test(Test::Less, x, k)
}

/// Whether an unsigned 32-bit value is below a bound.
fn unsigned_below(f: &mut Forms, x: Id, k: i128) -> Id {
    let read = f.wrap(x, 32, false);
    less(f, read, k)
}

/// -1 where a value is negative, else 0.
fn sign(f: &mut Forms, x: Id) -> Id {
    f.shr(x, 31)
}

/// Its low byte.
fn byte(f: &mut Forms, x: Id) -> Id {
    f.wrap(x, 8, false)
}

/// x & ~255 ? otherwise : x, of which the low byte is taken.
fn unless_a_byte(f: &mut Forms, x: Id, otherwise: Id) -> Id {
    let (mask, zero) = (f.constant(-256), f.constant(0));
    let upper = f.bits(Bitwise::And, x, mask);
    let is_byte = f.test(Test::Equal, upper, zero);
    let chosen = f.select(is_byte, x, otherwise);
    byte(f, chosen)
}

/// Ways to write x clamped to a byte.
const TO_BYTE: &[(&str, Spelling)] = &[
    ("x < 0 ? 0 : umin(x, 255)", |f, x| {
        let (zero, most) = (f.constant(0), f.constant(255));
        let read = f.wrap(x, 32, false);
        let (least, negative) = (f.min(read, most), less(f, x, 0));
        f.select(negative, zero, least)
    }),
    ("(uint32) x < 256 ? x : x > 0 ? -1 : 0, as a byte", |f, x| {
        let (within, up_to_zero) = (unsigned_below(f, x, 256), less(f, x, 1));
        let mask = f.sum(&[(1, up_to_zero)], -1);
        let chosen = f.select(within, x, mask);
        byte(f, chosen)
    }),
    ("(uint32) x < 256 ? (byte) x : x > -1 ? 255 : 0", |f, x| {
        let (within, negative) = (unsigned_below(f, x, 256), less(f, x, 0));
        let (zero, most, low) = (f.constant(0), f.constant(255), byte(f, x));
        let outside = f.select(negative, zero, most);
        f.select(within, low, outside)
    }),
    ("x & ~255 ? (-x) >> 31 : x", |f, x| {
        let negated = f.sum(&[(-1, x)], 0);
        let mask = sign(f, negated);
        unless_a_byte(f, x, mask)
    }),
    ("x & ~255 ? ~x >> 31 : x", |f, x| {
        let complement = f.sum(&[(-1, x)], -1);
        let mask = sign(f, complement);
        unless_a_byte(f, x, mask)
    }),
    ("(uint32) x > 255 ? x < 0 ? 0 : 255 : x, in which the inner choice is by bits", |f, x| {
        let (within, mask, low) = (unsigned_below(f, x, 256), sign(f, x), f.constant(255));
        let flipped = f.bits(Bitwise::Xor, mask, low);
        let outside = byte(f, flipped);
        f.select(within, x, outside)
    }),
    ("x & ~(x >> 31), and the least of that and 255", |f, x| {
        let mask = sign(f, x);
        let keep = f.sum(&[(-1, mask)], -1);
        let positive = f.bits(Bitwise::And, x, keep);
        f.clamp(positive, -1 << 40, 255)
    }),
];

#[test]
fn saturation_to_bytes_is_one_clamp_however_it_is_written() {
    // The least number of 32 bits has no negation among them.
    for range in [(-700, 700), (-128, 1000), (1 - (1 << 31), (1 << 31) - 1)] {
        for (what, spelling) in TO_BYTE {
            let mut f = Forms::new(3);
            let x = f.stream(0, range, vec![range.0, 40, range.1]);
            let (found, wanted) = (spelling(&mut f, x), f.clamp(x, 0, 255));
            assert_eq!(found, wanted, "{what} of {range:?}: {:?}", f.form(found));
        }
    }
}

#[test]
fn saturation_to_signed_types_and_of_sums_is_one_clamp() {
    let (mut f, a, b) = grid((-300, 300), (-5, 5));
    let x = f.sum(&[(2, a), (-3, b)], 7);
    let within = {
        let moved = f.sum(&[(1, x)], 128);
        unsigned_below(&mut f, moved, 256)
    };
    let (mask, most) = (sign(&mut f, x), f.constant(127));
    let outside = f.bits(Bitwise::Xor, mask, most);
    let found = f.select(within, x, outside);
    assert_eq!(found, f.clamp(x, -128, 127));
    // A sum that was reduced to sixteen bits before is clamped as it is read then.
    let wide = f.sum(&[(400, a), (1, b)], 0);
    let read = f.wrap(wide, 16, true);
    let (low, zero, ones) = (byte(&mut f, read), f.constant(0), f.constant(255));
    let (within, negative) = (unsigned_below(&mut f, read, 256), less(&mut f, read, 0));
    let outside = f.select(negative, zero, ones);
    let found = f.select(within, low, outside);
    assert_eq!(found, f.clamp(read, 0, 255));
}

#[test]
fn bytes_that_are_read_with_a_sign_are_a_clamp_of_bytes() {
    let (mut f, x, _) = grid((-700, 700), (0, 0));
    let (within, negative) = (unsigned_below(&mut f, x, 256), less(&mut f, x, 0));
    let (zero, ones, low) = (f.constant(0), f.constant(-1), f.wrap(x, 8, true));
    let outside = f.select(negative, zero, ones);
    let found = f.select(within, low, outside);
    let clamp = f.clamp(x, 0, 255);
    assert_eq!(found, f.wrap(clamp, 8, true));
    let chosen = f.select(within, x, outside);
    assert_eq!(f.wrap(chosen, 8, true), found);
}

#[test]
fn what_only_looks_like_saturation_keeps_its_values() {
    let not: &[(&str, Spelling)] = &[
        ("the bound is 256", |f, x| {
            let (within, mask) = (unsigned_below(f, x, 257), less(f, x, 1));
            let mask = f.sum(&[(1, mask)], -1);
            let chosen = f.select(within, x, mask);
            byte(f, chosen)
        }),
        ("zero above, ones below", |f, x| {
            let mask = sign(f, x);
            unless_a_byte(f, x, mask)
        }),
        ("one bit is not tested", |f, x| {
            let (mask, zero) = (f.constant(-512), f.constant(0));
            let upper = f.bits(Bitwise::And, x, mask);
            let is_byte = f.test(Test::Equal, upper, zero);
            let negated = f.sum(&[(-1, x)], 0);
            let outside = sign(f, negated);
            let chosen = f.select(is_byte, x, outside);
            byte(f, chosen)
        }),
    ];
    for (what, spelling) in not {
        let (mut f, x, _) = grid((-700, 700), (0, 0));
        let (found, clamp) = (spelling(&mut f, x), f.clamp(x, 0, 255));
        assert_ne!(f.values(found), f.values(clamp), "{what}: the case itself is wrong");
        assert_ne!(found, clamp, "{what}");
    }
}

#[test]
fn choices_wraps_and_masks_keep_their_values() {
    for seed in 0..300 {
        let mut random = Samples::new(seed);
        let mut pick = |n: i128| (random.bits() as i128).rem_euclid(n);
        let (low, high) = (-pick(90), pick(90));
        let (mut f, x, y) = grid((low, high), (-pick(3), pick(3)));
        let mut made = vec![x, f.constant(pick(40) - 20), f.sum(&[(1, x), (1, y)], 0)];
        for _ in 0..12 {
            let mut any = || made[pick(made.len() as i128) as usize];
            let (a, b, c) = (any(), any(), any());
            let (k, bits) = (pick(60) - 30, 3 + pick(5) as u32);
            let bound = f.constant(k);
            let (next, wanted): (Id, Vec<i128>) = match pick(9) {
                0 | 1 => {
                    let test = f.test(if pick(4) == 0 { Test::Equal } else { Test::Less }, a, bound);
                    let choose = |i: usize| if f.values(test)[i] != 0 { f.values(b)[i] } else { f.values(c)[i] };
                    let wanted = (0..f.values(b).len()).map(choose).collect();
                    (f.select(test, b, c), wanted)
                }
                2 => {
                    let signed = k > 0;
                    let wanted = f.map1(a, |v| wrap(v, bits, signed));
                    (f.wrap(a, bits, signed), wanted)
                }
                3 => {
                    let mask = f.shr(b, 20);
                    let wanted = f.map2(a, mask, |p, q| p & q);
                    (f.bits(Bitwise::And, a, mask), wanted)
                }
                4 => {
                    let mask = f.shr(b, 20);
                    let wanted = f.map2(a, mask, |p, q| p ^ q);
                    (f.bits(Bitwise::Xor, a, mask), wanted)
                }
                5 => {
                    let upper = f.constant(-1 << bits);
                    let wanted = f.map2(a, upper, |p, q| p & q);
                    (f.bits(Bitwise::And, a, upper), wanted)
                }
                6 => (f.sum(&[(-1, a)], k), f.map1(a, |v| k - v)),
                7 => (f.shr(a, 2 + bits), f.map1(a, |v| v >> (2 + bits))),
                _ => (f.clamp(a, k - 12, k + 12), f.map1(a, |v| v.clamp(k - 12, k + 12))),
            };
            assert_eq!(f.values(next), wanted, "seed {seed}: {:?}", f.form(next));
            if f.range(next).1 - f.range(next).0 < 1 << 40 {
                made.push(next);
            }
        }
    }
}
