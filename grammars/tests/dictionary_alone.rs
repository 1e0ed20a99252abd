//! Dictionaries by themselves, also those of which nothing is answered.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use isotope_dictionary::{Host, InstructionSet, InstructionSets, Validation};
use isotope_grammars::embedded;

fn titled(title: &str) -> &'static InstructionSet {
    embedded().iter().find(|set| set.manifest().title == title).unwrap()
}

fn hvx() -> &'static InstructionSet {
    titled("hvx")
}

#[test]
fn every_dictionary_that_is_carried_reads() {
    for set in embedded().iter() {
        set.check().unwrap();
    }
}

#[test]
fn arm_says_what_its_instructions_compute() {
    let arm = titled("arm").dictionary();
    assert!(arm.members().len() >= 1900, "{} members", arm.members().len());
    assert!(arm.members().iter().all(|member| matches!(member.validation, Validation::Emulator(256..))));
    let run = |name: &str| arm.member(name).unwrap().run(&[vec![100; 8], vec![60; 8]]).unwrap();
    assert_eq!(run("vhadd_s8"), [80; 8]);
    assert_eq!(run("vqadd_s8"), [127; 8]);
    assert_eq!(run("vmull_u8"), [0x70, 0x17].repeat(8));
}

#[test]
fn x86_s_floats_are_beside_what_answers_are_made_of() {
    let floats = titled("x86-float");
    assert!(!floats.answers() && floats.arch() == "x86_64");
    assert!(embedded().get("x86_64").unwrap().dictionary().member("_mm_add_ps").is_none());
    let dictionary = floats.dictionary();
    let executed = |validation| matches!(validation, Validation::Native(256..) | Validation::Emulator(256..));
    let validated = dictionary.members().iter().filter(|member| executed(member.validation)).count();
    assert!(validated >= 2717, "{validated} of {} members", dictionary.members().len());
    // Every lane 1.5 and 0.75.
    let operands = [1.5f32, 0.75].map(|value| value.to_le_bytes().repeat(4));
    assert_eq!(dictionary.member("_mm_sub_ps").unwrap().run(&operands).unwrap(), 0.75f32.to_le_bytes().repeat(4));
    // An instruction that only moves floats is in the class of one that moves integers.
    let class = |set: &InstructionSet, name: &str| {
        let dictionary = set.dictionary();
        let class = &dictionary.classes()[dictionary.member(name).unwrap().class];
        class.texts.iter().map(|text| text.text()).collect::<Vec<_>>()
    };
    assert_eq!(class(floats, "_mm_unpacklo_ps"), class(titled("x86"), "_mm_unpacklo_epi32"));
}

#[test]
fn hvx_says_what_its_instructions_compute() {
    let hvx = hvx().dictionary();
    assert!(hvx.members().len() >= 321, "{} members", hvx.members().len());
    assert!(hvx.members().iter().all(|member| matches!(member.validation, Validation::Emulator(256..))));
    assert!(hvx.classes().len() < hvx.members().len());
    // Bytes of 100 and 60 average to 80, and to 127 as a sum that saturates.
    let run = |name: &str| hvx.member(name).unwrap().run(&[vec![100; 128], vec![60; 128]]).unwrap();
    assert_eq!(run("hexagon_V6_vavgub_128B"), [80; 128]);
    assert_eq!(run("hexagon_V6_vaddbsat_128B"), [127; 128]);
    assert_eq!(run("hexagon_V6_vcombine_128B")[..128], [60; 128]);
    assert!(hvx.member("hexagon_V6_vaddcarry_128B").is_none());
}

#[test]
fn what_hvx_lacks_has_its_reason() {
    assert_eq!(hvx().refusal("hexagon_V6_vaddcarry_128B"), Some("two results"));
    assert_eq!(hvx().refusals().count(), 34);
}

#[test]
fn nothing_is_answered_for_sets_without_prices() {
    let floats = titled("arm-float");
    assert!(!floats.answers() && floats.dictionary().prices().cpus().next().is_none());
    let answering = embedded().iter().filter(|set| set.answers()).map(|set| set.manifest().title.as_str());
    assert_eq!(answering.collect::<Vec<_>>(), ["arm", "hvx", "x86"]);
    let error = embedded().target("riscv64", "", "", &Host::default()).err().unwrap().to_string();
    assert!(error.contains("`riscv64` is not supported"), "{error}");
    assert_ne!(InstructionSets::of([]).epoch(), embedded().epoch());
}

#[test]
fn hexagon_s_compiler_is_told_that_there_are_vectors() {
    let target = |mattr: &str| embedded().target("hexagon", "hexagonv66", mattr, &Host::default());
    let plain = target("").unwrap();
    assert_eq!(plain.mattr(), ["+hvx-length128b", "+hvxv66"]);
    assert_eq!(target("+hvx-length128b").unwrap(), plain);
    assert_eq!(hvx().register_bits(plain.features()), 1024);
    let error = embedded().target("hexagon", "hexagonv60", "", &Host::default()).err().unwrap().to_string();
    assert!(error.contains("hexagonv66"), "{error}");
}
