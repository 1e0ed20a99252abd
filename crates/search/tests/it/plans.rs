//! Plans: what they cost, what they are made from, and that every kind of choice is written as what it stands for.

use crate::dictionary::{targets, vnni};
use crate::slate::slate;
use crate::support::{agree, unbounded, windows};
use ahash::{HashMap, HashMapExt as _, HashSet};
use isotope_ir::parse::{parse_file, parse_window};
use isotope_ir::window::Window;
use isotope_program::Generic;
use isotope_program::concrete::ByTerms;
use isotope_search::emit::{Emitted, emit};
use isotope_search::form::Id;
use isotope_search::instructions::TargetInstructions;
use isotope_search::internals::choices;
use isotope_search::layout::{EMPTY, Layouts, Order};
use isotope_search::matches::Matches;
use isotope_search::plan::{Bias, Choice, Lookups, Plan, Planner, Price, Uses};
use isotope_search::propose;
use isotope_search::streams::{LaneProgram, read};
use isotope_smt::concrete::Samples;
use isotope_smt::effort::Effort;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

fn lane_program(window: &Window) -> LaneProgram {
    read(&window.graph, window.root, &[], &unbounded()).unwrap()
}

/// A window planned in some layouts under a bias: its plans that the program uses, and the program.
struct Planned {
    plans: HashMap<(Id, u32), Plan>,
    /// The needs of each of these.
    needs: HashMap<(Id, u32), Vec<(Id, u32)>>,
    root: (Id, u32),
    emitted: Emitted,
    /// Forms that were read, and forms that there were in the end.
    forms: (usize, usize),
}

fn planned(
    window: &Window,
    target: &TargetInstructions,
    layouts: &Layouts,
    matches: &Matches,
    bias: Bias,
    shared: &Uses,
) -> Option<Planned> {
    let mut program = lane_program(window);
    let given = program.forms.len();
    let effort = unbounded();
    let root = (program.root(), program.ty().bits);
    let lookups = Lookups::new(target, matches);
    let mut planner = Planner::new(&mut program, &lookups, layouts, bias, shared, &effort);
    let emitted = emit(&mut planner, &window.graph)?;
    let (mut plans, mut needs, mut open) = (HashMap::new(), HashMap::new(), vec![root]);
    while let Some((id, bits)) = open.pop() {
        if plans.contains_key(&(id, bits)) {
            continue;
        }
        let plan = planner.plan(id, bits).unwrap().clone();
        let of = planner.needs(id, bits, &plan.choice);
        open.extend(of.iter().copied());
        plans.insert((id, bits), plan);
        needs.insert((id, bits), of);
    }
    Some(Planned { plans, needs, root, emitted, forms: (given, program.forms.len()) })
}

fn straight(window: &Window, target: &TargetInstructions) -> (Layouts, Matches) {
    let program = lane_program(window);
    let layouts = Layouts::new(program.ty().lanes, target.registers(), &[]);
    let matches = Matches::find(&program, &program.forms.all(), target, &layouts, &unbounded());
    (layouts, matches)
}

fn kind(choice: &Choice) -> &'static str {
    match choice {
        Choice::Stream(_) => "stream",
        Choice::Strided(_) => "strided",
        Choice::Const(_) => "const",
        Choice::LaneConst(_) => "lane const",
        Choice::Alias(_) => "alias",
        Choice::Extend { signed: true } => "sign-extend",
        Choice::Extend { signed: false } => "zero-extend",
        Choice::Truncate => "truncate",
        Choice::High(_) => "high",
        Choice::Narrow(..) => "narrow",
        Choice::Generic(..) => "generic",
        Choice::Linear(..) => "linear",
        Choice::Dot { packed_operands, runs, .. } => match (packed_operands.is_empty(), runs.is_empty()) {
            (true, _) => "dot over runs",
            (_, true) => "dot over packed_operands",
            _ => "dot over both",
        },
        Choice::Select(..) => "select",
        Choice::Converted(..) => "converted",
        Choice::Matched(..) => "matched",
        Choice::Solved(..) => "solved",
        Choice::Widened(..) => "widened",
        Choice::Tapped { .. } => "tapped",
        Choice::ProductHalves { .. } => "product by halves",
        Choice::HalfWidened { .. } => "half widened",
        Choice::HalfNarrowed { .. } => "half narrowed",
        Choice::Shifted { .. } => "shifted",
        Choice::Continued { .. } => "continued",
    }
}

