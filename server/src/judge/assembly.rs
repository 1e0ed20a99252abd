//! The compiler's assembly, cut into the instructions of each function.
//!
//! Only what would be there after inlining into a loop is counted: no return, no `vzeroupper`, no frame set-up.
//! Spills and loads of constants stay: they are the price of a program that needs too many registers.

/// The instructions of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The function's symbol.
    pub name: String,
    /// Instructions, one each, comments cut off.
    pub lines: Vec<String>,
    /// Calls that were left out: library functions that the scheduling model cannot price.
    pub calls: u32,
}

impl Block {
    /// The mnemonics, in order.
    pub fn mnemonics(&self) -> Vec<String> {
        self.lines.iter().filter_map(|l| l.split_whitespace().next()).map(str::to_owned).collect()
    }
}

/// The functions of a whole assembly file, in its order.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let code = line.split(['#']).next().unwrap_or("").split("//").next().unwrap_or("").trim_end();
        if code.starts_with(".Lfunc_end") {
            inside = false;
        } else if let Some(label) = code.strip_suffix(':').filter(|l| !l.starts_with('.') && !l.is_empty()) {
            inside = true;
            found.push(Block { name: label.trim_matches('"').to_owned(), lines: Vec::new(), calls: 0 });
        } else if let (true, Some(block)) = (inside, found.last_mut()) {
            block.take(code.trim());
        }
    }
    found
}

impl Block {
    fn take(&mut self, code: &str) {
        let mnemonic = code.split_whitespace().next().unwrap_or("");
        match mnemonic {
            "" | "ret" | "retq" | "vzeroupper" => {}
            _ if mnemonic.starts_with('.') || mnemonic.ends_with(':') => {}
            "call" | "callq" | "bl" | "blr" => self.calls += 1,
            // The frame is made once, outside the loop that the code will be in.
            "pushq" | "popq" => {}
            _ if is_frame(code) => {}
            _ => self.lines.push(code.to_owned()),
        }
    }
}

fn is_frame(code: &str) -> bool {
    let mut words = code.split([' ', '\t', ',']).filter(|w| !w.is_empty());
    let (mnemonic, first, second) = (words.next(), words.next(), words.next());
    matches!(
        (mnemonic, first, second),
        (Some("movq"), Some("%rsp"), Some("%rbp"))
            | (Some("movq" | "leaq"), _, Some("%rsp"))
            | (Some("addq" | "subq" | "andq"), _, Some("%rsp"))
    )
}

/// The blocks as one file with a region each, for `llvm-mca`.
pub fn regions<'a>(blocks: impl Iterator<Item = &'a Block>, comment: &str) -> String {
    let mut out = String::new();
    for block in blocks {
        out += &format!("{comment} LLVM-MCA-BEGIN {}\n", block.name);
        for line in &block.lines {
            out += &format!("\t{line}\n");
        }
        out += &format!("{comment} LLVM-MCA-END {}\n", block.name);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\t.text
\t.globl\tf # -- Begin function f
f:                                      # @f
\t.cfi_startproc
# %bb.0:
\tpushq\t%rbp
\tmovq\t%rsp, %rbp
\tandq\t$-64, %rsp
\tsubq\t$192, %rsp
\tvmovdqu64\t(%rdi), %zmm0
\tvpaddw\t.LCPI0_0(%rip), %zmm0, %zmm0 # 64-byte Folded Reload
\tcallq\tfmodf@PLT
\tvmovdqu64\t%zmm0, (%rsi)
\tmovq\t%rbp, %rsp
\tpopq\t%rbp
\tvzeroupper
\tretq
.Lfunc_end0:
\t.size\tf, .Lfunc_end0-f
\t.section\t.rodata
.LCPI1_0:
\t.short\t3
g:
\tmovl\t$1, (%rsi)
\tretq
.Lfunc_end1:
";

    #[test]
    fn functions_are_cut_and_frames_left_out() {
        let found = blocks(TEXT);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].mnemonics(), ["vmovdqu64", "vpaddw", "vmovdqu64"]);
        assert_eq!((found[0].name.as_str(), found[0].calls), ("f", 1));
        assert_eq!(found[1].lines, ["movl\t$1, (%rsi)"]);
    }

    #[test]
    fn regions_are_named() {
        let found = blocks(TEXT);
        let text = regions(found[1..].iter(), "#");
        assert_eq!(text, "# LLVM-MCA-BEGIN g\n\tmovl\t$1, (%rsi)\n# LLVM-MCA-END g\n");
    }
}
