//! A graph and its text are one window: they print alike, arrive alike, and share one entry of the memo.

use super::built::{BYTES, Built, client, select, select_texts};
use crate::daemon;
use isotope::Type;
use isotope_ir::Window;
use isotope_ir::build::{CALLS, Call, OPERATORS};
use isotope_ir::expr::{Graph, Op};
use isotope_ir::parse::{parse_file, parse_window};
use isotope_ir::print::print;
use isotope_ir::types;
use std::collections::BTreeSet;

const LANES: u32 = 4;

fn elements() -> Vec<types::Type> {
    let integers =
        [8, 16, 32, 64].into_iter().flat_map(|bits| [types::Type::int(bits, LANES), types::Type::uint(bits, LANES)]);
    let brain = types::Type { kind: types::Kind::BFloat, bits: 16, lanes: LANES };
    let floats = [16, 32, 64].into_iter().map(|bits| types::Type::float(bits, LANES));
    integers.chain(floats).chain([brain, types::Type::bool(LANES)]).collect()
}

/// One operation over leaves of some types, if there is that.
fn of_operation(op: &Op, types: &[types::Type], stated: Option<types::Type>) -> Option<Window> {
    let mut graph = Graph::default();
    let args: Vec<_> = (0..).zip(types).map(|(n, ty)| graph.variable(&format!("v{n}"), *ty).unwrap()).collect();
    let root = graph.make(op.clone(), &args, stated).ok()?;
    Window::new(&graph, root).ok()
}

/// Every operation with a name, over every operands that it takes.
fn windows() -> Vec<Window> {
    let all = elements();
    let pairs = || all.iter().flat_map(|&a| all.iter().map(move |&b| (a, b)));
    let operands: Vec<Vec<types::Type>> = (all.iter().map(|&a| vec![a]))
        .chain(pairs().map(|(a, b)| vec![a, b]))
        .chain(pairs().flat_map(|(a, b)| [vec![a, a, b], vec![b, a, a]]))
        .collect();
    let ops: Vec<Op> =
        OPERATORS.iter().chain(CALLS).map(|(_, op)| op.clone()).chain([Op::Broadcast, Op::Ramp]).collect();
    let mut found = Vec::new();
    for op in &ops {
        let before = found.len();
        for types in &operands {
            found.extend(of_operation(op, types, None));
            // A type of its own: other lanes, or of one operand another element.
            let others = [LANES / 2, LANES * 2].map(|lanes| types[0].with_lanes(lanes)).into_iter();
            let others = others.chain(all.iter().copied().filter(|_| types.len() == 1));
            found.extend(others.filter_map(|stated| of_operation(op, types, Some(stated))));
        }
        assert!(found.len() > before, "no operands for {op:?}");
    }
    found
}

/// The examples of `isotope ops`.
fn examples() -> Vec<Window> {
    let operations = isotope_reference::operations::GROUPS.iter().flat_map(|group| group.operations);
    operations.map(|operation| parse_window(operation.example).unwrap()).collect()
}

