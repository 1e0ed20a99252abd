//! Values of registers as terms: sums of 32 bits in one normal form, and everything else as it was computed.

use crate::limits::{MAX_SUM, MAX_TERMS};
use std::collections::HashMap;

/// A term, by its place in [`Terms`]: equal terms have equal places.
pub type Term = u32;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    /// The contents of a register at the beginning of a comparison, by that and by its number.
    Symbol(u32, u16),
    /// A sum of other terms, each so many times, and a constant, without the bits over 32.
    Sum(Vec<(Term, i32)>, i32),
    /// The result of an instruction for its operands.
    Apply(u32, Vec<Term>),
}

/// All terms of a comparison.
#[derive(Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    known: HashMap<Node, Term>,
    names: Vec<String>,
    name_of: HashMap<String, u32>,
}

/// There are more terms than `MAX_TERMS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

impl Terms {
    fn put(&mut self, node: Node) -> Result<Term, TooMany> {
        if let Some(term) = self.known.get(&node) {
            return Ok(*term);
        }
        if self.nodes.len() >= MAX_TERMS {
            return Err(TooMany);
        }
        let term = self.nodes.len() as Term;
        self.nodes.push(node.clone());
        self.known.insert(node, term);
        Ok(term)
    }

    /// The contents of a register at one of the beginnings.
    pub fn symbol(&mut self, beginning: u32, atom: u16) -> Result<Term, TooMany> {
        self.put(Node::Symbol(beginning, atom))
    }

    /// A number of 32 bits.
    pub fn constant(&mut self, number: i32) -> Result<Term, TooMany> {
        self.put(Node::Sum(Vec::new(), number))
    }

    /// The result of an operation of this name for some operands.
    pub fn apply(&mut self, name: &str, operands: Vec<Term>) -> Result<Term, TooMany> {
        let name = match self.name_of.get(name) {
            Some(number) => *number,
            None => {
                let number = self.names.len() as u32;
                self.names.push(name.to_owned());
                self.name_of.insert(name.to_owned(), number);
                number
            }
        };
        self.put(Node::Apply(name, operands))
    }

    /// A term as a sum: what it is made of, and a constant.
    pub fn sum_of(&self, term: Term) -> (Vec<(Term, i32)>, i32) {
        match &self.nodes[term as usize] {
            Node::Sum(parts, constant) => (parts.clone(), *constant),
            _ => (vec![(term, 1)], 0),
        }
    }

    /// The number that a term is, if it is one.
    pub fn number(&self, term: Term) -> Option<i32> {
        match &self.nodes[term as usize] {
            Node::Sum(parts, constant) if parts.is_empty() => Some(*constant),
            _ => None,
        }
    }

    /// The first term, and the second some times.
    pub fn add(&mut self, a: Term, b: Term, times: i32) -> Result<Term, TooMany> {
        let ((mut parts, constant), (more, other)) = (self.sum_of(a), self.sum_of(b));
        for (term, factor) in more {
            let factor = factor.wrapping_mul(times);
            match parts.iter_mut().find(|part| part.0 == term) {
                Some(part) => part.1 = part.1.wrapping_add(factor),
                None => parts.push((term, factor)),
            }
        }
        parts.retain(|part| part.1 != 0);
        parts.sort_unstable();
        let constant = constant.wrapping_add(other.wrapping_mul(times));
        match parts[..] {
            [(term, 1)] if constant == 0 => Ok(term),
            _ if parts.len() > MAX_SUM => self.apply("+", vec![a, b, times as Term]),
            _ => self.put(Node::Sum(parts, constant)),
        }
    }

    /// The difference of two terms where it is a number.
    pub fn distance(&self, a: Term, b: Term) -> Option<i32> {
        let (single, other) = ([(a, 1)], [(b, 1)]);
        let ((parts, constant), (others, more)) = (self.parts(a, &single), self.parts(b, &other));
        (parts == others).then(|| constant.wrapping_sub(more))
    }

    fn parts<'a>(&'a self, term: Term, single: &'a [(Term, i32)]) -> (&'a [(Term, i32)], i32) {
        match &self.nodes[term as usize] {
            Node::Sum(parts, constant) => (parts, *constant),
            _ => (single, 0),
        }
    }

    /// The operands of a term, if an operation of this name made it.
    pub fn applied(&self, term: Term, name: &str) -> Option<&[Term]> {
        match &self.nodes[term as usize] {
            Node::Apply(op, operands) if self.names[*op as usize] == name => Some(operands),
            _ => None,
        }
    }

    /// A term as text, to a depth.
    pub fn text(&self, term: Term, depth: u32, name: &dyn Fn(u16) -> String) -> String {
        match &self.nodes[term as usize] {
            Node::Symbol(_, atom) => name(*atom),
            Node::Sum(parts, constant) => {
                let one = |(term, factor): &(Term, i32)| match factor {
                    1 => self.text(*term, depth, name),
                    factor => format!("{factor} * {}", self.text(*term, depth, name)),
                };
                let mut all: Vec<String> = parts.iter().map(one).collect();
                if *constant != 0 || all.is_empty() {
                    all.push(constant.to_string());
                }
                all.join(" + ")
            }
            Node::Apply(op, operands) => {
                let op = &self.names[*op as usize];
                if operands.is_empty() {
                    return op.clone();
                }
                if depth == 0 {
                    return format!("{op}(..)");
                }
                let list: Vec<String> = operands.iter().map(|one| self.text(*one, depth - 1, name)).collect();
                format!("{op}({})", list.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_have_one_form() {
        let mut terms = Terms::default();
        let (a, b) = (terms.symbol(0, 1).unwrap(), terms.symbol(0, 2).unwrap());
        let four = terms.constant(4).unwrap();
        let one = terms.add(a, b, 2).and_then(|sum| terms.add(sum, four, 1)).unwrap();
        let other =
            terms.add(four, b, 1).and_then(|sum| terms.add(sum, a, 1)).and_then(|sum| terms.add(sum, b, 1)).unwrap();
        assert_eq!(one, other);
        assert_eq!(terms.add(one, b, -2).map(|sum| terms.distance(sum, a)), Ok(Some(4)));
        assert_eq!(terms.add(a, four, -1).and_then(|less| terms.add(less, four, 1)), Ok(a));
    }

    #[test]
    fn what_instructions_compute_is_equal_where_operands_are() {
        let mut terms = Terms::default();
        let (a, b) = (terms.symbol(0, 1).unwrap(), terms.symbol(1, 1).unwrap());
        let of = |terms: &mut Terms, name: &str, x, y| terms.apply(name, vec![x, y]).unwrap();
        assert_eq!(of(&mut terms, "mul", a, b), of(&mut terms, "mul", a, b));
        assert_ne!(of(&mut terms, "mul", a, b), of(&mut terms, "mul", b, a));
        assert_ne!(of(&mut terms, "mul", a, b), of(&mut terms, "mulh", a, b));
    }
}
