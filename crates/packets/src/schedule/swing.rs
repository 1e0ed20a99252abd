//! Modulo scheduling that keeps values short: every instruction is placed beside those that it depends on, or that depend on it, and as near as
//! it can be. It never takes one back, so that a short interval may need [`super::modulo`].

use super::graph::{Edge, heights};
use super::problem::Problem;
use crate::limits::MAX_STAGES;

/// The packet of each instruction, counted from the beginning of its iteration, or nothing where one finds no place.
pub fn schedule(of: &Problem<'_>, interval: i64) -> Option<Vec<i64>> {
    let (count, edges) = (of.body.len(), of.edges);
    let height = heights(count, edges, interval)?;
    let turned: Vec<Edge> = edges.iter().map(|edge| Edge { from: edge.to, to: edge.from, ..*edge }).collect();
    let depth = heights(count, &turned, interval)?;
    let longest = (0..count).map(|at| depth[at] + height[at]).max().unwrap_or(0);
    let slack = |at: usize| longest - depth[at] - height[at];
    let mut time: Vec<Option<i64>> = vec![None; count];
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); interval as usize];
    let mut beside = vec![false; count];
    for _ in 0..count {
        let open = (0..count).filter(|at| time[*at].is_none());
        let next = open.min_by_key(|at| (!beside[*at], slack(*at), depth[*at], *at))?;
        let (mut early, mut late) = (None, None);
        for edge in &of.into[next] {
            if let Some(from) = time[edge.from] {
                let least = from + edge.packets - interval * edge.iterations;
                early = Some(early.map_or(least, |early: i64| early.max(least)));
            }
        }
        for edge in &of.out[next] {
            if let Some(to) = time[edge.to] {
                let most = to - edge.packets + interval * edge.iterations;
                late = Some(late.map_or(most, |late: i64| late.min(most)));
            }
        }
        let fits = |when: &i64| {
            let row = &rows[when.rem_euclid(interval) as usize];
            of.fits(row, (next, *when), |other| time[other].unwrap_or(i64::MIN), interval)
        };
        let place = match (early, late) {
            (None, None) => (depth[next]..depth[next] + interval).find(fits),
            (Some(early), None) => (early..early + interval).find(fits),
            (None, Some(late)) => (late - interval + 1..=late).rev().find(fits),
            // Between both, what reads more than it writes is better late.
            (Some(early), Some(late)) => (early..=late.min(early + interval - 1)).find(fits),
        }?;
        rows[place.rem_euclid(interval) as usize].push(next);
        time[next] = Some(place);
        for edge in edges.iter().filter(|edge| !edge.is_reuse) {
            if edge.from == next {
                beside[edge.to] = true;
            }
            if edge.to == next {
                beside[edge.from] = true;
            }
        }
    }
    let first = time.iter().flatten().min()?.div_euclid(interval) * interval;
    let time: Vec<i64> = time.into_iter().map(|when| when.map(|when| when - first)).collect::<Option<_>>()?;
    let is_long = time.iter().any(|when| *when >= interval * i64::from(MAX_STAGES));
    (!is_long).then_some(time)
}
