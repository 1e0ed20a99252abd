//! Two programs of MLIR, of which the second has to be the first.

use crate::core::Core;
use crate::search::selector::{Compared, Control, SelectError};
use isotope_proto::v1;
use v1::check_response::Verdict as Said;

/// The identity of a pair, or why there is none: the caller refuses what is not shown.
///
/// # Errors
///
/// No worker has compared them, or they differ: then what made the second one has a fault.
pub(super) fn identity(
    pair: &Compared,
    core: &Core,
    control: &Control,
) -> Result<Result<v1::Identity, String>, SelectError> {
    let said = match core.selector.compare(pair, control)? {
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
