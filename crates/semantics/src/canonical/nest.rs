//! Rolling a list of elements into `lanes x runs x bodies`.
//!
//! Hydride rolls the pseudocode; here its results are rolled, so that an unrolled text and a loop give one nest. The
//! outer loop runs over 128-bit lanes, because that is how x86 widens instructions: `_mm512_unpacklo_epi8` is
//! `_mm_unpacklo_epi8` in each lane, and not on the whole.

/// The loop nest of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Nest {
    /// Iterations of the outer loop.
    pub lanes: usize,
    /// Elements of one iteration.
    pub per_lane: usize,
    /// The reads of one step.
    pub runs: Vec<Run>,
}

/// A tuple of bodies repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// First element within the lane.
    pub start: usize,
    /// Iterations of the inner loop.
    pub iterations: usize,
    /// Bodies of one iteration: elements `start .. start + bodies` are the first iteration's.
    pub bodies: usize,
}

/// The longest tuple tried.
/// A tuple of 16 bytes is a lane of 128 bits.
const MAX_BODIES: usize = 16;

/// Rolls elements, which are equal where their keys are; `per_lane` elements make a lane, 0 when the result has no
/// lanes.
pub(super) fn roll(keys: &[[u8; 32]], per_lane: usize) -> Nest {
    let whole = keys.len();
    // Half a lane, or lanes that differ, are one lane: what is in it is then all there is.
    let even = per_lane > 0 && whole.is_multiple_of(per_lane);
    let same = |n: usize| keys.chunks(n).all(|lane| lane == &keys[..n]);
    let per_lane = if even && same(per_lane) { per_lane } else { whole };
    Nest { lanes: whole / per_lane.max(1), per_lane, runs: runs(&keys[..per_lane]) }
}

/// The runs of a lane, greedily from its start: of all tuples that repeat there the one that covers most, the shortest
/// where several do. An element that does not repeat is a run of one.
fn runs(keys: &[[u8; 32]]) -> Vec<Run> {
    // Two different elements are a tuple, as in the wider members of their class: unpacking 64-bit elements.
    if keys.len() == 2 && keys[0] != keys[1] {
        return vec![Run { start: 0, iterations: 1, bodies: 2 }];
    }
    let mut out = Vec::new();
    let mut at = 0;
    while at < keys.len() {
        let rest = &keys[at..];
        let mut best = Run { start: at, iterations: 1, bodies: 1 };
        for bodies in 1..=MAX_BODIES.min(rest.len() / 2) {
            let iterations = rest.chunks_exact(bodies).take_while(|tuple| *tuple == &rest[..bodies]).count();
            if iterations > 1 && iterations * bodies > best.iterations * best.bodies {
                best = Run { start: at, iterations, bodies };
            }
        }
        at += best.iterations * best.bodies;
        out.push(best);
    }
    out
}
