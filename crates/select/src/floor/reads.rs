//! How many elements a window takes that loads cannot have together.
//!
//! Elements that are so far apart that no load has two of them each need one of their own, if the result depends on them. That it does
//! is seen by a witness: two inputs that differ in that element alone, as far as memory allows, and on which a lane of the result is
//! defined and differs. An element for which no witness is found is not counted.
//!
//! Where loads of general registers may come beside those of vectors, elements count of which the former have one each, and the latter as
//! many as a vector has of the former ([`Loads`]).

use crate::limits::{BASES, WITNESSES};
use isotope_ir::expr::{Graph, Leaf, LeafId};
use isotope_ir::interp::{self, LaneValue};
use isotope_ir::memory::Memory;
use isotope_ir::term::signed;
use isotope_ir::window::Window;
use isotope_smt::concrete::Samples;
use std::collections::BTreeMap;

/// The loads that a program may be made of, in bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loads {
    /// Of one register for vectors.
    pub(super) vector: u32,
    /// Of a general register, a part of that; as many bits where the two cost the same.
    pub(super) general: u32,
}

impl Loads {
    /// How many of the elements that [`needed`] counts one load of a vector has at the most.
    pub(super) fn together(self) -> u32 {
        (self.vector / self.general).max(1)
    }
}

/// An element in memory: bytes from the start of its array, leaf and lane.
type Element = (i64, LeafId, u32);

/// Elements that every program for a window takes, of which a load of a general register has one, and one of a vector no more than
/// [`Loads::together`]; `None` where the window cannot be run.
pub(super) fn needed(window: &Window, loads: Loads) -> Option<u32> {
    let mut witnesses = Witnesses::of(window)?;
    let arrays = arrays(&window.graph, i64::from(loads.vector / 8));
    Some(arrays.into_iter().map(|(reach, elements)| witnesses.apart(&elements, reach, loads.together())).sum())
}

/// The elements of each array by address, and how far apart two are that no load reaches both.
fn arrays(graph: &Graph, register: i64) -> Vec<(i64, Vec<Element>)> {
    let mut arrays: BTreeMap<(&str, &str, u32), (i64, Vec<Element>)> = BTreeMap::new();
    for (leaf, at) in graph.leaves.iter().zip(0..) {
        let (ty, bytes) = (leaf.ty, i64::from(leaf.ty.bits / 8));
        // A leaf of one lane is loaded before the loop, and a small one may be loaded without vectors.
        if bytes == 0 || ty.lanes == 1 || ty.total_bits() < super::VECTOR_BITS {
            continue;
        }
        let (key, first, stride) = match &leaf.load {
            Some(load) => ((load.buffer.as_str(), load.base.as_str(), u32::MAX), load.offset, load.stride),
            None => (("", "", at), 0, 1),
        };
        let (reach, elements) = arrays.entry(key).or_default();
        // A leaf of distant elements is loaded as if they were neighbours.
        *reach = (*reach).max(register.saturating_mul(stride.saturating_abs().max(1)));
        let address = |lane: u32| first.saturating_add(stride.saturating_mul(lane.into())).saturating_mul(bytes);
        elements.extend((0..ty.lanes).map(|lane| (address(lane), LeafId(at), lane)));
    }
    let sorted = |(reach, mut elements): (i64, Vec<Element>)| {
        elements.sort_unstable();
        (reach, elements)
    };
    arrays.into_values().map(sorted).collect()
}

/// A window with what it gives on a few inputs.
struct Witnesses<'a> {
    window: &'a Window,
    memory: Memory,
    bases: Vec<(Vec<Vec<u64>>, Vec<LaneValue>)>,
    random: Samples,
    /// Runs that are left.
    left: u32,
}

