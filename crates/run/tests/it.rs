//! Executing and timing. One program, so that it is linked once.

mod machines;
mod timing;
