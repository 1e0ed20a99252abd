//! A hardware loop of one block that has become other blocks: by induction over each loop of the second program.
//!
//! Let `b` be what the first program has at the beginning of any iteration, and `P(b)` what the second has before its own loop `K` if it
//! comes from the same place with `b`: the code before `K` may hold the beginnings of later iterations. One iteration of `K` is `u`
//! iterations if `K(P(b))` equals `P(B..B(b))`, for all `b`, where `B` is the first program's block. So after all iterations the second
//! program has
//! `P(b)` again, of a later `b`. How many iterations are left is a sum that has to come out as a number, and the rest is executed.

use super::{Check, Pair, Side, Stop};
use crate::limits::{MAX_ITERATIONS, MAX_WAY};
use crate::state::{State, To};
use crate::terms::Term;

/// Where both programs are.
#[derive(Clone)]
struct Way {
    /// The first program's state at the beginning of an iteration.
    before: State,
    /// The second program's state when both were last at one place, by the same `before`.
    start: State,
    /// The blocks of the second since then, without its loops.
    blocks: Vec<usize>,
    /// The second program's state.
    after: State,
    /// The block that it is at.
    at: usize,
    /// Iterations that the first has to do.
    left: Term,
    /// Known conditions.
    known: Vec<(Term, bool)>,
}

