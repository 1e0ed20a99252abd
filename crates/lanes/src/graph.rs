//! Facts about a program's blocks without carrying them out: which values live, where loops are, which masks have a lane.

use crate::program::{Blk, End, Kind, Op, Program, Scalar, Shape, Val, Way};
use std::collections::BTreeSet;

/// A program with this.
#[derive(Debug)]
pub struct Graph {
    /// The program.
    pub program: Program,
    /// Values that a block needs and does not define; by block.
    needed: Vec<BTreeSet<Val>>,
    /// Headers of loops.
    pub is_header: Vec<bool>,
    /// Loops around a block; by block.
    pub depth: Vec<usize>,
    /// Masks that have a lane on wherever the block is entered; by block.
    pub lively: Vec<BTreeSet<Val>>,
    /// The block that each value is made in.
    pub defined: Vec<Blk>,
}

/// The ways on from a block.
pub fn ways(end: &End) -> &[Way] {
    match end {
        End::Go(way) => std::slice::from_ref(way),
        End::Branch(_, both) => both,
        End::Return(_) | End::Unreachable => &[],
    }
}

/// Values that the end of a block reads.
pub fn used_by_end(end: &End) -> impl Iterator<Item = Val> + '_ {
    let first = match end {
        End::Return(value) => *value,
        End::Branch(condition, _) => Some(*condition),
        End::Go(_) | End::Unreachable => None,
    };
    first.into_iter().chain(ways(end).iter().flat_map(|way| way.with.iter().copied()))
}

/// A branch that asks whether a lane of a mask is on.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The mask.
    pub mask: Val,
    /// A condition that all lanes share and that has to be true, too: `select(any(mask), all, false)`.
    pub all: Option<Val>,
    /// `select(freeze(any(mask)), all, false)`: where what they share is false, the mask may be poison.
    pub is_frozen: bool,
}

/// The question of a block's branch; `None` where it asks for no lane.
pub fn asked(ops: &[Op], condition: Val) -> Option<Asked> {
    let made = |value: Val| ops.iter().find(|op| op.result == Some(value));
    let op = made(condition)?;
    match (&op.kind, &op.operands[..]) {
        (Kind::Any, [mask]) => Some(Asked { mask: *mask, all: None, is_frozen: false }),
        (Kind::Lanewise(name), [any, all, no]) if name == "llvm.select" => {
            let (asks, no) = (made(*any)?, made(*no)?);
            let is_frozen = asks.kind == Kind::Freeze;
            let any = if is_frozen { made(asks.operands[0])? } else { asks };
            let is_asked = any.kind == Kind::Any && no.kind == Kind::Constant(vec![0]);
            is_asked.then(|| Asked { mask: any.operands[0], all: Some(*all), is_frozen })
        }
        _ => None,
    }
}

impl Graph {
    /// Looks at a program.
    pub fn of(program: Program) -> Self {
        let count = program.blocks.len();
        let mut predecessors = vec![Vec::new(); count];
        for (from, block) in program.blocks.iter().enumerate() {
            ways(&block.end).iter().for_each(|way| predecessors[way.to].push(from));
        }
        let dominators = dominators(&predecessors);
        let is_back = |from: Blk, to: Blk| dominators[from].contains(&to);
        let is_header: Vec<bool> =
            (0..count).map(|to| predecessors[to].iter().any(|from| is_back(*from, to))).collect();
        let loops = loops(&predecessors, &dominators);
        let depth = (0..count).map(|block| loops.iter().filter(|body| body.contains(&block)).count()).collect();
        let inner = inner_loops(count, &loops);
        let defined = defined(&program);
        let lively = lively(&program, &defined, &inner);
        let needed = needed(&program);
        Graph { program, needed, is_header, depth, lively, defined }
    }

    /// The bits of a value, of a vector's in one lane.
    pub fn bits(&self, value: Val) -> u32 {
        self.program.shapes[value].scalar.bits()
    }

    /// Values that live before an operation of a block.
    pub fn live(&self, block: Blk, at: usize) -> BTreeSet<Val> {
        let of = &self.program.blocks[block];
        if at == 0 {
            let mut live = self.needed[block].clone();
            live.extend(&of.arguments);
            return live;
        }
        let mut live = after(&self.program, &self.needed, block);
        of.ops[at..].iter().rev().for_each(|op| before(op, &mut live));
        live
    }
}

/// Values that live behind the last operation of a block.
fn after(program: &Program, needed: &[BTreeSet<Val>], block: Blk) -> BTreeSet<Val> {
    let end = &program.blocks[block].end;
    let mut live: BTreeSet<Val> = used_by_end(end).collect();
    ways(end).iter().for_each(|way| live.extend(&needed[way.to]));
    live
}

fn before(op: &Op, live: &mut BTreeSet<Val>) {
    if let Some(result) = op.result {
        live.remove(&result);
    }
    live.extend(&op.operands);
}

