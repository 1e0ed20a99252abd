//! Plans: for every form and width, the cheapest way to have it in the window's layouts.
//!
//! `(form, width)` stands for all lanes of the form, reduced modulo 2^width, in the layout of that width. A plan is
//! found bottom-up over the form's own structure: directly, by an instruction whose slot function gives the same values
//! on the samples, by a dot product over part of a sum, by widening a narrower plan or narrowing a wider one. Costs order
//! candidates for the pricer and are never shown.
//!
//! A form is planned when all that it may be made from is: its operands come before it, in a list and not on the stack
//! of calls, and what is being planned is no part of another's plan. So no plan needs itself, whatever it costs.

mod costs;
mod held;
mod inside;
mod price;
mod runs;
mod sums;

pub use held::Held;
pub use inside::Insides;
pub use price::Price;
pub use runs::{Piece, Run};

use super::form::{Form, Id, Test, fits, power, type_range, within};
use super::layout::{Layouts, Split, WIDTHS};
use super::machine::{Machine, Narrow, Shelf};
use super::matches::Matches;
use super::streams::LaneProgram;
use crate::limits;
use crate::program::{Generic as Operation, Predicate};
use isotope_dictionary::Generic;
use isotope_smt::effort::Effort;
use std::collections::{BTreeSet, HashMap};

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
    /// Elements of memory inside wider slots.
    Inside(Insides),
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
    /// The upper halves of a form at twice the width.
    High(Id),
    /// A clamp of a form at twice the width by a narrowing instruction, by index on the wide shelf.
    Narrow(usize, Id),
    /// A generic operation on forms at this width.
    Generic(Operation, Vec<Id>),
    /// Sum of coefficient times form plus a constant, term by term.
    Linear(Vec<(i128, Id)>, i128),
    /// A dot product by shelf index over bundles, with a constant, plus what it does not cover.
    Dot {
        /// Index on this width's shelf.
        vertical: usize,
        /// One for each instruction that every register gets alike.
        bundles: Vec<Bundle>,
        /// Instructions on loads, register by register.
        runs: Vec<Run>,
        /// Added to the sum.
        constant: i128,
        /// What the products do not cover: where the accumulator starts.
        start: Option<Id>,
    },
    /// Compare two forms, choose between two.
    Select(Predicate, [Id; 4]),
    /// An instruction by shelf index on forms at this width.
    Matched(usize, Vec<Id>),
    /// A widening by index on the narrow shelf, on forms at half the width.
    Widened(usize, Vec<Id>),
}

/// How often each value was used by a program.
pub type Uses = HashMap<(Id, u32), u32>;

/// A choice with the cost of everything below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// With everything below it.
    pub whole: Price,
    /// What one more user of it pays: its part, where an earlier program has it for others anyway.
    pub cost: Price,
    /// How.
    pub choice: Choice,
}

/// What plans lean towards: estimates err, so several leanings are proposed, and the pricer decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaning {
    /// Whether dot products may be used.
    pub dots: bool,
    /// How much dearer than its table says a register is whose elements are picked from anywhere, in hundredths.
    pub gather: u32,
    /// The same of an operation on integers that is no shuffle, shift or multiplication: it may have to wait for those.
    pub arithmetic: u32,
    /// Whether scalings may be used.
    pub scaled: bool,
}

impl Leaning {
    /// Those that are proposed.
    pub const ALL: [Leaning; 5] = [
        Leaning::FIRST,
        Leaning { dots: false, ..Leaning::FIRST },
        Leaning { gather: 250, ..Leaning::FIRST },
        Leaning { arithmetic: 200, ..Leaning::FIRST },
        Leaning { scaled: false, ..Leaning::FIRST },
    ];
    const FIRST: Leaning = Leaning { dots: true, gather: 100, arithmetic: 100, scaled: true };

