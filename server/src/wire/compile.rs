//! `Compile`: a contraction read, and compiled once for all who ask.

use crate::access::Role;
use crate::core::Core;
use crate::failure::Failure;
use crate::intake::asking::Asker;
use crate::intake::{program, question};
use crate::jobs::compile::Compile;
use crate::jobs::{self, Ended};
use crate::limits;
use crate::stored::remembered::target_to_proto;
use crate::stored::results;
use isotope_cache::Key;
use isotope_contraction::{Contraction, Refusal, plain, recognise, statement};
use isotope_dictionary::Target;
use isotope_proto::v1;
use std::collections::BTreeMap;
use std::sync::Arc;
use v1::compile_request::Program;

/// The name of a statement's function that has none.
const FUNCTION: &str = "contraction";

/// The kernel of a contraction: remembered, or made together with everyone else who asks. It goes on for a while after its last
/// caller.
pub async fn compile(
    core: &Arc<Core>,
    mut request: v1::CompileRequest,
    asker: &Asker,
) -> Result<v1::CompileResponse, Failure> {
    let asker = &in_turn(asker);
    question::check_epoch(request.expected_epoch.take().as_deref(), &core.intake.scope.epoch)?;
    let (what, text, name, bound) = match request.program.as_ref().ok_or(Failure::Empty)? {
        Program::Statement(text) => {
            ("the size of a statement", text, "MAX_STATEMENT", isotope_contraction::limits::MAX_STATEMENT)
        }
        Program::Module(text) => ("the size of a program", text, "MAX_CHECK_TEXT", limits::MAX_CHECK_TEXT),
    };
    Failure::check(what, text.len(), name, bound)?;
    Failure::check("the number of a plan", request.plan as usize + 1, "MAX_PLANS", limits::MAX_PLANS)?;
    let text = text.len();
    let target = question::target(core.selector.as_ref(), request.target.as_ref(), None)?;
    // Names that mean the same machine have one kernel.
    request.target = Some(target_to_proto(&target));
    let scope = &core.intake.scope;
    let key = results::compile_key(&scope.salt, &scope.epoch, &core.selector.cost_model(&target), &request);
    if let Some(kernel) = jobs::kept(core, key).await {
        return Ok(kernel);
    }
    let read = program::admitted(&core.intake, asker, text, move || read(key, request, target)).await?;
    program::check_arrays(read.of.arrays.iter().map(|array| array.shape.as_slice()))?;
    let held = Some(core.intake.make_room(read.plain.len())?);
    match jobs::run(core, Compile { _held: held, ..read }, asker).await? {
        Ended::Done(kernel) => Ok(Arc::unwrap_or_clone(kernel)),
        Ended::Late { .. } | Ended::LateElsewhere => Err(Failure::Deadline),
        Ended::Stopping { .. } => Err(Failure::Unavailable("stopping")),
    }
}

/// Whoever may only warm has kernels made behind all that somebody waits for.
fn in_turn(asker: &Asker) -> Asker {
    let may_search = asker.identity.roles().has(Role::Search);
    let caller = if may_search { asker.caller.clone() } else { asker.caller.clone().behind() };
    Asker { caller, ..asker.clone() }
}

/// The contraction of a request.
fn read(key: Key, request: v1::CompileRequest, target: Target) -> Result<Compile, Failure> {
    let v1::CompileRequest { program, dimensions, entry, located, fast, parallel, plan, .. } = request;
    let entry = entry.trim_start_matches('@').to_owned();
    match program.ok_or(Failure::Empty)? {
        Program::Statement(text) => {
            let mut sizes = BTreeMap::new();
            for v1::Dimension { name, size } in dimensions {
                if sizes.insert(name.clone(), size).is_some() {
                    return Err(Failure::whole(format!("dimension {name} has two sizes")));
                }
            }
            let name = if entry.is_empty() { FUNCTION } else { &entry };
            let of = statement(&text, name, &sizes, fast).map_err(refused)?;
            let (plain, of) = (plain(&of), Contraction { is_parallel: parallel, ..of });
            Ok(Compile {
                key,
                of,
                plain,
                located: false,
                entry: String::new(),
                target,
                plan: plan as usize,
                _held: None,
            })
        }
        Program::Module(text) => {
            if !dimensions.is_empty() || fast {
                let why = "sizes and `fast` are for statements: a program says them itself".to_owned();
                return Err(Failure::whole(why));
            }
            let module = program::module(&text, located)?;
            let of = recognise(&module, Some(&entry[..]).filter(|name| !name.is_empty())).map_err(refused)?;
            let of = Contraction { is_parallel: parallel, ..of };
            Ok(Compile { key, of, plain: text, located, entry, target, plan: plan as usize, _held: None })
        }
    }
}

/// A refusal with its place.
fn refused(refusal: Refusal) -> Failure {
    let message = refusal.to_string();
    let (line, column) = match refusal {
        Refusal::Statement { at, .. } => (1, at as u32 + 1),
        Refusal::Program(isotope_mlir::Refusal::Program { place, .. }) => (place.line, place.column),
        Refusal::Program(isotope_mlir::Refusal::Whole(_)) => (0, 0),
    };
    Failure::Expression { message, line, column }
}
