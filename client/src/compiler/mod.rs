//! A compiler's handle: it asks for many windows at once and never makes a compile fail or hang.
//!
//! Whatever goes wrong (no server, a server that hangs, a bad answer, a bad setting) becomes a [`NotNow`] for the
//! windows concerned, with a reason that is counted; the compiler then generates its own code. A call never takes
//! longer than its deadline. A compiler's use of an answer does not belong here.

mod asked;
mod breaker;
mod call;
mod compare;
mod counters;
mod handle;
mod reason;
mod requests;
mod settings;

pub use counters::Counters;
pub use handle::CompilerClient;
pub use reason::{NotNow, Reason};
pub use settings::{CompilerSettings, SettingError};

use isotope_proto::v1;

/// The reply for one window.
pub type Reply = Result<v1::Answer, NotNow>;

/// One window as a compiler asks for it.
#[derive(Clone, Copy, Debug)]
pub enum Program<'a> {
    /// The text form, with declared leaves.
    Text(&'a str),
    /// A graph with one root.
    Graph(&'a v1::Expression),
}
