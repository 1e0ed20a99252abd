//! `cargo xtask llvm-forms`: the LLVM form of every vendor C intrinsic, derived by compiling it.
//!
//! Nothing here is typed in: a wrapper that calls one intrinsic goes through clang's front end, the header's functions
//! are inlined, and what is left of the body is the form. `instsimplify` and no more: the later passes would rewrite target
//! intrinsics into generic code by the value of an immediate, where the front end's own form is uniform in it.
//! Intrinsics with an immediate are compiled once for each of its values and their bodies folded together (`immediate`).
//! Every form is then verified and compiled again with `llc`, and the instructions that come out are recorded (`emitted`).
//!
//! Where `target.toml` says that every instruction is an LLVM intrinsic, the form is its call (`intrinsics`); where it says that they
//! are builtins of clang's, each is wrapped by its own types (`lowering`).
//!
//! The result is `llvm-forms.txt`; its header describes the format.

mod body;
mod emitted;
mod guide;
mod immediate;
mod intrinsics;
mod lowering;
mod text;
mod wrapper;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;

use crate::folder::{From, SetFolder};
use guide::{Guide, Intrinsic};
pub use intrinsics::forms as intrinsics;
use isotope_dictionary::manifest::FormsBy;
use isotope_vendor::reader::Entry;
use lowering::Lowered;
pub use text::{Block, read as read_forms};

/// The result.
pub const FORMS: &str = "llvm-forms.txt";

#[derive(Parser)]
#[command(name = "cargo xtask llvm-forms")]
struct Args {
    #[command(flatten)]
    from: From,
    /// Only intrinsics whose name contains this; prints instead of writing the data file.
    #[arg(long)]
    filter: Option<String>,
    /// LLVM 19's sources, for a set that is priced by packets: `scripts/setup hexagon-source` fetches what is needed of them.
    #[arg(long)]
    sources: Option<PathBuf>,
}

/// Derives the forms and writes the data file.
pub fn run(root: &Path, args: &[String]) -> Result<ExitCode> {
    let args = Args::try_parse_from(std::iter::once("llvm-forms".to_owned()).chain(args.iter().cloned()))?;
    let (set, text) = args.from.open(root)?;
    if let FormsBy::Intrinsic(prefix) = &set.manifest.vendor.forms {
        set.write(FORMS, &intrinsics(&set, &set.entries(&text)?, prefix)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let wanted = |name: &str| args.filter.as_ref().is_none_or(|part| name.contains(part.as_str()));
    let scratch = tempfile::tempdir().context("a scratch folder for the wrappers")?;
    let (mut blocks, mut refused) = match &set.manifest.vendor.forms {
        FormsBy::Builtins(builtins) => {
            let entries = set.entries(&text)?;
            let chosen: Vec<&Entry> = entries.iter().filter(|entry| wanted(&entry.name)).collect();
            lowering::lowered(&set, builtins, &chosen)?
        }
        _ => wrapped(&set, &text, &wanted, scratch.path())?,
    };
    // Nobody asks what the instructions of a set without answers cost.
    if let Some(tables) = set.tables(args.sources.as_deref().map(|sources| root.join(sources)).as_deref())? {
        emitted::selected(&tables, &mut blocks)?;
    } else if set.manifest.answers {
        emitted::record(&set, &mut blocks, &mut refused, scratch.path())?;
    }
    blocks.sort_by(|a, b| a.name.cmp(&b.name));
    refused.sort();
    let text = text::write(&set.manifest.title, &blocks, &refused);
    if args.filter.is_some() {
        print!("{text}");
    } else {
        set.write(FORMS, &text)?;
        println!("{} forms, {} refused: {FORMS}", blocks.len(), refused.len());
    }
    Ok(ExitCode::SUCCESS)
}

/// The forms of a guide's intrinsics.
fn wrapped(set: &SetFolder, text: &str, wanted: &dyn Fn(&str) -> bool, scratch: &Path) -> Result<Lowered> {
    let guide = Guide::read(text, &set.offered_features()?)?;
    let chosen: Vec<&Intrinsic> = guide.intrinsics.iter().filter(|i| wanted(&i.name)).collect();
    let compiled = wrapper::compile_all(&chosen, scratch)?;
    let mut blocks = Vec::new();
    let mut refused = Vec::new();
    for (intrinsic, compiled) in chosen.iter().zip(compiled) {
        match immediate::fold(intrinsic, compiled) {
            Ok(block) => blocks.push(block),
            Err(why) => refused.push((intrinsic.name.clone(), why)),
        }
    }
    Ok((blocks, refused))
}
