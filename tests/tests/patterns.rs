//! Operations that LLVM compiles wrongly for a target, found again: generic operations by themselves, executed on its emulator, and compared with
//! what they mean.
//!
//! A set names in its `target.toml` what is written otherwise (`[code.miscompiled]`). Written so, every pattern is right; left to LLVM, each named
//! error shows itself, so that an entry that a later LLVM does not need is found, too.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "patterns/drawn.rs"]
mod drawn;

use drawn::{Pattern, Patterns, inputs};
use isotope_codegen::llvm::{Form, Forms, function};
use isotope_dictionary::manifest::Miscompiled;
use isotope_dictionary::{Dictionary, Host, InstructionSet, Target};
use isotope_ir::types::Type;
use isotope_program::concrete::{Elements, NoInstructions, run};
use isotope_run::{Job, RunError, of_arch, run_jobs};
use isotope_trial::execution::{pack, slot, unpack};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::collections::BTreeSet;

/// Inputs of each pattern.
const TRIALS: usize = 12;

/// Patterns in one program.
const TOGETHER: usize = 40;

/// The outcome of a pattern.
#[derive(Clone, Debug, PartialEq)]
enum Ran {
    Right,
    Wrong(String),
    /// The compiler ended without code.
    NoCode,
}

/// The forms of a dictionary, and everything else left to LLVM.
struct AsItIs<'a>(&'a Dictionary);

impl Forms for AsItIs<'_> {
    fn form(&self, name: &str, immediates: &[u64]) -> Option<Form> {
        self.0.form(name, immediates)
    }
}

/// Patterns as code of a target, with inputs and what they have to give.
fn prepared(patterns: &[Pattern], target: &Target, forms: &dyn Forms) -> Vec<Prepared> {
    let mut random = StdRng::seed_from_u64(17);
    let prepare = |pattern: &Pattern| {
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
        (job, expected, program.ty)
    };
    patterns.iter().map(prepare).collect()
}

/// Compiles and runs them.
fn ran(all: &[Prepared], target: &Target) -> Vec<Ran> {
    all.chunks(TOGETHER).flat_map(|some| together(some, target)).collect()
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

/// Patterns on a set's target, each in the set's forms.
struct Executed {
    target: Target,
    all: Vec<(Prepared, Ran)>,
}

fn executed_on(set: &'static InstructionSet, target: Target, every: bool) -> Executed {
    let all = prepared(&Patterns::of(every), &target, set.dictionary());
    let ran = ran(&all, &target);
    Executed { target, all: all.into_iter().zip(ran).collect() }
}

fn nothing_is_wrong(Executed { target, all, .. }: &Executed, every: bool) {
    let patterns = Patterns::of(every);
    let (mut wrong, mut without) = (Vec::new(), BTreeSet::new());
    for (pattern, (_, ran)) in patterns.iter().zip(all) {
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

#[test]
fn generic_operations_are_right() {
    for (set, target) in sets("generic_operations_are_right") {
        nothing_is_wrong(&executed_on(set, target, false), false);
    }
}

#[test]
#[ignore = "slow: every operation at every size"]
fn all_generic_operations_are_right() {
    for (set, target) in sets("all_generic_operations_are_right") {
        nothing_is_wrong(&executed_on(set, target, true), true);
    }
}

/// Without what is written otherwise, each error that a set names is there, and no other.
#[test]
#[ignore = "slow: it changes with LLVM alone"]
fn what_llvm_compiles_wrongly_is_found_again() {
    let all = Patterns::of(false);
    for (set, target) in sets("what_llvm_compiles_wrongly_is_found_again") {
        let Executed { target, all: in_forms } = &executed_on(set, target, false);
        let as_it_is = prepared(&all, target, &AsItIs(set.dictionary()));
        // A pattern that no form of the set changes is the same module, and has been executed.
        let is_other = |(other, (own, _)): &(Prepared, &(Prepared, Ran))| other.0.module != own.0.module;
        let others: Vec<Prepared> =
            as_it_is.iter().cloned().zip(in_forms).filter(is_other).map(|(one, _)| one).collect();
        println!("{}: {} of {} patterns are other code", target.mcpu(), others.len(), all.len());
        let mut ran_otherwise = ran(&others, target).into_iter();
        let ran = as_it_is.iter().zip(in_forms).map(|(other, (own, ran))| {
            let is_same = other.0.module == own.0.module;
            if is_same { ran.clone() } else { ran_otherwise.next().expect("each was executed") }
        });
        // An operation that LLVM selects no code for is no wrong code.
        let is_found = |pattern: &Pattern, ran: &Ran| match ran {
            Ran::Right => false,
            Ran::Wrong(_) => true,
            Ran::NoCode => pattern.kind == "unselected_bools",
        };
        let wrong = all.iter().zip(ran).filter(|(pattern, ran)| is_found(pattern, ran));
        let wrong: Vec<&Pattern> = wrong.map(|(pattern, _)| pattern).collect();
        wrong.iter().for_each(|pattern| println!("{}: {}", pattern.kind, pattern.name));
        let found: BTreeSet<&str> = wrong.iter().map(|pattern| pattern.kind).collect();
        let miscompiled = set.dictionary().prices().miscompiled();
        let named = [
            ("shifted_products", miscompiled.shifted_products.is_some()),
            ("spilling_shifts", !miscompiled.spilling_shifts.is_empty()),
            ("unselected_bools", miscompiled.unselected_bools),
            ("spilling_casts", miscompiled.spilling_casts.is_some()),
            ("shuffles", miscompiled.shuffles.is_some()),
        ];
        let named = named.into_iter().filter_map(|(name, is_named)| is_named.then_some(name));
        assert_eq!(found, named.collect(), "of {}", target.mcpu());
    }
}
