//! Operations written one behind the other.

use super::{Attribute, Module, OpId, Operation, TypeId, ValueId};

/// A module, and operations of a block in it that is being written.
#[derive(Debug)]
pub struct Builder {
    /// The module.
    pub module: Module,
    /// The operation whose location all of them have.
    pub at: Operation,
    /// The operations so far. They stand in no block yet.
    pub done: Vec<OpId>,
}

impl Builder {
    /// Begins with no operation.
    pub fn new(module: Module, at: Operation) -> Self {
        Builder { module, at, done: Vec::new() }
    }

    /// Writes an operation of one result, with these properties. `None`: the pool is full.
    pub fn value(
        &mut self,
        name: &str,
        operands: &[ValueId],
        properties: &[(&str, Attribute)],
        ty: TypeId,
    ) -> Option<ValueId> {
        let op = self.module.make(&self.at, name, operands, properties, ty)?;
        self.done.push(op);
        self.module.op(op).results.first().copied()
    }

    /// Writes an operation without a result. `None`: the pool is full.
    pub fn effect(&mut self, name: &str, operands: &[ValueId], properties: &[(&str, Attribute)]) -> Option<()> {
        let op = self.module.build(&self.at, name, operands, properties, &[], Vec::new())?;
        self.done.push(op);
        Some(())
    }
}
