//! How the parts of a slot come to be in registers: one answer for what it costs, what it needs and how it is written.
//!
//! The ways are tried from free to expensive: constants, one value, one load. A slot that is none of these
//! is put together from halves, each packed by the same rules at half the width, down to single
//! forms. Parts that memory holds in half their width are packed as they are there and extended together: one extension for
//! each register of slots, and the packing before it moves half as many bytes. Parts whose signs are flipped are packed without that,
//! and every register is flipped once.

use super::packed_operand::Part;
use super::planner::Planner;
use super::price::Price;
use super::strided::StridedLoads;
use crate::form::{Form, Id};
use crate::layout::Split;
use isotope_ir::expr::LeafId;
use std::collections::BTreeSet;

/// The leaf elements of a register: (leaf, index) of each element; none in empty slots.
pub type Elements = Vec<Option<(LeafId, u32)>>;

/// Whether a term of a sum is added or subtracted; added ones come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// It is added.
    Plus,
    /// It is subtracted.
    Minus,
}

/// A term of a sum of parts: its sign, and one part for each of the slot.
pub type Term = (Sign, Vec<Part>);

/// How the parts of a slot are packed into registers.
pub enum Packing {
    /// Constants.
    Constants,
    /// One form at the slot's width.
    Value(Id),
    /// The same in every lane.
    Uniform,
    /// The elements that are in memory already, for each register.
    Adjacent(Vec<Elements>),
    /// Strided loads.
    Strided(StridedLoads),
    /// Packed in slots of half the width, then every element extended where it is; `true` by the sign.
    Extended(bool),
    /// These parts, then the sign bit of every element flipped.
    Flipped(Vec<Part>),
    /// A sum of these parts, each added or subtracted, and a constant.
    Sums(Vec<Term>, i128),
    /// Two halves side by side; `false` where the second is not read.
    Halves(bool),
}

