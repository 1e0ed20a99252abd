//! All kernels of PolyBench as `isotope tile` and then `isotope pack` leave them, beside the tiles of `mlir-opt`.

use super::{Arguments, asked, kernel, passed, sized, timed};
use anyhow::{Context, Result};
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use isotope_bench::saved;
use isotope_kernel::check::{Options, Verdict, check};
use isotope_mlir::print;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Instant;

/// One kernel; 0 seconds: not timed.
#[derive(Clone, Serialize, Deserialize, Default)]
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
    /// The tiles of `mlir-opt` compute something else: shown by inputs of small sizes.
    #[serde(default)]
    other_differs: bool,
    /// Why a command has no result.
    refused: String,
}

/// Programs are timed in turn, so many times at most, and twice if they take longer than these seconds: of each the least counts.
const ROUNDS: usize = 5;
const LONG: f64 = 0.3;

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
    let name = if arguments.fast { "beside_fast" } else { "beside" };
    let file = saved::file(&arguments.results, &isotope_run::host_cpu()?, name)?;
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
    let (mut shown, mut right, mut faster) = (0, 0, 0);
    for name in named.iter().cloned() {
        let row = compared(arguments, &name).with_context(|| name.clone())?;
        let ratio = if row.tiled_s > 0.0 { row.other_tiles_s / row.tiled_s } else { 0.0 };
        shown += usize::from(row.refused.is_empty());
        right += usize::from(!row.other_differs);
        faster += usize::from(!row.other_differs && ratio > 1.0);
        let remark = if row.other_differs { "mlir-opt's tiles compute something else" } else { &row.refused };
        let numbers = [row.commands_s, row.plain_s, row.other_tiles_s, row.tiled_s].map(|of| format!("{of:.3}"));
        let [commands, plain, other, tiled] = numbers;
        let counts = [row.bands, row.packs, row.both].map(|count| count.to_string());
        let line =
            [&[name][..], &counts, &[commands, plain, other, tiled, format!("{ratio:.2}"), remark.to_owned()]].concat();
        println!("{}", line.join(" "));
        table.add_row(line);
        if !arguments.untimed {
            keep(&file, &row)?;
        }
    }
    println!(
        "{table}\n{shown} of {} are shown equal; of {right} whose tiles by mlir-opt compute the same, {faster} are faster than these",
        named.len()
    );
    if !arguments.untimed {
        println!("{}", file.display());
    }
    Ok(())
}

/// Writes a row in the place of that of the same kernel: the others stay.
fn keep(file: &Path, row: &Beside) -> Result<()> {
    let mut rows: Vec<Beside> = match csv::Reader::from_path(file) {
        Ok(mut reader) => reader.deserialize().collect::<Result<_, _>>()?,
        Err(_) => Vec::new(),
    };
    rows.retain(|known| known.kernel != row.kernel);
    rows.push(row.clone());
    rows.sort_by(|x, y| x.kernel.cmp(&y.kernel));
    saved::write(file, &rows)
}

/// Whether the tiles of `mlir-opt` compute something else, which does not depend on sizes: 8 iterations of a small kernel are a tile.
fn differs(arguments: &Arguments, name: &str) -> Result<bool> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("kernel.mlir");
    std::fs::write(&source, sized(name, "small")?)?;
    let tiles = arguments.tiles.replace("tile-size=32", "tile-size=8");
    let (plain, tiled) = (passed(&source, "")?, passed(&source, &tiles)?);
    Ok(matches!(check(&plain, &tiled, &Options::default())?, Verdict::Different(_)))
}

/// A kernel that the commands tile and pack; what they print, they have shown equal.
fn compared(arguments: &Arguments, name: &str) -> Result<Beside> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("kernel.mlir");
    std::fs::write(&source, kernel(arguments, name)?)?;
    let (plain, other) = (passed(&source, "")?, passed(&source, &arguments.tiles)?);
    let mut row = Beside { kernel: name.to_owned(), other_differs: differs(arguments, name)?, ..Beside::default() };
    let begun = Instant::now();
    let made = (|| {
        let (tiles, bands) = asked(arguments, ["tile", "--generic"], &plain)?;
        let packs = asked(arguments, ["pack", "--generic"], &plain)?.1;
        let (both, packed) = asked(arguments, ["pack", "--generic"], &tiles)?;
        Ok::<_, anyhow::Error>((both, [bands, packs, packed]))
    })();
    row.commands_s = begun.elapsed().as_secs_f64();
    let both = match made {
        Ok((both, counts)) => {
            [row.bands, row.packs, row.both] = counts;
            Some(both)
        }
        Err(why) => {
            row.refused = why.to_string().trim().replace('\n', " ");
            None
        }
    };
    if arguments.untimed {
        return Ok(row);
    }
    // Two runs of one program differ by noise alone.
    let both = both.filter(|both| print(both) != print(&plain));
    let mut best = [f64::INFINITY; 3];
    for round in 0..ROUNDS {
        let programs = [Some(&plain), Some(&other), both.as_ref()];
        for (best, program) in best.iter_mut().zip(programs) {
            if let Some(program) = program {
                *best = best.min(timed(folder.path(), program)?);
            }
        }
        if round > 0 && best[0] > LONG {
            break;
        }
    }
    [row.plain_s, row.other_tiles_s] = [best[0], best[1]];
    row.tiled_s = match (both, row.refused.is_empty()) {
        (Some(_), _) => best[2],
        (None, true) => best[0],
        (None, false) => 0.0,
    };
    Ok(row)
}
