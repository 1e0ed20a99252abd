//! Both programs executed on the same inputs.

use super::compare::{self, Agreement};
use super::inputs::{self, Data};
use super::pair::{Pair, fault};
use super::verdict::{CheckError, Counterexample, Verdict};
use crate::run::machine::Reason;
use crate::values::flags::Flags;
use crate::values::scalar::Numbers;

enum Executed {
    Same,
    Skipped,
    Different(Counterexample),
}

impl Pair<'_> {
    /// Executes both on several inputs, and looks for a difference.
    pub(super) fn executed(&self, why: String) -> Result<Verdict, CheckError> {
        let mut executed = 0;
        for number in 0..self.options.executions {
            if self.is_stopped() {
                break;
            }
            let data = Data::Numbers {
                key: self.options.key,
                number,
                whole: self.allowed.has(Flags::REASSOC) || number % 2 == 0,
            };
            match self.execute(data)? {
                Executed::Same => executed += 1,
                Executed::Skipped => {}
                Executed::Different(found) => return Ok(Verdict::Different(found)),
            }
        }
        Ok(Verdict::Open { why, executed })
    }

    fn execute(&self, data: Data) -> Result<Executed, CheckError> {
        let mut runs = Vec::new();
        let mut input = String::new();
        for side in 0..2 {
            let mut machine = self.machine(side, Numbers::known());
            let arguments = self.arguments(&mut machine, side, data)?;
            input = inputs::describe(&machine, &arguments, data);
            match machine.run(&self.entry, arguments.slots.clone()) {
                Ok(results) => runs.push((machine, arguments, results)),
                // An input on which the first program has no meaning says nothing of the second.
                Err(error) if side == 0 && error.reason == Reason::Fault => return Ok(Executed::Skipped),
                Err(error) if side == 1 && error.reason == Reason::Fault => {
                    return Ok(Executed::Different(fault(&error, input)));
                }
                Err(error) if error.reason == Reason::Budget => return Ok(Executed::Skipped),
                Err(error) => return Err(self.refused(side, error)),
            }
        }
        let [mut before, mut after]: [_; 2] = runs.try_into().unwrap_or_else(|_| unreachable!("two programs ran"));
        let allowed = self.allowed;
        let agreement = Agreement { equal: &|x, y| compare::same(x, y, allowed), by_value: true };
        let (_, difference) = compare::cells(&mut before, &mut after, &agreement);
        let Some(difference) = difference else { return Ok(Executed::Same) };
        let place = |side: usize| difference.stores[side].map(|op| self.modules[side].operations[op].place);
        let (values, stores) = (difference.values.clone(), [place(0), place(1)]);
        Ok(Executed::Different(Counterexample { cell: difference.cell, values, stores, input }))
    }
}
