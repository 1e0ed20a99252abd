//! From plans to a program: registers, shuffles and instructions.

mod bundles;
mod memory;

use super::form::Id;
use super::layout::{Split, WIDTHS};
use super::plan::{Bundle, Choice, Part, Planner, Price, Run, Uses};
use crate::program::{Draft, Generic, Param, Predicate, Program, Shape, StepOp, Value};
use isotope_ir::expr::Graph;
use std::collections::HashMap;

/// Writes the program of a planned window.
pub struct Emitter<'a, 'b> {
    planner: &'a mut Planner<'b>,
    graph: &'a Graph,
    program: Draft,
    made: HashMap<(Id, u32), Vec<Value>>,
    bundles: HashMap<(Vec<Part>, u32), Vec<Value>>,
    uses: Uses,
    estimate: Price,
    /// What the operands of the value that is being written cost.
    operands: Price,
}

/// A program with what its planner makes of it.
pub struct Emitted {
    /// The program.
    pub program: Program,
    /// Its cost, every value counted once.
    pub estimate: Price,
    /// How often it uses each value.
    pub uses: Uses,
}

/// The program for the window's root, or `None` where no plan was found.
pub fn emit(planner: &mut Planner<'_>, graph: &Graph) -> Option<Emitted> {
    let (root, ty) = (planner.program.root, planner.program.ty);
    let mut emitter = Emitter {
        planner,
        graph,
        program: Draft::new(Param::leaves(graph), ty),
        made: HashMap::new(),
        bundles: HashMap::new(),
        uses: Uses::new(),
        estimate: Price::default(),
        operands: Price::default(),
    };
    emitter.make(root, ty.bits)?;
    let registers = emitter.value(root, ty.bits)?;
    // The result's lanes in order, whatever layout they were computed in.
    let layout = emitter.planner.layouts.at(ty.bits).clone();
    let flat: Vec<u32> = layout.registers.concat();
    let mut place = vec![0; flat.len()];
    flat.iter().enumerate().for_each(|(at, &lane)| place[lane as usize] = at as u32);
    let shape = Shape::new(ty.bits, ty.lanes);
    let registers: Vec<Value> = registers.into_iter().map(|v| emitter.program.recut(v, ty.bits)).collect();
    let result = emitter.picked(place, registers, shape);
    let Emitter { program, uses, estimate, .. } = emitter;
    Some(Emitted { program: program.finish(result), estimate, uses })
}

impl Emitter<'_, '_> {
    fn shape(&self, bits: u32) -> Shape {
        Shape::new(bits, self.planner.layouts.at(bits).slots())
    }

    fn count(&self, bits: u32) -> usize {
        self.planner.layouts.at(bits).registers.len()
    }

    fn splat(&mut self, v: i128, bits: u32) -> Value {
        let shape = self.shape(bits);
        self.program.splat(v as u64, shape)
    }

    /// Writes a value, and before it what it is made from: in a list, so that a long way down is no deep stack.
    fn make(&mut self, id: Id, bits: u32) -> Option<()> {
        let mut open = vec![((id, bits), false)];
        while let Some((value @ (id, bits), ready)) = open.pop() {
            if self.made.contains_key(&value) {
                continue;
            }
            let plan = self.planner.plan(id, bits)?.clone();
            if ready {
                self.operands = Price::default();
                let registers = self.chosen(id, bits, plan.choice)?;
                self.estimate = self.estimate + plan.whole.without(self.operands);
                self.made.insert(value, registers);
            } else {
                open.push((value, true));
                let needs = self.planner.needs(id, bits, &plan.choice);
                open.extend(needs.into_iter().rev().map(|needed| (needed, false)));
            }
        }
        Some(())
    }

    /// The registers of a form at a width, which are made.
    fn value(&mut self, id: Id, bits: u32) -> Option<Vec<Value>> {
        *self.uses.entry((id, bits)).or_default() += 1;
        self.operands = self.operands + self.planner.plan(id, bits)?.cost;
        let made = self.made.get(&(id, bits)).cloned();
        debug_assert!(made.is_some(), "the needs of a choice are all that it asks for");
        made
    }

