//! Groups of kernels that have figures of their own: `bench/groups.toml`.

use super::build::root;
use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// Kernels that belong together.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The name that they have in common.
    pub name: String,
    /// The targets of the suite that have the group; all of them without any.
    #[serde(default)]
    pub targets: Vec<String>,
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
    /// Reads those of a target, for a suite of these kernels.
    ///
    /// # Errors
    ///
    /// There is no such file, it holds something else, or a group names a kernel that there is not.
    pub fn read(known: &[&str], target: &str) -> Result<Self> {
        let path = root().join("bench/groups.toml");
        let text = std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let mut groups: Groups =
            toml::from_str(&text).with_context(|| format!("{} has no groups of kernels", path.display()))?;
        let mut named = groups.group.iter().flat_map(|group| &group.kernels);
        if let Some(unknown) = named.find(|name| !known.contains(&name.as_str())) {
            bail!("{}: no kernel is named {unknown}; there are: {}", path.display(), known.join(" "));
        }
        groups.group.retain(|group| group.targets.is_empty() || group.targets.iter().any(|of| of == target));
        Ok(groups)
    }

    /// All kernels, then those of each group that has some, with the group's name.
    pub fn sorted<'a, K>(&self, kernels: &'a [K], name: fn(&K) -> &String) -> Vec<(String, Vec<&'a K>)> {
        let named = |group: &Group| {
            let of_group = kernels.iter().filter(|kernel| group.kernels.contains(name(kernel)));
            (group.name.clone(), of_group.collect::<Vec<_>>())
        };
        let every = ("all".to_owned(), kernels.iter().collect());
        let groups = std::iter::once(every).chain(self.group.iter().map(named));
        groups.filter(|(_, kernels)| !kernels.is_empty()).collect()
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
        let error = Groups::read(&["mul"], "x86_64").unwrap_err().to_string();
        assert!(error.ends_with("bench/groups.toml: no kernel is named add; there are: mul"), "{error}");
    }

    #[test]
    fn kernels_of_no_group_come_last() {
        let text = "[[group]]\nname = 'a'\nkernels = ['x', 'y']\n[[group]]\nname = 'b'\nkernels = ['y', 'z']\n";
        let groups: Groups = toml::from_str(text).unwrap();
        assert_eq!(["x", "y", "z", "w"].map(|name| groups.turn(name)), [0, 1, 3, usize::MAX]);
    }
}