impl<'a> Witnesses<'a> {
    fn of(window: &'a Window) -> Option<Witnesses<'a>> {
        let (graph, memory) = (&window.graph, Memory::of(&window.graph));
        if !agree(graph, &memory) {
            return None;
        }
        let mut random = Samples::new(0x0f10_0125);
        let mut bases = Vec::new();
        for _ in 0..BASES {
            let mut input: Vec<Vec<u64>> = graph.leaves.iter().map(|leaf| values(leaf, &mut random)).collect();
            same_memory(graph, &memory, &mut input);
            let result = interp::eval(window, &input).ok()?;
            bases.push((input, result));
        }
        Some(Witnesses { window, memory, bases, random, left: WITNESSES })
    }

    /// How many elements, by address, have a needed byte of which no more than `together` are within `reach`, and none within that part of
    /// it.
    fn apart(&mut self, elements: &[Element], reach: i64, together: u32) -> u32 {
        let mut taken: Vec<i64> = Vec::new();
        for &(address, leaf, lane) in elements {
            let of = &self.window.graph.leaves[leaf.0 as usize];
            let (last, step) =
                (of.ty.bits / 8 - 1, of.load.as_ref().map_or(1, |load| load.stride.clamp(-reach, reach)));
            for byte in [0, last].into_iter().take(last.min(1) as usize + 1) {
                // A leaf of distant elements is loaded as if they were neighbours: so are their bytes.
                let at = address.saturating_add(step.saturating_mul(byte.into()));
                let is_free = |back: u32, reach: i64| {
                    let before = taken.len().checked_sub(back as usize).map(|at| taken[at]);
                    before.is_none_or(|before| at >= before.saturating_add(reach))
                };
                let is_free = is_free(1, reach / i64::from(together)) && is_free(together, reach);
                if is_free && self.is_needed(leaf, lane, byte) {
                    taken.push(at);
                    break;
                }
            }
        }
        taken.len() as u32
    }

    /// Whether a witness is found that differs in that byte of an element.
    fn is_needed(&mut self, leaf: LeafId, lane: u32, byte: u32) -> bool {
        let (place, of) = (self.memory.representative(leaf, lane), &self.window.graph.leaves[leaf.0 as usize]);
        for (input, result) in &self.bases {
            if self.left == 0 {
                return false;
            }
            let mut other = input.clone();
            let changed = &mut other[place.0.0 as usize][place.1 as usize];
            let new = *changed ^ ((*changed ^ value(of, &mut self.random)) & 0xff << (8 * byte));
            if new == *changed || !may_be(of, new) {
                continue;
            }
            *changed = new;
            self.left -= 1;
            same_memory(&self.window.graph, &self.memory, &mut other);
            let Ok(changed) = interp::eval(self.window, &other) else { return false };
            let differs = |(a, b): (&LaneValue, &LaneValue)| a.bits().zip(b.bits()).is_some_and(|(a, b)| a != b);
            if result.iter().zip(&changed).any(differs) {
                return true;
            }
        }
        false
    }
}

/// Whether leaves that share an element say the same of it: an input that is one leaf's alone shows nothing.
fn agree(graph: &Graph, memory: &Memory) -> bool {
    let said = |leaf: LeafId| (graph.leaves[leaf.0 as usize].ty.kind, graph.leaves[leaf.0 as usize].range);
    let own =
        |at: u32| (0..graph.leaves[at as usize].ty.lanes).map(move |lane| memory.representative(LeafId(at), lane).0);
    (0..graph.leaves.len() as u32).all(|at| own(at).all(|first| said(first) == said(LeafId(at))))
}

/// Gives elements that several leaves read the value of the first.
fn same_memory(graph: &Graph, memory: &Memory, input: &mut [Vec<u64>]) {
    for (leaf, at) in graph.leaves.iter().zip(0..) {
        for lane in 0..leaf.ty.lanes {
            let (first, of) = memory.representative(LeafId(at), lane);
            input[at as usize][lane as usize] = input[first.0 as usize][of as usize];
        }
    }
}

fn values(leaf: &Leaf, random: &mut Samples) -> Vec<u64> {
    (0..leaf.ty.lanes).map(|_| value(leaf, random)).collect()
}

/// Whether a leaf may have a value.
fn may_be(leaf: &Leaf, value: u64) -> bool {
    let ty = leaf.ty;
    let number = if ty.is_signed() { signed(value.into(), ty.bits) } else { value.into() };
    leaf.range.is_none_or(|(low, high)| (low..=high).contains(&number))
}

/// A value that the leaf may have.
fn value(leaf: &Leaf, random: &mut Samples) -> u64 {
    let ty = leaf.ty;
    if ty.is_float() {
        return interp::float::encode((random.bits() % 512) as f64 / 4.0 - 64.0, ty);
    }
    let (low, high) = leaf.range.or(ty.range()).unwrap_or((0, 1));
    let span = (high - low) as u128 + 1;
    (low + (u128::from(random.bits()) % span) as i128) as u64 & interp::mask(ty)
}
