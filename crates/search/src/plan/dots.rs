//! Dot products: which part of a sum one covers, what its operands hold, and what that costs.
//!
//! sum(c_i x_i) + k is a dot product if each c_i x_i is a product of one element that fits the left
//! side and one that fits the right. A term that is none goes where the accumulator starts, if the
//! instruction has one. Instructions that saturate are exact as long as every partial sum stays
//! inside, which the ranges of the factors show; where they cannot, the instruction is not used.

use super::choice::Choice;
use super::lookups::Cover;
use super::packed_operand::{PackedOperand, Part, Product};
use super::planner::Planner;
use super::price::Price;
use super::runs::Run;
use crate::form::{Form, Id, type_range, within};
use crate::instructions::{Dot, Kernel, Vertical};
use crate::layout::EMPTY;
use isotope_ir::memory::Place;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

impl Planner<'_> {
    /// Offers each dot product at this width that covers the sum, or all but what its accumulator may start from.
    pub(super) fn dots(&mut self, id: Id, bits: u32, terms: &[(i128, Id)], k: i128) {
        if !self.bias.dots {
            return;
        }
        for (at, ..) in self.instructions(bits).dots(bits) {
            if let Some((cost, choice)) = self.dot(bits, at, terms, k) {
                self.offer(id, bits, Some(cost), choice);
            }
        }
    }

    /// One instruction on as much of the sum as it covers: the cheapest way to have its operands.
    fn dot(&mut self, bits: u32, at: usize, terms: &[(i128, Id)], k: i128) -> Option<(Price, Choice)> {
        self.effort.spend(terms.len() as u64).ok()?;
        let cover = self.cover(bits, at, terms, k)?;
        let vertical = &self.instructions(bits).verticals[at];
        let mut best: Option<(Price, usize)> = None;
        for (way, (packed_operands, runs, constant)) in cover.ways.iter().enumerate() {
            let cost = self.dot_cost(vertical, (packed_operands, runs), (*constant, cover.start), bits);
            if let Some(cost) = cost.filter(|c| best.is_none_or(|b| *c < b.0)) {
                best = Some((cost, way));
            }
        }
        let (cost, way) = best?;
        // Of one product plain operations are taken where they cost the same: LLVM goes on combining those.
        let cost = cost + u32::from(vertical.dot.as_ref().is_some_and(|dot| dot.arity() == 1));
        let (packed_operands, runs, constant) = cover.ways[way].clone();
        Some((cost, Choice::Dot { vertical: at, packed_operands, runs, constant, start: cover.start }))
    }

    /// The part of a sum that one instruction covers; `None` where that is nothing, or the rest has no accumulator to start from.
    fn cover(&mut self, bits: u32, at: usize, terms: &[(i128, Id)], k: i128) -> Option<Rc<Cover>> {
        let covers = Rc::clone(&self.covers[bits.trailing_zeros() as usize - 3]);
        let key = (at, terms.to_vec(), k);
        if let Some(known) = covers.borrow().get(&key) {
            return known.clone();
        }
        let found = self.covered(bits, at, terms, k).map(Rc::new);
        covers.borrow_mut().insert(key, found.clone());
        found
    }

    /// Three ways to have the operands: all, some or no products in runs.
    fn covered(&mut self, bits: u32, at: usize, terms: &[(i128, Id)], k: i128) -> Option<Cover> {
        let vertical = &self.instructions(bits).verticals[at];
        let dot = vertical.dot.as_ref().filter(|_| vertical.bits == bits)?;
        let scalars = [dot.left, dot.right].map(|side| vertical.operands[side].scalar);
        let (mut products, mut outside, mut constant) = (Vec::new(), Vec::new(), k);
        for &(c, x) in terms {
            let product = self.product(bits, at, c, x);
            match product.map(|(l, r, extra)| (self.sides((l, r), dot, scalars), extra)) {
                Some((Some(product), extra)) => {
                    products.push(product);
                    constant = constant.wrapping_add(extra);
                }
                _ => outside.push((c, x)),
            }
        }
        if products.is_empty() || (!outside.is_empty() && dot.acc.is_none()) {
            return None;
        }
        let start = (!outside.is_empty()).then(|| self.program.forms.sum(&outside, std::mem::take(&mut constant)));
        // One product by itself is a multiplication: an accumulator of zeros would be made anew for each.
        if dot.acc.is_some() && dot.arity() == 1 && start.is_none() && products.len() == 1 {
            return None;
        }
        let parts = vertical.operands[dot.left].parts as usize;
        // Every product in a run, those with neighbours in runs, none in a run. An element that a run does not read is times zero, so that
        // only products are in runs.
        let least: &[usize] =
            if matches!(dot.kernel, Kernel::Product(..)) { &[1, 2, usize::MAX] } else { &[usize::MAX] };
        let mut ways: Vec<(Vec<PackedOperand>, Vec<Run>, i128)> = Vec::new();
        for &least in least {
            let (runs, mut rest) = self.runs(&products, dot, bits, least);
            if ways.iter().any(|way| way.1 == runs) {
                continue;
            }
            self.order(&mut rest, vertical.operands[dot.left].bits);
            let in_slot = constant_product(vertical, dot, constant).filter(|_| !rest.len().is_multiple_of(dot.arity()));
            rest.extend(in_slot);
            let constant = if in_slot.is_some() { 0 } else { constant };
            ways.push((self.packed(&rest, dot, parts), runs, constant));
        }
        Some(Cover { start, ways })
    }

    /// The sides of a product; `None` where one is a scalar in a register of its own, and there is no value for all slots.
    ///
    /// Scalars are on one side, wherever both will do: they are packed once for all registers, and on both sides they would be packed
    /// twice. Elements of one array are on one side, too: those that lie side by side are one load then.
    fn sides(&self, (l, r): Product, dot: &Dot, scalars: [bool; 2]) -> Option<Product> {
        let uniform = [l, r].map(|part| self.uniform(&[part]));
        let arrays = [l, r].map(|part| self.array(part));
        // Which array comes first does not matter, only that it is the same one for all products.
        let turned = arrays[0].zip(arrays[1]).is_some_and(|(l, r)| l > r);
        let swap = dot.is_symmetric()
            && if uniform[0] != uniform[1] { uniform[0] != scalars[0] } else { turned && scalars[0] == scalars[1] };
        let (sides, uniform) = if swap { ((r, l), [uniform[1], uniform[0]]) } else { ((l, r), uniform) };
        scalars.iter().zip(uniform).all(|(scalar, uniform)| !scalar || uniform).then_some(sides)
    }

    /// The array that a part is read from, or the first value that it is made from.
    pub(super) fn array(&self, part: Part) -> Option<u32> {
        let Part::Form(id) = part else { return None };
        self.program.place(self.first_read(id)?, 0).map(|place| place.array)
    }

    /// The value that is read, or the first of those that a value is made from.
    fn first_read(&self, mut id: Id) -> Option<Id> {
        while self.program.stream(id).is_none() {
            id = *self.program.forms.form(id).operands().first()?;
        }
        Some(id)
    }

    /// The cost of a dot product over packed operands and runs; `None` where it may saturate or an operand has no plan.
    fn dot_cost(
        &mut self,
        vertical: &Vertical,
        (packed_operands, runs): (&[PackedOperand], &[Run]),
        (constant, start): (i128, Option<Id>),
        bits: u32,
    ) -> Option<Price> {
        let dot = vertical.dot.as_ref()?;
        let n = self.count(bits);
        // A saturating sum equals the exact one only where nothing on the way to it leaves the type.
        if dot.saturates {
            let first = start.map_or((constant, constant), |s| self.program.forms.range(s));
            // Partial sums in the order in which they are written: each must stay inside by itself.
            for register in 0..self.layouts.at(bits).registers.len() {
                let of_runs = runs
                    .iter()
                    .flat_map(|run| run.segments(register).into_iter().map(|segment| run.packed_operand(segment)));
                let mut reached = first;
                for packed_operand in packed_operands.iter().cloned().chain(of_runs) {
                    let sum = self.packed_range(&packed_operand);
                    reached = if dot.acc.is_some() {
                        (reached.0.saturating_add(sum.0), reached.1.saturating_add(sum.1))
                    } else {
                        sum
                    };
                    if !within(reached, type_range(bits, true)) {
                        return None;
                    }
                }
            }
        }
        // A run takes a call for each of its segments in a register, and none where a register has no lanes.
        let of_run = |run: &Run| {
            let live =
                (0..run.starts.len()).filter(|&r| self.layouts.at(bits).registers[r].iter().any(|&l| l != EMPTY));
            live.map(|register| run.segments(register).len() as u32).sum::<u32>()
        };
        let calls = n * packed_operands.len() as u32 + runs.iter().map(of_run).sum::<u32>();
        let mut cost = Price::from(calls * self.price_of(vertical.entry));
        let element = vertical.operands[dot.left].bits;
        for packed_operand in packed_operands {
            for side in [&packed_operand.left, &packed_operand.right] {
                cost = cost + self.packed_cost(side, element, bits)?;
            }
        }
        for run in runs {
            let each = if run.ratio > 1 { self.costs.load + self.costs.shift } else { self.costs.load };
            cost = cost + run.operands().len() as u32 * each;
            // Constants cost nothing.
            if run.weights.iter().any(|weight| matches!(weight, Part::Form(_))) {
                let weights: BTreeSet<Vec<Part>> = run.packed_weights().collect();
                for weights in weights {
                    cost = cost + self.packed_cost(&weights, element, bits)?;
                }
            }
        }
        // Without an accumulator the calls' results, and a constant, are added up after them.
        if dot.acc.is_none() {
            cost = cost + self.costs.arithmetic * (calls + n * u32::from(constant != 0) - n);
        }
        if let Some(start) = start {
            cost = cost + self.args(&[start], bits)?;
        }
        Some(cost)
    }

    /// The range of an element.
    fn part_range(&self, part: Part) -> (i128, i128) {
        match part {
            Part::Form(id) => self.program.forms.range(id),
            Part::Const(v) => (v, v),
            Part::Any => (0, 0),
        }
    }

    /// The range of one slot's sum of products: corners of each product, added up. Sound whatever
    /// the factors have in common.
    fn packed_range(&self, packed_operand: &PackedOperand) -> (i128, i128) {
        let mut total = (0, 0);
        for (&l, &r) in packed_operand.left.iter().zip(&packed_operand.right) {
            let ((a, b), (c, d)) = (self.part_range(l), self.part_range(r));
            // A product of intervals has its extremes at corners.
            let corners = [a * c, a * d, b * c, b * d];
            total.0 += corners.into_iter().fold(i128::MAX, i128::min);
            total.1 += corners.into_iter().fold(i128::MIN, i128::max);
        }
        total
    }

    /// A term as a product that a dot product's two sides can hold, with a constant that they leave over; `None` if it
    /// cannot be written so.
    pub(super) fn product(&mut self, bits: u32, at: usize, c: i128, x: Id) -> Option<(Part, Part, i128)> {
        let vertical = &self.instructions(bits).verticals[at];
        let dot = vertical.dot.as_ref().filter(|_| vertical.bits == bits)?;
        let element = vertical.operands[dot.left].bits;
        let kernel = dot.kernel;
        let f = &mut self.program.forms;
        let Kernel::Product(sl, sr) = kernel else {
            // A sum of absolute differences reads unsigned elements; of a value alone the other side is zero.
            let byte = type_range(element, false);
            let differs = match *f.form(x) {
                Form::Abs(d) => match f.linear(d) {
                    (terms, 0) => match terms[..] {
                        [(1, p), (-1, q)] => Some((p, q)),
                        _ => None,
                    },
                    _ => None,
                },
                _ => None,
            };
            let held = |id: Id| within(f.range(id), byte);
            return match differs.filter(|&(p, q)| held(p) && held(q)) {
                _ if c != 1 => None,
                Some((p, q)) => Some((Part::Form(p), Part::Form(q), 0)),
                None => held(x).then_some((Part::Form(x), Part::Const(0), 0)),
            };
        };
        let (left, right) = (type_range(element, sl), type_range(element, sr));
        // Either factor may go to either side, as the sides' signs allow.
        let ordered = |a: Part, ra, b: Part, rb| {
            if within(ra, left) && within(rb, right) {
                Some((a, b, 0))
            } else if within(rb, left) && within(ra, right) {
                Some((b, a, 0))
            } else {
                None
            }
        };
        if let Form::Mul(p, q) = *f.form(x)
            && c == 1
        {
            let (rp, rq) = (f.range(p), f.range(q));
            if let Some(found) = ordered(Part::Form(p), rp, Part::Form(q), rq) {
                return Some(found);
            }
        }
        // Any other value goes beside its coefficient, which is one for a value by itself.
        let rx = f.range(x);
        if let Some(found) = ordered(Part::Form(x), rx, Part::Const(c), (c, c)) {
            return Some(found);
        }
        // c x = c (x - h) + c h with h half the range: x - h is signed, and c h joins the constant of the sum. So a coefficient past the
        // signed side goes to the unsigned one; with a sign, it goes beside x - h where both sides have one.
        let (half, unsigned) = (1i128 << (element - 1), type_range(element, false));
        let is_moved = within(rx, unsigned)
            && match (sl, sr) {
                (true, true) => within((c, c), right) && self.lacks_unlike_signs(bits, element, dot),
                _ => sl != sr && within((c, c), unsigned),
            };
        let moved = is_moved.then(|| Part::Form(self.program.forms.sum(&[(1, x)], -half)))?;
        let (l, r) = if sl { (moved, Part::Const(c)) } else { (Part::Const(c), moved) };
        Some((l, r, c * half))
    }

    /// Products in the order that makes slots cheap: neighbours in memory together, or what is as far apart as elements
    /// of `element` bits are wide; scalars with scalars. Arrays have no order among themselves: theirs is that of the scalars.
    ///
    /// A matrix that is not packed is a row, and so an array, for each part of a slot.
    fn order(&self, products: &mut [Product], element: u32) {
        let turns = self.turns_of_arrays(products);
        // Constants, then scalars, then elements by where they are, then values by where the first element is that they are made from:
        // equals stand together.
        let key = |part: &Part| match part {
            Part::Form(id) if self.scalar(part).is_some() => (1, 0, 0, 0, 0, id.0),
            Part::Form(id) => match self.first_read(*id).and_then(|read| Some((read, self.program.stream(read)?))) {
                Some((read, s)) => {
                    let place = self.program.memory.place(s.source[0].0, s.source[0].1);
                    let apart = i64::from((element / s.element.bits).max(1));
                    let turn = turns.get(&place.array).copied().unwrap_or_default();
                    let class = if read == *id { 2 } else { 3 };
                    (class, turn, place.array, place.index.rem_euclid(apart), place.index, id.0)
                }
                None => (3, 0, 0, 0, 0, id.0),
            },
            _ => (0, 0, 0, 0, 0, 0),
        };
        products.sort_by_key(|p| {
            let (l, r) = (key(&p.0), key(&p.1));
            (l.max(r), l.min(r))
        });
    }

    /// Where the scalar is that is in a part; `None` if its lanes differ. A scalar that is not loaded is alone in an array of its
    /// own.
    fn scalar(&self, part: &Part) -> Option<Place> {
        let Part::Form(id) = part else { return None };
        let stream = self.program.stream(*id).filter(|stream| stream.is_uniform)?;
        Some(self.program.memory.place(stream.source[0].0, stream.source[0].1))
    }

    /// When the turn of an array is, by the least index of the scalars that its elements are multiplied by: scalars that are
    /// neighbours in memory are neighbours in a slot then, and one load has them all.
    ///
    /// Nothing where the scalars are of several arrays, or where a product is not one of an element by a scalar.
    fn turns_of_arrays(&self, products: &[Product]) -> BTreeMap<u32, i64> {
        let (mut turns, mut of) = (BTreeMap::new(), None);
        for (l, r) in products {
            // Which side the scalar is on depends on the instruction.
            let (vector, scalar) = match (self.scalar(l), self.scalar(r)) {
                (Some(scalar), None) => (r, scalar),
                (None, Some(scalar)) => (l, scalar),
                _ => return BTreeMap::new(),
            };
            // A value that is not in memory has no array whose turn it could be.
            let Part::Form(id) = vector else { return BTreeMap::new() };
            let Some(place) = self.program.place(*id, 0) else { return BTreeMap::new() };
            // Indices of two arrays cannot be compared.
            if *of.get_or_insert(scalar.array) != scalar.array {
                return BTreeMap::new();
            }
            let turn = turns.entry(place.array).or_insert(scalar.index);
            *turn = scalar.index.min(*turn);
        }
        turns
    }

    /// Products in slots of `parts` parts; what is left over in the last slot is multiplied by zero.
    fn packed(&self, products: &[Product], dot: &Dot, parts: usize) -> Vec<PackedOperand> {
        let slot = |group: &[Product]| {
            let mut packed_operand = PackedOperand { left: vec![Part::Any; parts], right: vec![Part::Any; parts] };
            let uniform = |side: &dyn Fn(&Product) -> Part| self.uniform(&group.iter().map(side).collect::<Vec<_>>());
            let product = matches!(dot.kernel, Kernel::Product(..));
            // The filling of a slot is multiplied by zero: one side is zero, and the other is
            // whatever is there.
            let rest = match (uniform(&|p| p.0), uniform(&|p| p.1)) {
                (false, true) if product => (Part::Any, Part::Const(0)),
                (true, false) if product => (Part::Const(0), Part::Any),
                _ => (Part::Const(0), Part::Const(0)),
            };
            for (at, &j) in dot.used.iter().enumerate() {
                (packed_operand.left[j as usize], packed_operand.right[j as usize]) =
                    group.get(at).copied().unwrap_or(rest);
            }
            packed_operand
        };
        products.chunks(dot.arity()).map(slot).collect()
    }
}

/// A constant as a product for a slot that has room for one; `None` where an accumulator takes it for nothing, and for 0.
fn constant_product(vertical: &Vertical, dot: &Dot, constant: i128) -> Option<Product> {
    let Kernel::Product(left, right) = dot.kernel else { return None };
    let element = vertical.operands[dot.left].bits;
    let held = |(l, r): &(i128, i128)| {
        let (left, right) = (type_range(element, left), type_range(element, right));
        within((*l, *l), left) && within((*r, *r), right)
    };
    let wanted = dot.acc.is_none() && constant != 0;
    // Powers of two on the left, where the right side does not hold the constant by itself.
    let mut ways = (0..element).map(|k| 1i128 << k).filter(|l| constant % l == 0).map(|l| (l, constant / l));
    ways.find(held).filter(|_| wanted).map(|(l, r)| (Part::Const(l), Part::Const(r)))
}
