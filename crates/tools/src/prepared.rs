//! LLVM's tools, loaded once: each run is a fork of a process whose loader and constructors are through, which takes a third of the time of
//! a start.
//!
//! A library that is preloaded into the tool (`prepared/prepared.c`) waits in the place of its `main` for requests. A run has the bounds and
//! the walls that it would have by itself, put on before the tool's own `main`. A tool that cannot be loaded so, as a script or a program
//! without a dynamic loader, is started for each run.

use crate::child::Allowance;
use crate::limits::{BEGIN_LIMIT, MAX_REQUEST_BYTES, PREPARING_LIMIT, REPORT_LIMIT};
use crate::release::Stamp;
use crate::sandbox::{self, Sandbox};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::socket::{AddressFamily, ControlMessage, MsgFlags, SockFlag, SockType, recv, sendmsg, socketpair};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, IoSlice, Read as _, Write as _};
use std::net::Shutdown;
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use wait4::Wait4 as _;

/// The library that is preloaded.
const LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/prepared.so"));

/// The descriptors that a tool has when it starts: its requests, and the library.
const DESCRIPTORS: [i32; 2] = [3, 4];

/// Bytes that say that a run has begun: its process.
const BEGUN_BYTES: usize = 4;

/// Filters of system calls that a request may have.
const FILTERS: usize = 4;

/// Tools that are loaded, by their files. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prepared(Arc<Mutex<HashMap<PathBuf, Known>>>);

/// A tool that was loaded; or that is being loaded, or could not be, and is started for each run.
#[derive(Debug)]
struct Known {
    stamp: Stamp,
    loaded: Option<Arc<Loaded>>,
}

/// A process that waits for requests. It ends when its socket is closed, and lives as long as its runs.
#[derive(Debug)]
pub(crate) struct Loaded {
    requests: OwnedFd,
    /// Here until it is dropped.
    process: Option<Child>,
}

impl Drop for Loaded {
    fn drop(&mut self) {
        let Some(mut process) = self.process.take() else { return };
        // It fails only when the process has ended.
        let _ = process.kill();
        if !matches!(process.try_wait(), Ok(Some(_))) {
            // One that waits for a disk ends when it has it: nobody here waits for that.
            std::thread::spawn(move || process.wait());
        }
    }
}

/// How often who waits for a process looks whether they still have to.
const POLL: Duration = Duration::from_millis(5);

/// Waits until there is something to read. An error: not in this time, or it was `stopped`.
fn until_readable(socket: &impl std::os::fd::AsFd, limit: Duration, stopped: &dyn Fn() -> bool) -> io::Result<()> {
    let began = Instant::now();
    loop {
        let mut ready = [PollFd::new(socket.as_fd(), PollFlags::POLLIN)];
        if poll(&mut ready, PollTimeout::try_from(POLL).unwrap_or(PollTimeout::MAX))? > 0 {
            return Ok(());
        }
        if stopped() {
            return Err(io::Error::new(io::ErrorKind::Interrupted, "nobody waits for it any more"));
        }
        if began.elapsed() >= limit {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "it does not answer"));
        }
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
    Forked { report: UnixStream, _loaded: Arc<Loaded> },
}

