//! The corpus of false statements, `tests/cases/false`: each way to a proof refuses every one, alone and with the
//! others.
//!
//! Each is a true statement with one corner changed, and carries an input that shows it to be false. `BLESS=1` makes
//! the files anew, from a seed.

#![allow(clippy::unwrap_used)]

mod statements;

use isotope_ir::term::{TermId, Terms};
use isotope_smt::concrete::Samples;
use isotope_smt::{Alone, Direct, Goal, InProcess, Method, Outcome, Prover, Query, Ways};
use statements::{False, True, changed, originals, tells_apart};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

const SEED: u64 = 0xfa15e;

/// The least that the corpus must hold.
const LEAST: usize = 1000;

/// False statements kept of one true one and one corner.
const PER_CORNER: usize = 2;

/// Solver work for one question of these tests.
const BUDGET: u64 = 200_000;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/false")
}

fn read() -> Vec<False> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let mut out = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (at, line) in text.lines().enumerate().filter(|(_, l)| !l.starts_with('#')) {
            let place = || format!("{}:{}", file.display(), at + 1);
            out.push(False::read(line).unwrap_or_else(|| panic!("{} does not read", place())));
        }
    }
    out
}

/// An input that tells both sides apart: sampled, else the solver's, in any case evaluated. The ways that are tested
/// have no part in it.
fn witness(
    terms: &Terms,
    lhs: TermId,
    rhs: TermId,
    given: &[TermId],
    samples: &mut Samples,
) -> Option<Vec<(u32, u128)>> {
    let query = Query::prove(terms, lhs, rhs, given);
    let Goal::Prove { lhs, rhs } = query.goal else { return None };
    let variables = query.variables();
    for _ in 0..200 {
        let input: Vec<(u32, u128)> = variables.iter().map(|&(n, w)| (n, samples.value(w))).collect();
        if tells_apart(&query.terms, lhs, rhs, &query.assumptions, &input) {
            return Some(input);
        }
    }
    match Direct.prove(&query.clone().with_rlimit(BUDGET)).outcome {
        Outcome::Refuted(model) => tells_apart(&query.terms, lhs, rhs, &query.assumptions, &model).then_some(model),
        _ => None,
    }
}

