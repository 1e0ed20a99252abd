//! The loops of a program packed, tiled or vectorized. Whether the result computes the same is another job's question.

use super::Line;
use crate::limits;
use crate::search::pool::{Changed, Misplaced, Nested, Transform, Unchanged};
use crate::search::processor::{USUAL, caches, priced_lines, third};
use isotope_dictionary::InstructionSets;
use isotope_mlir::ir::Module;
use isotope_mlir::{Refusal, print};
use isotope_nest::pack::{self, Way};
use isotope_nest::tile::{self, Sizes};
use isotope_nest::{Machine, Nests};
use isotope_vectorize::{Bounds, Kernel, Model, vectorize};
use std::sync::Arc;

/// The changed program, or why it stays as it is. Either comes soon after the job is stopped, and then says nothing.
pub(super) fn changed(of: &Nested, sets: &InstructionSets, line: &Line) -> Result<Changed, Unchanged> {
    let module = read(of)?;
    let entry = Some(of.entry.trim_start_matches('@')).filter(|name| !name.is_empty());
    let nests = || Nests::read(&module, entry).map_err(refused);
    // A program that stays as it is is not compared.
    let held = |nests: &Nests, changes: usize| match changes {
        0 => Ok(()),
        _ => held_to_cells(nests.arrays.iter().map(|array| array.shape.as_slice())),
    };
    let (machine, note) = machine(of, sets);
    let changed = match &of.transform {
        Transform::Pack { like_gpat } => {
            let way = if *like_gpat { Way::Gpat } else { Way::Counted };
            let nests = nests()?;
            let made = pack::pack(&module, &nests, &machine, way).map_err(refused)?;
            held(&nests, made.chosen().count())?;
            let table = pack::table(&module, &nests, &made.candidates, way);
            Changed {
                changes: made.chosen().count() as u64,
                text: print(&made.module),
                table,
                note,
                unpriced: made.unpriced,
                limit: None,
            }
        }
        Transform::Tile(given) => {
            let sizes = if given.is_empty() { Sizes::Auto } else { Sizes::Given(given.clone()) };
            let nests = nests()?;
            let made = tile::tile(&module, &nests, &machine, &sizes, line).map_err(refused)?;
            held(&nests, made.tiled().count())?;
            let table = tile::table(&module, &nests, &made.bands);
            Changed {
                changes: made.tiled().count() as u64,
                text: print(&made.module),
                table,
                note,
                unpriced: made.unpriced,
                limit: None,
            }
        }
        Transform::Vectorize { like_diospyros } => {
            let kernel = Kernel::read(&module, entry).map_err(refused)?;
            held_to_cells(kernel.arrays.iter().map(|array| array.shape.as_slice()))?;
            vectorized((&module, &kernel), of, *like_diospyros, (sets, line))?
        }
    };
    if line.stopped() {
        return Err(Unchanged::Stopped);
    }
    Ok(if changed.changes == 0 { Changed { text: String::new(), ..changed } } else { changed })
}

fn vectorized(
    (module, kernel): (&Module, &Kernel),
    of: &Nested,
    like_diospyros: bool,
    (sets, line): (&InstructionSets, &Line),
) -> Result<Changed, Unchanged> {
    /// Lanes of Diospyros' vectors.
    const LANES: usize = 4;
    /// Bits of a vector where nothing is known of the processor.
    const BITS: u32 = 128;
    let set = sets.get(of.target.arch());
    let bits = set.map_or(0, |set| set.register_bits(of.target.features()));
    let generic = |name: &str, bits: u32| set.and_then(|set| set.prices().generic_form(name, bits));
    let machine = isotope_vectorize::Machine {
        bits: if bits == 0 { BITS } else { bits },
        generic: &generic,
        table: set.map(|set| set.prices().of(of.target.tune())),
    };
    let bounds = Bounds { stop: Some(Arc::clone(&line.stopped)), ..Bounds::default() };
    let model = if like_diospyros { Model::Diospyros(LANES) } else { Model::Pipes(machine) };
    let made = vectorize(module, kernel, model, &bounds).map_err(refused)?;
    let (changes, limit) = (made.vectors as u64, made.limit.map(str::to_owned));
    Ok(Changed { changes, text: print(&made.module), table: made.table, note: None, unpriced: Vec::new(), limit })
}

fn read(of: &Nested) -> Result<Module, Unchanged> {
    let wrong = |error: isotope_mlir::ReadError| {
        let (line, column) = (error.place.line, error.place.column);
        Unchanged::At(Misplaced { message: error.to_string(), line, column })
    };
    let mut module = isotope_mlir::read(&of.text).map_err(wrong)?;
    if of.located {
        module.adopt_locations();
    }
    Ok(module)
}

/// Elements of arrays of these shapes together.
pub(crate) fn cells<'s>(shapes: impl IntoIterator<Item = &'s [u64]>) -> usize {
    let elements = |shape: &[u64]| shape.iter().fold(1u64, |count, size| count.saturating_mul(*size));
    let cells = shapes.into_iter().fold(0u64, |sum, shape| sum.saturating_add(elements(shape)));
    usize::try_from(cells).unwrap_or(usize::MAX)
}

/// Refuses arrays for which a comparison has no room: it would find that after seconds of work.
fn held_to_cells<'s>(shapes: impl IntoIterator<Item = &'s [u64]>) -> Result<(), Unchanged> {
    let cells = cells(shapes);
    if cells > limits::MAX_CHECK_CELLS { Err(Unchanged::Cells(cells)) } else { Ok(()) }
}

/// A refusal with its place.
fn refused(refusal: Refusal) -> Unchanged {
    let message = refusal.to_string();
    let (line, column) = match refusal {
        Refusal::Program { place, .. } => (place.line, place.column),
        Refusal::Whole(_) => (0, 0),
    };
    Unchanged::At(Misplaced { message, line, column })
}

/// The processor, as its prices or GPAT have it; and a sentence where nothing is known of its caches.
fn machine(of: &Nested, sets: &InstructionSets) -> (Machine, Option<String>) {
    /// KiB of the caches that GPAT's tool assumes.
    const GPAT: [u64; 3] = [32, 256, 8192];
    /// Pages that most processors know at once.
    const PAGES: u64 = 64;
    let entries = of.entries.unwrap_or(PAGES);
    if matches!(of.transform, Transform::Pack { like_gpat: true }) {
        return (Machine::of(of.caches.unwrap_or(GPAT), entries), None);
    }
    let priced = priced_lines(sets, &of.target);
    let lines = priced.unwrap_or(&USUAL);
    let ([first, second], third) = (caches(lines), third(lines));
    let set = sets.get(of.target.arch());
    let vector = set.map_or(0, |set| u64::from(set.register_bits(of.target.features())));
    let prices = of.prices.iter().cloned().collect();
    let known = Machine { prices, ..Machine::of([first, second, third], entries) };
    let machine = match of.caches {
        Some(given) => Machine { vector, prices: known.prices, ..Machine::of(given, entries) },
        None => Machine { vector, lines: lines.to_vec(), ..known },
    };
    let is_guessed = priced.is_none() && of.caches.is_none() && !matches!(of.transform, Transform::Vectorize { .. });
    let note = || format!("the prices of {} have no rows for its caches: those of Zen 3 are taken", of.target.tune());
    (machine, is_guessed.then(note))
}
