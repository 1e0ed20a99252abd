//! Any number of lanes: what fills no register is computed in one all the same, and nothing more is read.

use crate::dictionary::{targets, vnni};
use crate::support::{agree, bare, unbounded};
use isotope_ir::parse::parse_window;
use isotope_ir::window::Window;
use isotope_program::concrete::ByTerms;
use isotope_program::proof::{Verdict, prove};
use isotope_search::layout::{EMPTY, Layouts, Order, Registers, Split, WIDTHS};
use isotope_search::propose;
use isotope_smt::InProcess;
use isotope_smt::concrete::Samples;

const X86: Registers = Registers { bits: 512, least: 128, part: 128, lane: 64 };

fn window(text: &str) -> Window {
    parse_window(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Windows of a number of lanes: of one width, widening, narrowing, a sum of products of neighbours, constants by lane.
fn of_lanes(n: u32) -> Vec<Window> {
    let texts = [
        format!("uint8x{n} (uint8x{n})saturating_add((uint8x{n})a, (uint8x{n})b)"),
        format!("int32x{n} (int32x{n})widening_mul((int16x{n})a, (int16x{n})b)"),
        format!(
            "uint8x{n} (uint8x{n})saturating_cast(int16x{n}((uint8x{n})a) * x{n}((int16)3) - int16x{n}((uint8x{n})b))"
        ),
        format!(
            "let a : uint8x{all} = load A[t, stride 1]\nlet b : int8x{all} = load B[t, stride 1]\n\
             int32x{n} (int32x{n})vector_reduce_add(int32x{all}((uint8x{all})a) * int32x{all}((int8x{all})b))\n",
            all = 4 * n
        ),
        format!(
            "let a : uint8x{n} = load A[t, stride 1]\nlet b : uint8x{n} = load A[t + 1, stride 1]\n\
             uint16x{n} (uint16x{n})widening_add((uint8x{n})a, (uint8x{n})b)\n"
        ),
    ];
    texts.iter().map(|text| window(text)).collect()
}

#[test]
fn any_number_of_lanes_is_computed_and_no_byte_more_is_read() {
    let mut random = Samples::new(11);
    for (lanes, target) in [3, 6, 12, 17, 24, 48, 100].into_iter().zip([bare(), vnni().clone()].iter().cycle()) {
        for window in of_lanes(lanes) {
            let proposal = propose(&window.graph, window.root, target, &[], &unbounded()).unwrap();
            assert!(!proposal.candidates.is_empty(), "{lanes} lanes have no candidate");
            for candidate in &proposal.candidates {
                agree(&window, &candidate.program, &ByTerms(target), &mut random);
            }
            let first = &proposal.candidates[0].program;
            assert!(matches!(prove(&window, first, target, &InProcess), Verdict::Proved(_)), "{lanes} lanes");
        }
    }
}

#[test]
fn narrow_vectors_have_the_instructions_of_the_smallest_register() {
    for (name, target) in targets() {
        let window = window("uint8x8 (uint8x8)rounding_halving_add((uint8x8)a, (uint8x8)b)");
        let proposal = propose(&window.graph, window.root, target, &[], &unbounded()).unwrap();
        let text = format!("{:?}", proposal.candidates.first().map(|c| &c.program));
        assert!(text.contains("avg"), "{name}: {text}");
    }
}

#[test]
fn a_padded_order_fills_registers_and_an_overlapped_one_ends_with_the_lanes() {
    for lanes in [3, 24, 48, 100, 130, 192] {
        let padded = Layouts::of(&Order::padded(lanes, X86), &[Split::Unpack, Split::EvenOdd]);
        for bits in WIDTHS {
            let mut live: Vec<u32> = padded.at(bits).registers.concat();
            live.retain(|lane| *lane != EMPTY);
            live.sort_unstable();
            assert_eq!(live, (0..lanes).collect::<Vec<_>>(), "{lanes} lanes of {bits} bits");
            assert!((128..=512).contains(&padded.at(bits).register_bits()));
        }
    }
    let overlapped = Layouts::of(&Order::overlapped(100, 8, X86).expect("100 bytes are one register and a rest"), &[]);
    let ends: Vec<[u32; 2]> = overlapped.at(8).registers.iter().map(|r| [r[0], r[63]]).collect();
    assert_eq!(ends, [[0, 63], [36, 99]]);
    assert_eq!(Order::overlapped(128, 8, X86), None, "the lanes fill registers");
    assert_eq!(Order::overlapped(7, 8, X86), None, "there is no whole register");
    let halves = Order::overlapped(24, 8, X86).map(|order| order.registers.bits);
    assert_eq!(halves, Some(128), "the largest register that the lanes fill");
}

#[test]
fn registers_without_a_lane_are_not_counted() {
    let layouts = Layouts::of(&Order::padded(65, X86), &[]);
    assert_eq!((layouts.at(32).registers.len(), layouts.at(32).count()), (8, 5));
}
