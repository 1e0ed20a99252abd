//! The words of the memo: key, epoch, verdict, record. Only bytes; what they mean is the caller's business.

use std::fmt;
use std::sync::Arc;

/// Hash of (canonical expression, target features, epoch, cost model, options, salt), made by the caller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub [u8; 32]);

/// Hash of the dictionary that an answer was proven with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Epoch(pub [u8; 32]);

/// The state of knowledge about an answer. The tag byte is part of the stored format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Verdict {
    /// Shown equal to its window at full width.
    Proved = 1,
    /// Plain LLVM vector operations, right by construction.
    Baseline = 2,
    /// Kept with its mark (an import, say), and never served by `get`.
    Unproved = 3,
}

impl Verdict {
    /// The verdict of a stored tag byte, if it is one.
    pub fn from_tag(tag: u8) -> Option<Self> {
        match tag {
            1 => Some(Verdict::Proved),
            2 => Some(Verdict::Baseline),
            3 => Some(Verdict::Unproved),
            _ => None,
        }
    }

    /// Whether a record with this verdict may answer a request.
    pub fn is_servable(self) -> bool {
        matches!(self, Verdict::Proved | Verdict::Baseline)
    }
}

/// One remembered answer. Cloning shares the payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The question.
    pub key: Key,
    /// The dictionary it was answered with.
    pub epoch: Epoch,
    /// The state of knowledge about the answer.
    pub verdict: Verdict,
    /// The work of a search for the answer, in the caller's unit. Where space is short, the entry that saves least goes first.
    pub work: u64,
    /// Program, proof, cost, work spent, producer, in the caller's own versioned encoding.
    pub payload: Arc<[u8]>,
}

fn write_hex(bytes: &[u8; 32], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|b| write!(f, "{b:02x}"))
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl fmt::Display for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl fmt::Debug for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}
