//! A window that is written again computes the same, and is the intended one.

use crate::support::unbounded;
use isotope_ir::expr::{Leaf, Op};
use isotope_ir::interp::{LaneValue, eval};
use isotope_ir::parse::parse_file;
use isotope_ir::window::Window;
use isotope_search::internals::Rephrased;
use isotope_smt::concrete::Samples;
use std::collections::HashMap;

/// The contents of leaves: by buffer or name, and index.
type Elements = HashMap<(String, i64), u64>;

fn lanes(leaf: &Leaf, elements: &mut Elements, random: &mut Samples) -> Vec<u64> {
    let of = |lane: i64| match &leaf.load {
        Some(load) => (format!("{}[{}", load.buffer, load.base), load.offset + lane * load.stride),
        None => (leaf.name.clone(), lane),
    };
    (0..i64::from(leaf.ty.lanes)).map(|lane| *elements.entry(of(lane)).or_insert_with(|| random.bits())).collect()
}

/// Finds windows equal on samples.
pub fn compute_the_same(window: &Window, others: &[Window], text: &str) {
    let mut random = Samples::new(7);
    for _ in 0..40 {
        let mut elements = Elements::new();
        let mut value = |window: &Window| -> Vec<LaneValue> {
            let inputs: Vec<_> =
                window.graph.leaves.iter().map(|leaf| lanes(leaf, &mut elements, &mut random)).collect();
            eval(window, &inputs).unwrap()
        };
        let wanted = value(window);
        others.iter().for_each(|other| assert_eq!(wanted, value(other), "{text}"));
    }
}

/// The window in another phrasing, once both were found equal on samples.
fn rephrased(text: &str) -> Option<Window> {
    let window = parse_file(text).unwrap().windows.remove(0);
    let Rephrased { graph, root, .. } = Rephrased::of(&window.graph, window.root, &unbounded())?;
    let other = Window { graph, root };
    compute_the_same(&window, std::slice::from_ref(&other), text);
    Some(other)
}

/// How many nodes of an operation there are.
fn count(window: &Window, wanted: impl Fn(&Op) -> bool) -> usize {
    window.graph.nodes.iter().filter(|node| wanted(&node.op)).count()
}

#[test]
fn pieces_are_one_operation_whatever_the_order_of_their_operands() {
    let half = |begin: u32, turned: bool| {
        let [a, b, c] = ["a", "b", "c"].map(|leaf| format!("slice_vectors((uint32x16){leaf}, {begin}, 1, 8)"));
        let and = |x: &str, y: &str| format!("(uint32x8)bitwise_and({x}, {y})");
        let or = |x: &str, y: &str| format!("(uint32x8)bitwise_or({x}, {y})");
        if turned {
            or(&or(&and(&a, &b), &and(&b, &c)), &and(&c, &a))
        } else {
            or(&and(&b, &a), &or(&and(&c, &a), &and(&c, &b)))
        }
    };
    let text = format!("uint32x16 concat_vectors({}, {})", half(0, false), half(8, true));
    let window = rephrased(&text).expect("it is in pieces");
    assert_eq!(count(&window, |op| matches!(op, Op::Shuffle(_))), 0);
    assert_eq!(count(&window, |op| matches!(op, Op::And)), 3);
    assert_eq!(count(&window, |op| matches!(op, Op::Or)), 2);
}

#[test]
fn loads_side_by_side_are_one_load() {
    let text = "let a0 : uint8x16 = load A[i, stride 1]\nlet a1 : uint8x16 = load A[i + 16, stride 1]\n\
                let b0 : uint8x16 = load B[i, stride 1]\nlet b1 : uint8x16 = load B[i + 16, stride 1]\n\
                uint8x32 concat_vectors((uint8x16)absd((uint8x16)a0, (uint8x16)b0), (uint8x16)absd((uint8x16)b1, (uint8x16)a1))";
    let window = rephrased(text).expect("it is in pieces");
    assert_eq!(window.graph.nodes.len(), 3, "two loads and a difference");
    assert!(window.graph.nodes.iter().all(|node| node.ty.lanes == 32));
}

#[test]
fn a_sum_of_interleaved_terms_is_a_reduction() {
    let lets: String = ["a", "b"]
        .iter()
        .flat_map(|b| (0..4).map(move |n| format!("let {b}{n} : int8x8 = load {b}[i + {n}, stride 4]\n")))
        .collect();
    let product = |n: u32| format!("(int32x8((int8x8)a{n})*int32x8((int8x8)b{n}))");
    let text = format!(
        "{lets}int32x8 ((({} + {}) + ((int32x8)acc + {})) + {})",
        product(3),
        product(1),
        product(0),
        product(2)
    );
    let window = rephrased(&text).expect("it is a reduction");
    assert_eq!(count(&window, |op| matches!(op, Op::Reduce(_))), 1);
    assert_eq!(count(&window, |op| matches!(op, Op::Mul | Op::Add)), 2, "one product, and the accumulator");
    assert_eq!(count(&window, |op| matches!(op, Op::Shuffle(_))), 0);
}

