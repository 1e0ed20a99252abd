//! From vendor pseudocode to bit-vector semantics.
