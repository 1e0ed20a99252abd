//! The output of `llc` of each form: the check that a snippet is valid LLVM, and the record of which instructions come out.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::text::Block;
use crate::folder::SetFolder;
use crate::notation::Notation;
use crate::tablegen::Tables;

/// Compiles every form at one value of its immediate, alone and for each of the CPUs whose choice is recorded. Blocks with a form that
/// does not verify move to `refused`.
pub fn record(
    set: &SetFolder,
    blocks: &mut Vec<Block>,
    refused: &mut Vec<(String, String)>,
    scratch: &Path,
) -> Result<()> {
    let notation = set.notation()?;
    let code = |cpu| Code { triple: &set.manifest.code.triple, cpu };
    let plain = set.manifest.cpus.baseline.as_str();
    if verify(blocks, code(plain), scratch).is_err() {
        blocks.retain(|block| match verify(std::slice::from_ref(block), code(plain), scratch) {
            Ok(()) => true,
            Err(why) => {
                refused.push((block.name.clone(), why.to_string()));
                false
            }
        });
    }
    let mut before: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    for cpu in std::iter::once("").chain(set.manifest.cpus.recorded.iter().map(String::as_str)) {
        let file = scratch.join("forms.ll");
        std::fs::write(&file, module(blocks, code(if cpu.is_empty() { plain } else { cpu })))?;
        let assembly = llc(&file, notation)?;
        for (name, lines) in functions(&assembly, notation.comment()) {
            let Some((b, f)) = name.strip_prefix('f').and_then(|n| n.split_once('_')) else { continue };
            let (b, f): (usize, usize) = (b.parse()?, f.parse()?);
            let lines = lines.iter().filter(|line| !notation.is_convention(line));
            let forms: Vec<String> = lines.map(|line| notation.form(line)).collect();
            if before.get(&(b, f)) != Some(&forms) {
                blocks[b].forms[f].asm.push((cpu.to_owned(), forms.clone()));
                before.insert((b, f), forms);
            }
        }
    }
    Ok(())
}

/// Records what LLVM's own patterns select for the intrinsics of each form.
pub fn selected(tables: &Tables, blocks: &mut [Block]) -> Result<()> {
    for form in blocks.iter_mut().flat_map(|block| &mut block.forms) {
        form.asm.push((String::new(), tables.emitted(&form.body)?));
    }
    Ok(())
}

/// The value of the immediate that stands for a form: one that moves something, where there is a choice.
fn representative(values: &[u32]) -> u32 {
    [27, 5, 2].into_iter().find(|v| values.contains(v)).or(values.get(values.len() / 2).copied()).unwrap_or(0)
}

/// The target of code.
#[derive(Clone, Copy)]
struct Code<'a> {
    triple: &'a str,
    cpu: &'a str,
}

fn function(block: &Block, name: &str, lines: &[String], cpu: &str) -> String {
    let params: Vec<String> = block.params.iter().map(|(name, ty)| format!("{ty} %{name}")).collect();
    let features: Vec<String> = block.features.iter().map(|f| format!("+{f}")).collect();
    let body: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!(
        "define {} @{name}({}) nounwind \"target-cpu\"=\"{cpu}\" \"target-features\"=\"{}\" {{\n{body}}}\n",
        block.result,
        params.join(", "),
        features.join(",")
    )
}

fn module(blocks: &[Block], code: Code<'_>) -> String {
    let mut text = format!("target triple = \"{}\"\n", code.triple);
    for (b, block) in blocks.iter().enumerate() {
        for (f, form) in block.forms.iter().enumerate() {
            let lines = form.at(representative(&form.values)).unwrap_or_default();
            text.push_str(&function(block, &format!("f{b}_{f}"), &lines, code.cpu));
        }
    }
    text
}

/// Whether every form assembles, at the first and last value of its immediate.
fn verify(blocks: &[Block], code: Code<'_>, scratch: &Path) -> Result<()> {
    let mut text = String::new();
    for (b, block) in blocks.iter().enumerate() {
        for (f, form) in block.forms.iter().enumerate() {
            let mut ends = vec![form.values.first().copied().unwrap_or(0)];
            ends.extend(form.values.last().filter(|last| **last != ends[0]));
            for value in ends {
                let lines = form.at(value).context("holes that no row fills")?;
                text.push_str(&function(block, &format!("f{b}_{f}_{value}"), &lines, code.cpu));
            }
        }
    }
    let file = scratch.join("verify.ll");
    std::fs::write(&file, text)?;
    let output =
        Command::new("llvm-as-19").arg("-o").arg("/dev/null").arg(&file).output().context("running llvm-as-19")?;
    if !output.status.success() {
        bail!("llvm-as-19: {}", String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("no message"));
    }
    Ok(())
}

fn llc(file: &Path, notation: &dyn Notation) -> Result<String> {
    let output = Command::new("llc-19")
        .args(["-O3", "-o", "-"])
        .args(notation.flags())
        .arg(file)
        .output()
        .context("running llc-19")?;
    if !output.status.success() {
        bail!("llc-19 on the forms: {}", String::from_utf8_lossy(&output.stderr));
    }
    String::from_utf8(output.stdout).context("llc-19 printed text that is not UTF-8")
}

/// Instruction lines by function of llc's output.
fn functions<'a>(assembly: &'a str, comment: &str) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for line in assembly.lines() {
        let code = line.split(comment).next().unwrap_or("").trim_end();
        if let Some(label) = code.strip_suffix(':').filter(|l| !l.starts_with('.')) {
            found.push((label, Vec::new()));
            inside = true;
        } else if code.starts_with(".Lfunc_end") {
            inside = false;
        } else if inside
            && code.starts_with('\t')
            && !code.trim().starts_with('.')
            && let Some((_, lines)) = found.last_mut()
        {
            lines.push(code.trim());
        }
    }
    found
}
