//! `isotope check`: two programs of MLIR compared, or a scalar and a vector function of LLVM IR.

use super::source::plugin;
use super::{connect, print, print_json};
use crate::arguments::Server;
use crate::input::{BadInput, Located, text_of};
use anyhow::Context as _;
use clap::Args;
use isotope_cli::mlir;
use isotope_cli::source::{Language, Pair, Source, SourceError, pair};
use isotope_client::{ClientError, sizes as client_sizes};
use isotope_kernel::check::{
    Assumption, AtOnce, CheckError, Counterexample, Evidence, Options, Part, Side, Sizes, Verdict, check_and_prove, key,
};
use isotope_lowering::Program;
use isotope_meaning::Meanings;
use isotope_mlir::Place;
use isotope_mlir::ir::Module;
use isotope_proto::v1;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

/// Exit status where two programs differ.
const DIFFERENT: u8 = 1;

/// Exit status where nothing is shown.
const OPEN: u8 = 2;

/// No verdict was had: that is not the status of a difference.
#[derive(Debug, thiserror::Error)]
#[error("the programs were not compared")]
pub struct NotCompared;

/// The command line.
#[derive(Debug, Args)]
pub struct Check {
    /// The program as it was; `-` is standard input. Its flags say what may be reordered.
    pub before: PathBuf,
    /// The program that a pass made of it; of LLVM IR, FILE.ll with a vector variant of a function of the first.
    pub after: PathBuf,
    /// Function to compare [default: the only one that the first program has]
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    /// Sizes that the text leaves open: 64 for all, arg0=64 for an argument of type index, arg1.0=64 for a dimension of a memref.
    #[arg(long, value_name = "SIZE", value_delimiter = ',')]
    pub sizes: Vec<String>,
    /// Text from which random numbers are made, beside both programs.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub key: String,
    /// Operations that each program may carry out in one run [default: 68719476736, a daemon's own bound with --daemon]
    #[arg(long, value_name = "COUNT")]
    pub max_steps: Option<u64>,
    /// Ask the daemon at --server, which remembers what is shown.
    #[arg(long)]
    pub daemon: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub server: Server,
}

/// Runs the command.
pub async fn run(command: Check) -> anyhow::Result<ExitCode> {
    if command.before.as_os_str() == "-" && command.after.as_os_str() == "-" {
        return Err(BadInput("standard input can be one of the two programs, not both".to_owned()).into());
    }
    let is_llvm = |file: &Path| Language::of(file) == Some(Language::LlvmIr);
    match (is_llvm(&command.before), is_llvm(&command.after)) {
        (true, true) => return in_lanes(&command).await,
        (false, false) => {}
        _ => return Err(BadInput("one program is LLVM IR, and the other is not".to_owned()).into()),
    }
    let read = |file: &Path| mlir::program(file).map_err(Located);
    let (before, after) = (read(&command.before)?, read(&command.after)?);
    let (given, sizes) = sizes(&command)?;
    let (verdict, is_remembered) = match command.daemon {
        true => asked(&command, before, after, given).await.map_err(|error| match error.is::<Located>() {
            true => error,
            false => error.context(NotCompared),
        })?,
        false => (compared(&command, before.module, after.module, sizes)?, false),
    };
    if command.json {
        print_json(&for_programs(&verdict))?;
    } else {
        print(&for_people(&command, &verdict))?;
        print(if is_remembered { "the daemon had this verdict already\n" } else { "" })?;
    }
    Ok(match verdict {
        Verdict::Identity(_) => ExitCode::SUCCESS,
        Verdict::Different(_) => ExitCode::from(DIFFERENT),
        Verdict::Open { .. } => ExitCode::from(OPEN),
    })
}

