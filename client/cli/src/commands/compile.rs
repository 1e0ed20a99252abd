//! `isotope compile`: a contraction, as a statement or as a program of MLIR, compiled to a kernel that is shown to be equal to it.

use super::{BadInput, connect, print, target};
use crate::arguments::{Emit, Processor, Server};
use crate::input::Located;
use crate::terminal::shown;
use anyhow::Context as _;
use clap::{Args, ValueEnum};
use isotope_cli::contraction::{self, Chosen, CompileError, Place, Stages, header};
use isotope_cli::mlir::{self, Terms};
use isotope_contraction::{Contraction, kernel, plain, recognise, statement};
use isotope_dictionary::{InstructionSets, Target};
use isotope_kernel::check::{AtOnce, Options, Verdict, check, key};
use isotope_mlir::ir::Module;
use isotope_mlir::read;
use isotope_proto::v1;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Operations that the loops may carry out while they are compared: of a product some 4,700 cubed, which takes minutes.
const MAX_STEPS: u64 = 1 << 40;

/// The command line.
#[derive(Debug, Args)]
pub struct Compile {
    /// A statement, 'i32 C[i,j] += u8 A[i,k] * s8 B[k,j]', or a program of MLIR with one: FILE.mlir.
    #[arg(value_name = "STATEMENT|FILE.mlir")]
    pub what: String,
    /// Iterations of each dimension of a statement: i=1024,j=1024,k=512
    #[arg(long, value_name = "DIM=SIZE", value_delimiter = ',')]
    pub sizes: Vec<String>,
    /// Name of a statement's function.
    #[arg(long, value_name = "NAME", default_value = "contraction")]
    pub name: String,
    /// Function of a program [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    /// Floats of a statement may be added in any order, and products of them without being rounded first.
    #[arg(long)]
    pub fast: bool,
    #[command(flatten)]
    pub processor: Processor,
    /// File for the code; its name's end says which: .o (with a header .h beside it), .s, .ll or .mlir.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What is printed without -o, or written to it.
    #[arg(long, value_enum)]
    pub emit: Option<Form>,
    /// Folder for the text of each stage: plain.mlir, kernel.mlir, selected.mlir and kernel.ll.
    #[arg(long, value_name = "DIR")]
    pub keep_stages: Option<PathBuf>,
    /// Print the plans that were priced, the chosen one first, and compile nothing.
    #[arg(long)]
    pub explain: bool,
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
    let (before, contraction) = read_contraction(&command)?;
    let (form, machine) = (form(&command)?, machine(&command)?);
    let connected = connect(&command.server).await?;
    let (terms, sets, target) = machine;
    let place = Place { client: &connected.client, terms, sets, target };
    let done = compiled(&command, &place, &before, &contraction, form).await;
    connected.close().await;
    done.map(|()| ExitCode::SUCCESS)
}

async fn compiled(
    command: &Compile,
    place: &Place<'_>,
    before: &Before,
    of: &Contraction,
    form: Form,
) -> anyhow::Result<()> {
    let chosen = contraction::choose(of, place).await?;
    if command.explain {
        return print(&explanation(of, &chosen));
    }
    let plan = &chosen.plans[0].plan;
    let kernel = kernel(of, plan);
    let verdict = verdict(command, &before.module, &kernel.text)?;
    let (selected, notes) = contraction::selected(place, &of.name, &kernel.text).await?;
    notes.iter().for_each(|note| eprintln!("isotope: note: {}", shown(note)));
    let llvm = contraction::llvm(selected.clone())?;
    let kibibytes = kernel.bytes.div_ceil(1024);
    eprintln!("isotope: {}; {kibibytes} KiB are allocated while it runs", shown(&plan.describe(of)));
    eprintln!("isotope: the kernel is equal to the statement for all inputs: {verdict}");
    let stages = Stages { plain: before.text.clone(), kernel: kernel.text, selected, llvm };
    if let Some(folder) = &command.keep_stages {
        keep(folder, &stages)?;
    }
    let code = match form {
        Form::Mlir => stages.selected.into_bytes(),
        Form::Llvm => stages.llvm.into_bytes(),
        Form::Asm => contraction::assembly(place, stages.llvm).await?.into_bytes(),
        Form::Obj => contraction::object(place, stages.llvm).await?,
    };
    let Some(file) = &command.output else { return print(&String::from_utf8_lossy(&code)) };
    write(file, &code)?;
    if matches!(form, Form::Obj | Form::Asm) {
        write(&file.with_extension("h"), header(of).as_bytes())?;
    }
    Ok(())
}

fn write(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    std::fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))
}

