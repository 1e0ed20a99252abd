//! How the parts of a slot come to be in registers: one answer for what it costs, what it needs and how it is written.

use super::bundle::Part;
use super::planner::Planner;
use super::price::Price;
use super::strided::Insides;
use crate::fast::form::Id;
use crate::fast::layout::Split;
use isotope_ir::expr::LeafId;

/// How registers hold a slot's parts.
pub enum Held {
    /// Constants.
    Constants,
    /// One form at the slot's width.
    Value(Id),
    /// The same in every lane.
    Uniform,
    /// What is in memory already, for each register: (leaf, index) of each element.
    Adjacent(Vec<Vec<(LeafId, u32)>>),
    /// Taken out of loads of wider elements.
    Inside(Insides),
    /// Two halves side by side; `false` where the second is not read.
    Halves(bool),
}

impl Planner<'_> {
    /// How parts of `element` bits are had in slots of `bits` bits.
    pub fn held(&self, parts: &[Part], element: u32, bits: u32) -> Held {
        if parts.iter().all(|p| !matches!(p, Part::Form(_))) {
            return Held::Constants;
        }
        if let [Part::Form(id)] = parts {
            return Held::Value(*id);
        }
        if self.uniform(parts) {
            return Held::Uniform;
        }
        if let Some(registers) = self.adjacent(parts, element, bits) {
            return Held::Adjacent(registers);
        }
        if let Some(inside) = self.inside(parts, element, bits) {
            return Held::Inside(inside);
        }
        Held::Halves(parts[parts.len() / 2..].iter().any(|p| *p != Part::Any))
    }

    /// What it costs to have parts in registers; `None` where one of them has no plan.
    pub(super) fn bundle_cost(&mut self, parts: &[Part], element: u32, bits: u32) -> Option<Price> {
        self.effort.spend(parts.len() as u64).ok()?;
        Some(match self.held(parts, element, bits) {
            Held::Constants => Price::default(),
            Held::Value(id) => self.args(&[id], element)?,
            Held::Uniform => (2 * self.prices.unpack + self.prices.permute).into(),
            Held::Adjacent(registers) => {
                let memory = &self.program.memory;
                let is_load = |r: &Vec<_>| memory.is_contiguous(r.iter().copied());
                let cost = |r| if is_load(r) { self.prices.load } else { self.prices.permute };
                registers.iter().map(cost).sum::<u32>().into()
            }
            Held::Inside(inside) => inside.cost(self.prices.shift).into(),
            Held::Halves(both) => {
                let (low, high) = parts.split_at(parts.len() / 2);
                let half = bits / 2;
                let cost = self.bundle_cost(low, element, half)? + self.bundle_cost(high, element, half)?;
                let free = !both && self.layouts.at(bits).split == Some(Split::EvenOdd);
                cost + if free { self.zip_cost(bits) / 3 } else { self.zip_cost(bits) }
            }
        })
    }
}
