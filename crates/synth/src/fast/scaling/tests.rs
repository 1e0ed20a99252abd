//! Scalings keep the values of their forms, for every value of the argument.

use super::*;
use crate::fast::form::within;

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
