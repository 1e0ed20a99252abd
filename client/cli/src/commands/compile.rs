//! `isotope compile`: a contraction, as a statement or as a program of MLIR, compiled to a kernel that is shown to be equal to it.

use super::{connect, print, target};
use crate::arguments::{Processor, Server};
use crate::input::{BadInput, Located};
use crate::terminal::shown;
use anyhow::Context as _;
use clap::{Args, ValueEnum};
use isotope_cli::warm::kernels::dimension;
use isotope_cli::{assembly, mlir};
use isotope_client::ClientError;
use isotope_lowering::{ANYWHERE, OBJECT, without_linalg};
use isotope_proto::v1;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use v1::compile_request::Program;

/// The command line.
#[derive(Debug, Args)]
pub struct Compile {
    /// A statement, 'i32 C[i,j] += u8 A[i,k] * s8 B[k,j]', or a program of MLIR with one: FILE.mlir.
    #[arg(value_name = "STATEMENT|FILE.mlir")]
    pub what: String,
    /// Iterations of each dimension of a statement: i=1024,j=1024,k=512
    #[arg(long, value_name = "DIM=SIZE", value_delimiter = ',')]
    pub sizes: Vec<String>,
    /// Name of a statement's function [default: contraction]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Function of a program [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    /// Floats of a statement may be added in any order, and products of them without being rounded first.
    #[arg(long)]
    pub fast: bool,
    /// Threads compute parts of it, by OpenMP: clang -fopenmp links it.
    #[arg(long)]
    pub parallel: bool,
    #[command(flatten)]
    pub processor: Processor,
    /// File for the code; its name's end says which: .o (with a header .h beside it), .s, .ll or .mlir.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The form that is printed without -o, or written to it.
    #[arg(long, value_enum)]
    pub emit: Option<Form>,
    /// Folder for the text of each stage: plain.mlir, kernel.mlir, selected.mlir and kernel.ll.
    #[arg(long, value_name = "DIR")]
    pub keep_stages: Option<PathBuf>,
    /// Print the plans that were priced, the chosen one first: no code.
    #[arg(long)]
    pub explain: bool,
    /// Compile another plan: that of this line of --explain.
    #[arg(long, value_name = "LINE", default_value_t = 1, hide_default_value = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub plan: u32,
    #[command(flatten)]
    pub server: Server,
}

/// A form of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// The kernel in MLIR, with the answers of its windows.
    Mlir,
    /// The same in LLVM's form.
    Llvm,
    /// Assembly.
    Asm,
    /// An object file.
    Obj,
}

/// Runs the command.
pub async fn run(command: Compile) -> anyhow::Result<ExitCode> {
    let (request, form) = (request(&command)?, form(&command)?);
    let connected = connect(&command.server).await?;
    let compiled = connected.client.compile(request).await.map_err(|error| placed(&command, error));
    let done = match compiled {
        Ok(compiled) => finished(&command, compiled, form).await,
        Err(error) => Err(error),
    };
    connected.close().await;
    done.map(|()| ExitCode::SUCCESS)
}

/// The request.
fn request(command: &Compile) -> anyhow::Result<v1::CompileRequest> {
    let target = target(&command.processor, "")?;
    if command.what.ends_with(".mlir") || command.what == "-" {
        if !command.sizes.is_empty() || command.fast || command.name.is_some() {
            let why = "--sizes, --name and --fast are for statements: a program says them itself";
            return Err(BadInput(why.to_owned()).into());
        }
        let file = Path::new(&command.what);
        let program = mlir::program(file).map_err(Located)?;
        let program = without_linalg(program, &mlir::name(file), assembly::tools())
            .map_err(|error| Located(error.to_string()))?;
        let entry = command.entry.clone().unwrap_or_default();
        let (module, located) = (Some(Program::Module(program.text)), program.located);
        return Ok(v1::CompileRequest {
            program: module,
            entry,
            located,
            parallel: command.parallel,
            plan: command.plan - 1,
            target,
            ..Default::default()
        });
    }
    if command.entry.is_some() {
        return Err(BadInput("--entry is for programs: --name names a statement's function".to_owned()).into());
    }
    Ok(v1::CompileRequest {
        program: Some(Program::Statement(command.what.clone())),
        dimensions: dimensions(command)?,
        entry: command.name.clone().unwrap_or_default(),
        fast: command.fast,
        parallel: command.parallel,
        plan: command.plan - 1,
        target,
        ..Default::default()
    })
}

fn dimensions(command: &Compile) -> anyhow::Result<Vec<v1::Dimension>> {
    command.sizes.iter().map(|given| dimension(given).map_err(|why| BadInput(why).into())).collect()
}

