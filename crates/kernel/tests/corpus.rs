//! Pairs of programs: no wrong one is called equal, and right ones are shown equal.

#[path = "pairs.rs"]
pub mod pairs;

use crate::mlir_opt::is_there;
use isotope_kernel::check::{CheckError, Options, Sizes, Verdict, check_and_prove};
use isotope_mlir::ir::Module;
use isotope_mlir::read;
use pairs::{Case, cases};

/// Operations that a case may carry out, unless it says otherwise: some never end.
const STEPS: u64 = 1 << 20;

fn verdict(case: &Case) -> Result<Verdict, CheckError> {
    let [before, after] = &case.modules;
    let max_steps = case.settings.get("max-steps").map_or(STEPS, |steps| steps.parse().unwrap());
    let options = Options { max_steps, executions: 4, ..case.options() };
    check_and_prove(before, after, &options)
}

#[test]
fn no_wrong_pair_is_called_equal() {
    if !is_there("no_wrong_pair_is_called_equal") {
        return;
    }
    let (mut equal, mut different, mut open, mut refused) = (Vec::new(), 0, 0, 0);
    for case in cases("wrong") {
        match verdict(&case) {
            Ok(Verdict::Identity(_)) => equal.push(case.name),
            Ok(Verdict::Different(_)) => different += 1,
            Ok(Verdict::Open { .. }) => open += 1,
            Err(_) => refused += 1,
        }
    }
    println!("{different} wrong pairs are different, {open} not shown, {refused} are no input");
    assert!(equal.is_empty(), "called equal: {equal:#?}");
    // A checker that refuses everything finds nothing.
    assert!(different > 3 * (open + refused), "{different} {open} {refused}");
}

#[test]
fn right_pairs_are_shown_equal() {
    if !is_there("right_pairs_are_shown_equal") {
        return;
    }
    let known = super::root().join("tests/cases/check/not_shown.txt");
    let known = std::fs::read_to_string(known).unwrap();
    let mut known: Vec<&str> = known.lines().filter(|line| !line.starts_with('#')).collect();
    let (mut shown, mut all) = (Vec::new(), 0);
    for case in cases("right") {
        all += 1;
        match verdict(&case) {
            Ok(Verdict::Identity(_)) => {}
            other => shown.push(format!("{}: {other:?}", case.name)),
        }
    }
    let name = |line: &str| line.split(':').next().unwrap_or_default().to_owned();
    shown.retain(|line| {
        let at = known.iter().position(|known| name(known) == name(line));
        at.map(|at| known.remove(at)).is_none()
    });
    assert!(shown.is_empty(), "not shown to be equal: {shown:#?}");
    assert!(known.is_empty(), "these are shown equal now: take them out of not_shown.txt: {known:?}");
    assert!(all >= 250, "{all}");
}