#[test]
fn a_rotation_in_twice_the_bits_is_one_in_its_own() {
    let turned = |by: u32, factor: u32| {
        rephrased(&format!(
            "uint8x64 uint8x64((uint16x64)shift_right((uint16x64((uint8x64)a) * x64((uint16){factor})), x64((uint16){by})))"
        ))
    };
    let window = turned(7, 257).expect("it is a rotation");
    assert!(window.graph.nodes.iter().all(|node| node.ty.bits == 8));
    // Another factor, and shifts after which nothing is left of one half.
    assert!(turned(7, 258).is_none() && turned(8, 257).is_none() && turned(9, 257).is_none());
}

#[test]
fn what_is_cut_and_extended_again_is_masked() {
    let window = rephrased("uint16x32 uint16x32(uint8x32((uint16x32)a)) + (uint16x32)b").expect("it is a mask");
    assert_eq!(count(&window, |op| matches!(op, Op::Cast)), 0);
    for text in ["int16x32 int16x32(int8x32((int16x32)a))", "uint16x32 uint16x32(uint8x32((uint32x32)a))"] {
        assert!(rephrased(text).is_none(), "{text}");
    }
}

#[test]
fn a_stencil_is_no_reduction() {
    let lets: String = (0..3).map(|n| format!("let a{n} : uint8x16 = load A[i + {n}, stride 1]\n")).collect();
    let term = |n: u32| format!("uint16x16((uint8x16)a{n})");
    assert!(rephrased(&format!("{lets}uint16x16 ({} + {}) + {}", term(0), term(1), term(2))).is_none());
}

#[test]
fn what_is_whole_stays_as_it_is() {
    for text in [
        "uint8x64 (uint8x64)rounding_halving_add((uint8x64)a, (uint8x64)b)",
        "uint8x16 slice_vectors((uint8x32)a, 0, 2, 16) + slice_vectors((uint8x32)b, 1, 2, 16)",
        "uint8x32 interleave_vectors((uint8x16)a, (uint8x16)b)",
        "int32x16 (int32x16)vector_reduce_add(int32x64((int8x64)a))",
    ] {
        assert!(rephrased(text).is_none(), "{text}");
    }
}

#[test]
fn what_differs_from_lane_to_lane_is_a_shuffle_of_its_pieces() {
    let text = "uint8x16 concat_vectors((uint8x8)a + (uint8x8)b, (uint8x8)a * (uint8x8)b)";
    assert!(rephrased(text).is_none());
}

#[test]
fn the_ones_of_what_is_extended_are_counted_before() {
    let window = rephrased("uint8x64 uint8x64((uint32x64)popcount(uint32x64((uint8x64)a)))").expect("it is narrower");
    assert!(window.graph.nodes.iter().any(|node| node.op == Op::PopCount && node.ty.bits == 8));
}

#[test]
fn a_square_of_a_difference_is_that_of_its_magnitude() {
    let text = "int32x16 (int32x16)vector_reduce_add((int32x32)widening_mul(int16x32((uint8x32)a) - int16x32((uint8x32)b), \
                int16x32((uint8x32)a) - int16x32((uint8x32)b)))";
    let window = rephrased(text).expect("it is narrower");
    assert_eq!(count(&window, |op| matches!(op, Op::Absd)), 1);
    assert_eq!(count(&window, |op| matches!(op, Op::Sub)), 0);
}

#[test]
fn a_rotation_that_never_shifts_by_the_width_is_one_that_llvm_knows() {
    let [one, most] = [1, 31].map(|k| format!("x8((uint32){k})"));
    let amount = |n: &str| format!("(uint32x8)bitwise_and({n}, {most})");
    let up = format!("(uint32x8)shift_left((uint32x8)a, {})", amount("(uint32x8)n"));
    let once = format!("(uint32x8)shift_right((uint32x8)a, {one})");
    let down = format!("(uint32x8)shift_right({once}, {})", amount("(uint32x8)bitwise_not((uint32x8)n)"));
    for text in
        [format!("uint32x8 (uint32x8)bitwise_or({up}, {down})"), format!("uint32x8 (uint32x8)bitwise_or({down}, {up})")]
    {
        let window = rephrased(&text).expect("it is a rotation");
        assert_eq!(count(&window, |op| matches!(op, Op::ShiftRight)), 1);
        assert_eq!(count(&window, |op| matches!(op, Op::Not)), 0);
    }
}

#[test]
fn a_magnitude_of_a_difference_is_an_absolute_difference() {
    let wide = |leaf: &str| format!("int32x64((uint8x64){leaf})");
    let text = format!("uint32x16 (uint32x16)vector_reduce_add((uint32x64)abs({} - {}))", wide("a"), wide("b"));
    let window = rephrased(&text).expect("it is narrower");
    assert!(window.graph.nodes.iter().any(|node| node.op == Op::Absd && node.ty.bits == 8));
    // Of differences that wrapped there is no such thing.
    assert!(rephrased("uint32x64 (uint32x64)abs(int32x64((uint8x64)a - (uint8x64)b))").is_none());
}
