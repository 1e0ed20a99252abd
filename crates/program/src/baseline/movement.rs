//! Data movement: broadcasts, ramps, shuffles, and reductions of adjacent lanes.
//!
//! LLVM's `shufflevector` takes two operands of one length and constant indices. Programs have
//! shuffles of any number of operands instead, and code generation takes them apart; what is kept
//! short here is the number of operands that a shuffle names.

use super::{Lowering, shape};
use crate::program::{Generic, Predicate, StepOp, Value};
use isotope_ir::expr::{NodeId, ReduceOp};
use isotope_ir::interp::reduce_step;
use isotope_ir::types::Type;

impl Lowering<'_> {
    /// A scalar in every lane, or a vector repeated.
    pub(super) fn broadcast(&mut self, arg: NodeId, ty: Type) -> Value {
        if let Some(element) = self.constant(arg) {
            return self.b.program.splat(element, shape(ty));
        }
        let value = self.value(arg);
        self.repeat(value, ty.lanes)
    }

    /// The whole value again and again.
    fn repeat(&mut self, value: Value, lanes: u32) -> Value {
        let from = self.b.shape(value).lanes;
        self.b.shuffle(&[value], (0..lanes).map(|i| i % from).collect())
    }

    /// Lane `i * m + j` is `base[j] + i * stride[j]`, for a base of m lanes.
    pub(super) fn ramp(&mut self, base: NodeId, stride: NodeId, ty: Type) -> Value {
        let inner = self.ty(base).lanes;
        let step = self.constant_number(stride);
        let base = self.value(base);
        let base = self.repeat(base, ty.lanes);
        let index = |k: i128| (0..ty.lanes).map(|i| element(k * i128::from(i / inner), ty.bits)).collect();
        let offsets = match step {
            Some(step) => self.b.program.push(StepOp::Constant(index(step)), vec![], shape(ty)),
            None => {
                let stride = self.value(stride);
                let stride = self.repeat(stride, ty.lanes);
                let times = self.b.program.push(StepOp::Constant(index(1)), vec![], shape(ty));
                self.b.op(Generic::Mul, &[stride, times])
            }
        };
        self.b.op(Generic::Add, &[base, offsets])
    }

    /// Elements by index into the concatenation of the operands.
    pub(super) fn shuffle(&mut self, args: &[NodeId], indices: &[u32]) -> Value {
        let values: Vec<Value> = args.iter().map(|&a| self.value(a)).collect();
        // A shuffle of what one operand has needs no other: concatenating the rest would only be undone again.
        let mut first = 0;
        for &value in &values {
            let lanes = self.b.shape(value).lanes;
            if indices.iter().all(|&i| (first..first + lanes).contains(&i)) {
                return self.b.shuffle(&[value], indices.iter().map(|i| i - first).collect());
            }
            first += lanes;
        }
        self.b.shuffle(&values, indices.to_vec())
    }

    /// (index, values..): a chain of selects, the last value where no index fits.
    pub(super) fn mux(&mut self, args: &[NodeId]) -> Value {
        let index = self.value(args[0]);
        let values: Vec<Value> = args[1..].iter().map(|&a| self.value(a)).collect();
        let Some((&last, others)) = values.split_last() else { return index };
        let ty = self.ty(args[0]);
        let bits = ty.bits - u32::from(ty.is_signed());
        let representable = |at: usize| bits >= 63 || at < 1 << bits;
        let mut result = last;
        for (at, &value) in others.iter().enumerate().rev().filter(|(at, _)| representable(*at)) {
            let number = self.b.same(at as i128, index);
            let chosen = self.b.compare(Predicate::Eq, index, number);
            result = self.b.select(chosen, value, result);
        }
        result
    }

    /// A reduction of neighbouring lanes: as a tree of whole vectors as far as the order is free, then in the order of lanes,
    /// which Halide defines for saturating sums and for floats.
    pub(super) fn reduce(&mut self, op: ReduceOp, arg: NodeId, ty: Type) -> Value {
        let (mut value, from) = (self.value(arg), self.ty(arg));
        let mut factor = from.lanes / ty.lanes;
        // Where order is free, neighbours are combined pairwise: half the lanes are left after each step.
        while op.is_free(from) && factor.is_multiple_of(2) {
            factor /= 2;
            value = self.pairwise(value, op, from, ty.lanes == 1);
        }
        let parts: Vec<Value> = (0..factor).map(|k| self.strided(value, k, factor)).collect();
        parts.into_iter().reduce(|acc, part| self.combined(op, [acc, part], from)).unwrap_or(value)
    }

    /// Lanes 2i and 2i + 1 combined; the two halves when everything ends in one lane anyway.
    fn pairwise(&mut self, value: Value, op: ReduceOp, ty: Type, halves: bool) -> Value {
        let lanes = self.b.shape(value).lanes;
        let (low, high) = if halves {
            let low = self.b.shuffle(&[value], (0..lanes / 2).collect());
            (low, self.b.shuffle(&[value], (lanes / 2..lanes).collect()))
        } else {
            (self.strided(value, 0, 2), self.strided(value, 1, 2))
        };
        self.combined(op, [low, high], ty)
    }

    /// One step of a reduction.
    fn combined(&mut self, op: ReduceOp, values: [Value; 2], ty: Type) -> Value {
        match combination(op, ty.is_signed()) {
            _ if ty.is_float() => self.float_values(&reduce_step(op), &values, ty),
            generic => self.b.op(generic, &values),
        }
    }

    /// Lanes `start`, `start + stride` and so on.
    fn strided(&mut self, value: Value, start: u32, stride: u32) -> Value {
        let lanes = self.b.shape(value).lanes;
        self.b.shuffle(&[value], (start..lanes).step_by(stride as usize).collect())
    }
}

/// The bits of a number at a width.
fn element(number: i128, bits: u32) -> u64 {
    (number & isotope_ir::term::mask(bits) as i128) as u64
}

/// The operation that a reduction repeats.
pub fn combination(op: ReduceOp, signed: bool) -> Generic {
    match op {
        ReduceOp::Add => Generic::Add,
        ReduceOp::SaturatingAdd if signed => Generic::SAddSat,
        ReduceOp::SaturatingAdd => Generic::UAddSat,
        ReduceOp::Mul => Generic::Mul,
        ReduceOp::Min if signed => Generic::SMin,
        ReduceOp::Min => Generic::UMin,
        ReduceOp::Max if signed => Generic::SMax,
        ReduceOp::Max => Generic::UMax,
        ReduceOp::And => Generic::And,
        ReduceOp::Or => Generic::Or,
    }
}
