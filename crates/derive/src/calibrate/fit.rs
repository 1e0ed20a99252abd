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

/// The fit that explains some times best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fitted {
    /// The pipes.
    pub pipes: Pipes,
    /// Work for them, hundredths of a cycle.
    pub centicycles: u64,
}

/// The error by which a form in parts must be better to be believed: squares of cycles, of all partners together.
const LITTLE: f64 = 0.05;

impl Fitted {
    /// Whether it is a number of whole micro-operations.
    fn is_whole(self) -> bool {
        self.centicycles.is_multiple_of(100)
    }

    fn work(self) -> Work {
        Work { pipes: self.pipes, centicycles: self.centicycles }
    }
}

/// The partners' own pipes, of so many: of all ways to give each a set that explains how long it takes alone, by whole
/// micro-operations, the one that explains best how long they take beside each other. Any renaming of pipes explains the same:
/// of equals it is the one nearest to what is `said` of their pipes, by LLVM, then the one with the least numbers. None where one's
/// time is no whole micro-operations'.
pub fn partners(times: &[Times], said: &[Pipes], pipes: u32) -> Vec<Fitted> {
    let whole = |t: &Times| choices(t.alone, pipes).into_iter().filter(|one| one.is_whole()).collect();
    let choices: Vec<Vec<Fitted>> = times.iter().map(whole).collect();
    if choices.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let other =
        |chosen: &[Fitted]| -> u32 { said.iter().zip(chosen).map(|(said, one)| (said ^ one.pipes).count_ones()).sum() };
    let mut best: Option<(f64, u32, Vec<Fitted>)> = None;
    let mut at = vec![0usize; times.len()];
    loop {
        let chosen: Vec<Fitted> = at.iter().zip(&choices).map(|(&i, of)| of[i]).collect();
        let error: f64 = chosen.iter().zip(times).map(|(one, times)| distance(*one, times, &chosen)).sum();
        let other = other(&chosen);
        let better = |(least, fewest, _): &(f64, u32, Vec<Fitted>)| {
            error < least - 1e-9 || error < least + 1e-9 && other < *fewest
        };
        if best.as_ref().is_none_or(better) {
            best = Some((error, other, chosen));
        }
        let Some(turn) = (0..at.len()).find(|&i| at[i] + 1 < choices[i].len()) else { break };
        at[turn] += 1;
        at[..turn].fill(0);
    }
    best.map(|(_, _, chosen)| chosen).unwrap_or_default()
}

/// The pipes of one instruction beside partners whose pipes are known; of equals those with the fewest micro-operations, then those
/// nearest to what is `said`. Whole micro-operations are believed before parts of them that explain the times a little better.
pub fn fit(times: &Times, partners: &[Fitted], said: Pipes, pipes: u32) -> Option<Fitted> {
    let mut of = choices(times.alone, pipes);
    of.sort_by_key(|one| (one.centicycles, (said ^ one.pipes).count_ones()));
    let ranked: Vec<(f64, Fitted)> = of.into_iter().map(|one| (distance(one, times, partners), one)).collect();
    let least = |of: &mut dyn Iterator<Item = &(f64, Fitted)>| -> Option<(f64, Fitted)> {
        of.copied().reduce(|best, next| if next.0 < best.0 - 1e-9 { next } else { best })
    };
    let any = least(&mut ranked.iter())?;
    let whole = least(&mut ranked.iter().filter(|(_, one)| one.is_whole()));
    Some(whole.filter(|whole| whole.0 < any.0 + LITTLE).unwrap_or(any).1)
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
        let found = partners(&zen5(), &[], 4);
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
        let known = partners(&zen5(), &[], 4);
        for (partner, times) in known.iter().zip(zen5()) {
            assert_eq!(fit(&times, &known, 0, 4), Some(*partner));
        }
        // Two operations on the shuffles' pipes.
        let compress = Times { alone: 1.0, beside: vec![1.0, 1.5, 1.0, 1.0] };
        let fitted = fit(&compress, &known, 0, 4).unwrap();
        assert_eq!((fitted.pipes, fitted.centicycles), (known[1].pipes, 200));
        assert_eq!(fit(&Times { alone: 0.1, beside: vec![] }, &known, 0, 4), None);
    }

    /// Sapphire Rapids, measured: port 1 takes no vectors of 512 bits, and port 5 takes products of those only; the clock is
    /// slower while there are such. Ports 0, 5 and 1 are the first three, as LLVM says.
    #[test]
    fn what_times_leave_open_is_what_llvm_says() {
        let of = |times: [(f64, [f64; 4]); 4]| times.map(|(alone, beside)| Times { alone, beside: beside.to_vec() });
        let wide = of([
            (0.50, [1.00, 1.00, 1.08, 1.00]),
            (1.00, [1.00, 2.00, 1.08, 1.00]),
            (0.54, [1.08, 1.08, 1.08, 1.08]),
            (1.00, [1.00, 1.00, 1.08, 2.00]),
        ]);
        let wide = partners(&wide, &[0b011, 0b010, 0b001, 0b001], 4);
        assert_eq!(wide.iter().map(|one| one.centicycles).collect::<Vec<_>>(), [100; 4]);
        assert_eq!(wide.iter().map(|one| one.pipes).collect::<Vec<_>>(), [0b011, 0b010, 0b011, 0b001]);
        let narrow = of([
            (0.33, [0.67, 0.67, 0.67, 0.67]),
            (0.50, [0.67, 1.00, 0.67, 0.67]),
            (0.50, [0.67, 0.67, 1.00, 1.00]),
            (0.50, [0.67, 0.67, 1.00, 1.00]),
        ]);
        let narrow = partners(&narrow, &[0b111, 0b110, 0b101, 0b101], 4);
        assert_eq!(narrow.iter().map(|one| one.pipes).collect::<Vec<_>>(), [0b111, 0b110, 0b101, 0b101]);
        // Waits for nobody: any one of the three.
        let across = Times { alone: 1.0, beside: vec![1.0; 4] };
        let fitted = fit(&across, &narrow, 0b010, 4).unwrap();
        assert_eq!((fitted.pipes, fitted.centicycles), (0b010, 100));
    }
}
