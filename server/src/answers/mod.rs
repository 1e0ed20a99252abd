//! From questions to their answers: remembered, searched for, proved to be what was asked.
//!
//! Here belong: what is asked for where, and what is done for records when nobody waits. Elsewhere: reading requests
//! (`crate::intake`), keeping answers (`crate::stored`), messages on the wire (`crate::wire`), how code is found (`crate::search`).

pub mod answering;
pub(crate) mod behind;
