//! Development tasks, run as `cargo xtask TASK`.
//!
//! Each task is a module of its own; this file only names them and passes arguments on.

mod suite;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use isotope_derive::{calibrate, costs, dictionary, encodings, idef, llvm_forms, validate};

const USAGE: &str = "\
usage: cargo xtask TASK

  tidy             check the habits of the tree: headers, names, sizes, dependencies
  calibrate CPU    measure this machine's vector instructions into the CPU's table of prices
  costs            ask llvm-mca for the costs of the instructions of those forms
  dictionary       make the dictionary from the vendor's guide and the other data files (`--help` for options)
  encodings        ask an assembler for the bits of the intrinsics of Arm's table (`--help` for options)
  idef             compare HVX's manual with QEMU's reading of it (`--help` for options)
  llvm-forms       derive the LLVM form of the vendor's intrinsics with clang (`--help` for options)
  lowering         derive the LLVM form of builtins and of Arm's intrinsics with clang (`--help` for options)
  validate         run every translated intrinsic against the real instruction (`--help` for options)
  test [--slow]    run the tests and count them; --slow adds the ignored ones
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
        ("calibrate", [cpu]) => calibrate::run(&root(), cpu),
        ("costs", []) => costs::run(&root()),
        ("dictionary", rest) => dictionary::run(&root(), rest),
        ("encodings", rest) => encodings::run(&root(), rest),
        ("idef", rest) => idef::run(&root(), rest),
        ("llvm-forms", rest) => llvm_forms::run(&root(), rest),
        ("lowering", rest) => llvm_forms::lowering::run(&root(), rest),
        ("validate", rest) => validate::run(&root(), rest),
        ("tidy", []) => tidy::run(&root()),
        ("test", []) => suite::run(&root(), false),
        ("test", [flag]) if flag == "--slow" => suite::run(&root(), true),
        ("help" | "--help" | "-h", _) => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        _ => bail!("unknown task or arguments: {}\n\n{USAGE}", args.join(" ")),
    }
}

/// The project's folder: this crate's parent.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project's folder").to_path_buf()
}
