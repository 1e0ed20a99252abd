//! One worker process: its pipes, its end, and whether it gets on.

use super::allowed::Allowed;
use super::complaints::Complaints;
use super::frame::write_frame;
use super::message::{Order, Report, Unpacked};
use isotope_dictionary::Target;
use isotope_program::Program;
use isotope_program::pricer::{Cost, PriceError};
use isotope_tools::child::{Pulse, pulse};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// How often a worker's pulse is taken.
const PULSE: Duration = Duration::from_millis(100);

/// One worker process; dropping it kills and reaps it.
pub(super) struct Worker {
    pub(super) child: Child,
    pub(super) input: ChildStdin,
    pub(super) reports: Receiver<Report>,
    pub(super) complaints: Complaints,
    pub(super) started: Instant,
    /// The target of its last search, which it has the instructions of at hand.
    pub(super) target: Option<Target>,
    /// The memory that it may allocate.
    pub(super) allowed: Allowed,
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Both fail only when the process is already gone and reaped, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
    /// It needs more memory than there is: another worker would not have more.
    NoMemory(String),
}

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Lost::Interrupted(why) => f.write_str(why),
            Lost::Stalled(why) | Lost::Died(why) | Lost::TooLarge(why) | Lost::NoMemory(why) => f.write_str(why),
        }
    }
}

/// The daemon's services for a job while a worker is at it.
pub trait Attending {
    /// Prices programs.
    fn price(&mut self, programs: Vec<Program>) -> Vec<Result<Cost, PriceError>>;
    /// The packets that LLVM makes of machine code, or why it makes none.
    fn packed(&mut self, _: Unpacked) -> Result<String, String> {
        Err("this job makes no packets".to_owned())
    }
    /// Hears how far the job is.
    fn progress(&mut self, phase: &str, work: u64);
    /// Hears how much CPU time the worker has used for the job since it was told last.
    fn used(&mut self, _: Duration) {}
    /// The names of the calls that it is for.
    fn calls(&self) -> String {
        String::new()
    }
    /// Whether nobody waits for it, so that everything else on the machine goes first.
    fn is_idle(&self) -> bool {
        false
    }
}

/// Nothing is asked in the middle of a query.
pub(super) struct Alone;

impl Attending for Alone {
    fn price(&mut self, programs: Vec<Program>) -> Vec<Result<Cost, PriceError>> {
        let error = PriceError::Unreadable { tool: "a worker".to_owned(), message: "a query has no price".to_owned() };
        vec![Err(error); programs.len()]
    }

    fn progress(&mut self, _: &str, _: u64) {}
}

pub(super) fn died(why: &str) -> Lost {
    Lost::Died(why.to_owned())
}

impl Worker {
    /// Whether the job under way comes to its end in time. Its questions are answered with nothing.
    pub(super) fn ends_within(&mut self, grace: Duration) -> bool {
        let until = Instant::now() + grace;
        while let Ok(report) = self.reports.recv_timeout(until.saturating_duration_since(Instant::now())) {
            match report {
                Report::Price(programs) => {
                    let costs = Alone.price(programs);
                    if write_frame(&mut self.input, &Order::Costs(costs)).is_err() {
                        return false;
                    }
                }
                Report::Pack(code) => {
                    let packed = Alone.packed(code);
                    if write_frame(&mut self.input, &Order::Packed(packed)).is_err() {
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
pub(super) struct Watch {
    process: u32,
    /// The worker's CPU time when it was given the job.
    began: Option<Duration>,
    last: Duration,
    /// When it last got on.
    pub(super) moved: Instant,
    looked: Instant,
}

impl Watch {
    pub(super) fn new(process: u32) -> Self {
        let (now, began) = (Instant::now(), pulse(process).map(|pulse| pulse.cpu));
        Watch { process, began, last: began.unwrap_or_default(), moved: now, looked: now }
    }

    /// The worker's pulse, and the CPU time since it was taken last. No pulse: the pipe closes in a moment.
    fn take(&mut self) -> Option<(Pulse, Duration)> {
        let pulse = pulse(self.process)?;
        self.began.get_or_insert(pulse.cpu);
        let used = pulse.cpu.saturating_sub(std::mem::replace(&mut self.last, pulse.cpu));
        Some((pulse, used))
    }

    /// The CPU time since the last look: at the end of a job.
    pub(super) fn rest(mut self) -> Duration {
        self.take().map_or(Duration::ZERO, |(_, used)| used)
    }

    /// Looks at the worker where it is time to: how much CPU time it has used since the last look, or why its job ends.
    pub(super) fn look(&mut self, (stall, still): (Duration, Duration)) -> Result<Duration, Lost> {
        if self.looked.elapsed() < PULSE.min(stall) {
            return Ok(Duration::ZERO);
        }
        self.looked = Instant::now();
        let Some((Pulse { cpu, stopped, .. }, used)) = self.take() else { return Ok(Duration::ZERO) };
        if !used.is_zero() && !stopped {
            self.moved = Instant::now();
        }
        if cpu.saturating_sub(self.began.unwrap_or(cpu)) > stall {
            let seconds = stall.as_secs_f64();
            return Err(Lost::Stalled(format!("the worker stalled: {seconds:.1} s of CPU are used (JOB_CPU)")));
        }
        if self.moved.elapsed() > still {
            return Err(died(if stopped { "the worker was stopped by a signal" } else { "the worker stood still" }));
        }
        Ok(used)
    }
}
