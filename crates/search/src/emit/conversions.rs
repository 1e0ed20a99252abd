//! Values between element widths: extended, narrowed and halved, in the layouts of both widths.
//!
//! A width is laid out once, and a value changes width by going from one layout to the next: which
//! shuffle that takes follows from the split between the two. Unpacking interleaves with zeros or
//! with the value itself; even and odd lanes are masked or shifted in their places; linear halves
//! are moved down and extended.

use super::Emitter;
use crate::form::Id;
use crate::layout::{EMPTY, Split};
use isotope_program::{Generic, Shape, StepOp, Value};

impl Emitter<'_, '_> {
    /// For slot `s` of register `r` at twice the width: which narrow register and slot hold that lane.
    pub(super) fn origin(&self, wide: u32, r: usize) -> (usize, Vec<u32>) {
        let layouts = self.planner.layouts;
        let from = if layouts.at(wide).split.is_some() { r / 2 } else { r };
        (from, layouts.origin(wide, r as u32))
    }

    /// To twice the width. By unpacking, a signed value is put into both halves of its slot and
    /// shifted down; for even lanes it is shifted up and down again.
    pub(super) fn extend(&mut self, narrow: &[Value], bits: u32, signed: bool) -> Vec<Value> {
        let half = bits / 2;
        let split = self.planner.layouts.at(bits).split;
        let shape = self.shape(bits);
        let slots = self.shape(half).lanes;
        let by = self.splat(half as i128, bits);
        (0..self.count(bits))
            .map(|r| {
                let (from, at) = self.origin(bits, r);
                let x = self.program.bitcast(narrow[from], half);
                let p = &mut self.program;
                match split {
                    None if shape.lanes == slots => {
                        p.generic(if signed { Generic::SExt } else { Generic::ZExt }, vec![x], shape)
                    }
                    // The narrow register is larger where its upper slots are empty.
                    None | Some(Split::Linear) => {
                        let part = p.generic(Generic::Shuffle(at), vec![x], Shape::new(half, shape.lanes));
                        p.generic(if signed { Generic::SExt } else { Generic::ZExt }, vec![part], shape)
                    }
                    Some(Split::EvenOdd) => {
                        let x = p.bitcast(x, bits);
                        match (r % 2, signed) {
                            (0, false) => {
                                let mask = p.splat((1u64 << half) - 1, shape);
                                p.generic(Generic::And, vec![x, mask], shape)
                            }
                            (0, true) => {
                                let up = p.generic(Generic::Shl, vec![x, by], shape);
                                p.generic(Generic::AShr, vec![up, by], shape)
                            }
                            _ => p.generic(if signed { Generic::AShr } else { Generic::LShr }, vec![x, by], shape),
                        }
                    }
                    Some(Split::Unpack | Split::Phases) => {
                        let other = if signed { x } else { p.splat(0, Shape::new(half, slots)) };
                        // Each element beside a zero, or beside itself: little-endian, so the
                        // second is the upper half.
                        let pair = |&s: &u32| [s, slots + s];
                        let zipped = p.generic(
                            Generic::Shuffle(at.iter().flat_map(pair).collect()),
                            vec![x, other],
                            shape.bitcast(half),
                        );
                        let zipped = p.bitcast(zipped, bits);
                        if signed { p.generic(Generic::AShr, vec![zipped, by], shape) } else { zipped }
                    }
                }
            })
            .collect()
    }

