//! The expression of one window: from a value back to loads, arguments, and whatever else is no operation of the language.

use crate::contraction::{Contraction, contraction};
use crate::find::{Window, is_root, is_supported, is_taken_apart};
use crate::lanes::{moves_of, with_last};
use crate::limits::{MAX_BUFFERS, MAX_DEPTH, MAX_NODES};
use crate::memory::{Access, Buffer, Piece};
use crate::operations::{self, Combined, Reduction};
use crate::values::{Lanes, lanes_of};
use isotope_ir::build::signless::{Number, Reads, Signless};
use isotope_ir::expr::{Leaf, LoadAddress, Op};
use isotope_ir::types::Type;
use isotope_mlir::ir::{BlockId, Module, OpId, Operation, ValueId};
use isotope_mlir::structure::{Structure, definition, shape_of};
use std::collections::HashMap;

const UNKNOWN: &str = "lanes are not known";

/// The state from which a window is grown.
pub struct Grower<'a> {
    module: &'a Module,
    structure: &'a Structure,
    roots: &'a [ValueId],
    block: BlockId,
    graph: Signless,
    done: HashMap<ValueId, Number>,
    depth: usize,
    window: Window,
}

impl<'a> Grower<'a> {
    /// Of values that operations of this block define: of one, or of several of one type side by side.
    pub fn new(module: &'a Module, structure: &'a Structure, roots: &'a [ValueId], block: BlockId) -> Self {
        Grower {
            module,
            structure,
            roots,
            block,
            graph: Signless::default(),
            done: HashMap::new(),
            depth: 0,
            window: Window::default(),
        }
    }

    /// The window of at least so many operations; the error says why there is none.
    pub fn window(mut self, least: usize) -> Result<Window, String> {
        let results = self.roots.iter().map(|root| self.node(*root)).collect::<Result<Vec<_>, _>>()?;
        let root = match results[..] {
            [root] => root,
            _ => {
                let lanes = results.iter().map(|result| self.graph.shape(*result).1).sum();
                self.graph.moves((0..lanes).collect(), &results)
            }
        };
        if self.graph.operations() < least {
            return Err("it is no more than one operation".to_owned());
        }
        let expression = self.graph.window(root).map_err(|error| error.to_string())?;
        isotope_ir::facts::check(&expression).map_err(|error| error.to_string())?;
        self.window.expression = Some(expression);
        Ok(self.window)
    }

    fn node(&mut self, value: ValueId) -> Result<Number, String> {
        if let Some(known) = self.done.get(&value) {
            return Ok(*known);
        }
        let Some(lanes) = lanes_of(self.module, self.module.type_of(value)) else {
            return Err("a value has a type that is not in the language, or too many lanes (MAX_LANES)".to_owned());
        };
        if self.depth >= MAX_DEPTH {
            return Err(format!("the window is deeper than {MAX_DEPTH} operations (MAX_DEPTH)"));
        }
        if self.graph.size() >= MAX_NODES {
            return Err(format!("the window has more than {MAX_NODES} nodes (MAX_NODES)"));
        }
        self.depth += 1;
        let node = self.made(value, lanes)?;
        self.depth -= 1;
        self.done.insert(value, node);
        Ok(node)
    }

    fn made(&mut self, value: ValueId, lanes: Lanes) -> Result<Number, String> {
        let module = self.module;
        if let Some(numbers) = operations::constant(module, value) {
            return Ok(self.graph.constant((lanes.bits, lanes.lanes), numbers));
        }
        let Some((id, result)) = definition(module, value) else { return self.leaf(value, lanes) };
        let op = module.op(id);
        if let Some(last) = operations::masked(module, op).filter(|_| !self.roots.contains(&value)) {
            return self.leaf_in(value, lanes, Some((0, last)));
        }
        let is_conversion = operations::is_conversion(op) && !is_taken_apart(module, self.structure, value, op);
        let is_change = is_conversion || operations::is_splat(module, op);
        // A value that is needed elsewhere is computed anyway; a mere change of types is as well computed again.
        let is_there = !self.roots.contains(&value) && is_root(module, self.structure, value) && !is_change;
        if self.structure.block(id) != Some(self.block) || is_there || !is_supported(module, op) {
            return self.leaf(value, lanes);
        }
        self.window.operations.push(id);
        self.operation(op, id, result as usize, lanes)
    }

    fn operation(&mut self, op: &Operation, id: OpId, result: usize, lanes: Lanes) -> Result<Number, String> {
        let (module, shape) = (self.module, (lanes.bits, lanes.lanes));
        if operations::is_splat(module, op) {
            let scalar = self.node(op.operands[0])?;
            let numbers = self.graph.numbers(scalar).map(<[u64]>::to_vec);
            return Ok(match numbers {
                Some(numbers) => self.graph.constant(shape, numbers),
                None => self.graph.broadcast(scalar, lanes.lanes),
            });
        }
        if op.name == "vector.shape_cast" {
            let from = self.node(op.operands[0])?;
            return if self.graph.shape(from).1 == lanes.lanes { Ok(from) } else { Err(UNKNOWN.to_owned()) };
        }
        if operations::is_conversion(op) {
            return self.conversion(op, lanes);
        }
        if let Some(is) = operations::reduction(module, op) {
            return self.reduction(op, &is, lanes);
        }
        if let Some(is) = contraction(module, op) {
            return self.contraction(op, is, lanes);
        }
        let moves = moves_of(module, module.op(id), result);
        let operands = moves.as_ref().map_or(&op.operands, |moves| &moves.operands);
        let args = operands.iter().map(|operand| self.node(*operand)).collect::<Result<Vec<_>, _>>()?;
        if let Some(is) = operations::lanewise(module, op) {
            return Ok(self.graph.lanewise(is.op, is.sign, is.unsigned_second, &args, shape));
        }
        match (operations::comparison(module, op), moves, &args[..]) {
            (Some((compare, reads)), _, [left, right]) => Ok(self.graph.compare(compare, reads, [*left, *right])),
            (_, _, [condition, left, right]) if op.name == "arith.select" => {
                Ok(self.graph.select(*condition, *left, *right))
            }
            (_, Some(moves), [_, ..]) => Ok(self.graph.moves(moves.lanes, &args)),
            _ => Err(UNKNOWN.to_owned()),
        }
    }

