//! Terms as arrays.

use crate::values::field::Field;
use crate::values::value::Term;

/// Terms as arrays, so that loops run over each. All values are canonical.
#[derive(Clone, Debug, Default)]
pub struct Lanes {
    /// At the first point.
    pub a: Vec<u64>,
    /// At the second; empty where there is one.
    pub b: Vec<u64>,
    /// Degree and weight of all terms, where they are the same. The arrays of them mean nothing then, and may be empty.
    pub one: Option<(f32, f32)>,
    /// Degrees, or levels of free terms: whole numbers, which processors compare as floats faster.
    pub degree: Vec<f32>,
    /// Sums of coefficients' sizes; empty where only levels are counted, and each weight is 1.
    pub weight: Vec<f32>,
    /// Only levels are counted.
    pub has_levels_only: bool,
}

impl Lanes {
    /// So many zeros of a field.
    pub fn zeros(count: usize, field: &Field) -> Self {
        let b = if field.has_two_points() { vec![0; count] } else { Vec::new() };
        let one = Some(field.size_of_unknowns());
        Lanes { a: vec![0; count], b, one, has_levels_only: !field.has_weights(), ..Lanes::default() }
    }

    /// Degree and weight of one of them.
    #[inline]
    pub fn size(&self, at: usize) -> (f32, f32) {
        self.one.unwrap_or_else(|| (self.degree[at], if self.has_levels_only { 1.0 } else { self.weight[at] }))
    }

    /// One of them.
    #[inline]
    pub fn get(&self, at: usize) -> Term {
        let (degree, weight) = self.size(at);
        Term { a: self.a[at], b: self.b.get(at).copied().unwrap_or(0), weight, degree: degree as u32 }
    }

    /// Gives each term a degree and a weight of its own, those of all to begin with.
    pub fn expand(&mut self) {
        if let Some((degree, weight)) = self.one.take() {
            self.degree.clear();
            self.degree.resize(self.a.len(), degree);
            self.weight.clear();
            self.weight.resize(self.count_of_weights(), weight);
        }
    }

    /// The same, where all are written before they are read.
    pub fn expand_unset(&mut self) {
        self.one = None;
        self.degree.resize(self.a.len(), 0.0);
        self.weight.resize(self.count_of_weights(), 0.0);
    }

    pub fn count_of_weights(&self) -> usize {
        if self.has_levels_only { 0 } else { self.a.len() }
    }

    /// Writes one of them.
    #[inline]
    pub fn set(&mut self, at: usize, term: Term) {
        self.a[at] = term.a;
        if let Some(b) = self.b.get_mut(at) {
            *b = term.b;
        }
        let size = (term.degree as f32, term.weight);
        if self.one != Some(size) {
            self.expand();
            self.degree[at] = size.0;
            if let Some(weight) = self.weight.get_mut(at) {
                *weight = size.1;
            }
        }
    }
}
