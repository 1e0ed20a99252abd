//! Whole registers on samples: bits without a shape, which every instruction cuts as it reads them.
//!
//! The goal of a search does not know which widths an instruction has: one that adds words may be looked for in bytes. So a
//! value is packed once, and elements are cut out of its words as they are read, which is a shift and a mask.

use isotope_ir::term::mask;

/// A register's bits on each sample, lowest word first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    bits: u32,
    samples: Vec<Vec<u64>>,
}

impl Value {
    /// From elements of `element_bits` bits, sample by sample.
    pub fn of(element_bits: u32, samples: &[Vec<u128>]) -> Value {
        let bits = element_bits * samples.first().map_or(0, Vec::len) as u32;
        Value { bits, samples: samples.iter().map(|elements| packed(element_bits, elements)).collect() }
    }

    /// Bits of the register.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// How many samples there are.
    pub fn samples(&self) -> usize {
        self.samples.len()
    }

    /// Element `at` of `width` bits on a sample; what is above the register is zero.
    pub fn element(&self, sample: usize, width: u32, at: u32) -> u128 {
        let words = &self.samples[sample];
        let low = u64::from(width) * u64::from(at);
        let word = |n: u64| u128::from(words.get(n as usize).copied().unwrap_or(0));
        // An element of up to 128 bits that does not begin with a word reaches into a third one.
        let (first, shift) = (low / 64, low % 64);
        let mut value = (word(first) | word(first + 1) << 64) >> shift;
        if shift > 0 && u64::from(width) + shift > 128 {
            value |= word(first + 2) << (128 - shift);
        }
        value & mask(width)
    }
}

/// Elements side by side in words of 64 bits.
fn packed(element_bits: u32, elements: &[u128]) -> Vec<u64> {
    let total = element_bits as usize * elements.len();
    let mut words = vec![0u64; total.div_ceil(64)];
    for (at, element) in elements.iter().enumerate() {
        let low = at * element_bits as usize;
        for (part, word) in [(0, *element as u64), (1, (*element >> 64) as u64)] {
            let (n, shift) = ((low + 64 * part) / 64, (low + 64 * part) % 64);
            if word != 0 {
                words[n] |= word << shift;
                if shift > 0 && word >> (64 - shift) != 0 {
                    words[n + 1] |= word >> (64 - shift);
                }
            }
        }
    }
    words
}
