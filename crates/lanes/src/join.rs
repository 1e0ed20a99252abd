//! Facts that hold on two ways to the same pair of places: values that are equal on both stay equal.
//!
//! A value that differs becomes unknown, and two values become the same unknown one where they are equal on each of the ways
//! (anti-unification: Plotkin, "A note on inductive generalization", 1970). Operations above them stay, so that an address a step behind
//! another stays a step behind it.

use crate::error::NotShown;
use crate::explore::Known;
use crate::limits::MAX_STEPS;
use crate::program::Scalar;
use crate::quick::{Map, Set};
use crate::terms::{Id, Term, Terms, cut};

/// The unknown values that a pair of places has made.
#[derive(Debug, Default)]
pub(crate) struct Own(Set<Id>);

impl Own {
    /// A new one.
    pub(crate) fn leaf(&mut self, terms: &mut Terms, of: Scalar) -> Id {
        let leaf = terms.leaf(of);
        self.0.insert(leaf);
        leaf
    }
}

/// The outcome of a join.
pub(crate) enum Joined {
    /// The known state covers the new one.
    Same,
    /// Less is known.
    Changed(Known),
}

/// Joins what was known of live values with what is known of them on another way.
pub(crate) fn join(terms: &mut Terms, own: &mut Own, old: &Known, new: &Known) -> Result<Joined, NotShown> {
    let (done, stands_for, live) = (Map::default(), Map::default(), Vec::new());
    let mut pairs = Pairs { terms, own, done, stands_for, live, is_changed: false, steps: 0 };
    let mut joined = Known::new();
    // Plain values come first: operations of them then become operations of what they became.
    let is_plain = |terms: &Terms, id: Id| terms.operands(id).is_empty();
    let (plain, others): (Vec<_>, Vec<_>) = old.iter().partition(|(_, before)| is_plain(pairs.terms, **before));
    for (value, before) in plain.into_iter().chain(others) {
        let after = new.get(value).ok_or_else(|| NotShown::new("a value lives on one way only".to_owned()))?;
        let both = pairs.pair(*before, *after, 0)?;
        joined.insert(*value, both);
        if before != after && pairs.terms.get(*before).0.bits() > 1 && !pairs.live.contains(&(*before, *after, both)) {
            pairs.live.push((*before, *after, both));
        }
    }
    Ok(if pairs.is_changed { Joined::Changed(joined) } else { Joined::Same })
}

/// Operations of one term above another that are looked through. Deeper ones become unknown as a whole.
const MAX_DEPTH: u32 = 64;

/// Of a sum: the number, and each part as often as its number says.
type Parts = (u64, Vec<(Id, u64)>);

/// The rest of a sum when another one, of which it has each part, is taken away.
fn without(sum: &Parts, other: &Parts, width: u32) -> Option<Parts> {
    let mut rest = sum.1.clone();
    for (part, times) in &other.1 {
        let (_, left) = rest.iter_mut().find(|(of, _)| of == part)?;
        *left = cut(left.wrapping_sub(*times), width);
    }
    rest.retain(|(_, times)| *times != 0);
    Some((cut(sum.0.wrapping_sub(other.0), width), rest))
}

struct Pairs<'a> {
    terms: &'a mut Terms,
    own: &'a mut Own,
    done: Map<(Id, Id), Id>,
    /// The meaning of an unknown value of this pair of places on the new way: it stays one value only where it is one there.
    stands_for: Map<Id, Id>,
    /// Live values so far that differ on the ways, and what both became.
    live: Vec<(Id, Id, Id)>,
    is_changed: bool,
    steps: usize,
}

