//! Ahead of time for ARM, from this machine: the objects compute on QEMU what they compute without Isotope.

use super::build::Built;
use super::kernels::{good, patient};
use isotope_run::{Language, QEMU_AARCH64, Unit};
use libtest_mimic::Failed;
use std::path::Path;

/// What Halide has of ARM, the CPU, and the dot product that an answer has there: none of them is in Halide's own code.
const TARGETS: [(&str, &str, &str); 2] =
    [("arm-64-linux-armv86a", "neoverse-v2", "usdot"), ("arm-64-linux-arm_dot_prod", "neoverse-n1", "sdot")];

pub fn ahead_of_time(built: &Built) -> Result<(), Failed> {
    if !QEMU_AARCH64.is_there() {
        println!("skipped: arm_objects_are_equal needs qemu-aarch64 (scripts/setup hexagon)");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let driver = include_str!("../../../halide/tests/arm.c").to_owned();
    let driver = Unit { name: "driver".to_owned(), language: Language::C, text: driver, features: Vec::new() };
    let driver = QEMU_AARCH64.compile(&driver, folder.path())?;
    let input: Vec<u8> = (0..=255u8).map(|n| n.wrapping_mul(197).rotate_left(3)).collect();
    let mut said = String::new();
    for (target, cpu, instruction) in TARGETS {
        let object = |name: &str, variables: &[(&str, &str)]| {
            let path = folder.path().join(format!("{name}.o"));
            let target = format!("{target}-no_runtime-no_asserts-no_bounds_query");
            let ended = built.python("tests/objects.py", &[&target, path.to_str().unwrap_or_default()], variables);
            (path, ended)
        };
        let (own, _) = object("own", &[("ISOTOPE_OFF", "1")]);
        let (selected, ended) =
            object("selected", &[&patient()[..], &[("ISOTOPE_MCPU", cpu), ("ISOTOPE_VERBOSE", "1")]].concat());
        good(&ended, 2)?;
        said += &String::from_utf8_lossy(&ended.output.stderr);
        let run = |object: &Path| QEMU_AARCH64.run(&[driver.clone(), object.to_owned()], &input, 1 << 16);
        let (expected, made) = (run(&own)?, run(&selected)?);
        if expected.len() != 4 * 144 * 16 || made != expected {
            return Err(format!("{target}: {} bytes, and the outputs differ", made.len()).into());
        }
        let has = |object: &Path| Ok::<_, Failed>(disassembled(object)?.contains(instruction));
        if has(&own)? || !has(&selected)? {
            return Err(format!("{target}: {instruction} is in Halide's own code, or in none\n{}", ended.report).into());
        }
    }
    if !said.contains(" do two iterations at a time") {
        return Err(format!("no loop does two iterations at a time:\n{said}").into());
    }
    Ok(())
}

fn disassembled(object: &Path) -> Result<String, Failed> {
    let output = std::process::Command::new("llvm-objdump-19").args(["-d", "--mattr=+all"]).arg(object).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
