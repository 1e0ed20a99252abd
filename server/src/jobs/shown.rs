//! Two programs of MLIR, of which the second has to be the first.

use crate::core::Core;
use crate::limits;
use crate::search::selector::{Compared, Control, SelectError};
use isotope_proto::v1;
use v1::check_response::Verdict as Said;

/// The identity of two texts, of which `entry` names the function and whose places are those of `located` programs; or why there is none: the
/// caller refuses what is not shown.
///
/// # Errors
///
/// No worker has compared them, or they differ: then what made the second one has a fault.
pub(super) fn identity(
    texts: [&str; 2],
    (entry, located): (&str, bool),
    core: &Core,
    control: &Control,
) -> Result<Result<v1::Identity, String>, SelectError> {
    let pair = Compared {
        texts: texts.map(str::to_owned),
        entry: entry.to_owned(),
        size: None,
        sizes: Vec::new(),
        key: String::new(),
        max_steps: limits::MAX_COMPILE_STEPS,
        located,
    };
    let said = match core.selector.compare(&pair, control)? {
        Ok(said) => said,
        Err(why) => return Ok(Err(why.message)),
    };
    match said.verdict {
        Some(Said::Identity(identity)) => Ok(Ok(identity)),
        Some(Said::Undecided(open)) => Ok(Err(open.why)),
        Some(Said::Difference(found)) => {
            Err(SelectError::Internal(format!("{} differs; please report this", found.cell)))
        }
        None => Err(SelectError::Internal("the comparison has no verdict".to_owned())),
    }
}
