//! Canonical text: Halide's printed form, which reads back to the same window.
//!
//! Operations used more than once are repeated, as Halide prints them, until the whole passes
//! [`limits::MAX_PRINTED_TREE`]; then they are named by `let`.

use crate::build::CALLS;
use crate::expr::{Graph, Leaf, Node, Op};
use crate::interp::float;
use crate::limits;
use crate::types::{Kind, Type};
use crate::window::Window;
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
pub fn print_file(file: &crate::parse::File) -> String {
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
        let index = match (load.base.as_str(), load.offset) {
            ("", offset) => offset.to_string(),
            (base, 0) => base.to_owned(),
            (base, offset) => format!("{base} + {offset}"),
        };
        let _ = write!(text, " = load {}[{index}, stride {}]", load.buffer, load.stride);
    }
    Some(text)
}

/// The expression alone, as the result line has it after its type.
pub fn expression(window: &Window) -> String {
    let graph = &window.graph;
    let uses = window.uses();
    let mut size: Vec<u64> = Vec::with_capacity(graph.nodes.len());
    for node in &graph.nodes {
        size.push(node.args.iter().fold(1, |sum: u64, a| sum.saturating_add(size[a.0 as usize])));
    }
    let share = size[window.root.0 as usize] > limits::MAX_PRINTED_TREE;
    let mut lets = String::new();
    let mut printed: Vec<Text> = Vec::with_capacity(graph.nodes.len());
    for (id, node) in graph.nodes.iter().enumerate() {
        let text = print_node(graph, node, &printed);
        let trivial = node.args.is_empty() || (node.op == Op::Broadcast && graph.node(node.args[0]).args.is_empty());
        let last = id == window.root.0 as usize;
        if share && uses[id] > 1 && !trivial && !last {
            let name = fresh_name(graph, id);
            let _ = write!(lets, "let {name} = {} in ", text.text);
            printed.push(Text { text: name, open: false });
        } else {
            printed.push(text);
        }
    }
    // The let form may keep every text only while it is short: shared ones are names.
    let root = printed.swap_remove(window.root.0 as usize);
    if lets.is_empty() { root.closed() } else { format!("{lets}{}", root.closed()) }
}

/// A name that no leaf has.
fn fresh_name(graph: &Graph, id: usize) -> String {
    let mut name = format!("n{id}");
    while graph.leaves.iter().any(|l| l.name == name) {
        name.push('_');
    }
    name
}

/// A printed node; open text needs parentheses as an operand of an operator.
struct Text {
    text: String,
    open: bool,
}

impl Text {
    fn closed(&self) -> String {
        if self.open { format!("({})", self.text) } else { self.text.clone() }
    }
}

fn print_node(graph: &Graph, node: &Node, printed: &[Text]) -> Text {
    let arg = |n: usize| &printed[node.args[n].0 as usize];
    let call = |text: String| Text { text, open: false };
    let list = || node.args.iter().map(|a| printed[a.0 as usize].text.as_str()).collect::<Vec<_>>().join(", ");
    let lanes_of = |n: usize| graph.ty(node.args[n]).lanes;
    let made = match &node.op {
        Op::Leaf(leaf) => {
            let name = &graph.leaves[leaf.0 as usize].name;
            call(if node.ty == Type::int(32, 1) { name.clone() } else { format!("({}){name}", node.ty) })
        }
        Op::Const(bits) => call(literal(*bits, node.ty)),
        Op::Broadcast => call(format!("x{}({})", node.ty.lanes / lanes_of(0), list())),
        Op::Ramp => call(format!("ramp({}, {})", list(), node.ty.lanes / lanes_of(0))),
        Op::Shuffle(indices) => call(shuffle(graph, node, indices, printed)),
        Op::Cast => call(format!("{}({})", node.ty, list())),
        Op::Min | Op::Max | Op::Select => call(format!("{}({})", node.op.name(), list())),
        Op::Not if node.ty.bits == 1 => call(format!("!{}", arg(0).closed())),
        Op::And | Op::Or if node.ty.bits == 1 => {
            let mark = if node.op == Op::And { "&&" } else { "||" };
            Text { text: format!("{} {mark} {}", arg(0).closed(), arg(1).closed()), open: true }
        }
        Op::Mul | Op::Div => {
            let text = format!("{}{}{}", arg(0).closed(), node.op.name(), arg(1).closed());
            Text { text, open: true }
        }
        Op::Add | Op::Sub | Op::Mod | Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => {
            let text = format!("{} {} {}", arg(0).closed(), node.op.name(), arg(1).closed());
            Text { text, open: true }
        }
        op => {
            debug_assert!(CALLS.iter().any(|(_, known)| known == op), "{op:?} has no name");
            call(format!("({}){}({})", node.ty, op.name(), list()))
        }
    };
    if node.no_wrap { call(format!("no_wrap({})", made.text)) } else { made }
}

/// The named form where there is one, as Halide prints it.
fn shuffle(graph: &Graph, node: &Node, indices: &[u32], printed: &[Text]) -> String {
    let texts: Vec<&str> = node.args.iter().map(|a| printed[a.0 as usize].text.as_str()).collect();
    let list = texts.join(", ");
    let lanes: Vec<u32> = node.args.iter().map(|&a| graph.ty(a).lanes).collect();
    let count = lanes.len() as u32;
    let total: u32 = lanes.iter().sum();
    let is = |at: &dyn Fn(u32) -> u32| indices.iter().enumerate().all(|(i, &x)| x == at(i as u32));
    if let ([_], [index]) = (lanes.as_slice(), indices) {
        return format!("extract_element({list}, {index})");
    }
    if let ([_], [first, second, ..]) = (lanes.as_slice(), indices) {
        let step = i64::from(*second) - i64::from(*first);
        let at = |i: u32| (i64::from(*first) + step * i64::from(i)) as u32;
        if step != 0 && is(&at) {
            return format!("slice_vectors({list}, {first}, {step}, {})", indices.len());
        }
    }
    if count > 1 && total == node.ty.lanes {
        if is(&|i| i) {
            return format!("concat_vectors({list})");
        }
        if lanes.iter().all(|&n| n == lanes[0]) && is(&|i| i % count * lanes[0] + i / count) {
            return format!("interleave_vectors({list})");
        }
    }
    // A bare literal in the last place would read as an index.
    let last = graph.node(node.args[node.args.len() - 1]);
    let mut list = list;
    if let (Op::Const(bits), true) = (&last.op, last.ty == Type::int(32, 1)) {
        let bare = literal(*bits, last.ty);
        list.truncate(list.len() - bare.len());
        let _ = write!(list, "(int32){bare}");
    }
    let indices: Vec<String> = indices.iter().map(u32::to_string).collect();
    format!("shuffle({list}, {})", indices.join(", "))
}

/// A literal that reads back to the same bits.
fn literal(bits: u64, ty: Type) -> String {
    if ty.is_integer() {
        let value = crate::interp::integer::value(bits, ty);
        return if ty == Type::int(32, 1) { value.to_string() } else { format!("({ty}){value}") };
    }
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
