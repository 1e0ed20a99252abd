//! A program of two instructions is found where the value between them is one that the window does not contain.

use crate::dictionary::targets;
use crate::support::difference;
use isotope_ir::parse::parse_window;
use isotope_program::StepOp;
use isotope_program::concrete::ByTerms;
use isotope_search::propose;
use isotope_smt::concrete::Samples;
use isotope_smt::effort::Effort;

/// Windows, and what each is made by on every target.
const TWO: [(&str, &str); 6] = [
    ("int16x16 int16x16(((int32x16((int16x16)a)*int32x16((int16x16)b))/x16(262144)))", "mulhi_epi16"),
    ("uint16x16 uint16x16(((uint32x16((uint16x16)a)*uint32x16((uint16x16)b))/x16((uint32)1048576)))", "mulhi_epu16"),
    ("uint32x8 (uint32x8)vector_reduce_add(uint32x64((uint8x64)a))", "sad_epu8"),
    // Two registers of words on the narrower targets: the neighbours of each, not of both.
    ("int32 (int32)vector_reduce_add(int32x32((int16x32)a)*int32x32((int16x32)b))", "_epi"),
    ("uint32 (uint32)vector_reduce_add(uint32x128((uint8x128)a))", "sad_epu8"),
    ("uint32 (uint32)vector_reduce_add(uint32x64((uint8x64)a))", "sad_epu8"),
];

/// The budget that a daemon gives a window.
const BUDGET: u64 = 1 << 24;

/// As much effort as that.
fn limited() -> Effort<'static> {
    Effort::new(BUDGET, &|| false)
}

#[test]
fn upper_halves_that_are_shifted_further_and_sums_of_bytes_are_found() {
    for ((text, wanted), (name, target)) in TWO.iter().flat_map(|of| targets().iter().map(move |t| (of, t))) {
        let window = parse_window(text).unwrap();
        let proposal = propose(&window.graph, window.root, target, &[], &limited()).unwrap();
        let uses = |op: &StepOp| matches!(op, StepOp::Instruction { name, .. } if name.contains(wanted));
        let found = proposal.candidates.iter().find(|c| c.program.steps.iter().any(|s| uses(&s.op)));
        let program = &found.unwrap_or_else(|| panic!("{name}: no {wanted} for {text}")).program;

        assert!(difference(&window, program, &ByTerms(target), &mut Samples::new(3)).is_none(), "{name}: {text}");
    }
}
