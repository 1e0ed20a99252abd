//! From which lanes of its operands an operation of an answer makes each lane of its result.

use crate::code::Code;
use crate::depends::{Choice, Place};
use isotope_mlir::ir::{Operation, ValueId};

/// For each lane of a result, lanes of one operand, as often as it reads them.
pub type Crossing = Vec<Vec<usize>>;

/// LLVM's own intrinsics whose lanes depend on the same lanes of their operands. No vendor says what they do.
const GENERIC: [&str; 18] = [
    "abs.",
    "smax.",
    "smin.",
    "umax.",
    "umin.",
    "ctpop.",
    "ctlz.",
    "cttz.",
    "sadd.sat.",
    "uadd.sat.",
    "ssub.sat.",
    "usub.sat.",
    "fshl.",
    "fshr.",
    "bswap.",
    "bitreverse.",
    "smul.fix.",
    "umul.fix.",
];

/// Whether an intrinsic, as in `llvm.smax.v16i8`, is one of LLVM's own that computes lane by lane.
pub(crate) fn is_generic(name: &str) -> bool {
    name.strip_prefix("llvm.").is_some_and(|rest| GENERIC.iter().any(|begin| rest.starts_with(begin)))
}

fn same(lanes: usize) -> Crossing {
    (0..lanes).map(|lane| vec![lane]).collect()
}

fn all(lanes: usize, from: usize) -> Crossing {
    vec![(0..from).collect(); lanes]
}

fn none(lanes: usize) -> Crossing {
    vec![Vec::new(); lanes]
}

/// Lanes of other sizes over the same bits.
fn over_bits(lanes: usize, from: usize) -> Crossing {
    let mut own = none(lanes);
    let more = lanes.max(from);
    for i in 0..more {
        own[i * lanes / more].push(i * from / more);
    }
    own.iter_mut().for_each(|each| each.dedup());
    own
}

/// The lanes in the same 128 bits. Lanes of the result and of the operand, with the bits of each.
fn of_blocks((lanes, bits): (usize, usize), (from, from_bits): (usize, usize)) -> Crossing {
    if lanes * bits != from * from_bits {
        return all(lanes, from);
    }
    let block = |lane: usize| (0..from).filter(|other| lane * bits / 128 == other * from_bits / 128).collect();
    (0..lanes).map(block).collect()
}

/// In each 128 bits of the result two halves, one of them with the operand's lanes.
fn packed(lanes: usize, (from, bits): (usize, usize), number: usize) -> Crossing {
    let blocks = from * bits / 128;
    if blocks == 0 || lanes != 2 * from || from % blocks != 0 {
        return all(lanes, from);
    }
    let half = from / blocks;
    let mut own = none(lanes);
    for i in 0..from {
        own[i / half * 2 * half + number * half + i % half] = vec![i];
    }
    own
}

/// The lane of `from` lanes that an index in a lane chooses, if it chooses one of them.
fn chosen(choice: Choice, lane: usize, index: u64, from: usize) -> Option<usize> {
    let number = (index % from as u64) as usize;
    let is_of_second = index / from as u64 % 2 == 1;
    match choice {
        Choice::InBlock => (index & 0x80 == 0).then_some((lane / 16 * 16 + (index & 15) as usize) % from),
        Choice::OfFirst => (!is_of_second).then_some(number),
        Choice::OfSecond => is_of_second.then_some(number),
        Choice::OfOne => Some(number),
    }
}

