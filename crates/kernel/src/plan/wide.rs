//! Operations on vectors that do more than move lanes or compute one by one: products, sums over dimensions, masks and bits.

use crate::plan::shapes::{lane, next};
use crate::values::op::{Name, Op};
use crate::values::value::Element;

/// The action of such an operation.
#[derive(Debug)]
pub enum Wide {
    /// `vector.contract`, `vector.outerproduct`, `vector.matrix_multiply`
    Product(Box<Product>),
    /// `vector.multi_reduction`
    Fold(Box<Fold>),
    /// `vector.scan`
    Scan(Box<Scan>),
    /// `vector.create_mask`, with its shape.
    CreateMask(Vec<i64>),
    /// Loads and stores of some lanes.
    Masked(Masked),
    /// `vector.bitcast`, from and to these elements.
    Bits(Element, Element),
    /// Both halves of a sum or a product of integers: the operations that give each.
    Halves([Op; 2], Element, Element),
}

/// Which cells lanes have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// The index of each is in a vector.
    Listed,
    /// One after the other.
    Dense,
    /// One after the other, only for lanes that the mask has.
    Packed,
}

/// A load or a store.
#[derive(Clone, Copy, Debug)]
pub struct Masked {
    pub cells: Cells,
    pub is_store: bool,
}

/// `acc = acc op x * y` at each point of a space.
#[derive(Debug)]
pub struct Product {
    /// The space.
    pub sizes: Vec<i64>,
    /// For `x`, `y` and `acc`: its shape, and the dimension of the space that each of its dimensions follows.
    pub parts: [(Vec<i64>, Vec<usize>); 3],
    pub op: Op,
    /// Elements of both factors, and of the result.
    pub elements: [Element; 3],
    /// There is an accumulator to begin with.
    pub begins: bool,
}

/// A sum over dimensions of a vector.
#[derive(Debug)]
pub struct Fold {
    pub shape: Vec<i64>,
    /// For each dimension, whether it goes.
    pub gone: Vec<bool>,
    pub op: Op,
    pub element: Element,
}

/// Sums of all that lies before along one dimension.
#[derive(Debug)]
pub struct Scan {
    pub shape: Vec<i64>,
    pub dim: usize,
    pub inclusive: bool,
    pub op: Op,
    pub element: Element,
}

impl Fold {
    /// Lanes that each result is folded of.
    pub fn count(&self) -> i128 {
        let gone = self.shape.iter().zip(&self.gone).filter(|(_, gone)| **gone);
        gone.fold(1, |count, (size, _)| count * i128::from(*size))
    }
}

impl Product {
    /// The lanes of both factors and of the sum, at each point of the space.
    pub fn places(&self) -> impl Iterator<Item = [usize; 3]> {
        let first = self.sizes.iter().all(|size| *size > 0).then(|| vec![0; self.sizes.len()]);
        let after = |place: &Vec<i64>| {
            let mut place = place.clone();
            next(&mut place, &self.sizes).then_some(place)
        };
        std::iter::successors(first, after).map(|place| {
            [0, 1, 2].map(|part| {
                let (shape, rows) = &self.parts[part];
                lane(rows.iter().map(|dim| place[*dim]), shape)
            })
        })
    }

    /// Points of the space.
    pub fn points(&self) -> u64 {
        self.sizes.iter().fold(1, |count, size| count.saturating_mul(*size as u64))
    }

    /// The operation that multiplies.
    pub fn times(&self) -> Op {
        Op { name: if self.elements[2].is_float() { Name::MulF } else { Name::MulI }, ..self.op }
    }
}

impl Fold {
    /// For each lane of the vector the lane of the sum that it is added to.
    pub fn places(&self) -> Vec<usize> {
        let kept = |all: &[i64]| -> Vec<i64> {
            all.iter().zip(&self.gone).filter(|(_, gone)| !**gone).map(|(value, _)| *value).collect()
        };
        let (shape, mut place) = (kept(&self.shape), vec![0; self.shape.len()]);
        let count: i64 = self.shape.iter().product();
        let mut all = Vec::with_capacity(count as usize);
        for _ in 0..count {
            all.push(lane(kept(&place), &shape));
            next(&mut place, &self.shape);
        }
        all
    }
}
