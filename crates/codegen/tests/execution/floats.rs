//! Every operation with a float operand or result, on every CPU at hand, as both lowerings write it.

use super::machine::{Called, Random, fresh_seed, run, x86};
use isotope_ir::Window;
use isotope_ir::build::{CALLS, infer};
use isotope_ir::expr::{Graph, Op};
use isotope_ir::interp::{LaneValue, eval};
use isotope_ir::soft_float::is_nan;
use isotope_ir::types::{Kind, Type};
use isotope_program::baseline;
use isotope_program::{Origin, Param, Program};
use isotope_run::sampling_ends;
use std::time::Instant;

const TRIALS: usize = 24;

/// Windows in one module.
const TOGETHER: usize = 200;

fn types(lanes: u32) -> Vec<Type> {
    let integers = [8, 16, 32, 64].into_iter().flat_map(|bits| [Type::int(bits, lanes), Type::uint(bits, lanes)]);
    let floats = [16, 32, 64].map(|bits| Type::float(bits, lanes));
    let bfloat = Type { kind: Kind::BFloat, bits: 16, lanes };
    integers.chain([Type::bool(lanes)]).chain(floats).chain([bfloat]).collect()
}

/// One window for each operation and its types, and those of two operations that LLVM likes to make one of.
fn windows(lanes: u32) -> Vec<Window> {
    let types = types(lanes);
    let plain = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Mod, Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Cast];
    let mut all = Vec::new();
    for op in plain.into_iter().chain(CALLS.iter().map(|(_, op)| op.clone())) {
        for &a in &types {
            let stated: Vec<Option<Type>> = match op {
                Op::Cast | Op::SaturatingCast => types.iter().map(|&t| Some(t)).collect(),
                Op::Reduce(_) => vec![Some(a.with_lanes(1))],
                _ => vec![None],
            };
            for stated in stated {
                for operands in [vec![a], vec![a, a], vec![Type::bool(lanes), a, a]] {
                    all.extend(window(&op, &operands, stated));
                }
            }
        }
    }
    for &narrow in types.iter().filter(|t| t.is_float() && t.bits == 16) {
        for wide in [Type::float(32, lanes), Type::float(64, lanes)] {
            let mut graph = Graph::default();
            let [a, b] = ["a", "b"].map(|name| graph.variable(name, narrow).unwrap());
            let [x, y] = [a, b].map(|v| graph.cast(wide, v).unwrap());
            let size = graph.make(Op::Abs, &[x], None).unwrap();
            let product = graph.make(Op::Mul, &[x, y], None).unwrap();
            let sum = graph.make(Op::Add, &[product, x], None).unwrap();
            let back = graph.cast(narrow, sum).unwrap();
            all.extend([size, sum, back].map(|root| Window::new(&graph, root).unwrap()));
        }
    }
    all
}

fn window(op: &Op, types: &[Type], stated: Option<Type>) -> Option<Window> {
    let result = infer(op, types, stated).ok()?;
    if !result.is_float() && !types.iter().any(|t| t.is_float()) {
        return None;
    }
    let mut graph = Graph::default();
    let args: Vec<_> =
        types.iter().enumerate().map(|(at, &ty)| graph.variable(&format!("v{at}"), ty).unwrap()).collect();
    let root = graph.make(op.clone(), &args, stated).ok()?;
    Window::new(&graph, root).ok()
}

fn leaf(param: &Param) -> usize {
    match param.origin {
        Origin::Leaf(leaf) => leaf.0 as usize,
        Origin::Load(_) => panic!("the plain lowering makes no loads"),
    }
}

/// A window, its inputs by leaf, and what it gives.
struct Case {
    window: Window,
    inputs: Vec<Vec<Vec<u64>>>,
    want: Vec<Vec<LaneValue>>,
}

