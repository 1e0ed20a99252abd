//! Which unknowns a number was computed from, whatever cancels.
//!
//! A polynomial does not show what it was computed from: `x - x` is 0, and no number if `x` is infinite. In a run that asks for it the
//! degree of a term is the number of a set: 0 is the empty one, 1 that of the term itself, and all others are kept here.

use crate::limits::MAX_LEAVES;
use crate::values::value::Term;
use std::collections::HashMap;

/// Sets of unknowns, by their values at the first point.
#[derive(Clone, Debug, Default)]
pub struct Leaves {
    sets: Vec<Vec<u64>>,
    unions: HashMap<(u32, u64, u32, u64), u32>,
    /// Unknowns of all sets together.
    total: usize,
    /// There were more than [`MAX_LEAVES`].
    pub is_full: bool,
}

impl Leaves {
    /// The unknowns of a term, in order.
    pub fn of(&self, term: Term) -> Vec<u64> {
        match term.degree {
            0 => Vec::new(),
            1 => vec![term.a],
            number => self.sets.get(number as usize - 2).cloned().unwrap_or_default(),
        }
    }

    /// The number of the set of all unknowns of two terms.
    pub fn union(&mut self, x: Term, y: Term) -> u32 {
        // The value says what a set of one is.
        let name = |term: Term| (term.degree, if term.degree == 1 { term.a } else { 0 });
        let key = (name(x).0, name(x).1, name(y).0, name(y).1);
        if let Some(known) = self.unions.get(&key) {
            return *known;
        }
        let mut all = [self.of(x), self.of(y)].concat();
        all.sort_unstable();
        all.dedup();
        self.total += all.len();
        self.is_full |= self.total > MAX_LEAVES;
        if self.is_full {
            return 0;
        }
        let number = match self.sets.last() {
            _ if all.is_empty() => 0,
            Some(last) if *last == all => self.sets.len() as u32 + 1,
            _ => {
                self.sets.push(all);
                self.sets.len() as u32 + 1
            }
        };
        self.unions.insert(key, number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_what_cancels() {
        let leaf = |a| Term { a, b: 0, weight: 1.0, degree: 1 };
        let mut leaves = Leaves::default();
        let number = leaves.union(leaf(7), leaf(3));
        let both = Term { degree: number, ..leaf(10) };
        assert_eq!(leaves.of(both), [3, 7]);
        let nothing = Term { degree: 0, ..leaf(0) };
        let again = Term { degree: leaves.union(both, leaf(3)), ..leaf(4) };
        assert_eq!((leaves.of(again), leaves.union(nothing, nothing)), (vec![3, 7], 0));
        let alone = Term { degree: leaves.union(leaf(9), nothing), ..leaf(5) };
        assert_eq!(leaves.of(alone), [9]);
    }
}