/// Windows that bring kinds of choices which the corpus does not, each with a name of its own.
const MORE: &[&str] = &[
    // Constants by lane.
    "uint8x4 (uint8x4)a + concat_vectors(concat_vectors(x1((uint8)1), x1((uint8)2)), concat_vectors(x1((uint8)3), x1((uint8)9)))",
    "int16x32 select((int16x32)a < (int16x32)b, (int16x32)c, x32((int16)7))",
    "uint16x32 uint16x32(shift_right(uint32x32((uint16x32)a) * uint32x32((uint16x32)b), x32((uint32)16)))",
    "int32x64 int32x64((int8x64)a) * int32x64((int8x64)b)",
    "uint8x64 uint8x64((uint32x64((uint8x64)a) * uint32x64((uint8x64)b) + x64((uint32)77)) / x64((uint32)9))",
    "int16x64 int16x64((int8x64)a) * int16x64((int8x64)b)",
    // Two rows of three columns: the middle one lies between translates.
    "let a : uint8x64 = load B[s + -1, stride 1]\nlet b : uint8x64 = load B[s, stride 1]\nlet c : uint8x64 = load B[s + 1, stride 1]\n\
     let d : uint8x64 = load B[t + -1, stride 1]\nlet e : uint8x64 = load B[t, stride 1]\nlet f : uint8x64 = load B[t + 1, stride 1]\n\
     uint8x64 max((uint8x64)max((uint8x64)max((uint8x64)a, (uint8x64)b), (uint8x64)max((uint8x64)c, (uint8x64)d)), (uint8x64)max((uint8x64)e, (uint8x64)f))",
    // The same in several registers: the last translate is the first one's, but for its last register.
    "let a : uint8x256 = load B[s + -1, stride 1]\nlet b : uint8x256 = load B[s, stride 1]\nlet c : uint8x256 = load B[s + 1, stride 1]\n\
     let d : uint8x256 = load B[t + -1, stride 1]\nlet e : uint8x256 = load B[t, stride 1]\nlet f : uint8x256 = load B[t + 1, stride 1]\n\
     uint8x256 max((uint8x256)max((uint8x256)max((uint8x256)a, (uint8x256)b), (uint8x256)max((uint8x256)c, (uint8x256)d)), (uint8x256)max((uint8x256)e, (uint8x256)f))",
];

/// The windows of Slate's cases.
fn slates() -> Vec<Window> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/targets/slate/windows");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let window = |path| {
        let text = std::fs::read_to_string(path).unwrap();
        parse_file(text.split("---\n").next().unwrap()).unwrap().windows.remove(0)
    };
    files.into_iter().map(window).collect()
}

/// Windows with their target, which are planned in these tests.
fn cases() -> Vec<(Window, &'static TargetInstructions)> {
    let names = [
        "add_q_u8",
        "avgpool3x3_nhwc",
        "blend_u8",
        "conv3x3a16",
        "conv3x3a32",
        "demosaic",
        "l2norm",
        "matmul_i16",
        "matmul_u8i8",
        "median3x3",
        "mul_q_u8",
        "requant_i32_u8",
        "rgb2y_interleaved",
        "sad8",
        "sobel3x3",
    ];
    let mut cases = Vec::new();
    for (n, name) in names.into_iter().enumerate() {
        for window in windows(name) {
            cases.extend([(window.clone(), &targets()[0].1), (window, &targets()[1 + n % 2].1)]);
        }
    }
    for text in MORE {
        let window = parse_window(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        cases.extend(targets().iter().map(|(_, target)| (window.clone(), target)));
    }
    cases.extend(slates().into_iter().map(|window| (window, slate())));
    cases
}

/// A case planned once.
struct Case {
    window: Window,
    target: &'static TargetInstructions,
    layouts: Layouts,
    bias: Bias,
    planned: Planned,
}

impl Case {
    fn text(&self) -> String {
        format!("{} in {:?}", isotope_ir::print::print(&self.window), self.layouts.splits)
    }
}

/// Plans of every case: in straight layouts under each bias, and in some of the other layouts under the first. Made once.
fn all() -> &'static [Case] {
    static ALL: OnceLock<Vec<Case>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut made = Vec::new();
        for (window, target) in cases() {
            let (straight, matches) = straight(&window, target);
            let first = Bias::ALL[0];
            let all = choices(&Order::padded(window.ty().lanes, target.registers()));
            // There are up to forty.
            let step = (all.len() / 3).max(1);
            let under = Bias::ALL.map(|bias| (straight.clone(), bias)).into_iter();
            for (layouts, bias) in under.chain(all.into_iter().step_by(step).map(|layouts| (layouts, first))) {
                if let Some(planned) = planned(&window, target, &layouts, &matches, bias, &Uses::default()) {
                    made.push(Case { window: window.clone(), target, layouts, bias, planned });
                }
            }
        }
        made
    })
}

