//! Which pipes an instruction runs on, from how long it takes alone and beside others.

use isotope_cost::pipes::{Pipes, Work, bound};

/// Cycles of one instruction, and of one of it and one partner, for each partner.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// In a loop of copies that do not depend on each other.
    pub alone: f64,
    /// In the order of the partners.
    pub beside: Vec<f64>,
}

/// What explains some times best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fitted {
    /// The pipes.
    pub pipes: Pipes,
    /// Work for them, hundredths of a cycle.
    pub centicycles: u64,
}

impl Fitted {
    fn work(self) -> Work {
        Work { pipes: self.pipes, centicycles: self.centicycles }
    }
}

/// The partners' own pipes, of so many: of all ways to give each a set that explains how long it takes alone, the one
/// that explains best how long they take beside each other; of equals, the one with the least numbers. Names of pipes are
/// arbitrary: any renaming explains the same.
pub fn partners(times: &[Times], pipes: u32) -> Vec<Fitted> {
    let choices: Vec<Vec<Fitted>> = times.iter().map(|t| choices(t.alone, pipes)).collect();
    let mut best: Option<(f64, Vec<Fitted>)> = None;
    let mut at = vec![0usize; times.len()];
    loop {
        let chosen: Vec<Fitted> = at.iter().zip(&choices).map(|(&i, of)| of[i]).collect();
        let error: f64 = chosen.iter().zip(times).map(|(one, times)| distance(*one, times, &chosen)).sum();
        if best.as_ref().is_none_or(|(least, _)| error < least - 1e-9) {
            best = Some((error, chosen));
        }
        let Some(turn) = (0..at.len()).find(|&i| at[i] + 1 < choices[i].len()) else { break };
        at[turn] += 1;
        at[..turn].fill(0);
    }
    best.map(|(_, chosen)| chosen).unwrap_or_default()
}

/// The pipes of one instruction beside partners whose pipes are known; of equals the most pipes.
pub fn fit(times: &Times, partners: &[Fitted], pipes: u32) -> Option<Fitted> {
    let mut of = choices(times.alone, pipes);
    of.sort_by_key(|one| std::cmp::Reverse(one.pipes.count_ones()));
    let ranked = of.into_iter().map(|one| (distance(one, times, partners), one));
    ranked.reduce(|best, next| if next.0 < best.0 - 1e-9 { next } else { best }).map(|(_, one)| one)
}

/// Every set with the work that takes it so long.
fn choices(alone: f64, pipes: u32) -> Vec<Fitted> {
    let sets = 1..1u32 << pipes;
    let of = |set: u32| {
        let centicycles = (alone * 100.0 * f64::from(set.count_ones())).round();
        Fitted { pipes: set.into(), centicycles: nearest(centicycles as u64) }
    };
    // An instruction is at least one micro-operation on one pipe.
    sets.map(of).filter(|one| one.centicycles >= 75).collect()
}

/// Whole micro-operations, where the time is near them.
fn nearest(centicycles: u64) -> u64 {
    let whole = (centicycles + 50) / 100 * 100;
    if whole > 0 && centicycles.abs_diff(whole) * 100 <= whole * 12 { whole } else { centicycles }
}

/// How far the times are from what some pipes explain.
fn distance(one: Fitted, times: &Times, partners: &[Fitted]) -> f64 {
    let beside = partners.iter().zip(&times.beside).filter(|(_, time)| time.is_finite());
    beside.map(|(other, time)| (bound(&[one.work(), other.work()]) as f64 / 100.0 - time).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Zen 5, measured: an addition, a shuffle, a multiplication, a shift.
    fn zen5() -> Vec<Times> {
        [
            (0.25, [0.50, 0.50, 0.50, 0.50]),
            (0.50, [0.50, 1.00, 0.68, 0.71]),
            (0.50, [0.50, 0.68, 1.00, 0.50]),
            (0.50, [0.50, 0.71, 0.50, 1.00]),
        ]
        .map(|(alone, beside)| Times { alone, beside: beside.to_vec() })
        .to_vec()
    }

    #[test]
    fn pipes_are_found_that_explain_what_was_measured() {
        let found = partners(&zen5(), 4);
        let [add, shuffle, multiply, shift] = found[..] else { panic!("{found:?}") };
        assert_eq!((add.pipes, add.centicycles), (0b1111, 100));
        for one in [shuffle, multiply, shift] {
            assert_eq!((one.pipes.count_ones(), one.centicycles), (2, 100));
        }
        assert_eq!(multiply.pipes & shift.pipes, 0);
        assert_eq!((shuffle.pipes & multiply.pipes).count_ones(), 1);
        assert_eq!((shuffle.pipes & shift.pipes).count_ones(), 1);
    }

    #[test]
    fn an_instruction_has_the_pipes_of_the_partner_that_it_is_like() {
        let known = partners(&zen5(), 4);
        for (partner, times) in known.iter().zip(zen5()) {
            assert_eq!(fit(&times, &known, 4), Some(*partner));
        }
        // Two operations on the shuffles' pipes.
        let compress = Times { alone: 1.0, beside: vec![1.0, 1.5, 1.0, 1.0] };
        let fitted = fit(&compress, &known, 4).unwrap();
        assert_eq!((fitted.pipes, fitted.centicycles), (known[1].pipes, 200));
        assert_eq!(fit(&Times { alone: 0.1, beside: vec![] }, &known, 4), None);
    }
}
