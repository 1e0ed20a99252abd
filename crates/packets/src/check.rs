//! Whether two schedules are one program: both executed on terms, from one pair of places to the next.
//!
//! Blocks outside hardware loops are compared as they are: equal conditions, and where control goes equal registers, as far as they are read
//! later, and equal memory. A hardware loop of one block may have become others ([`iterations`]). No data of a scheduler is used.

mod equal;
mod executed;
mod iterations;
mod loops;
mod stated;

pub use executed::{Emulator, Executed, Witness, executed};
pub use loops::{exit, own_loop};

use crate::limits::{MAX_EXECUTED, MAX_PAIRS};
use crate::live::{self, Set};
use crate::machine::Machine;
use crate::mir::{Function, Program};
use crate::state::{Control, Fault, Known, Run, State, To};
use crate::terms::Terms;
use std::collections::{BTreeSet, HashMap};

/// The verdict on two functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They do the same, whatever registers and memory hold.
    Equal {
        /// Pairs of places that were compared.
        pairs: usize,
        /// Loops of the second that run several iterations of the first's at once, or at another time.
        loops: usize,
    },
    /// They do not the same: both were executed.
    Different {
        /// The arguments, and the place that differs.
        witness: Witness,
        /// The first difference of what they compute.
        why: String,
    },
    /// Neither is shown.
    Open {
        /// The first difference, or what is not understood.
        why: String,
        /// How often both were executed and did the same.
        executed: u32,
    },
}

/// Why a comparison ends.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stop {
    Differs(String),
    Fault(Fault),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

impl From<crate::terms::TooMany> for Stop {
    fn from(fault: crate::terms::TooMany) -> Stop {
        Stop::Fault(fault.into())
    }
}

/// A place in each program that are reached together, with equal registers and equal memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    before: usize,
    after: usize,
    /// How often a hardware loop that begins here runs, where that is a number.
    count: Option<i32>,
    /// Where the hardware loop of each level begins, which an earlier block has set.
    begins: [Begins; 2],
}

/// Where a hardware loop begins that is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Begins {
    /// At one place in both programs, wherever that is.
    Alike,
    /// At these blocks of the first and of the second, as far as they are known.
    At([Option<i32>; 2]),
}

/// Compares the functions of two programs, by name.
///
/// # Errors
///
/// The programs have different functions.
pub fn check(machine: &Machine, before: &Program, after: &Program) -> Result<Vec<(String, Verdict)>, String> {
    let named: HashMap<&str, &Function> = after.functions.iter().map(|of| (of.name.as_str(), of)).collect();
    if named.len() != after.functions.len() || before.functions.len() != after.functions.len() {
        return Err("the programs have different functions".to_owned());
    }
    if !outside(before).eq(outside(after)) {
        return Err("the programs differ outside their blocks".to_owned());
    }
    let one = |of: &Function| {
        let other = named.get(of.name.as_str()).ok_or_else(|| format!("the second program has no {}", of.name))?;
        Ok((of.name.clone(), functions(machine, of, other)))
    };
    before.functions.iter().map(one).collect()
}

/// Executes the functions of which it is not shown that they are one program.
pub fn execute<E: Emulator>(verdicts: &mut [(String, Verdict)], programs: [&Program; 2], emulator: &mut E) {
    let mut count = 0;
    for (name, verdict) in verdicts {
        let Verdict::Open { why, executed: alike } = verdict else { continue };
        count += 1;
        let found = match count > MAX_EXECUTED {
            true => Err("more functions than MAX_EXECUTED are not shown".to_owned()),
            false => executed(programs, name, emulator),
        };
        match found {
            Ok(Ok(witness)) => *verdict = Verdict::Different { witness, why: std::mem::take(why) },
            Ok(Err(times)) => *alike = times,
            Err(reason) => *why += &format!("; it was not executed: {reason}"),
        }
    }
}

/// The lines that are in no block: constants, tables of jumps, the stack, LLVM IR. Whether LLVM's verifier runs later says nothing of them.
fn outside(program: &Program) -> impl Iterator<Item = &String> {
    let is_in = |at: usize| program.functions.iter().any(|of| of.blocks.iter().any(|block| block.lines.contains(&at)));
    let is_said = |line: &str| !line.trim().is_empty() && !line.starts_with("failsVerification:");
    let is_kept = move |(at, line): &(usize, &String)| is_said(line) && !is_in(*at);
    program.lines.iter().enumerate().filter(is_kept).map(|(_, line)| line)
}

