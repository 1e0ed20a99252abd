//! Random programs: what runs, what is evaluated on numbers, and what the terms say are one.

use super::machine::{Called, Machines, Random, arm, fresh_seed, run, x86};
use super::random::program;
use isotope_ir::expr::{Graph, Op};
use isotope_ir::interp::scalar;
use isotope_ir::lanes::{Lane, var_leaf};
use isotope_ir::soft_float::is_nan;
use isotope_ir::term::{Node, TermId, Terms, UnOp, apply, mask, signed};
use isotope_ir::types::{Kind, Type};
use isotope_program::Program;
use isotope_program::concrete::{self, Elements, NoInstructions};
use isotope_program::symbolic::{self, InstructionLanes, InstructionTerms};
use isotope_run::sampling_ends;
use std::time::Instant;

const TRIALS: usize = 16;

/// Programs in one module.
const TOGETHER: usize = 100;

struct Without;

impl InstructionLanes for Without {
    fn lanes(&self, _: &str, _: &[u64]) -> Option<InstructionTerms<'_>> {
        None
    }
}

/// Programs from a seed, so many or until then, on all CPUs in turn, at all levels, with floats or without. Floats of the oldest
/// CPU are rounded by a library, which no answer calls.
fn tied(machines: &Machines, seed: u64, count: usize, ends: Option<Instant>, floats: bool) {
    let cpus: Vec<&str> = machines.cpus.iter().copied().filter(|cpu| !floats || *cpu != "x86-64").collect();
    let (mut programs, mut compared, mut undefined) = (0, 0u64, 0u64);
    for (batch, first) in (0..count).step_by(TOGETHER).enumerate() {
        if ends.is_some_and(|ends| Instant::now() > ends) {
            break;
        }
        let batch_seed = seed.wrapping_add(batch as u64);
        let mut random = Random(batch_seed);
        let (mut calls, mut graphs) = (Vec::new(), Vec::new());
        for _ in first..count.min(first + TOGETHER) {
            let (program, graph) = drawn(&mut random, floats, machines.arch);
            let lane = |ty: Type, random: &mut Random| (0..ty.lanes).map(|_| random.lane(ty.bits, floats)).collect();
            let trial = |random: &mut Random| program.params.iter().map(|p| lane(p.ty, random)).collect();
            let inputs: Vec<Vec<Vec<u64>>> = (0..TRIALS).map(|_| trial(&mut random)).collect();
            calls.push(Called { program, inputs });
            graphs.push(graph);
        }
        programs += calls.len();
        let (cpu, level) = (cpus[batch % cpus.len()], [1, 2, 0, 3][batch / cpus.len() % 4]);
        let results = run(&calls, (machines.arch, cpu), level);
        for (at, ((called, graph), got)) in calls.iter().zip(&graphs).zip(results).enumerate() {
            let place = format!("seed {batch_seed}, program {at}, {cpu} -O{level}");
            let (all, open) = check(called, graph, &got, &place);
            compared += all;
            undefined += open;
        }
    }
    let of = if floats { "floats" } else { "integers" };
    println!("seed {seed}: {programs} programs of {of}, {compared} lanes compared, {undefined} undefined");
    assert!(compared > undefined, "most lanes are undefined: {undefined} beside {compared}");
}

/// A program that LLVM compiles rightly. Of three lanes of 64 bits that are cut to bytes and stored, LLVM 19 and 22 store the last one in
/// the place of the second on AArch64.
fn drawn(random: &mut Random, floats: bool, arch: &str) -> (Program, Graph) {
    loop {
        let (program, graph) = program(random, floats);
        if arch != "aarch64" || (program.ty.lanes, program.ty.bits) != (3, 8) {
            return (program, graph);
        }
    }
}

/// Compares all trials of one program; how many lanes were, and how many are undefined.
fn check(called: &Called, graph: &Graph, got: &[Vec<u64>], place: &str) -> (u64, u64) {
    let program = &called.program;
    let mut terms = Terms::new();
    let lanes = symbolic::lanes(program, graph, &Without, &mut terms).unwrap_or_else(|e| panic!("{place}: {e}"));
    let (mut compared, mut undefined) = (0, 0);
    for (inputs, got) in called.inputs.iter().zip(got) {
        let numbers: Vec<Vec<u128>> = inputs.iter().map(|p| p.iter().map(|&v| v.into()).collect()).collect();
        let want = concrete::run(program, &numbers, &NoInstructions).unwrap_or_else(|e| panic!("{place}: {e}"));
        let said = evaluated(&terms, &lanes, inputs);
        let same = |a: u128, b: u128| a == b || is_nan(a as u64, program.ty) && is_nan(b as u64, program.ty);
        for lane in 0..want.len() {
            let (want, said) = (want[lane], said[lane]);
            let told = || format!("{place}, lane {lane} of {inputs:x?}\n{}", written(program));
            match (want, said) {
                (Some(want), Some(said)) => assert!(same(want, said), "terms say {said:#x}, not {want:#x}: {}", told()),
                (None, None) => undefined += 1,
                _ => panic!("evaluation gives {want:x?}, the terms {said:x?}: {}", told()),
            }
            if let Some(want) = want {
                compared += 1;
                let got = u128::from(got[lane]);
                assert!(same(want, got), "executed it gives {got:#x}, not {want:#x}: {}", told());
            }
        }
    }
    (compared, undefined)
}

