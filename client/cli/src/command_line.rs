//! The command line, as clap reads it: every command, and the function that it runs.

use crate::arguments::manual;
use crate::commands;
use clap::builder::Resettable;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use std::process::ExitCode;

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
    /// Vectorize a small kernel in MLIR: its loops have fixed bounds, and are unrolled. Rules find equal vectors, and the cheapest program is
    /// printed, once it is shown to be equal to the kernel.
    Vectorize(commands::vectorize::Vectorize),
    /// Print the vector body of a function of LLVM IR, and what is shown of it. Its lanes may part: loops, exits and switches are masked. Exit
    /// status 1 if there is no body. Asks no daemon.
    Simd(commands::simd::Simd),
    /// Schedule machine code for packets: hardware loops with several iterations at once, and other blocks. The printed code is shown to do the
    /// same. Asks no daemon.
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

impl Command {
    /// Runs the command.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Command::Select(command) => commands::select::run(command).await,
            Command::Explain(command) => commands::explain::run(command).await,
            Command::Explore(command) => commands::explore::run(command).await,
            Command::Report(command) => commands::report::run(&command),
            Command::Run(command) => commands::run::run(command).await,
            Command::Status(command) => commands::status::status(&command).await,
            Command::Stop(command) => commands::status::stop(&command).await,
            Command::Audit(command) => commands::audit::run(command).await,
            Command::Warm(command) => commands::warm::run(command).await,
            Command::Tune(command) => commands::tune::run(command).await,
            Command::LogLevel(command) => commands::log_level::run(command).await,
            Command::Memo(command) => commands::memo::run(command).await,
            Command::Stats(command) => commands::stats::run(command).await,
            Command::Completions(command) => commands::shell::completions(&command, Arguments::command()),
            Command::Man(command) => commands::shell::man(&command, &Arguments::command()),
            Command::Compile(command) => commands::compile::run(command).await,
            Command::Pack(command) => commands::pack::run(command).await,
            Command::Tile(command) => commands::tile::run(command).await,
            Command::Vectorize(command) => commands::vectorize::run(command).await,
            Command::Check(command) => commands::check::run(command).await,
            Command::Census(command) => commands::census::run(&command),
            Command::Dict(command) => commands::dict::run(&command),
            Command::Schedule(command) => commands::schedule::run(command).await,
            Command::Simd(command) => commands::simd::run(command).await,
            Command::Ops(command) => commands::ops::run(&command),
            Command::Health(command) => commands::health::run(command).await,
            Command::Doctor(command) => commands::doctor::run(command).await,
        }
    }
}
