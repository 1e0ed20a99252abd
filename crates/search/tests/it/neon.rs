//! Instructions on halves of registers: those of NEON, from the vendor's dictionary, as what they are recognised, and windows that are
//! planned with them. The cost of an instruction is made up here: a cycle.

use crate::support::{bare, difference, unbounded};
use isotope_dictionary::{Dictionary, GenericCosts, OperandKind, manifest};
use isotope_ir::parse::{parse_file, parse_window};
use isotope_program::concrete::ByTerms;
use isotope_program::proof::{Verdict, prove};
use isotope_program::{Generic, Program, Step, StepOp};
use isotope_search::instructions::{Catalogue, Entry, TargetInstructions};
use isotope_search::{limits, propose};
use isotope_smt::InProcess;
use isotope_smt::concrete::Samples;
use std::sync::OnceLock;

const NAMES: &[&str] = &[
    "vaddq_u8",
    "vaddq_u16",
    "vsubq_u16",
    "vmlaq_u8",
    "vmulq_u16",
    "vmull_u8",
    "vmull_high_u8",
    "vmull_s16",
    "vmull_high_s16",
    "vmlal_u8",
    "vmlal_high_u8",
    "vmlsl_u8",
    "vmlsl_high_u8",
    "vmlal_s16",
    "vmlal_high_s16",
    "vaddl_u8",
    "vaddl_high_u8",
    "vsubl_s8",
    "vsubl_high_s8",
    "vaddw_u8",
    "vaddw_high_u8",
    "vsubw_u8",
    "vsubw_high_u8",
    "vmovl_u8",
    "vmovl_high_u8",
    "vmovl_s8",
    "vmovl_high_s8",
    "vabdl_u8",
    "vabdl_high_u8",
    "vabal_u8",
    "vabal_high_u8",
    "vmovn_u16",
    "vmovn_high_u16",
    "vaddhn_u16",
    "vaddhn_high_u16",
    "vqmovn_s16",
    "vqmovn_high_s16",
    "vqmovun_s16",
    "vqmovun_high_s16",
    "vshrn_n_u16",
    "vshrn_high_n_u16",
    "vqrshrun_n_s16",
    "vqrshrun_high_n_s16",
    "vraddhn_u16",
    "vmull_n_u16",
    "vmull_high_n_u16",
    "vdotq_u32",
    "vusdotq_s32",
];

/// The dictionary of a set that is built in, by its title.
pub fn titled(title: &str) -> &'static Dictionary {
    let set = isotope_grammars::embedded().iter().find(|set| set.manifest().title == title);
    set.unwrap_or_else(|| panic!("no set {title}")).dictionary()
}

/// A target with these instructions of a dictionary.
pub fn target(dictionary: &Dictionary, names: &[&str], registers: &manifest::Registers) -> TargetInstructions {
    let entry = |name: &&str| {
        let member = dictionary.member(name).unwrap_or_else(|| panic!("no {name}"));
        let immediate = member.operands.iter().any(|o| o.kind == OperandKind::Imm);
        Entry::new(member.clone(), 100, if immediate { (1..=8).collect() } else { vec![] })
    };
    TargetInstructions::new(Catalogue::new(names.iter().map(entry).collect()), registers)
}

fn neon() -> &'static TargetInstructions {
    static NEON: OnceLock<TargetInstructions> = OnceLock::new();
    NEON.get_or_init(|| {
        target(
            titled("arm"),
            NAMES,
            &manifest::Registers {
                vectors: vec![64, 128],
                counts: Vec::new(),
                part: manifest::Part::Register,
                aligned: 1,
                lane: 64,
            },
        )
    })
}

fn name(at: usize) -> &'static str {
    neon().entry(at).member.name
}

#[test]
fn instructions_that_widen_halves_are_paired_by_what_they_compute() {
    let all = &neon().of_register_size(128).half_widenings;
    let expected = [
        ("vmull_u8", "vmull_high_u8", Some(("vmlal_u8", "vmlal_high_u8")), Some(("vmlsl_u8", "vmlsl_high_u8")), None),
        ("vmull_s16", "vmull_high_s16", Some(("vmlal_s16", "vmlal_high_s16")), None, None),
        ("vaddl_u8", "vaddl_high_u8", None, None, None),
        ("vsubl_s8", "vsubl_high_s8", None, None, None),
        ("vabdl_u8", "vabdl_high_u8", Some(("vabal_u8", "vabal_high_u8")), None, None),
        (
            "vmovl_u8",
            "vmovl_high_u8",
            Some(("vaddw_u8", "vaddw_high_u8")),
            Some(("vsubw_u8", "vsubw_high_u8")),
            Some(false),
        ),
        ("vmovl_s8", "vmovl_high_s8", None, None, Some(true)),
        ("vmull_n_u16", "vmull_high_n_u16", None, None, None),
    ];
    assert_eq!(all.len(), expected.len(), "{all:?}");
    for (lower, upper, adding, subtracting, extends) in expected {
        let found = all.iter().find(|w| name(w.plain.lower) == lower).unwrap_or_else(|| panic!("no {lower}"));
        let both = |halves: &Option<isotope_search::instructions::Halves>| {
            halves.as_ref().map(|h| (name(h.lower), name(h.upper)))
        };
        assert_eq!(name(found.plain.upper), upper);
        assert_eq!((both(&found.adding), both(&found.subtracting)), (adding, subtracting), "{lower}");
        assert_eq!(found.extends, extends, "{lower}");
    }
    assert!(neon().of_register_size(64).half_widenings.is_empty(), "a result of 64 bits is half a register");
}

