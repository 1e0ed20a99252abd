//! Symbolic indices of loads, as sums of products in one normal order.
//!
//! `(t2646*2) + t2627 + 1` and `1 + t2627 + t2646*2` are one index. What is not a sum of products (a quotient, a
//! minimum) is kept as an opaque factor by its text.

use super::syntax::{Kind, Syntax};
use crate::limits;
use std::collections::{BTreeMap, HashMap};

/// A polynomial: sorted factors to their coefficient. The empty product is the constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Index {
    products: BTreeMap<Vec<String>, i64>,
}

/// Why an index has no normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IndexError {
    /// Over [`limits::MAX_INDEX_TERMS`], [`limits::MAX_INDEX_TEXT`] or 64 bits.
    TooLarge,
    /// Not a scalar: a vector that is no ramp.
    NotScalar,
}

impl Index {
    fn constant(value: i64) -> Self {
        Index { products: BTreeMap::from([(Vec::new(), value)]) }.normal()
    }

    fn atom(text: String) -> Result<Self, IndexError> {
        if text.len() > limits::MAX_INDEX_TEXT {
            return Err(IndexError::TooLarge);
        }
        Ok(Index { products: BTreeMap::from([(vec![text], 1)]) })
    }

    fn normal(mut self) -> Self {
        self.products.retain(|_, n| *n != 0);
        self
    }

    fn checked(self) -> Result<Self, IndexError> {
        let normal = self.normal();
        let factors = normal.products.keys().map(Vec::len).max().unwrap_or(0);
        let bytes: usize = normal.products.keys().flatten().map(|factor| factor.len() + 1).sum();
        let small = normal.products.len() <= limits::MAX_INDEX_TERMS
            && factors <= limits::MAX_INDEX_TERMS
            && bytes <= limits::MAX_INDEX_TEXT;
        if small { Ok(normal) } else { Err(IndexError::TooLarge) }
    }

    fn add(mut self, other: &Index, sign: i64) -> Result<Self, IndexError> {
        for (product, n) in &other.products {
            let n = n.checked_mul(sign).ok_or(IndexError::TooLarge)?;
            let sum = self.products.entry(product.clone()).or_default();
            *sum = sum.checked_add(n).ok_or(IndexError::TooLarge)?;
        }
        self.checked()
    }

    fn multiply(&self, other: &Index) -> Result<Self, IndexError> {
        let mut result = Index::default();
        for (a, n) in &self.products {
            for (b, m) in &other.products {
                let mut factors = [a.as_slice(), b.as_slice()].concat();
                factors.sort();
                let n = n.checked_mul(*m).ok_or(IndexError::TooLarge)?;
                let one = Index { products: BTreeMap::from([(factors, n)]) };
                result = result.add(&one, 1)?;
            }
        }
        result.checked()
    }

    /// The constant part.
    pub fn offset(&self) -> i64 {
        self.products.get(&Vec::new()).copied().unwrap_or(0)
    }

    /// The value, if nothing in it is symbolic.
    pub fn as_constant(&self) -> Option<i64> {
        self.products.keys().all(|p| p.is_empty()).then(|| self.offset())
    }

    /// The symbolic part as text that reads back to itself.
    pub fn base(&self) -> String {
        let products = self.products.iter().filter(|(product, _)| !product.is_empty());
        let text = |(product, n): (&Vec<String>, &i64)| match n {
            1 => product.join("*"),
            n => format!("{}*{n}", product.join("*")),
        };
        products.map(text).collect::<Vec<_>>().join(" + ")
    }

    fn text(&self) -> String {
        match (self.base(), self.offset()) {
            (base, 0) if !base.is_empty() => base,
            (base, n) if base.is_empty() => n.to_string(),
            (base, n) => format!("{base} + {n}"),
        }
    }
}

/// The indices that `let` has given names to.
pub(super) type Bound = HashMap<String, Option<Index>>;

/// The normal form of a scalar index.
pub(super) fn index(syntax: &Syntax<'_>, bound: &Bound) -> Result<Index, IndexError> {
    match &syntax.kind {
        Kind::Number { text, negative } => {
            let value = super::literal::integer(text).ok_or(IndexError::NotScalar)?;
            let value = i64::try_from(if *negative { -value } else { value });
            value.map(Index::constant).map_err(|_| IndexError::TooLarge)
        }
        Kind::Name(name) => match bound.get(*name) {
            Some(known) => known.clone().ok_or(IndexError::NotScalar),
            None => Index::atom((*name).to_owned()),
        },
        Kind::Typed(ty, inner) if ty.lanes == 1 => match inner.kind {
            Kind::Name(_) | Kind::Number { .. } if ty.bits == 32 => index(inner, bound),
            Kind::Name(_) | Kind::Number { .. } => Index::atom(format!("({ty}){}", index(inner, bound)?.text())),
            _ => index(inner, bound),
        },
        Kind::Binary("+", a, b) => index(a, bound)?.add(&index(b, bound)?, 1),
        Kind::Binary("-", a, b) => index(a, bound)?.add(&index(b, bound)?, -1),
        Kind::Binary("*", a, b) => index(a, bound)?.multiply(&index(b, bound)?),
        Kind::Binary(mark, a, b) => {
            let (a, b) = (index(a, bound)?.text(), index(b, bound)?.text());
            Index::atom(format!("(({a}) {mark} ({b}))"))
        }
        Kind::Call("ramp", _) => Err(IndexError::NotScalar),
        // Broadcasts make vectors, and other calls with a count in their name are none of ours.
        Kind::Call(name, _) if super::lower::broadcast_count(name).is_some() => Err(IndexError::NotScalar),
        Kind::Call(name, args) => {
            let args: Result<Vec<String>, _> = args.iter().map(|a| Ok(index(a, bound)?.text())).collect();
            Index::atom(format!("{name}({})", args?.join(", ")))
        }
        Kind::Load(name, at) => Index::atom(format!("{name}[{}]", index(at, bound)?.text())),
        Kind::Typed(..) | Kind::Not(_) | Kind::Let(..) => Err(IndexError::NotScalar),
    }
}
