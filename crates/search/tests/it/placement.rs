//! Instructions of the real dictionary as functions, and what is found of them.

use crate::slate;
use crate::support::difference;
use isotope_dictionary::{Dictionary, OperandKind};
use isotope_ir::lanes::lane_terms;
use isotope_ir::parse::parse_window;
use isotope_ir::term::{Terms, mask};
use isotope_program::concrete::ByTerms;
use isotope_program::{Step, StepOp};
use isotope_search::instructions::{Catalogue, Function, Role, Solvables, TargetInstructions};
use isotope_search::placement::Goal;
use isotope_search::placement::census::{Census, Reason, Row, distinct};
use isotope_search::placement::{Value, nearest, place};
use isotope_search::proposer::Asked;
use isotope_search::proposers::PROPOSERS;
use isotope_smt::concrete::Samples;
use isotope_smt::effort::Effort;
use std::collections::BTreeSet;
use std::sync::OnceLock;

fn dictionary() -> &'static Dictionary {
    isotope_grammars::embedded().get("x86_64").unwrap().dictionary()
}

/// Everything that the dictionary has, by the prices of the largest CPU.
fn catalogue() -> &'static Catalogue {
    static ALL: OnceLock<Catalogue> = OnceLock::new();
    ALL.get_or_init(|| {
        let features: BTreeSet<String> =
            dictionary().members().iter().flat_map(|m| m.features.iter().map(|f| (*f).to_owned())).collect();
        Catalogue::of(dictionary(), &features, "znver5")
    })
}

fn function(name: &str) -> &'static Function {
    let entry = catalogue().entry(name).unwrap_or_else(|| panic!("no {name}"));
    &entry.functions()[0].1
}

#[test]
fn roles_are_read_off_what_lanes_read() {
    let expected = [
        ("_mm512_adds_epu8", Role::Vertical),
        ("_mm512_sll_epi16", Role::Vertical),
        ("_mm512_slli_epi16", Role::Vertical),
        ("_mm512_ternarylogic_epi32", Role::Vertical),
        ("_mm512_mask_adds_epu8", Role::Vertical),
        ("_mm512_madd_epi16", Role::Dot),
        ("_mm512_dpbusd_epi32", Role::Dot),
        ("_mm256_cvtepu8_epi16", Role::Widening),
        ("_mm512_cvtsepi16_epi8", Role::Narrowing),
        ("_mm256_hadd_epi16", Role::Horizontal),
        ("_mm512_unpacklo_epi8", Role::Permutation),
        ("_mm512_shuffle_epi32", Role::Permutation),
        ("_mm512_permutexvar_epi8", Role::VariablePermutation),
        ("_mm512_cmpgt_epi8_mask", Role::ToMask),
    ];
    for (name, role) in expected {
        assert_eq!(function(name).role(), role, "{name}: {:?}", function(name).reads());
    }
}

#[test]
fn lanes_that_differ_in_what_they_read_share_their_body() {
    let add = function("_mm512_adds_epu8");
    assert_eq!((add.bodies.len(), add.lanes.len(), add.out_bits), (1, 64, 8));
    assert_eq!(add.lanes[9].reads, [(0, 9), (1, 9)]);
    // The immediate is read like any element: one body for all its values.
    let shift = function("_mm512_slli_epi16");
    assert_eq!((shift.bodies.len(), shift.lanes[3].reads.len()), (1, 2));
    assert!(shift.has(OperandKind::Imm) && !add.has(OperandKind::Imm));
    // One element of a wide register stands beside zeros.
    assert!(function("_mm_cvtepi16_epi8").bodies.iter().any(|body| body.constant));
}

