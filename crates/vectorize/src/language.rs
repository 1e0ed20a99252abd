//! The language of the e-graph: vectors by their lanes, and how they are computed. A scalar is a vector of one lane.

use crate::read::Array;
use crate::terms::{Term, TermId, Terms};
use egg::{Analysis, DidMerge, EGraph, Id, Language};
use isotope_mlir::ir::TypeId;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// An e-graph of forms.
pub type Forms = EGraph<Form, Space>;

/// The operation of a form on its children. Numbers are those of [`Space`]'s lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A vector by the values in its lanes: what is wanted, and no way to compute it.
    Lanes(u32),
    /// A constant with these lanes.
    Literal(u32),
    /// Neighbours in an array, from a place on.
    Load {
        /// The array.
        array: u32,
        /// The place.
        first: u64,
        /// How many.
        lanes: u32,
    },
    /// A few neighbours, again and again.
    Repeated {
        /// The array.
        array: u32,
        /// The place.
        first: u64,
        /// How many.
        period: u32,
        /// Lanes of the vector.
        lanes: u32,
    },
    /// One value in each lane.
    Splat {
        /// The value, which is read.
        term: TermId,
        /// Lanes of the vector.
        lanes: u32,
    },
    /// Lanes of one child or of two, by a mask.
    Shuffle(u32),
    /// A vector, some lanes of which nobody reads, by one whose lanes are all known. Its list makes it one class with no other: what it
    /// is computed by says nothing of those lanes.
    Filled(u32),
    /// Lanes put together one by one.
    Elements,
    /// An operation, lane by lane.
    Op(u32),
    /// A product and a sum, rounded once: `a * b + c`, with the flags of this sum.
    Fused(u32),
    /// Products of neighbours, widened, and added in pairs: the dot product's number.
    Dot(u32),
    /// All lanes added up by an operation.
    Reduce(u32),
    /// A piece of the output is stored.
    Store(u32),
    /// A piece of the output is stored one by one.
    Singles(u32),
    /// Everything is done.
    All,
}

/// A way to compute something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form {
    /// The operation.
    pub kind: Kind,
    /// With what.
    pub children: Vec<Id>,
}

impl Language for Form {
    type Discriminant = Kind;

    fn discriminant(&self) -> Kind {
        self.kind
    }

    fn matches(&self, other: &Self) -> bool {
        self.kind == other.kind && self.children.len() == other.children.len()
    }

    fn children(&self) -> &[Id] {
        &self.children
    }

    fn children_mut(&mut self) -> &mut [Id] {
        &mut self.children
    }
}

/// Lanes and type of a vector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// 1 is a scalar; 0 is no value.
    pub lanes: u32,
    /// Of an element.
    pub ty: Option<TypeId>,
}

/// Things with numbers.
#[derive(Clone, Debug)]
pub struct Numbered<T> {
    all: Vec<T>,
    known: HashMap<T, u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered { all: Vec::new(), known: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    /// The number of a thing.
    pub fn number(&mut self, of: T) -> u32 {
        let next = self.all.len() as u32;
        let number = *self.known.entry(of.clone()).or_insert(next);
        if number == next {
            self.all.push(of);
        }
        number
    }

    /// The thing of a number.
    pub fn get(&self, number: u32) -> &T {
        &self.all[number as usize]
    }
}

/// A dot product of narrow integers in pairs: lane `i` is `x[2i] * y[2i] + x[2i+1] * y[2i+1]` of widened lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dot {
    /// Operations that widen both operands.
    pub widen: [u32; 2],
    /// The product.
    pub multiply: u32,
    /// The sum.
    pub add: u32,
}

/// Elements that are written by one store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The array.
    pub array: u32,
    /// The place of the first.
    pub first: u64,
    /// Their values; lanes behind them are not stored.
    pub terms: Vec<TermId>,
}

