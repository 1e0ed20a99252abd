//! Expressions: types, texts, canonical forms, meaning. One program, so that it is linked once.

mod addresses;
mod bounds;
mod canonical;
mod corpus;
mod depth;
mod elements;
mod floats;
mod ieee;
mod operations;
mod printing;
mod properties;
mod ranges;
mod semantics;
mod signless;
mod terms;
mod types;
