//! Instructions found by value: those that are there are found, and those that agree by chance are not.

use crate::dictionary::{targets, vnni};
use crate::slate::slate;
use crate::support::unbounded;
use isotope_ir::parse::parse_window;
use isotope_search::form::{Form, Id};
use isotope_search::instructions::TargetInstructions;
use isotope_search::layout::Layouts;
use isotope_search::matches::{Match, Matches};
use isotope_search::streams::{LaneProgram, read};
use isotope_smt::effort::{Effort, Ended};
use std::collections::BTreeSet;

fn lane_program(text: &str) -> LaneProgram {
    let window = parse_window(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    read(&window.graph, window.root, &[], &unbounded()).unwrap()
}

/// Layouts without a choice, and what matches in them.
fn found(program: &LaneProgram, target: &TargetInstructions, effort: &Effort<'_>) -> (Layouts, Matches) {
    let layouts = Layouts::new(program.ty().lanes, target.registers(), &[]);
    let matches = Matches::find(program, &program.forms.all(), target, &layouts, effort);
    (layouts, matches)
}

/// The names of the vertical instructions that give a form at a width.
fn names(
    program: &LaneProgram,
    target: &TargetInstructions,
    (layouts, matches): &(Layouts, Matches),
    (id, bits): (Id, u32),
) -> Vec<String> {
    let sized = target.of_register_size(layouts.at(bits).register_bits());
    let name = |m: Match| target.entry(sized.verticals[m.index].entry).member.name.to_owned();
    matches.ways(&program.forms, id, bits).vertical.into_iter().map(name).collect()
}

/// Windows whose root is one instruction on znver4, and a part of its name.
const ONE: &[(&str, &str)] = &[
    ("uint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)", "adds_epu8"),
    ("int8x64 (int8x64)saturating_add((int8x64)a, (int8x64)b)", "adds_epi8"),
    ("uint16x32 (uint16x32)saturating_sub((uint16x32)a, (uint16x32)b)", "subs_epu16"),
    ("uint8x64 (uint8x64)rounding_halving_add((uint8x64)a, (uint8x64)b)", "avg_epu8"),
    ("uint16x32 (uint16x32)rounding_halving_add((uint16x32)a, (uint16x32)b)", "avg_epu16"),
    ("uint8x64 max((uint8x64)a, (uint8x64)b)", "max_epu8"),
    ("int16x32 min((int16x32)a, (int16x32)b)", "min_epi16"),
    ("int16x32 (int16x32)mul_shift_right((int16x32)a, (int16x32)b, x32((uint16)16))", "mulhi_epi16"),
    ("uint16x32 (uint16x32)mul_shift_right((uint16x32)a, (uint16x32)b, x32((uint16)16))", "mulhi_epu16"),
    ("int16x32 (int16x32)a * (int16x32)b", "mullo_epi16"),
    ("int32x16 (int32x16)a - (int32x16)b", "sub_epi32"),
    ("uint16x32 (uint16x32)abs((int16x32)a)", "abs_epi16"),
];

#[test]
fn an_instruction_that_computes_a_form_is_found_by_its_values() {
    for (text, name) in ONE {
        let program = lane_program(text);
        let found = found(&program, vnni(), &unbounded());
        let names = names(&program, vnni(), &found, (program.root(), program.ty().bits));
        assert!(names.iter().any(|n| n.contains(name)), "{text}: {names:?}");
    }
}

#[test]
fn registers_of_every_size_have_their_own_instructions() {
    for (lanes, size) in [(16, "_mm_"), (32, "_mm256_"), (64, "_mm512_")] {
        let text = format!("uint8x{lanes} (uint8x{lanes})saturating_add((uint8x{lanes})a, (uint8x{lanes})b)");
        let program = lane_program(&text);
        let found = found(&program, vnni(), &unbounded());
        let names = names(&program, vnni(), &found, (program.root(), 8));
        assert!(!names.is_empty() && names.iter().all(|n| n.starts_with(size)), "{lanes} lanes: {names:?}");
    }
}

/// A form with the values of another, but for one sample.
fn nearly(program: &mut LaneProgram, id: Id, sample: usize) -> Id {
    let mut values = program.forms.values(id).to_vec();
    values[sample] ^= 1;
    // Lane constants are made from nothing; what is made from them is looked for.
    let near = program.forms.lane_const(1000 + sample as u32, (0, 255), values);
    program.forms.raw_clamp(near, 0, 255)
}

#[test]
fn what_differs_on_a_single_sample_is_not_matched() {
    let mut program = lane_program("uint8x64 (uint8x64)rounding_halving_add((uint8x64)a, (uint8x64)b)");
    let root = program.root();
    let samples = program.forms.values(root).len();
    let near: Vec<Id> = (0..samples).map(|sample| nearly(&mut program, root, sample)).collect();
    let found = found(&program, vnni(), &unbounded());
    assert!(!names(&program, vnni(), &found, (root, 8)).is_empty());
    for (sample, id) in near.into_iter().enumerate() {
        for m in found.1.ways(&program.forms, id, 8).vertical {
            // A plan of such a form starts from another near one, never from the window's leaves.
            let leaf = |id: &Id| matches!(program.forms.form(*id), Form::Stream(_));
            assert!(!m.args.iter().all(leaf), "sample {sample}: {:?}", m.args);
        }
    }
}

#[test]
fn leaves_and_constants_need_no_instruction() {
    let program = lane_program("uint8x64 (uint8x64)a + x64((uint8)1)");
    let found = found(&program, vnni(), &unbounded());
    for id in program.forms.all() {
        if matches!(program.forms.form(id), Form::Stream(_) | Form::Const(_)) {
            assert_eq!(names(&program, vnni(), &found, (id, 8)), [""; 0], "{:?}", program.forms.form(id));
        }
    }
}

#[test]
fn what_gives_an_operand_back_is_no_match() {
    // The root is a minimum; max(min(a, b), min(a, b)) has its values too.
    let program = lane_program("uint8x64 min((uint8x64)a, (uint8x64)b)");
    let (_, matches) = found(&program, vnni(), &unbounded());
    for m in matches.ways(&program.forms, program.root(), 8).vertical {
        assert!(!m.args.contains(&program.root()), "{m:?}");
    }
}

#[test]
fn scalar_operands_are_forms_of_one_value() {
    let one = "int16x8 (int16x8)mul_shift_right((int16x8)a, x8((int16)s), x8((uint16)16))";
    let many = "int16x8 (int16x8)mul_shift_right((int16x8)a, (int16x8)b, x8((uint16)16))";
    for (text, wanted) in [(one, true), (many, false)] {
        let program = lane_program(text);
        let found = found(&program, slate(), &unbounded());
        let names = names(&program, slate(), &found, (program.root(), 16));
        assert_eq!(names.contains(&"vmulhs_s".to_owned()), wanted, "{text}: {names:?}");
        for m in found.1.ways(&program.forms, program.root(), 16).vertical {
            let vertical = &slate().of_register_size(128).verticals[m.index];
            for (arg, operand) in m.args.iter().zip(&vertical.operands) {
                assert!(!operand.scalar || program.is_uniform(*arg), "{m:?}");
            }
        }
    }
}

#[test]
fn widenings_are_found_at_the_width_of_their_result() {
    let program = lane_program("int32x8 (int32x8)widening_mul((int16x8)a, (int16x8)b)");
    let (layouts, matches) = found(&program, slate(), &unbounded());
    let widening = matches.ways(&program.forms, program.root(), 32).widening;
    let sized = slate().of_register_size(layouts.at(16).register_bits());
    let names: Vec<&str> = widening.iter().map(|m| slate().entry(sized.widenings[m.index].entry).member.name).collect();
    assert!(names.contains(&"vmpyh"), "{names:?}");
    assert!(matches.ways(&program.forms, program.root(), 16).widening.is_empty());
    assert!(matches.ways(&program.forms, program.root(), 64).widening.is_empty());
    let (_, none) = found(&program, vnni(), &unbounded());
    assert!(none.ways(&program.forms, program.root(), 32).widening.is_empty(), "x86 has no pairs");
}

#[test]
fn a_budget_ends_the_search_and_what_was_found_stays() {
    let text = "uint8x64 (uint8x64)saturating_add(max((uint8x64)a, (uint8x64)b), min((uint8x64)c, (uint8x64)d))";
    let program = lane_program(text);
    let (_, whole) = found(&program, vnni(), &unbounded());
    let mut last = 0;
    for budget in [1, 100, 1_000, 5_000, 20_000] {
        let effort = Effort::new(budget, &|| false);
        let (_, part) = found(&program, vnni(), &effort);
        assert!(part.tried <= budget && part.tried >= last, "{} of {budget}", part.tried);
        assert_eq!(effort.ended().is_some(), part.tried < whole.tried, "{budget}");
        assert!(effort.ended().is_none_or(|why| why == Ended::Budget));
        for id in program.forms.all() {
            let (some, all) = (part.ways(&program.forms, id, 8).vertical, whole.ways(&program.forms, id, 8).vertical);
            assert_eq!(some[..], all[..some.len()], "the same, as far as it went");
        }
        last = part.tried;
    }
    let stopped = Effort::new(u64::MAX, &|| true);
    let (_, none) = found(&program, vnni(), &stopped);
    assert!(none.tried < whole.tried && stopped.ended() == Some(Ended::Stopped));
}

#[test]
fn matches_are_the_same_each_time() {
    for (_, target) in targets() {
        let program = lane_program("uint8x32 (uint8x32)absd((uint8x32)a, (uint8x32)b)");
        let (one, other) = (found(&program, target, &unbounded()), found(&program, target, &unbounded()));
        assert_eq!(one.1.tried, other.1.tried);
        for id in program.forms.all() {
            assert_eq!(one.1.ways(&program.forms, id, 8).vertical, other.1.ways(&program.forms, id, 8).vertical);
        }
    }
}

/// The instructions that are solved for at the root of a window: names and immediates.
fn solved(text: &str, bits: u32) -> Vec<(&'static str, Vec<u64>)> {
    let program = lane_program(text);
    let (_, matches) = found(&program, vnni(), &unbounded());
    let solved = matches.ways(&program.forms, program.root(), bits).solved.into_iter();
    solved.map(|s| (vnni().entry(s.entry).member.name, s.immediates)).collect()
}

#[test]
fn immediates_are_solved_for_by_value() {
    let cases = [
        ("uint16x32 (uint16x32)a / x32((uint16)32)", 16, "_mm512_srli_epi16", 5),
        ("int32x16 (int32x16)shift_right((int32x16)a, x16((uint32)7))", 32, "_mm512_srai_epi32", 7),
        ("uint32x16 (uint32x16)a * x16((uint32)2048)", 32, "_mm512_slli_epi32", 11),
    ];
    for (text, bits, name, immediate) in cases {
        let solved = solved(text, bits);
        assert!(solved.contains(&(name, vec![immediate])), "{text}: {solved:?}");
    }
    // No value of an immediate multiplies by ten.
    let ten = solved("uint16x32 (uint16x32)a * x32((uint16)10)", 16);
    assert!(ten.is_empty(), "{ten:?}");
}

#[test]
fn truth_tables_of_three_operands_are_solved_for_at_every_width() {
    for (bits, lanes) in [(8, 64), (16, 32), (32, 16), (64, 8)] {
        let of = |op: &str, a: &str, b: &str| format!("(uint{bits}x{lanes})bitwise_{op}({a}, {b})");
        let [a, b, c] = ["a", "b", "c"].map(|name| format!("(uint{bits}x{lanes}){name}"));
        let sum = of("xor", &of("xor", &a, &b), &c);
        let solved = solved(&format!("uint{bits}x{lanes} {sum}"), bits);
        assert!(solved.iter().any(|(name, table)| name.contains("ternarylogic") && table[..] == [0x96]), "{solved:?}");
    }
}

#[test]
fn a_budget_ends_what_is_solved_for() {
    let program = lane_program("uint16x32 (uint16x32)a / x32((uint16)32)");
    let little = Effort::new(40, &|| false);
    let (_, matches) = found(&program, vnni(), &little);
    assert!(little.ended().is_some() && matches.ways(&program.forms, program.root(), 16).solved.is_empty());
}

#[test]
fn operands_that_may_change_places_are_tried_in_one_order() {
    // Of two that differ the order is kept where it counts.
    for (text, name, orders) in [
        ("uint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)", "_mm512_adds_epu8", 1),
        ("uint8x64 (uint8x64)saturating_sub((uint8x64)b, (uint8x64)a)", "_mm512_subs_epu8", 1),
        ("uint8x64 (uint8x64)saturating_sub((uint8x64)a, (uint8x64)b)", "_mm512_subs_epu8", 1),
    ] {
        let program = lane_program(text);
        let found = found(&program, vnni(), &unbounded());
        let names = names(&program, vnni(), &found, (program.root(), 8));
        assert_eq!(names.iter().filter(|found| *found == name).count(), orders, "{text}: {names:?}");
    }
}

#[test]
fn a_truth_table_of_three_operands_is_tried_in_one_order() {
    let solvables = vnni().solvables();
    let tables = solvables.at(512, 32).iter().filter(|s| s.is_every_table);
    let names: BTreeSet<&str> = tables.map(|s| vnni().entry(s.entry).member.name).collect();
    assert!(!names.is_empty() && names.iter().all(|name| name.contains("ternarylogic")), "{names:?}");
    // Not symmetric: a choice by bits is found whichever operand chooses.
    for chooser in ["a", "b", "c"] {
        let [x, y] = ["a", "b", "c"].into_iter().filter(|n| *n != chooser).collect::<Vec<_>>()[..] else {
            unreachable!()
        };
        let of = |name: &str| format!("(uint32x16){name}");
        let text = format!(
            "uint32x16 (uint32x16)bitwise_xor({y}, (uint32x16)bitwise_and((uint32x16)bitwise_xor({x}, {y}), {by}))",
            x = of(x),
            y = of(y),
            by = of(chooser)
        );
        let program = lane_program(&text);
        let (_, matches) = found(&program, vnni(), &unbounded());
        let ways =
            matches.ways(&program.forms, program.root(), 32).solved.into_iter().filter(|way| way.args.len() == 3);
        let mut sorted: Vec<(usize, Vec<Id>)> = ways.map(|way| (way.entry, way.args)).collect();
        sorted.iter_mut().for_each(|(_, args)| args.sort());
        let different: BTreeSet<_> = sorted.iter().cloned().collect();
        assert!(sorted.len() >= names.len() && different.len() == sorted.len(), "{text}: {sorted:?}");
    }
}
