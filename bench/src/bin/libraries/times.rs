//! Compile times of files by clang alone, and with the plug-in in each way.

use crate::With;
use anyhow::Result;
use isotope_bench::measure::{geometric_mean, median};
use serde::Serialize;
use std::time::Instant;

/// The ways whose compile time is compared with that of clang alone.
const WAYS: [(With<'static>, &str); 3] =
    [(With::Off, "switched off"), (With::NoDaemon, "no daemon"), (With::Daemon, "remembered answers")];

/// Compile times.
#[derive(Default)]
pub struct Times {
    /// How long the daemon took for each window of an empty memo, in milliseconds.
    pub cold: Vec<f64>,
    /// Seconds by clang alone, of each file that has a window.
    alone: Vec<f64>,
    /// The ratio over clang alone of each of them, in each of [`WAYS`].
    ratios: [Vec<f64>; WAYS.len()],
}

/// Nobody listens there.
pub const NOBODY: &str = "http://127.0.0.1:1";

/// A row of the table: a way, over clang alone.
#[derive(Serialize)]
pub struct Way {
    way: &'static str,
    files: usize,
    geometric_mean: f64,
    most: f64,
    /// The seconds of all files over those by clang alone.
    together: f64,
}

impl Times {
    /// Compiles a file so often in all ways in turn.
    pub fn add(&mut self, times: usize, compile: impl Fn(With) -> Result<()>) -> Result<()> {
        let seconds = |with| {
            let begin = Instant::now();
            compile(with).map(|()| begin.elapsed().as_secs_f64())
        };
        let (mut alone, mut ratios): (Vec<f64>, [Vec<f64>; WAYS.len()]) = Default::default();
        for _ in 0..times {
            let own = seconds(With::Nothing)?;
            alone.push(own);
            for (ratios, (with, _)) in ratios.iter_mut().zip(WAYS) {
                ratios.push(seconds(with)? / own);
            }
        }
        self.alone.extend(median(&alone));
        for (all, ratios) in self.ratios.iter_mut().zip(ratios) {
            all.extend(median(&ratios));
        }
        Ok(())
    }

    /// The table; empty where nothing was timed.
    pub fn ways(&self) -> Vec<Way> {
        let seconds: f64 = self.alone.iter().sum();
        let row = |(ratios, (_, way)): (&Vec<f64>, (With<'static>, &'static str))| {
            let all: f64 = ratios.iter().zip(&self.alone).map(|(ratio, alone)| ratio * alone).sum();
            let most = ratios.iter().copied().fold(0.0, f64::max);
            geometric_mean(ratios).map(|mean| Way {
                way,
                files: ratios.len(),
                geometric_mean: mean,
                most,
                together: all / seconds,
            })
        };
        self.ratios.iter().zip(WAYS).filter_map(row).collect()
    }

    /// Prints the table, and how long the daemon took for windows that it did not know.
    pub fn print(&self) {
        if let (Some(mean), Some(middle)) = (geometric_mean(&self.cold), median(&self.cold)) {
            println!("{} cold windows: geometric mean {mean:.0} ms, median {middle:.0} ms", self.cold.len());
        }
        for Way { way, files, geometric_mean, most, together } in self.ways() {
            println!(
                "compile over clang alone, {files} files with windows, {way}: \
                 geometric mean {geometric_mean:.3}, most {most:.3}, all files together {together:.3}"
            );
        }
    }
}
