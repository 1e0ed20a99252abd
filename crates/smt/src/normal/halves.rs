//! Products by both halves of a factor, as instructions have them that multiply by elements of half the width.
//!
//! With `r` the low `k` bits of a value and `f` the floor of it over `2^k`, `r + 2^k f` is the value: `a r + 2^k a f` is `a` times it.

use super::Normaliser;
use super::int::Int;
use super::poly::Atom;
use isotope_ir::term::{Node, TermId};

impl Normaliser<'_> {
    /// The same integer, with a value in place of its halves wherever they are factors of one coefficient.
    ///
    /// Only floors that are exact are known as such, so that the identity is one of integers and not only modulo a power of two.
    pub(super) fn rejoined(&mut self, int: &Int) -> Int {
        let mut poly = int.poly.clone();
        for (low, &c) in &int.poly.0 {
            let halves = low.iter().enumerate().filter_map(|(at, &atom)| Some((at, self.low_bits(atom)?)));
            for (at, (of, k)) in halves.collect::<Vec<_>>() {
                let others = [&low[..at], &low[at + 1..]].concat();
                let upper = c.checked_shl(k).filter(|wide| wide >> k == c);
                let high = poly.0.iter().find_map(|(high, &wide)| {
                    let value = (Some(wide) == upper).then(|| self.floor_beside(&others, high, of, k))??;
                    Some((high.clone(), value))
                });
                let Some((high, value)) = high.filter(|_| poly.0.get(low) == Some(&c)) else { continue };
                // Both products go, and the product by the value comes.
                let mut whole = [&others[..], &[value]].concat();
                whole.sort();
                let mut joined = poly.clone();
                joined.0.remove(low);
                joined.0.remove(&high);
                if joined.accumulate(whole, c).is_some() {
                    poly = joined;
                }
            }
        }
        if poly == int.poly { int.clone() } else { self.int(poly, None) }
    }

    /// The term of which an atom is the low bits, read without a sign, and how many. Whether that term itself has a sign does not matter: its
    /// low bits are the same in both readings.
    fn low_bits(&self, atom: Atom) -> Option<(TermId, u32)> {
        match *self.terms.node(atom.term) {
            Node::Extract(0, of) if !atom.signed => Some((of, self.terms.width(atom.term))),
            _ => None,
        }
    }

    /// The value whose floor over `2^k` a product has beside other factors, if it is a reading of `of`.
    fn floor_beside(&self, others: &[Atom], product: &[Atom], of: TermId, k: u32) -> Option<Atom> {
        let at = product.iter().position(|atom| self.floors.get(atom).is_some_and(|floor| floor.1 == k))?;
        let value = self.floors[&product[at]].0.poly.as_atom().filter(|value| value.term == of)?;
        ([&product[..at], &product[at + 1..]].concat() == others).then_some(value)
    }
}