    /// What generic operations cost, leaning so.
    fn prices(self, of: Generic) -> Generic {
        Generic { arithmetic: of.arithmetic * self.arithmetic / 100, permute: of.permute * self.gather / 100, ..of }
    }
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
    leaning: Leaning,
    shared: &'a Uses,
    effort: &'a Effort<'a>,
    shelves: Vec<Shelf>,
    /// What operations cost that LLVM has and the dictionary does not.
    prices: Generic,
    plans: HashMap<(Id, u32), Plan>,
    /// Whether the plans of a form are all made, or being made.
    solved: HashMap<Id, bool>,
    /// Forms being planned, each for the sake of the one before it.
    under_way: Vec<Id>,
    /// For a form that is made in planning, the form of the window that it is made for.
    made_for: HashMap<Id, Id>,
}

impl<'a> Planner<'a> {
    /// A planner without plans yet. What is `shared` already is cheaper for others.
    pub fn new(
        program: &'a mut LaneProgram,
        machine: &'a Machine,
        layouts: &'a Layouts,
        matches: &'a Matches,
        leaning: Leaning,
        shared: &'a Uses,
        effort: &'a Effort<'a>,
    ) -> Self {
        let shelves = WIDTHS.map(|w| machine.shelf(layouts.at(w).register_bits())).to_vec();
        Planner {
            program,
            machine,
            layouts,
            matches,
            leaning,
            shared,
            effort,
            shelves,
            prices: leaning.prices(machine.generic),
            plans: HashMap::new(),
            solved: HashMap::new(),
            under_way: Vec::new(),
            made_for: HashMap::new(),
        }
    }

    /// The shelf for registers at a width.
    pub fn shelf(&self, bits: u32) -> &Shelf {
        &self.shelves[bits.trailing_zeros() as usize - 3]
    }

    fn count(&self, bits: u32) -> u32 {
        self.layouts.at(bits).count()
    }

    /// The plan for a form at a width, if there is one; there is none once the effort has ended.
    pub fn plan(&mut self, id: Id, bits: u32) -> Option<&Plan> {
        self.effort.spend(1).ok()?;
        self.solve(id);
        // What is being planned is not made from what it is for.
        if self.solved.get(&id) != Some(&true) {
            return None;
        }
        self.plans.get(&(id, bits))
    }

    fn offer(&mut self, id: Id, bits: u32, cost: Option<Price>, choice: Choice) {
        let Some(whole) = cost else { return };
        if self.plans.get(&(id, bits)).is_none_or(|p| whole < p.whole) {
            let others = self.shared.get(&(id, bits)).copied().unwrap_or(0);
            self.plans.insert((id, bits), Plan { whole, cost: whole.share(1 + others), choice });
        }
    }

    /// Cost of some forms at a width.
    fn args(&mut self, ids: &[Id], bits: u32) -> Option<Price> {
        let mut total = Price::default();
        for &id in ids {
            total = total + self.plan(id, bits)?.cost;
        }
        Some(total)
    }

    /// Plans a form and, before it, whatever it is made from.
    fn solve(&mut self, id: Id) {
        if self.solved.contains_key(&id) || self.under_way.len() == limits::DERIVED {
            return;
        }
        let user = self.under_way.last().map(|&user| self.position(user).0);
        for form in self.unsolved(id) {
            if self.solved.contains_key(&form) || self.effort.ended().is_some() {
                continue;
            }
            if let Some(user) = user.filter(|_| !self.program.is_given(form)) {
                self.made_for.insert(form, user);
            }
            self.under_way.push(form);
            self.solve_one(form);
            self.under_way.pop();
        }
    }

    /// Where a form stands among those of the window, which come after their operands: what is made for a form stands
    /// just before it. An instruction that gives a form has operands that stand before that.
    fn position(&self, id: Id) -> (Id, bool, Id) {
        match self.made_for.get(&id) {
            Some(&user) => (user, false, id),
            None => self.program.order(id),
        }
    }

