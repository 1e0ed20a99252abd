//! The actions that remain to a process which reads text from outside: compute, and talk through the pipes that it was given.
//!
//! Means of the kernel's that need neither rights nor a program of their own, put on between fork and exec, so that nothing of
//! the program runs without them: Landlock ([`files`]) leaves of the file system what the program is and links with, to be read, seccomp
//! ([`calls`]) leaves of the system calls what computing takes: no sockets, no processes, nobody else's memory, and of root's
//! capabilities none is left ([`rights`]). Containers allow all three. Bounds on memory and time are [`crate::child`]'s.

mod calls;
mod files;
mod rights;
#[cfg(test)]
mod tests;

use crate::child;
use seccompiler::BpfProgram;
use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd as _, AsRawFd as _, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Variables that a sandboxed program is started with, where they are set; others may hold passwords.
const VARIABLES: [&str; 3] = ["LD_LIBRARY_PATH", "PATH", "RUST_BACKTRACE"];

/// How much of the sandbox there is here. Clones share it.
#[derive(Clone, Debug)]
pub struct Confinement {
    files: bool,
    calls: Option<Arc<Vec<BpfProgram>>>,
    rights: bool,
    bounds: bool,
    wanted: bool,
}

impl Confinement {
    /// None, whatever the machine has.
    pub fn off() -> Self {
        Confinement { files: false, calls: None, rights: false, bounds: false, wanted: false }
    }

    /// All that holds on this machine: each wall is put on a thread of its own, which then tries what it must not. Bounds on memory
    /// are looked at besides: they are put on with or without a sandbox.
    pub fn of_this_machine() -> Self {
        let calls = calls::filters().map(Arc::new).filter(calls::hold);
        let bounds = child::bounds_hold();
        Confinement { files: files::hold(), calls, rights: rights::hold(), bounds, wanted: true }
    }

    /// The same without the wall around files.
    #[cfg(test)]
    pub(crate) fn without_files(&self) -> Self {
        Confinement { files: false, ..self.clone() }
    }

    /// The walls that are wanted and not to be had, as a sentence with a remedy.
    pub fn lacks(&self) -> Option<String> {
        let files = (!self.files).then_some("files (Landlock: Linux 5.13 or later, with `landlock` among its `lsm=`)");
        let calls = self.calls.is_none().then_some("system calls (seccomp)");
        let rights = (!self.rights).then_some("capabilities (capset)");
        let bounds =
            (!self.bounds).then_some("memory (setrlimit: an emulator of another processor does not keep its bounds)");
        let lacks: Vec<&str> = files.into_iter().chain(calls).chain(rights).chain(bounds).collect();
        let sentence = || {
            format!("the sandbox of LLVM's tools and of the workers has no wall here for {}", lacks.join(" and for "))
        };
        (self.wanted && !lacks.is_empty()).then(sentence)
    }

    /// Whether nothing is put on.
    pub fn is_off(&self) -> bool {
        !self.files && self.calls.is_none() && !self.rights
    }

    /// The sandbox of one process that reaches so far.
    pub fn around(&self, reach: &Reach) -> io::Result<Sandbox> {
        let files = if self.files { files::wall(reach)? } else { None };
        Ok(Sandbox { files, calls: self.calls.clone(), rights: self.rights })
    }
}

/// The files of a program: all that it can open.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Its path.
    pub program: PathBuf,
    /// Folders and files that it may read besides the system's libraries.
    pub reads: Vec<PathBuf>,
}

impl Reach {
    /// Of a program with its libraries where the system has them, in a folder `lib` beside the program's own, or on
    /// `LD_LIBRARY_PATH`.
    pub fn of(program: &Path) -> Self {
        let whole = program.canonicalize().unwrap_or_else(|_| program.to_owned());
        let beside = whole.parent().and_then(Path::parent).map(|folder| folder.join("lib"));
        let named = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        let named = std::env::split_paths(&named).filter(|folder| folder.is_absolute()).collect::<Vec<_>>();
        Reach { program: whole, reads: beside.into_iter().chain(named).collect() }
    }

    /// Of a program that is the one that runs, opened as `executable`: the libraries are those that this process has. Folders of
    /// libraries are read as a whole; of the program's own folder, which may hold anything, only what this process has loaded.
    pub fn of_this_program(executable: &Path) -> Self {
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
        let own = std::env::current_exe().ok().and_then(|program| program.parent().map(Path::to_owned));
        Reach { program: executable.to_owned(), reads: loaded(&maps, own.as_deref()) }
    }
}

/// The folders of the files that are mapped to be executed; of the folder `own` only these files themselves.
fn loaded(maps: &str, own: Option<&Path>) -> Vec<PathBuf> {
    let mapped = |line: &str| line.find('/').map(|at| PathBuf::from(&line[at..]));
    let files = maps.lines().filter(|line| line.contains(" r-xp ")).filter_map(mapped);
    let mut reads: Vec<PathBuf> = files
        .filter_map(|file| match file.parent() {
            folder if folder == own => Some(file),
            folder => folder.map(Path::to_owned),
        })
        .collect();
    reads.sort();
    reads.dedup();
    reads
}

/// The walls of a [`Sandbox`].
pub(crate) struct Walls<'a> {
    /// Landlock's rules.
    pub files: Option<BorrowedFd<'a>>,
    /// Filters of system calls, in their order.
    pub filters: &'a [BpfProgram],
    /// Whether all capabilities are dropped.
    pub rights: bool,
}

/// The walls around one process.
#[derive(Debug)]
pub struct Sandbox {
    files: Option<OwnedFd>,
    calls: Option<Arc<Vec<BpfProgram>>>,
    rights: bool,
}

impl Sandbox {
    /// None at all.
    pub fn none() -> Self {
        Sandbox { files: None, calls: None, rights: false }
    }

    /// Its walls, for a process that puts them on itself.
    pub(crate) fn walls(&self) -> Walls<'_> {
        let filters = self.calls.as_ref().map_or(&[][..], |filters| filters);
        Walls { files: self.files.as_ref().map(OwnedFd::as_fd), filters, rights: self.rights }
    }

    /// Puts it on the calling thread, for good, and on what it becomes. Only system calls are made: nothing is allocated
    /// unless it fails.
    #[allow(unsafe_code)]
    pub fn enter(&self) -> io::Result<()> {
        if self.rights {
            rights::drop_all()?;
        }
        if let Some(files) = &self.files {
            nix::sys::prctl::set_no_new_privs()?;
            // SAFETY: a system call on a descriptor that lives as long as this; it reads no memory of ours.
            let ended = unsafe { nix::libc::syscall(nix::libc::SYS_landlock_restrict_self, files.as_raw_fd(), 0) };
            if ended != 0 {
                return Err(io::Error::last_os_error());
            }
        }
        // Last: it takes away what came before.
        for filter in self.calls.iter().flat_map(|filters| filters.iter()) {
            seccompiler::apply_filter(filter).map_err(|error| match error {
                seccompiler::Error::Prctl(error) | seccompiler::Error::Seccomp(error) => error,
                _ => io::Error::from(io::ErrorKind::InvalidInput),
            })?;
        }
        Ok(())
    }
}

/// The environment of a sandboxed program.
pub fn environment() -> impl Iterator<Item = (&'static str, OsString)> {
    VARIABLES.into_iter().filter_map(|name| Some((name, std::env::var_os(name)?)))
}