impl Check<'_> {
    /// Compares a loop of the first program with what the second has in its place.
    pub(super) fn compare_loop(&mut self, pair: &Pair, level: u8, before: State, after: State) -> Result<(), Stop> {
        let lost = || Stop::Differs("a loop is of no level that the processor has".to_owned());
        let (count, _) = self.machine.hardware(level).ok_or_else(lost)?;
        let mut left = before.registers[count as usize];
        // A loop whose count is none runs once.
        if self.terms.number(left).is_some_and(|number| number == 0) {
            left = self.terms.constant(1)?;
        }
        let start = after.clone();
        let way = Way { before, start, blocks: Vec::new(), after, at: pair.after, left, known: Vec::new() };
        self.said(pair.before, &way.before)?;
        self.follow(pair.before, count, way, MAX_WAY)
    }

    /// Notes what LLVM says of the accesses of the next iterations: the second program is not believed.
    fn said(&mut self, of: usize, before: &State) -> Result<(), Stop> {
        let mut state = before.clone();
        for _ in 0..MAX_ITERATIONS {
            state.memory = before.memory.clone();
            self.block(Side::Before, of, &mut state)?;
        }
        Ok(())
    }

    fn iterations(&mut self, of: usize, from: &State, times: u32) -> Result<State, Stop> {
        let mut state = from.clone();
        for _ in 0..times {
            self.block(Side::Before, of, &mut state)?;
        }
        Ok(state)
    }

    fn follow(&mut self, of: usize, count: u16, mut way: Way, budget: usize) -> Result<(), Stop> {
        for spent in 0..budget {
            if let Some(left) = self.terms.number(way.left).and_then(|left| u32::try_from(left).ok())
                && left <= MAX_ITERATIONS
                && self.is_left(of, &way, left)?
            {
                // The end of a loop may change nothing that is read later: the place behind it is the one that both go on from.
                let pair = self.found.pop();
                if !self.is_left_later(of, &way, left)? {
                    self.found.extend(pair);
                }
                return Ok(());
            }
            if self.level(Side::After, way.at).is_some() {
                let next = self.exit(Side::After, way.at)?;
                way = self.loop_of_second(of, count, way)?;
                way.at = next;
                continue;
            }
            let controls = self.block(Side::After, way.at, &mut way.after)?;
            way.blocks.push(way.at);
            let mut next = None;
            for control in controls {
                let To::Block(id) = control.to else { return Err(self.differs("control leaves the loop's place")) };
                let to = self.after.block(id).ok_or_else(|| self.differs("control goes nowhere"))?;
                match control.condition.map(|(term, on)| (term, on, self.holds(term))) {
                    None => next = Some(to),
                    Some((_, on, Some(holds))) if holds == on => next = Some(to),
                    Some((_, _, Some(_))) => continue,
                    Some((term, on, None)) => {
                        let mut taken = way.clone();
                        taken.at = to;
                        taken.known.push((term, on));
                        self.follow(of, count, taken, budget - spent - 1)?;
                        way.known.push((term, !on));
                        continue;
                    }
                }
                break;
            }
            way.at = next.ok_or_else(|| self.differs("control ends"))?;
        }
        Err(self.differs("the second program has more blocks than MAX_WAY there"))
    }

    /// Whether a condition holds, where it is between numbers.
    fn holds(&self, condition: Term) -> Option<bool> {
        let [a, than] = *self.terms.applied(condition, "above")? else { return None };
        Some(self.terms.number(a)? as u32 > self.terms.number(than)? as u32)
    }

    fn differs(&self, why: &str) -> Stop {
        Stop::Differs(self.difference.clone().unwrap_or_else(|| why.to_owned()))
    }

    /// The block behind a loop.
    fn exit(&self, side: Side, at: usize) -> Result<usize, Stop> {
        let exit = super::exit(self.machine, self.function(side), at);
        exit.ok_or_else(|| Stop::Differs("a function ends with a loop".to_owned()))
    }

    /// Whether the second program has left the loop too: the first does what is left, and all is equal behind it.
    fn is_left(&mut self, of: usize, way: &Way, left: u32) -> Result<bool, Stop> {
        let exit = self.exit(Side::Before, of)?;
        let done = self.iterations(of, &way.before, left)?;
        let needed = self.needed(exit);
        let place = format!("where bb.{} begins", self.before.blocks[exit].id);
        match self.equal(&done, &way.after, &needed, &place) {
            Ok(()) => {
                self.push(exit, way.at, &done, &way.after);
                Ok(true)
            }
            Err(Stop::Differs(why)) => {
                self.difference = Some(why);
                Ok(false)
            }
            Err(fault) => Err(fault),
        }
    }

    /// Whether the block after this one, if there is but one, is a place as good.
    fn is_left_later(&mut self, of: usize, way: &Way, left: u32) -> Result<bool, Stop> {
        let mut way = way.clone();
        let exit = self.exit(Side::Before, of)?;
        if self.level(Side::After, way.at).is_some() || self.after.blocks[way.at].id == self.before.blocks[exit].id {
            return Ok(false);
        }
        let controls = self.block(Side::After, way.at, &mut way.after)?;
        let [control] = &controls[..] else { return Ok(false) };
        let (None, To::Block(id)) = (control.condition, &control.to) else { return Ok(false) };
        let Some(to) = self.after.block(*id) else { return Ok(false) };
        way.at = to;
        self.is_left(of, &way, left)
    }

    /// The state of the second program by a state of the first, at the place where both were, and after the blocks since.
    fn replayed(&mut self, of: usize, way: &Way, before: &State, count: u16) -> Result<(State, State), Stop> {
        let mut start = way.start.clone();
        // How often the loop runs is one number for all iterations.
        let behind = self.live[self.exit(Side::Before, of)?].iter();
        for atom in self.live[of].iter().chain(behind).filter(|atom| **atom != count) {
            start.registers[*atom as usize] = before.registers[*atom as usize];
        }
        start.memory = before.memory.clone();
        start.initial = before.initial;
        let mut state = start.clone();
        for at in &way.blocks {
            self.block(Side::After, *at, &mut state)?;
        }
        Ok((start, state))
    }

    /// All iterations of a loop of the second program.
    fn loop_of_second(&mut self, of: usize, count: u16, mut way: Way) -> Result<Way, Stop> {
        let at = way.at;
        let id = self.after.blocks[at].id;
        let level = self.level(Side::After, at).and_then(|level| self.machine.hardware(level));
        let (counter, begins) = level.ok_or_else(|| Stop::Differs(format!("bb.{id} is no loop")))?;
        let own = self.terms.constant(id as i32)?;
        let own = self.terms.apply("label", vec![own])?;
        let begin = way.after.registers[begins as usize];
        // A loop of the first program begins where its block is, and so does one of the second that begins at the same place.
        let begins_alike = begin == way.before.registers[begins as usize] && id == self.before.blocks[of].id;
        if begin != own && !begins_alike {
            return Err(Stop::Differs(format!("the loop of bb.{id} begins elsewhere")));
        }
        let mut iteration = way.after.clone();
        self.block(Side::After, at, &mut iteration)?;
        // A register that is read behind the loop counts as well, though it may be written in every iteration.
        let mut needed = self.live_after[at].clone();
        needed.extend(self.live_after[self.exit(Side::After, at)?].iter());
        needed.remove(&counter);
        needed.remove(&begins);
        let mut first = None;
        let mut shown = None;
        for times in 1..=MAX_ITERATIONS {
            let before = self.iterations(of, &way.before, times)?;
            let (_, later) = self.replayed(of, &way, &before, count)?;
            match self.equal(&later, &iteration, &needed, &format!("after an iteration of bb.{id}")) {
                Ok(()) => {
                    shown = Some(times);
                    break;
                }
                Err(Stop::Differs(why)) => first = first.or(Some(why)),
                Err(fault) => return Err(fault),
            }
        }
        let times = shown.ok_or_else(|| Stop::Differs(first.unwrap_or_default()))?;
        let iterations = way.after.registers[counter as usize];
        let left = self.left(way.left, iterations, times, &way.known)?;
        way.left = left.ok_or_else(|| Stop::Differs(format!("how often bb.{id} runs is not shown to be right")))?;
        self.loops += usize::from(!way.blocks.is_empty() && self.after.blocks[at].id != self.before.blocks[of].id);
        self.beginnings += 1;
        let number = self.beginnings;
        let beginning = self.run(Side::Before).beginning(number)?;
        self.said(of, &beginning)?;
        way.before = beginning;
        let before = way.before.clone();
        (way.start, way.after) = self.replayed(of, &way, &before, count)?;
        // Nobody reads the count after a loop.
        way.after.registers[counter as usize] = self.terms.symbol(number, counter)?;
        Ok(way)
    }

    /// The iterations that are left after so many iterations of so many each; nothing where that is not known to be a number, or below
    /// none.
    fn left(&mut self, left: Term, iterations: Term, times: u32, known: &[(Term, bool)]) -> Result<Option<Term>, Stop> {
        if times == 1 && left == iterations {
            return Ok(Some(self.terms.constant(0)?));
        }
        if let (Some(left), Some(iterations)) = (self.terms.number(left), self.terms.number(iterations)) {
            let rest = i64::from(left as u32) - i64::from(iterations.max(1) as u32) * i64::from(times);
            return Ok(i32::try_from(rest)
                .ok()
                .filter(|rest| *rest >= 0)
                .map(|rest| self.terms.constant(rest))
                .transpose()?);
        }
        let Some(rest) = self.terms.distance(left, iterations).filter(|rest| times == 1 && *rest > 0) else {
            return Ok(None);
        };
        // The count less the rest is not below one where the count is known to be above the rest.
        let is_above = known.iter().any(|(condition, holds)| {
            let than = match self.terms.applied(*condition, "above") {
                Some([count, than]) if *holds && *count == left => self.terms.number(*than),
                _ => None,
            };
            than.is_some_and(|than| than >= rest)
        });
        Ok(if is_above { Some(self.terms.constant(rest)?) } else { None })
    }
}
