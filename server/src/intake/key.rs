//! The memo's key: everything that an answer depends on but prices, hashed. By other prices remembered programs are ranked anew.

use crate::search::selector::{Engine, Options};
use isotope_cache::Key;
use isotope_dictionary::Target;

/// Changes whenever the same inputs could mean another answer for reasons that no other part of the key shows.
const LAYOUT: &str = "isotope key 3";

/// The properties that do not change between requests.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Hash of the dictionary, hex.
    pub epoch: String,
    /// The operator's own word, to start afresh without deleting anything.
    pub salt: String,
}

impl Scope {
    /// The key of one canonical window.
    pub fn key(&self, canonical_hash: &[u8; 32], target: &Target, options: &Options) -> Key {
        let mut hasher = blake3::Hasher::new();
        let mut part = |bytes: &[u8]| {
            // Lengths keep ("ab", "c") and ("a", "bc") apart.
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        part(LAYOUT.as_bytes());
        part(canonical_hash);
        part(target.arch().as_bytes());
        part(target.mcpu().as_bytes());
        part(target.tune().as_bytes());
        target.features().iter().for_each(|f| part(f.as_bytes()));
        part(self.epoch.as_bytes());
        part(match options.engine {
            Engine::Fast => b"fast".as_slice(),
            Engine::Reference => b"reference",
            Engine::Baseline => b"baseline",
        });
        part(&options.budget.to_le_bytes());
        part(self.salt.as_bytes());
        Key(*hasher.finalize().as_bytes())
    }
}

/// The key of a kind of work: `kind`, and everything that it is about.
pub(crate) fn of_kind<'a>(kind: &'a str, parts: impl IntoIterator<Item = &'a [u8]>) -> Key {
    let mut hasher = blake3::Hasher::new();
    for part in std::iter::once(kind.as_bytes()).chain(parts) {
        // Lengths keep ("ab", "c") and ("a", "bc") apart.
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    Key(*hasher.finalize().as_bytes())
}

/// Bytes as lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_part_of_the_key_counts() {
        let scope = |epoch: &str, salt: &str| Scope { epoch: epoch.into(), salt: salt.into() };
        let sets = isotope_grammars::embedded();
        let target = |mattr| sets.target("x86_64", "znver4", mattr, &isotope_dictionary::Host::default()).unwrap();
        let options = |engine, budget| Options { engine, budget };
        let plain = options(Engine::Fast, 1);
        let keys = [
            scope("e", "s").key(&[0; 32], &target(""), &plain),
            scope("f", "s").key(&[0; 32], &target(""), &plain),
            scope("e", "t").key(&[0; 32], &target(""), &plain),
            scope("e", "s").key(&[1; 32], &target(""), &plain),
            scope("e", "s").key(&[0; 32], &target("-avx512vnni"), &plain),
            scope("e", "s").key(&[0; 32], &target("tune=znver5"), &plain),
            scope("e", "s").key(&[0; 32], &target(""), &options(Engine::Reference, 1)),
            scope("e", "s").key(&[0; 32], &target(""), &options(Engine::Fast, 2)),
        ];
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len());
        assert_eq!(keys[0], scope("e", "s").key(&[0; 32], &target("+avx2"), &plain));
    }
}
