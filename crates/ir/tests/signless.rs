//! Signs of integers of languages that have none: which leaves get one, and that the bits stay those of the operations.

#![allow(clippy::unwrap_used)]

use isotope_ir::build::signless::{Number, Reads, Signless};
use isotope_ir::expr::{Leaf, Op, ReduceOp};
use isotope_ir::interp::eval;
use isotope_ir::print::expression;
use isotope_ir::types::Type;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

fn leaf(graph: &mut Signless, name: &str, bits: u32, lanes: u32) -> Number {
    graph.leaf(Leaf { name: name.to_owned(), ty: Type::uint(bits, lanes), range: None, load: None })
}

/// The expression that a graph becomes.
fn text(build: impl FnOnce(&mut Signless) -> Number) -> String {
    let mut graph = Signless::default();
    let root = build(&mut graph);
    expression(&graph.window(root).unwrap())
}

#[test]
fn a_leaf_has_the_sign_of_what_reads_it_behind_moved_lanes() {
    let moved = text(|graph| {
        let a = leaf(graph, "a", 8, 8);
        let swapped = graph.moves(vec![4, 5, 6, 7, 0, 1, 2, 3], &[a]);
        let wide = graph.extend(true, swapped, 32);
        graph.lanewise(Op::Add, Reads::Either, false, &[wide, wide], (32, 8))
    });
    assert!(moved.contains("int32x8(shuffle((int8x8)a, ") && !moved.contains("uint8"), "{moved}");
    let splat = text(|graph| {
        let a = leaf(graph, "a", 8, 1);
        let lanes = graph.broadcast(a, 4);
        graph.extend(true, lanes, 32)
    });
    assert_eq!(splat, "uint32x4(int32x4(x4((int8)a)))");
    let without = text(|graph| {
        let a = leaf(graph, "a", 8, 4);
        let turned = graph.moves(vec![3, 2, 1, 0], &[a]);
        graph.extend(false, turned, 32)
    });
    assert!(without.contains("(uint8x4)a"), "{without}");
}

#[test]
fn operations_that_read_either_way_take_the_sign_that_there_is() {
    let sum = text(|graph| {
        let [a, b] = ["a", "b"].map(|name| leaf(graph, name, 8, 4));
        let wide = graph.extend(true, a, 16);
        let other = graph.extend(false, b, 16);
        graph.lanewise(Op::Add, Reads::Either, false, &[wide, other], (16, 4))
    });
    assert_eq!(sum, "uint16x4(int16x4((int8x4)a) + int16x4(uint16x4((uint8x4)b)))");
    let constant = text(|graph| {
        let a = leaf(graph, "a", 8, 4);
        let wide = graph.extend(true, a, 16);
        let one = graph.constant((16, 4), vec![0xffff]);
        graph.lanewise(Op::Max, Reads::Signed, false, &[wide, one], (16, 4))
    });
    assert_eq!(constant, "uint16x4(max(int16x4((int8x4)a), x4((int16)-1)))", "a constant is written with the sign");
}

#[test]
fn truth_values_are_extended_cut_and_chosen() {
    let signed = text(|graph| {
        let [a, b] = ["a", "b"].map(|name| leaf(graph, name, 8, 4));
        let less = graph.compare(Op::Lt, Reads::Unsigned, [a, b]);
        graph.extend(true, less, 8)
    });
    assert_eq!(signed, "uint8x4(select((uint8x4)a < (uint8x4)b, x4((int8)-1), x4((int8)0)))");
    let cut = text(|graph| {
        let a = leaf(graph, "a", 8, 4);
        graph.truncate(a, 1)
    });
    assert_eq!(cut, "((uint8x4)bitwise_and((uint8x4)a, x4((uint8)1)) != x4((uint8)0))");
}

#[test]
fn nodes_of_other_lanes_than_they_say_are_refused() {
    let mut graph = Signless::default();
    let [a, b] = ["a", "b"].map(|name| leaf(&mut graph, name, 8, 4));
    let sum = graph.lanewise(Op::Add, Reads::Either, false, &[a, b], (16, 4));
    let why = graph.window(sum).unwrap_err().to_string();
    assert_eq!(why, "an operation gives uint8x4 here, not uint16x4");
    let c = leaf(&mut graph, "c", 8, 8);
    let chosen = graph.lanewise(Op::Add, Reads::Either, false, &[a, c], (8, 4));
    assert!(graph.window(chosen).is_err());
}

const LANES: u32 = 4;
type Lanes = Vec<u64>;

fn signed(bits: u32, lane: u64) -> i64 {
    (lane << (64 - bits)) as i64 >> (64 - bits)
}

