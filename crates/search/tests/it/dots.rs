//! Sums: dot products over packed operands and over runs, and what is loaded for them.

use crate::dictionary::{targets, vnni};
use crate::support::{agree, unbounded};
use isotope_ir::memory::Memory;
use isotope_ir::parse::parse_file;
use isotope_ir::window::Window;
use isotope_program::concrete::ByTerms;
use isotope_program::proof::{Verdict, prove};
use isotope_program::{Generic, Origin, Program, StepOp};
use isotope_search::emit::emit;
use isotope_search::form::Id;
use isotope_search::instructions::TargetInstructions;
use isotope_search::layout::Layouts;
use isotope_search::matches::Matches;
use isotope_search::plan::{Bias, Choice, Lookups, Part, Planner, Run, Uses};
use isotope_search::streams::read;
use isotope_smt::InProcess;
use isotope_smt::concrete::Samples;

fn window(text: &str) -> Window {
    parse_file(text).unwrap_or_else(|e| panic!("{e}\n{text}")).windows.remove(0)
}

/// The sum of `taps` neighbours in memory, each as a word times a weight of its own, for sixteen lanes that begin `apart`
/// elements from one another.
fn row(taps: usize, apart: i64, element: &str, weight: &str) -> String {
    let mut text = String::new();
    for n in 0..taps {
        text += &format!("let p{n} : {element}x16 = load B[t + {n}, stride {apart}]\n");
    }
    let terms = (0..taps).map(|n| format!("int32x16((int16x16)widening_mul(({element}x16)p{n}, x16(({weight})w{n})))"));
    let sum = terms.reduce(|sum, term| format!("({sum} + {term})")).unwrap();
    format!("{text}int32x16 {sum}\n")
}

/// The root's plan in straight layouts without instructions found by value, and the program.
fn planned(window: &Window) -> (Choice, Program, Vec<Vec<(Id, bool)>>) {
    planned_for(window, vnni())
}

fn planned_for(window: &Window, target: &TargetInstructions) -> (Choice, Program, Vec<Vec<(Id, bool)>>) {
    let mut program = read(&window.graph, window.root, &[], &unbounded()).unwrap();
    let layouts = Layouts::new(program.ty().lanes, target.registers(), &[]);
    let (matches, uses, effort) = (Matches::default(), Uses::default(), unbounded());
    let (root, lookups) = ((program.root(), program.ty().bits), Lookups::new(target, &matches));
    let mut planner = Planner::new(&mut program, &lookups, &layouts, Bias::ALL[0], &uses, &effort);
    let written = emit(&mut planner, &window.graph).unwrap();
    let mut choice = planner.plan(root.0, root.1).unwrap().choice.clone();
    // A wrap to the width has the same bits as what it wraps.
    while let Choice::Alias(id) = choice {
        choice = planner.plan(id, root.1).unwrap().choice.clone();
    }
    let sides = match &choice {
        Choice::Dot { packed_operands, .. } => packed_operands
            .iter()
            .flat_map(|packed_operand| [&packed_operand.left, &packed_operand.right])
            .map(|parts| {
                parts.iter().filter_map(|p| if let Part::Form(id) = p { Some((*id, true)) } else { None }).collect()
            })
            .collect(),
        _ => vec![],
    };
    (choice, written.program, sides)
}

/// Every load of a program reads only what the window reads.
fn reads_nothing_else(window: &Window, program: &Program) {
    let memory = Memory::of(&window.graph);
    for param in &program.params {
        if let Origin::Load(load) = &param.origin {
            let covered = memory.load(load, param.ty.bits, param.ty.lanes, &window.graph);
            assert!(covered.is_some(), "{load:?} of {} is not covered", param.ty);
        }
    }
}

#[test]
fn products_of_bytes_by_scalars_are_summed_four_at_a_time() {
    let mut random = Samples::new(21);
    for taps in 2..=9 {
        let window = window(&row(taps, 1, "uint8", "int8"));
        let (choice, program, sides) = planned(&window);
        let Choice::Dot { packed_operands, runs, start, .. } = &choice else { panic!("{taps} taps: {choice:?}") };
        assert!(start.is_none(), "all of it is covered");
        assert!(runs.is_empty(), "neighbouring lanes are neighbours in memory: no load has a lane's taps to itself");
        assert_eq!(packed_operands.len(), taps.div_ceil(4), "{taps} taps");
        assert_eq!(sides.iter().flatten().count(), 2 * taps, "each tap and each weight once");
        agree(&window, &program, &ByTerms(vnni()), &mut random);
        reads_nothing_else(&window, &program);
    }
}

