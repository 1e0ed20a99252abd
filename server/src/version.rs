//! The programs' versions.

use crate::sets;

/// The commit that a release was built from, where whoever built it said so.
const COMMIT: Option<&str> = option_env!("ISOTOPE_COMMIT");

/// The program with what `--version` prints: version, commit, and the epoch of the dictionary, which is read only where it is asked for.
/// `-V` prints the version alone.
pub fn said_by(command: clap::Command) -> clap::Command {
    let is_asked = std::env::args_os().skip(1).take_while(|arg| arg != "--").any(|arg| arg == "--version");
    if is_asked { command.long_version(long()) } else { command }
}

fn long() -> String {
    let epoch = sets::load(None).map_or_else(|error| error.to_string(), |sets| sets.epoch());
    let commit = COMMIT.filter(|commit| !commit.is_empty()).unwrap_or("not recorded in this build");
    format!("{}\ncommit {commit}\nepoch  {epoch}", env!("CARGO_PKG_VERSION"))
}
