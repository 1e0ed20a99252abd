//! Validation of instructions that are builtins of clang's: no LLVM forms, no feature of which a machine may lack some.
//!
//! A folder's `trials.h` says how C loads and stores its types. An operand has as many bytes in the exchange as its
//! register, one for each bit of a mask, and begins where the smallest vector register may.

mod record;
mod source;

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use isotope_dictionary::manifest::Builtins;
use isotope_ir::ieee::Format;
use isotope_isa::interp::{self, Bits};
use isotope_isa::reader::CForm;
use isotope_isa::semantics::{Operand, OperandKind, Semantics};
use isotope_run::{Executor, Language, RunError, Unit, with_features};
use rayon::prelude::*;

use super::emulator_errata::EmulatorErrata;
use super::inputs::Inputs;
use super::report::Outcome;
use super::trial::describe;
use crate::folder::SetFolder;
pub use record::validated;

/// Instructions in one program.
const TRIALS_PER_PROGRAM: usize = 60;

/// How C moves a set's types.
const HEADER: &str = "trials.h";

/// An instruction to try.
pub struct Trial {
    /// Its name.
    pub name: String,
    /// What it should do.
    pub semantics: Semantics,
    /// How C calls it, where the vendor's text says so; else by kinds and bits.
    pub c: Option<CForm>,
    /// Whether the compiler chooses which NaN comes out, as the errata say.
    pub any_nan: bool,
    /// LLVM's names of the features that it needs, where machines differ in them.
    pub features: Vec<String>,
}

impl Trial {
    /// LLVM's names of the features that it needs.
    fn needs(&self) -> Vec<&str> {
        self.features.iter().map(String::as_str).collect()
    }
}

/// What trials of a set need.
pub struct Bench {
    builtins: Builtins,
    header: String,
    /// Bytes of the smallest vector register.
    align: usize,
    /// The quickest first.
    executors: Vec<&'static dyn Executor>,
    emulator_errata: EmulatorErrata,
}

/// The values and answers of one trial.
struct Prepared {
    /// Values of the immediates, one list where there is none.
    immediates: Vec<Vec<u64>>,
    /// Operands by case; `immediates.len()` equal parts.
    cases: Vec<Vec<Bits>>,
    expected: Vec<Result<Bits, String>>,
}