/// The run of a sum, if it is one run and nothing else.
fn run_of(choice: &Choice) -> &Run {
    match choice {
        Choice::Dot { packed_operands, runs, .. } if packed_operands.is_empty() && runs.len() == 1 => &runs[0],
        other => panic!("no run: {other:?}"),
    }
}

#[test]
fn taps_whose_lanes_are_a_slot_apart_are_a_run() {
    let mut random = Samples::new(22);
    for taps in 2..=4 {
        let window = window(&row(taps, 4, "uint8", "int8"));
        let (choice, program, _) = planned(&window);
        agree(&window, &program, &ByTerms(vnni()), &mut random);
        reads_nothing_else(&window, &program);
        let Choice::Dot { runs, .. } = &choice else { panic!("{taps} taps: {choice:?}") };
        // With fewer than four taps no leaf reads the rest of the slot, and a load may not either.
        assert_eq!(runs.len(), usize::from(taps == 4), "{taps} taps");
    }
}

#[test]
fn a_run_is_shifted_inside_its_slots_to_read_nothing_else() {
    // Lanes four apart: taps 0 to 5 of all lanes are all elements from 0 to 65.
    let window = window(&row(6, 4, "uint8", "int8"));
    let (choice, program, _) = planned(&window);
    reads_nothing_else(&window, &program);
    agree(&window, &program, &ByTerms(vnni()), &mut Samples::new(23));
    if let Choice::Dot { runs, .. } = &choice {
        for run in runs {
            for (register, start) in run.starts.iter().enumerate() {
                let segments = run.segments(register);
                assert!(!segments.is_empty() && start.0 < run.parts * run.ratio, "{start:?}");
                for segment in segments {
                    assert_eq!((segment.data.len(), segment.weights.len()), (run.parts as usize, run.parts as usize));
                    assert!(
                        segment.weights.iter().any(|w| *w != Part::Const(0)),
                        "what counts for nothing is left out"
                    );
                }
            }
        }
    }
}

#[test]
fn every_tap_of_a_run_is_read_once_with_its_weight() {
    let window = window(&row(4, 4, "uint8", "int8"));
    let (choice, ..) = planned(&window);
    let run = run_of(&choice);
    assert_eq!((run.parts, run.ratio, run.signed, run.starts.len()), (4, 1, false, 1));
    let segments = run.segments(0);
    let mut taps: Vec<(Part, Part)> =
        segments.iter().flat_map(|s| s.data.iter().copied().zip(s.weights.iter().copied())).collect();
    taps.retain(|(data, _)| *data != Part::Any);
    let expected: Vec<(Part, Part)> =
        run.data.iter().zip(&run.weights).map(|(data, weight)| (Part::Form(data.unwrap()), *weight)).collect();
    assert_eq!(taps, expected);
    assert_eq!(run.operands().len(), segments.len(), "one load for each segment");
}

#[test]
fn sums_with_more_than_products_start_from_the_rest() {
    let mut random = Samples::new(24);
    let text = "int32x16 ((int32x16)vector_reduce_add(int32x64((int16x64)widening_mul((uint8x64)a, (int8x64)b))) + (int32x16)c)";
    let window = window(text);
    let (choice, program, _) = planned(&window);
    let Choice::Dot { start, constant, packed_operands, runs, .. } = &choice else { panic!("{choice:?}") };
    assert!(start.is_some() && *constant == 0);
    assert_eq!(packed_operands.len() + runs.len(), 1, "four products a lane");
    agree(&window, &program, &ByTerms(vnni()), &mut random);
}

#[test]
fn saturating_dot_products_are_taken_where_nothing_saturates() {
    // On the way to a 16-bit sum a pair of unsigned by signed bytes may saturate; of small values it does not.
    let mut random = Samples::new(25);
    for (range, possible) in [("", false), (" in [0, 100]", true)] {
        let leaf = |n: u32, ty: &str, range: &str| format!("let a{n} : {ty}x64{range}\n");
        let text = format!(
            "{}{}int16x32 (int16x32)vector_reduce_add((int16x64)widening_mul((uint8x64)a0, (int8x64)a1))\n",
            leaf(0, "uint8", range),
            leaf(1, "int8", "")
        );
        let window = window(&text);
        let (choice, program, _) = planned(&window);
        assert_eq!(matches!(choice, Choice::Dot { .. }), possible, "{text}: {choice:?}");
        agree(&window, &program, &ByTerms(vnni()), &mut random);
    }
}

