//! From plans to a program: registers, shuffles and instructions.

use super::form::Id;
use super::layout::{Split, WIDTHS};
use super::plan::{Bundle, Choice, Insides, Part, Planner, Run};
use crate::program::{Generic, Origin, Param, Predicate, Program, Shape, StepOp, Value};
use isotope_ir::expr::{Graph, Leaf, LeafId, LoadAddress};
use isotope_ir::memory::Place;
use isotope_ir::types::Type;
use std::collections::HashMap;

/// Writes the program of a planned window.
pub struct Emitter<'a, 'b> {
    planner: &'a mut Planner<'b>,
    graph: &'a Graph,
    program: Program,
    made: HashMap<(Id, u32), Vec<Value>>,
    bundles: HashMap<(Vec<Part>, u32), Vec<Value>>,
}

/// The program for the window's root, or `None` where no plan was found.
pub fn emit(planner: &mut Planner<'_>, graph: &Graph) -> Option<(u32, Program)> {
    let (root, ty) = (planner.program.root, planner.program.ty);
    let cost = planner.plan(root, ty.bits)?.cost;
    let mut emitter = Emitter {
        planner,
        graph,
        program: Program::new(Param::leaves(graph), ty),
        made: HashMap::new(),
        bundles: HashMap::new(),
    };
    let registers = emitter.value(root, ty.bits)?;
    // The result's lanes in order, whatever layout they were computed in.
    let layout = emitter.planner.layouts.at(ty.bits).clone();
    let flat: Vec<u32> = layout.registers.concat();
    let mut place = vec![0; flat.len()];
    flat.iter().enumerate().for_each(|(at, &lane)| place[lane as usize] = at as u32);
    let shape = Shape::new(ty.bits, ty.lanes);
    let registers: Vec<Value> = registers.into_iter().map(|v| emitter.program.recut(v, ty.bits)).collect();
    let result = match registers[..] {
        [one] => one,
        _ => emitter.program.generic(Generic::Shuffle(place), registers, shape),
    };
    Some((cost, emitter.program.finish(result)))
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

    /// The registers of a form at a width.
    fn value(&mut self, id: Id, bits: u32) -> Option<Vec<Value>> {
        if let Some(v) = self.made.get(&(id, bits)) {
            return Some(v.clone());
        }
        let choice = self.planner.plan(id, bits)?.choice;
        let shape = self.shape(bits);
        let values = match choice {
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
                self.truncate(&wide, bits)
            }
            Choice::Narrow(at, from) => {
                let wide = self.value(from, bits * 2)?;
                self.narrow(at, &wide, bits)
            }
            Choice::Generic(op, args) => {
                let args = self.values(&args, bits)?;
                self.each(bits, |p, at| p.generic(op.clone(), at.to_vec(), shape), &args)
            }
            Choice::Matched(vertical, args) => {
                let args = self.values(&args, bits)?;
                let op = self.instruction(bits, vertical);
                self.each(bits, |p, at| p.push(op.clone(), at.to_vec(), shape), &args)
            }
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
        };
        self.made.insert((id, bits), values.clone());
        Some(values)
    }

    fn values(&mut self, ids: &[Id], bits: u32) -> Option<Vec<Vec<Value>>> {
        ids.iter()
            .map(|&id| {
                let registers = self.value(id, bits)?;
                Some(registers.into_iter().map(|v| self.program.recut(v, bits)).collect())
            })
            .collect()
    }

    fn each(
        &mut self,
        bits: u32,
        mut f: impl FnMut(&mut Program, &[Value]) -> Value,
        args: &[Vec<Value>],
    ) -> Vec<Value> {
        (0..self.count(bits)).map(|r| f(&mut self.program, &args.iter().map(|a| a[r]).collect::<Vec<_>>())).collect()
    }

    fn instruction(&self, bits: u32, vertical: usize) -> StepOp {
        let index = self.planner.shelf(bits).verticals[vertical].instruction;
        let ins = &self.planner.machine.instructions[index];
        StepOp::Instruction { name: ins.name.clone(), immediates: ins.immediates.clone() }
    }

    fn param(&mut self, leaf: u32) -> Value {
        let ty = self.program.params[leaf as usize].ty;
        self.program.push(StepOp::Param(leaf), vec![], Shape::new(ty.bits, ty.lanes))
    }

    fn stream(&mut self, stream: u32, bits: u32) -> Vec<Value> {
        let source = self.planner.program.streams[stream as usize].source.clone();
        let layout = self.planner.layouts.at(bits).clone();
        layout.registers.iter().map(|r| self.gather(r.iter().map(|&l| source[l as usize]).collect(), bits)).collect()
    }

    /// Elements of leaves as one register: a load of its own where they lie side by side.
    fn gather(&mut self, elements: Vec<(LeafId, u32)>, bits: u32) -> Value {
        let memory = &self.planner.program.memory;
        let shape = Shape::new(bits, elements.len() as u32);
        if shape.lanes > 1
            && memory.is_contiguous(elements.iter().copied())
            && let Some(address) = memory.address(memory.place(elements[0].0, elements[0].1))
        {
            return self.load(address, shape);
        }
        let places: Vec<Place> = elements.iter().map(|&(leaf, lane)| memory.place(leaf, lane)).collect();
        let lanes_in = |leaf: u32| -> Option<Vec<u32>> {
            places.iter().map(|&p| memory.lane_in(LeafId(leaf), p, self.graph)).collect()
        };
        let mut leaves = 0..self.graph.leaves.len() as u32;
        if let Some((leaf, indices)) = leaves.find_map(|leaf| Some((leaf, lanes_in(leaf)?))) {
            let arg = self.param(leaf);
            return self.picked(indices, vec![arg], shape);
        }
        let mut leaves: Vec<u32> = elements.iter().map(|e| e.0.0).collect();
        leaves.sort_unstable();
        leaves.dedup();
        let args: Vec<Value> = leaves.iter().map(|&l| self.param(l)).collect();
        let mut start = HashMap::new();
        let mut total = 0;
        for (&leaf, &arg) in leaves.iter().zip(&args) {
            start.insert(leaf, total);
            total += self.program.shape(arg).lanes;
        }
        self.picked(elements.iter().map(|(l, e)| start[&l.0] + e).collect(), args, shape)
    }

    /// A shuffle, or its operand where it changes nothing.
    fn picked(&mut self, indices: Vec<u32>, args: Vec<Value>, shape: Shape) -> Value {
        let same = self.program.shape(args[0]).lanes == shape.lanes && indices.iter().zip(0..).all(|(&i, n)| i == n);
        if same && args.len() == 1 {
            return args[0];
        }
        self.program.generic(Generic::Shuffle(indices), args, shape)
    }

    /// A load of bytes that the window's loads cover: one of its own leaves if there is such a one.
    fn load(&mut self, address: LoadAddress, shape: Shape) -> Value {
        let wanted = |leaf: &Leaf| {
            (leaf.ty.bits, leaf.ty.lanes) == (shape.bits, shape.lanes) && leaf.load.as_ref() == Some(&address)
        };
        if let Some(leaf) = self.graph.leaves.iter().position(wanted) {
            return self.param(leaf as u32);
        }
        let same = |p: &Param| p.origin == Origin::Load(address.clone()) && p.ty.lanes == shape.lanes;
        let known = self.program.params.iter().position(same);
        let index = known.unwrap_or_else(|| {
            let near =
                |l: &&Leaf| l.load.as_ref().is_some_and(|l| (&l.buffer, &l.base) == (&address.buffer, &address.base));
            let element = self.graph.leaves.iter().find(near).map_or(Type::uint(shape.bits, 1), |l| l.ty);
            self.program.params.push(Param::load(element.with_lanes(shape.lanes), address));
            self.program.params.len() - 1
        });
        self.program.push(StepOp::Param(index as u32), vec![], shape)
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

    fn truncate(&mut self, wide: &[Value], bits: u32) -> Vec<Value> {
        let shape = self.shape(bits);
        let split = self.planner.layouts.at(2 * bits).split;
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
                        .for_each(|(s, &slot)| indices[slot as usize] = 2 * (h as u32 * slots + s as u32));
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

    /// Applies a narrowing instruction and puts its lanes in the layout's order.
    fn narrow(&mut self, at: usize, wide: &[Value], bits: u32) -> Vec<Value> {
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
            let (calls, lanes): (Vec<Vec<Value>>, Vec<u32>) = if narrow.operands == 2 {
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
            let indices: Vec<u32> =
                wanted.iter().map(|l| lanes.iter().position(|x| x == l).map_or(0, |p| p as u32)).collect();
            let straight = results.len() == 1
                && indices.len() == lanes.len()
                && indices.iter().enumerate().all(|(i, &x)| i as u32 == x);
            out.push(if straight {
                results[0]
            } else {
                self.program.generic(Generic::Shuffle(indices), results, shape)
            });
        }
        out
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
        let mut sides = Vec::new();
        for run in runs {
            for call in 0..run.calls() {
                sides.push(self.run(run, call, element, bits)?);
            }
        }
        for bundle in bundles {
            sides.push((self.bundle(&bundle.left, element, bits)?, self.bundle(&bundle.right, element, bits)?));
        }
        let mut total = start;
        if total.is_none() && (dot.acc.is_some() || constant != 0) {
            total = Some(vec![self.splat(constant, bits); self.count(bits)]);
        }
        for (left, right) in sides {
            let mut next = Vec::new();
            for r in 0..self.count(bits) {
                let mut args = vec![left[r]; info.operands.len()];
                args[dot.right] = right[r];
                if let (Some(acc), Some(total)) = (dot.acc, &total) {
                    args[acc] = total[r];
                }
                let args = args.into_iter().map(|v| self.program.recut(v, bits)).collect();
                next.push(self.program.push(op.clone(), args, shape));
            }
            total = Some(match total {
                Some(sum) if dot.acc.is_none() => sum
                    .into_iter()
                    .zip(next)
                    .map(|(a, b)| self.program.generic(Generic::Add, vec![a, b], shape))
                    .collect(),
                _ => next,
            });
        }
        total
    }

    /// The two sides of one instruction of a run, register by register.
    fn run(&mut self, run: &Run, call: u32, element: u32, bits: u32) -> Option<(Vec<Value>, Vec<Value>)> {
        let (mut data, mut weights) = (Vec::new(), Vec::new());
        for register in 0..self.count(bits) {
            let place = run.load_of(register, call);
            let lanes = i64::from(self.shape(bits).lanes * run.parts);
            let memory = &self.planner.program.memory;
            let at = |i: i64| memory.at(Place { index: place.index + i, ..place });
            let elements: Option<Vec<_>> = (0..lanes).map(at).collect();
            data.push(self.gather(elements?, element));
            weights.push(self.bundle(&run.weights_of(register, call), element, bits)?[register]);
        }
        Some(if run.left { (data, weights) } else { (weights, data) })
    }

    /// Registers whose slots hold the parts, in the layout of the slots' width.
    fn bundle(&mut self, parts: &[Part], element: u32, bits: u32) -> Option<Vec<Value>> {
        let key = (parts.to_vec(), bits);
        if let Some(v) = self.bundles.get(&key) {
            return Some(v.clone());
        }
        let values = self.make_bundle(parts, element, bits)?;
        self.bundles.insert(key, values.clone());
        Some(values)
    }

    fn make_bundle(&mut self, parts: &[Part], element: u32, bits: u32) -> Option<Vec<Value>> {
        let slots = self.shape(bits).lanes;
        if parts.iter().all(|p| !matches!(p, Part::Form(_))) {
            let mask = isotope_ir::term::mask(element);
            let literal = |p: &Part| {
                if let Part::Const(v) = p { (*v as u128 & mask) as u64 } else { 0 }
            };
            let row: Vec<u64> = (0..slots).flat_map(|_| parts.iter().map(literal)).collect();
            let shape = Shape::new(element, row.len() as u32);
            return Some(vec![self.program.push(StepOp::Constant(row), vec![], shape); self.count(bits)]);
        }
        if let [Part::Form(id)] = parts {
            return self.value(*id, element);
        }
        if self.planner.uniform(parts) {
            return self.uniform(parts, element, bits);
        }
        if self.planner.adjacent(parts, element) {
            return self.adjacent(parts, element, bits);
        }
        if let Some(inside) = self.planner.inside(parts, element, bits) {
            return self.inside(&inside, element, bits);
        }
        let (low, high) = parts.split_at(parts.len() / 2);
        let half = bits / 2;
        let low_values = self.bundle(low, element, half)?;
        let unread = high.iter().all(|p| *p == Part::Any);
        let high_values = if unread { low_values.clone() } else { self.bundle(high, element, half)? };
        Some(self.zip(&low_values, &high_values, unread, bits))
    }

    /// Elements of `element` bits taken out of the loads that hold them, in slots of `bits` bits.
    fn inside(&mut self, inside: &Insides, element: u32, bits: u32) -> Option<Vec<Value>> {
        let own = element / inside.ratio;
        let shape = self.shape(bits).recut(element);
        let mut values = Vec::new();
        for register in &inside.registers {
            let memory = &self.planner.program.memory;
            let at = |i: u32| memory.at(Place { index: register.load.index + i64::from(i), ..register.load });
            let elements: Option<Vec<_>> = (0..shape.lanes * inside.ratio).map(at).collect();
            let whole = self.gather(elements?, own);
            let whole = self.program.recut(whole, element);
            values.push(self.taken(whole, shape, register.position * own, own, inside.signed));
        }
        Some(values)
    }

    /// `own` bits of each element from `low` up, extended.
    fn taken(&mut self, mut value: Value, shape: Shape, low: u32, own: u32, signed: bool) -> Value {
        let above = shape.bits - low - own;
        let mut shift = |value: Value, op: Generic, by: u32| {
            let by = self.program.splat(by.into(), shape);
            self.program.generic(op, vec![value, by], shape)
        };
        if signed || (above > 0 && low > 0) {
            if above > 0 {
                value = shift(value, Generic::Shl, above);
            }
            return shift(value, if signed { Generic::AShr } else { Generic::LShr }, low + above);
        }
        if above == 0 {
            return shift(value, Generic::LShr, low);
        }
        let mask = self.program.splat((1u64 << own) - 1, shape);
        self.program.generic(Generic::And, vec![value, mask], shape)
    }

    /// Pairs two values at half the width, low part and high part.
    fn zip(&mut self, low: &[Value], high: &[Value], unread: bool, bits: u32) -> Vec<Value> {
        let half = bits / 2;
        let slots = self.shape(half).lanes;
        let shape = self.shape(bits).recut(half);
        let in_place = unread && self.planner.layouts.at(bits).split == Some(Split::EvenOdd);
        (0..self.count(bits))
            .map(|r| {
                let (from, at) = self.origin(bits, r);
                let l = self.program.recut(low[from], half);
                let h = self.program.recut(high[from], half);
                if in_place && r % 2 == 0 {
                    return l;
                }
                let pair = |&s: &u32| if unread { [s, s] } else { [s, slots + s] };
                let args = if unread { vec![l] } else { vec![l, h] };
                self.program.generic(Generic::Shuffle(at.iter().flat_map(pair).collect()), args, shape)
            })
            .collect()
    }

    /// Scalars and constants side by side, repeated in every slot: joined in a general register, then broadcast.
    fn uniform(&mut self, parts: &[Part], element: u32, bits: u32) -> Option<Vec<Value>> {
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
                Part::Const(v) => fixed |= ((*v as u128 & mask) as u64) << shift,
                Part::Any => {}
            }
        }
        let mut joined = joined?;
        if fixed != 0 {
            let fixed = self.program.splat(fixed, slot);
            joined = self.program.generic(Generic::Or, vec![joined, fixed], slot);
        }
        let shape = self.shape(bits);
        let value = self.program.generic(Generic::Shuffle(vec![0; shape.lanes as usize]), vec![joined], shape);
        Some(vec![value; self.count(bits)])
    }

    /// Neighbouring elements of one leaf: its own bytes.
    fn adjacent(&mut self, parts: &[Part], element: u32, bits: u32) -> Option<Vec<Value>> {
        let Part::Form(first) = parts[0] else {
            return None;
        };
        let program = &self.planner.program;
        let n = parts.len() as i64;
        let at = |lane: u32, j: i64| {
            let place = program.place(first, lane)?;
            program.memory.at(Place { index: place.index + j, ..place })
        };
        let row = |r: &Vec<u32>| -> Option<Vec<_>> {
            r.iter().flat_map(|&lane| (0..n).map(move |j| (lane, j))).map(|(lane, j)| at(lane, j)).collect()
        };
        let rows: Option<Vec<_>> = self.planner.layouts.at(bits).registers.iter().map(row).collect();
        Some(rows?.into_iter().map(|row| self.gather(row, element)).collect())
    }
}

fn select(p: &mut Program, predicate: Predicate, args: &[Value], shape: Shape) -> Value {
    let mask = p.generic(Generic::Compare(predicate), vec![args[0], args[1]], Shape::new(1, shape.lanes));
    p.generic(Generic::Select, vec![mask, args[2], args[3]], shape)
}

/// Widths that a window's result may have.
pub fn supported(bits: u32) -> bool {
    WIDTHS.contains(&bits)
}
