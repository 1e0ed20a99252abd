//! A pack put into a program: a buffer, a copy before the loop and one behind it, accesses to the buffer.

use super::Candidate;
use crate::copies::{Buffer, aligned, copy, element, map};
use crate::read::Nests;
use isotope_mlir::ir::{Attribute, BlockId, Module, OpId, Type, ValueId};

pub(super) struct Writer<'a> {
    pub(super) module: &'a mut Module,
    pub(super) nests: &'a Nests,
}

impl Writer<'_> {
    /// Packs an array before a loop. `None`: the pool is full.
    pub(super) fn pack(&mut self, of: &Candidate) -> Option<()> {
        let nests = self.nests;
        let (array, target) = (&nests.arrays[of.array], &nests.loops[of.of]);
        let at = self.module.op(target.op).clone();
        let natural: Vec<usize> = (0..array.shape.len()).collect();
        let order = of.order.as_ref().unwrap_or(&natural);
        let made = self.buffer(of)?;
        let memref = *self.module.op(made).results.first()?;
        let buffer = Buffer { array: array.memref, shape: &array.shape, extents: &of.extents, memref, order };
        let accesses = of.accesses(nests);
        let before = copy(self.module, &at, nests, &buffer, false)?;
        let after = match accesses.iter().any(|access| access.is_store) {
            true => Some(copy(self.module, &at, nests, &buffer, true)?),
            false => None,
        };
        let free = self.module.build(&at, "memref.dealloc", &[memref], &[], &[], Vec::new())?;
        for access in accesses {
            let rows = order.iter().map(|dim| access.rows.as_ref()?.get(*dim)?.minus(&of.extents[*dim].base));
            let rows = rows.collect::<Option<Vec<_>>>()?;
            let (made, operands) = map(&rows, &|dim| nests.loops[dim].counter);
            self.module.set_attribute(access.op, "map", Attribute::AffineMap(made)).ok()?;
            let first = usize::from(access.is_store);
            let own = &mut self.module.operations[access.op.index()].operands;
            own.truncate(first);
            own.push(memref);
            own.extend(operands);
        }
        // One buffer serves all runs of the loop.
        let outermost = self.outermost(of);
        if outermost == of.of {
            self.stand(target.op, target.block, &[made, before], &[after, Some(free)]);
        } else {
            self.stand(target.op, target.block, &[before], &[after]);
            let around = &nests.loops[outermost];
            self.stand(around.op, around.block, &[made], &[Some(free)]);
        }
        Some(())
    }

    /// The outermost loop around a pack in which its array is there already.
    fn outermost(&self, of: &Candidate) -> usize {
        let within = self.nests.arrays[of.array].within;
        let around = self.nests.domain.around(of.of);
        let outer =
            around.iter().take_while(|at| within.is_none_or(|within| !self.nests.domain.is_within(within, **at)));
        outer.last().copied().unwrap_or(of.of)
    }

    fn buffer(&mut self, of: &Candidate) -> Option<OpId> {
        let array = self.nests.arrays[of.array].memref;
        let at = self.module.op(self.nests.loops[of.of].op).clone();
        let element = element(self.module, array)?;
        let shape = Some(of.buffer().into_iter().map(Some).collect());
        let ty = self.module.pool.intern_type(Type::Memref { shape, element, parameters: Vec::new() }).ok()?;
        let segments = self.module.integers(32, [0, 0].into_iter())?;
        let properties = [("alignment", aligned(self.module)?), ("operandSegmentSizes", segments)];
        let none: [ValueId; 0] = [];
        self.module.build(&at, "memref.alloc", &none, &properties, &[ty], Vec::new())
    }

    /// Puts operations around a loop.
    fn stand(&mut self, op: OpId, block: BlockId, before: &[OpId], after: &[Option<OpId>]) {
        let after: Vec<OpId> = after.iter().copied().flatten().collect();
        let at = self.module.blocks[block.index()].operations.iter().position(|of| *of == op).unwrap_or(0);
        self.module.insert(block, at + 1, &after);
        self.module.insert(block, at, before);
    }
}
