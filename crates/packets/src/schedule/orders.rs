//! Schedules of one iteration for a loop: the best of several ways to choose, and of the same from the best one on.

use super::assign::{self, Choices, Given as Wanted, Names};
use super::emit::Rows;
use super::gather::gather;
use super::graph::{self, Edge};
use super::problem::Problem;
use super::tight::{self, Choice, Given};
use super::webs::{Web, Webs};
use crate::limits::{MAX_ASSIGNED, MAX_ORDERED};
use crate::machine::Machine;
use crate::mir::Instruction;
use std::collections::{BTreeMap, BTreeSet};

/// How many instructions are chosen from.
const WIDTHS: [usize; 4] = [16, 48, 128, 320];

/// Places in the order that a packet of height is worth.
const SLOPES: [i64; 4] = [0, 1, 4, 16];

/// Registers that are left alone, at most, where none were found with fewer: pairs need two that are side by side.
const MOST_SPARED: i64 = 8;

/// How often registers of a kind are lacking before one more of them is left alone in all orders.
const LACKED: i64 = 3;

/// Schedules that registers are looked for, and found for, from one order on.
const ASSIGNED: usize = 48;
const FOUND: usize = 4;

/// How often the best order is the one to begin with.
const ROUNDS: usize = 4;

/// A schedule with registers.
pub struct Found {
    /// The packet of each instruction.
    pub time: Vec<i64>,
    /// Packets and waits from one iteration to the next.
    pub interval: i64,
    /// Whether no result is read in the packet that writes it.
    pub is_far: bool,
    /// The instructions of each packet.
    pub rows: Rows,
    /// The registers of all values.
    pub names: Names,
}

/// The loop that is ordered.
#[derive(Clone, Copy)]
pub struct Loop<'a> {
    /// The processor.
    pub machine: &'a Machine,
    /// The loop's instructions.
    pub body: &'a [&'a Instruction],
    /// Their values.
    pub webs: &'a Webs,
    /// The registers that they may be in.
    pub choices: &'a Choices,
    /// Iterations that they are.
    pub unroll: i64,
}

/// Schedules of one iteration, the shortest first.
pub fn orders(of: Loop<'_>, both: [&[Edge]; 2]) -> Vec<Found> {
    let count = of.body.len();
    let (kinds, room) = rooms(of);
    let lives = tight::lives(of.webs, &kinds);
    let height = |edges: &[Edge]| {
        let own: Vec<Edge> = edges.iter().filter(|edge| edge.iterations == 0).copied().collect();
        graph::heights(count, &own, 1)
    };
    let (Some(far), Some(near)) = (height(both[0]), height(both[1])) else { return Vec::new() };
    let problems = both.map(|edges| Problem::new(of.machine, of.body, edges));
    let given = |problem, height| Given { problem, height, room: &room, lives: &lives };
    let both = [given(&problems[0], &far), given(&problems[1], &near)];
    let mut out: Vec<Found> = Vec::new();
    let mut budget = MAX_ORDERED;
    let mut base: Vec<usize> = (0..count).collect();
    for _ in 0..ROUNDS {
        let best = out.first().map(|found| found.interval);
        out.extend(round((of, &kinds), &both, &base, &mut budget));
        out.sort_by_key(|found| found.interval);
        out.dedup_by(|a, b| a.time == b.time);
        let Some(first) = out.first().filter(|first| best.is_none_or(|best| first.interval < best)) else { break };
        base.sort_by_key(|at| (first.time[*at], *at));
    }
    out
}

/// Schedules from one order on: the shortest that there are registers for.
fn round(
    (of, kinds): (Loop<'_>, &[Vec<usize>]),
    both: &[Given<'_>; 2],
    base: &[usize],
    budget: &mut usize,
) -> Vec<Found> {
    let mut open: Vec<(i64, Vec<i64>, &Given<'_>, Choice)> = Vec::new();
    for given in both {
        for (width, slope) in WIDTHS.into_iter().flat_map(|width| SLOPES.map(|slope| (width, slope))) {
            let cost = of.body.len() * width.min(of.body.len());
            let choice = Choice { width, slope, spared: vec![0; given.room.len()] };
            if *budget >= cost
                && let Some((time, interval)) = tight::schedule(given, base, &choice)
            {
                *budget -= cost;
                let mut fewer = time.clone();
                gather(given.problem, (&mut fewer, interval), 1);
                if fewer != time {
                    open.push((interval, fewer, given, choice.clone()));
                }
                open.push((interval, time, given, choice));
            }
        }
    }
    let mut out = Vec::new();
    // How often each kind of register was lacking.
    let mut lacked = vec![0; both[0].room.len()];
    let mut left = ASSIGNED.min(MAX_ASSIGNED / of.body.len());
    while let Some(least) = (0..open.len()).min_by_key(|at| open[*at].0).filter(|_| left > 0) {
        let (interval, time, given, mut choice) = open.swap_remove(least);
        // An order that uses all registers of a kind is not tried again and again.
        let floor = |kind: usize| (lacked[kind] / LACKED).min(MOST_SPARED);
        if (0..lacked.len()).any(|kind| choice.spared[kind] < floor(kind)) {
            choice.spared.iter_mut().enumerate().for_each(|(kind, spared)| *spared = floor(kind).max(*spared));
            open.extend(tight::schedule(given, base, &choice).map(|(time, interval)| (interval, time, given, choice)));
            continue;
        }
        open.retain(|other| other.1 != time);
        left -= 1;
        let wanted = Wanted {
            machine: of.machine,
            body: of.body,
            webs: of.webs,
            choices: of.choices,
            time: &time,
            interval,
            unroll: of.unroll,
        };
        let lacking = match assign::assign(&wanted, given.problem.edges) {
            Ok((names, rows)) => {
                let is_far = std::ptr::eq(given, &raw const both[0]);
                out.push(Found { time, interval, is_far, rows, names });
                if out.len() == FOUND {
                    break;
                }
                continue;
            }
            Err(value) => value.and_then(|value| kinds[value].first().copied()),
        };
        let Some(kind) = lacking.filter(|kind| choice.spared[*kind] < MOST_SPARED) else { continue };
        lacked[kind] += 1;
        choice.spared[kind] += 1;
        open.extend(tight::schedule(given, base, &choice).map(|(time, interval)| (interval, time, given, choice)));
    }
    out
}

/// The kinds of registers that each value may be in, the narrowest first, and how many registers each kind has.
///
/// A kind is all that some value may be in. One of `r0` to `r7` is one of `r0` to `r27`, too.
fn rooms(of: Loop<'_>) -> (Vec<Vec<usize>>, Vec<i64>) {
    let within = |(web, maps): (&Web, &Vec<BTreeMap<u16, u16>>)| -> BTreeSet<u16> {
        if web.is_pinned {
            web.atoms.iter().copied().collect()
        } else {
            maps.iter().flat_map(BTreeMap::values).copied().collect()
        }
    };
    let sets: Vec<BTreeSet<u16>> = of.webs.all.iter().zip(of.choices).map(within).collect();
    let free = of.webs.all.iter().zip(&sets).filter(|(web, _)| !web.is_pinned).map(|(_, set)| set);
    let mut kinds: Vec<&BTreeSet<u16>> = free.collect::<BTreeSet<_>>().into_iter().collect();
    kinds.sort_by_key(|set| set.len());
    let of_web = |set: &BTreeSet<u16>| (0..kinds.len()).filter(|kind| set.is_subset(kinds[*kind])).collect();
    (sets.iter().map(of_web).collect(), kinds.iter().map(|set| set.len() as i64).collect())
}
