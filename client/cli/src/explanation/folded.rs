//! Windows for people: what an expression uses more than once is named and written once.

use isotope_ir::Window;
use isotope_ir::expr::{Graph, Leaf, LeafId, Node, NodeId, Op};
use isotope_ir::parse::parse_window;
use isotope_ir::print;
use std::fmt::Write as _;

/// Characters from which on a part that is used more than once has a name.
const NAMED: usize = 24;

/// The text of one window with `let` for what it uses more than once. It reads back to the same window; what is no window stays as it is.
pub fn folded(text: &str) -> String {
    parse_window(text).ok().and_then(|window| with_names(&window)).unwrap_or_else(|| text.to_owned())
}

/// `None` where nothing of some length is used twice.
fn with_names(window: &Window) -> Option<String> {
    let uses = window.uses();
    let mut graph = window.graph.clone();
    let mut text: String = window.graph.leaves.iter().filter_map(print::declaration).map(|line| line + "\n").collect();
    let _ = write!(text, "{} ", window.ty());
    let mut names: Vec<(String, String)> = Vec::new();
    for id in (0..graph.nodes.len() as u32).map(NodeId) {
        if id == window.root || uses[id.0 as usize] < 2 || graph.node(id).args.is_empty() {
            continue;
        }
        let part = written(&graph, id, &names);
        if part.len() < NAMED {
            continue;
        }
        let name = fresh(&graph, names.len() + 1);
        let _ = write!(text, "let {name} = {part} in\n  ");
        names.push((format!("({}){name}", graph.ty(id)), name.clone()));
        name_node(&mut graph, id, name);
    }
    if names.is_empty() {
        return None;
    }
    Some(text + &written(&graph, window.root, &names))
}

/// A part of a graph, in which what has a name goes by it.
fn written(graph: &Graph, root: NodeId, names: &[(String, String)]) -> String {
    let text = print::expression(&Window { graph: graph.clone(), root });
    names.iter().fold(text, |text, (leaf, name)| text.replace(leaf, name))
}

/// From here on the node is a leaf of that name.
fn name_node(graph: &mut Graph, id: NodeId, name: String) {
    let ty = graph.ty(id);
    let leaf = LeafId(graph.leaves.len() as u32);
    graph.leaves.push(Leaf { name, ty, range: None, load: None });
    graph.nodes[id.0 as usize] = Node { op: Op::Leaf(leaf), args: Vec::new(), ty, no_wrap: false };
}

/// A name that no leaf has, nor any name that begins so.
fn fresh(graph: &Graph, number: usize) -> String {
    let mut name = format!("n{number}_");
    while graph.leaves.iter().any(|leaf| leaf.name.starts_with(&name)) {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(text: &str) -> String {
        let shown = folded(text);
        let (asked, read) =
            (parse_window(text).unwrap(), parse_window(&shown).unwrap_or_else(|e| panic!("{shown}: {e}")));
        assert_eq!(print::print(&asked), print::print(&read), "{shown}");
        shown
    }

    #[test]
    fn what_is_used_twice_is_written_once_and_reads_back() {
        let sum = "((uint16x32)widening_add((uint8x32)a, (uint8x32)b) + (uint16x32)c)";
        let twice = same(&format!("uint16x32 ((({sum} * {sum}) + (uint16x32)d) * {sum})"));
        assert_eq!(twice.matches("widening_add").count(), 1, "{twice}");
        assert_eq!(twice.matches("let ").count(), 1, "{twice}");
        let within = format!("(uint16x32)min({sum}, (({sum} * {sum}) + (uint16x32)d))");
        let nested = same(&format!("let a : uint8x32 in [0, 9]\nuint16x32 ({within} - ({within} / {within}))"));
        assert_eq!(nested.matches("let ").count(), 3, "{nested}");
        assert!(nested.starts_with("let a : uint8x32 in [0, 9]\n"), "{nested}");
    }

    #[test]
    fn what_is_short_or_used_once_and_what_is_no_window_stay() {
        for text in
            ["uint8x4 ((uint8x4)a + (uint8x4)a)", "no window at all", "uint8x4 (uint8x4)min((uint8x4)a, (uint8x4)b)"]
        {
            assert_eq!(folded(text), text);
        }
    }
}
