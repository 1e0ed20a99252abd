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
    /// Whether the command can do without a daemon.
    #[arg(skip)]
    pub may_be_alone: bool,
}

impl Arguments {
    /// Reads the command line and the environment, or ends the process with what is wrong. Variables that are set to nothing are not
    /// set.
    pub fn read() -> Self {
        let command = manual::described(without_empty_variables(Self::command()));
        let command = isotope_server::version::said_by(command);
        let matches =
            command.clone().try_get_matches().unwrap_or_else(|error| isotope_server::settings::help::end(&error));
        let mut read = Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        let called = matches.subcommand_name().and_then(|name| Some((name, command.find_subcommand(name)?)));
        read.may_be_alone = called.is_some_and(|(name, command)| manual::shows_standalone(name, command));
        read
    }
}

fn without_empty_variables(command: clap::Command) -> clap::Command {
    let is_empty = |arg: &clap::Arg| arg.get_env().and_then(std::env::var_os).is_some_and(|value| value.is_empty());
    let command = command.mut_args(|arg| if is_empty(&arg) { arg.env(Resettable::Reset) } else { arg });
    command.mut_subcommands(without_empty_variables)
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Select code for the expressions of a file, or of a program in C, LLVM IR or MLIR.
    Select(commands::select::Select),
    /// Show candidates, costs, code and proof for the expressions of a file. It may be a line of C, or a Halide program's report. Searches
    /// nothing.
    Explain(commands::explain::Explain),
    /// Serve a page for a browser: paste C, LLVM IR or expressions, and compare code. The page also shows candidates and proofs, and explains
    /// why an instruction is not used.
    Explore(commands::explore::Explore),
    /// Summarise a report (ISOTOPE_REPORT): answers used, reasons for the rest. Asks no daemon.
    Report(commands::report::Report),
    /// Run a Halide program, or a compile by clang or mlir-opt, with Isotope. Starts a daemon if there is none, sets what must be set, waits
    /// for searches, and prints a summary. The exit status is the program's.
    Run(commands::run::Run),
    /// Show the daemons that `isotope run` started.
    Status(commands::status::Status),
    /// End the daemons that `isotope run` started.
    Stop(commands::status::Stop),
    /// Prove cached answers again, by the solver alone. Exit status 1 if it disagrees anywhere.
    Audit(commands::audit::Audit),
    /// Have the daemon search in idle time for the expressions of files and reports. Exit status 1 if an expression has no answer, 3 if time
    /// was up first.
    Warm(commands::warm::Warm),
    /// Benchmark the daemon's programs on this machine, for `isotoped --measured`. The programs are the proved ones for the expressions of
    /// files, folders and reports.
    Tune(commands::tune::Tune),
    /// Show or change what the daemon logs. A change holds until the daemon ends or reads its settings again. Takes the role `admin`.
    LogLevel(commands::log_level::LogLevel),
    /// Pin, purge, verify, export and import cache entries of a running daemon. Takes the role `admin`.
    #[command(subcommand, name = "cache", alias = "memo")]
    Memo(commands::memo::Memo),
    /// Show the daemon's counters.
    Stats(commands::stats::Stats),
    /// Compare two programs of MLIR: equal for all inputs, or an input that tells them apart. Shapes are those of the programs. Exit status 0 if equality is
    /// shown, 1 if they differ, 2 if neither is known or the input is bad. Asks no daemon without --daemon.
    Check(commands::check::Check),
    /// Compile a sum of products to a kernel that is shown to be equal to it. It is a statement, 'i32 C[i,j] += u8 A[i,k] * s8 B[k,j]', or
    /// a nest of loops in MLIR; the kernel is an object file and a header of C.
    Compile(commands::compile::Compile),
    /// Pack arrays of a nest of affine loops in MLIR: parts that a loop reads again and again are copied into buffers before it, in the order
    /// of their use. The result is shown to be equal to the program.
    Pack(commands::pack::Pack),
    /// Tile a nest of affine loops in MLIR: bands of loops that no dependence forbids. The result is shown to be equal to the program.
    Tile(commands::tile::Tile),
    /// Print the vector body of a function of LLVM IR, and what is shown of it. Its lanes may part: loops, exits and switches are masked. Exit
    /// status 1 if there is no body. Asks no daemon.
    Simd(commands::simd::Simd),
    /// Schedule hardware loops of machine code, several iterations at once. What is printed is shown to do the same. Asks no daemon.
    Schedule(commands::schedule::Schedule),
    /// Count the instructions that the search finds for their own meaning. The rest are listed with reasons. Asks no daemon.
    Census(commands::census::Census),
    /// Look up instructions, and run one on numbers. Asks no daemon.
    Dict(commands::dict::Dict),
    /// List the operations of expressions, each with its meaning and an example. Asks no daemon.
    Ops(commands::ops::Ops),
    /// Print a shell's completions of `isotope` and `isotoped`. Asks no daemon.
    Completions(commands::shell::Completions),
    /// Write the manual pages of both programs. Asks no daemon.
    Man(commands::shell::Manual),
    /// Ask whether the daemon takes calls: exit status 0 if it does.
    Health(commands::health::Health),
    /// Check the connection to the daemon, and the daemon: version, load, store and more. Exit status 0 if nothing is broken.
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
    /// Features in LLVM's names: +avx512vnni,-gfni; tune=CPU names the cost table
    #[arg(long, value_name = "FEATURES", allow_hyphen_values = true)]
    pub mattr: Option<String>,
}

