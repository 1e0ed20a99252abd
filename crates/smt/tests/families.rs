//! The equalities that instruction selection asks for, at the size of a lane: each must be proved, within a budget.

use isotope_ir::term::BinOp::*;
use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp};
use isotope_smt::{InProcess, Prover, Query};

/// `rlimit` allowed for each family; about 0.2 s of one core.
const BUDGET: u64 = 2_000_000;

fn int(t: &mut Terms, value: i128, w: u32) -> TermId {
    t.constant(value as u128, w)
}

fn if_less(t: &mut Terms, op: BinOp, a: TermId, b: TermId, x: TermId, y: TermId) -> TermId {
    let c = t.bin(op, a, b);
    t.ite(c, x, y)
}

/// A signed clamp to `[lo, hi]` in the operand's width.
fn clamp(t: &mut Terms, a: TermId, lo: i128, hi: i128) -> TermId {
    let w = t.width(a);
    let (lo, hi) = (int(t, lo, w), int(t, hi, w));
    let low = if_less(t, Slt, a, lo, lo, a);
    if_less(t, Slt, hi, low, hi, low)
}

/// The same as the vendors write it: `IF a > hi hi ELSE IF a < lo lo ELSE a`.
fn saturate(t: &mut Terms, a: TermId, lo: i128, hi: i128) -> TermId {
    let w = t.width(a);
    let (lo, hi) = (int(t, lo, w), int(t, hi, w));
    let inner = if_less(t, Slt, a, lo, lo, a);
    if_less(t, Slt, hi, a, hi, inner)
}

fn check(name: &str, t: &Terms, lhs: TermId, rhs: TermId, assumptions: &[TermId]) {
    let started = std::time::Instant::now();
    let answer = InProcess.prove(&Query::prove(t, lhs, rhs, assumptions).with_rlimit(BUDGET));
    println!("{name:48} {:?} rlimit {} {:?}", answer.outcome, answer.work, started.elapsed());
    assert!(answer.is_proved(), "{name}: {:?}", answer.outcome);
}

/// A sum in the given order, by twos when `tree`.
fn sum(t: &mut Terms, mut parts: Vec<TermId>, tree: bool) -> TermId {
    while parts.len() > 1 {
        if tree {
            parts = parts.chunks(2).map(|c| if c.len() == 2 { t.bin(Add, c[0], c[1]) } else { c[0] }).collect();
        } else {
            let (a, b) = (parts.remove(0), parts.remove(0));
            let s = t.bin(Add, a, b);
            parts.insert(0, s);
        }
    }
    parts[0]
}

#[test]
fn dot_products_with_accumulation() {
    let mut t = Terms::new();
    let products = |t: &mut Terms, wide: u32| -> Vec<TermId> {
        (0..9)
            .map(|i| {
                let (a, b) = (t.var(i, 8), t.var(20 + i, 8));
                let (a, b) = (t.zext(a, wide), t.sext(b, wide));
                t.bin(Mul, a, b)
            })
            .collect()
    };
    // Products in 16 bits, widened and added one after the other...
    let narrow = products(&mut t, 16);
    let widened: Vec<TermId> = narrow.iter().map(|&p| t.sext(p, 32)).collect();
    let one_by_one = sum(&mut t, widened, false);
    // ... and four at a time in 32 bits, in another order.
    let mut wide = products(&mut t, 32);
    wide.reverse();
    let in_fours: Vec<TermId> = wide.chunks(4).map(|c| sum(&mut t, c.to_vec(), true)).collect();
    let tree = sum(&mut t, in_fours, true);
    check("9 u8*i8 products, re-associated", &t, one_by_one, tree, &[]);
}

/// The greater less the lesser, in the way that is asked for.
fn apart(t: &mut Terms, a: TermId, b: TermId, way: u32) -> TermId {
    match way {
        // By a comparison of both.
        0 => {
            let (ab, ba) = (t.bin(Sub, a, b), t.bin(Sub, b, a));
            if_less(t, Slt, a, b, ba, ab)
        }
        // By the sign of the difference.
        1 => {
            let (difference, zero) = (t.bin(Sub, a, b), int(t, 0, t.width(a)));
            let negated = t.un(UnOp::Neg, difference);
            if_less(t, Slt, difference, zero, negated, difference)
        }
        _ => {
            let (most, least) = (if_less(t, Slt, b, a, a, b), if_less(t, Slt, a, b, a, b));
            t.bin(Sub, most, least)
        }
    }
}

