//! The command line, as clap reads it.

mod choices;
pub mod manual;

pub use choices::{Emit, Engine};

use crate::commands::{self, BadInput};
use clap::builder::Resettable;
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use isotope_client::credentials::Credentials;
use isotope_proto::v1;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// Instruction selection by synthesis: proven target code for vector expressions.
#[derive(Debug, Parser)]
#[command(name = "isotope", version)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

impl Arguments {
    /// Reads the command line and the environment, or ends the process with what is wrong. Variables that are set to nothing are not
    /// set.
    pub fn read() -> Self {
        let command = manual::described(without_empty_variables(Self::command()));
        let command = isotope_server::version::said_by(command);
        let matches = command.get_matches();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

fn without_empty_variables(command: clap::Command) -> clap::Command {
    let is_empty = |arg: &clap::Arg| arg.get_env().and_then(std::env::var_os).is_some_and(|value| value.is_empty());
    let command = command.mut_args(|arg| if is_empty(&arg) { arg.env(Resettable::Reset) } else { arg });
    command.mut_subcommands(without_empty_variables)
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Select code for the expressions of a file, or for what a program in C (FILE.c), LLVM IR (FILE.ll) or MLIR (FILE.mlir) computes.
    Select(commands::select::Select),
    /// Show candidates, costs, code and proof for the expressions of a file, of a line of C, or of a Halide program's report. Searches
    /// nothing.
    Explain(commands::explain::Explain),
    /// Serve a page of this machine on which expressions are pasted, CPUs chosen, and code, candidates and proofs shown.
    Explore(commands::explore::Explore),
    /// Sum up a Halide program's report (ISOTOPE_REPORT): answers used, and the reasons for the rest. Asks no daemon.
    Report(commands::report::Report),
    /// Run a program whose Halide pipelines use Isotope, or a compile by clang or mlir-opt, 19 or 22: starts a daemon if there is none,
    /// sets what must be set, waits for searches, and sums up. The exit status is the program's.
    Run(commands::run::Run),
    /// Show the daemons that `isotope run` started.
    Status(commands::status::Status),
    /// End the daemons that `isotope run` started.
    Stop(commands::status::Stop),
    /// Prove the memo's answers again, by the solver alone. Exit status 1 if it disagrees anywhere.
    Audit(commands::audit::Audit),
    /// Have the daemon search ahead for the windows of files, folders and Halide programs' reports, in idle time. Exit status 1 if a
    /// window has no answer, 3 if time was up first.
    Warm(commands::warm::Warm),
    /// Benchmark the daemon's proved programs for the windows of files, folders and reports on this machine, and write a file for
    /// `isotoped --measured`.
    Tune(commands::tune::Tune),
    /// Show what the daemon logs, or change it until it ends or reads its settings again. Takes the role `admin`.
    LogLevel(commands::log_level::LogLevel),
    /// Pin, purge, verify, export and import the memo of a running daemon. Takes the role `admin`.
    #[command(subcommand)]
    Memo(commands::memo::Memo),
    /// Show the daemon's counters.
    Stats(commands::stats::Stats),
    /// Compare two programs of MLIR: equal for all inputs at these shapes, or an input on which they differ. Exit status 0 if equality is
    /// shown, 1 if they differ, 2 if neither is known or the input is bad. Asks no daemon without --daemon.
    Check(commands::check::Check),
    /// Compile a contraction, 'i32 C[i,j] += u8 A[i,k] * s8 B[k,j]' or such a nest of loops in MLIR, to a kernel that is shown to be equal
    /// to it: an object file and a header of C.
    Compile(commands::compile::Compile),
    /// Count the instructions of a set that the search finds for a window made of their own meaning, with the reasons for the rest.
    /// Asks no daemon.
    Census(commands::census::Census),
    /// Ask the dictionary of instructions, and run one on numbers. Asks no daemon.
    Dict(commands::dict::Dict),
    /// List the operations of the text form: types, meaning, and an example with its value. Asks no daemon.
    Ops(commands::ops::Ops),
    /// Print what a shell completes `isotope` and `isotoped` with, for its folder of completions. Asks no daemon.
    Completions(commands::shell::Completions),
    /// Write the manual pages of both programs. Asks no daemon.
    Man(commands::shell::Manual),
    /// Ask whether the daemon takes calls: exit status 0 if it does.
    Health(commands::health::Health),
    /// Find faults between this machine and the daemon: address, certificate, role, version, epoch, clock, load and hits. Exit status 0
    /// if nothing is broken.
    Doctor(commands::doctor::Doctor),
}

/// The processor that code is for.
#[derive(Debug, Args)]
pub struct Processor {
    /// Architecture, in LLVM's names [default: the file's `target` line, else this host]
    #[arg(long, value_name = "ARCH")]
    pub target: Option<String>,
    /// CPU, in LLVM's names, or `host`.
    #[arg(long, value_name = "CPU")]
    pub mcpu: Option<String>,
    /// Features to turn on and off, in LLVM's names: +avx512vnni,-gfni; and tune=CPU, whose prices then rank
    #[arg(long, value_name = "FEATURES", allow_hyphen_values = true)]
    pub mattr: Option<String>,
}

/// What is asked.
#[derive(Debug, Args)]
pub struct Input {
    /// Expressions in Halide's printed form; `-` is standard input. Or a program: FILE.c, FILE.cpp, FILE.ll, or FILE.mlir to select.
    pub file: PathBuf,
    #[command(flatten)]
    pub processor: Processor,
    /// Which search runs.
    #[arg(long, value_enum, default_value_t = Engine::Fast)]
    pub engine: Engine,
    /// Upper bound of each search, in units of work [default: the server's]
    #[arg(long, value_name = "WORK", value_parser = work)]
    pub budget: Option<u64>,
    /// Refuse a server whose dictionary has another epoch.
    #[arg(long, value_name = "EPOCH")]
    pub expected_epoch: Option<String>,
}

/// Who is asked.
#[derive(Debug, Args)]
pub struct Server {
    /// Address of the daemon: http://HOST:PORT, https://HOST:PORT, or a socket of this machine, unix:/PATH.
    #[arg(long, env = "ISOTOPE_SERVER", value_name = "URL", default_value = "http://127.0.0.1:4711")]
    pub server: String,
    #[command(flatten)]
    pub credentials: CredentialFiles,
    /// Seconds for the call; the best answer so far comes shortly before they are over.
    #[arg(long, env = "ISOTOPE_TIMEOUT", value_name = "SECONDS", value_parser = some_seconds)]
    pub timeout: Option<Duration>,
    /// Ask nobody: run the daemon's service inside this command, which takes the daemon's settings as flags: `man isotoped`
    #[arg(long)]
    pub standalone: bool,
    #[command(flatten)]
    pub core: isotope_server::settings::config::CoreConfig,
}

/// Files of the caller's, each read once.
#[derive(Debug, Args)]
pub struct CredentialFiles {
    /// Root of the server's certificate, in PEM [default: those that this machine trusts]
    #[arg(long, env = "ISOTOPE_CA", value_name = "FILE")]
    pub ca: Option<PathBuf>,
    /// Certificate that says who calls, in PEM.
    #[arg(long, env = "ISOTOPE_CLIENT_CERTIFICATE", value_name = "FILE")]
    pub client_certificate: Option<PathBuf>,
    /// Its key, in PEM.
    #[arg(long, env = "ISOTOPE_CLIENT_KEY", value_name = "FILE")]
    pub client_key: Option<PathBuf>,
    /// File with the token that says who calls.
    #[arg(long, env = "ISOTOPE_TOKEN_FILE", value_name = "FILE")]
    pub token_file: Option<PathBuf>,
}

impl CredentialFiles {
    /// Looks at the files that secure a connection where it is not secured: there they are not read. What a flag names must be there,
    /// and is said to do nothing; variables hold for every address.
    pub fn unused(&self, url: &str) -> Result<Vec<String>, BadInput> {
        if url.starts_with("https:") {
            return Ok(Vec::new());
        }
        let mut notes = Vec::new();
        for (flag, variable, file) in [
            ("--ca", "ISOTOPE_CA", &self.ca),
            ("--client-certificate", "ISOTOPE_CLIENT_CERTIFICATE", &self.client_certificate),
            ("--client-key", "ISOTOPE_CLIENT_KEY", &self.client_key),
        ] {
            let Some(file) =
                file.as_ref().filter(|file| std::env::var_os(variable).as_ref() != Some(&file.as_os_str().to_owned()))
            else {
                continue;
            };
            if let Err(error) = std::fs::File::open(file) {
                return Err(BadInput(format!("cannot read {} ({flag}): {error}", file.display())));
            }
            notes.push(format!("{flag} does nothing: {url} is not secured; an address that is begins with https://"));
        }
        Ok(notes)
    }
}

impl From<&CredentialFiles> for Credentials {
    fn from(files: &CredentialFiles) -> Self {
        Credentials {
            ca: files.ca.clone(),
            certificate: files.client_certificate.clone(),
            key: files.client_key.clone(),
            token_file: files.token_file.clone(),
        }
    }
}

/// A target as flags say it.
pub fn target(text: &str) -> Result<v1::Target, String> {
    let target = isotope_cli::warm::reading::target(text);
    if target.mcpu.is_empty() { Err("write architecture and CPU, as `x86_64 znver4`".to_owned()) } else { Ok(target) }
}

/// A time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let wanted = || "write a number of seconds, such as 0.5 or 60".to_owned();
    let seconds: f64 = text.parse().map_err(|_| wanted())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| wanted())
}

