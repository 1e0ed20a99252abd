//! The dictionary asked directly. One program, so that it is linked once.

mod adding;
mod html;
mod operations;
mod running;
mod tools;
