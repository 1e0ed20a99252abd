//! Whether LLVM's tools are there and are what they should be, without anything to price.

use crate::limits::TOOL_LIMIT;
use crate::process::{Runs, Tool};
use isotope_program::pricer::{Payer, PriceError};
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;

/// LLVM's release whose tools, scheduling models and printed forms everything here is made for.
pub const LLVM_RELEASE: &str = "19";

/// The text before the release in the version of each of LLVM's tools.
const VERSION: &str = "LLVM version ";

/// The properties of a tool's file that change when it is replaced; `None` where there is no such program.
pub type Stamp = Option<(PathBuf, u64, u64, i64, i64)>;

impl Tool {
    /// LLVM's compiler, found on the path.
    pub fn llc() -> Self {
        Tool::of_llvm("llc-19")
    }

    /// LLVM's assembler, found on the path.
    pub fn mc() -> Self {
        Tool::of_llvm("llvm-mc-19")
    }

    /// LLVM's linker, found on the path.
    pub fn lld() -> Self {
        Tool { package: "lld-19", ..Tool::of_llvm("ld.lld-19") }
    }

    /// LLVM's pipeline model, found on the path.
    pub fn mca() -> Self {
        Tool::of_llvm("llvm-mca-19")
    }

    fn of_llvm(program: &str) -> Self {
        Tool { program: program.into(), package: "llvm-19", limit: TOOL_LIMIT }
    }

    /// The stamp that tells the tool that the path finds now from one that it found before. Runs nothing.
    pub fn stamp(&self) -> Stamp {
        let path = self.found()?;
        let of = std::fs::metadata(&path).ok()?;
        Some((path, of.ino(), of.size(), of.mtime(), of.mtime_nsec()))
    }

    /// Runs the tool for its version. An error: it is not there, does not run, or is of another release than [`LLVM_RELEASE`].
    pub fn check(&self, runs: &Runs, payer: &dyn Payer) -> Result<(), PriceError> {
        let out = self.run(&["--version".to_owned()], String::new(), runs, payer)?;
        match release(&out.text()) {
            Some(LLVM_RELEASE) => Ok(()),
            Some(other) => Err(self.unreadable(&format!(
                "it is of LLVM {other}, and LLVM {LLVM_RELEASE} is needed: install it with `apt-get install {}`",
                self.package
            ))),
            None => Err(self.unreadable(&format!(
                "it is none of LLVM's tools, whose `--version` says `{VERSION}{LLVM_RELEASE}`: install it with `apt-get install {}`",
                self.package
            ))),
        }
    }
}

/// The release in what a tool says of its version: `19` of `Debian LLVM version 19.1.7`.
fn release(text: &str) -> Option<&str> {
    let (_, after) = text.split_once(VERSION)?;
    let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
    Some(&after[..end]).filter(|digits| !digits.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::Confinement;
    use std::os::unix::fs::PermissionsExt as _;
    use std::time::Duration;

    fn checked(program: PathBuf, confinement: Confinement) -> Result<(), String> {
        let tool = Tool { program, package: "llvm-19", limit: Duration::from_secs(60) };
        tool.check(&Runs::new(1, confinement), &|| false).map_err(|error| error.to_string())
    }

    #[test]
    fn a_release_is_read_wherever_it_stands() {
        assert_eq!(release("Debian LLVM version 19.1.7\n  Optimized build.\n"), Some("19"));
        assert_eq!(release("LLVM (http://llvm.org/):\n  LLVM version 14.0.6\n"), Some("14"));
        assert_eq!([release(""), release("LLVM version x"), release("GNU ld 2.40")], [None; 3]);
    }

    #[test]
    fn each_tool_that_is_none_is_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let script = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
            path
        };
        assert_eq!(checked("llc-19".into(), Confinement::of_this_machine()), Ok(()));
        assert_eq!(checked("llvm-mca-19".into(), Confinement::of_this_machine()), Ok(()));
        let other = checked(script("old", "echo 'Debian LLVM version 14.0.6'"), Confinement::off()).unwrap_err();
        assert!(other.contains("it is of LLVM 14, and LLVM 19 is needed") && other.contains("apt-get"), "{other}");
        let none = checked("/bin/true".into(), Confinement::of_this_machine()).unwrap_err();
        assert!(none.contains("none of LLVM's tools"), "{none}");
        let script = checked(script("llc", "exec llc-19 \"$@\""), Confinement::of_this_machine()).unwrap_err();
        assert!(script.contains("it is a script"), "{script}");
        let missing = checked(folder.path().join("nothing"), Confinement::off()).unwrap_err();
        assert!(missing.contains("was not found: install it"), "{missing}");
    }

    #[test]
    fn a_tool_that_is_replaced_has_another_stamp() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("llc");
        let tool = Tool { program: program.clone(), package: "llvm-19", limit: Duration::from_secs(60) };
        assert_eq!(tool.stamp(), None);
        let put = |text: &str| {
            std::fs::write(&program, text).unwrap();
            std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
            tool.stamp()
        };
        let first = put("one");
        assert!(first.is_some() && first == tool.stamp());
        assert_ne!(first, put("another"));
    }
}