/// Weighted sums of what a comparison of distances chooses, as a demosaic has them: scaled down and clamped once, or with the scale's
/// power of two taken out, saturated in 16 bits, scaled down and saturated in 8.
#[test]
fn clamps_of_a_sum_of_choices() {
    for (way, clamped) in [(1, false), (2, false), (1, true), (2, true)] {
        let mut t = Terms::new();
        let zero = int(&mut t, 0, 16);
        let five: Vec<TermId> = (0..5)
            .map(|n| {
                let (x, y, z) = (t.var(3 * n, 16), t.var(3 * n + 1, 16), t.var(3 * n + 2, 16));
                let most = if_less(&mut t, Slt, x, y, y, x);
                let least = if_less(&mut t, Slt, z, most, z, most);
                if clamped { if_less(&mut t, Slt, zero, least, least, zero) } else { x }
            })
            .collect();
        let given: Vec<TermId> = if clamped { vec![] } else { five.iter().map(|&x| t.bin(Sle, zero, x)).collect() };
        let mut side = |way: u32, wide: u32| {
            let mut five = five.clone();
            if way == 1 && clamped {
                // The same clamp the other way round.
                for x in &mut five {
                    if let Node::Ite(_, least, _) = *t.node(*x) {
                        *x = if_less(&mut t, Slt, least, zero, zero, least);
                    }
                }
            }
            let mean = |t: &mut Terms, a: TermId, b: TermId| {
                let (a, b, one) = (t.zext(a, wide), t.zext(b, wide), int(t, 1, wide));
                let sum = t.bin(Add, a, b);
                let up = t.bin(Add, sum, one);
                t.extract(up, 1, 16)
            };
            let (near, far) = (apart(&mut t, five[0], five[1], way), apart(&mut t, five[2], five[3], way));
            let (of_near, of_far) = (mean(&mut t, five[0], five[1]), mean(&mut t, five[2], five[3]));
            let chosen = if_less(&mut t, Ult, near, far, of_near, of_far);
            let beside = mean(&mut t, five[4], five[0]);
            let beside = t.bin(Sub, five[4], beside);
            (t.sext(chosen, 32), t.sext(beside, 32))
        };
        let ((a, b), (x, y)) = (side(0, 32), side(way, 18));
        let mut weighed = |[a, b]: [TermId; 2], [k, m]: [i128; 2]| {
            let (k, m) = (int(&mut t, k, 32), int(&mut t, m, 32));
            let (a, b) = (t.bin(Mul, a, k), t.bin(Mul, b, m));
            t.bin(Add, a, b)
        };
        let (once, first) = (weighed([a, b], [200, 56]), weighed([x, y], [25, 7]));
        let ten = int(&mut t, 10, 32);
        let once = t.bin(AShr, once, ten);
        let once = clamp(&mut t, once, 0, 255);
        let once = t.extract(once, 0, 8);
        let half = saturate(&mut t, first, 0, 65535);
        let (half, seven) = (t.extract(half, 0, 16), int(&mut t, 7, 16));
        let half = t.bin(LShr, half, seven);
        let top = int(&mut t, 255, 16);
        let twice = if_less(&mut t, Ult, top, half, top, half);
        let twice = t.extract(twice, 0, 8);
        check(&format!("clamps of a sum of choices, way {way}, clamped {clamped}"), &t, once, twice, &given);
    }
}

#[test]
fn weighted_sums_of_25() {
    let mut t = Terms::new();
    let weights = [1, 4, 6, 4, 1, 4, 16, 24, 16, 4, 6, 24, 36, 24, 6, 4, 16, 24, 16, 4, 1, 4, 6, 4, 1];
    let term = |t: &mut Terms, i: usize, w: u32| {
        let x = t.var(i as u32, 8);
        let x = t.zext(x, w);
        let k = int(t, weights[i], w);
        t.bin(Mul, x, k)
    };
    let flat: Vec<TermId> = (0..25).map(|i| term(&mut t, i, 16)).collect();
    let flat = sum(&mut t, flat, false);
    // Separable: columns of 1 4 6 4 1 first, widened to 32 bits at the end.
    let columns: Vec<TermId> = (0..5)
        .map(|c| {
            let column: Vec<TermId> = (0..5)
                .map(|r| {
                    let x = t.var((5 * r + c) as u32, 8);
                    let x = t.zext(x, 16);
                    let k = int(&mut t, weights[5 * r], 16);
                    t.bin(Mul, x, k)
                })
                .collect();
            let s = sum(&mut t, column, true);
            let s = t.zext(s, 32);
            let k = int(&mut t, weights[c], 32);
            t.bin(Mul, s, k)
        })
        .collect();
    let separable = sum(&mut t, columns, true);
    let eight = int(&mut t, 8, 16);
    let narrow = t.bin(LShr, flat, eight);
    let eight = int(&mut t, 8, 32);
    let wide = t.bin(LShr, separable, eight);
    let (narrow, wide) = (t.extract(narrow, 0, 8), t.extract(wide, 0, 8));
    check("5x5 gaussian, flat and separable", &t, narrow, wide, &[]);
}

