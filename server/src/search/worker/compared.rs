//! Two programs of MLIR, compared by `isotope_kernel`.

use crate::limits;
use crate::search::pool::{Compared, Misplaced};
use isotope_kernel::check::{self, Assumption, CheckError, Options, Side, Sizes, Verdict};
use isotope_meaning::Meanings;
use isotope_mlir::ir::Module;
use isotope_proto::v1;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use v1::check_response::Verdict as Said;

/// The verdict, or the place of what cannot be compared. Either comes soon after `stop` is set, and then says nothing.
pub fn compared(
    pair: &Compared,
    meanings: &Meanings<'_>,
    stop: &Arc<AtomicBool>,
) -> Result<v1::CheckResponse, Misplaced> {
    let [before, after] = [Side::Before, Side::After].map(|side| read(pair, side, meanings));
    let (before, after) = (before?, after?);
    let named =
        pair.sizes.iter().map(|(argument, dim, size)| ((*argument as usize, dim.map(|dim| dim as usize)), *size));
    let options = Options {
        entry: Some(pair.entry.clone()).filter(|entry| !entry.is_empty()),
        sizes: Sizes { all: pair.size, named: named.collect() },
        key: check::key(&pair.key, &before, &after),
        max_steps: pair.max_steps,
        max_cells: limits::MAX_CHECK_CELLS,
        stop: Some(Arc::clone(stop)),
        ..Options::default()
    };
    let verdict = check::check_and_prove(&before, &after, &options).map_err(|error| incomparable(&error))?;
    Ok(v1::CheckResponse { verdict: Some(said(verdict)), source: v1::Source::Search as i32 })
}

fn read(pair: &Compared, side: Side, meanings: &Meanings<'_>) -> Result<Module, Misplaced> {
    let text = &pair.texts[usize::from(side == Side::After)];
    let mut module = isotope_mlir::read(text).map_err(|error| {
        let (line, column) = (error.place.line, error.place.column);
        let remedy =
            if error.is_custom_form { "; `mlir-opt --mlir-print-op-generic` writes the generic form" } else { "" };
        Misplaced { message: format!("{}:{error}{remedy}", name(side)), line, column }
    })?;
    if pair.located {
        module.adopt_locations();
    }
    meanings.explain(&mut module).map_err(|error| {
        let (line, column) = (error.place.line, error.place.column);
        Misplaced { message: format!("{}:{error}", name(side)), line, column }
    })?;
    Ok(module)
}

fn name(side: Side) -> &'static str {
    if side == Side::Before { "before" } else { "after" }
}

fn incomparable(error: &CheckError) -> Misplaced {
    let (line, column) = (error.place.line, error.place.column);
    Misplaced { message: format!("{}:{error}", name(error.side)), line, column }
}

fn range(of: Assumption) -> v1::ArgumentRange {
    v1::ArgumentRange { argument: of.argument as u32, low: of.low, high: of.high }
}

fn said(verdict: Verdict) -> Said {
    match verdict {
        Verdict::Identity(of) => Said::Identity(v1::Identity {
            error_log2: of.error_bits,
            degree: of.degree,
            terms: of.terms,
            cells: of.cells,
            proved: of.proved,
            steps: of.steps.to_vec(),
            assumed: of.assumed.into_iter().map(range).collect(),
        }),
        Verdict::Different(of) => {
            let place = |place: Option<isotope_mlir::Place>| {
                place.map_or_else(v1::CodePlace::default, |place| v1::CodePlace {
                    line: place.line,
                    column: place.column,
                })
            };
            Said::Difference(v1::Difference {
                cell: of.cell,
                values: of.values.to_vec(),
                stores: of.stores.map(place).to_vec(),
                input: of.input,
            })
        }
        Verdict::Open { why, executed } => Said::Undecided(v1::Undecided { why, executed }),
    }
}
