use super::*;
use isotope_ir::parse::parse_window;
use isotope_smt::InProcess;
use std::collections::BTreeSet;

/// A cycle a step.
struct BySteps;

impl Pricer for BySteps {
    fn costs(&self, programs: &[&Program], _: &Target, _: crate::pricer::Stopped<'_>) -> Vec<Result<Cost, PriceError>> {
        let cost = |program: &&Program| {
            let uops = program.steps.len() as u32;
            Ok(Cost { centicycles: 100 * u64::from(uops), uops, instructions: vec![], asm: String::new() })
        };
        programs.iter().map(cost).collect()
    }
}

/// An average that takes four steps in plain code and one instruction.
const AVERAGE: &str =
    "uint8x64 uint8x64(((uint16x64((uint8x64)a) + uint16x64((uint8x64)b)) + x64((uint16)1))/x64((uint16)2))";

fn selected(budget: u64, stopped: &dyn Fn() -> bool) -> Selected {
    let features: BTreeSet<String> = ["avx512f", "avx512bw", "avx512vl"].map(str::to_owned).into();
    let instructions = TargetInstructions::of(isotope_grammars::embedded().get("x86_64").unwrap(), &features, "znver4");
    let target = Target::cpu("x86_64", "znver4");
    let report = |_: &'static str, _: u64| {};
    let (prover, pricer) = (&InProcess, &BySteps);
    let setting =
        Setting { instructions: &instructions, target: &target, prover, pricer, budget, stopped, report: &report };
    select(&parse_window(AVERAGE).unwrap(), &setting).unwrap()
}

#[test]
fn a_whole_search_finds_the_instruction_and_proves_it() {
    let found = selected(1 << 25, &|| false);
    assert_eq!((found.found, found.truncated, found.remark), (Found::Search, false, None));
    assert!(found.proof.is_some() && found.cost.centicycles < found.baseline.centicycles);
}

#[test]
fn what_a_budget_ends_is_whole_and_says_so() {
    let found = selected(100, &|| false);
    assert_eq!((found.found, found.truncated), (Found::Baseline, false), "asking again would bring the same");
    assert_eq!(found.remark.as_deref(), Some("the budget ended the search"));
    assert!(found.proof.is_some(), "the last resort has its proof whatever was spent");
}

#[test]
fn what_was_stopped_is_half_an_answer() {
    let found = selected(1 << 25, &|| true);
    assert_eq!((found.found, found.truncated), (Found::Baseline, true));
    assert_eq!(found.remark.as_deref(), Some("the search was stopped"));
}
