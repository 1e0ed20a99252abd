//! The proposer of windows with several results side by side: all are planned in one choice of layouts, and what they share is computed once.
//!
//! Three planes of one picture are `concat_vectors(y, u, v)` of the same three loads. Planned apart, each result may extend and interleave them
//! in its own way, and each is cheap alone; planned together, the interleavings of the first serve the others.

use crate::lanes::in_lanes;
use crate::plan::Bias;
use crate::proposal::Proposal;
use crate::proposer::{Asked, Proposer};
use crate::streams::{Results, Unsupported};
use isotope_smt::effort::Effort;

/// See the module.
pub(crate) struct Several;

impl Proposer for Several {
    fn name(&self) -> &'static str {
        "several results"
    }

    fn propose(&self, asked: &Asked<'_>, effort: &Effort<'_>) -> Result<Proposal, Unsupported> {
        if asked.target.register_bits == 0 {
            return Ok(Proposal::default());
        }
        for results in Results::several(asked.graph, asked.root) {
            match in_lanes(asked, &results, &Bias::ALL, effort) {
                // Of more parts each may be computed alike.
                Err(Unsupported::MixedLanes) => {}
                found => return found,
            }
        }
        Ok(Proposal::default())
    }
}
