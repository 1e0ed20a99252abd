//! Bounds.

/// Calls of one instruction that are computed at once: enough for vector code, few enough for the first cache.
pub const MAX_SAMPLES: usize = 32;

/// Steps of a compiled instruction, an element's work each: one with more is computed from its text, call by call.
pub const MAX_TAPE_STEPS: usize = 200_000;

/// Calls of one instruction with the same immediates after which it is compiled, where its class's text does not say its elements: on a
/// Zen 3 a call of a text of x86's takes about 50 µs, a tenth of that where many come together, and to compile it 0.5 to 1.6 ms.
pub const COMPILED_AFTER: usize = 128;

/// Steps of all compiled instructions together, some 32 bytes each: with more, all are forgotten and those in use compiled again.
pub const MAX_COMPILED_STEPS: usize = 16_000_000;

/// Instructions with their immediates whose calls are counted: with more, the counts begin anew.
pub const MAX_COUNTED: usize = 1 << 16;

/// Parameters of an operation of AutoLLVM: where more numbers vary, a member is told by its row.
pub const MAX_PARAMETERS: usize = 12;

/// Bytes of one member's meaning on a page: what is longer is cut, and says so.
pub const MAX_MEANING_BYTES: usize = 20_000;
