//! Packets of one iteration, for loops that are so long that registers are what they are short of: in the order that the code has, but for
//! instructions that come earlier because their units are free.
//!
//! An order that LLVM has found registers for stays one. Before an instruction is taken out of its turn, the values that are alive are
//! counted at every place that it is moved over, as if the rest came in its old order: none of them may hold more than there are registers.
//! So the oldest instruction can always be placed, and no choice ends in a shortage.

use super::problem::Problem;
use super::webs::{Web, Webs};
use crate::limits::MAX_STAGES;

/// The facts that all orders of a loop share.
pub struct Given<'a> {
    /// The loop.
    pub problem: &'a Problem<'a>,
    /// The packets that depend on each instruction.
    pub height: &'a [i64],
    /// Registers of each kind that values may be in at once.
    pub room: &'a [i64],
    /// The stays of values in registers.
    pub lives: &'a [Life],
}

/// One choice among orders.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Instructions that are chosen from.
    pub width: usize,
    /// Places in the order that a packet of height is worth.
    pub slope: i64,
    /// How many registers of each kind are left alone.
    pub spared: Vec<i64>,
}

/// A value's stay in registers of one kind, in one iteration.
#[derive(Clone, Debug)]
pub struct Life {
    kind: usize,
    units: i64,
    /// The instructions that it begins with; none where it comes from the iteration before.
    writers: Vec<usize>,
    readers: Vec<usize>,
    /// Whether the next iteration, or the code behind the loop, reads it.
    is_left: bool,
}

/// The stays of all values, of which `kinds` names the kinds of each.
pub fn lives(webs: &Webs, kinds: &[Vec<usize>]) -> Vec<Life> {
    let mut out = Vec::new();
    for (web, kind) in webs.all.iter().zip(kinds).flat_map(|(web, kinds)| kinds.iter().map(move |kind| (web, *kind))) {
        let life = |writers: &[usize], readers: &[usize], is_left| Life {
            kind,
            units: web.atoms.len() as i64,
            writers: writers.to_vec(),
            readers: readers.to_vec(),
            is_left,
        };
        if web.writers.is_empty() || web.is_implied {
            out.push(life(&[], &[], true));
            continue;
        }
        if !web.from_outside.is_empty() {
            out.push(life(&[], &web.from_outside, false));
        }
        out.push(life(&web.writers, &web.readers, is_left(web)));
    }
    out
}

fn is_left(web: &Web) -> bool {
    web.is_needed_behind || !web.from_outside.is_empty()
}

/// Where a loop is on its way through an order.
struct Way<'a> {
    of: &'a Given<'a>,
    choice: &'a Choice,
    /// The place of each instruction in the order.
    place: Vec<usize>,
    /// Of each kind, how many registers hold something after each place, by what is placed and the rest of the order.
    held: Vec<Vec<i64>>,
    now: Vec<i64>,
    /// Of each life, whether it has begun, and the readers that are not placed.
    begun: Vec<bool>,
    readers: Vec<Vec<usize>>,
    /// The lives that an instruction begins, and those that it reads.
    begins: Vec<Vec<usize>>,
    reads: Vec<Vec<usize>>,
}

/// A change of how many registers of a kind hold something, at all places from one to before another.
struct Change {
    kind: usize,
    by: i64,
    from: Option<usize>,
    to: usize,
}

