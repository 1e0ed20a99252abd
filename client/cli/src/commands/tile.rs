//! `isotope tile`: bands of loops in tiles.

use super::nest::{self, Memory, Nesting};
use crate::input::BadInput;
use clap::Args;
use isotope_proto::v1;
use std::process::ExitCode;
use v1::nest_request::Transform;

/// The command line.
#[derive(Debug, Args)]
pub struct Tile {
    /// Iterations of a tile, from the outermost loop of a band inwards, the last for all that follow: 8,48,256; or auto, the
    /// cheapest by counted lines and pages and by the prices of loops.
    #[arg(long, value_name = "auto|SIZES", default_value = "auto")]
    pub sizes: String,
    #[command(flatten)]
    pub memory: Memory,
    #[command(flatten)]
    pub nesting: Nesting,
}

/// Runs the command.
pub async fn run(command: Tile) -> anyhow::Result<ExitCode> {
    let sizes = match command.sizes.as_str() {
        "auto" => Vec::new(),
        given => given
            .split(',')
            .map(|size| size.trim().parse().ok().filter(|size| *size > 0))
            .collect::<Option<_>>()
            .ok_or_else(|| BadInput(format!("--sizes {given} is neither auto nor sizes of tiles: write 8,48,256")))?,
    };
    let done = ["nothing is tiled", "band is tiled", "bands are tiled"];
    nest::run(command.nesting, Some(command.memory), Transform::Tile(v1::Tiling { sizes }), done).await
}
