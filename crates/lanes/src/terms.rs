//! Values of one lane as terms. Equal terms are one number.
//!
//! A term is simplified only where the result is defined wherever the operation is: an `and` of false and of something that may be
//! poison stays an `and`.

use crate::error::NotShown;
use crate::limits::{MAX_OPERANDS, MAX_TERMS};
use crate::program::Scalar;
use crate::quick::Map;
use std::collections::hash_map::Entry;

/// A term's number.
pub type Id = usize;

/// A term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// Anything, by number.
    Leaf(usize),
    /// The bits of a value.
    Constant(u64),
    /// A value that nothing may depend on.
    Poison,
    /// The lane's number.
    Lane,
    /// The constant and each term as often as its number says, modulo 2^width. A term that occurs 0 times stays, because it may be poison.
    Sum(u64, Vec<(Id, u64)>),
    /// The other truth value.
    Not(Id),
    /// An operation by name.
    Op(String, Vec<Id>),
}

/// A truth value that is a number, and not poison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// It is known.
    Is(bool),
    /// It depends on this part, which then is no poison either.
    By(Id),
}

/// The low bits.
pub fn cut(bits: u64, width: u32) -> u64 {
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}

/// All terms of one comparison.
#[derive(Debug, Default)]
pub struct Terms {
    pub(crate) all: Vec<(Scalar, Term)>,
    numbers: Map<(Scalar, Term), Id>,
    leaves: usize,
    /// Arguments of linear clauses: the value in a lane, and lane 0's value and the step. Such a value does not wrap, so its
    /// extension is that of lane 0's value and steps.
    linear: Map<Id, (Id, i64)>,
}

impl Terms {
    /// The term and its type.
    pub fn get(&self, id: Id) -> &(Scalar, Term) {
        &self.all[id]
    }

    /// Whether there are no more than allowed.
    pub fn bounded(&self) -> Result<(), NotShown> {
        if self.all.len() > MAX_TERMS { Err(NotShown::bound("MAX_TERMS", MAX_TERMS)) } else { Ok(()) }
    }

    pub(crate) fn put(&mut self, of: Scalar, term: Term) -> Id {
        match self.numbers.entry((of, term)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => {
                self.all.push(free.key().clone());
                *free.insert(self.all.len() - 1)
            }
        }
    }

    /// A value of which nothing is known.
    pub fn leaf(&mut self, of: Scalar) -> Id {
        self.leaves += 1;
        self.put(of, Term::Leaf(self.leaves))
    }

    /// A constant.
    pub fn constant(&mut self, of: Scalar, bits: u64) -> Id {
        self.put(of, Term::Constant(cut(bits, of.bits())))
    }

    /// A truth value.
    pub fn truth(&mut self, value: bool) -> Id {
        self.constant(Scalar::Int(1), value.into())
    }

    /// Poison.
    pub fn poison(&mut self, of: Scalar) -> Id {
        self.put(of, Term::Poison)
    }

    /// The truth value that it is known to be.
    pub fn known(&self, id: Id) -> Option<bool> {
        match self.all[id] {
            (Scalar::Int(1), Term::Constant(bits)) => Some(bits == 1),
            _ => None,
        }
    }

    /// The part that decides a truth value which is known not to be poison: the one that is read first.
    pub fn decided(&self, id: Id) -> Decided {
        if let Some(truth) = self.known(id) {
            return Decided::Is(truth);
        }
        match &self.all[id].1 {
            Term::Not(inner) => match self.decided(*inner) {
                Decided::Is(truth) => Decided::Is(!truth),
                part => part,
            },
            Term::Op(name, of) => match (name.as_str(), &of[..]) {
                ("llvm.select", [condition, ..]) => match self.decided(*condition) {
                    Decided::Is(truth) => self.decided(of[if truth { 1 } else { 2 }]),
                    part => part,
                },
                // Neither is poison, so each of them decides something: a mask may read one of them alone.
                (name @ ("llvm.and" | "llvm.or"), [a, b]) => match (self.decided(*a), self.decided(*b)) {
                    (Decided::Is(a), Decided::Is(b)) => Decided::Is(if name == "llvm.and" { a && b } else { a || b }),
                    (Decided::Is(_), part) | (part, _) => part,
                },
                _ => Decided::By(id),
            },
            _ => Decided::By(id),
        }
    }

