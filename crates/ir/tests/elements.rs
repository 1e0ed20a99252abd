//! Elements of memory that loads share, and facts about them: strides of every sign, gathers that overlap, contradictions.

#![allow(clippy::unwrap_used)]

use isotope_ir::expr::{Graph, LeafId, LoadAddress};
use isotope_ir::lanes::{assumptions, free_vars, lane_terms, leaf_var};
use isotope_ir::memory::{Memory, Place};
use isotope_ir::term::Terms;
use isotope_ir::{Window, facts, parse};

/// A window that adds up all of its leaves; each is a line `type in [..] = load ...`.
fn window(leaves: &[&str]) -> Window {
    let declared: String = leaves.iter().enumerate().map(|(n, leaf)| format!("let v{n} : {leaf}\n")).collect();
    let sum = (0..leaves.len()).map(|n| format!("uint64x4(v{n})")).collect::<Vec<_>>().join(" + ");
    parse::parse_window(&format!("{declared}uint64x4 {sum}")).unwrap_or_else(|e| panic!("{e}"))
}

fn memory(leaves: &[&str]) -> (Graph, Memory) {
    let graph = window(leaves).graph;
    let memory = Memory::of(&graph);
    (graph, memory)
}

/// By leaf and lane, the home's.
fn homes(leaves: &[&str]) -> Vec<[(u32, u32); 4]> {
    let (graph, memory) = memory(leaves);
    let home = |leaf: u32, lane: usize| {
        let (home, of) = memory.representative(LeafId(leaf), lane as u32);
        (home.0, of)
    };
    (0..graph.leaves.len() as u32).map(|leaf| std::array::from_fn(|lane| home(leaf, lane))).collect()
}

#[test]
fn elements_have_one_home() {
    let dense = "uint8x4 = load B[t, stride 1]";
    for (other, expected) in [
        ("uint8x4 = load B[t + 2, stride 1]", [(0, 2), (0, 3), (1, 2), (1, 3)]),
        ("uint8x4 = load B[t + -2, stride 1]", [(1, 0), (1, 1), (0, 0), (0, 1)]),
        ("uint8x4 = load B[t + 3, stride -1]", [(0, 3), (0, 2), (0, 1), (0, 0)]),
        ("uint8x4 = load B[t, stride 2]", [(0, 0), (0, 2), (1, 2), (1, 3)]),
        ("uint8x4 = load B[t + 1, stride 0]", [(0, 1), (0, 1), (0, 1), (0, 1)]),
        ("uint8x4 = load B[t + 4, stride 0]", [(1, 0), (1, 0), (1, 0), (1, 0)]),
        // Another signedness is the same memory; other bits, another buffer, another base are not.
        ("int8x4 = load B[t, stride 1]", [(0, 0), (0, 1), (0, 2), (0, 3)]),
        ("uint16x4 = load B[t, stride 1]", [(1, 0), (1, 1), (1, 2), (1, 3)]),
        ("uint8x4 = load C[t, stride 1]", [(1, 0), (1, 1), (1, 2), (1, 3)]),
        ("uint8x4 = load B[u, stride 1]", [(1, 0), (1, 1), (1, 2), (1, 3)]),
        ("uint8x4 = load B[0, stride 1]", [(1, 0), (1, 1), (1, 2), (1, 3)]),
        ("uint8x4 in [0, 9]", [(1, 0), (1, 1), (1, 2), (1, 3)]),
    ] {
        let found = homes(&[dense, other]);
        assert_eq!(found[0], [(0, 0), (0, 1), (0, 2), (0, 3)]);
        assert_eq!(found[1], expected, "{other}");
    }
}

#[test]
fn a_leaf_that_repeats_itself_is_its_own_home() {
    assert_eq!(homes(&["uint8x4 = load B[t, stride 0]"]), [[(0, 0); 4]]);
    let (graph, memory) = memory(&["uint8x4 = load B[t, stride 0]"]);
    assert_eq!(memory.lane_in(LeafId(0), memory.place(LeafId(0), 3), &graph), Some(0));
}

#[test]
fn places_and_lanes_are_inverse() {
    let leaves =
        ["uint8x4 = load B[t + 5, stride 3]", "uint8x4 = load B[t + 20, stride -4]", "uint8x4 = load C[t, stride 1]"];
    let (graph, memory) = memory(&leaves);
    for leaf in (0..3).map(LeafId) {
        for lane in 0..4 {
            let place = memory.place(leaf, lane);
            assert_eq!(memory.lane_in(leaf, place, &graph), Some(lane));
            assert_eq!(memory.at(place), Some(memory.representative(leaf, lane)));
        }
    }
    let first = memory.place(LeafId(0), 0);
    for (step, expected) in [(0, Some(0)), (1, None), (3, Some(1)), (9, Some(3)), (12, None), (-3, None)] {
        let place = Place { index: first.index + step, ..first };
        assert_eq!(memory.lane_in(LeafId(0), place, &graph), expected, "{step}");
    }
    assert_eq!(memory.lane_in(LeafId(2), first, &graph), None, "another array");
    let last = memory.place(LeafId(1), 0);
    assert_eq!(memory.lane_in(LeafId(1), Place { index: last.index - 8, ..last }, &graph), Some(2));
}

