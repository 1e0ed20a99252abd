//! All schedules of one loop that are worth showing to the referee, and why a loop has none.

use super::emit::Plan;
use super::exact::{self, Found};
use super::flow::Flow;
use super::graph::{self, Edge};
use super::orders::{self, Loop};
use super::problem::Problem;
use super::spares::{leave_count, spare};
use super::webs::Webs;
use super::{Bound, Cost, Report, assign, bundles, gather, modulo, single, swing, units, window};
use crate::check;
use crate::limits::{
    MAX_CANDIDATES, MAX_FREE, MAX_INTERVALS, MAX_ITERATIONS, MAX_LOOP, MAX_SOLVED, MAX_STAGES, MAX_WORK,
};
use crate::live::Set;
use crate::machine::{Machine, Meaning, Mode};
use crate::mir::{Function, Instruction};
use crate::state::Fault;

/// Why a loop cannot be scheduled, if so.
fn hindrance(machine: &Machine, function: &Function, at: usize, body: &[&Instruction]) -> Option<String> {
    if let Some(why) = super::stays(machine, function) {
        return Some(why);
    }
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
    let kept: Set = lives[at].union(behind).copied().collect();
    let unrolls = UNROLLS.into_iter().filter(|unroll| *unroll == 1 || body.len() * unroll <= MAX_FREE);
    let before = report.before.unwrap_or(Cost { packets: i64::MAX / 8, ..Cost::default() });
    let trip = |unroll: usize| {
        let behind = if unroll == 1 { behind } else { &kept };
        Trip::of((machine, function), body, behind, (unroll, before.total().saturating_mul(unroll as i64)))
    };
    let trips = unrolls.map(trip);
    let trips: Vec<Trip> = trips.collect::<Result<_, _>>().map_err(|fault| fault.to_string())?;
    let least = trips.iter().min_by_key(|trip| trip.scaled(trip.least)).ok_or("it is empty")?;
    let (iterations, packets) = (least.unroll as u32, least.packets as u32);
    report.bound = Some(Bound { least: least.least as u32, iterations, why: least.why.clone(), packets });
    let plain = Flow::plain(machine, body, behind);
    let has_copies = trips[0].flow.of.len() < body.len();
    if body.len() <= MAX_SOLVED {
        let flows = [&trips[0].flow, &plain];
        report.single = Some(single::least(machine, &flows[..1 + usize::from(has_copies)], &trips[0].memory, before));
    }
    if trips.iter().all(|trip| !trip.is_promising(before)) {
        return Err("it is at its bound".to_owned());
    }
    // Without constants that make up for where registers are, and with them; and orders in the registers as they are.
    let mut out: [Vec<Plan>; 3] = Default::default();
    let mut short = "there are not enough registers for another order";
    let one = Way::both(machine, &plain, &trips[0].memory, &kept, 1);
    for way in &one {
        out[way.kind()].extend(one_at_a_time((way, &kept), machine, at, (1, before.total()), &way.edges));
    }
    for trip in trips.iter().filter(|_| body.len() <= MAX_FREE) {
        // Registers that only copies were in hold nothing that the loop needs.
        let held: Set = trip.flow.outside.union(&trip.flow.kept).copied().collect();
        let own = Way::both(machine, &trip.flow, &trip.memory, &held, trip.unroll);
        let plain = one.iter().filter(|_| trip.unroll == 1 && has_copies);
        for (way, is_tried) in own.iter().map(|way| (way, false)).chain(plain.map(|way| (way, true))) {
            let best = out[..FIXED].iter().flatten().map(|plan| plan.scaled().0).min();
            let limit = (before.total() * trip.unroll).min(best.map_or(i64::MAX, |best| trip.within(best)));
            if !is_tried {
                out[way.kind()].extend(one_at_a_time((way, &kept), machine, at, (trip.unroll, limit), &way.edges));
            }
            let (more, why) = over_iterations((way, &kept), machine, at, (trip, limit));
            out[way.kind()].extend(more);
            short = why.unwrap_or(short);
        }
    }
    if !out.iter().flatten().any(|plan| plan.has_few_packets(before)) {
        // Every value stays in its register, and waits count as nothing after that.
        let webs = Webs::fixed(machine, &plain).with_bases(machine, &plain);
        let way = Way::of(machine, &plain, webs, &trips[0].memory, (&kept, 1));
        for edges in [&way.edges, &way.impatient()] {
            out[FIXED].extend(one_at_a_time((&way, &kept), machine, at, (1, before.total()), edges));
        }
    }
    let mut out: Vec<Plan> = out.into_iter().flat_map(|plans| shortest(plans, before)).collect();
    out.sort_by_key(Plan::scaled);
    let out: Vec<Plan> = out.into_iter().flat_map(|plan| forms(machine, plan)).collect();
    if out.is_empty() { Err(short.to_owned()) } else { Ok(out) }
}

