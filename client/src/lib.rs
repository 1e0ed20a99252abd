//! The client: a connection to the service with timeouts and retries, and the handle for compilers.
//!
//! Here belong: what a compiler plug-in or a command needs to ask. Elsewhere: expressions, search, what people read
//! (`isotope_cli`), and anything that decides an answer. No server and no solver is linked.

pub mod batch;
pub mod compiler;
pub mod connection;
pub mod credentials;
pub mod json;
pub mod limits;
pub mod sizes;

pub use connection::{Client, ClientError, Settings};