    fn chosen(&mut self, id: Id, bits: u32, choice: Choice) -> Option<Vec<Value>> {
        let shape = self.shape(bits);
        Some(match choice {
            Choice::Stream(s) => self.stream(s, bits),
            Choice::Inside(inside) => self.inside(&inside, bits, bits)?,
            Choice::Const(v) => vec![self.splat(v, bits); self.count(bits)],
            Choice::LaneConst(k) => self.lane_const(k, bits),
            Choice::Alias(x) => self.value(x, bits)?,
            Choice::Extend { signed } => {
                let narrow = self.value(id, bits / 2)?;
                self.extend(&narrow, bits, signed)
            }
            Choice::Truncate => {
                let wide = self.value(id, bits * 2)?;
                self.halves(&wide, bits, false)
            }
            Choice::High(from) => {
                let wide = self.value(from, bits * 2)?;
                self.halves(&wide, bits, true)
            }
            Choice::Narrow(at, from) => {
                let wide = self.value(from, bits * 2)?;
                self.narrow(at, &wide, bits)?
            }
            Choice::Generic(op, args) => {
                let args = self.values(&args, bits)?;
                self.each(bits, |p, at| p.generic(op.clone(), at.to_vec(), shape), &args)
            }
            Choice::Matched(vertical, args) => {
                let shapes = &self.planner.shelf(bits).verticals[vertical].operands;
                let scalars: Vec<bool> = shapes.iter().map(|operand| operand.scalar).collect();
                let args = self.operands(&args, &scalars, bits)?;
                let op = self.instruction(bits, vertical);
                self.each(bits, |p, at| p.push(op.clone(), at.to_vec(), shape), &args)
            }
            Choice::Widened(at, args) => self.widened(at, &args, bits)?,
            Choice::Select(predicate, ids) => {
                let args = self.values(&ids, bits)?;
                self.each(bits, |p, at| select(p, predicate, at, shape), &args)
            }
            Choice::Linear(terms, k) => self.linear(&terms, k, bits)?,
            Choice::Dot { vertical, bundles, runs, constant, start } => {
                let start = match start {
                    Some(id) => Some(self.value(id, bits)?),
                    None => None,
                };
                self.dot(vertical, (&bundles, &runs), (constant, start), bits)?
            }
        })
    }

    fn values(&mut self, ids: &[Id], bits: u32) -> Option<Vec<Vec<Value>>> {
        ids.iter()
            .map(|&id| {
                let registers = self.value(id, bits)?;
                Some(registers.into_iter().map(|v| self.program.recut(v, bits)).collect())
            })
            .collect()
    }

    /// The operands of an instruction, register by register: a scalar is the same for all.
    fn operands(&mut self, ids: &[Id], scalars: &[bool], bits: u32) -> Option<Vec<Vec<Value>>> {
        let count = self.count(bits);
        let operand = |(&id, &scalar): (&Id, &bool)| match scalar {
            true => Some(vec![self.scalar(id, bits)?; count]),
            false => self.values(&[id], bits)?.pop(),
        };
        ids.iter().zip(scalars).map(operand).collect()
    }

    /// A form that is the same in all lanes, by itself.
    fn scalar(&mut self, id: Id, bits: u32) -> Option<Value> {
        if let Some(value) = self.planner.program.forms.as_const(id) {
            let element = (value as u128 & isotope_ir::term::mask(bits)) as u64;
            return Some(self.program.push(StepOp::Constant(vec![element]), vec![], Shape::new(bits, 1)));
        }
        let element = *self.planner.program.stream(id)?.source.first()?;
        Some(self.gather(vec![element], bits))
    }

