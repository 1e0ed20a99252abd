//! Validation of instructions that are builtins of clang's: no LLVM forms, no feature of which a machine may lack some.
//!
//! A folder's `trials.h` says how C loads and stores its types. An operand has as many bytes in the exchange as its
//! register, one for each bit of a mask, and begins where the smallest vector register may.

mod prepare;
mod record;
mod source;

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use isotope_dictionary::manifest::Builtins;
use isotope_ir::ieee::Format;
use isotope_run::{Executor, Language, RunError, Unit, with_features};
use isotope_semantics::interp::Bits;
use isotope_semantics::{Operand, OperandKind, Semantics};
use isotope_vendor::catalogue::{self, Intrinsic};
use isotope_vendor::reader::{self, CForm};
use isotope_vendor::scope::Scope;
use rayon::prelude::*;

use super::emulator_errata::EmulatorErrata;
use super::fault::Fault;
use super::judged::{Case, judged};
use super::report::Outcome;
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
    /// The meaning that it should have.
    pub semantics: Semantics,
    /// How C calls it, where the vendor's text says so; else by kinds and bits.
    pub c: Option<CForm>,
    /// Whether the compiler chooses which NaN comes out, as the errata say.
    pub any_nan: bool,
    /// LLVM's names of the features that it needs, where machines differ in them.
    pub features: Vec<String>,
    /// A fault of a machine here that is known to the bit.
    pub fault: Option<Fault>,
}

impl Trial {
    /// LLVM's names of the features that it needs.
    fn needs(&self) -> Vec<&str> {
        self.features.iter().map(String::as_str).collect()
    }

    /// The fault that a machine has in it.
    fn fault_of(&self, machine: &str) -> Option<&Fault> {
        self.fault.as_ref().filter(|fault| fault.machine == machine)
    }
}

/// The needs of a set's trials.
pub struct Bench {
    builtins: Builtins,
    header: String,
    /// Bytes of the smallest vector register.
    align: usize,
    /// The quickest first.
    executors: Vec<&'static dyn Executor>,
    emulator_errata: EmulatorErrata,
    /// The guide's entry of each, where it is one whose texts can be edited.
    texts: BTreeMap<String, Intrinsic>,
}

/// The values of one trial.
struct Prepared {
    /// Values of the immediates, one list where there is none.
    immediates: Vec<Vec<u64>>,
    /// Inputs; `immediates.len()` equal parts.
    cases: Vec<Case>,
}

impl Bench {
    /// The needs of a set's trials.
    pub fn of(set: &SetFolder, builtins: &Builtins, executors: &[&'static dyn Executor]) -> Result<Bench> {
        let align = set.manifest.registers.vectors.first().copied().unwrap_or(8) as usize / 8;
        Ok(Bench {
            builtins: builtins.clone(),
            header: set.read(HEADER)?,
            align,
            executors: executors.to_vec(),
            emulator_errata: EmulatorErrata::builtin()?,
            texts: BTreeMap::new(),
        })
    }

    /// The same with the vendor's text, in which faults of emulators are said to the bit: of Intel's guide alone, as they are x86's.
    pub fn reading(mut self, set: &SetFolder, text: &str) -> Result<Bench> {
        if set.manifest.vendor.reader == reader::Reader::name(&reader::IntelGuide) {
            let name = |i: &Intrinsic| reader::name(&i.name, i.cpuid.iter().map(String::as_str));
            self.texts = catalogue::read(text)?.into_iter().map(|i| (name(&i), i)).collect();
        }
        Ok(self)
    }

    /// The fault of a machine here in an instruction, if it is known to the bit.
    fn fault(&self, name: &str, scope: &Scope) -> Result<Option<Fault>> {
        let Some(intrinsic) = self.texts.get(name) else { return Ok(None) };
        Fault::known(intrinsic, name, scope, &self.executors, &self.emulator_errata)
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
        let machine = executor.machine();
        let prepared: Vec<Prepared> =
            trials.par_iter().map(|trial| prepare::prepare(trial, trial.fault_of(&machine), cases)).collect();
        let mut input = Vec::new();
        for (trial, prepared) in trials.iter().zip(&prepared) {
            for case in &prepared.cases {
                for (operand, bits) in trial.semantics.operands.iter().zip(&case.operands) {
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
        let on = if trials[0].features.is_empty() { "" } else { machine.as_str() };
        let mut rest = output.as_slice();
        let mut settled = Vec::new();
        for ((trial, prepared), bytes) in trials.iter().zip(&prepared).zip(due) {
            let (answers, after) = rest.split_at(bytes * prepared.cases.len());
            rest = after;
            let answers = answers.chunks(bytes).map(|answer| taken(trial, answer));
            let fault = trial.fault_of(&machine).map(|fault| (fault, cases));
            let equal = |x: &Bits, y: &Bits| x == y || trial.any_nan && same_but_for_nans(trial, x, y);
            let outcome = match judged(&trial.semantics, &prepared.cases, answers, equal, fault) {
                Ok(cases) => Outcome::Validated { by: executor.record(), cases, on: on.to_owned() },
                Err(outcome) => outcome,
            };
            settled.push((trial.name.clone(), outcome.excused(&self.emulator_errata, &trial.name, on)));
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

#[cfg(test)]
mod tests;