#[test]
fn every_kind_of_choice_is_written_as_what_it_stands_for() {
    let (mut random, mut seen) = (Samples::new(9), BTreeMap::new());
    for Case { window, target, planned, .. } in all() {
        for plan in planned.plans.values() {
            *seen.entry(kind(&plan.choice)).or_insert(0) += 1;
        }
        // A match may agree by chance and is then refuted; a plan that the rules alone make is right.
        let guessed = |plan: &Plan| matches!(plan.choice, Choice::Matched(..) | Choice::Widened(..));
        if !planned.plans.values().any(guessed) {
            agree(window, &planned.emitted.program, &ByTerms(*target), &mut random);
        }
    }
    let wanted = [
        "alias",
        "const",
        "continued",
        "dot over packed_operands",
        "dot over runs",
        "generic",
        "high",
        "lane const",
        "linear",
        "matched",
        "narrow",
        "select",
        "shifted",
        "sign-extend",
        "stream",
        "strided",
        "truncate",
        "widened",
        "zero-extend",
    ];
    let missing: Vec<_> = wanted.iter().filter(|kind| !seen.contains_key(**kind)).collect();
    assert!(missing.is_empty(), "no {missing:?} among {seen:?}");
}

/// |p - q| as a maximum less a minimum is estimated without one p and one q, also where the two are not made from them. A value that lies
/// between translates is estimated without them where loads are counted, and the last of them with the registers that are computed.
fn estimated_low(plan: &Plan, bias: Bias) -> bool {
    match &plan.choice {
        Choice::Generic(Generic::Sub, _) => true,
        Choice::Shifted { .. } => bias.loads,
        Choice::Continued { .. } => true,
        _ => false,
    }
}

#[test]
fn a_plan_costs_what_it_is_made_from_and_more() {
    for case in all() {
        for (value, plan) in &case.planned.plans {
            assert!(plan.cost <= plan.whole, "{}", case.text());
            if estimated_low(plan, case.bias) {
                continue;
            }
            for needed in &case.planned.needs[value] {
                let part = case.planned.plans[needed].cost;
                assert!(part <= plan.whole, "{:?} of {} needs {part}: {}", plan.choice, plan.whole, case.text());
            }
        }
        let root = case.planned.plans[&case.planned.root].whole;
        let exact = !case.planned.plans.values().any(|plan| estimated_low(plan, case.bias));
        assert!(!exact || case.planned.emitted.estimate <= root, "what is shared is counted once: {}", case.text());
    }
}

#[test]
fn no_plan_needs_itself() {
    for case in all() {
        // Taken away from the leaves up, nothing is left over.
        let mut left: HashSet<(Id, u32)> = case.planned.plans.keys().copied().collect();
        while !left.is_empty() {
            let free = |value: &&(Id, u32)| case.planned.needs[*value].iter().all(|needed| !left.contains(needed));
            let ready: Vec<_> = left.iter().filter(free).copied().collect();
            assert!(!ready.is_empty(), "a circle among {left:?}: {}", case.text());
            ready.iter().for_each(|value| assert!(left.remove(value)));
        }
    }
}

#[test]
fn planning_makes_few_forms() {
    for case in all() {
        let (given, all) = case.planned.forms;
        assert!(all <= 20 * given + 100, "{given} forms became {all}: {}", case.text());
    }
    assert!(all().iter().any(|case| case.planned.forms.1 > case.planned.forms.0), "planning adds forms");
}

#[test]
fn uses_are_counted_for_what_the_next_plan_shares() {
    for Case { planned, .. } in all() {
        // The root is used once, by the result; everything else by what needs it.
        assert_eq!(planned.emitted.uses[&planned.root], 1);
        for (value, uses) in &planned.emitted.uses {
            assert!(*uses > 0 && planned.plans.contains_key(value), "{value:?}");
        }
    }
}

#[test]
fn what_others_use_is_cheaper() {
    let window = &windows("sobel3x3")[0];
    let target = &targets()[0].1;
    let (layouts, matches) = straight(window, target);
    let alone = planned(window, target, &layouts, &matches, Bias::ALL[0], &Uses::default()).unwrap();
    let shared = planned(window, target, &layouts, &matches, Bias::ALL[0], &alone.emitted.uses).unwrap();
    let mut cheaper = 0;
    for (value, plan) in &shared.plans {
        let others = alone.emitted.uses.get(value).copied().unwrap_or(0);
        assert_eq!(plan.cost, plan.whole.share(1 + others));
        cheaper += u32::from(plan.cost < plan.whole);
    }
    assert!(cheaper > 0);
    assert!(shared.plans[&shared.root].whole <= alone.plans[&alone.root].whole);
}

