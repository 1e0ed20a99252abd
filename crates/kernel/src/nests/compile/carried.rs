//! The values that loops carry from iteration to iteration: cells of memory, so that a sum that is carried is one that is kept in memory.

use super::compiler::Compiler;
use crate::nests::code::{Access, Block, Code, Form, Reg};
use crate::plan::decode::attributes;
use crate::plan::nodes::Node;
use std::ops::Range;

/// A loop, the arguments of its body, and the cells of each.
pub type Carried<'p, 'a> = (&'p Node, &'a [u32], &'a [Range<usize>]);

impl<'p> Compiler<'_, 'p> {
    /// The number of the memory that cells are in.
    fn memory_of_cells(&mut self) -> usize {
        let known = self.nest.memrefs.iter().position(Option::is_none);
        known.unwrap_or_else(|| self.remember(None, usize::MAX))
    }

    fn cell(&mut self, node: &'p Node, cell: usize, work: &mut Block<'p>) -> usize {
        let memref = self.memory_of_cells();
        work.accesses.push(Access { node, memref, forms: vec![Form::constant(cell as i64)] });
        work.accesses.len() - 1
    }

    fn store(&mut self, node: &'p Node, cells: &Range<usize>, regs: &[Reg], work: &mut Block<'p>) {
        for (cell, from) in cells.clone().zip(regs) {
            let access = self.cell(node, cell, work);
            work.codes.push(Code::Store { from: *from, access });
        }
    }

    fn load(&mut self, node: &'p Node, cells: &Range<usize>, name: u32, work: &mut Block<'p>) -> Option<()> {
        let regs = self.define(name)?;
        for (cell, to) in cells.clone().zip(regs) {
            let access = self.cell(node, cell, work);
            work.codes.push(Code::Load { to, access, is_direct: false });
        }
        Some(())
    }

    /// Cells for what a loop carries, with what its operands from the `first` on are stored there.
    pub fn begin_carrying(
        &mut self,
        node: &'p Node,
        first: usize,
        arguments: &[u32],
        work: &mut Block<'p>,
    ) -> Option<Vec<Range<usize>>> {
        let given = node.operands.get(first..)?;
        if given.len() != arguments.len() || given.len() != node.results.len() {
            return None;
        }
        let mut all = Vec::new();
        for (given, argument) in given.iter().zip(arguments) {
            let ty = self.known.module.values[*argument as usize].ty;
            if !self.is_data(attributes::element(self.known.module, ty)?) {
                return None;
            }
            let regs = self.value(*given)?;
            let cells = self.nest.cells..self.nest.cells + regs.len();
            self.nest.cells = cells.end;
            self.store(node, &cells, &regs, work);
            all.push(cells);
        }
        Some(all)
    }

    /// The beginning of a body.
    pub fn load_carried(&mut self, (node, arguments, cells): Carried<'p, '_>, work: &mut Block<'p>) -> Option<()> {
        arguments.iter().zip(cells).try_for_each(|(argument, cells)| self.load(node, cells, *argument, work))
    }

    /// The end of a body, which gives these values to the next iteration.
    pub fn store_carried(
        &mut self,
        (node, arguments, cells): Carried<'p, '_>,
        given: &[u32],
        work: &mut Block<'p>,
    ) -> Option<()> {
        if given.len() != cells.len() {
            return None;
        }
        for ((given, argument), cells) in given.iter().zip(arguments).zip(cells) {
            // A value that does not change is there already.
            if given != argument {
                let regs = self.value(*given)?;
                self.store(node, cells, &regs, work);
            }
        }
        Some(())
    }

    /// The code behind a loop: loads of its results.
    pub fn end_carrying(&mut self, node: &'p Node, cells: &[Range<usize>]) -> Option<Block<'p>> {
        let mut work = Block::default();
        for (name, cells) in node.results.iter().zip(cells) {
            self.load(node, cells, *name, &mut work)?;
        }
        Some(work)
    }
}
