//! Recursion that input decides the depth of.

/// Bytes of stack that one level of recursion may need, with the calls that it makes.
const LEVEL_BYTES: usize = 64 << 10;

/// Bytes by which the stack grows.
const GROWTH_BYTES: usize = 1 << 20;

/// Runs one level of a recursion that [`crate::limits::MAX_NESTING`] bounds, on more stack if this one is nearly full.
pub(super) fn on_a_stack<T>(level: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(LEVEL_BYTES, GROWTH_BYTES, level)
}
