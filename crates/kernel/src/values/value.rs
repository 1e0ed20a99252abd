//! Values while a program runs.

pub use isotope_mlir::literals::Element;
use std::sync::Arc;

/// A polynomial at one random point, modulo two primes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// Modulo the first prime, in Montgomery's form.
    pub a: u64,
    /// Modulo the second.
    pub b: u64,
    /// At least the sum of its coefficients' sizes.
    pub weight: f32,
    /// At least its degree.
    pub degree: u32,
}

impl Term {
    /// Whether both values are equal.
    pub fn same(self, other: Term) -> bool {
        (self.a, self.b) == (other.a, other.b)
    }
}

/// A number, known or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// An integer or index, sign-extended from its width.
    Int(i64),
    /// A float; `f32` values are exact in it.
    Float(f64),
    /// Data in an identity test.
    Term(Term),
    /// No value: an operation broke its promise, or memory that nobody wrote was read.
    Poison,
}

/// Cells of a buffer as a memref sees them.
#[derive(Clone, Debug)]
pub struct View {
    /// Which buffer.
    pub buffer: usize,
    /// Cells from its beginning.
    pub offset: i64,
    /// Elements of each dimension.
    pub sizes: Vec<i64>,
    /// Cells from one element to the next, for each dimension.
    pub strides: Vec<i64>,
}

impl View {
    /// Whether different indices are different cells, because rows lie one behind the other.
    pub fn is_row_major(&self) -> bool {
        let mut stride = 1i64;
        self.sizes.iter().zip(&self.strides).rev().all(|(size, of)| {
            let is_next = *of == stride;
            stride = stride.saturating_mul(*size);
            is_next
        })
    }

    /// The whole of a buffer, innermost dimension last.
    pub fn whole(buffer: usize, sizes: Vec<i64>) -> Self {
        let mut strides = vec![1i64; sizes.len()];
        for at in (1..sizes.len()).rev() {
            // Memory without elements may have any sizes.
            strides[at - 1] = strides[at].wrapping_mul(sizes[at].max(1));
        }
        View { buffer, offset: 0, sizes, strides }
    }

    /// Whether both are the same elements in the same order.
    pub fn is_same(&self, other: &View) -> bool {
        let laid = |view: &View| (view.buffer, view.offset, view.sizes.clone(), view.strides.clone());
        laid(self) == laid(other)
    }

    /// Elements.
    pub fn count(&self) -> i64 {
        if self.sizes.contains(&0) { 0 } else { self.sizes.iter().product() }
    }

    /// Cells from the first element to the last; `None`: there is no element, or some stride is negative.
    pub fn cells(&self) -> Option<std::ops::Range<usize>> {
        if self.sizes.iter().any(|size| *size < 1) || self.strides.iter().any(|stride| *stride < 0) {
            return None;
        }
        let last =
            self.sizes.iter().zip(&self.strides).fold(self.offset, |last, (size, stride)| last + (size - 1) * stride);
        Some(usize::try_from(self.offset).ok()?..usize::try_from(last).ok()? + 1)
    }

    /// The cell of the element with this number, counted in row-major order.
    pub fn cell(&self, mut number: i64) -> i64 {
        let mut cell = self.offset;
        for (size, stride) in self.sizes.iter().zip(&self.strides).rev() {
            cell += number % size * stride;
            number /= size;
        }
        cell
    }

    /// The element with this number as indices.
    pub fn indices(&self, mut number: i64) -> Vec<i64> {
        let mut indices: Vec<i64> = Vec::new();
        for size in self.sizes.iter().rev() {
            indices.push(number % size);
            number /= size;
        }
        indices.reverse();
        indices
    }
}

/// The meaning of a name.
#[derive(Clone, Debug, Default)]
pub enum Slot {
    /// Nothing yet.
    #[default]
    Empty,
    /// A number.
    Scalar(Scalar),
    /// Memory.
    Memref(Arc<View>),
    /// A vector's elements, innermost dimension last.
    Vector(Arc<Vec<Scalar>>),
}
