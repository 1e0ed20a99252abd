//! How free terms were made: an identity test knows them by their values alone, and a proof needs their operations.

use crate::limits::MAX_RECORDED;
use crate::values::op::Op;
use crate::values::value::{Element, Term};
use std::collections::HashMap;

/// The values of a term at both points, by which it is known.
pub type Name = (u64, u64);

/// How a term was made. A term without a definition is an input, or nothing is known of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Definition {
    /// A known integer.
    Constant(i64),
    /// An operation on numbers.
    Operation {
        /// Which.
        op: Op,
        /// Of its operands.
        from: Element,
        /// Of its result.
        to: Element,
        /// In order.
        operands: Vec<Name>,
    },
    /// `condition ? x : y`
    Select {
        /// Of both.
        element: Element,
        /// Condition, then, else.
        operands: [Name; 3],
    },
    /// Bits of lanes that lie side by side, the lowest first.
    Bits {
        /// Of each lane.
        from: Element,
        /// Of the result.
        to: Element,
        /// The lanes.
        lanes: Vec<Name>,
        /// The result's first bit among theirs.
        at: u32,
    },
}

/// Definitions by names.
#[derive(Clone, Debug, Default)]
pub struct Record {
    definitions: HashMap<Name, Definition>,
    is_full: bool,
}

impl Record {
    /// Takes a definition down, unless the term has one or there are too many.
    pub fn add(&mut self, term: Term, definition: Definition) {
        if self.definitions.len() < MAX_RECORDED {
            self.definitions.entry(name(term)).or_insert(definition);
        } else {
            self.is_full = true;
        }
    }

    /// How a term was made.
    pub fn of(&self, name: Name) -> Option<&Definition> {
        self.definitions.get(&name)
    }

    /// Whether definitions are missing.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Those of another run with the same key.
    pub fn join(&mut self, other: Record) {
        self.is_full |= other.is_full || self.definitions.len() + other.definitions.len() > 2 * MAX_RECORDED;
        self.definitions.extend(other.definitions);
    }
}

/// The name of a term.
pub fn name(term: Term) -> Name {
    (term.a, term.b)
}
