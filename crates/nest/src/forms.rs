//! Innermost loops by themselves: code for which a processor has a price, which decides between nests where counts are only a guess.
//!
//! A loop has two forms, one element after the other and, where its iterations do not wait for each other, as vectors. This crate writes
//! both; its caller compiles them and gives their prices back in [`Machine::prices`].

mod write;

use crate::limits::MAX_UNPRICED;
use crate::machine::Machine;
use crate::read::{Access, Nests};
use crate::sums::adds_to;
use isotope_mlir::ir::{BlockId, Module, OpId};
use std::cell::RefCell;
use std::collections::HashMap;

/// Accesses that a processor begins in a cycle.
pub(crate) const ACCESSES: f64 = 2.0;

/// Vectors of a loop that adds up: as many sums as hide the latency of one addition.
const SUMS: u64 = 4;

/// Cycles of a run beside its iterations.
const BEGIN: f64 = 4.0;

/// Vectors that compilers compute in an iteration of a loop.
const VECTORS: u64 = 4;

/// Where the next iteration of a loop finds an access's element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// The same element.
    Same,
    /// Its neighbour.
    Next,
    /// Elsewhere.
    Far,
}

/// Accesses of an innermost loop, each with its step, and with the number of the array or buffer that it is to.
pub(crate) type Steps = Vec<(OpId, Step, usize)>;

/// Cycles of an innermost loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rate {
    /// Of an iteration by itself.
    pub(crate) single: f64,
    /// Of so many iterations as vectors, where that is possible.
    pub(crate) vector: Option<(f64, u64)>,
}

impl Rate {
    /// Cycles of a run of so many iterations in the mean; `known`: all runs have as many, but for the last ones. Compilers make vectors of
    /// what can be vectors, and compute some in an iteration of their loop; what does not fill it goes one by one.
    pub(crate) fn run(&self, trips: f64, known: Option<u64>) -> f64 {
        let Some((cycles, lanes)) = self.vector else { return BEGIN + trips * self.single };
        let group = lanes * VECTORS;
        let rest = match known {
            Some(known) => (known % group) as f64,
            None => (group - 1) as f64 / 2.0,
        };
        let rest = rest.min(trips);
        BEGIN + (trips - rest) / lanes as f64 * cycles + rest * self.single
    }
}

/// Loops by their bodies and steps: their cycles, and the texts of their forms that have no price.
type Known = HashMap<(BlockId, Steps), (Rate, Vec<String>)>;

/// Forms of the innermost loops of a program, and of what is made of it by tiles and packs: a loop's body stays what it is.
pub(crate) struct Forms<'a> {
    pub(crate) module: &'a Module,
    pub(crate) machine: &'a Machine,
    known: RefCell<Known>,
}

impl<'a> Forms<'a> {
    pub(crate) fn new(module: &'a Module, machine: &'a Machine) -> Self {
        Forms { module, machine, known: RefCell::default() }
    }

    /// The cycles of a loop, by prices where it has them. `nests` may be those of the program in tiles.
    pub(crate) fn rate(&self, nests: &Nests, at: usize, steps: &Steps) -> Rate {
        self.known(nests, at, steps, |(rate, _)| *rate)
    }

    /// Texts of the forms that have no price.
    pub(crate) fn unpriced(&self, nests: &Nests, at: usize, steps: &Steps) -> Vec<String> {
        self.known(nests, at, steps, |(_, texts)| texts.clone())
    }

    fn known<T>(&self, nests: &Nests, at: usize, steps: &Steps, of: impl Fn(&(Rate, Vec<String>)) -> T) -> T {
        let key = (nests.loops[at].body, steps.clone());
        if let Some(known) = self.known.borrow().get(&key) {
            return of(known);
        }
        let made = self.made(nests, at, steps);
        let said = of(&made);
        self.known.borrow_mut().insert(key, made);
        said
    }

    fn made(&self, nests: &Nests, at: usize, steps: &Steps) -> (Rate, Vec<String>) {
        let mut unpriced = Vec::new();
        let loops = write::Loop { module: self.module, nests, at, steps };
        let mut price = |lanes: [u64; 2]| {
            let text = loops.text(lanes)?;
            match self.machine.prices.get(&text) {
                Some(known) => *known,
                None => {
                    unpriced.push(text);
                    None
                }
            }
        };
        let guess = steps.len() as f64 / ACCESSES;
        let single = price([1, 1]).unwrap_or(guess);
        let lanes = self.lanes(nests, at, steps).filter(|lanes| *lanes > 1);
        let vector = lanes.map(|lanes| {
            let is_sum = |of: &&Access| of.is_store && step_of(steps, of.op) == Some(Step::Same);
            let times = if accesses(nests, at).any(|of| is_sum(&of)) { SUMS } else { 1 };
            match price([lanes, times]) {
                // Sums are more vectors beside each other, of a form that a short loop does not have.
                Some(cycles) => (cycles / times as f64, lanes),
                // Elements that are no neighbours are loaded one by one.
                None => {
                    let far = steps.iter().filter(|(_, step, _)| *step == Step::Far).count();
                    (guess + (far as u64 * (lanes - 1)) as f64 / ACCESSES, lanes)
                }
            }
        });
        (Rate { single, vector }, unpriced)
    }

    /// Elements that a loop may compute at once. `None`: an iteration waits for another one, or nobody knows.
    fn lanes(&self, nests: &Nests, at: usize, steps: &Steps) -> Option<u64> {
        let here: Vec<&Access> = accesses(nests, at).collect();
        let widest = here.iter().map(|of| nests.arrays[of.array].bytes).max()?;
        let waits = |store: &&&Access| {
            let is_sum = step_of(steps, store.op) == Some(Step::Same);
            let object = |access: &Access| steps.iter().find(|(op, ..)| *op == access.op).map(|(.., object)| *object);
            let differs = |other: &&&Access| object(other) == object(store) && !is_beside(store, other, at);
            is_sum && !here.iter().any(|load| adds_to(self.module, store, load))
                || here.iter().any(|other| differs(&other))
        };
        if here.iter().any(|of| of.rows.is_none()) || here.iter().filter(|of| of.is_store).any(|of| waits(&of)) {
            return None;
        }
        let is_far = here.iter().all(|of| step_of(steps, of.op) != Some(Step::Next));
        (!is_far).then_some((self.machine.vector / 8 / widest.max(1)).max(1))
    }
}

/// Each text once, and no more than can be priced at once.
pub(crate) fn once(all: Vec<String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for text in all {
        if found.len() < MAX_UNPRICED && !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

fn accesses(nests: &Nests, at: usize) -> impl Iterator<Item = &Access> {
    nests.accesses.iter().filter(move |access| access.around == Some(at))
}

fn step_of(steps: &Steps, op: OpId) -> Option<Step> {
    steps.iter().find(|(of, ..)| *of == op).map(|(_, step, _)| *step)
}

/// Whether no iteration of a loop writes what another one accesses: both accesses are to one element, or a dimension that the loop leaves
/// as it is holds them apart.
fn is_beside(store: &Access, other: &Access, at: usize) -> bool {
    let (Some(own), Some(rows)) = (&store.rows, &other.rows) else { return false };
    let apart = |(x, y): (&isotope_affine::Linear, &isotope_affine::Linear)| {
        x.factors == y.factors && !x.factors.contains_key(&at) && x.constant != y.constant
    };
    own == rows || own.iter().zip(rows).any(apart)
}
