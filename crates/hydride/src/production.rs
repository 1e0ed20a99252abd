//! Productions: what a program may be made of, as the algorithm sees it.

use super::function::LaneFunction;
use super::swizzle::Swizzle;
use isotope_ir::term::{LaneVar, TermId, Terms};
use isotope_program::{Draft, Generic, Shape, StepOp, Value};
use std::sync::Arc;

/// The cost of a swizzle, in hundredths of a cycle: one shuffle on one port.
const SWIZZLE_COST: u32 = 100;

/// One production: an operation that a program may apply.
pub trait Production {
    /// Its name, for reports.
    fn name(&self) -> String;
    /// Hundredths of a cycle of reciprocal throughput.
    fn cost(&self) -> u32;
    /// The function on `1 / scale` of its lanes; `None` where it does not scale so.
    fn function(&self, scale: u32) -> Option<LaneFunction>;
    /// Its application, with the value that was found for its immediate, as steps of a program.
    fn emit(&self, program: &mut Draft, args: &[Value], immediate: Option<u64>) -> Value;
}

/// An instruction, its lanes as the vendor's text has them.
#[derive(Clone, Debug)]
pub struct InstructionProduction {
    /// The dictionary member's name.
    pub name: String,
    /// Hundredths of a cycle of reciprocal throughput.
    pub cost: u32,
    /// Its lanes at full size.
    pub lanes: LaneFunction,
}

impl Production for InstructionProduction {
    fn name(&self) -> String {
        self.name.clone()
    }

    // Of the CPU's table, so that both engines mean the same by it.
    fn cost(&self) -> u32 {
        self.cost
    }

    /// The vendor's lanes, as many of them.
    fn function(&self, scale: u32) -> Option<LaneFunction> {
        self.lanes.scaled(scale, &|_| false)
    }

    fn emit(&self, program: &mut Draft, args: &[Value], immediate: Option<u64>) -> Value {
        let op = StepOp::Instruction { name: self.name.clone(), immediates: immediate.into_iter().collect() };
        program.push(op, args.to_vec(), self.lanes.result)
    }
}

impl Production for Swizzle {
    fn name(&self) -> String {
        format!("{:?} i{}x{}", self.pattern, self.bits, self.lanes)
    }

    fn cost(&self) -> u32 {
        SWIZZLE_COST
    }

    /// Scaled down, a pattern is the same one of fewer lanes, and every lane of its result is an operand's: no arithmetic.
    fn function(&self, scale: u32) -> Option<LaneFunction> {
        let lanes = self.lanes / scale;
        if !self.lanes.is_multiple_of(2 * scale) {
            return None;
        }
        let mut terms = Terms::new();
        let out: Vec<TermId> = self
            .pattern
            .indices(lanes)
            .into_iter()
            .map(|i| terms.var(LaneVar::new((i / lanes) as usize, (i % lanes) as usize).number(), self.bits))
            .collect();
        let operands = vec![Shape::new(self.bits, lanes); self.pattern.operands()];
        let result = Shape::new(self.bits, out.len() as u32);
        Some(LaneFunction { terms: Arc::new(terms), operands, result, out, immediate: None })
    }

    fn emit(&self, program: &mut Draft, args: &[Value], _: Option<u64>) -> Value {
        let args: Vec<Value> = args.iter().map(|&a| program.bitcast(a, self.bits)).collect();
        let indices = self.pattern.indices(self.lanes);
        let shape = Shape::new(self.bits, indices.len() as u32);
        program.generic(Generic::Shuffle(indices), args, shape)
    }
}
