//! The windows of a program, answered as part of work that has a turn already.

use super::{Site, failure};
use crate::failure::Failure;
use crate::intake::question::{Reading, Source, Terms, read};
use crate::jobs::{once, window::Window};
use crate::search::selector::SelectError;
use crate::stored::remembered;
use isotope_lowering::place;
use isotope_proto::v1;
use isotope_windows::{Found, find};

/// The least operations of a window that is worth asking for.
const LEAST: usize = 2;

/// A program with the answers of its windows.
pub(super) struct Answered {
    /// In MLIR's own form.
    pub(super) text: String,
    /// Why answers are not used.
    pub(super) notes: Vec<String>,
    /// Each window was searched to the end.
    pub(super) is_whole: bool,
}

/// Answers the windows of a program, each from the memo or by a search, and puts the answers in their places. `name` is the program's in
/// notes.
pub(super) fn answered(name: &str, program: &str, site: &Site<'_>) -> Result<Answered, Failure> {
    let unread = |error: isotope_mlir::ReadError| SelectError::Internal(format!("a kernel's own text: {error}"));
    let mut module = isotope_mlir::read(program).map_err(unread)?;
    let windows = find(&module, LEAST);
    let named = site.named();
    let (mut selections, mut notes, mut is_whole) = (Vec::with_capacity(windows.found.len()), Vec::new(), true);
    for found in &windows.found {
        site.go_on()?;
        match answer(found, &named, site) {
            Ok((selection, truncated)) => {
                is_whole &= !truncated;
                selections.push(Some(selection));
            }
            Err(Failure::Expression { message, .. }) => {
                notes.push(format!("{name}:{}: {}: no answer: {message}", found.place, found.title));
                selections.push(None);
            }
            Err(other) => return Err(other),
        }
    }
    let selections: Vec<Option<&v1::Selection>> = selections.iter().map(Option::as_ref).collect();
    let placed = place((name, &mut module), &windows, &selections, &named, site.sets, site.tools);
    site.go_on()?;
    let placed = placed.map_err(failure)?;
    notes.extend(placed.notes);
    Ok(Answered { text: placed.text, notes, is_whole })
}

/// A window's answer, and whether its search was cut short.
fn answer(found: &Found, target: &v1::Target, site: &Site<'_>) -> Result<(v1::Selection, bool), Failure> {
    let core = site.core;
    let options = v1::Options { engine: v1::Engine::Fast as i32, ..Default::default() };
    let terms = Terms { target: Some(target), options: Some(&options), expected_epoch: None };
    let reading = Reading { memory: &core.intake.memory, abandoned: &|| site.control.stopped() };
    let text = found.text();
    let questions = read(&Source::Text(&text), &terms, &core.intake.scope, core.selector.as_ref(), &reading)?;
    let question = questions.first().ok_or(Failure::Empty)?;
    let settled = once(core, &Window::of(question), true, site.control)?;
    let selection = match settled.as_asked {
        Some(_) => remembered::answer(&settled.record, &question.as_asked(&core.intake.memory)),
        None => remembered::answer(&settled.record, question),
    };
    let misfit = |refusal: remembered::Refusal| SelectError::Internal(refusal.to_string());
    Ok((selection.map_err(misfit)?, settled.truncated))
}