    /// Whether it is poison.
    pub fn is_poison(&self, id: Id) -> bool {
        self.all[id].1 == Term::Poison
    }

    /// The value of an argument with a linear clause.
    pub fn linear_argument(&mut self, of: Scalar, first: Id, step: i64) -> Id {
        let whole = self.stepped(of, first, step);
        if matches!(of, Scalar::Int(_)) && step != 0 {
            self.linear.insert(whole, (first, step));
        }
        whole
    }

    /// `first + lane * step`
    pub fn stepped(&mut self, of: Scalar, first: Id, step: i64) -> Id {
        // Bytes are counted by an integer.
        let number = if of == Scalar::Pointer { Scalar::Int(64) } else { of };
        let lane = self.put(number, Term::Lane);
        self.sum(of, 0, &[(first, 1), (lane, step.cast_unsigned())])
    }

    /// One number for each lane.
    pub fn row(&mut self, of: Scalar, numbers: &[u64]) -> Id {
        let width = of.bits();
        let first = numbers.first().copied().unwrap_or_default();
        let step = numbers.get(1).map_or(0, |second| second.wrapping_sub(first));
        let expected = |lane: usize| cut(first.wrapping_add(step.wrapping_mul(lane as u64)), width);
        if numbers.iter().enumerate().any(|(lane, number)| cut(*number, width) != expected(lane)) {
            let lane = self.put(of, Term::Lane);
            return self.put(of, Term::Op(format!("row {numbers:?}"), vec![lane]));
        }
        if cut(step, width) == 0 {
            return self.constant(of, first);
        }
        let lane = self.put(of, Term::Lane);
        self.sum(of, first, &[(lane, step)])
    }

    /// A sum of terms, each as often as its number says.
    pub fn sum(&mut self, of: Scalar, constant: u64, parts: &[(Id, u64)]) -> Id {
        let width = of.bits();
        let (mut total, mut all) = (constant, Vec::<(Id, u64)>::new());
        let mut add = |id: Id, times: u64| match all.iter_mut().find(|(known, _)| *known == id) {
            Some((_, known)) => *known = cut(known.wrapping_add(times), width),
            None => all.push((id, cut(times, width))),
        };
        for (id, times) in parts {
            let is_as_wide = self.all[*id].0.bits() == width;
            match &self.all[*id].1 {
                Term::Constant(bits) if is_as_wide => total = total.wrapping_add(bits.wrapping_mul(*times)),
                Term::Sum(bits, inner) if is_as_wide => {
                    total = total.wrapping_add(bits.wrapping_mul(*times));
                    inner.iter().for_each(|(id, inner)| add(*id, inner.wrapping_mul(*times)));
                }
                _ => add(*id, *times),
            }
        }
        all.sort_unstable();
        match all[..] {
            [] => self.constant(of, total),
            // A pointer without an offset is itself, and so is a number.
            [(one, 1)] if cut(total, width) == 0 && self.all[one].0 == of => one,
            _ if all.len() > MAX_OPERANDS => {
                let name = format!("sum {total}, {:?}", all.iter().map(|(_, times)| times).collect::<Vec<_>>());
                self.put(of, Term::Op(name, all.into_iter().map(|(id, _)| id).collect()))
            }
            _ => self.put(of, Term::Sum(cut(total, width), all)),
        }
    }

    /// The other truth value.
    pub fn not(&mut self, id: Id) -> Id {
        match self.all[id].1 {
            Term::Constant(bits) => self.truth(bits == 0),
            Term::Not(inner) => inner,
            _ => self.put(Scalar::Int(1), Term::Not(id)),
        }
    }

