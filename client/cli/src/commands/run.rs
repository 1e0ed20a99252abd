//! `isotope run`: a program with everything set that its Halide pipelines need to use Isotope, and a summary when it has ended.
//!
//! Where nobody listens at the address and the address is this machine's, a daemon is started first. The program keeps its standard
//! streams, gets the signals that this command gets, and its exit status is this command's.

mod daemon;
pub mod kept;
mod kernel;
mod library;
mod progress;

pub use library::installed;

use super::note_unused;
use crate::arguments::{CredentialFiles, seconds};
use crate::input::BadInput;
use crate::terminal::shown;
use anyhow::Context as _;
use clap::Args;
use isotope_cli::limits;
use isotope_cli::summary::Summary;
use library::Libraries;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::ffi::{OsStr, OsString};
use std::io::{BufReader, IsTerminal as _, Seek as _, SeekFrom};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, ExitStatus};
use std::time::Duration;
use tempfile::NamedTempFile;
use tokio::process::{Child, Command};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// The command line.
#[derive(Debug, Args)]
pub struct Run {
    /// Address of the daemon. Where nobody listens there and it is an address of this machine, a daemon is started.
    #[arg(long, env = "ISOTOPE_SERVER", value_name = "URL", default_value = "http://127.0.0.1:4711")]
    pub server: String,
    #[command(flatten)]
    pub credentials: CredentialFiles,
    /// Seconds that a pipeline may wait for answers which the daemon has to search for [default: ISOTOPE_TIMEOUT_MS, else 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub wait: Option<Duration>,
    /// File that the report of the program's vector expressions is added to; `isotope report` and `isotope explain` read it.
    #[arg(long, env = "ISOTOPE_REPORT", value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Library to preload [default: libisotope_halide_preload.so in the folder `lib` beside this program's own]
    #[arg(long, env = "ISOTOPE_PRELOAD", value_name = "FILE")]
    pub preload: Option<PathBuf>,
    /// Start no daemon: it is an error if there is none.
    #[arg(long)]
    pub no_start: bool,
    /// End a daemon that was started when the program ends. Without it `isotope stop` does.
    #[arg(long)]
    pub end: bool,
    /// The behaviour of `isotope run` without --end.
    #[arg(long, hide = true, conflicts_with = "end")]
    pub keep: bool,
    /// Plug-in for clang or mlir-opt [default: libisotope_llvm-N.so or libisotope_mlir-N.so in the folder `lib` beside this program's own]
    #[arg(long, env = "ISOTOPE_LLVM_PLUGIN", value_name = "FILE")]
    pub plugin: Option<PathBuf>,
    /// Print no summary.
    #[arg(short, long)]
    pub quiet: bool,
    /// The program and its arguments. clang and mlir-opt, 19 or 22, get the plug-in. A program of MLIR, FILE.mlir, is executed here: `isotope run FILE.mlir --help`.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// Exit statuses of a shell for a program that cannot be run and for one that is not there.
const NOT_RUNNABLE: u8 = 126;
const NOT_FOUND: u8 = 127;

/// The number that a shell adds to that of the signal that ended a program.
const SIGNALLED: i32 = 128;

/// Runs the command.
pub async fn run(command: Run) -> anyhow::Result<ExitCode> {
    if Path::new(&command.command[0]).extension().is_some_and(|extension| extension == "mlir") {
        return kernel::run(&command.command);
    }
    is_a_program(&command.command[0])?;
    note_unused(&command.credentials, &command.server)?;
    let set = Libraries::of(&command)?;
    let report = Report::new(command.report.as_deref())?;
    // Before there is somebody to pass them on to: none is lost.
    let mut signals = received()?;
    let (client, started) = tokio::select! {
        reached = daemon::reach(&command) => reached?,
        // A daemon that is on its way is dropped, and so ended.
        Some(each) = signals.recv() => return Ok(ExitCode::from(u8::try_from(SIGNALLED + each as i32).unwrap_or(u8::MAX))),
    };
    let status = match program(&command, &report, &set).spawn() {
        Ok(child) if command.quiet => attended(child, signals).await,
        Ok(child) => beside(progress::show(&client), attended(child, signals)).await,
        Err(error) => {
            say(&format!("cannot run {}: {error}", Path::new(&command.command[0]).display()));
            let missing = error.kind() == std::io::ErrorKind::NotFound;
            daemon::end(started, command.end).await;
            return Ok(ExitCode::from(if missing { NOT_FOUND } else { NOT_RUNNABLE }));
        }
    };
    if !command.quiet {
        report.summary(set.is_compiler).lines().for_each(say);
    }
    daemon::end(started, command.end).await;
    Ok(ExitCode::from(exit_status(status?)))
}

/// Refuses a flag that this command does not have, where the program stands.
fn is_a_program(word: &OsStr) -> Result<(), BadInput> {
    let word = word.to_string_lossy();
    if !word.starts_with('-') {
        return Ok(());
    }
    let command = Run::augment_args(clap::Command::new("run"));
    let flags: Vec<String> = command.get_arguments().filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect();
    let meant = isotope_dictionary::meant(&word, flags.iter().map(String::as_str));
    let remedy = if meant.is_empty() { "`isotope run --help` lists those that it has" } else { &meant };
    Err(BadInput(format!(
        "`isotope run` has no flag {word}; {remedy}. A program whose name begins so is written ./{word}"
    )))
}

/// A line for the user, who may also read the program's own.
fn say(line: &str) {
    eprintln!("isotope: {}", shown(line));
}

/// The status that a shell would give.
fn exit_status(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| Some(SIGNALLED + status.signal()?));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX)
}