/// What is asked.
#[derive(Debug, Args)]
pub struct Input {
    /// Expressions in Halide's printed form, `-` for standard input, or FILE.c, FILE.ll, FILE.mlir.
    pub file: PathBuf,
    #[command(flatten)]
    pub processor: Processor,
    /// Which search runs.
    #[arg(long, value_enum, default_value_t = Engine::Fast)]
    pub engine: Engine,
    /// Most units of work for a search [default: the server's]
    #[arg(long, value_name = "WORK", value_parser = work)]
    pub budget: Option<u64>,
    /// Refuse a server whose dictionary has another epoch.
    #[arg(long, value_name = "EPOCH")]
    pub expected_epoch: Option<String>,
}

/// Who is asked.
#[derive(Debug, Args)]
pub struct Server {
    /// Address of the daemon: http://HOST:PORT, https://HOST:PORT, or unix:/PATH.
    #[arg(long, env = "ISOTOPE_SERVER", value_name = "URL", default_value = "http://127.0.0.1:4711")]
    pub server: String,
    #[command(flatten)]
    pub credentials: CredentialFiles,
    /// Seconds for the call; the best answer so far comes before that.
    #[arg(long, env = "ISOTOPE_TIMEOUT", value_name = "SECONDS", value_parser = some_seconds)]
    pub timeout: Option<Duration>,
    /// Ask no daemon: serve inside this command, by the daemon's flags: `man isotoped`
    #[arg(long)]
    pub standalone: bool,
    #[command(flatten)]
    pub core: isotope_server::settings::config::CoreConfig,
}

/// Files of the caller's, each read once.
#[derive(Debug, Args)]
pub struct CredentialFiles {
    /// Root of the server's certificate, in PEM [default: this machine's]
    #[arg(long, env = "ISOTOPE_CA", value_name = "FILE")]
    pub ca: Option<PathBuf>,
    /// The caller's certificate, in PEM.
    #[arg(long, env = "ISOTOPE_CLIENT_CERTIFICATE", value_name = "FILE")]
    pub client_certificate: Option<PathBuf>,
    /// Its key, in PEM.
    #[arg(long, env = "ISOTOPE_CLIENT_KEY", value_name = "FILE")]
    pub client_key: Option<PathBuf>,
    /// File with the caller's token.
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
