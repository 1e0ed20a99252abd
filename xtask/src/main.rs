//! Development tasks, run as `cargo xtask TASK`.
//!
//! Each task is a module of its own; this file only names them and passes arguments on.

mod cargo;
mod release;
mod shipped;
mod suite;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};

const USAGE: &str = "\
usage: cargo xtask TASK

  tidy             check the habits of the tree: headers, names, sizes, dependencies
  calibrate CPU    measure this machine's vector instructions into the CPU's table of prices
  packing          ask LLVM's records for what making packets needs, of one CPU
  costs            ask llvm-mca for the costs of the instructions of those forms
  shipped          build what packages have, for this machine or another (`--target`), and other packages (`--also`)
  dictionary       make the dictionary from the vendor's guide and the other data files (`--help` for options)
  encodings        ask an assembler for the bits of the intrinsics of Arm's table (`--help` for options)
  idef             compare HVX's manual with QEMU's reading of it (`--help` for options)
  llvm-forms       derive the LLVM form of the vendor's intrinsics with clang (`--help` for options)
  validate         run every translated intrinsic against the real instruction (`--help` for options)
  release --check  say what is missing until this commit is a release: versions, CHANGELOG, tag; `--list DIR` writes
                   what is in the packages of DIR, as SPDX; `--sizes FILE` records their sizes and puts them on
                   docs/install.md
  test             run the tests and count them: --slow adds the ignored ones, --part=NAME,.. runs only the
                   test binaries whose names hold one of these, --list says their names
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &[String]) -> Result<ExitCode> {
    let (task, rest) = match args {
        [task, rest @ ..] => (task.as_str(), rest),
        [] => bail!("name a task\n\n{USAGE}"),
    };
    match (task, rest) {
        ("tidy", []) => tidy::run(&root()),
        ("shipped", rest) => shipped::run(&root(), rest),
        ("release", rest) => release::run(&root(), rest),
        ("test", rest) => suite::run(&root(), &suite::Asked::read(rest)?),
        ("help" | "--help" | "-h", _) => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        (step, _) if STEPS.contains(&step) => derive(args),
        _ => bail!("unknown task or arguments: {}\n\n{USAGE}", args.join(" ")),
    }
}

/// Steps of `isotope-derive`, which is linked with Z3: this program is not, so that it is there in seconds.
const STEPS: [&str; 8] = ["calibrate", "costs", "dictionary", "encodings", "idef", "llvm-forms", "packing", "validate"];

fn derive(args: &[String]) -> Result<ExitCode> {
    let mut cargo = cargo::cargo(&root());
    cargo.args(["run", "--quiet", "--package", "isotope-derive", "--bin", "derive", "--"]).args(args);
    let code = cargo.status().context("cargo does not start")?.code().and_then(|code| u8::try_from(code).ok());
    Ok(ExitCode::from(code.unwrap_or(2)))
}

/// The project's folder: this crate's parent.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project's folder").to_path_buf()
}
