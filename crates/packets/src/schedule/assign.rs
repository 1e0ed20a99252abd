//! Registers for the values of a scheduled loop: two values are in one register only if the one is read for the last time before the other
//! is written, in every iteration.

use super::emit::{self, Rows};
use super::graph::Edge;
use super::webs::{Web, Webs};
use crate::limits::{MAX_LONGER, MAX_LOST};
use crate::live::Set;
use crate::machine::{Atom, Machine};
use crate::mir::{Instruction, Operand};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The smallest registers that take the places of others, for each value.
pub type Names = Vec<BTreeMap<Atom, Atom>>;

/// For each value that is not given its register, those that it may be in.
pub type Choices = Vec<Vec<BTreeMap<Atom, Atom>>>;

/// The facts before registers are chosen.
pub struct Given<'a> {
    /// The processor.
    pub machine: &'a Machine,
    /// The loop's instructions.
    pub body: &'a [&'a Instruction],
    /// Their values.
    pub webs: &'a Webs,
    /// The registers that each value may be in: see [`choices`].
    pub choices: &'a Choices,
    /// The packet of each instruction.
    pub time: &'a [i64],
    /// Packets from one trip to the next.
    pub interval: i64,
    /// Iterations of a trip.
    pub unroll: i64,
}

/// The time that a value is in its register, and what it asks of others there.
#[derive(Clone, Copy, Debug)]
struct Stay {
    /// The packet that writes it first, and that after which it is not needed.
    from: i64,
    to: i64,
    /// The packets that write it first and last.
    writes: (i64, i64),
    /// Others may write from here on only: what comes from outside is read until then.
    opens: i64,
    /// Others may write before this only: it is what the last iteration leaves.
    closes: i64,
}

/// The contents of one of the smallest registers.
#[derive(Clone)]
struct Held {
    /// The value in it in each packet.
    rows: Vec<Option<usize>>,
    /// Values that ask of others when they may write, wherever they are.
    asking: Vec<usize>,
}

/// How many packets without a value are looked at, before and after one.
const NEAR: i64 = 48;

/// Registers for all values, and the text of each packet.
///
/// A register may be written in the packet that reads it for the last time: `r1 = add(r2, r3); r2 = add(r4, r5)`. Two that want that of
/// each other are in no order. Then one of the values stays a packet longer.
///
/// # Errors
///
/// There are not enough: a value that found none, if it was one.
pub fn assign(of: &Given<'_>, edges: &[Edge]) -> Result<(Names, Rows), Option<usize>> {
    let choices = of.choices;
    if of.webs.are_fixed {
        let names = vec![BTreeMap::new(); of.webs.all.len()];
        return emit::rows(of, edges, &names).map(|rows| (names, rows)).map_err(|_| None);
    }
    let mut longer = vec![0; of.webs.all.len()];
    for _ in 0..MAX_LONGER {
        let stays: Vec<Stay> = of.webs.all.iter().zip(&longer).map(|(web, more)| stay(of, web, *more)).collect();
        let by_time = |at: usize| (stays[at].from, -(of.webs.all[at].atoms.len() as i64), stays[at].to);
        // Values with few registers to choose from first, then the long ones: they are the hardest to place.
        let by_length = |at: usize| (choices[at].len() as i64, stays[at].from - stays[at].to, stays[at].from);
        let orders: [&dyn Fn(usize) -> (i64, i64, i64); 2] = [&by_time, &by_length];
        let mut names = Err(None);
        for order in orders {
            names = Filling::new(of, &stays).ok_or(None)?.filled(order).map_err(Some);
            if names.is_ok() {
                break;
            }
        }
        let names = names?;
        match emit::rows(of, edges, &names) {
            Ok(rows) => return Ok((names, rows)),
            Err(values) if values.iter().all(|value| longer[*value] > 0) => return Err(None),
            Err(values) => values.into_iter().for_each(|value| longer[value] = 1),
        }
    }
    Err(None)
}

/// The registers of a loop's values, of which some hold something that the loop does not compute anew.
pub fn choices(machine: &Machine, body: &[&Instruction], webs: &Webs, kept: &Set) -> Choices {
    let usable = usable(machine, webs, kept);
    let one = |web: &Web| {
        let mut maps = if web.is_pinned { Vec::new() } else { candidates(machine, body, web) };
        maps.retain(|map| map.values().all(|atom| usable.contains(atom)));
        maps
    };
    webs.all.iter().map(one).collect()
}

/// Registers on their way to hold all values.
struct Filling<'a> {
    of: &'a Given<'a>,
    stays: &'a [Stay],
    held: Vec<Held>,
    names: Names,
    /// How often each value has lost its register to another one.
    lost: Vec<i64>,
    /// The fewest choices of a value that may be in a register.
    fewest: HashMap<Atom, usize>,
}

