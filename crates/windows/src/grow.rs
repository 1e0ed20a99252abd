//! The expression of one window: from a value back to loads, arguments, and whatever else is no operation of the language.

use crate::find::{Window, is_root, is_supported, is_taken_apart};
use crate::lanes::{moves_of, with_last};
use crate::limits::{MAX_BUFFERS, MAX_DEPTH, MAX_NODES};
use crate::memory::{Access, Buffer, Piece};
use crate::operations::{self, Lanewise, Reads, Reduction};
use crate::values::{Lanes, lanes_of};
use isotope_ir::expr::{Graph, Leaf, LoadAddress, NodeId, Op};
use isotope_ir::types::{Kind, Type};
use isotope_mlir::ir::{BlockId, Module, OpId, Operation, ValueId};
use isotope_mlir::structure::{Structure, definition, shape_of};
use std::collections::HashMap;

/// The type of lanes in the language.
fn ty(lanes: Lanes, is_signed: bool) -> Type {
    let kind = if is_signed && lanes.bits > 1 { Kind::Int } else { Kind::UInt };
    Type { kind, bits: lanes.bits, lanes: lanes.lanes }
}

/// What a window is grown from.
pub struct Grower<'a> {
    module: &'a Module,
    structure: &'a Structure,
    root: ValueId,
    block: BlockId,
    graph: Graph,
    done: HashMap<ValueId, NodeId>,
    constants: HashMap<NodeId, Vec<u64>>,
    depth: usize,
    /// Operations without leaves, constants and changes of sign.
    counted: usize,
    window: Window,
}

impl<'a> Grower<'a> {
    /// Of the value that an operation of this block defines.
    pub fn new(module: &'a Module, structure: &'a Structure, root: ValueId, block: BlockId) -> Self {
        Grower {
            module,
            structure,
            root,
            block,
            graph: Graph::default(),
            done: HashMap::new(),
            constants: HashMap::new(),
            depth: 0,
            counted: 0,
            window: Window::default(),
        }
    }

    /// The window of at least so many operations; the error says why there is none.
    pub fn window(mut self, least: usize) -> Result<Window, String> {
        let root = self.node(self.root)?;
        if self.counted < least {
            return Err("it is no more than one operation".to_owned());
        }
        let root = self.with_sign(root, false)?;
        let expression = isotope_ir::Window::new(&self.graph, root).map_err(|error| error.to_string())?;
        isotope_ir::facts::check(&expression).map_err(|error| error.to_string())?;
        self.window.expression = Some(expression);
        Ok(self.window)
    }

    fn node(&mut self, value: ValueId) -> Result<NodeId, String> {
        if let Some(known) = self.done.get(&value) {
            return Ok(*known);
        }
        let Some(lanes) = lanes_of(self.module, self.module.type_of(value)) else {
            return Err("a value has a type that is not in the language, or too many lanes (MAX_LANES)".to_owned());
        };
        if self.depth >= MAX_DEPTH {
            return Err(format!("the window is deeper than {MAX_DEPTH} operations (MAX_DEPTH)"));
        }
        if self.graph.nodes.len() >= MAX_NODES {
            return Err(format!("the window has more than {MAX_NODES} nodes (MAX_NODES)"));
        }
        self.depth += 1;
        let node = self.made(value, lanes)?;
        self.depth -= 1;
        self.done.insert(value, node);
        Ok(node)
    }

    fn made(&mut self, value: ValueId, lanes: Lanes) -> Result<NodeId, String> {
        let module = self.module;
        if let Some(numbers) = operations::constant(module, value) {
            return self.constant(ty(lanes, false), numbers);
        }
        let Some((id, result)) = definition(module, value) else { return self.leaf(value, lanes) };
        let op = module.op(id);
        let is_conversion = operations::is_conversion(op) && !is_taken_apart(module, self.structure, value, op);
        let is_change = is_conversion || operations::is_splat(module, op);
        // A value that is needed elsewhere is computed anyway; a mere change of types is as well computed again.
        let is_there = value != self.root && is_root(module, self.structure, value) && !is_change;
        if self.structure.block(id) != Some(self.block) || is_there || !is_supported(module, op) {
            return self.leaf(value, lanes);
        }
        self.window.operations.push(id);
        self.operation(op, id, result as usize, lanes)
    }

