//! Each way by itself: it proves statements of the kind that it is for, says that it did, and refuses each of them once
//! one corner is changed.

use isotope_ir::term::BinOp::{self, *};
use isotope_ir::term::{TermId, Terms, UnOp};
use isotope_smt::concrete::Samples;
use isotope_smt::{Alone, Direct, Goal, InProcess, Method, Model, Outcome, Prover, Query};

/// A claim: `lhs` is `rhs` wherever `given` holds, and is not `wrong`.
struct Claim {
    lhs: TermId,
    rhs: TermId,
    wrong: TermId,
    given: Vec<TermId>,
}

fn claim(lhs: TermId, rhs: TermId, wrong: TermId) -> Claim {
    Claim { lhs, rhs, wrong, given: vec![] }
}

type Build = fn(&mut Terms) -> Claim;

fn int(t: &mut Terms, value: i128, width: u32) -> TermId {
    t.constant(value as u128, width)
}

fn choose(t: &mut Terms, op: BinOp, [a, b, x, y]: [TermId; 4]) -> TermId {
    let c = t.bin(op, a, b);
    t.ite(c, x, y)
}

/// A clamp as Halide writes it: from below, then from above.
fn clamp(t: &mut Terms, a: TermId, lo: i128, hi: i128) -> TermId {
    let (lo, hi) = (int(t, lo, t.width(a)), int(t, hi, t.width(a)));
    let low = choose(t, Slt, [a, lo, lo, a]);
    choose(t, Slt, [hi, low, hi, low])
}

/// A clamp as vendors write it: from above, otherwise from below.
fn saturate(t: &mut Terms, a: TermId, lo: i128, hi: i128) -> TermId {
    let (lo, hi) = (int(t, lo, t.width(a)), int(t, hi, t.width(a)));
    let low = choose(t, Slt, [a, lo, lo, a]);
    choose(t, Slt, [hi, a, hi, low])
}

