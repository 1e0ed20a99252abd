//! How code is found: the interface, the engine behind it, the processes that it runs in, one search for each key, and what runs when.

mod control;
pub mod engine;
pub mod explanation;
pub mod flights;
pub mod pool;
pub(crate) mod processor;
pub mod scheduler;
pub mod selection;
pub mod selector;
pub mod worker;
