//! `isotope pack`: parts of arrays copied into buffers before loops that read them again, in the order of their use.

use super::nest::{self, Memory, Nesting};
use clap::{Args, ValueEnum};
use isotope_proto::v1;
use std::process::ExitCode;
use v1::nest_request::Transform;

/// The command line.
#[derive(Debug, Args)]
pub struct Pack {
    /// Pack what another tool packs; without it lines and pages are counted, loops are priced, and the cheapest choice is taken.
    #[arg(long, value_enum)]
    pub like: Option<Like>,
    #[command(flatten)]
    pub memory: Memory,
    #[command(flatten)]
    pub nesting: Nesting,
}

/// A tool whose choice is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Like {
    /// The four stages of "To Pack or Not to Pack" (CGO 2023); without --caches for 32, 256 and 8192 KiB, as its tool.
    Gpat,
}

/// Runs the command.
pub async fn run(command: Pack) -> anyhow::Result<ExitCode> {
    let like_gpat = command.like == Some(Like::Gpat);
    let done = ["nothing is packed", "array is packed", "arrays are packed"];
    nest::run(command.nesting, Some(command.memory), Transform::Pack(v1::Packing { like_gpat }), done).await
}
