//! Loops of one instruction, alone and beside another, as a listing that is assembled and timed.

use std::fmt::Write as _;

use crate::notation::intel::instruction;
use anyhow::{Context, Result};
use isotope_run::timing::{self, Effort, Timed};

/// Copies of an instruction in an iteration of a loop: enough for the latencies of two that run at twice a cycle.
const COPIES: usize = 12;

/// The widest vectors of a CPU, and which of their registers a loop uses.
pub struct Registers {
    /// Bits of one.
    pub bits: usize,
    /// How many an instruction's results go to, the first ones; its operands lie in the 13th to the 16th.
    pub copies: usize,
    /// Where those of a partner's results begin: as many.
    pub partners: usize,
    /// The operand with number N of a partner lies so many registers after the Nth.
    pub partner_sources: usize,
}

/// How often they stand in an iteration, so that the jump back is no part of the time.
const REPEATS: usize = 4;

/// Iterations of a loop, runs of which the quickest counts, and passes over all loops of which the middle one counts.
const ITERATIONS: usize = 600;
const RUNS: u32 = 25;
const PASSES: u32 = 7;

/// The subject of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loop<'a> {
    /// Copies that do not wait for each other.
    Alone(&'a str),
    /// As many of each of two.
    Beside(&'a str, &'a str),
    /// Each waits for the one before it.
    Chained(&'a str),
    /// As `Alone`, the memory operand so many bytes from a line's start.
    From(&'a str, usize),
    /// So many cache lines loaded in order, again and again.
    Lines(usize),
}

/// Lines that are loaded in one run, at least, where an iteration loads few.
const LINES_IN_A_RUN: usize = 1 << 16;

impl Loop<'_> {
    /// Instructions of an iteration, or pairs of them.
    fn size(&self) -> usize {
        if let Loop::Lines(lines) = self { *lines } else { COPIES * REPEATS }
    }

    fn iterations(&self) -> usize {
        if let Loop::Lines(lines) = self { (LINES_IN_A_RUN / lines).max(2) } else { ITERATIONS }
    }
}

/// Cycles of one instruction of each loop, or of one of each of two; `None` where this CPU lacks it.
pub fn times(loops: &[Loop<'_>], registers: &Registers) -> Result<Vec<Option<f64>>> {
    let functions: Vec<Timed> = loops
        .iter()
        .enumerate()
        .map(|(number, of)| Timed { name: format!("loop{number}"), iterations: of.iterations() as u64 })
        .collect();
    let found = timing::times(&text(loops, registers)?, &functions, Effort { runs: RUNS, passes: PASSES })
        .context("timing the loops; `make setup` installs clang")?;
    let each = found.into_iter().zip(loops);
    Ok(each.map(|(passes, of)| passes.map(|passes| timing::middle(&passes).0 / of.size() as f64)).collect())
}

fn text(loops: &[Loop<'_>], registers: &Registers) -> Result<String> {
    let load = if registers.bits == 512 { "vmovdqu64 zmm" } else { "vmovdqu ymm" };
    let mut out = String::from(".intel_syntax noprefix\n.text\n");
    for (number, of) in loops.iter().enumerate() {
        let mut body = Vec::new();
        if let Loop::Lines(lines) = of {
            body.extend([format!("mov r8, rsi\n\tmov rcx, {}\n2:", lines.div_ceil(8))]);
            body.extend((0..8).map(|line| format!("{load}{line}, [r8 + {}]", 64 * line)));
            body.push("add r8, 512\n\tdec rcx\n\tjnz 2b".to_owned());
            function(&mut out, &format!("loop{number}"), &body);
            continue;
        }
        let own = Places { results: 0, copies: registers.copies, sources: 12 };
        let partners = Places { results: registers.partners, sources: registers.partner_sources, ..own };
        for copy in (0..REPEATS).flat_map(|_| 0..COPIES) {
            match of {
                Loop::Alone(form) => body.push(instance(form, copy, &own, 0)?),
                Loop::From(form, bytes) => body.push(instance(form, copy, &own, *bytes)?),
                Loop::Chained(form) => body.push(chained(form)?),
                Loop::Lines(_) => {}
                Loop::Beside(form, partner) => {
                    body.extend([instance(form, copy, &own, 0)?, instance(partner, copy, &partners, 0)?]);
                }
            }
        }
        function(&mut out, &format!("loop{number}"), &body);
    }
    Ok(out + ".section .note.GNU-stack,\"\",@progbits\n")
}

/// A function of a number of iterations and of memory. Callers' registers are saved, masks set, upper halves cleared.
fn function(out: &mut String, name: &str, body: &[String]) {
    let _ = writeln!(
        out,
        ".globl {name}\n.p2align 6\n{name}:\n\tpush rbx\n\tmov eax, 1\n\tmov ecx, 1\n\tmov edx, 1\n\tmov ebx, 1"
    );
    let _ = writeln!(out, "\t.p2align 6\n1:");
    body.iter().for_each(|line| *out += &format!("\t{line}\n"));
    let _ = writeln!(out, "\tdec rdi\n\tjnz 1b\n\tpop rbx\n\tvzeroupper\n\tret");
}

/// Where the copies of an instruction have their registers.
#[derive(Clone, Copy)]
struct Places {
    results: usize,
    copies: usize,
    sources: usize,
}

/// One copy of a form, in Intel syntax, its result in a register of its own; sources are never written.
fn instance(form: &str, copy: usize, places: &Places, from: usize) -> Result<String> {
    written(
        form,
        &|at, kind| match (at, kind) {
            (0, "k") => format!("k{}", 1 + copy % 4),
            (_, "k") => format!("k{}", 4 + at),
            (0, _) => format!("{kind}{}", places.results + copy % places.copies),
            (at, _) => format!("{kind}{}", places.sources + at),
        },
        (copy % 16) * 64 + from,
    )
}

/// A form that has the result of the one before as its first source of that kind. Another source is not the same: some
/// instructions on one register twice are known to give zero.
fn chained(form: &str) -> Result<String> {
    let kinds: Vec<&str> = form.split_once(' ').map_or("", |(_, operands)| operands).split(", ").collect();
    let first = kinds.iter().skip(1).position(|kind| *kind == kinds[0]).map(|at| at + 1);
    let own = |at: usize| at == 0 || Some(at) == first;
    written(form, &|at, kind| format!("{kind}{}", if own(at) { 1 } else { 2 + at }), 0)
}

fn written(form: &str, register: &dyn Fn(usize, &str) -> String, displacement: usize) -> Result<String> {
    instruction(form, register, &|_| format!("[rsi + {displacement}]"))
}
