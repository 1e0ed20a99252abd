//! Algorithm 2 on a window, in parts where it is wider than a register.
//!
//! Most windows do the same to each register: one part is solved, and its program repeated for the
//! others. Where parts differ the whole window is the problem, and scaling has to make it small.

use super::problem::Problem;
use super::production::Production;
use super::{Budget, Ending, Report, Switches, synthesize};
use isotope_ir::window::Window;
use isotope_program::Program;
use isotope_smt::Prover;

/// In how many equal parts, each within registers, a window is solved; 1 where its parts are not alike.
fn parts(problem: &Problem, register_bits: u32) -> (u32, Problem) {
    let scalars = problem.function.operands.iter().zip(&problem.scalars).filter(|(_, scalar)| !**scalar);
    let widest = scalars.map(|(s, _)| s).chain([&problem.function.result]).map(|s| s.total_bits()).max().unwrap_or(0);
    // A power of two, because results are joined in pairs.
    let parts = widest.div_ceil(register_bits.max(1)).next_power_of_two();
    match problem.part(parts) {
        Some(part) if parts > 1 => (parts, part),
        _ => (1, problem.clone()),
    }
}

/// Runs Algorithm 2 on a window, and gives the program if one was found.
pub fn select(
    window: &Window,
    grammar: &[Box<dyn Production>],
    register_bits: u32,
    switches: Switches,
    budget: Budget,
    prover: &dyn Prover,
) -> (Option<Program>, Report) {
    let (parts, problem) = parts(&Problem::of_window(window), register_bits);
    let report = synthesize(&problem, grammar, switches, budget, prover);
    let program = match &report.ending {
        Ending::Solved(solution) => solution.program(grammar, window, &problem, parts),
        _ => None,
    };
    (program, report)
}
