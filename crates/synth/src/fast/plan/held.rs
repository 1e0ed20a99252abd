//! How the parts of a slot come to be in registers: one answer for what it costs, what it needs and how it is written.

use super::{Bundle, Choice, Insides, Part, Planner, Price};
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

    /// The values that a choice for a form at a width is written with, in the order in which it asks for them.
    pub fn needs(&self, id: Id, bits: u32, choice: &Choice) -> Vec<(Id, u32)> {
        let here = |ids: &[Id]| ids.iter().map(|&x| (x, bits)).collect();
        match choice {
            Choice::Stream(_) | Choice::Inside(_) | Choice::Const(_) | Choice::LaneConst(_) => vec![],
            Choice::Alias(x) => vec![(*x, bits)],
            Choice::Extend { .. } => vec![(id, bits / 2)],
            Choice::Truncate => vec![(id, 2 * bits)],
            Choice::High(x) | Choice::Narrow(_, x) => vec![(*x, 2 * bits)],
            Choice::Generic(_, args) => here(args),
            Choice::Matched(at, args) => here(&self.vectors(bits, *at, args)),
            Choice::Widened(at, args) => {
                self.widened_vectors(bits, *at, args).into_iter().map(|x| (x, bits / 2)).collect()
            }
            Choice::Linear(terms, _) => terms.iter().map(|t| (t.1, bits)).collect(),
            Choice::Select(_, ids) => here(ids),
            Choice::Dot { vertical, bundles, runs, start, .. } => {
                let mut needs: Vec<(Id, u32)> = start.iter().map(|&x| (x, bits)).collect();
                let vertical = &self.shelf(bits).verticals[*vertical];
                let element = vertical.dot.as_ref().map_or(bits, |dot| vertical.operands[dot.left].bits);
                // What runs read is in memory; their weights may be computed.
                for run in runs {
                    for weights in run.bundles_of_weights() {
                        self.bundle_needs(&weights, bits / run.parts, bits, &mut needs);
                    }
                }
                for Bundle { left, right } in bundles {
                    self.bundle_needs(left, element, bits, &mut needs);
                    self.bundle_needs(right, element, bits, &mut needs);
                }
                needs
            }
        }
    }

    /// Of the operands of a match at a width those that are vectors: scalars are in registers of their own.
    pub(super) fn vectors(&self, bits: u32, vertical: usize, args: &[Id]) -> Vec<Id> {
        let operands = &self.shelf(bits).verticals[vertical].operands;
        args.iter().zip(operands).filter(|(_, operand)| !operand.scalar).map(|(&id, _)| id).collect()
    }

    /// The same of a widening to a width.
    pub(super) fn widened_vectors(&self, bits: u32, widening: usize, args: &[Id]) -> Vec<Id> {
        let scalars = &self.shelf(bits / 2).widenings[widening].scalars;
        args.iter().zip(scalars).filter(|(_, scalar)| !**scalar).map(|(&id, _)| id).collect()
    }

    fn bundle_needs(&self, parts: &[Part], element: u32, bits: u32, needs: &mut Vec<(Id, u32)>) {
        match self.held(parts, element, bits) {
            Held::Value(id) => needs.push((id, element)),
            Held::Halves(both) => {
                let (low, high) = parts.split_at(parts.len() / 2);
                self.bundle_needs(low, element, bits / 2, needs);
                if both {
                    self.bundle_needs(high, element, bits / 2, needs);
                }
            }
            _ => {}
        }
    }
}
