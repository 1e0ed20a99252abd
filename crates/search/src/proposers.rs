//! What proposes programs, in its order, and its share of the work.
//!
//! A proposer is one way to find programs for a window. [`PROPOSERS`] is the list of all of them; a part that is cut out of a window is
//! asked of those that [plan](Row::plans). None is trusted: `isotope_select` has what they propose priced and proved.

use crate::instructions::TargetInstructions;
use crate::lanes::Lanes;
use crate::limits;
use crate::partial::PartialResults;
use crate::parts::ByParts;
use crate::parts::terms::TermsApart;
use crate::placement::WholeRegisters;
use crate::plan::Bias;
use crate::reductions::Cut;
use crate::rephrasing::Rephrasing;
use crate::streams::{Counterexample, Unsupported};
use crate::tables::Tables;
use crate::{Candidate, Proposal};
use isotope_ir::expr::{Graph, NodeId};
use isotope_smt::effort::Effort;

/// What programs are asked for.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The expression.
    pub graph: &'a Graph,
    /// What of it the result is.
    pub root: NodeId,
    /// The target's instructions.
    pub target: &'a TargetInstructions,
    /// Inputs on which an earlier proposal went wrong: a lane, and its leaf lanes' values.
    pub counterexamples: &'a [Counterexample],
}

/// One way to find programs.
pub trait Proposer: Sync {
    /// What it is called where its work is explained.
    fn name(&self) -> &'static str;

    /// Programs that agree with what is asked for on samples, the most promising first, or why it has none for such a window.
    fn propose(&self, asked: &Asked<'_>, effort: &Effort<'_>) -> Result<Proposal, Unsupported>;
}

/// A part of the work that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// So many
    pub parts: u64,
    /// of so many,
    pub of: u64,
    /// and never more than this, in the units of [`Effort`].
    pub most: u64,
}

impl Share {
    /// All that is left.
    pub const ALL: Share = Share::new(1, 1);

    /// So many parts of so many.
    pub const fn new(parts: u64, of: u64) -> Self {
        Share { parts, of, most: u64::MAX }
    }

    /// The same, and never more than so much.
    pub const fn at_most(self, most: u64) -> Self {
        Share { most, ..self }
    }

    /// That part of the work that is left of `effort`; what is spent of it is to be [joined](Effort::joined).
    pub fn of<'a>(self, effort: &Effort<'a>) -> Effort<'a> {
        effort.part(self.most.min(effort.left() / self.of * self.parts))
    }
}

/// A proposer in the list.
pub struct Row {
    /// Who.
    pub proposer: &'static dyn Proposer,
    /// What it may spend.
    pub share: Share,
    /// Whether it plans, lane by lane: such programs are ranked together, and parts of windows are asked of these.
    pub plans: bool,
    /// Whether it is asked at all, after what those before it found.
    pub is_asked: fn(&Asked<'_>, &SoFar) -> bool,
}

/// What those before found.
#[derive(Debug, Default)]
pub struct SoFar {
    /// Programs of those that plan.
    pub planned: usize,
    /// Why one of these had none.
    pub refused: Option<Unsupported>,
}

/// What a proposer did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its name.
    pub name: &'static str,
    /// How many programs it proposed, or why it has none; `None` if it was not asked.
    pub found: Option<Result<usize, String>>,
    /// What it spent, in the units of [`Effort`].
    pub work: u64,
}

/// All proposers.
pub const PROPOSERS: [Row; 7] = [
    // Written as one operation, a window is priced as its pieces are, and read as they may not be.
    Row { proposer: &Rephrasing, share: limits::REPHRASING, plans: false, is_asked: |_, _| true },
    // What one instruction does for each register needs no form and no layout, nor does what is looked up.
    Row { proposer: &WholeRegisters, share: limits::WHOLE, plans: false, is_asked: |_, _| true },
    Row { proposer: &Tables, share: Share::ALL, plans: false, is_asked: |_, _| true },
    Row { proposer: &TermsApart, share: limits::TERMS, plans: false, is_asked: |_, _| true },
    Row { proposer: &PartialResults, share: Share::ALL, plans: true, is_asked: |_, _| true },
    Row { proposer: &Lanes, share: Share::ALL, plans: true, is_asked: |asked, so_far| !is_done(asked, so_far) },
    Row { proposer: &ByParts, share: Share::ALL, plans: false, is_asked: |_, so_far| is_unread(so_far) },
];

/// Whether a long reduction has its partial results: lane by lane it would take all the work, and be dearer.
fn is_done(asked: &Asked<'_>, so_far: &SoFar) -> bool {
    so_far.planned > 0 && Cut::of(asked.graph, asked.root).is_some_and(|cut| cut.is_long())
}

/// Whether a window cannot be read as a whole.
fn is_unread(so_far: &SoFar) -> bool {
    so_far.planned == 0 && matches!(so_far.refused, Some(Unsupported::MixedLanes | Unsupported::Operation(_)))
}

/// What the proposers that plan have for a part of a window.
pub(crate) fn planned(asked: &Asked<'_>, effort: &Effort<'_>) -> Result<Proposal, Unsupported> {
    let plans: Vec<&Row> = PROPOSERS.iter().filter(|row| row.plans).collect();
    run(plans, asked, effort)
}

/// What proposers have, one after the other; an error where none has anything.
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
