//! Instructions that look values up, found by what they do.
//!
//! A table of random bytes and random numbers to look up are a goal like any other: which instruction gives the bytes at those
//! numbers is asked of the catalogue, for each size of register and of table. A byte has more values than most tables have entries,
//! and what an instruction makes of the rest differs: some look at the low bits alone, some give zero from a number on. So it is asked
//! for all values of a byte first, then for fewer.

use super::VALUES;
use crate::instructions::{Catalogue, Entry};
use crate::placement::{Goal, Value, place_among};
use isotope_dictionary::OperandKind;
use isotope_smt::concrete::Samples;
use isotope_smt::effort::Effort;

/// An instruction that looks bytes up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// Index into [`Catalogue::entries`].
    pub entry: usize,
    /// Bits of its operands and of its result.
    pub register_bits: u32,
    /// Entries of its table.
    pub entries: usize,
    /// From which number on it gives something else than the entry of that number modulo the entries.
    pub reach: usize,
    /// For each operand, 0 where it takes the numbers, else which register of the table, from 1.
    pub operands: Vec<usize>,
}

impl Lookup {
    /// Its table over what is asked for; `None` where it has not all of that.
    pub(super) fn table(&self, asked: &[Option<u8>]) -> Option<Vec<u8>> {
        let mut table = vec![None; self.entries];
        for (number, wanted) in asked.iter().enumerate() {
            let Some(wanted) = wanted else { continue };
            let entry = &mut table[number % self.entries];
            if number >= self.reach || entry.is_some_and(|there: u8| there != *wanted) {
                return None;
            }
            *entry = Some(*wanted);
        }
        Some(table.into_iter().map(|entry| entry.unwrap_or(0)).collect())
    }

    /// A table in registers, one where it fills no more: then as often as it fits, since an instruction may have one for each part.
    pub(super) fn registers(&self, table: &[u8]) -> Vec<Vec<u64>> {
        registers(table, self.register_bits)
    }
}

/// Bytes of a table, in registers.
fn registers(table: &[u8], register_bits: u32) -> Vec<Vec<u64>> {
    let lanes = (register_bits / 8) as usize;
    let register = |from: usize| (from..from + lanes).map(|at| table[at % table.len()].into()).collect();
    (0..table.len().div_ceil(lanes)).map(|n| register(n * lanes)).collect()
}

/// Instructions that look bytes up in a target's registers, the smallest tables first.
#[derive(Debug)]
pub(super) struct Lookups(pub(super) Vec<Lookup>);

impl Lookups {
    /// The index of a catalogue, for registers of these sizes.
    pub(super) fn of(catalogue: &Catalogue, sizes: &[u32]) -> Lookups {
        let entries = [16, 32, 64, 128, VALUES];
        let asked = entries.into_iter().flat_map(|entries| sizes.iter().map(move |&bits| (entries, bits)));
        let found = asked.filter_map(|(entries, bits)| {
            [VALUES, VALUES / 2, entries].into_iter().find_map(|reach| one(catalogue, entries, bits, reach))
        });
        Lookups(found.collect())
    }
}

/// The cheapest instruction for tables of a size and numbers below a bound.
fn one(catalogue: &Catalogue, entries: usize, register_bits: u32, reach: usize) -> Option<Lookup> {
    let mut random = Samples::new(0x7ab1e);
    let lanes = register_bits / 8;
    // The table is the same on all samples, so that it does not matter which entries a lane could have read.
    let table: Vec<u8> = (0..entries).map(|_| random.bits() as u8).collect();
    let mut row = || (0..lanes).map(|_| u128::from(random.bits()) % reach as u128).collect();
    let numbers: Vec<Vec<u128>> = (0..SAMPLES).map(|_| row()).collect();
    let results: Vec<Vec<u128>> =
        numbers.iter().map(|row| row.iter().map(|&n| table[n as usize % entries].into()).collect()).collect();
    let pieces = registers(&table, register_bits);
    let constant = |piece: Vec<u64>| Value::of(8, &vec![piece.into_iter().map(u128::from).collect(); SAMPLES]);
    let pool = std::iter::once(Value::of(8, &numbers)).chain(pieces.into_iter().map(constant)).collect();
    let goal = Goal::new(pool, Value::of(8, &results));
    // Of vectors alone, all of that size, and as many as there are: looking at more would run the text of every instruction.
    let admitted = |entry: &Entry| {
        let vector = |o: &isotope_dictionary::Operand| o.kind == OperandKind::Vector && o.bits == register_bits;
        entry.values.is_empty()
            && entry.member.operands.len() == goal.pool.len()
            && entry.member.operands.iter().all(vector)
    };
    // The cost of finding it is paid once, whoever asks first: it is no part of a search's work.
    let placed = place_among(&goal, catalogue, &admitted, 1, &Effort::new(u64::MAX, &|| false));
    let first = placed.into_iter().next()?;
    Some(Lookup { entry: first.entry, register_bits, entries, reach, operands: first.operands })
}

/// Registers of numbers that an instruction is tried on.
const SAMPLES: usize = 12;
