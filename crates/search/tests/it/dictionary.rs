//! With the instructions of the real dictionary: what they are recognised as, and that what is proposed with them computes
//! the window.

use crate::support::{difference, unbounded, windows};
use isotope_ir::window::Window;
use isotope_program::StepOp;
use isotope_program::concrete::ByTerms;
use isotope_search::instructions::{Kernel, TargetInstructions};
use isotope_search::limits;
use isotope_search::streams::Counterexample;
use isotope_search::{Candidate, propose};
use isotope_smt::concrete::Samples;
use std::collections::BTreeSet;
use std::sync::OnceLock;

const AVX2: &str = "sse,sse2,sse3,ssse3,sse4.1,sse4.2,avx,avx2";
const AVX512: &str = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd";
const VNNI: &str = "avx512ifma,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,gfni";

/// Targets of 256 and of 512 bits, with and without VNNI; made once.
pub fn targets() -> &'static [(&'static str, TargetInstructions); 3] {
    static TARGETS: OnceLock<[(&'static str, TargetInstructions); 3]> = OnceLock::new();
    let instructions = |name, parts: &[&str], cpu| {
        let features: BTreeSet<String> = parts.iter().flat_map(|p| p.split(',')).map(str::to_owned).collect();
        (name, TargetInstructions::of(isotope_grammars::embedded().get("x86_64").unwrap(), &features, cpu))
    };
    TARGETS.get_or_init(|| {
        [
            instructions("vnni", &[AVX2, AVX512, VNNI], "znver4"),
            instructions("avx512", &[AVX2, AVX512], "skylake-avx512"),
            instructions("avx2", &[AVX2], "haswell"),
        ]
    })
}

pub(crate) fn vnni() -> &'static TargetInstructions {
    &targets()[0].1
}

#[test]
fn dot_products_are_recognised_by_what_they_compute() {
    let expected = [
        ("_mm512_dpbusd_epi32", 32, Kernel::Product(false, true), 4, true, false),
        ("_mm512_dpbusds_epi32", 32, Kernel::Product(false, true), 4, true, true),
        ("_mm512_dpwssd_epi32", 32, Kernel::Product(true, true), 2, true, false),
        ("_mm512_madd_epi16", 32, Kernel::Product(true, true), 2, false, false),
        ("_mm512_maddubs_epi16", 16, Kernel::Product(false, true), 2, false, true),
        ("_mm512_sad_epu8", 64, Kernel::Distance, 8, false, false),
    ];
    let instructions = vnni();
    let sized = instructions.of_register_size(512);
    for (name, bits, kernel, arity, accumulates, saturates) in expected {
        let of = |v: &&isotope_search::instructions::Vertical| instructions.entry(v.entry).member.name == name;
        let vertical = sized.verticals.iter().find(of).unwrap_or_else(|| panic!("no {name}"));
        let dot = vertical.dot.as_ref().unwrap_or_else(|| panic!("{name} is no dot product"));
        let found = (vertical.bits, dot.kernel, dot.arity(), dot.acc.is_some(), dot.saturates);
        assert_eq!(found, (bits, kernel, arity, accumulates, saturates), "{name}");
    }
}

#[test]
fn narrowing_moves_are_recognised_by_what_they_clamp_to() {
    let instructions = vnni();
    let sized = instructions.of_register_size(512);
    let clamp = |name: &str| {
        let of = |n: &&isotope_search::instructions::Narrowing| instructions.entry(n.entry).member.name == name;
        let narrow = sized.narrowings.iter().find(of).unwrap_or_else(|| panic!("no {name}"));
        (narrow.bits, narrow.operands, narrow.clamp.input_signed, narrow.clamp.low, narrow.clamp.high)
    };
    assert_eq!(clamp("_mm512_packus_epi16"), (8, 2, true, 0, 255));
    assert_eq!(clamp("_mm512_packs_epi32"), (16, 2, true, -(1 << 15), (1 << 15) - 1));
    assert_eq!(clamp("_mm512_cvtsepi16_epi8"), (8, 1, true, -128, 127));
    assert_eq!(clamp("_mm512_cvtusepi16_epi8"), (8, 1, false, 0, 255));
}

/// The instructions that the candidates for a window of the corpus use.
fn used(name: &str, instructions: &TargetInstructions) -> BTreeSet<String> {
    let window = &windows(name)[0];
    let proposal = propose(&window.graph, window.root, instructions, &[], &unbounded()).unwrap();
    let steps = proposal.candidates.into_iter().flat_map(|c| c.program.steps);
    let names = steps.filter_map(|s| if let StepOp::Instruction { name, .. } = s.op { Some(name) } else { None });
    names.collect()
}

#[test]
fn windows_find_the_instructions_that_are_made_for_them() {
    assert!(used("add_sat_u8", vnni()).contains("_mm512_adds_epu8"));
    assert!(used("sad8", vnni()).contains("_mm512_sad_epu8"), "{:?}", used("sad8", vnni()));
    assert!(used("conv3x3a32", vnni()).iter().any(|n| n.contains("dpbusd")), "{:?}", used("conv3x3a32", vnni()));
}

/// The candidates for a window, as many rounds as its counterexamples take: what agrees on samples is a guess, and
/// what goes wrong on other inputs is a sample of the next round.
fn settled(window: &Window, instructions: &TargetInstructions, random: &mut Samples) -> Vec<Candidate> {
    let mut counterexamples: Vec<Counterexample> = vec![];
    for _ in 0..=limits::ROUNDS {
        let proposal = propose(&window.graph, window.root, instructions, &counterexamples, &unbounded()).unwrap();
        let all = proposal.candidates.len();
        let candidates: Vec<_> = proposal.candidates.into_iter().step_by(all.div_ceil(4).max(1)).collect();
        let wrong = candidates.iter().find_map(|c| difference(window, &c.program, &ByTerms(instructions), random));
        match wrong {
            Some(wrong) => counterexamples.push((wrong.lane, wrong.input)),
            None => return candidates,
        }
    }
    panic!("still wrong after {} counterexamples", counterexamples.len());
}

#[test]
fn what_is_proposed_with_real_instructions_computes_the_window() {
    let mut random = Samples::new(11);
    // Saturation, dot products over packed operands and over runs, elements inside wider slots, scalings, shuffles.
    let vnni =
        ["add_q_u8", "conv3x3a32", "demosaic", "gaussian3x3", "matmul_u8i8", "requant_i32_u8", "sad8", "sobel3x3"];
    let others = ["add_sat_u8", "blend_u8", "conv3x3a16", "l2norm", "rgb2y_interleaved"];
    for (target, instructions) in targets() {
        for name in if *target == "vnni" { &vnni[..] } else { &others[..] } {
            for window in windows(name) {
                assert!(!settled(&window, instructions, &mut random).is_empty(), "{name} has no candidate on {target}");
            }
        }
    }
}
