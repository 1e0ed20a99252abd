//! The dependences of each lane of a result, from the terms of an instruction's lanes.

use super::call::Call;
use super::{Choice, Operand, Place};
use crate::text::Shape;
use isotope_dictionary::{Member, OperandKind};
use isotope_ir::term::{BinOp, LaneVar, Node, TermId, Terms, UnOp};
use isotope_semantics::lanes::Lanes;
use std::collections::{BTreeSet, HashSet};

/// The source of a variable that is no operand's.
const NOWHERE: usize = u16::MAX as usize;

fn known(shape: Shape) -> Option<Shape> {
    (shape != Shape::OPAQUE).then_some(shape)
}

/// Facts about an instruction whose form is this call.
struct Meaning<'a> {
    lanes: Lanes,
    call: &'a Call,
    terms: Terms,
}

/// A row's operands, from lanes that hold of all immediates or from those of these. Nothing where the semantics have no lanes, or
/// others than LLVM's types.
pub(super) fn operands(
    member: &Member,
    immediates: &[u64],
    open: Option<(Lanes, Terms)>,
    call: &Call,
) -> Option<Vec<Operand>> {
    let (lanes, terms) = match open {
        Some(open) => open,
        None => {
            let mut terms = Terms::new();
            (member.lanes(immediates, &mut terms).ok()?, terms)
        }
    };
    // Of the member's operands, those that are parameters of the form.
    let real: Vec<usize> =
        (0..member.operands.len()).filter(|&i| member.operands[i].kind != OperandKind::Imm).collect();
    if real.len() != call.params || member.operands.iter().any(|operand| operand.kind == OperandKind::Memory) {
        return None;
    }
    let own = |arg: usize| call.args[arg].0.map(|param| real[param]);
    let mut meaning = Meaning { lanes, call, terms };
    if meaning.lanes.out.len() * meaning.lanes.out_bits as usize > call.result.all() {
        return None;
    }
    let mut found = Vec::new();
    for (arg, (_, shape)) in call.args.iter().enumerate() {
        let Some(operand) = own(arg) else {
            // A number of the form's own.
            found.push(Operand { place: Place::Unseen, ..Operand::all() });
            continue;
        };
        let shape = known(*shape)?;
        if (0..call.args.len()).any(|other| other != arg && own(other) == Some(operand)) {
            return None;
        }
        let place = meaning.place(operand, shape)?;
        let is_bytewise = place == Place::Same && meaning.is_bytewise(operand, shape);
        let others: Vec<(usize, usize, Shape)> = (0..call.args.len())
            .filter(|&other| other != arg)
            .filter_map(|other| Some((other, own(other)?, known(call.args[other].1)?)))
            .collect();
        let chosen =
            |&(other, index, of): &(usize, usize, Shape)| Some((meaning.choice(operand, shape, index, of)?, other));
        let choice = match place {
            Place::Block | Place::All => others.iter().find_map(chosen),
            _ => None,
        };
        let is_factor = |(other, factor, of): &(usize, usize, Shape)| {
            (*of == shape).then(|| Some((meaning.factor_bytes(operand, *factor)?, *other))).flatten()
        };
        let factor = others.iter().find_map(is_factor);
        found.push(Operand { place, is_bytewise, choice, factor });
    }
    Some(found)
}

