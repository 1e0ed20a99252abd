//! Canonical text: Halide's printed form, which reads back to the same window.
//!
//! Operations used more than once are repeated, as Halide prints them, until the whole passes
//! [`limits::MAX_PRINTED_TREE`]; then they are named by `let`.
//!
//! The text is hashed for a window's key, and read by whoever holds a printed window: what is printed changes only on
//! purpose, and always reads back to the same nodes in the same order.

use crate::build::CALLS;
use crate::expr::{Graph, Leaf, Node, NodeId, Op};
use crate::file::File;
use crate::interp::float;
use crate::limits;
use crate::types::{Kind, Type};
use crate::window::Window;
use std::collections::HashSet;
use std::fmt::Write;

/// A window as a file of its own: declarations of leaves with facts, then the result line.
pub fn print(window: &Window) -> String {
    let mut text = String::new();
    for leaf in &window.graph.leaves {
        if let Some(line) = declaration(leaf) {
            text.push_str(&line);
            text.push('\n');
        }
    }
    let _ = writeln!(text, "{} {}", window.ty(), expression(window));
    text
}

/// A file: the target line, then each window with its declarations. Leaves of one name must be one leaf.
pub fn print_file(file: &File) -> String {
    let mut text = file.target.iter().map(|target| format!("target {target}\n")).collect::<String>();
    let mut declared = std::collections::BTreeSet::new();
    for window in &file.windows {
        for line in window.graph.leaves.iter().filter_map(declaration) {
            if declared.insert(line.clone()) {
                text.push_str(&line);
                text.push('\n');
            }
        }
    }
    for window in &file.windows {
        let _ = writeln!(text, "{} {}", window.ty(), expression(window));
    }
    text
}

/// The declaration of a leaf, if anything is known of it beyond its type.
pub fn declaration(leaf: &Leaf) -> Option<String> {
    if leaf.range.is_none() && leaf.load.is_none() {
        return None;
    }
    let mut text = format!("let {} : {}", leaf.name, leaf.ty);
    if let Some((low, high)) = leaf.range {
        let _ = write!(text, " in [{low}, {high}]");
    }
    if let Some(load) = &leaf.load {
        let _ = write!(text, " = load {}[{}, stride {}]", load.buffer, load.index(), load.stride);
    }
    Some(text)
}

/// The expression alone, as the result line has it after its type.
pub fn expression(window: &Window) -> String {
    let graph = &window.graph;
    let mut size: Vec<u64> = Vec::with_capacity(graph.nodes.len());
    for node in &graph.nodes {
        size.push(node.args.iter().fold(1, |sum: u64, a| sum.saturating_add(size[a.0 as usize])));
    }
    let mut writer = Writer { graph, named: vec![None; graph.nodes.len()], out: String::new() };
    if size[window.root.0 as usize] > limits::MAX_PRINTED_TREE {
        let names: HashSet<&str> = graph.leaves.iter().map(|l| l.name.as_str()).collect();
        let uses = window.uses();
        // Leaves and literals are as short as a name for them would be.
        for (id, node) in (0u32..).zip(&graph.nodes) {
            let trivial =
                node.args.is_empty() || (node.op == Op::Broadcast && graph.node(node.args[0]).args.is_empty());
            if uses[id as usize] > 1 && !trivial && NodeId(id) != window.root {
                let name = fresh_name(&names, id);
                let _ = write!(writer.out, "let {name} = ");
                writer.write(NodeId(id), false);
                writer.out.push_str(" in ");
                // From here on; the definition itself was still written out.
                writer.named[id as usize] = Some(name);
            }
        }
    }
    writer.write(window.root, true);
    writer.out
}

/// A name that no leaf has.
fn fresh_name(names: &HashSet<&str>, id: u32) -> String {
    let mut name = format!("n{id}");
    while names.contains(name.as_str()) {
        name.push('_');
    }
    name
}

/// Writes nodes into one text. Nothing is recursive: a window may be thousands of operations deep.
struct Writer<'g> {
    graph: &'g Graph,
    /// The names of `let`.
    named: Vec<Option<String>>,
    out: String,
}

/// The rest that is still to be written.
enum Step {
    Text(String),
    Node(NodeId, bool),
}

impl Writer<'_> {
    /// Writes a node; in parentheses if it is open and must be closed.
    fn write(&mut self, id: NodeId, closed: bool) {
        let mut stack = vec![Step::Node(id, closed)];
        while let Some(step) = stack.pop() {
            let (id, closed) = match step {
                Step::Text(text) => {
                    self.out.push_str(&text);
                    continue;
                }
                Step::Node(id, closed) => (id, closed),
            };
            if let Some(name) = &self.named[id.0 as usize] {
                self.out.push_str(name);
                continue;
            }
            let node = self.graph.node(id);
            let phrase = phrase(self.graph, node);
            let parentheses = closed && phrase.open;
            if parentheses {
                self.out.push('(');
                stack.push(Step::Text(")".to_owned()));
            }
            stack.extend(phrase.pieces.into_iter().rev().map(|piece| match piece {
                Piece::Text(text) => Step::Text(text),
                Piece::Operand(n, closed) => Step::Node(node.args[n], closed),
            }));
        }
    }
}

/// How one node is written, around its operands.
#[derive(Default)]
pub(crate) struct Phrase {
    pub pieces: Vec<Piece>,
    /// It needs parentheses as an operand of an operator.
    pub open: bool,
}

pub(crate) enum Piece {
    /// Literal text.
    Text(String),
    /// An operand by its number, and whether it is closed there.
    Operand(usize, bool),
}

