//! Instructions on halves of registers: what widens or narrows on the way from one width to the next.
//!
//! They are found as others are, by value; a set without such instructions pays nothing.

use super::{Kind, Matches, Pool};
use crate::form::Id;
use crate::instructions::{HalfWidening, Solvable, TargetInstructions};
use crate::layout::Layouts;
use crate::streams::LaneProgram;
use isotope_smt::effort::{Effort, Ended};

impl Matches {
    /// Tries those between a width and twice the width.
    pub(super) fn find_halves(
        &mut self,
        program: &LaneProgram,
        seeds: (&[Id], &[bool]),
        target: &TargetInstructions,
        (layouts, bits): (&Layouts, u32),
        effort: &Effort<'_>,
    ) -> Result<(), Ended> {
        if 2 * bits > layouts.registers().lane {
            return Ok(());
        }
        let register_bits = layouts.at(2 * bits).register_bits();
        let widenings = &target.of_register_size(register_bits).half_widenings;
        // An instruction that only extends is no way to another form.
        let widens = |w: &HalfWidening| w.bits == 2 * bits && w.extends.is_none() && w.scalars.len() <= 2;
        if widenings.iter().any(widens) {
            effort.spend(seeds.0.len() as u64)?;
            let pool = Pool::new(&program.forms, seeds, (bits, 2 * bits), Kind::Widened);
            for (at, widening) in widenings.iter().enumerate().filter(|(_, w)| widens(w)) {
                let scalars = widening.scalars.clone();
                self.apply(target, (widening.plain.lower, &widening.lane), (at, scalars), &pool, effort)?;
            }
        }
        let narrowings = target.half_narrowings();
        let narrowings: Vec<Solvable> = narrowings.at(register_bits, bits).iter().map(|n| n.lower.clone()).collect();
        if narrowings.is_empty() {
            return Ok(());
        }
        effort.spend(seeds.0.len() as u64)?;
        let pool = Pool::new(&program.forms, seeds, (2 * bits, bits), Kind::Narrowed);
        self.solve(&program.forms, &target.catalogue, &narrowings, &pool, effort)
    }
}