impl Planner<'_> {
    /// How parts of `element` bits are packed into slots of `bits` bits.
    pub fn packing(&self, parts: &[Part], element: u32, bits: u32) -> Packing {
        if parts.iter().all(|p| !matches!(p, Part::Form(_))) {
            return Packing::Constants;
        }
        if let [Part::Form(id)] = parts {
            return Packing::Value(*id);
        }
        if self.uniform(parts) {
            return Packing::Uniform;
        }
        if let Some(registers) = self.adjacent(parts, element, bits) {
            return Packing::Adjacent(registers);
        }
        if let Some(strided) = self.strided(parts, element, bits) {
            return Packing::Strided(strided);
        }
        if let Some(signed) = self.extended(parts, element, bits) {
            return Packing::Extended(signed);
        }
        if let Some(below) = self.flipped(parts, element, bits) {
            return Packing::Flipped(below);
        }
        if let Some((terms, constant)) = self.sums(parts, element, bits) {
            return Packing::Sums(terms, constant);
        }
        Packing::Halves(parts[parts.len() / 2..].iter().any(|p| *p != Part::Any))
    }

    /// Whether all parts lie in memory in half their width, and how they are extended. Only where a register's lanes stay together
    /// as they widen: in other layouts the extension is an unpack, or a shift, of each part by itself.
    fn extended(&self, parts: &[Part], element: u32, bits: u32) -> Option<bool> {
        if !matches!(self.layouts.at(bits).split, None | Some(Split::Linear)) {
            return None;
        }
        let half_of = |part: &Part| match part {
            Part::Form(id) => self.program.stream(*id).filter(|s| 2 * s.element.bits == element),
            _ => None,
        };
        let signed = half_of(&parts[0])?.element.is_signed();
        parts.iter().all(|part| half_of(part).is_some_and(|s| s.element.is_signed() == signed)).then_some(signed)
    }

    /// The parts without half of what an element holds, where each is a value plus or minus that and those values are in registers
    /// without a zip: flipping a register flips all its parts, and what is flipped before a zip is flipped part by part.
    fn flipped(&self, parts: &[Part], element: u32, bits: u32) -> Option<Vec<Part>> {
        let half = 1i128 << (element - 1);
        // More or less by half is the same modulo the element, and so is a flipped sign.
        let below = |part: &Part| match *part {
            Part::Form(id) => match self.program.forms.form(id) {
                Form::Sum(terms, k) if k.abs() == half && terms.len() == 1 && terms[0].0 == 1 => {
                    Some(Part::Form(terms[0].1))
                }
                _ => None,
            },
            Part::Const(v) => Some(Part::Const(v ^ half)),
            Part::Any => Some(Part::Any),
        };
        let below: Vec<Part> = parts.iter().map(below).collect::<Option<_>>()?;
        let packed = self.packing(&below, element, bits);
        matches!(packed, Packing::Uniform | Packing::Adjacent(_) | Packing::Strided(_)).then_some(below)
    }

    /// The parts as sums of others, each with its constant, where all have the same signs and constant, and the others are in registers
    /// without a zip: one addition for each register then, and none for the parts by themselves. Each part fits an element, so that it
    /// does not matter that sums wrap there.
    fn sums(&self, parts: &[Part], element: u32, bits: u32) -> Option<(Vec<Term>, i128)> {
        // Signs and the constant of the first part.
        let mut first: Option<(Vec<Sign>, i128)> = None;
        // The parts of each term, of all parts so far.
        let mut columns: Vec<Vec<Part>> = Vec::new();
        for part in parts {
            let Part::Form(id) = *part else { return None };
            let Form::Sum(terms, constant) = self.program.forms.form(id) else { return None };
            // Terms of one array are those of one array in all parts.
            let key = |&(c, x): &(i128, Id)| {
                let sign = match c {
                    1 => Sign::Plus,
                    -1 => Sign::Minus,
                    _ => return None,
                };
                Some((sign, self.array(Part::Form(x)), x))
            };
            let mut terms: Vec<_> = terms.iter().map(key).collect::<Option<_>>()?;
            terms.sort();
            // One operation serves all parts only if they are added up alike.
            let own = (terms.iter().map(|term| term.0).collect(), *constant);
            if *first.get_or_insert_with(|| own.clone()) != own {
                return None;
            }
            columns.resize(terms.len(), Vec::new());
            columns.iter_mut().zip(terms).for_each(|(column, (.., x))| column.push(Part::Form(x)));
        }
        let (signs, constant) = first?;
        // A zip for each term would cost more than one for the sums.
        let packed = |column: &Vec<Part>| {
            matches!(
                self.packing(column, element, bits),
                Packing::Uniform | Packing::Adjacent(_) | Packing::Strided(_) | Packing::Extended(_)
            )
        };
        columns.iter().all(packed).then(|| (signs.into_iter().zip(columns).collect(), constant))
    }

    /// Scalars in every slot: a broadcast from memory where one leaf holds all of them, each brought to its place if elements are
    /// wider; else they are joined.
    fn uniform_cost(&self, parts: &[Part], element: u32) -> u32 {
        let held = |part: &Part| match part {
            Part::Form(id) => self.program.stream(*id).map(|s| (s.source[0].0, s.element.bits)),
            _ => None,
        };
        let held: Option<BTreeSet<(LeafId, u32)>> = parts.iter().filter(|part| **part != Part::Any).map(held).collect();
        let Some(&(_, own)) = held.as_ref().filter(|held| held.len() == 1).and_then(|held| held.first()) else {
            return 2 * self.costs.unpack + self.costs.permute;
        };
        self.costs.load + if own < element { self.costs.shift } else { 0 }
    }

    /// The cost of having parts in registers; `None` where one of them has no plan.
    pub(super) fn packed_cost(&mut self, parts: &[Part], element: u32, bits: u32) -> Option<Price> {
        self.effort.spend(parts.len() as u64).ok()?;
        Some(match self.packing(parts, element, bits) {
            Packing::Constants => Price::default(),
            Packing::Value(id) => self.args(&[id], element)?,
            Packing::Uniform => self.uniform_cost(parts, element).into(),
            Packing::Adjacent(registers) => {
                let load_cost = |r: &Vec<_>| match self.is_load(r) {
                    Some(true) => self.costs.load,
                    Some(false) => self.costs.permute,
                    None => 0,
                };
                registers.iter().map(load_cost).sum::<u32>().into()
            }
            Packing::Strided(strided) => strided.cost(self.costs.shift).into(),
            Packing::Extended(signed) => {
                self.packed_cost(parts, element / 2, bits / 2)? + self.extend_cost(bits, signed)
            }
            Packing::Flipped(below) => {
                let registers = if self.uniform(&below) { 1 } else { self.count(bits) };
                self.packed_cost(&below, element, bits)? + registers * self.costs.arithmetic
            }
            Packing::Sums(terms, constant) => {
                // The first is there without an operation if it is added.
                let more = usize::from(constant != 0 || terms[0].0 == Sign::Minus);
                let each = (terms.len() - 1 + more) as u32 * self.costs.arithmetic;
                let mut cost = Price::from(self.count(bits) * each);
                for (_, column) in terms {
                    cost = cost + self.packed_cost(&column, element, bits)?;
                }
                cost
            }
            Packing::Halves(both) => {
                let (low, high) = parts.split_at(parts.len() / 2);
                let half = bits / 2;
                let cost = self.packed_cost(low, element, half)? + self.packed_cost(high, element, half)?;
                let free = !both && self.layouts.at(bits).split == Some(Split::EvenOdd);
                cost + if free { self.zip_cost(bits) / 3 } else { self.zip_cost(bits) }
            }
        })
    }
}
