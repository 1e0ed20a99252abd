//! Plans: for every form and width, the cheapest way to have it in the window's layouts.
//!
//! `(form, width)` stands for all lanes of the form, reduced modulo 2^width, in the layout of that width. A plan is
//! found bottom-up over the form's own structure: directly, by an instruction whose slot function gives the same values
//! on the samples, by a dot product over part of a sum, by widening a narrower plan or narrowing a wider one. Costs are
//! hundredths of an operation; they order candidates for the judge and are never shown.

use super::form::{Form, Id, Test, fits, type_range, within};
use super::layout::{Layouts, Split, WIDTHS};
use super::machine::{Dot, Kernel, Machine, Shelf};
use super::matches::Matches;
use super::streams::LaneProgram;
use crate::program::{Generic, Predicate};
use std::collections::HashMap;

/// One element of a slot that a dot product reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// A form at the element's width.
    Form(Id),
    /// A constant.
    Const(i128),
    /// Not read.
    Any,
}

/// The two operands of one dot product instruction, one part for each element of a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// Left factors.
    pub left: Vec<Part>,
    /// Right factors.
    pub right: Vec<Part>,
}

/// How a plan makes its value.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// A leaf stream of that element width.
    Stream(u32),
    /// A constant in every lane.
    Const(i128),
    /// Constants by lane.
    LaneConst(u32),
    /// The same bits as another form.
    Alias(Id),
    /// From half the width.
    Extend {
        /// By the sign.
        signed: bool,
    },
    /// From twice the width, upper halves dropped.
    Truncate,
    /// A clamp of a form at twice the width by a narrowing instruction, by index on the wide shelf.
    Narrow(usize, Id),
    /// A generic operation on forms at this width.
    Generic(Generic, Vec<Id>),
    /// Sum of coefficient times form plus a constant, term by term.
    Linear(Vec<(i128, Id)>, i128),
    /// A dot product by shelf index over bundles, with a constant, plus what it does not cover.
    Dot {
        /// Index on this width's shelf.
        vertical: usize,
        /// One for each instruction.
        bundles: Vec<Bundle>,
        /// Added to the sum.
        constant: i128,
        /// What the products do not cover: where the accumulator starts.
        start: Option<Id>,
    },
    /// Compare two forms, choose between two.
    Select(Predicate, [Id; 4]),
    /// An instruction by shelf index on forms at this width.
    Matched(usize, Vec<Id>),
}

/// A choice with the cost of everything below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Hundredths of an operation.
    pub cost: u32,
    /// How.
    pub choice: Choice,
}

/// Plans of one window under one set of layouts.
pub struct Planner<'a> {
    /// The window; planning adds forms to it.
    pub program: &'a mut LaneProgram,
    /// The target.
    pub machine: &'a Machine,
    /// Where lanes sit.
    pub layouts: &'a Layouts,
    /// Instructions found by value.
    pub matches: &'a Matches,
    /// Whether dot products may be used: estimates err, so plans with and without them are proposed.
    dots: bool,
    shelves: Vec<Shelf>,
    plans: HashMap<(Id, u32), Plan>,
    solved: HashMap<Id, ()>,
}

/// The cost of one simple operation.
const OP: u32 = 100;

impl<'a> Planner<'a> {
    /// A planner without plans yet.
    pub fn new(
        program: &'a mut LaneProgram,
        machine: &'a Machine,
        layouts: &'a Layouts,
        matches: &'a Matches,
        dots: bool,
    ) -> Self {
        let shelves = WIDTHS.map(|w| machine.shelf(layouts.at(w).register_bits())).to_vec();
        Planner { program, machine, layouts, matches, dots, shelves, plans: HashMap::new(), solved: HashMap::new() }
    }

    /// The shelf for registers at a width.
    pub fn shelf(&self, bits: u32) -> &Shelf {
        &self.shelves[bits.trailing_zeros() as usize - 3]
    }

    fn count(&self, bits: u32) -> u32 {
        self.layouts.at(bits).count()
    }

    /// The plan for a form at a width, if there is one.
    pub fn plan(&mut self, id: Id, bits: u32) -> Option<Plan> {
        self.solve(id);
        self.plans.get(&(id, bits)).cloned()
    }

