//! What LLVM compiles wrongly for a target, found again: generic operations by themselves, executed on its emulator, and compared with
//! what they mean.
//!
//! A set names in its `target.toml` what is written otherwise (`[code.miscompiled]`). Written so, every pattern is right; left to LLVM, each named
//! error shows itself, so that an entry that a later LLVM does not need is found, too.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use isotope_codegen::llvm::{Form, Forms, function};
use isotope_dictionary::manifest::Miscompiled;
use isotope_dictionary::{Dictionary, Host, InstructionSet, Target};
use isotope_ir::expr::LeafId;
use isotope_ir::types::Type;
use isotope_program::concrete::{Elements, NoInstructions, run};
use isotope_program::{Draft, Generic, Origin, Param, Predicate, Program, Shape, Value};
use isotope_run::{Job, RunError, of_arch, run_jobs};
use isotope_trial::execution::{pack, slot, unpack};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeSet;

/// Inputs of each pattern.
const TRIALS: usize = 12;

/// Patterns in one program.
const TOGETHER: usize = 40;

/// The longest vectors, in bits: two registers of the longest that there are.
const MOST_BITS: u32 = 2048;

/// Lanes of the quick test; the slow one has more.
const FEW: &[u32] = &[4, 32, 33, 64];
const MANY: &[u32] = &[2, 3, 4, 5, 8, 12, 16, 20, 24, 32, 33, 48, 64, 68, 100, 128, 256];

/// A program of a few generic operations.
struct Pattern {
    name: String,
    /// The kind of error that LLVM may make of it, as `[code.miscompiled]` names it.
    kind: &'static str,
    program: Program,
}

/// What a pattern came to.
#[derive(Debug, PartialEq)]
enum Ran {
    Right,
    Wrong(String),
    /// The compiler ended without code.
    NoCode,
}

/// Programs with parameters of one shape.
struct Patterns {
    lanes: &'static [u32],
    random: StdRng,
    all: Vec<Pattern>,
}

impl Patterns {
    /// All of them, or the quick test's.
    fn of(every: bool) -> Vec<Pattern> {
        let (lanes, shuffles) = if every { (MANY, 600) } else { (FEW, 60) };
        let mut patterns = Patterns { lanes, random: StdRng::seed_from_u64(16), all: Vec::new() };
        patterns.lane_by_lane();
        for (bits, lanes) in [(16, 64), (32, 32)] {
            patterns.shifted_products(bits, lanes, &[bits - 2, bits - 1, bits]);
        }
        if every {
            for (bits, lanes) in [(8, 128), (16, 32), (16, 64), (16, 128), (32, 32)] {
                patterns.shifted_products(bits, lanes, &[1, bits / 2, bits + 1, bits * 2 - 1]);
            }
        }
        patterns.shuffles(shuffles);
        patterns.all
    }

    /// Adds a pattern of so many parameters of a shape, unless it is too long.
    fn add(
        &mut self,
        name: &str,
        kind: &'static str,
        shape: Shape,
        arity: u32,
        made: impl Fn(&mut Draft, &[Value]) -> Value,
    ) {
        let ty = Type::uint(shape.bits, shape.lanes);
        let param = |n: u32| Param { name: format!("v{n}"), ty, origin: Origin::Leaf(LeafId(n)), address: None };
        let mut draft = Draft::new((0..arity).map(param).collect(), ty);
        let params: Vec<Value> =
            (0..arity).map(|n| draft.push(isotope_program::StepOp::Param(n), vec![], shape)).collect();
        let result = made(&mut draft, &params);
        let own = draft.shape(result);
        let bits = own.total_bits().max(shape.total_bits());
        if bits <= MOST_BITS && own.lanes > 1 {
            let mut program = draft.finish(result);
            program.ty = Type::uint(own.bits, own.lanes);
            self.all.push(Pattern { name: format!("{name} {}x{}", shape.bits, shape.lanes), kind, program });
        }
    }

