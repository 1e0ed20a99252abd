//! A normal form of terms, so that both sides of many true equalities become one term and need no solver.
//!
//! Every term is read as an integer polynomial over atoms (variables, extracted bits, conditions, operations that have
//! no polynomial form), congruent to the term modulo two to its width. Bounds decide where that reading is exact; there
//! extensions vanish, and a sum in 16 bits, widened, is the same polynomial as the sum in 32. Shifts right and extracts
//! become floor divisions taken of the narrowest sum that holds the value; minimum, maximum and absolute differences
//! become `b + (a < b ? a - b : 0)` with one orientation; comparisons become `polynomial < 0`, positive leading
//! coefficient, divided by their content; masks become extracts. The polynomial is then written back as a term.
//!
//! Soundness rests on two facts checked at each step: the polynomial is congruent to the term modulo two to the width,
//! and a reading as an integer is used only where bounds show it to be in that reading's window. The rule table in
//! `tests/normal_rules.rs` puts each rewrite to Z3 at several widths.

mod build;
mod divide;
mod poly;
mod seal;
mod truth;

use crate::effort::Effort;
use crate::interval::{Intervals, Range};
use crate::limits::MAX_NORMAL_WIDTH;
use crate::method::{How, Method};
use crate::query::{operands, reachable, rebuild};
use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp, signed};
use poly::{Atom, Bounds, Poly};
use std::collections::{HashMap, HashSet};

/// Readings computed before the normaliser gives up on a question and leaves it as it is.
const MAX_READINGS: usize = 60_000;

/// Units of effort for one product of a polynomial that is made or bounded.
const UNITS: u64 = 16;

/// Depth of a term beyond which it is left as it is: the walk is recursive.
const MAX_DEPTH: u32 = 600;

/// An integer: a polynomial, and bounds of its value where known.
#[derive(Clone, Debug)]
struct Int {
    poly: Poly,
    bounds: Option<Bounds>,
}

impl Int {
    fn constant(value: i128) -> Int {
        Int { poly: Poly::constant(value), bounds: Some((value, value)) }
    }

    fn within(&self, (lo, hi): Bounds) -> bool {
        self.bounds.is_some_and(|(a, b)| lo <= a && b <= hi)
    }
}

/// The integers that `width` bits can mean in one reading.
fn window(width: u32, signed: bool) -> Bounds {
    if signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
}

/// Rewrites terms of one arena to their normal form, under fixed assumptions.
pub struct Normaliser<'t> {
    terms: &'t mut Terms,
    effort: &'t Effort<'t>,
    intervals: Intervals,
    readings: HashMap<(TermId, bool), Int>,
    /// Bounds of atoms that their construction knew better than intervals do.
    atom_bounds: HashMap<Atom, Bounds>,
    /// For a condition made here, the polynomial that it says is negative.
    negative: HashMap<TermId, Poly>,
    narrowed: HashMap<(TermId, u32), TermId>,
    /// For an atom that is `d` where `d` is negative and 0 elsewhere, `d` with its bounds.
    negative_parts: HashMap<Atom, Int>,
    /// Whether sums that a nonlinear operation reads are kept whole, as atoms.
    seals: bool,
    /// The terms of such sums.
    sealed: HashSet<TermId>,
    /// Set when a limit was met; results are then not used.
    exhausted: bool,
    /// Whether bounds said more of a term than its width does.
    bounded: bool,
}

impl<'t> Normaliser<'t> {
    /// A normaliser; its results are equal to what they are made from wherever the assumptions hold. Where the effort does
    /// not last, they are what they are made from.
    pub fn new(terms: &'t mut Terms, assumptions: &[TermId], effort: &'t Effort<'t>) -> Self {
        let intervals = Intervals::new(terms, assumptions);
        Normaliser {
            terms,
            effort,
            intervals,
            readings: HashMap::new(),
            atom_bounds: HashMap::new(),
            negative: HashMap::new(),
            narrowed: HashMap::new(),
            negative_parts: HashMap::new(),
            seals: false,
            sealed: HashSet::new(),
            exhausted: false,
            bounded: false,
        }
    }

