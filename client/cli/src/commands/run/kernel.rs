//! `isotope run FILE.mlir`: a program of MLIR, executed by the interpreter.

use super::super::print;
use crate::input::{BadInput, Located};
use clap::Parser;
use isotope_cli::mlir;
use isotope_client::sizes;
use isotope_kernel::check::Sizes;
use isotope_kernel::execute::{Execution, execute};
use isotope_kernel::limits::MAX_STEPS;
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Executes a function of a program of MLIR, and prints what it printed, what it left in its arguments, and its results.
#[derive(Debug, Parser)]
#[command(name = "isotope run", no_binary_name = true)]
struct Kernel {
    /// The program, in the generic form or any other that mlir-opt-19 reads.
    file: PathBuf,
    /// Function to execute [default: the only one with a body, or else @main or @entry]
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Numbers of one argument, row after row: arg0=1,2.5,3. Too few are repeated; arg0=0 fills a memref with zeros.
    #[arg(long, value_name = "NUMBERS")]
    input: Vec<String>,
    /// Sizes that the text leaves open, as of `isotope check`.
    #[arg(long, value_name = "SIZE", value_delimiter = ',')]
    sizes: Vec<String>,
    /// Operations that may be carried out.
    #[arg(long, value_name = "COUNT", default_value_t = MAX_STEPS)]
    max_steps: u64,
}

/// Runs the command: its words from the file's name on.
pub fn run(words: &[OsString]) -> anyhow::Result<ExitCode> {
    let kernel = Kernel::try_parse_from(words).unwrap_or_else(|error| error.exit());
    let module = mlir::module(&kernel.file).map_err(Located)?;
    let (all, named) =
        sizes::sizes(kernel.sizes.iter().map(String::as_str)).map_err(|why| BadInput(format!("--sizes {why}")))?;
    let named = named.iter().map(|one| ((one.argument as usize, one.dim.map(|dim| dim as usize)), one.size));
    let execution = Execution {
        entry: kernel.entry.map(|name| name.trim_start_matches('@').to_owned()),
        sizes: Sizes { all, named: named.collect() },
        inputs: inputs(&kernel.input)?,
        max_steps: kernel.max_steps,
        ..Execution::default()
    };
    let ended =
        execute(&module, &execution).map_err(|error| Located(format!("{}:{error}", mlir::name(&kernel.file))))?;
    let mut out = ended.output;
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    ended.memory.iter().for_each(|(number, values)| out += &format!("arg{number} = {values}\n"));
    ended.results.iter().enumerate().for_each(|(number, value)| out += &format!("result {number} = {value}\n"));
    print(&out)?;
    Ok(ExitCode::SUCCESS)
}

/// `arg0=1,2,3`
fn inputs(texts: &[String]) -> anyhow::Result<HashMap<usize, Vec<String>>> {
    let mut inputs = HashMap::new();
    for text in texts {
        let wrong = || BadInput(format!("--input {text}: write arg0=1,2,3"));
        let (name, numbers) = text.split_once('=').ok_or_else(wrong)?;
        let argument = name.trim().strip_prefix("arg").and_then(|number| number.parse().ok()).ok_or_else(wrong)?;
        let numbers = numbers.split([',', ' ']).map(str::trim).filter(|one| !one.is_empty()).map(str::to_owned);
        inputs.insert(argument, numbers.collect());
    }
    Ok(inputs)
}
