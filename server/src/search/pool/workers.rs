//! The pool of workers: checked out one job at a time, stopped when nobody waits, killed when they do not stop.

use super::allowed::TooLarge;
use super::config::{PoolConfig, PoolError};
use super::first::Ended;
use super::frame::{FrameError, write_frame};
use super::health::Health;
use super::interrupt::Interrupt;
use super::message::{Job, Order, Report};
use super::process::{Alone, Attending, Lost, Watch, Worker, died};
use super::slots::{Counters, Inner, PoolStats, count};
use super::start::Starter;
use crate::limits;
use crate::observed::traces::TARGET;
use isotope_dictionary::Target;
use isotope_smt::{Answer, Outcome, Prover, Query};
use isotope_tools::child::pulse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often a waiting job looks at its interrupt; bounds how late a cancellation is seen.
const POLL: Duration = Duration::from_millis(5);

/// The message for a job whose worker ended under it.
const DIED: &str = "the worker died";

/// Worker processes that do jobs; see the module's header. Clones are handles on one pool.
#[derive(Clone)]
pub struct ProverPool {
    pub(super) inner: Arc<Inner>,
}

/// A pool as one request sees it: its queries end when the request's interrupt says so.
#[derive(Clone)]
pub struct Session {
    pool: ProverPool,
    interrupt: Interrupt,
    lost: Arc<AtomicBool>,
}

impl Session {
    /// Whether a query of this session got no answer from a worker: it was interrupted, or its worker died. The conclusions
    /// drawn meanwhile are then not those of another run.
    pub fn lost(&self) -> bool {
        self.lost.load(Ordering::Acquire)
    }
}

