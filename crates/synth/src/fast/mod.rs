//! The fast engine: propose concretely, prove symbolically.
//!
//! What belongs here: reading a window into integer forms over streams ([`streams`], [`form`]), sorting a target's
//! instructions by what their lanes do ([`machine`]), choosing layouts ([`layout`]), finding instructions by value
//! ([`matches`]), planning ([`plan`]) and writing programs ([`emit`]). Nothing here is trusted: what comes out are
//! candidates. Proof and ranking are [`crate::engine`]'s.

pub mod emit;
pub mod form;
pub mod layout;
pub mod machine;
pub mod matches;
pub mod plan;
pub mod scaling;
pub mod streams;
#[cfg(test)]
mod tests;

use crate::limits;
use crate::program::Program;
use emit::Emitted;
use isotope_ir::expr::{Graph, NodeId};
use isotope_smt::effort::{Effort, Ended};
use layout::{Layouts, Registers, Split};
use machine::Machine;
use plan::{Leaning, Price, Uses};
use streams::Unsupported;

/// A program that agrees with the window on samples, by the planner's own lights worth `estimate`.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The program.
    pub program: Program,
    /// Estimated cost.
    pub estimate: Price,
    /// The layout splits it was planned with.
    pub splits: Vec<Split>,
    /// What its plan leant towards.
    pub leaning: Leaning,
}

/// What a run proposes.
#[derive(Clone, Debug, Default)]
pub struct Proposal {
    /// The cheapest of each leaning, then the second of each, and so on; no two alike.
    pub candidates: Vec<Candidate>,
    /// Instruction applications tried.
    pub tried: u64,
    /// Why not everything was tried: these are the candidates that were found by then.
    pub ended: Option<Ended>,
}

/// Candidate programs for a window, the most promising first.
///
/// Counterexamples are inputs on which an earlier proposal went wrong: a lane, and its leaf lanes' values. All work is
/// counted in `effort`, and once that ends, what was found by then is proposed.
pub fn propose(
    graph: &Graph,
    root: NodeId,
    machine: &Machine,
    counterexamples: &[streams::Counterexample],
    effort: &Effort<'_>,
) -> Result<Proposal, Unsupported> {
    if machine.register_bits == 0 {
        return Err(Unsupported::NoInstructions);
    }
    let mut program = match streams::read(graph, root, counterexamples, effort) {
        Err(Unsupported::Ended(why)) => return Ok(Proposal { ended: Some(why), ..Proposal::default() }),
        read => read?,
    };
    let ty = program.ty;
    if !emit::supported(ty.bits) || !ty.lanes.is_power_of_two() || ty.lanes < 2 {
        return Err(Unsupported::Operation(format!("a result of {ty}")));
    }
    let straight = Layouts::new(ty.lanes, machine.registers(), &[]);
    // Whatever is found is of use only if something is left to plan with.
    let part = effort.part(effort.left() / 2);
    let found = matches::Matches::find(&program, &program.forms.all(), machine, &straight, &part);
    effort.joined(&part);
    let mut out = Proposal { tried: found.tried, ended: part.ended(), ..Proposal::default() };
    let differs = |leaning: &Leaning| leaning.scaled || !program.scaled.is_empty();
    let leanings: Vec<Leaning> = Leaning::ALL.into_iter().filter(differs).collect();
    for layouts in choices(ty.lanes, machine.registers()) {
        for leaning in &leanings {
            let mut shared = Uses::new();
            for _ in 0..limits::PLANS {
                let mut planner =
                    plan::Planner::new(&mut program, machine, &layouts, &found, *leaning, &shared, effort);
                let Some(Emitted { program, estimate, uses }) = emit::emit(&mut planner, graph) else { break };
                shared = uses;
                if out.candidates.iter().any(|c| c.program == program) {
                    break;
                }
                out.candidates.push(Candidate { program, estimate, splits: layouts.splits.clone(), leaning: *leaning });
            }
        }
    }
    out.ended = effort.ended().or(out.ended);
    // Leanings disagree on what an operation costs, so that only the order within each says something.
    out.candidates.sort_by_key(|c| c.estimate);
    let mut seen = [0; Leaning::ALL.len()];
    out.candidates.sort_by_cached_key(|c| {
        let of_leaning = Leaning::ALL.iter().zip(&mut seen).find(|(leaning, _)| **leaning == c.leaning);
        of_leaning.map_or(0, |(_, seen)| {
            *seen += 1;
            *seen
        })
    });
    Ok(out)
}

/// The layouts that are tried: every combination of splits, and what packs make of linear registers. Phases are of use
/// only where they are unpacked next.
fn choices(lanes: u32, registers: Registers) -> Vec<Layouts> {
    let all = [Split::Unpack, Split::Linear, Split::EvenOdd, Split::Phases];
    let useful = |row: &Vec<Split>| {
        let mut pairs = row.iter().zip(row.iter().skip(1).map(Some).chain([None]));
        pairs.all(|(a, b)| *a != Split::Phases || b == Some(&Split::Unpack))
    };
    let rows = (0..layout::splits_needed(lanes, registers.bits)).fold(vec![vec![]], |rows: Vec<Vec<Split>>, _| {
        rows.into_iter().flat_map(|row| all.map(|s| [row.clone(), vec![s]].concat())).collect()
    });
    let straight = rows.iter().filter(|row| useful(row)).map(|row| Layouts::new(lanes, registers, row));
    let above = rows.iter().filter_map(|row| row.strip_prefix(&[Split::Unpack, Split::Unpack]));
    let packed = above.filter(|row| !row.contains(&Split::Phases));
    straight.chain(packed.filter_map(|row| Layouts::packed(lanes, registers, row))).collect()
}
