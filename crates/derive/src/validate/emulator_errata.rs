//! Known faults of emulators, as cited data (`data/emulator-errata.toml`): an answer that one explains says nothing.

use anyhow::{Context, Result, ensure};
use isotope_vendor::errata::Edit;
use serde::Deserialize;

/// One fault.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    /// A short name.
    pub name: String,
    /// The machines that have it, as records of validation name them: `bochs-2.7`.
    machines: Vec<String>,
    /// Intrinsics: patterns in which `*` stands for any characters.
    names: Vec<String>,
    /// Where the right meaning is written down.
    cite: String,
    /// The emulator's own behaviour.
    why: String,
    /// The same to the bit, as changes of the vendor's text: an answer is then the text's, or that of the text so changed, or a
    /// mismatch. Only the first say something, and there must be enough of them.
    #[serde(default)]
    pub edits: Vec<Edit>,
}

/// All known faults.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmulatorErrata {
    erratum: Vec<Erratum>,
}

impl EmulatorErrata {
    /// The faults that come with the project.
    pub fn builtin() -> Result<EmulatorErrata> {
        EmulatorErrata::read(include_str!("../../data/emulator-errata.toml"))
    }

    /// The faults of a text in the form of `emulator-errata.toml`.
    pub fn read(text: &str) -> Result<EmulatorErrata> {
        let errata: EmulatorErrata = toml::from_str(text).context("emulator-errata.toml")?;
        for entry in &errata.erratum {
            ensure!(
                entry.edits.iter().all(|edit| !edit.find.is_empty()),
                "emulator-errata.toml, {}: an edit must find something",
                entry.name
            );
            ensure!(
                !entry.cite.is_empty() && !entry.why.is_empty() && !entry.machines.is_empty(),
                "emulator-errata.toml, {}: cite, why and machines",
                entry.name
            );
        }
        Ok(errata)
    }

    /// The fault of a machine that covers an intrinsic, if there is one.
    pub fn covering(&self, intrinsic: &str, machine: &str) -> Option<&Erratum> {
        let of = |e: &&Erratum| e.machines.iter().any(|name| name == machine);
        self.erratum.iter().filter(of).find(|e| e.names.iter().any(|pattern| matches(pattern, intrinsic)))
    }

    /// The same, if it is known to the bit.
    pub fn known(&self, intrinsic: &str, machine: &str) -> Option<&Erratum> {
        self.covering(intrinsic, machine).filter(|fault| !fault.edits.is_empty())
    }
}

/// Whether a name matches a pattern.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((head, tail)) => name.strip_prefix(head).is_some_and(|rest| {
            rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| matches(tail, &rest[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_cover_what_they_name_and_no_more() {
        let errata = EmulatorErrata::builtin().unwrap();
        let covering = |name: &str| errata.covering(name, "bochs-2.7").map(|e| e.name.as_str());
        assert_eq!(covering("_mm512_maskz_compress_epi8"), Some("bochs-compress-all-bytes"));
        assert_eq!(covering("_mm256_maskz_compress_epi8"), None);
        assert_eq!(covering("_mm_multishift_epi64_epi8"), None);
        assert_eq!(covering("_mm_mask_expand_epi16"), Some("bochs-expand"));
        assert_eq!(covering("_mm_mask_expand_epi32"), None);
        assert!(errata.covering("_mm_mask_expand_epi16", "bochs-9.9").is_none());
    }
}
