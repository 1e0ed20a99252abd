//! Intrinsics that name one function of whole registers: `_mm512_and_si512`, `_mm512_and_epi32`.
//!
//! Equal results on samples are enough here: the search uses one of them instead of all, and proves what it uses.

use isotope_dictionary::Validation;
use isotope_semantics::interp::{Bits, run};
use isotope_semantics::{OperandKind, Semantics};
use std::collections::BTreeMap;

use super::classes::Candidate;

/// Inputs that two intrinsics have to agree on.
const SAMPLES: u64 = 12;

/// Names the first of each group in the others.
pub fn mark(members: &mut [Candidate]) {
    let mut first: BTreeMap<[u8; 32], String> = BTreeMap::new();
    for member in members.iter_mut().filter(|m| m.block.validation != Validation::None && !m.block.beside) {
        let Some(key) = fingerprint(&member.semantics) else { continue };
        let name = first.entry(key).or_insert_with(|| member.block.name.clone());
        if *name != member.block.name {
            member.block.same = Some(name.clone());
        }
    }
}

/// A hash of the results on samples; `None` for what is not a function from vectors to a vector.
fn fingerprint(semantics: &Semantics) -> Option<[u8; 32]> {
    let shapes = || semantics.operands.iter().chain([&semantics.result]);
    if shapes().any(|o| o.kind != OperandKind::Vector) {
        return None;
    }
    let mut hasher = blake3::Hasher::new();
    for shape in shapes() {
        hasher.update(&shape.bits.to_le_bytes());
    }
    for sample in 0..SAMPLES {
        let operands: Vec<Bits> =
            semantics.operands.iter().enumerate().map(|(i, o)| input(sample, i as u64, o.bits)).collect();
        hasher.update(&run(semantics, &operands).ok()?.to_bytes());
    }
    Some(*hasher.finalize().as_bytes())
}

/// A register of pseudo-random bytes; every third sample has many small and extreme bytes.
fn input(sample: u64, operand: u64, bits: u32) -> Bits {
    let mut seed = blake3::Hasher::new();
    seed.update(&sample.to_le_bytes()).update(&operand.to_le_bytes());
    let mut bytes = vec![0; (bits / 8) as usize];
    seed.finalize_xof().fill(&mut bytes);
    if sample.is_multiple_of(3) {
        bytes.iter_mut().for_each(|b| *b = [0, 1, 0x7f, 0x80, 0xff, 2, *b, *b][usize::from(*b >> 5)]);
    }
    Bits::from_bytes(&bytes, bits)
}
