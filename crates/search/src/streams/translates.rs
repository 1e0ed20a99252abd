//! Which forms are translates of one another: what `regrouping` has found out of them.

use crate::form::{Form, Id};
use ahash::HashMap;
use isotope_ir::types::Type;
use std::collections::BTreeMap;

/// A form as one of its translates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Translate {
    /// Forms of one class are translates.
    pub class: u32,
    /// Where it begins to read, in elements; `None` for what reads the same in every lane.
    pub at: Option<i64>,
}

/// The translates of forms.
#[derive(Clone, Debug, Default)]
pub struct Translates {
    /// By form.
    pub(crate) of: Vec<Translate>,
    pub(crate) classes: HashMap<Class, u32>,
    /// For each class of forms that are computed, the first form at each place.
    pub(crate) members: HashMap<u32, BTreeMap<i64, Id>>,
}

/// The common part of the forms of a class.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    /// Loads of neighbouring elements of an array.
    Loads(u32, Type),
    /// A form that is like no other.
    Own(Id),
    /// The shape of a form, with classes in the place of its operands, and how far these lie apart.
    Made(Form, Vec<Option<i64>>),
}

impl Translates {
    /// A form as a translate; `None` for one that was made after classes were given.
    pub fn of(&self, id: Id) -> Option<Translate> {
        self.of.get(id.0 as usize).copied()
    }

    /// The outermost translates of a form that is computed and lies between them, and how many there are in all.
    pub fn around(&self, id: Id) -> Option<(Id, Id, usize)> {
        let Translate { class, at } = self.of(id)?;
        let members = self.members.get(&class)?;
        let ((first, low), (last, high)) = (members.first_key_value()?, members.last_key_value()?);
        (*first < at? && at? < *last).then_some((*low, *high, members.len()))
    }

    /// The first of the translates of a form that is computed and that is the last of them, how many lanes before it begins, and how
    /// many there are.
    pub fn before(&self, id: Id) -> Option<(Id, u32, usize)> {
        let Translate { class, at } = self.of(id)?;
        let members = self.members.get(&class)?;
        let ((first, low), (last, _)) = (members.first_key_value()?, members.last_key_value()?);
        let by = u32::try_from(last.checked_sub(*first)?).ok()?;
        (by > 0 && at == Some(*last)).then_some((*low, by, members.len()))
    }

    /// Whether any form lies between two of its translates.
    pub fn is_any_between(&self) -> bool {
        self.members.values().any(|members| members.len() > 2)
    }
}
