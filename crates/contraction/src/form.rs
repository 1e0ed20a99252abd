//! The normal form of a contraction.

use crate::error::{Refusal, whole};
use crate::limits::{MAX_DIMS, MAX_ELEMENTS, MAX_NAME, MAX_PRODUCTS, MAX_RANK};
use std::borrow::Cow;

/// The type of an array's elements. Integers in memory have no sign: the sign says how they are extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// So many bits, extended by their sign.
    Signed(u32),
    /// So many bits, extended by zeros.
    Unsigned(u32),
    /// An IEEE float of so many bits.
    Float(u32),
}

impl Number {
    /// Bits of one.
    pub fn bits(self) -> u32 {
        match self {
            Number::Signed(bits) | Number::Unsigned(bits) | Number::Float(bits) => bits,
        }
    }

    /// Whether it is a float.
    pub fn is_float(self) -> bool {
        matches!(self, Number::Float(_))
    }

    /// MLIR's name of the type: `i8`, `f32`.
    pub fn mlir(self) -> String {
        format!("{}{}", if self.is_float() { 'f' } else { 'i' }, self.bits())
    }

    /// A statement's name of the type: `u8`, `f32`.
    pub fn name(self) -> String {
        let kind = match self {
            Number::Signed(_) => 's',
            Number::Unsigned(_) => 'u',
            Number::Float(_) => 'f',
        };
        format!("{kind}{}", self.bits())
    }

    /// C's name of the type.
    pub fn c(self) -> String {
        match self {
            Number::Float(32) => "float".to_owned(),
            Number::Float(_) => "double".to_owned(),
            Number::Signed(bits) => format!("int{bits}_t"),
            Number::Unsigned(bits) => format!("uint{bits}_t"),
        }
    }
}

/// A dimension of the box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dim {
    /// `i`
    pub name: String,
    /// Iterations.
    pub size: u64,
}

/// An array that the function takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// `A`
    pub name: String,
    /// Of its elements.
    pub number: Number,
    /// Elements of each dimension, the innermost last.
    pub shape: Vec<u64>,
    /// Bits of its elements that count, where these are not all: a mask leaves them alone.
    pub used: Option<u32>,
    /// The least and the largest of its elements, by their caller's word: a kernel may do anything with others.
    pub range: Option<(i64, i64)>,
}

/// An index: the sum of dimensions times factors, and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// One for each dimension of the box.
    pub factors: Vec<i64>,
    /// The constant that is added.
    pub constant: i64,
}

impl Row {
    /// The dimensions that it depends on.
    pub fn dims(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.factors.len()).filter(|dim| self.factors[*dim] != 0)
    }
}

/// An element of an array, for each point of the box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// Which of the function's arrays.
    pub array: usize,
    /// One for each of its dimensions.
    pub rows: Vec<Row>,
}

impl Access {
    /// Whether it depends on a dimension.
    pub fn has(&self, dim: usize) -> bool {
        self.rows.iter().any(|row| row.factors[dim] != 0)
    }

    /// Whether the next element along a dimension is its neighbour in memory.
    pub fn is_contiguous(&self, dim: usize) -> bool {
        self.rows
            .split_last()
            .is_some_and(|(last, outer)| last.factors[dim] == 1 && outer.iter().all(|row| row.factors[dim] == 0))
    }
}

/// `result += factor * factor` at each point of a box, or `result = ...` as a sum over all points with the same result. There may be a
/// third factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contraction {
    /// The function's name.
    pub name: String,
    /// The box.
    pub dims: Vec<Dim>,
    /// The function's arguments, in order. They do not overlap.
    pub arrays: Vec<Array>,
    /// The factors, each after its zero point is subtracted.
    pub factors: [Access; 2],
    /// The zero points of both factors: numbers of bytes' types, or 0.
    pub zeros: [i64; 2],
    /// The factor of both's product, and its zero point.
    pub third: Option<(Access, i64)>,
    /// The result that is added to: each of its rows is one dimension, and no dimension stands twice.
    pub result: Access,
    /// Sums begin at zero: what the result holds before counts for nothing. Otherwise they begin with that.
    pub sets: bool,
    /// Products may be added in any order, as those of integers. Otherwise it is that of the dimensions, the last one innermost.
    pub reorders: bool,
    /// Products of floats may be added without being rounded first.
    pub contracts: bool,
    /// The kernel is in parts that may be computed at once.
    pub is_parallel: bool,
}

