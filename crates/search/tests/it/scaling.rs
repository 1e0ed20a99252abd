//! Scalings keep the values of their forms, for every value of the argument.

use isotope_search::form::within;
use isotope_search::form::{Forms, Id};
use isotope_search::internals;
use isotope_search::scaling::scalings;
use isotope_smt::effort::Effort;

/// All values of a type as one stream's samples.
fn all_of(low: i128, high: i128) -> (Forms, Id) {
    let values: Vec<i128> = (low..=high).collect();
    let mut forms = Forms::new(values.len());
    let stream = forms.stream(0, (low, high), values);
    (forms, stream)
}

/// Asks for scalings of a form, and compares each on every value of the range.
fn found(forms: &mut Forms, id: Id) -> Vec<Id> {
    let out = scalings(forms, id, &Effort::new(u64::MAX, &|| false)).unwrap();
    for &scaled in &out {
        assert_eq!(forms.values(scaled), forms.values(id), "{:?}", forms.form(scaled));
        assert!(within(forms.range(scaled), forms.range(id)), "{:?}", forms.range(scaled));
    }
    out
}

#[test]
fn divisions_by_constants_have_them() {
    for (high, d) in [(2295, 9), (6375, 25), (12495, 49), (65535, 3), (65535, 255), (255, 9), (65535, 7)] {
        let (mut forms, x) = all_of(0, high);
        let quotient = forms.div(x, d);
        let narrow = found(&mut forms, quotient);
        assert!(!narrow.is_empty(), "{high} / {d}");
    }
}

#[test]
fn a_requantisation_is_cut_to_what_does_not_saturate() {
    let (mut forms, x) = all_of(-40_000, 40_000);
    let rounded = forms.sum(&[(1_518_500_250, x)], 1 << 36);
    let shifted = forms.shr(rounded, 37);
    let biased = forms.sum(&[(1, shifted)], 12);
    let clamped = forms.clamp(biased, 0, 255);
    assert!(!found(&mut forms, clamped).is_empty());
}

#[test]
fn what_saturates_and_then_wraps_drops_to_a_constant() {
    let (mut forms, x) = all_of(-17_280, 17_145);
    let product = forms.sum(&[(5_859_375, x)], 1 << 20);
    let shifted = forms.shr(product, 21);
    let words = forms.clamp(shifted, -32768, 32767);
    let biased = forms.sum(&[(1, words)], 3);
    let wrapped = forms.wrap(biased, 16, true);
    let clamped = forms.clamp(wrapped, 0, 255);
    assert!(!found(&mut forms, clamped).is_empty());
}

#[test]
fn random_rising_functions_keep_their_values() {
    let mut random = isotope_smt::concrete::Samples::new(11);
    let mut made = 0;
    for _ in 0..300 {
        let mut pick = |n: i128| (random.bits() as i128).rem_euclid(n);
        let low = -pick(3000);
        let (mut forms, x) = all_of(low, low + 1 + pick(6000));
        let (factor, shift) = (1 + pick(1 << 20), 1 + pick(24) as u32);
        let product = forms.sum(&[(factor, x)], pick(1 << 22) - (1 << 21));
        let floor = forms.shr(product, shift);
        let biased = forms.sum(&[(1, floor)], pick(300) - 150);
        let (lo, hi) = [(0, 255), (-128, 127), (-32768, 32767)][pick(3) as usize];
        let id = forms.clamp(biased, lo, hi);
        made += found(&mut forms, id).len();
    }
    assert!(made > 300, "{made}");
}

#[test]
fn what_is_short_as_it_is_has_none() {
    let (mut forms, x) = all_of(-500, 500);
    let shifted = forms.shr(x, 3);
    let plus = forms.sum(&[(1, x)], 7);
    let clamped = forms.clamp(plus, 0, 255);
    let square = forms.mul(x, x);
    let falling = forms.sum(&[(-3, x)], 0);
    let falling = forms.shr(falling, 4);
    for id in [x, shifted, plus, clamped, square, falling] {
        assert_eq!(found(&mut forms, id), [], "{:?}", forms.form(id));
    }
}

