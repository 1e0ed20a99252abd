//! Sums of neighbours times weights, one instruction after the other on a pair of registers.
//!
//! A pair is one value of twice a register. The two registers of elements that an instruction reads are joined to one, and the halves of
//! what it gives are taken apart again, both by shuffles that move nothing: LLVM sees which registers they are, and chooses such as
//! stand side by side. So the layout of the sum is that of the instruction, even and odd lanes on HVX, and nothing is moved for it.

use super::Emitter;
use crate::form::Id;
use crate::instructions::{Shape as Sum, Taps};
use crate::plan::Tapped;
use isotope_ir::term::mask;
use isotope_program::{Generic, Shape, StepOp, Value};

impl Emitter<'_, '_> {
    /// The registers of a sum at a width: for each register of elements a pair, which one instruction after the other adds to, and its halves.
    ///
    /// Nothing is added to where the first instruction begins a pair by itself.
    pub(super) fn tapped(
        &mut self,
        calls: &[Tapped],
        (start, constant): (Option<Id>, i128),
        bits: u32,
    ) -> Option<Vec<Value>> {
        let half = self.shape(bits);
        let pair = Shape::new(bits, 2 * half.lanes);
        let start = match start {
            Some(start) => Some(self.value(start, bits)?),
            None => None,
        };
        let all: Vec<(Taps, Vec<Vec<Value>>, u64)> = calls
            .iter()
            .map(|call| {
                let taps = self.planner.instructions(bits / 2).taps[call.at].clone();
                let args = call.args.iter().map(|&x| self.value(x, bits / 2)).collect::<Option<_>>()?;
                let weights = scalar(&taps.shape, &call.weights);
                Some((taps, args, weights))
            })
            .collect::<Option<_>>()?;
        let mut out = Vec::new();
        for register in 0..self.count(bits / 2) {
            let mut sum = match &start {
                Some(start) => {
                    let halves = [0, 1].map(|h| self.program.bitcast(start[2 * register + h], bits));
                    Some(self.pair(&halves, pair))
                }
                None => (constant != 0).then(|| self.program.splat(constant as u64, pair)),
            };
            // Each instruction adds to what those before it gave; the first one without a start gives a pair by itself.
            for (taps, args, weights) in &all {
                let args: Vec<Value> = args.iter().map(|arg| self.program.bitcast(arg[register], bits / 2)).collect();
                let elements = match args[..] {
                    [one] => one,
                    _ => self.pair(&args, Shape::new(bits / 2, 2 * pair.lanes)),
                };
                let weights =
                    self.program.push(StepOp::Constant(vec![*weights]), vec![], Shape::new(taps.shape.scalar, 1));
                let call = taps.plain.filter(|_| sum.is_none()).or(taps.adding)?;
                let acc = call.acc.map(|at| (at, sum.unwrap_or_else(|| self.program.splat(0, pair))));
                let mut operands = vec![(call.vector, elements), (call.scalar, weights)];
                operands.extend(acc);
                operands.sort_unstable_by_key(|operand| operand.0);
                let op = self.instruction(call.entry, vec![]);
                sum = Some(self.program.push(op, operands.into_iter().map(|(_, value)| value).collect(), pair));
            }
            // The halves are the two registers of the layout, the lower one first.
            for first in [0, half.lanes] {
                let indices = (first..first + half.lanes).collect();
                out.push(self.program.generic(Generic::Shuffle(indices), vec![sum?], half));
            }
        }
        Some(out)
    }

    /// Registers as a pair, the first the lower.
    fn pair(&mut self, registers: &[Value], pair: Shape) -> Value {
        self.program.generic(Generic::Shuffle((0..pair.lanes).collect()), registers.to_vec(), pair)
    }
}

/// The weights of a sum as its scalar has them.
///
/// A weight stands in each element of the scalar that some lanes read for it: HVX's `vtmpy` reads bytes 0 and 1 for even lanes, 2 and 3 for
/// odd ones, and both are given the same two weights.
fn scalar(sum: &Sum, weights: &[i128]) -> u64 {
    let places = sum.taps.iter().filter_map(|tap| tap.weight.as_ref());
    let one = |weight: i128, at: u32| ((weight as u128 & mask(sum.weight)) << (at * sum.weight)) as u64;
    places
        .zip(weights)
        .flat_map(|(places, &weight)| places.iter().map(move |&at| one(weight, at)))
        .fold(0, |a, b| a | b)
}
