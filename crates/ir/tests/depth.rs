//! Nothing recurses as deep as a window or a term, and nothing walks a shared graph as a tree: deep ones are read, printed,
//! made canonical, evaluated and turned into terms on a small stack.

#![allow(clippy::unwrap_used)]

use isotope_ir::canon::canonicalise;
use isotope_ir::interp::eval;
use isotope_ir::lanes::{free_vars, lane_terms, var_leaf};
use isotope_ir::term::{TermId, Terms};
use isotope_ir::types::Kind;
use isotope_ir::{Window, limits, parse, print};

/// Runs on a thread with a quarter of a megabyte.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
}

/// Reads a window and puts it through everything; its terms have the values that the interpreter gives.
fn through_everything(text: &str) {
    let window = parse::parse_window(text).unwrap_or_else(|e| panic!("{e}"));
    let printed = print::print(&window);
    assert!(parse::parse_window(&printed).is_ok_and(|again| again == window), "{}", &printed[..200.min(printed.len())]);
    let canonical = canonicalise(&window);
    assert_eq!(canonical.window.ty(), window.ty());
    let inputs: Vec<Vec<u64>> =
        window.graph.leaves.iter().zip(3..).map(|(l, n)| vec![n * 0x0123_4567_89ab; l.ty.lanes as usize]).collect();
    let values = eval(&window, &inputs).unwrap();
    let mut terms = Terms::new();
    let lane = lane_terms(&window, &mut terms).lanes[0];
    let value = |var: u32| u128::from(inputs[var_leaf(var).0.0 as usize][var_leaf(var).1 as usize]);
    // Float operations are functions of which terms know nothing but their names.
    let expected = if window.ty().kind == Kind::Float { None } else { values[0].bits().map(u128::from) };
    assert_eq!(terms.eval(lane, &value), expected);
    let before = free_vars(&terms, lane).len();
    let moved = terms.substitute(lane, &mut |terms, number, width| terms.var(number ^ 1 << 30, width));
    assert_eq!(free_vars(&terms, moved).len(), before);
}

/// `f(f(f(a, b), a), b) ...`, so many times.
fn chain(ty: &str, count: usize, step: impl Fn(&str, &str) -> String) -> String {
    let mut text = format!("({ty})a");
    for n in 0..count {
        text = step(&text, &format!("({ty}){}", ["b", "a", "c"][n % 3]));
    }
    format!("{ty} {text}")
}

#[test]
fn long_sums_are_deep_windows() {
    on_a_small_stack(|| {
        let loads: Vec<String> = (0..400).map(|n| format!("(uint8x64)in{n}[ramp(t, 1, 64)]")).collect();
        through_everything(&format!("uint8x64 {}", loads.join(" + ")));
        through_everything(&chain("uint16x8", 4000, |a, b| format!("{a} + {b}")));
        through_everything(&chain("uint16x8", 4000, |a, b| format!("({a} - {b})")));
    });
}

#[test]
fn what_does_not_regroup_is_deep_as_well() {
    on_a_small_stack(|| {
        through_everything(&chain("int16x8", 2000, |a, b| format!("(int16x8)saturating_add({a}, {b})")));
        through_everything(&chain("uint32x4", 2000, |a, b| format!("max({b}, {a}/{b})")));
        through_everything(&chain("float32x4", 2000, |a, b| format!("({b}*{a})")));
        through_everything(&chain("uint64x8", 150, |a, _| format!("(uint64x8)popcount({a})")));
        through_everything(&chain("uint64x2", 150, |a, b| format!("(uint64x2)count_leading_zeros({a}) + {b}")));
        let lets: String = (0..300).map(|_| "let a = (uint32x4)a ".to_owned() + "in ").collect();
        through_everything(&format!("uint32x4 {lets}(uint32x4)a"));
    });
}

/// 2^300 operations as a tree.
#[test]
fn shared_parts_are_walked_once() {
    on_a_small_stack(|| {
        let lets: String = (0..300).map(|_| "let a = (uint32x4)bitwise_xor(a, (a*a) + a) in ").collect();
        through_everything(&format!("uint32x4 let a = (uint32x4)x in {lets}a"));
    });
}

#[test]
fn a_level_too_many_is_an_error() {
    on_a_small_stack(|| {
        let text = chain("uint8x8", limits::MAX_DEPTH as usize + 1, |a, b| format!("max({a}, {b})"));
        let error = parse::parse_window(&text).unwrap_err().to_string();
        assert!(error.contains("more than 4096 nested operations"), "{error}");
        let open = "(".repeat(100_000);
        let error = parse::parse_window(&format!("uint8x8 {open}")).unwrap_err().to_string();
        assert!(error.contains("nested deeper than 8192 levels"), "{error}");
    });
}

fn depth(terms: &Terms, root: TermId) -> usize {
    let mut deep = vec![0; terms.len()];
    for t in 0..=root.0 {
        deep[t as usize] = terms.operands(TermId(t)).map(|a| deep[a.0 as usize] + 1).max().unwrap_or(0);
    }
    deep[root.0 as usize]
}

#[test]
fn reductions_are_as_flat_as_they_can_be() {
    let of = |text: &str| -> (Terms, TermId, Window) {
        let window = parse::parse_window(text).unwrap();
        let mut terms = Terms::new();
        let lane = lane_terms(&window, &mut terms).lanes[0];
        (terms, lane, window)
    };
    let reduction = |op: &str, ty: &str| {
        let (terms, lane, _) = of(&format!("{ty} ({ty})vector_reduce_{op}(({ty}x4096)a)"));
        depth(&terms, lane)
    };
    for op in ["add", "mul", "min", "max", "and", "or"] {
        assert!(reduction(op, "uint8") <= 2 * 12, "{op}: {}", reduction(op, "uint8"));
    }
    assert!(reduction("saturating_add", "uint8") <= 6 * 12);
    // Saturation at both ends is in the order of the lanes.
    assert!(reduction("saturating_add", "int8") >= 4095);
    let (terms, lane, _) = of("uint64x8 (uint64x8)popcount((uint64x8)popcount((uint64x8)a))");
    assert!(depth(&terms, lane) <= 2 * 8 + 2, "{}", depth(&terms, lane));
    on_a_small_stack(|| {
        through_everything("int8 (int8)vector_reduce_saturating_add((int8x4096)a)");
        through_everything("uint8 (uint8)vector_reduce_saturating_add((uint8x4096)a)");
    });
}
