//! On what terms callers join work, and what they get of it.

use super::line::Caller;
use crate::access::Permit;
use crate::failure::Failure;
use crate::observed::RequestId;
use crate::search::selector::Selection;
use std::any::Any;
use std::sync::Arc;
use tokio::time::Instant;

/// The result for all callers of one run.
pub type Finished<T> = Result<Arc<T>, Failure>;

/// The same of any kind of work.
pub(super) type AnyFinished = Finished<dyn Any + Send + Sync>;

/// Who joins work, and on what terms.
#[derive(Clone, Copy)]
pub struct Joining<'a> {
    /// The call's name, which the log and the worker are told.
    pub call: Option<&'a RequestId>,
    /// Whose turn it is when it is theirs.
    pub caller: &'a Caller,
    /// When their time is up.
    pub deadline: Option<Instant>,
    /// Their place among those of their quota. It is held until the work has ended, not until its caller leaves.
    pub permit: Option<&'a Arc<Permit>>,
    /// The work goes on for a while after its last caller, for whoever asks again.
    pub goes_on: bool,
}

impl<'a> Joining<'a> {
    /// A call without a name and without a quota, whose work goes on.
    pub fn of(caller: &'a Caller, deadline: Option<Instant>) -> Self {
        Joining { call: None, caller, deadline, permit: None, goes_on: true }
    }
}

/// The result for one caller of a run.
pub enum Outcome<T> {
    /// The search has ended.
    Finished(Finished<T>),
    /// The caller's time is up before that.
    Late {
        /// The answer that the search had by then.
        offered: Option<Box<Selection>>,
        /// It goes on.
        searched_on: bool,
    },
    /// The daemon stops before that.
    Stopping {
        /// The answer that the search had by then.
        offered: Option<Box<Selection>>,
    },
}

/// How far the end of a daemon has come that did not drain in its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// It has not.
    NotYet,
    /// Nobody waits for a search any more: plain lowerings are what is still answered.
    GivenUp,
    /// Nothing is answered any more.
    Over,
}