    fn lane_by_lane(&mut self) {
        use Generic::*;
        let binary =
            [Add, Sub, Mul, And, Or, Xor, Shl, LShr, AShr, UMin, UMax, SMin, SMax, UAddSat, SAddSat, USubSat, SSubSat];
        for (bits, lanes) in self.shapes() {
            let shape = Shape::new(bits, lanes);
            for op in &binary {
                let kind = if *op == LShr { "spilling_shifts" } else { "" };
                self.add(&format!("{op:?}"), kind, shape, 2, |d, v| d.generic(op.clone(), v.to_vec(), shape));
            }
            for op in [Shl, LShr, AShr] {
                self.add(&format!("{op:?} by a constant"), "", shape, 1, |d, v| {
                    let by = d.splat(u64::from(bits / 3), shape);
                    d.generic(op.clone(), vec![v[0], by], shape)
                });
            }
            for op in [Abs, Ctlz, Cttz, Ctpop] {
                self.add(&format!("{op:?}"), "", shape, 1, |d, v| d.generic(op.clone(), v.to_vec(), shape));
            }
            for predicate in [Predicate::Eq, Predicate::Ult, Predicate::Sle] {
                self.add(&format!("Select {predicate:?}"), "", shape, 3, |d, v| {
                    let mask = d.generic(Compare(predicate), vec![v[0], v[1]], Shape::new(1, lanes));
                    d.generic(Select, vec![mask, v[1], v[2]], shape)
                });
            }
            for (op, to) in [(ZExt, bits * 2), (SExt, bits * 2), (Trunc, bits / 2)] {
                if (8..=64).contains(&to) {
                    let to = Shape::new(to, lanes);
                    self.add(&format!("{op:?}"), "", shape, 1, |d, v| d.generic(op.clone(), v.to_vec(), to));
                }
            }
        }
    }

    fn shapes(&self) -> Vec<(u32, u32)> {
        self.lanes.iter().flat_map(|&lanes| [8, 16, 32, 64].map(|bits| (bits, lanes))).collect()
    }

    /// (a * b) >> n, ((a * b) + 2^(n - 1)) >> n and (((a * b) >> (n - 1)) + 1) >> 1, whole and cut to the factors' width.
    fn shifted_products(&mut self, bits: u32, lanes: u32, by: &[u32]) {
        use Generic::{AShr, Add, LShr, Mul, SExt, Trunc, ZExt};
        let (shape, wide) = (Shape::new(bits, lanes), Shape::new(bits * 2, lanes));
        for (extensions, shift) in [([SExt, SExt], AShr), ([ZExt, ZExt], LShr), ([SExt, ZExt], AShr)] {
            for &n in by {
                for (form, cut) in (0..3 - u32::from(n == 1)).flat_map(|form| [(form, true), (form, false)]) {
                    let name = format!("{extensions:?} shifted by {n}, form {form}, cut: {cut},");
                    self.add(&name, "shifted_products", shape, 2, |d, v| {
                        let factor = |(v, op): (&Value, &Generic)| d.generic(op.clone(), vec![*v], wide);
                        let factors = v.iter().zip(&extensions).map(factor).collect();
                        let product = d.generic(Mul, factors, wide);
                        let steps = match form {
                            0 => vec![(shift.clone(), u64::from(n))],
                            1 => vec![(Add, 1 << (n - 1)), (shift.clone(), n.into())],
                            _ => vec![(shift.clone(), u64::from(n) - 1), (Add, 1), (shift.clone(), 1)],
                        };
                        let step = |d: &mut Draft, value, (op, by): (Generic, u64)| {
                            let by = d.splat(by, wide);
                            d.generic(op, vec![value, by], wide)
                        };
                        let shifted = steps.into_iter().fold(product, |value, (op, by)| step(d, value, (op, by)));
                        if cut { d.generic(Trunc, vec![shifted], shape) } else { shifted }
                    });
                }
            }
        }
    }

    /// Of one operand, of two, and of one and a constant.
    fn shuffles(&mut self, count: usize) {
        for at in 0..count {
            let bits = [8, 16, 32, 64][self.random.random_range(0..4)];
            let lanes = if at % 2 == 0 { 1024 / bits } else { self.random.random_range(2..=2048 / bits) };
            let result = if at % 4 == 3 { self.random.random_range(2..=2048 / bits) } else { lanes };
            let (shape, operands) = (Shape::new(bits, lanes), at as u32 / 4 % 3);
            let indices = self.indices(lanes * operands.clamp(1, 2), result);
            let name = format!("shuffle {indices:?} of {}", ["one", "two", "one and a constant"][operands as usize]);
            self.add(&name, "shuffles", shape, operands.clamp(1, 2), |d, v| {
                let last = if operands == 2 { d.splat(0x5a3c_7e91_0123_4567, shape) } else { v[v.len() - 1] };
                let args = if operands == 0 { vec![v[0]] } else { vec![v[0], last] };
                d.generic(Generic::Shuffle(indices.clone()), args, Shape::new(bits, result))
            });
        }
    }

