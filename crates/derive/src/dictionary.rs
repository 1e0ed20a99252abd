//! `cargo xtask dictionary`: the dictionary of instructions, from the vendor's text.
//!
//! Every entry of Intel's guide that translates becomes a member, with what `llvm-forms.txt`, `validation.txt` and
//! `features.txt` say of it; members with one canonical form become a class, once filling the form with the member's numbers is shown
//! to give the member's lanes. The result is `grammars/data/x86/dictionary.txt`; its header describes the format.

mod classes;
mod same;
mod sources;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use isotope_dictionary::{MemberBlock, Validation, write};
use isotope_isa::errata::Errata;
use isotope_isa::{catalogue, scope};
use std::collections::BTreeMap;

pub use sources::guide;

/// Where the data lies, from the project's folder.
const DICTIONARY: &str = "grammars/data/x86/dictionary.txt";

#[derive(Parser)]
#[command(name = "cargo xtask dictionary")]
struct Args {
    /// Intel's intrinsics guide, version 3.6.9, as XML; a name that ends in `.xz` is read through `xz`.
    #[arg(long, default_value = "../shared/isa/x86/intel-intrinsics-3.6.9.xml.xz")]
    guide: PathBuf,
    /// Compare with the data file instead of writing it; a difference is exit status 1.
    #[arg(long)]
    check: bool,
}

/// Makes the dictionary.
pub fn run(root: &Path, args: &[String]) -> Result<ExitCode> {
    let args = Args::try_parse_from(std::iter::once("dictionary".to_owned()).chain(args.iter().cloned()))?;
    let built = build(&guide(&root.join(&args.guide))?, root)?;
    let path = root.join(DICTIONARY);
    eprintln!("{}", built.summary);
    if args.check {
        let fresh = std::fs::read_to_string(&path).is_ok_and(|old| old == built.text);
        println!("{DICTIONARY} is {}", if fresh { "fresh" } else { "stale; `cargo xtask dictionary` makes it anew" });
        return Ok(if fresh { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    std::fs::write(&path, built.text).with_context(|| format!("writing {}", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// A dictionary and what is to be said of it.
pub struct Built {
    /// The data file.
    pub text: String,
    /// Counts, for people.
    pub summary: String,
}

/// Builds the dictionary from the guide's XML and the other data files.
pub fn build(xml: &str, root: &Path) -> Result<Built> {
    let tables = sources::Tables::read(root)?;
    let errata = Errata::builtin()?;
    let mut members: BTreeMap<String, classes::Candidate> = BTreeMap::new();
    for entry in catalogue::read(xml)? {
        let Ok(translation) = scope::translate(&entry, &errata) else { continue };
        let name = crate::llvm_forms::name(&entry.name, entry.cpuid.iter().map(String::as_str));
        let block = MemberBlock {
            mnemonic: entry.instructions.first().map(|i| i.name.to_lowercase()),
            features: tables.features(&entry.cpuid)?,
            validation: tables.validation(&name),
            same: None,
            numbers: Vec::new(),
            semantics: translation.semantics.to_string(),
            name: name.clone(),
        };
        let values = tables.immediate_values(&name);
        // The guide has a few entries twice; the first one counts.
        members.entry(name).or_insert(classes::Candidate { block, semantics: translation.semantics, values });
    }
    ensure!(!members.is_empty(), "nothing of the guide translates");
    let mut members: Vec<_> = members.into_values().collect();
    same::mark(&mut members);
    let usable = members.iter().filter(|m| m.block.validation != Validation::None).count();
    let total = members.len();
    let (classes, shown) = classes::group(members);
    let summary = format!(
        "{total} members in {} classes, {usable} validated, {} not; {} forms filled to the same terms, {} proved by Z3, {} refused \
         by it or left open, {} without a form",
        classes.len(),
        total - usable,
        shown.identical,
        shown.proved,
        shown.open,
        shown.formless
    );
    Ok(Built { text: write(&classes), summary })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the guide is at hand, relative to the project's folder.
    const GUIDE: &str = "../shared/isa/x86/intel-intrinsics-3.6.9.xml.xz";

    #[test]
    fn the_dictionary_is_fresh() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let path = root.join(GUIDE);
        if !path.exists() {
            eprintln!("skipped: the_dictionary_is_fresh needs {GUIDE}");
            return;
        }
        let built = build(&guide(&path).unwrap(), &root).unwrap();
        let stored = std::fs::read_to_string(root.join(DICTIONARY)).unwrap();
        let line = built.text.lines().zip(stored.lines()).position(|(a, b)| a != b);
        assert!(built.text == stored, "`cargo xtask dictionary` makes it anew; lines differ from {line:?}");
    }
}