    /// An operation of any name.
    pub fn op(&mut self, of: Scalar, name: &str, operands: Vec<Id>) -> Id {
        self.put(of, Term::Op(name.to_owned(), operands))
    }

    /// One or the other.
    pub fn select(&mut self, of: Scalar, condition: Id, yes: Id, no: Id) -> Id {
        match (self.known(condition), &self.all[condition].1) {
            (Some(true), _) => yes,
            (Some(false), _) => no,
            (None, Term::Not(inner)) => {
                let inner = *inner;
                self.select(of, inner, no, yes)
            }
            _ => match (self.known(yes), self.known(no)) {
                (Some(true), Some(false)) => condition,
                (Some(false), Some(true)) => self.not(condition),
                _ => self.op(of, "llvm.select", vec![condition, yes, no]),
            },
        }
    }

    /// A comparison of integers by MLIR's number: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge.
    pub fn icmp(&mut self, predicate: u8, left: Id, right: Id) -> Id {
        let (scalar, width) = (self.all[left].0, self.all[left].0.bits());
        if let (Term::Constant(a), Term::Constant(b)) = (&self.all[left].1, &self.all[right].1) {
            let signed = |bits: u64| ((bits << (64 - width)).cast_signed()) >> (64 - width);
            let (a, b, signed_a, signed_b) = (*a, *b, signed(*a), signed(*b));
            let value = match predicate {
                0 => a == b,
                1 => a != b,
                2 => signed_a < signed_b,
                3 => signed_a <= signed_b,
                4 => signed_a > signed_b,
                5 => signed_a >= signed_b,
                6 => a < b,
                7 => a <= b,
                8 => a > b,
                _ => a >= b,
            };
            return self.truth(value);
        }
        let mut less = |name: &str, a: Id, b: Id| self.op(Scalar::Int(1), &format!("{name} {scalar:?}"), vec![a, b]);
        match predicate {
            0 => less("equal", left.min(right), left.max(right)),
            2 => less("signed", left, right),
            4 => less("signed", right, left),
            6 => less("unsigned", left, right),
            8 => less("unsigned", right, left),
            // Each of the others is the opposite of one of these.
            odd => {
                let opposite = self.icmp([1, 0, 5, 4, 3, 2, 9, 8, 7, 6][usize::from(odd.min(9))], left, right);
                self.not(opposite)
            }
        }
    }

    /// A comparison of floats by MLIR's number: false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true.
    pub fn fcmp(&mut self, predicate: u8, left: Id, right: Id) -> Id {
        const OPPOSITE: [u8; 16] = [15, 13, 12, 11, 10, 9, 8, 14, 6, 5, 4, 3, 2, 1, 7, 0];
        match predicate {
            2 => self.fcmp(4, right, left),
            3 => self.fcmp(5, right, left),
            8.. => {
                let opposite = self.fcmp(OPPOSITE[usize::from(predicate.min(15))], left, right);
                self.not(opposite)
            }
            _ => self.op(Scalar::Int(1), &format!("fcmp {predicate}"), vec![left, right]),
        }
    }