/// The statements of each way, by name.
const CLAIMS: &[(Method, &str, Build)] = &[
    (Method::Identical, "a product in either order", |t| {
        let (a, b) = (t.var(0, 32), t.var(1, 32));
        claim(t.bin(Mul, a, b), t.bin(Mul, b, a), t.bin(Mul, a, a))
    }),
    (Method::NormalForm, "a factor over a sum", |t| {
        let (a, b, c) = (t.var(0, 16), t.var(1, 16), t.var(2, 16));
        let (sum, ac, bc) = (t.bin(Add, a, b), t.bin(Mul, a, c), t.bin(Mul, b, c));
        claim(t.bin(Mul, sum, c), t.bin(Add, ac, bc), t.bin(Sub, ac, bc))
    }),
    (Method::NormalForm, "a minimum by either comparison", |t| {
        let (a, b) = (t.var(0, 8), t.var(1, 8));
        let least = choose(t, Slt, [a, b, a, b]);
        claim(least, choose(t, Sle, [b, a, b, a]), choose(t, Ule, [b, a, b, a]))
    }),
    (Method::NormalForm, "an average with rounding, in 9 bits and in 16", |t| {
        let (a, b) = (t.var(0, 8), t.var(1, 8));
        let mut average = |wide: u32, round: i128| {
            let (za, zb, one) = (t.zext(a, wide), t.zext(b, wide), int(t, round, wide));
            let sum = t.bin(Add, za, zb);
            let sum = t.bin(Add, sum, one);
            t.extract(sum, 1, 8)
        };
        claim(average(9, 1), average(16, 1), average(16, 0))
    }),
    (Method::NormalForm, "a sum that its bounds keep from wrapping", |t| {
        let (a, b, top) = (t.var(0, 8), t.var(1, 8), int(t, 127, 8));
        let given = vec![t.bin(Ule, a, top), t.bin(Ule, b, top)];
        let sum = t.bin(Add, a, b);
        let (za, zb, sa, sb) = (t.zext(a, 16), t.zext(b, 16), t.sext(a, 16), t.sext(sum, 16));
        let (wide, wrong) = (t.bin(Add, za, zb), t.bin(Add, sa, sb));
        Claim { lhs: t.zext(sum, 16), rhs: wide, wrong, given }
    }),
    (Method::Intervals, "what an assumption keeps below a bound is below it", |t| {
        let (a, b) = (t.var(0, 16), t.var(1, 16));
        let (hundred, bound, tight) = (int(t, 100, 16), int(t, 201, 16), int(t, 200, 16));
        let given = vec![t.bin(Ule, a, hundred), t.bin(Ule, b, hundred)];
        let sum = t.bin(Add, a, b);
        Claim { lhs: t.bin(Ult, sum, bound), rhs: int(t, 1, 1), wrong: t.bin(Ult, sum, tight), given }
    }),
    (Method::Pieces, "a clamp of 32 bits, written in two ways", |t| {
        let a = t.var(0, 32);
        let halide = clamp(t, a, -128, 127);
        claim(halide, saturate(t, a, -128, 127), saturate(t, a, -128, 126))
    }),
    (Method::Pieces, "a clamp that differs for one value in four billion", |t| {
        let a = t.var(0, 32);
        let (halide, vendor) = (clamp(t, a, -128, 127), saturate(t, a, -128, 127));
        let (rare, zero) = (int(t, 100, 32), int(t, 0, 32));
        claim(halide, vendor, choose(t, Eq, [a, rare, zero, vendor]))
    }),
    (Method::Pieces, "a choice among the last values of 64 bits, fewer than a block", |t| {
        let (a, first, limit, zero) = (t.var(0, 64), int(t, -100, 64), int(t, -10, 64), int(t, 0, 64));
        let given = vec![t.bin(Ule, first, a)];
        let (lhs, rhs) = (choose(t, Ult, [a, limit, zero, a]), choose(t, Ule, [limit, a, a, zero]));
        Claim { lhs, rhs, wrong: choose(t, Ult, [limit, a, a, zero]), given }
    }),
    (Method::EveryInput, "a division by nine as a product", |t| {
        let a = t.var(0, 16);
        let wide = t.zext(a, 32);
        let mut by = |magic: i128| {
            let magic = int(t, magic, 32);
            let product = t.bin(Mul, wide, magic);
            let high = t.extract(product, 19, 13);
            t.zext(high, 16)
        };
        let (right, wrong) = (by(58255), by(58254));
        let nine = int(t, 9, 16);
        claim(t.bin(UDiv, a, nine), right, wrong)
    }),
    (Method::EveryInput, "where an assumption holds, and not beyond it", |t| {
        let (a, b) = (t.var(0, 8), t.var(1, 8));
        let (limit, fifteen) = (int(t, 16, 8), int(t, 15, 8));
        let given = vec![t.bin(Ult, a, limit)];
        let low = t.bin(And, a, fifteen);
        Claim { lhs: t.bin(SRem, a, b), rhs: t.bin(SRem, low, b), wrong: t.bin(URem, low, b), given }
    }),
    (Method::Solver, "exclusive or from the other two", |t| {
        let (a, b) = (t.var(0, 32), t.var(1, 32));
        let (either, both) = (t.bin(Or, a, b), t.bin(And, a, b));
        let exact = t.bin(Sub, either, both);
        let (sum, rare, zero) = (t.bin(Add, a, b), int(t, 0x1234_5678, 32), int(t, 0, 32));
        claim(t.bin(Xor, a, b), exact, choose(t, Eq, [sum, rare, zero, exact]))
    }),
    (Method::Gathering, "two clamps of one sum of two inputs", |t| {
        let (a, b) = (t.var(0, 32), t.var(1, 32));
        let sum = t.bin(Add, a, b);
        let halide = clamp(t, sum, -1000, 1000);
        claim(halide, saturate(t, sum, -1000, 1000), saturate(t, sum, -1000, 999))
    }),
    (Method::Cuts, "a product that both sides read", |t| {
        let (a, b, c) = (t.var(0, 32), t.var(1, 32), t.var(2, 32));
        let product = t.bin(Mul, a, b);
        let (either, both) = (t.bin(Or, product, c), t.bin(And, product, c));
        claim(t.bin(Xor, product, c), t.bin(Sub, either, both), t.bin(Add, either, both))
    }),
    (Method::Cuts, "a product that both sides read within its bounds", |t| {
        let (a, b) = (t.var(0, 8), t.var(1, 8));
        let (za, zb) = (t.zext(a, 32), t.zext(b, 32));
        let product = t.bin(Mul, za, zb);
        let (top, less) = (int(t, 65025, 32), int(t, 65024, 32));
        let mut least = |bound| choose(t, Ult, [product, bound, product, bound]);
        let (needless, wrong) = (least(top), least(less));
        let sign = t.un(UnOp::Neg, product);
        claim(t.bin(Xor, sign, needless), t.bin(Xor, sign, product), t.bin(Xor, sign, wrong))
    }),
    (Method::Cuts, "clamps of one product in two widths, whose comparisons are shared as well", |t| {
        let (a, b) = (t.var(0, 32), t.var(1, 32));
        let product = t.bin(Mul, a, b);
        let (lo, hi) = (int(t, -100, 32), int(t, 100, 32));
        let wide = saturate(t, product, -100, 100);
        let mut narrow = |least: i128| {
            let (lo16, hi16, low) = (int(t, least, 16), int(t, 100, 16), t.extract(product, 0, 16));
            let inner = choose(t, Slt, [product, lo, lo16, low]);
            let clamped = choose(t, Slt, [hi, product, hi16, inner]);
            t.sext(clamped, 32)
        };
        claim(wide, narrow(-100), narrow(-99))
    }),
    (Method::Sweeping, "a magnitude in two ways, deep inside", |t| {
        let (a, b, c) = (t.var(0, 8), t.var(1, 8), t.var(2, 32));
        let (ab, ba) = (t.bin(Sub, a, b), t.bin(Sub, b, a));
        let chosen = choose(t, Ult, [a, b, ba, ab]);
        let (most, least) = (choose(t, Ult, [a, b, b, a]), choose(t, Ult, [a, b, a, b]));
        let between = t.bin(Sub, most, least);
        let mut around = |inner: TermId| {
            let wide = t.zext(inner, 32);
            let scaled = t.bin(Mul, wide, c);
            let square = t.bin(Mul, scaled, scaled);
            t.bin(UDiv, square, c)
        };
        claim(around(chosen), around(between), around(ab))
    }),
    (Method::Sweeping, "averages of averages of products, in 9 bits and in 16", |t| {
        let bytes: Vec<TermId> = (0..4).map(|i| t.var(i, 8)).collect();
        let mut average = |[a, b]: [TermId; 2], wide: u32, round: i128| {
            let (a, b, one) = (t.zext(a, wide), t.zext(b, wide), int(t, round, wide));
            let sum = t.bin(Add, a, b);
            let (half, last) = (t.bin(LShr, sum, one), t.bin(And, sum, one));
            let rounded = if wide == 9 { t.bin(Add, sum, one) } else { t.bin(Add, half, last) };
            if wide == 9 { t.extract(rounded, 1, 8) } else { t.extract(rounded, 0, 8) }
        };
        let mut chain = |wide: u32, last: i128| {
            let (low, high) = (average([bytes[0], bytes[1]], wide, 1), average([bytes[2], bytes[3]], wide, 1));
            average([low, high], wide, last)
        };
        let (narrow, wide, wrong) = (chain(9, 1), chain(16, 1), chain(9, 0));
        let c = t.var(4, 32);
        let mut around = |inner: TermId| {
            let inner = t.zext(inner, 32);
            let product = t.bin(Mul, inner, c);
            t.bin(Mul, product, product)
        };
        claim(around(narrow), around(wide), around(wrong))
    }),
    (Method::Sweeping, "what is assumed of a product, and what follows from it", |t| {
        let (a, b) = (t.var(0, 32), t.var(1, 32));
        let product = t.bin(Mul, a, b);
        let (ten, twenty) = (int(t, 10, 32), int(t, 20, 32));
        let given = vec![t.bin(Ult, product, ten)];
        let least = choose(t, Ult, [product, twenty, product, twenty]);
        Claim { lhs: t.bin(UDiv, least, b), rhs: t.bin(UDiv, product, b), wrong: t.bin(UDiv, product, a), given }
    }),
    (Method::Cases, "a shift that rounds by an amount, at once and in two steps", |t| {
        let (a, by, one) = (t.var(0, 32), t.var(1, 32), int(t, 1, 32));
        let (zero, most, bound) = (int(t, 0, 32), int(t, 31, 32), int(t, 64, 32));
        let (is_none, below) = (t.bin(Eq, by, zero), t.bin(Ult, by, bound));
        let given = vec![t.un(UnOp::Not, is_none), below];
        let less = t.bin(Sub, by, one);
        let before = t.bin(AShr, a, less);
        let (shifted, last) = (t.bin(AShr, a, by), t.bin(And, before, one));
        let at_once = t.bin(Add, shifted, last);
        let mut two_steps = |most: TermId| {
            let held = choose(t, Ult, [less, most, less, most]);
            let before = t.bin(AShr, a, held);
            let (shifted, last) = (t.bin(AShr, before, one), t.bin(And, before, one));
            t.bin(Add, shifted, last)
        };
        let (rhs, wrong) = (two_steps(most), two_steps(one));
        Claim { lhs: at_once, rhs, wrong, given }
    }),
    (Method::Cases, "a branch that knows what was compared", |t| {
        let (a, b) = (t.var(0, 16), t.var(1, 16));
        let (bound, ones) = (int(t, 16, 16), int(t, 15, 16));
        let (masked, other) = (t.bin(And, a, ones), t.bin(Xor, a, b));
        let lhs = choose(t, Ult, [a, bound, masked, other]);
        claim(lhs, choose(t, Ult, [a, bound, a, other]), choose(t, Ule, [a, bound, a, other]))
    }),
];

