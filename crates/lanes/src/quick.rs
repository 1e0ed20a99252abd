//! Maps by small numbers. Their keys are not chosen by an adversary who wants them to meet: all work is bounded, and a proof looks up
//! terms most of its time.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map.
pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;

/// A set.
pub type Set<K> = HashSet<K, BuildHasherDefault<Quick>>;

/// Multiplies by an odd number that has bits everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quick(u64);

impl Quick {
    fn add(&mut self, word: u64) {
        let mixed = u128::from(self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        self.0 = (mixed as u64) ^ ((mixed >> 64) as u64);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        words.by_ref().for_each(|word| self.add(u64::from_le_bytes(word.try_into().unwrap_or_default())));
        let mut last = [0; 8];
        last[..words.remainder().len()].copy_from_slice(words.remainder());
        self.add(u64::from_le_bytes(last) ^ bytes.len() as u64);
    }

    fn write_u8(&mut self, value: u8) {
        self.add(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.add(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.add(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.add(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.add(value as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
