//! Branches on data, in an identity test: both are taken, and what they leave is a choice.
//!
//! A branch may store, and give values. Anything else would happen only where the condition holds, so that a branch which calls,
//! prints, frees, divides, branches on data in turn or fails ends the identity test.

use crate::plan::decode::attributes;
use crate::plan::nodes::Node;
use crate::run::machine::{Machine, Reason, Result};
use crate::values::memory::Written;
use crate::values::value::{Element, Scalar, Slot, Term};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The cells that a branch wrote, and its values.
type Left = (Written, Vec<Slot>);

impl<'p> Machine<'p> {
    /// `scf.if` whose condition is data.
    pub(super) fn either(&mut self, node: &'p Node, condition: Term) -> Result<()> {
        self.only_in_order(node)?;
        // Control must not depend on poison: the first program has to branch on it, too.
        self.numbers.divisions.entry((condition.a, condition.b)).or_insert(self.numbers.events);
        let nests = std::mem::replace(&mut self.uses_nests, false);
        let left = self.branch(node, 0).and_then(|then| Ok([then, self.branch(node, 1)?]));
        self.uses_nests = nests;
        let [(then, values), (other, other_values)] = left?;
        let condition = Scalar::Term(condition);
        let cells: BTreeSet<(usize, usize)> = then.keys().chain(other.keys()).copied().collect();
        for at @ (buffer, cell) in cells {
            let of = &self.buffers[buffer];
            let (element, before) = (of.element, (of.get(cell), of.writers.get(cell)));
            let [x, y] = [&then, &other].map(|left| left.get(&at).copied().unwrap_or(before));
            let value = self.numbers.select(element, condition, x.0, y.0).map_err(|why| self.fault(node, why))?;
            self.write_cell(at, (value, if x.1 == before.1 { y.1 } else { x.1 }));
        }
        let types = self.module.operations[node.op as usize].results.iter().map(|value| self.module.type_of(*value));
        let elements: Vec<Option<Element>> = types.map(|ty| attributes::element(self.module, ty)).collect();
        for (at, slot) in node.results.iter().enumerate() {
            let value = match (&values[at], &other_values[at], elements[at]) {
                (Slot::Scalar(x), Slot::Scalar(y), Some(element)) => {
                    let one = self.numbers.select(element, condition, *x, *y);
                    Slot::Scalar(one.map_err(|why| self.fault(node, why))?)
                }
                (Slot::Vector(x), Slot::Vector(y), Some(element)) if x.len() == y.len() => {
                    let lanes = x.iter().zip(y.iter()).map(|(x, y)| self.numbers.select(element, condition, *x, *y));
                    let lanes: std::result::Result<Vec<_>, _> = lanes.collect();
                    Slot::Vector(Arc::new(lanes.map_err(|why| self.fault(node, why))?))
                }
                (Slot::Memref(x), Slot::Memref(y), _) if x.is_same(y) => Slot::Memref(Arc::clone(x)),
                _ => {
                    let why = "which memory is taken depends on data, so that no identity test is possible";
                    return Err(self.error(node, Reason::Dynamic, why));
                }
            };
            self.slots[*slot as usize] = value;
        }
        Ok(())
    }

    /// One branch, whose stores are taken back.
    fn branch(&mut self, node: &'p Node, region: usize) -> Result<Left> {
        let divisions = self.numbers.divisions.len();
        let outer = self.undo.replace(Written::new());
        let done = self.body(node, region, &node.results);
        let undo = std::mem::replace(&mut self.undo, outer).unwrap_or_default();
        let mut left = Written::new();
        for (at, before) in undo {
            let of = &self.buffers[at.0];
            left.insert(at, (of.get(at.1), of.writers.get(at.1)));
            self.write_cell(at, before);
        }
        // A fault would be one only where the condition holds.
        done.map_err(|error| match error.reason {
            Reason::Fault => {
                let why = "a branch may fail that is taken for some data only, so that no identity test is possible";
                self.error(node, Reason::Dynamic, format!("{why}: {}", error.message))
            }
            _ => error,
        })?;
        if self.numbers.divisions.len() > divisions {
            let why = "a branch divides, or branches on data, that is taken for some data only, so that no identity test is possible";
            return Err(self.error(node, Reason::Dynamic, why));
        }
        let values = node.results.iter().map(|slot| self.slots[*slot as usize].clone()).collect();
        Ok((left, values))
    }

    fn write_cell(&mut self, (buffer, cell): (usize, usize), (value, writer): (Scalar, u32)) {
        if let Some(undo) = &mut self.undo {
            let of = &self.buffers[buffer];
            undo.entry((buffer, cell)).or_insert((of.get(cell), of.writers.get(cell)));
        }
        self.buffers[buffer].set(cell, value, writer);
    }

    /// An error within a branch on data: what this does cannot be taken back.
    pub(super) fn only_certain(&self, node: &Node) -> Result<()> {
        match self.undo {
            Some(_) => {
                let why = "it is done for some data only, so that no identity test is possible";
                Err(self.error(node, Reason::Dynamic, why))
            }
            None => Ok(()),
        }
    }
}
