//! The pool of workers: checked out one job at a time, stopped when nobody waits, killed when they do not stop.

use super::frame::{FrameError, write_frame};
use super::message::{Claim, Job, Order, Report};
use super::start::Starter;
use super::worker::Own;
use crate::limits;
use isotope_dictionary::Target;
use isotope_pricer::child::{Pulse, pulse};
use isotope_smt::{Answer, Outcome, Prover, Query};
use isotope_synth::pricer::{Cost, PriceError};
use isotope_synth::program::Program;
use std::io;
use std::process::{Child, ChildStdin};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a waiting job looks at its interrupt; bounds how late a cancellation is seen.
const POLL: Duration = Duration::from_millis(5);

/// How often a worker's pulse is taken.
const PULSE: Duration = Duration::from_millis(250);

/// How a pool is made.
#[derive(Clone, Debug)]
pub struct PoolConfig {
    /// Workers alive at once, at least 1.
    pub workers: usize,
    /// CPU time of one job after which its worker is killed, although its budget should have ended it.
    pub stall: Duration,
    /// Wall time that a worker may stand still: stopped by somebody, or waiting for nothing.
    pub still: Duration,
    /// What workers share with whoever starts them.
    pub own: Own,
}

impl PoolConfig {
    /// So many workers, with the usual patience.
    pub fn of(workers: usize) -> Self {
        PoolConfig { workers, stall: limits::JOB_CPU, still: limits::WORKER_STILL, own: Own::default() }
    }
}

/// Why a pool cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// The running executable cannot be opened.
    #[error("cannot open this executable, which workers are started from: {0}; is /proc mounted?")]
    Executable(#[source] io::Error),
    /// The first worker does not start.
    #[error("cannot start a worker: {0}")]
    Start(#[source] io::Error),
}

/// What ends a job early. Clones share the cancellation.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    /// No job goes on beyond it.
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

    /// Ends all jobs of all clones within milliseconds.
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
    /// Jobs that a worker ended.
    pub answered: u64,
    /// Jobs given up because of a deadline or a cancellation.
    pub interrupted: u64,
    /// Workers that died under a job.
    pub died: u64,
    /// Workers killed because they stalled or stood still.
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

/// One worker process; dropping it kills and reaps it.
pub(super) struct Worker {
    pub(super) child: Child,
    pub(super) input: ChildStdin,
    pub(super) reports: Receiver<Report>,
    /// The target of its last search, which it has the instructions of at hand.
    pub(super) target: Option<Target>,
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
    /// Workers that were told to stop and have not ended their job yet: they hold no place.
    stopping: usize,
    closed: bool,
}

struct Inner {
    config: PoolConfig,
    starter: Starter,
    slots: Mutex<Slots>,
    freed: Condvar,
    counters: Counters,
}

/// Why a job has no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// It was interrupted.
    Interrupted(&'static str),
    /// Its worker used all the time that a job may use: another would do the same.
    Stalled(String),
    /// Its worker died, stood still, or did not start. Another may do better.
    Died(String),
    /// It is too large to be sent.
    TooLarge(String),
}

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Lost::Interrupted(why) => f.write_str(why),
            Lost::Stalled(why) | Lost::Died(why) | Lost::TooLarge(why) => f.write_str(why),
        }
    }
}

/// What the daemon does for a job while a worker is at it.
pub trait Attending {
    /// Prices programs.
    fn price(&mut self, programs: Vec<Program>) -> Vec<Result<Cost, PriceError>>;
    /// Hears how far the job is.
    fn progress(&mut self, phase: &str, work: u64);
}

