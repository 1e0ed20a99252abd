//! The first program: how it goes on, and what its branches say.

use crate::error::NotShown;
use crate::explore::{Explorer, Next, Path};
use crate::limits::MAX_AHEAD;
use crate::program::{Blk, End, Kind, Op, Scalar, Val, Way};
use crate::quick::{Map, Set};
use crate::terms::{Id, Term};

impl Explorer<'_> {
    /// Carries out the rest of the block that it stands in: up to an access, to a branch that is not decided, or into the next block. Whether
    /// that can be at all.
    pub(crate) fn ahead(&mut self, path: &mut Path) -> Result<bool, NotShown> {
        let first = self.first;
        let Some((block, at)) = path.at else { return Ok(true) };
        let of = &first.program.blocks[block];
        for (number, op) in of.ops.iter().enumerate().skip(at) {
            self.step()?;
            if self.is_access(path, 0, op)? {
                path.at = Some((block, number));
                return Ok(true);
            }
            self.compute(path, 0, op)?;
        }
        path.at = Some((block, of.ops.len()));
        match &of.end {
            End::Unreachable => return Ok(false),
            End::Return(_) => {}
            End::Branch(condition, ways) => {
                let condition = self.value(path, 0, *condition)?;
                if let Some(truth) = self.terms.known(condition) {
                    self.pass(path, if truth { &ways[0] } else { &ways[1] })?;
                }
            }
            End::Go(way) => self.pass(path, way)?,
        }
        Ok(true)
    }

    /// The second program has carried out a block. The first one has carried out the block that it stands in, too, where it has done an access
    /// in it, or where the second program has a value that it computes there. Otherwise it stands before it: values that the second
    /// program passes on are then what the first one has, and stay so where ways meet. Before a loop's iteration both stand before it.
    pub(crate) fn catch_up(&mut self, path: &mut Path, from: Blk, to: Blk) -> Result<bool, NotShown> {
        let Some((block, at)) = path.at else { return Ok(true) };
        let ops = &self.first.program.blocks[block].ops;
        // Of what was carried out, values that nothing reads any more are gone.
        let is_done = |op: &Op| match &op.kind {
            Kind::Divide(name) => {
                ops.iter().find(|of| of.result == Some(op.operands[1])).is_none_or(|of| match &of.kind {
                    Kind::Constant(bits) => {
                        bits.iter().any(|bits| may_fail(name, *bits, self.first.bits(op.operands[1])))
                    }
                    _ => true,
                })
            }
            kind => is_ordered(kind),
        };
        if ops[..at].iter().any(is_done) {
            return self.ahead(path);
        }
        // Where the lane is off, what the second program computes is for others.
        if let Some(found) = if self.is_out(path, from) { None } else { self.computed(path, to)? } {
            let is_possible = found.is_some();
            found.into_iter().for_each(|ahead| *path = ahead);
            return Ok(is_possible);
        }
        // Values that only the block reads are gone where it was carried out before.
        if self.first.live(block, 0).iter().all(|value| path.values[0][*value].is_some()) {
            path.at = Some((block, 0));
        }
        Ok(true)
    }

    /// The first program behind the last block on its way that computes a value that the second program has; `Some(None)` where no run gets
    /// there.
    fn computed(&mut self, path: &Path, to: Blk) -> Result<Option<Option<Path>>, NotShown> {
        let is_term = |id: &Id| !self.terms.operands(*id).is_empty();
        let second: Set<Id> = path.values[1].iter().copied().flatten().filter(is_term).collect();
        let is_of_block = |value: Val| path.at.is_some_and(|(block, _)| self.first.defined[value] == block);
        let before = path.values[0].iter().enumerate().filter(|(value, _)| !is_of_block(*value));
        let mut has: Set<Id> = before.filter_map(|(_, id)| *id).collect();
        let (mut ahead, mut found, mut seen) = (path.clone(), None, Set::default());
        while let Some((block, _)) = ahead.at.filter(|(block, _)| seen.insert(*block)) {
            if self.first.is_header[block] && self.second.is_header[to] {
                break;
            }
            let is_possible = self.ahead(&mut ahead)?;
            let ops = &self.first.program.blocks[block].ops;
            let stands = ahead.at.filter(|(to, _)| *to == block).map(|(_, at)| at);
            let result = |op: &Op| op.result.and_then(|result| ahead.values[0][result]);
            // A value that it had before, like another sum of the same numbers, says nothing of how far the second one is.
            let results = || ops[..stands.unwrap_or(ops.len())].iter().filter_map(result);
            if results().any(|id| second.contains(&id) && !has.contains(&id)) {
                found = Some(is_possible.then(|| ahead.clone()));
            }
            has.extend(results());
            if stands.is_some() || !is_possible {
                break;
            }
        }
        Ok(found)
    }

    pub(crate) fn pass(&mut self, path: &mut Path, way: &Way) -> Result<(), NotShown> {
        let given = way.with.iter().map(|value| self.value(path, 0, *value)).collect::<Result<Vec<_>, _>>()?;
        for (argument, id) in self.first.program.blocks[way.to].arguments.iter().zip(given) {
            path.values[0][*argument] = Some(id);
        }
        path.at = Some((way.to, 0));
        path.has_moved = true;
        Ok(())
    }

    /// Goes on to the head of a loop, where nothing is between: before an iteration of the second program's loop both stand before one, in
    /// the first iteration as in all others. Of a loop within a loop it goes on to the inner one, where the second program is there.
    pub(crate) fn approach(&mut self, path: &mut Path, to: Blk) -> Result<(), NotShown> {
        let (mut ahead, mut is_before) = (path.clone(), false);
        for _ in 0..MAX_AHEAD {
            let Some((block, 0)) = ahead.at else { break };
            let is_within = self.first.depth[block] >= self.second.depth[to];
            if self.first.is_header[block] && (is_within || !is_before) {
                *path = ahead.clone();
                is_before = true;
            }
            let is_there = is_before && is_within;
            if is_there || !matches!(self.first.program.blocks[block].end, End::Go(_)) || !self.ahead(&mut ahead)? {
                break;
            }
        }
        Ok(())
    }

    /// Its next step, by branches that are known and into loops.
    pub(crate) fn next(&mut self, path: &mut Path) -> Result<Next, NotShown> {
        let first = self.first;
        for _ in 0..MAX_AHEAD {
            if !self.ahead(path)? {
                return Ok(Next::Never);
            }
            let Some((block, at)) = path.at else { return Ok(Next::Off) };
            let of = &first.program.blocks[block];
            if let Some(op) = of.ops.get(at) {
                if self.is_access(path, 0, op)? {
                    return Ok(Next::Access(op.clone()));
                }
                continue;
            }
            match &of.end {
                End::Return(value) => return Ok(Next::Return(*value)),
                End::Branch(condition, _) => {
                    let condition = self.value(path, 0, *condition)?;
                    if self.terms.known(condition).is_none() {
                        return Ok(Next::Branch);
                    }
                }
                End::Go(_) | End::Unreachable => {}
            }
        }
        Err(NotShown::bound("MAX_AHEAD", MAX_AHEAD))
    }

    /// Whether it is one of the operations that are compared in their order. A division by a number that cannot fail is none.
    pub(crate) fn is_access(&self, path: &Path, side: usize, op: &Op) -> Result<bool, NotShown> {
        Ok(match &op.kind {
            Kind::Divide(name) => {
                let divisor = self.value(path, side, op.operands[1])?;
                match self.terms.get(divisor) {
                    (scalar, Term::Constant(bits)) => may_fail(name, *bits, scalar.bits()),
                    _ => true,
                }
            }
            kind => is_ordered(kind),
        })
    }

    /// Goes on with a truth value for a condition of the first program; whether that can be. Its branch makes the condition a number, not
    /// poison, and so are the parts that follow from it.
    pub(crate) fn assume(&mut self, path: &mut Path, condition: Id, truth: bool) -> Result<bool, NotShown> {
        let mut open = vec![(condition, truth)];
        let known_before = path.facts.len();
        while let Some((id, truth)) = open.pop() {
            self.step()?;
            if let Some(known) = self.terms.known(id) {
                if known != truth {
                    return Ok(false);
                }
                continue;
            }
            if path.facts.iter().any(|(known, value)| *known == id && *value != truth) {
                return Ok(false);
            }
            path.facts.push((id, truth));
            match &self.terms.get(id).1 {
                Term::Not(inner) => open.push((*inner, !truth)),
                Term::Op(name, of) => match (name.as_str(), &of[..], truth) {
                    ("llvm.and", [a, b], true) | ("llvm.or", [a, b], false) => open.extend([(*a, truth), (*b, truth)]),
                    ("llvm.select", [a, b, c], true) if self.terms.known(*c) == Some(false) => {
                        open.extend([(*a, true), (*b, true)]);
                    }
                    ("llvm.select", [a, b, c], false) if self.terms.known(*b) == Some(true) => {
                        open.extend([(*a, false), (*c, false)]);
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        // A term has a greater number than its operands: what is older than each of the facts has none of them in it.
        if let Some(oldest) = path.facts[known_before..].iter().map(|(id, _)| *id).min() {
            self.replace(path, oldest)?;
        }
        Ok(true)
    }

    /// Puts the truth values that were found in their places, in terms from the oldest that may have one on.
    fn replace(&mut self, path: &mut Path, oldest: Id) -> Result<(), NotShown> {
        let mut done: Map<Id, Id> = Map::default();
        for (id, truth) in &path.facts {
            let value = self.terms.truth(*truth);
            done.insert(*id, value);
        }
        for side in 0..2 {
            for at in 0..path.values[side].len() {
                if let Some(id) = path.values[side][at].filter(|id| *id >= oldest) {
                    path.values[side][at] = Some(self.replaced(id, oldest, &mut done)?);
                }
            }
        }
        Ok(())
    }

    fn replaced(&mut self, id: Id, oldest: Id, done: &mut Map<Id, Id>) -> Result<Id, NotShown> {
        let mut open = vec![id];
        while let Some(top) = open.last().copied() {
            if done.contains_key(&top) {
                open.pop();
                continue;
            }
            self.step()?;
            let inner = self.terms.operands(top);
            let missing: Vec<Id> = inner.into_iter().filter(|id| *id >= oldest && !done.contains_key(id)).collect();
            if missing.is_empty() {
                let new = self.terms.rebuilt(top, |_, inner| done.get(&inner).copied().unwrap_or(inner));
                done.insert(top, new);
                open.pop();
            } else {
                open.extend(missing);
            }
        }
        Ok(done.get(&id).copied().unwrap_or(id))
    }

    /// Carries out what depends on nothing but its operands.
    pub(crate) fn compute(&mut self, path: &mut Path, side: usize, op: &Op) -> Result<(), NotShown> {
        let Some(result) = op.result else { return Ok(()) };
        let program = if side == 0 { &self.first.program } else { &self.second.program };
        let scalar = program.shapes[result].scalar;
        let operands = op.operands.iter().map(|of| self.value(path, side, *of)).collect::<Result<Vec<_>, _>>()?;
        let terms = &mut self.terms;
        let id = match (&op.kind, &operands[..]) {
            (Kind::Constant(numbers), _) => terms.row(scalar, numbers),
            (Kind::Poison, _) => terms.poison(scalar),
            (Kind::Stack(number), _) => self.stacks.address(terms, side, *number),
            (Kind::Address(name), _) => terms.op(Scalar::Pointer, &format!("address {name:?}"), Vec::new()),
            (Kind::Icmp(predicate), [a, b]) => terms.icmp(*predicate, *a, *b),
            (Kind::Fcmp(predicate), [a, b]) => terms.fcmp(*predicate, *a, *b),
            (Kind::Divide(name), _) => terms.op(scalar, name, operands),
            (Kind::Lanewise(name), _) => terms.lanewise(scalar, name, &operands),
            // Others may have a lane on.
            (Kind::Any, [mask]) if terms.known(*mask) == Some(true) => terms.truth(true),
            (Kind::Any, _) => terms.leaf(Scalar::Int(1)),
            // Other lanes than the first have what the vector had, but only `Splat` reads it, as the reader makes sure.
            (Kind::First, [_, scalar]) => *scalar,
            (Kind::Splat, [first]) => *first,
            _ => return Err(NotShown::new("an operation has other operands than it takes".to_owned())),
        };
        let known = path.facts.iter().find(|(fact, _)| *fact == id).map(|(_, truth)| *truth);
        path.values[side][result] = Some(known.map_or(id, |truth| self.terms.truth(truth)));
        Ok(())
    }
}

/// Whether operations of this kind are compared in their order, whatever their operands.
fn is_ordered(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Freeze
            | Kind::Call { .. }
            | Kind::Load(_)
            | Kind::Store(_)
            | Kind::MaskedLoad(_)
            | Kind::MaskedStore(_)
            | Kind::Gather(_)
            | Kind::Scatter(_)
    )
}

/// Whether a division by this number may fail.
fn may_fail(name: &str, divisor: u64, width: u32) -> bool {
    let is_signed = name == "llvm.sdiv" || name == "llvm.srem";
    divisor == 0 || (is_signed && divisor == crate::terms::cut(u64::MAX, width))
}
