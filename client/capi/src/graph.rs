//! A window that a caller builds node by node, with the type rules of the text form.
//!
//! A call that fails is remembered: the graph takes no more nodes, and says why when it is asked for. Callers need not check each call.

use crate::limits;
use isotope_client::compiler::{NotNow, Reason};
use isotope_ir::Window;
use isotope_ir::build::{Call, OPERATORS};
use isotope_ir::expr::{Graph, Leaf, NodeId, Op};
use isotope_ir::types::Type;
use std::ffi::CString;
use std::fmt::Display;

/// `ISOTOPE_NO_NODE`.
pub const NO_NODE: u32 = u32::MAX;

/// `isotope_graph`.
#[derive(Debug, Default)]
pub struct GraphBuilder {
    graph: Graph,
    /// The node that each number stands for. Equal nodes are one node with several numbers.
    nodes: Vec<NodeId>,
    /// Operands and lane indices of what `graph` has, and of what it was given again.
    operands: usize,
    root: Option<NodeId>,
    failed: Option<String>,
    /// The last text, and the last error, that a caller was shown.
    shown: [CString; 2],
}

/// The operation of a node, apart from its operands.
#[derive(Debug)]
pub enum Made<'a> {
    /// Something that the program computes or loads elsewhere.
    Leaf(Leaf),
    /// One lane's bits for all lanes, or bits for each.
    Constant(Type, &'a [u64]),
    /// By its name, with its type where one is stated.
    Operation(&'a str, Option<Type>),
    /// Lanes of all operands side by side, by number.
    Shuffle(&'a [u32]),
}

impl GraphBuilder {
    /// Adds what `read` gives with operands by number, and returns its number, or [`NO_NODE`]. `name` is for the error.
    pub fn add<'a>(&mut self, name: &str, args: &[u32], read: impl FnOnce() -> Result<Made<'a>, String>) -> u32 {
        if self.failed.is_some() {
            return NO_NODE;
        }
        let number = self.nodes.len();
        let made = self.room(1, args.len()).and_then(|()| self.make(args, read()?)).and_then(|id| {
            self.room(0, 0)?;
            Ok(id)
        });
        match made {
            Ok(id) => {
                self.nodes.push(id);
                number as u32
            }
            Err(why) => {
                self.fail(format!("node {number} ({}): {why}", shown(name)));
                NO_NODE
            }
        }
    }

    /// Makes a node the result.
    pub fn set_root(&mut self, node: u32) {
        if self.failed.is_some() {
            return;
        }
        match self.id(node) {
            Some(id) => self.root = Some(id),
            None => self.fail(format!("the root: {}", unknown(node))),
        }
    }

    /// The type of a node.
    pub fn type_of(&self, node: u32) -> Option<Type> {
        self.id(node).map(|id| self.graph.ty(id))
    }

    /// Remembers a failure; the first one counts.
    pub fn fail(&mut self, why: String) {
        self.failed.get_or_insert(why);
    }

    /// The window that the root needs.
    pub fn window(&self) -> Result<Window, NotNow> {
        let wrong = |why: String| NotNow::new(Reason::Misconfigured, format!("graph: {why}"));
        if let Some(why) = &self.failed {
            return Err(wrong(why.clone()));
        }
        let root = self.root.ok_or_else(|| wrong("it has no root; isotope_graph_root names it".to_owned()))?;
        let window = Window::new(&self.graph, root).map_err(|why| wrong(why.to_string()))?;
        isotope_ir::facts::check(&window).map_err(|why| wrong(why.to_string()))?;
        Ok(window)
    }

    /// Keeps a text, or an error, until the next one of its kind is shown.
    pub fn show(&mut self, is_error: bool, text: &str) -> &CString {
        let place = &mut self.shown[usize::from(is_error)];
        *place = CString::new(text.replace('\0', " ")).unwrap_or_default();
        place
    }

    fn id(&self, node: u32) -> Option<NodeId> {
        self.nodes.get(node as usize).copied()
    }

    /// Refuses more nodes and operands than there may be, with so many new ones.
    fn room(&self, nodes: usize, operands: usize) -> Result<(), String> {
        let before = self.nodes.len().max(self.graph.nodes.len());
        if before + nodes > limits::MAX_GRAPH_NODES {
            return Err(format!("there are more nodes than the bound MAX_GRAPH_NODES = {}", limits::MAX_GRAPH_NODES));
        }
        if self.operands.saturating_add(operands) > limits::MAX_GRAPH_OPERANDS {
            let bound = limits::MAX_GRAPH_OPERANDS;
            return Err(format!("all nodes together have more operands than the bound MAX_GRAPH_OPERANDS = {bound}"));
        }
        Ok(())
    }

    fn make(&mut self, args: &[u32], made: Made<'_>) -> Result<NodeId, String> {
        let id =
            |(at, &arg): (usize, &u32)| self.id(arg).ok_or_else(|| format!("operand {}: {}", at + 1, unknown(arg)));
        let args = args.iter().enumerate().map(id).collect::<Result<Vec<_>, _>>()?;
        let given = args.len().saturating_add(if let Made::Shuffle(lanes) = made { lanes.len() } else { 0 });
        self.room(1, given)?;
        let before = self.graph.nodes.len();
        let new = match made {
            Made::Leaf(leaf) => self.graph.leaf(leaf).map_err(said),
            Made::Constant(ty, bits) => self.constant(ty, bits),
            Made::Shuffle(lanes) => self.graph.op(Op::Shuffle(lanes.to_vec()), &args).map_err(said),
            Made::Operation(name, stated) => self.operation(name, &args, stated),
        }?;
        let lanes = |op: &Op| if let Op::Shuffle(indices) = op { indices.len() } else { 0 };
        let inside = self.graph.nodes[before..].iter().map(|node| node.args.len() + lanes(&node.op)).sum::<usize>();
        // A node that was there before counts again: it is work for this call.
        self.operands += inside.max(given);
        Ok(new)
    }

    fn operation(&mut self, name: &str, args: &[NodeId], stated: Option<Type>) -> Result<NodeId, String> {
        let plain = OPERATORS.iter().find(|(word, op)| *word == name || op.name() == name).map(|(_, op)| op.clone());
        let lanes = || [Op::Broadcast, Op::Ramp].into_iter().find(|op| op.word() == name);
        if let Some(op) = plain.or_else(lanes) {
            return self.graph.make(op, args, stated).map_err(said);
        }
        let call = Call::named(name).ok_or("there is no such operation; `isotope ops` lists them")?;
        self.graph.call(&call, args, stated).map_err(said)
    }

    fn constant(&mut self, ty: Type, bits: &[u64]) -> Result<NodeId, String> {
        let bits = bits.iter().map(|&bits| lane(ty, bits)).collect::<Result<Vec<_>, _>>()?;
        match bits.as_slice() {
            [] => Err("it has no bits".to_owned()),
            &[first, ref rest @ ..] if rest.iter().all(|&other| other == first) && is_count(bits.len(), ty) => {
                self.graph.splat_of_bits(ty, first).map_err(said)
            }
            bits if is_count(bits.len(), ty) => {
                let lanes = bits.iter().map(|&bits| self.graph.splat_of_bits(ty.with_lanes(1), bits));
                let lanes = lanes.collect::<Result<Vec<_>, _>>().map_err(said)?;
                self.graph.op(Op::Shuffle((0..ty.lanes).collect()), &lanes).map_err(said)
            }
            bits => Err(format!("{ty} takes the bits of 1 lane or of each, not of {}", bits.len())),
        }
    }
}

fn is_count(count: usize, ty: Type) -> bool {
    count == 1 || count == ty.lanes as usize
}

/// A lane's bits, zero-extended. Of signed integers they may come sign-extended.
fn lane(ty: Type, bits: u64) -> Result<u64, String> {
    let mask = u64::MAX >> (64 - ty.bits);
    let is_negative = ty.is_signed() && (bits | (mask >> 1)) == u64::MAX;
    if bits & !mask == 0 || is_negative {
        return Ok(bits & mask);
    }
    Err(format!("0x{bits:x} are no bits of {}", ty.with_lanes(1)))
}

fn unknown(node: u32) -> String {
    if node == NO_NODE { "there is no node".to_owned() } else { format!("node {node} is not made yet") }
}

fn said(error: impl Display) -> String {
    error.to_string()
}

/// A name, short enough to be said.
fn shown(name: &str) -> String {
    name.chars().take(limits::SHOWN_NAME_BYTES).collect::<String>().escape_debug().to_string()
}