    /// Any lanes, every so-manieth, each twice, a permutation, or the edges repeated.
    fn indices(&mut self, of: u32, lanes: u32) -> Vec<u32> {
        let (step, from) = (self.random.random_range(1..5), self.random.random_range(0..of));
        let kind = self.random.random_range(0..6);
        let permuted = |random: &mut StdRng| {
            let mut all: Vec<u32> = (0..of).collect();
            (1..all.len()).for_each(|at| all.swap(at, random.random_range(0..=at)));
            all
        };
        let order = permuted(&mut self.random);
        let index = |random: &mut StdRng, lane: u32| match kind {
            0 | 1 => random.random_range(0..of),
            2 => (from + lane * step) % of,
            3 => lane / step % of,
            4 => order[(lane % of) as usize],
            _ => (lane + from).saturating_sub(step).min(of - 1),
        };
        (0..lanes).map(|lane| index(&mut self.random, lane)).collect()
    }
}

/// One vector of each parameter: whole ranges, then small numbers beside large ones, then the ends.
fn inputs(program: &Program, trial: usize, random: &mut StdRng) -> Vec<Vec<u128>> {
    let mut lane = |bits: u32, at: u32| -> u128 {
        let mask = (1 << bits) - 1;
        let any = random.random::<u64>() as u128 & mask;
        match trial % 4 {
            0 => any,
            1 => any % u128::from(bits),
            2 if !at.is_multiple_of(3) => any % u128::from(bits),
            2 => any,
            _ => [0, 1, mask, mask >> 1, (mask >> 1) + 1][any as usize % 5],
        }
    };
    program.params.iter().map(|p| (0..p.ty.lanes).map(|at| lane(p.ty.bits, at)).collect()).collect()
}

/// The forms of a dictionary, and everything else left to LLVM.
struct AsItIs<'a>(&'a Dictionary);

impl Forms for AsItIs<'_> {
    fn form(&self, name: &str, immediates: &[u64]) -> Option<Form> {
        self.0.form(name, immediates)
    }
}

/// Compiles and runs patterns for a target.
fn ran(patterns: &[Pattern], target: &Target, forms: &dyn Forms) -> Vec<Ran> {
    let mut random = StdRng::seed_from_u64(17);
    let mut all = Vec::new();
    for pattern in patterns {
        let program = &pattern.program;
        let code = function(program, "pattern", forms).unwrap_or_else(|e| panic!("{}: {e}", pattern.name));
        let (mut input, mut expected) = (Vec::new(), Vec::new());
        for trial in 0..TRIALS {
            let values = inputs(program, trial, &mut random);
            for (param, lanes) in program.params.iter().zip(&values) {
                pack(param.ty, &lanes.iter().map(|v| *v as u64).collect::<Vec<_>>(), &mut input);
            }
            expected.push(run(program, &values, &NoInstructions).unwrap());
        }
        let parameters = program.params.iter().map(|p| slot(p.ty)).collect();
        let (module, function) = (code.module(target), "pattern".to_owned());
        let job = Job { module, function, parameters, result: slot(program.ty), input, trials: TRIALS };
        all.push((job, expected, program.ty));
    }
    let mut results = Vec::new();
    for some in all.chunks(TOGETHER) {
        results.extend(together(some, target));
    }
    results
}

type Prepared = (Job, Vec<Elements>, Type);

