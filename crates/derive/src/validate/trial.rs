//! One program of trials: its C text, its inputs, and the comparison of what it answers with the interpreter.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use isotope_run::{Language, Unit, compile};
use isotope_semantics::interp::Bits;
use isotope_semantics::{Operand, OperandKind};
use rayon::prelude::*;

use super::fault::Fault;
use super::inputs::Inputs;
use super::judged::{Case, judged};
use super::plan::Batch;
use super::report::Outcome;
use super::{Settled, Trial};

/// Times as many inputs for what a machine has a known fault in: those that meet it say nothing.
const FAULTY_TIMES: usize = 4;

/// The inputs of one trial, and what the program is to do with them.
struct Prepared {
    /// Values of the immediate, one 0 where there is none; each has a C function.
    immediates: Vec<u32>,
    /// Inputs; `immediates.len()` equal parts.
    cases: Vec<Case>,
    input: Vec<u8>,
}

/// Bytes of an operand or result in the exchange: vectors and memory as they are, at least 8; masks and scalars as 8.
fn exchange_bytes(operand: &Operand) -> usize {
    if operand.kind.has_elements() { (operand.bits as usize / 8).next_multiple_of(8) } else { 8 }
}

/// Runs a batch.
pub fn run(batch: &Batch, cases: usize, jobs: usize) -> Result<Vec<Settled>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().context("threads for the interpreter")?;
    let prepared: Vec<Prepared> =
        pool.install(|| batch.trials.par_iter().map(|trial| prepare(trial, fault(batch, trial), cases)).collect());
    let folder = tempfile::tempdir().context("a scratch folder for the trials")?;
    let unit = Unit {
        name: "trials".to_owned(),
        language: Language::C,
        text: source(&batch.trials, &prepared),
        features: batch.trials.first().map(|t| t.features.clone()).unwrap_or_default(),
    };
    let object = compile(&unit, folder.path())?;
    let input: Vec<u8> = prepared.iter().flat_map(|p| p.input.iter().copied()).collect();
    let bytes_of =
        |(trial, prepared): (&Trial, &Prepared)| exchange_bytes(&trial.semantics.result) * prepared.cases.len();
    let capacity = batch.trials.iter().zip(&prepared).map(bytes_of).sum();
    let output = batch.executor.run(&[object], &input, capacity)?;
    anyhow::ensure!(output.len() == capacity, "the trials made {} bytes where {capacity} were due", output.len());
    let mut rest = output.as_slice();
    let mut settled = Vec::new();
    for (trial, prepared) in batch.trials.iter().zip(&prepared) {
        let (answers, after) = rest.split_at(bytes_of((trial, prepared)));
        rest = after;
        let result = &trial.semantics.result;
        let answers = answers.chunks(exchange_bytes(result)).map(|answer| Bits::from_bytes(answer, result.bits));
        let fault = fault(batch, trial).map(|fault| (fault, cases));
        let outcome = match judged(&trial.semantics, &prepared.cases, answers, Bits::eq, fault) {
            Ok(cases) => Outcome::Validated { by: batch.executor.record(), cases, on: batch.machine.clone() },
            Err(outcome) => outcome,
        };
        settled.push((trial.name.clone(), outcome));
    }
    Ok(settled)
}

fn prepare(trial: &Trial, fault: Option<&Fault>, cases: usize) -> Prepared {
    let mut inputs = Inputs::new(&trial.name);
    let immediates = match &trial.immediates {
        None => vec![0],
        Some(accepted) => inputs.immediates(accepted),
    };
    let wanted = if fault.is_some() { cases * FAULTY_TIMES } else { cases };
    let each = wanted.div_ceil(immediates.len()).max(16);
    let mut prepared = Prepared { immediates, cases: Vec::new(), input: Vec::new() };
    for (index, immediate) in prepared.immediates.iter().enumerate() {
        for case in 0..each {
            // Few cases an immediate: spread them over the patterns.
            let case = if prepared.immediates.len() > 1 { (case * 17 + index * 7) % 256 } else { case };
            let operands = inputs.operands(&trial.semantics, case, *immediate);
            for (operand, bits) in trial.semantics.operands.iter().zip(&operands) {
                if operand.kind != OperandKind::Imm {
                    let mut bytes = bits.to_bytes();
                    bytes.resize(exchange_bytes(operand), 0);
                    prepared.input.extend(bytes);
                }
            }
            prepared.cases.push(Case::of(&trial.semantics, fault, operands));
        }
    }
    prepared
}

/// The fault of the batch's machine that is known of a trial.
fn fault<'t>(batch: &Batch, trial: &'t Trial) -> Option<&'t Fault> {
    trial.fault.as_ref().filter(|fault| fault.machine == batch.machine)
}

