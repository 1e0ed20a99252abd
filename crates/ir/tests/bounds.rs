//! Each bound of `limits.rs`: what reaches it is taken, what passes it by one is refused with a sentence that names it.

#![allow(clippy::unwrap_used)]

use isotope_ir::canon::canonicalise;
use isotope_ir::expr::{Graph, Leaf, LoadAddress, NodeId, Op};
use isotope_ir::limits::*;
use isotope_ir::term::Terms;
use isotope_ir::types::Type;
use isotope_ir::{Window, parse, print};

/// The message about a file; "it reads" of one that reads.
fn said(text: &str) -> String {
    parse::parse_file(text).map(|_| "it reads".to_owned()).unwrap_or_else(|e| e.message)
}

/// The message about a window that is built of a graph.
fn built(graph: &Graph, root: NodeId) -> String {
    Window::new(graph, root).map(|_| "it is built".to_owned()).unwrap_or_else(|e| e.to_string())
}

#[test]
fn vectors_have_so_many_lanes() {
    let lanes = MAX_LANES;
    assert!(Type::uint(8, lanes).is_valid() && !Type::uint(8, lanes + 1).is_valid());
    assert_eq!(said(&format!("uint8x{lanes} (uint8x{lanes})a")), "it reads");
    let past = lanes + 1;
    let none = format!(
        "`uint8x{past}` is no type: a type is int, uint, float, bfloat or bool with its bits and at most 4096 lanes, as in `uint8x64`"
    );
    assert_eq!(said(&format!("uint8x{past} (uint8x{past})a")), none);
    let half = lanes / 2;
    let joined =
        |one: u32, other: u32| said(&format!("uint8x{lanes} concat_vectors((uint8x{one})a, (uint8x{other})b)"));
    assert_eq!(joined(half, half), "it reads");
    assert!(joined(half, half + 1).contains("vectors have 1 to 4096 lanes"), "{}", joined(half, half + 1));
    assert_eq!(said(&format!("uint8x{lanes} x{half}((uint8x2)a)")), "it reads");
    assert_eq!(
        said(&format!("uint8x{lanes} x{half}((uint8x3)a)")),
        "x2048 makes 6144 lanes; a vector has at most 4096"
    );
    assert_eq!(
        said("uint8x4 x4294967295((uint8x2)a)"),
        "x4294967295 makes 4294967295 lanes; a vector has at most 4096"
    );
    assert_eq!(said(&format!("int32x{lanes} ramp(a, 1, {lanes})")), "it reads");
    assert!(said(&format!("int32x{lanes} ramp(a, 1, {past})")).contains("there is no such type"));
    assert_eq!(said("int32x4 ramp(a, 1, 8193)"), "expected a literal count of at most 8192");
}

/// A window as deep as asked, from a chain of sums.
fn chain(levels: u32) -> String {
    let mut graph = Graph::default();
    let a = graph.variable("a", Type::uint(8, 1)).unwrap();
    let mut top = a;
    for _ in 1..levels {
        top = graph.op(Op::Mul, &[top, a]).unwrap();
    }
    built(&graph, top)
}

#[test]
fn windows_have_a_depth() {
    assert_eq!(chain(MAX_DEPTH), "it is built");
    assert_eq!(chain(MAX_DEPTH + 1), "more than 4096 nested operations; split the expression");
}

#[test]
fn windows_have_so_many_nodes() {
    // A tree of sums over leaves: so many leaves, and as many sums but one.
    let balanced = |leaves: usize, casts: usize| {
        let mut graph = Graph::default();
        let ty = Type::uint(8, 1);
        let mut row: Vec<NodeId> = (0..leaves).map(|n| graph.variable(&format!("v{n}"), ty).unwrap()).collect();
        while row.len() > 1 {
            row = row
                .chunks(2)
                .map(|pair| if let [a, b] = *pair { graph.op(Op::Add, &[a, b]).unwrap() } else { pair[0] })
                .collect();
        }
        let mut top = row[0];
        for n in 0..casts {
            let to = Type::uint([16, 32][n % 2], 1);
            top = graph.make(Op::Cast, &[top], Some(to)).unwrap();
        }
        built(&graph, top)
    };
    let half = MAX_NODES / 2;
    assert_eq!(balanced(half, 1), "it is built");
    assert_eq!(balanced(half, 2), "more than 16384 nodes; split the expression");
}

