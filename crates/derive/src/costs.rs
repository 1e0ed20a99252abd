//! `cargo xtask costs`: what LLVM's scheduling models say of every instruction form in `llvm-forms.txt`.
//!
//! One run of `llvm-mca-19 -instruction-tables` for each CPU over one representative of each form. The result is
//! `grammars/data/x86/costs-CPU.txt`; its header describes the format.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::llvm_forms;

/// CPUs with a table.
const CPUS: &[&str] = &["znver4", "sapphirerapids", "icelake-server", "skylake-avx512"];

/// Beside the forms of the intrinsics: what compiled code has besides.
const MORE_FORMS: &str = "more-forms.txt";

const HEADER: &str = "\
# Costs of x86 instruction forms from LLVM's scheduling model, by `llvm-mca-19 -instruction-tables`; made by `cargo xtask costs`, not edited.
# FORM | latency in cycles | micro-operations | reciprocal throughput in cycles | RESOURCE:cycles ...
# A form with a memory operand includes the load. The model prices forms that the CPU lacks as well. Resources have the model's names;
# a form's cycles on a group of like ports are spread over them evenly. `dispatch`: micro-operations a cycle.
";

/// Writes one table for each CPU.
pub fn run(root: &Path) -> Result<ExitCode> {
    let path = root.join(llvm_forms::FORMS);
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("reading {}; `cargo xtask llvm-forms` makes it", path.display()))?;
    let blocks = llvm_forms::read_forms(&text)?;
    let lists = blocks.iter().flat_map(|b| &b.forms).flat_map(|f| &f.asm);
    let mut forms: BTreeSet<&str> = lists.flat_map(|(_, forms)| forms).map(String::as_str).collect();
    let more = path.with_file_name(MORE_FORMS);
    let more = std::fs::read_to_string(&more).with_context(|| format!("reading {}", more.display()))?;
    forms.extend(more.lines().filter(|line| !line.starts_with('#')));
    for cpu in CPUS {
        let table = table(cpu, &forms)?;
        let file = path.with_file_name(format!("costs-{cpu}.txt"));
        std::fs::write(&file, table).with_context(|| format!("writing {}", file.display()))?;
    }
    println!("{} forms on {} CPUs", forms.len(), CPUS.len());
    Ok(ExitCode::SUCCESS)
}

/// One instruction of a form, in Intel syntax: a register of its own for every operand, so that none depends on another.
fn instance(form: &str) -> String {
    let (prefix, form) = match form.split_once("} ") {
        Some((encoding, rest)) if form.starts_with('{') => (format!("{encoding}}} "), rest),
        _ => (String::new(), form),
    };
    let (mnemonic, operands) = form.split_once(' ').unwrap_or((form, ""));
    let operand = |(number, operand): (usize, &str)| {
        let (kind, rest) = operand.split_at(operand.find([' ', '{']).unwrap_or(operand.len()));
        let rest = rest.replace("{k}", "{k5}");
        let general = [
            ["al", "cl", "dl", "bl"],
            ["ax", "cx", "dx", "bx"],
            ["eax", "ecx", "edx", "ebx"],
            ["rax", "rcx", "rdx", "rbx"],
        ];
        let width = |row: usize| general[row][number % 4].to_owned();
        let register = match kind {
            "i" => "1".to_owned(),
            "k" => format!("k{}", number + 1),
            "r8" => width(0),
            "r16" => width(1),
            "r32" => width(2),
            "r64" => width(3),
            // The implicit mask of the SSE4.1 blends is always xmm0.
            "xmm" if number == 2 && matches!(mnemonic, "pblendvb" | "blendvps" | "blendvpd") => "xmm0".to_owned(),
            "xmm" | "ymm" | "zmm" => format!("{kind}{}", number + 1),
            memory => format!("{} [rdi]", pointer(memory.trim_start_matches('m'))),
        };
        format!("{register}{rest}")
    };
    let operands: Vec<String> = operands.split(", ").filter(|o| !o.is_empty()).enumerate().map(operand).collect();
    format!("{prefix}{mnemonic} {}", operands.join(", "))
}

fn pointer(bits: &str) -> &'static str {
    match bits {
        "8" => "byte ptr",
        "16" => "word ptr",
        "32" => "dword ptr",
        "64" => "qword ptr",
        "128" => "xmmword ptr",
        "256" => "ymmword ptr",
        "512" => "zmmword ptr",
        _ => "",
    }
}

fn table(cpu: &str, forms: &BTreeSet<&str>) -> Result<String> {
    let source: String = forms.iter().map(|form| instance(form) + "\n").collect();
    let json = mca(cpu, &source, &["-instruction-tables"])?;
    let costs = costs(&json)?;
    let forms: Vec<&&str> = forms.iter().collect();
    ensure!(costs.len() == forms.len(), "llvm-mca-19 saw {} instructions of {} forms", costs.len(), forms.len());
    let mut out = format!("# isotope costs 1 {cpu}\n{HEADER}");
    let names = resources(&json)?;
    let summary = mca(cpu, "nop\n", &[])?;
    let dispatch = summary.pointer("/CodeRegions/0/SummaryView/DispatchWidth").context("no dispatch width")?;
    let _ = writeln!(out, "dispatch {dispatch}\nresources {}", names.join(" "));
    for (form, cost) in forms.iter().zip(&costs) {
        let _ = writeln!(out, "{form} | {cost}");
    }
    Ok(out)
}

/// llvm-mca's report on a text of instructions.
fn mca(cpu: &str, source: &str, options: &[&str]) -> Result<Value> {
    let folder = tempfile::tempdir().context("a scratch folder for the instructions")?;
    let file = folder.path().join("forms.s");
    std::fs::write(&file, source)?;
    let output = Command::new("llvm-mca-19")
        .args(["-mtriple=x86_64-unknown-linux-gnu", "-json", "-x86-asm-syntax=intel"])
        .arg(format!("-mcpu={cpu}"))
        .args(options)
        .arg(&file)
        .output()
        .context("running llvm-mca-19")?;
    if !output.status.success() {
        bail!("llvm-mca-19 -mcpu={cpu}: {}", String::from_utf8_lossy(&output.stderr));
    }
    serde_json::from_slice(&output.stdout).context("reading llvm-mca-19's JSON")
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

/// Two decimals, without zeros at the end.
fn short(cycles: f64) -> String {
    let text = format!("{cycles:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instance_has_a_register_for_every_operand() {
        assert_eq!(instance("vpaddb zmm {k} {z}, zmm, m512"), "vpaddb zmm1 {k5} {z}, zmm2, zmmword ptr [rdi]");
        assert_eq!(instance("{vex} vpdpbusd xmm, xmm, xmm"), "{vex} vpdpbusd xmm1, xmm2, xmm3");
        assert_eq!(instance("pextrw r32, xmm, i"), "pextrw eax, xmm2, 1");
    }
}