fn needed(program: &Program) -> Vec<BTreeSet<Val>> {
    let mut needed = vec![BTreeSet::new(); program.blocks.len()];
    loop {
        let mut is_stable = true;
        for block in (0..program.blocks.len()).rev() {
            let mut live = after(program, &needed, block);
            let of = &program.blocks[block];
            of.ops.iter().rev().for_each(|op| before(op, &mut live));
            of.arguments.iter().for_each(|value| {
                live.remove(value);
            });
            if live.len() > needed[block].len() {
                needed[block] = live;
                is_stable = false;
            }
        }
        if is_stable {
            return needed;
        }
    }
}

/// The blocks through which every way to a block goes, itself included; by block. Of a block without a way all blocks.
fn dominators(predecessors: &[Vec<Blk>]) -> Vec<BTreeSet<Blk>> {
    let all: BTreeSet<Blk> = (0..predecessors.len()).collect();
    let mut found = vec![all; predecessors.len()];
    if let Some(entry) = found.first_mut() {
        *entry = BTreeSet::from([0]);
    }
    loop {
        let mut is_stable = true;
        for block in 1..predecessors.len() {
            let mut through = predecessors[block].iter().map(|from| &found[*from]);
            let Some(first) = through.next() else { continue };
            let mut common = through.fold(first.clone(), |common, other| &common & other);
            common.insert(block);
            if common != found[block] {
                found[block] = common;
                is_stable = false;
            }
        }
        if is_stable {
            return found;
        }
    }
}

/// The blocks of each loop.
fn loops(predecessors: &[Vec<Blk>], dominators: &[BTreeSet<Blk>]) -> Vec<BTreeSet<Blk>> {
    let mut found = Vec::new();
    for header in 0..predecessors.len() {
        let mut open: Vec<Blk> =
            predecessors[header].iter().copied().filter(|from| dominators[*from].contains(&header)).collect();
        if open.is_empty() {
            continue;
        }
        let mut body = BTreeSet::from([header]);
        while let Some(block) = open.pop() {
            if body.insert(block) {
                open.extend(&predecessors[block]);
            }
        }
        found.push(body);
    }
    found
}

/// The blocks of the innermost loop around a block; `None` where there is no loop.
fn inner_loops(count: usize, loops: &[BTreeSet<Blk>]) -> Vec<Option<BTreeSet<Blk>>> {
    let around = |block: Blk| loops.iter().filter(move |body| body.contains(&block));
    (0..count).map(|block| around(block).min_by_key(|body| body.len()).cloned()).collect()
}

fn defined(program: &Program) -> Vec<Blk> {
    let mut defined = vec![0; program.shapes.len()];
    for (at, block) in program.blocks.iter().enumerate() {
        let made = block.ops.iter().filter_map(|op| op.result);
        block.arguments.iter().copied().chain(made).for_each(|of| defined[of] = at);
    }
    defined
}

/// Masks that have a lane on: what an `any` before the edge says, carried along the edges. Behind a loop the masks of its iterations are of
/// no use.
fn lively(program: &Program, defined: &[Blk], inner: &[Option<BTreeSet<Blk>>]) -> Vec<BTreeSet<Val>> {
    let is_mask = |value: Val| matches!(program.shapes[value], Shape { scalar: Scalar::Int(1), lanes: Some(_) });
    // A mask of all lanes has one on wherever it is made.
    let is_full = |op: &&Op| matches!(&op.kind, Kind::Constant(bits) if bits.iter().all(|bit| *bit == 1));
    let mut found: Vec<Option<BTreeSet<Val>>> = vec![None; program.blocks.len()];
    let mut open = vec![0];
    if let Some(entry) = found.first_mut() {
        *entry = Some(BTreeSet::new());
    }
    while let Some(from) = open.pop() {
        let block = &program.blocks[from];
        let mut here = found[from].clone().unwrap_or_default();
        // A mask that the block makes anew is not the one that was known.
        block.ops.iter().filter_map(|op| op.result).for_each(|value| {
            here.remove(&value);
        });
        here.extend(block.ops.iter().filter(is_full).filter_map(|op| op.result).filter(|value| is_mask(*value)));
        for (at, way) in ways(&block.end).iter().enumerate() {
            let mut there = here.clone();
            if let (End::Branch(condition, _), 0) = (&block.end, at) {
                there.extend(asked(&block.ops, *condition).map(|asked| asked.mask));
            }
            let arguments = &program.blocks[way.to].arguments;
            let carried: Vec<Val> =
                way.with.iter().zip(arguments).filter(|(given, _)| there.contains(given)).map(|(_, to)| *to).collect();
            arguments.iter().for_each(|value| {
                there.remove(value);
            });
            there.extend(carried.into_iter().filter(|value| is_mask(*value)));
            there.retain(|value| inner[defined[*value]].as_ref().is_none_or(|body| body.contains(&way.to)));
            let joined = found[way.to].as_ref().map_or_else(|| there.clone(), |known| known & &there);
            if found[way.to].as_ref() != Some(&joined) {
                found[way.to] = Some(joined);
                open.push(way.to);
            }
        }
    }
    found.into_iter().map(Option::unwrap_or_default).collect()
}
