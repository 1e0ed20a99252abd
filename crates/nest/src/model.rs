//! The cost of a nest with some of its arrays packed: lines and pages that come from afar, copies, and innermost loops by their prices.

use crate::forms::{ACCESSES, Forms, Step, Steps};
use crate::machine::Machine;
use crate::pack::Candidate;
use crate::read::Nests;
use crate::working_set::{elements, ordered, sizes, units};
use isotope_affine::{Linear, Sample};
use std::cell::RefCell;
use std::collections::HashMap;

/// Cycles of a page that has to be looked up. Others are looked up beside it: a column of a thousand pages takes little more than a column
/// of sixty.
const LOOKED_UP: f64 = 1.0;

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
    /// Loops by their forms, and accesses around them.
    pub(crate) computed: f64,
    /// Lines from behind the first cache, and pages.
    pub(crate) far: f64,
    /// Copies into buffers and back.
    pub(crate) copies: f64,
}

impl Cost {
    /// Loads of what comes next run beside the computation, but not all of them.
    pub(crate) fn total(&self) -> f64 {
        self.computed.max(self.far) + self.computed.min(self.far) / 4.0 + self.copies
    }
}

/// An array or a buffer, by the accesses to it.
struct Object<'a> {
    array: usize,
    packed: Option<&'a Candidate>,
    /// Numbers of the accesses.
    accesses: Vec<usize>,
}

/// Sizes of boxes, by a loop, a part of it, and accesses.
type Boxes = HashMap<(usize, Part, Vec<usize>), Vec<Vec<u64>>>;

/// A part of what a loop does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    /// A run of the loop: all are counted alike.
    Run,
    /// The run that an access is in: one with many accesses is counted as often.
    Around,
    /// The iteration that an access is in.
    Iteration,
}

/// A nest on a machine.
pub(crate) struct Model<'a> {
    pub(crate) nests: &'a Nests,
    pub(crate) forms: &'a Forms<'a>,
    pub(crate) machine: &'a Machine,
    pub(crate) top: usize,
    /// Iterations.
    sample: Sample,
    /// Those that were computed.
    boxes: RefCell<Boxes>,
}

/// Units of all objects in each loop of a nest.
struct Counted {
    unit: Unit,
    /// Of a run.
    whole: HashMap<usize, Vec<u64>>,
    /// Of the run that an access is in.
    around: HashMap<usize, Vec<u64>>,
    /// Of two iterations, one after the other.
    pair: HashMap<usize, Vec<u64>>,
}