/// A scalar and a vector function of LLVM IR, as `isotope simd` prints the second.
async fn in_lanes(command: &Check) -> anyhow::Result<ExitCode> {
    if command.daemon || command.max_steps.is_some() || !command.sizes.is_empty() || !command.key.is_empty() {
        let why = "--daemon, --max-steps, --sizes and --key are for programs of MLIR, and these are LLVM IR";
        return Err(BadInput(why.to_owned()).into());
    }
    let read = |file: &Path| {
        let (name, text) = (file.display().to_string(), text_of(file)?);
        anyhow::Ok(Source { name, text, language: Language::LlvmIr, folder: None, flags: Vec::new() })
    };
    let (before, after, entry, plugin) =
        (read(&command.before)?, read(&command.after)?, command.entry.clone(), plugin());
    // The run waits for a process.
    let compared = tokio::task::spawn_blocking(move || {
        pair(&before, &after, entry.as_deref().map(|name| name.trim_start_matches('@')), &plugin)
    });
    let Pair { is_shown, verdict } = compared.await?.map_err(|error| match error {
        SourceError::Mistake(why) => anyhow::Error::from(Located(why)),
        other => other.into(),
    })?;
    match command.json {
        true => {
            let word = if is_shown { "equal" } else { "open" };
            print_json(&json!({ "version": 1, "verdict": word, "method": "lanes", "why": verdict }))?;
        }
        false => print(&format!("{verdict}\n"))?,
    }
    Ok(if is_shown { ExitCode::SUCCESS } else { ExitCode::from(OPEN) })
}

/// The verdict, made here.
fn compared(command: &Check, before: Module, after: Module, sizes: Sizes) -> anyhow::Result<Verdict> {
    let meanings = Meanings::of(isotope_server::sets::load(None)?);
    let explained = |side: Side, mut module: Module| {
        meanings.explain(&mut module).map_err(|error| {
            let why = CheckError { side, place: error.place, message: error.why };
            Located(located(command, &why))
        })?;
        anyhow::Ok(module)
    };
    let (before, after) = (&explained(Side::Before, before)?, &explained(Side::After, after)?);
    let options = Options {
        entry: command.entry.as_ref().map(|name| name.trim_start_matches('@').to_owned()),
        sizes,
        key: key(&command.key, before, after),
        max_steps: command.max_steps.unwrap_or(isotope_kernel::limits::MAX_STEPS),
        at_once: Some(AtOnce(on_two_threads)),
        ..Options::default()
    };
    Ok(check_and_prove(before, after, &options).map_err(|error| Located(located(command, &error)))?)
}

/// Of a thread that runs a program: what a main thread has.
const STACK: usize = 8 << 20;

/// Runs both, the second on a thread of its own, if there is one.
pub fn on_two_threads(first: Part<'_>, second: Part<'_>) {
    let waiting = Mutex::new(Some(second));
    let run_second = || {
        let second = waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
        second.into_iter().for_each(|second| second());
    };
    std::thread::scope(|scope| {
        let other = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run_second);
        first();
        if other.is_err() {
            run_second();
        }
    });
}

/// The daemon's verdict, and whether it was remembered.
async fn asked(
    command: &Check,
    before: Program,
    after: Program,
    sizes: client_sizes::Sizes,
) -> anyhow::Result<(Verdict, bool)> {
    if before.located != after.located {
        // One of them is in the generic form already, and has the places of its own text.
        return Err(BadInput(
            "both programs are in the generic form, or neither is: write both by mlir-opt".to_owned(),
        )
        .into());
    }
    let request = v1::CheckRequest {
        located: before.located,
        before: before.text,
        after: after.text,
        entry: command.entry.clone().unwrap_or_default(),
        size: sizes.0,
        sizes: sizes.1,
        key: command.key.clone(),
        max_steps: command.max_steps.unwrap_or(0),
    };
    let connected = connect(&command.server).await?;
    let response = connected.client.check(request).await;
    connected.close().await;
    let response = response.map_err(|error| placed(command, error))?;
    let is_remembered = response.source() == v1::Source::Memo;
    Ok((received(response)?, is_remembered))
}

/// An error with the file in the place of the program's name.
fn placed(command: &Check, error: ClientError) -> anyhow::Error {
    let ClientError::Failed(failure) = &error else { return error.into() };
    for (name, file) in [("before:", &command.before), ("after:", &command.after)] {
        if let Some(rest) = failure.message.strip_prefix(name) {
            return Located(format!("{}:{rest}", mlir::name(file))).into();
        }
    }
    error.into()
}