    /// A plan already made.
    pub fn made(&self, id: Id, bits: u32) -> Option<&Plan> {
        self.plans.get(&(id, bits))
    }

    fn offer(&mut self, id: Id, bits: u32, cost: Option<u32>, choice: Choice) {
        let Some(cost) = cost else { return };
        if self.plans.get(&(id, bits)).is_none_or(|p| cost < p.cost) {
            self.plans.insert((id, bits), Plan { cost, choice });
        }
    }

    /// Cost of some forms at a width.
    fn args(&mut self, ids: &[Id], bits: u32) -> Option<u32> {
        let mut total = 0;
        for &id in ids {
            total += self.plan(id, bits)?.cost;
        }
        Some(total)
    }

    fn solve(&mut self, id: Id) {
        if self.solved.insert(id, ()).is_some() {
            return;
        }
        for bits in WIDTHS {
            self.core(id, bits);
        }
        let range = self.program.forms.range(id);
        for pair in WIDTHS.windows(2) {
            if fits(range, pair[0])
                && let Some(p) = self.plans.get(&(id, pair[0]))
            {
                let signed = range.0 < 0;
                let cost = p.cost + self.extend_cost(pair[1], signed);
                self.offer(id, pair[1], Some(cost), Choice::Extend { signed });
            }
        }
        for pair in WIDTHS.windows(2).rev() {
            let Some(wide) = self.plans.get(&(id, pair[1])).map(|p| p.cost) else {
                continue;
            };
            self.offer(id, pair[0], Some(wide + self.truncate_cost(pair[0])), Choice::Truncate);
            // A saturating narrowing of what cannot saturate is a truncation.
            self.narrowings(id, pair[0], id, range);
        }
    }

    fn extend_cost(&self, to: u32, signed: bool) -> u32 {
        let n = self.count(to);
        match (self.layouts.at(to).split, signed) {
            (None | Some(Split::Linear), _) => n * 150,
            (Some(Split::Unpack), false) => n * OP,
            (Some(Split::Unpack), true) => n * 2 * OP,
            (Some(Split::EvenOdd), false) => n * OP,
            (Some(Split::EvenOdd), true) => n * 150,
        }
    }

    fn truncate_cost(&self, to: u32) -> u32 {
        let n = self.count(to);
        match self.layouts.at(to * 2).split {
            None => n * 2 * OP,
            Some(Split::Linear) => n * 500,
            Some(Split::Unpack) => n * 300,
            Some(Split::EvenOdd) => n * 2 * OP,
        }
    }

    /// Cost of pairing two values of half the width into slots of a width.
    fn zip_cost(&self, to: u32) -> u32 {
        let n = self.count(to);
        match self.layouts.at(to).split {
            None => n * OP,
            Some(Split::Unpack) => n * OP,
            Some(Split::Linear) => n * 150,
            Some(Split::EvenOdd) => n * 150,
        }
    }

