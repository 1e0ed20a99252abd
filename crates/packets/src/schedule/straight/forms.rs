//! The forms of a block that are worth showing to the referee: orders of its instructions, with finished packets and without.

use super::{list, order};
use crate::limits::MAX_STRAIGHT;
use crate::live::{self, Set};
use crate::machine::{Machine, Meaning};
use crate::mir::{Block, Function, Instruction};
use crate::schedule::problem::Problem;
use crate::schedule::{Cost, bundles};
use crate::state::is_idle;
use std::collections::BTreeMap;

/// Lines that take the places of others; those without text are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form(pub BTreeMap<usize, Vec<String>>);

/// Forms of a block: for each order with finished packets, and as LLVM's packetiser makes them.
pub fn forms(machine: &Machine, function: &Function, at: usize, lives: &[Set], before: Cost) -> Vec<Form> {
    let block = &function.blocks[at];
    let mut behind: Set = live::successors(machine, function, at).iter().flat_map(|to| &lives[*to]).copied().collect();
    let mut of_regions: Vec<Vec<Form>> = Vec::new();
    let regions = regions(machine, block);
    // A part of a block has no packets of its own.
    let before = (regions.len() == 1).then_some(before);
    for region in regions.into_iter().rev() {
        let mut forms = of_region(machine, function, &region, (&behind, before)).unwrap_or_default();
        let lines = region[0].line..region[region.len() - 1].line;
        let killed = block.instructions().filter(|of| of.op == KILL && lines.contains(&of.line));
        let killed: Vec<usize> = killed.map(|of| of.line).collect();
        forms.iter_mut().for_each(|form| form.0.extend(killed.iter().map(|line| (*line, Vec::new()))));
        of_regions.push(forms);
        for of in region.iter().rev() {
            let (reads, writes) = live::touched(machine, of);
            behind.retain(|atom| !writes.contains(atom));
            behind.extend(reads);
        }
    }
    let most = of_regions.iter().map(Vec::len).max().unwrap_or(0);
    let form = |number: usize| {
        let own = of_regions.iter().filter_map(|forms| forms.get(number.min(forms.len().checked_sub(1)?)));
        Form(own.flat_map(|form| form.0.clone()).collect())
    };
    (0..most).map(form).collect()
}

/// Instructions that may change places, in runs of at most `MAX_STRAIGHT`: a label, a statement to the debugger and assembly stay where they
/// are.
fn regions<'a>(machine: &Machine, block: &'a Block) -> Vec<Vec<&'a Instruction>> {
    let mut out: Vec<Vec<&Instruction>> = vec![Vec::new()];
    let is_packed = block.packets.iter().any(|packet| packet.instructions.len() > 1);
    for of in block.instructions().filter(|_| !is_packed) {
        if of.op == KILL {
            continue;
        }
        let operation = machine.operation(&of.op);
        let is_new = operation.is_some_and(|operation| operation.newer.is_some());
        let is_free = operation.is_some() && !is_idle(of) && !is_new;
        let last = out.len() - 1;
        if is_new {
            // `p0 = cmp.eq(r1.new,r2)` stays behind the instruction that computes `r1`.
            out[last].pop();
        }
        if !is_free || out[last].len() >= MAX_STRAIGHT {
            out.push(Vec::new());
        }
        if is_free {
            let last = out.len() - 1;
            out[last].push(of);
        }
    }
    out.retain(|region| region.len() > 1);
    out
}

/// LLVM's statement that a register is not read any more, which was true of the order that there was.
const KILL: &str = "KILL";

/// Forms of some instructions in turn, the shortest first; none where as few packets and waits as there are `before` are needed.
fn of_region(
    machine: &Machine,
    function: &Function,
    own: &[&Instruction],
    (behind, before): (&Set, Option<Cost>),
) -> Option<Vec<Form>> {
    let [strict, folded] = order::orders(machine, function, own, behind).ok()?;
    let least = order::least(machine, own, &folded);
    if before.is_some_and(|before| !least.is_less(before)) {
        return None;
    }
    let mut out = Vec::new();
    for (edges, makers) in [(&strict, &[Maker::All, Maker::Most, Maker::Llvm][..]), (&folded, &[Maker::Llvm])] {
        let problem = Problem::new(machine, own, edges);
        for rows in list::lists(&problem).into_iter().take(2) {
            out.extend(makers.iter().map(|maker| written(machine, own, &rows, *maker)));
        }
    }
    out.dedup();
    Some(out)
}

/// The packets that are written as finished ones. LLVM's packetiser makes the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Maker {
    /// All that there are instructions for.
    All,
    /// Those without jumps and calls.
    Most,
    /// None.
    Llvm,
}

/// Packets as lines in the place of the first instruction.
fn written(machine: &Machine, own: &[&Instruction], rows: &[Vec<usize>], maker: Maker) -> Form {
    let mut lines = Vec::new();
    for row in rows {
        let all: Vec<&Instruction> = row.iter().map(|at| own[*at]).collect();
        let stops = all.iter().filter(|of| order::is_stop(machine, of)).count();
        let is_left = match maker {
            Maker::All => stops > 0 && all.iter().filter(|of| bounds_loop(machine, of)).count() + stops > 1,
            Maker::Most => stops > 0,
            Maker::Llvm => true,
        };
        let is_own = !is_left && all.len() > 1;
        match is_own.then(|| bundles::packet(machine, &all)).flatten() {
            Some(packet) => lines.extend(bundles::bundle(machine, &packet.iter().collect::<Vec<_>>())),
            None => lines.extend(all.iter().map(|of| of.text())),
        }
    }
    let mut out: BTreeMap<usize, Vec<String>> = own.iter().map(|of| (of.line, Vec::new())).collect();
    if let Some(first) = out.first_entry() {
        *first.into_mut() = lines;
    }
    Form(out)
}

/// Whether a hardware loop begins or ends with an instruction: its packet has no jump.
fn bounds_loop(machine: &Machine, of: &Instruction) -> bool {
    let meaning = machine.operation(&of.op).and_then(|operation| operation.meaning);
    matches!(meaning, Some(Meaning::Loop(_) | Meaning::EndLoop(_)))
}
