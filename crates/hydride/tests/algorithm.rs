//! Algorithm 2 on small problems: every switch finds the same programs, and what cannot be found is said to be so.
//!
//! The grammar is a toy with the shapes that matter: vertical operations, a dot product, conversions, swizzles.

use isotope_hydride::function::{IMMEDIATE_BITS, Immediate, LaneFunction};
use isotope_hydride::problem::Problem;
use isotope_hydride::production::{InstructionProduction, Production};
use isotope_hydride::{Budget, Ending, Report, Switches, synthesize};
use isotope_hydride::{Pattern, Swizzle};
use isotope_ir::term::{BinOp, LaneVar, TermId, Terms};
use isotope_program::{Shape, StepOp};
use isotope_smt::InProcess;
use std::sync::Arc;

type Grammar = Vec<Box<dyn Production>>;

/// An operation of 128-bit vectors, given by what one output element is.
fn operation(
    name: &str,
    operands: &[u32],
    bits: u32,
    lanes: u32,
    element: impl Fn(&mut Terms, u32) -> TermId,
) -> Box<dyn Production> {
    let mut terms = Terms::new();
    let out = (0..lanes).map(|i| element(&mut terms, i)).collect();
    let operands = operands.iter().map(|&b| Shape::new(b, 128 / b)).collect();
    let lanes =
        LaneFunction { terms: Arc::new(terms), operands, result: Shape::new(bits, lanes), out, immediate: None };
    Box::new(InstructionProduction { name: name.to_owned(), cost: 100, lanes })
}

fn vertical(name: &str, bits: u32, op: BinOp) -> Box<dyn Production> {
    operation(name, &[bits, bits], bits, 128 / bits, |t, i| {
        let (a, b) =
            (t.var(LaneVar::new(0, i as usize).number(), bits), t.var(LaneVar::new(1, i as usize).number(), bits));
        t.bin(op, a, b)
    })
}

fn product(t: &mut Terms, i: u32) -> TermId {
    let (a, b) = (t.var(LaneVar::new(0, i as usize).number(), 16), t.var(LaneVar::new(1, i as usize).number(), 16));
    let (a, b) = (t.sext(a, 32), t.sext(b, 32));
    t.bin(BinOp::Mul, a, b)
}

fn grammar() -> Grammar {
    vec![
        vertical("_mm_add_epi32", 32, BinOp::Add),
        vertical("_mm_sub_epi32", 32, BinOp::Sub),
        vertical("_mm_mullo_epi32", 32, BinOp::Mul),
        vertical("_mm_add_epi16", 16, BinOp::Add),
        vertical("_mm_xor_si128", 32, BinOp::Xor),
        operation("_mm_madd_epi16", &[16, 16], 32, 4, |t, i| {
            let (even, odd) = (product(t, 2 * i), product(t, 2 * i + 1));
            t.bin(BinOp::Add, even, odd)
        }),
        operation("_mm_mulhi_epi16", &[16, 16], 16, 8, |t, i| {
            let p = product(t, i);
            t.extract(p, 16, 16)
        }),
        operation("_mm_mullo_epi16", &[16, 16], 16, 8, |t, i| {
            let p = product(t, i);
            t.extract(p, 0, 16)
        }),
        Box::new(Swizzle { pattern: Pattern::InterleaveLow, bits: 16, lanes: 8 }),
        Box::new(Swizzle { pattern: Pattern::InterleaveHigh, bits: 16, lanes: 8 }),
    ]
}

const DOT: &str = "int32x4 ((int32x4)vector_reduce_add((int32x8)widening_mul((int16x8)a, (int16x8)b)) + (int32x4)c)";

fn problem(text: &str) -> (isotope_ir::window::Window, Problem) {
    let window = isotope_ir::parse::parse_window(text).unwrap_or_else(|e| panic!("{e}"));
    let problem = Problem::of_window(&window);
    (window, problem)
}

fn run(text: &str, grammar: &Grammar, switches: Switches, steps: usize) -> Report {
    let (_, problem) = problem(text);
    synthesize(&problem, grammar, switches, Budget { steps, ..Budget::default() }, &InProcess)
}

fn names(report: &Report, grammar: &Grammar) -> Vec<String> {
    match &report.ending {
        Ending::Solved(s) => s.steps.iter().map(|a| grammar[a.production].name()).collect(),
        other => panic!("{other:?} after {:?}", report.work),
    }
}

#[test]
fn every_switch_finds_the_dot_product() {
    let grammar = grammar();
    let on = Switches::PAPER;
    let all =
        [on, Switches { enumeration: true, ..on }, Switches { lanes: false, ..on }, Switches { scaling: false, ..on }];
    for switches in all {
        let report = run(DOT, &grammar, switches, 3);
        println!("{switches:?}: {:?}", report.work);
        let mut found = names(&report, &grammar);
        found.sort();
        assert_eq!(found, ["_mm_add_epi32", "_mm_madd_epi16"], "{switches:?}");
        assert_eq!(report.work.scale > 1, switches.scaling);
        assert_eq!(report.work.candidates > 0, switches.enumeration);
        if switches.enumeration {
            assert_eq!(report, run(DOT, &grammar, switches, 3), "the same run twice");
        }
    }
}

