//! Starting workers: from the file that runs, by a thread that lives as long as its workers may.

use super::allowed::{ADDRESS_BYTES, Allowed, data_bytes};
use super::complaints::Complaints;
use super::frame::read_frame;
use super::process::Worker;
use crate::memory::Memory;
use isotope_tools::child::{self, Allowance};
use isotope_tools::sandbox::{Confinement, Reach};
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::time::Instant;

/// The first argument of an executable that is to be a worker; the others are [`Own`]'s.
pub const WORKER_ARGUMENT: &str = "prove-worker";

/// The settings that a worker shares with the daemon that started it.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// The folder of further instruction sets.
    pub instruction_sets: Option<PathBuf>,
    /// The epoch of all instruction sets: a worker that reads others ends at once.
    pub epoch: String,
}

impl Own {
    /// As a worker's arguments after the first.
    pub(super) fn arguments(&self) -> Vec<OsString> {
        let folder = self.instruction_sets.clone().map(PathBuf::into_os_string);
        [OsString::from(&self.epoch)].into_iter().chain(folder).collect()
    }
}

/// Starts workers. They end with it.
pub(super) struct Starter {
    ask: Mutex<Sender<Sender<io::Result<Child>>>>,
    memory: Memory,
}

impl Starter {
    /// Opens the file that runs now: a worker is this very build, whatever happens to the path meanwhile.
    pub(super) fn new(own: &Own, confinement: Confinement, memory: Memory) -> io::Result<Self> {
        let own = own.clone();
        let executable = File::open("/proc/self/exe")?;
        let (ask, asked) = channel::<Sender<io::Result<Child>>>();
        // Workers die with the thread that started them, and those who ask for them come and go.
        std::thread::Builder::new().name("worker-starter".to_owned()).spawn(move || {
            for answer in asked {
                // Nobody waits: the child is dropped, and its pipes with it, which ends it.
                let _ = answer.send(start(&executable, &own, &confinement));
            }
        })?;
        Ok(Starter { ask: Mutex::new(ask), memory })
    }

    /// A new worker, which has not said its first word yet.
    pub(super) fn start(&self) -> io::Result<Worker> {
        let gone = || io::Error::other("the thread that starts workers is gone");
        let (answer, answered) = channel();
        self.ask.lock().map_err(|_| gone())?.send(answer).map_err(|_| gone())?;
        let mut child = answered.recv().map_err(|_| gone())??;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(mut output), Some(errors)) = pipes else {
            return Err(io::Error::other("the worker has no pipes"));
        };
        let complaints = Complaints::of(child.id(), errors)?;
        let (send, reports) = channel();
        let allowed = Allowed::new(child.id(), self.memory.grant());
        let worker = Worker { child, input, reports, complaints, started: Instant::now(), target: None, allowed };
        // Ends with the worker: its output closes, or nobody listens any more.
        std::thread::Builder::new().name("worker-reader".to_owned()).spawn(move || {
            while let Ok(Some(report)) = read_frame(&mut output) {
                if send.send(report).is_err() {
                    break;
                }
            }
        })?;
        Ok(worker)
    }
}

fn start(executable: &File, own: &Own, confinement: &Confinement) -> io::Result<Child> {
    // The child has the descriptor too, until it becomes that file.
    let path = PathBuf::from(format!("/proc/self/fd/{}", executable.as_raw_fd()));
    let mut command = Command::new(&path);
    command.arg0("isotoped").arg(WORKER_ARGUMENT).args(own.arguments());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut reach = Reach::of_this_program(&path);
    reach.reads.extend(own.instruction_sets.clone());
    let allowance =
        Allowance { address_bytes: ADDRESS_BYTES, data_bytes: data_bytes(0), stands_back: false, cpu_seconds: None };
    child::start(&mut command, allowance, confinement.around(&reach)?)
}
