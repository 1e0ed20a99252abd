//! The parts of Algorithm 2: problems and their parts, examples, and programs for what was asked.

use super::*;
use isotope_ir::interp::eval;
use isotope_ir::parse::parse_window;
use isotope_ir::term::{BinOp, LaneVar, TermId};
use isotope_ir::window::Window;
use isotope_program::concrete::{self, ByTerms, Elements, Instructions, RunError};
use isotope_program::symbolic::{InstructionLanes, InstructionTerms};
use isotope_program::{Origin, Shape};
use isotope_smt::InProcess;
use production::InstructionProduction;
use std::sync::Arc;

fn window(text: &str) -> Window {
    parse_window(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// A vertical operation on vectors of 128 bits.
fn vertical(name: &str, bits: u32, cost: u32, op: BinOp) -> InstructionProduction {
    let mut terms = Terms::new();
    let lanes = 128 / bits;
    let out: Vec<TermId> = (0..lanes)
        .map(|i| {
            let (a, b) = (
                terms.var(LaneVar::new(0, i as usize).number(), bits),
                terms.var(LaneVar::new(1, i as usize).number(), bits),
            );
            terms.bin(op, a, b)
        })
        .collect();
    let shape = Shape::new(bits, lanes);
    let function =
        LaneFunction { terms: Arc::new(terms), operands: vec![shape; 2], result: shape, out, immediate: None };
    InstructionProduction { name: name.into(), cost, lanes: function }
}

/// Instructions by what their productions compute.
struct ByProductions<'a>(&'a [InstructionProduction]);

impl InstructionLanes for ByProductions<'_> {
    fn lanes(&self, name: &str, _: &[u64]) -> Option<InstructionTerms<'_>> {
        let found = self.0.iter().find(|p| p.name == name)?;
        let element_bits: &'static [u32] = match found.lanes.result.bits {
            8 => &[8, 8],
            16 => &[16, 16],
            _ => &[32, 32],
        };
        Some(InstructionTerms {
            terms: &found.lanes.terms,
            element_bits,
            out_bits: found.lanes.result.bits,
            out: &found.lanes.out,
        })
    }
}

impl Instructions for ByProductions<'_> {
    fn run(&self, name: &str, i: &[u64], of: &[(Shape, Elements)], shape: Shape) -> Result<Elements, RunError> {
        ByTerms(self).run(name, i, of, shape)
    }
}

fn instructions() -> Vec<InstructionProduction> {
    vec![
        vertical("add16", 16, 100, BinOp::Add),
        vertical("sub16", 16, 100, BinOp::Sub),
        vertical("mul16", 16, 300, BinOp::Mul),
        vertical("xor16", 16, 50, BinOp::Xor),
        vertical("add8", 8, 100, BinOp::Add),
    ]
}

fn grammar() -> Vec<Box<dyn Production>> {
    instructions().into_iter().map(|p| Box::new(p) as Box<dyn Production>).collect()
}

/// Windows that the grammar has programs for, with the cost of the cheapest.
const SOLVABLE: &[(&str, u32)] = &[
    ("int16x8 (int16x8)a + (int16x8)b", 100),
    ("int16x8 ((int16x8)a + (int16x8)b) - (int16x8)c", 200),
    ("int16x8 ((int16x8)a * (int16x8)b) + (int16x8)c", 400),
    // Twice a value is a sum: cheaper than a product.
    ("int16x8 (int16x8)a * x8((int16)2)", 100),
    // a - a - b, from three.
    ("int16x8 x8((int16)0) - (int16x8)b", 100),
    ("uint8x16 (uint8x16)a + (uint8x16)b", 100),
    // Two registers wide: in two parts that are alike.
    ("int16x16 (int16x16)a + (int16x16)b", 100),
];

fn switches() -> [Switches; 3] {
    let on = Switches::PAPER;
    [Switches { enumeration: true, ..on }, on, Switches { scaling: false, enumeration: true, ..on }]
}

#[test]
fn programs_compute_their_windows_at_the_least_cost() {
    let (own, grammar, mut random) = (instructions(), grammar(), Samples::new(41));
    for (text, cost) in SOLVABLE {
        let window = window(text);
        for switches in switches() {
            let budget = Budget { steps: 3, ..Budget::default() };
            let (program, report) = target::select(&window, &grammar, 128, switches, budget, &InProcess);
            let Ending::Solved(solution) = &report.ending else { panic!("{text} with {switches:?}: {report:?}") };
            assert_eq!(solution.cost, *cost, "{text} with {switches:?}: {solution:?}");
            let program = program.unwrap();
            for _ in 0..20 {
                let row = |lanes: u32, bits: u32, random: &mut Samples| -> Vec<u64> {
                    (0..lanes).map(|_| random.value(bits) as u64).collect()
                };
                let leaves: Vec<Vec<u64>> =
                    window.graph.leaves.iter().map(|l| row(l.ty.lanes, l.ty.bits, &mut random)).collect();
                let inputs = program.params.iter().map(|p| match p.origin {
                    Origin::Leaf(leaf) => leaves[leaf.0 as usize].iter().map(|&v| v.into()).collect(),
                    Origin::Load(_) => unreachable!("leaves are read as they are"),
                });
                let inputs: Vec<Vec<u128>> = inputs.collect();
                let got = concrete::run(&program, &inputs, &ByProductions(&own)).unwrap();
                let want: Vec<Option<u128>> =
                    eval(&window, &leaves).unwrap().into_iter().map(|v| v.bits().map(u128::from)).collect();
                assert_eq!(got, want, "{text} with {switches:?}");
            }
        }
    }
}

