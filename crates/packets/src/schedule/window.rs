//! Modulo scheduling in the order that the code has: packet by packet, out of the next few instructions. LLVM's order is made for few registers,
//! and the fewer instructions may be chosen from, the closer the schedule stays to it.

use super::graph::Edge;
use super::problem::Problem;
use crate::limits::MAX_STAGES;

/// How many instructions are chosen from.
pub const WIDTHS: [usize; 7] = [192, 96, 64, 40, 24, 14, 8];

/// The packet of each instruction, or nothing where the interval is too short for so few to choose from.
pub fn schedule(of: &Problem<'_>, (interval, width): (i64, usize)) -> Option<Vec<i64>> {
    let count = of.body.len();
    let height = super::graph::heights(count, of.edges, interval)?;
    let mut time: Vec<Option<i64>> = vec![None; count];
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); interval as usize];
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
                if time[at].is_some() || !is_ready(&of.into[at], &time, (at, now), interval) {
                    continue;
                }
                let late = of.out[at]
                    .iter()
                    .filter_map(|edge| Some(time[edge.to]? - edge.packets + interval * edge.iterations))
                    .min();
                if late.is_some_and(|late| now > late) {
                    return None;
                }
                if of.fits(&rows[row], (at, now), |other| time[other].unwrap_or(i64::MIN), interval) {
                    rows[row].push(at);
                    time[at] = Some(now);
                    is_changed = true;
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