    /// A normaliser that keeps every sum read by a floor, a comparison or a choice as one atom, in its narrowest exact
    /// width. Its forms are coarser, but both sides of a question share the sums, so that cuts can take them out.
    pub fn sealing(terms: &'t mut Terms, assumptions: &[TermId], effort: &'t Effort<'t>) -> Self {
        Normaliser { seals: true, ..Normaliser::new(terms, assumptions, effort) }
    }

    /// What equal normal forms rest on: the form, and bounds where they said more than widths.
    pub fn how(&self) -> How {
        let form = How::by(Method::NormalForm);
        if self.bounded { form.with(Method::Intervals) } else { form }
    }

    /// The bounds of a term.
    fn range(&mut self, term: TermId) -> Range {
        let range = self.intervals.of(self.terms, term);
        self.bounded |= range != Range::full(self.terms.width(term)) && self.terms.as_const(term).is_none();
        range
    }

    /// The normal forms of two terms, or the terms as they are when a limit is met.
    pub fn pair(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        if self.depth(a).max(self.depth(b)) > MAX_DEPTH {
            return (a, b);
        }
        let forms = (self.normal(a), self.normal(b));
        if self.exhausted { (a, b) } else { forms }
    }

    fn depth(&self, root: TermId) -> u32 {
        let mut depth: HashMap<TermId, u32> = HashMap::new();
        for t in reachable(self.terms, &[root]) {
            let below = operands(self.terms.node(t)).iter().map(|a| depth[a]).max();
            depth.insert(t, below.map_or(0, |d| d + 1));
        }
        depth[&root]
    }

    /// The normal form of a term: same width, same value.
    fn normal(&mut self, t: TermId) -> TermId {
        let width = self.terms.width(t);
        if width > MAX_NORMAL_WIDTH {
            return self.opaque(t);
        }
        let int = self.reading(t, false);
        self.build(&int, width)
    }

    /// The node over normal operands.
    fn opaque(&mut self, t: TermId) -> TermId {
        let node = self.terms.node(t).clone();
        let width = self.terms.width(t);
        let args = operands(&node);
        let normal: Vec<TermId> = args.iter().map(|&a| self.normal(a)).collect();
        let of = |a: TermId| {
            let at = args.iter().position(|&b| b == a).expect("an operand is among the operands");
            normal[at]
        };
        rebuild(self.terms, &node, width, &of)
    }

    fn bounds_of(&mut self, atom: Atom) -> Option<Bounds> {
        let width = self.terms.width(atom.term);
        if width > MAX_NORMAL_WIDTH {
            return None;
        }
        let r = self.range(atom.term);
        let (lo, hi) = if atom.signed { (r.slo, r.shi) } else { (r.ulo as i128, r.uhi as i128) };
        match self.atom_bounds.get(&atom) {
            Some(&(l, h)) if lo.max(l) <= hi.min(h) => Some((lo.max(l), hi.min(h))),
            _ => Some((lo, hi)),
        }
    }

    /// A polynomial with the bounds that its atoms give it, met with bounds that are known otherwise.
    fn int(&mut self, poly: Poly, known: Option<Bounds>) -> Int {
        self.exhausted |= self.effort.spend(UNITS * (1 + poly.0.len() as u64)).is_err();
        let atoms: Vec<Atom> = poly.0.keys().flatten().copied().collect();
        let table: HashMap<Atom, Option<Bounds>> = atoms.into_iter().map(|a| (a, self.bounds_of(a))).collect();
        let own = self.own_bounds(&poly, &table);
        let bounds = match (own, known) {
            (Some((a, b)), Some((c, d))) if a.max(c) <= b.min(d) => Some((a.max(c), b.min(d))),
            (own, known) => known.or(own),
        };
        match bounds {
            Some((lo, hi)) if lo == hi => Int::constant(lo),
            _ => Int { poly, bounds },
        }
    }

