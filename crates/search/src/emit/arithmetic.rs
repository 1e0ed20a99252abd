//! Sums, dot products and selects.
//!
//! This file writes what [`crate::plan`] has costed: a term of a sum is a shift, a
//! product or nothing, by its coefficient.

use super::Emitter;
use crate::form::Id;
use crate::plan::{PackedOperand, Part, Run};
use isotope_program::{Draft, Generic, Shape, Value};

impl Emitter<'_, '_> {
    /// The upper half of twice a product: by the second factor's lower half first, then what its upper half adds.
    ///
    /// Both instructions read that factor as elements of half the width, and each takes one of every two.
    pub(super) fn product_halves(&mut self, args: &[Vec<Value>], rounded: bool, bits: u32) -> Option<Vec<Value>> {
        let halves = self.planner.instructions(bits).product_halves?;
        let last = if rounded { halves.rounded? } else { halves.high };
        let [low, high] = [halves.low, last].map(|entry| self.instruction(entry, vec![]));
        let shape = self.shape(bits);
        Some(self.each(
            bits,
            |p, at| {
                // Registers may hold the same value cut into other elements.
                let (x, by) = (p.bitcast(at[0], bits), p.bitcast(at[1], bits / 2));
                let below = p.push(low.clone(), vec![x, by], shape);
                p.push(high.clone(), vec![below, x, by], shape)
            },
            args,
        ))
    }

    /// Positive terms are added up first and negative ones taken off: where there is no positive
    /// one, the sum starts from the constant, which may be zero.
    pub(super) fn linear(&mut self, terms: &[(i128, Id)], k: i128, bits: u32) -> Option<Vec<Value>> {
        let shape = self.shape(bits);
        // Positive terms first, so that a leading negation is rarely needed.
        let mut order: Vec<(i128, Id)> = terms.to_vec();
        order.sort_by_key(|t| t.0 < 0);
        let mut total: Option<Vec<Value>> =
            (order[0].0 < 0 || k != 0).then(|| vec![self.splat(k, bits); self.count(bits)]);
        for (c, x) in order {
            let mut value = self.values(&[x], bits)?.remove(0);
            let magnitude = c.unsigned_abs();
            if magnitude != 1 {
                // The sign is the addition's: a product by a negative coefficient is subtracted.
                let (op, by) = if magnitude.is_power_of_two() {
                    (Generic::Shl, magnitude.trailing_zeros() as i128)
                } else {
                    (Generic::Mul, magnitude as i128)
                };
                let by = self.splat(by, bits);
                value = value.into_iter().map(|v| self.program.generic(op.clone(), vec![v, by], shape)).collect();
            }
            total = Some(match total {
                None => value,
                Some(sum) => {
                    let op = if c < 0 { Generic::Sub } else { Generic::Add };
                    sum.into_iter()
                        .zip(value)
                        .map(|(s, v)| self.program.generic(op.clone(), vec![s, v], shape))
                        .collect()
                }
            });
        }
        total
    }

    /// Dot products summed from a constant or from registers.
    pub(super) fn dot(
        &mut self,
        vertical: usize,
        (packed_operands, runs): (&[PackedOperand], &[Run]),
        (constant, start): (i128, Option<Vec<Value>>),
        bits: u32,
    ) -> Option<Vec<Value>> {
        let info = self.planner.instructions(bits).verticals[vertical].clone();
        let dot = info.dot?;
        let op = self.instruction(info.entry, vec![]);
        let shape = self.shape(bits);
        let element = info.operands[dot.left].bits;
        let [left_packed, right_packed] = [dot.left, dot.right].map(|side| info.operands[side].scalar);
        // For each register, the two sides of each instruction. Registers may have different numbers of instructions: a run leaves
        // out what counts for nothing.
        let mut sides: Vec<Vec<(Value, Value)>> = vec![Vec::new(); self.count(bits)];
        for run in runs {
            let packed = if run.left { right_packed } else { left_packed };
            for (register, sides) in sides.iter_mut().enumerate() {
                for segment in run.segments(register) {
                    let data = self.segment(run, &segment, bits)?;
                    // The part of a slot that an instruction does not read is a part of the factor.
                    let weights = self.side(&segment.weights, packed, (bits / run.parts, bits))?[register];
                    sides.push(if run.left { (data, weights) } else { (weights, data) });
                }
            }
        }
        for packed_operand in packed_operands {
            let left = self.side(&packed_operand.left, left_packed, (element, bits))?;
            let right = self.side(&packed_operand.right, right_packed, (element, bits))?;
            sides.iter_mut().zip(left.into_iter().zip(right)).for_each(|(sides, pair)| sides.push(pair));
        }
        // The accumulator starts from what is no product, else from the constant; without either the first result starts the sum.
        let mut total = start;
        if total.is_none() && (dot.acc.is_some() || constant != 0) {
            total = Some(vec![self.splat(constant, bits); self.count(bits)]);
        }
        let mut out = Vec::new();
        for (register, sides) in sides.into_iter().enumerate() {
            let mut sum = total.as_ref().map(|t| t[register]);
            for (left, right) in sides {
                let mut args = vec![left; info.operands.len()];
                args[dot.right] = right;
                // An accumulator chains the instructions; without one each result is added.
                if let (Some(acc), Some(sum)) = (dot.acc, sum) {
                    args[acc] = sum;
                }
                let args = args.into_iter().map(|v| self.program.bitcast(v, bits)).collect();
                let next = self.program.push(op.clone(), args, shape);
                sum = Some(match sum {
                    Some(sum) if dot.acc.is_none() => self.program.generic(Generic::Add, vec![sum, next], shape),
                    _ => next,
                });
            }
            out.push(sum?);
        }
        Some(out)
    }

    /// One side of a dot product, register by register: packed in a scalar it is the same for all.
    fn side(&mut self, parts: &[Part], packed: bool, (element, bits): (u32, u32)) -> Option<Vec<Value>> {
        if packed {
            return Some(vec![self.packed_scalars(parts, element, bits)?; self.count(bits)]);
        }
        self.packed_operand(parts, element, bits)
    }

    /// Register by register, the third value where the comparison of the first two holds, else the fourth.
    pub(super) fn select(&mut self, comparison: Generic, ids: &[Id], bits: u32) -> Option<Vec<Value>> {
        let (shape, args) = (self.shape(bits), self.values(ids, bits)?);
        let one = |p: &mut Draft, at: &[Value]| {
            let mask = p.generic(comparison.clone(), vec![at[0], at[1]], Shape::new(1, shape.lanes));
            p.generic(Generic::Select, vec![mask, at[2], at[3]], shape)
        };
        Some(self.each(bits, one, &args))
    }
}