impl Phrase {
    /// And then this text.
    fn text(mut self, text: impl Into<String>) -> Self {
        self.pieces.push(Piece::Text(text.into()));
        self
    }

    /// And then so many operands, with commas between: there nothing needs parentheses.
    fn operands(mut self, count: usize) -> Self {
        for n in 0..count {
            if n > 0 {
                self.pieces.push(Piece::Text(", ".to_owned()));
            }
            self.pieces.push(Piece::Operand(n, false));
        }
        self
    }

    /// And then an operand that must not be torn apart by what is around it.
    fn closed(mut self, n: usize) -> Self {
        self.pieces.push(Piece::Operand(n, true));
        self
    }

    /// Two operands around a sign.
    fn infix(mark: &str) -> Self {
        Phrase { open: true, ..Phrase::default() }.closed(0).text(mark).closed(1)
    }
}

/// How a node is written: Halide prints operators, min, max, select and casts by themselves, everything else as a call
/// with its type in front, since a call's name does not tell it.
pub(crate) fn phrase(graph: &Graph, node: &Node) -> Phrase {
    let empty = Phrase::default;
    let call = |name: String| empty().text(name + "(").operands(node.args.len()).text(")");
    let times = || node.ty.lanes / graph.ty(node.args[0]).lanes;
    let made = match &node.op {
        Op::Leaf(leaf) => {
            let name = &graph.leaves[leaf.0 as usize].name;
            empty().text(if node.ty == Type::int(32, 1) { name.clone() } else { format!("({}){name}", node.ty) })
        }
        Op::Const(bits) => empty().text(literal(*bits, node.ty)),
        Op::Broadcast => call(format!("x{}", times())),
        Op::Ramp => empty().text("ramp(").operands(2).text(format!(", {})", times())),
        Op::Shuffle(indices) => shuffle(graph, node, indices),
        Op::Cast => call(node.ty.to_string()),
        Op::Min | Op::Max | Op::Select => call(node.op.name().to_owned()),
        Op::Not if node.ty.bits == 1 => empty().text("!").closed(0),
        Op::And if node.ty.bits == 1 => Phrase::infix(" && "),
        Op::Or if node.ty.bits == 1 => Phrase::infix(" || "),
        Op::Mul | Op::Div => Phrase::infix(node.op.name()),
        Op::Add | Op::Sub | Op::Mod | Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => {
            Phrase::infix(&format!(" {} ", node.op.name()))
        }
        op => {
            debug_assert!(CALLS.iter().any(|(_, known)| known == op), "{op:?} has no name");
            call(format!("({}){}", node.ty, op.name()))
        }
    };
    if !node.no_wrap {
        return made;
    }
    let mut promised = empty().text("no_wrap(");
    promised.pieces.extend(made.pieces);
    promised.text(")")
}

/// The named form where there is one, as Halide prints it.
fn shuffle(graph: &Graph, node: &Node, indices: &[u32]) -> Phrase {
    let lanes: Vec<u32> = node.args.iter().map(|&a| graph.ty(a).lanes).collect();
    let count = lanes.len() as u32;
    let total: u32 = lanes.iter().sum();
    let is = |at: &dyn Fn(u32) -> u32| indices.iter().enumerate().all(|(i, &x)| x == at(i as u32));
    let named = |name: &str, rest: String| Phrase::default().text(name).operands(lanes.len()).text(rest);
    if let ([_], [index]) = (lanes.as_slice(), indices) {
        return named("extract_element(", format!(", {index})"));
    }
    if let ([_], [first, second, ..]) = (lanes.as_slice(), indices) {
        // A slice may run backwards, but not stand still: that would be a broadcast of a lane.
        let step = i64::from(*second) - i64::from(*first);
        let at = |i: u32| (i64::from(*first) + step * i64::from(i)) as u32;
        if step != 0 && is(&at) {
            return named("slice_vectors(", format!(", {first}, {step}, {})", indices.len()));
        }
    }
    if count > 1 && total == node.ty.lanes {
        if is(&|i| i) {
            return named("concat_vectors(", ")".to_owned());
        }
        if lanes.iter().all(|&n| n == lanes[0]) && is(&|i| i % count * lanes[0] + i / count) {
            return named("interleave_vectors(", ")".to_owned());
        }
    }
    let indices: Vec<String> = indices.iter().map(u32::to_string).collect();
    let mut phrase = named("shuffle(", format!(", {})", indices.join(", ")));
    // A bare literal in the last place would read as an index.
    let last = graph.node(node.args[lanes.len() - 1]);
    if let (Op::Const(bits), true) = (&last.op, last.ty == Type::int(32, 1)) {
        let place = phrase.pieces.len() - 2;
        phrase.pieces[place] = Piece::Text(format!("(int32){}", literal(*bits, last.ty)));
    }
    phrase
}

/// A literal that reads back to the same bits.
fn literal(bits: u64, ty: Type) -> String {
    if ty.is_integer() {
        let value = crate::interp::integer::value(bits, ty);
        return if ty == Type::int(32, 1) { value.to_string() } else { format!("({ty}){value}") };
    }
    // NaNs have payloads, which no decimal tells.
    let value = float::decode(bits, ty);
    if !value.is_finite() {
        return format!("({ty})0x{bits:x}");
    }
    match (ty.kind, ty.bits) {
        (Kind::BFloat, _) => format!("({ty}){value:?}"),
        (_, 64) => format!("{value:?}"),
        // The shortest decimal of the narrow format; a half has an exact binary32.
        (_, 32) => format!("{:?}f", value as f32),
        _ => format!("{:?}h", value as f32),
    }
}