    fn operation(&mut self, op: &Operation, id: OpId, result: usize, lanes: Lanes) -> Result<NodeId, String> {
        let module = self.module;
        if operations::is_splat(module, op) {
            let scalar = self.node(op.operands[0])?;
            if let Some(numbers) = self.constants.get(&scalar).cloned() {
                return self.constant(ty(lanes, false), numbers);
            }
            let to = self.graph.ty(scalar).with_lanes(lanes.lanes);
            return self.counted(Op::Broadcast, &[scalar], Some(to));
        }
        if op.name == "vector.shape_cast" {
            let from = self.node(op.operands[0])?;
            let is_same = self.graph.ty(from).lanes == lanes.lanes;
            return if is_same { Ok(from) } else { Err("lanes are not known".to_owned()) };
        }
        if operations::is_conversion(op) {
            return self.conversion(op, lanes);
        }
        if let Some(is) = operations::lanewise(module, op) {
            return self.lanewise(op, is, lanes);
        }
        if let Some((compare, sign)) = operations::comparison(module, op) {
            let (left, right) = (self.node(op.operands[0])?, self.node(op.operands[1])?);
            let sign = if sign == Reads::Either { self.graph.ty(left).is_signed() } else { sign == Reads::Signed };
            let both = [self.with_sign(left, sign)?, self.with_sign(right, sign)?];
            return self.counted(compare, &both, None);
        }
        if op.name == "arith.select" {
            return self.select(op, lanes);
        }
        if let Some(is) = operations::reduction(module, op) {
            return self.reduction(op, &is, lanes);
        }
        let moves = moves_of(module, module.op(id), result).ok_or("lanes are not known")?;
        let args = moves.operands.iter().map(|operand| self.node(*operand)).collect::<Result<Vec<_>, _>>()?;
        let sign = self.graph.ty(args[0]).is_signed();
        let args = args.into_iter().map(|arg| self.with_sign(arg, sign)).collect::<Result<Vec<_>, _>>()?;
        self.counted(Op::Shuffle(moves.lanes), &args, None)
    }

    fn counted(&mut self, op: Op, args: &[NodeId], stated: Option<Type>) -> Result<NodeId, String> {
        self.counted += 1;
        self.graph.make(op, args, stated).map_err(|error| error.to_string())
    }

    fn constant(&mut self, ty: Type, numbers: Vec<u64>) -> Result<NodeId, String> {
        let said = |error: isotope_ir::build::TypeError| error.to_string();
        let node = match numbers[..] {
            [one] => self.graph.splat_of_bits(ty, one).map_err(said)?,
            _ => {
                let lane = |bits: &u64| self.graph.splat_of_bits(ty.with_lanes(1), *bits);
                let lanes = numbers.iter().map(lane).collect::<Result<Vec<_>, _>>().map_err(said)?;
                self.graph.op(Op::Shuffle((0..ty.lanes).collect()), &lanes).map_err(said)?
            }
        };
        self.constants.insert(node, numbers);
        Ok(node)
    }

    /// A node as integers with or without a sign: itself, or the same bits.
    fn with_sign(&mut self, node: NodeId, is_signed: bool) -> Result<NodeId, String> {
        let had = self.graph.ty(node);
        let to = ty(Lanes { bits: had.bits, lanes: had.lanes }, is_signed);
        if to == had {
            return Ok(node);
        }
        if let Some(numbers) = self.constants.get(&node).cloned() {
            return self.constant(to, numbers);
        }
        self.graph.cast(to, node).map_err(|error| error.to_string())
    }

    fn leaf(&mut self, value: ValueId, lanes: Lanes) -> Result<NodeId, String> {
        let module = self.module;
        let is_signed =
            self.structure.users(value).iter().any(|op| operations::reads_with_sign(module, module.op(*op)));
        let load = definition(module, value).map(|(op, _)| op).filter(|_| lanes.bits >= 8);
        let access = load.and_then(|op| Some((op, Access::of(module, module.op(op))?)));
        let name = format!("{}{}", if access.is_some() { "d" } else { "v" }, self.window.leaves.len());
        let mut leaf = Leaf { name: name.clone(), ty: ty(lanes, is_signed), range: None, load: None };
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
        self.graph.leaf(leaf).map_err(|error| error.to_string())
    }