#[test]
fn operations_have_so_many_operands() {
    let mut graph = Graph::default();
    let leaves: Vec<NodeId> =
        (0..=MAX_OPERANDS).map(|n| graph.variable(&format!("v{n}"), Type::uint(8, 1)).unwrap()).collect();
    let indices: Vec<u32> = (0..MAX_LANES).collect();
    assert!(graph.op(Op::Shuffle(indices.clone()), &leaves[..MAX_OPERANDS]).is_ok());
    let past = graph.op(Op::Shuffle(indices), &leaves).unwrap_err().to_string();
    assert_eq!(past, "more than 4096 operands of one operation; split the expression");
}

#[test]
fn windows_have_so_many_operands_together() {
    // Muxes of one value at different indices, joined by XORs of two operands each.
    let muxes = |operands: &[usize]| {
        let mut graph = Graph::default();
        let value = graph.variable("v", Type::uint(8, 1)).unwrap();
        let mut top = None;
        for (n, &count) in operands.iter().enumerate() {
            let index = graph.variable(&format!("i{n}"), Type::int(32, 1)).unwrap();
            let args: Vec<NodeId> = std::iter::once(index).chain(std::iter::repeat_n(value, count - 1)).collect();
            let next = graph.op(Op::Mux, &args).unwrap();
            top = Some(top.map_or(next, |top| graph.op(Op::Xor, &[top, next]).unwrap()));
        }
        let total = operands.iter().sum::<usize>() + 2 * (operands.len() - 1);
        (total, built(&graph, top.unwrap()))
    };
    let most = [vec![4096], vec![4094; 15]].concat();
    assert_eq!(muxes(&most), (MAX_TOTAL_OPERANDS, "it is built".to_owned()));
    let past = [vec![4096], vec![4094; 14], vec![4091, 2]].concat();
    let said = "more than 65536 operands of all operations together; split the expression".to_owned();
    assert_eq!(muxes(&past), (MAX_TOTAL_OPERANDS + 1, said));
}

#[test]
fn windows_have_so_many_lanes_together() {
    let sums = |count: u64, extra: bool| {
        let mut graph = Graph::default();
        let ty = Type::uint(8, MAX_LANES);
        let leaf = graph.variable("a", ty).unwrap();
        let mut top = leaf;
        for _ in 1..count {
            top = graph.op(Op::Mul, &[top, leaf]).unwrap();
        }
        if extra {
            top = graph.op(Op::Shuffle(vec![0]), &[top]).unwrap();
        }
        built(&graph, top)
    };
    let whole = MAX_TOTAL_LANES / u64::from(MAX_LANES);
    assert_eq!(sums(whole, false), "it is built");
    assert_eq!(sums(whole, true), "more than 1048576 lanes in all operations together; split the expression");
}

#[test]
fn files_have_so_many_lanes() {
    let windows = MAX_FILE_LANES / u64::from(MAX_LANES);
    let text = |count: u64| (0..count).map(|n| format!("uint8x4096 (uint8x4096)a{n}\n")).collect::<String>();
    assert_eq!(said(&text(windows)), "it reads");
    assert_eq!(said(&text(windows + 1)), "more than 8388608 lanes in one file; split it");
}

#[test]
fn files_have_so_many_results_and_bytes() {
    let text = |count: usize| "uint8 (uint8)a\n".repeat(count);
    assert_eq!(said(&text(MAX_WINDOWS)), "it reads");
    assert_eq!(said(&text(MAX_WINDOWS + 1)), "more than 4096 results; split the file");
    let padded = |bytes: usize| format!("{}uint8 (uint8)a", " ".repeat(bytes - "uint8 (uint8)a".len()));
    assert_eq!(said(&padded(MAX_TEXT)), "it reads");
    assert_eq!(said(&padded(MAX_TEXT + 1)), "the text is longer than 1048576 bytes; split the file");
}