#[test]
fn distances_are_summed_eight_at_a_time() {
    let mut random = Samples::new(26);
    let text = "uint64x8 (uint64x8)vector_reduce_add(uint64x64((uint8x64)absd((uint8x64)a, (uint8x64)b)))";
    let window = window(text);
    let (choice, program, _) = planned(&window);
    let Choice::Dot { packed_operands, runs, .. } = &choice else { panic!("{choice:?}") };
    assert_eq!(packed_operands.len() + runs.len(), 1);
    agree(&window, &program, &ByTerms(vnni()), &mut random);
}

#[test]
fn coefficients_past_the_signed_side_move_the_values_instead() {
    // 200 is no int8: it goes to the unsigned side, and the bytes are moved into the signed range.
    let mut random = Samples::new(27);
    for (a, b) in [(200, 55), (255, 255), (128, 1), (77, 150)] {
        let term = |leaf: &str, k: u32| format!("int32x64(uint16x64((uint8x64){leaf}) * x64((uint16){k}))");
        let window = window(&format!("int32x64 {} + {}", term("x", a), term("y", b)));
        let (_, program, _) = planned(&window);
        agree(&window, &program, &ByTerms(vnni()), &mut random);
    }
}

#[test]
fn equal_coefficients_are_factored_out() {
    let mut random = Samples::new(28);
    for text in [
        "int16x32 ((((int16x32)a * x32((int16)7)) + ((int16x32)b * x32((int16)7))) + (int16x32)c)",
        "int16x32 (((int16x32)a * x32((int16)-7)) - ((int16x32)b * x32((int16)7)))",
        "int16x32 (((int16x32)a * x32((int16)7)) - ((int16x32)b * x32((int16)7)))",
    ] {
        let window = window(text);
        let (choice, program, _) = planned(&window);
        if let Choice::Linear(terms, _) = &choice {
            assert!(terms.len() <= 2, "{text}: {terms:?}");
        }
        agree(&window, &program, &ByTerms(vnni()), &mut random);
    }
}

#[test]
fn rows_of_bytes_are_interleaved_as_bytes_and_extended_together() {
    // A product of matrices whose right-hand side is not packed: rows of bytes, each times a scalar.
    let mut random = Samples::new(29);
    let (_, avx2) = &targets()[2];
    for (element, weight, extension) in [("int8", "uint8", Generic::SExt), ("uint8", "int8", Generic::ZExt)] {
        let leaf = |n: u32| format!("let r{n} : {element}x16 = load B[b{n}, stride 1]\n");
        let product = |n: u32| format!("int32x16((int16x16)widening_mul(({element}x16)r{n}, x16(({weight})w{n})))");
        let leaves: String = (0..4).map(leaf).collect();
        let sum = (0..4).map(product).reduce(|sum, term| format!("({sum} + {term})")).unwrap();
        let window = window(&format!("{leaves}int32x16 {sum}\n"));
        let (choice, program, _) = planned_for(&window, avx2);
        assert!(matches!(choice, Choice::Dot { .. }), "{choice:?}");
        agree(&window, &program, &ByTerms(avx2), &mut random);
        reads_nothing_else(&window, &program);
        let is = |at: usize, wanted: &Generic| matches!(&program.steps[at].op, StepOp::Generic(op) if op == wanted);
        let vectors = (0..program.steps.len()).filter(|&at| is(at, &extension) && program.steps[at].shape.lanes > 1);
        assert_eq!(vectors.clone().count(), 4, "one for each register of pairs");
        for at in vectors {
            let users = program.steps.iter().filter(|step| step.args.iter().any(|arg| arg.0 as usize == at));
            for user in users {
                let moved = matches!(user.op, StepOp::Generic(Generic::Shuffle(_)));
                assert!(!moved, "{element}: pairs are made before they are extended");
            }
        }
    }
}

#[test]
fn factors_of_one_sign_meet_in_dot_products_of_two() {
    for (element, wide) in [("int8", "int16"), ("uint8", "uint16")] {
        // A broadcast of four neighbours, and 64 in their order: what a product of matrices reads.
        let four = (0..64).map(|lane| (lane % 4).to_string()).collect::<Vec<_>>().join(", ");
        let window = window(&format!(
            "let p : {element}x4 = load A[t, stride 1]\nlet q : {element}x64 = load B[s, stride 1]\n\
             let sum : int32x16 = load S[u, stride 1]\n\
             int32x16 (int32x16)vector_reduce_add(int32x64(({wide}x64)widening_mul(shuffle(({element}x4)p, {four}), \
             ({element}x64)q))) + (int32x16)sum\n"
        ));
        let (choice, program, _) = planned(&window);
        assert!(matches!(choice, Choice::Linear(..)), "{element}: {choice:?}");
        let calls = program.steps.iter().filter(|s| matches!(s.op, StepOp::Instruction { .. })).count();
        let flips = program.steps.iter().filter(|s| s.op == StepOp::Generic(Generic::Add)).count();
        assert_eq!((calls, flips), (2, 1), "{element}: {program:?}");
        agree(&window, &program, &ByTerms(vnni()), &mut Samples::new(26));
        let proof = prove(&window, &program, vnni(), &InProcess);
        assert!(matches!(proof, Verdict::Proved(_)), "{element}: {proof:?}");
        reads_nothing_else(&window, &program);
    }
}

