//! Text reads back: every operation, every literal, every form of a shuffle, every kind of fact.

#![allow(clippy::unwrap_used)]

use isotope_ir::build::CALLS;
use isotope_ir::expr::{Graph, NodeId, Op, ReduceOp};
use isotope_ir::interp::mask;
use isotope_ir::types::{Kind, Type};
use isotope_ir::{Window, parse, print};
use rand::{Rng, SeedableRng, rngs::StdRng};

fn elements(lanes: u32) -> Vec<Type> {
    let of = |bits| [Type::int(bits, lanes), Type::uint(bits, lanes)];
    let floats = [16, 32, 64].map(|bits| Type::float(bits, lanes));
    let brain = Type { kind: Kind::BFloat, bits: 16, lanes };
    [vec![Type::bool(lanes), brain], [8, 16, 32, 64].into_iter().flat_map(of).collect(), floats.to_vec()].concat()
}

/// Prints a window of a graph and reads it again; gives the expression's text.
#[track_caller]
fn reads_back(graph: &Graph, root: NodeId) -> String {
    let window = Window::new(graph, root).unwrap();
    let text = print::print(&window);
    let again = parse::parse_window(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(again, window, "{text}");
    assert_eq!(print::print(&again), text);
    print::expression(&window)
}

#[test]
fn every_operation_reads_back() {
    let operators = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Mod, Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge];
    let casts = [Op::Cast, Op::SaturatingCast];
    let mut made = 0;
    for op in CALLS.iter().map(|(_, op)| op).chain(&operators).chain(&casts) {
        let mut of_this = 0;
        for (a, b) in elements(4).into_iter().flat_map(|a| elements(4).into_iter().map(move |b| (a, b))) {
            for count in 1..=4 {
                let mut graph = Graph::default();
                let args: Vec<NodeId> = [a, b, b, b]
                    .iter()
                    .enumerate()
                    .map(|(n, ty)| graph.variable(&format!("v{n}"), *ty).unwrap())
                    .collect();
                let stated = match op {
                    Op::Cast | Op::SaturatingCast | Op::Reinterpret => Some(b),
                    Op::Reduce(_) => Some(a.with_lanes(2)),
                    _ => None,
                };
                if let Ok(root) = graph.make(op.clone(), &args[..count], stated) {
                    reads_back(&graph, root);
                    of_this += 1;
                }
            }
        }
        assert!(of_this > 0, "{op:?} is never well typed");
        made += of_this;
    }
    assert!(made > 1500, "{made} made");
}

#[test]
fn literals_keep_every_bit() {
    let mut rng = StdRng::seed_from_u64(51);
    for ty in elements(1) {
        let top = 1u64 << (ty.bits - 1);
        let edges = [
            0,
            1,
            top,
            top - 1,
            top | 1,
            mask(ty),
            mask(ty) - 1,
            mask(ty) >> 1,
            mask(ty) & 0x7c00,
            mask(ty) & 0x7f80_0001,
        ];
        let all: Vec<u64> =
            if ty.bits <= 16 { (0..=mask(ty)).step_by(3).collect() } else { (0..2000).map(|_| rng.random()).collect() };
        for bits in all.into_iter().chain(edges).map(|bits| bits & mask(ty)) {
            let mut graph = Graph::default();
            let literal = graph.splat_of_bits(ty, bits).unwrap();
            // Beside a leaf, so that the literal stands where an operand does.
            let leaf = graph.variable("v", ty).unwrap();
            let root = graph.op(Op::Eq, &[leaf, literal]).unwrap();
            let window = Window::new(&graph, root).unwrap();
            let again = parse::parse_window(&print::print(&window)).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(again, window, "{ty} {bits:x}: {}", print::print(&window));
        }
    }
}