    /// Bounds of a polynomial from those of its atoms, its magnitudes and maxima: `d - 2 min(d, 0)` is `|d|`, and
    /// `d - min(d, 0)` is `max(d, 0)`, which its products one by one do not show. Each is taken out of the sum when what
    /// is left, and its own bounds, then say more; so a sum of many costs one look at each.
    fn own_bounds(&self, poly: &Poly, table: &HashMap<Atom, Option<Bounds>>) -> Option<Bounds> {
        let of = |a: Atom| table.get(&a).copied().flatten();
        let whole = poly.bounds(&of)?;
        if self.negative_parts.is_empty() {
            return Some(whole);
        }
        // What was found is the bounds of the rest plus those of what was taken out.
        let (mut rest, mut found, mut bounds) = (poly.clone(), whole, whole);
        for monomial in poly.0.keys() {
            let [atom] = monomial[..] else { continue };
            let Some(Int { poly: d, bounds: Some((lo, hi)) }) = self.negative_parts.get(&atom) else { continue };
            let magnitude = (2, (0, (*hi).max(-lo)));
            let maximum = (1, (0, (*hi).max(0)));
            let c = rest.0.get(monomial).copied().unwrap_or(0);
            // The polynomial is `rest + k (d - parts min(d, 0))`.
            let without = [magnitude, maximum].into_iter().filter(|(parts, _)| c != 0 && c % parts == 0);
            let without = without.filter_map(|(parts, range)| {
                let k = -c / parts;
                self.effort.spend(UNITS * d.0.len() as u64).ok()?;
                let part = d.scale(k)?.add(&Poly::atom(atom).scale(c)?)?;
                let gain = rest.change(&part, &of)?;
                let (l, h) = poly::times((k, k), range)?;
                let (l, h) = (gain.0.checked_add(l)?, gain.1.checked_add(h)?);
                (h < l).then_some((h.checked_sub(l)?, (l, h), part))
            });
            // The one that narrows the bounds most.
            if let Some((_, (l, h), part)) = without.min_by_key(|(width, ..)| *width)
                && let (Some(lo), Some(hi)) = (found.0.checked_add(l), found.1.checked_add(h))
                && let Some(less) = rest.sub(&part)
            {
                (found, rest) = ((lo, hi), less);
                bounds = meet(Some(bounds), found).unwrap_or(bounds);
            }
        }
        Some(bounds)
    }

    /// A term as an atom in one reading; where both readings agree, the unsigned one.
    fn atom(&mut self, term: TermId, signed: bool) -> Int {
        let width = self.terms.width(term);
        if let Some(v) = self.terms.as_const(term)
            && width <= MAX_NORMAL_WIDTH
        {
            return Int::constant(if signed { isotope_ir::term::signed(v, width) } else { v as i128 });
        }
        let positive = self.bounds_of(Atom { term, signed: true }).is_some_and(|(lo, _)| lo >= 0);
        let atom = Atom { term, signed: signed && !positive };
        self.int(Poly::atom(atom), None)
    }

    /// An integer congruent to the term modulo two to its width; `signed` says which reading to prefer.
    fn reading(&mut self, t: TermId, signed: bool) -> Int {
        if let Some(int) = self.readings.get(&(t, signed)) {
            return int.clone();
        }
        if self.sealed.contains(&t) {
            return self.atom(t, signed);
        }
        let width = self.terms.width(t);
        self.exhausted |= self.readings.len() > MAX_READINGS;
        let int = if self.exhausted {
            self.atom(t, signed)
        } else {
            match self.node_reading(t, width, signed) {
                Some(int) => self.tightened(int, t, width),
                None => {
                    let term = self.opaque(t);
                    self.atom(term, signed)
                }
            }
        };
        self.readings.insert((t, signed), int.clone());
        int
    }

    /// Meets the bounds with the term's interval, where the integer is one of the term's readings.
    fn tightened(&mut self, int: Int, t: TermId, width: u32) -> Int {
        let r = self.range(t);
        if int.within(window(width, false)) {
            let known = (r.ulo as i128, r.uhi as i128);
            return self.int(int.poly, meet(int.bounds, known));
        }
        if int.within(window(width, true)) {
            return self.int(int.poly, meet(int.bounds, (r.slo, r.shi)));
        }
        int
    }

