//! The compiler's assembly, cut into the loop of each function.
//!
//! Code outside of the loop is computed once and costs nothing. Spills and loads of constants inside of it stay:
//! they are the price of a program that needs too many registers.

use crate::listing::Listing;
use isotope_dictionary::manifest::{Assembly, HardwareLoop};

/// The instructions of one function's loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The function's symbol.
    pub name: String,
    /// Instructions, one each, comments cut off; the jump back is not among them.
    pub lines: Vec<String>,
    /// How many hundredths of a packet they are, where the compiler says what runs together. Where a label says how many iterations the
    /// function makes ([`ITERATIONS`]), its packets with all of them over that number.
    pub centipackets: u64,
    /// Whether they are a loop, and not straight code.
    pub is_loop: bool,
    /// Calls that were left out: library functions that the scheduling model cannot price.
    pub calls: u32,
    /// Functions that are called within its loop or before it.
    pub called: Vec<String>,
}

/// The label that begins a listing of so many iterations, `iterations.8:`. The code that begins and ends their loop counts then.
const ITERATIONS: &str = "iterations.";

impl Block {
    /// The mnemonics, in order.
    pub fn mnemonics(&self) -> Vec<String> {
        self.lines.iter().filter_map(|line| mnemonic(line)).map(str::to_owned).collect()
    }
}

/// The mnemonic of an instruction or its form. A word in braces before it asks for an encoding: `{vex}`. One that is written as an
/// assignment, `v0.h = vadd(v1.h,v2.h)`, is called by the word before its parenthesis, and a copy by its sign.
pub(crate) fn mnemonic(line: &str) -> Option<&str> {
    if let Some((to, from)) = line.split_once("= ") {
        let called = [from, to].into_iter().find_map(|side| Some(side.split_once('(')?.0.trim_start()));
        return called.or(Some("="));
    }
    line.split_whitespace().find(|word| !word.starts_with('{'))
}

/// The functions of a whole assembly file, in its order.
pub fn blocks(text: &str, like: &Assembly) -> Vec<Block> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let code = like.comments.iter().fold(line, |code, comment| code.split(comment.as_str()).next().unwrap_or(""));
        let code = code.trim_end();
        if code.starts_with(".Lfunc_end") {
            inside = false;
        } else if let Some(label) = code.strip_suffix(':').filter(|l| !l.starts_with('.') && !l.is_empty()) {
            inside = true;
            found.push((label.trim_matches('"').to_owned(), Vec::new()));
        } else if let (true, Some((_, lines))) = (inside, found.last_mut()) {
            lines.push(code.trim());
        }
    }
    found.into_iter().map(|(name, lines)| block(name, &lines, like)).collect()
}

/// The loop of a function: from the label that its last jump back goes to, up to that jump, or to the end of the packet that it is in.
fn block(name: String, lines: &[&str], like: &Assembly) -> Block {
    let body = lines.iter().enumerate().rev().find_map(|(at, line)| {
        let (to, times) = match jump(line, like) {
            Some(to) => (to, None),
            None => hardware_loop(&lines[..=at], like)?,
        };
        let start = lines[..at].iter().position(|line| line.strip_suffix(':') == Some(to))?;
        let packet = |line: &&str| like.packet.get(1).is_some_and(|end| line.starts_with(end.as_str()));
        let end = lines[at..].iter().position(packet).map_or(at, |more| at + more);
        let inside = lines[start..end].iter().enumerate().filter(move |(n, _)| start + n != at);
        Some((inside.map(|(_, line)| *line), times))
    });
    let called = lines.iter().filter_map(|line| callee(line, like)).map(str::to_owned).collect();
    let mut block = Block { name, lines: Vec::new(), centipackets: 0, is_loop: body.is_some(), calls: 0, called };
    let times = match body {
        Some((body, times)) => {
            body.for_each(|line| block.take(line, like));
            times
        }
        None => {
            lines.iter().for_each(|line| block.take(line, like));
            Some(1)
        }
    };
    // A loop of which nobody says how often it runs is priced as it stands.
    if let (Some(iterations), Some(times)) = (said_iterations(lines), times) {
        let begins =
            |line: &&&str| like.packet.first().is_some_and(|mark| line.split_whitespace().next() == Some(mark));
        let all = lines.iter().filter(begins).count() as u64 * 100;
        block.centipackets = (all + block.centipackets * (times - 1)) / iterations;
    }
    block
}

