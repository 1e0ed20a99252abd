//! Nests of loops packed, tiled or vectorized, and compared with what they were.

use super::Job;
use super::compile::{Site, priced};
use super::shown::identity;
use crate::core::Core;
use crate::failure::Failure;
use crate::limits;
use crate::memory::Charge;
use crate::search::selector::{Changed, Control, Nested, SelectError, Transform, Unchanged};
use crate::stored::remembered::target_to_proto;
use crate::stored::results;
use isotope_cache::Key;
use isotope_lowering::LoweringError;
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
        let (made, unknown) = self.changed(core, control)?;
        let mut done = v1::NestResponse {
            module: String::new(),
            changes: made.changes,
            table: made.table,
            identity: None,
            target: Some(target_to_proto(&self.of.target)),
            notes: made.note.into_iter().chain(unknown.clone()).collect(),
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
        match self.shown(&made.text, core, control)? {
            Ok(identity) => (done.module, done.identity) = (made.text, Some(identity)),
            Err(why) if self.is_given() => {
                let why = format!("the result is not shown to be equal to the program, and is not given: {why}");
                return Err(SelectError::Unsupported(why).into());
            }
            Err(why) => {
                let unshown =
                    format!("the result is not shown to be equal to the program, which stays as it is: {why}");
                done.notes.push(unshown);
                (done.module, done.changes) = (self.of.text.clone(), 0);
                return Ok(done);
            }
        }
        if done.limit.is_empty() && unknown.is_none() {
            done.notes.extend(results::keep(&core.store, self.key, &done));
        }
        Ok(done)
    }
}

impl Nest {
    /// The changed program, chosen again with the prices of loops in the best choices until it stays; and why there are none, where a tool
    /// is missing.
    fn changed(&self, core: &Core, control: &Control) -> Result<(Box<Changed>, Option<String>), Failure> {
        let (mut of, mut held) = (self.of.clone(), Vec::new());
        for _ in 0..limits::PRICED_ROUNDS {
            let made = core.selector.change(&of, control)?.map_err(refused)?;
            if made.unpriced.is_empty() {
                return Ok((made, None));
            }
            let length: usize = made.unpriced.iter().map(String::len).sum();
            held.push(core.intake.make_room(length * limits::COPIES_OF_A_PROGRAM)?);
            let priced = Site::new(core, control, &of.target).and_then(|site| priced("loop", &made.unpriced, &site));
            let priced = match priced {
                Ok(priced) if priced.is_whole => priced,
                Ok(_) => return Ok((made, Some(unpriced("searches for its windows ended early")))),
                Err(why) if control.stopped() => return Err(why),
                Err(why) => return Ok((made, Some(unpriced(&why.to_string())))),
            };
            if let Some(why @ LoweringError::Tool(_)) = priced.refused {
                return Ok((made, Some(unpriced(&why.to_string()))));
            }
            of.prices.extend(made.unpriced.into_iter().zip(priced.prices));
        }
        Ok((core.selector.change(&of, control)?.map_err(refused)?, None))
    }

    /// Whether the caller, and not the daemon, has chosen what is done.
    fn is_given(&self) -> bool {
        matches!(&self.of.transform, Transform::Tile(sizes) if !sizes.is_empty())
    }

    /// How the result is shown to be equal to the program, or why it is not.
    fn shown(&self, made: &str, core: &Core, control: &Control) -> Result<Result<v1::Identity, String>, Failure> {
        match identity([&self.of.text, made], (&self.of.entry, self.of.located), core, control) {
            Ok(said) => Ok(said),
            // Time or memory of a worker is used up.
            Err(SelectError::Unsupported(why)) => Ok(Err(why)),
            Err(SelectError::Internal(why)) => {
                Err(SelectError::Internal(format!("the result is not the program, and is not given: {why}")).into())
            }
            Err(other) => Err(other.into()),
        }
    }
}

/// A choice by counts alone, as a sentence.
fn unpriced(why: &str) -> String {
    format!("no loop is priced, accesses are counted instead, and the result is not remembered: {why}")
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
