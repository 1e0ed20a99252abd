//! The windows of a program of MLIR: asked for, and their answers as operations of the program.

use crate::assembly::tools;
use crate::limits::WARM_MESSAGE_ITEMS;
use isotope_client::{Client, ClientError};
use isotope_dictionary::InstructionSets;
use isotope_lowering::{LoweringError, Placed, Program, place};
use isotope_mlir::target::Target;
use isotope_proto::v1;
use isotope_windows::{Found, Windows, find};
use std::collections::BTreeMap;

/// The least operations of a window that is worth asking for.
const LEAST: usize = 2;

/// A program with its windows, and what was answered.
pub struct Selected {
    /// Its name in messages.
    pub name: String,
    program: Program,
    windows: Windows,
    /// One for each window; the error says why there is none.
    answers: Vec<Result<v1::Answer, String>>,
}

/// How windows are asked for.
pub struct Terms {
    /// Of every search.
    pub options: v1::Options,
    /// Servers with another dictionary are refused.
    pub expected_epoch: Option<String>,
    /// The processor of functions that name none.
    pub target: v1::Target,
}

/// A window with its answer, as it is shown.
pub struct Shown<'a> {
    /// `FILE:LINE:COLUMN`
    pub place: String,
    /// `32 lanes of i8 in blend`
    pub title: &'a str,
    /// The answer.
    pub answer: &'a v1::Answer,
}

impl Selected {
    /// Finds the windows of a program, and asks for them, those of one processor together.
    ///
    /// # Errors
    ///
    /// The daemon refuses the call or is not there.
    pub async fn ask(name: String, program: Program, client: &Client, terms: &Terms) -> Result<Self, ClientError> {
        let mut windows = find(&program.module, LEAST);
        windows.share(&program.module);
        let mut by_target: BTreeMap<Option<&Target>, Vec<usize>> = BTreeMap::new();
        for (at, found) in windows.found.iter().enumerate() {
            by_target.entry(found.target.as_ref()).or_default().push(at);
        }
        let unanswered = || Err("the daemon ended the call without an answer".to_owned());
        let mut answers: Vec<Result<v1::Answer, String>> = windows.found.iter().map(|_| unanswered()).collect();
        for (own, numbers) in by_target {
            let target = own.map_or_else(|| terms.target.clone(), |own| named(own, &terms.target));
            let messages: Vec<v1::SelectBatchRequest> = numbers
                .chunks(WARM_MESSAGE_ITEMS)
                .map(|numbers| message(&windows.found, numbers, &target, terms))
                .collect();
            let mut batch = client.select_batch(tokio_stream::iter(messages)).await?;
            while let Some(response) = batch.message().await? {
                for answer in response.answers {
                    let Some(place) = answers.get_mut(answer.index as usize) else { continue };
                    *place = match (answer.failure, answer.answers.into_iter().next()) {
                        (None, Some(answer)) => Ok(answer),
                        (Some(failure), _) => Err(failure.message),
                        (None, None) => unanswered(),
                    };
                }
            }
        }
        Ok(Selected { name, program, windows, answers })
    }

    /// The windows that are answered.
    pub fn shown(&self) -> Vec<Shown<'_>> {
        let all = self.windows.found.iter().zip(&self.answers);
        all.filter_map(|(found, answer)| {
            let place = format!("{}:{}", self.name, found.place);
            Some(Shown { place, title: &found.title, answer: answer.as_ref().ok()? })
        })
        .collect()
    }

    /// The windows that stay as they are, and why: sentences with places, in the order of the text.
    pub fn left(&self) -> Vec<String> {
        let failed = self.windows.found.iter().zip(&self.answers);
        let failed = failed.filter_map(|(found, answer)| {
            Some((found.place, format!("{}: no answer: {}", found.title, answer.as_ref().err()?)))
        });
        let mut all: Vec<_> =
            self.windows.left.iter().map(|left| (left.place, left.why.clone())).chain(failed).collect();
        all.sort_by_key(|(place, _)| *place);
        if all.is_empty() && self.answers.is_empty() {
            return vec![format!("{}: no function computes a vector of integers that is asked for", self.name)];
        }
        all.into_iter().map(|(place, why)| format!("{}:{place}: {why}", self.name)).collect()
    }

    /// The program with the answers that are proved and cheaper in the places of their windows.
    ///
    /// # Errors
    ///
    /// A tool of MLIR is missing, or cannot read what it should.
    pub fn module(&mut self, target: &v1::Target, sets: &InstructionSets) -> Result<Placed, LoweringError> {
        let of = |answer: &Result<v1::Answer, String>| answer.as_ref().ok()?.selection.clone();
        let selections: Vec<Option<v1::Selection>> = self.answers.iter().map(of).collect();
        let selections: Vec<Option<&v1::Selection>> = selections.iter().map(Option::as_ref).collect();
        place((&self.name, &mut self.program.module), &self.windows, &selections, target, sets, tools())
    }
}

/// The processor that a function names, of the architecture that is asked for.
fn named(own: &Target, given: &v1::Target) -> v1::Target {
    v1::Target { arch: given.arch.clone(), mcpu: own.cpu.clone(), mattr: own.features.clone() }
}

fn message(found: &[Found], numbers: &[usize], target: &v1::Target, terms: &Terms) -> v1::SelectBatchRequest {
    let item = |at: &usize| v1::BatchItem {
        index: *at as u64,
        program: Some(v1::batch_item::Program::Text(found[*at].text())),
    };
    v1::SelectBatchRequest {
        items: numbers.iter().map(item).collect(),
        target: Some(target.clone()),
        options: Some(terms.options.clone()),
        expected_epoch: terms.expected_epoch.clone(),
    }
}
