//! The plainest phrasing of a window that the rules reach.

use super::language::{Expressions, Facts, decode, encode};
use super::rules;
use crate::expr::Graph;
use crate::limits;
use crate::window::Window;
use egg::{CostFunction, Extractor, Id, Language, Runner, SimpleScheduler, SymbolLang};

/// The plainest equal window; `None` if its form cannot be read back, which is no more than a missed merge.
pub(super) fn plainest(window: &Window) -> Option<Window> {
    let (egraph, root) = saturated(window);
    let (_, best) = Extractor::new(&egraph, Plainness).find_best(root);
    let mut graph = Graph::default();
    graph.leaves.clone_from(&window.graph.leaves);
    let root = decode(&mut graph, &best, &egraph.analysis)?;
    Window::new(&graph, root).ok().filter(|plain| plain.ty() == window.ty())
}

/// A window with all phrasings that the rules reach, and the class of its root.
fn saturated(window: &Window) -> (Expressions, Id) {
    let mut egraph = Expressions::new(Facts::default());
    let root = encode(&mut egraph, window);
    let runner = Runner::<SymbolLang, Facts>::new(Facts::default())
        .with_egraph(egraph)
        .with_scheduler(SimpleScheduler)
        .with_node_limit(limits::MAX_EGRAPH_NODES)
        .with_iter_limit(limits::MAX_EGRAPH_ITERATIONS)
        // Counted in nodes and rounds; never in time.
        .with_time_limit(std::time::Duration::MAX)
        .run(rules::all().iter().map(|rule| &rule.rewrite));
    let root = runner.egraph.find(root);
    (runner.egraph, root)
}

/// Prefers plain operations to fused ones, and fewer to more. Every rule lowers it, but for those that only make two
/// phrasings meet.
struct Plainness;

impl CostFunction<SymbolLang> for Plainness {
    type Cost = f64;

    /// Costs add up over the tree, shared parts as often as they are used: they
    /// are for choosing one form, the same for all phrasings, and say nothing of what code costs.
    fn cost<C: FnMut(Id) -> f64>(&mut self, node: &SymbolLang, mut costs: C) -> f64 {
        let symbol = node.op.as_str();
        let own = match symbol {
            // Types: signed ones cost a little more, for shift amounts, which may be of either sign.
            _ if node.children.is_empty() => f64::from(u8::from(symbol.starts_with("int"))) / 16.0,
            // Only in rules; folded to a literal at once.
            "int" => 1e6,
            _ if symbol.starts_with('#') => 3.0,
            "saturating_cast" => 9.0,
            "cast" | "add" | "min" | "max" | "eq" | "lt" | "le" | "absd" | "abs" => 10.0,
            // Less than add: of a leaf with itself, the product by 2 is taken.
            "mul" => 9.5,
            "sub" => 11.0,
            "shift_right" | "rounding_shift_right" | "bitwise_and" | "bitwise_or" | "bitwise_not" | "bitwise_xor" => {
                10.0
            }
            "div" | "mod" => 20.0,
            "select" => 40.0,
            _ => 100.0,
        };
        node.fold(own, |sum, id| sum + costs(id))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::parse::parse_file;
    use std::path::{Path, PathBuf};

    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => files(&path, found),
                false => found.push(path),
            }
        }
    }

    /// Rules that go on for ever on some constant, as from `0` to `0 * 2` and `0 * 4`, cost every window that has it.
    #[test]
    fn phrasings_grow_with_the_window_and_no_faster() {
        let mut all = Vec::new();
        for folder in ["windows", "select", "phrasing"] {
            files(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases").join(folder), &mut all);
        }
        let sum = "let d0 : int8x4 = load B0[t0, stride 1]\nlet d1 : int8x4 = load B1[t1, stride 1]\n\
                   int32 ((int32)vector_reduce_add(int32x4((int8x4)d0)*int32x4((int8x4)d1)) + 0) + 0\n";
        let texts = all.iter().map(|file| std::fs::read_to_string(file).unwrap()).chain([sum.to_owned()]);
        let mut count = 0;
        for text in texts {
            for window in parse_file(&text).map(|file| file.windows).unwrap_or_default() {
                let (before, after) = (window.graph.nodes.len(), saturated(&window).0.total_number_of_nodes());
                assert!(after <= 16 + 4 * before, "{before} nodes become {after}:\n{text}");
                count += 1;
            }
        }
        assert!(count > 600, "{count}");
    }
}
