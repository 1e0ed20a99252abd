//! The worker's own loop: one job at a time, each on a thread with a stack of its own.

mod changed;
mod compared;
mod considered;
mod explained;
mod parts;
mod scheduled;
mod search;
mod why_not;

use super::pool::{Job, Order, Report, WORKER_ARGUMENT, read_frame, write_frame};
use crate::allocator;
use crate::limits::{WORKER_MEMORY_MEGABYTES, WORKER_STACK_BYTES};
use isotope_dictionary::{InstructionSets, Target};
use isotope_program::Program;
use isotope_program::pricer::{Cost, Payer, PriceError, Pricer};
use isotope_smt::effort::Effort;
use isotope_smt::{Answer, Outcome, Prover, Query};
use prost::Message as _;
use search::KnownTargets;
use std::io::{self, Stdout};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};

pub(crate) use changed::cells;
pub use scheduled::{told, told_of_blocks};

/// Whether this process was started as a worker. Executables that make a pool ask this first thing in `main`.
pub fn is_worker() -> bool {
    std::env::args_os().nth(1).is_some_and(|first| first == WORKER_ARGUMENT)
}

/// The instruction sets that this worker was started for, or why it cannot have them.
fn sets() -> Result<&'static InstructionSets, String> {
    let mut arguments = std::env::args_os().skip(2);
    let epoch = arguments.next().unwrap_or_default();
    let folder = arguments.next().map(PathBuf::from);
    let sets = crate::sets::load(folder.as_deref()).map_err(|e| e.to_string())?;
    if !epoch.is_empty() && epoch != *sets.epoch() {
        return Err("the instruction sets are others than the daemon's: they were changed; start it again".to_owned());
    }
    Ok(sets)
}

/// The line through which a job talks to the daemon.
struct Line {
    output: Mutex<Stdout>,
    costs: Mutex<Receiver<Vec<Result<Cost, PriceError>>>>,
    packed: Mutex<Receiver<Result<String, String>>>,
    stopped: Arc<AtomicBool>,
}

impl Line {
    fn say(&self, report: &Report) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = write_frame(&mut *output, report) {
            // Whoever waits for this report must not wait in vain.
            eprintln!("isotoped, a worker: {error}");
            std::process::exit(1);
        }
    }

    /// For the daemon's log, where each line has its call; for standard error if the pipe is in use.
    fn tell(&self, panic: &str) {
        let thread = std::thread::current();
        let text = format!("thread '{}' of a worker: {panic}", thread.name().unwrap_or_default());
        let told =
            self.output.try_lock().map(|mut output| write_frame(&mut *output, &Report::Said(text.clone())).is_ok());
        if !matches!(told, Ok(true)) {
            eprintln!("isotoped, a worker: {text}");
        }
    }

    fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }
}

impl Pricer for Line {
    fn costs(&self, programs: &[&Program], _: &Target, _: &dyn Payer) -> Vec<Result<Cost, PriceError>> {
        self.say(&Report::Price(programs.iter().map(|&p| p.clone()).collect()));
        let costs = self.costs.lock().unwrap_or_else(PoisonError::into_inner);
        // Without a sender the daemon is gone, and this process with it.
        costs.recv().unwrap_or_default()
    }
}

impl Prover for Line {
    fn prove(&self, query: &Query) -> Answer {
        if self.stopped() {
            return Answer::free(Outcome::Unknown("stopped".to_owned()));
        }
        isotope_smt::answer(query, &Effort::new(isotope_smt::limits::MAX_EFFORT, &|| self.stopped()))
    }
}

