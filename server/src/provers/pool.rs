//! The pool of workers: checked out one query at a time, killed when they must not go on.

use super::frame::{FrameError, read_frame, write_frame};
use super::worker::WORKER_ARGUMENT;
use isotope_smt::{Answer, Outcome, Prover, Query};
use std::io;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a waiting query looks at its interrupt; bounds how late a cancellation is seen.
const POLL: Duration = Duration::from_millis(5);

/// How a pool is made.
#[derive(Clone, Debug)]
pub struct PoolConfig {
    /// The executable to start; its `main` must call [`super::run_worker`] when [`super::is_worker`].
    pub executable: PathBuf,
    /// Workers alive at once, at least 1.
    pub workers: usize,
    /// Wall time after which a worker that has not answered is killed, although its budget should have ended it.
    pub stall: Duration,
}

impl PoolConfig {
    /// Workers of this same executable, two minutes until one counts as stalled.
    pub fn this_executable(workers: usize) -> Result<PoolConfig, PoolError> {
        let executable = std::env::current_exe().map_err(PoolError::Executable)?;
        Ok(PoolConfig { executable, workers, stall: Duration::from_secs(120) })
    }
}

/// Why a pool cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// The path of the running executable is unknown.
    #[error("cannot find this executable's own path, which proof workers are started from: {0}")]
    Executable(#[source] io::Error),
    /// The first worker does not start.
    #[error("cannot start a proof worker from {path}: {source}")]
    Start {
        /// The executable tried.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// What ends a query early. Clones share the cancellation.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    /// No query goes on beyond it.
    pub deadline: Option<Instant>,
    cancelled: Arc<AtomicBool>,
}

impl Interrupt {
    /// Ends at a deadline, if one is given, or when cancelled.
    pub fn at(deadline: Option<Instant>) -> Self {
        Interrupt { deadline, cancelled: Arc::default() }
    }

    /// Ends when the flag is set.
    pub fn on(flag: Arc<AtomicBool>) -> Self {
        Interrupt { deadline: None, cancelled: flag }
    }

    /// Ends all queries of all clones within milliseconds.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Release);
    }

    /// The reason to stop now, if there is one.
    pub fn reason(&self) -> Option<&'static str> {
        if self.cancelled.load(Ordering::Acquire) {
            Some("cancelled")
        } else if self.deadline.is_some_and(|d| Instant::now() >= d) {
            Some("the deadline has passed")
        } else {
            None
        }
    }
}

/// What a pool has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolStats {
    /// Queries answered by a worker.
    pub answered: u64,
    /// Queries given up because of a deadline or a cancellation; their workers were killed.
    pub interrupted: u64,
    /// Workers that died under a query.
    pub died: u64,
    /// Workers killed because they stalled.
    pub stalled: u64,
    /// Workers started.
    pub started: u64,
}

#[derive(Debug, Default)]
struct Counters {
    answered: AtomicU64,
    interrupted: AtomicU64,
    died: AtomicU64,
    stalled: AtomicU64,
    started: AtomicU64,
}

struct Worker {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Both fail only when the process is already gone and reaped, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Default)]
struct Slots {
    idle: Vec<Worker>,
    busy: Vec<u32>,
    /// Workers being started, which hold a place.
    starting: usize,
    closed: bool,
}

struct Inner {
    config: PoolConfig,
    slots: Mutex<Slots>,
    freed: Condvar,
    counters: Counters,
}

/// Worker processes that answer queries; see the module's header. Clones are handles on one pool.
#[derive(Clone)]
pub struct ProverPool {
    inner: Arc<Inner>,
}

/// A pool as one request sees it: its queries end when the request's interrupt says so.
#[derive(Clone)]
pub struct Session {
    pool: ProverPool,
    interrupt: Interrupt,
    lost: Arc<AtomicBool>,
}

impl Session {
    /// Whether a query of this session got no answer from a worker: it was interrupted, or its worker died. What was
    /// concluded meanwhile is then not what another run would conclude.
    pub fn lost(&self) -> bool {
        self.lost.load(Ordering::Acquire)
    }
}

impl ProverPool {
    /// Makes a pool and starts its first worker, so that a wrong executable is found here and not at the first query.
    pub fn new(config: PoolConfig) -> Result<ProverPool, PoolError> {
        let path = config.executable.clone();
        let inner = Inner { config, slots: Mutex::default(), freed: Condvar::new(), counters: Counters::default() };
        let first = inner.start().map_err(|source| PoolError::Start { path, source })?;
        inner.lock().idle.push(first);
        Ok(ProverPool { inner: Arc::new(inner) })
    }

    /// The pool for one request.
    pub fn session(&self, interrupt: Interrupt) -> Session {
        Session { pool: self.clone(), interrupt, lost: Arc::default() }
    }

