//! Iterative modulo scheduling: every instruction gets a time, so that all iterations, each an interval after the one before it, fit.

use super::graph::{Edge, heights};
use super::units;
use super::webs::Webs;
use crate::limits::{MAX_PLACINGS, MAX_STAGES};
use crate::machine::Machine;
use crate::mir::Instruction;

/// How far an instruction is moved at once.
const REACH: i64 = 64;

/// How often all instructions are looked at again.
const PASSES: usize = 8;

/// The packet of each instruction, counted from the beginning of its iteration, or nothing where the interval is too short.
pub fn schedule(machine: &Machine, body: &[&Instruction], edges: &[Edge], interval: i64) -> Option<Vec<i64>> {
    let count = body.len();
    let height = heights(count, edges, interval)?;
    let (mut into, mut out) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for edge in edges.iter().filter(|edge| edge.from != edge.to) {
        into[edge.to].push(*edge);
        out[edge.from].push(*edge);
    }
    let mut time: Vec<Option<i64>> = vec![None; count];
    let mut tried = vec![-1_i64; count];
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); interval as usize];
    let mut open: std::collections::BTreeSet<(i64, std::cmp::Reverse<usize>)> =
        (0..count).map(|at| (height[at], std::cmp::Reverse(at))).collect();
    let mut budget = count * MAX_PLACINGS;
    while let Some((_, std::cmp::Reverse(at))) = open.pop_last() {
        budget = budget.checked_sub(1)?;
        let early =
            into[at].iter().filter_map(|edge| Some(time[edge.from]? + edge.packets - interval * edge.iterations)).max();
        let early = early.unwrap_or(0).max(0);
        let fits = |rows: &[Vec<usize>], when: i64| {
            let row = &rows[(when % interval) as usize];
            let packet: Vec<&Instruction> = row.iter().chain([&at]).map(|of| body[*of]).collect();
            units::fit(machine, &packet)
        };
        let place = (early..early + interval).find(|when| fits(&rows, *when));
        let place = place.unwrap_or(early.max(tried[at] + 1));
        if place >= interval * i64::from(MAX_STAGES) {
            return None;
        }
        tried[at] = place;
        let row = (place % interval) as usize;
        let mut gone = Vec::new();
        while !fits(&rows, place) {
            if rows[row].is_empty() {
                return None;
            }
            // The instruction that matters least goes first.
            let least = (0..rows[row].len()).min_by_key(|of| height[rows[row][*of]])?;
            gone.push(rows[row].remove(least));
        }
        rows[row].push(at);
        time[at] = Some(place);
        for edge in &out[at] {
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
pub fn shorten(
    machine: &Machine,
    body: &[&Instruction],
    edges: &[Edge],
    webs: &Webs,
    (time, interval): (&mut [i64], i64),
) {
    let spans = |time: &[i64], touched: &[usize]| -> i64 {
        let one = |web: &usize| {
            let web = &webs.all[*web];
            let first = web.writers.iter().map(|at| time[*at]).min().unwrap_or(0);
            let last = web.readers.iter().chain(&web.writers).map(|at| time[*at]).max().unwrap_or(0);
            if web.is_pinned { 0 } else { (last - first).max(1) * web.atoms.len() as i64 }
        };
        touched.iter().map(one).sum()
    };
    let mut touched: Vec<Vec<usize>> = vec![Vec::new(); body.len()];
    for ((at, _), web) in &webs.of {
        if !touched[*at].contains(web) {
            touched[*at].push(*web);
        }
    }
    let (mut into, mut out) = (vec![Vec::new(); body.len()], vec![Vec::new(); body.len()]);
    for edge in edges.iter().filter(|edge| edge.from != edge.to) {
        into[edge.to].push(*edge);
        out[edge.from].push(*edge);
    }
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); interval as usize];
    (0..body.len()).for_each(|at| rows[(time[at] % interval) as usize].push(at));
    for _ in 0..PASSES {
        let mut order: Vec<usize> = (0..body.len()).collect();
        order.sort_by_key(|at| (std::cmp::Reverse(time[*at]), *at));
        let mut is_done = true;
        for at in order {
            let early = into[at].iter().map(|edge| time[edge.from] + edge.packets - interval * edge.iterations).max();
            let late = out[at].iter().map(|edge| time[edge.to] - edge.packets + interval * edge.iterations).min();
            let early = early.unwrap_or(0).max(0).max(time[at] - REACH);
            let late = late.unwrap_or(time[at]).min(interval * i64::from(MAX_STAGES) - 1).min(time[at] + REACH);
            let was = time[at];
            rows[(was % interval) as usize].retain(|one| *one != at);
            let mut best = (spans(time, &touched[at]), was);
            for when in early..=late {
                time[at] = when;
                let cost = spans(time, &touched[at]);
                // Where nothing is gained, later is better: what is read may come later then.
                if cost < best.0 || (cost == best.0 && when > best.1) {
                    let row = &rows[(when % interval) as usize];
                    let packet: Vec<&Instruction> = row.iter().chain([&at]).map(|of| body[*of]).collect();
                    if units::fit(machine, &packet) {
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
