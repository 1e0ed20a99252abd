//! An answer: the cheapest that is proved, with earlier proofs not made again.

use super::*;
use isotope_ir::parse::parse_window;
use isotope_program::pricer::Basis;
use isotope_program::{Draft, Generic, Param, Shape, StepOp};
use isotope_smt::{Answer, InProcess, Outcome, Query};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Each program costs what a function says.
struct By<F>(F);

impl<F: Fn(&Program) -> Result<u64, PriceError> + Send + Sync> Pricer for By<F> {
    fn costs(
        &self,
        programs: &[&Program],
        _: &Target,
        _: &dyn isotope_program::pricer::Payer,
    ) -> Vec<Result<Cost, PriceError>> {
        let cost = |program: &&Program| {
            let uops = program.steps.len() as u32;
            let (basis, instructions, asm) = (Basis::Model, vec![], String::new());
            Ok(Cost { centicycles: 100 * (self.0)(program)?, basis, uops, instructions, asm })
        };
        programs.iter().map(cost).collect()
    }
}

/// A cycle a step.
fn steps(program: &Program) -> Result<u64, PriceError> {
    Ok(program.steps.len() as u64)
}

/// A cycle a step, but nothing that uses an instruction compiles.
fn only_generic(program: &Program) -> Result<u64, PriceError> {
    let refused = PriceError::NoCode { name: "f".into(), message: "no".into() };
    if uses_instructions(program) { Err(refused) } else { steps(program) }
}

fn uses_instructions(program: &Program) -> bool {
    program.steps.iter().any(|s| matches!(s.op, StepOp::Instruction { .. }))
}

/// Nothing compiles.
fn nothing(_: &Program) -> Result<u64, PriceError> {
    Err(PriceError::Missing { tool: "llc".into(), package: "llvm".into() })
}

/// Counts what it is asked; answers as the real one, or always the same.
struct Counting {
    asked: AtomicUsize,
    answer: Option<Outcome>,
}

