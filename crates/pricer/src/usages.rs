//! Outputs of `llvm-mca` for instructions, kept: of one it says the same whatever stands beside it, and whichever registers, distances and
//! constants of the program it names. Starting the tool takes longer than what it does.

use crate::limits::MAX_USAGES;
use isotope_cost::{Syntax, Usage};
use isotope_tools::Stamp;
use quick_cache::sync::Cache;
use std::collections::HashMap;
use std::sync::Arc;

/// Usages by model and [`shape`]; a bounded number of them, shared by clones.
#[derive(Clone)]
pub struct Usages(Arc<Cache<[u8; 32], Usage>>);

/// Of one CPU, by one tool: another tool, or another file in its place, knows nothing of what this one said.
pub struct OfCpu<'a> {
    usages: &'a Usages,
    syntax: &'a Syntax,
    model: String,
}

impl Default for Usages {
    fn default() -> Self {
        Usages(Arc::new(Cache::new(MAX_USAGES)))
    }
}

impl Usages {
    /// The known usages for a model of LLVM's, a triple and a CPU, from a tool.
    pub fn of<'a>(&'a self, model: &str, tool: &Stamp, syntax: &'a Syntax) -> OfCpu<'a> {
        OfCpu { usages: self, syntax, model: format!("{model}\n{tool:?}\n") }
    }
}

impl OfCpu<'_> {
    fn key(&self, line: &str) -> [u8; 32] {
        let mut hash = blake3::Hasher::new();
        hash.update(self.model.as_bytes()).update(shape(line, self.syntax).as_bytes());
        hash.finalize().into()
    }

    /// The usage of an instruction like this one.
    pub fn get(&self, line: &str) -> Option<Usage> {
        self.usages.0.get(&self.key(line))
    }

    /// Keeps what is said of an instruction.
    pub fn keep(&self, line: &str, usage: &Usage) {
        self.usages.0.insert(self.key(line), usage.clone());
    }
}

/// Registers from this one on may need another encoding.
const HIGH: u32 = 16;

/// Registers that an instruction set may number.
const REGISTERS: u32 = 32;

/// An instruction without what LLVM's models do not look at. Vector and mask registers are numbered in the order in which they come, so that
/// the same one twice stays that; a distance from an address and a lane's number in brackets are only zero or not; a label's digits are
/// gone. All else stays as it is.
fn shape(line: &str, syntax: &Syntax) -> String {
    let mut out = String::with_capacity(line.len());
    let (mut vectors, mut masks) = (HashMap::new(), HashMap::new());
    let (mut depth, mut rest) = (0, line);
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let is_register = |name: &str, before: &str| {
        let mut names = syntax.masks.iter().chain(syntax.vectors.iter().map(|(name, _)| name));
        before.ends_with(&syntax.register) && names.any(|known| known == name)
    };
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        if end == 0 {
            depth += i32::from(first == '[') - i32::from(first == ']');
            out.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (word, after) = rest.split_at(end);
        rest = after;
        let is_distance = after.starts_with('(') || depth > 0;
        if word.starts_with('.') {
            out.extend(word.chars().filter(|c| !c.is_ascii_digit()));
        } else if is_distance && word.bytes().all(|b| b.is_ascii_digit()) && word != "0" {
            out.push('1');
        } else if let Some((name, number, suffix)) = numbered(word).filter(|(name, ..)| is_register(name, &out)) {
            let all = if syntax.masks.iter().any(|mask| mask == name) { &mut masks } else { &mut vectors };
            let next = all.len();
            let order = all.entry(number).or_insert(next);
            let high = if number < HIGH { "" } else { "+" };
            out += &format!("{name}<{order}{high}>{suffix}");
        } else {
            out += word;
        }
    }
    out
}