    /// Everything that makes a form at a width from other forms.
    fn core(&mut self, id: Id, bits: u32) {
        let n = self.count(bits);
        for m in self.matches.get(&self.program.forms, id, bits) {
            if m.args.iter().all(|a| *a < id || matches!(self.program.forms.form(*a), Form::Const(_))) {
                let instruction = self.shelf(bits).verticals[m.vertical].instruction;
                let cost = self.args(&m.args, bits).map(|c| c + n * self.machine.instructions[instruction].cost);
                self.offer(id, bits, cost, Choice::Matched(m.vertical, m.args.clone()));
            }
        }
        let range = self.program.forms.range(id);
        match self.program.forms.form(id).clone() {
            Form::Stream(s) => {
                if self.program.streams[s as usize].element.bits == bits {
                    let cost = self.stream_cost(s, bits);
                    self.offer(id, bits, Some(cost), Choice::Stream(s));
                }
            }
            Form::Const(v) => self.offer(id, bits, Some(0), Choice::Const(v)),
            Form::LaneConst(k) => self.offer(id, bits, Some(0), Choice::LaneConst(k)),
            Form::Wrap(x, to, _) => {
                if bits <= to {
                    let cost = self.args(&[x], bits);
                    self.offer(id, bits, cost, Choice::Alias(x));
                }
            }
            Form::Sum(terms, k) => self.sum(id, bits, &terms, k),
            Form::Mul(a, b) => {
                self.dots(id, bits, &[(1, id)], 0);
                let weight = [0, 100, 200, 300][bits.trailing_zeros() as usize - 3];
                if weight > 0 {
                    let cost = self.args(&[a, b], bits).map(|c| c + n * weight);
                    self.offer(id, bits, cost, Choice::Generic(Generic::Mul, vec![a, b]));
                }
            }
            Form::Shr(x, k) => self.shift(id, bits, x, k),
            Form::Clamp(x, lo, hi) => self.clamp(id, bits, x, lo, hi),
            Form::Min(a, b) => self.ordered(id, bits, [Generic::SMin, Generic::UMin], a, b),
            Form::Max(a, b) => self.ordered(id, bits, [Generic::SMax, Generic::UMax], a, b),
            Form::Abs(a) => self.abs(id, bits, a),
            Form::Bits(op, a, b) => {
                use super::form::Bitwise::*;
                let op = match op {
                    And => Generic::And,
                    Or => Generic::Or,
                    Xor => Generic::Xor,
                };
                let cost = self.args(&[a, b], bits).map(|c| c + n * OP);
                self.offer(id, bits, cost, Choice::Generic(op, vec![a, b]));
            }
            Form::Div(x, d) => {
                // LLVM turns an unsigned division by a constant into a multiplication; never better than a match.
                if within(self.program.forms.range(x), type_range(bits, false)) && bits > 8 {
                    let d = self.program.forms.constant(d);
                    let cost = self.args(&[x, d], bits).map(|c| c + n * 3 * OP);
                    self.offer(id, bits, cost, Choice::Generic(Generic::UDiv, vec![x, d]));
                }
            }
            Form::Test(..) => {}
            Form::Select(c, a, b) => self.select(id, bits, c, a, b),
        }
        let _ = range;
    }

    fn stream_cost(&self, stream: u32, bits: u32) -> u32 {
        let source = &self.program.streams[stream as usize].source;
        if source.iter().all(|s| *s == source[0]) {
            return OP;
        }
        let layout = self.layouts.at(bits);
        let straight = layout.registers.iter().all(|r| {
            let first = source[r[0] as usize];
            r.iter().enumerate().all(|(s, &l)| source[l as usize] == (first.0, first.1 + s as u32))
        });
        if straight { 0 } else { layout.count() * 2 * OP }
    }

    fn ordered(&mut self, id: Id, bits: u32, ops: [Generic; 2], a: Id, b: Id) {
        let (ra, rb) = (self.program.forms.range(a), self.program.forms.range(b));
        let [signed, unsigned] = ops;
        let fitting = |signed| within(ra, type_range(bits, signed)) && within(rb, type_range(bits, signed));
        let op = if fitting(true) {
            signed
        } else if fitting(false) {
            unsigned
        } else {
            return;
        };
        let cost = self.args(&[a, b], bits).map(|c| c + self.count(bits) * OP);
        self.offer(id, bits, cost, Choice::Generic(op, vec![a, b]));
    }

    fn shift(&mut self, id: Id, bits: u32, x: Id, k: u32) {
        let range = self.program.forms.range(x);
        let op = if within(range, type_range(bits, false)) {
            Generic::LShr
        } else if within(range, type_range(bits, true)) {
            Generic::AShr
        } else {
            return;
        };
        let by = self.program.forms.constant(k as i128);
        let cost = self.args(&[x], bits).map(|c| c + self.count(bits) * if bits == 8 { 250 } else { OP });
        if k < bits {
            self.offer(id, bits, cost, Choice::Generic(op, vec![x, by]));
        }
    }

