//! `cargo xtask llvm-forms`: the LLVM form of every vendor C intrinsic, derived by compiling it.
//!
//! Nothing here is typed in: a wrapper that calls one intrinsic goes through clang's front end, the header's functions
//! are inlined, and what is left of the body is the form. `instsimplify` and no more: the later passes would rewrite target
//! intrinsics into generic code by the value of an immediate, where the front end's own form is uniform in it.
//! Intrinsics with an immediate are compiled once for each of its values and their bodies folded together (`immediate`).
//! Every form is then verified and compiled again with `llc`, and the instructions that come out are recorded (`emitted`).
//!
//! The result is `grammars/data/x86/llvm-forms.txt`; its header describes the format.

mod body;
mod emitted;
mod guide;
mod immediate;
mod text;
mod wrapper;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;

pub use guide::name;
use guide::{Guide, Intrinsic};
pub use text::{Block, read as read_forms};

/// Where the data lies, from the project's folder.
pub const FORMS: &str = "grammars/data/x86/llvm-forms.txt";

#[derive(Parser)]
#[command(name = "cargo xtask llvm-forms")]
struct Args {
    /// Intel's intrinsics guide, version 3.6.9, as XML.
    #[arg(long, default_value = "third_party/intel/intel-intrinsics-3.6.9.xml")]
    guide: PathBuf,
    /// Only intrinsics whose name contains this; prints instead of writing the data file.
    #[arg(long)]
    filter: Option<String>,
}

/// Derives the forms and writes the data file.
pub fn run(root: &Path, args: &[String]) -> Result<ExitCode> {
    let args = Args::try_parse_from(std::iter::once("llvm-forms".to_owned()).chain(args.iter().cloned()))?;
    let guide = Guide::read(&root.join(&args.guide))?;
    let chosen: Vec<&Intrinsic> = guide
        .intrinsics
        .iter()
        .filter(|i| args.filter.as_ref().is_none_or(|part| i.name.contains(part.as_str())))
        .collect();
    let scratch = tempfile::tempdir().context("a scratch folder for the wrappers")?;
    let compiled = wrapper::compile_all(&chosen, scratch.path())?;
    let mut blocks = Vec::new();
    let mut refused = Vec::new();
    for (intrinsic, compiled) in chosen.iter().zip(compiled) {
        match immediate::fold(intrinsic, compiled) {
            Ok(block) => blocks.push(block),
            Err(why) => refused.push((intrinsic.name.clone(), why)),
        }
    }
    emitted::record(&mut blocks, &mut refused, scratch.path())?;
    blocks.sort_by(|a, b| a.name.cmp(&b.name));
    refused.sort();
    let text = text::write(&blocks, &refused);
    if args.filter.is_some() {
        print!("{text}");
    } else {
        let path = root.join(FORMS);
        std::fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
        println!("{} forms, {} refused: {FORMS}", blocks.len(), refused.len());
    }
    Ok(ExitCode::SUCCESS)
}