/// The false statements made of one true one, by corner.
fn falsified(original: &True, samples: &mut Samples) -> Vec<(&'static str, False)> {
    let True { terms, lhs, rhs, given, .. } = original;
    let mut terms = terms.clone();
    let mut candidates: Vec<(&'static str, TermId, Vec<TermId>)> =
        changed(&mut terms, *rhs).into_iter().map(|(corner, rhs)| (corner, rhs, given.clone())).collect();
    candidates.extend(original.loosened.iter().map(|given| ("range", *rhs, given.clone())));
    candidates.extend(original.other_lane.map(|lane| ("lane", lane, given.clone())));
    let mut kept: BTreeMap<&str, usize> = BTreeMap::new();
    let mut out = Vec::new();
    // From a random place on, so that not always the innermost corner is changed.
    let begin = samples.bits() as usize % candidates.len().max(1);
    candidates.rotate_left(begin);
    for (corner, rhs, given) in candidates {
        if *kept.entry(corner).or_default() == PER_CORNER {
            continue;
        }
        if let Some(witness) = witness(&terms, *lhs, rhs, &given, samples) {
            *kept.entry(corner).or_default() += 1;
            let query = Query::prove(&terms, *lhs, rhs, &given);
            out.push((corner, False { source: original.source.clone(), witness, query }));
        }
    }
    out
}

fn generate() {
    let mut samples = Samples::new(SEED);
    let mut files: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for original in originals() {
        for (corner, statement) in falsified(&original, &mut samples) {
            files.entry(corner).or_default().insert(statement.line());
        }
    }
    std::fs::create_dir_all(folder()).unwrap();
    for (corner, lines) in files {
        let head = "# False statements, version 1. Made by BLESS=1 of crates/smt/tests/false_statements.rs, which says what a line is.\n";
        let text: String = lines.into_iter().map(|line| line + "\n").collect();
        std::fs::write(folder().join(format!("{corner}.txt")), head.to_owned() + &text).unwrap();
    }
}

#[test]
fn the_corpus_is_large_and_each_statement_is_false() {
    if std::env::var_os("BLESS").is_some() {
        generate();
    }
    let all = read();
    assert!(all.len() >= LEAST, "{} statements", all.len());
    for statement in &all {
        assert!(statement.is_false(), "{}", statement.line());
    }
}

fn proved(answer: &Outcome) -> bool {
    matches!(answer, Outcome::Proved(_))
}

/// All of them are put to each of these.
fn refused_by(name: &str, prover: &dyn Prover, every: usize) {
    let mut asked = 0;
    for statement in read().iter().step_by(every) {
        let answer = prover.prove(&statement.query.clone().with_rlimit(BUDGET));
        assert!(!proved(&answer.outcome), "{name} proves what is false: {}", statement.line());
        asked += 1;
    }
    println!("{name}: {asked} refused");
}

struct Unsampled;

impl Prover for Unsampled {
    fn prove(&self, query: &Query) -> isotope_smt::Answer {
        InProcess.prove(&query.clone().by(Ways::Unsampled))
    }
}

#[test]
fn all_ways_together_refuse_every_false_statement() {
    refused_by("all ways", &InProcess, 1);
}

#[test]
#[ignore = "slow: all ways without samples on every false statement"]
fn all_ways_without_samples_refuse_every_false_statement() {
    refused_by("all ways, unsampled", &Unsampled, 1);
}

#[test]
fn each_cheap_way_alone_refuses_every_false_statement() {
    for method in [Method::Identical, Method::NormalForm, Method::Intervals, Method::Pieces, Method::EveryInput] {
        refused_by(method.name(), &Alone(method), 1);
    }
}

#[test]
fn each_dear_way_alone_refuses_a_sample_of_the_false_statements() {
    for method in DEAR {
        refused_by(method.name(), &Alone(method), 60);
    }
}

#[test]
#[ignore = "slow: the dear ways on every false statement"]
fn each_dear_way_alone_refuses_every_false_statement() {
    for method in DEAR {
        refused_by(method.name(), &Alone(method), 1);
    }
}

const DEAR: [Method; 5] = [Method::Solver, Method::Gathering, Method::Cuts, Method::Sweeping, Method::Cases];

/// Bounds hold on the witness, term by term: what a wrong bound would prove is another matter.
#[test]
fn bounds_hold_on_every_witness() {
    for statement in read() {
        let terms = &statement.query.terms;
        let mut intervals = isotope_smt::interval::Intervals::new(terms, &statement.query.assumptions);
        let value = |n: u32| statement.witness.iter().find(|(m, _)| *m == n).map_or(0, |(_, v)| *v);
        for t in (0..terms.len() as u32).map(TermId) {
            let (range, width) = (intervals.of(terms, t), terms.width(t));
            let got = terms.eval(t, &value).unwrap();
            let signed = isotope_ir::term::signed(got, width);
            let within = range.ulo <= got && got <= range.uhi && range.slo <= signed && signed <= range.shi;
            assert!(within, "{got:x} is not in {range:?}: {}", statement.line());
        }
    }
}

/// A true statement is refuted by no method, and one that a method proves the solver alone does not refute.
fn agreeing(every: usize) {
    for original in originals().iter().step_by(every) {
        let query = Query::prove(&original.terms, original.lhs, original.rhs, &original.given).with_rlimit(BUDGET);
        let alone = Direct.prove(&query).outcome;
        assert!(!matches!(alone, Outcome::Refuted(_)), "{}: not true", original.source);
        for method in Method::ALL {
            let answer = Alone(method).prove(&query).outcome;
            assert!(!matches!(answer, Outcome::Refuted(_)), "{}: {} refutes it", original.source, method.name());
        }
    }
}

#[test]
fn a_sample_of_the_originals_is_refuted_by_no_way() {
    agreeing(8);
}

#[test]
#[ignore = "slow: every original, by every way"]
fn no_original_is_refuted_by_any_way() {
    agreeing(1);
}

/// A random term over a few variables, and the same with a corner changed or with operands in another order.
fn random_pair(samples: &mut Samples) -> (Terms, TermId, TermId) {
    use isotope_ir::term::BinOp::*;
    let mut terms = Terms::new();
    let mut pool: Vec<TermId> = (0..3).map(|n| terms.var(n, 8)).collect();
    pool.push(terms.constant(samples.value(8), 8));
    let ops = [Add, Sub, Mul, And, Or, Xor, Shl, LShr, AShr, Ult, Sle, Add, Sub];
    for _ in 0..8 {
        let mut pick = |n: usize| samples.bits() as usize % n;
        let (a, b, op) = (pool[pick(pool.len())], pool[pool.len() - 1 - pick(3)], ops[pick(ops.len())]);
        let wide = pick(4) == 0 && !op.is_comparison();
        let made = if op.is_comparison() {
            let condition = terms.bin(op, a, b);
            terms.ite(condition, a, b)
        } else if wide {
            let (a, b) = (terms.sext(a, 16), terms.zext(b, 16));
            let whole = terms.bin(op, a, b);
            terms.extract(whole, 1, 8)
        } else {
            terms.bin(op, a, b)
        };
        pool.push(made);
    }
    let left = pool[pool.len() - 1];
    let changes = changed(&mut terms, left);
    let right = match changes.len() {
        0 => left,
        n => changes[samples.bits() as usize % n].1,
    };
    (terms, left, right)
}

/// On random terms no way proves what the solver alone refutes, or refutes what it proves.
fn random_terms(count: usize) {
    let mut samples = Samples::new(SEED + 1);
    let (mut equal, mut different) = (0, 0);
    for _ in 0..count {
        let (terms, lhs, rhs) = random_pair(&mut samples);
        let query = Query::prove(&terms, lhs, rhs, &[]).with_rlimit(BUDGET);
        let alone = Direct.prove(&query).outcome;
        equal += usize::from(proved(&alone));
        different += usize::from(matches!(alone, Outcome::Refuted(_)));
        for method in Method::ALL {
            let answer = Alone(method).prove(&query).outcome;
            let disagree = (proved(&answer) && matches!(alone, Outcome::Refuted(_)))
                || (proved(&alone) && matches!(answer, Outcome::Refuted(_)));
            assert!(!disagree, "{}: {answer:?}, the solver alone: {alone:?}\n{}", method.name(), query.encode());
        }
    }
    assert!(equal > 0 && different > count / 4, "{equal} equal, {different} different of {count}");
}

#[test]
fn on_random_terms_every_way_agrees_with_the_solver_alone() {
    random_terms(60);
}

#[test]
#[ignore = "slow: 2,000 random terms by every way"]
fn on_many_random_terms_every_way_agrees_with_the_solver_alone() {
    random_terms(2000);
}