/// Compares two functions.
pub fn functions(machine: &Machine, before: &Function, after: &Function) -> Verdict {
    let lives = (live::live(machine, before), live::live(machine, after));
    if let Err(why) = stated::are_complete(machine, [before, after], [&lives.0, &lives.1]) {
        return Verdict::Open { why, executed: 0 };
    }
    let kept =
        after.blocks.iter().map(|block| before.block(block.id).is_some_and(|at| before.blocks[at].is_same(block)));
    let kept: Vec<bool> = kept.collect();
    let first = Pair { before: 0, after: 0, count: None, begins: [Begins::At([None; 2]); 2] };
    let (mut open, mut seen, mut loops) = (vec![first.clone()], BTreeSet::from([first]), 0);
    while let Some(pair) = open.pop() {
        let mut terms = Terms::default();
        let mut known = Known::default();
        let mut check = Check {
            machine,
            before,
            after,
            live: &lives.0,
            live_after: &lives.1,
            kept: &kept,
            terms: &mut terms,
            known: &mut known,
            beginnings: 2,
            found: Vec::new(),
            loops: 0,
            difference: None,
        };
        let compared = check.pair(&pair).and_then(|()| Ok(check.known.is_kept()?));
        if let Err(stop) = compared {
            let place = format!("bb.{} and bb.{}", before.blocks[pair.before].id, after.blocks[pair.after].id);
            let why = match stop {
                Stop::Differs(why) => format!("from {place} on, {why}"),
                Stop::Fault(fault) => format!("at {place}: {fault}"),
            };
            return Verdict::Open { why, executed: 0 };
        }
        loops += check.loops;
        open.extend(check.found.into_iter().filter(|pair| seen.insert(pair.clone())));
        if seen.len() > MAX_PAIRS {
            return Verdict::Open { why: "there are more pairs of places than MAX_PAIRS".to_owned(), executed: 0 };
        }
    }
    Verdict::Equal { pairs: seen.len(), loops }
}

/// The comparison from one pair of places on.
struct Check<'a> {
    machine: &'a Machine,
    before: &'a Function,
    after: &'a Function,
    live: &'a [Set],
    live_after: &'a [Set],
    /// The blocks of the second program that are as they were.
    kept: &'a [bool],
    terms: &'a mut Terms,
    known: &'a mut Known,
    beginnings: u32,
    found: Vec<Pair>,
    loops: usize,
    /// The last difference, where a later place may still be equal.
    difference: Option<String>,
}

/// Which of the two programs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

