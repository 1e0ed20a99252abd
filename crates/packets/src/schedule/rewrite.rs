//! A program's text with scheduled loops in the places of the old ones, which stay for small counts.

use super::emit::Plan;
use crate::check;
use crate::live;
use crate::machine::{Machine, Meaning};
use crate::mir::{Instruction, Operand, Program, read};
use std::collections::{BTreeMap, BTreeSet};

/// Blocks that a plan adds.
pub const BLOCKS: usize = 5;

/// The place of the loop among them.
pub const ITERATION: usize = 2;

/// The text with some plans, each with the place of its function; nothing where one of them cannot be written.
pub fn rewritten(machine: &Machine, program: &Program, plans: &[(usize, &Plan)]) -> Option<String> {
    let mut instead: BTreeMap<usize, String> = BTreeMap::new();
    let mut inserted: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let (mut added, mut dropped) = (Vec::new(), BTreeSet::new());
    for (number, function) in program.functions.iter().enumerate() {
        let mut first = function.blocks.iter().map(|block| block.id).max()? + 1;
        let mut moved: BTreeMap<u32, u32> = BTreeMap::new();
        let mut of: Vec<&Plan> = plans.iter().filter(|(own, _)| *own == number).map(|(_, plan)| *plan).collect();
        of.sort_by_key(|plan| plan.at);
        for plan in of.iter().filter(|plan| plan.is_in_place()) {
            let block = &function.blocks[plan.at];
            let end = block.instructions().find(|of| is_end(machine, of))?;
            let body = super::graph::body(machine, block).into_iter().map(|of| of.line);
            let text: Vec<String> = plan.iteration(machine, end).iter().map(|text| format!("    {text}")).collect();
            instead.insert(end.line, text.join("\n"));
            dropped.extend(body);
        }
        of.retain(|plan| !plan.is_in_place());
        let own: Vec<u32> = of.iter().map(|plan| function.blocks[plan.at].id).collect();
        for plan in &of {
            moved.insert(function.blocks[plan.at].id, first);
            added.push((number, first));
            first += BLOCKS as u32;
        }
        for plan in &of {
            let block = &function.blocks[plan.at];
            // The block behind may be another scheduled loop: control comes to its guard.
            let exit = function.blocks.get(check::exit(machine, function, plan.at)?)?.id;
            let exit = moved.get(&exit).copied().unwrap_or(exit);
            inserted.insert(block.lines.start, plan.lines(machine, block.id, exit, moved[&block.id])?);
        }
        for block in function.blocks.iter() {
            let is_own = own.contains(&block.id);
            for line in block.lines.clone() {
                if program.lines[line].trim_start().starts_with("successors:") {
                    instead.insert(line, successors(&program.lines[line], &moved, is_own.then_some(block.id)));
                }
            }
            for instruction in block.instructions() {
                if !instead.contains_key(&instruction.line)
                    && let Some(text) = retargeted(machine, instruction, &moved, is_own.then_some(block.id))
                {
                    instead.insert(instruction.line, format!("    {text}"));
                }
            }
        }
    }
    let mut out = Vec::new();
    for (at, line) in program.lines.iter().enumerate() {
        out.extend(inserted.remove(&at).into_iter().flatten());
        if !dropped.contains(&at) {
            out.extend(instead.get(&at).unwrap_or(line).split('\n').map(str::to_owned));
        }
    }
    with_live(machine, out, &added)
}

/// Whether an instruction ends a hardware loop.
fn is_end(machine: &Machine, of: &Instruction) -> bool {
    let meaning = machine.operation(&of.op).and_then(|operation| operation.meaning);
    matches!(meaning, Some(Meaning::EndLoop(_)))
}

/// A jump to a loop, or what makes one ready, goes to its guard; the loop's own jump to its beginning stays.
fn retargeted(machine: &Machine, of: &Instruction, moved: &BTreeMap<u32, u32>, own: Option<u32>) -> Option<String> {
    let operation = machine.operation(&of.op)?;
    let goes = operation.is("branch") || matches!(operation.meaning, Some(Meaning::Loop(_)));
    let mut new = of.clone();
    let mut is_changed = false;
    for operand in &mut new.operands {
        if let Operand::Block(id) = operand
            && let Some(to) = moved.get(id).filter(|_| goes && Some(*id) != own)
        {
            *operand = Operand::Block(*to);
            is_changed = true;
        }
    }
    is_changed.then(|| new.text())
}

fn successors(line: &str, moved: &BTreeMap<u32, u32>, own: Option<u32>) -> String {
    let mut parts = line.split("%bb.");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let id: Option<u32> = part[..end].parse().ok();
        let to = id.and_then(|id| moved.get(&id).filter(|_| Some(id) != own).copied().or(Some(id)));
        out += &format!("%bb.{}{}", to.unwrap_or_default(), &part[end..]);
    }
    out
}

/// The lines with the registers that the added blocks need, as LLVM's own have them.
fn with_live(machine: &Machine, lines: Vec<String>, added: &[(usize, u32)]) -> Option<String> {
    let program = read(&lines.join("\n")).ok()?;
    let mut after: BTreeMap<usize, String> = BTreeMap::new();
    for (number, function) in program.functions.iter().enumerate() {
        let own: Vec<u32> = added.iter().filter(|(of, _)| *of == number).map(|(_, first)| *first).collect();
        if own.is_empty() {
            continue;
        }
        let lives = live::live(machine, function);
        for (at, block) in function.blocks.iter().enumerate() {
            if own.iter().any(|first| (*first..*first + BLOCKS as u32).contains(&block.id)) {
                let names: Vec<String> = lives[at].iter().map(|atom| format!("${}", machine.name(*atom))).collect();
                after.insert(block.lines.start + 1, format!("    liveins: {}", names.join(", ")));
            }
        }
    }
    let mut out = String::new();
    for (at, line) in lines.iter().enumerate() {
        out += line;
        out.push('\n');
        if let Some(more) = after.get(&at) {
            out += more;
            out.push('\n');
        }
    }
    Some(out)
}
