//! Look-ups that are made once for all plans of a window in one order of its lanes: they are hundreds, and differ in layouts and costs.

use super::packed_operand::PackedOperand;
use super::runs::Run;
use crate::form::{Forms, Id};
use crate::instructions::TargetInstructions;
use crate::layout::{Layouts, Split};
use crate::matches::{Matches, Ways};
use ahash::{HashMap, HashMapExt as _};
use std::cell::RefCell;
use std::rc::Rc;

/// The part of a sum that a dot product covers, whatever it costs.
pub(super) struct Cover {
    /// The rest that the products do not cover: where the accumulator starts.
    pub start: Option<Id>,
    /// The ways to have the operands: packed operands, runs, and the constant that is added.
    pub ways: Vec<(Vec<PackedOperand>, Vec<Run>, i128)>,
}

/// An instruction among a width's, the terms of a sum and its constant.
type Covered = (usize, Vec<(i128, Id)>, i128);

/// The covers of such sums in one layout; `None` where the instruction covers nothing.
pub(super) type Covers = RefCell<HashMap<Covered, Option<Rc<Cover>>>>;

/// A width and what its layout comes from.
type LayoutKey = (u32, Vec<Split>, bool);

/// See the module. It is of one program: forms have other numbers in another.
pub struct Lookups<'a> {
    /// The target.
    pub target: &'a TargetInstructions,
    /// Instructions found by value.
    matches: &'a Matches,
    ways: RefCell<HashMap<(Id, u32), Rc<Ways>>>,
    covers: RefCell<HashMap<LayoutKey, Rc<Covers>>>,
}

impl<'a> Lookups<'a> {
    /// Nothing is looked up yet.
    pub fn new(target: &'a TargetInstructions, matches: &'a Matches) -> Self {
        Lookups { target, matches, ways: RefCell::new(HashMap::new()), covers: RefCell::new(HashMap::new()) }
    }

    /// The instructions that give a form at a width.
    pub(super) fn ways(&self, forms: &Forms, id: Id, bits: u32) -> Rc<Ways> {
        let mut known = self.ways.borrow_mut();
        Rc::clone(known.entry((id, bits)).or_insert_with(|| Rc::new(self.matches.ways(forms, id, bits))))
    }

    /// The covers of dot products in the layout of a width.
    pub(super) fn covers(&self, layouts: &Layouts, bits: u32) -> Rc<Covers> {
        let key = (bits, layouts.splits_to(bits).to_vec(), layouts.is_packed());
        Rc::clone(self.covers.borrow_mut().entry(key).or_default())
    }
}
