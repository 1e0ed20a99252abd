//! The wall around files: what is not listed cannot be opened, whatever its mode says, and nothing can be written.

use super::{Reach, Sandbox};
use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, PathBeneath, PathFd, Ruleset, RulesetAttr as _, RulesetCreated,
    RulesetCreatedAttr as _, RulesetError, Scope,
};
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

/// Where the system has libraries, and what its loader looks up.
const LIBRARIES: [&str; 6] = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"];

/// Loaders: the kernel starts a program by them.
const LOADERS: [&str; 4] = [
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
];

/// Accesses that are not told apart below: everything else that the kernel knows is refused. Parts that it does not know yet (TCP,
/// signals to others) are left to the wall around system calls.
const NEWEST: ABI = ABI::V7;

/// The rules for a program of this reach; `None` where the kernel has no Landlock.
pub(super) fn wall(reach: &Reach) -> io::Result<Option<OwnedFd>> {
    rules(reach).map(Option::from).map_err(io::Error::other)
}

fn rules(reach: &Reach) -> Result<RulesetCreated, RulesetError> {
    let runs = AccessFs::Execute | AccessFs::ReadFile;
    let reads = AccessFs::ReadFile | AccessFs::ReadDir;
    let mut rules = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?;
    rules = allowed(rules, &reach.program, runs)?;
    for loader in LOADERS {
        rules = allowed(rules, loader.as_ref(), runs)?;
    }
    for library in LIBRARIES {
        rules = allowed(rules, library.as_ref(), AccessFs::ReadFile.into())?;
    }
    for path in &reach.reads {
        rules = allowed(rules, path, reads)?;
    }
    Ok(rules)
}

/// A path that is not there needs no rule.
fn allowed(rules: RulesetCreated, path: &Path, access: BitFlags<AccessFs>) -> Result<RulesetCreated, RulesetError> {
    match PathFd::new(path) {
        Ok(opened) => rules.add_rule(PathBeneath::new(opened, access)),
        Err(_) => Ok(rules),
    }
}

/// Whether the wall holds: a thread behind one without a gate cannot list the root folder.
pub(super) fn hold() -> bool {
    let behind = || {
        let files = wall(&Reach::default()).ok()??;
        Sandbox { files: Some(files), calls: None, rights: false }.enter().ok()?;
        std::fs::read_dir("/").err().map(|error| error.kind())
    };
    let tried = std::thread::Builder::new().spawn(behind).map(|thread| thread.join());
    matches!(tried, Ok(Ok(Some(io::ErrorKind::PermissionDenied))))
}