#[test]
fn texts_nest_to_a_bound() {
    // A level is a call, and the leaf inside is one more.
    let nested = |levels: u32| {
        said(&format!("uint8 {}(uint8)a{}", "likely(".repeat(levels as usize), ")".repeat(levels as usize)))
    };
    assert_eq!(nested(MAX_NESTING - 2), "it reads");
    assert_eq!(nested(MAX_NESTING), "nested deeper than 8192 levels; name parts with `let`");
    // A row of operators is as deep a tree as it is long.
    let row = |operators: u32| said(&format!("int32 a{}", " + a".repeat(operators as usize)));
    assert_eq!(row(MAX_DEPTH - 1), "it reads");
    assert_eq!(row(MAX_DEPTH), "more than 4096 nested operations; split the expression");
    assert_eq!(row(MAX_NESTING + 1), "nested deeper than 8192 levels; name parts with `let`");
}

#[test]
fn names_have_a_length() {
    let name = |length: usize| said(&format!("uint8 (uint8){}", "n".repeat(length)));
    assert_eq!(name(MAX_NAME), "it reads");
    assert_eq!(name(MAX_NAME + 1), "a name is longer than 256 bytes");
    let leaf = |name: String, buffer: String, base: String| {
        let load = Some(LoadAddress { buffer, base, offset: 0, stride: 1 });
        let made = Graph::default().leaf(Leaf { name, ty: Type::uint(8, 4), range: None, load });
        made.map(|_| "it is made".to_owned()).unwrap_or_else(|e| e.to_string())
    };
    let text = |length: usize| "n".repeat(length);
    assert_eq!(leaf(text(MAX_NAME), text(MAX_NAME), text(MAX_INDEX_TEXT)), "it is made");
    assert!(leaf(text(MAX_NAME + 1), "b".into(), "t".into()).ends_with(": its name is longer than 256 bytes"));
    assert_eq!(leaf("a".into(), text(MAX_NAME + 1), "t".into()), "leaf a: its buffer is longer than 256 bytes");
    assert_eq!(leaf("a".into(), "b".into(), text(MAX_INDEX_TEXT + 1)), "leaf a: its index is longer than 1024 bytes");
}

#[test]
fn offsets_and_strides_are_bounded() {
    let leaf = |offset: i64, stride: i64| {
        let load = Some(LoadAddress { buffer: "b".into(), base: "t".into(), offset, stride });
        Graph::default().leaf(Leaf { name: "a".into(), ty: Type::uint(8, 4), range: None, load }).is_ok()
    };
    let most = MAX_OFFSET as i64;
    for (offset, stride, good) in [
        (most, most, true),
        (-most, -most, true),
        (most + 1, 1, false),
        (-most - 1, 1, false),
        (0, most + 1, false),
        (0, -most - 1, false),
        (i64::MIN, 0, false),
        (0, i64::MIN, false),
    ] {
        assert_eq!(leaf(offset, stride), good, "{offset} {stride}");
    }
    let declared = |offset: i64| said(&format!("let a : uint8x4 = load B[t + {offset}, stride 1]\nuint8x4 a"));
    assert_eq!(declared(most), "it reads");
    assert_eq!(declared(most + 1), "leaf a: its offset or stride is over 281474976710656 elements");
}

