//! `cargo xtask dictionary`: the dictionary of instructions, from the vendor's text.
//!
//! Every entry of the vendor's text that translates becomes a member, with what `llvm-forms.txt`, `validation.txt` and
//! `features.txt` say of it; members with one canonical form become a class, once filling the form with the member's numbers is shown
//! to give the member's lanes. The result is `dictionary.txt`; its header describes the format.
//!
//! Where a set's LLVM forms are derived with clang, what has none (memory, scalars alone, extensions that `features.txt` marks) stands
//! beside, in `dictionary-beside.txt`: in the same classes, but not offered to the engines and not in the epoch.

mod classes;
mod merges;
mod pairs;
mod same;
mod tables;

use crate::folder::{From, SetFolder};
use crate::names::named;
use anyhow::{Result, ensure};
use clap::Parser;
use isotope_dictionary::{MemberBlock, Validation, write, write_beside};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

/// The file.
const DICTIONARY: &str = "dictionary.txt";

/// The file of the members that no engine is offered.
const BESIDE: &str = "dictionary-beside.txt";

/// The report of why members are in their classes.
const MERGES: &str = "merges.txt";

#[derive(Parser)]
#[command(name = "cargo xtask dictionary")]
struct Args {
    #[command(flatten)]
    from: From,
    /// Compare with the data file instead of writing it; a difference is exit status 1.
    #[arg(long)]
    check: bool,
    /// Only name the classes of the stored dictionary anew; the vendor's text is not read.
    #[arg(long)]
    names: bool,
    /// With `--names`: print each class, what it was read as, and its first member, instead of writing.
    #[arg(long, requires = "names")]
    explain: bool,
}

