//! The windows of 27 Halide kernels on three targets, canonical and as Halide printed them: all parse, print back,
//! and evaluate, to the same values in the interpreter and in the term form.

#![allow(clippy::unwrap_used)]

use isotope_ir::expr::LeafId;
use isotope_ir::interp::{LaneValue, eval};
use isotope_ir::lanes::{LaneTerms, lane_terms, var_leaf};
use isotope_ir::memory::Memory;
use isotope_ir::term::Terms;
use isotope_ir::{Window, parse, print};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::path::PathBuf;

/// One expression: where it is, its text, and whether Halide's own addresses are in it.
struct Case {
    place: String,
    text: String,
    printed_by_halide: bool,
}

/// Canonical lines as they are, and the commented ones with the type of the result line below them.
fn cases() -> Vec<Case> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/windows");
    let mut cases = Vec::new();
    for target in ["x86", "arm", "hvx"] {
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(root.join(target)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            let name = format!("{target}/{}", file.file_stem().unwrap().to_string_lossy());
            let mut printed = "";
            for line in text.lines() {
                if let Some(original) = line.strip_prefix("// as printed: ") {
                    printed = original;
                } else if !line.starts_with("//") && !line.is_empty() {
                    let (ty, _) = line.split_once(' ').unwrap();
                    let add = |text: String, printed_by_halide| Case { place: name.clone(), text, printed_by_halide };
                    cases.push(add(line.to_owned(), false));
                    cases.push(add(format!("{ty} {printed}"), true));
                }
            }
        }
    }
    cases
}

fn window(case: &Case) -> Window {
    parse::parse_window(&case.text).unwrap_or_else(|e| panic!("{}: {e}", case.place))
}

/// Random lanes; what two loads read is one value.
fn random_inputs(window: &Window, rng: &mut StdRng) -> Vec<Vec<u64>> {
    let lane = |rng: &mut StdRng| match rng.random_range(0..4) {
        0 => {
            *[0, 1, u64::MAX, 1 << 7, 1 << 15, 1 << 31, 0x7f, 0x7fff, 0x7fff_ffff].get(rng.random_range(0..9)).unwrap()
        }
        _ => rng.random(),
    };
    let memory = Memory::of(&window.graph);
    let mut inputs: Vec<Vec<u64>> =
        window.graph.leaves.iter().map(|l| (0..l.ty.lanes).map(|_| lane(rng)).collect()).collect();
    for (leaf, number) in window.graph.leaves.iter().zip(0..) {
        for lane in 0..leaf.ty.lanes {
            let home = memory.representative(LeafId(number), lane);
            inputs[number as usize][lane as usize] = inputs[home.0.0 as usize][home.1 as usize];
        }
    }
    inputs
}

#[test]
fn all_are_there() {
    let cases = cases();
    assert_eq!(cases.iter().filter(|c| !c.printed_by_halide).count(), 123);
    assert_eq!(cases.iter().filter(|c| c.printed_by_halide).count(), 123);
}

#[test]
fn print_back() {
    for case in cases() {
        let window = window(&case);
        let text = print::print(&window);
        let again = parse::parse_window(&text).unwrap_or_else(|e| panic!("{}: {e}", case.place));
        assert_eq!(window, again, "{}: {text}", case.place);
    }
}

/// Letter for letter, where the line has no lets: those are gone.
#[test]
fn canonical_lines_print_as_they_are() {
    for case in cases().iter().filter(|c| !c.printed_by_halide && !c.text.contains("let ")) {
        assert_eq!(print::print(&window(case)).trim_end(), case.text, "{}", case.place);
    }
}

#[test]
fn loads_have_addresses() {
    let texts: Vec<Case> = cases().into_iter().filter(|c| c.printed_by_halide && c.text.contains('[')).collect();
    assert_eq!(texts.len(), 78);
    for case in texts {
        let loads = window(&case).graph.leaves.iter().filter(|l| l.load.is_some()).count();
        assert!(loads > 0, "{}", case.place);
    }
}

#[test]
fn evaluate_as_terms_do() {
    let mut rng = StdRng::seed_from_u64(1);
    for case in cases() {
        let window = window(&case);
        let mut terms = Terms::new();
        let lanes = lane_terms(&window, &mut terms);
        for _ in 0..4 {
            let inputs = random_inputs(&window, &mut rng);
            let values = eval(&window, &inputs).unwrap();
            let vars = |var: u32| {
                let (leaf, lane) = var_leaf(var);
                u128::from(inputs[leaf.0 as usize][lane as usize])
            };
            // The first, the last and a few between: all lanes of a window are alike.
            for lane in [0, 1, 2, values.len() / 2, values.len() - 1] {
                let defined = terms.eval(lanes.defined[lane], &vars).unwrap() == 1;
                let expected = values[lane];
                assert_eq!(defined, expected != LaneValue::Undefined, "{} lane {lane}", case.place);
                if let Some(bits) = expected.bits() {
                    let value = terms.eval(lanes.lanes[lane], &vars).unwrap();
                    assert_eq!(value, u128::from(bits), "{} lane {lane}", case.place);
                }
            }
        }
    }
}

#[test]
fn inner_nodes_have_terms() {
    for case in cases().iter().filter(|c| !c.printed_by_halide) {
        let window = window(case);
        let (mut terms, mut lanes) = (Terms::new(), LaneTerms::new(&window));
        for (id, node) in window.graph.nodes.iter().enumerate() {
            let last = lanes.term(&mut terms, isotope_ir::expr::NodeId(id as u32), node.ty.lanes - 1);
            assert_eq!(terms.width(last), node.ty.bits);
        }
    }
}
