//! LLVM's tools, loaded once: each run is a fork of a process whose loader and constructors are through, which takes a third of the time of
//! a start.
//!
//! A library that is preloaded into the tool (`prepared/prepared.c`) waits in the place of its `main` for requests. A run has the bounds and
//! the walls that it would have by itself, put on before the tool's own `main`. What cannot be loaded so, as a script or a program
//! without a dynamic loader, is started for each run.

use crate::child::Allowance;
use crate::limits::{MAX_REQUEST_BYTES, PREPARING_LIMIT, REPORT_LIMIT};
use crate::sandbox::{self, Sandbox};
use crate::tools::Stamp;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::socket::{AddressFamily, ControlMessage, MsgFlags, SockFlag, SockType, recv, sendmsg, socketpair};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, IoSlice, Read as _, Write as _};
use std::net::Shutdown;
use std::os::fd::{AsFd as _, AsRawFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wait4::Wait4 as _;

/// What is preloaded.
const LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/prepared.so"));

/// The descriptors that a tool has when it starts: its requests, and the library.
const DESCRIPTORS: [i32; 2] = [3, 4];

/// Filters of system calls that a request may have.
const FILTERS: usize = 4;

/// Tools that are loaded, by their files. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prepared(Arc<Mutex<HashMap<PathBuf, Known>>>);

/// A tool that was loaded, or could not be.
#[derive(Debug)]
struct Known {
    stamp: Stamp,
    loaded: Option<Arc<Loaded>>,
}

/// A process that waits for requests. It ends when its socket is closed.
#[derive(Debug)]
struct Loaded {
    requests: OwnedFd,
    process: Child,
}

impl Drop for Loaded {
    fn drop(&mut self) {
        // It fails only when the process has ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A run of a tool.
pub(crate) struct Run {
    pub stdin: ChildStdin,
    pub stdout: ChildStdout,
    pub stderr: ChildStderr,
    pub process: Process,
}

/// The process of a run.
pub(crate) enum Process {
    /// A child of this one.
    Started(Child),
    /// A fork of a loaded tool, by the socket on which its end is reported: where that is closed the run is killed.
    Forked(UnixStream),
}

impl Process {
    /// Kills it; it fails only when the process has ended.
    pub fn kill(&mut self) {
        match self {
            Process::Started(child) => _ = child.kill(),
            Process::Forked(report) => {
                let _ = report.shutdown(Shutdown::Write);
                // A loaded tool that somebody stopped reports nothing.
                let _ = report.set_read_timeout(Some(REPORT_LIMIT));
            }
        }
    }

    /// Waits for its end: how it ended, and the CPU time that it took.
    pub fn wait(self) -> io::Result<(ExitStatus, Duration)> {
        match self {
            Process::Started(child) => {
                let ended = child.wait4()?;
                Ok((ended.status, ended.rusage.utime + ended.rusage.stime))
            }
            Process::Forked(mut report) => {
                let mut bytes = [0; 24];
                report.read_exact(&mut bytes)?;
                let word = |at: usize| u64::from_ne_bytes(std::array::from_fn(|byte| bytes[at + byte]));
                let status = i32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                Ok((ExitStatus::from_raw(status), Duration::from_micros(word(8) + word(16))))
            }
        }
    }
}

impl Run {
    /// Of a child with pipes; `None` where it has none.
    pub fn of(mut child: Child) -> Option<Run> {
        let (stdin, stdout, stderr) = (child.stdin.take()?, child.stdout.take()?, child.stderr.take()?);
        Some(Run { stdin, stdout, stderr, process: Process::Started(child) })
    }
}

impl Prepared {
    /// Runs the tool of that file, which has this stamp, by a fork; `None` where it has to be started.
    pub fn run(
        &self,
        (program, name, stamp): (&Path, &Path, &Stamp),
        args: &[String],
        allowance: &Allowance,
        sandbox: &Sandbox,
    ) -> Option<Run> {
        let loaded = self.loaded(program, name, stamp)?;
        let run = loaded.run(args, allowance, sandbox);
        if let Err(error) = &run {
            tracing::debug!(tool = %program.display(), %error, "it is loaded no more");
            self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(program);
        }
        run.ok().flatten()
    }

    fn loaded(&self, program: &Path, name: &Path, stamp: &Stamp) -> Option<Arc<Loaded>> {
        // Whoever comes second waits until it is loaded.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(program).filter(|known| known.stamp == *stamp) {
            return known.loaded.clone();
        }
        let loaded = Loaded::start(program, name)
            .inspect_err(|error| tracing::debug!(tool = %program.display(), %error, "it is started for each run"))
            .ok()
            .map(Arc::new);
        known.insert(program.to_owned(), Known { stamp: stamp.clone(), loaded: loaded.clone() });
        loaded
    }
}

impl Loaded {
    /// Loads a tool, and waits until it is ready.
    #[allow(unsafe_code)]
    fn start(program: &Path, name: &Path) -> io::Result<Loaded> {
        let library = memfd_create("isotope-prepared", MFdFlags::MFD_CLOEXEC)?;
        let mut library = File::from(library);
        library.write_all(LIBRARY)?;
        let (requests, other) = socketpair(AddressFamily::Unix, SockType::SeqPacket, None, SockFlag::SOCK_CLOEXEC)?;
        let mut command = Command::new(program);
        command.arg0(name).process_group(0).env_clear().envs(sandbox::environment());
        command.env("LD_PRELOAD", format!("/proc/self/fd/{}", DESCRIPTORS[1])).env("LD_BIND_NOW", "1");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let passed = [other.as_raw_fd(), library.as_raw_fd()];
        // SAFETY: between fork and exec only system calls are made; nothing is allocated and no lock is taken.
        unsafe {
            command.pre_exec(move || {
                use nix::libc;
                libc::syscall(libc::SYS_close_range, 3, u32::MAX, libc::CLOSE_RANGE_CLOEXEC);
                // Neither may be closed by the other: first both above all others, then down to their places.
                let above = passed
                    .map(|fd| libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 1 + DESCRIPTORS[1].max(passed[0]).max(passed[1])));
                for (from, to) in above.into_iter().zip(DESCRIPTORS) {
                    if from < 0 || libc::dup2(from, to) < 0 {
                        return Err(io::Error::last_os_error());
                    }
                }
                Ok(())
            });
        }
        let loaded = Loaded { process: command.spawn()?, requests };
        drop(other);
        let mut ready = [PollFd::new(loaded.requests.as_fd(), PollFlags::POLLIN)];
        let is_there = poll(&mut ready, PollTimeout::try_from(PREPARING_LIMIT).unwrap_or(PollTimeout::MAX))? > 0;
        let mut said = [0; 1];
        if !is_there || recv(loaded.requests.as_raw_fd(), &mut said, MsgFlags::MSG_DONTWAIT)? != 1 {
            return Err(io::Error::other("it does not wait for requests"));
        }
        Ok(loaded)
    }

    /// A fork with these arguments; `None` where a request cannot hold them.
    fn run(&self, args: &[String], allowance: &Allowance, sandbox: &Sandbox) -> io::Result<Option<Run>> {
        let walls = sandbox.walls();
        if walls.filters.len() > FILTERS || args.iter().any(|arg| arg.contains('\0')) {
            return Ok(None);
        }
        let mut message: Vec<u8> = Vec::new();
        for number in [allowance.data_bytes, allowance.address_bytes, allowance.cpu_seconds.unwrap_or(0)] {
            message.extend(number.to_ne_bytes());
        }
        let flags = [allowance.stands_back, walls.rights, walls.files.is_some()].map(u32::from);
        let lengths = (0..FILTERS).map(|at| walls.filters.get(at).map_or(0, |filter| 8 * filter.len() as u32));
        flags
            .into_iter()
            .chain([walls.filters.len() as u32])
            .chain(lengths)
            .for_each(|n| message.extend(n.to_ne_bytes()));
        for call in walls.filters.iter().flatten() {
            message.extend(call.code.to_ne_bytes());
            message.extend([call.jt, call.jf]);
            message.extend(call.k.to_ne_bytes());
        }
        for arg in args {
            message.extend(arg.as_bytes());
            message.push(0);
        }
        if message.len() > MAX_REQUEST_BYTES {
            return Ok(None);
        }
        let (input, stdin) = io::pipe()?;
        let (stdout, output) = io::pipe()?;
        let (stderr, errors) = io::pipe()?;
        let (report, other) = UnixStream::pair()?;
        let mut passed = vec![input.as_raw_fd(), output.as_raw_fd(), errors.as_raw_fd(), other.as_raw_fd()];
        passed.extend(walls.files.map(|files| files.as_raw_fd()));
        let sent = sendmsg::<()>(
            self.requests.as_raw_fd(),
            &[IoSlice::new(&message)],
            &[ControlMessage::ScmRights(&passed)],
            MsgFlags::MSG_NOSIGNAL | MsgFlags::MSG_DONTWAIT,
            None,
        )?;
        if sent != message.len() {
            return Err(io::Error::other("a request was cut"));
        }
        Ok(Some(Run {
            stdin: OwnedFd::from(stdin).into(),
            stdout: OwnedFd::from(stdout).into(),
            stderr: OwnedFd::from(stderr).into(),
            process: Process::Forked(report),
        }))
    }
}

#[cfg(test)]
mod tests;
