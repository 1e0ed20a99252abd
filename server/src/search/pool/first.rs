//! The begin and the end of a worker: its first word, by which it is known to work, and what ended it.

use super::message::Report;
use super::process::Worker;
use crate::limits::FIRST_WORD;
use nix::sys::signal::Signal;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// How often a caller that waits for a worker looks whether it still has to.
const POLL: Duration = Duration::from_millis(5);

/// How long a worker whose pipe has closed may take to be gone.
const LAST_BREATH: Duration = Duration::from_millis(250);

/// The outcome of waiting for a worker's first word.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum First {
    /// It has its instruction sets and its solver, and takes jobs.
    Said,
    /// It never will: why.
    Mute(String),
    /// It has said nothing in its time.
    Late,
    /// Whoever waits need not any more: why.
    Interrupted(&'static str),
}

impl Worker {
    /// Waits for the first word of a worker that was just started.
    pub(super) fn first_word(&mut self, interrupted: impl Fn() -> Option<&'static str>) -> First {
        loop {
            match self.reports.recv_timeout(POLL) {
                Ok(Report::Ready) => return First::Said,
                Ok(Report::Said(text)) => tracing::error!(worker = self.child.id(), "{text}"),
                Ok(_) => return First::Mute("it speaks before it was asked".to_owned()),
                Err(RecvTimeoutError::Disconnected) => return First::Mute(self.end().how().to_owned()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.started.elapsed() > FIRST_WORD {
                return First::Late;
            }
            if let Some(why) = interrupted() {
                return First::Interrupted(why);
            }
        }
    }

    /// How it ended, once its pipe has closed.
    pub(super) fn end(&mut self) -> Ended {
        let until = Instant::now() + LAST_BREATH;
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < until => std::thread::sleep(POLL),
                _ => break None,
            }
        };
        let ended = status.map_or_else(|| "it closed its pipe".to_owned(), told);
        let how = match self.complaints.last() {
            Some(line) => format!("{ended}, with the words `{line}`"),
            None => ended,
        };
        let is_killed = status.is_some_and(|status| status.signal() == Some(Signal::SIGKILL as i32));
        if is_killed { Ended::By(how) } else { Ended::Itself(how) }
    }
}

/// The end of a worker, in words.
pub(super) enum Ended {
    /// Its own doing.
    Itself(String),
    /// The system, or somebody.
    By(String),
}

impl Ended {
    /// The words.
    pub(super) fn how(&self) -> &str {
        let (Ended::Itself(how) | Ended::By(how)) = self;
        how
    }
}

fn told(status: ExitStatus) -> String {
    let Some(number) = status.signal() else { return format!("it ended with {status}") };
    match Signal::try_from(number) {
        Ok(Signal::SIGSYS) => "the sandbox ended it: it made a system call that it must not make".to_owned(),
        Ok(Signal::SIGKILL) => "it was killed (SIGKILL)".to_owned(),
        Ok(signal) => format!("it was ended by {signal}"),
        Err(_) => format!("it was ended by signal {number}"),
    }
}

/// The remedy for workers that end so.
pub(super) fn remedy(why: &str) -> &'static str {
    if why.contains("shared librar") || why.contains("shared object") {
        "put that library into a folder of the system's, beside isotoped, or into a folder that LD_LIBRARY_PATH names"
    } else if why.contains("SIGKILL") {
        "the system does that when memory is short: give the machine or the container more, or --threads less"
    } else if why.contains("instruction sets are others") {
        "start the daemon again"
    } else if why.contains("sandbox") {
        "--sandbox off goes without it"
    } else {
        "the lines of the log before this one say more"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_said_in_words_and_has_a_remedy() {
        let said = |raw: i32| told(ExitStatus::from_raw(raw));
        assert_eq!(said(127 << 8), "it ended with exit status: 127");
        assert_eq!(said(9), "it was killed (SIGKILL)");
        assert_eq!(said(11), "it was ended by SIGSEGV");
        assert!(said(31).contains("the sandbox ended it"));
        assert!(remedy(&said(9)).contains("memory") && remedy(&said(31)).contains("--sandbox off"));
        let loader = "isotoped: error while loading shared libraries: libz3.so.5.4: cannot open shared object file";
        assert!(remedy(loader).contains("LD_LIBRARY_PATH"));
    }
}
