//! Iterative modulo scheduling: every instruction gets a time, so that all iterations, each an interval after the one before it, fit.

use super::graph::{Edge, heights};
use super::problem::Problem;
use super::webs::Webs;
use crate::limits::{MAX_PLACINGS, MAX_STAGES};

/// How far an instruction is moved at once.
const REACH: i64 = 64;

/// How often all instructions are looked at again.
const PASSES: usize = 8;

/// The packet of each instruction, counted from the beginning of its iteration, or nothing where the interval is too short. Of the interval's
/// packets those that are `filled` may hold instructions.
pub fn schedule(of: &Problem<'_>, filled: &[bool]) -> Option<Vec<i64>> {
    let (count, interval) = (of.body.len(), filled.len() as i64);
    let is_open = |when: &i64| filled[(when % interval) as usize];
    let height = heights(count, of.edges, interval)?;
    let mut time: Vec<Option<i64>> = vec![None; count];
    let mut tried = vec![-1_i64; count];
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); interval as usize];
    let mut open: std::collections::BTreeSet<(i64, std::cmp::Reverse<usize>)> =
        (0..count).map(|at| (height[at], std::cmp::Reverse(at))).collect();
    let mut budget = count * MAX_PLACINGS;
    while let Some((_, std::cmp::Reverse(at))) = open.pop_last() {
        budget = budget.checked_sub(1)?;
        let early = of.into[at]
            .iter()
            .filter_map(|edge| Some(time[edge.from]? + edge.packets - interval * edge.iterations))
            .max();
        let early = early.unwrap_or(0).max(0);
        let fits = |rows: &[Vec<usize>], when: i64| {
            let row = &rows[(when % interval) as usize];
            of.fits(row, (at, when), |other| time[other].unwrap_or(i64::MIN), interval)
        };
        let place = (early..early + interval).filter(is_open).find(|when| fits(&rows, *when));
        let place = place.or_else(|| (early.max(tried[at] + 1)..).take(interval as usize).find(is_open))?;
        if place >= interval * i64::from(MAX_STAGES) {
            return None;
        }
        tried[at] = place;
        let row = (place % interval) as usize;
        let mut gone = Vec::new();
        while !of.has_units(&rows[row], (at, place), |other| time[other].unwrap_or(i64::MIN), interval) {
            if rows[row].is_empty() {
                return None;
            }
            // The instruction that matters least goes first.
            let least = (0..rows[row].len()).min_by_key(|of| height[rows[row][*of]])?;
            gone.push(rows[row].remove(least));
        }
        rows[row].push(at);
        time[at] = Some(place);
        let is_early = |edge: &&Edge| !of.is_timely(edge, |other| time[other].unwrap_or(i64::MIN), interval);
        gone.extend(of.into[at].iter().filter(is_early).map(|edge| edge.from));
        gone.extend(of.out[at].iter().filter(is_early).map(|edge| edge.to));
        for edge in &of.out[at] {
            if time[edge.to].is_some_and(|to| to < place + edge.packets - interval * edge.iterations) {
                gone.push(edge.to);
            }
        }
        for other in gone {
            if let Some(was) = time[other].take() {
                rows[(was % interval) as usize].retain(|one| *one != other);
                open.insert((height[other], std::cmp::Reverse(other)));
            }
        }
    }
    time.into_iter().collect()
}

/// Moves instructions within what the others leave them, so that values are in registers for less time.
pub fn shorten(of: &Problem<'_>, webs: &Webs, (time, interval): (&mut [i64], i64)) {
    let count = of.body.len();
    let spans = |time: &[i64], touched: &[usize]| -> i64 {
        let one = |web: &usize| {
            let web = &webs.all[*web];
            let first = web.writers.iter().map(|at| time[*at]).min().unwrap_or(0);
            let last = web.readers.iter().chain(&web.writers).map(|at| time[*at]).max().unwrap_or(0);
            if web.is_pinned { 0 } else { (last - first).max(1) * web.atoms.len() as i64 }
        };
        touched.iter().map(one).sum()
    };
    let mut touched: Vec<Vec<usize>> = vec![Vec::new(); count];
    for ((at, _), web) in &webs.of {
        if !touched[*at].contains(web) {
            touched[*at].push(*web);
        }
    }
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); interval as usize];
    (0..count).for_each(|at| rows[(time[at] % interval) as usize].push(at));
    // A packet that holds nothing costs a wait and no packet.
    let is_open: Vec<bool> = rows.iter().map(|row| !row.is_empty()).collect();
    for _ in 0..PASSES {
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|at| (std::cmp::Reverse(time[*at]), *at));
        let mut is_done = true;
        for at in order {
            let early =
                of.into[at].iter().map(|edge| time[edge.from] + edge.packets - interval * edge.iterations).max();
            let late = of.out[at].iter().map(|edge| time[edge.to] - edge.packets + interval * edge.iterations).min();
            let early = early.unwrap_or(0).max(0).max(time[at] - REACH);
            let late = late.unwrap_or(time[at]).min(interval * i64::from(MAX_STAGES) - 1).min(time[at] + REACH);
            let was = time[at];
            rows[(was % interval) as usize].retain(|one| *one != at);
            let mut best = (spans(time, &touched[at]), was);
            for when in (early..=late).filter(|when| is_open[when.rem_euclid(interval) as usize]) {
                time[at] = when;
                let cost = spans(time, &touched[at]);
                // Where nothing is gained, later is better: what is read may come later then.
                if cost < best.0 || (cost == best.0 && when > best.1) {
                    let row = &rows[(when % interval) as usize];
                    if of.fits(row, (at, when), |other| time[other], interval) {
                        best = (cost, when);
                    }
                }
            }
            time[at] = best.1;
            rows[(best.1 % interval) as usize].push(at);
            is_done &= best.1 == was;
        }
        if is_done {
            return;
        }
    }
}
