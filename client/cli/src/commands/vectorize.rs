//! `isotope vectorize`: small kernels as vectors, by equality saturation.

use super::nest::{self, Nesting};
use clap::{Args, ValueEnum};
use isotope_proto::v1;
use std::process::ExitCode;
use v1::nest_request::Transform;

/// The command line.
#[derive(Debug, Args)]
pub struct Vectorize {
    /// Take the program that costs least by another tool's model; without it the one whose instructions keep the processor's pipes busy
    /// the shortest.
    #[arg(long, value_enum)]
    pub like: Option<Like>,
    #[command(flatten)]
    pub nesting: Nesting,
}

/// A tool whose costs are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Like {
    /// "Vectorization for Digital Signal Processors via Equality Saturation" (ASPLOS 2021): vectors of four, moves of lanes are free.
    Diospyros,
}

/// Runs the command.
pub async fn run(command: Vectorize) -> anyhow::Result<ExitCode> {
    let like_diospyros = command.like == Some(Like::Diospyros);
    let done = ["nothing is vectorized", "vector is stored", "vectors are stored"];
    nest::run(command.nesting, None, Transform::Vectorize(v1::Vectorizing { like_diospyros }), done).await
}
