//! Packets for instructions that are executed once: packet by packet, from those that are ready the one that most depends on.

use crate::schedule::gather::gather;
use crate::schedule::graph::{self, Edge};
use crate::schedule::problem::Problem;

/// The ways to choose: by the packets and waits that depend on an instruction, by the packets alone, and by its place.
const WAYS: [(bool, bool); 3] = [(true, true), (true, false), (false, false)];

/// Packets of all instructions, without empty ones: the shortest of several ways first. Nothing where their order goes round.
pub fn lists(of: &Problem<'_>) -> Vec<Vec<Vec<usize>>> {
    let mut out: Vec<(i64, Vec<Vec<usize>>)> = Vec::new();
    for (is_high, is_waiting) in WAYS {
        let packets = |edge: &Edge| if is_waiting { edge.packets } else { edge.packets.min(1) };
        let own: Vec<Edge> = of.edges.iter().map(|edge| Edge { packets: packets(edge), ..*edge }).collect();
        let Some(mut height) = graph::heights(of.body.len(), &own, 1) else { return Vec::new() };
        height.iter_mut().filter(|_| !is_high).for_each(|height| *height = 0);
        for waits in [true, false] {
            let Some(rows) = list(of, &height, waits) else { continue };
            let (time, end) = times(of, &rows);
            let mut fewer = time.clone();
            gather(of, (&mut fewer, end), 1);
            for rows in [rows, packets_of(&fewer, end)] {
                if out.iter().all(|(_, other)| *other != rows) {
                    out.push((times(of, &rows).1, rows));
                }
            }
        }
    }
    out.sort_by_key(|(end, rows)| (*end, rows.len()));
    out.into_iter().map(|(_, rows)| rows).collect()
}

/// One way. Where `waits` is false, a packet follows the one before it even if it waits for a result.
fn list(of: &Problem<'_>, height: &[i64], waits: bool) -> Option<Vec<Vec<usize>>> {
    let count = of.body.len();
    let mut time: Vec<Option<i64>> = vec![None; count];
    let (mut rows, mut now, mut left) = (Vec::new(), 0, count);
    let packets = |packets: i64| if waits { packets } else { packets.min(1) };
    while left > 0 {
        let mut row: Vec<usize> = Vec::new();
        loop {
            let is_ready = |at: &usize| {
                let is_done = |from: usize, packets: i64| time[from].is_some_and(|when| when + packets <= now);
                time[*at].is_none() && of.into[*at].iter().all(|edge| is_done(edge.from, packets(edge.packets)))
            };
            let mut ready: Vec<usize> = (0..count).filter(is_ready).collect();
            ready.sort_by_key(|at| (-height[*at], *at));
            let fits = |at: &usize| match waits {
                true => of.fits(&row, (*at, now), |other| time[other].unwrap_or(i64::MIN), i64::MAX / 4),
                false => of.has_units(&row, (*at, now), |other| time[other].unwrap_or(i64::MIN), i64::MAX / 4),
            };
            let Some(at) = ready.into_iter().find(fits) else { break };
            row.push(at);
            time[at] = Some(now);
            left -= 1;
        }
        now += 1;
        if !row.is_empty() {
            row.sort_unstable();
            rows.push(row);
        } else if now > 64 * (count as i64 + 1) {
            return None;
        }
    }
    Some(rows)
}

/// The instructions of each packet that has some.
fn packets_of(time: &[i64], end: i64) -> Vec<Vec<usize>> {
    let mut out = vec![Vec::new(); end as usize];
    time.iter().enumerate().for_each(|(at, when)| out[*when as usize].push(at));
    out.retain(|row| !row.is_empty());
    out
}

/// When packets in turn are executed, and the packets and waits of all.
fn times(of: &Problem<'_>, rows: &[Vec<usize>]) -> (Vec<i64>, i64) {
    let (mut time, mut now) = (vec![0; of.body.len()], -1);
    for row in rows {
        let early = row.iter().flat_map(|at| &of.into[*at]).filter(|edge| !row.contains(&edge.from));
        now = early.map(|edge| time[edge.from] + edge.packets.max(edge.apart)).max().unwrap_or(0).max(now + 1);
        row.iter().for_each(|at| time[*at] = now);
    }
    (time, now + 1)
}
