//! `Explain`: how the service sees a request, and why the memo hits or misses, without a search.

use crate::answers::core::Core;
use crate::failure::Failure;
use crate::intake::in_a_place;
use crate::intake::key::hex;
use crate::intake::question::Question;
use crate::intake::texts::Questions;
use crate::search::flights::Caller;
use crate::search::selector::Control;
use crate::stored::remembered;
use isotope_proto::v1;
use std::sync::Arc;

/// Explains the windows of a request. Ends with its caller.
pub async fn explain(core: Arc<Core>, questions: Questions, caller: &Caller) -> Result<v1::ExplainResponse, Failure> {
    let place = core.explaining.enter(caller).await;
    in_a_place(place, move |control| {
        let windows = questions.iter().map(|q| window(&core, q, control)).collect::<Result<Vec<_>, _>>()?;
        let first = questions.first().ok_or(Failure::Empty)?;
        let target = &first.target;
        Ok(v1::ExplainResponse {
            windows,
            epoch: core.scope.epoch.clone(),
            cost_model: first.cost_model.to_string(),
            target: Some(v1::Target {
                arch: target.arch().to_owned(),
                mcpu: target.mcpu().to_owned(),
                mattr: target.words().join(","),
            }),
            features: target.features().iter().cloned().collect(),
        })
    })
    .await
}

fn window(core: &Core, question: &Question, control: &Control) -> Result<v1::Explanation, Failure> {
    let canonical = &question.canonical.window;
    let mut sections: Vec<v1::Section> = core
        .selector
        .explain(canonical, &question.target, &question.options, control)?
        .into_iter()
        .map(|(title, text)| v1::Section { title, text })
        .collect();
    let under_way = core.flights.under_way(&question.key);
    let (memo, selection) = match core.recall(question) {
        Ok(Some(record)) => (v1::MemoState::Hit, remembered::answer(&record, question).ok()),
        Ok(None) if under_way.is_some() => (v1::MemoState::Searching, None),
        Ok(None) => (v1::MemoState::Miss, None),
        Err(()) => (v1::MemoState::Refused, None),
    };
    if let Some(control) = under_way {
        let progress = control.progress();
        let text = format!("{}, {} units of work so far", progress.phase, progress.work);
        sections.push(v1::Section { title: "Search under way".to_owned(), text });
    }
    Ok(v1::Explanation {
        expression: question.expression(),
        canonical: isotope_ir::print::print(canonical),
        canonical_hash: hex(&question.canonical.hash),
        key: question.key.to_string(),
        memo: memo as i32,
        selection,
        sections,
    })
}