fn holds(query: &Query, model: &Model) -> bool {
    let Goal::Prove { lhs, rhs } = query.goal else { return false };
    let value = |n: u32| model.iter().find(|(m, _)| *m == n).map_or(0, |(_, v)| *v);
    let of = |t: TermId| query.terms.eval(t, &value);
    of(lhs) != of(rhs) && query.assumptions.iter().all(|&g| of(g) == Some(1))
}

fn each(mut check: impl FnMut(Method, &str, &Terms, &Claim)) {
    for (method, name, build) in CLAIMS {
        let mut terms = Terms::new();
        let claim = build(&mut terms);
        check(*method, name, &terms, &claim);
    }
}

#[test]
fn every_way_has_a_statement() {
    for method in Method::ALL {
        assert!(CLAIMS.iter().any(|(m, ..)| *m == method), "{}", method.name());
    }
}

/// The statements themselves, by evaluation and by the solver alone: what they are compared with must not rest on the
/// ways.
#[test]
fn the_statements_are_what_they_say() {
    each(|_, name, terms, claim| {
        let mut samples = Samples::new(11);
        for _ in 0..3000 {
            let input: Vec<u128> = (0..5).map(|_| samples.value(32)).collect();
            let value = |n: u32| input[n as usize];
            let of = |t: TermId| terms.eval(t, &value);
            if claim.given.iter().all(|&g| of(g) == Some(1)) {
                assert_eq!(of(claim.lhs), of(claim.rhs), "{name}: {input:x?}");
            }
        }
        let wrong = Query::prove(terms, claim.lhs, claim.wrong, &claim.given).with_rlimit(20_000_000);
        let answer = Direct.prove(&wrong).outcome;
        assert!(matches!(&answer, Outcome::Refuted(model) if holds(&wrong, model)), "{name}: {answer:?}");
    });
}

