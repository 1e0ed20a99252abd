//! Windows made to be deep, shared and long: each gets a proposal or a clean refusal, within its budget.

use crate::dictionary::{targets, vnni};
use crate::support::agree;
use isotope_ir::window::Window;
use isotope_program::concrete::ByTerms;
use isotope_search::instructions::TargetInstructions;
use isotope_search::propose;
use isotope_search::streams::Unsupported;
use isotope_smt::concrete::Samples;
use isotope_smt::effort::{BETWEEN_LOOKS, Effort, Ended};
use std::cell::Cell;
use std::fmt::Write;

fn parsed(text: &str) -> Window {
    isotope_ir::parse::parse_file(text).unwrap_or_else(|e| panic!("{e}\n{text}")).windows.remove(0)
}

fn hostile(name: &str) -> Window {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/hostile/");
    parsed(&std::fs::read_to_string(format!("{folder}{name}.txt")).unwrap())
}

/// The budget that the daemon gives to a request that asks for nothing else.
const BUDGET: u64 = 1 << 24;

#[test]
fn some_deep_and_shared_windows_have_candidates_that_compute_them() {
    candidates_compute(&["xs33", "chain99"]);
}

#[test]
#[ignore = "slow: half a minute for a few windows"]
fn deep_and_shared_windows_have_candidates_that_compute_them() {
    candidates_compute(&["prod28", "prod30", "xs33", "alternating34", "chain99"]);
}

fn candidates_compute(names: &[&str]) {
    let mut random = Samples::new(5);
    for (n, name) in names.iter().enumerate() {
        let window = hostile(name);
        for (target, instructions) in [&targets()[0], &targets()[1 + n % 2]] {
            let effort = Effort::new(BUDGET, &|| false);
            let proposal = propose(&window.graph, window.root, instructions, &[], &effort).unwrap();
            assert!(!proposal.candidates.is_empty(), "{name} has no candidate on {target}");
            agree(&window, &proposal.candidates[0].program, &ByTerms(instructions), &mut random);
        }
    }
}

#[test]
fn long_windows_end_within_their_budget() {
    for name in ["median32", "sums150"] {
        let window = hostile(name);
        let effort = Effort::new(BUDGET, &|| false);
        let proposal = propose(&window.graph, window.root, vnni(), &[], &effort).unwrap();
        assert!(!proposal.candidates.is_empty(), "{name} leaves nothing to plan with");
        assert!(effort.spent() <= BUDGET + 4096, "{name}: {}", effort.spent());
    }
    // Reductions to one lane are cut into parts, each of which is a window of its own; a small budget is for all of them.
    for name in ["red1024", "red2048", "red4096", "sum_of_absolute_differences"] {
        for budget in [10_000, BUDGET] {
            let window = hostile(name);
            let effort = Effort::new(budget, &|| false);
            let _ = propose(&window.graph, window.root, vnni(), &[], &effort);
            assert!(effort.spent() <= budget + 4096, "{name}: {}", effort.spent());
        }
    }
}

/// A window of `steps` operations, each on two of the values before it, mostly on the last: deep and shared.
fn deep(random: &mut Samples, steps: usize) -> String {
    let mut pick = |n: usize| random.bits() as usize % n;
    let ty = ["uint8x64", "int16x32", "uint16x16", "int32x16"][pick(4)];
    let operations = [
        "saturating_add",
        "saturating_sub",
        "halving_add",
        "rounding_halving_add",
        "absd",
        "min",
        "max",
        "bitwise_xor",
        "bitwise_and",
        "mul_shift_right",
    ];
    let unsigned = if ty.starts_with('u') { ty.to_owned() } else { format!("u{ty}") };
    let (scalar, lanes) = unsigned.split_once('x').unwrap();
    let mut text = format!("{ty} ");
    let mut made = vec![format!("({ty})a"), format!("({ty})b")];
    for at in 0..steps {
        let mut recent = || made[made.len() - 1 - pick(made.len().min(3))].clone();
        let (x, y) = (recent(), recent());
        let operation = match pick(14) {
            n if n < operations.len() - 1 => match operations[n] {
                // Its result is unsigned.
                "absd" => format!("({ty})reinterpret(({unsigned})absd({x}, {y}))"),
                name => format!("({ty}){name}({x}, {y})"),
            },
            9 => format!("({x} * {y})"),
            10 => format!("({x} - {y})"),
            11 => format!("select(({x} < {y}), {y}, {x})"),
            12 => format!("({ty})rounding_shift_right({x}, x{lanes}(({scalar})3))"),
            _ => format!("({x} + {y})"),
        };
        if at + 1 == steps {
            text.push_str(&operation);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(text, "let q{at} = {operation} in ");
            made.push(format!("({ty})q{at}"));
        }
    }
    text
}

