//! What the dictionary is made of besides the vendor's text.

use crate::folder::{SetFolder, rows};
use anyhow::{Context, Result};
use isotope_dictionary::{Validation, ranges};
use std::collections::BTreeMap;

/// The other data files, by intrinsic.
pub struct Tables {
    validation: BTreeMap<String, Validation>,
    immediates: BTreeMap<String, Vec<(u64, u64)>>,
}

impl Tables {
    /// Reads them from the folder.
    pub fn read(set: &SetFolder) -> Result<Tables> {
        let validation = rows(&set.read("validation.txt")?, "# isotope validation 1\n").context("validation.txt")?;
        let validation =
            validation.into_iter().filter_map(|(name, status)| Some((name, Validation::read(&status)?))).collect();
        Ok(Tables { validation, immediates: immediates(&set.read("llvm-forms.txt")?)? })
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