/// The label of the loop whose last packet ends on the last of these lines, where the hardware counts it, and how often it runs, where
/// that is a constant.
fn hardware_loop<'a>(lines: &[&'a str], like: &Assembly) -> Option<(&'a str, Option<u64>)> {
    let HardwareLoop { begins, ends } = like.hardware_loop.as_ref()?;
    let (last, before) = lines.split_last()?;
    last.contains(ends.as_str()).then_some(())?;
    let operands = before.iter().rev().find_map(|line| line.strip_prefix(begins.as_str())?.strip_prefix('('))?;
    let mut operands = operands.trim_end_matches(')').split(',').map(str::trim);
    // A far label is written as a constant.
    let unmarked =
        |text: &'a str| like.constants.iter().fold(text, |text, mark| text.trim_start_matches(mark.as_str()));
    let (label, count) = (unmarked(operands.next()?), operands.next()?);
    let times: Option<u32> = unmarked(count).parse().ok();
    Some((label, times.filter(|&times| times > 0).map(u64::from)))
}

/// How many iterations the function makes, as its listing says.
fn said_iterations(lines: &[&str]) -> Option<u64> {
    let said = lines.iter().find_map(|line| line.strip_prefix(ITERATIONS)?.strip_suffix(':'))?;
    said.parse().ok().filter(|&iterations| iterations > 0)
}

/// The callee of a call.
fn callee<'a>(line: &'a str, like: &Assembly) -> Option<&'a str> {
    let (mnemonic, operand) = line.split_once(char::is_whitespace)?;
    Assembly::is(&like.calls, mnemonic).then(|| operand.trim().trim_end_matches("@PLT"))
}

/// The label that a jump goes to, on a condition or without.
fn jump<'a>(line: &'a str, like: &Assembly) -> Option<&'a str> {
    let (mnemonic, operands) = line.split_once(char::is_whitespace)?;
    Assembly::is(&like.jumps, mnemonic).then(|| operands.trim().rsplit([',', ' ']).next().unwrap_or_default())
}

/// The loop of a compiler's function. Instructions that count its iterations and advance its pointers are left out, unless `counted`: other
/// code has the same.
pub fn listed(name: String, listing: &Listing, like: &Assembly, counted: bool) -> Block {
    let lines: Vec<&str> = listing.lines().collect();
    let mut block = block(name, &lines, like);
    block.lines.retain(|line| counted || !counts(line, like));
    block
}

/// Whether an instruction adds a constant to a register for scalars, or compares such.
fn counts(line: &str, like: &Assembly) -> bool {
    let (mnemonic, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let operands = operands.split(',').map(str::trim);
    let mut registers: Vec<&str> = operands.filter(|o| !Assembly::begins(&like.constants, o)).collect();
    registers.dedup();
    let scalar = |r: &&str| Assembly::begins(&like.scalars, r) && !r.contains('(');
    let counts = registers.len() == 1 && Assembly::is(&like.counts, mnemonic);
    registers.iter().all(scalar) && (counts || Assembly::is(&like.compares, mnemonic))
}

impl Block {
    fn take(&mut self, code: &str, like: &Assembly) {
        match code.split_whitespace().next().unwrap_or("") {
            "" => {}
            mark if like.packet.iter().any(|known| known == mark) => {
                self.centipackets += 100 * u64::from(mark == like.packet[0]);
            }
            mnemonic if mnemonic.starts_with('.') || mnemonic.ends_with(':') => {}
            _ if callee(code, like).is_some() => self.calls += 1,
            _ => self.lines.push(code.to_owned()),
        }
    }
}

/// Some consecutive instructions of one block: what one region of a run of `llvm-mca` holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// Which block of those that were given.
    pub block: usize,
    /// The instructions, at least one.
    pub lines: &'a [String],
}

/// The instructions of `blocks` in their order, grouped into runs of at most `most` lines each. A longer block has pieces in several
/// runs: `--instruction-tables` says of an instruction the same whatever stands beside it.
pub fn runs(blocks: &[Block], most: usize) -> Vec<Vec<Piece<'_>>> {
    let mut runs: Vec<Vec<Piece<'_>>> = Vec::new();
    let mut room = 0;
    for (block, of) in blocks.iter().enumerate() {
        let mut rest = &of.lines[..];
        while !rest.is_empty() {
            let full = runs.last().is_none_or(|_| room == 0);
            room = if full { most.max(1) } else { room };
            let (lines, after) = rest.split_at(rest.len().min(room));
            let piece = Piece { block, lines };
            match runs.last_mut().filter(|_| !full) {
                Some(run) => run.push(piece),
                None => runs.push(vec![piece]),
            }
            room -= lines.len();
            rest = after;
        }
    }
    runs
}

