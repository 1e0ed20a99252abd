//! Groups of kernels that have figures of their own: `bench/groups.toml`.

use super::build::root;
use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// Kernels that belong together.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// What they have in common.
    pub name: String,
    /// Their names.
    pub kernels: Vec<String>,
}

/// All groups.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Groups {
    /// In the order in which their kernels are measured.
    pub group: Vec<Group>,
}

impl Groups {
    /// Reads them, for a suite of these kernels.
    pub fn read(known: &[&str]) -> Result<Self> {
        let path = root().join("bench/groups.toml");
        let text = std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let groups: Groups =
            toml::from_str(&text).with_context(|| format!("{} has no groups of kernels", path.display()))?;
        let mut named = groups.group.iter().flat_map(|group| &group.kernels);
        if let Some(unknown) = named.find(|name| !known.contains(&name.as_str())) {
            bail!("{}: no kernel is named {unknown}; there are: {}", path.display(), known.join(" "));
        }
        Ok(groups)
    }

    /// When a kernel's turn is: those of groups first.
    pub fn turn(&self, kernel: &str) -> usize {
        let mut named = self.group.iter().flat_map(|group| &group.kernels);
        named.position(|name| name == kernel).unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_kernels_are_refused() {
        let error = Groups::read(&["mul"]).unwrap_err().to_string();
        assert!(error.ends_with("bench/groups.toml: no kernel is named add; there are: mul"), "{error}");
    }

    #[test]
    fn kernels_of_no_group_come_last() {
        let text = "[[group]]\nname = 'a'\nkernels = ['x', 'y']\n[[group]]\nname = 'b'\nkernels = ['y', 'z']\n";
        let groups: Groups = toml::from_str(text).unwrap();
        assert_eq!(["x", "y", "z", "w"].map(|name| groups.turn(name)), [0, 1, 3, usize::MAX]);
    }
}
