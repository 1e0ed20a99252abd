//! Modulo scheduling in the order that the code has: packet by packet, out of the next few instructions. LLVM's order is made for few registers,
//! and the fewer instructions may be chosen from, the closer the schedule stays to it.

use super::graph::Edge;
use super::units;
use crate::limits::MAX_STAGES;
use crate::machine::Machine;
use crate::mir::Instruction;

/// How many instructions are chosen from.
pub const WIDTHS: [usize; 7] = [192, 96, 64, 40, 24, 14, 8];

/// The packet of each instruction, or nothing where the interval is too short for so few to choose from.
pub fn schedule(
    machine: &Machine,
    body: &[&Instruction],
    edges: &[Edge],
    (interval, width): (i64, usize),
) -> Option<Vec<i64>> {
    let count = body.len();
    let (mut into, mut out) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for edge in edges.iter().filter(|edge| edge.from != edge.to) {
        into[edge.to].push(*edge);
        out[edge.from].push(*edge);
    }
    let height = super::graph::heights(count, edges, interval)?;
    let mut time: Vec<Option<i64>> = vec![None; count];
    let mut rows: Vec<Vec<&Instruction>> = vec![Vec::new(); interval as usize];
    let mut open: Vec<usize> = (0..count).collect();
    let most = interval * i64::from(MAX_STAGES);
    let mut now = 0;
    while !open.is_empty() {
        if now >= most {
            return None;
        }
        let row = (now % interval) as usize;
        let mut near: Vec<usize> = open.iter().copied().take(width).collect();
        // Of those, what most depends on first; what is as important, as the code has it.
        near.sort_by_key(|at| (-height[*at], *at));
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for at in near.iter().copied() {
                if time[at].is_some() || !is_ready(&into[at], &time, (at, now), interval) {
                    continue;
                }
                let late = out[at]
                    .iter()
                    .filter_map(|edge| Some(time[edge.to]? - edge.packets + interval * edge.iterations))
                    .min();
                if late.is_some_and(|late| now > late) {
                    return None;
                }
                rows[row].push(body[at]);
                if units::fit(machine, &rows[row]) {
                    time[at] = Some(now);
                    is_changed = true;
                } else {
                    rows[row].pop();
                }
            }
        }
        open.retain(|at| time[*at].is_none());
        now += 1;
    }
    time.into_iter().collect()
}

/// Whether all that an instruction has to follow is placed, and far enough before it.
fn is_ready(into: &[Edge], time: &[Option<i64>], (at, now): (usize, i64), interval: i64) -> bool {
    into.iter().all(|edge| match time[edge.from] {
        Some(from) => from + edge.packets - interval * edge.iterations <= now,
        // A value of an earlier iteration comes in time, or the placing of that will fail.
        None => edge.iterations > 0 || edge.from > at,
    })
}
