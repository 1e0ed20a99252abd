//! Registers whose slots hold the parts of a dot product.
//!
//! A slot of a dot product holds several elements of different forms. Where memory does not hold
//! them side by side, two registers of half slots are zipped into one: by an unpack in unpacked
//! layouts, for nothing where only the even half is read.

use super::Emitter;
use crate::layout::Split;
use crate::plan::{Packing, Part, Sign, Term};
use ahash::{HashMap, HashMapExt as _};
use isotope_ir::expr::LeafId;
use isotope_ir::types::Type;
use isotope_program::{Generic, Shape, StepOp, Value};

impl Emitter<'_, '_> {
    /// Registers whose slots hold the parts, in the layout of the slots' width.
    ///
    /// Equal packed operands are equal registers, so that a row of weights is packed once for all outputs.
    pub(super) fn packed_operand(&mut self, parts: &[Part], element: u32, bits: u32) -> Option<Vec<Value>> {
        let key = (parts.to_vec(), bits);
        if let Some(v) = self.packed_operands.get(&key) {
            return Some(v.clone());
        }
        let values = self.make_packed(parts, element, bits)?;
        self.packed_operands.insert(key, values.clone());
        Some(values)
    }

    /// Written as [`Packing`] says: the planner costed the same answer.
    pub(super) fn make_packed(&mut self, parts: &[Part], element: u32, bits: u32) -> Option<Vec<Value>> {
        Some(match self.planner.packing(parts, element, bits) {
            // One register for all slots and all registers: it is loaded once.
            Packing::Constants => {
                let mask = isotope_ir::term::mask(element);
                let literal = |p: &Part| {
                    if let Part::Const(v) = p { (*v as u128 & mask) as u64 } else { 0 }
                };
                let slots = self.shape(bits).lanes;
                let row: Vec<u64> = (0..slots).flat_map(|_| parts.iter().map(literal)).collect();
                let shape = Shape::new(element, row.len() as u32);
                vec![self.program.push(StepOp::Constant(row), vec![], shape); self.count(bits)]
            }
            // One form as wide as a slot: its registers as they are.
            Packing::Value(id) => self.value(id, element)?,
            // The same parts in every slot.
            Packing::Uniform => self.uniform(parts, element, bits)?,
            Packing::Adjacent(registers) => {
                registers.into_iter().map(|register| self.register(register, element)).collect()
            }
            Packing::Strided(strided) => self.strided(&strided, element, bits)?,
            // Where the narrow parts would be zipped first, the zip and the extension are one thing for each register.
            Packing::Extended(signed) => {
                if let Packing::Halves(true) = self.planner.packing(parts, element / 2, bits / 2) {
                    let (low, high) = parts.split_at(parts.len() / 2);
                    let low = self.packed_operand(low, element / 2, bits / 4)?;
                    let high = self.packed_operand(high, element / 2, bits / 4)?;
                    return Some(self.extend_pairs(&low, &high, (element, bits), signed));
                }
                let narrow = self.packed_operand(parts, element / 2, bits / 2)?;
                self.extend_parts(&narrow, element, bits, signed)
            }
            // Equal registers are flipped once: slots of several registers may read one.
            Packing::Flipped(below) => {
                let shape = self.shape(bits).bitcast(element);
                let half = self.program.splat(1 << (element - 1), shape);
                let mut flipped = HashMap::new();
                let mut values = Vec::new();
                for value in self.packed_operand(&below, element, bits)? {
                    let value = self.program.bitcast(value, element);
                    // By an addition that wraps, which the prover sees as a sum.
                    let flip = || self.program.generic(Generic::Add, vec![value, half], shape);
                    values.push(*flipped.entry(value).or_insert_with(flip));
                }
                values
            }
            Packing::Sums(terms, constant) => self.sums(terms, constant, element, bits)?,
            // Low halves and high halves of the slots by themselves; where nobody reads the high ones they are not made.
            Packing::Halves(both) => {
                let (low, high) = parts.split_at(parts.len() / 2);
                let half = bits / 2;
                let low_values = self.packed_operand(low, element, half)?;
                let high_values = if both { self.packed_operand(high, element, half)? } else { low_values.clone() };
                self.zip(&low_values, &high_values, !both, bits)
            }
        })
    }

