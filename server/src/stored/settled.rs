//! The result of a search for everyone who waited for it.

use super::remembered;
use crate::intake::question::Question;
use isotope_proto::v1;

/// The result of a search for everyone who waited for it.
#[derive(Clone)]
pub struct Settled {
    pub(crate) record: v1::Record,
    pub(crate) source: v1::Source,
    pub(crate) truncated: bool,
    pub(crate) notes: Vec<String>,
    /// The record is not of the canonical window but of one as it was asked: the one with this hash.
    pub(crate) as_asked: Option<[u8; 32]>,
}

impl Settled {
    /// Whether it answers this phrasing of the window.
    pub(crate) fn answers(&self, question: &Question) -> bool {
        match self.as_asked {
            Some(hash) => hash == question.asked_hash,
            None => remembered::is_tied(&self.record, question),
        }
    }

    pub(crate) fn new(record: v1::Record, source: v1::Source) -> Self {
        Settled { record, source, truncated: false, notes: Vec::new(), as_asked: None }
    }
}