/// A time for something that takes some.
fn some_seconds(text: &str) -> Result<Duration, String> {
    match seconds(text)? {
        Duration::ZERO => {
            Err("a call takes more than 0 seconds; write more, or leave it out for as long as it takes".to_owned())
        }
        time => Ok(time),
    }
}

/// What a search may spend.
pub fn work(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "write a whole number of units of work, such as 1000000".to_owned())
}

/// A whole number within bounds.
pub fn whole<T: FromStr + PartialOrd + Display>(text: &str, bounds: RangeInclusive<T>) -> Result<T, String> {
    let wanted = || format!("write a whole number from {} to {}", bounds.start(), bounds.end());
    text.parse().ok().filter(|number| bounds.contains(number)).ok_or_else(wanted)
}

impl Input {
    /// The options of a request.
    pub fn options(&self, outputs: Vec<i32>) -> v1::Options {
        let engine = match self.engine {
            Engine::Fast => v1::Engine::Fast,
            Engine::Reference => v1::Engine::Reference,
            Engine::Baseline => v1::Engine::Baseline,
        };
        v1::Options { engine: engine as i32, budget: self.budget.unwrap_or(0), outputs }
    }
}

impl Processor {
    /// The target that the flags name, if they name one.
    pub fn flagged_target(&self) -> Option<v1::Target> {
        if self.target.is_none() && self.mcpu.is_none() && self.mattr.is_none() {
            return None;
        }
        Some(v1::Target {
            arch: self.target.clone().unwrap_or_default(),
            mcpu: self.mcpu.clone().unwrap_or_default(),
            mattr: self.mattr.clone().unwrap_or_default(),
        })
    }
}