    /// A widening of every register: both halves of each pair.
    fn widened(&mut self, at: usize, args: &[Id], bits: u32) -> Option<Vec<Value>> {
        let widening = self.planner.shelf(bits / 2).widenings[at].clone();
        let args = self.operands(args, &widening.scalars, bits / 2)?;
        let ins = &self.planner.machine.instructions[widening.instruction];
        let op = StepOp::Instruction { name: ins.name.clone(), immediates: ins.immediates.clone() };
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

    fn each(&mut self, bits: u32, mut f: impl FnMut(&mut Draft, &[Value]) -> Value, args: &[Vec<Value>]) -> Vec<Value> {
        (0..self.count(bits)).map(|r| f(&mut self.program, &args.iter().map(|a| a[r]).collect::<Vec<_>>())).collect()
    }

    fn instruction(&self, bits: u32, vertical: usize) -> StepOp {
        let index = self.planner.shelf(bits).verticals[vertical].instruction;
        let ins = &self.planner.machine.instructions[index];
        StepOp::Instruction { name: ins.name.clone(), immediates: ins.immediates.clone() }
    }

    fn lane_const(&mut self, number: u32, bits: u32) -> Vec<Value> {
        let values = self.planner.program.lane_consts[number as usize].clone();
        let layout = self.planner.layouts.at(bits).clone();
        let mask = isotope_ir::term::mask(bits);
        let row = |r: &Vec<u32>| r.iter().map(|&l| (values[l as usize] as u128 & mask) as u64).collect();
        let shape = self.shape(bits);
        layout.registers.iter().map(|r| self.program.push(StepOp::Constant(row(r)), vec![], shape)).collect()
    }

    /// For slot `s` of register `r` at twice the width: which narrow register and slot hold that lane.
    fn origin(&self, wide: u32, r: usize) -> (usize, Vec<u32>) {
        let layouts = self.planner.layouts;
        let narrow = layouts.at(wide / 2);
        let lanes = &layouts.at(wide).registers[r];
        let from = if layouts.at(wide).split.is_some() { r / 2 } else { r };
        let slot: HashMap<u32, u32> = narrow.registers[from].iter().zip(0..).map(|(&lane, s)| (lane, s)).collect();
        (from, lanes.iter().map(|l| slot[l]).collect())
    }

    fn extend(&mut self, narrow: &[Value], bits: u32, signed: bool) -> Vec<Value> {
        let half = bits / 2;
        let split = self.planner.layouts.at(bits).split;
        let shape = self.shape(bits);
        let slots = self.shape(half).lanes;
        let by = self.splat(half as i128, bits);
        (0..self.count(bits))
            .map(|r| {
                let (from, at) = self.origin(bits, r);
                let x = self.program.recut(narrow[from], half);
                let p = &mut self.program;
                match split {
                    None => p.generic(if signed { Generic::SExt } else { Generic::ZExt }, vec![x], shape),
                    Some(Split::Linear) => {
                        let part = p.generic(Generic::Shuffle(at), vec![x], Shape::new(half, shape.lanes));
                        p.generic(if signed { Generic::SExt } else { Generic::ZExt }, vec![part], shape)
                    }
                    Some(Split::EvenOdd) => {
                        let x = p.recut(x, bits);
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
                        let pair = |&s: &u32| [s, slots + s];
                        let zipped = p.generic(
                            Generic::Shuffle(at.iter().flat_map(pair).collect()),
                            vec![x, other],
                            shape.recut(half),
                        );
                        let zipped = p.recut(zipped, bits);
                        if signed { p.generic(Generic::AShr, vec![zipped, by], shape) } else { zipped }
                    }
                }
            })
            .collect()
    }

    /// The lower or the upper halves of elements, in the narrower layout.
    fn halves(&mut self, wide: &[Value], bits: u32, upper: bool) -> Vec<Value> {
        let shape = self.shape(bits);
        let split = self.planner.layouts.at(2 * bits).split;
        let first = u32::from(upper);
        if split.is_none() && upper {
            let indices: Vec<u32> = (0..shape.lanes).map(|s| 2 * s + 1).collect();
            let mut picked = |v| {
                let v = self.program.recut(v, bits);
                self.program.generic(Generic::Shuffle(indices.clone()), vec![v], shape)
            };
            return wide.iter().map(|&v| picked(v)).collect();
        }
        if split.is_none() {
            return wide.iter().map(|&v| self.recut_then(v, 2 * bits, Generic::Trunc, shape)).collect();
        }
        let slots = self.shape(2 * bits).lanes;
        (0..self.count(bits))
            .map(|r| {
                let mut indices = vec![0; shape.lanes as usize];
                for h in 0..2 {
                    let (_, at) = self.origin(2 * bits, 2 * r + h);
                    at.iter()
                        .enumerate()
                        .for_each(|(s, &slot)| indices[slot as usize] = 2 * (h as u32 * slots + s as u32) + first);
                }
                let halves = [wide[2 * r], wide[2 * r + 1]].map(|v| self.program.recut(v, bits)).to_vec();
                self.program.generic(Generic::Shuffle(indices), halves, shape)
            })
            .collect()
    }

    fn recut_then(&mut self, v: Value, bits: u32, op: Generic, shape: Shape) -> Value {
        let v = self.program.recut(v, bits);
        self.program.generic(op, vec![v], shape)
    }

    /// Applies a narrowing instruction and puts its lanes in the layout's order; `None` if it does not give all of them.
    fn narrow(&mut self, at: usize, wide: &[Value], bits: u32) -> Option<Vec<Value>> {
        let narrow = self.planner.shelf(2 * bits).narrows[at].clone();
        let ins = &self.planner.machine.instructions[narrow.instruction];
        let op = StepOp::Instruction { name: ins.name.clone(), immediates: ins.immediates.clone() };
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
                let halves = [wide[sources[0]], wide[sources[1]]].map(|v| self.program.recut(v, 2 * bits));
                let pair = self.program.generic(Generic::Shuffle((0..both.lanes).collect()), halves.to_vec(), both);
                let all: Vec<u32> = sources.iter().flat_map(|&s| lanes_of(s)).collect();
                (vec![vec![pair]], narrow.from.iter().map(|&f| all[f as usize]).collect())
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
                    let args = args.into_iter().map(|v| self.program.recut(v, 2 * bits)).collect();
                    self.program.push(op.clone(), args, produced)
                })
                .collect();
            let wanted = &layouts.at(bits).registers[r];
            let places = wanted.iter().map(|l| lanes.iter().position(|x| x == l).map(|p| p as u32));
            let indices: Vec<u32> = places.collect::<Option<_>>()?;
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

