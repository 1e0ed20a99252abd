//! The engine that the daemon ships with: the synthesis crates behind [`Selector`].

use crate::config::CoreConfig;
use crate::selector::{SelectError, Selector};
use std::sync::Arc;

/// Loads the dictionary and starts what the search needs.
pub fn open(_config: &CoreConfig) -> Result<Arc<dyn Selector>, SelectError> {
    Err(SelectError::Tool("this build has no synthesis engine yet".to_owned()))
}
