//! Loops to nests.
//!
//! A vector is as many registers as it has lanes, so that operations which only move lanes are no code at all. A value that a loop carries
//! from iteration to iteration is a cell of memory for each lane, which the loop's body loads first and stores last:
//!
//! ```text
//! %s = affine.for %k = 0 to 64 iter_args(%a = %zero) -> (f32) {    // cell = %zero; for k { %a = cell; cell = %b }; %s = cell
//!   affine.yield %b : f32
//! }
//! ```

mod carried;
mod compiler;
mod lanes;
mod memory;
mod minus;

use crate::nests::code::{Block, Form, Item, Loop, Nest};
use crate::nests::{block, parts, tiles};
use crate::plan::nodes::{Choice, Kind, Literal, Node};
use crate::values::op::Name;
use crate::values::value::Element;
use carried::Carried;
use compiler::Compiler;
pub use compiler::Known;
use std::collections::HashMap;

/// A nest, if the loop can be one.
pub fn nest<'p>(node: &'p Node, known: Known<'_, 'p>) -> Option<Nest<'p>> {
    let mut compiler = Compiler {
        known,
        forms: HashMap::new(),
        data: HashMap::new(),
        buffers: Vec::new(),
        nest: Nest::default(),
        body: &[],
        is_mixed: false,
    };
    let items = compiler.root(node).filter(|_| !compiler.is_mixed)?;
    let aliases = aliases(&compiler.buffers);
    Some(Nest { aliases, items, ..compiler.nest })
}

/// For each buffer the first place of an equal one.
pub fn aliases(buffers: &[usize]) -> Vec<usize> {
    buffers.iter().map(|buffer| buffers.iter().position(|other| other == buffer).unwrap_or(0)).collect()
}

