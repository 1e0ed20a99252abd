//! Constructors of nodes.
//!
//! Nothing else adds nodes to a graph but what copies nodes that were checked once: evaluation, terms and lowering rely
//! on types and on operands being there, and check neither again.

use super::error::TypeError;
use super::infer::infer;
use crate::expr::{Graph, Leaf, LeafId, Node, NodeId, Op};
use crate::limits;
use crate::types::Type;

impl Graph {
    /// Adds an operation after checking its operands. `stated` is its type where the operation leaves it open, and
    /// may be given elsewhere to have it checked.
    pub fn make(&mut self, op: Op, args: &[NodeId], stated: Option<Type>) -> Result<NodeId, TypeError> {
        if args.len() > limits::MAX_OPERANDS {
            return Err(TypeError::Limit { what: "operands of one operation", bound: limits::MAX_OPERANDS as u64 });
        }
        let types: Vec<Type> = args.iter().map(|&a| self.ty(a)).collect();
        let ty = infer(&op, &types, stated)?;
        Ok(self.add(Node { op, args: args.to_vec(), ty, no_wrap: false }))
    }

    /// Adds an operation whose type follows from its operands.
    pub fn op(&mut self, op: Op, args: &[NodeId]) -> Result<NodeId, TypeError> {
        self.make(op, args, None)
    }

    /// Adds a leaf, or finds the one that is the same in all that is known of it. A name stands for one leaf; two names
    /// for the same load are one leaf.
    pub fn leaf(&mut self, leaf: Leaf) -> Result<NodeId, TypeError> {
        leaf.check()?;
        let ty = leaf.ty;
        let named = self.leaf_named(&leaf.name);
        if let Some(before) = named.map(|id| &self.leaves[id.0 as usize]).filter(|before| **before != leaf) {
            return Err(leaf.conflict(before));
        }
        let id = named.or_else(|| self.leaf_loaded(&leaf)).unwrap_or_else(|| {
            self.leaves.push(leaf);
            LeafId(self.leaves.len() as u32 - 1)
        });
        self.make(Op::Leaf(id), &[], Some(ty))
    }

    /// Adds a leaf without facts.
    pub fn variable(&mut self, name: &str, ty: Type) -> Result<NodeId, TypeError> {
        self.leaf(Leaf { name: name.to_owned(), ty, range: None, load: None })
    }

    /// An integer constant in every lane of `ty`; a broadcast where there is more than one.
    pub fn splat(&mut self, ty: Type, value: i128) -> Result<NodeId, TypeError> {
        let scalar = ty.with_lanes(1);
        if !scalar.range().is_some_and(|(low, high)| (low..=high).contains(&value)) {
            return Err(TypeError::Literal { value, ty: scalar });
        }
        let bits = value as u64 & crate::term::mask(ty.bits) as u64;
        self.splat_of_bits(ty, bits)
    }

    /// The bits of one lane, in every lane of `ty`.
    pub fn splat_of_bits(&mut self, ty: Type, bits: u64) -> Result<NodeId, TypeError> {
        let literal = self.make(Op::Const(bits), &[], Some(ty.with_lanes(1)))?;
        if ty.lanes == 1 { Ok(literal) } else { self.make(Op::Broadcast, &[literal], Some(ty)) }
    }

    /// Adds a cast; casting to the same type gives the operand.
    pub fn cast(&mut self, ty: Type, arg: NodeId) -> Result<NodeId, TypeError> {
        if self.ty(arg) == ty { Ok(arg) } else { self.make(Op::Cast, &[arg], Some(ty)) }
    }

    /// The same add, sub or mul with the promise that it does not overflow.
    pub fn with_no_wrap(&mut self, id: NodeId) -> Result<NodeId, TypeError> {
        let mut node = self.node(id).clone();
        if !matches!(node.op, Op::Add | Op::Sub | Op::Mul) || !node.ty.is_integer() {
            let want = "an integer +, - or *".to_owned();
            return Err(TypeError::Operand { op: "no_wrap", index: 1, ty: node.ty, want });
        }
        node.no_wrap = true;
        Ok(self.add(node))
    }
}
