//! The list of what proposes programs, in its order, with the share of the work that each may spend.

use crate::butterflies::Butterflies;
use crate::lanes::Lanes;
use crate::limits;
use crate::partial::PartialResults;
use crate::parts::ByParts;
use crate::parts::terms::TermsApart;
use crate::placement::WholeRegisters;
use crate::proposer::{Asked, Row, SoFar};
use crate::reductions::Cut;
use crate::rephrasing::Rephrasing;
use crate::several::Several;
use crate::share::Share;
use crate::streams::{Unsupported, has_floats};
use crate::tables::Tables;

/// All proposers.
pub const PROPOSERS: [Row; 9] = [
    // Written as one operation, a window is priced as its pieces are, and read as they may not be.
    Row { proposer: &Rephrasing, share: limits::REPHRASING, plans: false, is_asked: |_, _| true },
    // An instruction for each whole register needs no form and no layout, nor does a look-up.
    Row { proposer: &WholeRegisters, share: limits::WHOLE, plans: false, is_asked: |_, _| true },
    Row { proposer: &Butterflies, share: limits::WHOLE, plans: false, is_asked: |_, _| true },
    Row { proposer: &Tables, share: Share::ALL, plans: false, is_asked: |_, _| true },
    Row { proposer: &TermsApart, share: limits::TERMS, plans: false, is_asked: |_, _| true },
    Row { proposer: &PartialResults, share: Share::ALL, plans: true, is_asked: |_, _| true },
    Row { proposer: &Several, share: limits::SEVERAL, plans: true, is_asked: |_, _| true },
    Row { proposer: &Lanes, share: Share::ALL, plans: true, is_asked: |asked, so_far| !is_done(asked, so_far) },
    Row {
        proposer: &ByParts,
        share: Share::ALL,
        plans: false,
        is_asked: |asked, so_far| is_unread(so_far) || has_floats(asked.graph),
    },
];

/// Whether a long reduction has its partial results: lane by lane it would take all the work, and be dearer.
fn is_done(asked: &Asked<'_>, so_far: &SoFar) -> bool {
    so_far.planned > 0 && Cut::of(asked.graph, asked.root).is_some_and(|cut| cut.is_long())
}

/// Whether a window cannot be read as a whole.
fn is_unread(so_far: &SoFar) -> bool {
    so_far.planned == 0 && matches!(so_far.refused, Some(Unsupported::MixedLanes | Unsupported::Operation(_)))
}
