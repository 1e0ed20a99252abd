//! `cargo xtask costs`: what LLVM's scheduling models say of every instruction form in `llvm-forms.txt`.
//!
//! One run of `llvm-mca-19 -instruction-tables` for each CPU that prices are over and each list of features, with one representative of
//! each form. The result is `costs-CPU.txt` of the set's folder; its header describes the format.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::folder::{From, SetFolder};
use crate::llvm_forms::{self, Block};
use crate::notation::Notation;
use crate::tablegen::{Tables, short};
use clap::Parser;

/// Beside the forms of the intrinsics: what compiled code has besides.
const MORE_FORMS: &str = "more-forms.txt";

const HEADER: &str = "\
# Costs of TITLE instruction forms from LLVM's scheduling model, by `llvm-mca-19 -instruction-tables`; made by `cargo xtask costs`, not edited.
# FORM | latency in cycles | micro-operations | reciprocal throughput in cycles | RESOURCE:cycles ...
# A form with a memory operand includes the load. The model prices forms that the CPU lacks as well. Resources have the model's names;
# a form's cycles on a group of like ports are spread over them evenly. `dispatch`: micro-operations a cycle.
";

/// Where the costs are from, as the header says it: by a model of `llvm-mca`, or by itineraries.
const BY_MCA: &str = "`llvm-mca-19 -instruction-tables`";
const BY_TABLES: &str = "the itineraries in its sources (`llvm-tblgen-19 --dump-json`)";

#[derive(Parser)]
#[command(name = "cargo xtask costs")]
struct Args {
    #[command(flatten)]
    from: From,
    /// LLVM 19's sources, for a set that is priced by packets: `scripts/setup hexagon-source` fetches what is needed of them.
    #[arg(long)]
    sources: Option<PathBuf>,
}

/// Writes one table for each CPU that a file of prices names.
pub fn run(root: &Path, args: &[String]) -> Result<ExitCode> {
    let args = Args::try_parse_from(std::iter::once("costs".to_owned()).chain(args.iter().cloned()))?;
    let set = args.from.folder(root)?;
    let text = set.read(llvm_forms::FORMS).context("`cargo xtask llvm-forms` makes it")?;
    let blocks = llvm_forms::read_forms(&text, &set.manifest.cpus.recorded)?;
    let more = set.read(MORE_FORMS)?;
    let forms = by_features(&blocks, more.lines().filter(|line| !line.starts_with('#')));
    let cpus = cpus(&set)?;
    let tables = set.tables(args.sources.as_deref().map(|sources| root.join(sources)).as_deref())?;
    for cpu in &cpus {
        let table = match &tables {
            Some(tables) => by_itineraries(&set, cpu, &forms, tables)?,
            None => table(&set, cpu, &forms)?,
        };
        set.write(&format!("costs-{cpu}.txt"), &table)?;
    }
    println!("{} forms on {} CPUs", forms.values().map(BTreeSet::len).sum::<usize>(), cpus.len());
    Ok(ExitCode::SUCCESS)
}

/// Forms by the features that they need; of one that stands with several, by the first of them in order.
type Forms<'a> = BTreeMap<Vec<String>, BTreeSet<&'a str>>;

/// The forms of the intrinsics, and others, which need no feature.
fn by_features<'a>(blocks: &'a [Block], others: impl Iterator<Item = &'a str>) -> Forms<'a> {
    let mut features: BTreeMap<&str, &[String]> = BTreeMap::new();
    for block in blocks {
        for form in block.forms.iter().flat_map(|f| &f.asm).flat_map(|(_, forms)| forms) {
            let needs = features.entry(form).or_insert(&block.features);
            *needs = block.features.as_slice().min(needs);
        }
    }
    features.extend(others.map(|form| (form, [].as_slice())));
    let mut forms = Forms::new();
    for (form, needs) in features {
        forms.entry(needs.to_vec()).or_default().insert(form);
    }
    forms
}

/// The CPUs that the set's `prices-CPU.txt` name as LLVM's.
fn cpus(set: &SetFolder) -> Result<BTreeSet<String>> {
    let mut cpus = BTreeSet::new();
    for name in set.files()?.iter().filter(|name| name.starts_with("prices-")) {
        let text = set.read(name)?;
        let cpu = text.lines().find_map(|line| line.strip_prefix("llvm "));
        cpus.insert(cpu.with_context(|| format!("{name} names no CPU of LLVM's"))?.to_owned());
    }
    Ok(cpus)
}

