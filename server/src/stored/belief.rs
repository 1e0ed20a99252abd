//! Whose records are believed.

use isotope_tier::{Keyring, Unsigned};
use std::sync::Arc;

/// Whose records are believed, and what becomes of those of others.
#[derive(Clone, Debug, Default)]
pub struct Belief {
    /// The keys; none are believed without.
    pub keys: Option<Arc<Keyring>>,
    /// The treatment of records that none of them signed.
    pub unsigned: Unsigned,
}
