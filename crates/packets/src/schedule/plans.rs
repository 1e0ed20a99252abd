//! All schedules of one loop that are worth showing to the referee, and why a loop has none.

use super::emit::{self, Plan};
use super::graph::{self, Edge};
use super::{Cost, Report, assign, modulo, swing, units, webs, window};
use crate::check;
use crate::limits::{MAX_CANDIDATES, MAX_FREE, MAX_INTERVALS, MAX_LOOP};
use crate::live::Set;
use crate::machine::Machine;
use crate::mir::{Function, Instruction};

/// Why a loop cannot be scheduled, if so.
fn hindrance(machine: &Machine, function: &Function, at: usize, body: &[&Instruction]) -> Option<String> {
    let unknown = body.iter().find(|of| machine.operation(&of.op).is_none());
    if let Some(of) = unknown {
        return Some(match of.op.starts_with("INLINEASM") {
            true => "it has inline assembly".to_owned(),
            false => format!("`{}` is no operation that is known", of.op),
        });
    }
    if check::own_loop(machine, function, at) != Some(0) {
        return Some("it has calls or other jumps".to_owned());
    }
    if body.iter().any(|of| of.accesses.iter().any(|access| access.is_volatile)) {
        return Some("it has accesses that are volatile".to_owned());
    }
    let alone = |of: &&&Instruction| machine.operation(&of.op).is_some_and(|of| of.is("effects") || of.is("solo"));
    if let Some(of) = body.iter().find(alone) {
        return Some(format!("`{}` has a packet of its own or effects besides its results", of.op));
    }
    let limit = body.len() > MAX_LOOP;
    if limit || body.is_empty() {
        return Some(if limit { "it has more instructions than MAX_LOOP" } else { "it is empty" }.to_owned());
    }
    (at + 1 >= function.blocks.len()).then(|| "no block follows it".to_owned())
}

/// Schedules of a loop, the shortest first, or why there are none.
pub fn plans(
    machine: &Machine,
    function: &Function,
    at: usize,
    lives: &[Set],
    body: &[&Instruction],
    report: &mut Report,
) -> Result<Vec<Plan>, String> {
    if let Some(why) = hindrance(machine, function, at, body) {
        return Err(why);
    }
    let behind = &lives[at + 1];
    let webs = webs::Webs::of(machine, body, behind);
    let memory = graph::of_memory(machine, function, body).map_err(|fault| fault.to_string())?;
    let with =
        |has_new| webs.edges(machine, body, has_new).into_iter().chain(memory.iter().copied()).collect::<Vec<_>>();
    let (edges, near) = (with(false), with(true));
    let (least, why) = bound(machine, body, &near);
    report.bound = Some((least, why));
    let kept: Set = lives[at].union(behind).copied().collect();
    let spare = spare(machine, &kept).ok_or("no register is free for the count")?;
    // A schedule of as many packets could still wait less.
    let limit = report.before.map_or(i64::MAX, Cost::total);
    if i64::from(least) >= limit {
        return Err("it is at its bound".to_owned());
    }
    let (mut out, mut short) = (Vec::new(), "no order of fewer packets and waits was found");
    // A long loop has room for longer steps.
    let step = 1 + least as usize / MAX_INTERVALS as usize / 2;
    for interval in
        (i64::from(least)..).step_by(step).take(MAX_INTERVALS as usize).take_while(|interval| *interval < limit)
    {
        for (mut time, edges) in times(machine, body, [&edges, &near], interval) {
            modulo::shorten(machine, body, edges, &webs, (&mut time, interval));
            let given = assign::Given { machine, body, webs: &webs, kept: &kept, time: &time, interval };
            short = "there are not enough registers for more iterations at once";
            let found = assign::assign(&given).into_iter().find_map(|names| {
                let rows = emit::rows(machine, body, &webs, edges, &names, (&time, interval))?;
                Some((names, rows))
            });
            let Some((names, rows)) = found else { continue };
            let stages = time.iter().map(|when| when / interval).max().unwrap_or(0) + 1;
            let (spare, is_count_kept) = match spared(machine, &kept, &webs, &names) {
                Some(spare) => (spare, true),
                None => (spare.clone(), false),
            };
            let plan = Plan { at, interval, stages, rows, spare, is_count_kept };
            short = "no register is free for the count before a loop so long";
            if plan.lines(machine, 0, 1, 2).is_some() {
                out.push(plan);
            }
        }
        if out.len() >= MAX_CANDIDATES {
            break;
        }
    }
    if out.is_empty() { Err(short.to_owned()) } else { Ok(out) }
}

/// Times by several ways, each with the edges that it honours.
fn times<'a>(
    machine: &Machine,
    body: &[&Instruction],
    edges: [&'a [Edge]; 2],
    interval: i64,
) -> Vec<(Vec<i64>, &'a [Edge])> {
    let mut out: Vec<(Vec<i64>, &[Edge])> = Vec::new();
    for edges in edges {
        if body.len() <= MAX_FREE {
            out.extend(swing::schedule(machine, body, edges, interval).map(|time| (time, edges)));
            out.extend(modulo::schedule(machine, body, edges, interval).map(|time| (time, edges)));
        }
        let width = |width: usize| window::schedule(machine, body, edges, (interval, width));
        out.extend(
            window::WIDTHS.into_iter().filter(|of| *of <= 2 * body.len()).filter_map(width).map(|time| (time, edges)),
        );
    }
    out.dedup();
    out
}

/// The least packets of an iteration: by units and words, or by a chain of values and accesses that goes round.
fn bound(machine: &Machine, body: &[&Instruction], edges: &[Edge]) -> (u32, String) {
    let (units, why) = units::bound(machine, body);
    let chains: Vec<Edge> = edges.iter().filter(|edge| !edge.is_reuse).copied().collect();
    let mut least = units;
    while !graph::is_possible(body.len(), &chains, i64::from(least)) {
        least += 1;
    }
    if least > units {
        return (least, format!("a chain of values that goes round needs {least}"));
    }
    (units, why)
}

/// The same, and of those that no value of the loop is in.
fn spared(machine: &Machine, kept: &Set, webs: &webs::Webs, names: &assign::Names) -> Option<(String, String)> {
    let mut all = kept.clone();
    for (web, names) in webs.all.iter().zip(names) {
        all.extend(web.atoms.iter().map(|atom| names.get(atom).copied().unwrap_or(*atom)));
    }
    let (count, _) = spare(machine, &all)?;
    Some((count, spare(machine, kept)?.1))
}

/// Registers for the count and for a condition, of those that hold nothing.
fn spare(machine: &Machine, kept: &Set) -> Option<(String, String)> {
    let free = |purpose: &str| {
        let class = machine.operation(machine.building(purpose)?.0)?.outs.first()?;
        let is_free = |name: &&String| {
            let atoms = machine.atoms(name).unwrap_or_default();
            !atoms.is_empty() && atoms.iter().all(|atom| !kept.contains(atom))
        };
        machine.class(class).iter().find(is_free).cloned()
    };
    Some((free("count")?, free("above")?))
}