impl<'p> Compiler<'_, 'p> {
    /// The outermost loop, with what stands around it.
    fn root(&mut self, node: &'p Node) -> Option<Vec<Item<'p>>> {
        let mut before = Block::default();
        let (of, after) = self.counted(node, &mut before)?;
        self.nest.outputs = node.results.iter().map(|name| Some((*name, self.value(*name)?))).collect::<Option<_>>()?;
        let items = [Item::Work(before), Item::Loop(Box::new(of)), Item::Work(after)];
        Some(items.into_iter().filter(|item| !matches!(item, Item::Work(work) if work.codes.is_empty())).collect())
    }

    /// A loop; and the first of its operands that it carries.
    fn bounds(&mut self, node: &'p Node) -> Option<([Vec<Form>; 2], Form, usize)> {
        match &node.kind {
            Kind::AffineFor { lower, upper, step, segments } => {
                let [_, end, carried] = segments.get(..3)?.try_into().ok()?;
                let lower = self.rows(lower, node.operands.get(..end)?)?;
                let upper = self.rows(upper, node.operands.get(end..carried)?)?;
                Some(([lower, upper], Form::constant(*step), carried))
            }
            Kind::ScfFor => {
                let [lower, upper, step] = node.operands.get(..3)?.try_into().ok()?;
                Some(([vec![self.form(lower)], vec![self.form(upper)]], self.form(step), 3))
            }
            _ => None,
        }
    }

    /// A loop, whose `work` is what stands before it.
    fn counted(&mut self, node: &'p Node, work: &mut Block<'p>) -> Option<(Loop<'p>, Block<'p>)> {
        let ([lower, upper], step, first) = self.bounds(node)?;
        let (arguments, nodes) = self.nodes(node, 0)?;
        let (counter_name, arguments) = arguments.split_first()?;
        let counter = self.int();
        self.forms.insert(*counter_name, Form::Linear(vec![(1, counter)], 0));
        let before = self.nest.cells;
        let cells = self.begin_carrying(node, first, arguments, work)?;
        let mut body = self.body(nodes, Some((node, arguments, &cells)))?;
        let strip = match body.as_slice() {
            [Item::Work(block)] => {
                let carried = self.nest.memrefs.iter().position(Option::is_none);
                block::strip(block, counter, self.nest.data, &aliases(&self.buffers), carried)
            }
            _ => None,
        };
        // Iterations that meet in cells are not independent.
        let is_free = self.nest.cells == before;
        let outer = is_free.then(|| parts::parts(&body, counter, self.nest.data)).flatten();
        let exchanged = is_free.then(|| parts::exchanged(&body, counter, self.nest.data)).flatten();
        let merged = is_free.then(|| tiles::merged(&mut body, (counter, &step), &aliases(&self.buffers))).flatten();
        let after = self.end_carrying(node, &cells)?;
        let nodes = lanes::steps(nodes);
        Some((
            Loop { node, lower, upper, step, counter, body, nodes, strip, outer, exchanged, tile: None, merged },
            after,
        ))
    }

    /// The code of a region; of a loop's it begins with loads of what is carried, and ends with stores.
    fn body(&mut self, nodes: &'p [Node], carried: Option<Carried<'p, '_>>) -> Option<Vec<Item<'p>>> {
        let mut items = Vec::new();
        let mut work = Block::default();
        let (end, nodes) = nodes.split_last()?;
        if !matches!(end.kind, Kind::Yield) || carried.is_none() && !end.operands.is_empty() {
            return None;
        }
        if let Some(carried) = carried {
            self.load_carried(carried, &mut work)?;
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
            let (item, after) = self.structured(node, &mut work)?;
            let before = std::mem::replace(&mut work, after);
            if !before.codes.is_empty() {
                items.push(Item::Work(before));
            }
            items.push(item);
        }
        if let Some(carried) = carried {
            self.store_carried(carried, &end.operands, &mut work)?;
        }
        if !work.codes.is_empty() {
            items.push(Item::Work(work));
        }
        Some(items)
    }

    /// Control, which `work` stands before; and what stands behind it.
    fn structured(&mut self, node: &'p Node, work: &mut Block<'p>) -> Option<(Item<'p>, Block<'p>)> {
        match &node.kind {
            Kind::AffineFor { .. } | Kind::ScfFor => {
                let (of, after) = self.counted(node, work)?;
                Some((Item::Loop(Box::new(of)), after))
            }
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
                    branches[side] = self.body(inner, None)?;
                    nodes[side] = lanes::steps(inner);
                }
                Some((Item::If { node, rows: forms, branches, nodes }, Block::default()))
            }
            _ => None,
        }
    }

    /// Adds an operation that is no control; false: it is some.
    fn straight(&mut self, node: &'p Node, work: &mut Block<'p>) -> Option<bool> {
        match &node.kind {
            Kind::Constant { element, values, vector } => {
                let name = *node.results.first()?;
                if let ([Literal::Int(value)], false) = (values.as_slice(), vector) {
                    self.forms.insert(name, Form::constant(*value));
                }
                if element.is_float() || (self.known.integers && *element != Element::Index) {
                    // A constant that no text has is the divisor of a quotient that became a product.
                    let regs = self.define_lanes(name, self.count(name).unwrap_or(values.len()))?;
                    if values.len() != 1 && values.len() != regs.len() {
                        return None;
                    }
                    let each = values.iter().cycle().zip(&regs);
                    self.nest.constants.extend(each.map(|(value, reg)| (*reg, *value, *element)));
                } else if *vector {
                    return None;
                }
            }
            Kind::Scalar { op, from: Element::Index, to: Element::Index }
                if self.count(*node.results.first()?)? == 1 =>
            {
                let [x, y] = node.operands.as_slice() else { return None };
                let form = self.on_index(op.name, *x, *y)?;
                self.forms.insert(*node.results.first()?, form);
            }
            Kind::Scalar { op, from, to } if self.is_data(*from) && self.is_data(*to) => {
                self.each_lane(node, *op, *from, *to, work)?;
            }
            Kind::Same => self.same(node)?,
            Kind::Apply(rows, Choice::Only) => {
                let form = self.row(rows.first()?, &node.operands)?;
                self.forms.insert(*node.results.first()?, form);
            }
            Kind::Load { .. } | Kind::Store { .. } | Kind::Transfer { .. } => self.access(node, work)?,
            Kind::Broadcast { .. }
            | Kind::Extract { .. }
            | Kind::Insert { .. }
            | Kind::Rearrange(_)
            | Kind::Reduce { .. }
            | Kind::Wide(_) => self.moved(node, work)?,
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
            let regs = self.value(operand)?;
            self.data.insert(result, regs);
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
}
