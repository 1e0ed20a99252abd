//! Polynomials written back as terms.
//!
//! Equal polynomials must give one term, whatever they came from: the result may depend on the polynomial and on bounds
//! of its atoms, and on nothing else that a reading knew. So the same sum, met at two places with different bounds, is
//! built alike, and hash-consing makes both one.

use super::Normaliser;
use super::int::Int;
use super::poly::{Atom, Poly, bits, times};
use crate::limits::MAX_NORMAL_WIDTH;
use isotope_ir::term::{BinOp, Node, TermId};

impl Normaliser<'_> {
    /// The polynomial modulo two to the width: coefficients wrapped, atoms of at least that width read unsigned, wider
    /// atoms narrowed. Congruent to the original modulo two to the width.
    pub(super) fn wrapped(&mut self, int: &Int, width: u32) -> Int {
        // A coefficient may lose multiples of two to the width: times an integer they stay such multiples. An atom
        // wider than that may lose its high bits likewise, and the sign of one of just that width is such a multiple,
        // too.
        let poly = int.poly.wrapped(width);
        let plain = |n: &Self, a: &Atom| n.terms.width(a.term) < width;
        if poly.0.keys().flatten().all(|a| plain(self, a)) {
            let bounds = if poly == int.poly { int.bounds } else { None };
            return self.int(poly, bounds);
        }
        match self.narrowed_poly(&poly, width) {
            Some(narrow) => {
                let narrow = narrow.wrapped(width);
                self.int(narrow, None)
            }
            None => self.int(poly, None),
        }
    }

    /// The polynomial over the low bits of its atoms.
    fn narrowed_poly(&mut self, poly: &Poly, width: u32) -> Option<Poly> {
        let mut total = Poly::default();
        for (monomial, &c) in &poly.0 {
            let mut product = Poly::constant(c);
            for &atom in monomial {
                let factor = self.narrowed_atom(atom, width);
                product = product.mul(&factor)?;
            }
            total = total.add(&product)?;
        }
        Some(total)
    }

    /// An atom modulo two to the width: itself, its unsigned reading, or what its low bits are read as. The
    /// last may be a polynomial again, since a sum of 16 bits inside an atom of 32 opens once only 16 matter.
    fn narrowed_atom(&mut self, atom: Atom, width: u32) -> Poly {
        let own = self.terms.width(atom.term);
        if own < width {
            return Poly::atom(atom);
        }
        if own == width {
            return Poly::atom(Atom { signed: false, ..atom });
        }
        // A sealed sum stays shut here as well.
        if self.sealed.contains(&atom.term) {
            return Poly::atom(Atom { term: self.terms.extract(atom.term, 0, width), signed: false });
        }
        let narrow = self.narrowed(atom.term, width);
        let direct = matches!(*self.terms.node(narrow), Node::Extract(0, inner) if inner == atom.term);
        if direct || own > MAX_NORMAL_WIDTH {
            return Poly::atom(Atom { term: narrow, signed: false });
        }
        self.reading(narrow, false).poly
    }

    /// The low bits of a term, taken as far down as the operation allows.
    ///
    /// Low bits of sums, products and bitwise operations depend on low bits of their operands only, and those of a
    /// choice are a choice of low bits. Shifts right and divisions look further up, so they stay whole under an
    /// extract.
    fn narrowed(&mut self, t: TermId, width: u32) -> TermId {
        if self.terms.width(t) == width {
            return t;
        }
        if self.sealed.contains(&t) {
            return self.terms.extract(t, 0, width);
        }
        if let Some(&done) = self.narrowed.get(&(t, width)) {
            return done;
        }
        let narrow = match *self.terms.node(t) {
            Node::Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor), a, b) => {
                let (a, b) = (self.narrowed(a, width), self.narrowed(b, width));
                self.terms.bin(op, a, b)
            }
            Node::Ite(c, a, b) => {
                let (a, b) = (self.narrowed(a, width), self.narrowed(b, width));
                self.terms.ite(c, a, b)
            }
            Node::Extract(lo, a) => {
                let a = self.narrowed(a, lo + width);
                self.terms.extract(a, lo, width)
            }
            // An extension that reaches beyond becomes a shorter one; one of a wider term is cut by the extract itself.
            Node::ZExt(a) if self.terms.width(a) <= width => self.terms.zext(a, width),
            Node::SExt(a) if self.terms.width(a) <= width => self.terms.sext(a, width),
            _ => self.terms.extract(t, 0, width),
        };
        self.narrowed.insert((t, width), narrow);
        narrow
    }

    /// The term of an integer modulo two to the width: equal polynomials give one term.
    ///
    /// A sum that fits fewer bits is made there and extended, and a common factor is taken out: then both sides of a
    /// question share the sum as a subterm whatever they scale it by, and cuts find it.
    pub(super) fn build(&mut self, int: &Int, width: u32) -> TermId {
        let int = self.wrapped(int, width);
        self.build_wrapped(&int.poly, width)
    }

    /// The term of a polynomial whose coefficients are wrapped and whose atoms are no wider than the width.
    fn build_wrapped(&mut self, poly: &Poly, width: u32) -> TermId {
        if poly.0.len() < 2 {
            return self.sum_of_monomials(poly, width);
        }
        // Bounds that the atoms give, and no others: the result must depend on the polynomial alone.
        if let Some(bounds) = self.int(poly.clone(), None).bounds
            && bits(bounds) < width
        {
            let narrow = self.build_wrapped(poly, bits(bounds));
            return if bounds.0 < 0 { self.terms.sext(narrow, width) } else { self.terms.zext(narrow, width) };
        }
        let content = poly.content(false);
        let offset = poly.offset();
        let varying = poly.0.len() - usize::from(offset != 0);
        if content == 1 || varying < 2 {
            return self.sum_of_monomials(poly, width);
        }
        // content * S + offset: S by itself is what another multiple of it is made of as well.
        let mut inner = poly.clone();
        inner.0.remove(&vec![]);
        let inner = self.build_wrapped(&inner.divide(content), width);
        let content = self.terms.constant(content as u128, width);
        let offset = self.terms.constant(offset as u128, width);
        let scaled = self.terms.bin(BinOp::Mul, inner, content);
        self.terms.bin(BinOp::Add, scaled, offset)
    }

    /// Products added up, those with negative coefficients apart and taken away at the end: the coefficient -1 would
    /// otherwise be a multiplication by all ones.
    fn sum_of_monomials(&mut self, poly: &Poly, width: u32) -> TermId {
        let mut positive: Option<TermId> = None;
        let mut negative: Option<TermId> = None;
        // In the order of the map, which is one order for all; the constant, whose product is the empty one, comes
        // last.
        for (monomial, &c) in poly.0.iter().rev() {
            let term = self.monomial(monomial, c.unsigned_abs(), width);
            let into = if c > 0 { &mut positive } else { &mut negative };
            *into = Some(match *into {
                Some(sum) => self.terms.bin(BinOp::Add, sum, term),
                None => term,
            });
        }
        let zero = self.terms.constant(0, width);
        match (positive, negative) {
            (Some(p), Some(n)) => self.terms.bin(BinOp::Sub, p, n),
            (Some(p), None) => p,
            (None, Some(n)) => self.terms.bin(BinOp::Sub, zero, n),
            (None, None) => zero,
        }
    }

    /// A product times a constant. Factors are multiplied in the narrowest width that holds the product: the solver's
    /// circuits grow with the square of it.
    fn monomial(&mut self, monomial: &[Atom], coefficient: u128, width: u32) -> TermId {
        let coefficient = self.terms.constant(coefficient, width);
        let mut bounds = Some((1, 1));
        for &a in monomial {
            let of = self.bounds_of(a);
            bounds = bounds.zip(of).and_then(|(x, y)| times(x, y));
        }
        // One factor needs no room, and is extended where it stands.
        let narrow = match bounds {
            Some(b) if monomial.len() > 1 && bits(b) < width => bits(b),
            _ => width,
        };
        let product = monomial.iter().fold(None, |product: Option<TermId>, &a| {
            let factor = self.resized(a, narrow);
            Some(match product {
                Some(p) => self.terms.bin(BinOp::Mul, p, factor),
                None => factor,
            })
        });
        match product {
            None => coefficient,
            Some(p) => {
                // The narrow width holds the product's bounds, so extending by their sign gives the value.
                let negative = bounds.is_some_and(|(lo, _)| lo < 0);
                let p = if negative { self.terms.sext(p, width) } else { self.terms.zext(p, width) };
                self.terms.bin(BinOp::Mul, p, coefficient)
            }
        }
    }

    /// An atom's term in another width, in the atom's reading: the value where the width holds it, its residue
    /// elsewhere.
    fn resized(&mut self, atom: Atom, width: u32) -> TermId {
        match (self.terms.width(atom.term) <= width, atom.signed) {
            (true, false) => self.terms.zext(atom.term, width),
            (true, true) => self.terms.sext(atom.term, width),
            (false, _) => self.terms.extract(atom.term, 0, width),
        }
    }
}