impl Check<'_> {
    fn run(&mut self, side: Side) -> Run<'_> {
        Run {
            machine: self.machine,
            terms: self.terms,
            objects: &self.before.objects,
            known: self.known,
            is_believed: side == Side::Before,
            are_lives_believed: side == Side::Before,
        }
    }

    fn function(&self, side: Side) -> &Function {
        if side == Side::Before { self.before } else { self.after }
    }

    /// Executes a block of a program; the last of the controls has no condition.
    fn block(&mut self, side: Side, at: usize, state: &mut State) -> Result<Vec<Control>, Stop> {
        let block = match side {
            Side::Before => &self.before.blocks[at],
            Side::After => &self.after.blocks[at],
        };
        // LLVM itself calls a few registers killed that are read later.
        let are_lives_believed = side == Side::Before || self.kept[at];
        let mut controls = Run { are_lives_believed, ..self.run(side) }.block(state, block)?;
        let is_last = |control: &Control| control.condition.is_none() && !matches!(control.to, To::Again(..));
        if let Some(end) = controls.iter().position(is_last) {
            controls.truncate(end + 1);
        } else {
            let next = self.function(side).blocks.get(at + 1).map(|block| block.id);
            let next = next.ok_or_else(|| Stop::Differs("a function ends without a return".to_owned()))?;
            controls.push(Control { condition: None, to: To::Block(next) });
        }
        Ok(controls)
    }

    /// The level of the hardware loop that a block is all of.
    fn level(&self, side: Side, at: usize) -> Option<u8> {
        own_loop(self.machine, self.function(side), at)
    }

    fn pair(&mut self, pair: &Pair) -> Result<(), Stop> {
        let mut before = self.run(Side::Before).beginning(0)?;
        let mut after = self.run(Side::After).beginning(1)?;
        after.initial = before.initial;
        let own = self.level(Side::Before, pair.before).and_then(|level| self.machine.hardware(level));
        if let (Some((counter, _)), Some(count)) = (own, pair.count) {
            before.registers[counter as usize] = self.terms.constant(count)?;
        }
        for atom in &self.live[pair.before] {
            after.registers[*atom as usize] = before.registers[*atom as usize];
        }
        for (level, begins) in (0..).zip(pair.begins) {
            let (Some((_, start)), Begins::At(blocks)) = (self.machine.hardware(level), begins) else { continue };
            let [b, a] = blocks.map(|block| block.map(|id| self.label(id)).transpose());
            before.registers[start as usize] = b?.unwrap_or(before.registers[start as usize]);
            after.registers[start as usize] = a?.map_or_else(|| self.terms.symbol(1, start), Ok)?;
        }
        if let Some(level) = self.level(Side::Before, pair.before) {
            return self.compare_loop(pair, level, before, after);
        }
        let ours = self.block(Side::Before, pair.before, &mut before)?;
        let theirs = self.block(Side::After, pair.after, &mut after)?;
        let goes =
            |id: &u32| ours.iter().any(|control| matches!(&control.to, To::Block(to) | To::Again(_, to) if to == id));
        let is_open = ours.iter().any(|control| matches!(control.to, To::Elsewhere(_)));
        if !is_open && !self.before.blocks[pair.before].successors.iter().all(goes) {
            return Err(Stop::Differs("control goes on in a way that is not understood".to_owned()));
        }
        if ours.len() != theirs.len() {
            return Err(Stop::Differs("control goes to more places in one program".to_owned()));
        }
        for (our, their) in ours.iter().zip(&theirs) {
            if our.condition != their.condition {
                return Err(Stop::Differs("control goes on by other conditions".to_owned()));
            }
            match (&our.to, &their.to) {
                (To::Block(b), To::Block(a)) => self.reached(*b, *a, &before, &after)?,
                (To::Again(l, b), To::Again(m, a)) if l == m => {
                    if !self.begins_at([*b, *a], *l, &before, &after)? {
                        return Err(Stop::Differs(format!("the loop of bb.{a} begins elsewhere")));
                    }
                    self.reached(*b, *a, &before, &after)?;
                }
                (To::Elsewhere(b), To::Elsewhere(a)) => {
                    let saved = self.machine.saved().clone();
                    if b != a {
                        return Err(Stop::Differs("what the function hands back differs".to_owned()));
                    }
                    self.equal(&before, &after, &saved, "where the function is left")?;
                    // One of several blocks, by the value that both have.
                    for id in self.before.blocks[pair.before].successors.clone() {
                        self.reached(id, id, &before, &after)?;
                    }
                }
                _ => return Err(Stop::Differs("control goes elsewhere".to_owned())),
            }
        }
        Ok(())
    }

    /// Both programs come to blocks, which makes them a pair if all is equal there.
    fn reached(&mut self, b: u32, a: u32, before: &State, after: &State) -> Result<(), Stop> {
        let place = |function: &Function, id| {
            function.block(id).ok_or_else(|| Stop::Differs(format!("bb.{id} is in one program only")))
        };
        let (b, a) = (place(self.before, b)?, place(self.after, a)?);
        let mut needed = self.needed(b);
        for (level, begins) in (0..).zip(self.begins(b, before, after)) {
            // A loop that comes later has its own place in each program.
            if let (Some((_, start)), Begins::At([Some(_), Some(_)])) = (self.machine.hardware(level), begins) {
                needed.remove(&start);
            }
        }
        let where_ = format!("where bb.{} begins", self.before.blocks[b].id);
        self.equal(before, after, &needed, &where_)?;
        self.push(b, a, before, after);
        Ok(())
    }

    /// Remembers a pair, with what is known of the hardware loops that may begin there or later.
    fn push(&mut self, b: usize, a: usize, before: &State, after: &State) {
        let own = self.level(Side::Before, b).and_then(|level| self.machine.hardware(level));
        let count = own.and_then(|(counter, _)| self.terms.number(before.registers[counter as usize]));
        let begins = self.begins(b, before, after);
        self.found.push(Pair { before: b, after: a, count, begins });
    }

    /// The values that have to be equal where a block of the first program begins.
    fn needed(&self, b: usize) -> Set {
        let mut needed = self.live[b].clone();
        if let Some((_, start)) = self.level(Side::Before, b).and_then(|level| self.machine.hardware(level)) {
            // A loop begins where its own block is; where that lies is the program's own affair, and `iterations` looks at it.
            needed.remove(&start);
        }
        needed
    }
}