impl Process {
    /// Kills it; it fails only when the process has ended.
    pub fn kill(&mut self) {
        match self {
            Process::Started(child) => _ = child.kill(),
            Process::Forked { report, .. } => {
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
            Process::Forked { mut report, .. } => {
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
    fn known(&self) -> MutexGuard<'_, HashMap<PathBuf, Known>> {
        // Never held over a process: every change is whole before the lock is given back.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the tool of that file, which has this stamp, by a fork; `None` where it has to be started. Waits for the begin of the run, and
    /// for the tool to be loaded where it is the first: until it is `stopped`.
    pub fn run(
        &self,
        (program, name, stamp): (&Path, &Path, &Stamp),
        args: &[String],
        (allowance, sandbox): (&Allowance, &Sandbox),
        stopped: &dyn Fn() -> bool,
    ) -> Option<Run> {
        let loaded = self.loaded(program, name, stamp, stopped)?;
        let run = Loaded::run(&loaded, args, (allowance, sandbox), stopped);
        if let Err(error) = &run
            && error.kind() != io::ErrorKind::Interrupted
        {
            tracing::debug!(tool = %program.display(), %error, "it is loaded no more");
            let is_this = |known: &Known| known.loaded.as_ref().is_some_and(|other| Arc::ptr_eq(other, &loaded));
            let mut known = self.known();
            let gone = if known.get(program).is_some_and(is_this) { known.remove(program) } else { None };
            drop(known);
            drop(gone);
        }
        run.ok().flatten()
    }

    /// The loaded tool. While somebody else loads it there is none.
    fn loaded(&self, program: &Path, name: &Path, stamp: &Stamp, stopped: &dyn Fn() -> bool) -> Option<Arc<Loaded>> {
        let before = {
            let mut known = self.known();
            if let Some(known) = known.get(program).filter(|known| known.stamp == *stamp) {
                return known.loaded.clone();
            }
            known.insert(program.to_owned(), Known { stamp: stamp.clone(), loaded: None })
        };
        drop(before);
        let started = Loaded::start(program, name, stopped)
            .inspect_err(|error| tracing::debug!(tool = %program.display(), %error, "it is started for each run"));
        let is_given_up = matches!(&started, Err(error) if error.kind() == io::ErrorKind::Interrupted);
        let loaded = started.ok().map(Arc::new);
        let mut known = self.known();
        // Another may have been put in its place meanwhile.
        if known.get(program).is_some_and(|known| known.stamp == *stamp) {
            if is_given_up {
                known.remove(program);
            } else {
                known.insert(program.to_owned(), Known { stamp: stamp.clone(), loaded: loaded.clone() });
            }
        }
        loaded
    }
}

impl Loaded {
    /// Loads a tool, and waits until it is ready.
    #[allow(unsafe_code)]
    fn start(program: &Path, name: &Path, stopped: &dyn Fn() -> bool) -> io::Result<Loaded> {
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
        let loaded = Loaded { process: Some(command.spawn()?), requests };
        drop(other);
        until_readable(&loaded.requests, PREPARING_LIMIT, stopped)?;
        let mut said = [0; 1];
        if recv(loaded.requests.as_raw_fd(), &mut said, MsgFlags::MSG_DONTWAIT)? != 1 {
            return Err(io::Error::other("it does not wait for requests"));
        }
        Ok(loaded)
    }

    /// A fork with these arguments; `None` where a request cannot hold them. An error: it does not begin one.
    fn run(
        loaded: &Arc<Loaded>,
        args: &[String],
        (allowance, sandbox): (&Allowance, &Sandbox),
        stopped: &dyn Fn() -> bool,
    ) -> io::Result<Option<Run>> {
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
        let (mut report, other) = UnixStream::pair()?;
        let mut passed = vec![input.as_raw_fd(), output.as_raw_fd(), errors.as_raw_fd(), other.as_raw_fd()];
        passed.extend(walls.files.map(|files| files.as_raw_fd()));
        let sent = sendmsg::<()>(
            loaded.requests.as_raw_fd(),
            &[IoSlice::new(&message)],
            &[ControlMessage::ScmRights(&passed)],
            MsgFlags::MSG_NOSIGNAL | MsgFlags::MSG_DONTWAIT,
            None,
        )?;
        if sent != message.len() {
            return Err(io::Error::other("a request was cut"));
        }
        // Theirs are elsewhere now: what is closed there is closed.
        drop((input, output, errors, other));
        until_readable(&report, BEGIN_LIMIT, stopped)?;
        report.read_exact(&mut [0; BEGUN_BYTES])?;
        Ok(Some(Run {
            stdin: OwnedFd::from(stdin).into(),
            stdout: OwnedFd::from(stdout).into(),
            stderr: OwnedFd::from(stderr).into(),
            process: Process::Forked { report, _loaded: Arc::clone(loaded) },
        }))
    }
}

#[cfg(test)]
mod tests;
