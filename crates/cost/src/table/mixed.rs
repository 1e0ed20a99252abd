//! The cost of so many of each of some instructions together.

use super::Table;
use crate::instruction::Instruction;
use crate::pipes::{Work, bound, even};

impl Table {
    /// Hundredths of a cycle that so many of each form take, whichever is slower, the pipes or the front end: the throughput of
    /// [`Table::sequence`], for thousands of instructions. `None` if a form is not in the table.
    pub fn mixed(&self, forms: &[(&str, u64)]) -> Option<u64> {
        let (mut work, mut uops, mut instructions): (Vec<Work>, u64, u64) = (Vec::new(), 0, 0);
        for (form, count) in forms {
            let priced = self.priced(&Instruction::form(form, &self.syntax), self.llvm.forms.get(*form)?);
            let times = |part: &Work| Work { centicycles: part.centicycles.saturating_mul(*count), ..*part };
            work.extend(priced.work.iter().map(times));
            uops = uops.saturating_add(u64::from(priced.uops).saturating_mul(*count));
            instructions = instructions.saturating_add(*count);
        }
        let mut spread = bound(&work);
        if self.uneven > 0 {
            spread = spread.saturating_add(even(&work).saturating_sub(spread).saturating_mul(self.uneven) / 100);
        }
        let front_end = match instructions {
            0 | 1 => 0,
            _ => self.front_end(
                usize::try_from(instructions).unwrap_or(usize::MAX),
                u32::try_from(uops).unwrap_or(u32::MAX),
            ),
        };
        Some(spread.max(front_end))
    }
}
