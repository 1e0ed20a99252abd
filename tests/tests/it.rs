//! End to end. One program, so that it is linked once.

mod audit;
mod documents;
mod edge;
mod floors;
mod pages;
mod phrasing;
mod readers;
mod run;
mod targets;
mod tune;
