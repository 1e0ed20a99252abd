//! The sources of the dictionary besides the vendor's text.

use crate::folder::{SetFolder, rows};
use anyhow::{Context, Result};
use isotope_dictionary::manifest::FormsBy;
use isotope_dictionary::{Validation, ranges};
use isotope_semantics::Semantics;
use std::collections::{BTreeMap, BTreeSet};

/// The other data files, by intrinsic.
pub struct Tables {
    validation: BTreeMap<String, Validation>,
    immediates: BTreeMap<String, Vec<(u64, u64)>>,
    /// Instructions with an LLVM form, where forms are derived.
    formed: Option<BTreeSet<String>>,
}

impl Tables {
    /// Reads them from the folder.
    pub fn read(set: &SetFolder) -> Result<Tables> {
        let validation = rows(&set.read("validation.txt")?, "# isotope validation 1\n").context("validation.txt")?;
        let validation =
            validation.into_iter().filter_map(|(name, status)| Some((name, Validation::read(&status)?))).collect();
        let forms = match &set.manifest.vendor.forms {
            // Nothing is known of them but their bits.
            FormsBy::Builtins(_) => String::new(),
            _ => set.read("llvm-forms.txt")?,
        };
        let names = forms.lines().filter_map(|line| line.strip_prefix("intrinsic ")).map(str::to_owned);
        let formed = (set.manifest.vendor.forms == FormsBy::Clang).then(|| names.collect());
        Ok(Tables { validation, immediates: immediates(&forms)?, formed })
    }

    /// Whether an instruction is one that the engines are offered: it has an LLVM form, or none of the set has.
    pub fn offers(&self, name: &str) -> bool {
        self.formed.as_ref().is_none_or(|formed| formed.contains(name))
    }

    /// How a member's semantics were checked.
    pub fn validation(&self, name: &str) -> Validation {
        self.validation.get(name).copied().unwrap_or(Validation::None)
    }

    /// The values that an immediate may take in C, as ranges; none where nothing is known. Of a set without forms those that
    /// its bits can hold.
    pub fn immediate_values(&self, name: &str, semantics: &Semantics) -> Vec<(u64, u64)> {
        if self.immediates.is_empty() {
            let bits = semantics.immediates().map(|at| semantics.operands[at].element_bits).min();
            return bits.map(|bits| (0, (1 << bits.min(32)) - 1)).into_iter().collect();
        }
        self.immediates.get(name).cloned().unwrap_or_default()
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
