//! Two programs of MLIR compared, and the verdict remembered where something is shown.

use super::Job;
use crate::core::Core;
use crate::failure::Failure;
use crate::limits;
use crate::search::selector::{Compared, Control};
use crate::stored::results;
use isotope_cache::Key;
use isotope_proto::v1;

/// A pair of programs.
pub(crate) struct Check {
    key: Key,
    pair: Compared,
}

impl Check {
    /// The pair of a request, with this key.
    pub(crate) fn of(key: Key, request: v1::CheckRequest) -> Self {
        let bound = limits::MAX_CHECK_STEPS;
        let pair = Compared {
            texts: [request.before, request.after],
            entry: request.entry.trim_start_matches('@').to_owned(),
            size: request.size,
            sizes: request.sizes.iter().map(|one| (one.argument, one.dim, one.size)).collect(),
            key: request.key,
            max_steps: if request.max_steps == 0 { bound } else { request.max_steps.min(bound) },
            located: request.located,
        };
        Check { key, pair }
    }
}

impl Job for Check {
    type Done = v1::CheckResponse;
    const GOES_ON: bool = false;

    fn key(&self) -> Key {
        self.key
    }

    fn lease(&self) -> Option<Key> {
        Some(self.key)
    }

    fn found(&self, core: &Core, _: &Control) -> Result<Option<v1::CheckResponse>, Failure> {
        Ok(results::recall(&core.store, self.key))
    }

    fn work(&self, core: &Core, control: &Control) -> Result<v1::CheckResponse, Failure> {
        let verdict = core.selector.compare(&self.pair, control)?.map_err(|why| Failure::Expression {
            message: why.message,
            line: why.line,
            column: why.column,
        })?;
        // If it cannot be written now, the log says so, and it is written later.
        results::keep(&core.store, self.key, &verdict);
        Ok(verdict)
    }
}