#[test]
fn literals_are_read_as_halide_writes_them() {
    let bits = |text: &str| {
        let read = parse::parse_window(text).map(|w| {
            w.graph.nodes.iter().find_map(|n| if let Op::Const(bits) = n.op { Some((n.ty, bits)) } else { None })
        });
        read.map_err(|e| e.message).map(|found| found.unwrap())
    };
    let float = |bits| Type::float(bits, 1);
    for (text, ty, expected) in [
        ("int32 7", Type::int(32, 1), 7),
        ("int32 -7", Type::int(32, 1), 0xffff_fff9),
        ("int32 0x10", Type::int(32, 1), 16),
        ("uint8 (uint8)255", Type::uint(8, 1), 255),
        ("int8 (int8)-128", Type::int(8, 1), 128),
        ("uint64 (uint64)18446744073709551615", Type::uint(64, 1), u64::MAX),
        ("int64 (int64)-9223372036854775808", Type::int(64, 1), 1 << 63),
        ("uint1 (uint1)1", Type::bool(1), 1),
        ("float64 1.5", float(64), 1.5f64.to_bits()),
        ("float32 1.5f", float(32), 1.5f32.to_bits().into()),
        ("float32 -0.0f", float(32), 1 << 31),
        ("float16 1.5h", float(16), 0x3e00),
        ("float32 (float32)2", float(32), 2f32.to_bits().into()),
        ("float32 1e10f", float(32), 1e10f32.to_bits().into()),
        ("float64 1e-300", float(64), 1e-300f64.to_bits()),
        ("float32 (float32)0x7fc00001", float(32), 0x7fc0_0001),
        ("float32 inf_f32()", float(32), 0x7f80_0000),
        ("float16 neg_inf_f16()", float(16), 0xfc00),
        // Through binary64 this would be rounded twice.
        ("float32 1.00000017881393432617187499f", float(32), 0x3f80_0001),
    ] {
        assert_eq!(bits(text), Ok((ty, expected)), "{text}");
    }
    for (text, said) in [
        ("int32 2147483648", "2147483648 does not fit in int32"),
        ("uint8 (uint8)-1", "-1 does not fit in uint8"),
        ("uint1 (uint1)2", "2 does not fit in uint1"),
        ("int8 (int8)1.5", "`1.5` is no literal of int8"),
        ("float32 1.5.5f", "`1.5.5f` is no number"),
        ("int32 0xg", "`0xg` is no literal of float64"),
        ("float16 (float16)0x10000", "0x10000 is not 16 bits"),
        ("float16 (float16)-0x1", "0x1 is not 16 bits"),
    ] {
        assert_eq!(bits(text), Err(said.to_owned()), "{text}");
    }
}

#[test]
fn shuffles_have_halides_names() {
    let mut graph = Graph::default();
    let (a, b) = (graph.variable("a", Type::uint(8, 8)).unwrap(), graph.variable("b", Type::uint(8, 8)).unwrap());
    let c = graph.variable("c", Type::uint(8, 4)).unwrap();
    let literal = graph.splat(Type::int(32, 1), 5).unwrap();
    let half = graph.splat_of_bits(Type { kind: Kind::Float, bits: 16, lanes: 1 }, 0x3800).unwrap();
    let (one, two) = ("(uint8x8)a", "(uint8x8)a, (uint8x8)b");
    for (args, indices, expected) in [
        (vec![a], vec![3], format!("extract_element({one}, 3)")),
        (vec![a], vec![2, 3, 4], format!("slice_vectors({one}, 2, 1, 3)")),
        (vec![a], vec![7, 5, 3], format!("slice_vectors({one}, 7, -2, 3)")),
        (vec![a], vec![1, 1, 1], format!("shuffle({one}, 1, 1, 1)")),
        (vec![a], vec![1, 2, 4], format!("shuffle({one}, 1, 2, 4)")),
        (vec![a, b], (0..16).collect(), format!("concat_vectors({two})")),
        (vec![a, b], (0..8).flat_map(|i| [i, i + 8]).collect(), format!("interleave_vectors({two})")),
        (vec![a, c], (0..12).collect(), format!("concat_vectors({one}, (uint8x4)c)")),
        (vec![a, c], vec![8, 0], format!("shuffle({one}, (uint8x4)c, 8, 0)")),
        (vec![a, b], vec![0], format!("shuffle({two}, 0)")),
        // A bare literal in the last place would read as an index.
        (vec![literal, literal], vec![1, 0], "shuffle(5, (int32)5, 1, 0)".to_owned()),
        (vec![half, half], vec![1, 0], "shuffle(0.5h, 0.5h, 1, 0)".to_owned()),
    ] {
        let root = graph.op(Op::Shuffle(indices), &args).unwrap();
        assert_eq!(reads_back(&graph, root), expected);
    }
    let mut rng = StdRng::seed_from_u64(52);
    for _ in 0..300 {
        let args: Vec<NodeId> = (0..rng.random_range(1..4)).map(|_| [a, b, c][rng.random_range(0..3)]).collect();
        let lanes: u32 = args.iter().map(|&arg| graph.ty(arg).lanes).sum();
        let indices = (0..rng.random_range(1..20)).map(|_| rng.random_range(0..lanes)).collect();
        let root = graph.op(Op::Shuffle(indices), &args).unwrap();
        reads_back(&graph, root);
    }
}

