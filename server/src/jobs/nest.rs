//! Nests of loops packed, tiled or vectorized, and compared with what they were.

use super::Job;
use super::processor::{USUAL, caches, priced_lines, third};
use super::shown::identity;
use crate::core::Core;
use crate::failure::Failure;
use crate::limits;
use crate::memory::Charge;
use crate::search::selector::{Compared, Control, SelectError};
use crate::stored::remembered::target_to_proto;
use crate::stored::results;
use isotope_cache::Key;
use isotope_dictionary::{InstructionSets, Target};
use isotope_mlir::Refusal;
use isotope_mlir::ir::Module;
use isotope_mlir::print;
use isotope_nest::pack::{self, Way};
use isotope_nest::tile::{self, Sizes};
use isotope_nest::{Machine, Nests};
use isotope_proto::v1;
use isotope_smt::{Answer, Outcome, Prover, Query};
use isotope_vectorize::{Bounds, Kernel, Model, vectorize};
use std::sync::Arc;

/// The transform, and its settings.
#[derive(Clone, Debug)]
pub(crate) enum Transform {
    /// Arrays are packed.
    Pack(Nests, Way),
    /// Bands are tiled.
    Tile(Nests, Sizes),
    /// A kernel of fixed size becomes vectors; by Diospyros' costs, or by the pipes of the processor.
    Vectorize(Box<Kernel>, bool),
}

impl Transform {
    /// The shapes of all arrays.
    pub(crate) fn shapes(&self) -> Vec<&[u64]> {
        match self {
            Transform::Pack(nests, _) | Transform::Tile(nests, _) => {
                nests.arrays.iter().map(|array| array.shape.as_slice()).collect()
            }
            Transform::Vectorize(kernel, _) => kernel.arrays.iter().map(|array| array.shape.as_slice()).collect(),
        }
    }
}

/// A program, and what is done with its loops.
pub(crate) struct Nest {
    pub(crate) key: Key,
    /// In the generic form, and as it was read.
    pub(crate) text: String,
    pub(crate) module: Module,
    pub(crate) located: bool,
    pub(crate) entry: String,
    pub(crate) transform: Transform,
    /// KiB of caches that are given.
    pub(crate) caches: Option<[u64; 3]>,
    /// Pages that are given.
    pub(crate) entries: Option<u64>,
    pub(crate) explain: bool,
    pub(crate) target: Target,
    /// The memory of its text.
    pub(crate) _held: Option<Charge>,
}

/// A program that was changed.
struct Made {
    module: Module,
    /// In how many places.
    changes: usize,
    table: String,
    /// The limit that ended the search for a better one.
    limit: Option<&'static str>,
}

impl Job for Nest {
    type Done = v1::NestResponse;
    const GOES_ON: bool = false;

    fn key(&self) -> Key {
        self.key
    }

    fn lease(&self) -> Option<Key> {
        Some(self.key)
    }

    fn found(&self, core: &Core, _: &Control) -> Result<Option<v1::NestResponse>, Failure> {
        Ok(results::recall(&core.store, self.key))
    }

    fn work(&self, core: &Core, control: &Control) -> Result<v1::NestResponse, Failure> {
        let sets = core.selector.toolchain()?.sets;
        let (machine, note) = self.machine(sets);
        let made = match &self.transform {
            Transform::Pack(nests, way) => self.packed(nests, &machine, *way).map_err(refused)?,
            Transform::Tile(nests, sizes) => {
                self.tiled(nests, (&machine, sizes), &Solver { core, control }).map_err(refused)?
            }
            Transform::Vectorize(kernel, is_seed) => self.vectorized((kernel, *is_seed), sets, control)?,
        };
        if control.stopped() {
            return Err(SelectError::Cancelled.into());
        }
        let mut done = v1::NestResponse {
            module: String::new(),
            changes: made.changes as u64,
            table: made.table,
            identity: None,
            target: Some(target_to_proto(&self.target)),
            notes: note.into_iter().collect(),
            source: v1::Source::Search as i32,
            limit: made.limit.unwrap_or_default().to_owned(),
        };
        done.notes.extend(made.limit.map(|limit| {
            format!("the search ended at its limit ({limit}): there may be a cheaper program, and this one is not remembered")
        }));
        if self.explain {
            return Ok(done);
        }
        if made.changes == 0 {
            done.module = self.text.clone();
            return Ok(done);
        }
        done.module = print(&made.module);
        done.identity = Some(self.shown(&done.module, core, control)?);
        if made.limit.is_none() {
            done.notes.extend(results::keep(&core.store, self.key, &done));
        }
        Ok(done)
    }
}