    /// The lower or the upper halves of elements, in the narrower layout.
    ///
    /// Both come from the same shuffle of two registers, of even elements for the lower halves and
    /// of odd ones for the upper.
    pub(super) fn halves(&mut self, wide: &[Value], bits: u32, upper: bool) -> Vec<Value> {
        let shape = self.shape(bits);
        let split = self.planner.layouts.at(2 * bits).split;
        let first = u32::from(upper);
        let slots = self.shape(2 * bits).lanes;
        if split.is_none() && upper {
            // In one register the upper halves are the odd elements of half the width; empty slots hold any of them.
            let indices: Vec<u32> = (0..shape.lanes).map(|s| 2 * (s % slots) + 1).collect();
            let mut picked = |v| {
                let v = self.program.bitcast(v, bits);
                self.program.generic(Generic::Shuffle(indices.clone()), vec![v], shape)
            };
            return wide.iter().map(|&v| picked(v)).collect();
        }
        if split.is_none() {
            let live = Shape::new(bits, slots);
            let low = |e: &mut Self, v| {
                let v = e.bitcast_then(v, 2 * bits, Generic::Trunc, live);
                e.padded(v, shape)
            };
            return wide.iter().map(|&v| low(self, v)).collect();
        }
        let p = &self.planner.costs;
        let cheaper = p.shift + 2 * p.arithmetic <= p.permute;
        if bits == 8 && split == Some(Split::EvenOdd) && cheaper {
            return (0..self.count(bits)).map(|r| self.beside([wide[2 * r], wide[2 * r + 1]], bits, upper)).collect();
        }
        (0..self.count(bits))
            .map(|r| {
                let mut indices = vec![0; shape.lanes as usize];
                for h in 0..2 {
                    let (_, at) = self.origin(2 * bits, 2 * r + h);
                    at.iter()
                        .enumerate()
                        .for_each(|(s, &slot)| indices[slot as usize] = 2 * (h as u32 * slots + s as u32) + first);
                }
                let halves = [wide[2 * r], wide[2 * r + 1]].map(|v| self.program.bitcast(v, bits)).to_vec();
                self.program.generic(Generic::Shuffle(indices), halves, shape)
            })
            .collect()
    }

    /// Halves of even and of odd elements side by side: what is in its place is masked, the other is shifted there. Where bytes of two
    /// registers are not permuted by one instruction, LLVM would shuffle each and join them, on the few pipes that do.
    fn beside(&mut self, [even, odd]: [Value; 2], bits: u32, upper: bool) -> Value {
        let shape = self.shape(2 * bits);
        let by = self.splat(bits.into(), 2 * bits);
        let [even, odd] = [even, odd].map(|v| self.program.bitcast(v, 2 * bits));
        let p = &mut self.program;
        let (kept, mask) = if upper { (odd, 0xff << bits) } else { (even, 0xff) };
        let mask = p.splat(mask, shape);
        let kept = p.generic(Generic::And, vec![kept, mask], shape);
        let (moved, shift) = if upper { (even, Generic::LShr) } else { (odd, Generic::Shl) };
        let moved = p.generic(shift, vec![moved, by], shape);
        let both = p.generic(Generic::Or, vec![kept, moved], shape);
        p.bitcast(both, bits)
    }