#[test]
fn the_solution_is_a_program_of_the_window() {
    let grammar = grammar();
    let (window, problem) = problem(DOT);
    let switches = Switches { enumeration: true, ..Switches::PAPER };
    let report = synthesize(&problem, &grammar, switches, Budget::default(), &InProcess);
    let Ending::Solved(solution) = report.ending else { panic!("{report:?}") };
    let program = solution.program(&grammar, &window, &problem, 1).expect("all of it has a meaning at full width");
    let instructions = program.steps.iter().filter(|s| matches!(s.op, StepOp::Instruction { .. })).count();
    assert_eq!(instructions, 2);
    assert_eq!(program.params.len(), 3);
    assert_eq!(program.shape(program.result), Shape::new(32, 4));
}

#[test]
fn layouts_are_found_by_swizzles() {
    // The widening product of the lower halves: low and high products in turn.
    let text = "int32x4 widening_mul((int16x4)slice_vectors((int16x8)a, 0, 1, 4), (int16x4)slice_vectors((int16x8)b, 0, 1, 4))";
    let grammar = grammar();
    let report = run(text, &grammar, Switches { enumeration: true, ..Switches::PAPER }, 3);
    // mullo, mulhi and an interleave; or two interleaves, one with zeros, and madd: of equal cost.
    let found = names(&report, &grammar);
    assert_eq!(found.len(), 3);
    assert!(found.contains(&"InterleaveLow i16x8".to_owned()), "{found:?}");
}

/// Shifts by an immediate, which only some values are allowed for, and a product that is the same for one of them.
fn shifts(values: &[u64]) -> Grammar {
    let shift = |name: &str, op: BinOp| -> Box<dyn Production> {
        let mut terms = Terms::new();
        let immediate = terms.var(LaneVar::new(1, 0).number(), IMMEDIATE_BITS);
        let by = terms.zext(immediate, 16);
        let out = (0..8).map(|i| {
            let element = terms.var(LaneVar::new(0, i as usize).number(), 16);
            terms.bin(op, element, by)
        });
        let out = out.collect();
        let shape = Shape::new(16, 8);
        let immediate = Some(Immediate(values.into()));
        let lanes = LaneFunction { terms: Arc::new(terms), operands: vec![shape], result: shape, out, immediate };
        Box::new(InstructionProduction { name: name.to_owned(), cost: 100, lanes })
    };
    vec![
        shift("_mm_srli_epi16", BinOp::LShr),
        shift("_mm_slli_epi16", BinOp::Shl),
        vertical("_mm_or_si128", 16, BinOp::Or),
    ]
}

#[test]
fn immediates_are_solved_for() {
    // A rotation by three: two shifts, each with a value of its own, that the window does not write.
    let text = "uint16x8 bitwise_or((uint16x8)shift_left((uint16x8)a, x8((uint16)3)), (uint16x8)shift_right((uint16x8)a, x8((uint16)13)))";
    let grammar = shifts(&(0..=255).collect::<Vec<_>>());
    for enumeration in [false, true] {
        let switches = Switches { enumeration, ..Switches::PAPER };
        let (window, problem) = problem(text);
        let report = synthesize(&problem, &grammar, switches, Budget::default(), &InProcess);
        let Ending::Solved(solution) = report.ending else { panic!("{report:?}") };
        let mut values: Vec<_> = solution.steps.iter().map(|s| (s.production, s.immediate)).collect();
        values.sort();
        assert_eq!(values, [(0, Some(13)), (1, Some(3)), (2, None)], "{enumeration}");
        let program = solution.program(&grammar, &window, &problem, 1).expect("it is at full width");
        let immediates = program.steps.iter().filter_map(|s| match &s.op {
            StepOp::Instruction { immediates, .. } => Some(immediates.clone()),
            _ => None,
        });
        let mut immediates: Vec<_> = immediates.collect();
        immediates.sort();
        assert_eq!(immediates, [vec![], vec![3], vec![13]], "{enumeration}");
    }
}

#[test]
fn immediates_have_the_values_that_the_instruction_takes() {
    let text = "uint16x8 (uint16x8)shift_right((uint16x8)a, x8((uint16)5))";
    for (values, found) in [(&[1, 2, 4][..], false), (&[1, 2, 4, 5, 6], true)] {
        for enumeration in [false, true] {
            let report = run(text, &shifts(values), Switches { enumeration, ..Switches::PAPER }, 1);
            assert_eq!(matches!(report.ending, Ending::Solved(_)), found, "{values:?} {enumeration} {report:?}");
        }
    }
}

#[test]
fn what_the_grammar_cannot_say_is_not_said() {
    let grammar = grammar();
    let maximum = "int32x4 max((int32x4)a, (int32x4)b)";
    for enumeration in [false, true] {
        let report = run(maximum, &grammar, Switches { enumeration, ..Switches::PAPER }, 2);
        assert_eq!(report.ending, Ending::NoProgram, "{enumeration}");
    }
}

#[test]
fn a_spent_budget_is_said() {
    let (_, problem) = problem(DOT);
    let grammar = grammar();
    let small = Budget { candidates: 20, ..Budget::default() };
    let switches = Switches { enumeration: true, ..Switches::PAPER };
    assert_eq!(synthesize(&problem, &grammar, switches, small, &InProcess).ending, Ending::OutOfBudget);
    let small = Budget { rlimit: 100, ..Budget::default() };
    let ending = synthesize(&problem, &grammar, Switches::PAPER, small, &InProcess).ending;
    assert_eq!(ending, Ending::OutOfBudget);
}
