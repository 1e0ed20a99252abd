//! Bounds: how many loads a window takes, and that no price is lower.

use super::*;
use isotope_ir::parse::parse_window;
use std::collections::BTreeSet;

/// The floors of a CPU with these features.
fn floors(cpu: &str, features: &[&str]) -> Floors {
    floors_of("x86_64", cpu, features)
}

fn floors_of(arch: &str, cpu: &str, features: &[&str]) -> Floors {
    let set = isotope_grammars::embedded().get(arch).unwrap();
    let features: BTreeSet<String> = features.iter().map(|f| (*f).to_owned()).collect();
    let instructions = TargetInstructions::of(set, &features, cpu);
    let host = isotope_dictionary::Host::default();
    let target = isotope_grammars::embedded().target(arch, cpu, "", &host).unwrap();
    Floors::of(set, &target, &instructions)
}

const ZEN4: [&str; 6] = ["avx2", "avx512f", "avx512bw", "avx512vl", "avx512vnni", "avx512dq"];

fn of(text: &str) -> Option<(u32, u32, u64)> {
    let floor = floors("znver4", &ZEN4).of_window(&parse_window(text).unwrap())?;
    Some((floor.loads, floor.stores, floor.centicycles))
}

#[test]
fn a_bound_is_reached_by_a_program_that_is_as_cheap_and_as_small() {
    let text = "uint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)";
    let floor = floors("znver4", &ZEN4).of_window(&parse_window(text).unwrap()).unwrap();
    let cost = |centicycles, size| {
        let instructions = vec!["vpaddusb".to_owned(); size];
        Cost { centicycles, basis: Basis::Model, uops: 9, instructions, asm: String::new() }
    };
    let least = floor.centicycles;
    assert_eq!(floor.instructions, 3, "two loads, of which the sum has one, and a store");
    assert!(floor.is_reached_by(&cost(least, 3)));
    assert!(!floor.is_reached_by(&cost(least, 4)), "one of three may be found");
    assert!(!floor.is_reached_by(&cost(least + 1, 3)));
    let measured = Cost { basis: Basis::Measured { model: least }, ..cost(least, 3) };
    assert!(!floor.is_reached_by(&measured), "a clock may say less");
    // Neoverse loads two registers by one instruction.
    let arm = floors_of("aarch64", "neoverse-v2", &["neon"]);
    let pair = arm.of_window(&parse_window("uint8x32 ((uint8x32)a + (uint8x32)b)").unwrap()).unwrap();
    assert_eq!((pair.loads, pair.stores, pair.instructions), (4, 2, 3));
}

#[test]
fn elements_that_the_result_depends_on_are_loaded() {
    // Zen 4 stores a register in two cycles.
    assert_eq!(of("uint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)"), Some((2, 1, 200)));
    assert_eq!(of("uint8x128 (uint8x128)a"), Some((2, 2, 400)));
    assert_eq!(of("int32x64 int32x64((uint8x64)a)"), Some((1, 4, 800)));
}

#[test]
fn a_small_end_costs_less_than_a_register() {
    // Two registers and 32 bits, which a general register holds.
    assert_eq!(of("uint32x33 (uint32x33)a + x33((uint32)7)"), Some((2, 2, 200)));
    assert_eq!(of("uint32x40 (uint32x40)a"), Some((2, 2, 200)));
    assert_eq!(of("uint32x60 (uint32x60)a"), Some((4, 4, 400)));
}

#[test]
fn elements_that_it_does_not_depend_on_are_not_counted() {
    let zero = "uint8x64 (((uint8x64)a - (uint8x64)a) + (uint8x64)b)";
    assert_eq!(of(zero), Some((1, 1, 200)));
    // Within its range a is never the greater.
    let hidden = "let a : uint8x64 in [0, 3]\nlet b : uint8x64 in [4, 9]\nuint8x64 max((uint8x64)a, (uint8x64)b)";
    assert_eq!(of(hidden), Some((1, 1, 200)));
}