impl Counting {
    fn new(answer: Option<Outcome>) -> Self {
        Counting { asked: AtomicUsize::new(0), answer }
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Prover for Counting {
    fn prove(&self, query: &Query) -> Answer {
        self.asked.fetch_add(1, Ordering::Relaxed);
        match &self.answer {
            Some(outcome) => Answer { outcome: outcome.clone(), work: 7 },
            None => InProcess.prove(query),
        }
    }
}

/// An average that takes four steps in plain code and one instruction.
const AVERAGE: &str =
    "uint8x64 uint8x64(((uint16x64((uint8x64)a) + uint16x64((uint8x64)b)) + x64((uint16)1))/x64((uint16)2))";

fn window() -> Window {
    parse_window(AVERAGE).unwrap()
}

/// Does something with the setting of a znver4.
fn with<T>(
    (prover, pricer): (&dyn Prover, &dyn Pricer),
    (budget, stopped): (u64, &dyn Fn() -> bool),
    act: impl FnOnce(&Setting<'_>) -> T,
) -> T {
    let features: BTreeSet<String> = ["avx512f", "avx512bw", "avx512vl"].map(str::to_owned).into();
    let instructions = TargetInstructions::of(isotope_grammars::embedded().get("x86_64").unwrap(), &features, "znver4");
    let (target, report) = (Target::cpu("x86_64", "znver4"), |_: &'static str, _: u64| {});
    act(&Setting {
        instructions: &instructions,
        target: &target,
        prover,
        pricer,
        floors: None,
        budget,
        stopped,
        report: &report,
    })
}

/// With everything there is.
fn whole<T>(prover: &dyn Prover, act: impl FnOnce(&Setting<'_>) -> T) -> T {
    with((prover, &By(steps)), (1 << 25, &|| false), act)
}

fn selected(budget: u64, stopped: &dyn Fn() -> bool) -> Selected {
    with((&InProcess, &By(steps)), (budget, stopped), |setting| select(&window(), setting).unwrap())
}

/// A program for the window of two leaves: an instruction on both and `idle` steps more.
fn program(instruction: &str, idle: u32) -> Program {
    let window = window();
    let mut draft = Draft::new(Param::leaves(&window.graph), window.ty());
    let shape = Shape::new(8, 64);
    let args = [0, 1].map(|n| draft.push(StepOp::Param(n), vec![], shape)).to_vec();
    let op = StepOp::Instruction { name: instruction.into(), immediates: vec![] };
    let mut value = draft.push(op, args, shape);
    for _ in 0..idle {
        // Forth and back: the elements in reverse.
        value = draft.generic(Generic::Shuffle((0..64).rev().collect()), vec![value], shape);
        value = draft.generic(Generic::Shuffle((0..64).rev().collect()), vec![value], shape);
    }
    draft.finish(value)
}

const RIGHT: &str = "_mm512_avg_epu8";
const WRONG: &str = "_mm512_adds_epu8";

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

#[test]
fn what_is_known_to_be_proved_is_not_proved_again() {
    let prover = Counting::new(None);
    let remembered = vec![(program(RIGHT, 0), true)];
    let found = whole(&prover, |setting| rank(&window(), remembered, setting)).unwrap();
    assert_eq!((found.found, found.proved_before, prover.asked()), (Found::Search, true, 0));
    assert_eq!(found.proof, None, "whoever asked has it");
    assert_eq!(found.considered[0].verdict.as_deref(), Some("proved before"));
}

#[test]
fn what_is_not_known_to_be_proved_is_proved() {
    let prover = Counting::new(None);
    let remembered = vec![(program(RIGHT, 0), false)];
    let found = whole(&prover, |setting| rank(&window(), remembered, setting)).unwrap();
    assert_eq!((found.found, found.proved_before), (Found::Search, false));
    assert!(prover.asked() > 0 && found.proof.is_some());
    assert_eq!(found.considered[0].verdict.as_deref(), Some("proved"));
}

#[test]
fn a_remembered_program_that_is_wrong_is_passed_over() {
    let remembered = vec![(program(WRONG, 0), false), (program(RIGHT, 1), false)];
    let found = whole(&InProcess, |setting| rank(&window(), remembered, setting)).unwrap();
    assert_eq!(found.program, program(RIGHT, 1), "the next in price");
    let verdict = found.considered[0].verdict.clone().unwrap();
    assert!(verdict.starts_with("wrong in lane 0 at "), "{verdict}");
    assert!(verdict.contains("a[0] = ") && verdict.contains("b[0] = "), "{verdict}");
}

#[test]
fn the_baseline_wins_where_it_is_cheaper() {
    let baseline = whole(&InProcess, |setting| plain(&window(), setting)).unwrap();
    assert_eq!((baseline.found, baseline.cost == baseline.baseline), (Found::Baseline, true));
    let steps = baseline.program.steps.len();
    // As expensive as the baseline is not cheaper than it.
    for idle in [0u32, 1, 2, 10] {
        let candidate = program(RIGHT, idle);
        let cheaper = candidate.steps.len() < steps;
        let found = whole(&InProcess, |setting| rank(&window(), vec![(candidate, true)], setting)).unwrap();
        assert_eq!(found.found == Found::Search, cheaper, "{} steps against {steps}", 3 + 2 * idle);
        assert_eq!(found.considered.len(), 1 + usize::from(cheaper), "what costs more is not considered");
    }
}

#[test]
fn alternatives_are_kept_in_order_of_price() {
    let all: Vec<(Program, bool)> = [2, 0, 1].map(|idle| (program(RIGHT, idle), true)).to_vec();
    let found = whole(&InProcess, |setting| rank(&window(), all, setting)).unwrap();
    assert_eq!(found.program, program(RIGHT, 0));
    let cheaper = [1, 2].map(|idle| program(RIGHT, idle));
    let baseline = found.baseline.uops as usize;
    let expected: Vec<Program> = cheaper.into_iter().filter(|p| p.steps.len() < baseline).collect();
    assert!(!expected.is_empty());
    assert_eq!(found.alternatives, expected);
    assert!(found.considered.is_sorted_by_key(|c| c.cost.centicycles));
    assert!(found.alternatives.len() <= limits::ALTERNATIVES);
}

#[test]
fn what_was_passed_over_is_no_alternative() {
    let remembered = vec![(program(WRONG, 0), false), (program(RIGHT, 0), true)];
    let found = whole(&InProcess, |setting| rank(&window(), remembered, setting)).unwrap();
    assert!(!found.alternatives.contains(&program(WRONG, 0)), "{:?}", found.considered);
}

#[test]
fn proofs_that_stay_open_end_the_trying() {
    let prover = Counting::new(Some(Outcome::Unknown("hard".into())));
    let remembered: Vec<(Program, bool)> =
        ["avg", "adds", "subs", "max", "min"].map(|name| (program(&format!("_mm512_{name}_epu8"), 0), false)).to_vec();
    let found = whole(&prover, |setting| rank(&window(), remembered, setting)).unwrap();
    assert_eq!((found.found, found.proof), (Found::Baseline, None), "it stands unproved where nobody can tell");
    let tried = found.considered.iter().filter(|c| c.verdict.is_some()).count();
    assert_eq!(tried, limits::OPEN_PROOFS + 1, "and the baseline");
    assert!(found.work >= 7 * prover.asked() as u64, "the prover's work is counted");
}

#[test]
fn a_baseline_that_is_refuted_is_an_error() {
    let wrong = Counting::new(Some(Outcome::Refuted(vec![])));
    let refused = whole(&wrong, |setting| plain(&window(), setting)).unwrap_err();
    assert!(matches!(&refused, EngineError::Unsound(why) if why.starts_with("wrong in lane 0")), "{refused}");
    assert!(refused.to_string().contains("please report it"));
}

#[test]
fn a_candidate_that_does_not_compile_is_none() {
    let unbounded: (u64, &dyn Fn() -> bool) = (1 << 25, &|| false);
    let found = with((&InProcess, &By(only_generic)), unbounded, |setting| select(&window(), setting)).unwrap();
    assert!(!uses_instructions(&found.program));
    assert!(found.considered.iter().all(|c| c.cost.centicycles > 0));
}

#[test]
fn where_nothing_compiles_the_tools_error_is_the_answer() {
    let unbounded: (u64, &dyn Fn() -> bool) = (1 << 25, &|| false);
    let refused = with((&InProcess, &By(nothing)), unbounded, |setting| select(&window(), setting)).unwrap_err();
    assert!(refused.to_string().contains("llc was not found"), "{refused}");
}

#[test]
fn what_is_weighed_is_priced_and_not_proved() {
    let (wrong, long) = (program(WRONG, 0), program(RIGHT, 40));
    let target = Target::cpu("x86_64", "znver4");
    let weighed = weighed(&window(), &[&wrong, &long], &By(steps), &target).unwrap();
    let costs: Vec<u64> = weighed.costs.into_iter().map(|cost| cost.unwrap().centicycles).collect();
    let plain = weighed.baseline_cost.centicycles;
    assert!(costs[0] < plain && plain < costs[1], "{costs:?} beside {plain}");
    assert!(lowerings(&window()).contains(&weighed.baseline));
}

/// Every program costs as much as every other.
fn alike(_: &Program) -> Result<u64, PriceError> {
    Ok(4)
}

/// A cycle more for what uses instructions.
fn instructions_are_dearer(program: &Program) -> Result<u64, PriceError> {
    Ok(if uses_instructions(program) { 5 } else { 4 })
}

#[test]
fn of_equal_prices_the_program_of_fewer_operations_is_the_answer_and_no_dearer_one() {
    let by = |cost: fn(&Program) -> Result<u64, PriceError>| {
        with((&InProcess, &By(cost)), (1 << 25, &|| false), |setting| select(&window(), setting).unwrap())
    };
    let short = by(alike);
    assert_eq!((short.found, short.cost.centicycles, short.baseline.centicycles), (Found::Search, 400, 400));
    assert!(short.cost.uops < short.baseline.uops && uses_instructions(&short.program) && short.proof.is_some());
    let dear = by(instructions_are_dearer);
    assert_eq!((dear.found, dear.cost.centicycles), (Found::Baseline, 400), "fewer operations are worth no cycle");
    // A program that is remembered, and is as long as the baseline or longer, is no better.
    let long = with((&InProcess, &By(alike)), (1 << 25, &|| false), |setting| {
        rank(&window(), vec![(program(RIGHT, 40), true)], setting).unwrap()
    });
    assert_eq!(long.found, Found::Baseline);
}

#[test]
fn a_search_reports_its_stages_in_order() {
    let stages = std::cell::RefCell::new(Vec::new());
    let report = |stage: &'static str, spent: u64| stages.borrow_mut().push((stage, spent));
    whole(&InProcess, |setting| select(&window(), &Setting { report: &report, ..*setting })).unwrap();
    let stages = stages.into_inner();
    let names: Vec<&str> = stages.iter().map(|s| s.0).collect();
    assert_eq!(names[..2], ["enumerate", "pricer"]);
    assert!(names.contains(&"prove") && stages.is_sorted_by_key(|s| s.1), "{stages:?}");
}

#[test]
fn answers_come_back_from_json() {
    let found = selected(1 << 25, &|| false);
    let json = serde_json::to_string(&found).unwrap();
    let back: Selected = serde_json::from_str(&json).unwrap();
    assert_eq!((back.program, back.cost, back.proof), (found.program, found.cost, found.proof));
    for name in ["program", "cost", "baseline", "found", "proof", "proved_before", "alternatives", "considered"] {
        assert!(json.contains(&format!("\"{name}\":")), "{name} is a name that workers and the memo know");
    }
}

/// A cycle for each register that is computed, and moving costs nothing.
fn registers(program: &Program) -> Result<u64, PriceError> {
    let moves = |op: &StepOp| matches!(op, StepOp::Param(_) | StepOp::Generic(Generic::Shuffle(_)));
    let computed = program.steps.iter().filter(|step| !moves(&step.op));
    Ok(computed.map(|step| u64::from(step.shape.total_bits().div_ceil(512))).sum())
}

/// A selection by registers.
fn by_registers(prover: &dyn Prover, window: &Window) -> Selected {
    with((prover, &By(registers)), (1 << 25, &|| false), |setting| select(window, setting).unwrap())
}

/// A window of many lanes, and what is known of `a`.
fn wide(known: &str, lanes: u32) -> Window {
    let text = format!(
        "let a : uint8x{lanes}{known}\nlet k : uint8\n\
         uint8x{lanes} uint8x{lanes}(((uint16x{lanes}((uint8x{lanes})a) + uint16x{lanes}((uint8x{lanes})b)) + \
         x{lanes}((uint16)1))/x{lanes}((uint16)2)) + x{lanes}((uint8)k)\n"
    );
    parse_window(&text).unwrap()
}

/// How many instructions of the averaging kind a program has.
fn averages(program: &Program) -> usize {
    let is = |op: &StepOp| matches!(op, StepOp::Instruction { name, .. } if name == RIGHT);
    program.steps.iter().filter(|step| is(&step.op)).count()
}

#[test]
fn many_registers_are_searched_for_as_one() {
    for known in ["", " = load B[t + 5, stride 1]", " = load B[t, stride 3]"] {
        let window = wide(known, 1024);
        let found = by_registers(&InProcess, &window);
        assert_eq!((found.found, averages(&found.program)), (Found::Search, 16), "{known}");
        assert!(found.considered.iter().any(|c| c.note.contains("at the lanes of a register")), "{known}");
        assert!(found.proof.is_some() && found.cost.centicycles < found.baseline.centicycles, "{known}");
        let less = by_registers(&InProcess, &wide(known, 64));
        assert!(less.work < found.work && found.work < 4 * less.work, "{} and {}", less.work, found.work);
    }
}

#[test]
fn what_lanes_share_or_move_is_searched_for_at_all_lanes() {
    let registers = whole(&InProcess, |setting| setting.instructions.registers());
    let scaled = |window: &Window| Scaled::of(window, registers).map(|scaled| scaled.window.ty().lanes);
    assert_eq!(scaled(&wide("", 1024)), Some(64));
    assert_eq!(scaled(&wide("", 256)), None, "few registers");
    assert_eq!(scaled(&wide("", 1000)), None, "a part of a register");
    let neighbours = "let a : uint8x1024 = load B[t, stride 1]\nlet b : uint8x1024 = load B[t + 1, stride 1]\n\
                      uint8x1024 (uint8x1024)a + (uint8x1024)b\n";
    assert_eq!(scaled(&parse_window(neighbours).unwrap()), None, "loads that overlap");
    for moved in [
        "uint16x512 (uint16x512)vector_reduce_add(uint16x1024((uint8x1024)a))",
        "uint8x1024 interleave_vectors((uint8x512)a, (uint8x512)b)",
        "int32x1024 ramp(0, 3, 1024) + (int32x1024)a",
        "uint8x1024 (uint8x1024)a + x2((uint8x512)b)",
    ] {
        assert_eq!(scaled(&parse_window(moved).unwrap()), None, "{moved}");
    }
}

#[test]
fn of_many_registers_the_baseline_is_left_where_nothing_is_proved() {
    let window = wide("", 1024);
    let unproved = Counting::new(Some(Outcome::Unknown("no time".into())));
    let found = by_registers(&unproved, &window);
    assert_eq!((found.found, found.proof), (Found::Baseline, None));
}

#[test]
fn arithmetic_of_floats_alone_is_answered_with_the_work_of_a_proof() {
    let prover = Counting::new(None);
    let window = parse_window("float32x16 (((float32x16)a * (float32x16)b) + (float32x16)c)").unwrap();
    let found = whole(&prover, |setting| select(&window, setting)).unwrap();
    assert_eq!((found.found, found.truncated, found.considered.len()), (Found::Baseline, false, 1));
    assert!(found.proof.is_some() && found.work < 1 << 12, "{}", found.work);
    assert!(found.remark.is_some_and(|why| why.starts_with("nothing to search for")));
}

#[test]
fn a_price_below_the_bound_is_an_error() {
    let priced = |price: fn(&Program) -> Result<u64, PriceError>| {
        with((&InProcess, &By(price)), (1 << 25, &|| false), |setting| {
            let (sets, host) = (isotope_grammars::embedded(), isotope_dictionary::Host::default());
            let target = sets.target("x86_64", "znver4", "", &host).unwrap();
            let floors = Floors::of(sets.get("x86_64").unwrap(), &target, setting.instructions);
            plain(&window(), &Setting { floors: Some(&floors), ..*setting })
        })
    };
    assert!(priced(steps).is_ok());
    let refused = priced(|_| Ok(0)).unwrap_err().to_string();
    assert!(
        refused.starts_with("a program of 0 hundredths of a cycle is proved, and no program costs less"),
        "{refused}"
    );
}

#[test]
fn of_equal_prices_the_program_of_fewer_instructions_is_the_answer() {
    let shortlist = [2, 1].map(|idle| Shortlisted::new(program("_mm512_avg_epu8", idle), String::new()));
    // All instructions cost alike, and plain code more.
    let alike = |program: &Program| Ok(if uses_instructions(program) { 1 } else { 2 });
    with((&InProcess, &By(alike)), (1 << 25, &|| false), |setting| {
        let (entries, ..) = price(&lowerings(&window()), shortlist.into(), setting.pricer, setting.target).unwrap();
        let steps: Vec<usize> = entries.iter().map(|entry| entry.program.steps.len()).collect();
        assert!(steps[0] < steps[1], "{steps:?}");
    });
}
