//! Pruned grammars of real windows.

#![allow(clippy::unwrap_used)]

use isotope_dictionary::Dictionary;
use isotope_grammars::embedded;
use isotope_hydride::Pattern;
use isotope_hydride::{self as grammar, Grammar, GrammarTarget, Options, Reason, WindowFacts};
use std::collections::BTreeSet;

fn x86() -> &'static Dictionary {
    embedded().get("x86_64").unwrap().dictionary()
}

fn facts(text: &str) -> WindowFacts {
    let file = isotope_ir::parse::parse_file(text).unwrap();
    WindowFacts::of(&file.windows[0], 512, &[128, 256, 512])
}

fn build(text: &str, options: Options) -> Grammar {
    let dictionary = x86();
    let features: BTreeSet<String> =
        dictionary.members().iter().flat_map(|m| m.features.iter().map(|f| (*f).to_owned())).collect();
    grammar::build(&facts(text), dictionary, GrammarTarget { features: &features, cpu: "znver4" }, options)
}

const ADDS: &str = "uint8x64 ((uint8x64)a + (uint8x64)b)\n";
const DOT: &str =
    "int32x16 ((int32x16)vector_reduce_add(int32x64((int16x64)widening_mul((uint8x64)a, (int8x64)b))) + (int32x16)c)\n";

fn unscored() -> Options {
    Options { sbos: None, classes: None, ..Options::default() }
}

#[test]
fn byte_additions_keep_what_adds_bytes() {
    let grammar = build(ADDS, unscored());
    for name in ["_mm512_add_epi8", "_mm512_adds_epu8", "_mm512_avg_epu8"] {
        assert!(grammar.contains(name), "{name} is missing");
    }
    for name in ["_mm512_mullo_epi64", "_mm512_mul_epu32", "_mm512_add_epi64", "_mm_add_epi8"] {
        assert!(!grammar.contains(name), "{name} is there");
    }
    assert!(grammar.dropped[&Reason::Operations] > 0 && grammar.dropped[&Reason::Sizes] > 0);
}

#[test]
fn dot_products_stay_for_dot_products() {
    let grammar = build(DOT, Options::default());
    assert!(grammar.contains("_mm512_dpbusd_epi32"), "{:#?}", grammar.classes);
    assert!(build(DOT, unscored()).contains("_mm512_maddubs_epi16"));
}

#[test]
fn narrower_elements_go() {
    let text = "int32x16 ((int32x16)a + (int32x16)b)\n";
    assert!(!build(text, unscored()).contains("_mm512_add_epi16"));
    let wide = Options { narrow: false, bvs: false, ..unscored() };
    assert!(build(text, wide).contains("_mm512_add_epi16"));
    let only_narrow = build(text, Options { bvs: false, ..unscored() });
    assert!(only_narrow.dropped[&Reason::Narrow] > 0 && only_narrow.contains("_mm512_add_epi64"));
}

#[test]
fn scoring_keeps_k_of_a_class() {
    for k in [1, 3] {
        let grammar = build(DOT, Options { sbos: Some(k), ..Options::default() });
        assert!(grammar.classes.iter().all(|c| (1..=k).contains(&c.members.len())));
        assert!(grammar.dropped[&Reason::Score] > 0);
        assert!(grammar.classes.iter().all(|c| c.members.is_sorted_by(|a, b| a.score >= b.score)));
    }
}

#[test]
fn so_many_classes_of_each_kind_stay() {
    let grammar = build(ADDS, Options { classes: Some(3), ..Options::default() });
    for converts in [true, false] {
        assert_eq!(grammar.classes.iter().filter(|c| c.converts == converts).count(), 3);
    }
    assert!(grammar.dropped[&Reason::Class] > 0);
}

#[test]
fn wider_windows_are_computed_in_parts() {
    let lengths = |text| facts(text).lengths.into_iter().collect::<Vec<_>>();
    assert_eq!(lengths("uint16x64 (uint16x64((uint8x64)a) + (uint16x64)b)\n"), [256, 512]);
    assert_eq!(lengths("uint16x16 (uint16x16((uint8x16)a) + (uint16x16)b)\n"), [128, 256]);
}

#[test]
fn swizzles_and_constants_are_always_there() {
    let text = "uint8x64 max((uint8x64)a, x64((uint8)7))\n";
    for options in [Options::default(), Options::UNPRUNED] {
        let grammar = build(text, options);
        let patterns: BTreeSet<Pattern> = grammar.swizzles.iter().map(|s| s.pattern).collect();
        assert_eq!(patterns.len(), Pattern::ALL.len());
        assert!(grammar.constants.contains(&(8, 7)) && grammar.constants.contains(&(8, 0)));
    }
    let bare = build(text, Options { swizzles: false, constants: false, ..Options::default() });
    assert!(bare.swizzles.is_empty() && bare.constants.is_empty());
}

#[test]
fn every_member_is_kept_or_dropped_once() {
    for options in
        [Options::default(), Options::UNPRUNED, Options { masked: true, immediates: true, ..Options::default() }]
    {
        let grammar = build(DOT, options);
        let dropped: usize = grammar.dropped.values().sum();
        assert_eq!(grammar.members().count() + dropped, x86().members().len());
        let classes = grammar.classes.len() + grammar.dropped_classes.len();
        assert_eq!(classes, x86().classes().len());
        assert_eq!(grammar, build(DOT, options));
    }
}