    fn clamp(&mut self, id: Id, bits: u32, x: Id, lo: i128, hi: i128) {
        let range = self.program.forms.range(x);
        let signed = within(range, type_range(bits, true));
        if signed || within(range, type_range(bits, false)) {
            let (min, max) = if signed { (Generic::SMin, Generic::SMax) } else { (Generic::UMin, Generic::UMax) };
            // A two-sided clamp is two one-sided ones; the inner one is a form of its own.
            if range.0 >= lo || range.1 <= hi {
                let (op, bound) = if range.0 >= lo { (min, hi) } else { (max, lo) };
                let bound = self.program.forms.constant(bound);
                let cost = self.args(&[x], bits).map(|c| c + self.count(bits) * OP);
                self.offer(id, bits, cost, Choice::Generic(op, vec![x, bound]));
            } else {
                let low = self.program.forms.constant(lo);
                let upper = self.program.forms.raw_clamp(x, range.0, hi);
                let cost = self.args(&[upper], bits).map(|c| c + self.count(bits) * OP);
                self.offer(id, bits, cost, Choice::Generic(max, vec![upper, low]));
            }
        }
        if bits == 64 {
            return;
        }
        self.narrowings(id, bits, x, (lo, hi));
        for signed in [true, false] {
            let inner = type_range(2 * bits, signed);
            if within((lo, hi), inner) && !within(range, inner) {
                let first = self.program.forms.raw_clamp(x, inner.0, inner.1);
                self.narrowings(id, bits, first, (lo, hi));
            }
            // Saturation commutes with a floor: clamp wide, shift at twice the width, narrow.
            if let Form::Shr(y, k) = *self.program.forms.form(x)
                && within((lo << k, ((hi + 1) << k) - 1), inner)
                && !within(self.program.forms.range(y), inner)
            {
                let first = self.program.forms.raw_clamp(y, inner.0, inner.1);
                let shifted = self.program.forms.raw_shr(first, k);
                self.narrowings(id, bits, shifted, (lo, hi));
            }
        }
    }

    /// Offers every narrowing that takes `from` at twice the width to the form, which is `from` clamped to `bounds`.
    fn narrowings(&mut self, id: Id, bits: u32, from: Id, bounds: (i128, i128)) {
        let range = self.program.forms.range(from);
        for at in 0..self.shelf(2 * bits).narrows.len() {
            let narrow = &self.shelf(2 * bits).narrows[at];
            let clamp = narrow.clamp;
            let effective = |lo: i128, hi: i128| (range.0.clamp(lo, hi), range.1.clamp(lo, hi));
            if narrow.bits != bits
                || !within(range, type_range(2 * bits, clamp.input_signed))
                || effective(clamp.low, clamp.high) != effective(bounds.0, bounds.1)
            {
                continue;
            }
            let (instruction, operands) = (narrow.instruction, narrow.operands);
            let n = self.count(bits);
            let pair = if self.layouts.at(2 * bits).split.is_some() { 2 } else { 1 };
            let direct = operands == 2 && pair == 2 && self.layouts.at(2 * bits).split == Some(Split::Unpack);
            let calls = if operands == 1 { pair } else { 1 };
            let fix = if direct || (operands == 1 && pair == 1) { 0 } else { OP };
            let cost = n * (calls * self.machine.instructions[instruction].cost + fix);
            let total = if id == from {
                self.plans.get(&(from, 2 * bits)).map(|p| p.cost + cost)
            } else {
                self.args(&[from], 2 * bits).map(|c| c + cost)
            };
            self.offer(id, bits, total, Choice::Narrow(at, from));
        }
    }

    fn abs(&mut self, id: Id, bits: u32, a: Id) {
        let n = self.count(bits);
        if within(self.program.forms.range(a), type_range(bits, true)) {
            let cost = self.args(&[a], bits).map(|c| c + n * OP);
            self.offer(id, bits, cost, Choice::Generic(Generic::Abs, vec![a]));
        }
        // |p - q| = max(p, q) - min(p, q), which needs no sign bit.
        let (terms, k) = self.program.forms.linear(a);
        if terms.iter().any(|t| t.0 < 0) && terms.iter().any(|t| t.0 > 0) {
            let positive: Vec<_> = terms.iter().copied().filter(|t| t.0 > 0).collect();
            let negative: Vec<_> = terms.iter().filter(|t| t.0 < 0).map(|t| (-t.0, t.1)).collect();
            let f = &mut self.program.forms;
            let (p, q) = (f.sum(&positive, k.max(0)), f.sum(&negative, (-k).max(0)));
            if !(within(f.range(p), type_range(bits, false)) && within(f.range(q), type_range(bits, false))) {
                return;
            }
            let (hi, lo) = (f.max(p, q), f.min(p, q));
            let cost = self.args(&[hi, lo], bits).zip(self.args(&[p, q], bits));
            let cost = cost.map(|(c, shared)| c - shared + n * OP);
            self.offer(id, bits, cost, Choice::Generic(Generic::Sub, vec![hi, lo]));
        }
    }

