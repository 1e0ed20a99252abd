//! All schedules of a small loop at one interval, one after the other, until one is found or none is left: every instruction in every packet of
//! the interval, the one with the fewest places first.
//!
//! With its packets fixed, what has to follow what is a matter of whole intervals: `b` comes so many intervals after `a`. A packet is tried only
//! where no chain of these comes back to itself with more intervals than it began with.

use super::graph::Edge;
use super::problem::Problem;

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The packet of each instruction.
    Times(Vec<i64>),
    /// No schedule has this interval.
    None,
    /// The work is done before all were tried.
    Open,
}

/// No path.
const FAR: i64 = i64::MIN / 4;

/// Looks for a schedule of an interval, whose packets beyond `most` hold nothing. `work` counts pairs of instructions that are looked at.
pub fn search(of: &Problem<'_>, interval: i64, most: i64, work: &mut usize) -> Found {
    let Some(paths) = paths(of, interval) else { return Found::None };
    let count = of.body.len();
    let mut search = Search { of, interval, most, paths, rows: vec![Vec::new(); interval as usize], work };
    let placed = Placed { at: Vec::new(), row: vec![None; count], intervals: Vec::new() };
    match search.from(&placed) {
        Some(Some(times)) => Found::Times(times),
        Some(None) => Found::None,
        None => Found::Open,
    }
}

/// The packets between each two instructions, by the longest path; nothing where a path comes back with packets left.
fn paths(of: &Problem<'_>, interval: i64) -> Option<Vec<Vec<i64>>> {
    let count = of.body.len();
    let mut paths = vec![vec![FAR; count]; count];
    for edge in of.edges {
        let path = &mut paths[edge.from][edge.to];
        *path = (*path).max(edge.packets - interval * edge.iterations);
    }
    for by in 0..count {
        let on = paths[by].clone();
        for from in paths.iter_mut().filter(|from| from[by] != FAR) {
            let first = from[by];
            from.iter_mut()
                .zip(&on)
                .filter(|(_, on)| **on != FAR)
                .for_each(|(path, on)| *path = (*path).max(first + on));
        }
    }
    (0..count).all(|at| paths[at][at] <= 0).then_some(paths)
}

struct Search<'a> {
    of: &'a Problem<'a>,
    interval: i64,
    most: i64,
    paths: Vec<Vec<i64>>,
    /// The instructions of each packet.
    rows: Vec<Vec<usize>>,
    work: &'a mut usize,
}

/// Instructions that have a packet.
#[derive(Clone)]
struct Placed {
    at: Vec<usize>,
    row: Vec<Option<i64>>,
    /// The whole intervals from each of them to each other one, at least.
    intervals: Vec<Vec<i64>>,
}

