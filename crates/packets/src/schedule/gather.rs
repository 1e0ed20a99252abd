//! Fewer packets in as much time: a packet that is left without instructions becomes a wait, in which other threads execute theirs.

use super::problem::Problem;
use crate::limits::MAX_PATTERNS;

/// The packets of an interval that hold instructions.
pub fn count(time: &[i64], interval: i64) -> i64 {
    filled(time, interval).into_iter().filter(|is_filled| *is_filled).count() as i64
}

/// Of each packet of an interval, whether it holds instructions.
pub fn filled(time: &[i64], interval: i64) -> Vec<bool> {
    let mut out = vec![false; interval as usize];
    time.iter().for_each(|when| out[when.rem_euclid(interval) as usize] = true);
    out
}

/// Packets that may hold instructions, so many of an interval, the most even ones first.
pub fn patterns(interval: i64, count: i64, body: usize) -> Vec<Vec<bool>> {
    let most = MAX_PATTERNS / body.max(1);
    let (mut out, mut open) = (Vec::new(), vec![vec![0_i64]]);
    while let Some(rows) = open.pop() {
        if out.len() + open.len() > most {
            break;
        }
        let last = rows[rows.len() - 1];
        if rows.len() as i64 == count {
            out.push(rows);
            continue;
        }
        open.extend((last + 1..interval).rev().map(|next| [&rows[..], &[next]].concat()));
    }
    let widest = |rows: &Vec<i64>| {
        let next = rows[1..].iter().chain([&interval]);
        rows.iter().zip(next).map(|(row, next)| next - row).max()
    };
    out.sort_by_key(widest);
    let pattern = |rows: Vec<i64>| (0..interval).map(|row| rows.contains(&row)).collect();
    out.into_iter().map(pattern).collect()
}

/// Moves instructions out of packets with few, within what the others leave them, into packets that there are, of `stages` intervals.
pub fn gather(of: &Problem<'_>, (time, interval): (&mut [i64], i64), stages: u32) {
    let end = interval * i64::from(stages) - 1;
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); interval as usize];
    (0..of.body.len()).for_each(|at| rows[time[at].rem_euclid(interval) as usize].push(at));
    loop {
        let mut order: Vec<usize> = (0..rows.len()).filter(|row| !rows[*row].is_empty()).collect();
        order.sort_by_key(|row| rows[*row].len());
        let is_emptied = |row: usize| {
            let (mut times, mut others) = (time.to_vec(), rows.clone());
            for at in std::mem::take(&mut others[row]) {
                let early = of.into[at].iter().map(|edge| times[edge.from] + edge.packets - interval * edge.iterations);
                let late = of.out[at].iter().map(|edge| times[edge.to] - edge.packets + interval * edge.iterations);
                let early = early.max().unwrap_or(times[at] - interval).max(times[at] - interval).max(0);
                let late = late.min().unwrap_or(end).min(times[at] + interval).min(end);
                let fits = |when: &i64| {
                    let other = &others[when.rem_euclid(interval) as usize];
                    !other.is_empty() && of.fits(other, (at, *when), |other| times[other], interval)
                };
                let mut places: Vec<i64> = (early..=late).collect();
                places.sort_by_key(|when| ((when - times[at]).abs(), *when));
                let when = places.into_iter().find(fits)?;
                times[at] = when;
                others[when.rem_euclid(interval) as usize].push(at);
            }
            Some((times, others))
        };
        let Some((times, others)) = order.into_iter().find_map(is_emptied) else { return };
        time.copy_from_slice(&times);
        rows = others;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::mir::{Instruction, read};
    use crate::schedule::graph::Edge;

    #[test]
    fn instructions_move_into_packets_that_there_are() {
        let machine = Machine::named("hexagonv66").unwrap();
        let line = "    $r0 = A2_add $r1, $r2\n";
        let program = read(&format!("---\nname: f\nbody: |\n  bb.0:\n{}...\n", line.repeat(5))).unwrap();
        let body: Vec<&Instruction> = program.functions[0].blocks[0].instructions().collect();
        let gathered = |edges: &[Edge], times: &[i64], interval| {
            let mut times = times.to_vec();
            gather(&Problem::new(&machine, &body, edges), (&mut times, interval), 1);
            (count(&times, interval), times)
        };
        assert_eq!(gathered(&[], &[0, 1, 2, 3, 4], 6).0, 2, "a packet has four words");
        let edge = Edge { from: 0, to: 4, packets: 3, iterations: 0, is_reuse: false, newer: None, apart: 3 };
        let (count, times) = gathered(&[edge], &[0, 1, 2, 3, 4], 6);
        assert!(count == 2 && times[4] - times[0] >= 3, "{times:?}");
        // Nothing moves before the interval begins, or behind its end.
        assert!(times.iter().all(|when| (0..6).contains(when)), "{times:?}");
    }

    #[test]
    fn patterns_are_even_ones_first_and_as_many_as_their_limit() {
        let found = patterns(4, 2, 1);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0], [true, false, true, false]);
        assert!(found.iter().all(|rows| rows[0] && rows.iter().filter(|row| **row).count() == 2));
        assert!(patterns(24, 12, 60).len() <= MAX_PATTERNS / 60);
    }
}