#[test]
fn instructions_that_narrow_into_halves_are_paired_by_what_they_compute() {
    let index = neon().half_narrowings();
    let mut found: Vec<_> = index.at(128, 8).iter().map(|n| (name(n.lower.entry), name(n.upper), n.kept)).collect();
    found.sort_unstable();
    // The text of the fifth does not run without the immediate's value, so that each value is one.
    found.dedup();
    let expected = [
        ("vaddhn_u16", "vaddhn_high_u16", 0),
        ("vmovn_u16", "vmovn_high_u16", 0),
        ("vqmovn_s16", "vqmovn_high_s16", 0),
        ("vqmovun_s16", "vqmovun_high_s16", 0),
        ("vqrshrun_n_s16", "vqrshrun_high_n_s16", 0),
        ("vshrn_n_u16", "vshrn_high_n_u16", 0),
    ];
    assert_eq!(found, expected, "what has no second half is left out");
}

#[test]
fn sets_without_halves_have_no_such_index() {
    for (name, target) in
        crate::dictionary::targets().iter().map(|(n, t)| (*n, t)).chain([("slate", crate::slate::slate())])
    {
        for (size, sized) in &target.by_register_size {
            assert!(sized.half_widenings.is_empty(), "{name} {size}: {:?}", sized.half_widenings);
            for bits in [8, 16, 32] {
                assert!(target.half_narrowings().at(*size, bits).is_empty(), "{name} {size} {bits}");
            }
        }
    }
}

/// The programs for a window, each right on samples: what goes wrong on one is learned from, as in every search.
pub fn programs(text: &str, target: &TargetInstructions) -> Vec<Program> {
    let window = parse_file(text).unwrap_or_else(|e| panic!("{text}: {e}")).windows.remove(0);
    let (mut random, mut wrong) = (Samples::new(5), Vec::new());
    for _ in 0..=limits::ROUNDS {
        let proposal = propose(&window.graph, window.root, target, &wrong, &unbounded()).unwrap();
        let programs: Vec<Program> = proposal.candidates.into_iter().map(|c| c.program).collect();
        let mut differences = programs.iter().filter_map(|p| difference(&window, p, &ByTerms(target), &mut random));
        match differences.next() {
            Some(found) => wrong.push((found.lane, found.input)),
            None => return programs,
        }
    }
    panic!("{text} is still wrong after {} counterexamples", wrong.len());
}

/// The instructions of a program in its order.
pub fn instructions<'p>(program: &'p Program) -> Vec<&'p str> {
    let name = |step: &'p Step| match &step.op {
        StepOp::Instruction { name, .. } => Some(name.as_str()),
        _ => None,
    };
    program.steps.iter().filter_map(name).collect()
}

