//! The cost of a nest with some of its arrays packed: lines and pages that come from afar, accesses, and copies, counted.

use crate::machine::Machine;
use crate::pack::Candidate;
use crate::read::{Access, Nests};
use crate::sums::reorders;
use crate::working_set::{elements, ordered, sizes, units};
use isotope_affine::Linear;
use isotope_mlir::ir::Module;
use std::cell::RefCell;
use std::collections::HashMap;

/// Cycles of a page that has to be looked up.
const LOOKED_UP: f64 = 7.0;

/// Accesses that a processor begins in a cycle.
const ACCESSES: f64 = 2.0;

/// Cycles of a vector that is copied, and of an element.
const COPY: [f64; 2] = [2.0, 1.5];

/// Lines, or pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Unit {
    Line,
    Page,
}

/// Cycles, by where they go.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Cost {
    /// Accesses, by elements or by vectors.
    pub(crate) accesses: f64,
    /// Lines from behind the first cache, and pages.
    pub(crate) far: f64,
    /// Copies into buffers and back.
    pub(crate) copies: f64,
}

impl Cost {
    /// Loads of what comes next run beside the computation, but not all of them.
    pub(crate) fn total(&self) -> f64 {
        self.accesses.max(self.far) + self.accesses.min(self.far) / 4.0 + self.copies
    }
}

/// An array or a buffer, by the accesses to it.
struct Object<'a> {
    array: usize,
    packed: Option<&'a Candidate>,
    /// Numbers of the accesses.
    accesses: Vec<usize>,
}

/// Sizes of boxes, by a loop, whether it is one of its iterations, and accesses.
type Boxes = HashMap<(usize, bool, Vec<usize>), Vec<u64>>;

/// A nest on a machine.
pub(crate) struct Model<'a> {
    pub(crate) nests: &'a Nests,
    pub(crate) module: &'a Module,
    pub(crate) machine: &'a Machine,
    pub(crate) top: usize,
    /// Those that were computed.
    boxes: RefCell<Boxes>,
}

/// Units of all objects in each loop of a nest, and in an iteration of it.
struct Counted {
    unit: Unit,
    whole: HashMap<usize, Vec<u64>>,
    iteration: HashMap<usize, Vec<u64>>,
}

impl<'a> Model<'a> {
    pub(crate) fn new(nests: &'a Nests, module: &'a Module, machine: &'a Machine, top: usize) -> Self {
        Model { nests, module, machine, top, boxes: RefCell::default() }
    }

    /// The cost with these packed, none of which is packed within another.
    pub(crate) fn cost(&self, packed: &[&Candidate]) -> Cost {
        let objects = self.objects(packed);
        let loops = self.nests.inside_out(self.top);
        let lines = self.counted(Unit::Line, &loops, &objects);
        let pages = self.counted(Unit::Page, &loops, &objects);
        let of = |counted: &Counted, capacity: u64| -> f64 {
            (0..objects.len()).map(|object| self.loaded(counted, self.top, (object, &objects[object]), capacity)).sum()
        };
        let steps = self.machine.steps();
        let far: f64 = steps.iter().map(|(bytes, cycles)| of(&lines, bytes / self.machine.line) * cycles).sum();
        Cost {
            accesses: loops.iter().map(|at| self.accesses(*at, &objects)).sum(),
            far: far + of(&pages, self.machine.entries) * LOOKED_UP,
            copies: packed.iter().map(|of| self.copies(of)).sum(),
        }
    }

