//! Reductions to few lanes: their parts and tails compute what they reduce, and use the instructions that are made for it.

use crate::dictionary::vnni;
use crate::support::{agree, bare, unbounded};
use isotope_ir::parse::parse_window;
use isotope_ir::window::Window;
use isotope_program::concrete::ByTerms;
use isotope_program::proof::{Verdict, prove};
use isotope_program::{Generic, Program, StepOp};
use isotope_search::form::Form;
use isotope_search::instructions::TargetInstructions;
use isotope_search::{Proposal, propose, streams};
use isotope_smt::InProcess;
use isotope_smt::concrete::Samples;

const DISTANCE: &str = "(uint8x64)absd((uint8x64)a, (uint8x64)b)";

fn window(text: &str) -> Window {
    parse_window(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn proposed(window: &Window, target: &TargetInstructions) -> Proposal {
    propose(&window.graph, window.root, target, &[], &unbounded()).unwrap()
}

fn uses(program: &Program, word: &str) -> usize {
    let is_it = |op: &StepOp| matches!(op, StepOp::Instruction { name, .. } if name.contains(word));
    program.steps.iter().filter(|step| is_it(&step.op)).count()
}

#[test]
fn every_kind_of_reduction_to_few_lanes_is_what_it_reduces() {
    let texts = [
        format!("uint16 (uint16)vector_reduce_add(uint16x64({DISTANCE}))"),
        format!("uint32 ((uint32)vector_reduce_add(uint32x64({DISTANCE}))) + (uint32)c"),
        "uint8 (uint8)vector_reduce_max((uint8x64)a)".to_owned(),
        "int16x2 (int16x2)vector_reduce_min((int16x64)a)".to_owned(),
        "uint8x4 (uint8x4)vector_reduce_saturating_add((uint8x64)a)".to_owned(),
        "uint32 (uint32)vector_reduce_and((uint32x16)a)".to_owned(),
        "int8x2 (int8x2)vector_reduce_or((int8x32)a)".to_owned(),
        "int32x8 ((int32x8)vector_reduce_add((int32x128)a)) + (int32x8)b".to_owned(),
        "int32x4 (int32x4)vector_reduce_add(int32x64((uint8x64)a) * int32x64((int8x64)b))".to_owned(),
    ];
    let mut random = Samples::new(5);
    for (text, target) in texts.iter().zip([vnni(), &bare()].iter().cycle()) {
        let window = window(text);
        let proposal = proposed(&window, target);
        assert!(!proposal.candidates.is_empty(), "{text}");
        for candidate in &proposal.candidates {
            agree(&window, &candidate.program, &ByTerms(*target), &mut random);
        }
        // A sum in another order is one sum to the prover; a maximum is not yet.
        if text.contains("reduce_add") {
            let verdict = prove(&window, &proposal.candidates[0].program, *target, &InProcess);
            assert!(matches!(verdict, Verdict::Proved(_)), "{text}: {verdict:?}");
        }
    }
}

#[test]
fn absolute_differences_are_summed_by_the_instruction_for_it() {
    for bits in [16, 32, 64] {
        let window = window(&format!("uint{bits} (uint{bits})vector_reduce_add(uint{bits}x64({DISTANCE}))"));
        let proposal = proposed(&window, vnni());
        let found = proposal.candidates.iter().any(|c| uses(&c.program, "sad_epu8") > 0);
        assert!(found, "into {bits} bits");
    }
}

#[test]
fn eight_sums_of_sixteen_are_transposed_and_not_eight_tails() {
    let window = window("int32x8 (int32x8)vector_reduce_add((int32x128)a)");
    let adds = |c: &isotope_search::Candidate| {
        c.program.steps.iter().filter(|step| step.op == StepOp::Generic(Generic::Add)).count()
    };
    let fewest = proposed(&window, vnni()).candidates.iter().map(adds).min();
    // Eight registers, four, two, one; then its halves.
    assert_eq!(fewest, Some(4 + 2 + 1 + 1));
}

#[test]
fn a_saturating_reduction_that_cannot_saturate_is_a_plain_one() {
    let root = |text: &str| {
        let window = window(text);
        let read = streams::read(&window.graph, window.root, &[], &unbounded()).unwrap();
        read.forms.form(read.root()).clone()
    };
    let of = |name: &str, ty: &str| format!("{ty}x8 ({ty}x8)vector_reduce_{name}add({ty}x32((uint8x32)a))");
    for ty in ["uint16", "int16", "int32"] {
        assert_eq!(root(&of("saturating_", ty)), root(&of("", ty)), "{ty}");
    }
    let clamped = root("uint8x8 (uint8x8)vector_reduce_saturating_add((uint8x32)a)");
    assert!(matches!(clamped, Form::Clamp(_, _, 255)), "{clamped:?}");
}

#[test]
fn signed_saturation_is_after_each_step() {
    let mut random = Samples::new(8);
    let window = window("int8x32 (int8x32)vector_reduce_saturating_add((int8x128)a)");
    for candidate in proposed(&window, vnni()).candidates {
        agree(&window, &candidate.program, &ByTerms(vnni()), &mut random);
    }
    let long = self::window("int8x8 (int8x8)vector_reduce_saturating_add((int8x256)a)");
    assert!(propose(&long.graph, long.root, vnni(), &[], &unbounded()).is_err(), "too many steps to write out");
}