/// `zmm17` or `v3.16b` in parts.
fn numbered(word: &str) -> Option<(&str, u32, &str)> {
    let begin = word.find(|c: char| c.is_ascii_digit())?;
    let (name, rest) = word.split_at(begin);
    let (digits, suffix) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
    let number =
        digits.parse().ok().filter(|number| *number < REGISTERS && !digits.starts_with('0') || digits == "0")?;
    (suffix.is_empty() || suffix.starts_with('.')).then_some((name, number, suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(arch: &str, line: &str) -> String {
        let set = isotope_grammars::embedded().get(arch).unwrap();
        shape(line, set.prices().of(if arch == "x86_64" { "znver4" } else { "neoverse-v2" }).syntax())
    }

    #[test]
    fn instructions_that_differ_in_nothing_that_counts_have_one_shape() {
        for (arch, one, other) in [
            ("x86_64", "vpaddb\t%zmm1, %zmm2, %zmm3", "vpaddb\t%zmm0, %zmm9, %zmm2"),
            ("x86_64", "vpaddb\t%xmm1, %xmm1, %xmm1", "vpaddb\t%xmm7, %xmm7, %xmm7"),
            ("x86_64", "vmovdqu\t-32(%rdi), %ymm4", "vmovdqu\t-64(%rdi), %ymm0"),
            ("x86_64", "vpand\t.LCPI0_0(%rip), %ymm4, %ymm5", "vpand\t.LCPI31_7(%rip), %ymm1, %ymm0"),
            ("x86_64", "vmovdqu8\t%zmm1, %zmm2 {%k1} {z}", "vmovdqu8\t%zmm2, %zmm0 {%k3} {z}"),
            ("aarch64", "add\tv0.16b, v1.16b, v2.16b", "add\tv7.16b, v3.16b, v1.16b"),
            ("aarch64", "ldr\tq0, [x0, #16]", "ldr\tq11, [x0, #32]"),
            ("aarch64", "tbl\tv0.16b, { v1.16b, v2.16b }, v3.16b", "tbl\tv4.16b, { v5.16b, v6.16b }, v7.16b"),
        ] {
            assert_eq!(of(arch, one), of(arch, other));
        }
    }

    #[test]
    fn instructions_that_may_cost_something_else_have_shapes_of_their_own() {
        for (arch, one, other) in [
            ("x86_64", "vpxor\t%xmm1, %xmm1, %xmm2", "vpxor\t%xmm1, %xmm3, %xmm2"),
            ("x86_64", "vpaddb\t%ymm1, %ymm2, %ymm3", "vpaddb\t%ymm1, %ymm2, %ymm17"),
            ("x86_64", "vpaddb\t%ymm1, %ymm2, %ymm3", "vpaddb\t%zmm1, %zmm2, %zmm3"),
            ("x86_64", "vpsllw\t$1, %ymm1, %ymm2", "vpsllw\t$2, %ymm1, %ymm2"),
            ("x86_64", "leaq\t(%rdi,%rsi), %rax", "leaq\t8(%rdi,%rsi), %rax"),
            ("x86_64", "movl\t%r8d, %eax", "movl\t%r9d, %eax"),
            ("aarch64", "ldr\tq0, [x0]", "ldr\tq0, [x0, #16]"),
            ("aarch64", "ldr\tq0, [x0], #16", "ldr\tq0, [x0], #32"),
            ("aarch64", "add\tv0.16b, v1.16b, v2.16b", "add\tv0.8b, v1.8b, v2.8b"),
            ("aarch64", "mov\tv0.b[1], w8", "mov\tv0.h[1], w8"),
        ] {
            assert_ne!(of(arch, one), of(arch, other), "{one} and {other}");
        }
    }

    #[test]
    fn another_model_and_another_tool_know_nothing_of_it() {
        let set = isotope_grammars::embedded().get("x86_64").unwrap();
        let (all, syntax) = (Usages::default(), set.prices().of("znver4").syntax());
        let line = "vpaddb\t%zmm1, %zmm2, %zmm3";
        let usage = Usage { latency: 1, ..Usage::default() };
        all.of("znver4", &None, syntax).keep(line, &usage);
        assert_eq!(all.of("znver4", &None, syntax).get("vpaddb\t%zmm4, %zmm5, %zmm6"), Some(usage));
        assert_eq!(all.of("znver5", &None, syntax).get(line), None);
        let replaced = Some(("/usr/bin/llvm-mca-19".into(), 1, 2, 3, 4));
        assert_eq!(all.of("znver4", &replaced, syntax).get(line), None);
    }
}