    fn objects<'c>(&self, packed: &[&'c Candidate]) -> Vec<Object<'c>> {
        let mut objects: Vec<Object<'c>> = Vec::new();
        for (number, access) in self.nests.accesses.iter().enumerate() {
            let Some(around) = access.around.filter(|at| self.nests.domain.is_within(*at, self.top)) else { continue };
            let within = |of: &&&Candidate| of.array == access.array && self.nests.domain.is_within(around, of.of);
            let of = packed.iter().find(within).copied();
            let same = |object: &&mut Object<'c>| {
                object.array == access.array && object.packed.map(|of| of.of) == of.map(|of| of.of)
            };
            match objects.iter_mut().find(same) {
                Some(object) => object.accesses.push(number),
                None => objects.push(Object { array: access.array, packed: of, accesses: vec![number] }),
            }
        }
        objects
    }

    /// Sizes of the box of an object in a loop, or in an iteration of it; `None`: it is not accessed there.
    fn touched(&self, at: usize, in_iteration: bool, accesses: &[usize]) -> Option<Vec<u64>> {
        let nests = self.nests;
        let is_here =
            |number: &&usize| nests.accesses[**number].around.is_some_and(|around| nests.domain.is_within(around, at));
        let here: Vec<usize> = accesses.iter().filter(is_here).copied().collect();
        let array = nests.accesses[*here.first()?].array;
        let key = (at, in_iteration, here);
        if let Some(known) = self.boxes.borrow().get(&key) {
            return Some(known.clone());
        }
        let of: Vec<&Access> = key.2.iter().map(|number| &nests.accesses[*number]).collect();
        let free = |dim: usize| nests.domain.is_within(dim, at) && !(in_iteration && dim == at);
        let made = sizes(&nests.cover(array, &of, &free));
        self.boxes.borrow_mut().insert(key, made.clone());
        Some(made)
    }

    fn units(&self, unit: Unit, object: &Object<'_>, touched: &[u64]) -> u64 {
        let array = &self.nests.arrays[object.array];
        let bytes = if unit == Unit::Line { self.machine.line } else { self.machine.page };
        match object.packed {
            Some(of) => units(&of.buffer(), &of.in_order(touched), array.bytes, bytes),
            None => units(&array.shape, touched, array.bytes, bytes),
        }
    }

    fn counted(&self, unit: Unit, loops: &[usize], objects: &[Object<'_>]) -> Counted {
        let of = |at: usize, in_iteration: bool| -> Vec<u64> {
            let count = |object: &Object<'_>| {
                self.touched(at, in_iteration, &object.accesses).map_or(0, |of| self.units(unit, object, &of))
            };
            objects.iter().map(count).collect()
        };
        let [whole, iteration] = [false, true].map(|is| loops.iter().map(|at| (*at, of(*at, is))).collect());
        Counted { unit, whole, iteration }
    }

    /// Units of an object that come from behind so many in one run of a loop.
    ///
    /// Where all of the loop stays, or is passed once, each unit comes once. An object that is the same in each iteration comes once if it
    /// stays beside two iterations of the others, and one that is another in each comes once if two iterations of all stay.
    fn loaded(&self, counted: &Counted, at: usize, (number, object): (usize, &Object<'_>), capacity: u64) -> f64 {
        let sum = |all: &[u64]| all.iter().fold(0, |sum: u64, one| sum.saturating_add(*one));
        let (whole, iteration) = (&counted.whole[&at], &counted.iteration[&at]);
        let (own, of_iteration) = (whole[number], sum(iteration));
        let kids = &self.nests.loops[at].kids;
        if own == 0 || kids.is_empty() || sum(whole) <= capacity {
            return own as f64;
        }
        let varies = object.accesses.iter().any(|of| {
            let rows = self.nests.accesses[*of].rows.as_ref();
            rows.is_none_or(|rows| rows.iter().any(|row| self.nests.domain.depends(row, at)))
        });
        let needed = match varies {
            true => of_iteration.saturating_mul(2),
            false => own.saturating_add((of_iteration - iteration[number]).saturating_mul(2)),
        };
        if needed <= capacity {
            return own as f64;
        }
        let within: f64 = kids.iter().map(|kid| self.loaded(counted, *kid, (number, object), capacity)).sum();
        let direct: Vec<usize> =
            object.accesses.iter().filter(|of| self.nests.accesses[**of].around == Some(at)).copied().collect();
        let direct = self.touched(at, false, &direct).map_or(0, |of| self.units(counted.unit, object, &of));
        direct as f64 + within * self.trips(at)
    }

    fn trips(&self, at: usize) -> f64 {
        self.nests.domain.mean_trips(at).unwrap_or(1.0)
    }

    /// How often a loop runs.
    fn runs(&self, at: usize) -> f64 {
        self.nests.domain.around(at).iter().skip(1).map(|around| self.trips(*around)).product()
    }

    /// Cycles of the accesses that stand directly in a loop.
    fn accesses(&self, at: usize, objects: &[Object<'_>]) -> f64 {
        let here = |of: &&usize| self.nests.accesses[**of].around == Some(at);
        let count: usize = objects.iter().map(|object| object.accesses.iter().filter(here).count()).sum();
        let lanes = if self.nests.loops[at].kids.is_empty() { self.lanes(at, objects) } else { 1.0 };
        self.runs(at) * self.trips(at) * count as f64 / ACCESSES / lanes
    }

    /// Elements that an innermost loop may compute at once: each access is to neighbours or to one element, and sums may be reordered.
    fn lanes(&self, at: usize, objects: &[Object<'_>]) -> f64 {
        let (mut widest, mut all) = (1, true);
        for object in objects {
            for number in &object.accesses {
                let access = &self.nests.accesses[*number];
                if access.around != Some(at) {
                    continue;
                }
                let order = object.packed.and_then(|of| of.order.as_ref());
                let Some(rows) = &access.rows else { return 1.0 };
                let rows = order.map_or_else(|| rows.clone(), |order| ordered(rows, order));
                let factor = |row: &Linear| row.factors.get(&at).copied().unwrap_or(0);
                let (last, outer) = match rows.split_last() {
                    Some((last, outer)) => (factor(last), outer),
                    None => (0, &[][..]),
                };
                widest = widest.max(self.nests.arrays[object.array].bytes);
                all &= (0..=1).contains(&last) && outer.iter().all(|row| factor(row) == 0);
                all &= !(access.is_store && last == 0) || reorders(self.module, access);
            }
        }
        if all { (self.machine.vector as f64 / 8.0 / widest as f64).max(1.0) } else { 1.0 }
    }

    /// Cycles of copying a pack, in all runs of its loop.
    pub(crate) fn copies(&self, of: &Candidate) -> f64 {
        let array = &self.nests.arrays[of.array];
        let (touched, buffer) = (sizes(&of.extents), of.buffer());
        let is_written = of.accesses(self.nests).iter().any(|access| access.is_store);
        let count = elements(&touched) as f64;
        let lanes = self.machine.vector as f64 / 8.0 / array.bytes as f64;
        let keeps_last = of.order.as_ref().is_none_or(|order| order.last() == Some(&(order.len() - 1)));
        let cycles = if keeps_last { count / lanes * COPY[0] } else { count * COPY[1] };
        let lines = |shape: &[u64], of: &[u64]| units(shape, of, array.bytes, self.machine.line) as f64;
        let price = |bytes: u64| {
            let behind = self.machine.steps().into_iter().filter(|(capacity, _)| bytes > *capacity);
            behind.map(|(_, cycles)| cycles).sum::<f64>()
        };
        let whole = elements(&array.shape).saturating_mul(array.bytes);
        let lines = lines(&array.shape, &touched) * price(whole) + lines(&buffer, &buffer) * price(of.footprint);
        self.runs(of.of) * (cycles + lines) * if is_written { 2.0 } else { 1.0 }
    }
}
