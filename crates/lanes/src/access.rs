//! The second program's operations, seen from one lane. Accesses, divisions and `freeze` are compared with the first program's, in order.

use crate::error::NotShown;
use crate::explore::{Explorer, Next, Outcome, Path};
use crate::program::{Blk, Kind, Op, Val};
use crate::terms::Id;

/// The access of the second program, for the lane.
struct Access {
    /// The scalar operation that it has to be.
    kind: Kind,
    operands: Vec<Id>,
}

/// Whether the first program does the same next.
enum Found {
    Same,
    Fork,
    /// No run gets here.
    Never,
    Other,
}

impl Explorer<'_> {
    /// Carries out an operation of the second program.
    pub(crate) fn operation(&mut self, path: &mut Path, op: &Op, place: (Blk, usize)) -> Result<Outcome, NotShown> {
        if !self.is_access(path, 1, op)? {
            self.compute(path, 1, op)?;
            return Ok(Outcome::Done);
        }
        let value = |explorer: &Self, at: usize| explorer.value(path, 1, op.operands[at]);
        match &op.kind {
            Kind::Freeze => self.freeze(path, op, place.0),
            Kind::Divide(_) => {
                let (a, b) = (value(self, 0)?, value(self, 1)?);
                self.unmasked(path, op, place, Access { kind: op.kind.clone(), operands: vec![a, b] })
            }
            Kind::Load(align) => {
                let (address, align) = (value(self, 0)?, *align);
                let address = self.neighbour(op.result, address);
                self.unmasked(path, op, place, Access { kind: Kind::Load(align), operands: vec![address] })
            }
            Kind::Store(align) => {
                let (stored, address, align) = (value(self, 0)?, value(self, 1)?, *align);
                let address = self.neighbour(Some(op.operands[0]), address);
                self.unmasked(path, op, place, Access { kind: Kind::Store(align), operands: vec![stored, address] })
            }
            Kind::MaskedLoad(align) | Kind::Gather(align) => {
                let (mut address, mask, align) = (value(self, 0)?, value(self, 1)?, *align);
                if matches!(op.kind, Kind::MaskedLoad(_)) {
                    address = self.neighbour(op.result, address);
                }
                self.masked(path, op, mask, Access { kind: Kind::Load(align), operands: vec![address] })
            }
            Kind::MaskedStore(align) | Kind::Scatter(align) => {
                let (stored, mut address, mask, align) = (value(self, 0)?, value(self, 1)?, value(self, 2)?, *align);
                if matches!(op.kind, Kind::MaskedStore(_)) {
                    address = self.neighbour(Some(op.operands[0]), address);
                }
                self.masked(path, op, mask, Access { kind: Kind::Store(align), operands: vec![stored, address] })
            }
            Kind::Call { lanes: None, reads: false, .. } if self.stacks.lanes > 1 => {
                Err(NotShown::new("the second program calls once what each lane calls".to_owned()))
            }
            Kind::Call { lanes, steps, .. } => {
                let mut all = (0..op.operands.len()).map(|at| value(self, at)).collect::<Result<Vec<_>, _>>()?;
                for (argument, step) in all.iter_mut().zip(steps).filter(|(_, step)| **step != 0) {
                    *argument = self.terms.stepped(self.terms.get(*argument).0, *argument, *step);
                }
                match (lanes, all.split_last()) {
                    (Some(true), Some((mask, given))) => {
                        self.masked(path, op, *mask, Access { kind: op.kind.clone(), operands: given.to_vec() })
                    }
                    _ => self.unmasked(path, op, place, Access { kind: op.kind.clone(), operands: all }),
                }
            }
            _ => Err(NotShown::new("an operation is no access".to_owned())),
        }
    }

    /// The lane's address in an access of a vector at an address: an element further for each lane. A scalar's address is the same for all.
    fn neighbour(&mut self, value: Option<Val>, address: Id) -> Id {
        let Some(shape) = value.map(|value| self.second.program.shapes[value]) else { return address };
        match shape.lanes {
            None => address,
            Some(_) => self.terms.stepped(self.terms.get(address).0, address, shape.scalar.bytes().cast_signed()),
        }
    }

    /// An access that all lanes take part in, or one for all of them that are on.
    fn unmasked(&mut self, path: &mut Path, op: &Op, place: (Blk, usize), access: Access) -> Result<Outcome, NotShown> {
        let is_vector = matches!(op.kind, Kind::Call { lanes: Some(_), .. })
            || op
                .result
                .or(op.operands.first().copied())
                .is_some_and(|of| self.second.program.shapes[of].lanes.is_some());
        let off = if is_vector { Default::default() } else { self.off(path, place)? };
        let before = path.clone();
        match self.found(path, op, &access)? {
            Found::Same | Found::Never => Ok(Outcome::Done),
            Found::Fork if off.is_empty() => Ok(Outcome::Fork),
            Found::Other if is_vector => Err(NotShown::new(format!(
                "the second program does {} where the first one does something else",
                name(&access.kind)
            ))),
            Found::Fork | Found::Other => {
                *path = before;
                self.leave_to(place, &off)?;
                self.unknown_result(path, op);
                Ok(Outcome::Done)
            }
        }
    }

    fn masked(&mut self, path: &mut Path, op: &Op, mask: Id, access: Access) -> Result<Outcome, NotShown> {
        match self.terms.known(mask) {
            Some(true) => match self.found(path, op, &access)? {
                Found::Same | Found::Never => Ok(Outcome::Done),
                Found::Fork => Ok(Outcome::Fork),
                Found::Other => Err(NotShown::new(format!(
                    "a lane that is on does {} where the first program does something else",
                    name(&access.kind)
                ))),
            },
            Some(false) => {
                match (&op.kind, op.result) {
                    (Kind::Call { .. }, Some(result)) => {
                        let of = self.second.program.shapes[result].scalar;
                        path.values[1][result] = Some(self.terms.poison(of));
                    }
                    (_, Some(result)) => path.values[1][result] = Some(self.value(path, 1, op.operands[2])?),
                    (_, None) => {}
                }
                Ok(Outcome::Done)
            }
            None => match self.next(path)? {
                Next::Branch => Ok(Outcome::Fork),
                Next::Never => Ok(Outcome::Done),
                _ => {
                    Err(NotShown::new("a mask of an access is not decided by the first program's branches".to_owned()))
                }
            },
        }
    }

    /// Another value wherever it is made; the first program's where that is the next thing it does. A question for lanes is the second
    /// program's own, and so is what it makes for others.
    fn freeze(&mut self, path: &mut Path, op: &Op, block: Blk) -> Result<Outcome, NotShown> {
        let operands = vec![self.value(path, 1, op.operands[0])?];
        let asks = |of: &Op| of.result == Some(op.operands[0]) && of.kind == Kind::Any;
        let is_own = self.second.program.blocks[block].ops.iter().any(asks) || self.is_out(path, block);
        let before = path.clone();
        match if is_own { Found::Other } else { self.found(path, op, &Access { kind: Kind::Freeze, operands })? } {
            Found::Same | Found::Never => {}
            Found::Fork => return Ok(Outcome::Fork),
            // The first program stays where it was: nothing can fail here.
            Found::Other => {
                *path = before;
                self.unknown_result(path, op);
            }
        }
        Ok(Outcome::Done)
    }

    /// Whether the lane is off where others are in a block of the second program.
    pub(crate) fn is_out(&self, path: &Path, block: Blk) -> bool {
        let is_off = |mask: &Val| path.values[1][*mask].is_some_and(|id| self.terms.known(id) == Some(false));
        self.second.lively[block].iter().any(is_off)
    }

    fn unknown_result(&mut self, path: &mut Path, op: &Op) {
        if let Some(result) = op.result {
            path.values[1][result] = Some(self.terms.leaf(self.second.program.shapes[result].scalar));
        }
    }

    /// Whether the first program does the same next; then it has done it, and both have the result.
    fn found(&mut self, path: &mut Path, op: &Op, access: &Access) -> Result<Found, NotShown> {
        let mut ahead = path.clone();
        let next = match self.next(&mut ahead)? {
            Next::Access(next) => next,
            Next::Branch => {
                *path = ahead;
                return Ok(Found::Fork);
            }
            Next::Never => return Ok(Found::Never),
            Next::Return(_) | Next::Off => return Ok(Found::Other),
        };
        let mut operands = next.operands.iter().map(|of| self.value(&ahead, 0, *of)).collect::<Result<Vec<_>, _>>()?;
        let scalar = |side: usize, value: Option<Val>| {
            let program = if side == 0 { &self.first.program } else { &self.second.program };
            value.map(|value| program.shapes[value].scalar)
        };
        let mut most = None;
        if let (Some(at), Some(of)) = (address_of(&next.kind), next.result.or(next.operands.first().copied())) {
            let bytes = self.first.program.shapes[of].scalar.bytes();
            let Some(placed) = self.stacks.placed(&mut self.terms, operands[at], bytes) else {
                return Ok(Found::Other);
            };
            (operands[at], most) = placed;
        }
        let is_aligned = match (&next.kind, &access.kind) {
            (Kind::Load(known), Kind::Load(promised)) | (Kind::Store(known), Kind::Store(promised)) => {
                most.unwrap_or(*known) % promised == 0
            }
            (Kind::Call { name: known, .. }, Kind::Call { name: done, .. }) => known == done,
            (known, done) => known == done,
        };
        if !is_aligned || operands != access.operands || scalar(0, next.result) != scalar(1, op.result) {
            return Ok(Found::Other);
        }
        let result = match (&access.kind, scalar(0, next.result)) {
            (_, None) => None,
            (Kind::Divide(name), Some(of)) => Some(self.terms.op(of, name, operands)),
            (_, Some(of)) => Some(self.terms.leaf(of)),
        };
        for (side, value) in [(0, next.result), (1, op.result)] {
            if let (Some(value), Some(id)) = (value, result) {
                ahead.values[side][value] = Some(id);
            }
        }
        if let Some((block, at)) = ahead.at {
            ahead.at = Some((block, at + 1));
        }
        *path = ahead;
        Ok(Found::Same)
    }
}

/// Which operand of the first program's access is its address.
fn address_of(kind: &Kind) -> Option<usize> {
    match kind {
        Kind::Load(_) => Some(0),
        Kind::Store(_) => Some(1),
        _ => None,
    }
}

fn name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Load(_) => "a load",
        Kind::Store(_) => "a store",
        Kind::Divide(_) => "a division",
        Kind::Call { .. } => "a call",
        _ => "an operation",
    }
}
