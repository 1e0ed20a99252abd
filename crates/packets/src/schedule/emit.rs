//! The text of a scheduled loop: a guard, the beginnings of the first iterations, the loop, the ends of the last ones, and the loop as it was
//! for counts that are too small.

use super::assign::{Given, Names, renamed};
use super::bundles;
use super::cost::Cost;
use super::graph::Edge;
use crate::machine::Machine;
use crate::mir::{Instruction, Operand, Register, statements};
use std::collections::BTreeMap;

/// Instructions between a loop's setting and its beginning that are surely near enough.
const NEAR: usize = 100;

/// The instructions of each packet in turn, with the stage of each.
pub type Rows = Vec<Vec<(i64, Instruction)>>;

/// A scheduled loop.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The loop's block, by its place.
    pub at: usize,
    /// Packets from one trip of the loop to the next.
    pub interval: i64,
    /// Iterations of a trip: a power of two.
    pub unroll: i64,
    /// Passes that are under way at once.
    pub stages: i64,
    /// The instructions of each packet in turn, with the stage of each.
    pub rows: Rows,
    /// The packets as they are executed, if LLVM's packetiser is to leave them alone: see [`super::bundles`].
    pub packets: Option<Vec<Vec<Instruction>>>,
    /// Registers for its beginning; a loop with one iteration at a time needs none.
    pub spare: Option<Spare>,
}

/// Registers that hold nothing else where a loop begins.
#[derive(Clone, Debug)]
pub struct Spare {
    /// For the count; where a trip has several iterations, that lasts until the loop has ended.
    pub count: String,
    /// For the trips: the same, or another one.
    pub trips: String,
    /// For a condition.
    pub condition: String,
    /// Whether nothing before the loop writes the register for the trips.
    pub is_kept: bool,
}

/// Instructions in the order in which they are written, by packet.
///
/// # Errors
///
/// Values in registers that instructions of their packet write, where two of these had to come before one another.
pub fn rows(of: &Given<'_>, edges: &[Edge], names: &Names) -> Result<Rows, Vec<usize>> {
    let (time, interval, body) = (of.time, of.interval, of.body);
    let is_moved = of.unroll > 1 || time.iter().any(|when| *when >= interval);
    let mut of_row = vec![Vec::new(); interval as usize];
    (0..body.len()).for_each(|at| of_row[(time[at] % interval) as usize].push(at));
    let mut orders: Vec<Vec<(usize, usize)>> = vec![Vec::new(); interval as usize];
    for edge in edges.iter().filter(|edge| edge.from != edge.to) {
        if time[edge.from] == time[edge.to] + interval * edge.iterations {
            orders[(time[edge.from] % interval) as usize].push((edge.from, edge.to));
        }
    }
    for (at, based) in &of.webs.based {
        let row = |at: usize| (time[at] % interval) as usize;
        // A register is read before it moves on in the same packet.
        let moves = based.moves().filter(|other| row(*other) == row(*at));
        orders[row(*at)].extend(moves.map(|other| (*at, other)));
    }
    let (mut out, mut stuck) = (Vec::new(), Vec::new());
    for ((all, mut order), shared) in of_row.into_iter().zip(orders).zip(shared(of, names)) {
        order.extend(shared.iter().map(|(_, from, to)| (*from, *to)));
        // LLVM, which knows less of memory in other iterations, leaves no load in the packet of a store before it.
        let is_store = |at: usize| of.machine.operation(&body[at].op).is_some_and(|of| of.is("store"));
        let ordered = ordered(&all, &order, |at| (!is_store(at), time[at] / interval, std::cmp::Reverse(at)));
        if ordered.len() < all.len() {
            let is_left = |at: &usize| !ordered.contains(at);
            let found = shared.iter().find(|(_, from, to)| is_left(from) && is_left(to)).map(|(value, ..)| *value);
            // Instructions that are in no order by themselves are so in any registers.
            stuck.push(found.ok_or_else(Vec::new)?);
        }
        let text = |at: usize| Some((time[at] / interval, text(of, names, at, is_moved)?));
        out.push(ordered.into_iter().map(text).collect::<Option<_>>().ok_or_else(Vec::new)?);
    }
    if stuck.is_empty() { Ok(out) } else { Err(stuck) }
}

