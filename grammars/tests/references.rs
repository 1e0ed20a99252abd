//! Dictionaries that are only looked things up in: HVX has no LLVM forms, CPUs and prices yet.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use isotope_dictionary::{Host, Validation};
use isotope_grammars::{dictionaries, embedded};

#[test]
fn every_dictionary_that_is_carried_reads() {
    let titles: Vec<&str> = dictionaries().iter().map(|d| d.manifest().title.as_str()).collect();
    for title in ["Arm", "HVX", "x86"] {
        assert!(titles.contains(&title), "{titles:?}");
    }
    dictionaries().iter().for_each(|dictionary| dictionary.check().unwrap());
}

#[test]
fn hvx_says_what_its_instructions_compute() {
    let hvx = dictionaries().iter().find(|d| d.manifest().title == "HVX").unwrap();
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
fn arm_says_what_its_instructions_compute() {
    let arm = dictionaries().iter().find(|d| d.manifest().title == "Arm").unwrap();
    assert!(arm.members().len() >= 1900, "{} members", arm.members().len());
    assert!(arm.members().iter().all(|member| matches!(member.validation, Validation::Emulator(256..))));
    let run = |name: &str| arm.member(name).unwrap().run(&[vec![100; 8], vec![60; 8]]).unwrap();
    assert_eq!(run("vhadd_s8"), [80; 8]);
    assert_eq!(run("vqadd_s8"), [127; 8]);
    assert_eq!(run("vmull_u8"), [0x70, 0x17].repeat(8));
}

#[test]
fn nothing_is_answered_for_a_dictionary_alone() {
    assert!(embedded().get("hexagon").is_none());
    let error = embedded().target("hexagon", "hexagonv66", "", &Host::default()).err().unwrap().to_string();
    assert!(error.contains("`hexagon` is not supported") && error.contains("x86_64"), "{error}");
}