impl Pairs<'_> {
    fn pair(&mut self, old: Id, new: Id, depth: u32) -> Result<Id, NotShown> {
        if let Some(known) = self.done.get(&(old, new)) {
            return Ok(*known);
        }
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(NotShown::bound("MAX_STEPS", MAX_STEPS));
        }
        let (scalar, term) = self.terms.get(old).clone();
        let joined = if self.own.0.contains(&old) {
            if *self.stands_for.entry(old).or_insert(new) == new { old } else { self.unknown(scalar) }
        } else {
            self.alike(old, new, depth, &term)?.unwrap_or_else(|| self.unknown(scalar))
        };
        self.done.insert((old, new), joined);
        Ok(joined)
    }

    fn unknown(&mut self, of: Scalar) -> Id {
        self.is_changed = true;
        self.own.leaf(self.terms, of)
    }

    /// The same operation on joined operands, where both are the same operation.
    fn alike(&mut self, old: Id, new: Id, depth: u32, term: &Term) -> Result<Option<Id>, NotShown> {
        let (scalar, other) = self.terms.get(new).clone();
        if scalar != self.terms.get(old).0 || depth > MAX_DEPTH {
            return Ok(None);
        }
        Ok(match (term, &other) {
            _ if old == new && matches!(term, Term::Constant(_)) => Some(old),
            (Term::Constant(_), Term::Constant(_)) if scalar.bits() > 1 => Some(self.sums(scalar, old, new, depth)?),
            (Term::Sum(..), _) | (_, Term::Sum(..)) => Some(self.sums(scalar, old, new, depth)?),
            (Term::Leaf(_) | Term::Constant(_) | Term::Poison | Term::Lane, _) => (old == new).then_some(old),
            (Term::Not(a), Term::Not(b)) => {
                let inner = self.pair(*a, *b, depth + 1)?;
                Some(self.terms.not(inner))
            }
            (Term::Op(a, left), Term::Op(b, right)) if a == b && left.len() == right.len() => {
                let mut right = right.clone();
                // Which operand of `equal` and of a product comes first depends on their numbers.
                if let ([x, y], [z, w]) = (&left[..], &right[..]) {
                    let is_alike = |a: &Id, b: &Id| a == b || (self.terms.is_number(*a) && self.terms.is_number(*b));
                    let is_pair = |a: &Id, b: &Id| self.done.contains_key(&(*a, *b)) || is_alike(a, b);
                    let is_sorted = a.starts_with("equal ") || a == "llvm.mul";
                    if is_sorted && !is_pair(x, z) && !is_pair(y, w) && (is_pair(x, w) || is_pair(y, z)) {
                        right.swap(0, 1);
                    }
                }
                let operands = left.iter().zip(&right).map(|(a, b)| self.pair(*a, *b, depth + 1));
                let operands = operands.collect::<Result<Vec<_>, _>>()?;
                let mut next = operands.into_iter();
                Some(self.terms.rebuilt(old, |_, inner| next.next().unwrap_or(inner)))
            }
            _ => None,
        })
    }

    /// Parts that both have stay. The rest is one part each, or becomes unknown.
    fn sums(&mut self, of: Scalar, old: Id, new: Id, depth: u32) -> Result<Id, NotShown> {
        let (old, new) = (self.parts(old), self.parts(new));
        // An unknown value of its own would get a companion in each iteration: it takes the whole rest.
        let stays = |part: &(Id, u64)| new.1.contains(part) && !self.own.0.contains(&part.0);
        let both: Vec<(Id, u64)> = old.1.iter().copied().filter(stays).collect();
        let rest = |all: &[(Id, u64)]| all.iter().copied().filter(|part| !both.contains(part)).collect::<Vec<_>>();
        let (left, right) = (rest(&old.1), rest(&new.1));
        let mut parts = Vec::new();
        for (id, times) in &both {
            parts.push((self.pair(*id, *id, depth + 1)?, *times));
        }
        if old.0 == new.0 {
            match (&left[..], &right[..]) {
                ([], []) => return Ok(self.terms.sum(of, old.0, &parts)),
                _ if !both.is_empty() || left.len() > 1 => {
                    if let Some(matched) = self.matched(&left, &right) {
                        for (a, b, times) in matched {
                            parts.push((self.pair(a, b, depth + 1)?, times));
                        }
                        return Ok(self.terms.sum(of, old.0, &parts));
                    }
                }
                _ => {}
            }
        }
        if let Some(parts) = self.above_live(of, &old, &new, depth)? {
            return Ok(self.terms.sum(of, 0, &parts));
        }
        // An offset of a pointer is a number.
        let of_rest = if of == Scalar::Pointer && !both.is_empty() { Scalar::Int(64) } else { of };
        // Different numbers become one unknown value, so that numbers a constant apart stay so: 1, 2 and x + 1, x + 2 become y + 1, y + 2.
        let apart = match left.is_empty() {
            true if right.is_empty() => old.0,
            true => new.0,
            false => old.0,
        };
        // Four times what is unknown is four times the same as elsewhere.
        let offsets = [old.0.wrapping_sub(apart), new.0.wrapping_sub(apart)];
        let times = left.iter().chain(&right).map(|(_, times)| *times).next().unwrap_or(1).max(1);
        let is_multiple =
            left.iter().chain(&right).all(|(_, of)| *of == times) && offsets.iter().all(|of| of % times == 0);
        let times = if is_multiple { times } else { 1 };
        let divided = |parts: &[(Id, u64)]| parts.iter().map(|(id, of)| (*id, of / times)).collect::<Vec<_>>();
        let [left, right] = [(offsets[0], divided(&left)), (offsets[1], divided(&right))]
            .map(|(bits, parts)| self.terms.sum(of_rest, bits / times, &parts));
        let is_sum = |id: Id| matches!(self.terms.get(id).1, Term::Sum(..) | Term::Constant(_));
        let joined = match self.done.get(&(left, right)) {
            Some(known) => *known,
            None if is_sum(left) || is_sum(right) && !self.own.0.contains(&left) => {
                let joined = self.unknown(of_rest);
                self.done.insert((left, right), joined);
                joined
            }
            None => self.pair(left, right, depth + 1)?,
        };
        parts.push((joined, times));
        Ok(self.terms.sum(of, apart, &parts))
    }

    /// A sum of another live value and of parts that match: `x + f(x)`, where `x` is `a` on one way and `b + c` on the other.
    fn above_live(
        &mut self,
        of: Scalar,
        old: &Parts,
        new: &Parts,
        depth: u32,
    ) -> Result<Option<Vec<(Id, u64)>>, NotShown> {
        for (before, after, both) in self.live.clone() {
            let is_alike = self.terms.get(before).0 == of && self.terms.get(after).0 == of;
            let taken = |sum: &Parts, live: Id| without(sum, &self.parts(live), of.bits());
            let (left, right) = (taken(old, before), taken(new, after));
            let (Some(left), Some(right)) = (left, right) else { continue };
            if !is_alike || left.0 != right.0 {
                continue;
            }
            let Some(matched) = self.matched(&left.1, &right.1) else { continue };
            let constant = self.terms.constant(of, left.0);
            let mut parts = vec![(both, 1), (constant, 1)];
            for (a, b, times) in matched {
                parts.push((self.pair(a, b, depth + 1)?, times));
            }
            return Ok(Some(parts));
        }
        Ok(None)
    }

    /// Each part on the left with one on the right that occurs as often: with one that it is joined with elsewhere, or with the first that
    /// is the same operation.
    fn matched(&self, left: &[(Id, u64)], right: &[(Id, u64)]) -> Option<Vec<(Id, Id, u64)>> {
        let mut free: Vec<(Id, u64)> = right.to_vec();
        let mut pairs: Vec<(Id, Id, u64)> = Vec::new();
        let is_joined = |id: Id, other: Id| self.done.contains_key(&(id, other));
        let is_like = |id: Id, other: Id| match (&self.terms.get(id).1, &self.terms.get(other).1) {
            _ if self.own.0.contains(&id) => true,
            (Term::Op(a, _), Term::Op(b, _)) => a == b,
            (a, b) => a == b,
        };
        for is_pair in [&is_joined as &dyn Fn(Id, Id) -> bool, &is_like] {
            for (id, times) in left {
                let is_open = pairs.iter().all(|(known, ..)| known != id);
                let at = free.iter().position(|(other, as_often)| as_often == times && is_pair(*id, *other));
                if let Some(at) = at.filter(|_| is_open) {
                    pairs.push((*id, free.remove(at).0, *times));
                }
            }
        }
        (free.is_empty() && pairs.len() == left.len()).then_some(pairs)
    }

    fn parts(&self, id: Id) -> Parts {
        match &self.terms.get(id).1 {
            Term::Sum(bits, parts) => (*bits, parts.clone()),
            Term::Constant(bits) => (*bits, Vec::new()),
            _ => (0, vec![(id, 1)]),
        }
    }
}
