//! Every bound of this crate. Over one of them a text is refused, or a block stays as it was, and the reason names the bound.

/// Bytes of a text of machine code.
pub const MAX_BYTES: usize = 64 << 20;

/// Instructions of a text.
pub const MAX_INSTRUCTIONS: usize = 1 << 20;

/// Operands of one instruction.
pub const MAX_OPERANDS: usize = 256;

/// Blocks of one function.
pub const MAX_BLOCKS: usize = 1 << 14;

/// Instructions of a loop that is scheduled.
pub const MAX_LOOP: usize = 5000;

/// Instructions of a loop of which several iterations are under way at once.
pub const MAX_FREE: usize = 200;

/// Values that lose their registers to others, for each value, before registers count as too few.
pub const MAX_LOST: usize = 2;

/// How often registers are chosen anew because two instructions of a packet had to come before one another.
pub const MAX_LONGER: usize = 12;

/// Instructions whose results get registers while the orders of one iteration are tried from one order on.
pub const MAX_ASSIGNED: usize = 100_000;

/// Instructions that are looked at while the orders of one iteration are tried.
pub const MAX_ORDERED: usize = 1 << 24;

/// Iterations of a loop that are under way at once.
pub const MAX_STAGES: u32 = 8;

/// Instructions put in a place, for each instruction of a loop, before an interval counts as too short.
pub const MAX_PLACINGS: usize = 12;

/// Instructions of a trip of which all schedules of an interval are tried.
pub const MAX_SOLVED: usize = 60;

/// Pairs of instructions that are looked at while all schedules of a trip are tried.
pub const MAX_WORK: usize = 1 << 22;

/// The same while it is shown that no iteration takes fewer packets and waits.
pub const MAX_REFUTED: usize = 1 << 26;

/// Instructions of all patterns of packets with and without instructions that are tried for one interval.
pub const MAX_PATTERNS: usize = 1 << 13;

/// Intervals that are tried over the bound of a loop.
pub const MAX_INTERVALS: u32 = 40;

/// Schedules of each kind of one loop that are shown to the referee, as packets and as instructions.
pub const MAX_CANDIDATES: usize = 6;

/// Terms of one comparison.
pub const MAX_TERMS: usize = 1 << 21;

/// Operands of one sum.
pub const MAX_SUM: usize = 16;

/// Pairs of places, one in each program, that a comparison visits.
pub const MAX_PAIRS: usize = 1 << 14;

/// Blocks of the second program that lie between two such pairs.
pub const MAX_WAY: usize = 64;

/// Stores of one comparison's path, and of a load's past.
pub const MAX_STORES: usize = 1 << 12;

/// Iterations of the first program for one of the second, and after it.
pub const MAX_ITERATIONS: u32 = 16;

/// Parameters of a function that is executed.
pub const MAX_PARAMETERS: usize = 16;

/// Draws of arguments with which a function is executed, each four times.
pub const MAX_DRAWN: u32 = 12;

/// Functions of a program that are executed.
pub const MAX_EXECUTED: usize = 16;

/// Instructions of a block that may change places with one another.
pub const MAX_STRAIGHT: usize = 400;

/// Forms of a block that are shown to the referee.
pub const MAX_FORMS: usize = 8;

/// Blocks before and after a block with which its packets and waits are counted.
pub const MAX_NEIGHBOURS: usize = 4;

/// Runs of the referee, or of the check, for the blocks of which some are refused.
pub const MAX_HALVES: usize = 64;
