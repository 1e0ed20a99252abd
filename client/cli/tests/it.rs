//! The command. One program, so that it is linked once.

mod browsing;
mod checking;
mod command;
mod compiling;
mod dict;
mod explaining;
mod exploring;
mod formats;
mod hexagon;
mod mistaken;
mod mistakes;
mod nesting;
mod operating;
mod pages;
mod scheduling;
mod selecting;
mod shell;
mod terminal;
mod warming;
