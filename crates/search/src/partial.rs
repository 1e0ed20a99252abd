//! The proposer of partial results: a reduction to few lanes is computed in the lanes of a register, which are joined at its end.

use crate::lanes::in_lanes;
use crate::limits;
use crate::plan::Bias;
use crate::proposal::{Candidate, Proposal};
use crate::proposer::{Asked, Proposer};
use crate::reductions::extrema::Ending;
use crate::reductions::{Cut, Partition};
use crate::streams::{Counterexample, Results, Unsupported};
use isotope_smt::effort::Effort;

/// See the module.
pub(crate) struct PartialResults;

impl Proposer for PartialResults {
    fn name(&self) -> &'static str {
        "partial results"
    }

    fn propose(&self, asked: &Asked<'_>, effort: &Effort<'_>) -> Result<Proposal, Unsupported> {
        let mut out = Proposal::default();
        let Some(cut) = Cut::of(asked.graph, asked.root).filter(|_| asked.target.register_bits > 0) else {
            return Ok(out);
        };
        let partitions = cut.partitions(asked.target);
        for (at, &partition) in partitions.iter().enumerate() {
            // A partition that one way cannot do another can, and none leaves nothing to the others.
            let part = effort.part(effort.left() / (partitions.len() - at).max(limits::PARTITIONS) as u64);
            if let Ok(found) = in_parts(asked, &cut, partition, &part) {
                out.join(found);
            }
            effort.joined(&part);
        }
        Ok(out)
    }
}

/// Candidates for a window that is cut at a reduction: a few for the partial results, each with the tail that joins them.
fn in_parts(
    asked: &Asked<'_>,
    cut: &Cut<'_>,
    partition: Partition,
    effort: &Effort<'_>,
) -> Result<Proposal, Unsupported> {
    let &Asked { target, counterexamples, .. } = asked;
    let refused = || Unsupported::Operation("a part of a reduction".into());
    let (graph, root) = cut.partial(partition).ok_or_else(refused)?;
    let lanes = |(lane, input): &Counterexample| {
        let input = input.clone();
        cut.lanes(*lane, partition.parts).map(move |lane| (lane, input.clone())).take(limits::PARTS_OF_COUNTEREXAMPLES)
    };
    let wrong: Vec<Counterexample> = counterexamples.iter().flat_map(lanes).collect();
    let partial = Asked { graph: &graph, root, counterexamples: &wrong, ..*asked };
    let mut found = in_lanes(&partial, &Results::one(graph.ty(root)), &Bias::ALL[..1], effort)?;
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