#[test]
fn a_bias_forbids_what_it_says() {
    for (window, target) in cases() {
        let (layouts, matches) = straight(&window, target);
        for bias in Bias::ALL.into_iter().filter(|bias| !bias.dots) {
            let Some(planned) = planned(&window, target, &layouts, &matches, bias, &Uses::default()) else { continue };
            let dots = planned.plans.values().filter(|plan| matches!(plan.choice, Choice::Dot { .. })).count();
            assert_eq!(dots, 0, "{}", isotope_ir::print::print(&window));
        }
    }
}

#[test]
fn planning_ends_with_its_effort() {
    let window = &windows("conv3x3a32")[0];
    let target = &targets()[0].1;
    let (layouts, matches) = straight(window, target);
    let mut made = Vec::new();
    for budget in [0, 10, 100, 1_000, 1_000_000] {
        let (mut program, effort) = (lane_program(window), Effort::new(budget, &|| false));
        let uses = Uses::default();
        let lookups = Lookups::new(target, &matches);
        let mut planner = Planner::new(&mut program, &lookups, &layouts, Bias::ALL[0], &uses, &effort);
        made.push(emit(&mut planner, &window.graph).is_some());
        assert!(effort.spent() <= budget + 64, "{} of {budget}", effort.spent());
    }
    assert_eq!((made[0], made[4]), (false, true));
    assert!(made.is_sorted(), "more effort finds what less did: {made:?}");
}

#[test]
fn candidates_are_different_programs_each_bias_in_order() {
    for name in ["sobel3x3", "conv3x3a32", "blend_u8"] {
        let window = &windows(name)[0];
        let proposal = propose(&window.graph, window.root, &targets()[0].1, &[], &unbounded()).unwrap();
        let programs: HashSet<_> = proposal.candidates.iter().map(|c| &c.program).collect();
        assert_eq!(programs.len(), proposal.candidates.len(), "{name}: no two alike");
        for bias in Bias::ALL {
            let own = proposal.candidates.iter().filter(|c| c.bias == bias).map(|c| c.estimate);
            assert!(own.is_sorted(), "{name} under {bias:?}");
        }
        let biases: BTreeSet<String> = proposal.candidates.iter().take(3).map(|c| format!("{:?}", c.bias)).collect();
        assert!(biases.len() > 1, "{name}: the first of each bias come first");
    }
}

#[test]
fn layouts_are_tried_in_every_useful_combination() {
    let registers = targets()[0].1.registers();
    // A width that is split n times has a(n) = 3 a(n - 1) + a(n - 2) straight layouts, because phases are unpacked next.
    for (lanes, straight, packed) in [(8, 1, 0), (16, 3, 0), (32, 10, 1), (64, 33, 3), (128, 33, 3)] {
        let all = choices(&Order::padded(lanes, registers));
        assert_eq!(all.len(), straight + packed, "{lanes} lanes");
        let distinct: HashSet<String> = all.iter().map(|l| format!("{:?}", l.widths)).collect();
        assert_eq!(distinct.len(), all.len(), "{lanes} lanes: no two alike");
        for layouts in &all {
            for layout in &layouts.widths {
                let mut lanes_there = layout.registers.concat();
                lanes_there.retain(|lane| *lane != EMPTY);
                lanes_there.sort_unstable();
                assert_eq!(lanes_there, (0..lanes).collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn prices_stay_at_the_largest() {
    let (mut largest, one) = (Price::from(u32::MAX), Price::from(100));
    for _ in 0..64 {
        largest = largest + largest;
    }
    assert_eq!(largest + one, largest, "it saturates");
    assert_eq!(largest.share(3), largest, "a part of what is unknown is unknown");
    assert_eq!(largest.without(one), largest);
    assert_eq!(one.without(largest), Price::default());
    assert_eq!((one.share(4), one + 20, Price::default()), (Price::from(25), Price::from(120), Price::from(0)));
    assert!(one < largest && one.to_string() == "100");
}

#[test]
fn elements_of_twice_what_values_need_are_not_planned() {
    let widest = |text: &str| isotope_search::internals::widest(&lane_program(&parse_window(text).unwrap()), vnni());
    assert_eq!(widest("uint8x64 max((uint8x64)a, (uint8x64)b)"), 32);
    // A product that needs 64 bits, elements that have them, and a sum of bytes that an instruction makes in slots of 64 bits.
    assert_eq!(widest("int32x16 (int32x16)mul_shift_right((int32x16)a, (int32x16)b, x16((uint32)31))"), 64);
    assert_eq!(widest("int64x8 (int64x8)a + (int64x8)b"), 64);
    let byte = |n: usize| format!("uint16x32(((uint8x32)v{n}))");
    let sum = (0..6).map(byte).reduce(|sum, next| format!("({sum} + {next})")).unwrap();
    assert_eq!(widest(&format!("uint16x32 {sum}")), 64);
}
