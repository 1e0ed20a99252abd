//! Why something is not shown.

/// A reason for people, in one sentence without an end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotShown(pub String);

impl NotShown {
    pub(crate) fn new(why: String) -> Self {
        NotShown(why)
    }

    pub(crate) fn bound(name: &str, value: usize) -> Self {
        NotShown(format!("it needs more than {name} = {value}"))
    }
}