impl Meaning<'_> {
    /// Elements of an operand that a term depends on.
    fn read(&self, term: TermId, operand: usize) -> BTreeSet<usize> {
        let (mut seen, mut left, mut found) = (HashSet::new(), vec![term], BTreeSet::new());
        while let Some(term) = left.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Node::Var(number) = self.terms.node(term) {
                let var = LaneVar::of(*number);
                if var.source() == operand {
                    found.insert(var.element());
                }
            }
            left.extend(self.terms.operands(term));
        }
        found
    }

    /// Lanes of an operand that each lane of the result depends on, both as LLVM has them; nothing where LLVM's operand has no such.
    fn crossed(&self, operand: usize, shape: Shape) -> Option<Vec<BTreeSet<usize>>> {
        let (result, element) = (self.call.result, self.lanes.operand_bits[operand] as usize);
        let bits = self.lanes.out_bits as usize;
        let mut found = vec![BTreeSet::new(); result.lanes];
        for (i, term) in self.lanes.out.iter().enumerate() {
            let read = self.read(*term, operand);
            if read.iter().any(|k| (k + 1) * element > shape.all()) {
                return None;
            }
            let of: BTreeSet<usize> = read.into_iter().flat_map(|k| over(k * element, element, shape)).collect();
            over(i * bits, bits, result).for_each(|lane| found[lane].extend(&of));
        }
        Some(found)
    }

    fn place(&self, operand: usize, shape: Shape) -> Option<Place> {
        let result = self.call.result;
        let crossed = self.crossed(operand, shape)?;
        let is_within = |allowed: &dyn Fn(usize, usize) -> bool| {
            crossed.iter().enumerate().all(|(lane, of)| of.iter().all(|&from| allowed(lane, from)))
        };
        let most = result.lanes.max(shape.lanes);
        let same = |lane: usize, from: usize| {
            (0..most).any(|i| i * result.lanes / most == lane && i * shape.lanes / most == from)
        };
        let block = |lane: usize, from: usize| lane * result.bits / 128 == from * shape.bits / 128;
        let half = shape.lanes * 128 / shape.all().max(1);
        let pack = |number: usize| {
            move |lane: usize, from: usize| half > 0 && lane == from / half * 2 * half + number * half + from % half
        };
        let packs = result.lanes == 2 * shape.lanes && shape.all() >= 128;
        Some(match () {
            () if is_within(&|_, _| false) => Place::Unseen,
            () if is_within(&same) => Place::Same,
            () if packs && is_within(&pack(0)) => Place::Pack(0),
            () if packs && is_within(&pack(1)) => Place::Pack(1),
            () if result.all() == shape.all() && is_within(&block) => Place::Block,
            () => Place::All,
        })
    }

    /// Whether each byte of the result depends on no byte of the operand but the same one.
    fn is_bytewise(&self, operand: usize, shape: Shape) -> bool {
        let out = &self.lanes.out;
        let bits = self.lanes.out_bits;
        let is_whole = shape == self.call.result && out.len() * bits as usize == shape.all();
        is_whole
            && bits == self.lanes.operand_bits[operand]
            && out.iter().enumerate().all(|(lane, term)| self.keeps_bits(*term, LaneVar::new(operand, lane)))
    }

    /// Whether each bit of a term depends on no bit of its operand's but the same one, in this lane.
    fn keeps_bits(&self, term: TermId, of: LaneVar) -> bool {
        let (mut seen, mut left) = (HashSet::new(), vec![term]);
        while let Some(term) = left.pop() {
            if !seen.insert(term) || self.read(term, of.source()).is_empty() {
                continue;
            }
            match self.terms.node(term) {
                Node::Var(number) if LaneVar::of(*number) == of => {}
                Node::Un(UnOp::Not, whole) => left.push(*whole),
                Node::Bin(BinOp::And | BinOp::Or | BinOp::Xor, one, other) => left.extend([*one, *other]),
                Node::Ite(which, then, or) if self.read(*which, of.source()).is_empty() => left.extend([*then, *or]),
                _ => return false,
            }
        }
        true
    }

    /// Whether constants in `index` choose one lane of the operand each, and how.
    fn choice(&mut self, operand: usize, shape: Shape, index: usize, of: Shape) -> Option<Choice> {
        let (result, element) = (self.call.result, self.lanes.operand_bits[index] as usize);
        let is_lane_by_lane = self.lanes.out_bits as usize == result.bits
            && self.lanes.out.len() == result.lanes
            && self.lanes.operand_bits[operand] as usize == shape.bits
            && shape.bits == result.bits
            && element == of.bits
            && of.lanes == result.lanes;
        if !is_lane_by_lane
            || !shape.lanes.is_power_of_two()
            || shape.lanes < 2
            || 2 * shape.lanes > 1 << of.bits.min(16)
        {
            return None;
        }
        // All bytes; of wider lanes the lowest bits, below bits that stay variable.
        let values = if of.bits == 8 { 256 } else { 2 * shape.lanes };
        let (low, high) = (values.ilog2(), of.bits as u32 - values.ilog2());
        // The narrowest first.
        let mut left = vec![Choice::InBlock, Choice::OfTwo(false), Choice::OfTwo(true), Choice::OfOne];
        left.retain(|choice| *choice != Choice::InBlock || of.bits == 8);
        for lane in 0..result.lanes {
            let own = self.lanes.out[lane];
            if self.read(own, index) != BTreeSet::from([lane]) {
                return None;
            }
            for value in 0..values {
                let chosen = self.terms.substitute(own, &mut |terms, number, width| {
                    if LaneVar::of(number) != LaneVar::new(index, lane) {
                        return terms.var(number, width);
                    }
                    let known = terms.constant(value as u128, low);
                    if high == 0 {
                        return known;
                    }
                    let unknown = terms.var(LaneVar::new(NOWHERE, 0).number(), high);
                    terms.concat(unknown, known)
                });
                let read = self.read(chosen, operand);
                left.retain(|choice| {
                    let wanted = match choice {
                        Choice::InBlock => (value & 0x80 == 0).then_some(lane / 16 * 16 + (value & 15)),
                        Choice::OfOne => Some(value % shape.lanes),
                        Choice::OfTwo(is_second) => {
                            (value / shape.lanes % 2 == usize::from(*is_second)).then_some(value % shape.lanes)
                        }
                    };
                    read.iter().all(|from| Some(*from) == wanted)
                });
                if left.is_empty() {
                    return None;
                }
            }
        }
        left.first().copied()
    }

    /// Bytes of the operand's elements, where each is a factor of the other's at the same place: it counts for nothing where that is zero.
    fn factor_bytes(&mut self, operand: usize, other: usize) -> Option<usize> {
        let bits = self.lanes.operand_bits[operand];
        if bits < 8 || bits != self.lanes.operand_bits[other] || bits > 64 {
            return None;
        }
        let mut is_read = false;
        for i in 0..self.lanes.out.len() {
            let own = self.lanes.out[i];
            for element in self.read(own, operand) {
                is_read = true;
                let without = self.terms.substitute(own, &mut |terms, number, width| {
                    let is_it = LaneVar::of(number) == LaneVar::new(other, element);
                    if is_it { terms.constant(0, width) } else { terms.var(number, width) }
                });
                if self.read(without, operand).contains(&element) {
                    return None;
                }
            }
        }
        is_read.then_some(bits as usize / 8)
    }
}

/// Lanes of a shape that some bits of it lie in.
fn over(begin: usize, bits: usize, shape: Shape) -> impl Iterator<Item = usize> {
    let end = (begin + bits.max(1) - 1) / shape.bits;
    (begin / shape.bits..=end).filter(move |lane| *lane < shape.lanes)
}
