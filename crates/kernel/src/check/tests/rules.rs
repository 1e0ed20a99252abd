//! Each rule of comparing programs is needed: without it some wrong pair is called equal.

#[path = "../../../../../tests/harness/mlir_opt.rs"]
mod mlir_opt;
#[path = "../../../tests/pairs.rs"]
mod pairs;

use crate::check::{Options, Sizes, Verdict, check_and_prove};
use crate::rule::{DROPPED, Rule};
use isotope_mlir::ir::Module;
use isotope_mlir::read;
use mlir_opt::is_there;
use pairs::{Case, cases};

fn is_called_equal(case: &Case) -> bool {
    let [before, after] = &case.modules;
    matches!(check_and_prove(before, after, &case.options()), Ok(Verdict::Identity(_)))
}

#[test]
fn without_a_rule_a_wrong_pair_is_called_equal() {
    if !is_there("without_a_rule_a_wrong_pair_is_called_equal") {
        return;
    }
    let cases = cases("wrong");
    let mut unneeded = Vec::new();
    for rule in Rule::ALL {
        DROPPED.set(Some(rule));
        let found = cases.iter().find(|case| is_called_equal(case));
        DROPPED.set(None);
        match found {
            Some(case) => println!("{rule:?}: {}", case.name),
            None => unneeded.push(rule),
        }
    }
    assert!(unneeded.is_empty(), "no wrong pair needs {unneeded:?}");
}
