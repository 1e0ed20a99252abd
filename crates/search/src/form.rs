//! Integer forms: what one lane computes, as exact integer arithmetic.
//!
//! Halide's fixed-width operations become sums, products, floors and clamps over the integers, with a wrap only
//! where the interval of a value leaves its type. In this form "rounding shift, saturate, add a zero point, saturate"
//! is one floor and one clamp, and a sum of products is one sum however it was written. Forms are merged by their
//! values on samples (observational equivalence), so a merge is a guess: nothing here is trusted, the finished program
//! is proved against the window's own lanes.
//!
//! Integers have 128 bits here. Values and coefficients past them wrap, as the window's own values do, and ranges end
//! at them: a range that reaches an end fits no type, so nothing is concluded from it.

mod clamps;
mod floats;
mod floors;
mod linear;
mod logic;
mod phrasing;
mod range;
mod sharing;
mod steps;
mod wraps;

pub use floats::Floating;
pub(super) use range::gcd;
pub use range::{Range, fits, type_range, within};
pub use range::{power, wrap};

use crate::limits;
use ahash::{HashMap, HashMapExt as _};
use isotope_ir::soft_float::bounds::Bounds;

/// A form of a [`Forms`] arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub u32);

/// Comparisons that survive normalisation; the others swap operands or branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Test {
    /// a = b
    Equal,
    /// a < b
    Less,
}

/// Bitwise operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Bitwise {
    And,
    Or,
    Xor,
}

/// The shape of a form.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// One leaf element per lane, by number.
    Stream(u32),
    /// A constant.
    Const(i128),
    /// Constants that differ between lanes, by number.
    LaneConst(u32),
    /// Sum of coefficient times form, plus a constant. Sorted, coefficients not zero.
    Sum(Vec<(i128, Id)>, i128),
    /// A product of two forms that are not constant.
    Mul(Id, Id),
    /// floor(x / 2^k).
    Shr(Id, u32),
    /// floor(x / 2^y), y from 0 to 63.
    ShrBy(Id, Id),
    /// floor(x / d), d positive and no power of two.
    Div(Id, i128),
    /// Clamped to constant bounds.
    Clamp(Id, i128, i128),
    /// The smaller.
    Min(Id, Id),
    /// The larger.
    Max(Id, Id),
    /// The magnitude.
    Abs(Id),
    /// Reduced modulo 2^bits into the range of a type, signed or not.
    Wrap(Id, u32, bool),
    /// Bit by bit on two's complement.
    Bits(Bitwise, Id, Id),
    /// 1 where it holds, else 0.
    Test(Test, Id, Id),
    /// (condition, then, else).
    Select(Id, Id, Id),
    /// An operation of floats, on their bits.
    Float(Floating, Vec<Id>),
}

impl Form {
    /// Its operands.
    pub fn operands(&self) -> Vec<Id> {
        match self {
            Form::Stream(_) | Form::Const(_) | Form::LaneConst(_) => vec![],
            Form::Sum(terms, _) => terms.iter().map(|t| t.1).collect(),
            Form::Shr(a, _) | Form::Div(a, _) | Form::Clamp(a, ..) | Form::Abs(a) | Form::Wrap(a, ..) => vec![*a],
            Form::Mul(a, b) | Form::ShrBy(a, b) | Form::Min(a, b) | Form::Max(a, b) => vec![*a, *b],
            Form::Bits(_, a, b) | Form::Test(_, a, b) => vec![*a, *b],
            Form::Select(a, b, c) => vec![*a, *b, *c],
            Form::Float(_, args) => args.clone(),
        }
    }
}