/// Makes the dictionary.
pub fn run(root: &Path, args: &[String]) -> Result<ExitCode> {
    let args = Args::try_parse_from(std::iter::once("dictionary".to_owned()).chain(args.iter().cloned()))?;
    if args.names {
        return rename(&args.from.folder(root)?, args.explain);
    }
    let (set, text) = args.from.open(root)?;
    let built = build(&text, &set)?;
    built.faults.iter().for_each(|fault| eprintln!("{}, {fault}", args.from.described()));
    eprintln!("{}", built.summary);
    if args.check {
        let same = |file, text: &str| set.read(file).is_ok_and(|old| old == text);
        let whole = same(DICTIONARY, &built.text) && same(MERGES, &built.merges);
        let fresh = whole && built.beside.as_ref().is_none_or(|text| same(BESIDE, text));
        println!("{DICTIONARY} is {}", if fresh { "fresh" } else { "stale; `cargo xtask dictionary` makes it anew" });
        return Ok(if fresh { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    set.write(DICTIONARY, &built.text)?;
    set.write(MERGES, &built.merges)?;
    if let Some(beside) = &built.beside {
        set.write(BESIDE, beside)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Names the classes of a stored dictionary by `names/words.txt`.
fn rename(set: &SetFolder, explain: bool) -> Result<ExitCode> {
    let files = [DICTIONARY, BESIDE, MERGES]
        .map(|file| Ok((file, if set.has(file) { set.read(file)? } else { String::new() })));
    let files = files.into_iter().collect::<Result<Vec<(&str, String)>>>()?;
    // The report has classes and no members to name them by.
    let named = named(&files[..2].iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>())?;
    if explain {
        for class in &named.classes {
            println!("{:<44} {:?}  {}  {}", class.name, class.means, class.first, class.skeleton);
        }
    } else {
        for (file, text) in files.iter().filter(|(_, text)| !text.is_empty()) {
            set.write(file, &named.renamed(text))?;
        }
    }
    eprintln!("{} classes, {} without a word of their own", named.classes.len(), named.fallbacks().count());
    Ok(ExitCode::SUCCESS)
}

/// A dictionary and what is to be said of it.
pub struct Built {
    /// The data file.
    pub text: String,
    /// The one of members that stand beside, where there are any.
    pub beside: Option<String>,
    /// Why each member is in its class, and what is not shown.
    pub merges: String,
    /// Counts, for people.
    pub summary: String,
    /// Instructions that the text gives no meaning, by a fault of it or of a reader: `NAME: line 3: WHY`.
    pub faults: Vec<String>,
}

/// Builds the dictionary from the vendor's text and the other data files of the folder.
pub fn build(text: &str, set: &SetFolder) -> Result<Built> {
    let (tables, features) = (tables::Tables::read(set)?, set.features()?);
    let mut members: BTreeMap<String, classes::Candidate> = BTreeMap::new();
    let mut faults = Vec::new();
    for entry in set.entries(text)? {
        let translation = match &entry.translation {
            Ok(translation) => translation,
            Err(refusal) => {
                faults.extend(refusal.is_fault().then(|| format!("{}: {refusal}", entry.name)));
                continue;
            }
        };
        let block = MemberBlock {
            mnemonic: entry.mnemonic.clone(),
            features: set.features_of(&entry, &features)?,
            validation: tables.validation(&entry.name),
            same: None,
            numbers: Vec::new(),
            proved: false,
            merged: None,
            semantics: translation.semantics.to_string(),
            beside: !tables.offers(&entry.name),
            name: entry.name.clone(),
        };
        let semantics = translation.semantics.clone();
        let values = match &entry.c {
            Some(c) if !c.immediates.is_empty() => taken(&c.immediates),
            _ => tables.immediate_values(&entry.name, &semantics),
        };
        // A text may have an entry twice; the first one counts.
        members.entry(entry.name).or_insert(classes::Candidate { block, semantics, values });
    }
    ensure!(!members.is_empty(), "nothing of the vendor's text translates");
    let mut members: Vec<_> = members.into_values().collect();
    same::mark(&mut members);
    let usable = members.iter().filter(|m| m.block.validation != Validation::None).count();
    let (total, beside) = (members.len(), members.iter().filter(|m| m.block.beside).count());
    let (classes, shown) = classes::group(members);
    let title = &set.manifest.title;
    let (text, beside_text) = (write(title, &classes), write_beside(title, &classes));
    let merges = merges::write(title, &classes, &shown.pairs, &shown.left);
    let named = named(&[&text, beside_text.as_deref().unwrap_or_default()])?;
    let summary = format!(
        "{total} members in {} classes, {} of them without a word of their own, {beside} members beside, {usable} validated, {} not; {} forms \
         filled to the same terms, {} proved by Z3, {} refused by it or left open, {} without a form; {} by their programs, {} classes into \
         others by Z3, {} pairs left",
        classes.len(),
        named.fallbacks().count(),
        total - usable,
        shown.identical,
        shown.proved,
        shown.open,
        shown.formless,
        shown.programs,
        shown.pairs.merged,
        shown.pairs.left.len()
    );
    let beside = beside_text.map(|text| named.renamed(&text));
    Ok(Built { text: named.renamed(&text), beside, merges: named.renamed(&merges), summary, faults })
}

/// Values that every immediate of an instruction takes, as ranges: forms are compared at one value for all of them.
fn taken(immediates: &[Vec<u64>]) -> Vec<(u64, u64)> {
    let (first, others) = immediates.split_first().expect("there is an immediate");
    let all = first.iter().filter(|v| others.iter().all(|values| values.contains(v)));
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for value in all {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *value => *last = *value,
            _ => ranges.push((*value, *value)),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::DEFAULT;

    /// The sets, and where their vendors' texts are at hand, relative to the project's folder.
    const SETS: [(&str, &str); 2] = [
        (DEFAULT, "../shared/isa/x86/intel-intrinsics-3.6.9.xml.xz"),
        ("grammars/data/hvx", "../shared/isa/hvx/hvx-prm-v66.json"),
    ];

    #[test]
    #[ignore = "slow: makes two dictionaries anew"]
    fn the_dictionary_is_fresh() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for (folder, text) in SETS {
            let path = root.join(text);
            if !path.exists() {
                eprintln!("skipped: the_dictionary_is_fresh needs {text}");
                continue;
            }
            let set = SetFolder::open(&root.join(folder)).unwrap();
            let built = build(&set.vendor_text(Some(&path)).unwrap(), &set).unwrap();
            for (file, text) in [(DICTIONARY, &built.text), (MERGES, &built.merges)] {
                let stored = set.read(file).unwrap();
                let line = text.lines().zip(stored.lines()).position(|(a, b)| a != b);
                assert!(
                    *text == stored,
                    "`cargo xtask dictionary --set {folder}` makes {file} anew; lines differ from {line:?}"
                );
            }
        }
    }
}