    /// A form and what it is made from, as far as that is not planned yet; operands before users.
    fn unsolved(&self, id: Id) -> BTreeSet<Id> {
        let mut found = BTreeSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if !self.solved.contains_key(&id) && found.insert(id) {
                open.extend(self.program.forms.form(id).operands());
            }
        }
        found
    }

    /// Plans a form whose operands are planned. What widens a narrower plan is never narrowed to that again.
    fn solve_one(&mut self, id: Id) {
        self.solved.insert(id, false);
        for bits in WIDTHS {
            self.core(id, bits);
        }
        let range = self.program.forms.range(id);
        for pair in WIDTHS.windows(2) {
            if fits(range, pair[0])
                && let Some(p) = self.plans.get(&(id, pair[0]))
            {
                let signed = range.0 < 0;
                let cost = p.whole + self.extend_cost(pair[1], signed);
                self.offer(id, pair[1], Some(cost), Choice::Extend { signed });
            }
        }
        for pair in WIDTHS.windows(2).rev() {
            let Some(Plan { whole, choice, .. }) = self.plans.get(&(id, pair[1])) else { continue };
            if matches!(choice, Choice::Extend { .. }) {
                continue;
            }
            let whole = *whole;
            self.offer(id, pair[0], Some(whole + self.truncate_cost(pair[0])), Choice::Truncate);
            // A saturating narrowing of what cannot saturate is a truncation.
            self.narrowings(id, pair[0], id, range);
        }
        self.solved.insert(id, true);
    }

    /// Everything that makes a form at a width from other forms.
    fn core(&mut self, id: Id, bits: u32) {
        let n = self.count(bits);
        for m in self.matches.get(&self.program.forms, id, bits) {
            if m.args.iter().all(|&a| self.position(a) < self.position(id) || self.program.forms.as_const(a).is_some())
            {
                let vertical = &self.shelf(bits).verticals[m.vertical];
                let cost = self.machine.instructions[vertical.instruction].cost;
                let cost = self.args(&self.vectors(bits, m.vertical, &m.args), bits).map(|c| c + n * cost);
                self.offer(id, bits, cost, Choice::Matched(m.vertical, m.args.clone()));
            }
        }
        for m in self.matches.widening(&self.program.forms, id, bits) {
            let widening = &self.shelf(bits / 2).widenings[m.vertical];
            let cost = self.machine.instructions[widening.instruction].cost;
            if self.layouts.at(bits).split == Some(widening.split) {
                let each = self.count(bits / 2) * cost;
                let cost = self.args(&self.widened_vectors(bits, m.vertical, &m.args), bits / 2).map(|c| c + each);
                self.offer(id, bits, cost, Choice::Widened(m.vertical, m.args));
            }
        }
        let scaled = if self.leaning.scaled { self.program.scaled.get(&id).cloned() } else { None };
        for scaled in scaled.unwrap_or_default() {
            let cost = self.args(&[scaled], bits);
            self.offer(id, bits, cost, Choice::Alias(scaled));
        }
        match self.program.forms.form(id).clone() {
            Form::Stream(s) => {
                if self.program.streams[s as usize].element.bits == bits {
                    let cost = self.stream_cost(s, bits);
                    self.offer(id, bits, Some(cost.into()), Choice::Stream(s));
                } else if let Some(inside) = self.inside(&[Part::Form(id)], bits, bits) {
                    self.offer(id, bits, Some(inside.cost(self.prices.shift).into()), Choice::Inside(inside));
                }
            }
            Form::Const(v) => self.offer(id, bits, Some(Price::default()), Choice::Const(v)),
            Form::LaneConst(k) => self.offer(id, bits, Some(Price::default()), Choice::LaneConst(k)),
            Form::Wrap(x, to, _) => {
                if bits <= to {
                    let cost = self.args(&[x], bits);
                    self.offer(id, bits, cost, Choice::Alias(x));
                }
            }
            Form::Sum(terms, k) => self.sum(id, bits, &terms, k),
            Form::Mul(a, b) => {
                self.dots(id, bits, &[(1, id)], 0);
                if bits > 8 {
                    let cost = self.args(&[a, b], bits).map(|c| c + n * self.multiply_cost(bits));
                    self.offer(id, bits, cost, Choice::Generic(Operation::Mul, vec![a, b]));
                }
            }
            Form::Shr(x, k) => self.shift(id, bits, x, k),
            Form::ShrBy(x, y) => {
                // LLVM leaves shifts by the width or more undefined.
                let shiftable = bits > 8 && self.program.forms.range(y).1 < bits.into();
                if let Some(op) = self.right_shift(x, bits).filter(|_| shiftable) {
                    let cost = self.args(&[x, y], bits).map(|c| c + n * self.prices.shift);
                    self.offer(id, bits, cost, Choice::Generic(op, vec![x, y]));
                }
            }
            Form::Clamp(x, lo, hi) => self.clamp(id, bits, x, lo, hi),
            Form::Min(a, b) => self.ordered(id, bits, [Operation::SMin, Operation::UMin], a, b),
            Form::Max(a, b) => self.ordered(id, bits, [Operation::SMax, Operation::UMax], a, b),
            Form::Abs(a) => self.abs(id, bits, a),
            Form::Bits(op, a, b) => {
                use super::form::Bitwise::*;
                let op = match op {
                    And => Operation::And,
                    Or => Operation::Or,
                    Xor => Operation::Xor,
                };
                let cost = self.args(&[a, b], bits).map(|c| c + n * self.prices.arithmetic);
                self.offer(id, bits, cost, Choice::Generic(op, vec![a, b]));
            }
            Form::Div(x, d) => {
                // LLVM turns an unsigned division by a constant into a multiplication; never better than a match.
                if within(self.program.forms.range(x), type_range(bits, false)) && bits > 8 {
                    let d = self.program.forms.constant(d);
                    let cost = self.args(&[x, d], bits).map(|c| c + n * (self.multiply_cost(bits) + self.prices.shift));
                    self.offer(id, bits, cost, Choice::Generic(Operation::UDiv, vec![x, d]));
                }
            }
            Form::Test(..) => {}
            Form::Select(c, a, b) => self.select(id, bits, c, a, b),
        }
    }

    fn ordered(&mut self, id: Id, bits: u32, ops: [Operation; 2], a: Id, b: Id) {
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
        let cost = self.args(&[a, b], bits).map(|c| c + self.count(bits) * self.prices.arithmetic);
        self.offer(id, bits, cost, Choice::Generic(op, vec![a, b]));
    }

    fn shift(&mut self, id: Id, bits: u32, x: Id, k: u32) {
        self.high_half(id, bits, x, k);
        let Some(op) = self.right_shift(x, bits) else { return };
        let by = self.program.forms.constant(k as i128);
        let cost = self.args(&[x], bits).map(|c| c + self.count(bits) * self.shift_cost(bits));
        if k < bits {
            self.offer(id, bits, cost, Choice::Generic(op, vec![x, by]));
        }
    }

    /// The shift that divides a form at a width.
    fn right_shift(&self, x: Id, bits: u32) -> Option<Operation> {
        let range = self.program.forms.range(x);
        let fits = |signed| within(range, type_range(bits, signed));
        if fits(false) { Some(Operation::LShr) } else { fits(true).then_some(Operation::AShr) }
    }

    /// The upper halves of a form at twice the width, shifted by what is left.
    fn high_half(&mut self, id: Id, bits: u32, x: Id, k: u32) {
        if bits == 64 || k < bits {
            return;
        }
        let high = self.program.forms.raw_shr(x, bits);
        if k == bits {
            let cost = self.args(&[x], 2 * bits).map(|c| c + self.high_cost(bits));
            self.offer(id, bits, cost, Choice::High(x));
            return;
        }
        let Some(op) = self.right_shift(high, bits) else { return };
        let by = self.program.forms.constant((k - bits).into());
        if k - bits < bits && bits > 8 {
            let cost = self.args(&[high], bits).map(|c| c + self.count(bits) * self.prices.shift);
            self.offer(id, bits, cost, Choice::Generic(op, vec![high, by]));
        }
    }

    fn clamp(&mut self, id: Id, bits: u32, x: Id, lo: i128, hi: i128) {
        let range = self.program.forms.range(x);
        let signed = within(range, type_range(bits, true));
        if signed || within(range, type_range(bits, false)) {
            let (min, max) =
                if signed { (Operation::SMin, Operation::SMax) } else { (Operation::UMin, Operation::UMax) };
            // A two-sided clamp is two one-sided ones; the inner one is a form of its own.
            if range.0 >= lo || range.1 <= hi {
                let (op, bound) = if range.0 >= lo { (min, hi) } else { (max, lo) };
                let bound = self.program.forms.constant(bound);
                let cost = self.args(&[x], bits).map(|c| c + self.count(bits) * self.prices.arithmetic);
                self.offer(id, bits, cost, Choice::Generic(op, vec![x, bound]));
            } else {
                let low = self.program.forms.constant(lo);
                let upper = self.program.forms.raw_clamp(x, range.0, hi);
                let cost = self.args(&[upper], bits).map(|c| c + self.count(bits) * self.prices.arithmetic);
                self.offer(id, bits, cost, Choice::Generic(max, vec![upper, low]));
            }
        }
        self.unwrapping(id, bits, x, (lo, hi));
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
            let before = |k: u32| Some((lo.checked_mul(power(k)?)?, (hi.checked_add(1)?.checked_mul(power(k)?)? - 1)));
            if let Form::Shr(y, k) = *self.program.forms.form(x)
                && before(k).is_some_and(|bounds| within(bounds, inner))
                && !within(self.program.forms.range(y), inner)
            {
                let first = self.program.forms.raw_clamp(y, inner.0, inner.1);
                let shifted = self.program.forms.raw_shr(first, k);
                self.narrowings(id, bits, shifted, (lo, hi));
            }
        }
    }

    /// A clamp to a type's upper bound of what passes it so little that the wrapped values stay apart from all others:
    /// those are found below the range, and replaced. A rounded high product, which can be one too large, is such a case.
    fn unwrapping(&mut self, id: Id, bits: u32, x: Id, (lo, hi): (i128, i128)) {
        let range = self.program.forms.range(x);
        let own = type_range(bits, true);
        let excess = range.1.saturating_sub(own.1);
        if hi != own.1 || lo > range.0 || excess <= 0 || own.0.saturating_add(excess) > range.0 {
            return;
        }
        let f = &mut self.program.forms;
        let (wrapped, least, bound) = (f.wrap(x, bits, true), f.constant(range.0), f.constant(hi));
        let cost = self.args(&[wrapped], bits).map(|c| c + self.count(bits) * 2 * self.prices.arithmetic);
        self.offer(id, bits, cost, Choice::Select(Predicate::Slt, [wrapped, least, bound, wrapped]));
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
            let whole = operands == 2 || narrow.of_pair;
            let direct = whole && pair == 2 && self.is_in_order(narrow);
            let calls = if whole { 1 } else { pair };
            let fix = if direct || (operands == 1 && pair == 1) { 0 } else { self.prices.shuffle };
            let cost = n * (calls * self.machine.instructions[instruction].cost + fix);
            let total = if id == from {
                self.plans.get(&(from, 2 * bits)).map(|p| p.whole + cost)
            } else {
                self.args(&[from], 2 * bits).map(|c| c + cost)
            };
            self.offer(id, bits, total, Choice::Narrow(at, from));
        }
    }

    /// Whether what a narrowing makes of two registers has its lanes where the layout wants them.
    fn is_in_order(&self, narrow: &Narrow) -> bool {
        let wide = self.layouts.at(2 * narrow.bits).registers.iter().take(2).flatten().collect::<Vec<_>>();
        let own = &self.layouts.at(narrow.bits).registers[0];
        narrow.from.iter().map(|&from| wide.get(from as usize).copied()).eq(own.iter().map(Some))
    }

    fn abs(&mut self, id: Id, bits: u32, a: Id) {
        let n = self.count(bits);
        if within(self.program.forms.range(a), type_range(bits, true)) {
            let cost = self.args(&[a], bits).map(|c| c + n * self.prices.arithmetic);
            self.offer(id, bits, cost, Choice::Generic(Operation::Abs, vec![a]));
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
            let cost = cost.map(|(c, shared)| c.without(shared) + n * self.prices.arithmetic);
            self.offer(id, bits, cost, Choice::Generic(Operation::Sub, vec![hi, lo]));
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
        let cost = self.args(&[x, y, a, b], bits).map(|c| c + self.count(bits) * 2 * self.prices.arithmetic);
        self.offer(id, bits, cost, Choice::Select(predicate, [x, y, a, b]));
    }
}