    /// The reading of a node that has a polynomial form.
    fn node_reading(&mut self, t: TermId, width: u32, s: bool) -> Option<Int> {
        if width > MAX_NORMAL_WIDTH {
            return None;
        }
        match *self.terms.node(t) {
            Node::Const(v) => Some(Int::constant(if s { signed(v, width) } else { v as i128 })),
            Node::Var(_) => Some(self.atom(t, s)),
            Node::Un(UnOp::Neg, a) => {
                let a = self.reading(a, s);
                self.scale(&a, -1)
            }
            Node::Un(UnOp::Not, a) => {
                let a = self.reading(a, s);
                let ones = Int::constant(if s { -1 } else { (1 << width) - 1 });
                self.difference(&ones, &a)
            }
            Node::Bin(op, a, b) => self.binary(op, a, b, s),
            Node::Ite(c, a, b) => self.ite(width, [c, a, b], s),
            Node::Extract(lo, a) if self.terms.width(a) <= MAX_NORMAL_WIDTH => {
                let a = self.reading(a, s);
                self.floor_shift(&a, lo, Some(width))
            }
            Node::ZExt(a) => Some(self.exact(a, false)),
            Node::SExt(a) => Some(self.exact(a, true)),
            Node::Concat(h, l) => {
                let low_width = self.terms.width(l);
                let (h, l) = (self.exact(h, s), self.exact(l, false));
                let h = self.scale(&h, 1 << low_width)?;
                self.sum(&h, &l)
            }
            Node::Extract(..) | Node::Apply(..) => None,
        }
    }

    fn binary(&mut self, op: BinOp, a: TermId, b: TermId, s: bool) -> Option<Int> {
        let width = self.terms.width(a);
        if width > MAX_NORMAL_WIDTH {
            return None;
        }
        let amount = self.terms.as_const(b).map(|k| k.min(width as u128) as u32);
        match (op, amount) {
            (BinOp::Add, _) => {
                let (a, b) = (self.reading(a, s), self.reading(b, s));
                self.sum(&a, &b)
            }
            (BinOp::Sub, _) => {
                let (a, b) = (self.reading(a, s), self.reading(b, s));
                self.difference(&a, &b)
            }
            (BinOp::Mul, _) => {
                let (a, b) = (self.reading(a, s), self.reading(b, s));
                self.product(&a, &b)
            }
            (BinOp::Shl, Some(k)) => {
                let a = self.reading(a, s);
                if k == width { Some(Int::constant(0)) } else { self.scale(&a, 1 << k) }
            }
            (BinOp::LShr, Some(k)) => {
                let a = self.exact(a, false);
                self.floor_shift(&a, k, None)
            }
            (BinOp::AShr, Some(k)) => {
                let a = self.exact(a, true);
                self.floor_shift(&a, k.min(width - 1), None)
            }
            (BinOp::UDiv | BinOp::URem | BinOp::SDiv, _) => self.quotient(op, a, b),
            (BinOp::And | BinOp::Or | BinOp::Xor, _) if width == 1 => self.connective(op, a, b),
            (BinOp::And | BinOp::Or | BinOp::Xor, _) => self.bitwise(op, a, b),
            _ if op.is_comparison() => self.comparison(op, a, b),
            _ => None,
        }
    }

    /// A choice is read as its condition compares, so that a minimum is seen to be one; unless only the other reading
    /// is exact.
    fn ite(&mut self, width: u32, [c, a, b]: [TermId; 3], s: bool) -> Option<Int> {
        let compared = self.compares_signed(c).unwrap_or(s);
        let (x, y) = (self.reading(a, compared), self.reading(b, compared));
        let int = self.choice(c, &x, &y)?;
        if compared == s || int.within(window(width, s)) {
            return Some(int);
        }
        let (x, y) = (self.reading(a, s), self.reading(b, s));
        let other = self.choice(c, &x, &y)?;
        Some(if other.within(window(width, s)) { other } else { int })
    }