    /// Applies a narrowing instruction and puts its lanes in the layout's order; `None` if it does not give all of them.
    ///
    /// The instruction says which of its operands' elements each result is; the layout says which
    /// lane is where. The shuffle afterwards is what leads from one to the other, and is left out
    /// where it is the identity.
    pub(super) fn narrow(&mut self, at: usize, wide: &[Value], bits: u32, by: Option<u32>) -> Option<Vec<Value>> {
        let narrow = self.planner.instructions(2 * bits).narrowings[at].clone();
        let op = self.instruction(narrow.entry, vec![]);
        // By how much it shifts is a scalar of its own behind the registers.
        let amount = by.zip(narrow.shift.as_ref()).map(|(by, shift)| {
            self.program.push(StepOp::Constant(vec![by.into()]), vec![], Shape::new(shift.scalar, 1))
        });
        let layouts = self.planner.layouts;
        let (shape, split) = (self.shape(bits), layouts.at(2 * bits).split);
        let produced = Shape::new(bits, narrow.from.len() as u32);
        let mut out = Vec::new();
        for r in 0..self.count(bits) {
            let sources: Vec<usize> = if split.is_some() { vec![2 * r, 2 * r + 1] } else { vec![r] };
            let lanes_of = |s: usize| layouts.at(2 * bits).registers[s].clone();
            // The lane in each element that the instructions give, call after call.
            let (calls, lanes): (Vec<Vec<Value>>, Vec<u32>) = if narrow.of_pair && sources.len() == 2 {
                let both = Shape::new(2 * bits, 2 * self.shape(2 * bits).lanes);
                let halves = [wide[sources[0]], wide[sources[1]]].map(|v| self.program.bitcast(v, 2 * bits));
                let pair = self.program.generic(Generic::Shuffle((0..both.lanes).collect()), halves.to_vec(), both);
                let all: Vec<u32> = sources.iter().flat_map(|&s| lanes_of(s)).collect();
                (vec![vec![pair]], narrow.from.iter().map(|&f| all[f as usize]).collect())
            // One register is no pair: at this width nothing is split.
            } else if narrow.of_pair {
                return None;
            } else if narrow.operands == 2 {
                let pair = [sources[0], *sources.last().unwrap_or(&sources[0])];
                let all: Vec<u32> = pair.iter().flat_map(|&s| lanes_of(s)).collect();
                (vec![pair.map(|s| wide[s]).to_vec()], narrow.from.iter().map(|&f| all[f as usize]).collect())
            } else {
                let order = |s: &usize| narrow.from.iter().map(|&f| lanes_of(*s)[f as usize]).collect::<Vec<_>>();
                (sources.iter().map(|&s| vec![wide[s]]).collect(), sources.iter().flat_map(order).collect())
            };
            let results: Vec<Value> = calls
                .into_iter()
                .map(|args| {
                    let mut args: Vec<Value> = args.into_iter().map(|v| self.program.bitcast(v, 2 * bits)).collect();
                    // The order of `from` is that of the layout; the instruction's may be the other one.
                    if narrow.swapped {
                        args.reverse();
                    }
                    args.extend(amount);
                    self.program.push(op.clone(), args, produced)
                })
                .collect();
            let wanted = layouts.at(bits).registers[r].iter().zip(0u32..);
            let positions = wanted.map(|(lane, slot)| match *lane {
                EMPTY => Some(slot % lanes.len() as u32),
                lane => lanes.iter().position(|x| *x == lane).map(|p| p as u32),
            });
            let indices: Vec<u32> = positions.collect::<Option<_>>()?;
            // An instruction that gives the lanes in the layout's order needs no shuffle.
            let straight = results.len() == 1
                && indices.len() == lanes.len()
                && indices.iter().enumerate().all(|(i, &x)| i as u32 == x);
            out.push(if straight {
                results[0]
            } else {
                self.program.generic(Generic::Shuffle(indices), results, shape)
            });
        }
        Some(out)
    }

    /// A widening of every register: both halves of each pair.
    ///
    /// A pair is one value of twice a register; its halves are shuffles, which LLVM takes for what
    /// they are: one of two registers.
    pub(super) fn widened(&mut self, at: usize, args: &[Id], bits: u32) -> Option<Vec<Value>> {
        let widening = self.planner.instructions(bits / 2).widenings[at].clone();
        let args = self.operands(args, &widening.scalars, bits / 2)?;
        let op = self.instruction(widening.entry, vec![]);
        let shape = self.shape(bits);
        let mut halves = Vec::new();
        for register in 0..self.count(bits / 2) {
            let of = args.iter().map(|operand| operand[register]).collect();
            let pair = self.program.push(op.clone(), of, Shape::new(bits, 2 * shape.lanes));
            for first in [0, shape.lanes] {
                let half = (first..first + shape.lanes).collect();
                halves.push(self.program.generic(Generic::Shuffle(half), vec![pair], shape));
            }
        }
        Some(halves)
    }

    /// An operation on a value cut into elements of a width.
    fn bitcast_then(&mut self, v: Value, bits: u32, op: Generic, shape: Shape) -> Value {
        let v = self.program.bitcast(v, bits);
        self.program.generic(op, vec![v], shape)
    }
}
