//! Graphs: deep, wide, shared, with roots, names, types and ranges that nobody means.

use super::{Attack, Case, call, method, of_graph, select};
use isotope_proto::v1;
use prost::Message as _;
use rand::Rng as _;
use rand::rngs::StdRng;

pub(super) fn ty(kind: v1::Kind, bits: u32, lanes: u32) -> Option<v1::Type> {
    Some(v1::Type { kind: kind as i32, bits, lanes })
}

fn bytes64() -> Option<v1::Type> {
    ty(v1::Kind::Uint, 8, 64)
}

fn leaf(name: &str, r#type: Option<v1::Type>) -> v1::Leaf {
    v1::Leaf { name: name.to_owned(), r#type, ..Default::default() }
}

pub(super) fn node(op: &str, args: Vec<u32>) -> v1::Node {
    v1::Node { op: op.to_owned(), args, ..Default::default() }
}

fn read(leaf: u32) -> v1::Node {
    v1::Node { leaf, ..node("leaf", vec![]) }
}

/// Two leaves and what is built on them.
pub(super) fn over_two(
    r#type: Option<v1::Type>,
    nodes: impl IntoIterator<Item = v1::Node>,
    roots: Vec<u32>,
) -> v1::Expression {
    let nodes = [read(0), read(1)].into_iter().chain(nodes).collect();
    v1::Expression { leaves: vec![leaf("a", r#type), leaf("b", r#type)], nodes, roots }
}

/// A sum of two leaves: small and right.
pub fn sum() -> v1::Expression {
    small("saturating_add")
}

/// An operation of two leaves.
pub fn small(operation: &str) -> v1::Expression {
    over_two(bytes64(), [node(operation, vec![0, 1])], vec![2])
}

/// Each node of the two before it: few nodes, as many paths as Fibonacci's numbers.
fn shared(ops: &[&str], length: usize, r#type: Option<v1::Type>) -> v1::Expression {
    let made = (0..length).map(|n| node(ops[n % ops.len()], vec![n as u32, n as u32 + 1]));
    over_two(r#type, made, vec![length as u32 + 1])
}

/// Each node of the one before it.
fn chain(op: &str, length: usize) -> v1::Expression {
    let made = (0..length).map(|n| node(op, if op == "popcount" { vec![n as u32 + 1] } else { vec![0, n as u32 + 1] }));
    over_two(bytes64(), made, vec![length as u32 + 1])
}

/// Every attack by the shape of a graph.
pub fn cases() -> Vec<Case> {
    let mut all = shapes();
    all.extend(sizes());
    all.extend(names());
    all.extend(types());
    all.extend(operands());
    all
}

fn shapes() -> Vec<Case> {
    let mut all = Vec::new();
    let families: [(&str, &[&str], (u32, u32)); 6] = [
        ("averages", &["saturating_sub", "rounding_halving_add"], (16, 32)),
        ("bytes", &["bitwise_xor", "absd", "saturating_add", "max"], (8, 64)),
        ("sums", &["add"], (32, 16)),
        ("products", &["mul"], (32, 16)),
        ("least", &["min", "max"], (8, 64)),
        ("bits", &["bitwise_and", "bitwise_or", "bitwise_xor"], (64, 8)),
    ];
    for (name, ops, (bits, lanes)) in families {
        for length in [20, 40, 80, 150] {
            let shape = move || of_graph(shared(ops, length, ty(v1::Kind::Uint, bits, lanes)));
            all.push(select(format!("shared {name} {length}"), shape));
        }
    }
    for op in ["add", "popcount", "min", "bitwise_xor", "saturating_add"] {
        for length in [159, 161, 5_000, 65_000] {
            all.push(select(format!("chain {op} {length}"), move || of_graph(chain(op, length))));
        }
    }
    for roots in [4_096, 4_097, 1_000_000] {
        let equal = move || of_graph(v1::Expression { roots: vec![2; roots], ..sum() });
        all.push(select(format!("equal roots {roots}"), equal));
    }
    // Each a window of its own that holds nearly all of the graph.
    let prefixes = || v1::Expression { roots: (2..4_098).collect(), ..chain("bitwise_xor", 4_096) };
    all.push(select("prefixes as roots", move || of_graph(prefixes())));
    let wide = |leaves: u32| {
        let reads = (0..leaves).map(read);
        let sums = (0..leaves - 1).map(move |n| {
            // A tree: as flat as it can be.
            node("add", vec![2 * n, 2 * n + 1])
        });
        let names = (0..leaves).map(|n| leaf(&format!("x{n}"), bytes64()));
        v1::Expression { leaves: names.collect(), nodes: reads.chain(sums).collect(), roots: vec![2 * leaves - 2] }
    };
    for leaves in [400, 8_000, 32_000, 60_000] {
        all.push(select(format!("wide {leaves}"), move || of_graph(wide(leaves))));
    }
    all
}

fn sizes() -> Vec<Case> {
    let mut all = Vec::new();
    for count in [65_537, 1_000_000, 7_000_000] {
        let nodes = move || of_graph(v1::Expression { nodes: vec![v1::Node::default(); count], ..Default::default() });
        all.push(select(format!("empty nodes {count}"), nodes));
        let leaves =
            move || of_graph(v1::Expression { leaves: vec![v1::Leaf::default(); count], ..Default::default() });
        all.push(select(format!("empty leaves {count}"), leaves));
    }
    for count in [4_097, 1_000_000, 4_000_000] {
        let indices = move || {
            let shuffle = v1::Node { indices: vec![1; count], ..node("shuffle", vec![0]) };
            of_graph(over_two(bytes64(), [shuffle], vec![2]))
        };
        all.push(select(format!("shuffle of {count}"), indices));
        let operands = move || of_graph(over_two(bytes64(), [node("mux", vec![0; count])], vec![2]));
        all.push(select(format!("operands {count}"), operands));
    }
    all
}

fn names() -> Vec<Case> {
    let named = |name: String| {
        let mut graph = sum();
        graph.leaves[0].name = name;
        of_graph(graph)
    };
    let odd = [
        ("none", String::new()),
        ("a space", " ".to_owned()),
        ("the other's", "b".to_owned()),
        ("a line end", "a\nb".to_owned()),
        ("NUL", "a\0b".to_owned()),
        ("an escape", "\u{1b}[2J".to_owned()),
        ("the other way", "\u{202e}a".to_owned()),
        ("a quote", "\"a\\".to_owned()),
        ("IR", "x) { ret void }\n!0 = !{".to_owned()),
        ("257 bytes", "n".repeat(257)),
    ];
    let mut all: Vec<Case> =
        odd.into_iter().map(|(what, name)| select(format!("name {what}"), move || named(name.clone()))).collect();
    for bytes in [100_000, 8_000_000, 15_000_000] {
        all.push(select(format!("name of {bytes}"), move || named("n".repeat(bytes))));
        let often = move || {
            let made = (0..150).map(|n| node("add", vec![0, n + 1]));
            let mut graph = over_two(bytes64(), made, vec![151]);
            graph.leaves[0].name = "n".repeat(bytes);
            of_graph(graph)
        };
        all.push(select(format!("name of {bytes} used often"), often));
        let load = move || {
            let mut graph = sum();
            let buffer = "b".repeat(bytes);
            graph.leaves[0].load = Some(v1::Load { buffer, base: "t".repeat(9), offset: 0, stride: 1 });
            of_graph(graph)
        };
        all.push(select(format!("buffer of {bytes}"), load));
        let op = move || of_graph(over_two(bytes64(), [node(&"o".repeat(bytes), vec![0, 1])], vec![2]));
        all.push(select(format!("operation of {bytes}"), op));
    }
    all
}

fn types() -> Vec<Case> {
    let mut all = Vec::new();
    for lanes in [0, 3, 4_096, 4_097, 1 << 20, u32::MAX] {
        let shape = move || of_graph(shared(&["saturating_add"], 2, ty(v1::Kind::Uint, 8, lanes)));
        all.push(select(format!("lanes {lanes}"), shape));
        let dividing = move || of_graph(shared(&["div"], 2, ty(v1::Kind::Int, 64, lanes)));
        all.push(select(format!("division in lanes {lanes}"), dividing));
    }
    for bits in [0, 1, 2, 7, 24, 65, 128, u32::MAX] {
        let shape = move || of_graph(shared(&["add"], 2, ty(v1::Kind::Int, bits, 16)));
        all.push(select(format!("bits {bits}"), shape));
    }
    for (name, min, max) in [
        ("empty", 1, 0),
        ("everything", i64::MIN, i64::MAX),
        ("outside", 1_000, 2_000),
        ("one", 7, 7),
        ("negative", -9, -3),
        ("least", i64::MIN, i64::MIN),
    ] {
        let ranged = move || {
            let mut graph = sum();
            graph.leaves[0].range = Some(v1::Range { min, max });
            of_graph(graph)
        };
        all.push(select(format!("range {name}"), ranged));
    }
    for (name, offset, stride) in [
        ("far", i64::MAX, 1),
        ("back", i64::MIN, -1),
        ("wide", 0, i64::MAX),
        ("still", 5, 0),
        ("over", i64::MAX, i64::MAX),
    ] {
        let loaded = move || {
            let mut graph = sum();
            for leaf in &mut graph.leaves {
                leaf.load = Some(v1::Load { buffer: "B".into(), base: leaf.name.clone(), offset, stride });
            }
            of_graph(graph)
        };
        all.push(select(format!("load {name}"), loaded));
    }
    all
}

fn operands() -> Vec<Case> {
    let odd = [
        ("later", node("add", vec![2, 3])),
        ("itself", node("add", vec![2, 2])),
        ("far", node("add", vec![u32::MAX, 0])),
        ("none", node("add", vec![])),
        ("three", node("add", vec![0, 1, 0])),
        ("no operation", node("", vec![0, 1])),
        ("no leaf", read(99)),
        ("a stated type", v1::Node { r#type: ty(v1::Kind::Float, 64, 3), ..node("add", vec![0, 1]) }),
        ("a promise", v1::Node { no_wrap: true, ..node("div", vec![0, 1]) }),
        (
            "an unknown kind",
            v1::Node { r#type: Some(v1::Type { kind: 99, bits: 8, lanes: 8 }), ..node("cast", vec![0]) },
        ),
        ("lanes out of reach", v1::Node { indices: vec![u32::MAX; 64], ..node("shuffle", vec![0]) }),
        ("no lanes", node("shuffle", vec![0])),
    ];
    let odd = odd.into_iter().map(|(what, node)| {
        let graph = over_two(bytes64(), [node], vec![2]);
        select(format!("operands {what}"), move || of_graph(graph.clone()))
    });
    let roots = [("none", vec![]), ("far", vec![u32::MAX]), ("a leaf", vec![0]), ("mixed", vec![2, 9])];
    let roots = roots.into_iter().map(|(what, roots)| {
        select(format!("roots {what}"), move || of_graph(v1::Expression { roots: roots.clone(), ..sum() }))
    });
    odd.chain(roots).collect()
}

/// Right requests with some bits turned, cut short, or replaced by noise.
pub fn mutations(random: &mut StdRng) -> Vec<Case> {
    let right = of_graph(shared(&["add", "min"], 12, ty(v1::Kind::Int, 16, 32))).encode_to_vec();
    let mut all = Vec::new();
    let mut push = |name: String, method_of: &'static str, bytes: Vec<u8>| {
        all.push(Case::new(name, move || call(method_of, &bytes)));
    };
    for n in 0..40 {
        let mut bytes = right.clone();
        for _ in 0..random.random_range(1..6) {
            let at = random.random_range(0..bytes.len());
            bytes[at] ^= 1 << random.random_range(0..8);
        }
        push(format!("bits turned {n}"), if n % 4 == 0 { "Explain" } else { "Select" }, bytes);
    }
    for n in 0..12 {
        let end = random.random_range(0..right.len());
        push(format!("cut short {n}"), "Select", right[..end].to_vec());
    }
    for (n, name) in ["Select", "SelectBatch", "Explain", "Compare", "Stats"].into_iter().cycle().take(25).enumerate() {
        let noise = (0..random.random_range(1..2_000)).map(|_| random.random()).collect();
        push(format!("noise {n}"), name, noise);
    }
    let graph = right;
    all.push(Case::new("explained and left", move || Attack::Abandoned {
        path: method("Explain"),
        body: super::framed(&graph),
        calls: 30,
    }));
    all
}
