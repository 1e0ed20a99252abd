//! From which lanes of its operands an operation of an answer makes each lane of its result.

use crate::code::Code;
use isotope_kernel::ir::Operation;

/// For each lane of a result, lanes of one operand, as often as it reads them.
pub type Crossing = Vec<Vec<usize>>;

/// Intrinsics of x86 whose lanes depend on the same lanes of their operands, by the beginning of what follows `llvm.x86.*.`.
const VERTICAL: [&str; 12] = [
    "pavg.", "pmulh", "pmul.hr", "psign.", "psllv", "psrlv", "psrav", "pslli", "psrli", "psrai", "pternlog", "vpmadd52",
];

/// Those that add up what stands beside one another: as many lanes of an operand as there are more of them.
const NEIGHBOURS: [&str; 6] = ["pmadd.", "pmaddw", "pmaddubs", "psad.bw", "vpdpbu", "vpdpws"];

const PACKS: [&str; 2] = ["packss", "packus"];

/// LLVM's own intrinsics whose lanes depend on the same lanes of their operands.
const GENERIC: [&str; 16] = [
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
];

fn begins(name: &str, all: &[&str]) -> bool {
    all.iter().any(|begin| name.starts_with(begin))
}

/// `pavg.b` of `llvm.x86.avx2.pavg.b`; empty for what is none of x86.
fn short(name: &str) -> &str {
    name.strip_prefix("llvm.x86.").and_then(|rest| rest.split_once('.')).map_or("", |(_, short)| short)
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

/// `vpack*`: in each 128 bits the lanes of the first operand, then those of the second.
fn packed(lanes: usize, (from, bits): (usize, usize), operand: usize) -> Crossing {
    let blocks = from * bits / 128;
    if blocks == 0 || lanes != 2 * from || operand > 1 || from % blocks != 0 {
        return all(lanes, from);
    }
    let half = from / blocks;
    let mut own = none(lanes);
    for i in 0..from {
        own[i / half * 2 * half + operand * half + i % half] = vec![i];
    }
    own
}

impl Code<'_> {
    /// A permutation by a constant: for a result's lane the lane of an operand, or none.
    fn permuted(
        &self,
        lanes: usize,
        from: usize,
        by: isotope_kernel::ir::ValueId,
        chosen: impl Fn(usize, u64) -> Option<usize>,
    ) -> Crossing {
        let lane = |lane: usize| {
            Some(chosen(lane, self.number(by, lane)?).map(|from_lane| from_lane % from).into_iter().collect())
        };
        let is_each = self.lanes_and_bits(by).is_some_and(|(count, _)| count == lanes);
        let found: Option<Crossing> = (0..lanes).map(lane).collect();
        found.filter(|_| is_each).unwrap_or_else(|| all(lanes, from))
    }

    fn of_intrinsic(&self, op: &Operation, operand: usize, lanes: usize) -> Crossing {
        let (from, bits) = self.lanes_and_bits(op.operands[operand]).unwrap_or((1, 1));
        let full = self.intrinsic(op).unwrap_or_default();
        let name = short(&full);
        if from == 1 && !crate::values::is_vector(self.module, self.module.type_of(op.operands[operand])) {
            return vec![vec![0]; lanes];
        }
        if full.strip_prefix("llvm.").is_some_and(|rest| begins(rest, &GENERIC)) && from == lanes {
            return same(lanes);
        }
        if begins(name, &PACKS) {
            return packed(lanes, (from, bits), operand);
        }
        let has_fewer = begins(name, &NEIGHBOURS) && from >= lanes && from % lanes == 0;
        if has_fewer || (begins(name, &VERTICAL) && from == lanes) {
            return over_bits(lanes, from);
        }
        let second = op.operands.get(1).copied();
        match (second, operand) {
            (Some(by), 0) if name.starts_with("pshuf.b") => self.permuted(lanes, from, by, |lane, index| {
                (index & 0x80 == 0).then_some(lane / 16 * 16 + (index & 15) as usize)
            }),
            (Some(by), 0) if name.starts_with("permvar.") || name == "permd" => {
                self.permuted(lanes, from, by, |_, index| Some(index as usize))
            }
            (Some(by), 0 | 2) if name.starts_with("vpermi2var.") => self.permuted(lanes, from, by, |_, index| {
                let is_second = index / from as u64 % 2 == 1;
                (is_second == (operand == 2)).then_some((index % from as u64) as usize)
            }),
            _ => all(lanes, from),
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
        let full = self.intrinsic(op)?;
        let name = short(&full);
        if name.starts_with("vpdpbu") || name.starts_with("vpdpws") {
            return matches!(operand, 1 | 2).then_some((if name.starts_with("vpdpbu") { 1 } else { 2 }, 3 - operand));
        }
        let products = [("pmadd.ub", 1), ("pmaddubs", 1), ("pmadd.wd", 2), ("pmaddw", 2), ("pmulh", 2), ("pmul.hr", 2)];
        let found = products.iter().find(|(begin, _)| name.starts_with(begin));
        found.filter(|_| operand < 2 && op.operands.len() >= 2).map(|(_, bytes)| (*bytes, 1 - operand))
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
    }

    #[test]
    fn bits_are_shared_by_lanes_of_other_sizes() {
        assert_eq!(over_bits(2, 4), [vec![0, 1], vec![2, 3]]);
        assert_eq!(over_bits(4, 2), [vec![0], vec![0], vec![1], vec![1]]);
        assert_eq!(short("llvm.x86.avx2.pavg.b"), "pavg.b");
    }
}
