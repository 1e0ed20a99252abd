//! Nests of loops packed, tiled or vectorized, and compared with what they were.

use super::Job;
use super::shown::identity;
use crate::core::Core;
use crate::failure::Failure;
use crate::limits;
use crate::memory::Charge;
use crate::search::selector::{Compared, Control, Nested, SelectError, Unchanged};
use crate::stored::remembered::target_to_proto;
use crate::stored::results;
use isotope_cache::Key;
use isotope_proto::v1;

/// A program, and what is done with its loops.
pub(crate) struct Nest {
    pub(crate) key: Key,
    pub(crate) of: Nested,
    pub(crate) explain: bool,
    /// The memory of its text.
    pub(crate) _held: Charge,
}

impl Job for Nest {
    type Done = v1::NestResponse;
    const GOES_ON: bool = false;

    fn key(&self) -> Key {
        self.key
    }

    fn lease(&self) -> Option<Key> {
        Some(self.key)
    }

    fn found(&self, core: &Core, _: &Control) -> Result<Option<v1::NestResponse>, Failure> {
        Ok(results::recall(&core.store, self.key))
    }

    fn work(&self, core: &Core, control: &Control) -> Result<v1::NestResponse, Failure> {
        let made = core.selector.change(&self.of, control)?.map_err(refused)?;
        let mut done = v1::NestResponse {
            module: String::new(),
            changes: made.changes,
            table: made.table,
            identity: None,
            target: Some(target_to_proto(&self.of.target)),
            notes: made.note.into_iter().collect(),
            source: v1::Source::Search as i32,
            limit: made.limit.unwrap_or_default(),
        };
        if !done.limit.is_empty() {
            done.notes.push(format!(
                "the search ended at its limit ({}): there may be a cheaper program, and this one is not remembered",
                done.limit
            ));
        }
        if self.explain {
            return Ok(done);
        }
        if done.changes == 0 {
            done.module.clone_from(&self.of.text);
            return Ok(done);
        }
        let _held = core.intake.make_room(made.text.len() * limits::COPIES_OF_A_PROGRAM)?;
        done.module = made.text;
        done.identity = Some(self.shown(&done.module, core, control)?);
        if done.limit.is_empty() {
            done.notes.extend(results::keep(&core.store, self.key, &done));
        }
        Ok(done)
    }
}

impl Nest {
    fn shown(&self, made: &str, core: &Core, control: &Control) -> Result<v1::Identity, Failure> {
        let pair = Compared {
            texts: [self.of.text.clone(), made.to_owned()],
            entry: self.of.entry.clone(),
            size: None,
            sizes: Vec::new(),
            key: String::new(),
            max_steps: limits::MAX_COMPILE_STEPS,
            located: self.of.located,
        };
        let unshown =
            |why: &str| format!("the result is not shown to be equal to the program, and is not given: {why}");
        let said = identity(&pair, core, control).map_err(|error| match error {
            SelectError::Internal(why) => SelectError::Internal(unshown(&why)),
            other => other,
        })?;
        said.map_err(|why| SelectError::Unsupported(unshown(&why)).into())
    }
}

/// A refusal with its place.
fn refused(why: Unchanged) -> Failure {
    match why {
        Unchanged::At(at) => Failure::Expression { message: at.message, line: at.line, column: at.column },
        Unchanged::Cells(found) => Failure::OverLimit {
            what: "the number of elements of all arrays",
            found: found as u64,
            bound: "MAX_CHECK_CELLS",
            limit: limits::MAX_CHECK_CELLS as u64,
        },
        Unchanged::Stopped => SelectError::Cancelled.into(),
    }
}
