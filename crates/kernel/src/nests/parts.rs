//! Loops whose iterations are independent, with loops in them that carry cells.

use crate::nests::block::direct;
use crate::nests::code::{Block, Code, Item, Part, Reg};
use crate::nests::columns::columns;

/// The parts of a loop's body, one for each item; `None`: it is no such loop, or gains nothing.
pub fn parts(body: &[Item<'_>], counter: Reg, registers: usize) -> Option<Vec<Part>> {
    let carries = |item: &Item<'_>| matches!(item, Item::Loop(of) if of.strip.as_ref().is_some_and(|strip| !strip.reductions.is_empty()));
    if !body.iter().any(carries) {
        return None;
    }
    let mut varying = vec![false; registers];
    let mut parts = body.iter().map(|item| part(item, counter, &mut varying)).collect::<Option<Vec<_>>>()?;
    // Memory may have changed where another part reads the register.
    let read: Vec<Vec<Reg>> = parts.iter().map(|part| part.codes.iter().flat_map(Code::operands).collect()).collect();
    for (at, part) in parts.iter_mut().enumerate() {
        for code in &mut part.codes {
            if let Code::Load { to, is_direct, .. } = code {
                *is_direct &= !read.iter().enumerate().any(|(other, read)| other != at && read.contains(to));
            }
        }
    }
    Some(parts)
}

/// The straight code of an item.
pub fn block<'a, 'p>(item: &'a Item<'p>) -> Option<&'a Block<'p>> {
    match item {
        Item::Work(block) => Some(block),
        Item::Loop(of) => of.strip.as_ref().map(|strip| &strip.plain),
        _ => None,
    }
}

pub fn part(item: &Item<'_>, counter: Reg, varying: &mut [bool]) -> Option<Part> {
    if let Item::Loop(of) = item
        && of.lower.iter().chain(&of.upper).chain([&of.step]).any(|form| form.has(counter))
    {
        return None;
    }
    part_of(block(item)?, counter, varying)
}

pub fn part_of(block: &Block<'_>, counter: Reg, varying: &mut [bool]) -> Option<Part> {
    if block.accesses.iter().any(|access| access.forms.iter().any(|form| form.slope(counter).is_none())) {
        return None;
    }
    let mut codes = block.codes.clone();
    let mut varies = Vec::new();
    let (mut outside, mut own): (Vec<Reg>, Vec<Reg>) = (Vec::new(), Vec::new());
    for code in &codes {
        outside.extend(code.operands().into_iter().filter(|reg| !own.contains(reg) && !varying[*reg]));
        let does = match code {
            Code::Load { access, .. } => block.accesses[*access].has(counter),
            Code::Store { .. } => true,
            code => code.operands().iter().any(|reg| varying[*reg]),
        };
        if let Some(to) = code.result() {
            varying[to] = does;
            own.push(to);
        }
        varies.push(does);
    }
    outside.sort_unstable();
    outside.dedup();
    let read: Vec<Reg> =
        codes.iter().zip(&varies).filter(|(_, varies)| **varies).flat_map(|(code, _)| code.operands()).collect();
    let is_read = codes.iter().map(|code| code.result().is_some_and(|to| read.contains(&to))).collect();
    direct(&mut codes, varying, &[]);
    let shared = || codes.iter().zip(&varies).filter(|(_, varies)| !**varies).map(|(code, _)| code.clone()).collect();
    let columns = columns(&codes, &varies, varying, block).map(|columns| (columns, shared()));
    Some(Part { codes, varies, is_read, outside, columns })
}

/// The part of a loop's one inner loop, if both may be exchanged to make one sum after the other sums side by side.
pub fn exchanged(body: &[Item<'_>], counter: Reg, registers: usize) -> Option<Part> {
    let [Item::Loop(inner)] = body else { return None };
    let strip = inner.strip.as_ref().filter(|strip| strip.reductions.is_empty())?;
    if inner.lower.iter().chain(&inner.upper).chain([&inner.step]).any(|form| form.has(counter))
        || strip.plain.accesses.iter().any(|access| access.forms.iter().any(|form| form.slope(counter).is_none()))
    {
        return None;
    }
    let part = part_of(&strip.plain, inner.counter, &mut vec![false; registers])?;
    part.columns.is_some().then_some(part)
}
