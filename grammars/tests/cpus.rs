//! Targets of the instruction sets that this build carries.

#![allow(clippy::unwrap_used)]

use isotope_dictionary::{Host, Target};
use isotope_grammars::embedded;

/// A machine with what a Haswell has for vectors.
fn host() -> Host {
    let features =
        ["sse3", "ssse3", "sse4.1", "sse4.2", "crc32", "popcnt", "avx", "avx2", "bmi", "bmi2", "fma", "f16c", "lzcnt"];
    Host { arch: "x86_64".to_owned(), features: features.map(str::to_owned).into() }
}

fn target(mcpu: &str, mattr: &str) -> Target {
    embedded().target("x86_64", mcpu, mattr, &host()).unwrap()
}

#[test]
fn a_cpu_name_brings_its_features() {
    let t = target("znver4", "");
    assert!(t.has("avx512vnni") && t.has("gfni") && !t.has("avx512fp16"));
    assert_eq!(t.to_string(), "x86_64 znver4");
    assert!(!target("haswell", "").has("avx512f"));
}

#[test]
fn turning_a_feature_off_takes_what_needs_it() {
    let t = target("znver4", "-avx512f");
    assert!(!t.has("avx512vnni") && !t.has("avx512bw") && t.has("avx2"));
    assert_eq!(target("znver4", "-avx512vnni").to_string(), "x86_64 znver4 -avx512vnni");
}

#[test]
fn turning_a_feature_on_brings_what_it_needs() {
    let t = target("x86-64", "+avx512vnni");
    assert!(t.has("avx512f") && t.has("avx2") && t.has("ssse3"));
}

#[test]
fn the_prices_may_be_those_of_another_cpu() {
    let t = target("haswell", "-fma,tune=znver3");
    assert_eq!((t.mcpu(), t.tune(), t.mattr()), ("haswell", "znver3", &["-fma".to_owned()][..]));
    assert!(!t.has("vaes"), "the instructions are mcpu's");
    assert_eq!(t.to_string(), "x86_64 haswell -fma tune=znver3");
    assert_eq!(target("haswell", "").tune(), "haswell");
    assert_eq!(target("znver3", "tune=znver3"), target("znver3", ""));
    assert_eq!(target("", "tune=znver5,+avx2").tune(), "znver5");
}

#[test]
fn equal_machines_are_equal_however_they_are_said() {
    assert_eq!(target("znver4", "+avx512f,+gfni"), target("znver4", ""));
    assert_eq!(target("znver4", "-avx512vnni +avx512vnni"), target("znver4", ""));
}

#[test]
fn without_a_cpu_name_the_nearest_is_taken() {
    let znver4: Vec<String> = target("znver4", "").features().iter().map(|f| format!("+{f}")).collect();
    assert_eq!(target("", &znver4.join(",")), target("znver4", ""));
    assert_eq!(target("", "+avx512bw,+avx512dq,+avx512cd,+avx512vl,+bmi,+bmi2,+lzcnt").mcpu(), "x86-64-v4");
}

#[test]
fn the_host_has_what_it_detects() {
    let host = target("host", "");
    assert!(host.has("avx2") && host.has("sse2") && !host.has("avx512vnni"), "{host}");
    assert_eq!(host.mcpu(), "x86-64-v3");
    assert_eq!(target("", ""), host);
}

#[test]
fn what_is_unknown_lists_what_is_known() {
    let error = |arch, mcpu, mattr| embedded().target(arch, mcpu, mattr, &host()).unwrap_err().to_string();
    assert!(error("riscv64", "", "").contains("knows aarch64, hexagon, x86_64"));
    assert!(error("x86_64", "znver9", "").contains("did you mean `znver1`"));
    assert!(error("x86_64", "haswell", "tune=znver9").contains("CPU `znver9` is not known"));
    assert!(error("x86_64", "znver4", "+avx1024").contains("avx512f"));
    assert!(error("x86_64", "znver4", "avx2").contains("write +avx2"));
    assert!(error("x86_64", "znver4", &"+avx2,".repeat(4096)).contains("MAX_MATTR_BYTES"));
}

#[test]
fn every_target_can_be_said_again() {
    for cpu in embedded().get("x86_64").unwrap().cpus().names() {
        for change in ["", "-avx2", "+gfni", "-sse4.1,+avx512bw", "tune=znver3", "-avx2,tune=znver5"] {
            let t = target(cpu, change);
            assert_eq!(target(t.mcpu(), &t.words().join(",")), t, "{cpu} {change}");
        }
    }
}

#[test]
fn what_arm_s_cpus_have_is_theirs() {
    let target = |mcpu: &str, mattr: &str| embedded().target("arm64", mcpu, mattr, &host()).unwrap();
    assert!(target("neoverse-v2", "").has("i8mm") && target("neoverse-n1", "").has("dotprod"));
    assert!(!target("neoverse-n1", "").has("i8mm") && !target("generic", "").has("dotprod"));
    assert_eq!(target("generic", "+i8mm").to_string(), "aarch64 generic +i8mm");
    for cpu in embedded().get("aarch64").unwrap().cpus().names() {
        let of = target(cpu, "");
        assert_eq!(target(of.mcpu(), &of.words().join(",")), of);
    }
}

#[test]
fn the_host_of_one_architecture_is_none_of_another() {
    let arm = Host { arch: "aarch64".to_owned(), ..Host::default() };
    let error = embedded().target("x86_64", "host", "", &arm).unwrap_err().to_string();
    assert!(error.contains("a machine of aarch64, not of x86_64"), "{error}");
    assert!(embedded().target("", "znver4", "", &arm).unwrap_err().to_string().contains("CPU `znver4` is not known"));
    assert_eq!(embedded().target("x86-64", "znver4", "", &arm).unwrap().to_string(), "x86_64 znver4");
}