#[test]
fn neighbours_follow_one_another() {
    let (_, memory) =
        memory(&["uint8x4 = load B[t, stride 1]", "uint8x4 = load B[t + 4, stride 2]", "uint8x4 in [0, 9]"]);
    let contiguous =
        |elements: &[(u32, u32)]| memory.is_contiguous(elements.iter().map(|&(leaf, lane)| (LeafId(leaf), lane)));
    assert!(contiguous(&[]) && contiguous(&[(0, 2)]));
    assert!(contiguous(&[(0, 1), (0, 2), (0, 3), (1, 0)]), "across leaves");
    assert!(!contiguous(&[(0, 1), (0, 0)]) && !contiguous(&[(0, 0), (0, 2)]) && !contiguous(&[(1, 0), (1, 1)]));
    assert!(contiguous(&[(2, 0), (2, 1)]) && !contiguous(&[(0, 3), (2, 0)]));
}

#[test]
fn loads_are_known_where_all_of_them_is_read() {
    let (graph, memory) = memory(&["uint8x4 = load B[t, stride 1]", "uint8x4 = load B[t + 4, stride 2]"]);
    let load = |buffer: &str, base: &str, offset: i64, stride: i64, bits: u32| {
        let address = LoadAddress { buffer: buffer.into(), base: base.into(), offset, stride };
        memory
            .load(&address, bits, 2, &graph)
            .map(|lanes| lanes.iter().map(|(leaf, lane)| (leaf.0, *lane)).collect::<Vec<_>>())
    };
    assert_eq!(load("B", "t", 2, 2, 8), Some(vec![(0, 2), (1, 0)]));
    assert_eq!(load("B", "t", 10, -2, 8), Some(vec![(1, 3), (1, 2)]));
    assert_eq!(load("B", "t", 3, 1, 8), Some(vec![(0, 3), (1, 0)]));
    for (buffer, base, offset, stride, bits) in [
        ("B", "t", 4, 1, 8),
        ("B", "t", 10, 2, 8),
        ("C", "t", 0, 1, 8),
        ("B", "u", 0, 1, 8),
        ("B", "t", 0, 1, 16),
        ("B", "t", i64::MAX, 1, 8),
    ] {
        assert_eq!(load(buffer, base, offset, stride, bits), None, "{buffer} {base} {offset} {stride} {bits}");
    }
    let address = memory.address(memory.place(LeafId(1), 1));
    assert_eq!(address.map(|a| a.index()), Some("t + 6".to_owned()));
}

#[test]
fn what_two_loads_read_is_one_variable() {
    let window = window(&["uint8x4 = load B[t, stride 1]", "uint8x4 = load B[t + 1, stride 1]"]);
    let mut terms = Terms::new();
    let lanes = lane_terms(&window, &mut terms);
    let vars = |lane: usize| free_vars(&terms, lanes.lanes[lane]).into_iter().collect::<Vec<_>>();
    assert_eq!(vars(0), [leaf_var(LeafId(0), 0), leaf_var(LeafId(0), 1)]);
    assert_eq!(vars(3), [leaf_var(LeafId(0), 3), leaf_var(LeafId(1), 3)]);
}

/// Facts about leaves, as terms: only bounds that are tighter than the type's.
#[test]
fn ranges_become_assumptions() {
    for (leaf, expected) in [
        ("uint8x4", vec![]),
        ("uint8x4 in [0, 255]", vec![]),
        ("uint8x4 in [3, 255]", vec![3..=255]),
        ("uint8x4 in [0, 9]", vec![0..=9]),
        ("uint8x4 in [3, 9]", vec![3..=255, 0..=9]),
        ("int8x4 in [-3, 127]", vec![-3..=127]),
        ("int8x4 in [-128, -5]", vec![-128..=-5]),
        ("float32x4", vec![]),
    ] {
        let window = parse::parse_window(&format!("let v : {leaf}\nuint8x4 uint8x4(v)"))
            .or_else(|_| parse::parse_window(&format!("uint8x4 uint8x4(({leaf})v)")))
            .unwrap_or_else(|e| panic!("{leaf}: {e}"));
        let mut terms = Terms::new();
        let var = leaf_var(LeafId(0), 2);
        let found = assumptions(&window, &mut terms, &[var].into());
        assert_eq!(found.len(), expected.len(), "{leaf}");
        for (fact, range) in found.iter().zip(expected) {
            for bits in 0..256u128 {
                let value = if leaf.starts_with("int") { i32::from(bits as u8 as i8) } else { bits as i32 };
                let holds = terms.eval(*fact, &|_| bits) == Some(1);
                assert_eq!(holds, range.contains(&value), "{leaf}: {value}");
            }
        }
    }
}

