//! Values out of memory: parameters as they are given, other loads of what they cover, elements picked and taken out.
//!
//! A program has parameters, not addresses: what it reads is a leaf, or a load of its own that
//! covers nothing but what leaves read. Whoever calls the answer turns both into loads, and
//! overlapping ones cost what they cost.

use super::Emitter;
use crate::plan::{Elements, Run, Segment, StridedLoads};
use ahash::{HashMap, HashMapExt as _};
use isotope_ir::expr::{Leaf, LeafId, LoadAddress};
use isotope_ir::memory::Place;
use isotope_ir::types::Type;
use isotope_program::{Generic, Origin, Param, Shape, StepOp, Value};

impl Emitter<'_, '_> {
    /// A parameter as a value.
    pub(super) fn param(&mut self, leaf: u32) -> Value {
        let ty = self.program.params[leaf as usize].ty;
        self.program.push(StepOp::Param(leaf), vec![], Shape::new(ty.bits, ty.lanes))
    }

    /// A leaf stream, register by register.
    pub(super) fn stream(&mut self, stream: u32, bits: u32) -> Vec<Value> {
        let source = self.planner.program.streams[stream as usize].source.clone();
        let layout = self.planner.layouts.at(bits).clone();
        let of = |lane: &u32| source.get(*lane as usize).copied();
        layout.registers.iter().map(|r| self.register(r.iter().map(of).collect(), bits)).collect()
    }

    /// Elements of leaves as one register, of which some slots may be empty: zero at its end, which a shorter load leaves
    /// there anyway; whatever is cheapest in between.
    pub(super) fn register(&mut self, elements: Elements, bits: u32) -> Value {
        let shape = Shape::new(bits, elements.len() as u32);
        let Some(end) = elements.iter().rposition(Option::is_some) else { return self.program.splat(0, shape) };
        // A slot in between takes the element before it, the first ones that of the first that is not empty: what is
        // there is an element of the window, never poison, and is not read.
        let mut last = elements.iter().flatten().next().copied();
        let filled = elements[..=end].iter().map(|element| {
            last = element.or(last);
            last
        });
        let live: Vec<(LeafId, u32)> = filled.flatten().collect();
        let value = self.gather(live, bits);
        self.padded(value, shape)
    }

    /// A value with zeros after it.
    pub(super) fn padded(&mut self, value: Value, shape: Shape) -> Value {
        let own = self.program.shape(value);
        if own.lanes == shape.lanes {
            return value;
        }
        let zero = self.program.splat(0, own);
        let indices = (0..shape.lanes).map(|s| s.min(own.lanes)).collect();
        self.program.generic(Generic::Shuffle(indices), vec![value, zero], shape)
    }

    /// Elements of leaves as one register: a load of its own where they lie side by side.
    ///
    /// Four ways, the first that there is: a load of its own, under a bias loads of its parts, a shuffle of one leaf that holds
    /// all of it, a shuffle of all leaves that hold a part.
    pub(super) fn gather(&mut self, elements: Vec<(LeafId, u32)>, bits: u32) -> Value {
        let shape = Shape::new(bits, elements.len() as u32);
        if shape.lanes > 1
            && let Some(address) = self.side_by_side(&elements)
        {
            return self.load(address, shape);
        }
        if self.planner.loads_parts()
            && let Some(value) = self.out_of_parts(&elements, shape)
        {
            return value;
        }
        let memory = &self.planner.program.memory;
        let places: Vec<Place> = elements.iter().map(|&(leaf, lane)| memory.place(leaf, lane)).collect();
        let lanes_in = |leaf: u32| -> Option<Vec<u32>> {
            places.iter().map(|&p| memory.lane_in(LeafId(leaf), p, self.graph)).collect()
        };
        let mut leaves = 0..self.graph.leaves.len() as u32;
        if let Some((leaf, indices)) = leaves.find_map(|leaf| Some((leaf, lanes_in(leaf)?))) {
            let arg = self.param(leaf);
            return self.shuffle(indices, vec![arg], shape);
        }
        let mut leaves: Vec<u32> = elements.iter().map(|e| e.0.0).collect();
        leaves.sort_unstable();
        leaves.dedup();
        let args: Vec<Value> = leaves.iter().map(|&l| self.param(l)).collect();
        // Where each leaf begins in the concatenation of all of them.
        let mut start = HashMap::new();
        let mut total = 0;
        for (&leaf, &arg) in leaves.iter().zip(&args) {
            start.insert(leaf, total);
            total += self.program.shape(arg).lanes;
        }
        self.shuffle(elements.iter().map(|(l, e)| start[&l.0] + e).collect(), args, shape)
    }

