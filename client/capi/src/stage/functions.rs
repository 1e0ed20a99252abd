//! The functions of a program, asked for one after the other, and what comes back in the places of their bodies.

use super::select::{Remark, Selected};
use crate::outgoing::Results;
use isotope_client::compiler::{CompilerClient, NotNow, Reason};
use isotope_mlir::ir::{Attribute, Module, OpId, RegionId, Source, Sources};
use isotope_mlir::{print, read};
use std::time::{Duration, Instant};

/// Functions of one program that are asked for.
const MAX_FUNCTIONS: usize = 64;

/// Whether a function is asked for.
pub(super) enum Wanted {
    /// It is.
    Yes,
    /// It is not, and a remark says why.
    No(String),
    /// Nothing is to be said of it.
    Never,
}

/// The outcome for a function.
pub(super) struct Outcome {
    /// A sentence about it.
    pub(super) text: String,
    /// The place in it, where the sentence is about one.
    pub(super) source: Option<Source>,
    /// It has another body.
    pub(super) is_changed: bool,
}

/// Asks for the functions of a program in the generic form. All calls together take at most `deadline`, or the client's own timeout.
///
/// # Errors
///
/// The program cannot be read, or `ask` has no answer: then no function is another.
pub(super) fn each(
    client: &CompilerClient,
    text: &str,
    deadline: Option<Duration>,
    wanted: impl Fn(&Module, OpId, &str) -> Wanted,
    mut ask: impl FnMut(&mut Module, OpId, &str, Duration) -> Result<Outcome, NotNow>,
) -> Result<Selected, NotNow> {
    let mut module = read(text).map_err(|error| NotNow::new(Reason::Misconfigured, error.to_string()))?;
    let end = Instant::now() + deadline.unwrap_or(client.settings().timeout);
    let (mut remarks, mut is_changed, mut count) = (Vec::new(), false, 0);
    let all: Vec<(OpId, String, Option<Source>)> = {
        let sources = Sources::of(&module);
        functions(&module).into_iter().map(|(function, name)| (function, name, sources.source(function))).collect()
    };
    for (function, name, source) in all {
        let outcome = match wanted(&module, function, &name) {
            Wanted::Never => continue,
            Wanted::No(text) => Outcome { text, source: None, is_changed: false },
            Wanted::Yes if count == MAX_FUNCTIONS => {
                let text = format!("{name} is not asked for: {MAX_FUNCTIONS} functions are (MAX_FUNCTIONS)");
                Outcome { text, source: None, is_changed: false }
            }
            Wanted::Yes => {
                count += 1;
                let left = end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
                ask(&mut module, function, &name, left)?
            }
        };
        is_changed |= outcome.is_changed;
        remarks.push(Remark { source: outcome.source.or(source), text: outcome.text, asked: None });
    }
    let module = is_changed.then(|| print(&module));
    Ok(Selected { module, remarks, results: Results::of(Vec::new()) })
}

/// The functions with a body, in order, and their names.
fn functions(module: &Module) -> Vec<(OpId, String)> {
    let mut found = Vec::new();
    isotope_mlir::structure::walk(module, &module.top, &mut |id, _| {
        let op = module.op(id);
        if op.name == "func.func" && body(module, id).is_some() {
            found.extend(isotope_mlir::literals::text(module, op, "sym_name").map(|name| (id, name)));
        }
    });
    found
}

/// The region of a function, if it has a block.
fn body(module: &Module, function: OpId) -> Option<RegionId> {
    let region = module.op(function).regions.first().copied()?;
    (!module.regions[region.index()].blocks.is_empty()).then_some(region)
}

/// A function alone, without places: other functions and comments are no part of a question.
pub(super) fn alone(module: &Module, function: OpId) -> Module {
    let mut alone = Module { top: vec![function], aliases: Vec::new(), ..module.clone() };
    alone.operations.iter_mut().for_each(|op| op.location = None);
    alone
}

/// A kernel as a release of MLIR reads it: from 20 on the dimensions of a reduction, and masks, are `array<i64: 1>` in place of `[1]`.
fn reads(kernel: &mut Module, mlir: usize) -> Option<()> {
    const LISTS: [&str; 3] = ["reduction_dims", "mask", "mask_dim_sizes"];
    let all = (0..kernel.operations.len()).flat_map(|at| LISTS.map(|name| (at, name)));
    for (at, name) in all.filter(|_| mlir >= 20) {
        let op = &kernel.operations[at];
        let Some(list) = isotope_mlir::literals::integers(kernel, op, name) else { continue };
        let properties = op.properties?;
        let dense = kernel.integers(64, list.into_iter())?;
        let dense = kernel.pool.intern_attribute(dense).ok()?;
        let Attribute::Dictionary(mut named) = kernel.pool.attribute(properties).clone() else { return None };
        named.iter_mut().filter(|named| named.name == name).for_each(|named| named.value = dense);
        kernel.operations[at].properties = Some(kernel.pool.intern_attribute(Attribute::Dictionary(named)).ok()?);
    }
    Some(())
}

/// Puts the body of a text's function of this name in a function's. An error is the end of a sentence about the function.
pub(super) fn replace(
    module: &mut Module,
    function: OpId,
    (text, name): (&str, &str),
    mlir: usize,
) -> Result<(), String> {
    let unread = || "what came back cannot be put in its place".to_owned();
    let mut from = read(text).map_err(|error| format!("what came back cannot be read: {error}"))?;
    reads(&mut from, mlir).ok_or_else(unread)?;
    let made = functions(&from).into_iter().find(|(_, of)| of == name).ok_or_else(unread)?;
    let region = body(&from, made.0).and_then(|region| module.import_region(&from, region)).ok_or_else(unread)?;
    let types = |module: &Module, region: RegionId| {
        let block = module.regions[region.index()].blocks.first()?;
        Some(module.blocks[block.index()].arguments.iter().map(|of| module.type_of(*of)).collect::<Vec<_>>())
    };
    let own = body(module, function).ok_or_else(unread)?;
    if types(module, own) != types(module, region) {
        return Err("what came back takes other arguments".to_owned());
    }
    module.operations[function.index()].regions = vec![region];
    Ok(())
}
