//! Random nests of loops, changed at random, beside an oracle of the test's own.
//!
//! The oracle knows nothing of the checker: it walks the same loops with a term for each cell, lists which iteration touches what, and
//! expands sums of products where flags allow to reorder them. A change may be right or wrong; what the checker calls equal has to be.

mod oracle;
pub mod program;

use super::checking_of;
use isotope_kernel::check::Verdict;
use oracle::{Answer, answer};
use program::{Numbers, Program};

/// Pairs, how many of them are equal by the oracle, and how many of those the checker shows.
#[derive(Default)]
struct Tally {
    pairs: u32,
    equal: u32,
    shown: u32,
    different: u32,
    races: u32,
}

fn pairs(count: u64, first: u64) -> Tally {
    let mut tally = Tally::default();
    for seed in first..first + count {
        let mut numbers = Numbers::new(seed);
        let before = Program::random(&mut numbers);
        let mut after = before.clone();
        for _ in 0..1 + numbers.below(3) {
            after.change(&mut numbers);
        }
        let wanted = answer(&before, &after);
        let texts = [before.text(), after.text()];
        let Some(verdict) = checking_of(&texts[0], &texts[1]) else { continue };
        let says = || format!("seed {seed}: {wanted:?}\n{}\n// -----\n{}\n{verdict:?}", texts[0], texts[1]);
        let is_shown = matches!(verdict, Verdict::Identity(_));
        tally.pairs += 1;
        match &wanted {
            Answer::Unknown => {}
            Answer::Equal => {
                tally.equal += 1;
                tally.shown += u32::from(is_shown);
                assert!(!matches!(verdict, Verdict::Different(_)), "{}", says());
            }
            Answer::Different(_) | Answer::Race => {
                tally.different += 1;
                tally.races += u32::from(wanted == Answer::Race);
                assert!(!is_shown, "{}", says());
            }
        }
    }
    tally
}

fn hold(count: u64, first: u64) {
    let tally = pairs(count, first);
    let Tally { pairs, equal, shown, different, races } = tally;
    println!("{pairs} pairs: {equal} equal, {shown} of them shown; {different} different, {races} of them by races");
    assert!(u64::from(pairs) * 10 > count * 9 && different * 5 > pairs && equal * 5 > pairs && races * 40 > pairs);
    // Programs that are equal by the oracle are shown equal, but for one in fifty.
    assert!((equal - shown) * 50 <= equal, "{shown} of {equal}");
}

#[test]
fn no_wrong_nest_of_a_thousand_is_called_equal() {
    hold(1_000, 0);
}

#[test]
#[ignore = "slow: checks 20,000 pairs"]
fn no_wrong_nest_of_twenty_thousand_is_called_equal() {
    hold(20_000, 1_000_000);
}