#[test]
fn windows_are_widened_and_narrowed_half_by_half() {
    let cases: &[(&str, &[&str])] = &[
        ("uint16x16 (uint16x16)widening_mul((uint8x16)a, (uint8x16)b)", &["vmull_u8", "vmull_high_u8"]),
        ("uint16x8 (uint16x8)widening_mul((uint8x8)a, (uint8x8)b)", &["vmull_u8"]),
        ("uint16x16 (uint16x16)widening_add((uint8x16)a, (uint8x16)b)", &["vaddl_u8", "vaddl_high_u8"]),
        ("uint16x16 (uint16x16)c + (uint16x16)widening_mul((uint8x16)a, (uint8x16)b)", &["vmlal_u8", "vmlal_high_u8"]),
        ("uint16x16 (uint16x16)c - (uint16x16)widening_mul((uint8x16)a, (uint8x16)b)", &["vmlsl_u8", "vmlsl_high_u8"]),
        ("uint16x16 (uint16x16)widen_right_add((uint16x16)c, (uint8x16)b)", &["vaddw_u8", "vaddw_high_u8"]),
        // A constant that fits half the width is a factor.
        ("uint16x16 (uint16x16)c + uint16x16((uint8x16)a)*x16((uint16)5)", &["vmlal_u8", "vmlal_high_u8"]),
        ("uint16x16 (uint16x16)c - uint16x16((uint8x16)a)*x16((uint16)5)", &["vmlsl_u8", "vmlsl_high_u8"]),
        (
            "uint8x16 uint8x16(shift_right((uint16x16)c + (uint16x16)d, x16((uint16)8)))",
            &["vaddhn_u16", "vaddhn_high_u16"],
        ),
        ("uint8x16 uint8x16(shift_right((uint16x16)c, x16((uint16)3)))", &["vshrn_n_u16", "vshrn_high_n_u16"]),
        (
            "uint8x16 (uint8x16)saturating_cast((int16x16)rounding_shift_right((int16x16)c, x16((uint16)4)))",
            &["vqrshrun_n_s16", "vqrshrun_high_n_s16"],
        ),
        ("int8x16 (int8x16)saturating_cast((int16x16)c)", &["vqmovn_s16", "vqmovn_high_s16"]),
        (
            "uint16x16 (uint16x16)widening_mul((uint8x16)a, (uint8x16)b) + (uint16x16)widening_mul((uint8x16)c, (uint8x16)d)",
            &["vmull_u8", "vmull_high_u8", "vmlal_u8", "vmlal_high_u8"],
        ),
        (
            "uint8x16 uint8x16((uint16x16)rounding_shift_right((uint16x16)widening_mul((uint8x16)a, (uint8x16)b), x16((uint16)8)))",
            // Half of what is dropped is where the sum starts.
            &["vmlal_u8", "vmlal_high_u8", "vshrn_n_u16", "vshrn_high_n_u16"],
        ),
    ];
    for (text, expected) in cases {
        let found = programs(text, neon());
        let mut expected: Vec<&str> = expected.to_vec();
        expected.sort_unstable();
        let has = |p: &&Program| {
            let mut names = instructions(p);
            names.sort_unstable();
            names == expected
        };
        let all: Vec<Vec<&str>> = found.iter().map(instructions).collect();
        assert!(found.iter().any(|p| has(&p)), "{text}: {all:?}");
        let window = parse_window(text).unwrap();
        let program = found.iter().find(has).unwrap();
        assert!(matches!(prove(&window, program, neon(), &InProcess), Verdict::Proved(_)), "{text}");
    }
}

/// The instruction set as it is answered for, with its own prices.
fn priced() -> &'static TargetInstructions {
    static PRICED: OnceLock<TargetInstructions> = OnceLock::new();
    PRICED.get_or_init(|| {
        let set = isotope_grammars::embedded().get("aarch64").unwrap();
        TargetInstructions::of(set, &["neon".to_owned(), "fp".to_owned()].into(), "neoverse-n1")
    })
}

#[test]
fn the_whole_set_with_its_own_prices_is_planned_half_by_half() {
    let sized = priced().of_register_size(128);
    let adding = sized.half_widenings.iter().filter(|w| w.adding.is_some()).count();
    assert!(sized.half_widenings.len() >= 36 && adding >= 18, "{} and {adding}", sized.half_widenings.len());
    let narrowings = priced().half_narrowings();
    let count = |bits| narrowings.at(128, bits).len();
    assert!([8, 16, 32].into_iter().all(|bits| count(bits) >= 6), "{:?}", [8, 16, 32].map(count));
    let cases: [(&str, &[&str]); 3] = [
        ("uint16x16 (uint16x16)c + (uint16x16)widening_mul((uint8x16)a, (uint8x16)b)", &["vmlal_high_u8", "vmlal_u8"]),
        // A product has fewer pipes than two extensions and a sum, and is fewer instructions.
        (
            "uint16x16 ((uint16x16)widening_add((uint8x16)a, (uint8x16)b) + uint16x16((uint8x16)c)*x16((uint16)2))",
            &["vaddl_high_u8", "vaddl_u8", "vmlal_high_u8", "vmlal_u8"],
        ),
        (
            "uint8x16 uint8x16(shift_right((uint16x16)c + (uint16x16)d, x16((uint16)8)))",
            &["vaddhn_high_s16", "vaddhn_s16"],
        ),
    ];
    for (text, expected) in cases {
        let found = programs(text, priced());
        let mut all: Vec<Vec<&str>> = found.iter().map(instructions).collect();
        all.iter_mut().for_each(|names| names.sort_unstable());
        assert!(all.iter().any(|names| names == expected), "{text}: {all:?}");
    }
}

