//! From which lanes of its operands an operation makes each lane of its result.

use crate::code::{Code, Operand, Operation, is_cast};
use crate::intrinsics::{Choice, Intrinsics, Place};
use crate::text::Shape;

/// For each lane of a result, lanes of one operand, as often as it reads them.
pub(crate) type Crossing = Vec<Vec<usize>>;

/// LLVM's own intrinsics whose lanes depend on the same lanes of their operands. No vendor says what they do.
const LANEWISE: [&str; 21] = [
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
    "floor.",
    "fptosi.sat.",
    "fptoui.sat.",
];

/// Instructions of LLVM that compute lane by lane.
const LANEWISE_WORDS: [&str; 24] = [
    "add",
    "sub",
    "mul",
    "udiv",
    "sdiv",
    "urem",
    "srem",
    "and",
    "or",
    "xor",
    "shl",
    "lshr",
    "ashr",
    "fadd",
    "fsub",
    "fmul",
    "fdiv",
    "frem",
    "fneg",
    "icmp",
    "fcmp",
    "select",
    "freeze",
    "extractvalue",
];

/// Whether an intrinsic, as in `llvm.smax.v16i8`, is one of LLVM's own that computes lane by lane.
pub(crate) fn is_lanewise(name: &str) -> bool {
    name.strip_prefix("llvm.").is_some_and(|rest| LANEWISE.iter().any(|begin| rest.starts_with(begin)))
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

/// The lanes in the same 128 bits.
fn of_blocks(made: Shape, from: Shape) -> Crossing {
    if made.all() != from.all() {
        return all(made.lanes, from.lanes);
    }
    let is_near = |lane: usize, other: usize| lane * made.bits / 128 == other * from.bits / 128;
    (0..made.lanes).map(|lane| (0..from.lanes).filter(|other| is_near(lane, *other)).collect()).collect()
}

/// In each 128 bits of the result two halves, one of them with the operand's lanes.
fn packed(lanes: usize, from: Shape, number: usize) -> Crossing {
    let blocks = from.all() / 128;
    if blocks == 0 || lanes != 2 * from.lanes || !from.lanes.is_multiple_of(blocks) {
        return all(lanes, from.lanes);
    }
    let half = from.lanes / blocks;
    let mut own = none(lanes);
    for i in 0..from.lanes {
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
        Choice::OfTwo(is_second) => (is_of_second == is_second).then_some(number),
        Choice::OfOne => Some(number),
    }
}

/// Lanes that constants choose; nothing where one is not known.
fn permuted(lanes: usize, from: usize, by: &Operand, choice: Choice) -> Option<Crossing> {
    if by.value.is_some() || by.shape.lanes != lanes {
        return None;
    }
    (0..lanes).map(|lane| Some(chosen(choice, lane, by.number(lane)?, from).into_iter().collect())).collect()
}

/// The lanes of an operand that count for each lane of what is made.
pub(crate) fn by_place(place: Place, made: Shape, from: Shape) -> Crossing {
    match place {
        Place::Same => over_bits(made.lanes, from.lanes),
        Place::Block => of_blocks(made, from),
        Place::Pack(number) => packed(made.lanes, from, number.into()),
        Place::Unseen | Place::All => all(made.lanes, from.lanes),
    }
}

fn of_shuffle(operation: &Operation, operand: usize, made: Shape, from: usize) -> Crossing {
    let (begin, mask) = (if operand == 0 { 0 } else { from as u64 }, operation.operands.get(2));
    let lane = |at: usize| mask?.number(at)?.checked_sub(begin).filter(|lane| *lane < from as u64);
    let lane = |at: usize| lane(at).map(|lane| lane as usize).into_iter().collect();
    (0..made.lanes).map(lane).collect()
}

impl Code {
    fn of_call(&self, operation: &Operation, operand: usize, intrinsics: &Intrinsics<'_>) -> Crossing {
        let (made, from) = (self.made(operation), operation.operands[operand].shape);
        if from.lanes == made.lanes && is_lanewise(&operation.callee) {
            return same(made.lanes);
        }
        let Some(row) = intrinsics.row(&operation.callee).filter(|row| row.result == made) else {
            return all(made.lanes, from.lanes);
        };
        let Some(said) = row.operands.get(operand) else { return all(made.lanes, from.lanes) };
        if let Some((choice, by)) = said.choice
            && from.bits == made.bits
            && let Some(own) = operation.operands.get(by).and_then(|by| permuted(made.lanes, from.lanes, by, choice))
        {
            return own;
        }
        by_place(said.place, made, from)
    }

    /// The lanes of an operand that each lane of the result may depend on. An unknown operation depends on all lanes.
    pub fn crossing(&self, operation: &Operation, operand: usize, intrinsics: &Intrinsics<'_>) -> Crossing {
        let (made, from) = (self.made(operation), operation.operands[operand].shape);
        let (lanes, at_place) = (made.lanes, |at: usize| operation.operands.get(at).and_then(|place| place.number(0)));
        match (operation.word.as_str(), operand) {
            ("shufflevector", 0 | 1) => of_shuffle(operation, operand, made, from.lanes),
            ("call", _) => self.of_call(operation, operand, intrinsics),
            ("insertelement", 0 | 1) => match at_place(2).filter(|at| *at < lanes as u64) {
                Some(at) => {
                    let mut own = if operand == 0 { same(lanes) } else { none(lanes) };
                    own[at as usize] = if operand == 0 { Vec::new() } else { vec![0] };
                    own
                }
                None => all(lanes, from.lanes),
            },
            ("extractelement", 0) => match at_place(1).filter(|at| *at < from.lanes as u64) {
                Some(at) => vec![vec![at as usize]],
                None => all(lanes, from.lanes),
            },
            ("bitcast", _) => over_bits(lanes, from.lanes),
            (word, _) if is_cast(word) || LANEWISE_WORDS.contains(&word) => match from.lanes {
                count if count == lanes => same(lanes),
                _ => all(lanes, from.lanes),
            },
            _ => all(lanes, from.lanes),
        }
    }

    /// Bytes of each factor in the lanes of an operand that is multiplied lane by lane with another operand, and which that is.
    pub fn factor(&self, operation: &Operation, operand: usize, intrinsics: &Intrinsics<'_>) -> Option<(usize, usize)> {
        match operation.word.as_str() {
            "mul" => Some((self.made(operation).bytes(), 1 - operand.min(1))),
            "call" => self.said(operation, operand, intrinsics)?.factor,
            _ => None,
        }
    }

    /// Facts about an operand of a target's intrinsic: nothing where that has other types than here.
    pub fn said(
        &self,
        operation: &Operation,
        operand: usize,
        intrinsics: &Intrinsics<'_>,
    ) -> Option<crate::intrinsics::Operand> {
        let row = intrinsics.row(&operation.callee).filter(|row| row.result == self.made(operation))?;
        row.operands.get(operand).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(lanes: usize, bits: usize) -> Shape {
        Shape { lanes, bits }
    }

    #[test]
    fn packs_take_halves_of_each_128_bits() {
        let first = packed(32, shape(16, 16), 0);
        assert_eq!((&first[0], &first[8], &first[16]), (&vec![0], &vec![], &vec![8]));
        assert_eq!(packed(32, shape(16, 16), 1)[8], [0]);
        assert_eq!(packed(32, shape(8, 16), 0)[0].len(), 8, "unknown shapes depend on all");
        let blocks = of_blocks(shape(4, 64), shape(8, 32));
        assert_eq!((&blocks[2], of_blocks(shape(2, 64), shape(8, 32))[0].len()), (&vec![4, 5, 6, 7], 8));
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
        assert_eq!([3, 9, 17].map(|index| chosen(Choice::OfTwo(false), 0, index, 8)), [Some(3), None, Some(1)]);
        assert_eq!([3, 9, 17].map(|index| chosen(Choice::OfTwo(true), 0, index, 8)), [None, Some(1), None]);
    }
}