/// Memory is copied to where every alignment holds, and its place hidden, so that the compiler keeps the access.
pub const PROLOGUE: &str = "\
#include <x86intrin.h>
typedef unsigned char u8;
typedef unsigned long u64;
#define LOAD64(p) (*(const __m64 *)(p))
#define STORE64(p, v) (*(__m64 *)(p) = (v))
#define LOAD128(p) _mm_loadu_si128((const __m128i *)(p))
#define STORE128(p, v) _mm_storeu_si128((__m128i *)(p), v)
#define LOAD256(p) _mm256_loadu_si256((const __m256i *)(p))
#define STORE256(p, v) _mm256_storeu_si256((__m256i *)(p), v)
#define LOAD512(p) _mm512_loadu_si512(p)
#define STORE512(p, v) _mm512_storeu_si512(p, v)
#define LOAD(p) (*(const u64 *)(p))
#define HIDE(p) __asm__ volatile(\"\" : \"+r\"(p) : : \"memory\")
static void copy(u8 *to, const u8 *from, u64 bytes) { for (u64 b = 0; b < bytes; b++) to[b] = from[b]; }
";

fn source(trials: &[Trial], prepared: &[Prepared]) -> String {
    let mut text = PROLOGUE.to_owned();
    let mut calls = String::new();
    for (number, (trial, prepared)) in trials.iter().zip(prepared).enumerate() {
        let each = prepared.cases.len() / prepared.immediates.len();
        for immediate in &prepared.immediates {
            let name = format!("t{number}_{immediate}");
            let _ = write!(text, "{}", function(trial, &name, *immediate));
            let _ = writeln!(calls, "    {name}({each}, &in, &out);");
        }
    }
    let _ = write!(
        text,
        "u64 isotope_main(const u8 *in, u64 bytes, u8 *out) {{\n    u8 *start = out;\n{calls}    return out - start;\n}}\n"
    );
    text
}

/// A C function that runs one intrinsic on `n` cases and moves both pointers on.
pub fn function(trial: &Trial, name: &str, immediate: u32) -> String {
    let (mut offset, mut args, mut memory) = (0, Vec::new(), String::new());
    for (at, (operand, c_type)) in trial.semantics.operands.iter().zip(&trial.c_types).enumerate() {
        args.push(match operand.kind {
            OperandKind::Imm => immediate.to_string(),
            OperandKind::Vector => format!("LOAD{}(i + {offset})", operand.bits),
            OperandKind::Mask | OperandKind::Scalar => format!("({})LOAD(i + {offset})", c_scalar(c_type)),
            OperandKind::Memory => {
                let bytes = exchange_bytes(operand);
                // Writing to a string cannot fail.
                let _ = write!(
                    memory,
                    "u8 m{at}[{bytes}] __attribute__((aligned(64))); copy(m{at}, i + {offset}, {bytes}); \
                     u8 *p{at} = m{at}; HIDE(p{at}); "
                );
                format!("(void *)p{at}")
            }
        });
        if operand.kind != OperandKind::Imm {
            offset += exchange_bytes(operand);
        }
    }
    let result = &trial.semantics.result;
    let (call, size) = (format!("{}({})", trial.c_name, args.join(", ")), exchange_bytes(result));
    let stored = trial.semantics.operands.iter().position(|o| o.kind == OperandKind::Memory && o.name == result.name);
    let store = match (result.kind, stored) {
        (OperandKind::Memory, Some(at)) => format!("{call}; HIDE(p{at}); copy(o, p{at}, {size});"),
        (OperandKind::Vector, _) => format!("STORE{}(o, {call});", result.bits),
        _ => format!("*(u64 *)o = (u64)({}){call};", c_scalar(&trial.c_result)),
    };
    format!(
        "static __attribute__((noinline)) void {name}(u64 n, const u8 **in, u8 **out) {{\n    \
         const u8 *i = *in; u8 *o = *out;\n    \
         for (; n; n--, i += {offset}, o += {size}) {{ {memory}{store} }}\n    \
         *in = i; *out = o;\n}}\n"
    )
}

/// The guide's scalar types in C: unsigned, so that results are zero-extended.
fn c_scalar(c_type: &str) -> &str {
    match c_type.trim_start_matches("const ").trim_start_matches("unsigned ") {
        "char" | "__int8" | "__mmask8" => "unsigned char",
        "short" | "__int16" | "__mmask16" => "unsigned short",
        "int" | "__int32" | "__mmask32" => "unsigned int",
        _ => "u64",
    }
}
