//! The assembly of an answer without what only the assembler reads.

use anyhow::Result;
use isotope_cli::assembly::assemble;
use isotope_proto::v1::Selection;

/// The instructions of the answer's function, one a line, without directives and comments.
pub async fn instructions(selection: &Selection) -> Result<String> {
    Ok(code_of(&assemble(&[selection], isotope_grammars::embedded()).await?))
}

/// Lines of code: not directives, labels or comments.
fn code_of(assembly: &str) -> String {
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
        let text =
            "\t.globl\tf\nf:                  # @f\n# %bb.0:\n\tvpaddb\t%zmm1, %zmm0 # add\n\t.cfi_endproc\n\tretq\n";
        assert_eq!(code_of(text), "    vpaddb %zmm1, %zmm0\n    retq\n");
    }
}
