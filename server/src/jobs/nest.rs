//! Nests of loops packed or tiled, and compared with what they were.

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
use isotope_mlir::ir::Module;
use isotope_mlir::print;
use isotope_nest::pack::{self, Way};
use isotope_nest::tile::{self, Sizes};
use isotope_nest::{Machine, Nests, Refusal};
use isotope_proto::v1;
use isotope_smt::{Answer, Outcome, Prover, Query};

/// The transform of nests.
#[derive(Clone, Debug)]
pub(crate) enum Transform {
    /// Arrays are packed.
    Pack(Way),
    /// Bands are tiled.
    Tile(Sizes),
}

/// A program, and what is done with its nests.
pub(crate) struct Nest {
    pub(crate) key: Key,
    /// In the generic form, and as it was read.
    pub(crate) text: String,
    pub(crate) module: Module,
    pub(crate) nests: Nests,
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

/// A program that was changed, in how many places, and the table.
type Made = (Module, usize, String);

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
            Transform::Pack(way) => self.packed(&machine, *way),
            Transform::Tile(sizes) => self.tiled(&machine, sizes, &Solver { core, control }),
        };
        let (module, changes, table) = made.map_err(refused)?;
        if control.stopped() {
            return Err(SelectError::Cancelled.into());
        }
        let mut done = v1::NestResponse {
            module: String::new(),
            changes: changes as u64,
            table,
            identity: None,
            target: Some(target_to_proto(&self.target)),
            notes: note.into_iter().collect(),
            source: v1::Source::Search as i32,
        };
        if self.explain {
            return Ok(done);
        }
        if changes == 0 {
            done.module = self.text.clone();
            return Ok(done);
        }
        done.module = print(&module);
        done.identity = Some(self.shown(&done.module, core, control)?);
        done.notes.extend(results::keep(&core.store, self.key, &done));
        Ok(done)
    }
}

impl Nest {
    fn packed(&self, machine: &Machine, way: Way) -> Result<Made, Refusal> {
        let made = pack::pack(&self.module, &self.nests, machine, way)?;
        let table = pack::table(&self.module, &self.nests, &made.candidates, way);
        let count = made.chosen().count();
        Ok((made.module, count, table))
    }

    fn tiled(&self, machine: &Machine, sizes: &Sizes, solver: &dyn Prover) -> Result<Made, Refusal> {
        let made = tile::tile(&self.module, &self.nests, machine, sizes, solver)?;
        let table = tile::table(&self.module, &self.nests, &made.bands);
        let count = made.tiled().count();
        Ok((made.module, count, table))
    }

    /// The processor, as its prices or GPAT have it; and a sentence where nothing is known of its caches.
    fn machine(&self, sets: &'static InstructionSets) -> (Machine, Option<String>) {
        /// KiB of the caches that GPAT's tool assumes.
        const GPAT: [u64; 3] = [32, 256, 8192];
        /// Pages that most processors know at once.
        const PAGES: u64 = 64;
        let entries = self.entries.unwrap_or(PAGES);
        if matches!(self.transform, Transform::Pack(Way::Gpat)) {
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
        let is_guessed = priced.is_none() && self.caches.is_none();
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
