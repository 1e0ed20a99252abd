//! The values of an answer that have to be frozen.

use crate::bytes;
use crate::code::Code;
use crate::intrinsics::Intrinsics;
use crate::reads::{Budget, Lanes, Reads};
use crate::window::always_read;
use isotope_codegen::llvm::Function;
use isotope_ir::Window;
use isotope_ir::expr::{LeafId, LoadAddress};
use isotope_program::{Origin, Param, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Whether a parameter has to be frozen where it may be undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Freeze {
    /// The answer is no less defined than the window with the parameter as it is.
    Never,
    /// The same, but only for a caller who adds all lanes of the result up to one number: the answer has in one lane what the window
    /// always has in another.
    UnlessAddedUp,
    /// It has to.
    Always,
}

/// The values of an answer that have to be frozen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Freezing {
    /// For each parameter.
    pub parameters: Vec<Freeze>,
    /// Whether each byte of the result depends on an element of memory by one parameter at most. Two loads of what nobody wrote need not
    /// agree, frozen or not.
    pub one_load_a_byte: bool,
}

impl Freezing {
    /// The freezing that is right for every answer with so many parameters, where nothing is known.
    pub fn of_unknown(parameters: usize) -> Self {
        Freezing { parameters: vec![Freeze::Always; parameters], one_load_a_byte: false }
    }
}

/// A window as somebody asked for it, and the one that a program was made for.
#[derive(Clone, Copy, Debug)]
pub struct Phrasing<'a> {
    /// As asked.
    pub asked: &'a Window,
    /// The program's.
    pub canonical: &'a Window,
    /// By leaf of the program's window, which one of the other's it is.
    pub leaf_map: &'a [LeafId],
}

/// Lanes of leaves and elements of memory, by number. An element is of its buffer, its symbolic base and its size in bits.
#[derive(Default)]
struct Elements<'a> {
    places: BTreeMap<Place<'a>, usize>,
    numbers: BTreeMap<(usize, i64), u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place<'a> {
    Leaf(u32),
    Memory(&'a str, &'a str, u32),
}

impl<'a> Elements<'a> {
    fn number(&mut self, place: Place<'a>, at: i64) -> u32 {
        let next = self.places.len();
        let place = *self.places.entry(place).or_insert(next);
        let next = self.numbers.len() as u32;
        *self.numbers.entry((place, at)).or_insert(next)
    }

    /// Whether elements of one buffer have several sizes, so that it is not known which overlap.
    fn are_mixed(&self) -> bool {
        let of = |place: &Place<'a>| match place {
            Place::Memory(buffer, base, _) => Some((*buffer, *base)),
            Place::Leaf(_) => None,
        };
        let memory: Vec<_> = self.places.keys().filter_map(of).collect();
        memory.len() != memory.iter().collect::<BTreeSet<_>>().len()
    }
}

impl<'a> Phrasing<'a> {
    /// The elements that a leaf's lanes are.
    fn leaf(&self, leaf: LeafId, elements: &mut Elements<'a>) -> Option<Vec<u32>> {
        let of = self.asked.graph.leaves.get(leaf.0 as usize)?;
        let lanes = 0..i64::from(of.ty.lanes);
        match &of.load {
            Some(load) => memory(load, load.offset, load.stride, of.ty.bits, lanes.end, elements),
            None => Some(lanes.map(|lane| elements.number(Place::Leaf(leaf.0), lane)).collect()),
        }
    }

    /// The elements that the lanes of a program's parameter are.
    fn param(&self, param: &Param, elements: &mut Elements<'a>) -> Option<Vec<u32>> {
        match &param.origin {
            Origin::Leaf(leaf) => self.leaf(*self.leaf_map.get(leaf.0 as usize)?, elements),
            Origin::Load(address) => {
                let leaves = self.canonical.graph.leaves.iter().zip(self.leaf_map);
                let (near, asked) = leaves
                    .filter_map(|(leaf, asked)| Some((leaf.load.as_ref()?, asked)))
                    .find(|(load, _)| load.buffer == address.buffer && load.base == address.base)?;
                let asked = self.asked.graph.leaves.get(asked.0 as usize)?.load.as_ref()?;
                let offset = asked.offset.checked_add(address.offset.checked_sub(near.offset)?)?;
                memory(asked, offset, address.stride, param.ty.bits, param.ty.lanes.into(), elements)
            }
        }
    }
}

fn memory<'a>(
    load: &'a LoadAddress,
    offset: i64,
    stride: i64,
    bits: u32,
    lanes: i64,
    elements: &mut Elements<'a>,
) -> Option<Vec<u32>> {
    let place = Place::Memory(&load.buffer, &load.base, bits);
    let at = |lane: i64| offset.checked_add(lane.checked_mul(stride)?);
    (0..lanes).map(|lane| Some(elements.number(place, at(lane)?))).collect()
}

/// The values of an answer that have to be frozen, given the function that it is written as.
pub fn freezing(
    program: &Program,
    function: &Function,
    phrasing: &Phrasing<'_>,
    intrinsics: &Intrinsics<'_>,
) -> Freezing {
    let known = Code::of_function(function).and_then(|code| known(&program.params, &code, phrasing, intrinsics));
    known.unwrap_or_else(|| Freezing::of_unknown(program.params.len()))
}

