//! Windows of languages whose integers have no signs: each operation says how it reads its operands, and the integers get their signs here,
//! over the whole graph at once.
//!
//! ```text
//! %b = load                  b is read with a sign by what extends it, so that the leaf has one:
//! %s = shuffle %b                int32x64(shuffle((int8x64)b, ..))
//! %w = sext %s               and not
//!                                int32x64(int8x64(shuffle((uint8x64)b, ..)))
//! ```

use super::TypeError;
use crate::expr::{Graph, Leaf, NodeId, Op};
use crate::types::{Kind, Type};
use crate::window::Window;

/// With which sign an operation reads its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Without one.
    Unsigned,
    /// With one.
    Signed,
    /// Either gives the same bits.
    Either,
}

/// A node of a [`Signless`] graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Number(u32);

#[derive(Clone, Debug)]
enum What {
    /// The sign of its type is not decided yet.
    Leaf(Leaf),
    /// Bits of one lane for all lanes, or of each.
    Constant(Vec<u64>),
    /// The second operand may be an amount, which has no sign.
    Lanewise { op: Op, reads: Reads, has_amount: bool },
    /// A comparison.
    Compare(Op, Reads),
    /// To more bits.
    Extend { is_signed: bool },
    /// To fewer bits.
    Truncate,
    /// Of a truth value in each lane, the operand that it chooses.
    Select,
    /// Lanes by their number in all operands side by side.
    Move(Vec<u32>),
    /// One lane in all lanes.
    Broadcast,
    /// Other lanes over the same bits.
    Reinterpret,
    /// Groups of lanes side by side, each to one lane.
    Reduce(Op, Reads),
}

#[derive(Clone, Debug)]
struct Node {
    what: What,
    args: Vec<Number>,
    bits: u32,
    lanes: u32,
}

/// A window under construction whose integers have no signs. One bit is a truth value.
#[derive(Clone, Debug, Default)]
pub struct Signless {
    nodes: Vec<Node>,
    size: usize,
    operations: usize,
}

/// Integers of so many bits; truth values have no sign.
fn integers(is_signed: bool, bits: u32, lanes: u32) -> Type {
    let kind = if is_signed && bits > 1 { Kind::Int } else { Kind::UInt };
    Type { kind, bits, lanes }
}

impl Signless {
    fn add(&mut self, what: What, args: &[Number], (bits, lanes): (u32, u32)) -> Number {
        self.size += 1;
        self.nodes.push(Node { what, args: args.to_vec(), bits, lanes });
        Number(self.nodes.len() as u32 - 1)
    }

    /// The same, counted as operations of the window.
    fn operation(&mut self, count: usize, what: What, args: &[Number], shape: (u32, u32)) -> Number {
        self.operations += count;
        self.add(what, args, shape)
    }

    fn node(&self, number: Number) -> &Node {
        &self.nodes[number.0 as usize]
    }

    /// Bits of a lane, and lanes.
    pub fn shape(&self, number: Number) -> (u32, u32) {
        let node = self.node(number);
        (node.bits, node.lanes)
    }

    /// The lanes of a constant: one for all, or each; nothing for another node.
    pub fn numbers(&self, number: Number) -> Option<&[u64]> {
        match &self.node(number).what {
            What::Constant(numbers) => Some(numbers),
            _ => None,
        }
    }

    /// About as many nodes as the graph will have.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Operations without leaves, constants and changes of sign.
    pub fn operations(&self) -> usize {
        self.operations
    }

    /// A leaf; whether its type is [`Kind::Int`] or [`Kind::UInt`] is decided later.
    pub fn leaf(&mut self, leaf: Leaf) -> Number {
        let shape = (leaf.ty.bits, leaf.ty.lanes);
        self.add(What::Leaf(leaf), &[], shape)
    }

    /// A constant: the bits of one lane for all lanes, or of each, zero-extended.
    pub fn constant(&mut self, shape: (u32, u32), numbers: Vec<u64>) -> Number {
        self.size += numbers.len();
        self.add(What::Constant(numbers), &[], shape)
    }

    /// An operation of which each lane depends on the same lanes of its operands. With `has_amount` the second operand is an amount.
    pub fn lanewise(&mut self, op: Op, reads: Reads, has_amount: bool, args: &[Number], shape: (u32, u32)) -> Number {
        self.operation(1, What::Lanewise { op, reads, has_amount }, args, shape)
    }

    /// A comparison of two operands.
    pub fn compare(&mut self, op: Op, reads: Reads, args: [Number; 2]) -> Number {
        let (_, lanes) = self.shape(args[0]);
        self.operation(1, What::Compare(op, reads), &args, (1, lanes))
    }

    /// The same numbers in more bits.
    pub fn extend(&mut self, is_signed: bool, from: Number, bits: u32) -> Number {
        let (_, lanes) = self.shape(from);
        self.operation(1, What::Extend { is_signed }, &[from], (bits, lanes))
    }