    fn leaf(&mut self, value: ValueId, lanes: Lanes) -> Result<Number, String> {
        let load = definition(self.module, value).map(|(op, _)| self.module.op(op));
        let range = load.and_then(|op| operations::said(self.module, op, lanes.bits));
        self.leaf_in(value, lanes, range)
    }

    /// A leaf in a range in which no number has a sign.
    fn leaf_in(&mut self, value: ValueId, lanes: Lanes, range: Option<(i128, i128)>) -> Result<Number, String> {
        let module = self.module;
        // Its sign is the graph's to choose.
        let ty = Type::uint(lanes.bits, lanes.lanes);
        let load = definition(module, value).map(|(op, _)| op).filter(|_| lanes.bits >= 8);
        let access = load.and_then(|op| Some((op, Access::of(module, module.op(op))?)));
        let name = format!("{}{}", if access.is_some() { "d" } else { "v" }, self.window.leaves.len());
        let mut leaf = Leaf { name: name.clone(), ty, range, load: None };
        if let Some((load, access)) = access {
            let offset = access.offset();
            let piece = Piece { load, offset, lanes: access.lanes as i64 };
            let buffers = &mut self.window.buffers;
            let number = buffers.iter().position(|buffer| buffer.access.is_beside(&access)).unwrap_or(buffers.len());
            if number == MAX_BUFFERS {
                return Err(format!("the window loads from more than {MAX_BUFFERS} places (MAX_BUFFERS)"));
            }
            if number == buffers.len() {
                buffers.push(Buffer { access, bits: lanes.bits, pieces: Vec::new() });
            }
            buffers[number].pieces.push(piece);
            let (buffer, base) = (format!("B{number}"), format!("t{number}"));
            leaf.load = Some(LoadAddress { buffer, base, offset, stride: 1 });
        }
        self.window.leaves.push((name, value));
        Ok(self.graph.leaf(leaf))
    }

    fn conversion(&mut self, op: &Operation, lanes: Lanes) -> Result<Number, String> {
        let from = self.node(op.operands[0])?;
        let (bits, count) = self.graph.shape(from);
        if op.name == "vector.bitcast" {
            let is_same = (bits, count) == (lanes.bits, lanes.lanes);
            return Ok(if is_same { from } else { self.graph.reinterpret(from, (lanes.bits, lanes.lanes)) });
        }
        if count != lanes.lanes {
            return Err(UNKNOWN.to_owned());
        }
        Ok(match op.name.as_str() {
            "arith.trunci" => self.graph.truncate(from, lanes.bits),
            name => self.graph.extend(name == "arith.extsi", from, lanes.bits),
        })
    }

    fn reduction(&mut self, op: &Operation, is: &Reduction, lanes: Lanes) -> Result<Number, String> {
        let mut from = self.node(op.operands[0])?;
        let shape = shape_of(self.module, self.module.type_of(op.operands[0]));
        let order = with_last(&shape, &is.dimensions).ok_or(UNKNOWN)?;
        if !order.is_sorted() {
            from = self.graph.moves(order.into_iter().map(|lane| lane as u32).collect(), &[from]);
        }
        self.combined(&is.combined, from, op.operands.get(1), lanes)
    }

    /// Groups of lanes as one lane each, with another value of these lanes, if there is one.
    fn combined(
        &mut self,
        is: &Combined,
        from: Number,
        before: Option<&ValueId>,
        lanes: Lanes,
    ) -> Result<Number, String> {
        let is_single = self.graph.shape(from).1 == lanes.lanes;
        let all = if is_single { from } else { self.graph.reduce(Op::Reduce(is.how), is.sign, from, lanes.lanes) };
        let Some(before) = before else { return Ok(all) };
        let before = self.node(*before)?;
        Ok(self.graph.lanewise(is.combine.clone(), is.sign, false, &[all, before], (lanes.bits, lanes.lanes)))
    }

    fn contraction(&mut self, op: &Operation, is: Contraction, lanes: Lanes) -> Result<Number, String> {
        let mut factors = Vec::new();
        for (operand, moved) in op.operands.iter().zip(is.lanes) {
            let from = self.node(*operand)?;
            let (_, had) = self.graph.shape(from);
            let is_same = moved.iter().copied().eq(0..had);
            factors.push(match had {
                1 => self.graph.broadcast(from, moved.len() as u32),
                _ if is_same => from,
                _ => self.graph.moves(moved, &[from]),
            });
        }
        let shape = self.graph.shape(factors[0]);
        let products = self.graph.lanewise(Op::Mul, Reads::Either, false, &factors, shape);
        self.combined(&is.combined, products, op.operands.get(2), lanes)
    }
}