    fn select(&mut self, id: Id, bits: u32, c: Id, a: Id, b: Id) {
        let Form::Test(test, x, y) = *self.program.forms.form(c) else {
            return;
        };
        let (rx, ry) = (self.program.forms.range(x), self.program.forms.range(y));
        let fitting = |signed| within(rx, type_range(bits, signed)) && within(ry, type_range(bits, signed));
        let predicate = match test {
            Test::Equal if fitting(true) || fitting(false) => Predicate::Eq,
            Test::Less if fitting(true) => Predicate::Slt,
            Test::Less if fitting(false) => Predicate::Ult,
            _ => return,
        };
        let cost = self.args(&[x, y, a, b], bits).map(|c| c + self.count(bits) * 2 * OP);
        self.offer(id, bits, cost, Choice::Select(predicate, [x, y, a, b]));
    }

    fn sum(&mut self, id: Id, bits: u32, terms: &[(i128, Id)], k: i128) {
        self.dots(id, bits, terms, k);
        let mut cost = Some(0);
        let mut adds = if k == 0 { 0 } else { OP };
        for (i, &(c, x)) in terms.iter().enumerate() {
            // A product by a power of two is a shift; by one, nothing.
            let scale = match c.unsigned_abs() {
                1 => 0,
                c if c.is_power_of_two() => OP,
                _ => [350, 100, 200, 300][bits.trailing_zeros() as usize - 3],
            };
            adds += scale + if i > 0 { OP } else { 0 };
            cost = cost.zip(self.args(&[x], bits)).map(|(a, b)| a + b);
        }
        let n = self.count(bits);
        self.offer(id, bits, cost.map(|c| c + n * adds), Choice::Linear(terms.to_vec(), k));
        self.partial(id, bits, terms, k);
    }

    /// A sum with the part that some dot product covers taken out as a sum of its own, at whatever width that is.
    fn partial(&mut self, id: Id, bits: u32, terms: &[(i128, Id)], k: i128) {
        if terms.len() < 2 || !self.dots {
            return;
        }
        let mut tried: Vec<Vec<bool>> = Vec::new();
        let with_dots = |w: u32| {
            let shelf = self.shelf(w);
            (0..shelf.verticals.len())
                .filter(|&v| shelf.verticals[v].dot.is_some() && shelf.verticals[v].bits == w)
                .map(move |v| (w, v))
                .collect::<Vec<_>>()
        };
        let dots = WIDTHS.map(with_dots).concat();
        for (wide, at) in dots {
            let covered: Vec<bool> = terms.iter().map(|&(c, x)| self.product(wide, at, c, x).is_some()).collect();
            if tried.contains(&covered) || covered.iter().all(|c| *c) || !covered.iter().any(|c| *c) {
                continue;
            }
            let pick =
                |want: bool| terms.iter().zip(&covered).filter(|t| *t.1 == want).map(|t| *t.0).collect::<Vec<_>>();
            let (inside, mut outside) = (pick(true), pick(false));
            tried.push(covered);
            let inner = self.program.forms.sum(&inside, 0);
            if inner == id || inside.len() == 1 {
                continue;
            }
            outside.push((1, inner));
            let n = self.count(bits);
            let mut cost = Some(n * (outside.len() as u32 - 1) * OP + if k == 0 { 0 } else { n * OP });
            for &(c, x) in &outside {
                let scale = if c.abs() == 1 { 0 } else { n * OP };
                cost = cost.zip(self.args(&[x], bits)).map(|(a, b)| a + b + scale);
            }
            self.offer(id, bits, cost, Choice::Linear(outside, k));
        }
    }