    /// A shuffle, or its operand where it changes nothing.
    pub(super) fn shuffle(&mut self, indices: Vec<u32>, args: Vec<Value>, shape: Shape) -> Value {
        let same = self.program.shape(args[0]).lanes == shape.lanes && indices.iter().zip(0..).all(|(&i, n)| i == n);
        if same && args.len() == 1 {
            return args[0];
        }
        self.program.generic(Generic::Shuffle(indices), args, shape)
    }

    /// A load of bytes that the window's loads cover: one of its own leaves if there is such a one.
    ///
    /// Two loads of one address and shape are one parameter, whoever asks for them.
    pub(super) fn load(&mut self, address: LoadAddress, shape: Shape) -> Value {
        let wanted = |leaf: &Leaf| {
            (leaf.ty.bits, leaf.ty.lanes) == (shape.bits, shape.lanes) && leaf.load.as_ref() == Some(&address)
        };
        if let Some(leaf) = self.graph.leaves.iter().position(wanted) {
            return self.param(leaf as u32);
        }
        // Asked for before, by another register or another operand.
        let of_shape = |ty: Type| (ty.bits, ty.lanes) == (shape.bits, shape.lanes);
        let same = |p: &Param| p.origin == Origin::Load(address.clone()) && of_shape(p.ty);
        let known = self.program.params.iter().position(same);
        let index = known.unwrap_or_else(|| {
            let near = |leaf: &&Leaf| {
                let array = leaf.load.as_ref().map(|l| (&l.buffer, &l.base));
                leaf.ty.bits == shape.bits && array == Some((&address.buffer, &address.base))
            };
            // The element's type is that of a leaf of the same array: signs are for readers, bits
            // are the same.
            let element = self.graph.leaves.iter().find(near).map_or(Type::uint(shape.bits, 1), |l| l.ty);
            self.program.params.push(Param::load(element.with_lanes(shape.lanes), address));
            self.program.params.len() - 1
        });
        self.program.push(StepOp::Param(index as u32), vec![], shape)
    }

    /// The elements that one instruction of a run reads.
    pub(super) fn segment(&mut self, run: &Run, segment: &Segment, bits: u32) -> Option<Value> {
        let element = bits / run.parts;
        let own = element / run.ratio;
        let shape = self.shape(bits).bitcast(element);
        let memory = &self.planner.program.memory;
        let at = |i: u32| memory.at(Place { index: segment.load.index + i64::from(i), ..segment.load });
        let elements: Option<Vec<_>> = (0..shape.lanes * run.ratio).map(at).collect();
        let mut data = self.gather(elements?, own);
        if run.ratio > 1 {
            data = self.program.bitcast(data, element);
            data = self.extracted(data, shape, segment.position * own, own, run.signed);
        }
        Some(data)
    }

    /// Elements of `element` bits taken out of the loads that hold them, in slots of `bits` bits.
    pub(super) fn strided(&mut self, strided: &StridedLoads, element: u32, bits: u32) -> Option<Vec<Value>> {
        let own = element / strided.ratio;
        let shape = self.shape(bits).bitcast(element);
        let mut values = Vec::new();
        for register in &strided.registers {
            let memory = &self.planner.program.memory;
            let at = |i: u32| memory.at(Place { index: register.load.index + i64::from(i), ..register.load });
            let elements: Option<Vec<_>> = (0..shape.lanes * strided.ratio).map(at).collect();
            let whole = self.gather(elements?, own);
            let whole = self.program.bitcast(whole, element);
            values.push(self.extracted(whole, shape, register.position * own, own, strided.signed));
        }
        Some(values)
    }

    /// `own` bits of each element from `low` up, extended.
    ///
    /// Without a sign the lowest part is a mask and the highest a shift; with one, or in the
    /// middle, it is shifted up and down again.
    pub(super) fn extracted(&mut self, mut value: Value, shape: Shape, low: u32, own: u32, signed: bool) -> Value {
        // Bits above what is wanted.
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
}
