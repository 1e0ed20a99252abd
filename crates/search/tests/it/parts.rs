//! A window that cannot be read as a whole is planned in parts, and the whole is right.

use crate::support::{agree, bare, unbounded};
use isotope_ir::parse::parse_window;
use isotope_program::concrete::NoInstructions;
use isotope_program::proof::{Verdict, prove};
use isotope_smt::InProcess;
use isotope_smt::concrete::Samples;

/// Windows that no part of the engine can read as a whole.
const MIXED: [&str; 6] = [
    // Either way, then a saturating chain.
    "int16x32 (int16x32)rounding_mul_shift_right((int16x32)shift_left((int16x32)a, (int16x32)n), (int16x32)b, x32((uint16)15))",
    // A truth value over sums.
    "uint1x32 (((uint16x32)a*x32((uint16)3) + (uint16x32)b) < (uint16x32)c)",
    // Lanes that compute different things.
    "uint8x64 (uint8x64)interleave_vectors((uint8x32)halving_add((uint8x32)a, (uint8x32)b), (uint8x32)absd((uint8x32)a, (uint8x32)b))",
    "uint16x32 (uint16x32((uint8x32)absd((uint8x32)a/(uint8x32)b, (uint8x32)c)) + (uint16x32)d)",
    "int8x32 (((int8x32)a/(int8x32)b) + ((int8x32)a % (int8x32)b))",
    "uint8x32 (uint8x32)saturating_sub((uint8x32)count_leading_zeros((uint8x32)a + (uint8x32)b), (uint8x32)c)",
];

#[test]
fn candidates_by_parts_compute_their_windows() {
    let mut random = Samples::new(11);
    for text in MIXED {
        let window = parse_window(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let proposal = isotope_search::propose(&window.graph, window.root, &bare(), &[], &unbounded()).unwrap();
        assert!(!proposal.candidates.is_empty(), "{text} has no candidate");
        for candidate in proposal.candidates.iter().take(12) {
            agree(&window, &candidate.program, &NoInstructions, &mut random);
        }
    }
}

#[test]
fn floats_between_integers_are_proved_as_they_are_written() {
    let text = "uint8x32 (uint8x32)saturating_add(uint8x32((float32x32)a), (uint8x32)b)";
    let window = parse_window(text).unwrap();
    let proposal = isotope_search::propose(&window.graph, window.root, &bare(), &[], &unbounded()).unwrap();
    let program = &proposal.candidates[0].program;
    assert!(matches!(prove(&window, program, &bare(), &InProcess), Verdict::Proved(_)));
}

#[test]
fn divisions_by_variables_are_proved_by_steps_and_by_floats() {
    let types = ["uint8", "int8", "uint16", "int16", "uint32", "int32"];
    for (ty, op) in types.into_iter().flat_map(|ty| [(ty, '/'), (ty, '%')]) {
        let text = format!("{ty}x16 (({ty}x16)a {op} ({ty}x16)b)");
        let window = parse_window(&text).unwrap();
        let plain = isotope_program::baseline::lower(&window.graph, window.root);
        let parts = isotope_program::baseline::lower_part(&window.graph, window.root);
        assert_eq!(parts.len(), if text.contains("int8") { 2 } else { 1 }, "{text}");
        for program in parts.into_iter().chain([plain]) {
            agree(&window, &program, &NoInstructions, &mut Samples::new(5));
            let verdict = prove(&window, &program, &bare(), &InProcess);
            assert!(matches!(verdict, Verdict::Proved(_)), "{text}: {verdict:?}");
        }
    }
    for left_to_llvm in ["uint8x16 ((uint8x16)a/x16((uint8)3))", "uint64x8 ((uint64x8)a/(uint64x8)b)"] {
        let window = parse_window(left_to_llvm).unwrap();
        let programs = isotope_program::baseline::lower_part(&window.graph, window.root);
        assert!(
            programs.iter().all(|p| *p == isotope_program::baseline::lower(&window.graph, window.root)),
            "{left_to_llvm}"
        );
    }
}

#[test]
fn casts_that_saturate_to_bytes_and_words_are_pinned_as_floats_and_proved() {
    for (ty, of) in [("uint8", "float32"), ("int8", "float32"), ("uint16", "float64"), ("int16", "float16")] {
        let window = parse_window(&format!("{ty}x16 ({ty}x16)saturating_cast(({of}x16)a)")).unwrap();
        let program = isotope_program::baseline::lower(&window.graph, window.root);
        agree(&window, &program, &NoInstructions, &mut Samples::new(6));
        let verdict = prove(&window, &program, &bare(), &InProcess);
        assert!(matches!(verdict, Verdict::Proved(_)), "{of} to {ty}: {verdict:?}");
    }
}

#[test]
fn a_window_without_a_part_to_plan_has_no_candidates() {
    let window = parse_window("float32x4 (float32x4)vector_reduce_add((float32x16)a)").unwrap();
    assert!(isotope_search::propose(&window.graph, window.root, &bare(), &[], &unbounded()).is_err());
}

#[test]
fn counterexamples_reach_the_parts() {
    let window =
        parse_window("int16x32 (int16x32)saturating_add((int16x32)shift_left((int16x32)a, (int16x32)n), (int16x32)b)")
            .unwrap();
    let var = |leaf| isotope_ir::lanes::leaf_var(isotope_ir::expr::LeafId(leaf), 3);
    let wrong = [(3, vec![(var(0), 30000), (var(1), 1), (var(2), 7)])];
    let proposal = isotope_search::propose(&window.graph, window.root, &bare(), &wrong, &unbounded()).unwrap();
    agree(&window, &proposal.candidates[0].program, &NoInstructions, &mut Samples::new(2));
}