    /// The low bits; of one bit a truth value.
    pub fn truncate(&mut self, from: Number, bits: u32) -> Number {
        let (_, lanes) = self.shape(from);
        self.operation(if bits == 1 { 2 } else { 1 }, What::Truncate, &[from], (bits, lanes))
    }

    /// Chooses between two operands by a truth value, of each lane or of all.
    pub fn select(&mut self, condition: Number, left: Number, right: Number) -> Number {
        let (bits, lanes) = self.shape(left);
        let is_of_all = self.shape(condition).1 != lanes;
        let condition = if is_of_all { self.broadcast(condition, lanes) } else { condition };
        self.operation(if bits == 1 { 4 } else { 1 }, What::Select, &[condition, left, right], (bits, lanes))
    }

    /// Lanes by their number in all operands side by side.
    pub fn moves(&mut self, lanes: Vec<u32>, args: &[Number]) -> Number {
        let bits = args.first().map_or(1, |arg| self.shape(*arg).0);
        let count = lanes.len() as u32;
        self.operation(1, What::Move(lanes), args, (bits, count))
    }

    /// One lane in all lanes.
    pub fn broadcast(&mut self, from: Number, lanes: u32) -> Number {
        let (bits, _) = self.shape(from);
        self.operation(1, What::Broadcast, &[from], (bits, lanes))
    }

    /// The same bits as other lanes.
    pub fn reinterpret(&mut self, from: Number, shape: (u32, u32)) -> Number {
        self.operation(1, What::Reinterpret, &[from], shape)
    }

    /// Groups of lanes side by side, each to one of `lanes` lanes.
    pub fn reduce(&mut self, op: Op, reads: Reads, from: Number, lanes: u32) -> Number {
        let (bits, _) = self.shape(from);
        self.operation(1, What::Reduce(op, reads), &[from], (bits, lanes))
    }

    /// The window of a node, which has no sign itself.
    ///
    /// # Errors
    ///
    /// An operation does not take its operands.
    pub fn window(&self, root: Number) -> Result<Window, TypeError> {
        let mut signed = Signed { of: self, wanted: self.wanted(), graph: Graph::default(), done: Vec::new() };
        for number in 0..=root.0 {
            let made = signed.checked(number as usize)?;
            signed.done.push(made);
        }
        let root = signed.with_sign(root, false)?;
        Window::new(&signed.graph, root)
    }

    /// Whether each node is read with a sign, by an operation or by one of its lanes in another place. Users stand behind their operands.
    fn wanted(&self) -> Vec<bool> {
        let mut wanted = vec![false; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let reads = match &node.what {
                What::Lanewise { reads, .. } | What::Compare(_, reads) | What::Reduce(_, reads) => {
                    *reads == Reads::Signed
                }
                What::Extend { is_signed } => *is_signed,
                What::Move(_) | What::Broadcast => wanted[at],
                _ => false,
            };
            for arg in node.args.iter().filter(|_| reads) {
                wanted[arg.0 as usize] = true;
            }
        }
        wanted
    }
}

/// A graph while its nodes get their signs.
struct Signed<'a> {
    of: &'a Signless,
    /// Whether each node is read with a sign.
    wanted: Vec<bool>,
    graph: Graph,
    /// The new node of each node.
    done: Vec<NodeId>,
}

