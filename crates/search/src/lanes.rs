//! The proposer that most answers come from: each lane of the result in its slot.
//!
//! The window is read into forms over streams, layouts are chosen, instructions are found by value, and plans are made under each bias.
//!
//! There are up to forty choices of layouts, ten biases and some twenty programs that differ. So a choice of layouts is planned under two
//! biases first, and under the others only if these programs are new.

use crate::emit::{self, Emitted};
use crate::form::{Form, Id, fits};
use crate::instructions::TargetInstructions;
use crate::layout::{Layouts, Order, Registers, Split, WIDTHS};
use crate::plan::{self, Bias, Lookups, Uses};
use crate::proposal::{Candidate, Proposal};
use crate::proposer::{Asked, Proposer};
use crate::streams::{self, LaneProgram, Results, Unsupported};
use crate::{limits, matches};
use isotope_ir::expr::Graph;
use isotope_program::Program;
use isotope_smt::effort::Effort;
use std::collections::BTreeSet;

/// Biases that every choice of layouts is planned under: what comes out the same under all of these, with dot products and without them, as
/// for layouts before, is not planned under others.
const PROBES: usize = 2;

/// See the module.
pub(crate) struct Lanes;

impl Proposer for Lanes {
    fn name(&self) -> &'static str {
        "lanes"
    }

    fn propose(&self, asked: &Asked<'_>, effort: &Effort<'_>) -> Result<Proposal, Unsupported> {
        if asked.target.register_bits == 0 {
            return Err(Unsupported::NoInstructions);
        }
        in_lanes(asked, &Results::one(asked.graph.ty(asked.root)), &Bias::ALL, effort)
    }
}

/// Candidates that compute each lane of each result in its slot, under some biases.
pub(crate) fn in_lanes(
    asked: &Asked<'_>,
    results: &Results,
    biases: &[Bias],
    effort: &Effort<'_>,
) -> Result<Proposal, Unsupported> {
    let &Asked { graph, root, target, counterexamples, .. } = asked;
    let mut program = match streams::read_results(graph, root, results, counterexamples, effort) {
        Err(Unsupported::Ended(why)) => return Ok(Proposal { ended: Some(why), ..Proposal::default() }),
        read => read?,
    };
    let ty = program.ty();
    if !emit::supported(ty.bits) || ty.bits > target.lane_bits || ty.lanes < 2 {
        return Err(Unsupported::Operation(format!("a result of {ty}")));
    }
    let mut out = Proposal::default();
    let regroupable = !program.regrouped.is_empty() || program.translates.is_any_between();
    // A bias that leaves out what there is none of plans what the first one does.
    let differs = |bias: &&Bias| {
        (bias.scaled || !program.scaled.is_empty())
            && (!bias.regrouped || regroupable)
            && (bias.taps || asked.target.has_taps())
            && (bias.excess == 100 || asked.target.has_half_widenings())
    };
    let biases: Vec<Bias> = biases.iter().filter(differs).copied().collect();
    let registers = Registers { lane: widest(&program, target), ..target.registers() };
    for order in orders(&program, registers) {
        // Whatever is found is of use only if something is left to plan with.
        let part = limits::MATCHES.of(effort);
        let straight = Layouts::of(&order, &[]);
        let found = matches::Matches::find(&program, &matches::Matches::seeds(&program), target, &straight, &part);
        effort.joined(&part);
        out.tried += found.tried;
        out.ended = out.ended.or(part.ended());
        let part = limits::PLANNING.of(effort);
        let lookups = Lookups::new(target, &found);
        let (probes, others) = biases.split_at(biases.len().min(PROBES));
        let mut seen: Vec<Vec<Option<Program>>> = Vec::new();
        for layouts in choices(&order) {
            let mut planning =
                Planning { graph, lookups: &lookups, program: &mut program, layouts: &layouts, effort: &part };
            let first: Vec<Option<Program>> =
                probes.iter().map(|bias| planning.under(*bias, &mut out.candidates)).collect();
            if seen.contains(&first) {
                continue;
            }
            seen.push(first);
            others.iter().for_each(|bias| _ = planning.under(*bias, &mut out.candidates));
        }
        effort.joined(&part);
        out.ended = part.ended().or(out.ended);
    }
    Ok(out)
}

/// The widest elements that a plan may be of. The widest of all are of no use to a window whose values fit half of them, and each way to
/// split their registers would be planned, but where an instruction sums more elements in a slot than fit beside each other in half of it.
pub fn widest(program: &LaneProgram, target: &TargetInstructions) -> u32 {
    let Registers { lane, bits, .. } = target.registers();
    if lane < WIDTHS[WIDTHS.len() - 1] {
        return lane;
    }
    let half = lane / 2;
    let forms = &program.forms;
    let is_wide = |id: Id| !fits(forms.range(id), half);
    let elements = program.streams.iter().map(|stream| stream.element.bits).chain([program.ty().bits]);
    let longest = forms.all().into_iter().filter_map(|id| match forms.form(id) {
        Form::Sum(terms, _) => Some(terms.len()),
        _ => None,
    });
    let longest = longest.max().unwrap_or(0);
    let sums = target.of_register_size(bits).dots(lane).any(|(_, vertical, dot)| {
        let element = vertical.operands[dot.left].bits;
        element < half && longest > dot.arity() / 2
    });
    let needs_all = sums || elements.max().unwrap_or(0) > half || forms.all().into_iter().any(is_wide);
    if needs_all { lane } else { half }
}

/// Plans of one window under one set of layouts.
struct Planning<'a> {
    graph: &'a Graph,
    lookups: &'a Lookups<'a>,
    program: &'a mut LaneProgram,
    layouts: &'a Layouts,
    effort: &'a Effort<'a>,
}

impl Planning<'_> {
    /// Adds the programs that are planned under a bias, but for those that are there already. The first of them, if there is one.
    ///
    /// A second plan under the same bias knows what the first one computes anyway, and may choose other ways to use more of it; a plan that
    /// comes out the same ends the row.
    fn under(&mut self, bias: Bias, candidates: &mut Vec<Candidate>) -> Option<Program> {
        let (mut first, mut shared) = (None, Uses::default());
        for _ in 0..limits::PLANS {
            let &mut Planning { graph, lookups, layouts, effort, .. } = self;
            let mut planner = plan::Planner::new(self.program, lookups, layouts, bias, &shared, effort);
            let Some(Emitted { program, estimate, uses }) = emit::emit(&mut planner, graph) else { break };
            shared = uses;
            first.get_or_insert_with(|| program.clone());
            if candidates.iter().any(|c| c.program == program) {
                break;
            }
            candidates.push(Candidate { program, by: "", estimate, splits: layouts.splits.clone(), bias });
        }
        first
    }
}

/// The orders of lanes that are tried: in the largest registers; where lanes do not fill those, also in smaller ones, and
/// with a last register that begins earlier. Lanes that fill registers have one order.
fn orders(program: &LaneProgram, registers: Registers) -> Vec<Order> {
    let lanes = program.ty().lanes;
    let mut orders = vec![Order::padded(lanes, registers)];
    if lanes.is_power_of_two() {
        return orders;
    }
    let elements = program.streams.iter().map(|stream| stream.element.bits);
    let narrowest = elements.chain([program.ty().bits]).min().unwrap_or(program.ty().bits).max(WIDTHS[0]);
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
pub fn choices(order: &Order) -> Vec<Layouts> {
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
