//! What the dictionary is made of besides the vendor's text.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use isotope_dictionary::{Validation, ranges};

/// The guide's XML; `.xz` is decompressed by the tool of that name.
pub fn guide(path: &Path) -> Result<String> {
    if path.extension().is_none_or(|e| e != "xz") {
        return std::fs::read_to_string(path)
            .with_context(|| format!("reading Intel's guide {}; `--guide FILE` names another place", path.display()));
    }
    ensure!(path.exists(), "Intel's guide is not at {}; `--guide FILE` names another place", path.display());
    let output = Command::new("xz").arg("-dc").arg(path).output().context("running xz")?;
    if !output.status.success() {
        bail!("xz -dc {}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
    }
    String::from_utf8(output.stdout).context("the guide is not UTF-8")
}

/// The other data files, by intrinsic.
pub struct Tables {
    features: BTreeMap<String, String>,
    validation: BTreeMap<String, Validation>,
    immediates: BTreeMap<String, Vec<(u64, u64)>>,
}

impl Tables {
    /// Reads them from the project's folder.
    pub fn read(root: &Path) -> Result<Tables> {
        let read = |name: &str| {
            let path = root.join("grammars/data/x86").join(name);
            std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))
        };
        let (features, validation, forms) = (read("features.txt")?, read("validation.txt")?, read("llvm-forms.txt")?);
        ensure!(
            validation.starts_with("# isotope validation 1\n"),
            "validation.txt: the first line does not name version 1"
        );
        ensure!(features.starts_with("# isotope features 1\n"), "features.txt: the first line does not name version 1");
        let rows = |text: &str| {
            let lines = text.lines().filter(|l| !l.starts_with('#'));
            lines
                .filter_map(|l| l.split_once(' '))
                .map(|(a, b)| (a.to_owned(), b.to_owned()))
                .collect::<BTreeMap<_, _>>()
        };
        let validation = rows(&validation).into_iter().map(|(name, status)| (name, status_of(&status))).collect();
        Ok(Tables { features: rows(&features), validation, immediates: immediates(&forms)? })
    }

    /// LLVM's names of the guide's features.
    pub fn features(&self, cpuid: &[String]) -> Result<Vec<String>> {
        let known =
            cpuid.iter().map(|c| self.features.get(c).cloned().with_context(|| format!("features.txt lacks {c}")));
        Ok(known.collect::<Result<BTreeSet<_>>>()?.into_iter().collect())
    }

    /// How a member's semantics were checked.
    pub fn validation(&self, name: &str) -> Validation {
        self.validation.get(name).copied().unwrap_or(Validation::None)
    }

    /// The values that an immediate may take in C, as ranges; none where nothing is known.
    pub fn immediate_values(&self, name: &str) -> Vec<(u64, u64)> {
        self.immediates.get(name).cloned().unwrap_or_default()
    }
}

/// `native 256`, `emulator 256 [errata ...]`; all else is not a validation.
fn status_of(text: &str) -> Validation {
    let mut words = text.split(' ');
    let how = words.next();
    match (how, words.next().and_then(|n| n.parse().ok())) {
        (Some("native"), Some(inputs)) => Validation::Native(inputs),
        (Some("emulator"), Some(inputs)) => Validation::Emulator(inputs),
        _ => Validation::None,
    }
}

fn immediates(forms: &str) -> Result<BTreeMap<String, Vec<(u64, u64)>>> {
    let mut found = BTreeMap::new();
    let mut current = "";
    for line in forms.lines() {
        if let Some(name) = line.strip_prefix("intrinsic ") {
            current = name;
        } else if let Some(rest) = line.strip_prefix("imm ") {
            let values = rest.rsplit(' ').next().and_then(ranges);
            found.insert(current.to_owned(), values.with_context(|| format!("llvm-forms.txt: {current}: imm {rest}"))?);
        }
    }
    Ok(found)
}
