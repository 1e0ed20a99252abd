//! What `llc` makes of each form: the check that a snippet is valid LLVM, and the record of which instructions come out.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::text::Block;
use super::text::CPUS;

/// Compiles every form at one value of its immediate, alone and for each CPU. Blocks with a form that does not
/// verify move to `refused`.
pub fn record(blocks: &mut Vec<Block>, refused: &mut Vec<(String, String)>, scratch: &Path) -> Result<()> {
    if verify(blocks, scratch).is_err() {
        blocks.retain(|block| match verify(std::slice::from_ref(block), scratch) {
            Ok(()) => true,
            Err(why) => {
                refused.push((block.name.clone(), why.to_string()));
                false
            }
        });
    }
    let mut before: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    for cpu in std::iter::once(&"").chain(CPUS) {
        let file = scratch.join("forms.ll");
        std::fs::write(&file, module(blocks, cpu))?;
        let assembly = llc(&file)?;
        for (name, lines) in functions(&assembly) {
            let Some((b, f)) = name.strip_prefix('f').and_then(|n| n.split_once('_')) else { continue };
            let (b, f): (usize, usize) = (b.parse()?, f.parse()?);
            let forms = instruction_forms(&lines);
            if before.get(&(b, f)) != Some(&forms) {
                blocks[b].forms[f].asm.push(((*cpu).to_owned(), forms.clone()));
                before.insert((b, f), forms);
            }
        }
    }
    Ok(())
}

/// The value of the immediate that stands for a form: one that moves something, where there is a choice.
fn representative(values: &[u32]) -> u32 {
    [27, 5, 2].into_iter().find(|v| values.contains(v)).or(values.get(values.len() / 2).copied()).unwrap_or(0)
}

fn function(block: &Block, name: &str, lines: &[String], cpu: &str) -> String {
    let params: Vec<String> = block.params.iter().map(|(name, ty)| format!("{ty} %{name}")).collect();
    let features: Vec<String> = block.features.iter().map(|f| format!("+{f}")).collect();
    let cpu = if cpu.is_empty() { "x86-64" } else { cpu };
    let body: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!(
        "define {} @{name}({}) nounwind \"target-cpu\"=\"{cpu}\" \"target-features\"=\"{}\" {{\n{body}}}\n",
        block.result,
        params.join(", "),
        features.join(",")
    )
}

fn module(blocks: &[Block], cpu: &str) -> String {
    let mut text = String::from("target triple = \"x86_64-unknown-linux-gnu\"\n");
    for (b, block) in blocks.iter().enumerate() {
        for (f, form) in block.forms.iter().enumerate() {
            let lines = form.at(representative(&form.values)).unwrap_or_default();
            text.push_str(&function(block, &format!("f{b}_{f}"), &lines, cpu));
        }
    }
    text
}

