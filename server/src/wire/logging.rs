//! `LogLevel`: what is logged, changed while the daemon runs.

use crate::failure::Failure;
use crate::limits;
use crate::observed::Observed;
use isotope_proto::v1;

/// Changes what is logged, or says it where the request has no filter.
pub fn change(observed: &Observed, message: &v1::LogLevelRequest) -> Result<v1::LogLevelResponse, Failure> {
    let filter = message.filter.as_str();
    Failure::check("a filter in bytes", filter.len(), "MAX_LOG_FILTER_BYTES", limits::MAX_LOG_FILTER_BYTES)?;
    let level = observed.log().ok_or(Failure::Unavailable("one whose log belongs to the program around it"))?;
    let before = level.now();
    if !filter.is_empty() {
        level.set(filter).map_err(Failure::Filter)?;
        tracing::warn!(filter, before, "what is logged was changed by a call");
    }
    Ok(v1::LogLevelResponse { filter: level.now(), before })
}
