//! Kernels that are wrong in one place are not called equal.

#![allow(clippy::unwrap_used)]

use super::kernels::{SMALL, STATEMENTS, contraction, tested};
use isotope_contraction::{Contraction, candidates, kernel, plain};
use isotope_kernel::check::Verdict;
use isotope_kernel::execute::{Execution, execute};
use isotope_mlir::read;
use std::collections::HashMap;

/// Numbers in maps, bounds of loops, types of extensions and operations: each place where a kernel can be wrong.
fn mutants(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut change = |from: &str, to: &str| {
        for (at, _) in text.match_indices(from) {
            all.push(format!("{}{to}{}", &text[..at], &text[at + from.len()..]));
        }
    };
    change("arith.extsi", "arith.extui");
    change("arith.extui", "arith.extsi");
    change("arith.muli", "arith.addi");
    change("arith.addi", "arith.subi");
    change("reduction_dims = [1]", "reduction_dims = [0]");
    // A range that is said too narrow, or too wide.
    change("i64: 0, 127>", "i64: 0, 63>");
    change("i64: 0, 127>", "i64: 0, 255>");
    // Sums that do not begin at zero.
    change("value = dense<0>", "value = dense<1>");
    for (from, to) in
        [(" + 1)", " + 2)"), (" + 1,", ")"), ("d0 * 2", "d0"), ("d1 * 2", "d1"), ("d0 + d1", "d0"), (" + 4)", " + 3)")]
    {
        change(from, to);
    }
    // A panel that is too short, a tile that is lost.
    let begin = "upperBoundMap = affine_map<() -> (";
    for (at, _) in text.match_indices(begin) {
        let at = at + begin.len();
        let end = at + text[at..].find(')').unwrap_or(0);
        if let Ok(count) = text[at..end].parse::<u64>() {
            all.push(format!("{}{}{}", &text[..at], count - 1, &text[end..]));
        }
    }
    // Rows of a pair in the other order.
    for (at, _) in text.match_indices("\"vector.interleave\"(") {
        let names = &text[at + 20..at + text[at..].find(')').unwrap_or(0)];
        if let Some((x, y)) = names.split_once(", ") {
            all.push(text.replacen(&format!("interleave\"({x}, {y})"), &format!("interleave\"({y}, {x})"), 1));
        }
    }
    all
}

/// The memory that both leave for some inputs, byte for byte, by executing them.
fn is_same(contraction: &Contraction, texts: [&str; 2]) -> bool {
    let mut random = 88_172_645_463_325_252u64;
    (0..4).all(|_| {
        let mut numbers = |array: &isotope_contraction::Array| {
            let count = array.shape.iter().product::<u64>();
            // Sums of small floats are exact in any order.
            let most = 1i64 << if array.number.is_float() { 3 } else { array.number.bits().min(20) - 1 };
            let one = |_| {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let value = (random >> 20) as i64 % most;
                // Extremes are where signs matter.
                let value = if random.is_multiple_of(5) { -most } else { value };
                array.range.map_or(value, |(low, high)| low + value.rem_euclid(high - low + 1)).to_string()
            };
            (0..count).map(one).collect::<Vec<_>>()
        };
        let inputs: HashMap<usize, Vec<String>> =
            contraction.arrays.iter().enumerate().map(|(at, array)| (at, numbers(array))).collect();
        let execution = Execution { inputs, ..Execution::default() };
        let [x, y] = texts.map(|text| execute(&read(text).unwrap(), &execution).map(|ended| ended.memory));
        x.is_ok() && x == y
    })
}

/// Pairs of products are at most what 16 bits hold only where a range, or a mask, says so.
#[test]
fn pairs_that_do_not_fit_are_not_called_equal() {
    let (text, of) = ("i32 C[i,j] += u8 A[i,k] in 0..127 * s8 B[k,j]", "i=3,j=8,k=16");
    let ranged = contraction(text, of);
    let mut masked = ranged.clone();
    (masked.arrays[0].used, masked.arrays[0].range) = (Some(7), None);
    let mut count = 0;
    for contraction in [ranged, masked] {
        let before = plain(&contraction);
        for plan in candidates(&contraction, SMALL).iter().filter(|plan| plan.has_pairs) {
            let after = kernel(&contraction, plan).text;
            let [before, wide] = [&before, &after].map(|text| {
                let text =
                    text.replace("value = 127 :", "value = -1 :").replace("value = dense<127>", "value = dense<-1>");
                text.replace("i64: 0, 127>", "i64: 0, 255>")
            });
            assert_ne!(wide, after);
            assert!(!matches!(tested(&before, &wide), Ok(Verdict::Identity(_))), "{wide}");
            count += 1;
        }
    }
    assert!(count > 6, "{count}");
}

