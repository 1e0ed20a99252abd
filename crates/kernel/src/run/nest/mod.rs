//! Runs nests of loops: `execute` loops, `strip` many iterations of an innermost loop at once. A loop that is no nest is walked, and
//! nests within it are found in turn.

mod columns;
mod combination;
mod execute;
mod outer;
mod recalled;
mod strip;
mod touched;
