//! The worker's own loop.

use super::frame::{read_frame, write_frame};
use isotope_smt::{Answer, InProcess, Outcome, Prover, Query};
use std::io;
use std::sync::mpsc;

/// The only argument of an executable that is to be a worker.
pub const WORKER_ARGUMENT: &str = "prove-worker";

/// Memory that Z3 may use in one worker, in megabytes; beyond it the worker dies, and only the worker.
const MEMORY_MEGABYTES: u32 = 1500;

/// Whether this process was started as a worker. Executables that make a pool ask this first thing in `main`.
pub fn is_worker() -> bool {
    let mut args = std::env::args().skip(1);
    args.next().as_deref() == Some(WORKER_ARGUMENT) && args.next().is_none()
}

/// Answers queries from standard input until it ends.
///
/// Input is read in a thread of its own, so that the end of the pipe (the parent is gone) ends the process even in the
/// middle of a proof: no worker outlives its daemon.
pub fn run_worker() {
    isotope_smt::set_memory_limit(MEMORY_MEGABYTES);
    let (send, receive) = mpsc::channel::<String>();
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(text)) = read_frame(&mut input) {
            if send.send(text).is_err() {
                break;
            }
        }
        std::process::exit(0);
    });
    let mut output = io::stdout().lock();
    for text in receive {
        let answer = match Query::decode(&text) {
            Ok(query) => InProcess.prove(&query),
            Err(error) => Answer::free(Outcome::Unknown(format!("the query does not read: {error}"))),
        };
        if write_frame(&mut output, &answer.encode()).is_err() {
            break;
        }
    }
}