/// The lists and facts that forms refer to.
#[derive(Clone, Debug, Default)]
pub struct Space {
    /// Values of elements.
    pub terms: Terms,
    /// Arrays: how many elements each has.
    pub counts: Vec<u64>,
    /// Lists of lanes.
    pub lists: Numbered<Vec<TermId>>,
    /// Masks of shuffles.
    pub masks: Numbered<Vec<u32>>,
    /// Dot products.
    pub dots: Numbered<Dot>,
    /// Pieces of the output.
    pub pieces: Vec<Piece>,
    /// Lists of lanes that the rules were applied to.
    pub applied: HashSet<u32>,
    /// Values that have a form as a scalar.
    pub expanded: HashSet<TermId>,
    /// Rules of Diospyros' language alone: it has neither dot products nor sums over lanes.
    pub is_seed: bool,
    /// How often each rule gave a form.
    pub given: HashMap<&'static str, usize>,
    /// Bits of a register.
    pub register: u32,
    /// No rule is applied where there are more forms.
    pub most_forms: usize,
    /// There are too many values.
    pub is_full: bool,
}

impl Space {
    /// That of a kernel's values and arrays.
    pub fn new(terms: Terms, arrays: &[Array], register: u32) -> Space {
        Space { terms, counts: arrays.iter().map(Array::count).collect(), register, ..Space::default() }
    }

    /// A lane that nobody reads.
    pub fn is_any(&self, term: TermId) -> bool {
        *self.terms.term(term) == Term::Any
    }
}

impl Analysis<Form> for Space {
    type Data = Shape;

    fn make(egraph: &mut Forms, form: &Form, _: Id) -> Shape {
        let child = |at: usize| form.children.get(at).map(|id| egraph[*id].data).unwrap_or_default();
        let space = &egraph.analysis;
        match form.kind {
            Kind::Lanes(list) | Kind::Literal(list) => {
                let list = space.lists.get(list);
                Shape { lanes: list.len() as u32, ty: list.first().map(|term| space.terms.ty(*term)) }
            }
            // The lanes that these load are those that the class they join wants.
            Kind::Load { lanes, .. } | Kind::Repeated { lanes, .. } => Shape { lanes, ty: None },
            Kind::Splat { term, lanes } => Shape { lanes, ty: Some(space.terms.ty(term)) },
            Kind::Filled(_) => child(0),
            Kind::Shuffle(mask) => Shape { lanes: space.masks.get(mask).len() as u32, ty: child(0).ty },
            Kind::Elements => Shape { lanes: form.children.len() as u32, ty: child(0).ty },
            Kind::Op(code) => Shape { lanes: child(0).lanes, ty: Some(space.terms.of(code).ty) },
            Kind::Fused(code) => Shape { lanes: child(0).lanes, ty: Some(space.terms.of(code).ty) },
            Kind::Dot(dot) => Shape { lanes: child(0).lanes / 2, ty: Some(space.terms.of(space.dots.get(dot).add).ty) },
            Kind::Reduce(code) => Shape { lanes: 1, ty: Some(space.terms.of(code).ty) },
            Kind::Store(_) | Kind::Singles(_) | Kind::All => Shape::default(),
        }
    }

    fn merge(&mut self, a: &mut Shape, b: Shape) -> DidMerge {
        let before = *a;
        a.ty = a.ty.or(b.ty);
        DidMerge(*a != before, *a != b)
    }
}

/// Adds a form.
pub fn add(forms: &mut Forms, kind: Kind, children: Vec<Id>) -> Id {
    forms.add(Form { kind, children })
}

/// The class of a vector with these lanes.
pub fn lanes(forms: &mut Forms, list: Vec<TermId>) -> Id {
    let list = forms.analysis.lists.number(list);
    add(forms, Kind::Lanes(list), Vec::new())
}

/// A shuffle of one vector or of two.
pub fn shuffle(forms: &mut Forms, mask: Vec<u32>, of: Vec<Id>) -> Id {
    let mask = forms.analysis.masks.number(mask);
    add(forms, Kind::Shuffle(mask), of)
}