    /// An operation on each lane by itself.
    pub fn lanewise(&mut self, of: Scalar, name: &str, operands: &[Id]) -> Id {
        let width = of.bits();
        let number = |terms: &Terms, at: usize| match terms.all[operands[at]].1 {
            Term::Constant(bits) => Some(bits),
            _ => None,
        };
        match (name, operands) {
            ("llvm.select", [condition, yes, no]) => self.select(of, *condition, *yes, *no),
            ("llvm.and" | "llvm.or" | "llvm.xor", [a, b]) if self.known(*a).is_some() && self.known(*b).is_some() => {
                let (a, b) = (self.known(*a) == Some(true), self.known(*b) == Some(true));
                self.truth(match name {
                    "llvm.and" => a && b,
                    "llvm.or" => a || b,
                    _ => a != b,
                })
            }
            ("llvm.xor", [a, b]) if of == Scalar::Int(1) && self.known(*b) == Some(true) => self.not(*a),
            ("llvm.xor", [a, b]) if of == Scalar::Int(1) && self.known(*a) == Some(true) => self.not(*b),
            ("llvm.and", [a, b]) if of == Scalar::Int(1) && self.known(*a) == Some(true) => *b,
            ("llvm.and", [a, b]) if of == Scalar::Int(1) && self.known(*b) == Some(true) => *a,
            ("llvm.or", [a, b]) if of == Scalar::Int(1) && self.known(*a) == Some(false) => *b,
            ("llvm.or", [a, b]) if of == Scalar::Int(1) && self.known(*b) == Some(false) => *a,
            ("llvm.add", [a, b]) if width > 1 => self.sum(of, 0, &[(*a, 1), (*b, 1)]),
            ("llvm.getelementptr", [a, b]) => self.sum(of, 0, &[(*a, 1), (*b, 1)]),
            ("llvm.sub", [a, b]) if width > 1 => self.sum(of, 0, &[(*a, 1), (*b, u64::MAX)]),
            ("llvm.mul", [a, b]) if width > 1 => match (number(self, 0), number(self, 1)) {
                (_, Some(times)) => self.sum(of, 0, &[(*a, times)]),
                (Some(times), None) => self.sum(of, 0, &[(*b, times)]),
                _ => self.op(of, name, vec![*a.min(b), *a.max(b)]),
            },
            ("llvm.shl", [a, _]) if width > 1 && number(self, 1).is_some_and(|by| by < u64::from(width)) => {
                let times = 1 << number(self, 1).unwrap_or_default();
                self.sum(of, 0, &[(*a, times)])
            }
            ("llvm.sext", [a]) => match self.linear.get(a).copied() {
                Some((first, step)) => {
                    let first = self.op(of, &format!("llvm.sext {:?}", self.all[first].0), vec![first]);
                    self.stepped(of, first, step)
                }
                None => self.cast(of, name, *a),
            },
            ("llvm.trunc", [a]) if width > 1 => self.trunc(of, *a),
            (_, [a]) => self.cast(of, name, *a),
            _ => self.op(of, name, operands.to_vec()),
        }
    }

    /// Whether it is a number, and no truth value.
    pub fn is_number(&self, id: Id) -> bool {
        matches!(self.all[id], (scalar, Term::Constant(_)) if scalar != Scalar::Int(1))
    }

    /// Its operands.
    pub fn operands(&self, id: Id) -> Vec<Id> {
        match &self.all[id].1 {
            Term::Not(inner) => vec![*inner],
            Term::Sum(_, parts) => parts.iter().map(|(id, _)| *id).collect(),
            Term::Op(_, operands) => operands.clone(),
            Term::Leaf(_) | Term::Constant(_) | Term::Poison | Term::Lane => Vec::new(),
        }
    }

    /// The same term with its operands in these places.
    pub fn rebuilt(&mut self, id: Id, mut change: impl FnMut(&mut Terms, Id) -> Id) -> Id {
        let (scalar, term) = self.all[id].clone();
        match term {
            Term::Not(inner) => {
                let inner = change(self, inner);
                self.not(inner)
            }
            Term::Sum(constant, parts) => {
                let parts: Vec<_> = parts.into_iter().map(|(id, times)| (change(self, id), times)).collect();
                self.sum(scalar, constant, &parts)
            }
            Term::Op(name, operands) => {
                let changed: Vec<_> = operands.iter().map(|id| change(self, *id)).collect();
                match (name.as_str(), &changed[..]) {
                    ("llvm.select", [condition, yes, no]) => self.select(scalar, *condition, *yes, *no),
                    ("llvm.and" | "llvm.or" | "llvm.xor" | "llvm.mul", _) => self.lanewise(scalar, &name, &changed),
                    (equal, [a, b]) if equal.starts_with("equal ") => {
                        self.op(scalar, &name, vec![*a.min(b), *a.max(b)])
                    }
                    _ => self.op(scalar, &name, changed),
                }
            }
            Term::Leaf(_) | Term::Constant(_) | Term::Poison | Term::Lane => id,
        }
    }
}