#[test]
fn indices_are_bounded() {
    let declared = |index: &str| said(&format!("let a : uint8x4 = load B[{index}, stride 1]\nuint8x4 a"));
    let over = "an index has at most 64 products, 1024 bytes and 64-bit factors";
    let sum = |terms: usize| (0..terms).map(|n| format!("t{n}")).collect::<Vec<_>>().join(" + ");
    assert_eq!(declared(&sum(MAX_INDEX_TERMS)), "it reads");
    assert_eq!(declared(&sum(MAX_INDEX_TERMS + 1)), over);
    let product = |factors: usize| vec!["t"; factors].join("*");
    assert_eq!(declared(&product(MAX_INDEX_TERMS)), "it reads");
    assert_eq!(declared(&product(MAX_INDEX_TERMS + 1)), over);
    // Four factors of 255 letters, each with a byte between.
    let long = |letters: usize| {
        declared(&["a", "b", "c", "d"].map(|x| x.repeat(255)).join("*").replacen('d', &"d".repeat(letters), 1))
    };
    assert_eq!(long(1), "it reads");
    assert_eq!(long(2), over);
    assert_eq!(declared("(int64)t*(int64)9223372036854775807 + (int64)t*(int64)1"), over, "factors have 64 bits");
    // In an expression what is over a bound has no address, and is still a load.
    let window = parse::parse_window(&format!("uint8 (uint8)B[{}]", sum(MAX_INDEX_TERMS + 1))).unwrap();
    assert_eq!((window.graph.leaves.len(), window.graph.leaves[0].load.as_ref()), (1, None));
}

#[test]
fn printing_repeats_to_a_bound() {
    // Squares of squares: a tree of 2^n - 1 operations.
    let squares = |n: usize| {
        let lets: String = (0..n).map(|_| "let a = a*a in ").collect();
        print::print(&parse::parse_window(&format!("uint8 let a = (uint8)x in {lets}a")).unwrap())
    };
    assert_eq!(1 << 12, MAX_PRINTED_TREE);
    assert!(!squares(11).contains("let "), "2^12 - 1 nodes are written out");
    assert!(squares(12).contains("let "), "2^13 - 1 are named");
}

#[test]
fn terms_have_a_width() {
    let mut terms = Terms::new();
    let half = terms.var(0, MAX_WIDTH / 2);
    assert_eq!(terms.width(half), 64);
    let whole = terms.concat(half, half);
    assert_eq!(terms.width(whole), MAX_WIDTH);
    for bad in [0, MAX_WIDTH + 1] {
        let work = std::panic::AssertUnwindSafe(|| Terms::new().var(0, bad));
        assert!(std::panic::catch_unwind(work).is_err(), "a term of {bad} bits is a fault of whoever makes it");
    }
}

/// Sums that regroup in very many ways: their canonical form is sought in so many nodes and rounds, and found.
#[test]
fn canonical_forms_are_sought_in_so_many_nodes() {
    let terms: Vec<String> = (0..200)
        .map(|n| {
            format!(
                "(uint16x8)shift_left((uint16x8)widen_right_add(uint16x8((uint8x8)a{n}), (uint8x8)b), x8((uint16){}))",
                n % 7
            )
        })
        .collect();
    let window = parse::parse_window(&format!("uint16x8 {}", terms.join(" + "))).unwrap();
    assert!(window.graph.nodes.len() * MAX_EGRAPH_ITERATIONS > MAX_EGRAPH_NODES / 2, "the search would pass its bound");
    let (one, again) = (canonicalise(&window), canonicalise(&window));
    assert_eq!(one, again, "what is cut short is cut short in one place");
    assert_eq!(one.window.ty(), window.ty());
    assert_eq!(canonicalise(&one.window).window.ty(), window.ty());
}

#[test]
fn leaves_have_numbers() {
    // A lane variable keeps the leaf in the upper 15 bits and the lane in the lower 16.
    use isotope_ir::expr::LeafId;
    use isotope_ir::lanes::{leaf_var, var_leaf};
    let last = LeafId(MAX_LEAVES as u32 - 1);
    assert_eq!(var_leaf(leaf_var(last, MAX_LANES - 1)), (last, MAX_LANES - 1));
    // Every leaf is a node, so that nodes are refused first.
    const { assert!(MAX_LEAVES >= MAX_NODES) };
}