impl Bench {
    /// What a set's trials need.
    pub fn of(set: &SetFolder, builtins: &Builtins, executors: &[&'static dyn Executor]) -> Result<Bench> {
        let align = set.manifest.registers.vectors.first().copied().unwrap_or(8) as usize / 8;
        Ok(Bench {
            builtins: builtins.clone(),
            header: set.read(HEADER)?,
            align,
            executors: executors.to_vec(),
            emulator_errata: EmulatorErrata::builtin()?,
        })
    }

    /// Runs trials on `cases` inputs each, at least; what each came to, by name.
    pub fn run(&self, trials: &[Trial], cases: usize) -> Result<BTreeMap<String, Outcome>> {
        let mut settled = BTreeMap::new();
        let mut by_features: BTreeMap<&[String], Vec<&Trial>> = BTreeMap::new();
        for trial in trials {
            by_features.entry(&trial.features).or_default().push(trial);
        }
        for trials in by_features.into_values() {
            match with_features(&self.executors, &trials[0].needs()) {
                Err(feature) => {
                    let lacking =
                        |trial: &&Trial| (trial.name.clone(), Outcome::NoMachine { feature: feature.clone() });
                    settled.extend(trials.iter().map(lacking));
                }
                Ok(executor) => {
                    for part in trials.chunks(TRIALS_PER_PROGRAM) {
                        settled.extend(self.part(executor, part, cases)?);
                    }
                }
            }
        }
        Ok(settled)
    }

    /// Some trials that need the same features. Where machines differ the C header may lack an intrinsic that the vendor's text
    /// has: which, is found by halves.
    fn part(&self, executor: &dyn Executor, trials: &[&Trial], cases: usize) -> Result<Vec<(String, Outcome)>> {
        match self.program(executor, trials, cases) {
            Err(error) if trials.iter().all(|t| !t.features.is_empty()) && not_compiled(&error) => {
                if let [trial] = trials {
                    return Ok(vec![(trial.name.clone(), Outcome::NotCompiled)]);
                }
                let (one, other) = trials.split_at(trials.len() / 2);
                Ok([self.part(executor, one, cases)?, self.part(executor, other, cases)?].concat())
            }
            settled => settled,
        }
    }

    /// One program.
    fn program(&self, executor: &dyn Executor, trials: &[&Trial], cases: usize) -> Result<Vec<(String, Outcome)>> {
        let prepared: Vec<Prepared> = trials.par_iter().map(|trial| prepare(trial, cases)).collect();
        let mut input = Vec::new();
        for (trial, prepared) in trials.iter().zip(&prepared) {
            for case in &prepared.cases {
                for (operand, bits) in trial.semantics.operands.iter().zip(case) {
                    self.put(trial, operand, bits, &mut input);
                }
            }
        }
        let due: Vec<usize> = trials.iter().map(|trial| self.bytes(trial, &trial.semantics.result)).collect();
        let capacity = due.iter().zip(&prepared).map(|(bytes, p)| bytes * p.cases.len()).sum();
        let folder = tempfile::tempdir().context("a scratch folder for the trials")?;
        let text = self.source(trials, &prepared);
        let unit =
            Unit { name: "trials".to_owned(), language: Language::C, text, features: trials[0].features.clone() };
        let object = executor.compile(&unit, folder.path())?;
        let output = executor.run(&[object], &input, capacity)?;
        ensure!(output.len() == capacity, "the trials made {} bytes where {capacity} were due", output.len());
        // Where machines differ the record says which it was.
        let machine = if trials[0].features.is_empty() { String::new() } else { executor.machine() };
        let mut rest = output.as_slice();
        let mut settled = Vec::new();
        for ((trial, prepared), bytes) in trials.iter().zip(&prepared).zip(due) {
            let (answers, after) = rest.split_at(bytes * prepared.cases.len());
            rest = after;
            let answers = answers.chunks(bytes).map(|answer| taken(trial, answer));
            let outcome = compared(trial, prepared, answers, executor.record(), &machine);
            settled.push((trial.name.clone(), outcome.excused(&self.emulator_errata, &trial.name, &machine)));
        }
        Ok(settled)
    }

    /// Bytes of an operand or result in the exchange; of an immediate none. A mask that C has no type for is a byte for each bit.
    fn bytes(&self, trial: &Trial, operand: &Operand) -> usize {
        let bytes = match operand.kind {
            OperandKind::Imm => 0,
            OperandKind::Mask if trial.c.is_none() => operand.bits as usize,
            OperandKind::Mask | OperandKind::Vector | OperandKind::Scalar | OperandKind::Memory => {
                operand.bits as usize / 8
            }
        };
        bytes.next_multiple_of(self.align)
    }

    fn put(&self, trial: &Trial, operand: &Operand, bits: &Bits, input: &mut Vec<u8>) {
        let end = input.len() + self.bytes(trial, operand);
        match operand.kind {
            OperandKind::Imm => {}
            OperandKind::Mask if trial.c.is_none() => {
                input.extend((0..operand.bits).map(|bit| bits.slice(bit, 1) as u8))
            }
            OperandKind::Mask | OperandKind::Vector | OperandKind::Scalar | OperandKind::Memory => {
                input.extend(bits.to_bytes())
            }
        }
        input.resize(end, 0);
    }
}

fn compared(
    trial: &Trial,
    prepared: &Prepared,
    answers: impl Iterator<Item = Bits>,
    by: &'static str,
    on: &str,
) -> Outcome {
    let (mut wrong, mut first) = (0, None);
    for ((case, expected), answer) in prepared.cases.iter().zip(&prepared.expected).zip(answers) {
        let expected = match expected {
            Ok(bits) => bits,
            Err(why) => return Outcome::Refused { class: "the interpreter stops".to_owned(), why: why.clone() },
        };
        if *expected != answer && !(trial.any_nan && same_but_for_nans(trial, expected, &answer)) {
            wrong += 1;
            first.get_or_insert_with(|| describe(&trial.semantics, case, expected, &answer));
        }
    }
    let cases = prepared.cases.len();
    match first {
        Some(first) => Outcome::Mismatch { wrong, cases, first },
        None => Outcome::Validated { by, cases, on: on.to_owned() },
    }
}

/// Whether an error is the compiler's, and not of what ran the program.
fn not_compiled(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(RunError::Refused { tool, .. }) if tool.starts_with("clang"))
}

