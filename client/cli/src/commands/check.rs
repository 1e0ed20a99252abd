//! `isotope check`: two programs of MLIR compared.

use super::{BadInput, print, print_json};
use crate::input::Located;
use clap::Args;
use isotope_cli::mlir;
use isotope_kernel::check::{CheckError, Counterexample, Evidence, Options, Side, Sizes, Verdict, check};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Exit status where two programs differ.
const DIFFERENT: u8 = 1;

/// Exit status where nothing is shown.
const OPEN: u8 = 2;

/// The command line.
#[derive(Debug, Args)]
pub struct Check {
    /// The program as it was; `-` is standard input. Its flags say what may be reordered.
    pub before: PathBuf,
    /// The program that a pass made of it.
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
    /// Operations that each program may carry out in one run.
    #[arg(long, value_name = "COUNT", default_value_t = isotope_kernel::limits::MAX_STEPS)]
    pub max_steps: u64,
    /// For other programs.
    #[arg(long)]
    pub json: bool,
}

/// Runs the command.
pub fn run(command: &Check) -> anyhow::Result<ExitCode> {
    let read = |file: &Path| mlir::module(file).map_err(Located);
    if command.before.as_os_str() == "-" && command.after.as_os_str() == "-" {
        return Err(BadInput("standard input can be one of the two programs, not both".to_owned()).into());
    }
    let (before, after) = (read(&command.before)?, read(&command.after)?);
    let texts = [&before, &after].map(isotope_kernel::print);
    let mut key = blake3::Hasher::new();
    for text in [command.key.as_str(), &texts[0], &texts[1]] {
        key.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    }
    let options = Options {
        entry: command.entry.as_ref().map(|name| name.trim_start_matches('@').to_owned()),
        sizes: sizes(&command.sizes)?,
        key: *key.finalize().as_bytes(),
        max_steps: command.max_steps,
        ..Options::default()
    };
    let verdict = check(&before, &after, &options).map_err(|error| Located(located(command, &error)))?;
    if command.json {
        print_json(&for_programs(&verdict))?;
    } else {
        print(&for_people(command, &verdict))?;
    }
    Ok(match verdict {
        Verdict::Identity(_) => ExitCode::SUCCESS,
        Verdict::Different(_) => ExitCode::from(DIFFERENT),
        Verdict::Open { .. } => ExitCode::from(OPEN),
    })
}

fn located(command: &Check, error: &CheckError) -> String {
    let file = if error.side == Side::Before { &command.before } else { &command.after };
    format!("{}:{error}", mlir::name(file))
}

/// `64`, `arg0=64`, `arg1.0=64`.
fn sizes(texts: &[String]) -> anyhow::Result<Sizes> {
    let mut sizes = Sizes::default();
    for text in texts {
        let wrong = || BadInput(format!("--sizes {text}: write 64, arg0=64 or arg1.0=64"));
        let (name, number) = text.split_once('=').map_or((None, text.as_str()), |(name, number)| (Some(name), number));
        let number: i64 = number.trim().parse().ok().filter(|number| *number >= 0).ok_or_else(wrong)?;
        let Some(name) = name else {
            sizes.all = Some(number);
            continue;
        };
        let name = name.trim().strip_prefix("arg").ok_or_else(wrong)?;
        let (argument, dim) = name.split_once('.').map_or((name, None), |(argument, dim)| (argument, Some(dim)));
        let dim = dim.map(|dim| dim.parse().map_err(|_| wrong())).transpose()?;
        sizes.named.insert((argument.parse().map_err(|_| wrong())?, dim), number);
    }
    Ok(sizes)
}

const ASSUMED: &str = "assumed: memrefs that are arguments do not overlap";

fn for_people(command: &Check, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Identity(Evidence { error_bits, degree, terms, cells, steps }) => format!(
            "equal for all inputs at these shapes: identity, error < 2^{:.0}\n\
             {cells} cells, degree {degree}, {terms} free terms; {} and {} operations\n{ASSUMED}\n",
            error_bits.ceil(),
            steps[0],
            steps[1]
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
            "terms": of.terms, "cells": of.cells, "operations": of.steps,
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