impl Signed<'_> {
    fn is_signed(&self, number: Number) -> bool {
        self.graph.ty(self.done[number.0 as usize]).is_signed()
    }

    fn constant(&mut self, ty: Type, numbers: &[u64]) -> Result<NodeId, TypeError> {
        if let [one] = numbers {
            return self.graph.splat_of_bits(ty, *one);
        }
        let lane = |bits: &u64| self.graph.splat_of_bits(ty.with_lanes(1), *bits);
        let lanes = numbers.iter().map(lane).collect::<Result<Vec<_>, _>>()?;
        self.graph.op(Op::Shuffle((0..ty.lanes).collect()), &lanes)
    }

    /// A node as integers with or without a sign: itself, or the same bits.
    fn with_sign(&mut self, number: Number, is_signed: bool) -> Result<NodeId, TypeError> {
        let node = self.of.node(number);
        let (had, to) = (self.done[number.0 as usize], integers(is_signed, node.bits, node.lanes));
        match &node.what {
            _ if self.graph.ty(had) == to => Ok(had),
            What::Constant(numbers) => self.constant(to, numbers),
            _ => self.graph.cast(to, had),
        }
    }

    /// All operands with the same sign.
    fn all_with_sign(&mut self, args: &[Number], is_signed: bool) -> Result<Vec<NodeId>, TypeError> {
        args.iter().map(|arg| self.with_sign(*arg, is_signed)).collect()
    }

    /// The sign with which an operation reads its operands: where either will do that of some operand, so that nothing is cast.
    fn read(&self, reads: Reads, args: &[Number]) -> bool {
        match reads {
            Reads::Either => args.iter().any(|arg| self.is_signed(*arg)),
            _ => reads == Reads::Signed,
        }
    }

    /// A node of the bits and lanes that are said of it: they decide which casts it gets, and a cast of other lanes would change it.
    fn checked(&mut self, at: usize) -> Result<NodeId, TypeError> {
        let (made, node) = (self.made(at)?, &self.of.nodes[at]);
        let computed = self.graph.ty(made);
        if (computed.bits, computed.lanes) == (node.bits, node.lanes) {
            return Ok(made);
        }
        let stated = integers(computed.is_signed(), node.bits, node.lanes);
        Err(TypeError::Result { op: "an operation", stated, computed })
    }

    fn made(&mut self, at: usize) -> Result<NodeId, TypeError> {
        let Node { what, args, bits, lanes } = &self.of.nodes[at];
        let shape = |is_signed: bool| integers(is_signed, *bits, *lanes);
        match what {
            What::Leaf(leaf) => self.graph.leaf(Leaf { ty: shape(self.wanted[at]), ..leaf.clone() }),
            What::Constant(numbers) => self.constant(shape(false), numbers),
            What::Lanewise { op, reads, has_amount } => {
                let counted = if *has_amount { &args[..1] } else { &args[..] };
                let is_signed = self.read(*reads, counted) && (*bits > 1 || *reads != Reads::Either);
                let mut signed = self.all_with_sign(counted, is_signed)?;
                signed.extend(self.all_with_sign(&args[counted.len()..], false)?);
                self.graph.op(op.clone(), &signed)
            }
            What::Compare(op, reads) => {
                let is_signed = self.read(*reads, &args[..1]);
                let both = self.all_with_sign(args, is_signed)?;
                self.graph.op(op.clone(), &both)
            }
            What::Extend { is_signed } => self.extended(args[0], shape(*is_signed)),
            What::Truncate => self.truncated(args[0], *bits),
            What::Select => self.selected([args[0], args[1], args[2]]),
            What::Move(moved) => {
                let is_signed = self.read(Reads::Either, &args[..1]);
                let all = self.all_with_sign(args, is_signed)?;
                self.graph.op(Op::Shuffle(moved.clone()), &all)
            }
            What::Broadcast => {
                let from = self.done[args[0].0 as usize];
                let ty = self.graph.ty(from).with_lanes(*lanes);
                self.graph.make(Op::Broadcast, &[from], Some(ty))
            }
            What::Reinterpret => {
                let from = self.with_sign(args[0], false)?;
                self.graph.make(Op::Reinterpret, &[from], Some(shape(false)))
            }
            What::Reduce(op, reads) => {
                let is_signed = self.read(*reads, &args[..1]);
                let from = self.with_sign(args[0], is_signed)?;
                self.graph.make(op.clone(), &[from], Some(shape(is_signed)))
            }
        }
    }

    /// A truth value is 0 or 1 without a sign, and 0 or -1 with one.
    fn extended(&mut self, from: Number, to: Type) -> Result<NodeId, TypeError> {
        if self.of.shape(from).0 > 1 {
            let from = self.with_sign(from, to.is_signed())?;
            return self.graph.make(Op::Cast, &[from], Some(to));
        }
        let from = self.done[from.0 as usize];
        if !to.is_signed() {
            return self.graph.make(Op::Cast, &[from], Some(to));
        }
        let (ones, none) = (self.constant(to, &[u64::MAX >> (64 - to.bits)])?, self.constant(to, &[0])?);
        self.graph.make(Op::Select, &[from, ones, none], Some(to))
    }

    /// Whether the lowest bit is 1, or the low bits with the sign that there is.
    fn truncated(&mut self, from: Number, bits: u32) -> Result<NodeId, TypeError> {
        let (had, lanes) = self.of.shape(from);
        if bits > 1 {
            let to = integers(self.is_signed(from), bits, lanes);
            return self.graph.make(Op::Cast, &[self.done[from.0 as usize]], Some(to));
        }
        let whole = integers(false, had, lanes);
        let (from, one) = (self.with_sign(from, false)?, self.constant(whole, &[1])?);
        let lowest = self.graph.op(Op::And, &[from, one])?;
        let none = self.constant(whole, &[0])?;
        self.graph.op(Op::Ne, &[lowest, none])
    }

    /// The language has no choice between truth values.
    fn selected(&mut self, [condition, left, right]: [Number; 3]) -> Result<NodeId, TypeError> {
        let (bits, lanes) = self.of.shape(left);
        let chosen = self.done[condition.0 as usize];
        if bits == 1 {
            let one = self.constant(Type::bool(lanes), &[1])?;
            let no = self.graph.op(Op::Xor, &[chosen, one])?;
            let [left, right] = [left, right].map(|side| self.done[side.0 as usize]);
            let (then, otherwise) = (self.graph.op(Op::And, &[chosen, left])?, self.graph.op(Op::And, &[no, right])?);
            return self.graph.op(Op::Or, &[then, otherwise]);
        }
        let both = self.all_with_sign(&[left, right], self.is_signed(left))?;
        self.graph.op(Op::Select, &[chosen, both[0], both[1]])
    }
}