#[test]
fn bytes_are_multiplied_and_shifted_as_they_are_where_the_set_says_so() {
    let costs = priced().generic;
    assert!(costs.multiply8.is_some() && costs.shift8.is_some() && costs.unzip.is_some(), "{costs:?}");
    let without = TargetInstructions { generic: GenericCosts::default(), ..bare() };
    let with = TargetInstructions {
        generic: GenericCosts { multiply8: Some(50), shift8: Some(50), ..GenericCosts::default() },
        ..bare()
    };
    let of_bytes = |text: &str, target: &TargetInstructions, op: &Generic| {
        let applies = |step: &Step| matches!(&step.op, StepOp::Generic(g) if g == op) && step.shape.bits == 8;
        programs(text, target).iter().filter(|p| p.steps.iter().any(applies)).count()
    };
    let product = "uint8x64 (uint8x64)a * (uint8x64)b";
    assert_eq!(of_bytes(product, &without, &Generic::Mul), 0);
    assert!(of_bytes(product, &with, &Generic::Mul) > 0);
    // A shift of bytes is written in any case, and LLVM makes it of words where it has to: that is dearer.
    let window = parse_window("uint8x64 shift_right((uint8x64)a, x64((uint8)3))").unwrap();
    let cheapest = |target: &TargetInstructions| {
        let proposal = propose(&window.graph, window.root, target, &[], &unbounded()).unwrap();
        proposal.candidates.iter().map(|c| c.estimate).min().unwrap()
    };
    assert!(cheapest(&with) < cheapest(&without));
}

#[test]
fn what_is_multiplied_and_added_is_one_instruction_of_three_operands() {
    let found = programs("uint8x16 (uint8x16)c + (uint8x16)a * (uint8x16)b", neon());
    assert!(
        found.iter().any(|p| instructions(p) == ["vmlaq_u8"]),
        "{:?}",
        found.iter().map(instructions).collect::<Vec<_>>()
    );
}

/// NEON's registers and some of its instructions.
pub fn with(names: &[&str]) -> TargetInstructions {
    let registers = manifest::Registers {
        vectors: vec![64, 128],
        counts: Vec::new(),
        part: manifest::Part::Register,
        aligned: 1,
        lane: 64,
    };
    target(titled("arm"), names, &registers)
}

/// Whether a window has a program of these instructions, in any order; it is proved.
pub fn is_answered_by(text: &str, target: &TargetInstructions, expected: &[&str]) -> bool {
    let of = |program: &Program| {
        let mut names: Vec<String> = instructions(program).into_iter().map(str::to_owned).collect();
        names.sort_unstable();
        names == expected
    };
    let found = programs(text, target).into_iter().find(of);
    let proved = |p: &Program| matches!(prove(&parse_window(text).unwrap(), p, target, &InProcess), Verdict::Proved(_));
    assert!(found.as_ref().is_none_or(proved), "{text}");
    found.is_some()
}

#[test]
fn products_of_unlike_signs_are_moved_to_dot_products_of_like_signs() {
    let product =
        "int32x4 (int32x4)vector_reduce_add(int32x16((int16x16)widening_mul((uint8x16)a, (int8x16)b))) + (int32x4)c";
    let constants =
        "int32x4 (int32x4)vector_reduce_add(int32x16((int16x16)widening_mul((uint8x16)a, x16((int8)-3)))) + (int32x4)c";
    let [signed, unsigned] = ["vdotq_s32", "vdotq_u32"];
    assert!(is_answered_by(product, &with(&[signed]), &[signed; 2]));
    assert!(is_answered_by(product, &with(&[unsigned]), &[unsigned; 2]));
    // The rest of constants is a constant.
    assert!(is_answered_by(constants, &with(&[signed]), &[signed]));
    // Nothing is moved where there is an instruction for it.
    let all = with(&[signed, unsigned, "vusdotq_s32"]);
    for text in [product, constants] {
        assert!(is_answered_by(text, &all, &["vusdotq_s32"]), "{text}");
        assert!(!is_answered_by(text, &all, &[signed; 2]) && !is_answered_by(text, &all, &[signed]), "{text}");
    }
}

#[test]
fn halves_are_narrowed_by_one_shuffle_where_that_is_cheaper() {
    let text = "uint8x16 uint8x16(shift_right((uint16x16)widening_mul((uint8x16)a, (uint8x16)b), x16((uint16)8)))";
    let mut target = with(&["vmull_u8", "vmull_high_u8", "vshrn_n_u16", "vshrn_high_n_u16"]);
    let (by_shuffle, by_halves) =
        (["vmull_high_u8", "vmull_u8"], ["vmull_high_u8", "vmull_u8", "vshrn_high_n_u16", "vshrn_n_u16"]);
    assert!(is_answered_by(text, &target, &by_halves) && !is_answered_by(text, &target, &by_shuffle));
    target.generic.unzip = Some(25);
    assert!(is_answered_by(text, &target, &by_shuffle));
}
