//! `Pin`: what want of space never takes.

use crate::answers::answering::{Asker, Program};
use crate::core::Core;
use crate::failure::Failure;
use crate::intake::in_a_place;
use crate::search::selector::SelectError;
use isotope_cache::Key;
use isotope_proto::v1;
use std::sync::Arc;

/// Pins the keys of a request's windows, or lets them go. A window without a record may be pinned: the record that it gets is.
pub async fn pin(core: Arc<Core>, message: v1::PinRequest, asker: &Asker) -> Result<v1::PinResponse, Failure> {
    let v1::PinRequest { program, target, options, expected_epoch, unpin } = message;
    let program = match program.ok_or(Failure::Empty)? {
        v1::pin_request::Program::Text(text) => Program::Text(text),
        v1::pin_request::Program::Expression(graph) => Program::Graph(graph),
    };
    let questions = core.intake.questions(program, target, options, expected_epoch, asker).await?;
    let place = Arc::clone(&core.scheduler.operations).acquire_owned().await;
    in_a_place(place, move |control| {
        let keys: Vec<Key> = questions.iter().map(|question| question.key).collect();
        if control.stopped() {
            return Err(SelectError::Cancelled.into());
        }
        let changed = if unpin { core.store.memo.unpin(&keys) } else { core.store.memo.pin(&keys) };
        let changed = changed.map_err(|error| SelectError::Internal(format!("nothing was changed: {error}")))?;
        let is_there = |key: &&Key| matches!(core.store.memo.get(key, &core.store.epoch()), Ok(Some(_)));
        let remembered = keys.iter().filter(is_there).count();
        tracing::info!(windows = keys.len(), changed, unpin, "pins were changed");
        let pinned = core.store.memo.pinned().len();
        let [windows, changed, remembered, pinned] = [keys.len(), changed, remembered, pinned].map(|n| n as u64);
        Ok(v1::PinResponse { windows, changed, remembered, pinned })
    })
    .await
}
