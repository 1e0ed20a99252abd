//! Memory while a program runs.

use super::field::Field;
use super::value::{Element, Scalar, Term};

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
        let mut lanes = Lanes::with_capacity(0, field);
        lanes.a = vec![0; count];
        lanes.b = if field.has_two_points() { vec![0; count] } else { Vec::new() };
        lanes
    }

    /// Room for so many unknowns of a field.
    pub fn with_capacity(count: usize, field: &Field) -> Self {
        let b = if field.has_two_points() { Vec::with_capacity(count) } else { Vec::new() };
        let one = Some(field.size_of_unknowns());
        Lanes { a: Vec::with_capacity(count), b, one, has_levels_only: !field.has_weights(), ..Lanes::default() }
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

    fn count_of_weights(&self) -> usize {
        if self.has_levels_only { 0 } else { self.a.len() }
    }

    /// The highest degree and the highest weight.
    pub fn most(&self) -> (u32, f32) {
        let most = |of: &[f32]| of.iter().fold(0.0, |most: f32, value| if *value > most { *value } else { most });
        let (degree, weight) = self.one.unwrap_or_else(|| (most(&self.degree), most(&self.weight)));
        (degree as u32, if self.has_levels_only { 1.0 } else { weight })
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

/// Contents of memory.
#[derive(Clone, Debug)]
pub enum Cells {
    /// Anything.
    Any(Vec<Scalar>),
    /// Terms only.
    Terms(Lanes),
}

/// Memory.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// The type of its elements.
    pub element: Element,
    pub(super) cells: Cells,
    /// For each cell one more than the number of the operation that wrote it last; 0: none did.
    pub writers: Vec<u32>,
    /// Not freed yet.
    pub live: bool,
    /// May be written.
    pub writable: bool,
}

impl Buffer {
    /// Memory with these contents.
    pub fn new(element: Element, cells: Cells) -> Self {
        let count = match &cells {
            Cells::Any(cells) => cells.len(),
            Cells::Terms(lanes) => lanes.a.len(),
        };
        Buffer { element, cells, writers: vec![0; count], live: true, writable: true }
    }

    /// Cells.
    pub fn len(&self) -> usize {
        self.writers.len()
    }

    /// Whether it has no cell.
    pub fn is_empty(&self) -> bool {
        self.writers.is_empty()
    }

    /// Contents of a cell.
    #[inline]
    pub fn get(&self, cell: usize) -> Scalar {
        match &self.cells {
            Cells::Any(cells) => cells[cell],
            Cells::Terms(lanes) => Scalar::Term(lanes.get(cell)),
        }
    }

    /// The highest degree and the highest weight of its terms.
    pub fn most(&self) -> (u32, f32) {
        match &self.cells {
            Cells::Terms(lanes) => lanes.most(),
            Cells::Any(cells) => cells.iter().fold((0, 0.0), |most, cell| match cell {
                Scalar::Term(term) => (most.0.max(term.degree), term.weight.max(most.1)),
                _ => most,
            }),
        }
    }

    /// Writes a cell; `writer` is one more than the number of the operation.
    #[inline]
    pub fn set(&mut self, cell: usize, value: Scalar, writer: u32) {
        self.writers[cell] = writer;
        match (&mut self.cells, value) {
            (Cells::Any(cells), value) => cells[cell] = value,
            (Cells::Terms(lanes), Scalar::Term(term)) => lanes.set(cell, term),
            _ => {
                // A known number among terms.
                let mut cells: Vec<Scalar> = (0..self.len()).map(|at| self.get(at)).collect();
                cells[cell] = value;
                self.cells = Cells::Any(cells);
            }
        }
    }
}