    fn conversion(&mut self, op: &Operation, lanes: Lanes) -> Result<NodeId, String> {
        let from = self.node(op.operands[0])?;
        let had = self.graph.ty(from);
        if op.name == "vector.bitcast" {
            if (had.bits, had.lanes) == (lanes.bits, lanes.lanes) {
                return Ok(from);
            }
            let from = self.with_sign(from, false)?;
            return self.counted(Op::Reinterpret, &[from], Some(ty(lanes, false)));
        }
        if had.lanes != lanes.lanes {
            return Err("lanes are not known".to_owned());
        }
        let is_signed = op.name == "arith.extsi";
        if had.bits == 1 && is_signed {
            let to = ty(lanes, true);
            let (ones, none) = (self.constant(to, vec![u64::MAX >> (64 - to.bits)])?, self.constant(to, vec![0])?);
            return self.counted(Op::Select, &[from, ones, none], Some(to));
        }
        if lanes.bits == 1 {
            let whole = ty(Lanes { bits: had.bits, lanes: had.lanes }, false);
            let (from, one) = (self.with_sign(from, false)?, self.constant(whole, vec![1])?);
            let lowest = self.counted(Op::And, &[from, one], None)?;
            let none = self.constant(whole, vec![0])?;
            return self.counted(Op::Ne, &[lowest, none], None);
        }
        if op.name == "arith.trunci" {
            return self.counted(Op::Cast, &[from], Some(ty(lanes, had.is_signed())));
        }
        let from = if had.bits == 1 { from } else { self.with_sign(from, is_signed)? };
        self.counted(Op::Cast, &[from], Some(ty(lanes, is_signed)))
    }

    fn lanewise(&mut self, op: &Operation, is: Lanewise, lanes: Lanes) -> Result<NodeId, String> {
        let args = op.operands.iter().map(|operand| self.node(*operand)).collect::<Result<Vec<_>, _>>()?;
        let mut sign = is.sign == Reads::Signed;
        if is.sign == Reads::Either && lanes.bits > 1 {
            let counted = if is.unsigned_second { &args[..1] } else { &args[..] };
            sign = counted.iter().any(|arg| self.graph.ty(*arg).is_signed());
        }
        let mut signed = Vec::new();
        for (at, arg) in args.into_iter().enumerate() {
            signed.push(self.with_sign(arg, sign && !(at == 1 && is.unsigned_second))?);
        }
        self.counted(is.op, &signed, None)
    }

    fn select(&mut self, op: &Operation, lanes: Lanes) -> Result<NodeId, String> {
        let [condition, left, right] = op.operands[..] else { return Err("lanes are not known".to_owned()) };
        let (mut condition, left, right) = (self.node(condition)?, self.node(left)?, self.node(right)?);
        if self.graph.ty(condition).lanes != lanes.lanes {
            condition = self.counted(Op::Broadcast, &[condition], Some(Type::bool(lanes.lanes)))?;
        }
        if lanes.bits == 1 {
            // There is no choice between truth values.
            let one = self.constant(Type::bool(lanes.lanes), vec![1])?;
            let no = self.counted(Op::Xor, &[condition, one], None)?;
            let (then, otherwise) =
                (self.counted(Op::And, &[condition, left], None)?, self.counted(Op::And, &[no, right], None)?);
            return self.counted(Op::Or, &[then, otherwise], None);
        }
        let sign = self.graph.ty(left).is_signed();
        let right = self.with_sign(right, sign)?;
        self.counted(Op::Select, &[condition, left, right], None)
    }

    fn reduction(&mut self, op: &Operation, is: &Reduction, lanes: Lanes) -> Result<NodeId, String> {
        let mut from = self.node(op.operands[0])?;
        let shape = shape_of(self.module, self.module.type_of(op.operands[0]));
        let order = with_last(&shape, &is.dimensions).ok_or("lanes are not known")?;
        let sign = if is.sign == Reads::Either { self.graph.ty(from).is_signed() } else { is.sign == Reads::Signed };
        from = self.with_sign(from, sign)?;
        if !order.is_sorted() {
            from = self.counted(Op::Shuffle(order.into_iter().map(|lane| lane as u32).collect()), &[from], None)?;
        }
        let all = self.counted(Op::Reduce(is.how), &[from], Some(ty(lanes, sign)))?;
        let [_, before] = op.operands[..] else { return Ok(all) };
        let before = self.node(before)?;
        let before = self.with_sign(before, sign)?;
        self.counted(is.combine.clone(), &[all, before], None)
    }
}