#[test]
fn every_operation_built_as_a_graph_prints_as_its_text() {
    let (windows, examples) = (windows(), examples());
    assert!(examples.len() > 50 && windows.len() > 1000, "{} and {}", examples.len(), windows.len());
    let mut operations = BTreeSet::new();
    for window in windows.iter().chain(&examples) {
        let built = Built::of(window);
        assert_eq!(built.error(), "", "{}", print(window));
        assert_eq!(built.text(), print(window));
        operations.extend(window.graph.nodes.iter().map(|node| node.op.word()));
    }
    let known: BTreeSet<&str> = OPERATORS.iter().chain(CALLS).map(|(name, _)| *name).collect();
    let missing: Vec<_> = known.difference(&operations).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_graph_has_the_memo_entry_of_its_text() {
    let daemon = daemon::daemon();
    let client = client(&daemon.url);
    // One window of each operation, with facts and loads besides.
    let mut seen = BTreeSet::new();
    let mut windows: Vec<Window> = windows();
    windows.retain(|window| seen.insert(format!("{:?}", window.graph.node(window.root).op)));
    windows.extend(examples());
    let facts = "let a : uint8x16 in [3, 200] = load A[x*4 + y + 7, stride 2]\nlet b : int32x8 in [-5, 5]\n\
                 uint8x16 ((uint8x16)a + x16((uint8)2))\nint32x8 no_wrap((int32x8)b + (int32x8)c)\n";
    windows.extend(parse_file(facts).unwrap().windows);
    for part in windows.chunks(8) {
        let texts: Vec<String> = part.iter().map(print).collect();
        let built: Vec<Built> = part.iter().map(Built::of).collect();
        let first = select_texts(&client, &texts);
        assert!(first.iter().all(|(reason, _)| *reason == 0), "{first:?}\n{texts:?}");
        let searched = daemon.double.searched();
        let again = select(&client, &built.iter().collect::<Vec<_>>());
        assert!(again.iter().all(|reply| *reply == (0, "memo".to_owned())), "{again:?}\n{texts:?}");
        assert_eq!(daemon.double.searched(), searched);
    }
}

#[test]
fn what_the_wire_carries_is_the_window() {
    let windows = windows();
    for window in windows.iter().step_by(97) {
        let arrived = isotope_server::intake::expression::windows(&isotope::wire::expression(window)).unwrap();
        assert_eq!(arrived, std::slice::from_ref(window));
    }
}

#[test]
fn calls_stand_for_what_they_stand_for_in_a_text() {
    let wide = Type { lanes: 4, ..BYTES };
    let built = |name: &str, literals: &[u64]| {
        let graph = Built::new();
        let mut args = vec![graph.leaf("a", wide)];
        let number = Type { kind: 1, bits: 32, lanes: 1 };
        args.extend(literals.iter().map(|&bits| graph.constant(number, &[bits])));
        if literals.is_empty() {
            args.extend([graph.leaf("b", wide), graph.leaf("c", wide)]);
        }
        let args = &args[..if name.starts_with("likely") { 1 } else { args.len() }];
        graph.root(graph.operation(name, None, args));
        (graph.text(), graph.error())
    };
    let same = |name: &str, literals: &[u64], text: &str| {
        assert_eq!(built(name, literals), (print(&parse_window(text).unwrap()), String::new()), "{name}");
    };
    let [a, b, c] = ["a", "b", "c"].map(|name| format!("(uint8x4){name}"));
    same("slice_vectors", &[1, 2, 2], &format!("uint8x2 slice_vectors({a}, 1, 2, 2)"));
    same("extract_element", &[3], &format!("uint8 extract_element({a}, 3)"));
    same("lerp", &[], &format!("uint8x4 lerp({a}, {b}, {c})"));
    same("interleave_vectors", &[], &format!("uint8x12 interleave_vectors({a}, {b}, {c})"));
    same("concat_vectors", &[], &format!("uint8x12 concat_vectors({a}, {b}, {c})"));
    same("likely", &[], &format!("uint8x4 {a}"));
    let unknown: Vec<_> = Call::names().filter(|name| built(name, &[]).1.contains("no such operation")).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    // An operator by either name.
    let graph = Built::new();
    let (a, b) = (graph.leaf("a", wide), graph.leaf("b", wide));
    let sums = [graph.operation("+", None, &[a, b]), graph.operation("add", None, &[a, b])];
    graph.root(graph.operation("==", None, &sums));
    assert_eq!(graph.text(), "uint1x4 (((uint8x4)a + (uint8x4)b) == ((uint8x4)a + (uint8x4)b))\n");
}

#[test]
fn constants_have_one_lane_or_each() {
    let text = |ty: Type, bits: &[u64]| {
        let graph = Built::new();
        graph.root(graph.constant(ty, bits));
        (graph.text(), graph.error())
    };
    let signed = Type { kind: 1, bits: 8, lanes: 4 };
    let fine = |ty, bits: &[u64], wanted: &str| assert_eq!(text(ty, bits), (format!("{wanted}\n"), String::new()));
    fine(signed, &[255], "int8x4 x4((int8)-1)");
    fine(signed, &[u64::MAX], "int8x4 x4((int8)-1)");
    fine(signed, &[7; 4], "int8x4 x4((int8)7)");
    fine(Type { lanes: 2, ..signed }, &[1, 2], "int8x2 concat_vectors((int8)1, (int8)2)");
    let refused = |ty, bits: &[u64], why: &str| {
        let (text, error) = text(ty, bits);
        assert!(text.is_empty() && error.contains(why), "{error}");
    };
    refused(signed, &[256], "node 0 (const): 0x100 are no bits of int8");
    refused(Type { kind: 2, ..signed }, &[u64::MAX], "are no bits of uint8");
    refused(signed, &[1, 2, 3], "int8x4 takes the bits of 1 lane or of each, not of 3");
    refused(signed, &[], "it has no bits");
    refused(signed, &[0; 5], "not of 5");
}

#[test]
fn a_node_tells_its_type_and_what_is_not_needed_is_not_asked_for() {
    let graph = Built::new();
    let (a, b) = (graph.leaf("a", BYTES), graph.leaf("unused", BYTES));
    let sum = graph.operation("widening_add", None, &[a, a]);
    assert_eq!((a, b, sum), (0, 1, 2));
    let mut ty = Type::default();
    assert_eq!(unsafe { isotope::isotope_graph_type(graph.0, sum, &mut ty) }, 1);
    assert_eq!(ty, Type { kind: 2, bits: 16, lanes: 16 });
    assert_eq!(unsafe { isotope::isotope_graph_type(graph.0, 3, &mut ty) }, 0);
    assert_eq!(ty, Type::default());
    graph.root(a);
    graph.root(sum);
    assert_eq!(graph.text(), "uint16x16 (uint16x16)widening_add((uint8x16)a, (uint8x16)a)\n");
}