/// The place of orders in the registers as they are.
const FIXED: usize = 2;

/// The plans that are shown to the referee.
fn shortest(mut plans: Vec<Plan>, before: Cost) -> Vec<Plan> {
    // A plan of more packets than there are is not taken, unless LLVM's packetiser makes fewer of it.
    plans.sort_by_key(|plan| (!plan.has_few_packets(before), plan.scaled()));
    // Where a loop has few iterations, only what needs no packets around it may be worth it.
    let mut left = [MAX_CANDIDATES; 2];
    plans.retain(|plan| {
        let left = &mut left[usize::from(plan.is_in_place())];
        let is_kept = *left > 0;
        *left = left.saturating_sub(1);
        is_kept
    });
    plans
}

/// A plan with its own packets, if there are instructions for them, and with those that LLVM's packetiser makes of its order.
fn forms(machine: &Machine, plan: Plan) -> impl Iterator<Item = Plan> {
    let packets = bundles::packets(machine, &plan.rows);
    let own = packets.map(|packets| Plan { packets: Some(packets), ..plan.clone() });
    own.into_iter().chain([plan])
}

/// Iterations of a trip. The last is what all are scaled to.
const UNROLLS: [usize; 3] = [1, 2, 4];

/// Some iterations of a loop one after the other, so that a value has a register of its own in each.
struct Trip {
    unroll: i64,
    flow: Flow,
    /// The order of the accesses, by the places that instructions had before copies were dissolved.
    memory: Vec<Edge>,
    /// The least packets and waits, why they are as many, and the least packets.
    least: i64,
    why: String,
    packets: i64,
}

impl Trip {
    fn of(
        (machine, function): (&Machine, &Function),
        body: &[&Instruction],
        behind: &Set,
        (unroll, most): (usize, i64),
    ) -> Result<Trip, Fault> {
        let all: Vec<&Instruction> = (0..unroll).flat_map(|_| body.iter().copied()).collect();
        // Of a long loop one iteration is under way, and the next begins.
        let iterations = if all.len() > MAX_FREE { 1 } else { i64::from(MAX_STAGES) };
        let memory = graph::of_memory(machine, function, &all, iterations)?;
        let flow = if all.len() > MAX_FREE { None } else { Flow::dissolved(machine, &all, behind) };
        let flow = flow.unwrap_or_else(|| Flow::plain(machine, &all, behind));
        let [_, near] = edges(machine, &flow, &Webs::of(machine, &flow).with_bases(machine, &flow), &memory);
        let (least, why) = bound(machine, &flow.instructions(), &near);
        // Whatever waits for a result of its own iteration or an earlier one is in another packet.
        let once: Vec<Edge> = near.iter().map(|edge| Edge { packets: edge.packets.min(1), ..*edge }).collect();
        let packets = bound(machine, &flow.instructions(), &once).0;
        let (mut least, mut why, packets) = (i64::from(least), why, i64::from(packets));
        let (all, chains) = (flow.instructions(), chains(machine, &flow.instructions(), &near));
        let (problem, mut work) = (Problem::new(machine, &all, &chains), MAX_WORK);
        while all.len() <= MAX_SOLVED && least < most && exact::search(&problem, least, least, &mut work) == Found::None
        {
            least += 1;
            why = format!("no order takes {}", least - 1);
        }
        Ok(Trip { unroll: unroll as i64, flow, memory, least, why, packets })
    }

    /// Packets of a trip on the scale of all.
    fn scaled(&self, packets: i64) -> i64 {
        scaled(packets, self.unroll)
    }

    /// The most packets of a trip that are no more than some on the scale of all.
    fn within(&self, packets: i64) -> i64 {
        packets * self.unroll / UNROLLS[UNROLLS.len() - 1] as i64
    }

    /// Whether a schedule could cost less than the loop does: as many packets could wait less, and what takes as long have fewer packets.
    fn is_promising(&self, before: Cost) -> bool {
        let least = Cost { iterations: self.unroll, packets: self.packets, stalls: self.least - self.packets };
        least.is_less(before)
    }
}

/// Packets of some iterations on the scale of all trips.
pub fn scaled(packets: i64, unroll: i64) -> i64 {
    packets * UNROLLS[UNROLLS.len() - 1] as i64 / unroll
}