/// All in one program, or each half by itself where the compiler refuses it.
fn together(some: &[Prepared], target: &Target) -> Vec<Ran> {
    let jobs: Vec<Job> = some.iter().map(|(job, ..)| job.clone()).collect();
    let outcomes = match run_jobs(&of_arch(target.arch()), &jobs, 2) {
        Ok(outcomes) => outcomes,
        Err(RunError::Tool { .. } | RunError::File { .. }) => panic!("the tools of {} are not there", target.arch()),
        Err(_) if some.len() == 1 => return vec![Ran::NoCode],
        Err(_) => {
            let (low, high) = some.split_at(some.len() / 2);
            return [low, high].into_iter().flat_map(|half| together(half, target)).collect();
        }
    };
    let compared = |((_, expected, ty), outcome): (&Prepared, isotope_run::Outcome)| {
        let (_, output) = outcome.expect("an emulator has every instruction");
        let bytes = slot(*ty).bytes;
        for (trial, expected) in expected.iter().enumerate() {
            let got = unpack(*ty, &output[trial * bytes..][..bytes]);
            let differs =
                |(_, (want, got)): &(usize, (&Option<u128>, u64))| want.is_some_and(|w| w != u128::from(*got));
            if let Some((lane, (want, got))) = expected.iter().zip(got).enumerate().find(differs) {
                return Ran::Wrong(format!("input {trial}, lane {lane}: {got:#x}, not {:#x}", want.unwrap()));
            }
        }
        Ran::Right
    };
    some.iter().zip(outcomes).map(compared).collect()
}

/// The sets that name something, with a target; by name what is skipped for want of an emulator.
fn sets(test: &str) -> Vec<(&'static InstructionSet, Target)> {
    let sets = isotope_grammars::embedded();
    let named = sets.iter().filter(|set| *set.dictionary().prices().miscompiled() != Miscompiled::default());
    let mut found = Vec::new();
    for set in named {
        let arch = &set.manifest().arch;
        if of_arch(arch).iter().any(|executor| executor.is_there()) {
            let target = sets.target(arch, set.prices().first_cpu(), "", &Host::default());
            found.push((set, target.unwrap()));
        } else {
            println!("skipped: {test} needs qemu-{arch}");
        }
    }
    found
}

fn nothing_is_wrong(test: &str, every: bool) {
    let patterns = Patterns::of(every);
    for (set, target) in sets(test) {
        let (mut wrong, mut without) = (Vec::new(), BTreeSet::new());
        for (pattern, ran) in patterns.iter().zip(ran(&patterns, &target, set.dictionary())) {
            match ran {
                Ran::Right => {}
                Ran::Wrong(why) => wrong.push(format!("{}: {why}", pattern.name)),
                Ran::NoCode => drop(without.insert(pattern.name.as_str())),
            }
        }
        println!("{}: {} patterns, {} without code: {without:?}", target.mcpu(), patterns.len(), without.len());
        assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), patterns.len(), wrong.join("\n"));
        // LLVM 19 has no saturating sums of bytes in two registers: a program with one is refused, and has no wrong result.
        assert!(without.iter().all(|name| name.contains("AddSat 8x") || name.contains("SubSat 8x")), "{without:?}");
    }
}

#[test]
fn generic_operations_are_right() {
    nothing_is_wrong("generic_operations_are_right", false);
}

#[test]
#[ignore = "slow: every operation at every size"]
fn all_generic_operations_are_right() {
    nothing_is_wrong("all_generic_operations_are_right", true);
}

/// Without what is written otherwise, each error that a set names is there, and no other.
#[test]
fn what_llvm_compiles_wrongly_is_found_again() {
    let all = Patterns::of(false);
    for (set, target) in sets("what_llvm_compiles_wrongly_is_found_again") {
        let ran = ran(&all, &target, &AsItIs(set.dictionary()));
        let wrong = all.iter().zip(ran).filter(|(_, ran)| matches!(ran, Ran::Wrong(_)));
        let wrong: Vec<&Pattern> = wrong.map(|(pattern, _)| pattern).collect();
        wrong.iter().for_each(|pattern| println!("{}: {}", pattern.kind, pattern.name));
        let found: BTreeSet<&str> = wrong.iter().map(|pattern| pattern.kind).collect();
        let miscompiled = set.dictionary().prices().miscompiled();
        let named = [
            ("shifted_products", miscompiled.shifted_products.is_some()),
            ("spilling_shifts", !miscompiled.spilling_shifts.is_empty()),
            ("shuffles", miscompiled.shuffles.is_some()),
        ];
        let named = named.into_iter().filter_map(|(name, is_named)| is_named.then_some(name));
        assert_eq!(found, named.collect(), "of {}", target.mcpu());
    }
}