/// Does jobs from standard input until it ends.
///
/// Input is read in a thread of its own, so that the end of the pipe (the parent is gone) ends the process even in the
/// middle of a proof, and an order to stop is seen there: no worker outlives its daemon.
pub fn run_worker() {
    isotope_smt::set_memory_limit(WORKER_MEMORY_MEGABYTES);
    let (begin, jobs) = mpsc::channel();
    let (tell, costs) = mpsc::channel();
    let (hand, packed) = mpsc::channel();
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stopped);
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(order)) = read_frame::<Order>(&mut input) {
            let heard = match order {
                Order::Begin { job, calls, is_idle } => {
                    flag.store(false, Ordering::Release);
                    begin.send((job, calls, is_idle)).is_ok()
                }
                Order::Costs(costs) => tell.send(costs).is_ok(),
                Order::Packed(code) => hand.send(code).is_ok(),
                Order::Stop => {
                    flag.store(true, Ordering::Release);
                    true
                }
            };
            if !heard {
                break;
            }
        }
        std::process::exit(0);
    });
    let line = Arc::new(Line {
        output: Mutex::new(io::stdout()),
        costs: Mutex::new(costs),
        packed: Mutex::new(packed),
        stopped,
    });
    let panics = Arc::clone(&line);
    std::panic::set_hook(Box::new(move |panic| panics.tell(&panic.to_string())));
    // Read before the first window comes, so that none waits for it.
    let sets = sets().unwrap_or_else(|why| {
        eprintln!("isotoped, a worker: {why}");
        std::process::exit(1)
    });
    line.say(&Report::Ready);
    let mut targets = KnownTargets::of(sets);
    for (job, calls, is_idle) in jobs {
        let (line, targets) = (&*line, &mut targets);
        let done = std::thread::scope(|scope| {
            // Messages of the system or the language about the thread name the calls that it works for.
            let thread = std::thread::Builder::new().name(format!("call {calls}")).stack_size(WORKER_STACK_BYTES);
            let work = || {
                yield_to_others(is_idle);
                perform(job, line, targets);
            };
            thread.spawn_scoped(scope, work).map(|job| job.join().is_ok())
        });
        // A panic was told; that it is over the daemon hears by the end of the pipe.
        if !matches!(done, Ok(true)) {
            std::process::exit(1);
        }
        allocator::give_back();
    }
}

fn perform(job: Job, line: &Line, targets: &mut KnownTargets) {
    let report = match job {
        Job::Query(text) => {
            let answer = match Query::decode(&text) {
                Ok(query) => line.prove(&query),
                Err(error) => Answer::free(Outcome::Unknown(format!("the query does not read: {error}"))),
            };
            Report::Answer(answer.encode())
        }
        Job::Search(asked) => {
            let report = |phase: &'static str, work| line.say(&Report::Progress(phase.to_owned(), work));
            Report::Selected(Box::new(search::select(&asked, targets, line, line, &|| line.stopped(), &report)))
        }
        Job::Rank(asked, held) => {
            let report = |phase: &'static str, work| line.say(&Report::Progress(phase.to_owned(), work));
            let stopped = || line.stopped();
            Report::Selected(Box::new(search::rank(&asked, held, targets, (line, line), &stopped, &report)))
        }
        Job::Prove(claim) => Report::Concluded(search::prove(&claim, targets, line)),
        Job::Compare(pair) => Report::Compared(
            compared::compared(&pair, &targets.meanings, &line.stopped).map(|verdict| verdict.encode_to_vec()),
        ),
        Job::Change(of) => Report::Changed(changed::changed(&of, targets.sets, line).map(Box::new)),
        Job::Schedule(of) => Report::Scheduled(scheduled::scheduled(&of, line)),
        Job::Explain(asked, wanted) => {
            let stopped = || line.stopped();
            Report::Explained(Box::new(search::explain(&asked, &wanted, targets, (line, line), &stopped)))
        }
    };
    line.say(&report);
}

/// Lowers the priority of this thread, and of no other, where nobody waits for what it does.
#[allow(unsafe_code)]
fn yield_to_others(idle: bool) {
    if idle {
        // SAFETY: a plain system call; on Linux 0 is the calling thread.
        unsafe { nix::libc::setpriority(nix::libc::PRIO_PROCESS, 0, 19) };
    }
}