impl<'a> Model<'a> {
    pub(crate) fn new(nests: &'a Nests, forms: &'a Forms<'a>, machine: &'a Machine, top: usize) -> Self {
        Model { nests, forms, machine, top, sample: nests.domain.sample(), boxes: RefCell::default() }
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
            computed: loops.iter().map(|at| self.computed(*at, &objects)).sum(),
            far: far + of(&pages, self.machine.entries) * LOOKED_UP,
            copies: packed.iter().map(|of| self.copies(of)).sum(),
        }
    }

    fn objects<'c>(&self, packed: &[&'c Candidate]) -> Vec<Object<'c>> {
        let mut objects: Vec<Object<'c>> = Vec::new();
        for (number, access) in self.nests.accesses.iter().enumerate() {
            if access.around.is_none_or(|at| !self.nests.domain.is_within(at, self.top)) {
                continue;
            }
            let of = packed.iter().find(|of| of.of_buffer.contains(&number)).copied();
            let same = |object: &&mut Object<'c>| {
                object.array == access.array && object.packed.map(|of| &of.of_buffer) == of.map(|of| &of.of_buffer)
            };
            match objects.iter_mut().find(same) {
                Some(object) => object.accesses.push(number),
                None => objects.push(Object { array: access.array, packed: of, accesses: vec![number] }),
            }
        }
        objects
    }

    /// Boxes of an object in a part of a loop, in the mean, with the one around all of them behind; none: it is not accessed there.
    ///
    /// Accesses whose indices differ by constants touch one box. `A[i, k]` and `A[j, k]` touch two, between which nothing is touched.
    fn touched(&self, (at, part): (usize, Part), accesses: &[usize]) -> Vec<Vec<u64>> {
        let nests = self.nests;
        let is_here =
            |number: &&usize| nests.accesses[**number].around.is_some_and(|around| nests.domain.is_within(around, at));
        let here: Vec<usize> = accesses.iter().filter(is_here).copied().collect();
        let Some(array) = here.first().map(|first| nests.accesses[*first].array) else { return Vec::new() };
        let key = (at, part, here);
        if let Some(known) = self.boxes.borrow().get(&key) {
            return known.clone();
        }
        let free = |dim: usize| nests.domain.is_within(dim, at) && !(part == Part::Iteration && dim == at);
        let rows = |number: &usize| nests.accesses[*number].rows.as_deref().unwrap_or_default();
        let is_alike =
            |x: &[Linear], y: &[Linear]| x.iter().map(|row| &row.factors).eq(y.iter().map(|row| &row.factors));
        let mut alike: Vec<Vec<&[Linear]>> = Vec::new();
        for rows in key.2.iter().map(rows) {
            match alike.iter_mut().find(|known| is_alike(known[0], rows)) {
                Some(known) => known.push(rows),
                None => alike.push(vec![rows]),
            }
        }
        let most = |x: &usize, y: &usize| self.sample.totals[*x].total_cmp(&self.sample.totals[*y]);
        let busiest = key.2.iter().filter_map(|number| nests.accesses[*number].around).max_by(most);
        let each = if part == Part::Run { nests.domain.counters[at].parent } else { busiest };
        let shape = &nests.arrays[array].shape;
        let of = |rows: &[&[Linear]]| nests.domain.mean_sizes(shape, rows, &free, (&self.sample, each));
        let mut made: Vec<Vec<u64>> = alike.iter().map(|rows| of(rows)).collect();
        if made.len() > 1 {
            made.push(of(&alike.concat()));
        }
        self.boxes.borrow_mut().insert(key, made.clone());
        made
    }

    /// Units of an object in boxes that may overlap, of which the last one holds the others.
    fn units(&self, unit: Unit, object: &Object<'_>, touched: &[Vec<u64>]) -> u64 {
        let array = &self.nests.arrays[object.array];
        let bytes = if unit == Unit::Line { self.machine.line } else { self.machine.page };
        let of = |touched: &[u64]| match object.packed {
            Some(of) => units(&of.buffer(), &of.in_order(touched), array.bytes, bytes),
            None => units(&array.shape, touched, array.bytes, bytes),
        };
        let Some((whole, each)) = touched.split_last() else { return 0 };
        let apart = each.iter().map(|each| of(each)).reduce(u64::saturating_add);
        apart.map_or_else(|| of(whole), |apart| apart.min(of(whole)))
    }

    fn counted(&self, unit: Unit, loops: &[usize], objects: &[Object<'_>]) -> Counted {
        let of = |at: usize, part: Part| -> Vec<u64> {
            let touched = |object: &Object<'_>| self.touched((at, part), &object.accesses);
            objects.iter().map(|object| self.units(unit, object, &touched(object))).collect()
        };
        let [whole, around] =
            [Part::Run, Part::Around].map(|part| loops.iter().map(|at| (*at, of(*at, part))).collect());
        let pair = loops.iter().map(|at| (*at, objects.iter().map(|object| self.paired(unit, object, *at)).collect()));
        Counted { unit, whole, around, pair: pair.collect() }
    }

    /// Units of an object in two iterations, one after the other: columns that lie beside each other are in the same lines.
    fn paired(&self, unit: Unit, object: &Object<'_>, at: usize) -> u64 {
        let [whole, iteration] = [Part::Around, Part::Iteration].map(|part| self.touched((at, part), &object.accesses));
        let more = (self.trips(at) - 1.0).max(1.0);
        let grown = |(whole, one): (&u64, &u64)| {
            let growth = whole.saturating_sub(*one) as f64 / more;
            one.saturating_add(growth.ceil() as u64).min(*whole)
        };
        let boxes = whole.iter().zip(&iteration);
        let pair: Vec<Vec<u64>> = boxes.map(|(whole, one)| whole.iter().zip(one).map(grown).collect()).collect();
        self.units(unit, object, &pair)
    }

    /// Units of an object that come from behind so many in one run of a loop.
    ///
    /// Where all of the loop stays, or is passed once, each unit comes once. An object that is the same in each iteration comes once if it
    /// stays beside two iterations of the others, and one that is another in each comes once if two iterations of all stay.
    fn loaded(&self, counted: &Counted, at: usize, (number, object): (usize, &Object<'_>), capacity: u64) -> f64 {
        let sum = |all: &[u64]| all.iter().fold(0, |sum: u64, one| sum.saturating_add(*one));
        let own = counted.whole[&at][number];
        let (around, pair) = (&counted.around[&at], &counted.pair[&at]);
        let kids = &self.nests.loops[at].kids;
        if own == 0 || kids.is_empty() || sum(around) <= capacity {
            return own as f64;
        }
        let varies = object.accesses.iter().any(|of| {
            let rows = self.nests.accesses[*of].rows.as_ref();
            rows.is_none_or(|rows| rows.iter().any(|row| self.nests.domain.depends(row, at)))
        });
        let needed = match varies {
            true => sum(pair),
            false => around[number].saturating_add(sum(pair) - pair[number]),
        };
        if needed <= capacity {
            return own as f64;
        }
        let within: f64 = kids.iter().map(|kid| self.loaded(counted, *kid, (number, object), capacity)).sum();
        let direct: Vec<usize> =
            object.accesses.iter().filter(|of| self.nests.accesses[**of].around == Some(at)).copied().collect();
        let direct = self.units(counted.unit, object, &self.touched((at, Part::Run), &direct));
        direct as f64 + within * self.trips(at)
    }

    /// Iterations of a loop, in the mean over its runs.
    fn trips(&self, at: usize) -> f64 {
        let runs = self.runs(at);
        if runs > 0.0 { self.sample.totals[at] / runs } else { 0.0 }
    }

    /// How often a loop runs.
    fn runs(&self, at: usize) -> f64 {
        self.nests.domain.counters[at].parent.map_or(1.0, |around| self.sample.totals[around])
    }

    /// Cycles of what stands directly in a loop: of an innermost one by its form, of another one by its accesses.
    fn computed(&self, at: usize, objects: &[Object<'_>]) -> f64 {
        let (runs, trips) = (self.runs(at), self.trips(at));
        let steps = self.steps(at, objects);
        if !self.nests.loops[at].kids.is_empty() {
            return runs * trips * steps.len() as f64 / ACCESSES;
        }
        let known = self.nests.domain.trips(at);
        runs * self.forms.rate(self.nests, at, &steps).run(trips, known)
    }

    /// Texts of innermost loops that have no price, with these packed.
    pub(crate) fn unpriced(&self, packed: &[&Candidate]) -> Vec<String> {
        let objects = self.objects(packed);
        let inner = self.nests.inside_out(self.top).into_iter().filter(|at| self.nests.loops[*at].kids.is_empty());
        inner.flat_map(|at| self.forms.unpriced(self.nests, at, &self.steps(at, &objects))).collect()
    }

    /// Accesses that stand directly in a loop, and where its next iteration finds their elements.
    fn steps(&self, at: usize, objects: &[Object<'_>]) -> Steps {
        let step = self.nests.domain.counters[at].step;
        let mut steps = Steps::new();
        for (number, object) in objects.iter().enumerate() {
            for access in object.accesses.iter().map(|number| &self.nests.accesses[*number]) {
                if access.around != Some(at) {
                    continue;
                }
                let order = object.packed.and_then(|of| of.order.as_ref());
                let rows = access.rows.as_ref().map(|rows| match order {
                    Some(order) => ordered(rows, order),
                    None => rows.clone(),
                });
                let factor = |row: &Linear| row.factors.get(&at).copied().unwrap_or(0).saturating_mul(step);
                let factors = rows.map(|rows| rows.iter().map(factor).collect::<Vec<i64>>());
                let found = match factors.as_deref().map(|all| all.split_last()) {
                    Some(None) => Step::Same,
                    Some(Some((last, outer))) if outer.iter().all(|of| *of == 0) => match last {
                        0 => Step::Same,
                        1 => Step::Next,
                        _ => Step::Far,
                    },
                    _ => Step::Far,
                };
                steps.push((access.op, found, number));
            }
        }
        steps.sort_by_key(|(op, ..)| *op);
        // Loops whose accesses are to the same objects are equal, whatever objects other loops have.
        let numbers: Vec<usize> = steps.iter().map(|(.., number)| *number).collect();
        for (.., number) in &mut steps {
            *number = numbers.iter().position(|of| of == number).unwrap_or(0);
        }
        steps
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
