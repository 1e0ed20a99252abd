//! All kernels of PolyBench as `isotope tile` and then `isotope pack` leave them, beside the tiles of `mlir-opt`.

use super::{Arguments, asked, kernel, timed};
use anyhow::{Context, Result};
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use isotope_bench::loops::output;
use isotope_mlir::{print, read};
use serde::Serialize;
use std::time::Instant;

/// One kernel; 0 seconds: not timed.
#[derive(Serialize, Default)]
struct Beside {
    kernel: String,
    /// Bands that are tiled, arrays that are packed, and arrays that are packed behind the tiles.
    bands: usize,
    packs: usize,
    both: usize,
    /// Seconds by the wall clock of the three commands, each with its choice, its comparison and the start of a daemon.
    commands_s: f64,
    /// Processor time of the kernel as it is, in tiles of `mlir-opt`, and in ours, packed then.
    plain_s: f64,
    other_tiles_s: f64,
    tiled_s: f64,
    /// Why a command has no result.
    refused: String,
}

const FOLDER: &str = "tests/cases/kernel/polybench";

/// Shows and times the kernels that are named, or all.
pub fn beside(arguments: &Arguments) -> Result<()> {
    let mut named = arguments.kernels.clone();
    if named.is_empty() {
        for entry in std::fs::read_dir(FOLDER)? {
            named.extend(entry?.path().file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
        named.sort();
    }
    let folder = arguments.results.join(isotope_run::host_cpu()?);
    std::fs::create_dir_all(&folder)?;
    let file = folder.join(if arguments.fast { "beside_fast.csv" } else { "beside.csv" });
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header([
        "kernel",
        "bands",
        "packs",
        "both",
        "commands, s",
        "plain, s",
        "mlir-opt's tiles, s",
        "ours, s",
        "over these",
        "",
    ]);
    let (mut rows, mut shown, mut faster) = (Vec::new(), 0, 0);
    for name in named {
        let row = compared(arguments, &name).with_context(|| name.clone())?;
        let ratio = if row.tiled_s > 0.0 { row.other_tiles_s / row.tiled_s } else { 0.0 };
        shown += usize::from(row.refused.is_empty());
        faster += usize::from(ratio > 1.0);
        let numbers = [row.commands_s, row.plain_s, row.other_tiles_s, row.tiled_s].map(|of| format!("{of:.3}"));
        let [commands, plain, other, tiled] = numbers;
        let counts = [row.bands, row.packs, row.both].map(|count| count.to_string());
        let line = [&[name][..], &counts, &[commands, plain, other, tiled, format!("{ratio:.2}"), row.refused.clone()]]
            .concat();
        println!("{}", line.join(" "));
        table.add_row(line);
        rows.push(row);
    }
    println!("{table}\n{shown} of {} are shown equal, {faster} are faster", rows.len());
    if arguments.untimed {
        return Ok(());
    }
    let mut writer = csv::Writer::from_path(&file)?;
    rows.iter().try_for_each(|row| writer.serialize(row))?;
    writer.flush()?;
    println!("{}", file.display());
    Ok(())
}

/// A kernel that the commands tile and pack; what they print, they have shown equal.
fn compared(arguments: &Arguments, name: &str) -> Result<Beside> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("kernel.mlir");
    std::fs::write(&source, kernel(arguments, name)?)?;
    let generic = |pass: &str| -> Result<_> {
        let pipeline = format!("--pass-pipeline=builtin.module({pass})");
        Ok(read(&output("mlir-opt-19", &[&pipeline, "--mlir-print-op-generic"], &source)?)?)
    };
    let (plain, other) = (generic("")?, generic(&format!("func.func({})", arguments.tiles))?);
    let mut row = Beside { kernel: name.to_owned(), ..Beside::default() };
    let begun = Instant::now();
    let made = (|| {
        let (tiles, bands) = asked(arguments, ["tile", "--generic"], &plain)?;
        let packs = asked(arguments, ["pack", "--generic"], &plain)?.1;
        let (both, packed) = asked(arguments, ["pack", "--generic"], &tiles)?;
        Ok::<_, anyhow::Error>((both, [bands, packs, packed]))
    })();
    row.commands_s = begun.elapsed().as_secs_f64();
    let timed = |module| if arguments.untimed { Ok(0.0) } else { timed(folder.path(), module) };
    row.plain_s = timed(&plain)?;
    row.other_tiles_s = timed(&other)?;
    match made {
        Ok((both, [bands, packs, packed])) => {
            (row.bands, row.packs, row.both) = (bands, packs, packed);
            // Two runs of one program differ by noise alone.
            row.tiled_s = if print(&both) == print(&plain) { row.plain_s } else { timed(&both)? };
        }
        Err(why) => row.refused = why.to_string().trim().replace('\n', " "),
    }
    Ok(row)
}
