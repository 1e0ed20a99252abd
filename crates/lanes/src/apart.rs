//! A body with one vector a register: it is the body with all lanes in one vector, taken apart.
//!
//! Both have the same blocks. A value of the whole body is so many parts, and a value of the other is one part, a scalar, or an argument or
//! a result as a whole. Parts are terms in a lane's number within its part: equal terms are equal in each lane. Loads, stores, divisions
//! and `freeze` are the same ones in the same order, part by part.

use crate::error::NotShown;
use crate::limits::MAX_STEPS;
use crate::program::{Blk, End, Kind, Op, Program, Scalar, Val, Way};
use crate::terms::{Id, Terms};

/// An operation that is compared in its order, of one part: what it does, on what, and its alignment.
#[derive(Clone, Debug, PartialEq)]
struct Effect {
    kind: Kind,
    operands: Vec<Id>,
    align: u64,
    result: Option<Scalar>,
}

/// The values of one of the programs.
struct Side<'a> {
    program: &'a Program,
    /// One term a part, or one alone: of a scalar, or of a vector with as many lanes as a part.
    values: Vec<Option<Vec<Id>>>,
    /// Of the block that is looked at, in order.
    effects: Vec<Effect>,
    block: Blk,
    steps: usize,
}

/// Shows that a body is another one taken apart into vectors of fewer lanes.
pub(crate) fn show(whole: &Program, apart: &Program, lanes: u32) -> Result<(), NotShown> {
    let all = || apart.shapes.iter().filter_map(|shape| shape.lanes);
    let part = all().min().unwrap_or(lanes);
    let is_odd = part == 0 || !lanes.is_multiple_of(part) || all().any(|of| !of.is_multiple_of(part));
    if is_odd || whole.blocks.len() != apart.blocks.len() || apart.promises || whole.stacks != apart.stacks {
        return Err(NotShown::new("it is not the body taken apart".to_owned()));
    }
    let mut terms = Terms::default();
    let side =
        |program| Side { program, values: vec![None; program.shapes.len()], effects: Vec::new(), block: 0, steps: 0 };
    let (mut left, mut right) = (side(whole), side(apart));
    let (left_shapes, right_shapes) = (shapes(whole, 0), shapes(apart, 0));
    if left_shapes != right_shapes {
        return Err(NotShown::new("it has other arguments".to_owned()));
    }
    for block in 0..whole.blocks.len() {
        arguments(&mut terms, &mut left, &mut right, block, part)?;
    }
    for block in 0..whole.blocks.len() {
        left.carry_out(&mut terms, block, part)?;
        right.carry_out(&mut terms, block, part)?;
        same_effects(&left, &right)?;
        same_ends(&left, &right, block)?;
    }
    Ok(())
}

fn shapes(program: &Program, block: Blk) -> Vec<crate::program::Shape> {
    program.blocks[block].arguments.iter().map(|value| program.shapes[*value]).collect()
}

/// The same unknown value for each part of a block's argument on both sides.
fn arguments(terms: &mut Terms, left: &mut Side, right: &mut Side, block: Blk, part: u32) -> Result<(), NotShown> {
    let differs = || NotShown::new("a block has other arguments".to_owned());
    let mut others = right.program.blocks[block].arguments.iter();
    for value in &left.program.blocks[block].arguments {
        let shape = left.program.shapes[*value];
        let count = (shape.lanes.unwrap_or(part) / part) as usize;
        let leaves: Vec<Id> = (0..count).map(|_| terms.leaf(shape.scalar)).collect();
        if block == 0 {
            right.values[*others.next().ok_or_else(differs)?] = Some(leaves.clone());
        } else {
            for leaf in &leaves {
                let other = *others.next().ok_or_else(differs)?;
                let of = right.program.shapes[other];
                if of.scalar != shape.scalar || of.lanes != shape.lanes.map(|_| part) {
                    return Err(differs());
                }
                right.values[other] = Some(vec![*leaf]);
            }
        }
        left.values[*value] = Some(leaves);
    }
    if others.next().is_some() { Err(differs()) } else { Ok(()) }
}

