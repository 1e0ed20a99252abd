//! The fast engine: propose concretely, prove symbolically.
//!
//! What belongs here: reading a window into integer forms over streams ([`streams`], [`form`]), sorting a target's
//! instructions by what their lanes do ([`instructions`]), cutting what cannot be read out of a window ([`parts`]) and
//! reductions to few lanes into partial results (`reductions`), choosing layouts ([`layout`]), finding instructions by
//! value ([`mod@matches`]), looking functions of one byte up (`tables`), planning ([`plan`]) and writing programs ([`emit`]). Nothing here is trusted: what comes out are
//! candidates. Proof and ranking are `isotope_select`'s.
//!
//! Why two engines: the reference engine asks a solver for each program and takes minutes; this one
//! runs instructions on sixty-odd samples and keeps what agrees. A guess that is wrong is refuted
//! by the proof, and its counterexample is a sample of the next round, so speed costs rounds and
//! never correctness.

mod derived;
pub mod emit;
pub mod form;
pub mod functions;
pub mod instructions;
pub mod layout;
pub mod limits;
pub mod matches;
pub mod parts;
pub mod plan;
mod reductions;
pub mod regrouping;
pub mod scaling;
pub mod streams;
mod tables;
#[cfg(test)]
mod tests;

use emit::Emitted;
use instructions::TargetInstructions;
use isotope_ir::expr::{Graph, NodeId};
use isotope_program::Program;
use isotope_smt::effort::{Effort, Ended};
use layout::{Layouts, Order, Registers, Split};
use plan::{Bias, Price, Uses};
use reductions::extrema::Ending;
use reductions::{Cut, Partition};
use std::collections::BTreeSet;
use streams::{LaneProgram, Unsupported};

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
    // What one instruction does for each register needs no form and no layout.
    let part = effort.part(limits::WHOLE_WORK.min(effort.left() / 4));
    let whole = functions::whole(graph, root, target, counterexamples, &part);
    effort.joined(&part);
    let candidate = |(program, estimate)| Candidate { program, estimate, splits: Vec::new(), bias: Bias::ALL[0] };
    let mut out = Proposal { candidates: whole.into_iter().map(candidate).collect(), ..Proposal::default() };
    // Nor does what is looked up.
    for program in tables::propose(graph, root, target, effort) {
        out.candidates.push(candidate((program, Price::default())));
    }
    let found = match planned(graph, root, target, counterexamples, effort) {
        Err(why @ (Unsupported::MixedLanes | Unsupported::Operation(_))) => {
            let by_parts = parts::propose(graph, root, target, counterexamples, effort);
            if by_parts.candidates.is_empty() { Err(why) } else { Ok(by_parts) }
        }
        found => found,
    };
    match found {
        Err(why) if out.candidates.is_empty() => return Err(why),
        Err(_) => {}
        Ok(found) => out.join(found),
    }
    Ok(out)
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
    let mut out = Proposal::default();
    let cut = Cut::of(graph, root);
    if let Some(cut) = &cut {
        let partitions = cut.partitions(target);
        for (at, &partition) in partitions.iter().enumerate() {
            // What one way cannot do another can, and none leaves nothing to the others.
            let part = effort.part(effort.left() / (partitions.len() - at).max(4) as u64);
            if let Ok(found) = by_partial_results(cut, partition, target, counterexamples, &part) {
                out.join(found);
            }
            effort.joined(&part);
        }
    }
    if out.candidates.is_empty() || !cut.is_some_and(|cut| cut.is_long()) {
        match in_lanes(graph, root, target, counterexamples, &Bias::ALL, effort) {
            Ok(found) => out.join(found),
            Err(why) if out.candidates.is_empty() => return Err(why),
            Err(_) => {}
        }
    }
    out.ended = effort.ended().or(out.ended);
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

impl Proposal {
    /// Adds what another run proposes.
    fn join(&mut self, other: Proposal) {
        for candidate in other.candidates {
            if self.candidates.iter().all(|c| c.program != candidate.program) {
                self.candidates.push(candidate);
            }
        }
        self.tried += other.tried;
        self.ended = self.ended.or(other.ended);
    }
}

/// Candidates for a window that is cut at a reduction: a few for the partial results, each with the tail that joins them.
fn by_partial_results(
    cut: &Cut<'_>,
    partition: Partition,
    target: &TargetInstructions,
    counterexamples: &[streams::Counterexample],
    effort: &Effort<'_>,
) -> Result<Proposal, Unsupported> {
    let refused = || Unsupported::Operation("a part of a reduction".into());
    let (graph, root) = cut.partial(partition).ok_or_else(refused)?;
    let lanes = |(lane, input): &streams::Counterexample| {
        let input = input.clone();
        cut.lanes(*lane, partition.parts).map(move |lane| (lane, input.clone())).take(limits::PARTS_OF_COUNTEREXAMPLES)
    };
    let wrong: Vec<streams::Counterexample> = counterexamples.iter().flat_map(lanes).collect();
    let mut found = in_lanes(&graph, root, target, &wrong, &Bias::ALL[..1], effort)?;
    found.candidates.sort_by_key(|c| c.estimate);
    found.candidates.truncate(limits::PARTIAL_PROGRAMS);
    let whole = |c: &Candidate, ending: Option<&Ending<'_>>| {
        let program = cut.whole(&c.program, partition.parts, target.registers(), ending)?;
        let more = program.steps.len().saturating_sub(c.program.steps.len()) as u32;
        Some(Candidate { estimate: c.estimate + more * target.generic.shuffle, program, ..c.clone() })
    };
    let endings = cut.endings(target);
    let all = |c: &Candidate| endings.iter().filter_map(|by| whole(c, by.as_ref())).collect::<Vec<_>>();
    found.candidates = found.candidates.iter().flat_map(all).collect();
    Ok(found)
}

