//! `isotope simd`: the vector body of a function of LLVM IR, and what is shown of it.

use super::source::plugin;
use super::{print, target};
use crate::arguments::Processor;
use crate::input::{BadInput, Located, text_of};
use clap::Args;
use isotope_cli::source::{Asked, Language, Source, SourceError, body};
use std::path::PathBuf;
use std::process::ExitCode;

/// Exit status where there is no body.
const NO_BODY: u8 = 1;

/// Lanes of one body.
const LANES: std::ops::RangeInclusive<u32> = 2..=64;

/// The command line.
#[derive(Debug, Args)]
pub struct Simd {
    /// A module of LLVM IR as text; `-` is standard input.
    #[arg(value_name = "FILE.ll")]
    pub file: PathBuf,
    /// Function that the body is for.
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub function: String,
    /// Lanes of the body: 2, 4, 8, 16, 32 or 64.
    #[arg(long, value_name = "COUNT", value_parser = lanes)]
    pub lanes: u32,
    #[command(flatten)]
    pub processor: Processor,
}

/// A power of two.
fn lanes(word: &str) -> Result<u32, String> {
    let count = word.parse::<u32>().ok().filter(|count| LANES.contains(count) && count.is_power_of_two());
    count.ok_or_else(|| "lanes are 2, 4, 8, 16, 32 or 64".to_owned())
}

/// A name that a pipeline of passes can say.
fn name(word: &str) -> Result<String, String> {
    let is_known = |c: char| c.is_ascii_alphanumeric() || "_.$-".contains(c);
    if !word.is_empty() && word.chars().all(is_known) {
        return Ok(word.to_owned());
    }
    Err("a function's name has letters, digits, `_`, `.`, `$` and `-`".to_owned())
}

/// Runs the command.
pub async fn run(command: Simd) -> anyhow::Result<ExitCode> {
    let of_c = Language::of(&command.file).is_some_and(|language| language != Language::LlvmIr);
    if of_c {
        let why = "isotope simd reads LLVM IR: clang-19 -O1 -S -emit-llvm makes it of C, and -Rpass=isotope tells the same of a compile";
        return Err(BadInput(format!("{}: {why}", command.file.display())).into());
    }
    let (text, target) = (text_of(&command.file)?, target(&command.processor, "")?.unwrap_or_default());
    let name = command.file.display().to_string();
    let source = Source { name, text, language: Language::LlvmIr, folder: None, flags: Vec::new() };
    let is_named = command.processor.mcpu.is_some();
    let (plugin, asked) = (plugin(), Asked { function: command.function, lanes: command.lanes, target, is_named });
    // The run waits for a process.
    match tokio::task::spawn_blocking(move || body(&source, &asked, &plugin)).await? {
        Ok(body) => {
            let code = body.text.unwrap_or_default();
            let is_made = !code.is_empty();
            print(&format!("; {}\n{code}", body.verdict))?;
            Ok(if is_made { ExitCode::SUCCESS } else { ExitCode::from(NO_BODY) })
        }
        Err(SourceError::Mistake(why)) => Err(Located(why).into()),
        Err(error) => Err(error.into()),
    }
}