fn written(program: &Program) -> String {
    isotope_codegen::autollvm::print(program, &isotope_codegen::autollvm::NoClasses)
}

/// The lanes on numbers; `None` where they are not defined.
fn evaluated(terms: &Terms, lanes: &[Lane], inputs: &[Vec<u64>]) -> Elements {
    let mut values: Vec<Option<u128>> = Vec::with_capacity(terms.len());
    // Operands come before their users in an arena.
    for at in 0..terms.len() as u32 {
        let value = node(terms, TermId(at), &values, inputs);
        values.push(value);
    }
    let value = |t: TermId| values[t.0 as usize];
    lanes.iter().map(|lane| if value(lane.defined) == Some(1) { value(lane.value) } else { None }).collect()
}

/// One term from its operands' values. A function is what the interpreter says; where it has no value there is none, and
/// nothing defined may be made of it.
fn node(terms: &Terms, t: TermId, values: &[Option<u128>], inputs: &[Vec<u64>]) -> Option<u128> {
    let (width, value) = (terms.width(t), |t: TermId| values[t.0 as usize]);
    let made = match terms.node(t) {
        Node::Const(v) => *v,
        Node::Var(n) => {
            let (leaf, lane) = var_leaf(*n);
            inputs[leaf.0 as usize][lane as usize].into()
        }
        Node::Un(UnOp::Not, a) => !value(*a)?,
        Node::Un(UnOp::Neg, a) => value(*a)?.wrapping_neg(),
        Node::Bin(op, a, b) => match (*op, value(*a), value(*b)) {
            // Defined and undefined lanes meet in conditions only.
            (isotope_ir::term::BinOp::And, Some(0), _) | (isotope_ir::term::BinOp::And, _, Some(0)) => 0,
            (op, a_value, b_value) => apply(op, a_value?, b_value?, terms.width(*a)),
        },
        Node::Ite(c, a, b) => value(if value(*c)? == 1 { *a } else { *b })?,
        Node::Extract(lo, a) => value(*a)? >> lo,
        Node::ZExt(a) => value(*a)?,
        Node::SExt(a) => signed(value(*a)?, terms.width(*a)) as u128,
        Node::Concat(high, low) => value(*high)? << terms.width(*low) | value(*low)?,
        Node::Apply(name, args) => {
            let args: Option<Vec<u64>> = args.iter().map(|&a| value(a).map(|v| v as u64)).collect();
            return function(name, &args?);
        }
    };
    Some(made & mask(width))
}

/// `fadd.float32` and its like by the interpreter.
fn function(name: &str, args: &[u64]) -> Option<u128> {
    let mut words = name.split('.');
    let word = words.next()?;
    // Programs read bits of either sign, which no expression has: `fconvert.int1.float32` is 0 or -1.
    let signed_bit = Type { kind: Kind::Int, bits: 1, lanes: 1 };
    let parsed =
        |w| if w == "int1" { signed_bit } else { Type::parse(w).unwrap_or_else(|| panic!("{name} has no type {w}")) };
    let types: Vec<Type> = words.map(parsed).collect();
    let boolean = Type::bool(1);
    let (op, from, to) = match word {
        "fadd" => (Op::Add, types[0], types[0]),
        "fsub" => (Op::Sub, types[0], types[0]),
        "fmul" => (Op::Mul, types[0], types[0]),
        "fdiv" => (Op::Div, types[0], types[0]),
        "feq" => (Op::Eq, types[0], boolean),
        "flt" => (Op::Lt, types[0], boolean),
        "fle" => (Op::Le, types[0], boolean),
        "fconvert" => (Op::Cast, types[0], types[1]),
        "fconvert_sat" => (Op::SaturatingCast, types[0], types[1]),
        "fconvert_ok" => {
            let value = scalar(&Op::Cast, args, &[types[0]], types[1], false);
            return Some(value.is_some().into());
        }
        other => panic!("the terms have a function {other}"),
    };
    scalar(&op, args, &vec![from; args.len()], to, false).map(u128::from)
}

#[test]
fn generic_operations_are_one_thing_executed_evaluated_and_proved() {
    tied(&x86(), 1, 40, None, false);
    tied(&x86(), 1, 25, None, true);
}

#[test]
fn generic_operations_are_one_thing_on_arm() {
    let Some(arm) = arm("generic_operations_are_one_thing_on_arm") else { return };
    tied(&arm, 1, 25, None, false);
    tied(&arm, 1, 25, None, true);
}

#[test]
#[ignore = "slow: a thousand programs"]
fn many_operations_are_one_thing_on_arm() {
    let Some(arm) = arm("many_operations_are_one_thing_on_arm") else { return };
    tied(&arm, fresh_seed(), 1000, None, false);
    tied(&arm, fresh_seed(), 1000, None, true);
}

#[test]
#[ignore = "slow: programs for minutes"]
fn many_operations_on_integers_are_one_thing() {
    tied(&x86(), fresh_seed(), usize::MAX, Some(sampling_ends()), false);
}

#[test]
#[ignore = "slow: programs for minutes"]
fn many_operations_on_floats_are_one_thing() {
    tied(&x86(), fresh_seed(), usize::MAX, Some(sampling_ends()), true);
}
