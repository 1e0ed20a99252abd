//! New memory, and what it holds.

use crate::plan::nodes::Literal;
use crate::run::machine::Machine;
use crate::values::concrete;
use crate::values::memory::{Buffer, Cells};
use crate::values::terms::Terms;
use crate::values::value::{Element, Scalar};

impl Machine<'_> {
    /// Takes another machine's memory, which both copy when they write, and knows what it made.
    pub fn adopt(&mut self, other: &mut Machine<'_>) {
        self.buffers = other.buffers.iter_mut().map(Buffer::shared).collect();
        self.cells = other.cells;
        if let (Some(field), Some(of)) = (&mut self.numbers.field, &other.numbers.field) {
            field.clone_from(of);
        }
    }

    /// So many cells, if there is room for them.
    fn room(&mut self, count: i64) -> Option<usize> {
        let count = usize::try_from(count).ok().filter(|count| self.cells.saturating_add(*count) <= self.max_cells)?;
        self.cells += count;
        Some(count)
    }

    /// New memory; `fill` gives the cell of each number.
    pub fn allocate(&mut self, element: Element, count: i64, fill: impl FnMut(u64) -> Scalar) -> Option<usize> {
        let count = self.room(count)?;
        self.buffers.push(Buffer::new(element, Cells::Any((0..count as u64).map(fill).collect())));
        Some(self.buffers.len() - 1)
    }

    /// New memory in an identity test, each cell an unknown of its own.
    pub fn unknown(&mut self, element: Element, count: i64, kind: &[u8; 4], name: &[u32]) -> Option<usize> {
        let count = self.room(count)?;
        let field = self.numbers.field.as_mut()?;
        let name: Vec<u8> = kind.iter().copied().chain(name.iter().flat_map(|word| word.to_le_bytes())).collect();
        let [a, b] = field.stream(&name, count);
        let terms = Terms::unknowns(a, b, field);
        self.buffers.push(Buffer::new(element, Cells::Terms(terms)));
        Some(self.buffers.len() - 1)
    }

    /// New memory of no program in an identity test, each cell zero.
    pub(super) fn zeros(&mut self, count: usize) -> Option<usize> {
        let count = self.room(i64::try_from(count).ok()?)?;
        let field = self.numbers.field.as_ref()?;
        let b = if field.has_two_points() { vec![0; count] } else { Vec::new() };
        self.buffers.push(Buffer::new(Element::Index, Cells::Terms(Terms::unknowns(vec![0; count], b, field))));
        Some(self.buffers.len() - 1)
    }

    /// The contents of memory that nobody has written: in an identity test unlike anything else, else a pattern.
    pub(super) fn uninitialised(&mut self, element: Element, count: i64) -> Option<usize> {
        let (salt, buffer) = (self.salt, self.buffers.len() as u32);
        if self.numbers.field.is_some() {
            return self.unknown(element, count, b"none", &[salt, buffer]);
        }
        let is_poison = self.models_foreign;
        self.allocate(element, count, |_| match element.is_float() {
            _ if is_poison => Scalar::Poison,
            true => Scalar::Float(-776.0 - f64::from(salt)),
            false => Scalar::Int(concrete::wrap(0x5a5a_5a5a_5a5a_5a5a ^ i64::from(salt), element.width())),
        })
    }

    /// A constant of the text.
    pub(super) fn literal(&mut self, literal: Literal, element: Element) -> Scalar {
        match literal {
            Literal::Int(value) => Scalar::Int(value),
            Literal::Float(value) if self.numbers.field.is_some() => {
                Scalar::Term(self.numbers.term(Scalar::Float(value), element))
            }
            Literal::Float(value) => Scalar::Float(value),
        }
    }
}