    /// Registers of terms, added up from the constant, or from the first term where there is none.
    fn sums(&mut self, terms: Vec<Term>, constant: i128, element: u32, bits: u32) -> Option<Vec<Value>> {
        let shape = self.shape(bits).bitcast(element);
        let starts = constant != 0 || terms[0].0 == Sign::Minus;
        let mask = isotope_ir::term::mask(element);
        let start = starts.then(|| self.program.splat((constant as u128 & mask) as u64, shape));
        let mut sums = vec![start; self.count(bits)];
        for (sign, parts) in terms {
            let operation = if sign == Sign::Plus { Generic::Add } else { Generic::Sub };
            for (sum, value) in sums.iter_mut().zip(self.packed_operand(&parts, element, bits)?) {
                let value = self.program.bitcast(value, element);
                *sum = Some(match *sum {
                    Some(sum) => self.program.generic(operation.clone(), vec![sum, value], shape),
                    None => value,
                });
            }
        }
        sums.into_iter().collect()
    }

    /// Slots of a width from slots of half the width, every element of them extended to `element` bits.
    ///
    /// A register of the wide slots takes half of a narrow one: the slots that the layout puts into it are picked first.
    fn extend_parts(&mut self, narrow: &[Value], element: u32, bits: u32, signed: bool) -> Vec<Value> {
        let parts = bits / element;
        let shape = self.shape(bits).bitcast(element);
        let held = self.shape(bits / 2).lanes * parts;
        let extension = if signed { Generic::SExt } else { Generic::ZExt };
        (0..self.count(bits))
            .map(|r| {
                let (from, at) = self.origin(bits, r);
                let mut x = self.program.bitcast(narrow[from], element / 2);
                if held != shape.lanes {
                    let picked = at.iter().flat_map(|slot| (0..parts).map(move |part| slot * parts + part)).collect();
                    x = self.program.generic(Generic::Shuffle(picked), vec![x], Shape::new(element / 2, shape.lanes));
                }
                self.program.generic(extension.clone(), vec![x], shape)
            })
            .collect()
    }

    /// The same from two values at a quarter of the width, which are paired for each register by itself: of a pair as wide as two
    /// registers some code generators make one that crosses their parts.
    fn extend_pairs(&mut self, low: &[Value], high: &[Value], (element, bits): (u32, u32), signed: bool) -> Vec<Value> {
        let quarter = bits / 4;
        let (slots, shape) = (self.shape(quarter).lanes, self.shape(bits));
        let extension = if signed { Generic::SExt } else { Generic::ZExt };
        (0..self.count(bits))
            .map(|r| {
                let (pair, at) = self.origin(bits, r);
                let (from, under) = self.origin(bits / 2, pair);
                let sides = [low[from], high[from]].map(|side| self.program.bitcast(side, quarter));
                let paired =
                    at.iter().map(|&slot| under[slot as usize]).flat_map(|slot| [slot, slots + slot]).collect();
                let halves = Shape::new(quarter, 2 * shape.lanes);
                let x = self.program.generic(Generic::Shuffle(paired), sides.to_vec(), halves);
                let x = self.program.bitcast(x, element / 2);
                self.program.generic(extension.clone(), vec![x], shape.bitcast(element))
            })
            .collect()
    }

    /// Pairs two values at half the width, low part and high part.
    ///
    /// With `unread` nobody reads the high part, so that any bits may stand there: the low part itself, which a shuffle of one operand
    /// repeats, or in registers of even slots what is there already.
    pub(super) fn zip(&mut self, low: &[Value], high: &[Value], unread: bool, bits: u32) -> Vec<Value> {
        let half = bits / 2;
        let slots = self.shape(half).lanes;
        let shape = self.shape(bits).bitcast(half);
        // Even lanes stand in the lower halves of their slots already; what is above is not read.
        let in_place = unread && self.planner.layouts.at(bits).split == Some(Split::EvenOdd);
        (0..self.count(bits))
            .map(|r| {
                let (from, at) = self.origin(bits, r);
                let l = self.program.bitcast(low[from], half);
                let h = self.program.bitcast(high[from], half);
                if in_place && r % 2 == 0 {
                    return l;
                }
                let pair = |&s: &u32| if unread { [s, s] } else { [s, slots + s] };
                let args = if unread { vec![l] } else { vec![l, h] };
                self.program.generic(Generic::Shuffle(at.iter().flat_map(pair).collect()), args, shape)
            })
            .collect()
    }

