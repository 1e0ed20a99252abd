//! Windows of several results: what is planned together, and that candidates compute all of them.

use crate::dictionary::vnni;
use crate::support::*;
use isotope_ir::expr::LeafId;
use isotope_ir::window::Window;
use isotope_program::concrete::ByTerms;
use isotope_search::streams::{Results, read_results};
use isotope_smt::concrete::Samples;

fn window(text: &str) -> Window {
    isotope_ir::parse::parse_file(text).unwrap().windows.remove(0)
}

/// Sums and differences, halved.
const BUTTERFLY: &str = "int16x32 concat_vectors(\
     int16x16((int32x16)shift_right(int32x16((int16x16)a) + int32x16((int16x16)b), x16(1))), \
     int16x16((int32x16)shift_right(int32x16((int16x16)a) - int32x16((int16x16)b), x16(1))))";

/// Three sums with weights that change between them.
const PLANES: &str = "uint8x96 concat_vectors(\
     uint8x32((uint16x32)shift_right(uint16x32((uint8x32)r) * x32((uint16)66) + uint16x32((uint8x32)g) * x32((uint16)129), x32((uint16)8))), \
     uint8x32((uint16x32)shift_right(uint16x32((uint8x32)r) * x32((uint16)112), x32((uint16)8))), \
     uint8x32((uint16x32)shift_right(uint16x32((uint8x32)r) * x32((uint16)38) + uint16x32((uint8x32)g) * x32((uint16)74), x32((uint16)8))) + x32((uint8)1))";

/// Two results whose lanes alternate.
const INTERLEAVED: &str = "int32x32 interleave_vectors(\
     int32x16((int16x16)a) * int32x16((int16x16)b), int32x16((int16x16)a) - int32x16((int16x16)b))";

/// Two results of which each is in two parts, as a front end cuts what is wider than a register.
const IN_PARTS: &str = "int16x64 concat_vectors(\
     (int16x16)a + (int16x16)b, (int16x16)c + (int16x16)d, (int16x16)a * (int16x16)b, (int16x16)c * (int16x16)d)";

/// Two results, each of a real and an imaginary part that alternate.
const COMPLEX: &str = "int32x32 concat_vectors(\
     interleave_vectors((int32x8)a + (int32x8)b, (int32x8)c + (int32x8)d), \
     interleave_vectors((int32x8)a - (int32x8)b, (int32x8)d - (int32x8)c))";

#[test]
fn candidates_of_several_results_compute_all_of_them() {
    let mut random = Samples::new(11);
    for text in [BUTTERFLY, PLANES, INTERLEAVED, IN_PARTS, COMPLEX] {
        let window = window(text);
        let proposal = isotope_search::propose(&window.graph, window.root, vnni(), &[], &unbounded()).unwrap();
        let own: Vec<_> = proposal.candidates.iter().filter(|c| c.by == "several results").collect();
        assert!(!own.is_empty(), "{text} has no candidate");
        for candidate in own {
            agree(&window, &candidate.program, &ByTerms(vnni()), &mut random);
        }
    }
}

#[test]
fn results_are_operands_of_the_outermost_shuffle_or_neighbours_among_them() {
    let results = |text| {
        let window = window(text);
        Results::several(&window.graph, window.root)
            .into_iter()
            .map(|r| (r.lanes.len(), r.ty.lanes))
            .collect::<Vec<_>>()
    };
    assert_eq!(results(BUTTERFLY), [(2, 16)]);
    assert_eq!(results(PLANES), [(3, 32)]);
    assert_eq!(results(INTERLEAVED), [(2, 16)]);
    assert_eq!(results(IN_PARTS), [(2, 32), (4, 16)]);
    assert_eq!(results(COMPLEX), [(2, 16), (4, 8)]);
    assert_eq!(results("int16x32 concat_vectors((int16x16)a + (int16x16)b, (int16x16)c)"), [], "of which one is there");
    assert_eq!(results("int16x16 (int16x16)a + (int16x16)b"), []);
    assert_eq!(results("int16x2 concat_vectors((int16)a + (int16)b, (int16)a - (int16)b)"), [], "results of one lane");
    assert_eq!(
        results("int16x24 concat_vectors((int16x16)a + x16((int16)1), (int16x8)b + x8((int16)1))"),
        [],
        "of different lanes"
    );
}

#[test]
fn parts_of_one_result_are_one_form() {
    let window = window(IN_PARTS);
    let ways = Results::several(&window.graph, window.root);
    let read = |results| read_results(&window.graph, window.root, results, &[], &unbounded()).unwrap();
    assert_eq!(read(&ways[0]).roots.len(), 2);
    assert_eq!(read(&ways[0]).streams.len(), 2, "a beside c, and b beside d");
    assert_eq!(read(&ways[1]).roots.len(), 4);
}

#[test]
fn a_counterexample_is_looked_at_in_its_lane_of_every_result() {
    let window = window(BUTTERFLY);
    let var = |leaf| isotope_ir::lanes::leaf_var(LeafId(leaf), 3);
    // Lane 19 of the window is lane 3 of the second result.
    let wrong = [(19, vec![(var(0), 7), (var(1), 2)])];
    let results = &Results::several(&window.graph, window.root)[0];
    let read = read_results(&window.graph, window.root, results, &wrong, &unbounded()).unwrap();
    let last: Vec<_> = read.roots.iter().map(|&root| *read.forms.values(root).last().unwrap()).collect();
    assert_eq!(last, [4, 2]);
}