impl Search<'_> {
    /// A schedule with some instructions in their packets, if there is one; nothing where the work is done.
    fn from(&mut self, placed: &Placed) -> Option<Option<Vec<i64>>> {
        if placed.at.len() == self.of.body.len() {
            return self.settled(placed);
        }
        let mut best: Option<(usize, Vec<(i64, Placed)>)> = None;
        for at in (0..self.of.body.len()).filter(|at| placed.row[*at].is_none()) {
            let mut places = Vec::new();
            // The first instruction is in the first packet: an interval begins wherever one likes.
            let rows = if placed.at.is_empty() { 0..1 } else { 0..self.interval };
            for row in rows {
                *self.work = self.work.checked_sub(1 + placed.at.len() * placed.at.len())?;
                if !self.has_units(at, row) {
                    continue;
                }
                places.extend(self.placed(placed, at, row).map(|placed| (row, placed)));
            }
            if best.as_ref().is_none_or(|best| places.len() < best.1.len()) {
                let is_last = places.len() < 2;
                best = Some((at, places));
                if is_last {
                    break;
                }
            }
        }
        let (at, places) = best?;
        for (row, placed) in places {
            self.rows[row as usize].push(at);
            let found = self.from(&placed);
            self.rows[row as usize].pop();
            if !matches!(found, Some(None)) {
                return found;
            }
        }
        Some(None)
    }

    fn has_units(&self, at: usize, row: i64) -> bool {
        let own = &self.rows[row as usize];
        let filled = || self.rows.iter().filter(|row| !row.is_empty()).count() as i64;
        if own.is_empty() && filled() >= self.most {
            return false;
        }
        self.of.have_units(own.iter().copied().chain([at]))
    }

    /// The same with one instruction more, if its order can be kept.
    fn placed(&self, placed: &Placed, at: usize, row: i64) -> Option<Placed> {
        let between = |from: (usize, i64), to: (usize, i64)| match self.paths[from.0][to.0] {
            FAR => FAR,
            path => (path - (to.1 - from.1) + self.interval - 1).div_euclid(self.interval),
        };
        let count = placed.at.len();
        let own = |other: usize| (other, placed.row[other].unwrap_or(0));
        let (mut into, mut out) = (vec![FAR; count], vec![FAR; count]);
        for (place, other) in placed.at.iter().enumerate() {
            let (to, from) = (between(own(*other), (at, row)), between((at, row), own(*other)));
            for next in 0..count {
                let path = placed.intervals[next][place];
                if to != FAR && path != FAR {
                    into[next] = into[next].max(path + to);
                }
                let path = placed.intervals[place][next];
                if from != FAR && path != FAR {
                    out[next] = out[next].max(from + path);
                }
            }
        }
        if (0..count).any(|other| into[other] != FAR && out[other] != FAR && into[other] + out[other] > 0) {
            return None;
        }
        let mut new = placed.clone();
        for from in (0..count).filter(|from| into[*from] != FAR) {
            for to in (0..count).filter(|to| out[*to] != FAR) {
                new.intervals[from][to] = new.intervals[from][to].max(into[from] + out[to]);
            }
        }
        new.intervals.iter_mut().zip(into).for_each(|(list, into)| list.push(into));
        out.push(0);
        new.intervals.push(out);
        new.at.push(at);
        new.row[at] = Some(row);
        Some(new)
    }

    /// The packet of each instruction, as early as its order allows. An instruction that may read a result in its own packet, and has no units
    /// for that or comes too early otherwise, comes so much later that it does not wait. Nothing where the work is done.
    fn settled(&mut self, placed: &Placed) -> Option<Option<Vec<i64>>> {
        *self.work = self.work.checked_sub(1 + placed.at.len() * placed.at.len())?;
        let (of, interval) = (self.of, self.interval);
        let mut times = vec![0; of.body.len()];
        for (place, at) in placed.at.iter().enumerate() {
            let intervals = placed.intervals.iter().map(|list| list[place]).max().unwrap_or(0).max(0);
            times[*at] = intervals * interval + placed.row[*at].unwrap_or(0);
        }
        let row = |at: usize| (times[at] % interval) as usize;
        let beside = |at: usize| self.rows[row(at)].iter().copied().filter(|of| *of != at).collect::<Vec<_>>();
        let has_units = |at: usize| of.has_units(&beside(at), (at, times[at]), |other| times[other], interval);
        let distance = |edge: &Edge| times[edge.to] - times[edge.from] + interval * edge.iterations;
        let is_wrong = |edge: &&Edge| {
            let distance = distance(edge);
            edge.newer.is_some() && (distance == 0 && !has_units(edge.to) || (1..edge.apart).contains(&distance))
        };
        let all = of.edges.iter().filter(|edge| edge.from != edge.to);
        let wrong: Vec<(Edge, i64)> = all.filter(is_wrong).map(|edge| (*edge, distance(edge))).collect();
        if wrong.is_empty() {
            return Some(Some(times));
        }
        for (edge, distance) in wrong {
            let more = (edge.apart.max(1) - distance + interval - 1).div_euclid(interval);
            let intervals = times[edge.to] / interval - times[edge.from] / interval + more;
            if let Some(later) = placed.later(&edge, intervals) {
                let found = self.settled(&later);
                if !matches!(found, Some(None)) {
                    return found;
                }
            }
        }
        Some(None)
    }
}

