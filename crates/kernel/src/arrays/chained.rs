//! Sums in their order: what no flag allows to be reordered.

use crate::arrays::class::Class;
use crate::arrays::lanes::{Read, Sizes, larger, spread_sizes};
use crate::values::field::Field;
use crate::values::levels::{Shape, chances, commuting, ordered};
use crate::values::mersenne::Words;
use crate::values::value::Term;

/// `term op lane` for each lane in turn, by level; `None`: it has to be computed otherwise.
pub fn chained(class: Class, is_left: bool, mut term: Term, of: Read<'_>, field: &mut Field) -> Option<Term> {
    if !field.method().is_free() {
        return None;
    }
    if !matches!(class, Class::Commutes(_) | Class::Ordered(_)) {
        return None;
    }
    let (n, shape) = (of.a.len(), if matches!(class, Class::Commutes(_)) { Shape::Commutes } else { Shape::Ordered });
    let size_of = |sizes: Sizes<'_>, lane: usize| match sizes {
        Sizes::One(size) => size,
        Sizes::Each(sizes) => sizes[lane],
    };
    let most = spread_sizes(of.degree, n, 0.0, |x, _| x, larger);
    let last = term.degree.max(most as u32).saturating_add(n as u32);
    if last >= crate::limits::MAX_LEVELS {
        return None;
    }
    let (words, mut size) = (field.levels(last), (term.degree as f32, term.weight));
    for lane in 0..n {
        let other = (size_of(of.degree, lane), size_of(of.weight, lane));
        size = (larger(size.0, other.0) + 1.0, chances(shape, size, other));
        let hash = |words: &[u64; 4], x: u64, y: u64| match (class, is_left) {
            (Class::Commutes(code), _) => commuting::<Words>(words, code, x, y),
            (Class::Ordered(code), true) => ordered::<Words>(words, code, x, y),
            (Class::Ordered(code), false) => ordered::<Words>(words, code, y, x),
            // No operation of the field is met where all is free.
            _ => 0,
        };
        let words = &words[size.0 as usize];
        term.a = hash(&words[0], term.a, of.a[lane]);
        if !of.b.is_empty() {
            term.b = hash(&words[1], term.b, of.b[lane]);
        }
    }
    (term.degree, term.weight) = (size.0 as u32, size.1);
    field.terms += n as u64;
    field.hashed += n as u64;
    Some(term)
}
