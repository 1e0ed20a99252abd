//! Kernels for Hexagon execute no more packets with answers than without, give or take a fiftieth.

use super::build::Built;
use super::kernels::{good, patient};
use isotope_run::{Language, QEMU_HEXAGON, Unit};
use libtest_mimic::Failed;
use std::path::PathBuf;

/// The least share of the packets of Halide's own code that answers may save: below one they add some. Packets before and after scheduled
/// loops are a few in a thousand.
const LEAST: f64 = 0.98;

/// Kernels of `packets.py`.
const KERNELS: [&str; 4] = ["sums", "slopes", "maxima", "gaussian"];

/// One kernel at least has so many times the packets without answers: a client that uses none passes no test.
const SAVED: f64 = 1.5;

const TARGET: &str = "hexagon-32-noos-hvx_128-hvx_v66-no_runtime-no_asserts-no_bounds_query";

/// The pixels of a result, which the packets stand behind.
const PIXELS: usize = 1024 * 32;

/// Lines that fill buffers of wide values and of narrow ones, and lines that store directly, of buffers of which everything is stated and
/// nothing is.
pub fn no_kernel_executes_more(built: &Built) -> Result<(), Failed> {
    if !QEMU_HEXAGON.is_there() {
        println!("skipped: no_kernel_executes_more_packets needs {} (scripts/setup hexagon)", QEMU_HEXAGON.name());
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let text = [include_str!("../../../halide/tests/counted.c"), include_str!("../../../../bench/emulated/hexagon.c")];
    let driver = Unit { name: "driver".to_owned(), language: Language::C, text: text.concat(), features: Vec::new() };
    let driver = QEMU_HEXAGON.compile(&driver, folder.path())?;
    let run = |object: PathBuf| -> Result<(Vec<u8>, u32), Failed> {
        let input: Vec<u8> = (0..=255u8).map(|n| n.wrapping_mul(197).rotate_left(3)).collect();
        let mut made = QEMU_HEXAGON.run(&[driver.clone(), object], &input, PIXELS + 4)?;
        let packets = made.split_off(PIXELS.min(made.len()));
        Ok((made, u32::from_le_bytes(packets.as_slice().try_into()?)))
    };
    let (mut worst, mut saved) = (Vec::new(), 0_f64);
    for (kernel, stated) in KERNELS.iter().flat_map(|kernel| [(kernel, "aligned"), (kernel, "unknown")]) {
        let compiled = |name: &str, variables: &[(&str, &str)]| -> Result<PathBuf, Failed> {
            let path = folder.path().join(name);
            let arguments = [TARGET, path.to_str().unwrap_or_default(), kernel, stated];
            good(&built.python("tests/packets.py", &arguments, variables), 0)?;
            Ok(path)
        };
        let (expected, own) = run(compiled("own.o", &[("ISOTOPE_OFF", "1")])?)?;
        let (made, selected) = run(compiled("selected.o", &patient())?)?;
        if made != expected {
            return Err(format!("{kernel}, {stated}: the outputs differ").into());
        }
        let ratio = f64::from(own) / f64::from(selected);
        println!("{kernel}, {stated}: {own} packets, with answers {selected} ({ratio:.3})");
        saved = saved.max(ratio);
        if ratio < LEAST {
            worst.push(format!("{kernel}, {stated}: {own} packets, with answers {selected} ({ratio:.3})"));
        }
    }
    if saved < SAVED {
        worst.push(format!("answers save {saved:.3} at most: is any used?"));
    }
    if worst.is_empty() { Ok(()) } else { Err(worst.join("\n").into()) }
}