#[test]
fn each_way_proves_what_it_is_for_and_says_so() {
    each(|method, name, terms, claim| {
        let query = Query::prove(terms, claim.lhs, claim.rhs, &claim.given);
        match Alone(method).prove(&query).outcome {
            Outcome::Proved(how) => assert!(how.has(method), "{name}: proved by {how}, not by {}", method.name()),
            other => panic!("{name} is not proved by {}: {other:?}", method.name()),
        }
    });
}

/// Not only the way that a statement is for: all of them, on each.
#[test]
fn no_way_proves_a_statement_with_a_corner_changed() {
    each(|_, name, terms, claim| {
        let query = Query::prove(terms, claim.lhs, claim.wrong, &claim.given).with_rlimit(300_000);
        for method in Method::ALL {
            match Alone(method).prove(&query).outcome {
                Outcome::Proved(how) => panic!("{name}, changed, is proved by {}: {how}", method.name()),
                Outcome::Refuted(model) => assert!(holds(&query, &model), "{name}, by {}: {model:x?}", method.name()),
                _ => {}
            }
        }
    });
}

/// Ways that look at every input of what they accept find the one that differs.
#[test]
fn ways_that_try_all_inputs_find_the_counterexample() {
    each(|method, name, terms, claim| {
        if matches!(method, Method::Pieces | Method::EveryInput) {
            let query = Query::prove(terms, claim.lhs, claim.wrong, &claim.given);
            let answer = Alone(method).prove(&query).outcome;
            assert!(matches!(&answer, Outcome::Refuted(model) if holds(&query, model)), "{name}: {answer:?}");
        }
    });
}

