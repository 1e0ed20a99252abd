//! The command line, as clap reads it.

mod choices;

pub use choices::{Emit, Engine};

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
        let matches = without_empty_variables(Self::command()).get_matches();
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
    /// Select code for the expressions of a file.
    Select(Select),
    /// Say how the service sees the expressions of a file, or one of a Halide program's report, and what the memo holds for
    /// them. Nothing is searched.
    Explain(Explain),
    /// Sum up a Halide program's report (ISOTOPE_REPORT): what was used, and why the rest was not. Asks nobody.
    Report(Report),
    /// Prove what the memo holds again, by the solver alone. Exit status 1 if it disagrees anywhere.
    Audit(Audit),
    /// Have the daemon search ahead for the windows of files, of folders, and of Halide programs' reports, behind everything
    /// that somebody waits for. Exit status 1 if something has no answer, 3 if time was up before all were asked.
    Warm(Warm),
    /// Measure on this machine what the windows of files, folders and reports could be answered with: execute the programs that the
    /// daemon remembers, proved as they are, in loops, and keep what each took for `isotoped --measured`.
    #[cfg(feature = "standalone")]
    Tune(Tune),
    /// Show what the daemon logs, or change it until it ends or reads its settings again. Takes the role `admin`.
    LogLevel(LogLevel),
    /// Look at the memo of a daemon that runs, change what it keeps, take it elsewhere. Takes the role `admin`.
    #[command(subcommand)]
    Memo(crate::memo::Memo),
    /// Show the daemon's counters.
    Stats(Stats),
    /// Count which functions of an instruction set the search finds for a window made of their own meaning, by what they are,
    /// and say why it does not find the rest. Asks nobody.
    #[cfg(feature = "standalone")]
    Census(Census),
    /// Ask the dictionary of instructions, and run one on numbers. Asks no daemon.
    #[cfg(feature = "standalone")]
    Dict(crate::dict::Dict),
    /// Ask whether the daemon takes calls: exit status 0 if it does.
    Health(Health),
    /// Say what is wrong between this machine and the daemon: address, certificate, role, version, epoch, clock, load and hits.
    /// Exit status 0 if nothing is broken.
    Doctor(Doctor),
}

#[derive(Debug, Args)]
pub struct Select {
    #[command(flatten)]
    pub input: Input,
    /// What is printed.
    #[arg(long, value_enum, default_value_t = Emit::Table)]
    pub emit: Emit,
    /// File for what is printed, in place of standard output. Written over if it is there.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub server: Server,
}

#[derive(Debug, Args)]
pub struct Explain {
    #[command(flatten)]
    pub input: Input,
    /// FILE is a report (ISOTOPE_REPORT): those of its expressions whose place has this in it.
    #[arg(long, value_name = "PLACE")]
    pub place: Option<String>,
    #[command(flatten)]
    pub server: Server,
}

#[derive(Debug, Args)]
pub struct Report {
    /// The report; `-` is standard input.
    pub file: PathBuf,
    /// For other programs.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Audit {
    /// Every record of the memo.
    #[arg(long, conflicts_with = "sample")]
    pub all: bool,
    /// So many records, spread evenly over the memo.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = records)]
    pub sample: u64,
    #[command(flatten)]
    pub server: Server,
}

#[derive(Debug, Args)]
pub struct Warm {
    /// Files of expressions, reports (ISOTOPE_REPORT), and folders of both.
    #[arg(required_unless_present = "misses")]
    pub paths: Vec<PathBuf>,
    /// What compilers asked this daemon for and did not get in time, too, those asked for most often first.
    #[arg(long)]
    pub misses: bool,
    /// A target in place of those that the files say: architecture, CPU and features, as `x86_64 znver4 -gfni`. May be given
    /// several times.
    #[arg(long, value_name = "TARGET", value_parser = target)]
    pub target: Vec<v1::Target>,
    /// Upper bound of each search, in units of work [default: the server's]
    #[arg(long, value_name = "WORK", value_parser = work)]
    pub budget: Option<u64>,
    /// Seconds after which nothing more is waited for; what is under way then ends.
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub seconds: Option<Duration>,
    /// File that notes what was answered; what it says is not asked again. Made if it is not there.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Redis whose queue daemons take from (`isotoped --worker`): everything is put there, instead of being asked of one daemon.
    #[cfg(feature = "standalone")]
    #[arg(long, env = "ISOTOPE_QUEUE_URL", value_name = "URL", hide_env_values = true)]
    pub queue_url: Option<String>,
    /// For other programs.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub server: Server,
}