/// Instructions in an order that has each pair's first before its second, the greatest by `rank` first; without those that no such order
/// has.
fn ordered<T: Ord>(all: &[usize], order: &[(usize, usize)], rank: impl Fn(usize) -> T) -> Vec<usize> {
    let mut open = all.to_vec();
    let mut out = Vec::new();
    loop {
        let is_free = |at: usize| !order.iter().any(|(from, to)| *to == at && open.contains(from));
        // Of those that may come next, that of the oldest iteration, then that which was first.
        let Some(place) = (0..open.len()).filter(|place| is_free(open[*place])).max_by_key(|place| rank(open[*place]))
        else {
            return out;
        };
        out.push(open.remove(place));
    }
}

/// For each packet the values whose registers are written there for another one, with the instructions that read and write them.
fn shared(of: &Given<'_>, names: &Names) -> Vec<Vec<(usize, usize, usize)>> {
    let row = |at: usize| (of.time[at] % of.interval) as usize;
    let placed = |web: usize| -> Vec<u16> {
        of.webs.all[web].atoms.iter().map(|atom| names[web].get(atom).copied().unwrap_or(*atom)).collect()
    };
    let mut readers: BTreeMap<(usize, u16), Vec<(usize, usize)>> = BTreeMap::new();
    for (web, value) in of.webs.all.iter().enumerate() {
        for atom in placed(web) {
            value.readers.iter().for_each(|at| readers.entry((row(*at), atom)).or_default().push((web, *at)));
        }
    }
    let mut out = vec![Vec::new(); of.interval as usize];
    for (web, value) in of.webs.all.iter().enumerate() {
        for atom in placed(web) {
            for at in &value.writers {
                let others = readers.get(&(row(*at), atom)).into_iter().flatten();
                let others = others.filter(|(other, reader)| *other != web && reader != at);
                out[row(*at)].extend(others.map(|(other, reader)| (*other, *reader, *at)));
            }
        }
    }
    out
}

/// An instruction with its new registers; among those of other iterations, with accesses of which it is not said at which offset they are.
fn text(given: &Given<'_>, names: &Names, at: usize, is_moved: bool) -> Option<Instruction> {
    let (machine, webs) = (given.machine, given.webs);
    let mut of = given.body[at].clone();
    for (place, operand) in of.operands.iter_mut().enumerate() {
        let Operand::Register(register) = operand else { continue };
        if let Some(web) = webs.of.get(&(at, place)) {
            register.name = renamed(machine, &register.name, &names[*web])?;
        }
        // That a value is not used was true of the order that there was.
        register.is_unused &= register.is_implicit || !register.is_written;
    }
    if let Some(based) = webs.based.get(&at) {
        based.at(machine, &mut of, at, given.time)?;
    }
    if is_moved {
        of.tail = moved(&of.tail);
    }
    Some(of)
}

/// `(load (s32) from %ir.x + 4)` of another iteration: `(load unknown-size from %ir.x, align 1)`, which overlaps with all of that object.
fn moved(tail: &str) -> String {
    let mut out = Vec::new();
    for inner in statements(tail) {
        let word = if inner.starts_with("store") { "store" } else { "load" };
        let Some((_, place)) = inner.split_once(" from ").or_else(|| inner.split_once(" into ")) else {
            // Without a place there is nothing that could be wrong in another iteration but the size.
            return String::new();
        };
        let base = place.split([' ', ',']).next().unwrap_or_default();
        let marks: Vec<&str> = place.split(", ").filter(|mark| mark.starts_with('!')).collect();
        let direction = if word == "store" { "into" } else { "from" };
        let marks: String = marks.iter().map(|mark| format!(", {mark}")).collect();
        out.push(format!("({word} unknown-size {direction} {base}, align 1{marks})"));
    }
    if tail.is_empty() { String::new() } else { out.join(", ") }
}

impl Plan {
    /// Whether the loop stays where it is: no iteration begins before the one before it has ended, and a trip has one.
    pub fn is_in_place(&self) -> bool {
        self.stages == 1 && self.unroll == 1
    }

    /// Packets and waits from one trip to the next, and packets alone, on the scale of all.
    pub fn scaled(&self) -> (i64, i64) {
        let scaled = |packets| super::plans::scaled(packets, self.unroll);
        (scaled(self.interval), scaled(self.count()))
    }

    /// Whether it takes no more packets than a loop does.
    pub fn has_few_packets(&self, than: Cost) -> bool {
        self.count() <= than.packets.saturating_mul(self.unroll)
    }

    /// The packets of a trip.
    pub fn count(&self) -> i64 {
        self.rows.iter().filter(|row| !row.is_empty()).count() as i64
    }

    /// The lines of one iteration with the instruction that ends it, `end`.
    pub fn iteration(&self, machine: &Machine, end: &Instruction) -> Vec<String> {
        match &self.packets {
            Some(packets) => bundles::lines(machine, packets, end),
            None => self.rows.iter().flatten().map(|(_, of)| of).chain([end]).map(Instruction::text).collect(),
        }
    }