/// Worker processes that do jobs; see the module's header. Clones are handles on one pool.
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
    /// Makes a pool of this executable and starts its first worker, so that what is wrong is found here and not at the
    /// first job.
    pub fn new(config: PoolConfig) -> Result<ProverPool, PoolError> {
        let starter = Starter::new(&config.own).map_err(PoolError::Executable)?;
        let first = starter.start().map_err(PoolError::Start)?;
        let slots = Slots { idle: vec![first], ..Slots::default() };
        let (freed, counters) = (Condvar::new(), Counters::default());
        count(&counters.started);
        Ok(ProverPool { inner: Arc::new(Inner { config, starter, slots: Mutex::new(slots), freed, counters }) })
    }

    /// The pool for one request.
    pub fn session(&self, interrupt: Interrupt) -> Session {
        Session { pool: self.clone(), interrupt, lost: Arc::default() }
    }

    /// Does a job in a worker, to its end.
    pub fn run(&self, job: Job, interrupt: &Interrupt, attending: &mut dyn Attending) -> Result<Report, Lost> {
        self.inner.run(job, interrupt, attending)
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

    /// Process ids of the workers that hold a job now.
    pub fn busy_workers(&self) -> Vec<u32> {
        self.inner.lock().busy.clone()
    }

    /// Takes no more jobs and kills idle workers; jobs under way end with their interrupts.
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

/// Nothing is asked in the middle of a query.
struct Alone;

impl Attending for Alone {
    fn price(&mut self, programs: Vec<Program>) -> Vec<Result<Cost, PriceError>> {
        let error = PriceError::Unreadable { tool: "a worker".to_owned(), message: "a query has no price".to_owned() };
        vec![Err(error); programs.len()]
    }

    fn progress(&mut self, _: &str, _: u64) {}
}

impl Prover for ProverPool {
    fn prove(&self, query: &Query) -> Answer {
        self.session(Interrupt::default()).prove(query)
    }
}

impl Prover for Session {
    fn prove(&self, query: &Query) -> Answer {
        let unknown = |why: String| Answer::free(Outcome::Unknown(why));
        match self.pool.inner.run(Job::Query(query.encode()), &self.interrupt, &mut Alone) {
            Ok(Report::Answer(text)) => {
                Answer::decode(&text).unwrap_or_else(|e| unknown(format!("the worker's answer does not read: {e}")))
            }
            // Every run finds it too large.
            Err(Lost::TooLarge(why)) => unknown(why),
            Ok(_) => unknown("the worker answered another question".to_owned()),
            Err(lost) => {
                self.lost.store(true, Ordering::Release);
                unknown(lost.to_string())
            }
        }
    }
}

fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

fn died(why: &str) -> Lost {
    Lost::Died(why.to_owned())
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Slots> {
        // The slots are valid between any two statements, so a panic elsewhere cannot have left them half changed.
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A worker for one job, when there is one in time; one that knows the target, if there is a choice.
    fn take(&self, target: Option<&Target>, interrupt: &Interrupt) -> Result<Worker, Lost> {
        let mut slots = self.lock();
        loop {
            if let Some(why) = interrupt.reason() {
                return Err(Lost::Interrupted(why));
            }
            if slots.closed {
                return Err(Lost::Interrupted("the service is stopping"));
            }
            let fits = slots.idle.iter().rposition(|w| target.is_some() && w.target.as_ref() == target);
            if let Some(at) = fits.or(slots.idle.len().checked_sub(1)) {
                let mut worker = slots.idle.remove(at);
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
                let started = self.starter.start();
                slots = self.lock();
                slots.starting -= 1;
                let worker = started.map_err(|e| Lost::Died(format!("a worker does not start: {e}")))?;
                count(&self.counters.started);
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
            if healthy && !slots.closed && slots.idle.len() < self.config.workers.max(1) {
                slots.idle.extend(dropped.take());
            }
        }
        self.freed.notify_one();
        drop(dropped);
    }

    fn run(self: &Arc<Self>, job: Job, interrupt: &Interrupt, attending: &mut dyn Attending) -> Result<Report, Lost> {
        let target = match &job {
            Job::Search(asked) | Job::Explain(asked) => Some(asked.target.clone()),
            Job::Prove(claim, _) => match &**claim {
                Claim::Program { target, .. } => Some(target.clone()),
                Claim::Tie { .. } => None,
            },
            Job::Query(_) => None,
        };
        let mut worker = self.take(target.as_ref(), interrupt).inspect_err(|_| count(&self.counters.interrupted))?;
        worker.target = target.or(worker.target.take());
        match write_frame(&mut worker.input, &Order::Begin(job)) {
            Ok(()) => {}
            Err(error @ (FrameError::TooLarge(_) | FrameError::NotMessage(_))) => {
                // Nothing was written: the worker is as it was.
                self.give_back(worker, true);
                return Err(Lost::TooLarge(error.to_string()));
            }
            Err(FrameError::Io(_)) => {
                count(&self.counters.died);
                self.give_back(worker, false);
                return Err(died("the worker died"));
            }
        }
        let ended = self.attend(&mut worker, interrupt, attending);
        match &ended {
            Err(Lost::Interrupted(_)) => {
                count(&self.counters.interrupted);
                self.stop(worker);
            }
            Ok(_) => {
                count(&self.counters.answered);
                self.give_back(worker, true);
            }
            Err(lost) => {
                count(if matches!(lost, Lost::Stalled(_)) { &self.counters.stalled } else { &self.counters.died });
                self.give_back(worker, false);
            }
        }
        ended
    }

    /// Hears a worker out.
    fn attend(
        &self,
        worker: &mut Worker,
        interrupt: &Interrupt,
        attending: &mut dyn Attending,
    ) -> Result<Report, Lost> {
        let mut watch = Watch::new(worker.child.id());
        loop {
            match worker.reports.recv_timeout(POLL) {
                Ok(Report::Progress(phase, work)) => attending.progress(&phase, work),
                Ok(Report::Price(programs)) => {
                    let costs = attending.price(programs);
                    let sent = write_frame(&mut worker.input, &Order::Costs(costs));
                    sent.map_err(|e| Lost::Died(format!("the worker does not listen: {e}")))?;
                    watch.moved = Instant::now();
                }
                Ok(last) => return Ok(last),
                Err(RecvTimeoutError::Disconnected) => return Err(died("the worker died")),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(why) = interrupt.reason() {
                return Err(Lost::Interrupted(why));
            }
            watch.look(&self.config)?;
        }
    }

    /// Lets a worker end what nobody waits for, which takes it a moment, and keeps it; kills it if it takes longer.
    /// Meanwhile it holds no place, and its caller does not wait.
    fn stop(self: &Arc<Self>, mut worker: Worker) {
        let told = write_frame(&mut worker.input, &Order::Stop).is_ok();
        let room = {
            let mut slots = self.lock();
            let id = worker.child.id();
            slots.busy.retain(|&b| b != id);
            let room = told && slots.stopping < self.config.workers.max(1);
            slots.stopping += usize::from(room);
            room
        };
        self.freed.notify_one();
        if !room {
            return;
        }
        let inner = Arc::clone(self);
        std::thread::spawn(move || {
            let ended = worker.ends_within(limits::WORKER_GRACE);
            inner.lock().stopping -= 1;
            inner.give_back(worker, ended);
        });
    }
}

impl Worker {
    /// Whether the job under way comes to its end in time. Its questions are answered with nothing.
    fn ends_within(&mut self, grace: Duration) -> bool {
        let until = Instant::now() + grace;
        while let Ok(report) = self.reports.recv_timeout(until.saturating_duration_since(Instant::now())) {
            match report {
                Report::Price(programs) => {
                    let costs = Alone.price(programs);
                    if write_frame(&mut self.input, &Order::Costs(costs)).is_err() {
                        return false;
                    }
                }
                last if last.is_last() => return true,
                _ => {}
            }
        }
        false
    }
}

/// Watches that a worker gets on with its job: a busy machine does not stall it, a signal does.
struct Watch {
    process: u32,
    began: Option<Duration>,
    last: Duration,
    moved: Instant,
    looked: Instant,
}

impl Watch {
    fn new(process: u32) -> Self {
        let now = Instant::now();
        Watch { process, began: None, last: Duration::ZERO, moved: now, looked: now }
    }

    fn look(&mut self, config: &PoolConfig) -> Result<(), Lost> {
        if self.looked.elapsed() < PULSE.min(config.stall) {
            return Ok(());
        }
        self.looked = Instant::now();
        // No pulse: the pipe closes in a moment.
        let Some(Pulse { cpu, stopped }) = pulse(self.process) else { return Ok(()) };
        let began = *self.began.get_or_insert(cpu);
        if cpu != self.last && !stopped {
            (self.last, self.moved) = (cpu, Instant::now());
        }
        if cpu.saturating_sub(began) > config.stall {
            let seconds = config.stall.as_secs_f64();
            return Err(Lost::Stalled(format!("the worker stalled: {seconds:.1} s of CPU are used (JOB_CPU)")));
        }
        if self.moved.elapsed() > config.still {
            return Err(died(if stopped { "the worker was stopped by a signal" } else { "the worker stood still" }));
        }
        Ok(())
    }
}