    /// Counters since the start.
    pub fn stats(&self) -> PoolStats {
        let c = &self.inner.counters;
        let read = |n: &AtomicU64| n.load(Ordering::Relaxed);
        PoolStats {
            answered: read(&c.answered),
            interrupted: read(&c.interrupted),
            died: read(&c.died),
            stalled: read(&c.stalled),
            started: read(&c.started),
        }
    }

    /// Process ids of the workers that hold a query now.
    pub fn busy_workers(&self) -> Vec<u32> {
        self.inner.lock().busy.clone()
    }

    /// Takes no more queries and kills idle workers; queries under way end with their interrupts.
    pub fn close(&self) {
        let idle = {
            let mut slots = self.inner.lock();
            slots.closed = true;
            std::mem::take(&mut slots.idle)
        };
        drop(idle);
        self.inner.freed.notify_all();
    }
}

impl Prover for ProverPool {
    fn prove(&self, query: &Query) -> Answer {
        self.inner.prove(query, &Interrupt::default()).unwrap_or_else(unknown)
    }
}

impl Prover for Session {
    fn prove(&self, query: &Query) -> Answer {
        self.pool.inner.prove(query, &self.interrupt).unwrap_or_else(|why| {
            self.lost.store(true, Ordering::Release);
            unknown(why)
        })
    }
}

fn unknown(why: impl Into<String>) -> Answer {
    Answer::free(Outcome::Unknown(why.into()))
}

fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Slots> {
        // The slots are valid between any two statements, so a panic elsewhere cannot have left them half changed.
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self) -> io::Result<Worker> {
        let mut child = Command::new(&self.config.executable)
            .arg(WORKER_ARGUMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()?;
        count(&self.counters.started);
        let (Some(input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the worker has no pipes"));
        };
        let (send, answers) = channel();
        // Ends with the worker: its output closes, or nobody listens any more.
        std::thread::spawn(move || {
            while let Ok(Some(text)) = read_frame(&mut output) {
                if send.send(text).is_err() {
                    break;
                }
            }
        });
        Ok(Worker { child, input, answers })
    }

    /// A worker for one query, when there is one in time.
    fn take(&self, interrupt: &Interrupt) -> Result<Worker, String> {
        let mut slots = self.lock();
        loop {
            if let Some(why) = interrupt.reason() {
                return Err(why.to_owned());
            }
            if slots.closed {
                return Err("the service is stopping".to_owned());
            }
            if let Some(mut worker) = slots.idle.pop() {
                // One that died while idle is replaced unseen.
                if matches!(worker.child.try_wait(), Ok(None)) {
                    slots.busy.push(worker.child.id());
                    return Ok(worker);
                }
                continue;
            }
            if slots.busy.len() + slots.starting < self.config.workers.max(1) {
                slots.starting += 1;
                drop(slots);
                let started = self.start();
                slots = self.lock();
                slots.starting -= 1;
                let worker = started.map_err(|e| format!("a proof worker does not start: {e}"))?;
                slots.busy.push(worker.child.id());
                return Ok(worker);
            }
            slots = self.freed.wait_timeout(slots, POLL).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Gives back a worker that may go on, or drops (and so kills) one that may not.
    fn give_back(&self, worker: Worker, healthy: bool) {
        let id = worker.child.id();
        let mut dropped = Some(worker);
        {
            let mut slots = self.lock();
            slots.busy.retain(|&b| b != id);
            if healthy && !slots.closed {
                slots.idle.extend(dropped.take());
            }
        }
        self.freed.notify_one();
        drop(dropped);
    }

    /// A worker's answer, or why there is none.
    fn prove(&self, query: &Query, interrupt: &Interrupt) -> Result<Answer, String> {
        let mut worker = self.take(interrupt).inspect_err(|_| count(&self.counters.interrupted))?;
        let answer = match write_frame(&mut worker.input, &query.encode()) {
            Ok(()) => self.wait(&worker, interrupt),
            Err(error @ FrameError::TooLarge(_)) => {
                // Nothing was written: the worker is as it was, and every run finds the query too large.
                self.give_back(worker, true);
                return Ok(unknown(error.to_string()));
            }
            Err(_) => {
                count(&self.counters.died);
                Err("the worker died".to_owned())
            }
        };
        self.give_back(worker, answer.is_ok());
        answer
    }

    fn wait(&self, worker: &Worker, interrupt: &Interrupt) -> Result<Answer, String> {
        let started = Instant::now();
        loop {
            match worker.answers.recv_timeout(POLL) {
                Ok(text) => {
                    count(&self.counters.answered);
                    return Answer::decode(&text).map_err(|e| format!("the worker's answer does not read: {e}"));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    count(&self.counters.died);
                    return Err("the worker died".to_owned());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(why) = interrupt.reason() {
                count(&self.counters.interrupted);
                return Err(why.to_owned());
            }
            if started.elapsed() > self.config.stall {
                count(&self.counters.stalled);
                return Err("the worker stalled and was killed".to_owned());
            }
        }
    }
}