/// The solver shows the rest once bounds have made both extensions one: the proof rests on those bounds, too.
#[test]
fn a_proof_on_normal_forms_names_the_bounds_that_made_them() {
    let mut t = Terms::new();
    let (a, b, c, d) = (t.var(0, 32), t.var(1, 64), t.var(2, 64), t.var(3, 64));
    let top = int(&mut t, 0x7fff_ffff, 32);
    let given = [t.bin(Ule, a, top)];
    let product = t.bin(Mul, b, c);
    let (either, both) = (t.bin(Or, product, d), t.bin(And, product, d));
    let (exclusive, difference) = (t.bin(Xor, product, d), t.bin(Sub, either, both));
    let (signed, unsigned) = (t.sext(a, 64), t.zext(a, 64));
    let (lhs, rhs) = (t.bin(Add, exclusive, signed), t.bin(Add, difference, unsigned));
    let outcome = InProcess.prove(&Query::prove(&t, lhs, rhs, &given)).outcome;
    let Outcome::Proved(how) = outcome else { panic!("{outcome:?}") };
    assert!(how.has(Method::NormalForm) && how.has(Method::Solver) && how.has(Method::Intervals), "{how}");
}

/// A fresh variable's number must not wrap around to one that is in use: here the shared product would become `v0`, of
/// which `p - v0 = v0 - p` is true, while of the product it is not.
#[test]
fn a_cut_beside_the_greatest_variable_number_takes_nobody_elses() {
    let mut t = Terms::new();
    let (a, b, last) = (t.var(0, 8), t.var(1, 8), t.var(u32::MAX, 8));
    let shared = t.bin(Mul, b, last);
    let (lhs, rhs) = (t.bin(Sub, shared, a), t.bin(Sub, a, shared));
    for method in [Method::Cuts, Method::Gathering] {
        let outcome = Alone(method).prove(&Query::prove(&t, lhs, rhs, &[])).outcome;
        assert!(!matches!(outcome, Outcome::Proved(_)), "{}: {outcome:?}", method.name());
    }
}