/// A result as it was stored.
fn taken(trial: &Trial, answer: &[u8]) -> Bits {
    let result = &trial.semantics.result;
    if result.kind != OperandKind::Mask || trial.c.is_some() {
        return Bits::from_bytes(answer, result.bits);
    }
    let mut bits = Bits::zero(result.bits);
    for (bit, byte) in answer.iter().enumerate().take(result.bits as usize) {
        bits.set_slice(bit as u32, 1, u128::from(*byte));
    }
    bits
}

/// The values of the immediates that are tried: all that C takes, where they are known.
fn immediates(trial: &Trial, inputs: &mut Inputs) -> Vec<Vec<u64>> {
    if let Some(c) = &trial.c {
        return c.immediates.iter().fold(vec![Vec::new()], |all, values| {
            let with = |head: &Vec<u64>| values.iter().map(|v| [&head[..], &[*v]].concat()).collect::<Vec<_>>();
            all.iter().flat_map(with).collect()
        });
    }
    let immediate = trial.semantics.operands.iter().find(|o| o.kind == OperandKind::Imm);
    let accepted: Vec<u32> = immediate.map_or_else(|| vec![0], |o| (0..1 << o.element_bits.min(8)).collect());
    inputs.immediates(&accepted).into_iter().map(|value| vec![u64::from(value)]).collect()
}

/// The format of what C types as floats.
fn format_of(ty: &str) -> Option<Format> {
    Format::named(ty.split(['x', '_']).next().unwrap_or_default())
}

/// Whether results differ only in elements that are NaNs in both.
fn same_but_for_nans(trial: &Trial, expected: &Bits, answer: &Bits) -> bool {
    let by_type = || trial.c.as_ref().and_then(|c| format_of(&c.result));
    let Some(format) = trial.semantics.result.float.or_else(by_type) else { return false };
    (0..expected.width() / format.bits()).all(|at| {
        let element = |bits: &Bits| bits.slice(at * format.bits(), format.bits()) as u64;
        let (x, y) = (element(expected), element(answer));
        x == y || format.is_nan(x) && format.is_nan(y)
    })
}

/// The semantics with the formats of operands that C types as floats: theirs are bits alone where the vendor's text computes on bits.
fn typed(trial: &Trial) -> Semantics {
    let mut semantics = trial.semantics.clone();
    let types = trial.c.iter().flat_map(|c| &c.types);
    for (operand, ty) in semantics.operands.iter_mut().zip(types) {
        operand.float = operand.float.or_else(|| format_of(ty));
    }
    semantics
}

/// Every immediate at least once, and enough inputs in all.
fn prepare(trial: &Trial, cases: usize) -> Prepared {
    let mut inputs = Inputs::new(&trial.name);
    let immediates = immediates(trial, &mut inputs);
    let each = cases.div_ceil(immediates.len()).max(16);
    let typed = typed(trial);
    let mut given = Vec::new();
    for (index, values) in immediates.iter().enumerate() {
        for case in 0..each {
            // Few cases an immediate: spread them over the patterns.
            let case = if immediates.len() > 1 { (case * 17 + index * 7) % 256 } else { case };
            let mut operands = inputs.operands(&typed, case, 0);
            for (at, value) in trial.semantics.immediates().zip(values) {
                operands[at] = Bits::from_u64(*value, operands[at].width());
            }
            given.push(operands);
        }
    }
    let run = |case: &Vec<Bits>| interp::run(&trial.semantics, case).map_err(|e| e.to_string());
    let expected = given.iter().map(run).collect();
    Prepared { immediates, cases: given, expected }
}

#[cfg(test)]
mod tests;
