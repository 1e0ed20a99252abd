//! The command. One program, so that it is linked once.

mod command;
mod dict;
mod explaining;
mod pages;
