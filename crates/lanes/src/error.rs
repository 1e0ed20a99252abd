//! Why something is not shown.

/// A reason for people, in one sentence without an end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct NotShown {
    why: String,
    is_bound: bool,
}

impl NotShown {
    pub(crate) fn new(why: String) -> Self {
        NotShown { why, is_bound: false }
    }

    pub(crate) fn bound(name: &str, value: usize) -> Self {
        NotShown { why: format!("it needs more than {name} = {value}"), is_bound: true }
    }

    pub(crate) fn within(self, step: &str) -> Self {
        NotShown { why: format!("{step}: {}", self.why), ..self }
    }

    /// Whether it stopped at a bound, so that more work might show it.
    pub fn is_bound(&self) -> bool {
        self.is_bound
    }
}
