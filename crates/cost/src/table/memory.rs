//! The cost of operands in memory: loads, or stores, by their size and by whether they cross a cache line.

use crate::instruction;
use crate::pipes::{Pipes, Work};

/// Bytes of a cache line.
pub(super) const LINE: i64 = 64;

/// The cost of an operand of so many bits or more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    pub(super) pipes: Pipes,
    /// Hundredths of a cycle of one that does not cross a line, and of one that does.
    pub(super) inside: u64,
    pub(super) crossing: u64,
    /// The least size that it is of.
    pub(super) bits: u32,
}

/// Loads, or stores, of a CPU: the smallest sizes first.
#[derive(Clone, Debug, Default)]
pub(super) struct Operands(Vec<Memory>);

impl Operands {
    /// Takes a rule in, one for each size.
    pub(super) fn take(&mut self, rule: Memory) -> Result<(), String> {
        match self.0.binary_search_by_key(&rule.bits, |known| known.bits) {
            Ok(_) => Err("this is said on a line above already".to_owned()),
            Err(at) => {
                self.0.insert(at, rule);
                Ok(())
            }
        }
    }

    fn of_bits(&self, bits: u32) -> Option<&Memory> {
        self.0.iter().rev().find(|known| known.bits <= bits)
    }

    /// The work of an operand.
    pub(super) fn work(&self, operand: &instruction::Memory) -> Option<Work> {
        let rule = self.of_bits(operand.bytes.saturating_mul(8))?;
        Some(Work { pipes: rule.pipes, centicycles: rule.centicycles(operand) })
    }

    /// The work that an operand is beyond the smallest one inside of a line.
    pub(super) fn extra(&self, operand: &instruction::Memory) -> Option<Work> {
        let work = self.work(operand)?;
        let centicycles = work.centicycles.saturating_sub(self.0.first()?.inside);
        (centicycles > 0).then_some(Work { centicycles, ..work })
    }

    /// The least work of an operand of any size.
    pub(super) fn least(&self) -> Option<Work> {
        let work = |rule: &Memory| Work { pipes: rule.pipes, centicycles: rule.inside.min(rule.crossing) };
        self.0.iter().map(work).min_by_key(|work| work.centicycles)
    }
}

impl Memory {
    /// A register of the address is taken to hold a multiple of a line; of what lies at another place than a multiple
    /// of its own size, as many of the places as there are cross a line.
    fn centicycles(&self, operand: &instruction::Memory) -> u64 {
        let Some(displacement) = operand.displacement else { return self.inside };
        let crosses = displacement.rem_euclid(LINE) + i64::from(operand.bytes) > LINE;
        if crosses { self.crossing } else { self.inside }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_of_a_size_may_have_a_price_of_their_own() {
        let mut loads = Operands::default();
        let of_512 = Memory { pipes: 0b11, inside: 200, crossing: 300, bits: 512 };
        assert!(loads.work(&operand(64, 0)).is_none() && loads.least().is_none());
        loads.take(of_512).unwrap();
        assert!(loads.work(&operand(32, 0)).is_none());
        loads.take(Memory { pipes: 0b01, inside: 100, crossing: 150, bits: 0 }).unwrap();
        assert!(loads.take(of_512).is_err_and(|error| error.contains("said on a line above")));

        let work = |bytes, displacement| loads.work(&operand(bytes, displacement)).map(|w| (w.pipes, w.centicycles));
        assert_eq!([work(32, 32), work(32, 33), work(1, 63)].map(Option::unwrap), [(1, 100), (1, 150), (1, 100)]);
        assert_eq!([work(64, 64), work(64, 1)].map(Option::unwrap), [(3, 200), (3, 300)]);
        // LLVM's rows have the smallest in them.
        let extra = |bytes, displacement| loads.extra(&operand(bytes, displacement)).map(|w| w.centicycles);
        assert_eq!([extra(32, 0), extra(32, 33), extra(64, 0), extra(64, 1)], [None, Some(50), Some(100), Some(200)]);
        assert_eq!(loads.least().map(|w| (w.pipes, w.centicycles)), Some((1, 100)));
    }

    fn operand(bytes: u32, displacement: i64) -> instruction::Memory {
        instruction::Memory { stored: false, displacement: Some(displacement), bytes, on_stack: false }
    }
}
