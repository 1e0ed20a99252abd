//! The grammar of a target: its instructions, and the swizzles of the sizes that a problem has.

use super::function::LaneFunction;
use super::grammar::{InstructionProduction, Pattern, Production, Swizzle};
use super::problem::Problem;
use super::{Budget, Ending, Report, Switches, synthesize};
use crate::fast::machine::Machine;
use crate::program::{Program, Shape};
use isotope_ir::window::Window;
use isotope_smt::Prover;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a swizzle costs, in hundredths of a cycle: one shuffle on one port.
const SWIZZLE_COST: u32 = 100;

/// The narrowest element, in bits, that programs are made of: masks are not among the paper's operations.
const NARROWEST: u32 = 8;

/// The class of an instruction where nothing better is known: its name without sizes.
pub fn stem(name: &str) -> String {
    let stem = name.trim_start_matches("_mm").trim_start_matches(|c: char| c.is_ascii_digit());
    stem.trim_start_matches('_').chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// The productions of a target for a problem. `class` names an instruction's class; of instructions that compute the
/// same, the cheapest stays.
pub fn grammar(machine: &Machine, problem: &Problem, class: &dyn Fn(&str) -> String) -> Vec<Box<dyn Production>> {
    let terms = Arc::new(machine.terms.clone());
    let mut same: BTreeMap<_, usize> = BTreeMap::new();
    for (i, ins) in machine.instructions.iter().enumerate() {
        let masked = ins.element_bits.iter().any(|&b| b < NARROWEST) || ins.out_bits < NARROWEST;
        if masked || ins.operand_bits.is_empty() {
            continue;
        }
        let at = same.entry((&ins.operand_bits, &ins.element_bits, &ins.out)).or_insert(i);
        if ins.cost < machine.instructions[*at].cost {
            *at = i;
        }
    }
    let chosen: BTreeSet<usize> = same.into_values().collect();
    let mut productions: Vec<Box<dyn Production>> = Vec::new();
    for i in chosen {
        let ins = &machine.instructions[i];
        let shapes = ins.operand_bits.iter().zip(&ins.element_bits);
        let lanes = LaneFunction {
            terms: Arc::clone(&terms),
            operands: shapes.map(|(&bits, &element)| Shape::new(element, bits / element)).collect(),
            result: Shape::new(ins.out_bits, ins.out.len() as u32),
            out: ins.out.clone(),
        };
        let (name, immediates, class) = (ins.name.clone(), ins.immediates.clone(), class(&ins.name));
        productions.push(Box::new(InstructionProduction { name, class, immediates, cost: ins.cost, lanes }));
    }
    for shape in swizzled(problem) {
        for pattern in Pattern::ALL {
            productions.push(Box::new(Swizzle { pattern, shape, cost: SWIZZLE_COST }));
        }
    }
    productions
}

/// The shapes that swizzles work on: the problem's sizes, cut into the problem's elements.
fn swizzled(problem: &Problem) -> BTreeSet<Shape> {
    let shapes: Vec<Shape> =
        problem.function.operands.iter().chain([&problem.function.result]).copied().filter(|s| s.lanes > 1).collect();
    let elements: BTreeSet<u32> = shapes.iter().map(|s| s.bits).filter(|&b| b >= NARROWEST).collect();
    let sizes: BTreeSet<u32> = shapes.iter().map(|s| s.total_bits()).collect();
    let cut = |size: u32| elements.iter().map(move |&bits| Shape::new(bits, size / bits));
    sizes.into_iter().flat_map(cut).filter(|s| s.lanes > 1).collect()
}

/// In how many equal parts, each within registers, a window is solved; 1 where its parts are not alike.
fn parts(problem: &Problem, register_bits: u32) -> (u32, Problem) {
    let scalars = problem.function.operands.iter().zip(&problem.scalars).filter(|(_, scalar)| !**scalar);
    let widest = scalars.map(|(s, _)| s).chain([&problem.function.result]).map(|s| s.total_bits()).max().unwrap_or(0);
    let parts = widest.div_ceil(register_bits.max(1)).next_power_of_two();
    match problem.part(parts) {
        Some(part) if parts > 1 => (parts, part),
        _ => (1, problem.clone()),
    }
}

/// Runs Algorithm 2 on a window, and gives the program if one was found.
pub fn select(
    window: &Window,
    machine: &Machine,
    switches: Switches,
    budget: Budget,
    prover: &dyn Prover,
) -> (Option<Program>, Report) {
    let (parts, problem) = parts(&Problem::of_window(window), machine.register_bits);
    let grammar = grammar(machine, &problem, &stem);
    let report = synthesize(&problem, &grammar, switches, budget, prover);
    let program = match &report.ending {
        Ending::Solved(solution) => solution.program(&grammar, window, &problem, parts),
        _ => None,
    };
    (program, report)
}