#[cfg(feature = "standalone")]
#[derive(Debug, Args)]
pub struct Tune {
    /// Files of expressions, reports (ISOTOPE_REPORT), and folders of both; with --table files of measured data.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// File of measured data that is written; what it holds of other code and of other machines stays.
    #[arg(long, value_name = "FILE", conflicts_with = "table")]
    pub output: Option<PathBuf>,
    /// Measure also what compilers had compared with their own code since the daemon started. Asks for the role `admin`.
    #[arg(long, conflicts_with = "table")]
    pub compared: bool,
    /// A target in place of those that the files say: architecture, CPU and features, as `x86_64 haswell tune=znver3`. May be given
    /// several times.
    #[arg(long, value_name = "TARGET", value_parser = target)]
    pub target: Vec<v1::Target>,
    /// Passes over all loops, the middle one of which counts.
    #[arg(long, value_name = "N", default_value_t = isotope_client::limits::TUNE_PASSES,
          value_parser = passes)]
    pub passes: u32,
    /// Measure also for another CPU than this machine's.
    #[arg(long)]
    pub anyway: bool,
    /// Measure nothing: show where the model and the measured data of files disagree, by window and by instruction.
    #[arg(long)]
    pub table: bool,
    #[command(flatten)]
    pub server: Server,
}

#[derive(Debug, Args)]
pub struct LogLevel {
    /// What is logged from now on, in the syntax of the daemon's --log: `debug`, or `info,isotope_server=debug`.
    pub filter: Option<String>,
    #[command(flatten)]
    pub server: Server,
}

#[derive(Debug, Args)]
pub struct Stats {
    #[command(flatten)]
    pub server: Server,
}

#[cfg(feature = "standalone")]
#[derive(Debug, Args)]
pub struct Census {
    /// Architecture, in LLVM's names [default: this host's]
    #[arg(long, value_name = "ARCH", default_value = "", hide_default_value = true)]
    pub target: String,
    /// CPU whose prices count, in LLVM's names, or `host`.
    #[arg(long, value_name = "CPU", default_value = "host")]
    pub mcpu: String,
    /// Only every Nth function.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = every)]
    pub every: u32,
    /// Folder with a folder of data for each further instruction set.
    #[arg(long, env = "ISOTOPE_INSTRUCTION_SETS", value_name = "DIR")]
    pub instruction_sets: Option<PathBuf>,
    /// For other programs, function by function.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Health {
    #[command(flatten)]
    pub server: Server,
}

/// Who is asked how they are.
#[derive(Debug, Args)]
pub struct Doctor {
    /// Address of the daemon: http://HOST:PORT, https://HOST:PORT, or a socket of this machine, unix:/PATH.
    #[arg(long, env = "ISOTOPE_SERVER", value_name = "URL", default_value = "http://127.0.0.1:4711")]
    pub server: String,
    #[command(flatten)]
    pub credentials: CredentialFiles,
    /// The epoch that compilers expect.
    #[arg(long, env = "ISOTOPE_EPOCH", value_name = "EPOCH")]
    pub expected_epoch: Option<String>,
}

/// What is asked.
#[derive(Debug, Args)]
pub struct Input {
    /// Expressions in Halide's printed form; `-` is standard input.
    pub file: PathBuf,
    /// Architecture, in LLVM's names [default: the file's `target` line, else this host]
    #[arg(long, value_name = "ARCH")]
    pub target: Option<String>,
    /// CPU, in LLVM's names, or `host`.
    #[arg(long, value_name = "CPU")]
    pub mcpu: Option<String>,
    /// Features to turn on and off, in LLVM's names: +avx512vnni,-gfni; and tune=CPU, whose prices then rank
    #[arg(long, value_name = "FEATURES", allow_hyphen_values = true)]
    pub mattr: Option<String>,
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
    #[arg(long, env = "ISOTOPE_TIMEOUT", value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Ask nobody: run the daemon's service inside this command, with a memo of its own.
    #[cfg(feature = "standalone")]
    #[arg(long)]
    pub standalone: bool,
    #[cfg(feature = "standalone")]
    #[command(flatten)]
    pub core: isotope_server::life::config::CoreConfig,
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

fn target(text: &str) -> Result<v1::Target, String> {
    let target = isotope_client::warm::reading::target(text);
    if target.mcpu.is_empty() { Err("write architecture and CPU, as `x86_64 znver4`".to_owned()) } else { Ok(target) }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let wanted = || "write a number of seconds, such as 0.5 or 60".to_owned();
    let seconds: f64 = text.parse().map_err(|_| wanted())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| wanted())
}

/// What a search may spend.
pub fn work(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "write a whole number of units of work, such as 1000000".to_owned())
}

/// A whole number within bounds.
fn whole<T: FromStr + PartialOrd + Display>(text: &str, bounds: RangeInclusive<T>) -> Result<T, String> {
    let wanted = || format!("write a whole number from {} to {}", bounds.start(), bounds.end());
    text.parse().ok().filter(|number| bounds.contains(number)).ok_or_else(wanted)
}

fn records(text: &str) -> Result<u64, String> {
    whole(text, 1..=u64::MAX)
}

#[cfg(feature = "standalone")]
fn passes(text: &str) -> Result<u32, String> {
    whole(text, 3..=1001)
}

#[cfg(feature = "standalone")]
fn every(text: &str) -> Result<u32, String> {
    whole(text, 1..=u32::MAX)
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
