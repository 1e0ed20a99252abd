//! Graphs of the wire: what they become, and what is refused with its place.

use super::*;
use proptest::prelude::*;
use prost::Message as _;

mod operations;

fn int8(lanes: u32) -> Option<v1::Type> {
    Some(v1::Type { kind: v1::Kind::Uint as i32, bits: 8, lanes })
}

fn sum() -> v1::Expression {
    let leaf = |name: &str| v1::Leaf { name: name.into(), r#type: int8(64), ..Default::default() };
    let node = |op: &str, args: Vec<u32>, leaf| v1::Node { op: op.into(), args, leaf, ..Default::default() };
    v1::Expression {
        leaves: vec![leaf("a"), leaf("b")],
        nodes: vec![node("leaf", vec![], 0), node("leaf", vec![], 1), node("widening_add", vec![0, 1], 0)],
        roots: vec![2],
    }
}

fn error(change: impl Fn(&mut v1::Expression)) -> String {
    let mut expression = sum();
    change(&mut expression);
    windows(&expression).unwrap_err().to_string()
}

#[test]
fn a_graph_is_the_window_that_its_text_is() {
    let text = isotope_ir::parse::parse_window("uint16x64 (uint16x64)widening_add((uint8x64)a, (uint8x64)b)").unwrap();
    assert_eq!(windows(&sum()).unwrap(), vec![text]);
}

fn load(offset: i64) -> Option<v1::Load> {
    Some(v1::Load { buffer: "B".into(), base: "t".into(), offset, stride: 1 })
}

/// W2: `B[0..] - B[64..]` must not become `v0 - v0`.
#[test]
fn leaves_of_one_name_are_one_leaf_or_an_error() {
    let named = |change: fn(&mut v1::Leaf)| {
        error(|e| {
            e.leaves[1].name = "a".into();
            e.leaves[0].load = load(0);
            e.leaves[0].range = Some(v1::Range { min: 0, max: 9 });
            e.leaves[1].load = load(0);
            e.leaves[1].range = Some(v1::Range { min: 0, max: 9 });
            change(&mut e.leaves[1]);
            if e.leaves[1].name == "b" {
                e.roots = vec![9];
            }
        })
    };
    assert!(named(|l| l.load = load(64)).contains("node 1 (leaf): leaf a is loaded from B[t + 64, stride 1] here"));
    assert!(named(|l| l.load = None).contains("leaf a is not loaded here, but loaded from B[t, stride 1] before"));
    assert!(named(|l| l.range = None).contains("leaf a is in [0, 255] here, but in [0, 9] before"));
    assert!(named(|l| l.range = Some(v1::Range { min: 1, max: 9 })).contains("leaf a is in [1, 9] here"));
    assert!(named(|l| l.r#type = int8(32)).contains("leaf a is uint8x32 here"));
    assert!(named(|l| l.name = "b".into()).contains("root 9 is not a node"), "two names for one load are fine");
}

#[test]
fn leaves_without_names_are_leaves_of_their_own() {
    let mut expression = sum();
    expression.leaves[0].name = "leaf1".into();
    expression.leaves[1].name.clear();
    expression.leaves.push(v1::Leaf { r#type: int8(64), load: load(64), ..Default::default() });
    expression.nodes.push(v1::Node { op: "leaf".into(), leaf: 2, ..Default::default() });
    expression.nodes.push(v1::Node { op: "sub".into(), args: vec![1, 3], ..Default::default() });
    expression.roots = vec![2, 4];
    let windows = windows(&expression).unwrap();
    let names = |w: &Window| w.graph.leaves.iter().map(|l| l.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&windows[0]), ["leaf1", "leaf1_"]);
    assert_eq!(names(&windows[1]), ["leaf1_", "leaf2"]);
}

#[test]
fn names_of_the_wire_are_bounded_like_those_of_a_text() {
    let long = |n: usize| "x".repeat(n);
    assert!(error(|e| e.leaves[0].name = long(257)).contains("the name of leaf 0 is longer than 256 bytes"));
    let with = |buffer: String, base: String| {
        error(|e| {
            e.leaves[0].load = Some(v1::Load { buffer: buffer.clone(), base: base.clone(), offset: 0, stride: 1 })
        })
    };
    assert!(with(long(257), String::new()).contains("its buffer is longer than 256 bytes"));
    assert!(with("B".into(), long(1025)).contains("its index is longer than 1024 bytes"));
    assert!(with("B\u{1b}[2J".into(), String::new()).contains("its buffer has a control character"));
    assert!(error(|e| e.leaves[0].load = load(i64::MAX)).contains("its offset or stride is over"));
    assert!(error(|e| e.nodes[2].op = long(1 << 20)).len() < 400);
}

#[test]
fn facts_that_cannot_hold_are_refused() {
    let range = |min, max| error(|e| e.leaves[0].range = Some(v1::Range { min, max }));
    assert!(range(2, 1).contains("node 0 (leaf): leaf a: its range [2, 1] is empty"));
    assert!(range(0, 256).contains("[0, 256] is no range of uint8x64"));
    let apart = error(|e| {
        e.leaves[0].load = load(0);
        e.leaves[0].range = Some(v1::Range { min: 0, max: 9 });
        e.leaves[1].load = load(63);
        e.leaves[1].range = Some(v1::Range { min: 10, max: 20 });
    });
    assert!(apart.contains("root 2: no value satisfies the range [10, 20]"), "{apart}");
    let promise = error(|e| {
        e.nodes.push(v1::Node { op: "promise_clamped".into(), args: vec![0, 1, 0], ..Default::default() });
        e.leaves[0].range = Some(v1::Range { min: 0, max: 9 });
        e.leaves[1].range = Some(v1::Range { min: 10, max: 20 });
        e.roots = vec![3];
    });
    assert!(promise.contains("root 3: no value satisfies promise_clamped"), "{promise}");
}

/// Each root is a copy of what it needs: all copies together are bounded.
#[test]
fn roots_are_bounded_by_what_they_copy_and_equal_ones_are_one() {
    let mut expression = sum();
    let add = |a: u32, b: u32| v1::Node { op: "add".into(), args: vec![a, b], ..Default::default() };
    expression.nodes.extend((2..102).map(|n| add(n, n)));
    expression.roots = vec![100; limits::MAX_WINDOWS];
    let mut made = 0;
    let counted = |_| {
        made += 1;
        Ok(made)
    };
    let all = each(&expression, counted).unwrap();
    assert_eq!((all.len(), made), (limits::MAX_WINDOWS, 1));
    let first = expression.nodes.len() as u32;
    expression.nodes.extend((0..4000).map(|n| add(100 - n / 90, 2 + n % 90)));
    expression.roots = (first..first + 4000).collect();
    assert!(windows(&expression).unwrap_err().to_string().contains("MAX_WINDOW_NODES"));
    expression.nodes[2].args = vec![0; limits::MAX_GRAPH_OPERANDS + 1];
    assert!(windows(&expression).unwrap_err().to_string().contains("MAX_GRAPH_OPERANDS"));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    assert!(error(|e| e.nodes[2].op = "frobnicate".into()).contains("node 2 (frobnicate): no such operation"));
    assert!(error(|e| e.nodes[2].args = vec![0, 2]).contains("operand 2 is not an earlier node"));
    assert!(error(|e| e.nodes[1].leaf = 7).contains("there is no leaf 7"));
    assert!(error(|e| e.leaves[1].r#type = int8(32)).contains("node 2 (widening_add)"));
    assert!(error(|e| e.leaves[1].r#type = None).contains("leaf b has no type"));
    assert!(error(|e| e.leaves[1].r#type = int8(0)).contains("there is no type"));
    assert!(error(|e| e.roots = vec![9]).contains("root 9 is not a node"));
    assert!(error(|e| e.leaves[0].range = Some(v1::Range { min: 2, max: 1 })).contains("empty"));
    assert!(error(|e| e.nodes[2].r#type = int8(64)).contains("node 2"));
}

const OPS: [&str; 24] = [
    "leaf",
    "leaf",
    "leaf",
    "const",
    "broadcast",
    "ramp",
    "shuffle",
    "cast",
    "add",
    "sub",
    "mul",
    "div",
    "mod",
    "eq",
    "lt",
    "select",
    "saturating_add",
    "saturating_cast",
    "reinterpret",
    "vector_reduce_add",
    "promise_clamped",
    "mux",
    "no_such",
    "",
];

fn any_type() -> impl Strategy<Value = Option<v1::Type>> {
    let ty = (
        0i32..6,
        prop::sample::select(vec![0u32, 1, 8, 16, 32, 64, 7]),
        prop::sample::select(vec![1u32, 4, 8, 0, 5000]),
    );
    prop::option::weighted(0.7, ty.prop_map(|(kind, bits, lanes)| v1::Type { kind, bits, lanes }))
}

fn any_leaf() -> impl Strategy<Value = v1::Leaf> {
    let load = ("[BC]?", "[tu]?", -3i64..3, -1i64..3);
    let load = load.prop_map(|(buffer, base, offset, stride)| v1::Load { buffer, base, offset, stride });
    let range = (-3i64..300, -3i64..300).prop_map(|(min, max)| v1::Range { min, max });
    let plain = Some(v1::Type { kind: v1::Kind::Uint as i32, bits: 8, lanes: 4 });
    let ty = prop_oneof![3 => Just(plain), 1 => any_type()];
    ("[abc]?", ty, prop::option::weighted(0.3, range), prop::option::of(load))
        .prop_map(|(name, r#type, range, load)| v1::Leaf { name, r#type, range, load })
}

fn any_node() -> impl Strategy<Value = v1::Node> {
    let parts = (prop::sample::select(&OPS[..]), prop::collection::vec(0u32..8, 0..4), 0u32..4, any_type());
    (parts, prop::collection::vec(0u32..9, 0..5), 0u64..300, prop::bool::weighted(0.1)).prop_map(
        |((op, args, leaf, r#type), indices, constant, no_wrap)| v1::Node {
            op: op.into(),
            args,
            leaf,
            r#type,
            indices,
            constant,
            no_wrap,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    /// Any graph ends in windows or in an error; windows are those that their text is, and no two leaves of the wire that
    /// differ have become one.
    #[test]
    fn any_graph_is_answered(
        leaves in prop::collection::vec(any_leaf(), 0..4),
        nodes in prop::collection::vec(any_node(), 0..10),
        roots in prop::collection::vec(0u32..10, 0..3),
    ) {
        let expression = v1::Expression { leaves, nodes, roots };
        let Ok(windows) = windows(&expression) else { return Ok(()) };
        for window in windows {
            for (n, leaf) in window.graph.leaves.iter().enumerate() {
                prop_assert!(window.graph.leaves[..n].iter().all(|other| other.name != leaf.name));
                let said = |wire: &v1::Leaf| read_leaf(0, wire).is_ok_and(|mut read| {
                    read.name.clone_from(&leaf.name);
                    read == *leaf
                });
                prop_assert!(expression.leaves.iter().any(said), "{:?}", leaf);
            }
            // A buffer without a name has no text.
            if window.graph.leaves.iter().all(|l| l.load.as_ref().is_none_or(|load| !load.buffer.is_empty())) {
                let text = isotope_ir::print::print(&window);
                let again = isotope_ir::parse::parse_window(&text);
                prop_assert_eq!(again.map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?, window, "{}", text);
            }
        }
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(expression) = v1::Expression::decode(bytes.as_slice()) {
            let _ = windows(&expression);
        }
    }
}
