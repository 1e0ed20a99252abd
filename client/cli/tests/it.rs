//! The command. One program, so that it is linked once.

mod browsing;
mod command;
mod dict;
mod explaining;
mod exploring;
mod pages;
mod shell;
