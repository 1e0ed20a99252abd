//! A hardware loop of one block that has become other blocks: by induction over each loop of the second program.
//!
//! Let `b` be what the first program has at the beginning of any iteration, and `P(b)` what the second has before its own loop `K` if it
//! comes from the same place with `b`: the code before `K` may hold the beginnings of later iterations. One iteration of `K` is `u`
//! iterations if `K(P(b))` equals `P(B..B(b))`, for all `b`, where `B` is the first program's block. So after all iterations the second
//! program has `P(b)` again, of a later `b`. How many iterations are left is a sum that has to come out as a number, and the rest is
//! executed. After a loop of several iterations each, the lower bits of the count are left, too: a third loop does them, where they are
//! known not to be zero.

use super::{Check, Pair, Side, Stop};
use crate::limits::{MAX_ITERATIONS, MAX_WAY};
use crate::state::{Control, State, To};
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
    /// Whether that is the count that its loop began with.
    is_whole: bool,
    /// Known conditions.
    known: Vec<(Term, bool)>,
}

impl Check<'_> {
    /// Compares a loop of the first program with what the second has in its place.
    pub(super) fn compare_loop(&mut self, pair: &Pair, level: u8, before: State, after: State) -> Result<(), Stop> {
        let lost = || Stop::Differs("a loop is of no level that the processor has".to_owned());
        let (count, _) = self.machine.hardware(level).ok_or_else(lost)?;
        let ids = [self.before.blocks[pair.before].id, self.after.blocks[pair.after].id];
        if ids[0] == ids[1] && self.kept[pair.after] && self.begins_at(ids, level, &before, &after)? {
            return self.passed(pair);
        }
        let mut left = before.registers[count as usize];
        // A loop whose count is none runs once.
        if self.terms.number(left).is_some_and(|number| number == 0) {
            left = self.terms.constant(1)?;
        }
        let start = after.clone();
        let way =
            Way { before, start, blocks: Vec::new(), after, at: pair.after, left, is_whole: true, known: Vec::new() };
        self.said(pair.before, &way.before)?;
        self.follow(pair.before, count, way, MAX_WAY)
    }

    /// Goes on behind a loop that is as it was: its iterations compute equal registers and write equal memory.
    fn passed(&mut self, pair: &Pair) -> Result<(), Stop> {
        let (b, a) = (self.exit(Side::Before, pair.before)?, self.exit(Side::After, pair.after)?);
        let before = self.run(Side::Before).beginning(2)?;
        let mut after = self.run(Side::After).beginning(3)?;
        after.initial = before.initial;
        for atom in self.needed(b) {
            after.registers[usize::from(atom)] = before.registers[usize::from(atom)];
        }
        self.push(b, a, &before, &after);
        Ok(())
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
            self.settle(&mut way)?;
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

    /// Whether the block after this one, if it is known which that is, is a place as good.
    fn is_left_later(&mut self, of: usize, way: &Way, left: u32) -> Result<bool, Stop> {
        let mut way = way.clone();
        let exit = self.exit(Side::Before, of)?;
        if self.level(Side::After, way.at).is_some() || self.after.blocks[way.at].id == self.before.blocks[exit].id {
            return Ok(false);
        }
        let controls = self.block(Side::After, way.at, &mut way.after)?;
        let is_taken = |control: &Control| match control.condition {
            None => Some(true),
            Some((term, on)) => self.holds(term).map(|holds| holds == on),
        };
        let next = controls.iter().find(|control| is_taken(control) != Some(false));
        let Some(control) = next.filter(|control| is_taken(control) == Some(true)) else { return Ok(false) };
        let To::Block(id) = control.to else { return Ok(false) };
        let Some(to) = self.after.block(id) else { return Ok(false) };
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
        let level = self.level(Side::After, at);
        let found = level.and_then(|level| Some((level, self.machine.hardware(level)?)));
        let (level, (counter, begins)) = found.ok_or_else(|| Stop::Differs(format!("bb.{id} is no loop")))?;
        if !self.begins_at([self.before.blocks[of].id, id], level, &way.before, &way.after)? {
            return Err(Stop::Differs(format!("the loop of bb.{id} begins elsewhere")));
        }
        let mut iteration = way.after.clone();
        let execution = self.known.begin_second();
        self.block(Side::After, at, &mut iteration)?;
        self.known.begin_second();
        // A register that is read behind the loop counts as well, though it may be written in every iteration.
        let mut needed = self.live_after[at].clone();
        needed.extend(self.live_after[self.exit(Side::After, at)?].iter());
        needed.remove(&counter);
        needed.remove(&begins);
        let mut nearest: Option<(usize, String)> = None;
        let mut shown = None;
        let iterations = way.after.registers[counter as usize];
        for times in self.times(&way, iterations) {
            self.known.begin_first(execution);
            let before = self.iterations(of, &way.before, times)?;
            let (_, later) = self.replayed(of, &way, &before, count)?;
            let several = if times > 1 { format!(", taken for {times}") } else { String::new() };
            match self.equal(&later, &iteration, &needed, &format!("after an iteration of bb.{id}{several}")) {
                Ok(()) => {
                    shown = Some(times);
                    break;
                }
                Err(Stop::Differs(why)) => {
                    // Which number was meant is the one with which least differs.
                    let apart = self.apart(&later, &iteration, &needed);
                    if nearest.as_ref().is_none_or(|(least, _)| apart < *least) {
                        nearest = Some((apart, why));
                    }
                }
                Err(fault) => return Err(fault),
            }
        }
        let none = || format!("how often bb.{id} runs is not shown to be right");
        let times = shown.ok_or_else(|| Stop::Differs(nearest.map_or_else(none, |(_, why)| why)))?;
        let left = self.left(&way, iterations, times)?;
        way.is_whole = false;
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

    /// How many iterations of the first program an iteration of the second one may be, by how often its loop runs: of no others [`Self::left`]
    /// would know how many are left.
    fn times(&self, way: &Way, iterations: Term) -> Vec<u32> {
        let all = 1..=MAX_ITERATIONS;
        if let (Some(left), Some(iterations)) = (self.terms.number(way.left), self.terms.number(iterations)) {
            let most = left as u32 / (iterations as u32).max(1);
            return all.filter(|times| *times <= most).collect();
        }
        let by = match self.terms.sum_of(iterations).0[..] {
            [(part, 1)] => self.terms.applied(part, "halved").and_then(|halved| self.terms.number(*halved.get(1)?)),
            _ => None,
        };
        all.filter(|times| *times == 1 || by.is_some_and(|by| (0..31).contains(&by) && 1 << by == *times)).collect()
    }

    /// The iterations that are left after so many iterations of so many each; nothing where that is not known to be a number, or below
    /// none.
    fn left(&mut self, way: &Way, iterations: Term, times: u32) -> Result<Option<Term>, Stop> {
        let left = way.left;
        if times == 1 && left == iterations && way.is_whole {
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
        if times > 1 {
            return self.left_of_several(way, iterations, times);
        }
        let Some(rest) = self.terms.distance(left, iterations).filter(|rest| *rest >= 0) else { return Ok(None) };
        // The count less the rest is not below one where the count is known to be above the rest. A count of none runs once, but only a
        // whole one is what both programs began with.
        let is_right = match way.is_whole {
            true => rest > 0 && self.is_above(way, left, rest as u32),
            // A sum could be above none because it is below it.
            false => self.terms.applied(iterations, "masked").is_some() && self.is_above(way, iterations, 0),
        };
        Ok(if is_right { Some(self.terms.constant(rest)?) } else { None })
    }

    /// The same after a loop of `count / times - rest` iterations: its lower bits, and the rest.
    fn left_of_several(&mut self, way: &Way, iterations: Term, times: u32) -> Result<Option<Term>, Stop> {
        let (parts, less) = self.terms.sum_of(iterations);
        let ([(part, 1)], Ok(rest)) = (&parts[..], u32::try_from(-i64::from(less))) else { return Ok(None) };
        let Some([count, by]) = self.terms.applied(*part, "halved") else { return Ok(None) };
        let (count, by) = (*count, self.terms.number(*by));
        let is_whole = way.is_whole && count == way.left && by.is_some_and(|by| by < 31 && 1 << by == times);
        // At least one iteration more than the rest has to be there.
        let Some(least) = rest.checked_add(1).and_then(|trips| trips.checked_mul(times)) else { return Ok(None) };
        if !is_whole || !self.is_above(way, count, least - 1) {
            return Ok(None);
        }
        let mask = self.terms.constant(times as i32 - 1)?;
        let over = self.terms.apply("masked", vec![count, mask])?;
        let Ok(rest) = i32::try_from(least - times) else { return Ok(None) };
        let rest = self.terms.constant(rest)?;
        Ok(Some(self.terms.add(over, rest, 1)?))
    }

    /// Whether a count is known to be above a number.
    fn is_above(&self, way: &Way, count: Term, number: u32) -> bool {
        way.known.iter().any(|(condition, holds)| match self.terms.applied(*condition, "above") {
            Some([own, than]) if *holds && *own == count => {
                self.terms.number(*than).is_some_and(|than| than as u32 >= number)
            }
            _ => false,
        })
    }

    /// Where nothing is left over, what is left is a number.
    fn settle(&mut self, way: &mut Way) -> Result<(), Stop> {
        let is_none = |(condition, holds): &(Term, bool)| match self.terms.applied(*condition, "above") {
            Some([own, than]) if !*holds && self.terms.number(*than) == Some(0) => self.terms.distance(way.left, *own),
            _ => None,
        };
        if let Some(rest) = way.known.iter().find_map(is_none).filter(|_| !way.is_whole) {
            way.left = self.terms.constant(rest)?;
        }
        Ok(())
    }
}