impl<'a> Way<'a> {
    fn new(of: &'a Given<'a>, base: &[usize], choice: &'a Choice) -> Way<'a> {
        let count = of.problem.body.len();
        let mut place = vec![0; count];
        base.iter().enumerate().for_each(|(at, instruction)| place[*instruction] = at);
        let kinds = of.room.len();
        let (mut held, mut now) = (vec![vec![0; count]; kinds], vec![0; kinds]);
        let (mut begins, mut reads) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for (number, life) in of.lives.iter().enumerate() {
            let from = life.writers.iter().map(|at| place[*at]).min();
            let last = life.readers.iter().map(|at| place[*at]).max();
            let to = if life.is_left { count } else { last.unwrap_or(0) };
            held[life.kind][from.unwrap_or(0).min(to)..to].iter_mut().for_each(|held| *held += life.units);
            if from.is_none() {
                now[life.kind] += life.units;
            }
            life.writers.iter().for_each(|at| begins[*at].push(number));
            life.readers.iter().for_each(|at| reads[*at].push(number));
        }
        let begun = of.lives.iter().map(|life| life.writers.is_empty()).collect();
        let readers = of.lives.iter().map(|life| life.readers.clone()).collect();
        Way { of, choice, place, held, now, begun, readers, begins, reads }
    }

    /// The changes if an instruction comes next.
    fn changes(&self, at: usize) -> Vec<Change> {
        let own = self.place[at];
        let mut out = Vec::new();
        for number in &self.begins[at] {
            let life = &self.of.lives[*number];
            if !self.begun[*number] && (life.is_left || !life.readers.is_empty()) {
                out.push(Change { kind: life.kind, by: life.units, from: None, to: own });
            }
        }
        for number in &self.reads[at] {
            let life = &self.of.lives[*number];
            let others = self.readers[*number].iter().filter(|other| **other != at).map(|other| self.place[*other]);
            let last = others.max();
            if !life.is_left && last.is_none_or(|last| last < own) && !self.is_rewritten(*number, at) {
                out.push(Change { kind: life.kind, by: -life.units, from: last, to: own });
            }
        }
        out
    }

    /// Whether the instruction also begins the life that it reads.
    fn is_rewritten(&self, life: usize, at: usize) -> bool {
        self.begins[at].contains(&life) && !self.begun[life]
    }

    /// Whether there are registers everywhere if an instruction comes next, before others that are open.
    fn has_room(&self, changes: &[Change], before: &[usize]) -> bool {
        (0..self.now.len()).all(|kind| {
            let own = || changes.iter().filter(move |change| change.kind == kind);
            if own().all(|change| change.by <= 0) {
                return true;
            }
            let room = self.of.room[kind] - self.choice.spared[kind];
            let by = |place: Option<usize>| -> i64 {
                let is_in = |change: &&Change| match (change.from, place) {
                    (None, _) => true,
                    (Some(_), None) => false,
                    (Some(from), Some(place)) => place >= from,
                };
                own().filter(is_in).map(|change| change.by).sum()
            };
            let is_within = |held: i64, more: i64| more <= 0 || held + more <= room;
            is_within(self.now[kind], by(None))
                && before.iter().all(|at| is_within(self.held[kind][self.place[*at]], by(Some(self.place[*at]))))
        })
    }

    fn take(&mut self, at: usize, changes: &[Change]) {
        for change in changes {
            let held = &mut self.held[change.kind];
            held[change.from.unwrap_or(0).min(change.to)..change.to].iter_mut().for_each(|held| *held += change.by);
            if change.from.is_none() {
                self.now[change.kind] += change.by;
            }
        }
        for number in self.begins[at].clone() {
            self.begun[number] = true;
        }
        for number in self.reads[at].clone() {
            self.readers[number].retain(|other| *other != at);
        }
    }
}

/// The packet of each instruction, and the packets and waits from one iteration to the next; nothing where the order `base` is none.
pub fn schedule(of: &Given<'_>, base: &[usize], choice: &Choice) -> Option<(Vec<i64>, i64)> {
    let count = of.problem.body.len();
    // The instructions that have to follow each, how many others each waits for, and the packet from which on it may come.
    let (mut out, mut waits, mut early) = (vec![Vec::new(); count], vec![0_usize; count], vec![0_i64; count]);
    for edge in of.problem.edges.iter().filter(|edge| edge.iterations == 0 && edge.from != edge.to) {
        out[edge.from].push((edge.to, edge.packets));
        waits[edge.to] += 1;
    }
    let mut way = Way::new(of, base, choice);
    let mut time: Vec<Option<i64>> = vec![None; count];
    let mut open = base.to_vec();
    let rank = |at: usize, place: &[usize]| (place[at] as i64 - choice.slope * of.height[at], place[at]);
    let most = (count as i64 + 1) * i64::from(MAX_STAGES);
    let mut now = 0;
    while !open.is_empty() {
        if now > most {
            return None;
        }
        let mut row: Vec<usize> = Vec::new();
        loop {
            // The oldest comes in its turn, and what it begins has had registers before.
            let near = &open[..open.len().min(choice.width)];
            let is_ready = |at: usize| waits[at] == 0 && early[at] <= now;
            let mut ready: Vec<usize> = (0..near.len()).filter(|at| is_ready(near[*at])).collect();
            ready.sort_by_key(|at| rank(near[*at], &way.place));
            let found = ready.into_iter().find_map(|position| {
                let at = near[position];
                // The iteration before has ended by `most`.
                let fits = of.problem.fits(&row, (at, now), |other| time[other].unwrap_or(i64::MIN), most);
                let changes = fits.then(|| way.changes(at));
                let changes = changes.filter(|changes| position == 0 || way.has_room(changes, &near[..position]))?;
                Some((position, changes))
            });
            let Some((position, changes)) = found else { break };
            let at = open.remove(position);
            row.push(at);
            way.take(at, &changes);
            time[at] = Some(now);
            for (to, packets) in &out[at] {
                waits[*to] -= 1;
                early[*to] = early[*to].max(now + packets);
            }
        }
        now += 1;
    }
    let time: Vec<i64> = time.into_iter().collect::<Option<_>>()?;
    let mut interval = now;
    for edge in of.problem.edges.iter().filter(|edge| edge.iterations > 0) {
        let missing = time[edge.from] + edge.packets - time[edge.to];
        interval = interval.max((missing + edge.iterations - 1).div_euclid(edge.iterations));
    }
    Some((time, interval))
}
