//! The fast engine: propose concretely, prove symbolically.
//!
//! What belongs here: reading a window into integer forms over streams ([`streams`], [`form`]), sorting a target's
//! instructions by what their lanes do ([`instructions`]), cutting what cannot be read out of a window ([`parts`]), choosing layouts ([`layout`]), finding instructions by value
//! ([`mod@matches`]), planning ([`plan`]) and writing programs ([`emit`]). Nothing here is trusted: what comes out are
//! candidates. Proof and ranking are [`crate::engine`]'s.
//!
//! Why two engines: the reference engine asks a solver for each program and takes minutes; this one
//! runs instructions on sixty-odd samples and keeps what agrees. A guess that is wrong is refuted
//! by the proof, and its counterexample is a sample of the next round, so speed costs rounds and
//! never correctness.

pub mod emit;
pub mod form;
pub mod instructions;
pub mod layout;
pub mod matches;
pub mod parts;
pub mod plan;
pub mod regrouping;
pub mod scaling;
pub mod streams;
#[cfg(test)]
mod tests;

use crate::limits;
use crate::program::Program;
use emit::Emitted;
use instructions::TargetInstructions;
use isotope_ir::expr::{Graph, NodeId};
use isotope_smt::effort::{Effort, Ended};
use layout::{Layouts, Registers, Split};
use plan::{Bias, Price, Uses};
use streams::Unsupported;

/// A program that agrees with the window on samples, by the planner's own costs worth `estimate`.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The program.
    pub program: Program,
    /// Estimated cost.
    pub estimate: Price,
    /// The layout splits it was planned with.
    pub splits: Vec<Split>,
    /// The bias that it was planned under.
    pub bias: Bias,
}

/// What a run proposes.
#[derive(Clone, Debug, Default)]
pub struct Proposal {
    /// The cheapest under each bias, then the second of each, and so on; no two alike.
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
    target: &TargetInstructions,
    counterexamples: &[streams::Counterexample],
    effort: &Effort<'_>,
) -> Result<Proposal, Unsupported> {
    match planned(graph, root, target, counterexamples, effort) {
        Err(why @ (Unsupported::MixedLanes | Unsupported::Operation(_))) => {
            let by_parts = parts::propose(graph, root, target, counterexamples, effort);
            if by_parts.candidates.is_empty() { Err(why) } else { Ok(by_parts) }
        }
        whole => whole,
    }
}

/// Candidates for a window that is read as a whole.
fn planned(
    graph: &Graph,
    root: NodeId,
    target: &TargetInstructions,
    counterexamples: &[streams::Counterexample],
    effort: &Effort<'_>,
) -> Result<Proposal, Unsupported> {
    if target.register_bits == 0 {
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
    let straight = Layouts::new(ty.lanes, target.registers(), &[]);
    // Whatever is found is of use only if something is left to plan with.
    // Half of what is left, so that a window with very many forms still has something to plan with.
    let part = effort.part(effort.left() / 2);
    let found = matches::Matches::find(&program, &program.searched(), target, &straight, &part);
    effort.joined(&part);
    let mut out = Proposal { tried: found.tried, ended: part.ended(), ..Proposal::default() };
    // Three quarters for planning: the cheapest of many plans is no answer without a proof.
    let part = effort.part(effort.left() / 4 * 3);
    let regroupable = !program.regrouped.is_empty() || program.translates.is_any_between();
    let differs = |bias: &Bias| (bias.scaled || !program.scaled.is_empty()) && (!bias.regrouped || regroupable);
    let biases: Vec<Bias> = Bias::ALL.into_iter().filter(differs).collect();
    for layouts in choices(ty.lanes, target.registers()) {
        for bias in &biases {
            // A second plan under the same bias knows what the first one computes anyway, and may
            // choose other ways to use more of it; a plan that comes out the same ends the row.
            let mut shared = Uses::new();
            for _ in 0..limits::PLANS {
                let mut planner = plan::Planner::new(&mut program, target, &layouts, &found, *bias, &shared, &part);
                let Some(Emitted { program, estimate, uses }) = emit::emit(&mut planner, graph) else { break };
                shared = uses;
                if out.candidates.iter().any(|c| c.program == program) {
                    break;
                }
                out.candidates.push(Candidate { program, estimate, splits: layouts.splits.clone(), bias: *bias });
            }
        }
    }
    effort.joined(&part);
    out.ended = part.ended().or(out.ended);
    // Biases disagree on what an operation costs, so that only the order within each says something.
    out.candidates.sort_by_key(|c| c.estimate);
    let mut seen = [0; Bias::ALL.len()];
    out.candidates.sort_by_cached_key(|c| {
        let of_bias = Bias::ALL.iter().zip(&mut seen).find(|(bias, _)| **bias == c.bias);
        of_bias.map_or(0, |(_, seen)| {
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
    // All rows of splits, one more split at a time.
    let rows = (0..layout::splits_needed(lanes, registers.bits)).fold(vec![vec![]], |rows: Vec<Vec<Split>>, _| {
        rows.into_iter().flat_map(|row| all.map(|s| [row.clone(), vec![s]].concat())).collect()
    });
    let straight = rows.iter().filter(|row| useful(row)).map(|row| Layouts::new(lanes, registers, row));
    let above = rows.iter().filter_map(|row| row.strip_prefix(&[Split::Unpack, Split::Unpack]));
    let packed = above.filter(|row| !row.contains(&Split::Phases));
    straight.chain(packed.filter_map(|row| Layouts::packed(lanes, registers, row))).collect()
}