    /// Every other element of a leaf that fills a slot, widened in its place: the leaf is broadcast as it is, which takes
    /// a load and nothing else, and the widening is one or two operations on the whole register.
    ///
    /// A broadcast of a whole slot from memory is one instruction on x86, and so is the mask or the
    /// shift: cheaper than joining scalars.
    fn spread(&mut self, parts: &[Part], element: u32, bits: u32) -> Option<Value> {
        // The leaf, the type of its elements, and which of each two is read: the same for all parts that are read at all.
        let mut whole: Option<(LeafId, Type, u32)> = None;
        for (at, part) in parts.iter().enumerate() {
            let id = match part {
                Part::Form(id) => id,
                Part::Any => continue,
                Part::Const(_) => return None,
            };
            let stream = self.planner.program.stream(*id)?;
            let (leaf, lane) = stream.source[0];
            let own = (leaf, stream.element, lane.checked_sub(2 * at as u32)?);
            if *whole.get_or_insert(own) != own {
                return None;
            }
        }
        let (leaf, own, half) = whole?;
        // The leaf must be a slot in size, and its elements every other part of the slot.
        let lanes = self.graph.leaves[leaf.0 as usize].ty.lanes;
        if half > 1 || 2 * own.bits != element || lanes * own.bits != bits {
            return None;
        }
        let vector = self.gather((0..lanes).map(|lane| (leaf, lane)).collect(), own.bits);
        let word = self.program.bitcast(vector, bits);
        let slots = self.shape(bits);
        let splat = self.program.generic(Generic::Shuffle(vec![0; slots.lanes as usize]), vec![word], slots);
        let (shape, both) = (slots.bitcast(element), self.program.bitcast(splat, element));
        let by = self.program.splat(own.bits.into(), shape);
        // The lower one keeps its place and loses what is above it, the upper one comes down; both with their sign.
        Some(match (half, own.is_signed()) {
            (0, false) => {
                let mask = self.program.splat((1 << own.bits) - 1, shape);
                self.program.generic(Generic::And, vec![both, mask], shape)
            }
            (0, true) => {
                let up = self.program.generic(Generic::Shl, vec![both, by], shape);
                self.program.generic(Generic::AShr, vec![up, by], shape)
            }
            (_, false) => self.program.generic(Generic::LShr, vec![both, by], shape),
            (_, true) => self.program.generic(Generic::AShr, vec![both, by], shape),
        })
    }

    /// Scalars and constants side by side, repeated in every slot: joined in a general register, then broadcast.
    ///
    /// The joining is done once, outside of the loop that the answer stands in, wherever the
    /// scalars are its invariants.
    pub(super) fn uniform(&mut self, parts: &[Part], element: u32, bits: u32) -> Option<Vec<Value>> {
        if let Some(value) = self.spread(parts, element, bits) {
            return Some(vec![value; self.count(bits)]);
        }
        let joined = self.packed_scalars(parts, element, bits)?;
        let shape = self.shape(bits);
        let value = self.program.generic(Generic::Shuffle(vec![0; shape.lanes as usize]), vec![joined], shape);
        Some(vec![value; self.count(bits)])
    }

    /// Scalars and constants side by side in a general register; what is not read is zero.
    pub(super) fn packed_scalars(&mut self, parts: &[Part], element: u32, bits: u32) -> Option<Value> {
        let slot = Shape::new(bits, 1);
        let mask = isotope_ir::term::mask(element);
        let mut fixed = 0;
        let mut joined: Option<Value> = None;
        for (at, part) in parts.iter().enumerate() {
            let shift = at as u32 * element;
            match part {
                Part::Form(id) => {
                    let stream = self.planner.program.stream(*id)?;
                    let (source, own) = (stream.source[0], stream.element);
                    let mut scalar = self.gather(vec![source], own.bits);
                    // Extended as its own type says: the instruction reads whole elements.
                    if own.bits < element {
                        let op = if own.is_signed() { Generic::SExt } else { Generic::ZExt };
                        scalar = self.program.generic(op, vec![scalar], Shape::new(element, 1));
                    }
                    let mut wide = self.program.generic(Generic::ZExt, vec![scalar], slot);
                    if shift > 0 {
                        let by = self.program.splat(shift.into(), slot);
                        wide = self.program.generic(Generic::Shl, vec![wide, by], slot);
                    }
                    joined = Some(match joined {
                        Some(low) => self.program.generic(Generic::Or, vec![low, wide], slot),
                        None => wide,
                    });
                }
                // Constants are joined beforehand: one operation for all of them.
                Part::Const(v) => fixed |= ((*v as u128 & mask) as u64) << shift,
                Part::Any => {}
            }
        }
        let Some(joined) = joined else { return Some(self.program.splat(fixed, slot)) };
        if fixed == 0 {
            return Some(joined);
        }
        let fixed = self.program.splat(fixed, slot);
        Some(self.program.generic(Generic::Or, vec![joined, fixed], slot))
    }
}