/// One more node of the bits of earlier ones, with its lanes; what it is follows from some numbers.
fn grow(graph: &mut Signless, known: &mut Vec<(Number, u32, Lanes)>, [kind, first, second]: [usize; 3]) {
    let (a, bits, x) = known[first % known.len()].clone();
    let alike: Vec<_> = known.iter().filter(|(_, other, _)| *other == bits).cloned().collect();
    let (b, _, y) = alike[second % alike.len()].clone();
    let mask = u64::MAX >> (64 - bits);
    let by_lane = |f: &dyn Fn(u64, u64) -> u64| -> Lanes { x.iter().zip(&y).map(|(x, y)| f(*x, *y) & mask).collect() };
    let either = |op: Op, graph: &mut Signless| graph.lanewise(op, Reads::Either, false, &[a, b], (bits, LANES));
    let reads = |op: Op, reads: Reads, graph: &mut Signless| graph.lanewise(op, reads, false, &[a, b], (bits, LANES));
    let less = |x: u64, y: u64| signed(bits, x) < signed(bits, y);
    let made = match kind % 12 {
        0 => (either(Op::Add, graph), bits, by_lane(&u64::wrapping_add)),
        1 => (either(Op::Mul, graph), bits, by_lane(&u64::wrapping_mul)),
        2 => (either(Op::Xor, graph), bits, by_lane(&|x, y| x ^ y)),
        3 => (reads(Op::Min, Reads::Signed, graph), bits, by_lane(&|x, y| if less(x, y) { x } else { y })),
        4 => (reads(Op::Max, Reads::Unsigned, graph), bits, by_lane(&u64::max)),
        5 | 6 if bits < 64 => {
            let is_signed = kind % 12 == 5;
            let lane = |x: &u64| if is_signed { signed(bits, *x) as u64 & (u64::MAX >> (64 - 2 * bits)) } else { *x };
            (graph.extend(is_signed, a, 2 * bits), 2 * bits, x.iter().map(lane).collect())
        }
        7 if bits > 8 => {
            let lane = |x: &u64| x & (u64::MAX >> (64 - bits / 2));
            (graph.truncate(a, bits / 2), bits / 2, x.iter().map(lane).collect())
        }
        8 => (graph.moves(vec![3, 4, 1, 6], &[a, b]), bits, vec![x[3], y[0], x[1], y[2]]),
        9 => {
            let condition = graph.compare(Op::Lt, Reads::Signed, [a, b]);
            (graph.select(condition, b, a), bits, by_lane(&|x, y| if less(x, y) { y } else { x }))
        }
        10 | 11 => {
            let amount = graph.constant((bits, LANES), vec![(second as u64) % u64::from(bits)]);
            let by = second as u32 % bits;
            let (op, how) = (Op::ShiftRight, if kind % 12 == 10 { Reads::Signed } else { Reads::Unsigned });
            let lane = |x: u64| if how == Reads::Signed { (signed(bits, x) >> by) as u64 } else { x >> by };
            (graph.lanewise(op, how, true, &[a, amount], (bits, LANES)), bits, by_lane(&|x, _| lane(x)))
        }
        _ => return,
    };
    known.push(made);
}

#[test]
fn random_graphs_have_the_bits_of_their_operations() {
    let mut runner = TestRunner::deterministic();
    let steps = proptest::collection::vec(any::<[u16; 3]>(), 1..24);
    let inputs = proptest::collection::vec(any::<u64>(), 12);
    for round in 0..2000 {
        let steps = steps.new_tree(&mut runner).unwrap().current();
        let inputs = inputs.new_tree(&mut runner).unwrap().current();
        let (mut graph, mut known) = (Signless::default(), Vec::new());
        for (at, (name, bits)) in [("a", 8), ("b", 16), ("c", 8)].into_iter().enumerate() {
            let lanes: Lanes = inputs[4 * at..4 * at + 4].iter().map(|lane| lane & (u64::MAX >> (64 - bits))).collect();
            known.push((leaf(&mut graph, name, bits, LANES), bits, lanes));
        }
        let leaves: Vec<Lanes> = known.iter().map(|(_, _, lanes)| lanes.clone()).collect();
        for step in steps {
            grow(&mut graph, &mut known, step.map(usize::from));
        }
        let (root, bits, wanted) = known.last().unwrap();
        let window = graph.window(*root).unwrap();
        let given = window.graph.leaves.iter().map(|leaf| leaves[usize::from(leaf.name.as_bytes()[0] - b'a')].clone());
        let found = eval(&window, &given.collect::<Vec<_>>()).unwrap();
        let found: Lanes = found.into_iter().map(|lane| lane.bits().unwrap()).collect();
        assert_eq!((window.ty(), &found), (Type::uint(*bits, LANES), wanted), "{round}: {}", expression(&window));
    }
}

#[test]
fn sums_of_lanes_have_the_sign_of_what_they_sum() {
    let sum = text(|graph| {
        let a = leaf(graph, "a", 8, 8);
        let wide = graph.extend(true, a, 16);
        graph.reduce(Op::Reduce(ReduceOp::Add), Reads::Either, wide, 2)
    });
    assert_eq!(sum, "uint16x2((int16x2)vector_reduce_add(int16x8((int8x8)a)))");
}
