//! The data of the instruction sets that this build carries. One program, so that it is linked once.

mod classes;
mod cpu_features;
mod cpus;
mod dictionary_alone;
mod embedded;
mod gather;
mod prices;