/// Does one thing until the other is done.
async fn beside<T>(meanwhile: impl Future<Output = ()>, main: impl Future<Output = T>) -> T {
    tokio::pin!(main);
    tokio::select! {
        done = &mut main => return done,
        () = meanwhile => {}
    }
    main.await
}

/// The user's program with the variables that Isotope's client reads.
fn program(run: &Run, report: &Report, set: &Libraries) -> Command {
    let mut program = Command::new(&run.command[0]);
    program
        .args(&set.arguments)
        .args(&run.command[1..])
        .env("ISOTOPE_SERVER", &run.server)
        .env("ISOTOPE_REPORT", report.path());
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if run.wait.is_some() || !is_set("ISOTOPE_TIMEOUT_MS") {
        let wait = run.wait.unwrap_or(limits::RUN_WAIT).as_millis().max(1);
        program.env("ISOTOPE_TIMEOUT_MS", wait.to_string());
    }
    if let Some(library) = &set.preload {
        program.env("LD_PRELOAD", library::joined(library, std::env::var_os("LD_PRELOAD")));
    }
    program
}

/// Signals that the program gets when this command gets them.
const PASSED_ON: [Signal; 6] =
    [Signal::SIGINT, Signal::SIGQUIT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGUSR1, Signal::SIGUSR2];

/// Those of them that a terminal sends to the program as well.
const FROM_TERMINAL: [Signal; 2] = [Signal::SIGINT, Signal::SIGQUIT];

/// The signals that this command gets from now on.
fn received() -> anyhow::Result<UnboundedReceiver<Signal>> {
    let (tell, told) = unbounded_channel();
    for each in PASSED_ON {
        let mut received = signal(SignalKind::from_raw(each as i32)).context("signals cannot be received")?;
        let tell = tell.clone();
        tokio::spawn(async move { while received.recv().await.is_some() && tell.send(each).is_ok() {} });
    }
    Ok(told)
}

/// Waits for the program and passes signals on.
async fn attended(mut child: Child, mut signals: UnboundedReceiver<Signal>) -> anyhow::Result<ExitStatus> {
    let has_terminal = std::io::stdin().is_terminal();
    loop {
        tokio::select! {
            status = child.wait() => return status.context("the program cannot be waited for"),
            Some(each) = signals.recv() => {
                if !(has_terminal && FROM_TERMINAL.contains(&each)) {
                    send(&child, each);
                }
            }
        }
    }
}

/// Sends a signal to a child that may have ended.
fn send(child: &Child, signal: Signal) {
    if let Some(id) = child.id().and_then(|id| i32::try_from(id).ok()) {
        let _ = kill(Pid::from_raw(id), signal);
    }
}

