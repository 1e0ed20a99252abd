//! Bounds of the readers; what they share with the language that they end in is in `isotope_semantics::limits`.

/// Bits of one literal of a Sail text. Arm's longest have 128.
pub const MAX_SAIL_LITERAL_BITS: u32 = 4096;
/// The deepest nesting of expressions in a Sail text. Arm's deepest is below 60.
pub const MAX_SAIL_NESTING: u32 = 150;
/// Expressions that one specialisation may evaluate, unrolled loops counted iteration by iteration. AES takes some 60,000.
pub const MAX_SAIL_STEPS: u64 = 2_000_000;
/// The deepest nesting of a specialisation: expressions in expressions over all open calls.
pub const MAX_SAIL_DEPTH: u32 = 400;
/// Statements that one specialisation may write.
pub const MAX_SAIL_STATEMENTS: usize = 20_000;
/// Iterations of a loop that is unrolled, and of one whose condition is a known number.
pub const MAX_SAIL_ITERATIONS: i128 = 4096;
/// Bits of one value of a Sail text: a table of 256 bytes.
pub const MAX_SAIL_BITS: u32 = 4096;
/// Values that an instruction's immediates may take together.
pub const MAX_IMMEDIATES: usize = 4096;