impl Code<'_> {
    /// Lanes that constants choose; nothing where they are not known.
    fn permuted(&self, lanes: usize, from: usize, by: ValueId, choice: Choice) -> Option<Crossing> {
        if self.lanes_and_bits(by)?.0 != lanes {
            return None;
        }
        let lane = |lane: usize| Some(chosen(choice, lane, self.number(by, lane)?, from).into_iter().collect());
        (0..lanes).map(lane).collect()
    }

    fn of_intrinsic(&self, op: &Operation, operand: usize, lanes: usize) -> Crossing {
        let value = op.operands[operand];
        let (from, from_bits) = self.lanes_and_bits(value).unwrap_or((1, 1));
        if !isotope_mlir::structure::is_vector(self.module, self.module.type_of(value)) {
            return vec![vec![0]; lanes];
        }
        if from == lanes && self.intrinsic(op).is_some_and(|name| is_generic(&name)) {
            return same(lanes);
        }
        let (said, bits) = (self.depends(op, operand), self.lanes_and_bits(op.results[0]).map_or(0, |(_, bits)| bits));
        if let Some((choice, by)) = said.choice
            && from_bits == bits
            && let Some(own) = op.operands.get(by).and_then(|by| self.permuted(lanes, from, *by, choice))
        {
            return own;
        }
        match said.place {
            Place::Same => over_bits(lanes, from),
            Place::Block => of_blocks((lanes, bits), (from, from_bits)),
            Place::Half(number) => packed(lanes, (from, from_bits), number),
            Place::All => all(lanes, from),
        }
    }

    /// The lanes of an operand that each of `lanes` lanes of the result may depend on. What is not known depends on all lanes.
    pub(crate) fn crossing(&self, op: &Operation, operand: usize, lanes: usize) -> Crossing {
        let (from, _) = self.lanes_and_bits(op.operands[operand]).unwrap_or((1, 1));
        match (op.name.as_str(), operand) {
            ("llvm.shufflevector", _) => {
                let mask = self.mask(op);
                let begin = if operand == 0 { 0 } else { from as i64 };
                let lane = |at: usize| {
                    let lane = mask.get(at).map_or(-1, |lane| if *lane < 0 { -1 } else { lane - begin });
                    (0..from as i64).contains(&lane).then_some(lane as usize).into_iter().collect()
                };
                (0..lanes).map(lane).collect()
            }
            ("llvm.call", _) => self.of_intrinsic(op, operand, lanes),
            ("llvm.insertelement", 0 | 1) => match self.number(op.operands[2], 0).filter(|at| *at < lanes as u64) {
                Some(at) => {
                    let mut own = if operand == 0 { same(lanes) } else { none(lanes) };
                    own[at as usize] = if operand == 0 { Vec::new() } else { vec![0] };
                    own
                }
                None => all(lanes, from),
            },
            ("llvm.extractelement", 0) => match self.number(op.operands[1], 0).filter(|at| *at < from as u64) {
                Some(at) => vec![vec![at as usize]],
                None => all(lanes, from),
            },
            ("llvm.bitcast", _) => over_bits(lanes, from),
            ("llvm.insertelement" | "llvm.extractelement", _) => all(lanes, from),
            _ if from == lanes => same(lanes),
            _ if from == 1 => vec![vec![0]; lanes],
            _ => all(lanes, from),
        }
    }

    /// Bytes of each factor in the lanes of an operand that is multiplied lane by lane with another operand, and which that is.
    pub(crate) fn factor(&self, op: &Operation, operand: usize) -> Option<(usize, usize)> {
        if op.name == "llvm.mul" {
            let bits = self.lanes_and_bits(op.operands[0])?.1;
            return Some(((bits / 8).max(1), 1 - operand));
        }
        self.depends(op, operand).factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_take_halves_of_each_128_bits() {
        let first = packed(32, (16, 16), 0);
        assert_eq!((&first[0], &first[8], &first[16]), (&vec![0], &vec![], &vec![8]));
        assert_eq!(packed(32, (16, 16), 1)[8], [0]);
        assert_eq!(packed(32, (8, 16), 0)[0].len(), 8, "unknown shapes depend on all");
        assert_eq!((&of_blocks((4, 64), (8, 32))[2], of_blocks((2, 64), (8, 32))[0].len()), (&vec![4, 5, 6, 7], 8));
    }

    #[test]
    fn bits_are_shared_by_lanes_of_other_sizes() {
        assert_eq!(over_bits(2, 4), [vec![0, 1], vec![2, 3]]);
        assert_eq!(over_bits(4, 2), [vec![0], vec![0], vec![1], vec![1]]);
    }

    #[test]
    fn indices_choose_lanes_as_instructions_do() {
        assert_eq!([0x83, 0x13, 0x03].map(|index| chosen(Choice::InBlock, 17, index, 32)), [None, Some(19), Some(19)]);
        assert_eq!([3, 9, 17].map(|index| chosen(Choice::OfOne, 0, index, 8)), [Some(3), Some(1), Some(1)]);
        assert_eq!([3, 9, 17].map(|index| chosen(Choice::OfFirst, 0, index, 8)), [Some(3), None, Some(1)]);
        assert_eq!([3, 9, 17].map(|index| chosen(Choice::OfSecond, 0, index, 8)), [None, Some(1), None]);
    }
}
