//! The memo.
