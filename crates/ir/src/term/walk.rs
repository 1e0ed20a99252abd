//! Walks over terms, each with a stack of its own: terms are deeper than any thread's.

use super::arena::{Node, TermId, Terms};
use super::operator::{UnOp, apply, mask, signed};
use crate::ieee::Operation;
use std::collections::HashMap;

impl Terms {
    /// The value of a term, variables given by number. `None` where an uninterpreted function is met. Of a choice only
    /// the arm that is taken counts.
    pub fn eval(&self, t: TermId, vars: &dyn Fn(u32) -> u128) -> Option<u128> {
        self.evaluated(t, vars, false)
    }

    /// The same with operations on floats computed. Of a NaN that comes out it gives one of many: not for comparing with another's.
    pub fn eval_with_floats(&self, t: TermId, vars: &dyn Fn(u32) -> u128) -> Option<u128> {
        self.evaluated(t, vars, true)
    }

    fn evaluated(&self, t: TermId, vars: &dyn Fn(u32) -> u128, floats: bool) -> Option<u128> {
        let mut values: HashMap<TermId, u128> = HashMap::new();
        // A stack of its own: terms are deeper than any thread's.
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if values.contains_key(&top) {
                stack.pop();
                continue;
            }
            let missing = stack.len();
            match self.node(top) {
                // The condition, then the arm that it picks.
                Node::Ite(c, a, b) => match values.get(c) {
                    None => stack.push(*c),
                    Some(&c) => {
                        let arm = if c == 1 { a } else { b };
                        if !values.contains_key(arm) {
                            stack.push(*arm);
                        }
                    }
                },
                _ => stack.extend(self.operands(top).filter(|operand| !values.contains_key(operand))),
            }
            if stack.len() == missing {
                values.insert(top, self.value(top, vars, &values, floats)?);
                stack.pop();
            }
        }
        values.get(&t).copied()
    }

    /// The value of a term whose operands have values.
    fn value(
        &self,
        t: TermId,
        vars: &dyn Fn(u32) -> u128,
        values: &HashMap<TermId, u128>,
        floats: bool,
    ) -> Option<u128> {
        let width = self.width(t);
        Some(match self.node(t) {
            Node::Const(v) => *v,
            Node::Var(n) => vars(*n) & mask(width),
            Node::Un(UnOp::Not, a) => !values[a] & mask(width),
            Node::Un(UnOp::Neg, a) => values[a].wrapping_neg() & mask(width),
            Node::Bin(op, a, b) => apply(*op, values[a], values[b], self.width(*a)),
            Node::Ite(c, a, b) => values[if values[c] == 1 { a } else { b }],
            Node::Extract(lo, a) => values[a] >> lo & mask(width),
            Node::ZExt(a) => values[a],
            Node::SExt(a) => signed(values[a], self.width(*a)) as u128 & mask(width),
            Node::Concat(h, l) => values[h] << self.width(*l) | values[l],
            Node::Apply(name, args) if floats => {
                let mut bits = [0; 3];
                for (bits, arg) in bits.iter_mut().zip(args) {
                    *bits = values[arg] as u64;
                }
                Operation::named(name)?.apply(bits).into()
            }
            Node::Apply(..) => return None,
        })
    }

    /// The term with every variable replaced by `with(number, width)`; rebuilt through the smart constructors.
    pub fn substitute(&mut self, t: TermId, with: &mut dyn FnMut(&mut Terms, u32, u32) -> TermId) -> TermId {
        let mut done: HashMap<TermId, TermId> = HashMap::new();
        let mut stack = vec![(t, false)];
        while let Some((term, ready)) = stack.pop() {
            if done.contains_key(&term) {
                continue;
            }
            if !ready {
                stack.push((term, true));
                stack.extend(self.operands(term).rev().map(|operand| (operand, false)));
                continue;
            }
            let made = self.rebuilt(term, &done, with);
            done.insert(term, made);
        }
        done[&t]
    }

    /// A term whose operands are rebuilt.
    fn rebuilt(
        &mut self,
        t: TermId,
        done: &HashMap<TermId, TermId>,
        with: &mut dyn FnMut(&mut Terms, u32, u32) -> TermId,
    ) -> TermId {
        let width = self.width(t);
        match self.node(t).clone() {
            Node::Const(_) => t,
            Node::Var(n) => with(self, n, width),
            Node::Un(op, a) => self.un(op, done[&a]),
            Node::Bin(op, a, b) => self.bin(op, done[&a], done[&b]),
            Node::Ite(c, a, b) => self.ite(done[&c], done[&a], done[&b]),
            Node::Extract(lo, a) => self.extract(done[&a], lo, width),
            Node::ZExt(a) => self.zext(done[&a], width),
            Node::SExt(a) => self.sext(done[&a], width),
            Node::Concat(h, l) => self.concat(done[&h], done[&l]),
            Node::Apply(name, args) => {
                let args = args.iter().map(|a| done[a]).collect();
                self.apply(&name, args, width)
            }
        }
    }
}