impl Side<'_> {
    fn parts(&self, value: Val) -> Result<&[Id], NotShown> {
        let found = self.values[value].as_deref();
        found.ok_or_else(|| NotShown::new("a value is used before it is defined".to_owned()))
    }

    /// The block's operations, part by part; the results of its effects are unknown values that have their number.
    fn carry_out(&mut self, terms: &mut Terms, block: Blk, part: u32) -> Result<(), NotShown> {
        self.effects.clear();
        self.block = block;
        let program = self.program;
        for op in &program.blocks[block].ops {
            let lanes = op.result.or(op.operands.first().copied()).and_then(|value| program.shapes[value].lanes);
            match op.kind {
                Kind::Part(first) => self.take_part(op, first, part)?,
                Kind::Concat => self.put_together(op)?,
                Kind::Any => self.any(terms, op)?,
                _ => {
                    for number in 0..(lanes.unwrap_or(part) / part) as usize {
                        self.step(terms)?;
                        self.part_of(terms, op, number, part)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, terms: &Terms) -> Result<(), NotShown> {
        self.steps += 1;
        terms.bounded()?;
        if self.steps > MAX_STEPS { Err(NotShown::bound("MAX_STEPS", MAX_STEPS)) } else { Ok(()) }
    }

    fn put(&mut self, value: Option<Val>, id: Id) {
        if let Some(value) = value {
            self.values[value].get_or_insert_default().push(id);
        }
    }

    fn take_part(&mut self, op: &Op, first: u32, part: u32) -> Result<(), NotShown> {
        let of = self.parts(op.operands[0])?.get((first / part) as usize).copied();
        let is_one = op.result.is_some_and(|result| self.program.shapes[result].lanes == Some(part));
        match of {
            Some(id) if is_one && first.is_multiple_of(part) => {
                self.put(op.result, id);
                Ok(())
            }
            _ => Err(NotShown::new("a part is no part of a value".to_owned())),
        }
    }

    fn put_together(&mut self, op: &Op) -> Result<(), NotShown> {
        let all = [self.parts(op.operands[0])?, self.parts(op.operands[1])?].concat();
        all.into_iter().for_each(|id| self.put(op.result, id));
        Ok(())
    }

    /// A lane is on in any part where one is on in their union.
    fn any(&mut self, terms: &mut Terms, op: &Op) -> Result<(), NotShown> {
        let parts = self.parts(op.operands[0])?.to_vec();
        let mut parts = parts.into_iter();
        let first = parts.next().ok_or_else(|| NotShown::new("a mask has no part".to_owned()))?;
        let union = parts.fold(first, |all, one| terms.lanewise(Scalar::Int(1), "llvm.or", &[all, one]));
        let any = terms.op(Scalar::Int(1), "any", vec![union]);
        self.put(op.result, any);
        Ok(())
    }

    /// One part of an operation; a scalar is the same in all parts.
    fn part_of(&mut self, terms: &mut Terms, op: &Op, number: usize, part: u32) -> Result<(), NotShown> {
        let mut operands = Vec::new();
        for value in &op.operands {
            let parts = self.parts(*value)?;
            let found = if self.program.shapes[*value].lanes.is_some() { parts.get(number) } else { parts.first() };
            operands.push(*found.ok_or_else(|| NotShown::new("a value has too few lanes".to_owned()))?);
        }
        let shape = op.result.map(|result| self.program.shapes[result]);
        let scalar = shape.map(|shape| shape.scalar);
        if let Some((address, align)) = access(&op.kind) {
            let accessed = op.result.unwrap_or(op.operands[0]);
            let is_row = self.program.shapes[accessed].lanes.is_some()
                && self.program.shapes[op.operands[address]].lanes.is_none();
            let bytes = number as u64 * u64::from(part) * self.program.shapes[accessed].scalar.bytes();
            let mut aligned = align;
            if is_row && bytes > 0 {
                let offset = terms.constant(Scalar::Int(64), bytes);
                operands[address] = terms.lanewise(Scalar::Pointer, "llvm.getelementptr", &[operands[address], offset]);
                aligned = align.min(1 << bytes.trailing_zeros());
            }
            return self.effect(terms, op, operands, aligned);
        }
        let id = match (&op.kind, scalar, &operands[..]) {
            (Kind::Divide(_) | Kind::Freeze | Kind::Call { lanes: None, .. }, ..) => {
                return self.effect(terms, op, operands, 1);
            }
            (Kind::Constant(numbers), Some(of), _) => {
                let first = number * part as usize;
                let lanes = shape.and_then(|shape| shape.lanes);
                terms.row(of, if lanes.is_some() { &numbers[first..first + part as usize] } else { numbers })
            }
            (Kind::Poison, Some(of), _) => terms.poison(of),
            (Kind::Stack(number), ..) => terms.op(Scalar::Pointer, &format!("stack {number}"), Vec::new()),
            (Kind::Address(name), ..) => terms.op(Scalar::Pointer, &format!("address {name:?}"), Vec::new()),
            (Kind::Icmp(predicate), _, [a, b]) => terms.icmp(*predicate, *a, *b),
            (Kind::Fcmp(predicate), _, [a, b]) => terms.fcmp(*predicate, *a, *b),
            (Kind::Lanewise(name), Some(of), _) => terms.lanewise(of, name, &operands),
            // Only a splat reads it, as the reader makes sure.
            (Kind::First, _, [_, one]) | (Kind::Splat, _, [one]) => *one,
            _ => return Err(NotShown::new("an operation has other operands than it takes".to_owned())),
        };
        self.put(op.result, id);
        Ok(())
    }

    fn effect(&mut self, terms: &mut Terms, op: &Op, operands: Vec<Id>, align: u64) -> Result<(), NotShown> {
        let result = op.result.map(|result| self.program.shapes[result].scalar);
        let kind = match &op.kind {
            Kind::Load(_) => Kind::Load(0),
            Kind::Store(_) => Kind::Store(0),
            Kind::MaskedLoad(_) => Kind::MaskedLoad(0),
            Kind::MaskedStore(_) => Kind::MaskedStore(0),
            Kind::Gather(_) => Kind::Gather(0),
            Kind::Scatter(_) => Kind::Scatter(0),
            other => other.clone(),
        };
        // The same effect of the same block has the same result on both sides.
        if let Some(of) = result {
            let id = terms.op(of, &format!("effect {} of {}", self.effects.len(), self.block), Vec::new());
            self.put(op.result, id);
        }
        self.effects.push(Effect { kind, operands, align, result });
        Ok(())
    }

    fn flat(&self, values: &[Val]) -> Result<Vec<Id>, NotShown> {
        let parts = values.iter().map(|value| self.parts(*value)).collect::<Result<Vec<_>, _>>()?;
        Ok(parts.concat())
    }
}

/// Nothing is done that the whole body does not, nothing is left out, and no address is promised to be more even.
fn same_effects(left: &Side, right: &Side) -> Result<(), NotShown> {
    let is_same = |(a, b): (&Effect, &Effect)| {
        (&a.kind, &a.operands, a.result) == (&b.kind, &b.operands, b.result) && a.align % b.align == 0
    };
    match left.effects.len() == right.effects.len() && left.effects.iter().zip(&right.effects).all(is_same) {
        true => Ok(()),
        false => Err(NotShown::new("its parts do something else than the body".to_owned())),
    }
}

fn same_ends(left: &Side, right: &Side, block: Blk) -> Result<(), NotShown> {
    let same = |a: &[Val], b: &[Val]| Ok::<_, NotShown>(left.flat(a)? == right.flat(b)?);
    let goes = |a: &Way, b: &Way| Ok::<_, NotShown>(a.to == b.to && same(&a.with, &b.with)?);
    let is_same = match (&left.program.blocks[block].end, &right.program.blocks[block].end) {
        (End::Return(None), End::Return(None)) | (End::Unreachable, End::Unreachable) => true,
        (End::Return(Some(a)), End::Return(Some(b))) => same(&[*a], &[*b])?,
        (End::Go(a), End::Go(b)) => goes(a, b)?,
        (End::Branch(a, [yes, no]), End::Branch(b, [other_yes, other_no])) => {
            same(&[*a], &[*b])? && goes(yes, other_yes)? && goes(no, other_no)?
        }
        _ => false,
    };
    if is_same { Ok(()) } else { Err(NotShown::new("its blocks end otherwise than the body's".to_owned())) }
}

fn access(kind: &Kind) -> Option<(usize, u64)> {
    match kind {
        Kind::Load(align) | Kind::MaskedLoad(align) | Kind::Gather(align) => Some((0, *align)),
        Kind::Store(align) | Kind::MaskedStore(align) | Kind::Scatter(align) => Some((1, *align)),
        _ => None,
    }
}