impl Nest {
    fn packed(&self, nests: &Nests, machine: &Machine, way: Way) -> Result<Made, Refusal> {
        let made = pack::pack(&self.module, nests, machine, way)?;
        let table = pack::table(&self.module, nests, &made.candidates, way);
        let changes = made.chosen().count();
        Ok(Made { module: made.module, changes, table, limit: None })
    }

    fn tiled(&self, nests: &Nests, (machine, sizes): (&Machine, &Sizes), solver: &dyn Prover) -> Result<Made, Refusal> {
        let made = tile::tile(&self.module, nests, machine, sizes, solver)?;
        let table = tile::table(&self.module, nests, &made.bands);
        let changes = made.tiled().count();
        Ok(Made { module: made.module, changes, table, limit: None })
    }

    fn vectorized(
        &self,
        (kernel, is_seed): (&Kernel, bool),
        sets: &'static InstructionSets,
        control: &Control,
    ) -> Result<Made, Failure> {
        /// Lanes of Diospyros' vectors.
        const LANES: usize = 4;
        /// Bits of a vector where nothing is known of the processor.
        const BITS: u32 = 128;
        let set = sets.get(self.target.arch());
        let bits = set.map_or(0, |set| set.register_bits(self.target.features()));
        let generic = |name: &str, bits: u32| set.and_then(|set| set.prices().generic_form(name, bits));
        let machine = isotope_vectorize::Machine {
            bits: if bits == 0 { BITS } else { bits },
            generic: &generic,
            table: set.map(|set| set.prices().of(self.target.tune())),
        };
        let bounds = Bounds { stop: Some(Arc::clone(control.stop_flag())), ..Bounds::default() };
        let model = if is_seed { Model::Diospyros(LANES) } else { Model::Pipes(machine) };
        let made = vectorize(&self.module, kernel, model, &bounds);
        if control.stopped() {
            return Err(SelectError::Cancelled.into());
        }
        let made = made.map_err(refused)?;
        Ok(Made { module: made.module, changes: made.vectors, table: made.table, limit: made.limit })
    }

    /// The processor, as its prices or GPAT have it; and a sentence where nothing is known of its caches.
    fn machine(&self, sets: &'static InstructionSets) -> (Machine, Option<String>) {
        /// KiB of the caches that GPAT's tool assumes.
        const GPAT: [u64; 3] = [32, 256, 8192];
        /// Pages that most processors know at once.
        const PAGES: u64 = 64;
        let entries = self.entries.unwrap_or(PAGES);
        if matches!(self.transform, Transform::Pack(_, Way::Gpat)) {
            return (Machine::of(self.caches.unwrap_or(GPAT), entries), None);
        }
        let priced = priced_lines(sets, &self.target);
        let lines = priced.unwrap_or(&USUAL);
        let ([first, second], third) = (caches(lines), third(lines));
        let set = sets.get(self.target.arch());
        let vector = set.map_or(0, |set| u64::from(set.register_bits(self.target.features())));
        let known = Machine::of([first, second, third], entries);
        let machine = match self.caches {
            Some(given) => Machine { vector, ..Machine::of(given, entries) },
            None => Machine { vector, lines: lines.to_vec(), ..known },
        };
        let is_guessed =
            priced.is_none() && self.caches.is_none() && !matches!(self.transform, Transform::Vectorize(..));
        let note =
            || format!("the prices of {} have no rows for its caches: those of Zen 3 are taken", self.target.tune());
        (machine, is_guessed.then(note))
    }

    fn shown(&self, made: &str, core: &Core, control: &Control) -> Result<v1::Identity, Failure> {
        let pair = Compared {
            texts: [self.text.clone(), made.to_owned()],
            entry: self.entry.clone(),
            size: None,
            sizes: Vec::new(),
            key: String::new(),
            max_steps: limits::MAX_COMPILE_STEPS,
            located: self.located,
        };
        let unshown =
            |why: &str| format!("the result is not shown to be equal to the program, and is not given: {why}");
        let said = identity(&pair, core, control).map_err(|error| match error {
            SelectError::Internal(why) => SelectError::Internal(unshown(&why)),
            other => other,
        })?;
        said.map_err(|why| SelectError::Unsupported(unshown(&why)).into())
    }
}

/// A refusal with its place.
pub(crate) fn refused(refusal: Refusal) -> Failure {
    let message = refusal.to_string();
    let (line, column) = match refusal {
        Refusal::Program { place, .. } => (place.line, place.column),
        Refusal::Whole(_) => (0, 0),
    };
    Failure::Expression { message, line, column }
}

/// The daemon's workers, for as long as somebody waits.
struct Solver<'a> {
    core: &'a Core,
    control: &'a Control,
}

impl Prover for Solver<'_> {
    fn prove(&self, query: &Query) -> Answer {
        match self.control.stopped() {
            true => Answer::free(Outcome::Unknown("nobody waits any more".to_owned())),
            false => self.core.selector.solve(query),
        }
    }
}