fn keep(folder: &Path, stages: &Stages) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let texts = [
        ("plain.mlir", &stages.plain),
        ("kernel.mlir", &stages.kernel),
        ("selected.mlir", &stages.selected),
        ("kernel.ll", &stages.llvm),
    ];
    texts.into_iter().try_for_each(|(name, text)| write(&folder.join(name), text.as_bytes()))
}

/// What the kernel is compared with.
struct Before {
    module: Module,
    text: String,
}

/// The contraction that the command line names.
fn read_contraction(command: &Compile) -> anyhow::Result<(Before, Contraction)> {
    if command.what.ends_with(".mlir") || command.what == "-" {
        let file = Path::new(&command.what);
        if !command.sizes.is_empty() || command.fast {
            return Err(BadInput("--sizes and --fast are for statements: a program says both itself".to_owned()).into());
        }
        let program = mlir::program(file).map_err(Located)?;
        let program = mlir::without_linalg(program, &mlir::name(file)).map_err(Located)?;
        let contraction = recognise(&program.module, command.entry.as_deref())
            .map_err(|error| Located(format!("{}:{error}", mlir::name(file))))?;
        return Ok((Before { module: program.module, text: program.text }, contraction));
    }
    let contraction =
        statement(&command.what, &command.name, &sizes(command)?).map_err(|error| BadInput(error.to_string()))?;
    if contraction.sum().is_float() && !command.fast {
        let why = "floats are added in the order of the statement: with --fast they may be added in any order, which a kernel needs";
        return Err(BadInput(why.to_owned()).into());
    }
    let text = plain(&contraction);
    let module = read(&text).context("a statement's own text")?;
    Ok((Before { module, text }, contraction))
}

fn sizes(command: &Compile) -> anyhow::Result<BTreeMap<String, u64>> {
    let mut sizes = BTreeMap::new();
    for given in &command.sizes {
        let size = given.split_once('=').and_then(|(dim, size)| Some((dim.trim(), size.trim().parse().ok()?)));
        let Some((dim, size)) = size else {
            return Err(BadInput(format!("--sizes {given} is no dimension with its size: write i=1024,j=1024")).into());
        };
        if sizes.insert(dim.to_owned(), size).is_some() {
            return Err(BadInput(format!("--sizes gives {dim} twice")).into());
        }
    }
    Ok(sizes)
}

/// What is written, by --emit or by the end of the file's name.
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

/// How windows are asked for, what is known of instruction sets, and the processor.
fn machine(command: &Compile) -> anyhow::Result<(Terms, &'static InstructionSets, Target)> {
    let named = target(&command.processor, "")?.unwrap_or_default();
    let sets = isotope_server::sets::load(command.server.core.instruction_sets.as_deref())?;
    let target = sets
        .target(&named.arch, &named.mcpu, &named.mattr, &isotope_server::sets::host())
        .map_err(|error| BadInput(error.to_string()))?;
    let options = v1::Options { engine: v1::Engine::Fast as i32, budget: 0, outputs: Emit::Mlir.outputs() };
    let terms = Terms { options, expected_epoch: None, target: named };
    Ok((terms, sets, target))
}

/// Compares the kernel with what it was made of.
fn verdict(command: &Compile, before: &Module, kernel: &str) -> anyhow::Result<String> {
    let after = read(kernel).map_err(|error| CompileError::Unequal(error.to_string()))?;
    let entry = command.entry.as_ref().map(|name| name.trim_start_matches('@').to_owned());
    let at_once = Some(AtOnce(super::check::on_two_threads));
    let options = Options { entry, at_once, max_steps: MAX_STEPS, key: key("", before, &after), ..Options::default() };
    match check(before, &after, &options) {
        Ok(Verdict::Identity(evidence)) => Ok(format!("identity, error < 2^{:.0}", evidence.error_bits)),
        Ok(other) => Err(CompileError::Unequal(format!("{other:?}")).into()),
        Err(error) => Err(CompileError::Unequal(error.to_string()).into()),
    }
}

fn explanation(of: &Contraction, chosen: &Chosen) -> String {
    let mut text = format!(
        "{} of {} plans, the cheapest first; costs in millions of cycles\n",
        chosen.plans.len(),
        chosen.candidates
    );
    text += "total\tcompute\tlines\tcopies\tcycles an iteration\tplan\n";
    for priced in &chosen.plans {
        let millions =
            [priced.cost.total(), priced.cost.compute, priced.cost.lines, priced.cost.copies].map(|of| of / 1e6);
        let [total, compute, lines, copies] = millions.map(|of| format!("{of:.3}"));
        text +=
            &format!("{total}\t{compute}\t{lines}\t{copies}\t{:.2}\t{}\n", priced.iteration, priced.plan.describe(of));
    }
    text
}
