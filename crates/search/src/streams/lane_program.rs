//! A window as forms over streams.

use super::adder::Adder;
use super::results::Results;
use super::translates::Translates;
use crate::form::{Form, Forms, Id};
use crate::scaling::scalings;
use ahash::{HashMap, HashSet, HashSetExt as _};
use isotope_ir::expr::LeafId;
use isotope_ir::memory::{Memory, Place};
use isotope_ir::types::Type;
use isotope_smt::effort::{Effort, Ended};
use std::collections::BTreeSet;

/// Where each lane of a stream comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    /// (leaf, element) for each lane: the one that stands for what lies there ([`Memory::representative`]).
    pub source: Vec<(LeafId, u32)>,
    /// The element's type.
    pub element: Type,
    /// Whether all lanes come from one element. Planning asks often.
    pub is_uniform: bool,
}

/// A window as forms over streams.
pub struct LaneProgram {
    /// The forms.
    pub forms: Forms,
    /// Streams, by number.
    pub streams: Vec<Stream>,
    /// The memory that the leaves read.
    pub memory: Memory,
    /// Lane constants, by number: one value for each lane.
    pub lane_consts: Vec<Vec<i128>>,
    /// The form of each lane of each result.
    pub roots: Vec<Id>,
    /// Forms with the values of another, of which they are scalings.
    pub scaled: HashMap<Id, Vec<Id>>,
    /// Forms with the values of another, of which they are regroupings.
    pub regrouped: HashMap<Id, Vec<Id>>,
    /// The additions of those that are carry-save.
    pub adders: BTreeSet<Adder>,
    /// Which forms differ only in where they read.
    pub translates: Translates,
    /// Where a form that was made for another's scalings or regroupings stands: before that.
    pub made_for: HashMap<Id, Id>,
    /// How many forms there were before regroupings.
    pub plain: usize,
    /// How many forms were made in reading the window.
    pub given: usize,
    /// Where the results stand, of which there is mostly one.
    pub results: Results,
}

/// Why the fast engine leaves a window to the baseline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// Lanes differ in more than their indices.
    #[error("lanes of the window compute different things")]
    MixedLanes,
    /// An operation without an integer form.
    #[error("{0} has no integer form")]
    Operation(String),
    /// There is nothing to search among.
    #[error("no instruction of the dictionary runs on the target")]
    NoInstructions,
    /// The search ended before the window was read.
    #[error(transparent)]
    Ended(#[from] Ended),
}

/// A lane in which a program went wrong, and the input: variables of [`isotope_ir::lanes::leaf_var`] with their values.
pub type Counterexample = (u32, Vec<(u32, u128)>);

impl LaneProgram {
    /// Looks for scalings of every form.
    ///
    /// After reading, so that scalings are found of what all of the window is, and before planning,
    /// so that instructions are matched to them too. The forms that this makes stand, in the order
    /// of planning, before what they are scalings of.
    pub(super) fn scale(&mut self, effort: &Effort<'_>) -> Result<(), Ended> {
        for id in self.forms.all() {
            let before = self.forms.len();
            let found = scalings(&mut self.forms, id, effort)?;
            self.made_for.extend((before..self.forms.len()).map(|made| (Id(made as u32), id)));
            if !found.is_empty() {
                self.scaled.insert(id, found);
            }
        }
        Ok(())
    }

    /// The forms that instructions are tried on. Regroupings are not: they are many, and made to be computed as they are.
    pub fn searched(&self) -> Vec<Id> {
        (0..self.plain as u32).map(Id).collect()
    }

    /// The type of each result.
    pub fn ty(&self) -> Type {
        self.results.ty
    }

    /// The form of the first result.
    pub fn root(&self) -> Id {
        self.roots[0]
    }

    /// The forms that the results need, by their own operands or by those of scalings and regroupings. Sums on the way to longer ones are not.
    pub fn needed(&self) -> HashSet<Id> {
        let (mut needed, mut open) = (HashSet::new(), self.roots.clone());
        while let Some(id) = open.pop() {
            if needed.insert(id) {
                open.extend(self.forms.form(id).operands());
                open.extend([&self.scaled, &self.regrouped].into_iter().filter_map(|of| of.get(&id)).flatten());
            }
        }
        needed
    }

    /// Whether a form is the window's own, a scaling's or a regrouping's; the others are made in planning.
    pub fn is_given(&self, id: Id) -> bool {
        (id.0 as usize) < self.given
    }

    /// Where a form that is given stands: after its operands, and what is made for its scalings and regroupings just before it.
    ///
    /// The middle of the triple puts what was made for a form before the form itself; among those
    /// the order of making decides.
    pub fn order(&self, id: Id) -> (Id, bool, Id) {
        self.made_for.get(&id).map_or((id, true, id), |&user| (user, false, id))
    }

    /// Where the element that a form reads in a lane is, if the form is a stream.
    pub fn place(&self, id: Id, lane: u32) -> Option<Place> {
        let (leaf, element) = self.stream(id)?.source[lane as usize];
        Some(self.memory.place(leaf, element))
    }

    /// Whether a form has one value for all lanes.
    pub fn is_uniform(&self, id: Id) -> bool {
        match self.forms.form(id) {
            Form::Const(_) => true,
            Form::Stream(number) => self.streams[*number as usize].is_uniform,
            _ => false,
        }
    }

    /// The stream that a form is.
    pub fn stream(&self, id: Id) -> Option<&Stream> {
        match self.forms.form(id) {
            Form::Stream(n) => Some(&self.streams[*n as usize]),
            _ => None,
        }
    }
}
