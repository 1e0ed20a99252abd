//! Loops to nests.

mod minus;

use super::{Access, Block, Class, Code, Form, Item, Loop, Nest, Operation, Reg, block, outer};
use crate::run::decode;
use crate::run::field::Method;
use crate::run::op::{self, Arithmetic, Name, Op, Permissions, commutes, header};
use crate::run::plan::{Choice, Kind, Literal, Node, Plan, Row};
use crate::run::value::Element;
use isotope_mlir::ir::Module;
use std::collections::HashMap;

/// What the machine knows.
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

struct Compiler<'a, 'p> {
    known: Known<'a, 'p>,
    /// Integers by name.
    forms: HashMap<u32, Form>,
    /// Data by name.
    data: HashMap<u32, Reg>,
    memrefs: Vec<u32>,
    loads_integers: Vec<bool>,
    buffers: Vec<usize>,
    ints: usize,
    registers: usize,
    int_inputs: Vec<(u32, Reg)>,
    data_inputs: Vec<(u32, Reg)>,
    constants: Vec<(Reg, Literal, Element)>,
    /// What stands for a minus, where that is an unknown.
    minus: Option<Reg>,
    /// The operations of the body that is compiled.
    body: &'p [Node],
    /// An index is made of data, or data of an index: neither is known as the other.
    is_mixed: bool,
}

/// A nest, if the loop can be one.
pub fn nest<'p>(node: &'p Node, known: Known<'_, 'p>) -> Option<Nest<'p>> {
    let mut compiler = Compiler {
        known,
        forms: HashMap::new(),
        data: HashMap::new(),
        memrefs: Vec::new(),
        loads_integers: Vec::new(),
        buffers: Vec::new(),
        ints: 0,
        registers: 0,
        int_inputs: Vec::new(),
        data_inputs: Vec::new(),
        constants: Vec::new(),
        minus: None,
        body: &[],
        is_mixed: false,
    };
    let root = compiler.counted(node).filter(|_| !compiler.is_mixed)?;
    let aliases = aliases(&compiler.buffers);
    Some(Nest {
        ints: compiler.ints,
        data: compiler.registers,
        int_inputs: compiler.int_inputs,
        data_inputs: compiler.data_inputs,
        constants: compiler.constants,
        minus: compiler.minus,
        memrefs: compiler.memrefs,
        loads_integers: compiler.loads_integers,
        aliases,
        root,
    })
}

/// For each buffer the first place of an equal one.
pub fn aliases(buffers: &[usize]) -> Vec<usize> {
    buffers.iter().map(|buffer| buffers.iter().position(|other| other == buffer).unwrap_or(0)).collect()
}

