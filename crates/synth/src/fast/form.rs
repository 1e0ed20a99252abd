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

mod floors;

use super::layout::WIDTHS;
use crate::limits;
use std::collections::HashMap;

/// A form of a [`Forms`] arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub u32);

/// Bounds of a value, inclusive.
pub type Range = (i128, i128);

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
}

impl Form {
    /// What it is made from.
    pub fn operands(&self) -> Vec<Id> {
        match self {
            Form::Stream(_) | Form::Const(_) | Form::LaneConst(_) => vec![],
            Form::Sum(terms, _) => terms.iter().map(|t| t.1).collect(),
            Form::Shr(a, _) | Form::Div(a, _) | Form::Clamp(a, ..) | Form::Abs(a) | Form::Wrap(a, ..) => vec![*a],
            Form::Mul(a, b) | Form::ShrBy(a, b) | Form::Min(a, b) | Form::Max(a, b) => vec![*a, *b],
            Form::Bits(_, a, b) | Form::Test(_, a, b) => vec![*a, *b],
            Form::Select(a, b, c) => vec![*a, *b, *c],
        }
    }
}

/// Hash-consed forms with their ranges and their values on samples.
pub struct Forms {
    samples: usize,
    forms: Vec<Form>,
    ranges: Vec<Range>,
    values: Vec<Vec<i128>>,
    index: HashMap<Form, Id>,
    /// Rewritings under way, one in the other.
    rewriting: u32,
}

/// The range of a type of `bits` bits.
pub fn type_range(bits: u32, signed: bool) -> Range {
    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

/// Whether `inner` lies in `outer`.
pub fn within(inner: Range, outer: Range) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}

