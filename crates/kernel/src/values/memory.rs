//! Memory while a program runs.

use crate::values::blocks::{Blocks, Piece};
use crate::values::terms::Terms;
use crate::values::value::{Element, Scalar, View};
use std::collections::BTreeMap;

/// Cells by buffer and number, with contents and who wrote them.
pub type Written = BTreeMap<(usize, usize), (Scalar, u32)>;

/// Contents of memory.
#[derive(Clone, Debug)]
pub enum Cells {
    /// Anything.
    Any(Vec<Scalar>),
    /// Terms only.
    Terms(Terms),
}

/// Where memory is from, which says who may know it and how long it lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The function's argument of this number.
    Argument(usize),
    /// The module's memory of this name.
    Global(String),
    /// Made by the program, until it is freed.
    Heap,
    /// Made by the program, until the function or the iteration ends that made it.
    Stack,
}

/// Memory.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// The type of its elements.
    pub element: Element,
    pub cells: Cells,
    /// For each cell one more than the number of the operation that wrote it last; 0: none did.
    pub writers: Blocks<u32>,
    /// Not freed yet.
    pub live: bool,
    /// May be written.
    pub writable: bool,
    /// Each cell has been written, or is the caller's.
    is_whole: bool,
    /// Where it is from.
    pub origin: Origin,
    /// Elements of each dimension, innermost last, where its cells are these; else empty.
    pub shape: Vec<i64>,
}

impl Buffer {
    /// Memory with these contents.
    pub fn new(element: Element, cells: Cells) -> Self {
        let count = match &cells {
            Cells::Any(cells) => cells.len(),
            Cells::Terms(terms) => terms.count(),
        };
        let writers = Blocks::new(count, 0, u32::MAX);
        let (live, writable, is_whole) = (true, true, false);
        Buffer { element, cells, writers, live, writable, is_whole, origin: Origin::Heap, shape: Vec::new() }
    }

    /// The same for another program.
    pub fn shared(&mut self) -> Buffer {
        let cells = match &mut self.cells {
            Cells::Terms(terms) => Cells::Terms(terms.shared()),
            Cells::Any(cells) => Cells::Any(cells.clone()),
        };
        let (writers, origin, shape) = (self.writers.clone(), self.origin.clone(), self.shape.clone());
        let (live, writable, is_whole) = (self.live, self.writable, self.is_whole);
        Buffer { cells, writers, origin, shape, element: self.element, live, writable, is_whole }
    }

    /// A cell for people: `arg0[3, 4]`.
    pub fn name(&self, cell: usize) -> String {
        let whole = match &self.origin {
            Origin::Argument(number) => format!("arg{number}"),
            Origin::Global(name) => format!("@{}", name.escape_debug()),
            Origin::Heap | Origin::Stack => "memory of the program's own, ".to_owned(),
        };
        let is_row_major = self.shape.iter().product::<i64>() == self.len() as i64 && !self.shape.is_empty();
        match is_row_major {
            true => {
                format!("{whole}{:?}", View::whole(0, self.shape.clone()).indices(cell as i64))
            }
            false => format!("{whole}[cell {cell}]"),
        }
    }

    /// Cells.
    pub fn len(&self) -> usize {
        self.writers.len()
    }

    /// Its terms, if it has nothing else.
    pub fn terms(&self) -> Option<&Terms> {
        match &self.cells {
            Cells::Terms(terms) => Some(terms),
            Cells::Any(_) => None,
        }
    }

    /// Whether nothing but terms of integers is in it.
    pub fn has_terms_of_integers(&self) -> bool {
        matches!((&self.cells, self.element), (Cells::Terms(_), Element::Int(_)))
    }

    /// Whether no cell is without a value: each was written, or is the caller's.
    pub fn is_whole(&mut self) -> bool {
        self.is_whole = self.is_whole
            || !matches!(self.origin, Origin::Heap | Origin::Stack)
            || self.writers.pieces(0, self.len()).all(|piece| match piece {
                Piece::Same(writer, _) => writer != 0,
                Piece::Each(writers) => !writers.contains(&0),
            });
        self.is_whole
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
        self.writers.set(cell, writer);
        self.is_whole &= writer != 0;
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
