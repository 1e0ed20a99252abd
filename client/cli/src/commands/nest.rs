//! The common part of `isotope pack`, `isotope tile` and `isotope vectorize`: a program read, its loops asked for, and the result written.

use super::{connect, print, target};
use crate::arguments::{Processor, Server};
use crate::input::{BadInput, Located};
use crate::terminal::shown;
use anyhow::Context as _;
use clap::Args;
use isotope_cli::{assembly, mlir};
use isotope_client::ClientError;
use isotope_lowering::without_linalg;
use isotope_proto::v1;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use v1::nest_request::Transform;

/// Flags of all of them.
#[derive(Debug, Args)]
pub struct Nesting {
    /// A program of MLIR with nests of affine loops; `-` is standard input.
    #[arg(value_name = "FILE.mlir")]
    pub file: PathBuf,
    /// Function of the program [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    /// Print a table of what was weighed, and why each is done or left: no program, and nothing is compared.
    #[arg(long)]
    pub explain: bool,
    /// File for the program [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write MLIR's generic form, which takes no tool of MLIR.
    #[arg(long)]
    pub generic: bool,
    #[command(flatten)]
    pub processor: Processor,
    #[command(flatten)]
    pub server: Server,
}

/// The caches and pages of a processor.
#[derive(Debug, Args)]
pub struct Memory {
    /// KiB of the first, second and third cache [default: as the processor's prices say]
    #[arg(long, value_name = "KIB,KIB,KIB", value_delimiter = ',')]
    pub caches: Vec<u64>,
    /// Pages whose addresses the processor has at hand.
    #[arg(long, value_name = "COUNT", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub pages: u64,
}

/// Asks for a program, and writes it. `done` is said of nothing, of one, and of several: `["nothing is packed", "array is packed", ..]`.
pub async fn run(
    of: Nesting,
    memory: Option<Memory>,
    transform: Transform,
    [nothing, one, several]: [&str; 3],
) -> anyhow::Result<ExitCode> {
    let Memory { caches, pages } = memory.unwrap_or(Memory { caches: Vec::new(), pages: 0 });
    if !caches.is_empty() && caches.len() != 3 {
        return Err(BadInput("--caches has three sizes in KiB, as --caches 32,512,8192".to_owned()).into());
    }
    let program = mlir::program(&of.file).map_err(Located)?;
    let name = mlir::name(&of.file);
    let program = without_linalg(program, &name, assembly::tools()).map_err(|error| Located(error.to_string()))?;
    let request = v1::NestRequest {
        module: program.text,
        entry: of.entry.clone().unwrap_or_default(),
        located: program.located,
        target: target(&of.processor, "")?,
        transform: Some(transform),
        caches,
        entries: pages,
        explain: of.explain,
        ..Default::default()
    };
    let connected = connect(&of.server).await?;
    let answered = connected.client.nest(request).await.map_err(|error| placed(&name, error));
    connected.close().await;
    let answered = answered?;
    answered.notes.iter().for_each(|note| eprintln!("isotope: note: {}", shown(note)));
    if of.explain {
        print(&answered.table)?;
        return Ok(ExitCode::SUCCESS);
    }
    match &answered.identity {
        Some(identity) => eprintln!(
            "isotope: {} {}; the program is equal to what it was for all inputs: identity, error < 2^{:.0}",
            answered.changes,
            if answered.changes == 1 { one } else { several },
            identity.error_log2.ceil()
        ),
        None => eprintln!("isotope: {nothing}: --explain says why; the program is as it was"),
    }
    if answered.source() == v1::Source::Memo {
        eprintln!("isotope: the daemon had this program already");
    }
    written(&of, answered.module)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a program, in MLIR's own form unless the generic one is wanted.
fn written(of: &Nesting, module: String) -> anyhow::Result<()> {
    let text = match of.generic {
        true => module,
        false => assembly::tools().own_form(module).context("--generic writes the program without mlir-opt")?,
    };
    match &of.output {
        Some(file) => write(file, &text),
        None => print(&text),
    }
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// An error with its place, which is one of the file where there is one.
fn placed(name: &str, error: ClientError) -> anyhow::Error {
    match &error {
        ClientError::Failed(failure) if failure.line > 0 => Located(format!("{name}:{}", failure.message)).into(),
        _ => error.into(),
    }
}