impl Contraction {
    /// Whether a dimension is summed over.
    pub fn is_summed(&self, dim: usize) -> bool {
        !self.result.has(dim)
    }

    /// All factors, two or three, each with its zero point.
    pub fn multiplied(&self) -> impl Iterator<Item = (&Access, i64)> {
        let third = self.third.iter().map(|(factor, zero)| (factor, *zero));
        self.factors.iter().zip(self.zeros).chain(third)
    }

    /// The same sums with another one of three factors as the third: `a * b * c` as `a * c * b`.
    pub fn with_third(&self, at: usize) -> Cow<'_, Contraction> {
        let mut all: Vec<(Access, i64)> = self.multiplied().map(|(factor, zero)| (factor.clone(), zero)).collect();
        if at + 1 >= all.len() {
            return Cow::Borrowed(self);
        }
        let third = all.remove(at);
        match <[(Access, i64); 2]>::try_from(all) {
            Ok([(x, of_x), (y, of_y)]) => {
                Cow::Owned(Contraction { factors: [x, y], zeros: [of_x, of_y], third: Some(third), ..self.clone() })
            }
            // Two factors have no third one.
            Err(_) => Cow::Borrowed(self),
        }
    }

    /// Whether `a * (sum b c)` may stand for `sum a b c`: integers that wrap are a ring. Floats round once more or once less then, which no
    /// flag of their operations allows.
    pub fn distributes(&self) -> bool {
        !self.sum().is_float()
    }

    /// The number of an access.
    pub fn number(&self, access: &Access) -> Number {
        self.arrays[access.array].number
    }

    /// The largest absolute value of an access' elements: integers of at most 16 bits.
    pub fn magnitude(&self, access: &Access) -> Option<i64> {
        let array = &self.arrays[access.array];
        if let (Number::Signed(1..=16) | Number::Unsigned(1..=16), Some((low, high))) = (array.number, array.range) {
            return Some(low.abs().max(high.abs()));
        }
        match (array.number, array.used) {
            (Number::Signed(1..=16) | Number::Unsigned(1..=16), Some(bits)) => Some((1 << bits) - 1),
            (Number::Signed(bits @ 1..=16), None) => Some(1 << (bits - 1)),
            (Number::Unsigned(bits @ 1..=16), None) => Some((1 << bits) - 1),
            _ => None,
        }
    }

    /// The number of its sums.
    pub fn sum(&self) -> Number {
        self.number(&self.result)
    }

    /// Points of the box.
    pub fn points(&self) -> u64 {
        self.dims.iter().fold(1, |count: u64, dim| count.saturating_mul(dim.size))
    }

    /// The same, if it is one.
    ///
    /// # Errors
    ///
    /// A bound of [`crate::limits`] is passed, an access leaves its array, the result is read or is no choice of dimensions, or the
    /// numbers do not fit together.
    pub fn checked(self) -> Result<Contraction, Refusal> {
        let wrong = |why: String| Err(whole(why));
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_name = self.name.chars().all(is_part) && !self.name.starts_with(|c: char| c.is_ascii_digit());
        if self.name.is_empty() || self.name.len() > MAX_NAME || !is_name {
            let name: String = self.name.chars().take(MAX_NAME).flat_map(char::escape_debug).collect();
            return wrong(format!(
                "the function's name \"{name}\" is none of C: letters, digits and _, at most {MAX_NAME} (MAX_NAME)"
            ));
        }
        if self.dims.len() > MAX_DIMS {
            return wrong(format!("it has {} dimensions, and {MAX_DIMS} (MAX_DIMS) are the most", self.dims.len()));
        }
        if let Some(dim) = self.dims.iter().find(|dim| dim.size == 0) {
            return wrong(format!("dimension {} has no iteration, so that there is nothing to compile", dim.name));
        }
        if self.points() > MAX_PRODUCTS {
            return wrong(format!("it adds more than {MAX_PRODUCTS} products (MAX_PRODUCTS): compile a part of it"));
        }
        for array in &self.arrays {
            let count = array.shape.iter().try_fold(1u64, |count, size| count.checked_mul(*size));
            if array.shape.len() > MAX_RANK || count.is_none_or(|count| count > MAX_ELEMENTS) {
                return wrong(format!(
                    "{} has more than {MAX_RANK} dimensions (MAX_RANK) or {MAX_ELEMENTS} elements (MAX_ELEMENTS)",
                    array.name
                ));
            }
        }
        self.accesses_fit()?;
        let twice = |dim: usize| self.result.rows.iter().filter(|row| row.factors[dim] != 0).count() > 1;
        let is_choice =
            self.result.rows.iter().all(|row| row.dims().count() <= 1 && row.dims().all(|d| row.factors[d] == 1));
        if !is_choice || (0..self.dims.len()).any(twice) {
            return wrong(format!(
                "an index of {} is no single dimension, or one stands twice: results are added to at [i, j], not at [i + j] or [i, i]",
                self.arrays[self.result.array].name
            ));
        }
        if self.multiplied().any(|(factor, _)| factor.array == self.result.array) {
            return wrong(format!(
                "{} is read as a factor and written: copy it first",
                self.arrays[self.result.array].name
            ));
        }
        self.numbers_fit()?;
        self.zeros_fit()?;
        Ok(self)
    }

    fn accesses_fit(&self) -> Result<(), Refusal> {
        for access in self.multiplied().map(|(factor, _)| factor).chain([&self.result]) {
            let array = &self.arrays[access.array];
            for (at, (row, size)) in access.rows.iter().zip(&array.shape).enumerate() {
                let end = |pick: fn(i128, i128) -> i128| {
                    let each = row.factors.iter().zip(&self.dims);
                    each.map(|(factor, dim)| pick(0, i128::from(*factor) * i128::from(dim.size - 1))).sum::<i128>()
                        + i128::from(row.constant)
                };
                let (low, high) = (end(i128::min), end(i128::max));
                if low < 0 || high >= i128::from(*size) {
                    let outside = if low < 0 { low } else { high };
                    return Err(whole(format!(
                        "{} is read or written at index {outside} of its dimension {at}, which has {size} elements",
                        array.name
                    )));
                }
            }
        }
        Ok(())
    }

    fn zeros_fit(&self) -> Result<(), Refusal> {
        for (factor, zero) in self.multiplied() {
            let is_one = match self.number(factor) {
                Number::Unsigned(8) => (0..=255).contains(&zero),
                Number::Signed(8) => (-128..=127).contains(&zero),
                _ => false,
            };
            if zero != 0 && (!is_one || self.sum().bits() < 16) {
                let name = &self.arrays[factor.array].name;
                return Err(whole(format!(
                    "{name} has the zero point {zero}: only bytes have one, which is one of their values, and sums of 16 bits or more"
                )));
            }
        }
        Ok(())
    }

    fn numbers_fit(&self) -> Result<(), Refusal> {
        let sum = self.sum();
        let factors: Vec<Number> = self.multiplied().map(|(factor, _)| self.number(factor)).collect();
        let fits = match sum {
            Number::Float(_) => factors.iter().all(|factor| *factor == sum),
            _ => factors.iter().all(|factor| !factor.is_float() && factor.bits() <= sum.bits()),
        };
        let is_known = |of: Number| match of {
            Number::Float(bits) => matches!(bits, 32 | 64),
            _ => matches!(of.bits(), 8 | 16 | 32 | 64),
        };
        if !fits || !factors.into_iter().chain([sum]).all(is_known) {
            return Err(whole(
                "these types do not go together: floats of 32 or 64 bits are multiplied and added as they are, integers of 8, 16, 32 or 64 \
                 bits are added to sums that are no narrower"
                    .to_owned(),
            ));
        }
        Ok(())
    }
}
