//! The state of a compilation: which registers stand for the names of a program.

use crate::nests::code::{Form, Nest, Reg};
use crate::plan::nodes::{Node, Plan, Row};
use crate::values::field::Method;
use crate::values::op::Permissions;
use isotope_mlir::ir::Module;
use std::collections::HashMap;

/// The facts that the machine has.
pub struct Known<'a, 'p> {
    pub module: &'p Module,
    pub plan: &'p Plan,
    pub permissions: Permissions,
    pub method: Method,
    /// Data may be integers.
    pub integers: bool,
    /// The buffer of a memref by its name.
    pub buffer: &'a dyn Fn(u32) -> Option<usize>,
}

/// A nest as far as it is compiled.
pub struct Compiler<'a, 'p> {
    pub known: Known<'a, 'p>,
    /// Integers by name.
    pub forms: HashMap<u32, Form>,
    /// Data by name, a register for each lane.
    pub data: HashMap<u32, Vec<Reg>>,
    /// The buffers of its memrefs.
    pub buffers: Vec<usize>,
    /// The registers and inputs so far.
    pub nest: Nest<'p>,
    /// The operations of the body that is compiled.
    pub body: &'p [Node],
    /// An index is made of data, or data of an index: neither is known as the other.
    pub is_mixed: bool,
}

impl<'p> Compiler<'_, 'p> {
    pub fn int(&mut self) -> Reg {
        self.nest.ints += 1;
        self.nest.ints - 1
    }

    pub fn form(&mut self, name: u32) -> Form {
        if let Some(form) = self.forms.get(&name) {
            return form.clone();
        }
        self.is_mixed |=
            self.data.contains_key(&name) && !self.nest.data_inputs.iter().any(|(input, _)| *input == name);
        let reg = self.int();
        self.nest.int_inputs.push((name, reg));
        let form = Form::Linear(vec![(1, reg)], 0);
        self.forms.insert(name, form.clone());
        form
    }

    /// A row of a map over these operands.
    pub fn row(&mut self, row: &Row, operands: &[u32]) -> Option<Form> {
        match row {
            Row::Linear(factors, constant) => {
                let mut sum = Form::constant(*constant);
                for (factor, operand) in factors {
                    let operand = self.form(*operands.get(*operand as usize)?);
                    sum = sum.plus(&operand, *factor)?;
                }
                Some(sum)
            }
            Row::General(expression, dims) => {
                let operands: Vec<Form> = operands.iter().map(|name| self.form(*name)).collect();
                ((*dims as usize) <= operands.len())
                    .then(|| Form::General(expression.clone(), *dims as usize, operands))
            }
        }
    }

    pub fn rows(&mut self, rows: &[Row], operands: &[u32]) -> Option<Vec<Form>> {
        rows.iter().map(|row| self.row(row, operands)).collect()
    }

    /// The one block of a region.
    pub fn nodes(&self, node: &'p Node, region: usize) -> Option<(&'p [u32], &'p [Node])> {
        let [block] = node.regions.get(region)?.as_slice() else { return None };
        let block = &self.known.plan.blocks[*block];
        Some((&block.arguments, &block.nodes))
    }
}
