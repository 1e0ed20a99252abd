//! All schedules of one loop that are worth showing to the referee, and why a loop has none.

use super::emit::Plan;
use super::flow::Flow;
use super::graph::{self, Edge};
use super::orders::{self, Loop};
use super::webs::Webs;
use super::{Cost, Report, assign, modulo, swing, units, window};
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
    check::exit(machine, function, at).is_none().then(|| "no block follows it".to_owned())
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
    let behind = &lives[check::exit(machine, function, at).ok_or("no block follows it")?];
    let memory = graph::of_memory(machine, function, body).map_err(|fault| fault.to_string())?;
    let plain = Flow::plain(machine, body, behind);
    let dissolved = if body.len() > MAX_FREE { None } else { Flow::dissolved(machine, body, behind) };
    let flows: Vec<&Flow> = dissolved.iter().chain([&plain]).collect();
    let bounds = flows.iter().map(|flow| flow_bound(machine, flow, &memory));
    let (least, why) = bounds.min_by_key(|bound| bound.0).ok_or("it is empty")?;
    report.bound = Some((least, why));
    // A schedule of as many packets could still wait less, and one that takes as long have fewer packets.
    let limit = report.before.map_or(i64::MAX, Cost::total);
    let packets = flows.iter().map(|flow| units::bound(machine, &flow.instructions()).0).min().unwrap_or(0);
    let is_least = report.before.is_some_and(|before| before.packets <= i64::from(packets));
    if i64::from(least) > limit || (i64::from(least) == limit && is_least) {
        return Err("it is at its bound".to_owned());
    }
    let kept: Set = lives[at].union(behind).copied().collect();
    let (mut out, mut short) = (Vec::new(), "there are not enough registers for another order");
    for flow in flows {
        let body = flow.instructions();
        let webs = Webs::of(machine, flow);
        let [far, near] = edges(machine, flow, &webs, &memory);
        let is_plain = std::ptr::eq(flow, &raw const plain);
        // The registers of copies that are dissolved hold nothing that the loop needs.
        let held: Set = if is_plain { kept.clone() } else { flow.outside.union(behind).copied().collect() };
        let choices = assign::choices(machine, &body, &webs, &held);
        let whole = Loop { machine, body: &body, webs: &webs, choices: &choices };
        if is_plain {
            out.extend(in_place(whole, [&far, &near], at, limit));
        }
        if body.len() <= MAX_FREE {
            let (more, why) = over_iterations((whole, &kept), [&far, &near], at, (i64::from(least), limit));
            out.extend(more);
            short = why;
        }
    }
    out.sort_by_key(|plan| plan.interval);
    out.truncate(MAX_CANDIDATES);
    if out.is_empty() { Err(short.to_owned()) } else { Ok(out) }
}

/// The order of a loop's instructions, by values and by memory: without results that are read in the packet that writes them, and with them.
fn edges(machine: &Machine, flow: &Flow, webs: &Webs, memory: &[Edge]) -> [Vec<Edge>; 2] {
    let places = flow.places();
    let moved = |edge: &Edge| Some(Edge { from: *places.get(&edge.from)?, to: *places.get(&edge.to)?, ..*edge });
    let memory: Vec<Edge> = memory.iter().filter_map(moved).collect();
    let body = flow.instructions();
    [false, true].map(|has_new| webs.edges(machine, &body, has_new).into_iter().chain(memory.iter().copied()).collect())
}

fn flow_bound(machine: &Machine, flow: &Flow, memory: &[Edge]) -> (u32, String) {
    let [_, near] = edges(machine, flow, &Webs::of(machine, flow), memory);
    bound(machine, &flow.instructions(), &near)
}

/// Plans with one iteration at a time.
fn in_place(of: Loop<'_>, both: [&[Edge]; 2], at: usize, limit: i64) -> Vec<Plan> {
    // LLVM's packetiser does not read every result in its packet that could be read there: half of the plans count on none.
    let mut left = [MAX_CANDIDATES / 2 + 1; 2];
    let mut is_tried = |found: &orders::Found| {
        let left = &mut left[usize::from(found.is_far)];
        *left = left.saturating_sub(1);
        *left > 0 && found.interval <= limit
    };
    let found = orders::orders(of, both).into_iter().filter(|found| is_tried(found));
    let plan = |found: orders::Found| {
        let (interval, rows) = (found.interval, found.rows);
        Plan { at, interval, stages: 1, rows, spare: None, is_count_kept: true }
    };
    found.map(plan).collect()
}

/// Plans with several iterations at a time, of an interval from one number to another; and why there are no more.
fn over_iterations(
    (of, kept): (Loop<'_>, &Set),
    [edges, near]: [&[Edge]; 2],
    at: usize,
    (least, limit): (i64, i64),
) -> (Vec<Plan>, &'static str) {
    let Loop { machine, body, webs, choices } = of;
    let (mut out, mut short) = (Vec::new(), "no order of fewer packets and waits was found");
    for interval in (least..).take(MAX_INTERVALS as usize).take_while(|interval| *interval <= limit) {
        for (mut time, edges) in times(machine, body, [edges, near], interval) {
            modulo::shorten(machine, body, edges, webs, (&mut time, interval));
            let given = assign::Given { machine, body, webs, choices, time: &time, interval };
            short = "there are not enough registers for more iterations at once";
            let Ok((names, rows)) = assign::assign(&given, edges) else { continue };
            let stages = time.iter().map(|when| when / interval).max().unwrap_or(0) + 1;
            let own = spared(machine, kept, webs, &names);
            let (is_count_kept, spare) = (own.is_some(), own.or_else(|| spare(machine, kept)));
            let plan = Plan { at, interval, stages, rows, spare, is_count_kept };
            short = "no register is free for the count before a loop so long";
            if plan.is_in_place() || plan.lines(machine, 0, 1, 2).is_some() {
                out.push(plan);
            }
        }
        if out.len() >= MAX_CANDIDATES {
            break;
        }
    }
    (out, short)
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
        out.extend(swing::schedule(machine, body, edges, interval).map(|time| (time, edges)));
        out.extend(modulo::schedule(machine, body, edges, interval).map(|time| (time, edges)));
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
fn spared(machine: &Machine, kept: &Set, webs: &Webs, names: &assign::Names) -> Option<(String, String)> {
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