#[test]
fn what_takes_more_steps_than_allowed_is_not_found() {
    let grammar = grammar();
    let window = window("int16x8 (((int16x8)a + (int16x8)b) * (int16x8)c) - (int16x8)d");
    for (steps, found) in [(1, false), (2, false), (3, true)] {
        let switches = Switches { enumeration: true, ..Switches::PAPER };
        let budget = Budget { steps, ..Budget::default() };
        let (program, report) = target::select(&window, &grammar, 128, switches, budget, &InProcess);
        assert_eq!(program.is_some(), found, "{steps} steps: {:?}", report.ending);
        assert!(report.work.steps <= steps && report.work.candidates > 0);
    }
}

#[test]
fn an_empty_grammar_has_no_program() {
    let window = window("int16x8 (int16x8)a + (int16x8)b");
    for switches in switches() {
        let (program, report) = target::select(&window, &[], 128, switches, Budget::default(), &InProcess);
        assert_eq!((program, report.ending), (None, Ending::NoProgram), "{switches:?}");
    }
}

#[test]
fn problems_scale_where_their_lanes_stay_apart() {
    let apart = Problem::of_window(&window("int16x8 (int16x8)a + (int16x8)b"));
    for scale in [1, 2, 4, 8] {
        let scaled = apart.scaled(scale).unwrap();
        assert_eq!(scaled.function.result.lanes, 8 / scale);
        assert_eq!(scaled.function.out.len() as u32, 8 / scale);
    }
    assert!(apart.scaled(3).is_none() && apart.scaled(16).is_none());
    let reversed = "int16x8 shuffle((int16x8)a + (int16x8)b, 7, 6, 5, 4, 3, 2, 1, 0)";
    assert!(Problem::of_window(&window(reversed)).scaled(2).is_none(), "the first half reads the second");
}

#[test]
fn parts_of_a_problem_ask_the_same_of_their_own_lanes() {
    let alike = Problem::of_window(&window("int16x16 (int16x16)a + (int16x16)b"));
    assert_eq!(alike.part(2).unwrap().function.result.lanes, 8);
    assert_eq!(alike.part(4).unwrap().function.operands[0].lanes, 4);
    let swapped = "int16x4 shuffle((int16x4)a + (int16x4)b, 2, 3, 0, 1)";
    assert!(Problem::of_window(&window(swapped)).part(2).is_none());
    let mixed = "int16x4 concat_vectors((int16x2)a + (int16x2)b, (int16x2)a - (int16x2)b)";
    assert!(Problem::of_window(&window(mixed)).part(2).is_none());
}

#[test]
fn constants_of_a_window_are_there_as_written_and_as_the_result_has_them() {
    let problem = Problem::of_window(&window("int16x8 int16x8((uint8x8)a) + x8((int16)300)"));
    for wanted in [(8, 0), (16, 300)] {
        assert!(problem.constants.contains(&wanted), "{:?}", problem.constants);
    }
    assert!(problem.constants.is_sorted());
}

#[test]
fn examples_leave_open_what_the_window_leaves_open() {
    let problem = Problem::of_window(&window("uint8x4 shift_left((uint8x4)a, (uint8x4)b)"));
    let inputs = vec![vec![1, 2, 3, 4], vec![1, 7, 8, 200]];
    let example = Example::new(&problem, inputs);
    assert_eq!(example.wanted, [Some(2), Some(0), None, None]);
    let random = Example::random(&problem, &mut Samples::new(3));
    assert_eq!(random, Example::random(&problem, &mut Samples::new(3)), "the same each time");
    let model = Example::of_model(&problem, &[(LaneVar::new(0, 2).number(), 5), (LaneVar::new(1, 2).number(), 1)]);
    assert_eq!((model.inputs[0][2], model.inputs[0][0], model.wanted[2]), (5, 0, Some(10)));
}

#[test]
fn swizzles_move_every_element_to_where_they_say() {
    for pattern in Pattern::ALL {
        for n in [2, 4, 8, 16] {
            let indices = pattern.indices(n);
            let all = n * pattern.operands() as u32;
            assert!(indices.iter().all(|&i| i < all), "{pattern:?} of {n}");
            let mut distinct = indices.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), indices.len(), "{pattern:?} of {n}: nothing twice");
            let swizzle = Swizzle { pattern, bits: 8, lanes: n };
            let function = swizzle.function(1).unwrap();
            assert_eq!((function.out.len(), function.operands.len()), (indices.len(), pattern.operands()));
            assert!(swizzle.function(n).is_none(), "one element is not swizzled");
        }
    }
}

#[test]
fn a_verification_tells_equal_from_different() {
    let grammar = grammar();
    let problem = Problem::of_window(&window("int16x8 (int16x8)a + (int16x8)b"));
    let apply = |production: usize| {
        let operands = vec![problem::Source::Input(0), problem::Source::Input(1)];
        Solution { steps: vec![problem::Application { production, operands, immediate: None }], cost: 100 }
    };
    let (mut rlimit, mut calls) = (1 << 30, 0);
    let mut check = |solution: &Solution| verify(solution, &grammar, &problem, 1, &InProcess, &mut rlimit, &mut calls);
    assert_eq!(check(&apply(0)), Checked::Equal);
    let Checked::Differs(model) = check(&apply(1)) else { panic!("a difference is no sum") };
    let example = Example::of_model(&problem, &model);
    let (a, b) = (&example.inputs[0], &example.inputs[1]);
    assert!((0..8).any(|i| a[i].wrapping_sub(b[i]) & 0xffff != example.wanted[i].unwrap()), "{example:?}");
    assert_eq!(calls, 2, "lanes that ask the same are asked once");
}
