//! Inputs of a trial: corners first, then lanes that mix corners with random values, then random bits.
//!
//! The same name gives the same inputs: they are drawn from a generator seeded by it.

use isotope_ir::ieee::{Format, Integer, Operation, Rounding};
use isotope_semantics::interp::Bits;
use isotope_semantics::{Operand, OperandKind, Semantics};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// A generator of inputs for one intrinsic.
pub struct Inputs {
    random: StdRng,
}

/// The pattern of an operand's lanes.
#[derive(Clone, Copy)]
enum Pattern {
    Zero,
    One,
    Ones,
    Min,
    Max,
    Fives,
    Tens,
    /// Small numbers, as counts, indices and shift amounts are.
    Small,
    /// A small number in each 64 bits: the count operand of the older shifts.
    SmallWide,
    /// Each lane one of the above, or random.
    Mixed,
    Random,
}

const UNIFORM: [Pattern; 9] = [
    Pattern::Zero,
    Pattern::One,
    Pattern::Ones,
    Pattern::Min,
    Pattern::Max,
    Pattern::Fives,
    Pattern::Tens,
    Pattern::Small,
    Pattern::SmallWide,
];

impl Inputs {
    /// A generator for an intrinsic by its name.
    pub fn new(name: &str) -> Inputs {
        // FNV-1a: any fixed function of the name will do.
        let seed = name.bytes().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
        Inputs { random: StdRng::seed_from_u64(seed) }
    }

    /// Values of the immediate to try: all of few, else the powers of two, their neighbours, and some at random.
    pub fn immediates(&mut self, accepted: &[u32]) -> Vec<u32> {
        if accepted.len() <= 16 {
            return accepted.to_vec();
        }
        let around = (0..8).flat_map(|bit| [(1u32 << bit) - 1, 1 << bit]);
        let mut values: Vec<u32> = around.chain([254, 255]).collect();
        values.extend((0..6).map(|_| self.random.random_range(0..256)));
        values.retain(|v| accepted.contains(v));
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Operands of case `case`: in the semantics' order, with `immediate` where it has one.
    pub fn operands(&mut self, semantics: &Semantics, case: usize, immediate: u32) -> Vec<Bits> {
        let mut place = case;
        let mut operands = Vec::new();
        for operand in &semantics.operands {
            if operand.kind == OperandKind::Imm {
                operands.push(Bits::from_u64(u64::from(immediate), operand.bits));
                continue;
            }
            // The first cases count through pairs of uniform patterns, one digit an operand; then mixtures; then noise.
            let pattern = match case {
                0..81 => UNIFORM[place % UNIFORM.len()],
                81..200 if self.random.random_ratio(1, 6) => UNIFORM[self.random.random_range(0..UNIFORM.len())],
                81..200 => Pattern::Mixed,
                _ => Pattern::Random,
            };
            place = if place >= UNIFORM.len() { place / UNIFORM.len() } else { place * 5 + 3 };
            operands.push(self.operand(operand, pattern));
        }
        operands
    }

    fn operand(&mut self, operand: &Operand, pattern: Pattern) -> Bits {
        let lane = match operand.kind {
            OperandKind::Mask => operand.bits.min(8),
            _ if operand.element_bits.is_multiple_of(8) && operand.element_bits <= 64 => operand.element_bits,
            _ => 64.min(operand.bits),
        };
        let mut bytes = Vec::new();
        for _ in 0..operand.bits / lane {
            let value = match operand.float {
                Some(format) => self.float(format, pattern),
                None => self.lane(lane, pattern),
            };
            bytes.extend_from_slice(&value.to_le_bytes()[..lane as usize / 8]);
        }
        if matches!(pattern, Pattern::SmallWide) && operand.float.is_none() {
            for chunk in bytes.chunks_mut(8) {
                chunk[1..].fill(0);
            }
        }
        Bits::from_bytes(&bytes, operand.bits)
    }

    /// Floats where arithmetic differs: zeros, ones, denormals, infinities, NaNs quiet and signalling, halves, powers of two; else of
    /// a size near one, so that results are neither zeros nor infinities, or any bits.
    fn float(&mut self, format: Format, pattern: Pattern) -> u64 {
        let (fraction, bias) = (format.fraction_bits(), format.bias());
        let written = |exponent: u32| u64::from(exponent) << fraction;
        let any = self.random.random_range(0..1u64 << fraction);
        let sign = if self.random.random() { format.sign() } else { 0 };
        match pattern {
            Pattern::Zero => 0,
            Pattern::One => written(bias),
            Pattern::Min => format.sign(),
            Pattern::Max => format.infinity() | sign,
            Pattern::Ones => format.nan() | any | sign,
            Pattern::Fives => format.infinity() | (any & (format.nan() ^ format.infinity()).wrapping_sub(1)) | 1 | sign,
            Pattern::Tens => (any & 0xff | 1) | sign,
            Pattern::Small | Pattern::SmallWide => {
                let halves = self.random.random_range(0..40u32);
                let bits = Operation::FromInteger(Integer { bits: 8, signed: false }, format, Rounding::Nearest);
                let whole = bits.apply([halves.into(), 0, 0]);
                sign | Operation::Scale(format, Rounding::Nearest).apply([whole, u64::from(-1i32 as u32), 0])
            }
            Pattern::Mixed => match self.random.random_range(0..16) {
                choice @ 0..8 => self.float(format, UNIFORM[choice]),
                8 => sign | (format.infinity() - 1 - (any & 3)),
                9 => sign | written(self.random.random_range(0..=2 * bias)),
                // At the edges of what integers hold.
                10 => sign | written((bias + self.random.random_range(6..66)).min(2 * bias)) | any,
                11 => sign | written(1) | any,
                _ => sign | written(bias - 3 + self.random.random_range(0..7)) | any,
            },
            Pattern::Random if self.random.random() => sign | written(bias - 8 + self.random.random_range(0..16)) | any,
            Pattern::Random => self.random.random_range(0..=format.sign() | (format.sign() - 1)),
        }
    }

    fn lane(&mut self, bits: u32, pattern: Pattern) -> u64 {
        let min = 1u64 << (bits - 1);
        match pattern {
            Pattern::Zero => 0,
            Pattern::One => 1,
            Pattern::Ones => u64::MAX,
            Pattern::Min => min,
            Pattern::Max => min - 1,
            Pattern::Fives => 0x5555_5555_5555_5555,
            Pattern::Tens => 0xaaaa_aaaa_aaaa_aaaa,
            Pattern::Small | Pattern::SmallWide => self.random.random_range(0..70),
            Pattern::Mixed => match self.random.random_range(0..16) {
                choice @ 0..8 => self.lane(bits, UNIFORM[choice]),
                8 => min.wrapping_add(self.random.random_range(0..5)).wrapping_sub(2),
                9 => self.random.random_range(0..5u64).wrapping_sub(2),
                _ => self.random.random(),
            },
            Pattern::Random => self.random.random(),
        }
    }
}
