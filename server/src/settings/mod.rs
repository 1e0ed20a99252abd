//! The settings of a daemon: flags, variables and files, in layers; each checked before anything starts, and each mistake said with its place.

pub mod commands;
pub mod config;
pub mod error;
pub mod file;
mod group;
pub mod help;
pub mod layers;
pub mod measured;
pub mod mistakes;
pub mod sandboxing;
pub mod secured;
pub mod sockets;
pub mod tier;