fn cases(lanes: &[u32]) -> Vec<Case> {
    let mut random = Random(1);
    let case = |window: Window| {
        let lane = |ty: Type, random: &mut Random| (0..ty.lanes).map(|_| random.lane(ty.bits, ty.is_float())).collect();
        let leaves = |random: &mut Random| window.graph.leaves.iter().map(|l| lane(l.ty, random)).collect();
        let inputs: Vec<Vec<Vec<u64>>> = (0..TRIALS).map(|_| leaves(&mut random)).collect();
        let want = inputs.iter().map(|inputs| eval(&window, inputs).unwrap()).collect();
        Case { window, inputs, want }
    };
    lanes.iter().flat_map(|&lanes| windows(lanes)).map(case).collect()
}

/// The lowerings that a CPU is given: on the oldest, the one that calls no library.
fn lowerings(window: &Window, cpu: &str, both: bool) -> Vec<Program> {
    let own = baseline::lower(&window.graph, window.root);
    match baseline::lower_without_calls(&window.graph, window.root) {
        Some(other) if cpu == "x86-64" => vec![other],
        Some(other) if both => vec![own, other],
        _ => vec![own],
    }
}

/// Every case on each CPU at each level; with both lowerings where there are two, in a random order until then.
fn executed(cases: &[Case], configurations: &[(&str, u32)], both: bool, ends: Option<Instant>) {
    let (mut compared, mut modules, mut wrong) = (0u64, 0, Vec::new());
    let mut all: Vec<_> =
        configurations.iter().flat_map(|c| cases.chunks(TOGETHER).map(move |some| (c, some))).collect();
    if ends.is_some() {
        let mut random = Random(fresh_seed());
        all.sort_by_cached_key(|_| random.next());
    }
    let of = all.len();
    for (&(cpu, level), cases) in all {
        if ends.is_some_and(|ends| Instant::now() > ends) {
            break;
        }
        modules += 1;
        let mut calls = Vec::new();
        for (at, case) in cases.iter().enumerate() {
            for program in lowerings(&case.window, cpu, both) {
                let own = |leaves: &Vec<Vec<u64>>| program.params.iter().map(|p| leaves[leaf(p)].clone()).collect();
                let inputs = case.inputs.iter().map(own).collect();
                calls.push((at, Called { program, inputs }));
            }
        }
        let (of, calls): (Vec<usize>, Vec<Called>) = calls.into_iter().unzip();
        for (at, got) in of.into_iter().zip(run(&calls, ("x86_64", cpu), level)) {
            let Case { window, want, .. } = &cases[at];
            let pairs = want.iter().flatten().zip(got.into_iter().flatten());
            let difference = pairs.filter_map(|(want, got)| Some((want.bits()?, got))).find(|&(want, got)| {
                compared += 1;
                want != got && !(is_nan(want, window.ty()) && is_nan(got, window.ty()))
            });
            if let Some((want, got)) = difference {
                let text = isotope_ir::print::expression(window);
                wrong.push(format!("{cpu} -O{level}: {text} gives {got:#x}, not {want:#x}"));
            }
        }
    }
    println!("{} windows on {configurations:?}: {modules} of {of} modules, {compared} lanes compared", cases.len());
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    assert!(compared > 0, "nothing was compared");
}

/// Each on one of the CPUs at hand, in turn.
#[test]
fn float_operations_give_what_the_interpreter_gives() {
    let (cases, cpus) = (cases(&[3]), x86().cpus);
    let share = cases.len().div_ceil(cpus.len());
    let levels = [0, 1, 2, 3].into_iter().cycle();
    cases
        .chunks(share)
        .zip(cpus)
        .zip(levels)
        .for_each(|((some, cpu), level)| executed(some, &[(cpu, level)], false, None));
}

#[test]
#[ignore = "slow: every CPU at hand at every level, for minutes"]
fn float_operations_give_what_the_interpreter_gives_at_every_level() {
    let cpus = x86().cpus;
    let configurations: Vec<(&str, u32)> = cpus.iter().flat_map(|&cpu| (0..4).map(move |level| (cpu, level))).collect();
    executed(&cases(&[1, 3, 8, 16, 33]), &configurations, true, Some(sampling_ends()));
}