#[test]
fn overlapping_loads_are_counted_by_what_they_cover() {
    let row = "let a : uint8x64 = load A[t, stride 1]\nlet b : uint8x64 = load A[t + 1, stride 1]\n\
               uint8x64 max((uint8x64)a, (uint8x64)b)";
    assert_eq!(of(row).map(|(loads, ..)| loads), Some(2), "65 bytes take two loads");
    let near = "let a : uint8x32 = load A[t, stride 1]\nlet b : uint8x32 = load A[t + 32, stride 1]\n\
                uint8x32 max((uint8x32)a, (uint8x32)b)";
    assert_eq!(of(near).map(|(loads, ..)| loads), Some(1), "64 bytes take one");
    let strided = "let a : uint8x64 = load A[t, stride 2]\nlet b : uint8x64 = load A[t + 1, stride 2]\n\
                   uint8x64 max((uint8x64)a, (uint8x64)b)";
    assert_eq!(of(strided).map(|(loads, ..)| loads), Some(1), "what a leaf of distant elements takes is not known");
}

#[test]
fn an_element_of_which_one_byte_is_read_is_loaded_with_neighbours() {
    let ends = |first: &str, last: &str| {
        let [first, last] =
            [(first, 0), (last, 32)].map(|(does, at)| format!("x16(slice_vectors((uint16x33)a, {at}, 1, 1) {does})"));
        of(&format!("uint16x32 concat_vectors({first}, {last})")).map(|(loads, ..)| loads)
    };
    // The upper half of the first and the lower half of the last are within 64 bytes.
    assert_eq!(ends("/ (uint16)256", "% (uint16)256"), Some(1));
    assert_eq!(ends("% (uint16)256", "% (uint16)256"), Some(2));
}

#[test]
fn a_packet_has_one_load_and_one_store_of_vectors() {
    let floors = floors_of("hexagon", "hexagonv66", &["hvx"]);
    let of = |text: &str| {
        let floor = floors.of_window(&parse_window(text).unwrap()).unwrap();
        (floor.loads, floor.stores, floor.centicycles)
    };
    assert_eq!(of("uint8x128 ((uint8x128)a + (uint8x128)b)"), (2, 1, 200));
    // A load and the store of what was computed before are in one packet: no more of these than of loads.
    assert_eq!(of("uint16x128 absd((uint16x128)a, (uint16x128)b)"), (4, 2, 400));
    assert_eq!(of("uint32x256 halving_add((uint32x256)a, (uint32x256)b)"), (16, 8, 1600));
    assert_eq!(of("uint32x128 uint32x128((uint8x128)a)"), (1, 4, 400));
    // Elements that are far apart may be loaded by general registers, two in a packet.
    let apart = "uint8x128 x128(slice_vectors((uint8x512)a, 0, 1, 1) + slice_vectors((uint8x512)a, 200, 1, 1))";
    assert_eq!(of(apart), (1, 1, 100));
    let small = "uint32x4 ((uint32x4)a + (uint32x4)b)";
    assert_eq!(of(small), (1, 1, 100));
}

#[test]
fn what_fits_a_general_register_has_no_bound() {
    assert_eq!(of("uint8x8 ((uint8x8)a + (uint8x8)b)"), None);
    assert_eq!(of("boolx64 ((uint8x64)a < (uint8x64)b)"), None);
    assert_eq!(of("uint8x64 x64((uint8)a)"), None, "nothing is loaded in the loop");
}

#[test]
fn where_neighbours_are_added_a_dot_product_may_load_for_itself() {
    // Two stores of a register take four cycles on Zen 4, and four loads two.
    let dot = "int32x16 (int32x16)vector_reduce_add((int32x64)widening_mul((int16x64)a, (int16x64)b))";
    let sum = "int16x64 ((int16x64)a + (int16x64)b)";
    let floors = floors("znver4", &ZEN4);
    let least = |text: &str| floors.of_window(&parse_window(text).unwrap()).unwrap();
    let slice = "int16x32 (int16x32)slice_vectors((int16x64)a, 0, 2, 32)";
    assert_eq!((least(dot).loads, least(sum).loads), (4, 4));
    assert_eq!(least(slice).centicycles, 200, "what moves elements adds none");
    assert_eq!(least(sum).centicycles, 400);
    assert!(least(dot).centicycles < 250, "{}", least(dot));
}

#[test]
fn arithmetic_of_floats_alone_is_seen() {
    let is = |text: &str| is_plain_float(&parse_window(text).unwrap());
    assert!(is("float32x16 (((float32x16)a * (float32x16)b) + x16((float32)c))"));
    assert!(!is("int32x16 int32x16((float32x16)a)"));
    assert!(!is("float32x16 select((float32x16)a < (float32x16)b, (float32x16)a, (float32x16)b)"));
}