#[test]
fn pairwise_multiply_add() {
    let mut t = Terms::new();
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| t.var(i, 8));
    let both = |t: &mut Terms, w: u32| {
        let (za, sb, zc, sd) = (t.zext(a, w), t.sext(b, w), t.zext(c, w), t.sext(d, w));
        let (x, y) = (t.bin(Mul, za, sb), t.bin(Mul, zc, sd));
        t.bin(Add, x, y)
    };
    let wide = both(&mut t, 32);
    let clamped = clamp(&mut t, wide, -32768, 32767);
    let lhs = t.extract(clamped, 0, 16);
    let exact = both(&mut t, 17);
    let saturated = saturate(&mut t, exact, -32768, 32767);
    let rhs = t.extract(saturated, 0, 16);
    check("pmaddubsw", &t, lhs, rhs, &[]);
}

#[test]
fn saturating_packs() {
    let mut t = Terms::new();
    let a = t.var(0, 32);
    // 32 to 8 bits at once, and by way of 16.
    let once = clamp(&mut t, a, 0, 255);
    let once = t.extract(once, 0, 8);
    let first = saturate(&mut t, a, -32768, 32767);
    let half = t.extract(first, 0, 16);
    let second = saturate(&mut t, half, 0, 255);
    let twice = t.extract(second, 0, 8);
    check("packssdw then packuswb", &t, once, twice, &[]);
    // Sums of u8 pairs, saturated: in 9 bits and in 16.
    let (x, y) = (t.var(1, 8), t.var(2, 8));
    let mut add = |w: u32| {
        let (x, y) = (t.zext(x, w), t.zext(y, w));
        let s = t.bin(Add, x, y);
        let top = int(&mut t, 255, w);
        let s = if_less(&mut t, Ult, s, top, s, top);
        t.extract(s, 0, 8)
    };
    let (l, r) = (add(9), add(16));
    check("paddusb", &t, l, r, &[]);
}

#[test]
fn division_by_nine_of_a_sum() {
    let mut t = Terms::new();
    let parts: Vec<TermId> = (0..9)
        .map(|i| {
            let x = t.var(i, 8);
            t.zext(x, 16)
        })
        .collect();
    let mut reversed = parts.clone();
    reversed.reverse();
    let s = sum(&mut t, parts, false);
    let nine = int(&mut t, 9, 16);
    let exact = t.bin(UDiv, s, nine);
    let s = sum(&mut t, reversed, true);
    let wide = t.zext(s, 32);
    let magic = int(&mut t, 7282, 32);
    let product = t.bin(Mul, wide, magic);
    let high = t.extract(product, 16, 16);
    check("sum of 9 over 9, by a high product", &t, exact, high, &[]);
}

#[test]
fn rounding_high_products() {
    let mut t = Terms::new();
    let (a, b) = (t.var(0, 16), t.var(1, 16));
    let product = |t: &mut Terms, w: u32| {
        let (a, b) = (t.sext(a, w), t.sext(b, w));
        t.bin(Mul, a, b)
    };
    // pmulhrsw as Intel writes it: ((a * b >> 14) + 1) >> 1, low half.
    let p = product(&mut t, 32);
    let (k14, one) = (int(&mut t, 14, 32), int(&mut t, 1, 32));
    let shifted = t.bin(AShr, p, k14);
    let up = t.bin(Add, shifted, one);
    let intel = t.bin(AShr, up, one);
    let intel = t.extract(intel, 0, 16);
    // Halide's rounding_mul_shift_right(a, b, 15), saturating, where it does not saturate.
    let p = product(&mut t, 64);
    let (half, k15) = (int(&mut t, 1 << 14, 64), int(&mut t, 15, 64));
    let up = t.bin(Add, p, half);
    let halide = t.bin(AShr, up, k15);
    let halide = clamp(&mut t, halide, -32768, 32767);
    let halide = t.extract(halide, 0, 16);
    let least = int(&mut t, -32767, 16);
    let bounded = t.bin(Sle, least, a);
    check("pmulhrsw, saturating form, a > -32768", &t, intel, halide, &[bounded]);
    // The same without saturation, everywhere.
    let p = product(&mut t, 32);
    let (half, k15) = (int(&mut t, 1 << 14, 32), int(&mut t, 15, 32));
    let up = t.bin(Add, p, half);
    let plain = t.bin(AShr, up, k15);
    let plain = t.extract(plain, 0, 16);
    check("pmulhrsw, plain form", &t, intel, plain, &[]);
}

