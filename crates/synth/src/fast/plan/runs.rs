//! Runs: products over neighbouring elements of memory, read by loads that a slot's own bytes come from.
//!
//! A stencil's row is a run: its elements lie side by side, and each lane's row begins one element after its
//! neighbour's. Where lanes of a register are as far apart as a slot has elements, a load is the operand as it is; a
//! weight of zero stands where the slot holds what the run does not read. That leaves room to shift a run inside its
//! slots, so that few loads serve all registers, none of which reads a byte that the window does not.

use super::{Bundle, Part, Planner};
use crate::fast::form::Id;
use crate::fast::machine::Dot;
use isotope_ir::memory::Place;
use std::collections::BTreeSet;

/// A product of a dot product's two sides.
pub(super) type Product = (Part, Part);

/// Products of neighbouring elements with weights that are the same in every lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The element of each weight, in the order of memory; none where no product reads it.
    pub data: Vec<Option<Id>>,
    /// The weight at each element; zero where no product reads it.
    pub weights: Vec<Part>,
    /// Whether elements are left factors.
    pub left: bool,
    /// Factors in a slot of the instruction.
    pub parts: u32,
    /// Elements of memory as wide as one factor: more than one where bytes are factors of words, say, and each
    /// load is taken apart into as many operands.
    pub ratio: u32,
    /// Whether elements are signed.
    pub signed: bool,
    /// For each register: positions before the first weight, and where its first load is.
    pub starts: Vec<(u32, Place)>,
}

/// What one instruction on one register computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where its load is.
    pub load: Place,
    /// Which of the [`Run::ratio`] elements as wide as a factor it takes.
    pub position: u32,
    /// Its elements; those that are not read may be anything.
    pub data: Vec<Part>,
    /// Its weights.
    pub weights: Vec<Part>,
}

impl Run {
    /// Elements of memory in a slot.
    fn slot(&self) -> u32 {
        self.parts * self.ratio
    }

    /// Loads for each register.
    fn calls(&self) -> u32 {
        (self.weights.len() as u32).div_ceil(self.slot())
    }

    /// The instructions on a register: those whose weights are not all zero.
    pub fn pieces(&self, register: usize) -> Vec<Piece> {
        let each = (0..self.calls()).flat_map(|call| (0..self.ratio).map(move |position| (call, position)));
        let pieces = each.map(|(call, position)| self.piece(register, call, position));
        pieces.filter(|piece| piece.weights.iter().any(|w| *w != Part::Const(0))).collect()
    }

    /// The weights of all instructions, in the order in which they are written.
    pub fn bundles_of_weights(&self) -> impl Iterator<Item = Vec<Part>> {
        (0..self.starts.len()).flat_map(|register| self.pieces(register)).map(|piece| piece.weights)
    }

    fn piece(&self, register: usize, call: u32, position: u32) -> Piece {
        let (front, Place { array, index }) = self.starts[register];
        let first = call * self.slot();
        let at = |part: u32| (first + part * self.ratio + position).checked_sub(front).map(|at| at as usize);
        let data = |part| at(part).and_then(|at| self.data.get(at).copied().flatten()).map_or(Part::Any, Part::Form);
        let weight = |part| at(part).and_then(|at| self.weights.get(at).copied()).unwrap_or(Part::Const(0));
        Piece {
            load: Place { array, index: index + i64::from(first) },
            position,
            data: (0..self.parts).map(data).collect(),
            weights: (0..self.parts).map(weight).collect(),
        }
    }

    /// The products of one instruction, left factors and right ones.
    pub(super) fn bundle(&self, piece: Piece) -> Bundle {
        let (left, right) = if self.left { (piece.data, piece.weights) } else { (piece.weights, piece.data) };
        Bundle { left, right }
    }

    /// What is loaded and taken apart for all registers.
    pub fn operands(&self) -> BTreeSet<(Place, u32)> {
        let of = |r: usize| self.pieces(r).into_iter().map(|piece| (piece.load, piece.position));
        (0..self.starts.len()).flat_map(of).collect()
    }
}

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
        let as_data = |part: Part, weight: Part, left: bool| {
            let Part::Form(data) = part else { return None };
            let free = self.uniform(&[weight]) && !self.uniform(&[part]);
            let first = self.program.place(data, 0).filter(|_| free)?;
            Some(Element { data, weight, left, first, product })
        };
        as_data(product.0, product.1, true).or_else(|| as_data(product.1, product.0, false))
    }

    /// Bits of a stream's elements in memory; 0 for other forms.
    pub(super) fn element_bits(&self, id: Id) -> u32 {
        self.program.stream(id).map_or(0, |s| s.element.bits)
    }

    /// Whether `b` follows `a` in memory in every lane, less than a slot away.
    fn is_after(&self, a: &Element, b: &Element, parts: u32) -> bool {
        let distance = b.first.index - a.first.index;
        a.first.array == b.first.array
            && (1..=i64::from(parts)).contains(&distance)
            && (0..self.program.ty.lanes).all(|lane| {
                let place = |e: &Element| self.program.place(e.data, lane);
                place(a).zip(place(b)).is_some_and(|(a, b)| a.array == b.array && b.index - a.index == distance)
            })
    }

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
        let spare = run.calls() * slot - span as u32;
        for register in &self.layouts.at(bits).registers {
            let place = |at: usize| self.program.place(group[0].data, register[at]);
            let origin = place(0)?;
            let apart = |s: usize| Place { index: origin.index + s as i64 * i64::from(slot), ..origin };
            if !(0..register.len()).all(|s| place(s) == Some(apart(s))) {
                return None;
            }
            let width = register.len() as i64 * i64::from(slot);
            let shifted = |front: u32| Place { index: origin.index - i64::from(front), ..origin };
            let of = |front: u32| {
                let index = shifted(front).index;
                (0..run.calls()).map(move |c| Place { index: index + i64::from(c * slot), ..origin })
            };
            let covered =
                |p: Place| (0..width).all(|i| self.program.memory.at(Place { index: p.index + i, ..p }).is_some());
            let best = (0..=spare)
                .filter(|&front| of(front).all(covered))
                .min_by_key(|&front| (of(front).filter(|p| !loads.contains(p)).count(), front))?;
            loads.extend(of(best));
            run.starts.push((best, shifted(best)));
        }
        Some(run)
    }
}