impl Placed {
    /// The same with so many intervals at least between two instructions, if their order can be kept.
    fn later(&self, edge: &Edge, intervals: i64) -> Option<Placed> {
        let place = |of: usize| self.at.iter().position(|at| *at == of);
        let (from, to) = (place(edge.from)?, place(edge.to)?);
        if self.intervals[to][from] != FAR && self.intervals[to][from] + intervals > 0 {
            return None;
        }
        let mut new = self.clone();
        for (before, list) in self.intervals.iter().zip(&mut new.intervals) {
            for (path, on) in list.iter_mut().zip(&self.intervals[to]) {
                if before[from] != FAR && *on != FAR {
                    *path = (*path).max(before[from] + intervals + on);
                }
            }
        }
        Some(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::Set;
    use crate::machine::Machine;
    use crate::mir::{Instruction, Program, read};
    use crate::schedule::flow::Flow;
    use crate::schedule::modulo;
    use crate::schedule::webs::Webs;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn program(lines: &[String]) -> Program {
        let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
        read(&format!("---\nname: f\nbody: |\n  bb.0:\n{body}...\n")).unwrap()
    }

    fn drawn(random: &mut StdRng) -> Vec<String> {
        let mut register = || random.random_range(0..5);
        let (a, b, c) = (register(), register(), register());
        let all = [
            format!("$r{a} = A2_add $r{b}, $r{c}"),
            format!("$r{a} = M2_mpyi $r{b}, $r{c}"),
            format!("$r{a} = L2_loadri_io $r9, {}", 4 * b),
            format!("S2_storeri_io $r8, {}, $r{c}", 4 * b),
            format!("$v{a} = V6_vmpyiwb $v{b}, $r{c}"),
            format!("$v{a} = V6_vaddw $v{b}, $v{c}"),
            format!("V6_vS32b_ai $r8, {b}, $v{c}"),
        ];
        let count = random.random_range(2..14);
        (0..count).map(|_| all[random.random_range(0..all.len())].clone()).collect()
    }

    /// The places where an order is not kept, and instructions that do not fit their packets.
    fn broken(of: &Problem<'_>, times: &[i64], interval: i64) -> usize {
        let is_late = |edge: &&Edge| times[edge.to] + interval * edge.iterations < times[edge.from] + edge.packets;
        let has_place = |at: &usize| {
            let beside = |other: &usize| other != at && (times[*other] - times[*at]) % interval == 0;
            let row: Vec<usize> = (0..times.len()).filter(beside).collect();
            of.fits(&row, (*at, times[*at]), |other| times[other], interval)
        };
        of.edges.iter().filter(is_late).count() + (0..times.len()).filter(|at| !has_place(at)).count()
    }

    #[test]
    fn all_schedules_of_drawn_loops_are_found_that_a_heuristic_finds() {
        let machine = Machine::named("hexagonv66").unwrap();
        let mut random = StdRng::seed_from_u64(3);
        let (mut found, mut refuted) = (0, 0);
        for _ in 0..300 {
            let program = program(&drawn(&mut random));
            let body: Vec<&Instruction> = program.functions[0].blocks[0].instructions().collect();
            let flow = Flow::plain(&machine, &body, &Set::new());
            let edges = Webs::of(&machine, &flow).edges(&machine, &flow.instructions(), true);
            let problem = Problem::new(&machine, &body, &edges);
            for interval in 1..6 {
                let heuristic = modulo::schedule(&problem, &vec![true; interval as usize]);
                match search(&problem, interval, interval, &mut (1 << 16)) {
                    Found::Times(times) => {
                        assert_eq!(broken(&problem, &times, interval), 0, "{times:?}");
                        found += 1;
                    }
                    Found::None => {
                        assert_eq!(heuristic, None);
                        refuted += 1;
                    }
                    Found::Open => {}
                }
            }
        }
        assert!(found > 200 && refuted > 200, "{found} {refuted}");
    }

    #[test]
    fn a_search_without_work_is_open() {
        let machine = Machine::named("hexagonv66").unwrap();
        let program = program(&["$r0 = A2_add $r1, $r2".to_owned(), "$r3 = A2_add $r1, $r2".to_owned()]);
        let body: Vec<&Instruction> = program.functions[0].blocks[0].instructions().collect();
        let problem = Problem::new(&machine, &body, &[]);
        assert_eq!(search(&problem, 1, 1, &mut 0), Found::Open);
        assert_eq!(search(&problem, 1, 1, &mut 100), Found::Times(vec![0, 0]));
        // Two packets, of which one may hold something.
        assert_eq!(search(&problem, 2, 1, &mut 100), Found::Times(vec![0, 0]));
    }
}
