//! The machine's errors for accesses that race.

use crate::limits::MAX_NESTED_ITERATIONS;
use crate::plan::nodes::Node;
use crate::rule::Rule;
use crate::run::machine::{Machine, Reason, Result, RunError};
use crate::run::races::Refused;

impl Machine<'_> {
    /// Memory is freed, which is a store to all of it.
    pub(super) fn touch_all(&mut self, node: &Node, buffer: usize) -> Result<()> {
        if !self.races.is_on() {
            return Ok(());
        }
        for cell in 0..self.buffers[buffer].len() {
            self.step(node)?;
            self.touch(node, buffer, cell, true)?;
        }
        Ok(())
    }

    /// An error within a parallel loop: this happens for some data only, and whether it races is not known.
    pub(super) fn only_in_order(&self, node: &Node) -> Result<()> {
        match self.races.is_on() {
            true => {
                let why = "it depends on data within a parallel loop, so that no identity test is possible";
                Err(self.error(node, Reason::Dynamic, why))
            }
            false => Ok(()),
        }
    }

    /// Something outside sees what a program does: in no order where iterations of a parallel loop do it.
    pub(super) fn observe(&mut self, node: &Node) -> Result<()> {
        self.only_certain(node)?;
        self.numbers.events = self.numbers.events.saturating_add(1);
        let is_watched = self.races.is_on() && Rule::OrderOfEffects.holds();
        match is_watched.then(|| self.races.observe(node.op)) {
            Some(Err(why)) => Err(self.refused(node, &why, "what is printed or called", "prints or calls")),
            _ => Ok(()),
        }
    }

    /// The error of an access that is not allowed: its cell, and what it does there.
    pub(super) fn refused(&self, node: &Node, why: &Refused, cell: &str, does: &str) -> RunError {
        let race = match why {
            Refused::Race(race) => race,
            Refused::Full => {
                let most = MAX_NESTED_ITERATIONS;
                let why = format!(
                    "a parallel loop with others in it has more than {most} iterations (MAX_NESTED_ITERATIONS)"
                );
                return self.error(node, Reason::Budget, why);
            }
            Refused::Unforeseen => {
                let why = "a parallel loop writes memory that its text does not show";
                return self.error(node, Reason::Unsupported, why);
            }
        };
        let [earlier, now] = &race.iterations;
        let line = self.module.operations[race.earlier.0 as usize].place.line;
        let other = match race.earlier.1 {
            true if does.starts_with("prints") => "does, too,",
            true => "stores to it",
            false => "loads it",
        };
        let message = format!(
            "a race for {cell}: iteration {now:?} of a parallel loop {does}, and iteration {earlier:?} {other} at line {line}"
        );
        self.fault(node, message)
    }
}