    fn linear(&mut self, terms: &[(i128, Id)], k: i128, bits: u32) -> Option<Vec<Value>> {
        let shape = self.shape(bits);
        // Positive terms first, so that a leading negation is rarely needed.
        let mut order: Vec<(i128, Id)> = terms.to_vec();
        order.sort_by_key(|t| t.0 < 0);
        let mut total: Option<Vec<Value>> =
            (order[0].0 < 0 || k != 0).then(|| vec![self.splat(k, bits); self.count(bits)]);
        for (c, x) in order {
            let mut value = self.values(&[x], bits)?.remove(0);
            let magnitude = c.unsigned_abs();
            if magnitude != 1 {
                let (op, by) = if magnitude.is_power_of_two() {
                    (Generic::Shl, magnitude.trailing_zeros() as i128)
                } else {
                    (Generic::Mul, magnitude as i128)
                };
                let by = self.splat(by, bits);
                value = value.into_iter().map(|v| self.program.generic(op.clone(), vec![v, by], shape)).collect();
            }
            total = Some(match total {
                None => value,
                Some(sum) => {
                    let op = if c < 0 { Generic::Sub } else { Generic::Add };
                    sum.into_iter()
                        .zip(value)
                        .map(|(s, v)| self.program.generic(op.clone(), vec![s, v], shape))
                        .collect()
                }
            });
        }
        total
    }

    /// Dot products summed from a constant or from registers.
    fn dot(
        &mut self,
        vertical: usize,
        (bundles, runs): (&[Bundle], &[Run]),
        (constant, start): (i128, Option<Vec<Value>>),
        bits: u32,
    ) -> Option<Vec<Value>> {
        let info = self.planner.shelf(bits).verticals[vertical].clone();
        let dot = info.dot?;
        let op = self.instruction(bits, vertical);
        let shape = self.shape(bits);
        let element = info.operands[dot.left].bits;
        // For each register, the two sides of each instruction.
        let mut sides: Vec<Vec<(Value, Value)>> = vec![Vec::new(); self.count(bits)];
        for run in runs {
            for (register, sides) in sides.iter_mut().enumerate() {
                for piece in run.pieces(register) {
                    sides.push(self.piece(run, &piece, register, bits)?);
                }
            }
        }
        for bundle in bundles {
            let (left, right) = (self.bundle(&bundle.left, element, bits)?, self.bundle(&bundle.right, element, bits)?);
            sides.iter_mut().zip(left.into_iter().zip(right)).for_each(|(sides, pair)| sides.push(pair));
        }
        let mut total = start;
        if total.is_none() && (dot.acc.is_some() || constant != 0) {
            total = Some(vec![self.splat(constant, bits); self.count(bits)]);
        }
        let mut out = Vec::new();
        for (register, sides) in sides.into_iter().enumerate() {
            let mut sum = total.as_ref().map(|t| t[register]);
            for (left, right) in sides {
                let mut args = vec![left; info.operands.len()];
                args[dot.right] = right;
                if let (Some(acc), Some(sum)) = (dot.acc, sum) {
                    args[acc] = sum;
                }
                let args = args.into_iter().map(|v| self.program.recut(v, bits)).collect();
                let next = self.program.push(op.clone(), args, shape);
                sum = Some(match sum {
                    Some(sum) if dot.acc.is_none() => self.program.generic(Generic::Add, vec![sum, next], shape),
                    _ => next,
                });
            }
            out.push(sum?);
        }
        Some(out)
    }
}

fn select(p: &mut Draft, predicate: Predicate, args: &[Value], shape: Shape) -> Value {
    let mask = p.generic(Generic::Compare(predicate), vec![args[0], args[1]], Shape::new(1, shape.lanes));
    p.generic(Generic::Select, vec![mask, args[2], args[3]], shape)
}

/// Widths that a window's result may have.
pub fn supported(bits: u32) -> bool {
    WIDTHS.contains(&bits)
}