impl ProverPool {
    /// Makes a pool of this executable, starts its first worker and waits for its first word. Where there is none, after as many
    /// tries as [`MUTE_WORKERS`](limits::MUTE_WORKERS), the pool is there all the same: [`ProverPool::lacks`] says why, and a
    /// later worker may start.
    pub fn new(config: PoolConfig) -> Result<ProverPool, PoolError> {
        let starter = Starter::new(&config.own, config.confinement.clone(), config.memory.clone())
            .map_err(PoolError::Executable)?;
        let (freed, counters, health) = (Condvar::new(), Counters::default(), Health::default());
        let inner = Arc::new(Inner { config, starter, slots: Mutex::default(), freed, counters, health });
        while inner.health.lacks().is_none() {
            if let Ok(worker) = inner.take(None, &Interrupt::default()) {
                inner.give_back(worker, true);
                break;
            }
        }
        Ok(ProverPool { inner })
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
            too_large: read(&c.too_large),
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

impl Inner {
    /// A worker for one job, when there is one in time; one that knows the target, if there is a choice.
    fn take(self: &Arc<Self>, target: Option<&Target>, interrupt: &Interrupt) -> Result<Worker, Lost> {
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
                // One that died while idle is replaced, and known of.
                if matches!(worker.child.try_wait(), Ok(None)) {
                    slots.busy.push(worker.child.id());
                    return Ok(worker);
                }
                drop(slots);
                self.health.died(worker.end().how());
                slots = self.lock();
                continue;
            }
            if slots.busy.len() + slots.starting < self.config.workers.max(1) {
                slots.starting += 1;
                drop(slots);
                return self.begin(interrupt);
            }
            slots = self.freed.wait_timeout(slots, POLL).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Ends the idle workers that hold more than their own part: others start when they are needed.
    fn end_large_idle(&self) {
        let large: Vec<Worker> = {
            let mut slots = self.lock();
            let (large, small) = std::mem::take(&mut slots.idle).into_iter().partition(|w| w.allowed.has_grant());
            slots.idle = small;
            large
        };
        drop(large);
    }

    pub(super) fn run(
        self: &Arc<Self>,
        job: Job,
        interrupt: &Interrupt,
        attending: &mut dyn Attending,
    ) -> Result<Report, Lost> {
        let target = job.target().cloned();
        let mut worker = self.take(target.as_ref(), interrupt).inspect_err(|_| count(&self.counters.interrupted))?;
        worker.target = target.or(worker.target.take());
        let (calls, is_idle) = (attending.calls(), attending.is_idle());
        let id = worker.child.id();
        let _traced = tracing::trace_span!(target: TARGET, "worker", process = id, calls).entered();
        match write_frame(&mut worker.input, &Order::Begin { job, calls: calls.clone(), is_idle }) {
            Ok(()) => tracing::debug!(worker = id, calls, "a worker has the job"),
            Err(error @ (FrameError::TooLarge(_) | FrameError::NotMessage(_))) => {
                // Nothing was written: the worker is as it was.
                self.give_back(worker, true);
                return Err(Lost::TooLarge(error.to_string()));
            }
            Err(FrameError::Io(_)) => {
                count(&self.counters.died);
                self.health.died(worker.end().how());
                self.give_back(worker, false);
                return Err(died(DIED));
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
                self.health.answered();
                self.give_back(worker, true);
            }
            Err(Lost::Died(why)) => {
                count(&self.counters.died);
                match if why == DIED { worker.end() } else { Ended::By(why.clone()) } {
                    Ended::Itself(how) => self.health.died_of_its_job(&how),
                    Ended::By(how) => self.health.died(&how),
                }
                self.give_back(worker, false);
            }
            Err(Lost::NoMemory(_)) => {
                count(&self.counters.too_large);
                self.give_back(worker, false);
            }
            Err(_) => {
                count(&self.counters.stalled);
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
        let ended = self.attend_until(worker, interrupt, attending, &mut watch);
        attending.used(watch.rest());
        ended
    }

    fn attend_until(
        &self,
        worker: &mut Worker,
        interrupt: &Interrupt,
        attending: &mut dyn Attending,
        watch: &mut Watch,
    ) -> Result<Report, Lost> {
        let mut looked = Instant::now();
        loop {
            match worker.reports.recv_timeout(POLL) {
                Ok(Report::Progress(phase, work)) => attending.progress(&phase, work),
                Ok(Report::Price(programs)) => {
                    let costs = attending.price(programs);
                    let sent = write_frame(&mut worker.input, &Order::Costs(costs));
                    sent.map_err(|e| Lost::Died(format!("the worker does not listen: {e}")))?;
                    watch.moved = Instant::now();
                }
                Ok(Report::Pack(code)) => {
                    let sent = write_frame(&mut worker.input, &Order::Packed(attending.packed(code)));
                    sent.map_err(|e| Lost::Died(format!("the worker does not listen: {e}")))?;
                    watch.moved = Instant::now();
                }
                Ok(Report::Said(text)) => {
                    let (worker, calls) = (worker.child.id(), attending.calls());
                    tracing::error!(worker, calls, "{text}");
                }
                Ok(last) => return Ok(last),
                Err(RecvTimeoutError::Disconnected) if worker.allowed.was_short() => return Err(self.too_large(worker)),
                Err(RecvTimeoutError::Disconnected) => return Err(died(DIED)),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(why) = interrupt.reason() {
                return Err(Lost::Interrupted(why));
            }
            if looked.elapsed() >= limits::GRANT_LOOK {
                looked = Instant::now();
                worker.allowed.look(|| self.end_large_idle()).map_err(|TooLarge| self.too_large(worker))?;
            }
            attending.used(watch.look((self.config.stall, self.config.still))?);
        }
    }

    fn too_large(&self, worker: &Worker) -> Lost {
        let (own, total) = (worker.allowed.mebibytes(), self.config.memory.total() >> 20);
        Lost::NoMemory(format!(
            "the search needs more than {own} MiB, and --memory-total ({total} MiB) has no room for more at this moment"
        ))
    }

    /// Lets a worker end what nobody waits for, which takes it a moment, and keeps it; kills it if it takes longer or holds
    /// much already. Meanwhile it holds no place, and its caller does not wait.
    fn stop(self: &Arc<Self>, mut worker: Worker) {
        let told = write_frame(&mut worker.input, &Order::Stop).is_ok();
        let small = pulse(worker.child.id()).is_some_and(|pulse| pulse.resident_bytes <= self.config.stopped_bytes)
            && worker.allowed.stands_beside();
        let room = {
            let mut slots = self.lock();
            let id = worker.child.id();
            slots.busy.retain(|&b| b != id);
            let room = told && small && slots.stopping < self.config.workers.max(1);
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