/// Candidates that compute each lane of the result in its slot, under some biases.
fn in_lanes(
    graph: &Graph,
    root: NodeId,
    target: &TargetInstructions,
    counterexamples: &[streams::Counterexample],
    biases: &[Bias],
    effort: &Effort<'_>,
) -> Result<Proposal, Unsupported> {
    let mut program = match streams::read(graph, root, counterexamples, effort) {
        Err(Unsupported::Ended(why)) => return Ok(Proposal { ended: Some(why), ..Proposal::default() }),
        read => read?,
    };
    let ty = program.ty;
    if !emit::supported(ty.bits) || ty.lanes < 2 {
        return Err(Unsupported::Operation(format!("a result of {ty}")));
    }
    let mut out = Proposal::default();
    let regroupable = !program.regrouped.is_empty() || program.translates.is_any_between();
    let differs = |bias: &&Bias| (bias.scaled || !program.scaled.is_empty()) && (!bias.regrouped || regroupable);
    let biases: Vec<Bias> = biases.iter().filter(differs).copied().collect();
    for order in orders(&program, target.registers()) {
        // Whatever is found is of use only if something is left to plan with.
        // Half of what is left, so that a window with very many forms still has something to plan with.
        let part = effort.part(effort.left() / 2);
        let straight = Layouts::of(&order, &[]);
        let found = matches::Matches::find(&program, &matches::Matches::seeds(&program), target, &straight, &part);
        effort.joined(&part);
        out.tried += found.tried;
        out.ended = out.ended.or(part.ended());
        // Three quarters for planning: the cheapest of many plans is no answer without a proof.
        let part = effort.part(effort.left() / 4 * 3);
        for layouts in choices(&order) {
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
    }
    Ok(out)
}

/// The orders of lanes that are tried: in the largest registers; where lanes do not fill those, also in smaller ones, and
/// with a last register that begins earlier. Lanes that fill registers have one order.
fn orders(program: &LaneProgram, registers: Registers) -> Vec<Order> {
    let lanes = program.ty.lanes;
    let mut orders = vec![Order::padded(lanes, registers)];
    if lanes.is_power_of_two() {
        return orders;
    }
    let elements = program.streams.iter().map(|stream| stream.element.bits);
    let narrowest = elements.chain([program.ty.bits]).min().unwrap_or(program.ty.bits).max(layout::WIDTHS[0]);
    // The largest of the smaller registers that leave fewer slots empty, for elements as they are and once widened.
    let smaller = std::iter::successors(Some(registers.bits / 2), |bits| Some(bits / 2));
    let smaller = smaller.take_while(|bits| *bits >= registers.least);
    let fuller = [narrowest, 2 * narrowest].map(|element| {
        let filled = |bits: u32| (lanes * element).next_multiple_of(bits);
        smaller.clone().find(|&bits| filled(bits) < filled(registers.bits))
    });
    let sizes: BTreeSet<u32> = fuller.into_iter().flatten().collect();
    orders.extend(sizes.iter().rev().map(|&bits| Order::padded(lanes, Registers { bits, ..registers })));
    orders.extend(Order::overlapped(lanes, narrowest, registers));
    orders
}

/// The layouts that are tried: every combination of splits, and what packs make of linear registers. Phases are of use
/// only where they are unpacked next.
fn choices(order: &Order) -> Vec<Layouts> {
    let all = [Split::Unpack, Split::Linear, Split::EvenOdd, Split::Phases];
    let useful = |row: &Vec<Split>| {
        let mut pairs = row.iter().zip(row.iter().skip(1).map(Some).chain([None]));
        pairs.all(|(a, b)| *a != Split::Phases || b == Some(&Split::Unpack))
    };
    // All rows of splits, one more split at a time.
    let rows = (0..order.splits()).fold(vec![vec![]], |rows: Vec<Vec<Split>>, _| {
        rows.into_iter().flat_map(|row| all.map(|s| [row.clone(), vec![s]].concat())).collect()
    });
    let straight = rows.iter().filter(|row| useful(row)).map(|row| Layouts::of(order, row));
    let above = rows.iter().filter_map(|row| row.strip_prefix(&[Split::Unpack, Split::Unpack]));
    let packed = above.filter(|row| !row.contains(&Split::Phases));
    straight.chain(packed.filter_map(|row| Layouts::packed(order, row))).collect()
}
