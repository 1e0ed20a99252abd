//! Every operation and every call, as a text and as a graph on the wire: both have the same ones, and refuse the same.

use super::*;
use isotope_ir::build::CALLS;
use isotope_ir::expr::{LeafId, ReduceOp};
use isotope_ir::parse::parse_window;
use isotope_ir::print::print;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;

const LANES: u32 = 4;

/// Elements of every kind and width.
fn types() -> Vec<Type> {
    let integers = [8, 16, 32, 64].into_iter().flat_map(|bits| [Type::int(bits, LANES), Type::uint(bits, LANES)]);
    let floats = [16, 32, 64].into_iter().map(|bits| Type::float(bits, LANES));
    let brain = Type { kind: Kind::BFloat, bits: 16, lanes: LANES };
    integers.chain(floats).chain([brain, Type::bool(LANES)]).collect()
}

fn sent_type(ty: Type) -> v1::Type {
    let kind = match ty.kind {
        Kind::Int => v1::Kind::Int,
        Kind::UInt => v1::Kind::Uint,
        Kind::Float => v1::Kind::Float,
        Kind::BFloat => v1::Kind::Bfloat,
    };
    v1::Type { kind: kind.into(), bits: ty.bits, lanes: ty.lanes }
}

/// A window as a front end sends it: node by node, by words.
fn sent(window: &Window) -> v1::Expression {
    let leaf =
        |leaf: &Leaf| v1::Leaf { name: leaf.name.clone(), r#type: Some(sent_type(leaf.ty)), ..Default::default() };
    let node = |node: &isotope_ir::expr::Node| v1::Node {
        op: node.op.word().to_owned(),
        args: node.args.iter().map(|a| a.0).collect(),
        r#type: Some(sent_type(node.ty)),
        leaf: if let Op::Leaf(LeafId(at)) = node.op { at } else { 0 },
        constant: if let Op::Const(bits) = node.op { bits } else { 0 },
        indices: if let Op::Shuffle(indices) = &node.op { indices.clone() } else { vec![] },
        no_wrap: node.no_wrap,
    };
    let (nodes, leaves) = (window.graph.nodes.iter().map(node), window.graph.leaves.iter().map(leaf));
    v1::Expression { leaves: leaves.collect(), nodes: nodes.collect(), roots: vec![window.root.0] }
}

/// Checks that a window is the same after its text, and after its graph on the wire.
fn goes_both_ways(window: &Window) {
    let text = print(window);
    let read = parse_window(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(read, *window, "{text}");
    let bytes = sent(&read).encode_to_vec();
    let again = v1::Expression::decode(bytes.as_slice()).unwrap();
    let arrived = windows(&again).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(arrived, [read], "{text}");
    assert_eq!(print(&arrived[0]), text);
}

/// The names of an enumeration's variants, which is what its reader knows.
fn variants<T: DeserializeOwned>() -> BTreeSet<String> {
    let Err(error) = serde_json::from_str::<T>("\"?\"") else { panic!("`?` is a variant") };
    let (_, names) =
        error.to_string().split_once("expected one of ").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The variant of a value, and the one inside of it.
fn variant(op: &Op) -> String {
    match serde_json::to_value(op).unwrap() {
        serde_json::Value::String(name) => name,
        serde_json::Value::Object(map) => map.keys().next().unwrap().clone(),
        other => panic!("{op:?} is written as {other}"),
    }
}

/// Windows of one operation over leaves of some types.
fn of_operation(op: &Op, types: &[Type], stated: Option<Type>) -> Option<Window> {
    let mut graph = Graph::default();
    let args: Vec<NodeId> = (0..).zip(types).map(|(n, ty)| graph.variable(&format!("v{n}"), *ty).unwrap()).collect();
    let root = graph.make(op.clone(), &args, stated).ok()?;
    Window::new(&graph, root).ok()
}

/// The operands that operations may take, by their types.
fn operands() -> Vec<Vec<Type>> {
    let all = types();
    let pairs = || all.iter().flat_map(|&a| all.iter().map(move |&b| (a, b)));
    let one = all.iter().map(|&a| vec![a]);
    let two = pairs().map(|(a, b)| vec![a, b]);
    let three = pairs().flat_map(|(a, b)| [vec![a, a, b], vec![b, a, a]]);
    one.chain(two).chain(three).collect()
}

#[test]
fn every_operation_goes_from_text_to_the_wire_and_back() {
    let mut seen = BTreeSet::new();
    let mut reductions = BTreeSet::new();
    let mut walked = |window: Option<Window>| {
        let Some(window) = window else { return };
        goes_both_ways(&window);
        seen.extend(window.graph.nodes.iter().map(|node| variant(&node.op)));
        reductions.extend(window.graph.nodes.iter().filter_map(|node| match &node.op {
            Op::Reduce(op) => Some(format!("{op:?}")),
            _ => None,
        }));
    };
    let (all, operands) = (types(), operands());
    for (_, op) in OPERATORS.iter().chain(CALLS) {
        for operands in &operands {
            let first = operands[0];
            let open = [first.with_lanes(1), first.with_lanes(2), first.with_lanes(8)];
            let open = open.into_iter().chain(all.iter().copied()).map(Some).filter(|_| operands.len() == 1);
            open.chain([None]).for_each(|stated| walked(of_operation(op, operands, stated)));
        }
    }
    for &ty in &all {
        let wider = Some(ty.with_lanes(3 * LANES));
        walked(of_operation(&Op::Broadcast, &[ty], wider));
        walked(of_operation(&Op::Ramp, &[ty, ty], wider));
        for indices in [vec![0, 1, 2, 3, 4, 5, 6, 7], vec![0, 4, 1, 5, 2, 6, 3, 7], vec![3, 3, 7], vec![2]] {
            walked(of_operation(&Op::Shuffle(indices), &[ty, ty], None));
        }
        for indices in [vec![3, 2, 1], vec![1], vec![0, 2], vec![1, 1]] {
            walked(of_operation(&Op::Shuffle(indices), &[ty], None));
        }
        let mut graph = Graph::default();
        let root = graph.splat_of_bits(ty, 1).unwrap();
        walked(Window::new(&graph, root).ok());
    }
    assert_eq!(seen, variants::<Op>(), "an operation has no word, or no window here");
    assert_eq!(reductions, variants::<ReduceOp>());
}

/// An operand of a call, as both forms have it.
#[derive(Clone, Copy, Debug)]
enum Operand {
    Leaf(Type),
    /// A sum of a leaf and itself.
    Sum(Type),
    Literal(i32),
}

/// A call as a graph on the wire.
fn call_as_graph(name: &str, operands: &[Operand], stated: Option<Type>) -> v1::Expression {
    let mut graph = v1::Expression::default();
    let node = |op: &str| v1::Node { op: op.to_owned(), ..Default::default() };
    let mut args = Vec::new();
    for (n, operand) in (0..).zip(operands) {
        let (Operand::Leaf(ty) | Operand::Sum(ty)) = *operand else {
            let Operand::Literal(value) = *operand else { unreachable!("{operand:?}") };
            let r#type = Some(sent_type(Type::int(32, 1)));
            graph.nodes.push(v1::Node { constant: (value as u32).into(), r#type, ..node("const") });
            args.push(graph.nodes.len() as u32 - 1);
            continue;
        };
        let leaf = graph.leaves.len() as u32;
        graph.leaves.push(v1::Leaf { name: format!("v{n}"), r#type: Some(sent_type(ty)), ..Default::default() });
        graph.nodes.push(v1::Node { leaf, ..node("leaf") });
        let mut at = graph.nodes.len() as u32 - 1;
        if matches!(operand, Operand::Sum(_)) {
            graph.nodes.push(v1::Node { args: vec![at, at], ..node("add") });
            at += 1;
        }
        args.push(at);
    }
    graph.nodes.push(v1::Node { args, r#type: stated.map(sent_type), ..node(name) });
    graph.roots = vec![graph.nodes.len() as u32 - 1];
    graph
}

/// The same call as a text whose result is of type `result`.
fn call_as_text(name: &str, operands: &[Operand], stated: Option<Type>, result: Type) -> String {
    let operand = |(n, operand): (usize, &Operand)| match operand {
        Operand::Leaf(ty) => format!("({ty})v{n}"),
        Operand::Sum(ty) => format!("(({ty})v{n} + ({ty})v{n})"),
        Operand::Literal(value) => value.to_string(),
    };
    let operands: Vec<String> = operands.iter().enumerate().map(operand).collect();
    let stated = stated.map_or_else(String::new, |ty| format!("({ty})"));
    format!("{result} {stated}{name}({})", operands.join(", "))
}

#[test]
fn every_call_of_a_text_is_one_of_the_wire() {
    use Operand::{Leaf, Literal, Sum};
    let all = types();
    let plain = operands().into_iter().map(|types| types.into_iter().map(Leaf).collect::<Vec<_>>());
    let sums = all.iter().map(|&ty| vec![Sum(ty)]);
    let literals = [vec![1, 2, 2], vec![3, -1, 3], vec![1, -1, 3], vec![0, 1, 5], vec![2], vec![4]];
    let literals = literals.iter().map(|numbers| {
        [Leaf(Type::uint(8, LANES))].into_iter().chain(numbers.iter().map(|&n| Literal(n))).collect::<Vec<_>>()
    });
    let lists: Vec<Vec<Operand>> = plain.chain(sums).chain(literals).chain([vec![]]).collect();
    let mut taken = BTreeSet::new();
    for name in Call::names() {
        for operands in &lists {
            let open = all.iter().map(|&ty| Some(ty)).chain([Some(Type::uint(8, 2))]).filter(|_| operands.len() == 1);
            for stated in open.chain([None]) {
                let wire = windows(&call_as_graph(name, operands, stated));
                let result = wire.as_ref().map_or(Type::bool(1), |windows| windows[0].ty());
                let text = call_as_text(name, operands, stated, result);
                match (wire, parse_window(&text)) {
                    (Ok(wire), Ok(read)) => {
                        assert_eq!(wire, [read], "{text}");
                        goes_both_ways(&wire[0]);
                        taken.insert(name);
                    }
                    // A name that is a literal each form reads for itself.
                    (Err(_), Err(_)) if matches!(name, "slice_vectors" | "extract_element") => {}
                    // Both say the same, each at its place.
                    (Err(wire), Err(read)) => {
                        let wire = wire.to_string();
                        let (_, message) = wire.split_once("): ").unwrap_or_else(|| panic!("{text}: {wire}"));
                        assert!(read.to_string().contains(message), "{text}\n{read}\nbut on the wire\n{message}");
                    }
                    (wire, read) => panic!("{text}\n{read:?}\nbut on the wire\n{wire:?}"),
                }
            }
        }
    }
    assert_eq!(taken, Call::names().collect(), "a call is refused whatever its operands are");
}

#[test]
fn a_call_that_stands_for_many_nodes_is_counted_as_many() {
    let byte = Type::uint(8, LANES);
    let mut expression = call_as_graph("lerp", &[Operand::Leaf(byte); 3], None);
    assert!(windows(&expression).is_ok());
    // Each weight is another one, so that no node is there before.
    let mut weight = 2;
    while expression.nodes.len() < limits::MAX_GRAPH_NODES / 4 {
        expression.nodes.push(v1::Node { op: "add".into(), args: vec![weight, 0], ..Default::default() });
        weight = expression.nodes.len() as u32 - 1;
        expression.nodes.push(v1::Node { op: "lerp".into(), args: vec![0, 1, weight], ..Default::default() });
    }
    let refused = windows(&expression).unwrap_err().to_string();
    assert!(refused.contains("MAX_GRAPH_NODES") && refused.contains("calls stand for"), "{refused}");
    // A few bytes on the wire that are as many indices as a vector has lanes.
    let wide = byte.with_lanes(2048);
    let mut expression = call_as_graph("concat_vectors", &[Operand::Leaf(wide); 2], None);
    let mut sum = 1;
    while expression.nodes.len() < 4 * limits::MAX_GRAPH_OPERANDS / 4096 {
        expression.nodes.push(v1::Node { op: "add".into(), args: vec![sum, 0], ..Default::default() });
        sum = expression.nodes.len() as u32 - 1;
        expression.nodes.push(v1::Node { op: "concat_vectors".into(), args: vec![0, sum], ..Default::default() });
    }
    let refused = windows(&expression).unwrap_err().to_string();
    assert!(refused.contains("MAX_GRAPH_OPERANDS") && refused.contains("calls stand for"), "{refused}");
}