fn received(response: v1::CheckResponse) -> anyhow::Result<Verdict> {
    use v1::check_response::Verdict as Said;
    let pair = |values: Vec<String>| <[String; 2]>::try_from(values).unwrap_or_default();
    Ok(match response.verdict.context("the daemon's verdict is none")? {
        Said::Identity(of) => Verdict::Identity(Evidence {
            error_bits: of.error_log2,
            degree: of.degree,
            terms: of.terms,
            cells: of.cells,
            proved: of.proved,
            steps: of.steps.try_into().unwrap_or_default(),
            assumed: of.assumed.into_iter().map(assumption).collect(),
        }),
        Said::Difference(of) => {
            let store = |at: usize| {
                let place = of.stores.get(at).filter(|place| place.line > 0)?;
                Some(Place { line: place.line, column: place.column })
            };
            let stores = [store(0), store(1)];
            Verdict::Different(Counterexample { cell: of.cell, values: pair(of.values), stores, input: of.input })
        }
        Said::Undecided(of) => Verdict::Open { why: of.why, executed: of.executed },
    })
}

fn assumption(of: v1::ArgumentRange) -> Assumption {
    Assumption { argument: of.argument as usize, low: of.low, high: of.high }
}

fn located(command: &Check, error: &CheckError) -> String {
    let file = if error.side == Side::Before { &command.before } else { &command.after };
    format!("{}:{error}", mlir::name(file))
}

/// The sizes as the checker has them.
fn sizes(command: &Check) -> anyhow::Result<(client_sizes::Sizes, Sizes)> {
    let texts = command.sizes.iter().map(String::as_str);
    let given = client_sizes::sizes(texts).map_err(|why| BadInput(format!("--sizes {why}")))?;
    let named = given.1.iter().map(|one| ((one.argument as usize, one.dim.map(|dim| dim as usize)), one.size));
    let known = Sizes { all: given.0, named: named.collect() };
    Ok((given, known))
}

const ASSUMED: &str = "assumed: memrefs that are arguments do not overlap, and no input is poison";

/// The assumption about an argument, as a line.
fn range(Assumption { argument, low, high }: &Assumption) -> String {
    format!("assumed: elements of arg{argument} are in {low}..{high} (isotope.range)\n")
}

fn for_people(command: &Check, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Identity(Evidence { error_bits, degree, terms, cells, proved, steps, assumed }) => format!(
            "equal for all inputs at these shapes: identity, error < 2^{:.0}\n{}\
             {cells} cells, degree {degree}, {terms} free terms; {} and {} operations\n{ASSUMED}\n{}",
            error_bits.ceil(),
            match proved {
                0 => String::new(),
                _ => format!("{proved} cells by the solver, as integers and their bits\n"),
            },
            steps[0],
            steps[1],
            assumed.iter().map(range).collect::<String>()
        ),
        Verdict::Different(Counterexample { cell, values, stores, input }) => {
            let mut out = format!("different: {cell}\n");
            let files = [&command.before, &command.after];
            for ((file, value), store) in files.into_iter().zip(values).zip(stores) {
                let file = mlir::name(file);
                let written = match store {
                    Some(place) => format!("written at {file}:{place}"),
                    None => format!("by {file}"),
                };
                out += &format!("  {value}, {written}\n");
            }
            out + input
        }
        Verdict::Open { why, executed } => {
            format!(
                "not shown: {why}\nexecuted on {executed} inputs with equal results, which shows nothing for others\n{ASSUMED}\n"
            )
        }
    }
}

fn for_programs(verdict: &Verdict) -> serde_json::Value {
    match verdict {
        Verdict::Identity(of) => json!({
            "version": 1, "verdict": "equal", "method": "identity", "error_log2": of.error_bits, "degree": of.degree,
            "terms": of.terms, "cells": of.cells, "proved": of.proved, "operations": of.steps,
            "assumed": of.assumed.iter().map(|of| json!({ "argument": of.argument, "low": of.low, "high": of.high }))
                .collect::<Vec<_>>(),
        }),
        Verdict::Different(of) => {
            let stores =
                of.stores.map(|place| place.map(|place| json!({ "line": place.line, "column": place.column })));
            json!({ "version": 1, "verdict": "different", "method": "executed", "cell": of.cell, "values": of.values,
                "stores": stores, "input": of.input })
        }
        Verdict::Open { why, executed } => {
            json!({ "version": 1, "verdict": "open", "method": "executed", "why": why, "executed": executed })
        }
    }
}
