//! Cargo and other programs, started as from a shell.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// How the variables begin that cargo sets for a program that it runs.
const OWN: [&str; 2] = ["CARGO_MANIFEST_", "CARGO_PKG_"];

/// Cargo, in a folder.
pub fn cargo(folder: &Path) -> Command {
    program(Path::new(env!("CARGO")), folder)
}

/// A program in a folder, without what cargo says of this one to it: build scripts of dependencies would take that for a change, and
/// they and all that stands on them would be compiled again.
pub fn program(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder);
    let is_own = |name: &OsString| OWN.iter().any(|own| name.as_encoded_bytes().starts_with(own.as_bytes()));
    for name in std::env::vars_os().map(|(name, _)| name).filter(is_own) {
        command.env_remove(name);
    }
    command
}