    /// Offers each dot product at this width that covers the sum, or all but what its accumulator may start from.
    fn dots(&mut self, id: Id, bits: u32, terms: &[(i128, Id)], k: i128) {
        let all = if self.dots { self.shelf(bits).verticals.len() } else { 0 };
        for at in 0..all {
            if let Some((cost, choice)) = self.dot(bits, at, terms, k) {
                self.offer(id, bits, Some(cost), choice);
            }
        }
    }

    fn dot(&mut self, bits: u32, at: usize, terms: &[(i128, Id)], k: i128) -> Option<(u32, Choice)> {
        let vertical = self.shelf(bits).verticals[at].clone();
        let dot = vertical.dot.as_ref().filter(|_| vertical.bits == bits)?;
        let element = vertical.operands[dot.left].bits;
        let (mut products, mut outside, mut constant) = (Vec::new(), Vec::new(), k);
        for &(c, x) in terms {
            match self.product(bits, at, c, x) {
                Some(parts) => {
                    for (l, r, extra) in parts {
                        products.push((l, r, (c, x)));
                        constant += extra;
                    }
                }
                None => outside.push((c, x)),
            }
        }
        if products.is_empty() || (!outside.is_empty() && dot.acc.is_none()) {
            return None;
        }
        self.order(&mut products);
        let bundles = bundled(&products, dot, vertical.operands[dot.left].parts as usize);
        let start = (!outside.is_empty()).then(|| self.program.forms.sum(&outside, std::mem::take(&mut constant)));
        let mut reached = start.map_or((constant, constant), |s| self.program.forms.range(s));
        for bundle in &bundles {
            let sum = self.bundle_range(bundle);
            reached = if dot.acc.is_some() { (reached.0 + sum.0, reached.1 + sum.1) } else { sum };
            if dot.saturates && !within(reached, type_range(bits, true)) {
                return None;
            }
        }
        let n = self.count(bits);
        let mut cost = n * bundles.len() as u32 * self.machine.instructions[vertical.instruction].cost;
        for bundle in &bundles {
            cost += self.bundle_cost(&bundle.left, element, bits)? + self.bundle_cost(&bundle.right, element, bits)?;
        }
        if dot.acc.is_none() {
            cost += n * OP * (bundles.len() as u32 - 1 + (constant != 0) as u32);
        }
        if let Some(start) = start {
            cost += self.args(&[start], bits)?;
        }
        Some((cost, Choice::Dot { vertical: at, bundles, constant, start }))
    }

    fn part_range(&self, part: Part) -> (i128, i128) {
        match part {
            Part::Form(id) => self.program.forms.range(id),
            Part::Const(v) => (v, v),
            Part::Any => (0, 0),
        }
    }

    fn bundle_range(&self, bundle: &Bundle) -> (i128, i128) {
        let mut total = (0, 0);
        for (&l, &r) in bundle.left.iter().zip(&bundle.right) {
            let ((a, b), (c, d)) = (self.part_range(l), self.part_range(r));
            let corners = [a * c, a * d, b * c, b * d];
            total.0 += corners.into_iter().fold(i128::MAX, i128::min);
            total.1 += corners.into_iter().fold(i128::MIN, i128::max);
        }
        total
    }

    /// A term as products that a dot product's two sides can hold, with a constant that they leave over; `None` if it
    /// cannot be written so.
    fn product(&mut self, bits: u32, at: usize, c: i128, x: Id) -> Option<Vec<(Part, Part, i128)>> {
        let vertical = &self.shelf(bits).verticals[at];
        let dot = vertical.dot.as_ref().filter(|_| vertical.bits == bits)?;
        let element = vertical.operands[dot.left].bits;
        let kernel = dot.kernel;
        let f = &mut self.program.forms;
        let Kernel::Product(sl, sr) = kernel else {
            let Form::Abs(d) = *f.form(x) else {
                return None;
            };
            let (terms, 0) = f.linear(d) else { return None };
            let [(1, p), (-1, q)] = terms[..] else {
                return None;
            };
            let byte = type_range(element, false);
            let held = c == 1 && within(f.range(p), byte) && within(f.range(q), byte);
            return held.then(|| vec![(Part::Form(p), Part::Form(q), 0)]);
        };
        let (left, right) = (type_range(element, sl), type_range(element, sr));
        let place = |f: &super::form::Forms, a: Part, ra, b: Part, rb| {
            let _ = f;
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
            if let Some(found) = place(f, Part::Form(p), rp, Part::Form(q), rq) {
                return Some(vec![found]);
            }
        }
        let rx = f.range(x);
        if let Some(found) = place(f, Part::Form(x), rx, Part::Const(c), (c, c)) {
            return Some(vec![found]);
        }
        // A coefficient past the signed side goes to the unsigned one, and the value moves to the signed range.
        let half = 1i128 << (element - 1);
        if sl != sr && within((c, c), type_range(element, false)) && within(rx, type_range(element, false)) {
            let moved = f.sum(&[(1, x)], -half);
            let found = if sl {
                (Part::Form(moved), Part::Const(c), c * half)
            } else {
                (Part::Const(c), Part::Form(moved), c * half)
            };
            return Some(vec![found]);
        }
        None
    }