impl<'a> Filling<'a> {
    /// With the values whose registers are given.
    fn new(of: &'a Given<'_>, stays: &'a [Stay]) -> Option<Filling<'a>> {
        let count = of.webs.all.len();
        let names = vec![BTreeMap::new(); count];
        let empty = Held { rows: vec![None; of.interval as usize], asking: Vec::new() };
        let held = vec![empty; of.machine.atom_count()];
        let mut fewest: HashMap<Atom, usize> = HashMap::new();
        for maps in of.choices {
            for atom in maps.iter().flat_map(BTreeMap::values) {
                let least = fewest.entry(*atom).or_insert(maps.len());
                *least = maps.len().min(*least);
            }
        }
        let mut out = Filling { of, stays, held, names, lost: vec![0; count], fewest };
        for (at, web) in of.webs.all.iter().enumerate() {
            if stays[at].to - stays[at].from > of.interval {
                return None;
            }
            if web.is_pinned {
                if !out.others(at, web.atoms.iter().copied()).is_empty() {
                    return None;
                }
                web.atoms.iter().for_each(|atom| out.hold(at, *atom, true));
            }
        }
        Some(out)
    }

    /// The values that cannot be in some registers together with another one, each once.
    fn others(&self, value: usize, atoms: impl Iterator<Item = Atom>) -> Vec<usize> {
        let stay = self.stays[value];
        let mut out = Vec::new();
        for held in atoms.map(|atom| &self.held[usize::from(atom)]) {
            let rows = (stay.from..stay.to).filter_map(|when| held.rows[when.rem_euclid(self.of.interval) as usize]);
            rows.for_each(|other| {
                // A value is in its register for many packets in turn.
                if out.last() != Some(&other) {
                    out.push(other);
                }
            });
            out.extend(held.asking.iter().filter(|other| !stay.is_asked(&self.stays[**other])));
            if stay.is_asking() {
                let all = held.rows.iter().flatten();
                out.extend(all.filter(|other| !self.stays[**other].is_asked(&stay)));
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Puts a value into a register, or takes it out.
    fn hold(&mut self, value: usize, atom: Atom, is_held: bool) {
        let (stay, interval) = (self.stays[value], self.of.interval);
        let held = &mut self.held[atom as usize];
        for when in stay.from..stay.to {
            held.rows[when.rem_euclid(interval) as usize] = is_held.then_some(value);
        }
        if stay.is_asking() && is_held {
            held.asking.push(value);
        }
    }

    /// All values in registers. A value that finds none takes that of others, which look for another one; they may do so a limited number
    /// of times. An error is the value that found none.
    fn filled(mut self, by: &dyn Fn(usize) -> (i64, i64, i64)) -> Result<Names, usize> {
        let values = (0..self.stays.len()).filter(|at| !self.of.webs.all[*at].is_pinned);
        let mut open: BTreeSet<((i64, i64, i64), usize)> = values.map(|at| (by(at), at)).collect();
        let mut budget = MAX_LOST * self.stays.len().max(64);
        while let Some((_, value)) = open.pop_first() {
            let (map, gone) = self.best(value).ok_or(value)?;
            for other in gone {
                budget = budget.checked_sub(1).ok_or(value)?;
                for atom in std::mem::take(&mut self.names[other]).values() {
                    self.hold(other, *atom, false);
                }
                self.lost[other] += 1;
                open.insert((by(other), other));
            }
            map.values().for_each(|atom| self.hold(value, *atom, true));
            self.names[value] = map;
        }
        Ok(self.names)
    }

    /// The registers that suit a value best, and the values that have to leave them.
    fn best(&self, value: usize) -> Option<(BTreeMap<Atom, Atom>, Vec<usize>)> {
        let mut best: Option<(i64, &BTreeMap<Atom, Atom>, Vec<usize>)> = None;
        for map in &self.of.choices[value] {
            let gone = self.others(value, map.values().copied());
            if gone.iter().any(|other| self.of.webs.all[*other].is_pinned) {
                continue;
            }
            let loss = |other: &usize| self.of.interval * 4 * (1 + self.lost[*other] * self.lost[*other]);
            let gap = |atom: &Atom| self.gap(value, *atom);
            let lost = gone.iter().map(loss).sum::<i64>();
            if best.as_ref().is_some_and(|best| lost >= best.0) {
                continue;
            }
            let cost = lost + map.values().map(gap).sum::<i64>();
            if best.as_ref().is_none_or(|best| cost < best.0) {
                best = Some((cost, map, gone));
            }
        }
        best.map(|(_, map, gone)| (map.clone(), gone))
    }

    /// The time for which a register is left without a value before and after one; more where others have fewer registers to choose from.
    fn gap(&self, value: usize, atom: Atom) -> i64 {
        let (stay, interval) = (self.stays[value], self.of.interval);
        let rows = &self.held[atom as usize].rows;
        let is_held = |when: i64| rows[when.rem_euclid(interval) as usize].is_some();
        let before = (1..NEAR).find(|by| is_held(stay.from - by)).unwrap_or(NEAR);
        let after = (0..NEAR).find(|by| is_held(stay.to + by)).unwrap_or(NEAR);
        let is_scarce = self.fewest.get(&atom).is_some_and(|fewest| *fewest < self.of.choices[value].len());
        before.min(after) + if is_scarce { interval } else { 0 }
    }
}

impl Stay {
    /// Whether a value asks of others when they may write.
    fn is_asking(&self) -> bool {
        self.opens != i64::MIN || self.closes != i64::MAX
    }

    /// Whether a value writes when another one in its register may be written.
    fn is_asked(&self, by: &Stay) -> bool {
        self.writes.0 >= by.opens && self.writes.1 < by.closes
    }
}

fn stay(of: &Given<'_>, web: &Web, more: i64) -> Stay {
    let times = |list: &[usize]| list.iter().map(|at| of.time[*at]).collect::<Vec<_>>();
    let (writes, reads) = (times(&web.writers), times(&web.readers));
    let first = writes.iter().min().copied().unwrap_or(0);
    let last = writes.iter().max().copied().unwrap_or(0);
    let outside = times(&web.from_outside).into_iter().max();
    let mut to = reads.iter().chain(&writes).max().copied().unwrap_or(0);
    if let Some(outside) = outside {
        to = to.max(outside + of.interval);
    }
    // A value that nothing writes, or that an instruction implies, is in its register all the time.
    if writes.is_empty() || web.is_implied {
        to = first + of.interval;
    }
    Stay {
        from: first,
        // A value that is written and never read is in its register for the packet that writes it.
        to: (to + more).max(first + 1).min(first + of.interval.max(to - first)),
        writes: (first, last),
        opens: outside.unwrap_or(i64::MIN),
        closes: if web.is_needed_behind { last } else { i64::MAX },
    }
}

/// Registers that the loop may write. A register that a function preserves is needed behind the loop, unless it has been saved.
fn usable(machine: &Machine, webs: &Webs, kept: &Set) -> BTreeSet<Atom> {
    // A value that goes past the loop, which neither reads nor writes it, stays; the rest is held by its own value.
    let held: Set = webs.all.iter().filter(|web| web.is_pinned).flat_map(|web| web.atoms.clone()).collect();
    let is_past = |atom: &Atom| kept.contains(atom) && !held.contains(atom);
    let all = 0..machine.atom_count() as Atom;
    all.filter(|atom| !is_past(atom)).collect()
}

/// The registers that a value may be in, its own ones first.
fn candidates(machine: &Machine, body: &[&Instruction], web: &Web) -> Vec<BTreeMap<Atom, Atom>> {
    let operand = |(at, place): &(usize, usize)| match &body[*at].operands[*place] {
        Operand::Register(register) => Some(register.name.as_str()),
        _ => None,
    };
    let classes: Vec<(&str, Option<&[String]>)> =
        web.members.iter().filter_map(|place| Some((operand(place)?, class(machine, body, place)))).collect();
    let own: BTreeMap<Atom, Atom> = web.atoms.iter().map(|atom| (*atom, *atom)).collect();
    let mut out = vec![own];
    // The operand that is in all of the value's registers.
    let whole = classes.iter().find(|(name, _)| machine.atoms(name).is_some_and(|atoms| atoms == web.atoms));
    let Some((widest, Some(list))) = whole else { return out };
    let kind = letters(widest);
    for other in list.iter().filter(|other| letters(other) == kind) {
        let Some(atoms) = machine.atoms(other).filter(|atoms| atoms.len() == web.atoms.len()) else { continue };
        let map: BTreeMap<Atom, Atom> = web.atoms.iter().copied().zip(atoms.iter().copied()).collect();
        let is_named = |(name, list): &(&str, Option<&[String]>)| {
            let renamed = renamed(machine, name, &map);
            renamed.is_some_and(|renamed| list.is_some_and(|list| list.contains(&renamed)))
        };
        if classes.iter().all(is_named) {
            out.push(map);
        }
    }
    out
}

/// The class of an operand that an instruction names itself.
pub fn class<'a>(machine: &'a Machine, body: &[&Instruction], (at, place): &(usize, usize)) -> Option<&'a [String]> {
    let operation = machine.operation(&body[*at].op)?;
    let name = match place.checked_sub(body[*at].results) {
        None => operation.outs.get(*place),
        Some(operand) => operation.ins.get(operand).or_else(|| operation.outs.first()),
    };
    name.map(|name| machine.class(name))
}

/// The letters and the separators of a register's name.
pub fn letters(name: &str) -> String {
    name.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// The register of the same kind that consists of others.
pub fn renamed(machine: &Machine, name: &str, map: &BTreeMap<Atom, Atom>) -> Option<String> {
    let atoms = machine.atoms(name)?;
    let others: Vec<Atom> = atoms.iter().map(|atom| map.get(atom).copied().unwrap_or(*atom)).collect();
    if others == atoms {
        return Some(name.to_owned());
    }
    let kind = letters(name);
    // Names of the same kind are few, and differ in their number.
    (0..64).map(|number| format!("{kind}{number}")).find(|other| machine.atoms(other) == Some(&others[..]))
}