#[test]
fn operators_keep_their_grouping() {
    let mut graph = Graph::default();
    let [a, b, c] = ["a", "b", "c"].map(|name| graph.variable(name, Type::int(32, 1)).unwrap());
    let operators = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Mod];
    for one in &operators {
        for other in &operators {
            let inner = graph.op(one.clone(), &[a, b]).unwrap();
            let left = graph.op(other.clone(), &[inner, c]).unwrap();
            let right = graph.op(other.clone(), &[c, inner]).unwrap();
            assert_ne!(reads_back(&graph, left), reads_back(&graph, right));
        }
    }
    let [p, q] = ["p", "q"].map(|name| graph.variable(name, Type::bool(1)).unwrap());
    let both = graph.op(Op::And, &[p, q]).unwrap();
    let either = graph.op(Op::Or, &[both, p]).unwrap();
    let not = graph.op(Op::Not, &[either]).unwrap();
    assert_eq!(reads_back(&graph, not), "!(((uint1)p && (uint1)q) || (uint1)p)");
    let less = graph.op(Op::Lt, &[a, b]).unwrap();
    let same = graph.op(Op::Eq, &[less, q]).unwrap();
    assert_eq!(reads_back(&graph, same), "((a < b) == (uint1)q)");
}

#[test]
fn facts_and_targets_read_back() {
    for text in [
        "uint8x4 (uint8x4)a\n",
        "let a : uint8x4 in [3, 9]\nuint8x4 (uint8x4)a\n",
        "let a : int8x4 in [-128, -1]\nint8x4 (int8x4)a\n",
        "let a : uint8x4 = load B[t + 4, stride 2]\nuint8x4 (uint8x4)a\n",
        "let a : uint8x4 = load B[0, stride -1]\nuint8x4 (uint8x4)a\n",
        "let a : uint8x4 in [0, 9] = load B[s*2 + t + -4, stride 0]\nuint8x4 (uint8x4)a\n",
        "target x86_64 znver4 +avx512vnni\nuint8x4 (uint8x4)a\n",
        "target x86_64\nlet a : uint8 in [0, 9]\nuint8 (uint8)a\nuint8 ((uint8)a + (uint8)b)\n",
        "int32 no_wrap(a + b)\n",
    ] {
        let file = parse::parse_file(text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(print::print_file(&file), text);
        assert_eq!(parse::parse_file(&print::print_file(&file)), Ok(file));
    }
}

#[test]
fn names_that_look_like_other_things_read_back() {
    let names = [
        "x8", "x1", "int8", "uint8x4", "in", "load", "select", "inf_f32", "n1", "l0", "a.b", "a$1", "_", "target",
        "aligned", "stride",
    ];
    for name in names {
        let mut graph = Graph::default();
        let leaf = graph.variable(name, Type::uint(8, 4)).unwrap();
        let sum = graph.op(Op::Add, &[leaf, leaf]).unwrap();
        let reduced = graph.make(Op::Reduce(ReduceOp::Add), &[sum], Some(Type::uint(8, 2))).unwrap();
        let window = Window::new(&graph, reduced).unwrap();
        let again = parse::parse_window(&print::print(&window));
        assert_eq!(again, Ok(window), "{name}");
    }
}