/// The report that the program adds to.
enum Report {
    /// The user's own, and how long it was before.
    Named(PathBuf, u64),
    /// One that goes with this command.
    Own(NamedTempFile),
}

impl Report {
    fn new(named: Option<&Path>) -> anyhow::Result<Report> {
        let Some(path) = named else {
            return Ok(Report::Own(NamedTempFile::with_prefix("isotope-report-").context("no file for the report")?));
        };
        // The program may change its folder.
        let path = std::path::absolute(path).with_context(|| format!("no path: {}", path.display()))?;
        let file = std::fs::OpenOptions::new().append(true).create(true).open(&path);
        let file = file.map_err(|error| BadInput(format!("cannot write the report {}: {error}", path.display())))?;
        let before = file.metadata()?.len();
        Ok(Report::Named(path, before))
    }

    fn path(&self) -> &Path {
        match self {
            Report::Named(path, _) => path,
            Report::Own(file) => file.path(),
        }
    }

    /// The gain in a few lines. A compiler that asked for nothing has nothing to say.
    fn summary(&self, is_compiler: bool) -> String {
        let before = if let Report::Named(_, before) = self { *before } else { 0 };
        let read = || -> Result<Summary, String> {
            let mut file = std::fs::File::open(self.path()).map_err(|error| error.to_string())?;
            file.seek(SeekFrom::Start(before)).map_err(|error| error.to_string())?;
            Summary::read(BufReader::new(file))
        };
        match read() {
            Ok(summary) if is_compiler && summary.expressions == 0 => String::new(),
            Ok(summary) => told(&summary),
            Err(why) => format!("the report {} cannot be read: {why}", self.path().display()),
        }
    }
}

/// A summary in a few lines.
fn told(summary: &Summary) -> String {
    let Summary { expressions, used, cut_short, .. } = summary;
    if *expressions == 0 {
        return "no pipeline of Halide 19 or 21 was compiled with Isotope; `ISOTOPE_VERBOSE=1 isotope run ...` says why where \
                there was one"
            .to_owned();
    }
    let (plural, verb) = (if *expressions == 1 { "" } else { "s" }, if *used == 1 { "uses" } else { "use" });
    let mut text = format!("{used} of {expressions} vector expression{plural} {verb} an answer");
    for reason in summary.reasons.iter().take(limits::RUN_REASONS) {
        text += &format!("\n{}: {}", reason.count, reason.why);
    }
    let others: usize = summary.reasons.iter().skip(limits::RUN_REASONS).map(|reason| reason.count).sum();
    if others > 0 {
        text += &format!("\n{others}: other reasons; `isotope report` lists those of a file that --report names");
    }
    if let Some(gain) = summary.gain_over_halide {
        text += &format!("\nby the model {gain:.2} times cheaper than Halide's own code, where that was compared");
    }
    if *cut_short > 0 {
        text += &format!("\n{cut_short} answers were cut short: run it again, or with a longer --wait");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_counts_this_run_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("report");
        let line = |used: bool, reply: &str, rest: &str| {
            format!(
                r#"{{"target": "t", "place": "p", "asked": "e", "used": {used}, "reply": "{reply}", "why_not": "{rest}"}}"#
            ) + "\n"
        };
        std::fs::write(&path, line(true, "answered", "")).expect("it is written");
        let report = Report::new(Some(&path)).expect("it can be written to");
        assert!(report.summary(false).starts_with("no pipeline"), "{}", report.summary(false));
        let all = std::fs::read_to_string(&path).expect("it is there")
            + &line(true, "answered", "")
            + &line(false, "answered", "not cheaper")
            + &line(false, "deadline", "no answer: deadline");
        std::fs::write(&path, all).expect("it is written");
        let said = report.summary(false);
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(
            lines,
            ["1 of 3 vector expressions uses an answer", "1: no answer: deadline", "1: not cheaper"],
            "{said}"
        );
    }

    #[test]
    fn a_report_that_cannot_be_written_is_said_with_its_path() {
        let error = Report::new(Some(Path::new("/nowhere/report"))).err().map(|error| error.to_string());
        assert!(error.is_some_and(|error| error.contains("/nowhere/report")));
    }
}
