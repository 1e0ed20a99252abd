//! Work on questions that no way settles quickly: bounded, whatever is asked, and ended when it is told to.

use isotope_ir::term::BinOp::*;
use isotope_ir::term::{TermId, Terms};
use isotope_smt::effort::Effort;
use isotope_smt::{Outcome, Query, answer};

fn sum_by_twos(t: &mut Terms, mut parts: Vec<TermId>) -> TermId {
    while parts.len() > 1 {
        parts = parts.chunks(2).map(|pair| t.bin(Add, pair[0], pair[1])).collect();
    }
    parts[0]
}

#[test]
fn a_sum_of_64_absolute_differences_is_one_in_any_order() {
    let mut t = Terms::new();
    let (mut chosen, mut subtracted) = (vec![], vec![]);
    for i in 0..64 {
        let (a, b) = (t.var(2 * i, 8), t.var(2 * i + 1, 8));
        let (ab, ba) = (t.bin(Sub, a, b), t.bin(Sub, b, a));
        let below = t.bin(Ult, a, b);
        let (either, most, least) = (t.ite(below, ba, ab), t.ite(below, b, a), t.ite(below, a, b));
        let between = t.bin(Sub, most, least);
        chosen.push(t.zext(either, 32));
        subtracted.push(t.zext(between, 32));
    }
    subtracted.reverse();
    let (lhs, rhs) = (sum_by_twos(&mut t, chosen), sum_by_twos(&mut t, subtracted));
    let effort = Effort::new(1 << 23, &|| false);
    let answer = answer(&Query::prove(&t, lhs, rhs, &[]), &effort);
    assert!(answer.is_proved(), "{:?} after {}", answer.outcome, answer.work);
}

/// The middle one of so many bytes, by rounds of exchanges between neighbours that begin at an even or odd place.
fn median(t: &mut Terms, count: u32, begin: usize) -> TermId {
    let mut values: Vec<TermId> = (0..count).map(|i| t.var(i, 8)).collect();
    for round in 0..values.len() {
        for pair in values[(round + begin) % 2..].chunks_exact_mut(2) {
            let [a, b] = [pair[0], pair[1]];
            let below = t.bin(Ult, b, a);
            (pair[0], pair[1]) = (t.ite(below, b, a), t.ite(below, a, b));
        }
    }
    values[values.len() / 2]
}

#[test]
fn what_no_way_settles_ends_with_its_effort_and_at_a_word() {
    let mut t = Terms::new();
    let (lhs, rhs) = (median(&mut t, 24, 0), median(&mut t, 24, 1));
    let query = Query::prove(&t, lhs, rhs, &[]).with_rlimit(50_000);
    // The last walk that is begun may be over the whole question.
    let slack = 1 << 16;
    let effort = Effort::new(1 << 21, &|| false);
    assert!(matches!(answer(&query, &effort).outcome, Outcome::Unknown(_)));
    assert!(effort.ended().is_some() && effort.spent() < (1 << 21) + slack, "{}", effort.spent());
    let effort = Effort::new(u64::MAX, &|| true);
    assert!(matches!(answer(&query, &effort).outcome, Outcome::Unknown(_)));
    assert!(effort.spent() < slack, "{}", effort.spent());
}