/// An error with its place, which is one of the file where there is one.
fn placed(command: &Compile, error: ClientError) -> anyhow::Error {
    match &error {
        ClientError::Failed(failure) if failure.line > 0 && command.what.ends_with(".mlir") => {
            Located(format!("{}:{}", mlir::name(Path::new(&command.what)), failure.message)).into()
        }
        ClientError::Failed(failure) if failure.line > 0 => BadInput(failure.message.clone()).into(),
        _ => error.into(),
    }
}

/// Shows or writes what is wanted of a kernel.
async fn finished(command: &Compile, compiled: v1::CompileResponse, form: Form) -> anyhow::Result<()> {
    if command.explain {
        return print(&explanation(&compiled));
    }
    compiled.notes.iter().for_each(|note| eprintln!("isotope: note: {}", shown(note)));
    let (plan, kibibytes) = (
        compiled.plans.get(command.plan as usize - 1).context("the daemon names no such plan")?,
        compiled.bytes.div_ceil(1024),
    );
    let identity = compiled.identity.as_ref().context("the daemon has not compared the kernel")?;
    eprintln!("isotope: {}; {kibibytes} KiB are allocated while it runs", shown(&plan.plan));
    let error = identity.error_log2.ceil();
    let assumed: Vec<String> =
        identity.assumed.iter().map(|of| format!(" with arg{} in {}..{}", of.argument, of.low, of.high)).collect();
    let assumed = assumed.join(" and");
    eprintln!("isotope: the kernel is equal to the statement for all inputs{assumed}: identity, error < 2^{error:.0}");
    if compiled.source() == v1::Source::Memo {
        eprintln!("isotope: the daemon had this kernel already");
    }
    if let Some(folder) = &command.keep_stages {
        keep(folder, &compiled)?;
    }
    let code = match form {
        Form::Mlir => compiled.selected.into_bytes(),
        Form::Llvm => compiled.llvm_ir.into_bytes(),
        Form::Asm => code(command, compiled.llvm_ir, compiled.target, &[ANYWHERE]).await?,
        Form::Obj => code(command, compiled.llvm_ir, compiled.target, &[ANYWHERE, OBJECT]).await?,
    };
    let Some(file) = &command.output else { return print(&String::from_utf8_lossy(&code)) };
    write(file, &code)?;
    if matches!(form, Form::Obj | Form::Asm) {
        write(&file.with_extension("h"), compiled.header.as_bytes())?;
    }
    Ok(())
}

/// The code that `llc` makes of a kernel.
async fn code(
    command: &Compile,
    llvm_ir: String,
    target: Option<v1::Target>,
    flags: &'static [&'static str],
) -> anyhow::Result<Vec<u8>> {
    let sets = isotope_server::sets::load(command.server.core.instruction_sets.as_deref())?;
    Ok(assembly::code(llvm_ir, flags, target.unwrap_or_default(), sets).await?)
}

fn write(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    std::fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))
}

fn keep(folder: &Path, compiled: &v1::CompileResponse) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let texts = [
        ("plain.mlir", &compiled.plain),
        ("kernel.mlir", &compiled.kernel),
        ("selected.mlir", &compiled.selected),
        ("kernel.ll", &compiled.llvm_ir),
    ];
    texts.into_iter().try_for_each(|(name, text)| write(&folder.join(name), text.as_bytes()))
}

/// The form that is written, by --emit or by the end of the file's name.
fn form(command: &Compile) -> anyhow::Result<Form> {
    let end = command.output.as_ref().and_then(|file| file.extension()).and_then(|end| end.to_str());
    match (command.emit, end) {
        (Some(Form::Obj), None) if command.output.is_none() => {
            Err(BadInput("an object file is not printed: name it with -o".to_owned()).into())
        }
        (Some(form), _) => Ok(form),
        (None, Some("o")) => Ok(Form::Obj),
        (None, Some("s")) => Ok(Form::Asm),
        (None, Some("ll")) => Ok(Form::Llvm),
        (None, Some("mlir")) | (None, None) => Ok(Form::Mlir),
        (None, Some(_)) => Err(BadInput(
            "the file's name ends in none of .o, .s, .ll and .mlir: say what it is with --emit".to_owned(),
        )
        .into()),
    }
}

fn explanation(of: &v1::CompileResponse) -> String {
    let mut text = format!(
        "{} of {} priced plans, of {} candidates, the cheapest first; costs in millions of cycles\n",
        of.plans.len(),
        of.priced,
        of.candidates
    );
    text += "total\tpipes\tshare\tcompute\tlines\tcopies\tcycles an iteration\tplan\n";
    for plan in &of.plans {
        let [total, pipes, compute, lines, copies] =
            [plan.total, plan.pipes, plan.compute, plan.lines, plan.copies].map(|of| format!("{:.3}", of / 1e6));
        let share = plan.pipes / plan.total;
        text += &format!(
            "{total}\t{pipes}\t{share:.2}\t{compute}\t{lines}\t{copies}\t{:.2}\t{}\n",
            plan.iteration, plan.plan
        );
    }
    text
}
