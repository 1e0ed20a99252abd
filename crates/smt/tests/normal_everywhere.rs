//! The normal form of random terms of few bits, on every input: no corner is left to chance, as it is where inputs are
//! sampled (`normal_random.rs`).

use isotope_ir::term::BinOp::{self, *};
use isotope_ir::term::{TermId, Terms, UnOp};
use isotope_smt::concrete::{Evaluator, Samples};
use isotope_smt::effort::Effort;
use isotope_smt::normal::Normaliser;

const OPS: [BinOp; 18] = [Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr, Eq, Ult, Ule, Slt, Sle];

/// Bits of the variables: 2^12 inputs.
const VARIABLES: [u32; 3] = [5, 4, 3];

/// A random term over the variables, by `steps` operations; widths stay between 1 and 9 bits.
fn random(terms: &mut Terms, samples: &mut Samples, steps: usize) -> TermId {
    let mut pool: Vec<TermId> = (0..).zip(VARIABLES).map(|(n, w)| terms.var(n, w)).collect();
    for _ in 0..steps {
        let mut below = |n: usize| samples.bits() as usize % n;
        let a = pool[pool.len() - 1 - below(pool.len().min(4))];
        let (other, pick, by) = (pool[below(pool.len())], below(10), below(9) as u128);
        let width = terms.width(a);
        let op = OPS[below(OPS.len())];
        let b = fitted(terms, other, width, pick % 2 == 0);
        let made = match pick {
            0 => terms.un(if by % 2 == 0 { UnOp::Not } else { UnOp::Neg }, a),
            1 => fitted(terms, a, 1 + by as u32, true),
            2 => fitted(terms, a, 1 + by as u32, false),
            3 | 4 => {
                let least = terms.bin([Ult, Ule, Slt, Sle][by as usize % 4], a, b);
                if by > 3 { terms.ite(least, a, b) } else { terms.ite(least, b, a) }
            }
            5 | 6 => {
                let constant = terms.constant(by.wrapping_sub(3), width);
                terms.bin(op, a, constant)
            }
            _ => terms.bin(op, a, b),
        };
        pool.push(made);
    }
    pool[pool.len() - 1]
}

fn fitted(terms: &mut Terms, t: TermId, width: u32, signed: bool) -> TermId {
    match terms.width(t) {
        own if own > width => terms.extract(t, if signed { own - width } else { 0 }, width),
        _ if signed => terms.sext(t, width),
        _ => terms.zext(t, width),
    }
}

/// The rows of all inputs that an evaluator reads.
fn everywhere(evaluator: &Evaluator) -> Vec<Vec<u128>> {
    let total: u32 = evaluator.inputs().iter().map(|(_, width)| width).sum();
    let mut shift = 0;
    let mut rows = Vec::new();
    for &(_, width) in evaluator.inputs() {
        rows.push((0..1u128 << total).map(|input| input >> shift & ((1 << width) - 1)).collect());
        shift += width;
    }
    rows
}

fn check(seeds: std::ops::Range<u64>) {
    let rewritten: usize = seeds.map(of_seed).sum();
    assert!(rewritten > 100, "only {rewritten} were rewritten");
}

/// How many of a random term's two normal forms are other terms.
fn of_seed(seed: u64) -> usize {
    let mut samples = Samples::new(seed);
    let mut terms = Terms::new();
    let steps = 3 + seed as usize % 10;
    let root = random(&mut terms, &mut samples, steps);
    let mut given = Vec::new();
    if seed.is_multiple_of(3) {
        let (a, bound) = (terms.var(0, VARIABLES[0]), terms.constant(samples.value(VARIABLES[0]), VARIABLES[0]));
        given.push(terms.bin([Ule, Slt, Sle][seed as usize / 3 % 3], a, bound));
    }
    let is_rewritten = |&sealing: &bool| is_rewritten(&terms, root, &given, sealing, &format!("seed {seed}"));
    [false, true].iter().filter(|sealing| is_rewritten(sealing)).count()
}