#[test]
fn a_few_random_deep_windows_have_candidates_that_compute_them() {
    random_deep(&[3, 8, 15]);
}

#[test]
#[ignore = "slow: a dozen deep windows"]
fn random_deep_windows_have_candidates_that_compute_them() {
    random_deep(&[0, 1, 3, 5, 6, 8, 9, 12, 15, 17, 20, 21]);
}

fn random_deep(seeds: &[u64]) {
    for &seed in seeds {
        let mut random = Samples::new(seed);
        let steps = 10 + random.bits() as usize % 60;
        let text = deep(&mut random, steps);
        let window = parsed(&text);
        let (target, instructions) = &targets()[seed as usize % 3];
        let effort = Effort::new(BUDGET, &|| false);
        let proposal = propose(&window.graph, window.root, instructions, &[], &effort).unwrap();
        assert!(!proposal.candidates.is_empty(), "seed {seed} on {target}: {text}");
        agree(&window, &proposal.candidates[0].program, &ByTerms(instructions), &mut random);
    }
}

#[test]
fn whoever_no_longer_waits_is_noticed_after_so_much_work_and_asked_no_more() {
    for name in ["prod30", "median32", "red4096", "sum_of_absolute_differences", "sums150"] {
        let window = hostile(name);
        for patience in [1, 2, 5, 50, 400] {
            let looks = Cell::new(0);
            let stopped = || {
                looks.set(looks.get() + 1);
                looks.get() >= patience
            };
            let effort = Effort::new(u64::MAX, &stopped);
            let proposal = propose(&window.graph, window.root, vnni(), &[], &effort);
            // One step counts for the lanes of the widest vector at most.
            assert!(
                effort.spent() <= patience * (BETWEEN_LOOKS + 4096),
                "{name}: {} in {patience} looks",
                effort.spent()
            );
            assert!(looks.get() <= patience, "{name} goes on after it was stopped");
            assert!(proposal.is_err() || proposal.is_ok_and(|p| p.ended.is_some()) || looks.get() < patience, "{name}");
        }
    }
}

#[test]
fn a_budget_ends_a_proposal_at_the_same_place_each_time() {
    let window = hostile("median32");
    let run = |budget| {
        let effort = Effort::new(budget, &|| false);
        let proposal = propose(&window.graph, window.root, vnni(), &[], &effort).unwrap();
        let programs: Vec<_> = proposal.candidates.into_iter().map(|c| c.program).collect();
        (programs, proposal.ended, proposal.tried, effort.spent())
    };
    for budget in [1_000, 1_000_000] {
        assert_eq!(run(budget), run(budget));
        assert_eq!(run(budget).1, Some(Ended::Budget), "{budget} units are not enough");
    }
}

#[test]
fn a_target_that_no_instruction_runs_on_is_refused() {
    let window = parsed("uint8x64 (uint8x64)absd((uint8x64)a, (uint8x64)b)");
    let none = TargetInstructions::default();
    let refused = propose(&window.graph, window.root, &none, &[], &Effort::new(BUDGET, &|| false)).map(|_| ());
    assert_eq!(refused.unwrap_err().to_string(), Unsupported::NoInstructions.to_string());
}

/// The work of proposing for a window, in units of effort.
fn work(text: &str) -> (u64, usize) {
    let window = parsed(text);
    let effort = Effort::new(BUDGET, &|| false);
    let proposal = propose(&window.graph, window.root, vnni(), &[], &effort).unwrap();
    (effort.spent(), proposal.candidates.len())
}

#[test]
fn work_grows_with_terms_and_hardly_with_lanes() {
    let sum = |terms: usize| {
        let term = |n: usize| format!("int16x32((uint8x32)p{n}) * x32((int16){})", 2 + n * 5 % 9);
        let sum = (1..terms).fold(term(0), |sum, n| format!("({sum}) + {}", term(n)));
        work(&format!("int16x32 {sum}\n"))
    };
    let ((few, _), (many, candidates)) = (sum(8), sum(64));
    assert!(candidates > 0, "a sum of 64 terms leaves nothing to plan with: {many}");
    // Eight times the terms, each with its part in every way to divide the sum.
    assert!(many <= 48 * few, "{many} units for 64 terms, {few} for 8");
    let blend = |n: u32| {
        work(&format!(
            "uint8x{n} uint8x{n}(shift_right(uint16x{n}((uint8x{n})a) * x{n}((uint16)77), x{n}((uint16)8)))\n"
        ))
    };
    let ((few, _), (many, _)) = (blend(64), blend(1024));
    assert!(many <= 2 * few, "{many} units for 1,024 lanes, {few} for 64");
}
