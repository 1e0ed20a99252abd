//! Sums of one array times factors, with all that they depend on.

use crate::limits::{MAX_CHAIN_LISTS, MAX_CHAINS};
use std::collections::HashMap;

/// The operation that adds, the memory, its first cell, the distance of cells, and whether it is the right operand.
pub type Key = (u32, usize, [i64; 2], bool);

/// A sum of one array times factors, with all that it depends on.
#[derive(Debug)]
pub struct Known {
    pub n: usize,
    pub codes: [u64; 2],
    pub version: u64,
    /// The level of the cell before.
    pub before: u32,
    /// Which list of levels the other array had.
    pub levels: usize,
    /// Which list of factors the other array has to have.
    pub factors: usize,
    /// The sum, with all constants.
    pub sum: u64,
    /// The level of the cell.
    pub level: u32,
}

/// All that is known.
#[derive(Debug, Default)]
pub struct Recalled {
    pub known: HashMap<Key, Known>,
    pub levels: Vec<Vec<f32>>,
    pub factors: Vec<Vec<u64>>,
    /// Sums that were not computed again.
    pub used: u64,
}

impl Recalled {
    pub fn make_room(&mut self) {
        if self.known.len() >= MAX_CHAINS || self.levels.len().max(self.factors.len()) >= MAX_CHAIN_LISTS {
            self.known.clear();
            self.levels.clear();
            self.factors.clear();
        }
    }
}

/// The number of a list that begins with these values; one that ends before them is made longer.
pub fn list<T: Copy + PartialEq>(lists: &mut Vec<Vec<T>>, values: &[T]) -> usize {
    let found = lists.iter().position(|list| {
        let n = list.len().min(values.len());
        list[..n] == values[..n]
    });
    let number = found.unwrap_or_else(|| {
        lists.push(Vec::new());
        lists.len() - 1
    });
    let has = lists[number].len();
    lists[number].extend_from_slice(values.get(has..).unwrap_or_default());
    number
}
