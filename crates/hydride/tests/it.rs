//! The paper's algorithm and its grammars. One program, so that it is linked once.

mod algorithm;
mod immediates;
mod pruning;
