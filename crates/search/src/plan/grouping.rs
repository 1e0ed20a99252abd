//! Finds runs among the products of a dot product.
//!
//! Elements are sorted by where they are in lane 0, then cut where the next one does not follow
//! within a slot in every lane. Only instructions that read all parts of a slot take runs: a load
//! fills them all.

use super::packed_operand::{Part, Product};
use super::planner::Planner;
use super::runs::Run;
use crate::form::Id;
use crate::instructions::Dot;
use crate::layout::EMPTY;
use isotope_ir::memory::Place;
use std::collections::BTreeSet;

/// A product with its element in front, and where that is in lane 0.
#[derive(Clone, Copy)]
struct Element {
    data: Id,
    weight: Part,
    left: bool,
    first: Place,
    product: Product,
}

impl Planner<'_> {
    /// Takes runs of at least `least` elements out of `products`, for a dot product in slots of `bits` bits.
    pub(super) fn runs(&self, products: &[Product], dot: &Dot, bits: u32, least: usize) -> (Vec<Run>, Vec<Product>) {
        let parts = dot.used.len() as u32;
        let whole = dot.used.iter().copied().eq(0..parts);
        let (mut elements, mut rest) = (Vec::new(), Vec::new());
        for &product in products {
            match self.element(product) {
                Some(element) if whole => elements.push(element),
                _ => rest.push(product),
            }
        }
        elements.sort_by_key(|e| (e.left, e.first));
        let (mut runs, mut loads) = (Vec::new(), BTreeSet::new());
        let neighbours = |a: &Element, b: &Element| a.left == b.left && self.is_after(a, b, parts);
        for group in elements.chunk_by(neighbours) {
            let run = if group.len() < least { None } else { self.run(group, parts, bits, &mut loads) };
            match run {
                Some(run) => runs.push(run),
                None => rest.extend(group.iter().map(|e| e.product)),
            }
        }
        (runs, rest)
    }

    /// A product as an element of memory with a weight.
    fn element(&self, product: Product) -> Option<Element> {
        // An element that moves with the lane, times what does not.
        let as_data = |part: Part, weight: Part, left: bool| {
            let Part::Form(data) = part else { return None };
            let free = self.uniform(&[weight]) && !self.uniform(&[part]);
            let first = self.program.place(data, 0).filter(|_| free)?;
            Some(Element { data, weight, left, first, product })
        };
        as_data(product.0, product.1, true).or_else(|| as_data(product.1, product.0, false))
    }

    /// Whether `b` follows `a` in memory in every lane, less than a slot away.
    fn is_after(&self, a: &Element, b: &Element, parts: u32) -> bool {
        let distance = b.first.index - a.first.index;
        a.first.array == b.first.array
            && (1..=i64::from(parts)).contains(&distance)
            && (0..self.program.ty().lanes).all(|lane| {
                let place = |e: &Element| self.program.place(e.data, lane);
                place(a).zip(place(b)).is_some_and(|(a, b)| a.array == b.array && b.index - a.index == distance)
            })
    }

    /// A group as a run, if in each register the lanes are a slot apart and every load is covered.
    /// The run may begin `front` positions into its first slot; the front is chosen that brings the
    /// fewest loads that no other run has, the smallest of these.
    fn run(&self, group: &[Element], parts: u32, bits: u32, loads: &mut BTreeSet<Place>) -> Option<Run> {
        let first = group[0].first.index;
        let span = (group.last()?.first.index - first + 1) as usize;
        let (mut data, mut weights) = (vec![None; span], vec![Part::Const(0); span]);
        for e in group {
            let at = (e.first.index - first) as usize;
            (data[at], weights[at]) = (Some(e.data), e.weight);
        }
        let element = self.program.stream(group[0].data)?.element;
        let (ratio, signed) = (bits / parts / element.bits, element.is_signed());
        if ratio == 0 {
            return None;
        }
        let mut run = Run { data, weights, left: group[0].left, parts, ratio, signed, starts: vec![] };
        let slot = run.slot();
        // Positions that the loads have and the run has not: that is how far it may be shifted.
        let spare = run.calls() * slot - span as u32;
        for register in &self.layouts.at(bits).registers {
            // An empty register is not read: it may hold the contents of the one before it.
            if register.iter().all(|&lane| lane == EMPTY) {
                run.starts.push(*run.starts.last()?);
                continue;
            }
            let place =
                |at: usize| Some(register[at]).filter(|&l| l != EMPTY).map(|l| self.program.place(group[0].data, l));
            let origin = place(0)??;
            let apart = |s: usize| Place { index: origin.index + s as i64 * i64::from(slot), ..origin };
            if !(0..register.len()).all(|s| place(s).is_none_or(|place| place == Some(apart(s)))) {
                return None;
            }
            let width = register.len() as i64 * i64::from(slot);
            let shifted = |front: u32| Place { index: origin.index - i64::from(front), ..origin };
            let of = |front: u32| {
                let index = shifted(front).index;
                (0..run.calls()).map(move |c| Place { index: index + i64::from(c * slot), ..origin })
            };
            // All elements of the register's load, the last lane's too.
            let covered = |p: Place| self.program.memory.covers(p, width as u64);
            let best = (0..=spare)
                .filter(|&front| of(front).all(covered))
                .min_by_key(|&front| (of(front).filter(|p| !loads.contains(p)).count(), front))?;
            loads.extend(of(best));
            run.starts.push((best, shifted(best)));
        }
        Some(run)
    }
}
