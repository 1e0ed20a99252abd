//! The proposers of programs, and how several of them are asked, one after the other.
//!
//! A proposer is one way to find programs for a window. [All of them](crate::proposers) are in a list, which goes with what is asked: a
//! part that is cut out of a window is asked of those that [plan](Row::plans). None is trusted: `isotope_select` has what they propose
//! priced and proved.

use crate::instructions::TargetInstructions;
use crate::plan::Bias;
use crate::proposal::{Candidate, Proposal, Told};
use crate::share::Share;
use crate::streams::{Counterexample, Unsupported};
use isotope_ir::expr::{Graph, NodeId};
use isotope_smt::effort::Effort;

/// The question that programs are asked for.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The expression.
    pub graph: &'a Graph,
    /// The node that is its result.
    pub root: NodeId,
    /// The target's instructions.
    pub target: &'a TargetInstructions,
    /// Inputs on which an earlier proposal went wrong: a lane, and its leaf lanes' values.
    pub counterexamples: &'a [Counterexample],
    /// Who is asked for parts of it, and for other phrasings.
    pub proposers: &'a [Row],
}

/// One way to find programs.
pub trait Proposer: Sync {
    /// Its name where its work is explained.
    fn name(&self) -> &'static str;

    /// Programs that agree with what is asked for on samples, the most promising first, or why it has none for such a window.
    fn propose(&self, asked: &Asked<'_>, effort: &Effort<'_>) -> Result<Proposal, Unsupported>;
}

/// A proposer in the list.
pub struct Row {
    /// Who.
    pub proposer: &'static dyn Proposer,
    /// The work that it may spend.
    pub share: Share,
    /// Whether it plans, lane by lane: such programs are ranked together, and parts of windows are asked of these.
    pub plans: bool,
    /// Whether it is asked at all, after what those before it found.
    pub is_asked: fn(&Asked<'_>, &SoFar) -> bool,
}

/// The results of those before.
#[derive(Debug, Default)]
pub struct SoFar {
    /// Programs of those that plan.
    pub planned: usize,
    /// Why one of these had none.
    pub refused: Option<Unsupported>,
}

/// The programs of the proposers that plan, for a part of a window.
pub(crate) fn planned(asked: &Asked<'_>, effort: &Effort<'_>) -> Result<Proposal, Unsupported> {
    let plans: Vec<&Row> = asked.proposers.iter().filter(|row| row.plans).collect();
    run(plans, asked, effort)
}

/// The programs of the proposers, one after the other; an error where none has any.
pub(crate) fn run<'r>(
    rows: impl IntoIterator<Item = &'r Row>,
    asked: &Asked<'_>,
    effort: &Effort<'_>,
) -> Result<Proposal, Unsupported> {
    let (mut out, mut plans, mut so_far) = (Proposal::default(), Proposal::default(), SoFar::default());
    for row in rows {
        let name = row.proposer.name();
        if !(row.is_asked)(asked, &so_far) {
            out.told.push(Told { name, found: None, work: 0 });
            continue;
        }
        let before = effort.spent();
        // A part that is used up does not end the whole; where all is given, it does, and the caller is told.
        let found = if row.share == Share::ALL {
            row.proposer.propose(asked, effort)
        } else {
            let part = row.share.of(effort);
            let found = row.proposer.propose(asked, &part);
            effort.joined(&part);
            found
        };
        let told = found.as_ref().map(|found| found.candidates.len()).map_err(Unsupported::to_string);
        out.told.push(Told { name, found: Some(told), work: effort.spent() - before });
        match found {
            Err(why) => so_far.refused = so_far.refused.or(Some(why)),
            Ok(mut found) => {
                found.candidates.iter_mut().for_each(|candidate| candidate.by = name);
                let to = if row.plans { &mut plans } else { &mut out };
                to.join(found);
                so_far.planned = plans.candidates.len();
            }
        }
    }
    if so_far.refused.is_none() || so_far.planned > 0 {
        plans.ended = effort.ended().or(plans.ended);
    }
    by_turns(&mut plans.candidates);
    out.join(plans);
    match so_far.refused {
        Some(why) if out.candidates.is_empty() => Err(why),
        _ => Ok(out),
    }
}

/// The cheapest under each bias, then the second of each, and so on: biases disagree on what an operation costs, so that only the order
/// within each says something.
fn by_turns(candidates: &mut [Candidate]) {
    candidates.sort_by_key(|c| c.estimate);
    let mut seen = [0; Bias::ALL.len()];
    candidates.sort_by_cached_key(|c| {
        let of_bias = Bias::ALL.iter().zip(&mut seen).find(|(bias, _)| **bias == c.bias);
        of_bias.map_or(0, |(_, seen)| {
            *seen += 1;
            *seen
        })
    });
}