#[test]
fn a_wrap_in_the_midst_has_none() {
    // The function falls back to its least value and rises again.
    let (mut forms, x) = all_of(0, 2000);
    let product = forms.sum(&[(77, x)], 0);
    let wrapped = forms.wrap(product, 16, false);
    let shifted = forms.shr(wrapped, 5);
    assert_eq!(found(&mut forms, shifted), []);
}

#[test]
fn values_too_large_to_look_at_have_none() {
    let (low, high) = (-(1 << 100), 1 << 100);
    let mut forms = Forms::new(3);
    let x = forms.stream(0, (low, high), vec![low, 0, high]);
    let product = forms.sum(&[(3, x)], 1);
    let shifted = forms.shr(product, 9);
    assert_eq!(found(&mut forms, shifted), []);
}

#[test]
fn a_scaling_is_right_at_both_ends_of_every_step() {
    let mut random = isotope_smt::concrete::Samples::new(12);
    let mut made = 0;
    for _ in 0..60 {
        let mut pick = |n: i128| (random.bits() as i128).rem_euclid(n);
        let (low, divisor) = (-pick(2000), 3 + pick(200));
        let (mut forms, x) = all_of(low, low + 3000);
        let moved = forms.sum(&[(1, x)], divisor / 2);
        let quotient = forms.div(moved, divisor);
        for scaled in found(&mut forms, quotient) {
            let (own, other) = (forms.values(scaled), forms.values(quotient));
            let steps =
                |v: &[i128]| v.windows(2).enumerate().filter(|(_, w)| w[0] != w[1]).map(|s| s.0).collect::<Vec<_>>();
            assert_eq!(steps(own), steps(other), "by {divisor} from {low}");
            made += 1;
        }
    }
    assert!(made > 30, "{made}");
}

#[test]
fn looking_for_scalings_ends_with_the_effort() {
    let (mut forms, x) = all_of(0, 65535);
    let quotient = forms.div(x, 7);
    for budget in [0, 10, 1000] {
        let effort = Effort::new(budget, &|| false);
        assert!(scalings(&mut forms, quotient, &effort).is_err(), "{budget} is not enough");
        assert!(effort.spent() <= budget + 4096, "{}", effort.spent());
    }
}

#[test]
fn averages_are_those_of_values_that_are_never_negative() {
    let pairs: Vec<(i128, i128)> = (-128..=127).flat_map(|x| (-128..=127).step_by(3).map(move |y| (x, y))).collect();
    let mut forms = Forms::new(pairs.len());
    let a = forms.stream(0, (-128, 127), pairs.iter().map(|p| p.0).collect());
    let b = forms.stream(1, (-128, 127), pairs.iter().map(|p| p.1).collect());
    let c = forms.stream(2, (0, 255), pairs.iter().map(|p| p.0 + 128).collect());
    let d = forms.stream(3, (0, 255), pairs.iter().map(|p| p.1 + 128).collect());
    for (x, y, k) in [(a, b, 1), (a, b, 0), (c, d, 0)] {
        let sum = forms.sum(&[(1, x), (1, y)], k);
        let average = forms.shr(sum, 1);
        let [other] = found(&mut forms, average)[..] else { panic!("{:?}", forms.form(average)) };
        assert_ne!(other, average);
    }
}

#[test]
fn an_unsigned_rounded_average_and_a_sum_of_three_are_left_as_they_are() {
    let (mut forms, x) = all_of(0, 255);
    let y = forms.stream(1, (0, 255), (0..=255).rev().collect());
    let sum = forms.sum(&[(1, x), (1, y)], 1);
    let three = forms.sum(&[(2, x), (1, y)], 1);
    for sum in [sum, three] {
        let average = forms.shr(sum, 1);
        assert_eq!(internals::average(&mut forms, average), None);
    }
}