    /// Whether a condition is a signed or an unsigned comparison.
    fn compares_signed(&self, c: TermId) -> Option<bool> {
        match *self.terms.node(c) {
            Node::Un(UnOp::Not, a) => self.compares_signed(a),
            Node::Bin(BinOp::Slt | BinOp::Sle, ..) => Some(true),
            Node::Bin(BinOp::Ult | BinOp::Ule, ..) => Some(false),
            _ => None,
        }
    }

    fn sum(&mut self, a: &Int, b: &Int) -> Option<Int> {
        let known = both(a, b).and_then(|((al, ah), (bl, bh))| al.checked_add(bl).zip(ah.checked_add(bh)));
        let poly = a.poly.add(&b.poly)?;
        Some(self.int(poly, known))
    }

    fn difference(&mut self, a: &Int, b: &Int) -> Option<Int> {
        let known = both(a, b).and_then(|((al, ah), (bl, bh))| al.checked_sub(bh).zip(ah.checked_sub(bl)));
        let poly = a.poly.sub(&b.poly)?;
        Some(self.int(poly, known))
    }

    fn product(&mut self, a: &Int, b: &Int) -> Option<Int> {
        let known = both(a, b).and_then(|(x, y)| poly::times(x, y));
        let poly = a.poly.mul(&b.poly)?;
        Some(self.int(poly, known))
    }

    fn scale(&mut self, a: &Int, by: i128) -> Option<Int> {
        let known = a.bounds.and_then(|x| poly::times(x, (by, by)));
        let poly = a.poly.scale(by)?;
        Some(self.int(poly, known))
    }

    /// The value of a term in one reading, as an integer: exact, not only congruent.
    fn exact(&mut self, t: TermId, s: bool) -> Int {
        let width = self.terms.width(t);
        if width > MAX_NORMAL_WIDTH {
            let term = self.opaque(t);
            return self.atom(term, s);
        }
        for preferred in [s, !s] {
            let int = self.reading(t, preferred);
            if let Some(exact) = self.shifted_into(&int, width, s) {
                return self.tightened(exact, t, width);
            }
        }
        if width == 1 && s {
            // A bit read as a sign is minus the bit.
            let bit = self.exact(t, false);
            if let Some(minus) = self.scale(&bit, -1) {
                return minus;
            }
        }
        let int = self.reading(t, s);
        let int = self.residue(&int, width, s);
        self.tightened(int, t, width)
    }

    /// Whether a term has a reading as an integer that does not wrap.
    fn is_exact(&mut self, t: TermId, s: bool) -> bool {
        let width = self.terms.width(t);
        let int = self.reading(t, s);
        int.within(window(width, s))
    }

    /// The integer's residue of `width` bits in one reading.
    fn residue(&mut self, int: &Int, width: u32, s: bool) -> Int {
        if let Some(exact) = self.shifted_into(int, width, s) {
            return exact;
        }
        let wrapped = self.wrapped(int, width);
        if let Some(exact) = self.shifted_into(&wrapped, width, s) {
            return exact;
        }
        let term = self.build(&wrapped, width);
        self.atom(term, s)
    }

    /// The integer plus a multiple of two to the width, if that is always within the reading's window.
    fn shifted_into(&mut self, int: &Int, width: u32, s: bool) -> Option<Int> {
        let target = window(width, s);
        if int.within(target) {
            return Some(int.clone());
        }
        let (lo, hi) = int.bounds?;
        let turns = lo.checked_sub(target.0)?.div_euclid(1 << width).checked_neg()?;
        let by = turns.checked_mul(1 << width)?;
        if hi.checked_add(by)? > target.1 || turns == 0 {
            return None;
        }
        self.sum(int, &Int::constant(by))
    }
}

fn both(a: &Int, b: &Int) -> Option<(Bounds, Bounds)> {
    a.bounds.zip(b.bounds)
}

/// What both bounds allow; the first where they exclude each other.
fn meet(a: Option<Bounds>, b: Bounds) -> Option<Bounds> {
    match a {
        Some((lo, hi)) if lo.max(b.0) <= hi.min(b.1) => Some((lo.max(b.0), hi.min(b.1))),
        Some(own) => Some(own),
        None => Some(b),
    }
}
