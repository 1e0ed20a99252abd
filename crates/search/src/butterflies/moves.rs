//! How lanes move between the stages of transforms.
//!
//! Lanes are in two halves. A stage for the highest bit of a lane's number adds the halves and subtracts them, and moves nothing. For any
//! other bit the halves are shuffled first, so that this bit becomes the highest: two shuffles of both halves.
//!
//! Of lanes 0 to 7, with 0 to 3 in the lower half, and blocks of four lanes:
//!
//! ```text
//! exchange bit 0     0 4 2 6 and 1 5 3 7     as two blends of one half moved by a lane
//! sort bit 0         0 2 4 6 and 1 3 5 7     as vshufps does with lanes of 32 bits
//! interleave         0 4 1 5 and 2 6 3 7     as vpunpckl and vpunpckh do
//! ```
//!
//! Only the first keeps all other bits in their places. A stage of any of them finds its lanes where the steps before it have left them, so
//! that steps are searched for together: often one that does nothing for the next stage brings the lanes of two later ones into place.

use isotope_smt::effort::Effort;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A step between the first order of lanes and the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Step {
    /// The sum of both halves, and their difference.
    Stage,
    /// Lanes with a zero in this bit to the lower half, in their places; the others to the upper one.
    Exchange(u32),
    /// The same within each block of so many bits of a lane's number, the lower half's lanes of a block before the upper one's.
    Sort(u32, u32),
    /// Lanes of both halves in turn within each block: of the lower halves of blocks, and of the upper ones.
    Interleave(u32),
}

impl Step {
    /// The lanes of both halves, one behind the other, that the lanes of the next halves are; nothing moves in a stage.
    pub(super) fn lanes(self, half: u32) -> [Vec<u32>; 2] {
        let from = |side: u32| -> Vec<u32> {
            let lane = |at: u32| match self {
                Step::Stage => side * half + at,
                Step::Exchange(bit) => half * (at >> bit & 1) + (at & !(1 << bit) | side << bit),
                Step::Sort(bit, block) => {
                    let (of, at_block) = (at >> (block - 1) & 1, at >> block << block);
                    let rest = at & ((1 << (block - 1)) - 1);
                    let low = rest & ((1 << bit) - 1);
                    half * of + at_block + (rest >> bit << (bit + 1) | side << bit | low)
                }
                Step::Interleave(block) => {
                    let (of, at_block) = (at & 1, at >> block << block);
                    let rest = at >> 1 & ((1 << (block - 1)) - 1);
                    half * of + at_block + (side << (block - 1) | rest)
                }
            };
            (0..half).map(lane).collect()
        };
        [from(0), from(1)]
    }

    /// The bits of a lane's number after it, from the lowest: which each was before.
    fn bits(self, mut bits: Vec<u8>) -> Vec<u8> {
        let top = bits.len() - 1;
        match self {
            Step::Stage => {}
            Step::Exchange(bit) => bits.swap(bit as usize, top),
            Step::Sort(bit, block) => {
                let (upper, lifted) = (bits[top], bits.remove(bit as usize));
                bits.insert(block as usize - 1, upper);
                bits[top] = lifted;
            }
            Step::Interleave(block) => {
                let (upper, lifted) = (bits[top], bits.remove(block as usize - 1));
                bits.insert(0, upper);
                bits[top] = lifted;
            }
        }
        bits
    }

    /// Instructions, about: most processors sort wide lanes of two registers by one, and exchange those within blocks by two.
    fn cost(self, block: u32) -> u32 {
        match self {
            Step::Stage => 0,
            Step::Exchange(bit) if bit + 1 < block => 4,
            _ => 2,
        }
    }
}

/// Bits in their order, and which have had their stage. There are few: six bits have 720 orders.
type State = (Vec<u8>, u32);

/// The work of one state, in the units of [`Effort`].
const STATE: u64 = 8;

/// The cheapest ways to do all stages, of lanes in blocks of so many bits of their number; fewer where the effort ends.
pub(super) fn ways(stages: &[bool], block: u32, count: usize, effort: &Effort<'_>) -> Vec<Vec<Step>> {
    let wanted = stages.iter().enumerate().filter(|stage| *stage.1).fold(0, |all, (bit, _)| all | 1u32 << bit);
    let first: Vec<u8> = (0..stages.len() as u8).collect();
    // The cheapest first, as in a search for a shortest path; of one cost the one whose steps come first, so that answers are the same on
    // every run.
    let mut found = Vec::new();
    let mut seen: BTreeMap<State, usize> = BTreeMap::new();
    let mut open = BinaryHeap::from([Reverse((0, Vec::<Step>::new(), first, 0u32))]);
    while let Some(Reverse((cost, mut steps, bits, mut done))) = open.pop() {
        let Some(&top) = bits.last().filter(|_| effort.spend(STATE).is_ok()) else { break };
        if wanted & !done & 1 << top != 0 {
            steps.push(Step::Stage);
            done |= 1 << top;
        }
        if done == wanted {
            found.push(steps);
            if found.len() == count {
                break;
            }
            continue;
        }
        // The second way to a state may be the better one for LLVM; more are not looked at.
        let times = seen.entry((bits.clone(), done)).or_default();
        *times += 1;
        if *times > 2 {
            continue;
        }
        let inner = bits.len() as u32 - 1;
        let exchanges = (0..inner).map(Step::Exchange);
        let sorts = (1..block.max(2) - 1).map(|bit| Step::Sort(bit, block));
        let next = exchanges.chain(sorts).chain([Step::Interleave(block)].into_iter().filter(|_| block > 0));
        for step in next {
            let steps = [&steps[..], &[step]].concat();
            open.push(Reverse((cost + step.cost(block), steps, step.bits(bits.clone()), done)));
        }
    }
    found
}