fn known(params: &[Param], code: &Code, phrasing: &Phrasing<'_>, intrinsics: &Intrinsics<'_>) -> Option<Freezing> {
    let (mut elements, mut budget) = (Elements::default(), Budget::new());
    let leaves = (0..phrasing.asked.graph.leaves.len() as u32).map(|leaf| phrasing.leaf(LeafId(leaf), &mut elements));
    let leaves = leaves.collect::<Option<Vec<_>>>()?;
    let lanes = params.iter().map(|param| phrasing.param(param, &mut elements)).collect::<Option<Vec<_>>>()?;
    if elements.are_mixed() {
        return None;
    }
    let sources = Sources::new(lanes);
    let source = |leaf: LeafId, lane: i64| leaves[leaf.0 as usize][lane as usize];
    let always = always_read(phrasing.asked, source, &mut budget)?;
    let may = may_read(code, sources.of_lanes(code)?, intrinsics, &mut budget)?;
    if always.len() != may.len() {
        return None;
    }
    let anywhere = budget.sum(always.iter())?;
    let (mut parameters, mut by_several) = (vec![Freeze::Never; params.len()], false);
    for (may, always) in may.iter().zip(&always) {
        for (element, seen) in sources.seen(may) {
            by_several |= seen.params.len() > 1;
            let freeze = match () {
                () if seen.is_again || !anywhere.has(element) => Freeze::Always,
                () if !always.has(element) => Freeze::UnlessAddedUp,
                () => continue,
            };
            seen.params.iter().for_each(|param| parameters[*param] = parameters[*param].max(freeze));
        }
    }
    // A frozen value has a value in each byte, so that bytes count by themselves.
    let is_of_one = |reads: &Reads| sources.seen(reads).values().all(|seen| seen.params.len() == 1);
    let one_load_a_byte = !by_several
        || bytes::read(code, sources.of_bytes(code)?, intrinsics, &mut budget)
            .is_some_and(|bytes| bytes.iter().all(is_of_one));
    Some(Freezing { parameters, one_load_a_byte })
}

/// Lanes of parameters, numbered one behind the other: each parameter is a load of its own.
struct Sources {
    /// Of each parameter, by lane.
    elements: Vec<Vec<u32>>,
    /// By number, the parameter and the element.
    all: Vec<(usize, u32)>,
}

/// How an element is read.
#[derive(Default)]
struct Seen {
    is_again: bool,
    params: BTreeSet<usize>,
}

impl Sources {
    fn new(elements: Vec<Vec<u32>>) -> Self {
        let of = |(param, lanes): (usize, &Vec<u32>)| lanes.iter().map(|element| (param, *element)).collect::<Vec<_>>();
        let all = elements.iter().enumerate().flat_map(of).collect();
        Sources { elements, all }
    }

    /// The reads, by element.
    fn seen(&self, reads: &Reads) -> BTreeMap<u32, Seen> {
        let mut all: BTreeMap<u32, Seen> = BTreeMap::new();
        for read in reads.iter() {
            let (param, element) = self.all[read.source as usize];
            let seen = all.entry(element).or_default();
            seen.is_again |= read.is_again || !seen.params.is_empty();
            seen.params.insert(param);
        }
        all
    }

    /// The reads of each lane of the parameters: itself. Nothing where the code has others.
    fn of_lanes(&self, code: &Code) -> Option<Vec<Lanes>> {
        self.repeated(code, |_| 1)
    }

    /// The same of each byte.
    fn of_bytes(&self, code: &Code) -> Option<Vec<Lanes>> {
        self.repeated(code, |param| code.shapes[param].bytes())
    }

    fn repeated(&self, code: &Code, times: impl Fn(usize) -> usize) -> Option<Vec<Lanes>> {
        let lanes = |param: usize| code.shapes.get(param).map(|shape| shape.lanes);
        let is_as_said = |(param, own): (usize, &Vec<u32>)| lanes(param) == Some(own.len());
        if code.params != self.elements.len() || !self.elements.iter().enumerate().all(is_as_said) {
            return None;
        }
        let mut next = 0;
        let params = self.elements.iter().enumerate().map(|(param, own)| {
            let begin = next;
            next += own.len() as u32;
            (begin..next).flat_map(|source| vec![Reads::one(source); times(param)]).collect()
        });
        Some(params.collect())
    }
}

/// The leaves that the lanes of the answer's result may read where leaves may be undefined. Nothing over a bound.
fn may_read(code: &Code, params: Vec<Lanes>, intrinsics: &Intrinsics<'_>, budget: &mut Budget) -> Option<Lanes> {
    let mut known = params;
    for operation in &code.operations {
        let mut parts: Vec<Vec<&Reads>> = vec![Vec::new(); code.made(operation).lanes];
        for (number, operand) in operation.operands.iter().enumerate() {
            // An operand that is no value is a constant.
            let Some(value) = operand.value else { continue };
            for (parts, lanes) in parts.iter_mut().zip(code.crossing(operation, number, intrinsics)) {
                parts.extend(lanes.into_iter().map(|lane| &known[value][lane]));
            }
        }
        let own = parts.into_iter().map(|parts| budget.sum(parts.into_iter())).collect::<Option<Lanes>>()?;
        known.push(own);
    }
    let lanes = code.result.shape.lanes;
    Some(code.result.value.map_or_else(|| vec![Reads::default(); lanes], |value| known[value].clone()))
}

#[cfg(test)]
mod tests;
