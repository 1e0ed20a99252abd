//! The same program gives the same bytes on this CPU and on the emulator.

use isotope_run::{Language, Machine, Unit, compile, run_native, run_on_emulator};

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
    assert_eq!(run_native(&objects, &input, 100_000).unwrap(), expected);
    assert_eq!(run_on_emulator(&objects, &input, 100_000).unwrap(), expected);
}

#[test]
fn the_emulator_has_vnni() {
    let folder = tempfile::tempdir().unwrap();
    let objects = [compile(&unit(DOT_PRODUCT, &["avx512f", "avx512vnni"]), folder.path()).unwrap()];
    let input: Vec<u8> = (0..64).collect();
    let output = run_on_emulator(&objects, &input, 64).unwrap();
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
    let error = run_on_emulator(&objects, &[], 64).unwrap_err().to_string();
    assert!(error.contains("without writing its output"), "{error}");
}

#[test]
fn too_much_output_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let objects = [compile(&unit(ADD_ONE, &[]), folder.path()).unwrap()];
    assert!(run_native(&objects, &[1; 65], 64).unwrap_err().to_string().contains("failed on this CPU"));
}

#[test]
fn features_that_neither_machine_has_are_named() {
    assert_eq!(Machine::for_features(["sse2"]), Ok(Machine::Native));
    assert_eq!(Machine::for_features(["amx-tile"]), Err("amx-tile".to_owned()));
}