/// Whether all values of a range are told apart by `bits` bits of two's complement or of unsigned binary.
pub fn fits(range: Range, bits: u32) -> bool {
    within(range, type_range(bits, true)) || within(range, type_range(bits, false))
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

/// 2^k, where there is room for it.
pub(super) fn power(k: u32) -> Option<i128> {
    (k < 127).then(|| 1 << k)
}

fn wrap(value: i128, bits: u32, signed: bool) -> i128 {
    let low = value & ((1 << bits) - 1);
    if signed && low >> (bits - 1) == 1 { low - (1 << bits) } else { low }
}

impl Forms {
    /// An empty arena whose forms are valued on so many samples.
    pub fn new(samples: usize) -> Self {
        Forms { samples, forms: vec![], ranges: vec![], values: vec![], index: HashMap::new(), rewriting: 0 }
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

    fn samples(&self) -> usize {
        self.samples
    }

    /// A constant.
    pub fn constant(&mut self, v: i128) -> Id {
        self.intern(Form::Const(v), (v, v), |s| vec![v; s.samples()])
    }

    fn map1(&self, a: Id, f: impl Fn(i128) -> i128) -> Vec<i128> {
        self.values(a).iter().map(|&x| f(x)).collect()
    }

    fn map2(&self, a: Id, b: Id, f: impl Fn(i128, i128) -> i128) -> Vec<i128> {
        self.values(a).iter().zip(self.values(b)).map(|(&x, &y)| f(x, y)).collect()
    }

    /// A form as a linear combination of others.
    pub fn linear(&self, id: Id) -> (Vec<(i128, Id)>, i128) {
        match self.form(id) {
            Form::Const(k) => (vec![], *k),
            Form::Sum(terms, k) => (terms.clone(), *k),
            _ => (vec![(1, id)], 0),
        }
    }

    /// Sum of coefficient times form, plus a constant.
    pub fn sum(&mut self, terms: &[(i128, Id)], constant: i128) -> Id {
        let mut flat: Vec<(Id, i128)> = Vec::new();
        let mut constant = constant;
        for &(c, x) in terms {
            let (inner, k) = self.linear(x);
            constant = constant.wrapping_add(c.wrapping_mul(k));
            flat.extend(inner.into_iter().map(|(d, y)| (y, c.wrapping_mul(d))));
        }
        flat.sort();
        let mut merged: Vec<(i128, Id)> = Vec::new();
        for (x, c) in flat {
            match merged.last_mut() {
                Some(last) if last.1 == x => last.0 = last.0.wrapping_add(c),
                _ => merged.push((c, x)),
            }
        }
        merged.retain(|t| t.0 != 0);
        match merged[..] {
            [] => return self.constant(constant),
            [(1, x)] if constant == 0 => return x,
            [(1, x)] => {
                if let Some(moved) = self.rewritten(|f| f.inwards(x, constant)) {
                    return moved;
                }
            }
            _ => {}
        }
        let mut range = (constant, constant);
        for &(c, x) in &merged {
            let (lo, hi) = self.range(x);
            let (a, b) = (c.saturating_mul(lo), c.saturating_mul(hi));
            range = (range.0.saturating_add(a.min(b)), range.1.saturating_add(a.max(b)));
        }
        let terms = merged.clone();
        self.intern(Form::Sum(merged, constant), range, |s| {
            let mut out = vec![constant; s.samples()];
            for &(c, x) in &terms {
                out.iter_mut().zip(s.values(x)).for_each(|(o, v)| *o = o.wrapping_add(c.wrapping_mul(*v)));
            }
            out
        })
    }

    /// A form plus a constant, with the constant moved into what stays outermost.
    fn inwards(&mut self, x: Id, constant: i128) -> Option<Id> {
        match *self.form(x) {
            // clamp(y, l, h) + k = clamp(y + k, l + k, h + k).
            Form::Clamp(y, lo, hi) => {
                let moved = self.sum(&[(1, y)], constant);
                Some(self.clamp(moved, lo.saturating_add(constant), hi.saturating_add(constant)))
            }
            // floor(y / 2^k) + c = floor((y + 2^k c) / 2^k), unless that makes a wider y.
            Form::Shr(y, k) => {
                let shifted = constant.checked_mul(power(k)?)?;
                let (lo, hi) = self.range(y);
                let wider = |r: Range| WIDTHS.into_iter().find(|&w| fits(r, w));
                if wider((lo, hi)) != wider((lo.saturating_add(shifted), hi.saturating_add(shifted))) {
                    return None;
                }
                let moved = self.sum(&[(1, y)], shifted);
                Some(self.shr(moved, k))
            }
            _ => None,
        }
    }

    /// a + b
    pub fn add(&mut self, a: Id, b: Id) -> Id {
        self.sum(&[(1, a), (1, b)], 0)
    }

    /// a - b
    pub fn sub(&mut self, a: Id, b: Id) -> Id {
        self.sum(&[(1, a), (-1, b)], 0)
    }

    /// A sum without its common factor, and that factor.
    pub fn primitive(&mut self, a: Id) -> (i128, Id) {
        let Form::Sum(terms, k) = self.form(a).clone() else {
            return (1, a);
        };
        let g = terms.iter().fold(k, |g, t| gcd(g, t.0)).max(1);
        if g == 1 {
            return (1, a);
        }
        let terms: Vec<_> = terms.into_iter().map(|(c, x)| (c / g, x)).collect();
        (g, self.sum(&terms, k / g))
    }

    /// a * b
    pub fn mul(&mut self, a: Id, b: Id) -> Id {
        match (self.as_const(a), self.as_const(b)) {
            (Some(c), _) => return self.sum(&[(c, b)], 0),
            (_, Some(c)) => return self.sum(&[(c, a)], 0),
            _ => {}
        }
        let ((ga, a), (gb, b)) = (self.primitive(a), self.primitive(b));
        let (a, b) = (a.min(b), a.max(b));
        let ((al, ah), (bl, bh)) = (self.range(a), self.range(b));
        let corners = [al.saturating_mul(bl), al.saturating_mul(bh), ah.saturating_mul(bl), ah.saturating_mul(bh)];
        let lo = if a == b {
            if al <= 0 && ah >= 0 { 0 } else { corners[0].min(corners[3]) }
        } else {
            corners.into_iter().fold(i128::MAX, i128::min)
        };
        let range = (lo, corners.into_iter().fold(i128::MIN, i128::max));
        let product = self.intern(Form::Mul(a, b), range, |s| s.map2(a, b, |x, y| x.wrapping_mul(y)));
        self.sum(&[(ga.wrapping_mul(gb), product)], 0)
    }

    /// The smaller; a constant bound is a clamp.
    pub fn min(&mut self, a: Id, b: Id) -> Id {
        if a == b {
            return a;
        }
        if let Some(hi) = self.as_const(b) {
            let lo = self.range(a).0.min(hi);
            return self.clamp(a, lo, hi);
        }
        if self.as_const(a).is_some() {
            return self.min(b, a);
        }
        let (a, b) = (a.min(b), a.max(b));
        let (ra, rb) = (self.range(a), self.range(b));
        self.intern(Form::Min(a, b), (ra.0.min(rb.0), ra.1.min(rb.1)), |s| s.map2(a, b, i128::min))
    }

    /// The larger; a constant bound is a clamp.
    pub fn max(&mut self, a: Id, b: Id) -> Id {
        if a == b {
            return a;
        }
        if let Some(lo) = self.as_const(b) {
            let hi = self.range(a).1.max(lo);
            return self.clamp(a, lo, hi);
        }
        if self.as_const(a).is_some() {
            return self.max(b, a);
        }
        let (a, b) = (a.min(b), a.max(b));
        let (ra, rb) = (self.range(a), self.range(b));
        self.intern(Form::Max(a, b), (ra.0.max(rb.0), ra.1.max(rb.1)), |s| s.map2(a, b, i128::max))
    }

    /// The magnitude.
    pub fn abs(&mut self, a: Id) -> Id {
        let (lo, hi) = self.range(a);
        if lo >= 0 {
            return a;
        }
        // |x| = |-x|: the smaller leading coefficient sign decides.
        if let Form::Sum(terms, k) = self.form(a).clone()
            && terms[0].0 < 0
        {
            let terms: Vec<_> = terms.into_iter().map(|(c, x)| (c.wrapping_neg(), x)).collect();
            let negated = |f: &mut Self| {
                let negated = f.sum(&terms, k.wrapping_neg());
                Some(f.abs(negated))
            };
            if let Some(abs) = self.rewritten(negated) {
                return abs;
            }
        }
        let least = if hi < 0 { hi.saturating_neg() } else { 0 };
        self.intern(Form::Abs(a), (least, hi.max(lo.saturating_neg())), |s| s.map1(a, i128::wrapping_abs))
    }

    /// Reduced into the range of a type; inner wraps of at least as many bits vanish from sums and products.
    pub fn wrap(&mut self, a: Id, bits: u32, signed: bool) -> Id {
        let target = type_range(bits, signed);
        if within(self.range(a), target) {
            return a;
        }
        if let Some(v) = self.as_const(a) {
            return self.constant(wrap(v, bits, signed));
        }
        let open = self.unwrapped(a, bits);
        if within(self.range(open), target) {
            return open;
        }
        self.intern(Form::Wrap(open, bits, signed), target, |s| s.map1(open, |x| wrap(x, bits, signed)))
    }

    fn unwrapped(&mut self, a: Id, bits: u32) -> Id {
        let inner = |f: &mut Self| match f.form(a).clone() {
            Form::Wrap(b, inner, _) if inner >= bits => Some(f.unwrapped(b, bits)),
            Form::Sum(terms, k) => {
                let terms: Vec<_> = terms.into_iter().map(|(c, x)| (c, f.unwrapped(x, bits))).collect();
                Some(f.sum(&terms, k))
            }
            _ => None,
        };
        self.rewritten(inner).unwrap_or(a)
    }

    /// Bit by bit.
    pub fn bits(&mut self, op: Bitwise, a: Id, b: Id) -> Id {
        let (a, b) = (a.min(b), a.max(b));
        let (ra, rb) = (self.range(a), self.range(b));
        let reach = |v: i128| 128 - (if v < 0 { !v } else { v }).leading_zeros();
        let n = [ra.0, ra.1, rb.0, rb.1].into_iter().map(reach).max().unwrap_or(0);
        let signed = ra.0 < 0 || rb.0 < 0;
        let most = power(n).map_or(i128::MAX, |p| p - 1);
        let range = (if signed { -most - 1 } else { 0 }, most);
        self.intern(Form::Bits(op, a, b), range, |s| {
            s.map2(a, b, |x, y| match op {
                Bitwise::And => x & y,
                Bitwise::Or => x | y,
                Bitwise::Xor => x ^ y,
            })
        })
    }

    /// 1 where the test holds.
    pub fn test(&mut self, op: Test, a: Id, b: Id) -> Id {
        let (a, b) = if op == Test::Equal { (a.min(b), a.max(b)) } else { (a, b) };
        self.intern(Form::Test(op, a, b), (0, 1), |s| {
            s.map2(a, b, |x, y| match op {
                Test::Equal => (x == y) as i128,
                Test::Less => (x < y) as i128,
            })
        })
    }

    /// One minus a truth value.
    pub fn not(&mut self, c: Id) -> Id {
        self.sum(&[(-1, c)], 1)
    }

    /// (condition, then, else).
    pub fn select(&mut self, c: Id, a: Id, b: Id) -> Id {
        if a == b {
            return a;
        }
        if let Some(v) = self.as_const(c) {
            return if v != 0 { a } else { b };
        }
        // A negated condition swaps the branches.
        if let Form::Sum(terms, 1) = self.form(c).clone()
            && let [(-1, d)] = terms[..]
        {
            return self.select(d, b, a);
        }
        let (ra, rb) = (self.range(a), self.range(b));
        self.intern(Form::Select(c, a, b), (ra.0.min(rb.0), ra.1.max(rb.1)), |s| {
            (0..s.samples()).map(|i| if s.values(c)[i] != 0 { s.values(a)[i] } else { s.values(b)[i] }).collect()
        })
    }
}
