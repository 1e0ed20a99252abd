//! The executed code, cut into blocks: instructions that run one after the other and equally often.

use anyhow::{Context, Result, ensure};
use isotope_dictionary::manifest::Assembly;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

/// A block, and how often it was executed.
#[derive(Debug, PartialEq, Eq)]
pub struct Block {
    /// Its instructions without the jump at its end, as the disassembler writes them.
    pub lines: Vec<String>,
    /// How often they ran.
    pub count: u64,
}

/// The executed code of some functions of a program.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Executed {
    /// In the order of their addresses.
    pub blocks: Vec<Block>,
    /// Instructions, jumps too.
    pub instructions: u64,
    /// Which blocks each loop is made of, by their places: those between a jump back and where it goes.
    pub loops: Vec<Range<usize>>,
}

impl Executed {
    /// The blocks of the innermost loop that a block is in, if it is not alone there.
    pub fn beside(&self, block: usize) -> Option<Range<usize>> {
        let around = self.loops.iter().filter(|of| of.contains(&block));
        around.min_by_key(|of| of.len()).filter(|of| of.len() > 1).cloned()
    }
}

/// The disassembly of a library or a program, with more options of `llvm-objdump`.
///
/// # Errors
///
/// The tool is not there, or refuses the file.
pub fn disassembly(file: &Path, options: &[String]) -> Result<String> {
    let output = Command::new("llvm-objdump-19")
        .args(["--disassemble", "--no-show-raw-insn", "--no-print-imm-hex", "--no-leading-headers"])
        .args(options)
        .arg(file)
        .output()
        .context("running llvm-objdump-19; `make setup` installs it")?;
    ensure!(output.status.success(), "llvm-objdump-19: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Cuts a disassembly where it jumps, where it is jumped to, and where it was not executed. Only the functions of which `of` says
/// yes are looked at; `counts` are by address.
pub fn executed(
    disassembly: &str,
    counts: &BTreeMap<u64, u64>,
    like: &Assembly,
    of: impl Fn(&str) -> bool,
) -> Executed {
    let mut found = Executed::default();
    let (mut fresh, mut inside) = (true, true);
    // Where each block of a function begins, and the place of the function's first.
    let (mut begins, mut first) = (Vec::new(), 0);
    for line in disassembly.lines() {
        if let Some(function) = function(line) {
            (fresh, inside) = (true, of(function));
            (begins, first) = (Vec::new(), found.blocks.len());
            continue;
        }
        let Some((address, text)) = line.trim_start().split_once(':').filter(|_| inside) else { continue };
        let Ok(address) = u64::from_str_radix(address, 16) else { continue };
        let Some(count) = counts.get(&address) else {
            fresh = true;
            continue;
        };
        found.instructions += count;
        let to = named_address(text, like).filter(|to| *to <= address);
        let text = instruction(text, like);
        if is_jump(&text, like) {
            fresh = true;
            let back = to.and_then(|to| begins.iter().position(|begin| *begin >= to));
            found.loops.extend(back.map(|block| first + block..found.blocks.len()));
            continue;
        }
        // Padding that aligns the code behind it is executed, and does nothing.
        if text.split_whitespace().any(|word| word.starts_with("nop")) {
            continue;
        }
        match found.blocks.last_mut() {
            Some(last) if !fresh && last.count == *count => last.lines.push(text),
            _ => {
                begins.push(address);
                found.blocks.push(Block { lines: vec![text], count: *count });
            }
        }
        fresh = false;
    }
    found
}

/// The function that begins in a line: `0000000000001000 <kernel>:`.
fn function(line: &str) -> Option<&str> {
    let (address, name) = line.strip_suffix(">:")?.split_once(" <")?;
    u64::from_str_radix(address, 16).is_ok().then_some(name)
}

/// The address that an instruction names: `b.ne 0x1004 <kernel+0x4>`.
fn named_address(text: &str, like: &Assembly) -> Option<u64> {
    let code = like.comments.iter().fold(text, |code, comment| code.split(comment.as_str()).next().unwrap_or(""));
    let (operands, _) = code.split_once('<')?;
    let last = operands.trim().rsplit(|c: char| c.is_whitespace() || c == ',').next()?;
    u64::from_str_radix(last.strip_prefix("0x")?, 16).ok()
}

/// An instruction without comments. Where the disassembler names an address, any address does for a model of the processor.
fn instruction(text: &str, like: &Assembly) -> String {
    let code = like.comments.iter().fold(text, |code, comment| code.split(comment.as_str()).next().unwrap_or(""));
    let Some((code, _)) = code.split_once('<') else { return code.trim().to_owned() };
    let code = code.trim();
    let operand = code.rfind(|c: char| c.is_whitespace() || c == ',').map_or(0, |at| at + 1);
    format!("{}0", &code[..operand])
}

fn is_jump(text: &str, like: &Assembly) -> bool {
    let mnemonic = text.split_whitespace().next().unwrap_or_default();
    let returns = ["ret", "syscall"].iter().any(|word| mnemonic.starts_with(word));
    returns || Assembly::is(&like.jumps, mnemonic) || Assembly::is(&like.calls, mnemonic)
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "a loop is a range of blocks")]
mod tests {
    use super::*;

    fn like(arch: &str) -> &'static Assembly {
        &isotope_grammars::embedded().get(arch).unwrap().manifest().assembly
    }

    fn block(lines: &[&str], count: u64) -> Block {
        Block { lines: lines.iter().map(|&line| line.to_owned()).collect(), count }
    }

    const X86: &str = "
0000000000001000 <kernel>:
    1000: \tvpxor\t%xmm0, %xmm0, %xmm0
    1004: \tvpaddb\t(%rdi), %zmm1, %zmm2
    100a: \tvmovdqu64\t0x2000(%rip), %zmm3  # 0x3000 <constants>
    1010: \tjne\t0x1004 <kernel+0x4>
    1012: \tincq\t%rax
    1015: \tretq
";

    #[test]
    fn code_is_cut_where_it_jumps_or_was_not_executed() {
        let counts = [(0x1000, 1), (0x1004, 9), (0x100a, 9), (0x1010, 9), (0x1015, 1)].into();
        let blocks = vec![
            block(&["vpxor\t%xmm0, %xmm0, %xmm0"], 1),
            block(&["vpaddb\t(%rdi), %zmm1, %zmm2", "vmovdqu64\t0x2000(%rip), %zmm3"], 9),
        ];
        let found = executed(X86, &counts, like("x86_64"), |_| true);
        assert_eq!(found, Executed { blocks, instructions: 29, loops: vec![1..2] });
        assert_eq!([found.beside(0), found.beside(1)], [None, None]);
    }

    const ARM: &str = "
0000000000210100 <kernel>:
  210100:      \tadrp\tx8, 0x230000 <heap+0x80>
  210104:      \tadd\tv0.8h, v0.8h, v1.8h
  210108:      \tushr\tv0.8h, v0.8h, #4 // =4
  21010c:      \tb.ne\t0x210104 <kernel+0x4>
  210110:      \tret

0000000000210114 <memset>:
  210114:      \tstrb\tw1, [x0], #1
";

    #[test]
    fn only_the_functions_asked_for_are_counted() {
        let counts = (0..6).map(|at| (0x210100 + 4 * at, if at % 4 == 0 { 1 } else { 8 })).collect();
        let blocks =
            vec![block(&["adrp\tx8, 0"], 1), block(&["add\tv0.8h, v0.8h, v1.8h", "ushr\tv0.8h, v0.8h, #4"], 8)];
        let of_kernel = executed(ARM, &counts, like("aarch64"), |function| function == "kernel");
        assert_eq!(of_kernel, Executed { blocks, instructions: 26, loops: vec![1..2] });
    }

    const NESTED: &str = "
0000000000001000 <kernel>:
    1000: \tvpxor\t%xmm0, %xmm0, %xmm0
    1004: \tvpaddb\t%xmm1, %xmm0, %xmm0
    1008: \tjne\t0x1004 <kernel+0x4>
    100a: \tvpsrlw\t$1, %xmm0, %xmm2
    100e: \tdecq\t%rax
    1011: \tjne\t0x1000 <kernel>
    1013: \tincq\t%rax
    1016: \tretq
";

    #[test]
    fn a_block_has_those_beside_it_that_its_innermost_loop_goes_through() {
        let counts =
            [(0x1000, 3), (0x1004, 24), (0x1008, 24), (0x100a, 3), (0x100e, 3), (0x1011, 3), (0x1013, 1), (0x1016, 1)];
        let found = executed(NESTED, &counts.into(), like("x86_64"), |_| true);
        assert_eq!(found.loops, [1..2, 0..3]);
        let beside: Vec<_> = (0..found.blocks.len()).map(|block| found.beside(block)).collect();
        assert_eq!(beside, [Some(0..3), None, Some(0..3), None]);
    }
}
