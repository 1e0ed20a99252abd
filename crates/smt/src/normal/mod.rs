//! A normal form of terms, so that both sides of many true equalities become one term and need no solver.
//!
//! Every term is read as an integer polynomial over atoms (variables, extracted bits, conditions, operations that have
//! no polynomial form), congruent to the term modulo two to its width. Bounds decide where that reading is exact; there
//! extensions vanish, and a sum in 16 bits, widened, is the same polynomial as the sum in 32. Shifts right and extracts
//! become floor divisions taken of the narrowest sum that holds the value; minimum, maximum and absolute differences
//! become `b + (a < b ? a - b : 0)` with one orientation, and of more than two values in one order; comparisons become `polynomial < 0`, positive leading
//! coefficient, divided by their content; masks become extracts. The polynomial is then written back as a term.
//!
//! Soundness rests on two facts checked at each step: the polynomial is congruent to the term modulo two to the width,
//! and a reading as an integer is used only where bounds show it to be in that reading's window. The rule table in
//! `tests/normal_rules.rs` puts each rewrite to Z3 at several widths.

mod arithmetic;
mod build;
mod carries;
mod divide;
mod extrema;
mod halves;
mod int;
mod poly;
mod reading;
mod seal;
mod truth;

use crate::effort::Effort;
use crate::interval::Intervals;
use crate::limits::{MAX_NORMAL_DEPTH, MAX_NORMAL_WIDTH};
use crate::method::{How, Method};
use crate::query::{operands, reachable, rebuild};
use carries::Adders;
use extrema::Extrema;
use int::Int;
use isotope_ir::term::{Node, TermId, Terms};
use poly::{Atom, Bounds, Poly};
use std::collections::{HashMap, HashSet};

/// Rewrites terms of one arena to their normal form, under fixed assumptions.
pub struct Normaliser<'t> {
    terms: &'t mut Terms,
    effort: &'t Effort<'t>,
    intervals: Intervals,
    /// Of a term as an unsigned (`false`) and as a signed integer: computed once, however often the term is shared. `None` for one
    /// that is being read.
    readings: HashMap<(TermId, bool), Option<Int>>,
    /// Bounds of atoms that their construction knew better than intervals do.
    atom_bounds: HashMap<Atom, Bounds>,
    /// For a condition made here, the polynomial that it says is negative.
    negative: HashMap<TermId, Poly>,
    /// The low bits of terms, by term and number of bits.
    narrowed: HashMap<(TermId, u32), TermId>,
    /// For an atom that is `d` where `d` is negative and 0 elsewhere, `d` with its bounds: in every way in which it was written, by
    /// sums that were sealed as a whole or in parts.
    negative_parts: HashMap<Atom, Vec<Int>>,
    /// For an atom that is the floor of an integer over a power of two, the integer and the power.
    floors: HashMap<Atom, (Int, u32)>,
    /// Minima and maxima, with what they are of.
    extrema: Extrema,
    /// The results of carry-save additions of the question.
    adders: Adders,
    /// Whether sums that a nonlinear operation reads are kept whole, as atoms.
    seals: bool,
    /// The terms of such sums.
    sealed: HashSet<TermId>,
    /// For the atom of such a sum, the sum over atoms that are none.
    opened: HashMap<Atom, Poly>,
    /// The atom of a sum, the first one that was made of it: it may be sealed as a whole in one place and in parts in another.
    atoms: HashMap<Poly, Atom>,
    /// The best bounds of such an atom that any sum was known to have which it was made for. No term is made by them: it would
    /// depend on more than its polynomial.
    found: HashMap<Atom, Bounds>,
    /// Set when a limit was met; results are then not used.
    exhausted: bool,
    /// Whether bounds said more of a term than its width does.
    bounded: bool,
}

impl<'t> Normaliser<'t> {
    /// A normaliser; its results are equal to what they are made from wherever the assumptions hold. Where the effort
    /// does not last, they are what they are made from.
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
            floors: HashMap::new(),
            extrema: Extrema::new(),
            adders: Adders::default(),
            seals: false,
            sealed: HashSet::new(),
            opened: HashMap::new(),
            atoms: HashMap::new(),
            found: HashMap::new(),
            exhausted: false,
            bounded: false,
        }
    }

    /// A normaliser that keeps every sum read by a floor, a comparison or a choice as one atom, in its narrowest exact
    /// width. Its forms are coarser, but both sides of a question share the sums, so that cuts can take them out.
    pub fn sealing(terms: &'t mut Terms, assumptions: &[TermId], effort: &'t Effort<'t>) -> Self {
        Normaliser { seals: true, ..Normaliser::new(terms, assumptions, effort) }
    }

    /// The grounds of equal normal forms: the form, and bounds where they said more than widths.
    pub fn how(&self) -> How {
        let form = How::by(Method::NormalForm);
        if self.bounded { form.with(Method::Intervals) } else { form }
    }

    /// The normal forms of two terms, or the terms as they are when a limit is met.
    pub fn pair(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        if self.depth(a).max(self.depth(b)) > MAX_NORMAL_DEPTH {
            return (a, b);
        }
        self.note_adders(&[a, b]);
        let forms = (self.normal(a), self.normal(b));
        // Where a limit was met in the middle, one side may be rewritten and the other not: still true, and no use.
        if self.exhausted { (a, b) } else { forms }
    }

    /// The longest path from a term to a leaf, in nodes; without recursion, because it guards the recursion.
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
        // Either reading would do: only the residue modulo two to the width is built. In that of a choice's comparison an
        // extremum is seen to be one.
        let signed = matches!(*self.terms.node(t), Node::Ite(c, ..) if self.compares_signed(c) == Some(true));
        let int = self.reading(t, signed);
        self.build(&int, width)
    }

    /// The node over normal operands: for what has no polynomial form. Replacing operands by equal ones keeps the
    /// value, whatever the operation is, so this needs no rule of its own.
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
}