/// The table of one CPU. Instructions that a model does not have, by the features that they need, are not in it.
fn table(set: &SetFolder, cpu: &str, forms: &Forms<'_>) -> Result<String> {
    let notation = set.notation()?;
    // The model prices what the CPU lacks as well; the assembler wants to be told that it may be there.
    let features: BTreeSet<String> = set.features()?.into_values().map(|feature| format!("+{feature}")).collect();
    let attributes = format!("-mattr={}", features.into_iter().collect::<Vec<_>>().join(","));
    let mca = |source: &str, options: &[&str]| {
        let options = [&[attributes.as_str()], options].concat();
        mca(&set.manifest.code.triple, notation, cpu, source, &options)
    };
    let summary = mca("nop\n", &[])?.context("llvm-mca-19 has no model of nop")?;
    let dispatch = summary.pointer("/CodeRegions/0/SummaryView/DispatchWidth").context("no dispatch width")?;
    let (mut names, mut lines, mut missing) = (Vec::new(), BTreeMap::new(), Vec::new());
    for (needs, forms) in forms {
        let source = forms.iter().map(|form| Ok(notation.instance(form)? + "\n")).collect::<Result<String>>()?;
        let Some(json) = mca(&source, &["-instruction-tables"])? else {
            missing.push(format!(
                "# LLVM's model leaves out the {} forms that need {}.\n",
                forms.len(),
                needs.join(", ")
            ));
            continue;
        };
        let costs = costs(&json)?;
        ensure!(costs.len() == forms.len(), "llvm-mca-19 saw {} instructions of {} forms", costs.len(), forms.len());
        names = resources(&json)?;
        lines.extend(forms.iter().zip(costs));
    }
    let mut out = format!("# isotope costs 1 {cpu}\n{}", HEADER.replace("TITLE", &set.manifest.title));
    out.extend(missing);
    let _ = writeln!(out, "dispatch {dispatch}\nresources {}", names.join(" "));
    for (form, cost) in lines {
        let _ = writeln!(out, "{form} | {cost}");
    }
    Ok(out)
}

/// The table of one CPU by LLVM's itineraries.
fn by_itineraries(set: &SetFolder, cpu: &str, forms: &Forms<'_>, tables: &Tables) -> Result<String> {
    let model = tables.model(cpu)?;
    let header = HEADER.replace("TITLE", &set.manifest.title).replace(BY_MCA, BY_TABLES);
    let resources = model.resources.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    let mut out = format!("# isotope costs 1 {cpu}\n{header}dispatch {}\nresources {resources}\n", model.dispatch);
    for form in forms.values().flatten() {
        let row = model.rows.get(*form).with_context(|| format!("LLVM's itineraries say nothing of {form}"))?;
        let _ = writeln!(out, "{form} | {row}");
    }
    Ok(out)
}

/// llvm-mca's report on a text of instructions; `None` where the CPU's model leaves one of them out.
fn mca(triple: &str, notation: &dyn Notation, cpu: &str, source: &str, options: &[&str]) -> Result<Option<Value>> {
    let folder = tempfile::tempdir().context("a scratch folder for the instructions")?;
    let file = folder.path().join("forms.s");
    std::fs::write(&file, source)?;
    let output = Command::new("llvm-mca-19")
        .args([&format!("-mtriple={triple}"), "-json"])
        .args(notation.flags())
        .arg(format!("-mcpu={cpu}"))
        .args(options)
        .arg(&file)
        .output()
        .context("running llvm-mca-19")?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        ensure!(message.contains("found an unsupported instruction"), "llvm-mca-19 -mcpu={cpu}: {message}");
        return Ok(None);
    }
    serde_json::from_slice(&output.stdout).map(Some).context("reading llvm-mca-19's JSON")
}

/// Names of the resources.
fn resources(json: &Value) -> Result<Vec<String>> {
    let names = json.pointer("/TargetInfo/Resources").and_then(Value::as_array).context("no list of resources")?;
    Ok(names.iter().filter_map(Value::as_str).map(isotope_cost::resource_name).collect())
}

/// One line of the table for each instruction, in the order of the input.
fn costs(json: &Value) -> Result<Vec<String>> {
    let resources = resources(json)?;
    let region = json.pointer("/CodeRegions/0").context("no code region")?;
    let list = region
        .pointer("/InstructionInfoView/InstructionList")
        .and_then(Value::as_array)
        .context("no list of instructions")?;
    let pressure = region
        .pointer("/ResourcePressureView/ResourcePressureInfo")
        .and_then(Value::as_array)
        .context("no resource pressure")?;
    let mut used: BTreeMap<u64, String> = BTreeMap::new();
    for entry in pressure {
        let field = |name: &str| {
            entry.get(name).and_then(Value::as_u64).with_context(|| format!("no {name} in a pressure entry"))
        };
        let name = resources.get(field("ResourceIndex")? as usize).context("a resource without a name")?;
        let cycles = entry.get("ResourceUsage").and_then(Value::as_f64).context("no usage")?;
        let _ = write!(used.entry(field("InstructionIndex")?).or_default(), " {name}:{}", short(cycles));
    }
    let line = |(index, entry): (usize, &Value)| {
        let number = |name: &str| {
            entry.get(name).and_then(Value::as_f64).with_context(|| format!("no {name} of an instruction"))
        };
        let ports = used.get(&(index as u64)).map_or("", |ports| ports.trim_start());
        Ok(format!(
            "{} | {} | {} | {ports}",
            number("Latency")?,
            number("NumMicroOpcodes")?,
            short(number("RThroughput")?)
        ))
    };
    list.iter().enumerate().map(line).collect()
}
