//! The same program gives the same bytes on this CPU and on the emulator.

use isotope_run::{BOCHS, EXECUTORS, Language, QEMU_HEXAGON, THIS_CPU, Unit, compile, named, with_features};

const ADD_ONE: &str = "
unsigned long isotope_main(const unsigned char *input, unsigned long bytes, unsigned char *output) {
    for (unsigned long i = 0; i < bytes; i++) output[i] = input[i] + 1;
    return bytes;
}
";

/// vpdpbusd on 16 lanes of four ones times four bytes of the input.
const DOT_PRODUCT: &str = "
#include <immintrin.h>
unsigned long isotope_main(const unsigned char *input, unsigned long bytes, unsigned char *output) {
    __m512i sum = _mm512_dpbusd_epi32(_mm512_set1_epi32(-5), _mm512_loadu_si512(input), _mm512_set1_epi8(1));
    _mm512_storeu_si512(output, sum);
    return 64;
}
";

fn unit(text: &str, features: &[&str]) -> Unit {
    let features = features.iter().map(|f| (*f).to_owned()).collect();
    Unit { name: "test".to_owned(), language: Language::C, text: text.to_owned(), features }
}

#[test]
fn both_machines_agree() {
    let folder = tempfile::tempdir().unwrap();
    let objects = [compile(&unit(ADD_ONE, &[]), folder.path()).unwrap()];
    let input: Vec<u8> = (0..100_000u32).map(|i| (i * 7) as u8).collect();
    let expected: Vec<u8> = input.iter().map(|b| b.wrapping_add(1)).collect();
    assert_eq!(THIS_CPU.run(&objects, &input, 100_000).unwrap(), expected);
    assert_eq!(BOCHS.run(&objects, &input, 100_000).unwrap(), expected);
}

#[test]
fn the_emulator_has_vnni() {
    let folder = tempfile::tempdir().unwrap();
    let objects = [compile(&unit(DOT_PRODUCT, &["avx512f", "avx512vnni"]), folder.path()).unwrap()];
    let input: Vec<u8> = (0..64).collect();
    let output = BOCHS.run(&objects, &input, 64).unwrap();
    let lanes: Vec<i32> = output.chunks(4).map(|c| i32::from_le_bytes(c.try_into().unwrap())).collect();
    let expected: Vec<i32> = (0..16).map(|i| 16 * i + 6 - 5).collect();
    assert_eq!(lanes, expected);
}

#[test]
fn a_fault_on_the_emulator_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        "unsigned long isotope_main(const unsigned char *i, unsigned long n, unsigned char *o) { __builtin_trap(); }";
    let objects = [compile(&unit(text, &[]), folder.path()).unwrap()];
    let error = BOCHS.run(&objects, &[], 64).unwrap_err().to_string();
    assert!(error.contains("an invalid instruction (exception 6) at byte 0x"), "{error}");
}

#[test]
fn too_much_output_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let objects = [compile(&unit(ADD_ONE, &[]), folder.path()).unwrap()];
    assert!(THIS_CPU.run(&objects, &[1; 65], 64).unwrap_err().to_string().contains("failed on this CPU"));
}

#[test]
fn the_first_executor_that_has_all_features_is_taken() {
    let by = |features: &[&str]| with_features(EXECUTORS, features).map(|executor| executor.name());
    assert_eq!(by(&["sse2"]), Ok("native"));
    assert_eq!(by(&["amx-tile"]), Err("amx-tile".to_owned()));
    let vnni = if THIS_CPU.lacks(&["avx512vnni"]).is_none() { "native" } else { "emulator" };
    assert_eq!(by(&["avx512f", "avx512vnni"]), Ok(vnni));
    assert_eq!(with_features(&[], &["sse2"]).map(|executor| executor.name()), Err(String::new()));
}

#[test]
fn executors_have_names() {
    assert_eq!(named("native").map(|executor| executor.name()), Some("native"));
    assert!(named("qemu").is_none());
}

#[test]
fn hexagon_runs_on_qemu() {
    let there = |tool: &str| std::process::Command::new(tool).arg("--version").output().is_ok();
    if !there("qemu-hexagon") {
        println!("skipped: hexagon_runs_on_qemu needs qemu-hexagon (scripts/setup hexagon)");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let objects = [QEMU_HEXAGON.compile(&unit(ADD_ONE, &[]), folder.path()).unwrap()];
    let input: Vec<u8> = (0..100_000u32).map(|i| i as u8).collect();
    let expected: Vec<u8> = input.iter().map(|b| b.wrapping_add(1)).collect();
    assert_eq!(QEMU_HEXAGON.run(&objects, &input, 100_000).unwrap(), expected);
    assert_eq!(named("qemu-hexagon").map(|executor| executor.record()), Some("emulator"));
    assert!(QEMU_HEXAGON.lacks(&["hvxv66"]).is_none() && QEMU_HEXAGON.lacks(&["hvxv68"]).is_some());
    // A program that writes more than it may, and one that stops.
    let message = QEMU_HEXAGON.run(&objects, &input, 64).unwrap_err().to_string();
    assert!(message.contains("100000 bytes where 64 were allowed"), "{message}");
    let stops =
        "unsigned long isotope_main(const unsigned char *i, unsigned long n, unsigned char *o) { __builtin_trap(); }";
    let objects = [QEMU_HEXAGON.compile(&unit(stops, &[]), folder.path()).unwrap()];
    let message = QEMU_HEXAGON.run(&objects, &[], 64).unwrap_err().to_string();
    assert!(message.contains("failed on qemu-hexagon"), "{message}");
}
