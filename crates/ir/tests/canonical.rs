//! Phrasings that are one expression have one hash; expressions that differ have two.

#![allow(clippy::unwrap_used)]

use isotope_ir::canon::canonicalise;
use isotope_ir::{parse, print};

fn canonical(text: &str) -> (String, [u8; 32]) {
    let window = parse::parse_window(text).unwrap_or_else(|e| panic!("{e}"));
    let canonical = canonicalise(&window);
    (print::print(&canonical.window), canonical.hash)
}

#[track_caller]
fn same(a: &str, b: &str) {
    assert_eq!(canonical(a), canonical(b));
}

#[track_caller]
fn differ(a: &str, b: &str) {
    assert_ne!(canonical(a).1, canonical(b).1);
}

#[test]
fn names_do_not_matter() {
    same(
        "uint8x8 (uint8x8)halving_add((uint8x8)a, (uint8x8)b)",
        "uint8x8 (uint8x8)halving_add((uint8x8)q, (uint8x8)p)",
    );
    same("uint8x8 (uint8x8)a - (uint8x8)b", "uint8x8 (uint8x8)b - (uint8x8)a");
    differ("uint8x8 (uint8x8)a - (uint8x8)b", "uint8x8 (uint8x8)a - (uint8x8)a");
}

#[test]
fn operand_order_does_not_matter() {
    same(
        "int16x8 max((int16x8)a*(int16x8)b, (int16x8)c) + (int16x8)a",
        "int16x8 (int16x8)x + max((int16x8)z, (int16x8)y*(int16x8)x)",
    );
    differ("int16x8 (int16x8)a*(int16x8)b + (int16x8)a", "int16x8 (int16x8)a*(int16x8)b + (int16x8)c");
}

#[test]
fn fused_and_plain_are_one() {
    same(
        "uint16x8 (uint16x8)widening_add((uint8x8)a, (uint8x8)b)",
        "uint16x8 uint16x8((uint8x8)a) + uint16x8((uint8x8)b)",
    );
    same(
        "uint16x8 (uint16x8)widen_right_add(uint16x8((uint8x8)a), (uint8x8)b)",
        "uint16x8 (uint16x8)widening_add((uint8x8)b, (uint8x8)a)",
    );
    same(
        "uint8x8 (uint8x8)saturating_add((uint8x8)a, (uint8x8)b)",
        "uint8x8 uint8x8(min((uint16x8)widening_add((uint8x8)a, (uint8x8)b), x8((uint16)255)))",
    );
    same(
        "uint8x8 (uint8x8)rounding_halving_add((uint8x8)a, (uint8x8)b)",
        "uint8x8 uint8x8((uint16x8)shift_right((uint16x8)widening_add((uint8x8)a, (uint8x8)b) + x8((uint16)1), x8((uint16)1)))",
    );
    same(
        "int16x8 (int16x8)saturating_cast((int32x8)a)",
        "int16x8 int16x8(max(min((int32x8)a, x8(32767)), x8(-32768)))",
    );
}

#[test]
fn phrasing_of_constants_does_not_matter() {
    same("uint16x8 (uint16x8)shift_left((uint16x8)a, x8((uint16)1))", "uint16x8 x8((uint16)2)*(uint16x8)a");
    same("uint16x8 (uint16x8)a + (uint16x8)a", "uint16x8 (uint16x8)shift_left((uint16x8)a, x8((uint16)1))");
    same("int16x8 (int16x8)a/x8((int16)8)", "int16x8 (int16x8)shift_right((int16x8)a, x8((uint16)3))");
    same("int16x8 (int16x8)a % x8((int16)8)", "int16x8 (int16x8)bitwise_and(x8((int16)7), (int16x8)a)");
    same("int16x8 (int16x8)a - x8((int16)8)", "int16x8 (int16x8)a + x8((int16)-8)");
    same(
        "uint16x8 (uint16x8)widening_shift_left((uint8x8)a, x8((uint8)1))",
        "uint16x8 uint16x8((uint8x8)a)*x8((uint16)2)",
    );
    differ("int16x8 (int16x8)a/x8((int16)8)", "int16x8 (int16x8)a/x8((int16)9)");
}

#[test]
fn likely_lets_and_double_casts_do_not_matter() {
    same(
        "int32x8 let t = int32x8(int16x8((uint8x8)a)) in likely(t) + t",
        "int32x8 int32x8((uint8x8)b) + int32x8(uint16x8((uint8x8)b))",
    );
    // Through a narrower type a cast loses bits.
    differ("int32x8 int32x8(int8x8((uint8x8)a))", "int32x8 int32x8((uint8x8)a)");
}

#[test]
fn choices_are_minima() {
    same("int16x8 select((int16x8)a < (int16x8)b, (int16x8)a, (int16x8)b)", "int16x8 min((int16x8)a, (int16x8)b)");
    same("int16x8 select((int16x8)a > (int16x8)b, (int16x8)a, (int16x8)b)", "int16x8 max((int16x8)a, (int16x8)b)");
    // Not of floats: a NaN tells them apart.
    differ(
        "float32x8 select((float32x8)a < (float32x8)b, (float32x8)a, (float32x8)b)",
        "float32x8 min((float32x8)a, (float32x8)b)",
    );
}

#[test]
fn facts_matter_and_absolute_offsets_do_not() {
    let load =
        |a: i32, b: i32| format!("uint8x8 max((uint8x8)in[ramp(t + {a}, 1, 8)], (uint8x8)in[ramp(t + {b}, 1, 8)])");
    same(&load(0, 1), &load(4, 5));
    same(&load(0, 1), &load(1, 0).replace("in[", "other[").replace("t +", "u +"));
    differ(&load(0, 1), &load(0, 2));
    differ("let a : uint8x8 in [0, 9]\nuint8x8 a + (uint8x8)b", "uint8x8 (uint8x8)a + (uint8x8)b");
    differ("int32x8 no_wrap((int32x8)a + (int32x8)b)", "int32x8 (int32x8)a + (int32x8)b");
}

/// The hash is stored: it may change only on purpose.
#[test]
fn the_hash_is_fixed() {
    let (text, hash) = canonical("uint8x64 (uint8x64)saturating_add((uint8x64)d0, (uint8x64)d1)");
    assert_eq!(text, "uint8x64 (uint8x64)saturating_cast(uint16x64((uint8x64)v0) + uint16x64((uint8x64)v1))\n");
    assert_eq!(hash, *blake3::hash(text.as_bytes()).as_bytes());
}

/// Every window of the corpus, canonical and as printed, is canonicalised within the bounds and is its own form.
#[test]
fn corpus_windows_have_forms() {
    let root = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/windows/x86");
    let mut hashes = std::collections::BTreeSet::new();
    let mut count = 0;
    for file in std::fs::read_dir(root).unwrap() {
        for window in parse::parse_file(&std::fs::read_to_string(file.unwrap().path()).unwrap()).unwrap().windows {
            let once = canonicalise(&window);
            assert_eq!(canonicalise(&once.window).hash, once.hash, "{}", print::print(&window));
            hashes.insert(once.hash);
            count += 1;
        }
    }
    // The kernels share windows: the let before and after a mirror, the two quantised products.
    assert_eq!(count, 41);
    println!("{} different windows", hashes.len());
    assert!(hashes.len() >= 30);
}