/// Whether every form assembles, at the first and last value of its immediate.
fn verify(blocks: &[Block], scratch: &Path) -> Result<()> {
    let mut text = String::new();
    for (b, block) in blocks.iter().enumerate() {
        for (f, form) in block.forms.iter().enumerate() {
            let mut ends = vec![form.values.first().copied().unwrap_or(0)];
            ends.extend(form.values.last().filter(|last| **last != ends[0]));
            for value in ends {
                let lines = form.at(value).context("holes that no row fills")?;
                text.push_str(&function(block, &format!("f{b}_{f}_{value}"), &lines, ""));
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

fn llc(file: &Path) -> Result<String> {
    let output = Command::new("llc-19")
        .args(["-O3", "-x86-asm-syntax=intel", "-o", "-"])
        .arg(file)
        .output()
        .context("running llc-19")?;
    if !output.status.success() {
        bail!("llc-19 on the forms: {}", String::from_utf8_lossy(&output.stderr));
    }
    String::from_utf8(output.stdout).context("llc-19 printed text that is not UTF-8")
}

/// Instruction lines by function of llc's output.
fn functions(assembly: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for line in assembly.lines() {
        let code = line.split('#').next().unwrap_or("").trim_end();
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

/// The forms of a function's instructions, without what only the calling convention asks for.
fn instruction_forms(lines: &[&str]) -> Vec<String> {
    lines.iter().filter(|line| !is_convention(line)).map(|line| instruction_form(line)).collect()
}

/// Returns, moves of masks to and from general registers, and copies of a whole register.
fn is_convention(line: &str) -> bool {
    let (mnemonic, operands) = line.split_once('\t').unwrap_or((line, ""));
    let copies =
        ["movaps", "movdqa", "movups", "movdqu"].iter().any(|m| mnemonic.trim_start_matches('v').starts_with(m));
    matches!(mnemonic, "ret" | "vzeroupper")
        || mnemonic == "mov" && operands.split(", ").all(|o| o.starts_with(char::is_alphabetic) && !o.contains('['))
        || mnemonic.starts_with("kmov") && !operands.contains('[')
        || copies && !operands.contains('[') && !operands.contains('{')
}

/// An instruction with its operands reduced to their kinds: `vpaddb zmm {k} {z}, zmm, m512`.
fn instruction_form(line: &str) -> String {
    // An encoding that is asked for comes first: `{vex}`.
    let (prefix, line) = match line.split_once("}\t") {
        Some((encoding, rest)) if line.starts_with('{') => (format!("{encoding}}} "), rest),
        _ => (String::new(), line),
    };
    let (mnemonic, operands) = line.split_once('\t').unwrap_or((line, ""));
    let kinds: Vec<String> = operands.split(", ").filter(|o| !o.is_empty()).map(operand_kind).collect();
    format!("{prefix}{mnemonic} {}", kinds.join(", ")).trim_end().to_owned()
}

fn operand_kind(operand: &str) -> String {
    let (operand, decorations) = match operand.find(" {") {
        Some(at) => (&operand[..at], &operand[at..]),
        None => (operand, ""),
    };
    // An embedded broadcast: `dword ptr [..]{1to16}`.
    let (operand, broadcast) = match operand.find('{') {
        Some(at) => (&operand[..at], &operand[at..]),
        None => (operand, ""),
    };
    let mut mask = String::new();
    if decorations.contains("{k") {
        mask.push_str(" {k}");
    }
    if decorations.contains("{z}") {
        mask.push_str(" {z}");
    }
    let memory =
        [("zmmword", 512), ("ymmword", 256), ("xmmword", 128), ("qword", 64), ("dword", 32), ("word", 16), ("byte", 8)];
    if operand.contains('[') {
        let bits =
            memory.iter().find(|(name, _)| operand.starts_with(name)).map_or("".to_owned(), |(_, b)| b.to_string());
        return format!("m{bits}{broadcast}{mask}");
    }
    let kind = ["xmm", "ymm", "zmm"].into_iter().find(|kind| operand.starts_with(kind));
    let kind = kind.or_else(|| (operand.starts_with('k') && operand.len() == 2).then_some("k"));
    let kind = kind.unwrap_or_else(|| {
        if operand.starts_with(|c: char| c.is_ascii_digit() || c == '-') { "i" } else { general(operand) }
    });
    format!("{kind}{mask}")
}

/// A general register by its width.
fn general(register: &str) -> &'static str {
    let number = register.starts_with('r') && register.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    match register {
        _ if number && register.ends_with('d') => "r32",
        _ if number && register.ends_with('w') => "r16",
        _ if number && register.ends_with('b') => "r8",
        _ if register.starts_with('r') => "r64",
        _ if register.starts_with('e') => "r32",
        "ax" | "bx" | "cx" | "dx" | "si" | "di" => "r16",
        _ => "r8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_reduced_to_kinds() {
        let lines = [
            "kmovd\tk1, edi",
            "vpmaddubsw\tzmm0 {k1} {z}, zmm1, zmm2",
            "vpaddd\tzmm0, zmm1, dword ptr [rip + .L]{1to16}",
            "{vex}\tvpdpbusd\txmm0, xmm1, xmm2",
            "vpshufd\txmm0, xmm1, -27",
            "movdqa\txmm1, xmm0",
            "mov\teax, edi",
            "pextrw\teax, xmm0, 3",
            "ret",
        ];
        let expected = [
            "vpmaddubsw zmm {k} {z}, zmm, zmm",
            "vpaddd zmm, zmm, m32{1to16}",
            "{vex} vpdpbusd xmm, xmm, xmm",
            "vpshufd xmm, xmm, i",
            "pextrw r32, xmm, i",
        ];
        assert_eq!(instruction_forms(&lines), expected);
    }

    #[test]
    fn general_registers_have_their_widths() {
        let widths = ["rax", "eax", "ax", "al", "r8", "r8d", "r8w", "r8b", "sil", "rdi"].map(general);
        assert_eq!(widths, ["r64", "r32", "r16", "r8", "r64", "r32", "r16", "r8", "r8", "r64"]);
    }
}
