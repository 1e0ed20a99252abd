//! The assembly of an answer, as LLVM makes it for a target.

use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use isotope_proto::v1::Selection;

/// The instructions of the answer's function, one a line, without directives and comments.
pub fn assembly(selection: &Selection) -> Result<String> {
    let target = selection.target.clone().unwrap_or_default();
    let mut command = Command::new("llc-19");
    command.args(["-O3", "-mtriple=x86_64-linux-gnu", "--x86-asm-syntax=intel"]).arg(format!("-mcpu={}", target.mcpu));
    if !target.mattr.is_empty() {
        command.arg(format!("-mattr={}", target.mattr));
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("llc-19 did not start; `make` installs it")?;
    let mut input = child.stdin.take().context("llc-19 has no standard input")?;
    input.write_all(selection.llvm_ir.as_bytes()).context("llc-19 does not read")?;
    drop(input);
    let output = child.wait_with_output().context("llc-19 did not end")?;
    if !output.status.success() {
        bail!("llc-19 refused the answer: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(instructions(&String::from_utf8_lossy(&output.stdout)))
}

/// Lines of code: not directives, labels or comments.
fn instructions(assembly: &str) -> String {
    let code = assembly.lines().filter_map(|line| {
        let line = line.split('#').next().unwrap_or("").trim_end();
        let is_code = line.starts_with(char::is_whitespace) && !line.trim_start().starts_with('.');
        is_code.then(|| format!("    {}\n", line.trim().replace('\t', " ")))
    });
    code.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_is_left() {
        let text = "\t.globl\tf\nf:                  # @f\n# %bb.0:\n\tvpaddb\tzmm0, zmm0, zmm1 # add\n\t.cfi_endproc\n\tret\n";
        assert_eq!(instructions(text), "    vpaddb zmm0, zmm0, zmm1\n    ret\n");
    }
}