/// Facts that no value satisfies are an error of the request; facts that some value does are none.
#[test]
fn contradictions_are_refused() {
    let said = |text: &str| parse::parse_window(text).map(|_| "it reads".to_owned()).unwrap_or_else(|e| e.message);
    let sum = |a: &str, b: &str, op: &str| {
        said(&format!("let a : int32 in {a}\nlet b : int32 in {b}\nint32 no_wrap(a {op} b)"))
    };
    let (top, bottom) = ("[2147483647, 2147483647]", "[-2147483648, -2147483648]");
    for (a, b, op, expected) in [
        (
            top,
            "[1, 5]",
            "+",
            "no value satisfies no_wrap of `+`: the result is in [2147483648, 2147483652], past int32",
        ),
        (top, "[0, 5]", "+", "it reads"),
        (bottom, "[1, 1]", "-", "no value satisfies no_wrap of `-`: the result is in -2147483649, past int32"),
        (bottom, "[0, 1]", "-", "it reads"),
        (
            top,
            "[2, 3]",
            "*",
            "no value satisfies no_wrap of `*`: the result is in [4294967294, 6442450941], past int32",
        ),
        (top, "[-1, 3]", "*", "it reads"),
        (bottom, "[-1, -1]", "*", "no value satisfies no_wrap of `*`: the result is in 2147483648, past int32"),
    ] {
        assert_eq!(sum(a, b, op), expected, "{a} {op} {b}");
    }
    let promise = |low: i32, high: i32| {
        said(&format!("let a : int32 in [10, 20]\nint32 (int32)promise_clamped(a, {low}, {high})"))
    };
    for (low, high, expected) in [
        (0, 10, "it reads"),
        (20, 30, "it reads"),
        (0, 9, "no value satisfies promise_clamped(.., 0, 9): the value is in [10, 20]"),
        (21, 30, "no value satisfies promise_clamped(.., 21, 30): the value is in [10, 20]"),
        (15, 14, "no value satisfies promise_clamped(.., 15, 14): its lower bound is above its upper one"),
    ] {
        assert_eq!(promise(low, high), expected);
    }
    let loads = |first: &str, second: &str| {
        said(&format!("let a : {first}\nlet b : {second}\nuint8x4 uint8x4(a) + uint8x4(b)"))
    };
    let first = "uint8x4 in [0, 9] = load B[t, stride 1]";
    for (second, expected) in [
        ("uint8x4 in [9, 20] = load B[t + 3, stride 1]", "it reads"),
        ("uint8x4 in [10, 20] = load B[t + 4, stride 1]", "it reads"),
        ("uint8x4 in [10, 20] = load C[t + 3, stride 1]", "it reads"),
        (
            "uint8x4 in [10, 20] = load B[t + 3, stride 1]",
            "no value satisfies the range [10, 20] of lane 0 of leaf b: leaf a reads the same element, in [0, 9]",
        ),
        (
            "uint8x4 in [10, 20] = load B[t + 5, stride -1]",
            "no value satisfies the range [10, 20] of lane 2 of leaf b: leaf a reads the same element, in [0, 9]",
        ),
        // Read with a sign the same bits are another number.
        ("int8x4 in [10, 20] = load B[t + 3, stride 1]", "it reads"),
    ] {
        assert_eq!(loads(first, second), expected, "{second}");
    }
    // Three loads of one element whose ranges meet in pairs, but not together.
    let three = "let a : uint8 in [0, 5] = load B[t, stride 1]\nlet b : uint8 in [4, 9] = load B[t, stride 1]\nlet c : uint8 in [6, 20] = load B[t, stride 1]\nuint8 a + (b + c)";
    assert_eq!(
        said(three),
        "no value satisfies the range [6, 20] of lane 0 of leaf c: leaf a reads the same element, in [4, 5]"
    );
}

/// A window that is not read but built is checked by whoever asks.
#[test]
fn built_windows_are_checked_as_well() {
    use isotope_ir::expr::Op;
    use isotope_ir::types::Type;
    let mut graph = Graph::default();
    let one = graph.splat(Type::int(32, 4), i128::from(i32::MAX)).unwrap();
    let sum = graph.op(Op::Add, &[one, one]).unwrap();
    let promised = graph.with_no_wrap(sum).unwrap();
    assert!(facts::check(&Window::new(&graph, sum).unwrap()).is_ok());
    let said = facts::check(&Window::new(&graph, promised).unwrap()).unwrap_err().to_string();
    assert_eq!(said, "no value satisfies no_wrap of `+`: the result is in 4294967294, past int32x4");
}