#[test]
fn averages_and_differences() {
    let mut t = Terms::new();
    let (a, b) = (t.var(0, 8), t.var(1, 8));
    // |a - b| as the or of two saturating differences, and by comparison in 16 bits.
    let difference = |t: &mut Terms, x: TermId, y: TermId| {
        let (zero, d) = (int(t, 0, 8), t.bin(Sub, x, y));
        if_less(t, Ult, y, x, d, zero)
    };
    let (ab, ba) = (difference(&mut t, a, b), difference(&mut t, b, a));
    let either = t.bin(Or, ab, ba);
    let (wa, wb) = (t.zext(a, 16), t.zext(b, 16));
    let (x, y) = (t.bin(Sub, wa, wb), t.bin(Sub, wb, wa));
    let zero = int(&mut t, 0, 16);
    let absolute = if_less(&mut t, Slt, x, zero, y, x);
    let absolute = t.extract(absolute, 0, 8);
    check("absd by two psubusb", &t, either, absolute, &[]);
    // (a + b) / 2 from the rounding one: pavgb(a, b) - ((a ^ b) & 1).
    let one16 = int(&mut t, 1, 16);
    let s = t.bin(Add, wa, wb);
    let plain = t.bin(LShr, s, one16);
    let plain = t.extract(plain, 0, 8);
    let up = t.bin(Add, s, one16);
    let up = t.bin(LShr, up, one16);
    let up = t.extract(up, 0, 8);
    let one = int(&mut t, 1, 8);
    let odd = t.bin(Xor, a, b);
    let odd = t.bin(And, odd, one);
    let from_up = t.bin(Sub, up, odd);
    check("halving_add by pavgb", &t, plain, from_up, &[]);
}

#[test]
fn requantisation_of_what_does_not_saturate() {
    let mut t = Terms::new();
    let products: Vec<TermId> = (0..4)
        .map(|i| {
            let (a, b) = (t.var(2 * i, 8), t.var(2 * i + 1, 8));
            let (a, b) = (t.zext(a, 32), t.sext(b, 32));
            t.bin(Mul, a, b)
        })
        .collect();
    let start = t.var(8, 32);
    let forward = sum(&mut t, [&products[..], &[start]].concat(), false);
    let backward = sum(&mut t, [&[start], &products[..]].concat(), true);
    for (name, x, y) in [("of an input", start, start), ("of a sum", forward, backward)] {
        // Halide: clamp(((x * 1518500250 + 2^36) >> 37) + 12, 0, 255) in 64 bits.
        let wide = t.sext(x, 64);
        let (multiplier, half) = (int(&mut t, 1_518_500_250, 64), int(&mut t, 1 << 36, 64));
        let product = t.bin(Mul, wide, multiplier);
        let up = t.bin(Add, product, half);
        let (shift, zero) = (int(&mut t, 37, 64), int(&mut t, 12, 64));
        let down = t.bin(AShr, up, shift);
        let biased = t.bin(Add, down, zero);
        let halide = clamp(&mut t, biased, 0, 255);
        let halide = t.extract(halide, 0, 8);
        // Saturated to 16 bits, the upper half of a product, saturated to 16 bits again, biased, shifted, saturated.
        let narrow = saturate(&mut t, y, -32768, 32767);
        let wide = t.sext(narrow, 64);
        let multiplier = int(&mut t, 1_518_500_250, 64);
        let product = t.bin(Mul, wide, multiplier);
        let upper = t.extract(product, 32, 32);
        let upper = saturate(&mut t, upper, -32768, 32767);
        let upper = t.extract(upper, 0, 16);
        let bias = int(&mut t, 12 * 32 + 16, 16);
        let biased = t.bin(Add, upper, bias);
        let five = int(&mut t, 5, 16);
        let down = t.bin(AShr, biased, five);
        let got = saturate(&mut t, down, 0, 255);
        let got = t.extract(got, 0, 8);
        check(&format!("requantisation {name}"), &t, halide, got, &[]);
    }
}
