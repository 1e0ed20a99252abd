//! Kernels that are refused, and e-graphs that do not end.

use crate::texts::{FAST, S16, U8, function, load, nest, product, store};
use crate::{equal, is_equal, module, pipes};
use isotope_vectorize::{Bounds, Kernel, Model, vectorize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[test]
fn kernels_without_a_form_are_refused_with_their_line() {
    let c = ("C", 8, "f32");
    let body = |text: &str| function(&[("A", 8, "f32"), c], &nest(&[8], &(load("a", ("A", 8, "f32"), 1, "d0") + text)));
    let sine = body(&format!("%s = \"math.sin\"(%a) : (f32) -> f32\n{}", store("s", c, 1, "d0")));
    let call = body(&format!("\"func.call\"() <{{callee = @g}}> : () -> ()\n{}", store("a", c, 1, "d0")));
    let outside = body(&store("a", c, 1, "d0 + 1"));
    let alias = "\"func.func\"() <{function_type = (memref<8xf32>) -> (), sym_name = \"f\"}> ({\n^bb0(%A: memref<8xf32>):\n\
                 %b = \"memref.cast\"(%A) : (memref<8xf32>) -> memref<?xf32>\n\"func.return\"() : () -> ()\n}) : () -> ()\n";
    let trips = "\"func.func\"() <{function_type = (memref<8xf32>, index) -> (), sym_name = \"f\"}> ({\n^bb0(%A: memref<8xf32>, %n: index):\n\
                 \"affine.for\"(%n) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 1, 0>, step = 1 : index, \
                 upperBoundMap = affine_map<(d0) -> (d0)>}> ({\n^bb0(%i: index):\n\"affine.yield\"() : () -> ()\n}) : (index) -> ()\n\
                 \"func.return\"() : () -> ()\n}) : () -> ()\n";
    let local = "\"func.func\"() <{function_type = (memref<8xf32>) -> (), sym_name = \"f\"}> ({\n^bb0(%A: memref<8xf32>):\n\
                 %b = \"memref.alloca\"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<8xf32>\n\
                 %x = \"affine.load\"(%b) <{map = affine_map<() -> (0)>}> : (memref<8xf32>) -> f32\n\"func.return\"() : () -> ()\n}) : () -> ()\n";
    let open = trips.replace("8xf32", "?xf32");
    let cases = [
        (sine.as_str(), "6:6: `math.sin`: it has no vector form here"),
        (&call, "`func.call`: it may read and write anything: mlir-opt's --inline"),
        (&outside, "`affine.store`: it accesses element 8 of a dimension of 8"),
        (alias, "3:6: `memref.cast`: it gives an array a second name"),
        (trips, "3:1: `affine.for`: its iterations are not known"),
        (local, "4:6: `affine.load`: it reads an element of an array made here that nothing was stored to"),
        (&open, "arg0 has an open size"),
        (&function(&[c], ""), "it returns nothing, and writes to no array that is there behind it"),
        (&product(FAST, [64, 1, 64]), "the kernel writes 4096 elements, more than 2048 (MAX_OUTPUTS)"),
        (&product(FAST, [40, 60, 40]), "the unrolled kernel has more than 262144 operations (MAX_STEPS)"),
    ];
    for (text, why) in cases {
        let said = Kernel::read(&module(text), None).map(|_| ()).unwrap_err().to_string();
        assert!(said.contains(why), "{said}\nis not: {why}\n{text}");
    }
}

#[test]
fn an_e_graph_that_does_not_end_gives_its_best_so_far_or_says_why_not() {
    let text = product(S16, [6, 6, 6]);
    let before = module(&text);
    let kernel = Kernel::read(&before, None).unwrap();
    let by_rounds = (1..8).map(|iterations| (Bounds { iterations, ..Bounds::default() }, "MAX_ITERATIONS"));
    let by_matches = (1..12).map(|at| (Bounds { matches: at * 150, ..Bounds::default() }, "MAX_MATCHES"));
    let mut found = [0, 0];
    for (bounds, name) in by_rounds.chain(by_matches) {
        let [made, again] = [(); 2].map(|()| vectorize(&before, &kernel, pipes(256), &bounds));
        match (made, again) {
            (Ok(made), Ok(again)) => {
                found[usize::from(name == "MAX_MATCHES")] += usize::from(made.limit == Some(name));
                assert_eq!(isotope_mlir::print(&made.module), isotope_mlir::print(&again.module), "work ends it");
                assert!(is_equal(&before, &made.module));
            }
            (Err(why), Err(again)) => {
                assert!(why.to_string().contains(&format!("reached its limit ({name})")), "{why}");
                assert_eq!(why.to_string(), again.to_string());
            }
            _ => panic!("two searches with the same bounds end differently"),
        }
    }
    println!("{found:?} programs of e-graphs that were ended");
    assert!(found.iter().all(|count| *count > 0), "{found:?}");
    for (bounds, name) in [
        (Bounds { nodes: 10, ..Bounds::default() }, "MAX_NODES"),
        (Bounds { matches: 3, ..Bounds::default() }, "MAX_MATCHES"),
        (Bounds { stop: Some(Arc::new(AtomicBool::new(true))), ..Bounds::default() }, "it was stopped"),
    ] {
        let why = vectorize(&before, &kernel, pipes(256), &bounds).unwrap_err().to_string();
        assert!(why.contains(name), "{why}");
    }
}

#[test]
fn the_best_ever_so_small_kernels_are_equal() {
    for sizes in [[1, 1, 1], [1, 2, 1], [2, 1, 3], [1, 5, 1], [3, 2, 5], [1, 40, 1]] {
        for of in [FAST, S16, U8] {
            for bits in [128, 512] {
                equal(&product(of, sizes), pipes(bits));
            }
            equal(&product(of, sizes), Model::Diospyros(4));
        }
    }
}
