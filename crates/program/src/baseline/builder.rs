//! Generic operations by name, with the shapes worked out.
//!
//! A thin layer over [`Draft`]: it knows shapes, and that a value of the right shape needs no step.
//! It holds no rule of any operation.

use crate::program::{Draft, Generic, Predicate, Shape, Value};

/// A program under construction.
pub(super) struct Builder {
    pub(super) program: Draft,
}

impl Builder {
    /// The shape of a value.
    pub(super) fn shape(&self, value: Value) -> Shape {
        self.program.shape(value)
    }

    /// An operation whose result has the shape of its first operand.
    pub(super) fn op(&mut self, op: Generic, args: &[Value]) -> Value {
        let shape = self.shape(args[0]);
        self.program.generic(op, args.to_vec(), shape)
    }

    /// A constant of the shape of another value.
    pub(super) fn same(&mut self, element: i128, like: Value) -> Value {
        let shape = self.shape(like);
        if shape.bits <= 64 {
            return self.program.splat(element as u64, shape);
        }
        // Program constants have 64-bit elements; wider ones are extended, which LLVM folds.
        let signed = element < 0;
        assert_eq!(if signed { element as i64 as i128 } else { element as u64 as i128 }, element, "{element} is wide");
        let narrow = self.program.splat(element as u64, Shape::new(64, shape.lanes));
        self.extend(narrow, shape.bits, signed)
    }

    /// A mask: one bit for each lane.
    pub(super) fn compare(&mut self, predicate: Predicate, a: Value, b: Value) -> Value {
        let mask = Shape::new(1, self.shape(a).lanes);
        self.program.generic(Generic::Compare(predicate), vec![a, b], mask)
    }

    /// Lanes of `then` where the mask is set, else of `other`.
    pub(super) fn select(&mut self, mask: Value, then: Value, other: Value) -> Value {
        let shape = self.shape(then);
        self.program.generic(Generic::Select, vec![mask, then, other], shape)
    }

    /// Elements of `bits` bits, by sign or by zeros; the value itself if it has that width.
    pub(super) fn extend(&mut self, value: Value, bits: u32, signed: bool) -> Value {
        let shape = self.shape(value);
        if shape.bits == bits {
            return value;
        }
        let op = if signed { Generic::SExt } else { Generic::ZExt };
        self.program.generic(op, vec![value], Shape::new(bits, shape.lanes))
    }

    /// The low bits of every element; the value itself if it has that width.
    pub(super) fn truncate(&mut self, value: Value, bits: u32) -> Value {
        let shape = self.shape(value);
        if shape.bits == bits {
            return value;
        }
        self.program.generic(Generic::Trunc, vec![value], Shape::new(bits, shape.lanes))
    }

    /// Extended or truncated, whichever leads to `bits`.
    pub(super) fn resize(&mut self, value: Value, bits: u32, signed: bool) -> Value {
        if self.shape(value).bits < bits { self.extend(value, bits, signed) } else { self.truncate(value, bits) }
    }

    /// The complement, as LLVM writes it: an exclusive or with all ones.
    pub(super) fn not(&mut self, value: Value) -> Value {
        let ones = self.same(-1, value);
        self.op(Generic::Xor, &[value, ones])
    }

    /// All ones where an element is negative, zero elsewhere.
    pub(super) fn sign(&mut self, value: Value) -> Value {
        let bits = self.shape(value).bits as i128;
        self.by(Generic::AShr, value, bits - 1)
    }

    /// An operation with the same constant in every lane.
    pub(super) fn by(&mut self, op: Generic, value: Value, constant: i128) -> Value {
        let constant = self.same(constant, value);
        self.op(op, &[value, constant])
    }

    /// Lanes by index into the concatenation of the operands.
    pub(super) fn shuffle(&mut self, args: &[Value], indices: Vec<u32>) -> Value {
        let source = self.shape(args[0]);
        let identity =
            indices.len() == source.lanes as usize && indices.iter().enumerate().all(|(i, &k)| i == k as usize);
        if identity {
            return args[0];
        }
        let shape = Shape::new(source.bits, indices.len() as u32);
        self.program.generic(Generic::Shuffle(indices), args.to_vec(), shape)
    }
}