/// Whether a term's normal form is another one. It must have its value wherever what is given holds, and the ranges that it was found by
/// must hold there.
fn is_rewritten(terms: &Terms, root: TermId, given: &[TermId], sealing: bool, name: &str) -> bool {
    let mut terms = terms.clone();
    let effort = Effort::new(u64::MAX, &|| false);
    let mut normaliser = match sealing {
        true => Normaliser::sealing(&mut terms, given, &effort),
        false => Normaliser::new(&mut terms, given, &effort),
    };
    let (form, _) = normaliser.pair(root, root);
    let ranges = normaliser.ranges();
    let sums: Vec<TermId> = ranges.iter().map(|(term, _)| *term).collect();
    let roots = [&[root, form][..], given, &sums].concat();
    let evaluator = Evaluator::new(&terms, &roots).expect("no function is in it");
    let rows = everywhere(&evaluator);
    let got = evaluator.eval(&rows);
    for at in 0..got[0].len() {
        let (facts, sums) = got[2..].split_at(given.len());
        if facts.iter().any(|row| row[at] != 1) {
            continue;
        }
        let input: Vec<u128> = rows.iter().map(|row| row[at]).collect();
        assert!(got[0][at] == got[1][at], "{name}, sealing {sealing}, at {input:?}");
        for ((term, range), row) in ranges.iter().zip(sums) {
            let (value, signed) = (row[at], isotope_ir::term::signed(row[at], terms.width(*term)));
            let within = range.ulo <= value && value <= range.uhi && range.slo <= signed && signed <= range.shi;
            assert!(within, "{name}: a sum of {value} is not in {range:?}, at {input:?}");
        }
    }
    form != root
}

#[test]
fn normal_forms_keep_the_value_of_every_input() {
    check(0..400);
}

/// Its chain of extrema is built of what the chain is read for: it was read without end.
#[test]
fn a_term_that_is_needed_for_its_own_reading_has_one() {
    of_seed(15_853);
}

/// Of all functions of three bits two are what a carry-save addition gives. Each stands beside a majority, whole and in part, and is
/// read in both ways.
#[test]
fn truth_tables_keep_the_value_of_every_input() {
    for (table, lo) in (0..=255u32).flat_map(|table| [(table, 0), (table, 1)]) {
        let mut terms = Terms::new();
        let vars: Vec<TermId> = (0..).zip(VARIABLES).map(|(n, w)| terms.var(n, w)).collect();
        let words = [0, 1, 2].map(|n| fitted(&mut terms, vars[n], VARIABLES[1], false));
        let [one, carries] = [table, 0xe8].map(|table| {
            let word = by_table(&mut terms, table, words);
            terms.extract(word, lo, VARIABLES[1] - lo)
        });
        for signed in [false, true] {
            let [one, carries] = [one, carries].map(|word| fitted(&mut terms, word, 8, signed));
            let twice = terms.bin(Add, carries, carries);
            let root = terms.bin(Add, one, twice);
            is_rewritten(&terms, root, &[], false, &format!("table {table:#x} from bit {lo}"));
        }
    }
}

/// The conjunctions of words, or of their complements, for each of a table's ones: any of them.
fn by_table(terms: &mut Terms, table: u32, words: [TermId; 3]) -> TermId {
    let zero = terms.constant(0, terms.width(words[0]));
    let rows = (0..8).filter(|row| table >> row & 1 == 1);
    rows.fold(zero, |all, row| {
        let mut bit = |n: usize| if row >> n & 1 == 1 { words[n] } else { terms.un(UnOp::Not, words[n]) };
        let [x, y, z] = [0, 1, 2].map(&mut bit);
        let rest = terms.bin(And, y, z);
        let one = terms.bin(And, x, rest);
        terms.bin(Or, all, one)
    })
}

#[test]
#[ignore = "slow: 20,000 terms on every input"]
fn many_normal_forms_keep_the_value_of_every_input() {
    check(400..20_400);
}