    /// Products in the order that makes slots cheap: neighbours of one leaf together, scalars with scalars.
    fn order(&self, products: &mut [(Part, Part, (i128, Id))]) {
        let key = |part: &Part| match part {
            Part::Form(id) => match self.program.stream(*id) {
                Some(s) if s.source.iter().all(|x| *x == s.source[0]) => (1, 0, 0, id.0),
                Some(s) => (2, s.source[0].0.0, s.source[0].1, id.0),
                None => (3, 0, 0, id.0),
            },
            _ => (0, 0, 0, 0),
        };
        products.sort_by_key(|p| {
            let (l, r) = (key(&p.0), key(&p.1));
            (l.max(r), l.min(r))
        });
    }

    /// Whether parts are neighbouring elements of one leaf, so that its own bytes are the bundle.
    pub fn adjacent(&self, parts: &[Part]) -> bool {
        let source = |p: &Part| match p {
            Part::Form(id) => self.program.stream(*id).map(|s| &s.source),
            _ => None,
        };
        let Some(first) = source(&parts[0]) else {
            return false;
        };
        parts.iter().enumerate().all(|(j, p)| {
            source(p).is_some_and(|s| s.iter().zip(first).all(|(a, b)| a.0 == b.0 && a.1 == b.1 + j as u32))
        })
    }

    /// Whether parts are the same in every lane.
    pub fn uniform(&self, parts: &[Part]) -> bool {
        parts.iter().all(|p| match p {
            Part::Form(id) => self.program.stream(*id).is_some_and(|s| s.source.iter().all(|x| *x == s.source[0])),
            _ => true,
        })
    }

    fn bundle_cost(&mut self, parts: &[Part], element: u32, bits: u32) -> Option<u32> {
        if parts.iter().all(|p| !matches!(p, Part::Form(_))) {
            return Some(0);
        }
        if let [Part::Form(id)] = parts {
            return self.args(&[*id], element);
        }
        if self.uniform(parts) {
            return Some(3 * OP);
        }
        if self.adjacent(parts) {
            let straight = matches!(self.layouts.at(bits).split, None | Some(Split::Linear));
            return Some(if straight { 0 } else { 2 * OP * self.count(bits) });
        }
        let (low, high) = parts.split_at(parts.len() / 2);
        let half = bits / 2;
        let cost = self.bundle_cost(low, element, half)? + self.bundle_cost(high, element, half)?;
        let free = high.iter().all(|p| *p == Part::Any) && self.layouts.at(bits).split == Some(Split::EvenOdd);
        Some(cost + if free { self.zip_cost(bits) / 3 } else { self.zip_cost(bits) })
    }
}

/// Products in slots of `parts` parts; what is left over in the last slot is zero.
fn bundled(products: &[(Part, Part, (i128, Id))], dot: &Dot, parts: usize) -> Vec<Bundle> {
    let slot = |group: &[(Part, Part, (i128, Id))]| {
        let mut bundle = Bundle { left: vec![Part::Any; parts], right: vec![Part::Any; parts] };
        for (at, &j) in dot.used.iter().enumerate() {
            let (l, r) = group.get(at).map_or((Part::Const(0), Part::Const(0)), |p| (p.0, p.1));
            bundle.left[j as usize] = l;
            bundle.right[j as usize] = r;
        }
        bundle
    };
    products.chunks(dot.arity()).map(slot).collect()
}
