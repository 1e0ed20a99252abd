//! GPAT's own examples, and what it packs in PolyBench.

use crate::{case, generic, is_equal, kernel_cases, mlir_opt, sizes};
use isotope_mlir::ir::Module;
use isotope_nest::pack::{Candidate, Packed, Way, pack};
use isotope_nest::{Machine, Nests};

/// The packed arrays, as the first lines of the examples name them.
fn said(nests: &Nests, of: &Candidate) -> String {
    let order: Vec<usize> = of.order.clone().unwrap_or_else(|| (0..of.extents.len()).collect());
    let words = |all: Vec<String>, by: &str| all.join(by);
    let depth = nests.domain.counters[of.of].depth;
    let (array, order) = (&nests.arrays[of.array].name, words(order.iter().map(usize::to_string).collect(), ","));
    format!("depth {depth} of {array} in {order} as {}", words(of.buffer().iter().map(u64::to_string).collect(), "x"))
}

/// One of the examples, what is packed in it, and what the tool made of it.
fn example(name: &str) -> (Module, Packed, Module) {
    let text = std::fs::read_to_string(case(&format!("gpat/{name}.mlir"))).unwrap();
    let expected = text.lines().find_map(|line| line.strip_prefix("// packs: ")).unwrap();
    let before = generic(&text, "");
    let nests = Nests::read(&before, None).unwrap();
    let packed = pack(&before, &nests, &Machine::of([32, 256, 8192], 64), Way::Gpat).unwrap();
    let mut chosen: Vec<&Candidate> = packed.chosen().collect();
    chosen.sort_by_key(|of| of.of);
    let found: Vec<String> = chosen.iter().map(|of| said(&nests, of)).collect();
    assert_eq!(found.join("; "), expected, "{name}");
    let tool = generic(&std::fs::read_to_string(case(&format!("gpat/{name}.gpat.mlir"))).unwrap(), "");
    (before, packed, tool)
}

const EXAMPLES: [&str; 4] = ["contraction", "doitgen", "gemm", "fused"];

#[test]
fn the_tool_s_four_examples_are_packed_as_by_the_tool() {
    if mlir_opt::is_there("the_tool_s_four_examples_are_packed_as_by_the_tool") {
        for name in EXAMPLES {
            example(name);
        }
    }
}

#[test]
fn an_example_is_equal_to_what_it_was_and_to_the_tool_s() {
    examples_are_equal("an_example_is_equal_to_what_it_was_and_to_the_tool_s", &EXAMPLES[..1]);
}

#[test]
#[ignore = "slow: products of matrices of a thousand rows"]
fn all_examples_are_equal_to_what_they_were_and_to_the_tool_s() {
    examples_are_equal("all_examples_are_equal_to_what_they_were_and_to_the_tool_s", &EXAMPLES);
}

fn examples_are_equal(test: &str, names: &[&str]) {
    if !mlir_opt::is_there(test) {
        return;
    }
    for name in names {
        let (before, packed, tool) = example(name);
        assert!(is_equal(&before, &packed.module), "{name}");
        assert!(is_equal(&packed.module, &tool), "{name}: the tool's");
    }
}

/// The kernels in which anything is packed, tiled for a cache of so many KiB.
fn packed_kernels(cache: u64) -> Vec<String> {
    let mut found = Vec::new();
    for (name, text) in kernel_cases::cases("polybench") {
        let text = sizes::sized(&text, "large", 0).unwrap();
        let tiled = generic(&text, &format!("affine-loop-tile{{cache-size={cache}}}"));
        let nests = Nests::read(&tiled, None).unwrap_or_else(|why| panic!("{name}: {why}"));
        let packed = pack(&tiled, &nests, &Machine::of([32, 256, 9216], 64), Way::Gpat).unwrap();
        let count = packed.chosen().count();
        for of in packed.chosen() {
            println!("{name} by {cache}: {}", said(&nests, of));
        }
        found.extend((count > 0).then_some(name.trim_end_matches(".mlir").to_owned()));
    }
    found
}

#[test]
fn five_kernels_of_polybench_are_packed_whatever_their_tiles_are() {
    if !mlir_opt::is_there("five_kernels_of_polybench_are_packed_whatever_their_tiles_are") {
        return;
    }
    for cache in [32, 256, 8192] {
        assert_eq!(packed_kernels(cache), ["2mm", "3mm", "doitgen", "gramschmidt", "trmm"], "{cache} KiB");
    }
}