    /// The lines of the blocks that come before the loop's own, whose number is `own`, with numbers from `first` on; `exit` is the block after
    /// it. Nothing where the processor's file does not say how to write them.
    pub fn lines(&self, machine: &Machine, own: u32, exit: u32, first: u32) -> Option<Vec<String>> {
        let [guard, begin, iteration, end, small] = [first, first + 1, first + 2, first + 3, first + 4];
        let Spare { count, trips, condition, is_kept } = self.spare.as_ref()?;
        let rest = self.stages - 1;
        let op = |purpose: &str| machine.building(purpose).map(|(name, _)| name);
        let besides = |purpose: &str| -> Option<String> {
            let (_, writes) = machine.building(purpose)?;
            Some(writes.iter().map(|name| format!(", implicit-def ${name}")).collect())
        };
        let (counter, start) = machine.hardware(0)?;
        let (counter, start) = (machine.name(counter), machine.name(start));
        let set = |to: u32, times: &str| Some(format!("{} %bb.{to}, ${times}{}", op("loop")?, besides("loop")?));
        let computed =
            |purpose: &str, to: &str, from: &str, by: i64| Some(format!("${to} = {} ${from}, {by}", op(purpose)?));
        let unless = |to: u32| Some(format!("{} ${condition}, %bb.{to}{}", op("unless")?, besides("unless")?));
        let mut out = Vec::new();
        let least = self.unroll * self.stages;
        let lines = vec![
            format!("${count} = {} ${counter}", op("count")?),
            computed("above", condition, count, least - 1)?,
            unless(small)?,
        ];
        block(&mut out, guard, &[begin, small], lines);
        let stage = |from: i64, to: i64| -> Vec<String> {
            let all = self.rows.iter().flatten().filter(|(stage, _)| (from..=to).contains(stage));
            all.map(|(_, of)| of.text()).collect()
        };
        let mut lines = Vec::new();
        if self.unroll > 1 {
            lines.push(computed("halve", trips, count, i64::from(self.unroll.trailing_zeros()))?);
        }
        lines.push(computed("add", trips, if self.unroll > 1 { trips } else { count }, -rest)?);
        let begins: Vec<String> = (0..rest).flat_map(|upto| stage(0, upto)).collect();
        // The instruction names the loop by a distance with few bits, and assemblers of LLVM 19 crash where it is too long.
        if *is_kept {
            lines.extend(begins);
            lines.push(set(iteration, trips)?);
        } else if begins.len() <= NEAR {
            lines.push(set(iteration, trips)?);
            lines.extend(begins);
        } else {
            return None;
        }
        block(&mut out, begin, &[iteration], lines);
        let implied = |name: &str, is_written| {
            let name = name.to_owned();
            Operand::Register(Register { name, is_written, is_implicit: true, ..Register::default() })
        };
        let reads = [implied("pc", true), implied(counter, true), implied(start, false), implied(counter, false)];
        let operands = [Operand::Block(iteration)].into_iter().chain(reads).collect();
        let ends = Instruction { op: op("end")?.to_owned(), operands, ..Instruction::default() };
        block(&mut out, iteration, &[end, iteration], self.iteration(machine, &ends));
        let mut lines: Vec<String> = (1..=rest).flat_map(|from| stage(from, rest)).collect();
        if self.unroll > 1 {
            // The loop as it was does what is left over.
            lines.push(computed("mask", count, count, self.unroll - 1)?);
            lines.push(computed("above", condition, count, 0)?);
            lines.push(unless(exit)?);
            block(&mut out, end, &[small, exit], lines);
        } else {
            lines.push(format!("{} %bb.{exit}{}", op("jump")?, besides("jump")?));
            block(&mut out, end, &[exit], lines);
        }
        block(&mut out, small, &[own], vec![set(own, count)?]);
        Some(out)
    }
}

/// The lines of one block.
fn block(out: &mut Vec<String>, id: u32, next: &[u32], lines: Vec<String>) {
    let share = 0x8000_0000_u32 / next.len().max(1) as u32;
    let next: Vec<String> = next.iter().map(|id| format!("%bb.{id}(0x{share:08x})")).collect();
    // LLVM gives a block a label if it is jumped to, or if it is told that an instruction names it otherwise.
    out.push(format!("  bb.{id} (machine-block-address-taken):"));
    out.push(format!("    successors: {}", next.join(", ")));
    out.push(String::new());
    out.extend(lines.into_iter().map(|line| format!("    {line}")));
    out.push(String::new());
}
