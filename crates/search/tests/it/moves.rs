//! Lanes that only move: floats are their bits, and registers are put together from loads of their parts.

use crate::dictionary::targets;
use crate::support::{agree, bare, unbounded};
use isotope_ir::parse::parse_window;
use isotope_ir::window::Window;
use isotope_program::concrete::ByTerms;
use isotope_program::proof::{Verdict, prove};
use isotope_program::{Origin, Param, Program, StepOp};
use isotope_search::instructions::TargetInstructions;
use isotope_search::propose;
use isotope_smt::InProcess;
use isotope_smt::concrete::Samples;

/// Rows of a matrix in memory, each a load, as columns.
fn transposed(ty: &str, rows: usize, columns: usize) -> Window {
    let load = |row| format!("let r{row} : {ty}x{columns} = load B[t{row}, stride 1]\n");
    let name = |row| format!("({ty}x{columns})r{row}");
    let [loads, names] = [(0..rows).map(load).collect::<Vec<_>>(), (0..rows).map(name).collect()];
    let text = format!("{}{ty}x{} interleave_vectors({})\n", loads.concat(), rows * columns, names.join(", "));
    parse_window(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The proposals for a window, each of which computes it.
fn proposed(window: &Window, target: &TargetInstructions) -> Vec<Program> {
    let found = propose(&window.graph, window.root, target, &[], &unbounded()).unwrap().candidates;
    for candidate in &found {
        agree(window, &candidate.program, &ByTerms(target), &mut Samples::new(3));
    }
    found.into_iter().map(|c| c.program).collect()
}

/// Whether a program has loads of its own, all of a part of a register.
fn loads_parts(program: &Program) -> bool {
    let loads: Vec<_> = program.params.iter().filter(|p| matches!(p.origin, Origin::Load(_))).collect();
    !loads.is_empty() && loads.iter().all(|p| p.ty.total_bits() == 128)
}

#[test]
fn a_transposed_matrix_is_interleaved_from_registers_whose_parts_are_loads() {
    let shapes = [("float32", 8, 8), ("float64", 4, 4), ("float64", 8, 8), ("uint16", 16, 16), ("int32", 8, 8)];
    let (_, target) = &targets()[2];
    for (ty, rows, columns) in shapes {
        let window = transposed(ty, rows, columns);
        let programs = proposed(&window, target);
        let of_parts = programs.iter().find(|p| loads_parts(p));
        let program = of_parts.unwrap_or_else(|| panic!("{rows} x {columns} of {ty} has no loads of parts"));
        let own = window.graph.leaves[0].ty.with_lanes(1);
        assert!(program.params.iter().all(|p| p.ty.with_lanes(1) == own), "{ty}: loads have their array's type");
        let verdict = prove(&window, program, target, &InProcess);
        assert!(matches!(verdict, Verdict::Proved(_)), "{ty}: {verdict:?}");
    }
}

#[test]
fn floats_that_only_move_are_planned_and_floats_that_are_computed_are_cut_out() {
    let texts = [
        "float32x16 select((int32x16)a < (int32x16)b, (float32x16)c, (float32x16)d)",
        "int32x16 max((int32x16)reinterpret((float32x16)a), (int32x16)b)",
        "float32x16 (float32x16)reinterpret(max((int32x16)reinterpret((float32x16)a), (int32x16)b))",
        "float16x32 shuffle((float16x64)a, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, \
         41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 63)",
        "float32x32 interleave_vectors((float32x16)a + (float32x16)b, (float32x16)c*(float32x16)d)",
        "float64x8 interleave_vectors((float64x4)a, x4((float64)b))",
    ];
    for text in texts {
        let window = parse_window(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        for target in [&bare(), &targets()[2].1] {
            let programs = proposed(&window, target);
            assert!(!programs.is_empty(), "{text} has no candidate");
            let verdict = prove(&window, &programs[0], target, &InProcess);
            assert!(matches!(verdict, Verdict::Proved(_)), "{text}: {verdict:?}");
        }
    }
}

/// Arrays of two element sizes under one name, as a front end may have them.
#[test]
fn a_load_of_a_part_has_the_type_of_an_element_of_its_size() {
    let text = "let a : uint8x16 = load B[t, stride 1]\nlet b : int32x16 = load B[t, stride 1]\n\
                int32x16 ((int32x16)widening_mul(int16x16((uint8x16)a), (int16x16)c) + (int32x16)b)";
    let window = parse_window(text).unwrap();
    assert_eq!(window.graph.leaves[0].ty.bits, 8, "what is near in memory and first is of the other size");
    let mut loads = 0;
    for program in proposed(&window, &targets()[2].1) {
        for step in &program.steps {
            let StepOp::Param(param) = step.op else { continue };
            let Param { ty, origin, .. } = &program.params[param as usize];
            assert_eq!((ty.bits, ty.lanes), (step.shape.bits, step.shape.lanes), "{origin:?}");
            loads += u32::from(matches!(origin, Origin::Load(_)) && ty.bits == 32);
        }
    }
    assert!(loads > 0, "no program loads a part of b");
}