/// The names and immediates of what is found for the whole of a window in one instruction.
fn found(text: &str) -> Vec<(&'static str, Vec<u64>)> {
    let window = parse_window(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let mut terms = Terms::new();
    let lanes = lane_terms(&window, &mut terms).lanes;
    let leaves: Vec<(u32, u32)> = window.graph.leaves.iter().map(|leaf| (leaf.ty.bits, leaf.ty.lanes)).collect();
    let goal = Goal::of(&terms, &lanes, &leaves, &[]).unwrap();
    let placed = place(&goal, catalogue(), 3, &Effort::new(u64::MAX, &|| false));
    placed.into_iter().map(|p| (catalogue().entries()[p.entry].member.name, p.immediates)).collect()
}

#[test]
fn windows_find_instructions_by_what_they_do() {
    let expected = [
        ("uint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)", "_mm512_adds_epu8", vec![]),
        // An immediate that the window never names as one.
        ("uint16x32 (uint16x32)a * x32((uint16)8)", "_mm512_slli_epi16", vec![3]),
        ("uint16x32 (uint16x32)a / x32((uint16)32)", "_mm512_srli_epi16", vec![5]),
        ("int32x8 int32x8((int16x8)a)", "_mm256_cvtepi16_epi32", vec![]),
        ("uint8x64 (uint8x64)slice_vectors((uint8x128)concat_vectors((uint8x64)a, (uint8x64)b), 0, 2, 64)", "", vec![]),
    ];
    for (text, name, immediates) in expected {
        let found = found(text);
        let wanted = (name, immediates);
        assert!(found.contains(&wanted) != name.is_empty(), "{text}: {found:?}");
    }
}

#[test]
fn bitwise_windows_solve_for_the_truth_table() {
    let (both, any) =
        ("(uint32x16)bitwise_and((uint32x16)a, (uint32x16)b)", "(uint32x16)bitwise_or((uint32x16)a, (uint32x16)b)");
    let majority = format!("uint32x16 (uint32x16)bitwise_or({both}, (uint32x16)bitwise_and({any}, (uint32x16)c))");
    let majority = majority.as_str();
    assert!(found(majority).contains(&("_mm512_ternarylogic_epi32", vec![0xe8])), "{:?}", found(majority));
}

#[test]
fn an_effort_that_ends_finds_less() {
    let window = parse_window("uint8x64 max((uint8x64)a, (uint8x64)b)").unwrap();
    let mut terms = Terms::new();
    let lanes = lane_terms(&window, &mut terms).lanes;
    let goal = Goal::of(&terms, &lanes, &[(8, 64), (8, 64)], &[]).unwrap();
    assert!(!place(&goal, catalogue(), 1, &Effort::new(u64::MAX, &|| false)).is_empty());
    let little = Effort::new(3, &|| false);
    assert!(place(&goal, catalogue(), 1, &little).is_empty() && little.ended().is_some());
    let stopped = Effort::new(u64::MAX, &|| true);
    assert!(place(&goal, catalogue(), 1, &stopped).is_empty());
}

#[test]
fn an_instruction_alone_comes_as_near_to_a_window_as_it_can() {
    let set = isotope_grammars::embedded().get("x86_64").unwrap();
    let features: BTreeSet<String> = ["avx512f", "avx512bw", "avx2", "avx", "sse2"].map(str::to_owned).into();
    let target = TargetInstructions::of(set, &features, "znver4");
    let tried = |text: &str, name: &str| {
        let window = parse_window(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let asked = Asked {
            graph: &window.graph,
            root: window.root,
            target: &target,
            counterexamples: &[],
            proposers: &PROPOSERS,
        };
        let at = target.catalogue.entries().iter().position(|entry| entry.member.name == name).unwrap();
        nearest(&asked, at, &Effort::new(u64::MAX, &|| false)).map(|one| (one.program, one.agreed, one.of))
    };
    let (program, agreed, of) =
        tried("uint8x64 rounding_halving_add((uint8x64)a, (uint8x64)b)", "_mm512_avg_epu8").unwrap();
    assert_eq!(agreed, of, "it is the window");
    assert_eq!(program.params.len(), 2);
    let (_, agreed, of) = tried("uint8x64 halving_add((uint8x64)a, (uint8x64)b)", "_mm512_avg_epu8").unwrap();
    assert!(agreed > of / 4 && agreed < of, "it rounds the other way: {agreed} of {of}");
    let (program, ..) = tried("uint8x64 halving_add((uint8x64)a, (uint8x64)b)", "_mm256_avg_epu8").unwrap();
    let applied = |step: &&Step| matches!(step.op, StepOp::Instruction { .. });
    assert_eq!(program.steps.iter().filter(applied).count(), 2, "once for each of its registers");
    let (_, agreed, of) = tried("uint16x32 ((uint16x32)a * x32((uint16)8))", "_mm512_slli_epi16").unwrap();
    assert_eq!(agreed, of, "with the immediate that agrees");
    assert!(tried("uint8x3 ((uint8x3)a + (uint8x3)b)", "_mm512_avg_epu8").is_none());
    assert!(
        tried("uint8x64 ((uint8x64)a + (uint8x64)b)", "_mm512_madd_epi16").is_some_and(|(_, agreed, of)| agreed < of)
    );
    let none = Effort::new(0, &|| false);
    let window = parse_window("uint8x64 ((uint8x64)a + (uint8x64)b)").unwrap();
    let asked =
        Asked { graph: &window.graph, root: window.root, target: &target, counterexamples: &[], proposers: &PROPOSERS };
    assert!(nearest(&asked, 0, &none).is_none());
}

#[test]
fn favoured_instructions_cost_least_and_the_others_what_they_do() {
    let set = isotope_grammars::embedded().get("x86_64").unwrap();
    let features: BTreeSet<String> = ["avx2", "avx", "sse2"].map(str::to_owned).into();
    let plain = TargetInstructions::of(set, &features, "haswell");
    let favouring = TargetInstructions::favouring(set, &features, "haswell", &BTreeSet::from(["_mm256_mullo_epi32"]));
    assert_eq!(plain.catalogue.entries().len(), favouring.catalogue.entries().len());
    for entry in plain.catalogue.entries() {
        let other = favouring.catalogue.entry(entry.member.name).unwrap();
        let wanted = if entry.member.name == "_mm256_mullo_epi32" { 1 } else { entry.cost };
        assert_eq!(other.cost, wanted, "{}", entry.member.name);
    }
}

/// The least share of functions that is found, in hundredths: 2,300 of 2,574.
const LEAST: usize = 89;

/// Rows of every `step`th function from `first` on.
fn counted(first: usize, step: usize) -> Vec<Row> {
    let census = Census::new(dictionary(), "znver5");
    distinct(dictionary()).into_iter().skip(first).step_by(step).map(|member| census.row(member)).collect()
}

fn enough(rows: &[Row]) {
    let missing: Vec<&Row> = rows.iter().filter(|row| row.found.is_err()).collect();
    let wrong = missing.iter().filter(|row| row.found == Err(Reason::Wrong));
    println!(
        "{} of {} functions are found, {} of the others wrongly",
        rows.len() - missing.len(),
        rows.len(),
        wrong.count()
    );
    assert!(100 * (rows.len() - missing.len()) >= LEAST * rows.len(), "{missing:#?}");
}

#[test]
fn a_sample_of_the_functions_is_found_by_its_meaning() {
    enough(&counted(11, 150));
}

#[test]
#[ignore = "slow: all functions of the dictionary, minutes"]
fn nearly_all_functions_are_found_by_their_meaning() {
    let rows = counted(0, 1);
    enough(&rows);
    for row in rows.iter().filter(|row| row.found.is_err()) {
        println!("{row:?}");
    }
}

#[test]
fn other_instruction_sets_are_counted_alike() {
    let slate = slate::dictionary();
    let census = Census::new(slate, "slate1");
    let rows: Vec<Row> = distinct(slate).into_iter().map(|member| census.row(member)).collect();
    assert!(rows.iter().all(|row| row.found.is_ok()), "{rows:#?}");
}

#[test]
fn functions_bit_by_bit_are_offered_at_every_width() {
    let offered = |bits: u32, name: &str| {
        let all = catalogue().index(Solvables::of);
        all.at(512, bits).iter().filter(|s| catalogue().entries()[s.entry].member.name == name).count()
    };
    for bits in [8, 16, 32] {
        assert_eq!(offered(bits, "_mm512_ternarylogic_epi32"), 1, "{bits}");
        assert_eq!(offered(bits, "_mm512_rol_epi32"), usize::from(bits == 32), "a rotation moves bits");
    }
    let all = catalogue().index(Solvables::of);
    let shift = all.at(512, 16).iter().filter(|v| catalogue().entries()[v.entry].member.name == "_mm512_slli_epi16");
    // From the width on all shifts are one.
    assert_eq!(shift.map(|v| v.values.len()).collect::<Vec<_>>(), [17]);
}

/// The programs of one instruction a register that are proposed for a window, by the names of their instructions.
fn proposed(text: &str) -> Vec<Vec<String>> {
    let window = parse_window(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let effort = Effort::new(u64::MAX, &|| false);
    let instructions = crate::dictionary::vnni();
    let whole = isotope_search::internals::whole(
        &Asked {
            graph: &window.graph,
            root: window.root,
            target: instructions,
            counterexamples: &[],
            proposers: &PROPOSERS,
        },
        &effort,
    );
    let mut random = Samples::new(23);
    whole
        .iter()
        .map(|(program, _)| {
            assert!(difference(&window, program, &ByTerms(instructions), &mut random).is_none(), "{text}");
            let name = |step: &Step| match &step.op {
                StepOp::Instruction { name, .. } => Some(name.clone()),
                _ => None,
            };
            program.steps.iter().filter_map(name).collect()
        })
        .collect()
}

#[test]
fn whole_windows_are_one_instruction_a_register() {
    let high = "uint32x16 (uint32x16)concat_vectors((uint32x8)slice_vectors((uint32x16)a, 8, 1, 8), (uint32x8)slice_vectors((uint32x16)a, 0, 1, 8))";
    let swapped = proposed(high);
    assert!(swapped.iter().any(|names| names.len() == 1), "{swapped:?}");
    let widened = proposed("int32x32 int32x32((int16x32)a)");
    assert!(widened.iter().any(|names| names == &["_mm512_cvtepi16_epi32"; 2]), "{widened:?}");
    let max = proposed("uint8x128 max((uint8x128)a, (uint8x128)b)");
    assert!(max.iter().any(|names| names == &["_mm512_max_epu8"; 2]), "{max:?}");
    let transposed = "float32x64 interleave_vectors((float32x8)r0, (float32x8)r1, (float32x8)r2, (float32x8)r3, (float32x8)r4, (float32x8)r5, (float32x8)r6, (float32x8)r7)";
    assert!(proposed(transposed).is_empty(), "no instruction for each lane");
    // One register of each result reads one of both leaves.
    let side_by_side = "int32x32 concat_vectors(int32x16((int16x16)a), int32x16((int16x16)b))";
    assert!(!proposed(side_by_side).is_empty());
}

#[test]
fn immediates_as_variables_mean_what_each_value_does() {
    let mut random = Samples::new(5);
    for name in [
        "_mm512_slli_epi16",
        "_mm512_ternarylogic_epi32",
        "_mm512_shuffle_epi32",
        "_mm_blend_epi16",
        "_mm512_rol_epi32",
    ] {
        let entry = catalogue().entry(name).unwrap_or_else(|| panic!("no {name}"));
        let (mut terms, place) = (Terms::new(), entry.member.immediates().next().unwrap() as u32);
        let open = entry.member.open_lanes(&mut terms).unwrap();
        for &value in entry.values.iter().step_by(37) {
            let fixed = entry.member.lanes(&[value], &mut terms).unwrap();
            assert_eq!((fixed.out_bits, fixed.out.len()), (open.out_bits, open.out.len()), "{name} {value}");
            let seed = random.bits();
            let at = |n: u32| match n >> 16 {
                operand if operand == place => u128::from(value),
                operand => Samples::new(seed ^ u64::from(n)).value(open.operand_bits[operand as usize]),
            };
            for (lane, (&a, &b)) in open.out.iter().zip(&fixed.out).enumerate() {
                assert_eq!(terms.eval(a, &at), terms.eval(b, &at), "{name} {value}, lane {lane}");
            }
        }
    }
}

#[test]
fn elements_of_any_width_are_read_back() {
    for width in [1, 2, 8, 16, 24, 32, 64, 128] {
        let elements: Vec<u128> =
            (0..40).map(|n| (0x9e37_79b9_7f4a_7c15_u128 * (n + 3) * (n + 7)) & mask(width)).collect();
        let value = Value::of(width, std::slice::from_ref(&elements));
        assert_eq!(value.bits(), 40 * width);
        let read: Vec<u128> = (0..40).map(|at| value.element(0, width, at)).collect();
        assert_eq!(read, elements, "{width} bits");
    }
}

#[test]
fn the_same_bits_are_cut_as_they_are_read() {
    let value = Value::of(16, &[vec![0x1234, 0xabcd]]);
    assert_eq!([0, 1, 2, 3].map(|at| value.element(0, 8, at)), [0x34, 0x12, 0xcd, 0xab]);
    assert_eq!(value.element(0, 32, 0), 0xabcd_1234);
    assert_eq!(value.element(0, 8, 4), 0, "above the register");
}
