//! Windows, search, cost and proof.
