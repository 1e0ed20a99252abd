//! Registers for the count of a loop and for its beginning, which hold nothing that the loop needs.

use super::assign;
use super::emit::Spare;
use super::webs::Webs;
use crate::live::Set;
use crate::machine::{Atom, Machine};

/// Takes one register from all values, for the count, which lasts until a loop of several iterations a trip has ended.
pub fn leave_count(machine: &Machine, held: &Set, webs: &Webs, choices: &mut assign::Choices) {
    let pinned: Set = webs.all.iter().filter(|web| web.is_pinned).flat_map(|web| web.atoms.clone()).collect();
    let class = machine.building("count").and_then(|(op, _)| machine.operation(op)?.outs.first());
    let names = class.map(|class| machine.class(class)).unwrap_or_default();
    let is_free =
        |atoms: &&[Atom]| !atoms.is_empty() && atoms.iter().all(|atom| !held.contains(atom) && !pinned.contains(atom));
    let Some(count) = names.iter().filter_map(|name| machine.atoms(name)).find(is_free) else { return };
    for maps in choices {
        maps.retain(|map| !map.values().any(|atom| count.contains(atom)));
    }
}

/// Registers for the beginning of a loop, of those that nothing needed is in: best of those that no value of the loop is in.
pub fn spare(machine: &Machine, kept: &Set, (webs, names): (&Webs, &assign::Names), unroll: i64) -> Option<Spare> {
    let mut all = kept.clone();
    for (web, names) in webs.all.iter().zip(names) {
        all.extend(web.atoms.iter().map(|atom| names.get(atom).copied().unwrap_or(*atom)));
    }
    let free = |purpose: &str, held: &Set, other: Option<&String>| {
        let class = machine.operation(machine.building(purpose)?.0)?.outs.first()?;
        let is_free = |name: &&String| {
            let atoms = machine.atoms(name).unwrap_or_default();
            !atoms.is_empty() && atoms.iter().all(|atom| !held.contains(atom)) && Some(*name) != other
        };
        machine.class(class).iter().find(is_free).cloned()
    };
    let condition = free("above", kept, None)?;
    let own = free("count", &all, None);
    if unroll == 1 {
        let is_kept = own.is_some();
        let count = own.or_else(|| free("count", kept, None))?;
        return Some(Spare { trips: count.clone(), count, condition, is_kept });
    }
    let count = own?;
    let trips = free("count", &all, Some(&count));
    let is_kept = trips.is_some();
    let trips = trips.or_else(|| free("count", kept, Some(&count)))?;
    Some(Spare { count, trips, condition, is_kept })
}
