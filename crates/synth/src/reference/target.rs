//! Algorithm 2 on a window: the productions of its grammar, and windows that are wider than a register.

use super::function::LaneFunction;
use super::problem::Problem;
use super::production::{InstructionProduction, Production};
use super::{Budget, Ending, Report, Switches, synthesize};
use crate::program::{Program, Shape};
use isotope_grammars::Dictionary;
use isotope_grammars::grammar::Grammar;
use isotope_ir::term::Terms;
use isotope_ir::window::Window;
use isotope_smt::Prover;
use std::sync::Arc;

/// A grammar's members and swizzles, in its order.
pub fn productions(grammar: &Grammar, dictionary: &Dictionary) -> Vec<Box<dyn Production>> {
    let mut terms = Terms::new();
    let mut found = Vec::new();
    for choice in grammar.members() {
        let Some(member) = dictionary.member(choice.member) else { continue };
        if let Ok(lanes) = member.lanes(&[], &mut terms) {
            found.push((member, choice.cost, lanes));
        }
    }
    let terms = Arc::new(terms);
    let instructions = found.into_iter().map(|(member, cost, lanes)| {
        let shapes = member.operands.iter().zip(&lanes.operand_bits);
        let lanes = LaneFunction {
            terms: Arc::clone(&terms),
            operands: shapes.map(|(o, &element)| Shape::new(element, o.bits / element)).collect(),
            result: Shape::new(lanes.out_bits, lanes.out.len() as u32),
            out: lanes.out,
        };
        let name = member.name.to_owned();
        Box::new(InstructionProduction { name, immediates: vec![], cost, lanes }) as Box<dyn Production>
    });
    let swizzles = grammar.swizzles.iter().map(|s| Box::new(*s) as Box<dyn Production>);
    instructions.chain(swizzles).collect()
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
