//! The worker pool, with real worker processes: this test's own executable is the worker.
//!
//! Not the standard harness: the executable must be able to become a worker before anything is printed.

#![allow(clippy::unwrap_used)] // a test, though without the standard harness

use isotope_ir::term::{BinOp, Terms};
use isotope_program::Program;
use isotope_program::pricer::{Cost, PriceError};
use isotope_server::search::pool::{Attending, Compared, Interrupt, Job, Lost, Own, PoolConfig, ProverPool};
use isotope_server::search::worker::{is_worker, run_worker};
use isotope_smt::{How, Method, Outcome, Prover, Query};
use libtest_mimic::{Arguments, Trial};
use std::process::Command;
use std::time::{Duration, Instant};

fn main() {
    if is_worker() {
        return run_worker();
    }
    if std::env::var_os("PROVERS_COPY").is_some() {
        return a_worker_is_this_file_whatever_becomes_of_its_path();
    }
    let tests: [(&str, fn()); 16] = [
        ("easy_queries_are_answered_side_by_side", easy_queries_are_answered_side_by_side),
        ("a_killed_worker_takes_only_its_query", a_killed_worker_takes_only_its_query),
        ("a_deadline_ends_a_proof", a_deadline_ends_a_proof),
        ("a_cancellation_ends_a_proof", a_cancellation_ends_a_proof),
        ("a_stalled_worker_is_killed", a_stalled_worker_is_killed),
        ("a_stopped_worker_costs_moments", a_stopped_worker_costs_moments),
        ("a_worker_is_this_file_whatever_becomes_of_its_path", a_worker_is_this_file_whatever_becomes_of_its_path),
        ("a_cancelled_proof_does_not_cost_its_worker", a_cancelled_proof_does_not_cost_its_worker),
        ("a_comparison_that_gives_way_does_not_cost_its_worker", a_comparison_that_gives_way_does_not_cost_its_worker),
        ("a_stopped_worker_that_was_replaced_goes", a_stopped_worker_that_was_replaced_goes),
        ("a_large_worker_that_nobody_waits_for_goes", a_large_worker_that_nobody_waits_for_goes),
        ("a_closed_pool_answers_unknown", a_closed_pool_answers_unknown),
        ("a_worker_is_in_a_sandbox", a_worker_is_in_a_sandbox),
        ("a_worker_knows_the_call_that_it_works_for", a_worker_knows_the_call_that_it_works_for),
        ("a_pool_whose_workers_do_not_start_says_why", a_pool_whose_workers_do_not_start_says_why),
        (
            "workers_that_died_while_idle_are_replaced_and_known_of",
            workers_that_died_while_idle_are_replaced_and_known_of,
        ),
    ];
    let trial = |(name, test): (&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    // One after the other: they count this process's children.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    libtest_mimic::run(&arguments, tests.map(trial).into()).exit();
}

fn pool(workers: usize, stall: Duration) -> ProverPool {
    ProverPool::new(PoolConfig { stall, ..PoolConfig::of(workers) }).unwrap()
}

/// Hopeless in seconds.
fn hard() -> Query {
    division(64).with_rlimit(u32::MAX as u64)
}

/// (a / b) / c = a / (b * c): true where b * c does not overflow.
fn division(width: u32) -> Query {
    let mut t = Terms::new();
    let (a, b, c) = (t.var(0, width), t.var(1, width), t.var(2, width));
    let ab = t.bin(BinOp::UDiv, a, b);
    let abc = t.bin(BinOp::UDiv, ab, c);
    let bc = t.bin(BinOp::Mul, b, c);
    let other = t.bin(BinOp::UDiv, a, bc);
    let top = t.constant(1 << (width / 2 - 1), width);
    let one = t.constant(1, width);
    let mut facts = vec![];
    for v in [b, c] {
        facts.push(t.bin(BinOp::Ule, v, top));
        facts.push(t.bin(BinOp::Ule, one, v));
    }
    Query::prove(&t, abc, other, &facts)
}

fn easy(i: u32) -> Query {
    let mut t = Terms::new();
    let (a, b) = (t.var(0, 32), t.var(1, 32));
    let k = t.constant(i as u128 + 3, 32);
    let sum = t.bin(BinOp::Add, a, b);
    let both = t.bin(BinOp::And, a, b);
    let either = t.bin(BinOp::Or, a, b);
    let again = t.bin(BinOp::Add, both, either);
    let (l, r) = (t.bin(BinOp::Xor, sum, k), t.bin(BinOp::Xor, again, k));
    Query::prove(&t, l, r, &[])
}

fn easy_queries_are_answered_side_by_side() {
    let pool = pool(2, Duration::from_secs(60));
    std::thread::scope(|scope| {
        for lane in 0..4 {
            let pool = pool.clone();
            scope.spawn(move || {
                for i in 0..5 {
                    let answer = pool.prove(&easy(lane * 5 + i));
                    let how = How::by(Method::Identical).with(Method::Sweeping).with(Method::Solver);
                    assert_eq!(answer.outcome, Outcome::Proved(how));
                }
            });
        }
    });
    let stats = pool.stats();
    assert_eq!((stats.answered, stats.died), (20, 0));
    assert!(stats.started <= 2, "{stats:?}");
}

fn wait_for_busy(pool: &ProverPool) -> u32 {
    let started = Instant::now();
    loop {
        if let [id, ..] = pool.busy_workers()[..] {
            return id;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "no worker became busy");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn a_killed_worker_takes_only_its_query() {
    let pool = pool(2, Duration::from_secs(60));
    std::thread::scope(|scope| {
        let held = scope.spawn(|| pool.prove(&hard()));
        let victim = wait_for_busy(&pool);
        std::thread::sleep(Duration::from_millis(300));
        // A neighbour is proving while the worker dies.
        let neighbour = scope.spawn(|| (0..20).all(|i| pool.prove(&easy(i)).is_proved()));
        assert!(Command::new("kill").args(["-9", &victim.to_string()]).status().unwrap().success());
        assert_eq!(held.join().unwrap().outcome, Outcome::Unknown("the worker died".to_owned()));
        assert!(neighbour.join().unwrap());
    });
    for i in 0..3 {
        assert!(pool.prove(&easy(i)).is_proved(), "the pool goes on");
    }
    assert_eq!(pool.stats().died, 1);
}

fn a_deadline_ends_a_proof() {
    let pool = pool(1, Duration::from_secs(60));
    let started = Instant::now();
    let session = pool.session(Interrupt::at(Some(started + Duration::from_millis(400))));
    assert_eq!(session.prove(&hard()).outcome, Outcome::Unknown("the deadline has passed".to_owned()));
    assert!(started.elapsed() < Duration::from_secs(5));
    assert!(matches!(session.prove(&easy(1)).outcome, Outcome::Unknown(_)), "a late session stays late");
    assert!(pool.prove(&easy(1)).is_proved(), "others get a new worker");
}

fn a_cancellation_ends_a_proof() {
    let pool = pool(1, Duration::from_secs(60));
    // Warm: one that is told to stop while it still starts keeps its life.
    assert!(pool.prove(&easy(9)).is_proved());
    let interrupt = Interrupt::default();
    let session = pool.session(interrupt.clone());
    let tell = std::sync::OnceLock::new();
    std::thread::scope(|scope| {
        let held = scope.spawn(|| session.prove(&hard()));
        let victim = wait_for_busy(&pool);
        tell.set(victim).unwrap();
        // The second query waits for the only worker, and is cancelled where it waits.
        let waiting = scope.spawn(|| session.prove(&easy(2)));
        std::thread::sleep(Duration::from_millis(100));
        interrupt.cancel();
        let cancelled = Instant::now();
        assert_eq!(held.join().unwrap().outcome, Outcome::Unknown("cancelled".to_owned()));
        assert!(cancelled.elapsed() < Duration::from_secs(1), "who asked is let go at once");
        assert_eq!(waiting.join().unwrap().outcome, Outcome::Unknown("cancelled".to_owned()));
    });
    // It is told to stop, and killed if it goes on for long.
    let victim = *tell.get().unwrap();
    wait_until("the worker that proves for nobody is gone", || !alive(victim));
    assert!(pool.prove(&easy(3)).is_proved());
}

fn a_stalled_worker_is_killed() {
    let pool = pool(1, Duration::from_millis(300));
    assert!(matches!(pool.prove(&hard()).outcome, Outcome::Unknown(why) if why.contains("stalled")));
    assert_eq!(pool.stats().stalled, 1);
}

fn alive(process: u32) -> bool {
    std::path::Path::new("/proc").join(process.to_string()).exists()
}

fn wait_until(what: &str, happened: impl Fn() -> bool) {
    let started = Instant::now();
    while !happened() {
        assert!(started.elapsed() < Duration::from_secs(20), "{what}: in vain");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn a_stopped_worker_costs_moments() {
    let config = PoolConfig { still: Duration::from_millis(600), ..PoolConfig::of(1) };
    let pool = ProverPool::new(config).unwrap();
    std::thread::scope(|scope| {
        let held = scope.spawn(|| pool.prove(&hard()));
        let victim = wait_for_busy(&pool);
        assert!(Command::new("kill").args(["-STOP", &victim.to_string()]).status().unwrap().success());
        let why = held.join().unwrap().outcome;
        assert_eq!(why, Outcome::Unknown("the worker was stopped by a signal".to_owned()));
    });
    assert!(pool.prove(&easy(1)).is_proved());
}

/// The same tests from a copy of this file that is deleted once it runs.
fn a_worker_is_this_file_whatever_becomes_of_its_path() {
    if std::env::var_os("PROVERS_COPY").is_some() {
        let own = std::env::current_exe().unwrap();
        std::fs::remove_file(&own).unwrap();
        std::fs::write(&own, "something else").unwrap();
        let pool = pool(2, Duration::from_secs(60));
        assert!(pool.prove(&easy(1)).is_proved());
        for id in [pool.prove(&easy(2)), pool.prove(&easy(3))] {
            assert!(id.is_proved());
        }
        return;
    }
    // Beside this one, so that it finds the same libraries.
    let own = std::env::current_exe().unwrap();
    let copy = own.with_extension("copy");
    std::fs::copy(&own, &copy).unwrap();
    let status = Command::new(&copy).env("PROVERS_COPY", "1").status().unwrap();
    std::fs::remove_file(&copy).unwrap();
    assert!(status.success());
}

fn a_cancelled_proof_does_not_cost_its_worker() {
    let pool = pool(1, Duration::from_secs(60));
    // Warm: one that is told to stop while it still starts keeps its life.
    assert!(pool.prove(&easy(9)).is_proved());
    // Given up by the solver itself within the worker's grace, on a loaded machine as well.
    let ends = division(32).with_rlimit(100_000);
    for at in 0..3 {
        let interrupt = Interrupt::default();
        let session = pool.session(interrupt.clone());
        std::thread::scope(|scope| {
            let held = scope.spawn(|| session.prove(&ends));
            wait_for_busy(&pool);
            interrupt.cancel();
            assert!(!held.join().unwrap().is_proved());
        });
        std::thread::sleep(Duration::from_secs(3));
        assert!(pool.prove(&easy(at)).is_proved());
    }
    assert_eq!(pool.stats().started, 1, "{:?}", pool.stats());
}

/// A program that never ends, which its identity test walks.
const ENDLESS: &str = r#""func.func"() <{function_type = () -> (), sym_name = "f"}> ({
  "cf.br"()[^bb1] : () -> ()
^bb1:
  "cf.br"()[^bb1] : () -> ()
}) : () -> ()"#;

fn a_comparison_that_gives_way_does_not_cost_its_worker() {
    let pool = pool(1, Duration::from_secs(60));
    assert!(pool.prove(&easy(9)).is_proved());
    let pair = Compared {
        texts: [ENDLESS, ENDLESS].map(str::to_owned),
        entry: String::new(),
        size: None,
        sizes: Vec::new(),
        key: String::new(),
        max_steps: u64::MAX,
        located: false,
    };
    for at in 0..3 {
        let interrupt = Interrupt::default();
        std::thread::scope(|scope| {
            let held = scope.spawn(|| pool.run(Job::Compare(Box::new(pair.clone())), &interrupt, &mut Named));
            wait_for_busy(&pool);
            interrupt.cancel();
            assert!(matches!(held.join().unwrap(), Err(Lost::Interrupted(_))));
        });
        std::thread::sleep(Duration::from_secs(2));
        assert!(pool.prove(&easy(at)).is_proved());
    }
    assert_eq!(pool.stats().started, 1, "{:?}", pool.stats());
}

/// Processes that this one has started and that are there.
fn children() -> usize {
    child_ids().len()
}

fn child_ids() -> Vec<u32> {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let lists = tasks.flatten().filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().map(|id| id.parse().unwrap()).collect::<Vec<u32>>()).collect()
}

/// One that comes back while another has its place is one too many.
fn a_stopped_worker_that_was_replaced_goes() {
    let others = children();
    let pool = pool(1, Duration::from_secs(60));
    assert!(pool.prove(&easy(9)).is_proved());
    let (first, second) = (Interrupt::default(), Interrupt::default());
    // The solver gives it up within the worker's grace.
    let ends = division(32).with_rlimit(100_000);
    std::thread::scope(|scope| {
        let stopped = scope.spawn(|| pool.session(first.clone()).prove(&ends));
        wait_for_busy(&pool);
        first.cancel();
        assert!(!stopped.join().unwrap().is_proved());
        let held = scope.spawn(|| pool.session(second.clone()).prove(&hard()));
        wait_for_busy(&pool);
        wait_until("the worker that was stopped is gone", || children() == others + 1);
        second.cancel();
        assert!(!held.join().unwrap().is_proved());
    });
    assert!(pool.prove(&easy(2)).is_proved());
}

/// It may need a while to end its job, and another takes its place meanwhile.
fn a_large_worker_that_nobody_waits_for_goes() {
    let others = children();
    let pool = ProverPool::new(PoolConfig { stopped_bytes: 0, ..PoolConfig::of(1) }).unwrap();
    let interrupt = Interrupt::default();
    std::thread::scope(|scope| {
        let held = scope.spawn(|| pool.session(interrupt.clone()).prove(&hard()));
        wait_for_busy(&pool);
        interrupt.cancel();
        assert!(!held.join().unwrap().is_proved());
    });
    wait_until("it is gone with its job", || children() <= others);
    assert!(pool.prove(&easy(2)).is_proved());
    assert_eq!(pool.stats().started, 2, "{:?}", pool.stats());
}

/// A job for a call with a name.
struct Named;

impl Attending for Named {
    fn price(&mut self, _: Vec<Program>) -> Vec<Result<Cost, PriceError>> {
        Vec::new()
    }

    fn progress(&mut self, _: &str, _: u64) {}

    fn calls(&self) -> String {
        "build-17".to_owned()
    }
}

/// The thread that works has its name, by which the system and the language call it when it fails.
fn a_worker_knows_the_call_that_it_works_for() {
    let pool = pool(1, Duration::from_secs(60));
    let interrupt = Interrupt::default();
    let run = || pool.run(Job::Query(hard().encode()), &interrupt, &mut Named);
    std::thread::scope(|scope| {
        let held = scope.spawn(run);
        let worker = wait_for_busy(&pool);
        let names = || -> Vec<String> {
            let tasks = std::fs::read_dir(format!("/proc/{worker}/task")).unwrap().flatten();
            tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok()).collect()
        };
        wait_until("a thread has the call's name", || names().iter().any(|name| name == "call build-17\n"));
        interrupt.cancel();
        assert!(held.join().unwrap().is_err());
    });
}

/// The kernel's view of a worker while it works.
fn a_worker_is_in_a_sandbox() {
    let pool = pool(1, Duration::from_secs(60));
    let interrupt = Interrupt::default();
    let session = pool.session(interrupt.clone());
    std::thread::scope(|scope| {
        let held = scope.spawn(|| session.prove(&hard()));
        let worker = wait_for_busy(&pool);
        let status = std::fs::read_to_string(format!("/proc/{worker}/status")).unwrap();
        let environment = std::fs::read(format!("/proc/{worker}/environ")).unwrap();
        interrupt.cancel();
        assert!(!held.join().unwrap().is_proved());
        for line in ["NoNewPrivs:\t1", "Seccomp:\t2"] {
            assert!(status.contains(line), "{status}");
        }
        assert!(!String::from_utf8_lossy(&environment).contains("CARGO_MANIFEST_DIR"));
    });
}

fn a_pool_whose_workers_do_not_start_says_why() {
    let own = Own { epoch: "another".to_owned(), ..Own::default() };
    let pool = ProverPool::new(PoolConfig { own, ..PoolConfig::of(2) }).unwrap();
    let said = pool.lacks().unwrap();
    let words = "with the words `isotoped, a worker: the instruction sets are others than the daemon's";
    assert!(said.starts_with("workers do not start") && said.contains(words), "{said}");
    assert!(said.ends_with("start the daemon again"), "{said}");
    let why = pool.prove(&easy(1)).outcome;
    assert!(matches!(&why, Outcome::Unknown(why) if why.starts_with("a worker does not start: ")), "{why:?}");
    assert!(pool.look().is_some(), "it is tried again, in vain");
    assert_eq!((pool.stats().answered, pool.busy_workers()), (0, vec![]));
}

fn workers_that_died_while_idle_are_replaced_and_known_of() {
    let others = child_ids();
    let pool = pool(1, Duration::from_secs(60));
    assert_eq!((pool.lacks(), pool.look(), pool.stats().started), (None, None, 1));
    let killed = || {
        for worker in child_ids().into_iter().filter(|id| !others.contains(id)) {
            assert!(Command::new("kill").args(["-9", &worker.to_string()]).status().unwrap().success());
            wait_until("it is dying", || !alive(worker) || state(worker) == "Z");
        }
    };
    // One is nobody's trouble: the next one has shown that it works when the look is over.
    killed();
    wait_until("it is replaced", || pool.look().is_none() && pool.stats().started == 2);
    // Many in so short a time are, although jobs are done between them.
    let said = loop {
        killed();
        if let Some(said) = pool.look() {
            break said;
        }
        assert!(pool.stats().started < 20, "it never says it");
    };
    assert!(said.contains("die again and again") && said.contains("killed (SIGKILL)"), "{said}");
    assert!(pool.prove(&easy(2)).is_proved());
}

/// The letter that the kernel has for a process: `Z` for one that has ended and is not reaped.
fn state(process: u32) -> String {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().and_then(|rest| rest.split(' ').next()).unwrap_or_default().to_owned()
}

fn a_closed_pool_answers_unknown() {
    let pool = pool(1, Duration::from_secs(60));
    assert!(pool.prove(&easy(0)).is_proved());
    pool.close();
    assert!(matches!(pool.prove(&easy(0)).outcome, Outcome::Unknown(why) if why.contains("stopping")));
}
