//! The concrete evaluator: operands in, result out.
//!
//! This evaluator is what is compared with a processor: an instruction may be used once its results here and there
//! agree. It shares its executor with [`crate::lanes`], which are held to it in turn, on every instruction.

use crate::exec::{self, Batch, Concrete, Domain, Input, Word};
use crate::limits::MAX_BATCH_INPUTS;
use crate::semantics::{Operand, OperandKind, Semantics};

pub use crate::exec::{Fault, RunError};

/// A bit-vector of any width: little-endian words, bits above the width clear.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bits {
    /// Bits. The words are just as many as hold them.
    width: u32,
    words: Vec<u64>,
}

impl Bits {
    /// All zeros.
    pub fn zero(width: u32) -> Self {
        Bits { width, words: vec![0; width.div_ceil(64) as usize] }
    }

    /// The low `width` bits of an integer, zero-extended.
    pub fn from_u64(value: u64, width: u32) -> Self {
        let mut out = Bits::zero(width);
        if let Some(first) = out.words.first_mut() {
            *first = value;
        }
        out.trim()
    }

    /// Little-endian bytes; missing ones are zero, bits above `width` are dropped.
    pub fn from_bytes(bytes: &[u8], width: u32) -> Self {
        let mut out = Bits::zero(width);
        for (i, byte) in bytes.iter().enumerate().take(out.words.len() * 8) {
            out.words[i / 8] |= u64::from(*byte) << (i % 8 * 8);
        }
        out.trim()
    }

    /// Clears what is above the width, so that equal values are equal words.
    fn trim(mut self) -> Self {
        let spare = self.words.len() as u32 * 64 - self.width;
        if let Some(last) = self.words.last_mut() {
            *last &= u64::MAX >> spare;
        }
        self
    }

    /// Number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Little-endian bytes, the last one padded with zeros.
    pub fn to_bytes(&self) -> Vec<u8> {
        let all = self.words.iter().flat_map(|w| w.to_le_bytes());
        all.take(self.width.div_ceil(8) as usize).collect()
    }

    /// Bits `lo .. lo + width`, at most 128, as an integer.
    pub fn slice(&self, lo: u32, width: u32) -> u128 {
        let word = |i: usize| u128::from(self.words.get(i).copied().unwrap_or(0));
        // Up to three words take part: 128 bits from the middle of the first on.
        let (at, shift) = ((lo / 64) as usize, lo % 64);
        let low = word(at) | word(at + 1) << 64;
        let mut out = low >> shift;
        if shift > 0 {
            out |= word(at + 2) << (128 - shift);
        }
        out & isotope_ir::term::mask(width)
    }

    /// Overwrites bits `lo .. lo + width`, at most 128, as far as there are such.
    pub fn set_slice(&mut self, lo: u32, width: u32, value: u128) {
        let mut done = 0;
        while done < width && lo + done < self.width {
            let at = lo + done;
            let part = (64 - at % 64).min(width - done).min(self.width - at);
            let mask = (u64::MAX >> (64 - part)) << (at % 64);
            let word = &mut self.words[(at / 64) as usize];
            *word = *word & !mask | ((value >> done) as u64) << (at % 64) & mask;
            done += part;
        }
    }
}

/// Runs an instruction. `operands` are in the semantics' order, immediates included, each at its declared width.
pub fn run(semantics: &Semantics, operands: &[Bits]) -> Result<Bits, RunError> {
    fits(semantics, operands)?;
    let mut inputs = Vec::with_capacity(operands.len());
    for (operand, bits) in semantics.operands.iter().zip(operands) {
        inputs.push(if operand.kind == OperandKind::Imm {
            Input::Int(integer(bits))
        } else {
            Input::Pieces(pieces(operand).map(|(lo, width)| Word { bits: bits.slice(lo, width), width }).collect())
        });
    }
    let mut domain = Concrete;
    let register = exec::run(&mut domain, semantics, inputs)?;
    let mut out = Bits::zero(semantics.result.bits);
    for (lo, word) in &register.segments {
        out.set_slice(*lo, domain.width(*word), word.bits);
    }
    Ok(out)
}

/// The results of [`run`] for several inputs, each operands in the semantics' order; immediates are the same in all of them.
///
/// The text is read once for all. A fault is one of the run for all at once: each by itself may have none.
pub fn run_all(semantics: &Semantics, inputs: &[&[Bits]]) -> Result<Vec<Bits>, RunError> {
    let mut results = Vec::with_capacity(inputs.len());
    for part in inputs.chunks(MAX_BATCH_INPUTS) {
        results.extend(run_part(semantics, part)?);
    }
    Ok(results)
}

/// [`run_all`] of so many inputs as a batch holds, and of one at least.
fn run_part(semantics: &Semantics, inputs: &[&[Bits]]) -> Result<Vec<Bits>, RunError> {
    for operands in inputs {
        fits(semantics, operands)?;
    }
    let mut domain = Batch::new(inputs.len());
    let mut given = Vec::with_capacity(semantics.operands.len());
    for (at, operand) in semantics.operands.iter().enumerate() {
        given.push(if operand.kind == OperandKind::Imm {
            let first = integer(&inputs[0][at]);
            if inputs.iter().any(|operands| integer(&operands[at]) != first) {
                return Err(RunError::Operands(format!("{} is an immediate, and of several values", operand.name)));
            }
            Input::Int(first)
        } else {
            let row = |(lo, width)| domain.row(width, inputs.iter().map(|operands| operands[at].slice(lo, width)));
            Input::Pieces(pieces(operand).map(row).collect())
        });
    }
    // The register of each input in a segment is its result there; segments are the same for all.
    let register = exec::run(&mut domain, semantics, given)?;
    let mut results = vec![Bits::zero(semantics.result.bits); inputs.len()];
    for (lo, row) in &register.segments {
        for (input, result) in results.iter_mut().enumerate() {
            result.set_slice(*lo, domain.width(*row), domain.of(*row, input));
        }
    }
    Ok(results)
}

/// Whether operands are as many and as wide as the semantics' are.
fn fits(semantics: &Semantics, operands: &[Bits]) -> Result<(), RunError> {
    if operands.len() != semantics.operands.len() {
        let message = format!("{} operands given, {} expected", operands.len(), semantics.operands.len());
        return Err(RunError::Operands(message));
    }
    match semantics.operands.iter().zip(operands).find(|(operand, bits)| operand.bits != bits.width) {
        Some((operand, bits)) => {
            let message = format!("{} has {} bits, {} given", operand.name, operand.bits, bits.width);
            Err(RunError::Operands(message))
        }
        None => Ok(()),
    }
}

/// An immediate is an integer.
fn integer(bits: &Bits) -> i128 {
    bits.slice(0, 64.min(bits.width)) as i128
}

/// A register comes in the widest pieces that words hold: the lowest bit and the width of each.
fn pieces(operand: &Operand) -> impl Iterator<Item = (u32, u32)> {
    let bits = operand.bits;
    (0..bits.div_ceil(128)).map(move |i| (i * 128, (bits - i * 128).min(128)))
}