/// A flow with what schedulers ask of it.
struct Way<'a> {
    body: Vec<&'a Instruction>,
    webs: Webs,
    edges: [Vec<Edge>; 2],
    choices: assign::Choices,
}

impl<'a> Way<'a> {
    /// With the constants of the code, and with those that make up for where registers are, if there are any: where more orders are
    /// possible, a heuristic may come to a longer one.
    fn both(machine: &Machine, flow: &'a Flow, memory: &[Edge], held: &Set, unroll: i64) -> Vec<Way<'a>> {
        let all = [Webs::of(machine, flow), Webs::of(machine, flow).with_bases(machine, flow)];
        // The registers of long loops leave them little choice.
        let count = 1 + usize::from(!all[1].based.is_empty() && flow.body.len() <= MAX_FREE);
        all.into_iter().take(count).map(|webs| Way::of(machine, flow, webs, memory, (held, unroll))).collect()
    }

    fn of(machine: &Machine, flow: &'a Flow, webs: Webs, memory: &[Edge], (held, unroll): (&Set, i64)) -> Way<'a> {
        let body = flow.instructions();
        let mut choices = assign::choices(machine, &body, &webs, held);
        if unroll > 1 {
            leave_count(machine, held, &webs, &mut choices);
        }
        Way { edges: edges(machine, flow, &webs, memory), body, webs, choices }
    }

    /// Whether constants make up for where registers are, as a number.
    fn kind(&self) -> usize {
        usize::from(!self.webs.based.is_empty())
    }

    /// The order without waits for results: fewer packets, in which other threads execute theirs while this one waits.
    fn impatient(&self) -> [Vec<Edge>; 2] {
        let once = |edge: &Edge| Edge { packets: edge.packets.min(1), apart: edge.apart.min(1), ..*edge };
        [0, 1].map(|at| self.edges[at].iter().map(once).collect())
    }

    fn of_loop<'b>(&'b self, machine: &'b Machine, unroll: i64) -> Loop<'b> {
        Loop { machine, body: &self.body, webs: &self.webs, choices: &self.choices, unroll }
    }
}

/// The order of a loop's instructions, by values and by memory: without results that are read in the packet that writes them, and with them.
pub fn edges(machine: &Machine, flow: &Flow, webs: &Webs, memory: &[Edge]) -> [Vec<Edge>; 2] {
    let places = flow.places();
    let moved = |edge: &Edge| Some(Edge { from: *places.get(&edge.from)?, to: *places.get(&edge.to)?, ..*edge });
    let memory: Vec<Edge> = memory.iter().filter_map(moved).collect();
    let body = flow.instructions();
    [false, true].map(|has_new| webs.edges(machine, &body, has_new).into_iter().chain(memory.iter().copied()).collect())
}

/// Plans with one trip at a time.
fn one_at_a_time(
    (way, kept): (&Way<'_>, &Set),
    machine: &Machine,
    at: usize,
    (unroll, limit): (i64, i64),
    edges: &[Vec<Edge>; 2],
) -> Vec<Plan> {
    // LLVM's packetiser does not read every result in its packet that could be read there: half of the plans count on none.
    let mut left = [MAX_CANDIDATES / 2 + 1; 2];
    let mut is_tried = |found: &orders::Found| {
        let left = &mut left[usize::from(found.is_far)];
        *left = left.saturating_sub(1);
        *left > 0 && found.interval <= limit
    };
    let of = way.of_loop(machine, unroll);
    let found = orders::orders(of, [&edges[0], &edges[1]]).into_iter().filter(|found| is_tried(found));
    let plan = |found: orders::Found| {
        let orders::Found { interval, rows, names, .. } = found;
        let spare = spare(machine, kept, (&way.webs, &names), unroll);
        Plan { at, interval, unroll, stages: 1, rows, packets: None, spare }
    };
    found.map(plan).filter(|plan| plan.is_in_place() || plan.lines(machine, 0, 1, 2).is_some()).collect()
}

/// Plans with several iterations at a time, of an interval from the least to a number; and why there are no more.
fn over_iterations(
    (way, kept): (&Way<'_>, &Set),
    machine: &Machine,
    at: usize,
    (trip, limit): (&Trip, i64),
) -> (Vec<Plan>, Option<&'static str>) {
    let Loop { body, webs, choices, .. } = way.of_loop(machine, trip.unroll);
    let [edges, near] = &way.edges;
    let problems = [edges, near].map(|edges| Problem::new(machine, body, edges));
    let unroll = trip.unroll;
    let (mut out, mut short) = (Vec::new(), None);
    for interval in (trip.least..).take(MAX_INTERVALS as usize).take_while(|interval| *interval <= limit) {
        short = short.or(Some("no order of fewer packets and waits was found"));
        for (mut time, problem) in times(&problems, (interval, trip.packets)) {
            let edges = problem.edges;
            gather::gather(problem, (&mut time, interval), MAX_STAGES);
            modulo::shorten(problem, webs, (&mut time, interval));
            let given = assign::Given { machine, body, webs, choices, time: &time, interval, unroll };
            short = Some("there are not enough registers for more iterations at once");
            let Ok((names, rows)) = assign::assign(&given, edges) else { continue };
            let stages = time.iter().map(|when| when / interval).max().unwrap_or(0) + 1;
            if unroll * stages > i64::from(MAX_ITERATIONS) {
                continue;
            }
            let spare = spare(machine, kept, (webs, &names), unroll);
            let plan = Plan { at, interval, unroll, stages, rows, packets: None, spare };
            short = Some("no register is free for the count of the loop");
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

/// Times by several ways, each with the order that it honours.
fn times<'a, 'b>(problems: &'a [Problem<'b>; 2], (interval, packets): (i64, i64)) -> Vec<(Vec<i64>, &'a Problem<'b>)> {
    let mut out: Vec<(Vec<i64>, &Problem<'_>)> = Vec::new();
    let count = problems[0].body.len();
    for of in problems {
        out.extend(swing::schedule(of, interval).map(|time| (time, of)));
        out.extend(modulo::schedule(of, &vec![true; interval as usize]).map(|time| (time, of)));
        let widths = window::WIDTHS.into_iter().filter(|width| *width <= 2 * count);
        out.extend(widths.filter_map(|width| window::schedule(of, (interval, width))).map(|time| (time, of)));
    }
    let most = out.iter().map(|(time, _)| gather::count(time, interval)).min().unwrap_or(0);
    let fewer = |filled: i64| {
        let one = |pattern: &Vec<bool>| problems.iter().find_map(|of| Some((modulo::schedule(of, pattern)?, of)));
        gather::patterns(interval, filled, count).iter().find_map(one)
    };
    out.extend((packets.max(1)..most).find_map(fewer));
    if count <= MAX_SOLVED {
        let most = out.iter().map(|(time, _)| gather::count(time, interval)).min().unwrap_or(interval + 1);
        let mut work = MAX_WORK;
        let solved = |filled: i64| match exact::search(&problems[1], interval, filled, &mut work) {
            Found::Times(times) => Some((times, &problems[1])),
            _ => None,
        };
        out.extend((packets.max(1)..most).find_map(solved));
    }
    out.dedup_by(|a, b| a.0 == b.0);
    out
}

/// The least packets of an iteration: by units and words, or by a chain of values and accesses that goes round.
pub fn bound(machine: &Machine, body: &[&Instruction], edges: &[Edge]) -> (u32, String) {
    let (units, why) = units::bound(machine, body);
    let chains = chains(machine, body, edges);
    let mut least = units;
    while !graph::is_possible(body.len(), &chains, i64::from(least)) {
        least += 1;
    }
    if least > units {
        return (least, format!("a chain of values that goes round needs {least}"));
    }
    (units, why)
}

/// The order that no choice of registers and no packetiser frees a loop of.
fn chains(machine: &Machine, body: &[&Instruction], edges: &[Edge]) -> Vec<Edge> {
    folded(machine, body, edges).into_iter().filter(|edge| !edge.is_reuse).collect()
}

/// An order without what LLVM's packetiser frees a loop of.
pub fn folded(machine: &Machine, body: &[&Instruction], edges: &[Edge]) -> Vec<Edge> {
    let operation = |at: usize| machine.operation(&body[at].op);
    // LLVM's packetiser moves an access into the packet of the sum that its base is, and changes its constant; and a store into the packet of
    // the load whose result it stores.
    let is_folded = |edge: &Edge| {
        let (Some(from), Some(to)) = (operation(edge.from), operation(edge.to)) else { return false };
        let is_access = to.access.is_some_and(|(_, mode)| mode == Mode::Offset);
        (from.meaning == Some(Meaning::Sum) && is_access) || (from.makes.is_some() && to.is("newstorable"))
    };
    edges.iter().map(|edge| Edge { packets: if is_folded(edge) { 0 } else { edge.packets }, ..*edge }).collect()
}