/// The pieces as one file with a region each, named by their places, for `llvm-mca`.
pub fn regions(pieces: &[Piece<'_>], comment: &str) -> String {
    let mut out = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        out += &format!("{comment} LLVM-MCA-BEGIN {at}\n");
        for line in piece.lines {
            out += &format!("\t{line}\n");
        }
        out += &format!("{comment} LLVM-MCA-END {at}\n");
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
\tvpbroadcastw\t%edx, %zmm1
\t.p2align\t4
.LBB0_1:                                # %loop
\t#APP
\t#NO_APP
\tvmovdqu64\t(%rdi), %zmm0
\tvpaddw\t.LCPI0_0(%rip), %zmm0, %zmm0 # 64-byte Folded Reload
\tcallq\tfmodf@PLT
\tvmovdqu64\t%zmm0, (%rsi)
\tjmp\t.LBB0_1
.Lfunc_end0:
\t.size\tf, .Lfunc_end0-f
\t.section\t.rodata
.LCPI1_0:
\t.short\t3
g:
.LBB1_1:
\tmovl\t$1, (%rsi)
\tjmp\t.LBB1_1
.Lfunc_end1:
";

    fn x86() -> &'static Assembly {
        &isotope_grammars::embedded().get("x86_64").unwrap().manifest().assembly
    }

    #[test]
    fn an_encoding_that_is_asked_for_is_no_instruction() {
        assert_eq!(mnemonic("{vex}\tvpdpbusd\t%xmm1, %xmm2, %xmm3"), Some("vpdpbusd"));
        assert_eq!(mnemonic("vpaddw\t%zmm1, %zmm2, %zmm3 {%k1}"), Some("vpaddw"));
    }

    #[test]
    fn only_the_loop_of_a_function_is_priced() {
        let found = blocks(TEXT, x86());
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].mnemonics(), ["vmovdqu64", "vpaddw", "vmovdqu64"]);
        assert_eq!((found[0].name.as_str(), found[0].calls), ("f", 1));
        assert_eq!(found[0].called, ["fmodf"]);
        assert_eq!(found[1].lines, ["movl\t$1, (%rsi)"]);
    }

    #[test]
    fn what_counts_the_iterations_of_a_loop_is_not_priced() {
        let text = "\ttestl\t%eax, %eax\n\tjle\t.L2\n.L1:\n\tvpaddw\t(%rsi,%rax), %zmm0, %zmm1\n\tjg\t.L3\n\tsarl\t$2, %ecx\n.L3:
\taddl\t%edx, %ecx\n\taddq\t$64, %rax\n\tincl\t%r8d\n\tcmpq\t%rax, %rcx\n\tjne\t.L1\n.L2:\n\tretq\n";
        let found = listed("f".to_owned(), &Listing::read(text).unwrap(), x86(), false);
        assert_eq!(found.mnemonics(), ["vpaddw", "jg", "sarl", "addl"]);
        let words = |words: &[&str]| words.iter().map(|&w| w.to_owned()).collect();
        let like_arm = Assembly {
            jumps: words(&["b.*", "cbnz"]),
            constants: words(&["#"]),
            scalars: words(&["x", "w"]),
            counts: words(&["add"]),
            compares: words(&["cmp"]),
            ..Assembly::default()
        };
        let arm =
            "1:\n\tldr\tq0, [x0, x8]\n\tadd\tv0.16b, v0.16b, v0.16b\n\tadd\tx8, x8, #16\n\tcmp\tx8, x1\n\tb.ne\t1\n";
        let of_arm = |counted| listed("f".to_owned(), &Listing::read(arm).unwrap(), &like_arm, counted);
        assert_eq!(of_arm(false).mnemonics(), ["ldr", "add"]);
        assert_eq!((of_arm(true).lines.len(), of_arm(true).is_loop), (4, true));
        let straight = "\tvpaddw\t(%rsi), %zmm0, %zmm1\n\tretq\n";
        let straight = listed("f".to_owned(), &Listing::read(straight).unwrap(), x86(), false);
        assert_eq!((straight.mnemonics(), straight.is_loop), (vec!["vpaddw".to_owned(), "retq".to_owned()], false));
    }

    #[test]
    fn packets_are_counted_up_to_the_one_that_the_jump_is_in() {
        let words = |words: &[&str]| words.iter().map(|&w| w.to_owned()).collect();
        let like = Assembly {
            comments: words(&["//"]),
            calls: words(&["call"]),
            jumps: words(&["jump*", "if"]),
            packet: words(&["{", "}"]),
            hardware_loop: Some(HardwareLoop { begins: "loop0".to_owned(), ends: ":endloop0".to_owned() }),
            constants: words(&["#"]),
            ..Assembly::default()
        };
        let text = "f: // @f\n\t{\n\t\tr2 = #1\n\t}\n.LBB0_1: // %loop\n\t{\n\t\tv3:2.uh = vzxt(v2.ub)\n\t\tv0 = vmem(r0+#0)\n\t}\n\
            \t{\n\t\tjump .LBB0_1\n\t\tvmemu(r1+#0) = v0\n\t}\n.Lfunc_end0:\n";
        let found = blocks(text, &like);
        assert_eq!((found[0].centipackets, found[0].mnemonics()), (200, words(&["vzxt", "vmem", "vmemu"])));
        let counted = "\t{\n\t\tloop0(.L1,r2)\n\t\tr1 = r0\n\t}\n.L1:\n\t{\n\t\tv0.w += vrmpy(v1.ub,r2.b)\n\t}\n\t{\n\t\t\
            vmem(r1++#1) = v0\n\t}  :endloop0\n\t{\n\t\tjumpr r31\n\t}\n";
        let lines: Vec<&str> = counted.lines().map(str::trim).collect();
        let found = block("f".to_owned(), &lines, &like);
        assert_eq!((found.centipackets, found.is_loop, found.mnemonics()), (200, true, words(&["vrmpy", "vmem"])));
        let centipackets = |text: &str| {
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            block("f".to_owned(), &lines, &like).centipackets
        };
        let by_constant = counted.replace("r2)", "#32)");
        assert_eq!(centipackets(&by_constant), 200, "an iteration");
        let all = format!("iterations.33:\n{by_constant}");
        assert_eq!(centipackets(&all), 100 * (2 + 32 * 2) / 33, "what begins and ends the iterations counts once");
        assert_eq!(centipackets(&format!("iterations.33:\n{counted}")), 200, "nobody knows how often the loop runs");
        assert_eq!(centipackets(&all.replace("(.L1", "(##.L1")), centipackets(&all), "a far label");
        assert_eq!(centipackets("iterations.4:\n{\n\tr1 = r0\n}\n{\n\tjumpr r31\n}\n"), 50, "no loop is left");
        assert_eq!(centipackets("iterations.0:\n{\n}\n"), 100);
        let straight = block("f".to_owned(), &["{", "r1 = r0", "}", "{", "if (p0) jump:nt .L9", "}"], &like);
        assert_eq!((straight.centipackets, straight.is_loop, straight.mnemonics()), (200, false, words(&["=", "if"])));
    }

    #[test]
    fn regions_are_named() {
        let found = blocks(TEXT, x86());
        let text = regions(&runs(&found[1..], 10)[0], "#");
        assert_eq!(text, "# LLVM-MCA-BEGIN 0\n\tmovl\t$1, (%rsi)\n# LLVM-MCA-END 0\n");
    }

    #[test]
    fn no_run_has_more_lines_than_it_may() {
        let block = |lines: usize| Block {
            name: lines.to_string(),
            lines: (0..lines).map(|n| n.to_string()).collect(),
            centipackets: 0,
            is_loop: true,
            calls: 0,
            called: Vec::new(),
        };
        let blocks = [block(3), block(0), block(9), block(4)];
        let runs = runs(&blocks, 4);
        let sizes = |run: &Vec<Piece<'_>>| run.iter().map(|p| (p.block, p.lines.len())).collect::<Vec<_>>();
        let sizes: Vec<_> = runs.iter().map(sizes).collect();
        assert_eq!(sizes, [vec![(0, 3), (2, 1)], vec![(2, 4)], vec![(2, 4)], vec![(3, 4)]]);
        let of_the_third: Vec<&String> = runs.iter().flatten().filter(|p| p.block == 2).flat_map(|p| p.lines).collect();
        assert_eq!(of_the_third, blocks[2].lines.iter().collect::<Vec<_>>());
    }
}