/// A slot of two products that has one has room for a constant, which is then not added; a full one has not.
#[test]
fn a_constant_goes_where_a_slot_has_room() {
    let (mut random, (_, target)) = (Samples::new(27), &targets()[2]);
    for (taps, constant) in [(2usize, 40), (3, 0), (4, 40)] {
        let terms = (0..taps).map(|n| format!("(int16x32((uint8x32)p{n}) * x32((int16){}))", 3 + n));
        let sum = terms.reduce(|sum, term| format!("({sum} + {term})")).unwrap();
        let window = window(&format!("int16x32 {sum} + x32((int16)40)\n"));
        let (choice, program, _) = planned_for(&window, target);
        let Choice::Dot { constant: left, packed_operands, .. } = &choice else { panic!("{taps} taps: {choice:?}") };
        assert_eq!((*left, packed_operands.len()), (constant, taps.div_ceil(2)), "{taps} taps");
        agree(&window, &program, &ByTerms(target), &mut random);
    }
}

/// Rows of a matrix have no order among themselves. In that of the scalars that they are multiplied by, one load has these.
#[test]
fn scalars_that_are_neighbours_are_loaded_together() {
    let mut text = String::new();
    for n in 0..4 {
        text += &format!("let p{n} : uint8 = load A[t + {n}, stride 1]\nlet q{n} : int8x16 = load B[s{n}, stride 1]\n");
    }
    let term = |n: usize| format!("int32x16((int16x16)widening_mul((int8x16)q{n}, x16((uint8)p{n})))");
    for order in [[0, 1, 2, 3], [2, 0, 3, 1], [3, 2, 1, 0]] {
        let sum = order.map(term).into_iter().reduce(|sum, term| format!("({sum} + {term})")).unwrap();
        let window = window(&format!("{text}int32x16 {sum}\n"));
        let (choice, program, sides) = planned(&window);
        assert!(
            matches!(&choice, Choice::Dot { packed_operands, .. } if packed_operands.len() == 1),
            "{order:?}: {choice:?}"
        );
        assert_eq!(sides.iter().flatten().count(), 8, "{order:?}");
        let scalars = program.steps.iter().filter_map(|step| match step.op {
            StepOp::Param(at) if step.shape.lanes == 1 => Some(program.params[at as usize].name.as_str()),
            _ => None,
        });
        assert_eq!(scalars.collect::<Vec<_>>(), ["p0", "p1", "p2", "p3"], "{order:?}");
        agree(&window, &program, &ByTerms(vnni()), &mut Samples::new(28));
        reads_nothing_else(&window, &program);
    }
}

#[test]
fn squares_of_differences_are_paired_as_their_elements_lie_in_memory() {
    let difference = "(uint32x64((uint8x64)d0) - uint32x64((uint8x64)d1))";
    let window = window(&format!(
        "let d0 : uint8x64 = load B0[t0, stride 1]\nlet d1 : uint8x64 = load B1[t1, stride 1]\n\
         uint32x16 ((uint32x16)acc + (uint32x16)vector_reduce_add({difference}*{difference}))\n"
    ));
    let (choice, program, _) = planned(&window);
    let Choice::Dot { packed_operands, runs, start, .. } = &choice else { panic!("{choice:?}") };
    assert!(packed_operands.len() == 2 && runs.is_empty() && start.is_some(), "{choice:?}");
    // Every second byte is masked or shifted where it is, and one subtraction has the differences of a register.
    let count = |is: fn(&Generic) -> bool| {
        program.steps.iter().filter(|step| matches!(&step.op, StepOp::Generic(operation) if is(operation))).count()
    };
    assert_eq!(count(|operation| matches!(operation, Generic::Shuffle(_))), 0);
    assert_eq!(count(|operation| matches!(operation, Generic::Sub)), 2);
    agree(&window, &program, &ByTerms(vnni()), &mut Samples::new(31));
}