impl<'p> Compiler<'_, 'p> {
    fn int(&mut self) -> Reg {
        self.ints += 1;
        self.ints - 1
    }

    fn register(&mut self) -> Reg {
        self.registers += 1;
        self.registers - 1
    }

    fn form(&mut self, name: u32) -> Form {
        if let Some(form) = self.forms.get(&name) {
            return form.clone();
        }
        self.is_mixed |= self.data.contains_key(&name) && !self.data_inputs.iter().any(|(input, _)| *input == name);
        let reg = self.int();
        self.int_inputs.push((name, reg));
        let form = Form::Linear(vec![(1, reg)], 0);
        self.forms.insert(name, form.clone());
        form
    }

    fn value(&mut self, name: u32) -> Reg {
        if let Some(reg) = self.data.get(&name) {
            return *reg;
        }
        self.is_mixed |= self.forms.contains_key(&name) && !self.int_inputs.iter().any(|(input, _)| *input == name);
        let reg = self.register();
        self.data_inputs.push((name, reg));
        self.data.insert(name, reg);
        reg
    }

    fn define(&mut self, name: u32) -> Reg {
        let reg = self.register();
        self.data.insert(name, reg);
        reg
    }

    /// A row of a map over these operands.
    fn row(&mut self, row: &Row, operands: &[u32]) -> Option<Form> {
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

    fn rows(&mut self, rows: &[Row], operands: &[u32]) -> Option<Vec<Form>> {
        rows.iter().map(|row| self.row(row, operands)).collect()
    }

    /// The one block of a region.
    fn nodes(&self, node: &'p Node, region: usize) -> Option<(&'p [u32], &'p [Node])> {
        let [block] = node.regions.get(region)?.as_slice() else { return None };
        let block = &self.known.plan.blocks[*block];
        Some((&block.arguments, &block.nodes))
    }

    fn counted(&mut self, node: &'p Node) -> Option<Loop<'p>> {
        if !node.results.is_empty() {
            return None;
        }
        let (lower, upper, step) = match &node.kind {
            Kind::AffineFor { lower, upper, step, segments } => {
                let [_, end, carried] = segments.get(..3)?.try_into().ok()?;
                let _: [u32; 0] = node.operands.get(carried..)?.try_into().ok()?;
                let (lower, upper) =
                    (self.rows(lower, &node.operands[..end])?, self.rows(upper, &node.operands[end..carried])?);
                (lower, upper, Form::constant(*step))
            }
            Kind::ScfFor => {
                let [lower, upper, step] = node.operands.as_slice().try_into().ok()?;
                (vec![self.form(lower)], vec![self.form(upper)], self.form(step))
            }
            _ => return None,
        };
        let (arguments, nodes) = self.nodes(node, 0)?;
        let [counter_name] = arguments else { return None };
        let counter = self.int();
        self.forms.insert(*counter_name, Form::Linear(vec![(1, counter)], 0));
        let body = self.body(nodes)?;
        let strip = match body.as_slice() {
            [Item::Work(block)] => block::strip(block, counter, self.registers, &aliases(&self.buffers)),
            _ => None,
        };
        let outer = outer::parts(&body, counter, self.registers);
        let exchanged = outer::exchanged(&body, counter, self.registers);
        let nodes = nodes.len() as u64;
        Some(Loop { node, lower, upper, step, counter, body, nodes, strip, outer, exchanged })
    }

    fn body(&mut self, nodes: &'p [Node]) -> Option<Vec<Item<'p>>> {
        let mut items = Vec::new();
        let mut work = Block::default();
        let (end, nodes) = nodes.split_last()?;
        if !matches!(end.kind, Kind::Yield) || !end.operands.is_empty() {
            return None;
        }
        for node in nodes {
            self.body = nodes;
            if self.straight(node, &mut work)? {
                continue;
            }
            // Bounds before the code that stands before them: they are integers only.
            if let Kind::Apply(rows, choice) = &node.kind {
                let forms = self.rows(rows, &node.operands)?;
                let (to, largest) = (self.int(), *choice == Choice::Max);
                self.forms.insert(*node.results.first()?, Form::Linear(vec![(1, to)], 0));
                if !work.codes.is_empty() {
                    items.push(Item::Work(std::mem::take(&mut work)));
                }
                items.push(Item::Bound { node, to, forms, largest });
                continue;
            }
            if !work.codes.is_empty() {
                items.push(Item::Work(std::mem::take(&mut work)));
            }
            items.push(self.structured(node)?);
        }
        if !work.codes.is_empty() {
            items.push(Item::Work(work));
        }
        Some(items)
    }

    fn structured(&mut self, node: &'p Node) -> Option<Item<'p>> {
        match &node.kind {
            Kind::AffineFor { .. } | Kind::ScfFor => Some(Item::Loop(Box::new(self.counted(node)?))),
            Kind::AffineIf { rows, results: false } => {
                let forms = rows
                    .iter()
                    .map(|(row, equal)| Some((self.row(row, &node.operands)?, *equal)))
                    .collect::<Option<Vec<_>>>()?;
                let (mut branches, mut nodes) = ([Vec::new(), Vec::new()], [0, 0]);
                for side in 0..2 {
                    if node.regions.get(side).is_none_or(Vec::is_empty) {
                        continue;
                    }
                    let (_, inner) = self.nodes(node, side)?;
                    branches[side] = self.body(inner)?;
                    nodes[side] = inner.len() as u64;
                }
                Some(Item::If { node, rows: forms, branches, nodes })
            }
            _ => None,
        }
    }

    /// Adds an operation that is no control; false: it is some.
    fn straight(&mut self, node: &'p Node, work: &mut Block<'p>) -> Option<bool> {
        match &node.kind {
            Kind::Constant { element, values, vector: false } => {
                let (value, name) = (*values.first()?, *node.results.first()?);
                if let Literal::Int(value) = value {
                    self.forms.insert(name, Form::constant(value));
                }
                if element.is_float() || (self.known.integers && *element != Element::Index) {
                    let reg = self.define(name);
                    self.constants.push((reg, value, *element));
                }
            }
            Kind::Scalar { op, from: Element::Index, to: Element::Index } => {
                let [x, y] = node.operands.as_slice() else { return None };
                let form = self.on_index(op.name, *x, *y)?;
                self.forms.insert(*node.results.first()?, form);
            }
            Kind::Scalar { op, from, to } if from.is_float() && to.is_float() => {
                let operands: Vec<Reg> = node.operands.iter().map(|name| self.value(*name)).collect();
                let how = self.operation(*op, *from, *to, operands.len(), node.op);
                self.apply(node, how, operands, work)?;
            }
            Kind::Scalar { op, from: Element::Int(from), to: Element::Int(to) } if self.known.integers => {
                if op.is_same_term(self.known.method) {
                    self.same(node)?;
                    return Some(true);
                }
                let operands: Vec<Reg> = node.operands.iter().map(|name| self.value(*name)).collect();
                let how = self.operation(*op, Element::Int(*from), Element::Int(*to), operands.len(), node.op);
                if !matches!(how.class, Class::Sum | Class::Difference | Class::Product) {
                    return None;
                }
                self.apply(node, how, operands, work)?;
            }
            Kind::Same => self.same(node)?,
            Kind::Apply(rows, Choice::Only) => {
                let form = self.row(rows.first()?, &node.operands)?;
                self.forms.insert(*node.results.first()?, form);
            }
            Kind::Load { rows, vector: None } => {
                let access = self.access(node, 0, rows.as_deref(), work)?;
                let to = self.define(*node.results.first()?);
                work.codes.push(Code::Load { to, access, is_direct: false });
            }
            Kind::Store { rows, vector: None } => {
                let access = self.access(node, 1, rows.as_deref(), work)?;
                let from = self.value(*node.operands.first()?);
                work.codes.push(Code::Store { from, access });
            }
            _ => return Some(false),
        }
        Some(true)
    }

    /// The result is the operand.
    fn same(&mut self, node: &Node) -> Option<()> {
        let (operand, result) = (*node.operands.first()?, *node.results.first()?);
        if let Some(form) = self.forms.get(&operand) {
            self.forms.insert(result, form.clone());
        }
        if self.data.contains_key(&operand) || !self.forms.contains_key(&operand) {
            let reg = self.value(operand);
            self.data.insert(result, reg);
        }
        Some(())
    }

    fn on_index(&mut self, name: Name, x: u32, y: u32) -> Option<Form> {
        let (x, y) = (self.form(x), self.form(y));
        match (name, &x, &y) {
            (Name::AddI, ..) => x.plus(&y, 1),
            (Name::SubI, ..) => x.plus(&y, -1),
            (Name::MulI, Form::Linear(none, factor), _) if none.is_empty() => Form::constant(0).plus(&y, *factor),
            (Name::MulI, _, Form::Linear(none, factor)) if none.is_empty() => Form::constant(0).plus(&x, *factor),
            _ => None,
        }
    }

    fn operation(&self, op: Op, from: Element, to: Element, operands: usize, node: u32) -> Operation {
        let class = match self.known.permissions.of_field(op, self.known.method) {
            _ if operands != 2 => Class::Other,
            Some(Arithmetic::Sum) => Class::Sum,
            Some(Arithmetic::Difference) => Class::Difference,
            Some(Arithmetic::Product) => Class::Product,
            None if !self.known.method.is_free() => Class::Other,
            None => {
                let code = op::code(header(op, from, to));
                match self.known.method {
                    Method::Linear => Class::Linear(code),
                    _ if commutes(op.name) => Class::Commutes(code),
                    _ => Class::Ordered(code),
                }
            }
        };
        Operation { op, from, to, class, node }
    }

    /// The access of a load or a store of a number, whose memref is this operand.
    fn access(&mut self, node: &'p Node, memref: usize, rows: Option<&[Row]>, work: &mut Block<'p>) -> Option<usize> {
        let name = *node.operands.get(memref)?;
        let op = &self.known.module.operations[node.op as usize];
        let of = if memref == 0 { *op.results.first()? } else { *op.operands.first()? };
        let ty = self.known.module.type_of(of);
        let element = decode::element(self.known.module, ty)?;
        let is_integer = matches!(element, Element::Int(_)) && self.known.integers;
        if !(is_integer || element.is_float()) || decode::vector(self.known.module, ty).is_some() {
            return None;
        }
        let operands = &node.operands[memref + 1..];
        let forms = match rows {
            Some(rows) => self.rows(rows, operands)?,
            None => operands.iter().map(|name| self.form(*name)).collect(),
        };
        let is_load = memref == 0;
        let memref = match self.memrefs.iter().position(|known| *known == name) {
            Some(at) => at,
            None => {
                self.buffers.push((self.known.buffer)(name)?);
                self.memrefs.push(name);
                self.loads_integers.push(false);
                self.memrefs.len() - 1
            }
        };
        self.loads_integers[memref] |= is_integer && is_load;
        work.accesses.push(Access { node, memref, forms });
        Some(work.accesses.len() - 1)
    }
}
