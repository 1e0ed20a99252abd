//! The handle itself: a small runtime, one connection, the breaker and the counters.

use super::asked::asked;
use super::breaker::Breaker;
use super::call::{Line, call};
use super::compare::compare;
use super::counters::Counting;
use super::requests::requests;
use super::{CompilerSettings, Counters, NotNow, Program, Reason, Reply, SettingError};
use crate::{Client, ClientError, Settings, limits};
use isotope_proto::v1;
use nix::sys::signal::{SigSet, Signal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::{Handle, Runtime};

/// A compiler's handle on the service. Any number of threads may share it; its connection is made by the first call and
/// kept. Making one never fails: what is wrong with it is the reason of every [`NotNow`] that it gives.
pub struct CompilerClient {
    settings: CompilerSettings,
    link: Result<Link, NotNow>,
    breaker: Breaker,
    /// How the server failed the last time.
    failed: Mutex<Option<NotNow>>,
    counting: Counting,
    process: u32,
}

struct Link {
    client: Client,
    /// `None` only while the handle is dropped.
    runtime: Option<Runtime>,
}

impl CompilerClient {
    /// As the environment says; see [`CompilerSettings::from_env`].
    pub fn from_env() -> Self {
        Self::new(CompilerSettings::from_env())
    }

    /// As the settings say, or with none that can be read.
    pub fn new(settings: Result<CompilerSettings, SettingError>) -> Self {
        let misconfigured = |error: SettingError| NotNow::new(Reason::Misconfigured, error.to_string());
        let link = settings.as_ref().map_err(|error| misconfigured(error.clone())).and_then(link);
        let settings = settings.unwrap_or_default();
        let (breaker, process) = (Breaker::new(settings.cooldown), std::process::id());
        CompilerClient { settings, link, breaker, failed: Mutex::default(), counting: Counting::default(), process }
    }

    /// Asks for code for each text (the text form with declared leaves, one window each) and waits, at most `timeout`
    /// or else what the settings say. One reply for each text, in order.
    pub fn select(&self, target: &v1::Target, texts: &[&str], timeout: Option<Duration>) -> Vec<Reply> {
        let programs: Vec<_> = texts.iter().map(|text| Ok(Program::Text(text))).collect();
        self.select_programs(target, &programs, timeout)
    }

    /// As [`Self::select`], for texts and graphs. A window that its caller could not write down has the reason as its reply, and counts.
    pub fn select_programs(
        &self,
        target: &v1::Target,
        programs: &[Result<Program<'_>, NotNow>],
        timeout: Option<Duration>,
    ) -> Vec<Reply> {
        if programs.is_empty() {
            return Vec::new();
        }
        let replies = match self.ready() {
            Ok(link) => self.asked(link, target, programs, timeout),
            Err(not_now) => vec![Err(not_now); programs.len()],
        };
        self.counting.note(&replies);
        replies
    }

    /// Asks what the compiler's own code costs beside code with answers in it, and waits as [`Self::select`] does. One for
    /// each pair, in order.
    pub fn compare(
        &self,
        target: &v1::Target,
        pairs: &[v1::Pair],
        timeout: Option<Duration>,
    ) -> Result<Vec<v1::Compared>, NotNow> {
        if pairs.is_empty() {
            return Ok(Vec::new());
        }
        let link = self.ready()?;
        let compared = compare(&self.line(link), target, pairs, self.deadline(timeout));
        // Slow tools say nothing about the server.
        self.note(compared.as_ref().err().filter(|not_now| not_now.reason.is_about_the_server()).cloned());
        compared
    }

    /// Asks for the verdict on two programs of MLIR, and waits as [`Self::select`] does.
    pub fn check(&self, request: v1::CheckRequest, timeout: Option<Duration>) -> Result<v1::CheckResponse, NotNow> {
        let link = self.ready()?;
        let late = "the time was over before the server had compared";
        let call = |client: Client| async move { client.check(request).await };
        self.noted(asked(&self.line(link), self.deadline(timeout), late, call))
    }

    /// Asks for the kernel of a contraction, and waits as [`Self::select`] does: it is made in seconds, and goes on when nobody waits.
    pub fn compile(
        &self,
        request: v1::CompileRequest,
        timeout: Option<Duration>,
    ) -> Result<v1::CompileResponse, NotNow> {
        let link = self.ready()?;
        let late = "the time was over before the server had compiled; it goes on, for whoever asks again";
        let call = |client: Client| async move { client.compile(request).await };
        self.noted(asked(&self.line(link), self.deadline(timeout), late, call))
    }

    /// Asks for a program whose nests are packed or tiled, and waits as [`Self::select`] does.
    pub fn nest(&self, request: v1::NestRequest, timeout: Option<Duration>) -> Result<v1::NestResponse, NotNow> {
        let link = self.ready()?;
        let late = "the time was over before the server had compared";
        let call = |client: Client| async move { client.nest(request).await };
        self.noted(asked(&self.line(link), self.deadline(timeout), late, call))
    }

    /// Asks for machine code whose loops are scheduled, and waits as [`Self::select`] does. The daemon goes on when the time is over.
    pub fn schedule(
        &self,
        request: v1::ScheduleRequest,
        timeout: Option<Duration>,
    ) -> Result<v1::ScheduleResponse, NotNow> {
        let link = self.ready()?;
        let late = "the time was over before the server had scheduled";
        let call = |client: Client| async move { client.schedule(request).await };
        self.noted(asked(&self.line(link), self.deadline(timeout), late, call))
    }

    fn noted<T>(&self, answered: Result<T, NotNow>) -> Result<T, NotNow> {
        self.note(answered.as_ref().err().filter(|not_now| not_now.reason.is_about_the_server()).cloned());
        answered
    }

    /// The counters so far.
    pub fn counters(&self) -> Counters {
        self.counting.read()
    }

    /// How it asks.
    pub fn settings(&self) -> &CompilerSettings {
        &self.settings
    }

    fn ready(&self) -> Result<&Link, NotNow> {
        let link = self.link.as_ref().map_err(Clone::clone)?;
        if std::process::id() != self.process {
            return Err(NotNow::new(Reason::Forked, "this process is a fork; make a handle in it"));
        }
        if !self.breaker.permits() {
            let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
            let why = failed.as_ref().map(|not_now| format!(": {not_now}")).unwrap_or_default();
            let detail = format!("{} failed a short while ago and is left alone for now{why}", self.settings.server);
            return Err(NotNow::new(Reason::CircuitOpen, detail));
        }
        Ok(link)
    }

    /// Notes whether the server was alive in a call.
    fn note(&self, failed: Option<NotNow>) {
        self.breaker.note(failed.is_none());
        if failed.is_some() {
            *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = failed;
        }
    }

    fn line<'a>(&'a self, link: &'a Link) -> Line<'a> {
        Line { runtime: link.handle(), client: &link.client, server: &self.settings.server }
    }

    fn deadline(&self, timeout: Option<Duration>) -> Instant {
        Instant::now() + timeout.unwrap_or(self.settings.timeout)
    }

    fn asked(
        &self,
        link: &Link,
        target: &v1::Target,
        programs: &[Result<Program<'_>, NotNow>],
        timeout: Option<Duration>,
    ) -> Vec<Reply> {
        let requests = requests(target, programs, &self.settings);
        // Nobody is asked for what stays here, so that it says nothing about the server.
        let is_sent = !requests.messages.is_empty();
        let outcome = call(&self.line(link), requests, programs.len(), self.deadline(timeout));
        if is_sent {
            self.note(outcome.failed);
        }
        outcome.replies
    }
}

impl Link {
    fn handle(&self) -> &Handle {
        self.runtime.as_ref().expect("the runtime is there until the handle is dropped").handle()
    }
}

/// A server that closes its socket must not end the process: a compiler that is no Rust program has not ignored SIGPIPE,
/// and tokio's writes raise it. It goes to the thread that wrote, so no other part of the process sees a difference.
fn without_broken_pipes() {
    // It fails for a malformed mask only.
    let _ = SigSet::from(Signal::SIGPIPE).thread_block();
}

fn link(settings: &CompilerSettings) -> Result<Link, NotNow> {
    if settings.off {
        return Err(NotNow::new(Reason::Off, "switched off"));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(limits::COMPILER_THREADS)
        .thread_name("isotope-client")
        .on_thread_start(without_broken_pipes)
        .enable_all()
        .build()
        .map_err(|error| NotNow::new(Reason::Internal, format!("no thread: {error}")))?;
    // A ping and its answer fit in the time that a server may be silent.
    let connection = Settings {
        connect_timeout: settings.silence,
        timeout: None,
        attempts: 1,
        silence: Some(settings.silence),
        credentials: settings.credentials.clone(),
    };
    let client = {
        let _inside = runtime.enter();
        Client::lazily(&settings.server, connection)
            .map_err(|error: ClientError| NotNow::of_call(&error, &settings.server))?
    };
    Ok(Link { client, runtime: Some(runtime) })
}

impl Drop for Link {
    fn drop(&mut self) {
        // A call that ended at its deadline may have left a task; nobody waits for it.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
