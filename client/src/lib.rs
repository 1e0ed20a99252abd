//! The client: a connection to the service with timeouts and retries, and the forms in which answers are shown.
//!
//! What belongs here: what a compiler plug-in or a command needs to ask and to read the answer. What does not: expressions,
//! search, and anything that decides an answer. The `isotope` command is `main.rs` and its modules.

#[cfg(feature = "standalone")]
pub mod assembly;
pub mod batch;
pub mod compiler;
pub mod connection;
pub mod credentials;
pub mod json;
pub mod limits;
pub mod report;
pub mod snapshots;
pub mod summary;
pub mod table;
#[cfg(feature = "standalone")]
pub mod tune;
pub mod warm;

pub use connection::{Client, ClientError, Settings};
