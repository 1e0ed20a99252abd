//! For AArch64: kernels with answers compute on QEMU what they compute without. Missing programs are named, and their tests skipped.

use super::build::{Built, source};
use super::equal::patient;
use crate::building::root;
use isotope_run::programs::lacking;
use libtest_mimic::Failed;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Of the kernels in `kernels.c`, windows that are better for the CPU.
const LEAST_USED: usize = 10;

/// A CPU with Advanced SIMD and its dot products; no C library is there, so that the kernels include nothing of one.
const OPTIONS: &[&str] =
    &["--target=aarch64-linux-gnu", "-mcpu=neoverse-n1", "-O3", "-ffreestanding", "-nostdlibinc", "-fno-pic"];

/// Bytes that the kernels run on, and room for what the program says.
const BYTES: usize = 1 << 14;

pub fn kernels(built: &Built) -> Result<(), Failed> {
    if let Some(why) = lacking(&["qemu-aarch64", "ld.lld-19"]) {
        println!("skipped: kernels for AArch64: {why}");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let file = source("kernels.c").display().to_string();
    let options = |prefix: &'static str| [OPTIONS, &["-c", &file, prefix]].concat();
    let plain = built.plain(&[options("-DPREFIX=own_"), vec!["-o", &path("own.o")]].concat());
    let with = built.clang(&[options("-DPREFIX=selected_"), vec!["-o", &path("selected.o")]].concat(), &patient());
    if !plain.output.status.success() || !with.output.status.success() {
        return Err(format!("{}{}", plain.told(), with.told()).into());
    }
    // The program around the kernels.
    let text = std::fs::read_to_string(&file)?;
    let names = text.lines().filter_map(|line| line.strip_prefix("KERNEL(")?.split_once(')').map(|(name, _)| name));
    let rows: String = names.map(|name| format!(" X({name})")).collect();
    let parts = ["crates/run/machine/linux_aarch64.c", "crates/run/machine/linux.c", "client/llvm/tests/equal_apart.c"];
    let mut program = format!("#define BYTES {BYTES}\n#define KERNELS(X){rows}\n");
    for part in parts {
        program += &std::fs::read_to_string(root().join(part))?;
    }
    let [code, object, linked_to] = ["program.c", "program.o", "program"].map(path);
    std::fs::write(&code, program)?;
    let compiled = built.plain(&[OPTIONS, &["-O1", "-fno-builtin", "-c", &code, "-o", &object]].concat());
    if !compiled.output.status.success() {
        return Err(compiled.told().into());
    }
    let objects = [object, path("own.o"), path("selected.o")];
    let linked = built.end(Command::new("ld.lld-19").args(["-o", &linked_to]).args(objects), &[]);
    if !linked.output.status.success() {
        return Err(linked.told().into());
    }
    let said = run(Path::new(&linked_to))?;
    if said.contains("differs") || !said.ends_with(" runs\n") || said == "0 runs\n" {
        return Err(format!("{said}\n{}", with.told()).into());
    }
    if with.used() >= LEAST_USED {
        Ok(())
    } else {
        Err(format!("{} answers used\n{}", with.used(), with.told()).into())
    }
}

/// The program's output for bytes that are all different in their neighbourhood.
fn run(program: &Path) -> Result<String, Failed> {
    let mut child = Command::new("qemu-aarch64")
        .args(["-cpu", "max"])
        .arg(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let bytes: Vec<u8> = (0..BYTES as u64).map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as u8).collect();
    child.stdin.take().ok_or("it has an input")?.write_all(&bytes[..BYTES / 2])?;
    let output = child.wait_with_output()?;
    if !output.status.success() {
        return Err(format!("{:?}", output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