/// An assumption about an argument is stated of that argument, to both, as it is.
#[test]
fn ranges_that_are_lost_or_elsewhere_or_too_narrow_are_not_called_equal() {
    const ALL: &str = "isotope.range = array<i64: 0, 127>";
    let (text, of) = ("i32 C[i,j] += u8 A[i,k] in 0..127 * s8 B[k,j]", "i=3,j=8,k=16");
    let contraction = contraction(text, of);
    let before = plain(&contraction);
    let of_argument = |text: &str, to: &str| text.replacen(&format!("{{{ALL}, llvm.noalias}}"), to, 1);
    let lost = |text: &str| of_argument(text, "{llvm.noalias}");
    let elsewhere = |text: &str| {
        lost(text).replacen("{llvm.noalias}, {llvm.noalias}", &format!("{{llvm.noalias}}, {{{ALL}, llvm.noalias}}"), 1)
    };
    let narrow = |text: &str| of_argument(text, "{isotope.range = array<i64: 0, 63>, llvm.noalias}");
    let (head, mut count) = ("({\n^bb0(", 0);
    for plan in candidates(&contraction, SMALL) {
        let after = kernel(&contraction, &plan).text;
        let (function, body) = after.split_once(head).unwrap();
        // Where elements are read as they are the kernel says so.
        let is_said = body.contains(ALL);
        let read_as = |range: &str| format!("{function}{head}{}", body.replacen("i64: 0, 127>", range, 1));
        for (what, pair, is_wrong) in [
            ("lost by both", [lost(&before), lost(&after)], is_said),
            ("lost by the first", [lost(&before), after.clone()], true),
            ("lost by the second", [before.clone(), lost(&after)], true),
            ("of another argument", [elsewhere(&before), elsewhere(&after)], is_said),
            ("of another argument of the second", [before.clone(), elsewhere(&after)], true),
            ("narrower in the second", [before.clone(), narrow(&after)], true),
            ("wider in the second", [narrow(&before), after.clone()], true),
            ("narrower where it is read", [before.clone(), read_as("i64: 0, 126>")], is_said),
            ("above where it is read", [before.clone(), read_as("i64: 1, 127>")], is_said),
        ] {
            let is_equal = matches!(tested(&pair[0], &pair[1]), Ok(Verdict::Identity(_)));
            assert!(!(is_equal && is_wrong), "{what}: {}\n{}", plan.describe(&contraction), pair[1]);
            count += usize::from(is_wrong);
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn no_wrong_kernel_of_forty_is_called_equal() {
    none_is_called_equal(2, 40);
}

#[test]
#[ignore = "slow: checks and executes more than 500 kernels"]
fn no_wrong_kernel_of_five_hundred_is_called_equal() {
    none_is_called_equal(20, 500);
}

/// Takes so many mutants of a kernel, and expects so many to be wrong at least.
fn none_is_called_equal(each: usize, least: usize) {
    let (mut wrong, mut equal, mut refuted) = (0, 0, Vec::new());
    for (text, of) in STATEMENTS {
        let contraction = contraction(text, of);
        let plans = candidates(&contraction, SMALL);
        let before = plain(&contraction);
        // The first, one in the middle and the last.
        for at in [0, plans.len() / 2, plans.len() - 1] {
            let all = mutants(&kernel(&contraction, &plans[at]).text);
            let step = (all.len() / each).max(1);
            for mutant in all.iter().step_by(step).filter(|text| read(text).is_ok()) {
                if !matches!(tested(&before, mutant), Ok(Verdict::Identity(_))) {
                    wrong += 1;
                } else if is_same(&contraction, [&before, mutant]) {
                    // A number that was widened by its sign has no sign any more, and pairs may be in any order.
                    equal += 1;
                } else {
                    refuted.push(mutant.clone());
                }
            }
        }
    }
    assert!(refuted.is_empty(), "{} of {}: {}", refuted.len(), wrong + equal, refuted[0]);
    assert!(wrong >= least, "{wrong} wrong, {equal} equal");
}