/// Hash-consed forms with their ranges and their values on samples.
pub struct Forms {
    samples: usize,
    forms: Vec<Form>,
    /// By id: bounds that hold for every input, not only for the samples.
    ranges: Vec<Range>,
    /// By id: the exact value on each sample, before any reduction to a width.
    values: Vec<Vec<i128>>,
    /// Of forms of floats, between which they lie.
    bounds: HashMap<Id, Bounds>,
    /// Hash-consing: equal forms are one id, so that equality of forms is equality of ids.
    index: HashMap<Form, Id>,
    /// Rewritings under way, one in the other.
    rewriting: u32,
    /// Forms under a wrap to so many bits, of that sign: each is looked at once, though many forms share it.
    unwrapped: HashMap<(Id, u32, bool), Id>,
}

impl Forms {
    /// An empty arena whose forms are valued on so many samples.
    pub fn new(samples: usize) -> Self {
        let (index, unwrapped, bounds) = (HashMap::new(), HashMap::new(), HashMap::new());
        Forms { samples, forms: vec![], ranges: vec![], values: vec![], bounds, index, rewriting: 0, unwrapped }
    }

    /// The shape behind an id.
    pub fn form(&self, id: Id) -> &Form {
        &self.forms[id.0 as usize]
    }

    /// Sound bounds of a form.
    pub fn range(&self, id: Id) -> Range {
        self.ranges[id.0 as usize]
    }

    /// Values of a form on the samples.
    pub fn values(&self, id: Id) -> &[i128] {
        &self.values[id.0 as usize]
    }

    /// How many forms there are.
    pub fn len(&self) -> usize {
        self.forms.len()
    }

    /// Whether there is no form yet.
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// All forms made so far, operands before users.
    pub fn all(&self) -> Vec<Id> {
        (0..self.forms.len() as u32).map(Id).collect()
    }

    /// The constant behind a form.
    pub fn as_const(&self, id: Id) -> Option<i128> {
        match self.form(id) {
            Form::Const(v) => Some(*v),
            _ => None,
        }
    }

    /// One rewriting of a form into a simpler one, which may rewrite what it makes; `None` past the depth at which
    /// forms are left as they are written.
    fn rewritten<T>(&mut self, rewrite: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.rewriting == limits::REWRITINGS {
            return None;
        }
        self.rewriting += 1;
        let made = rewrite(self);
        self.rewriting -= 1;
        made
    }

    /// The id of a form, made if it is new. The values are computed once; the range is the caller's
    /// to know, because it follows from what the form is made from, and may be tighter than any
    /// rule on the form alone.
    fn intern(&mut self, form: Form, range: Range, values: impl FnOnce(&Self) -> Vec<i128>) -> Id {
        if let Some(&id) = self.index.get(&form) {
            return id;
        }
        let values = values(self);
        let id = Id(self.forms.len() as u32);
        self.index.insert(form.clone(), id);
        self.forms.push(form);
        self.ranges.push(range);
        self.values.push(values);
        id
    }

    /// A leaf stream with its range and samples.
    pub fn stream(&mut self, number: u32, range: Range, values: Vec<i128>) -> Id {
        self.intern(Form::Stream(number), range, |_| values)
    }

    /// Constants that differ between lanes; its samples are picked from them.
    pub fn lane_const(&mut self, number: u32, range: Range, values: Vec<i128>) -> Id {
        self.intern(Form::LaneConst(number), range, |_| values)
    }

    /// How many samples there are.
    fn samples(&self) -> usize {
        self.samples
    }

    /// A constant.
    pub fn constant(&mut self, v: i128) -> Id {
        self.intern(Form::Const(v), (v, v), |s| vec![v; s.samples()])
    }

    /// A function of one form, sample by sample.
    pub fn map1(&self, a: Id, f: impl Fn(i128) -> i128) -> Vec<i128> {
        self.values(a).iter().map(|&x| f(x)).collect()
    }

    /// The same of two.
    pub fn map2(&self, a: Id, b: Id, f: impl Fn(i128, i128) -> i128) -> Vec<i128> {
        self.values(a).iter().zip(self.values(b)).map(|(&x, &y)| f(x, y)).collect()
    }
}
