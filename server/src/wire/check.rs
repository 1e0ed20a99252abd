//! `Check`: two programs of MLIR compared in a worker, once for all who ask, and remembered where something is shown.

use crate::core::Core;
use crate::failure::Failure;
use crate::intake::asking::Asker;
use crate::jobs;
use crate::limits;
use crate::stored::results;
use isotope_proto::v1;
use std::sync::Arc;

/// The verdict on two programs: remembered, or made together with everyone else who asks. Ends with its callers.
pub async fn check(core: &Arc<Core>, request: v1::CheckRequest, asker: &Asker) -> Result<v1::CheckResponse, Failure> {
    for text in [&request.before, &request.after] {
        Failure::check("the size of a program", text.len(), "MAX_CHECK_TEXT", limits::MAX_CHECK_TEXT)?;
    }
    let key = results::check_key(&core.intake.scope.salt, &core.intake.scope.epoch, &request);
    if let Some(verdict) = jobs::kept(core, key).await {
        return Ok(verdict);
    }
    jobs::answer(core, jobs::check::Check::of(key, request), asker).await
}
