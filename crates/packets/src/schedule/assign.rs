//! Registers for the values of a scheduled loop: two values are in one register only if the one is read for the last time before the other
//! is written, in every turn.

use super::webs::{Web, Webs};
use crate::live::Set;
use crate::machine::{Atom, Machine};
use crate::mir::{Instruction, Operand};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The smallest registers that take the places of others, for each value.
pub type Names = Vec<BTreeMap<Atom, Atom>>;

/// The facts before registers are chosen.
pub struct Given<'a> {
    /// The processor.
    pub machine: &'a Machine,
    /// The loop's instructions.
    pub body: &'a [&'a Instruction],
    /// Their values.
    pub webs: &'a Webs,
    /// Registers that hold something which the loop does not compute anew.
    pub kept: &'a Set,
    /// The packet of each instruction.
    pub time: &'a [i64],
    /// Packets from one iteration to the next.
    pub interval: i64,
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

/// The contents of one register.
#[derive(Clone, Debug)]
struct Held {
    rows: Vec<bool>,
    stays: Vec<Stay>,
}

/// Registers for all values by several ways, of which some may want two instructions before one another; none where there are not enough.
pub fn assign(of: &Given<'_>) -> Vec<Names> {
    let choices: Vec<Vec<BTreeMap<Atom, Atom>>> =
        of.webs.all.iter().map(|web| if web.is_pinned { Vec::new() } else { candidates(of, web) }).collect();
    // Values with few registers to choose from first, then the long ones: they are the hardest to place. Or as they begin.
    let mut out = Vec::new();
    // A register may be written in the packet that reads it for the last time, or only after that: then nothing has to be before anything.
    for more in [0, 1] {
        let stays: Vec<Stay> = of.webs.all.iter().map(|web| stay(of, web, more)).collect();
        let by_length = |at: usize| (choices[at].len() as i64, stays[at].from - stays[at].to, stays[at].from);
        let by_time = |at: usize| (stays[at].from, -(of.webs.all[at].atoms.len() as i64), stays[at].to);
        let by_width = |at: usize| (choices[at].len() as i64, stays[at].from, stays[at].to);
        let orders: [&dyn Fn(usize) -> (i64, i64, i64); 3] = [&by_length, &by_time, &by_width];
        out.extend(orders.into_iter().filter_map(|order| assigned(of, &choices, &stays, order)));
    }
    out
}

fn assigned(
    of: &Given<'_>,
    choices: &[Vec<BTreeMap<Atom, Atom>>],
    stays: &[Stay],
    by: &dyn Fn(usize) -> (i64, i64, i64),
) -> Option<Names> {
    let mut held: HashMap<Atom, Held> = HashMap::new();
    let mut names: Names = vec![BTreeMap::new(); of.webs.all.len()];
    for (at, web) in of.webs.all.iter().enumerate().filter(|(_, web)| web.is_pinned) {
        let stay = stays[at];
        if web.atoms.iter().any(|atom| !is_free(of, &held, *atom, &stay)) {
            return None;
        }
        web.atoms.iter().for_each(|atom| hold(of, &mut held, *atom, &stay));
    }
    let usable = usable(of);
    let mut order: Vec<usize> = (0..of.webs.all.len()).filter(|at| !of.webs.all[*at].is_pinned).collect();
    order.sort_by_key(|at| (by(*at), *at));
    for at in order {
        let stay = stays[at];
        let fits = |map: &&BTreeMap<Atom, Atom>| {
            map.values().all(|atom| usable.contains(atom) && is_free(of, &held, *atom, &stay))
        };
        let found = choices[at].iter().find(fits)?;
        found.values().for_each(|atom| hold(of, &mut held, *atom, &stay));
        names[at] = found.clone();
    }
    Some(names)
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

fn is_free(of: &Given<'_>, held: &HashMap<Atom, Held>, atom: Atom, stay: &Stay) -> bool {
    if stay.to - stay.from > of.interval {
        return false;
    }
    let Some(held) = held.get(&atom) else { return true };
    let asks = |one: &Stay, other: &Stay| other.writes.0 >= one.opens && other.writes.1 < one.closes;
    (stay.from..stay.to).all(|when| !held.rows[when.rem_euclid(of.interval) as usize])
        && held.stays.iter().all(|other| asks(other, stay) && asks(stay, other))
}

fn hold(of: &Given<'_>, held: &mut HashMap<Atom, Held>, atom: Atom, stay: &Stay) {
    let rows = || Held { rows: vec![false; of.interval as usize], stays: Vec::new() };
    let held = held.entry(atom).or_insert_with(rows);
    (stay.from..stay.to).for_each(|when| held.rows[when.rem_euclid(of.interval) as usize] = true);
    held.stays.push(*stay);
}

/// Registers that the loop may write. What a function hands back as it was is needed behind the loop, unless it has been saved.
fn usable(of: &Given<'_>) -> BTreeSet<Atom> {
    // A value that goes past the loop, which neither reads nor writes it, stays; the rest is held by its own value.
    let held: Set = of.webs.all.iter().filter(|web| web.is_pinned).flat_map(|web| web.atoms.clone()).collect();
    let is_past = |atom: &Atom| of.kept.contains(atom) && !held.contains(atom);
    let all = 0..of.machine.atom_count() as Atom;
    all.filter(|atom| !is_past(atom)).collect()
}

/// The registers that a value may be in, its own ones first.
fn candidates(of: &Given<'_>, web: &Web) -> Vec<BTreeMap<Atom, Atom>> {
    let operand = |(at, place): &(usize, usize)| match &of.body[*at].operands[*place] {
        Operand::Register(register) => Some(register.name.as_str()),
        _ => None,
    };
    let classes: Vec<(&str, Option<&[String]>)> =
        web.members.iter().filter_map(|place| Some((operand(place)?, class(of, place)))).collect();
    let own: BTreeMap<Atom, Atom> = web.atoms.iter().map(|atom| (*atom, *atom)).collect();
    let mut out = vec![own];
    // The operand that is in all of the value's registers.
    let whole = classes.iter().find(|(name, _)| of.machine.atoms(name).is_some_and(|atoms| atoms == web.atoms));
    let Some((widest, Some(list))) = whole else { return out };
    let kind = letters(widest);
    for other in list.iter().filter(|other| letters(other) == kind) {
        let Some(atoms) = of.machine.atoms(other).filter(|atoms| atoms.len() == web.atoms.len()) else { continue };
        let map: BTreeMap<Atom, Atom> = web.atoms.iter().copied().zip(atoms.iter().copied()).collect();
        let is_named = |(name, list): &(&str, Option<&[String]>)| {
            let renamed = renamed(of.machine, name, &map);
            renamed.is_some_and(|renamed| list.is_some_and(|list| list.contains(&renamed)))
        };
        if classes.iter().all(is_named) {
            out.push(map);
        }
    }
    out
}

/// The class of an operand that an instruction names itself.
fn class<'a>(of: &Given<'a>, (at, place): &(usize, usize)) -> Option<&'a [String]> {
    let operation = of.machine.operation(&of.body[*at].op)?;
    let name = match place.checked_sub(of.body[*at].results) {
        None => operation.outs.get(*place),
        Some(operand) => operation.ins.get(operand).or_else(|| operation.outs.first()),
    };
    name.map(|name| of.machine.class(name))
}

/// The letters and the separators of a register's name.
fn letters(name: &str) -> String {
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
