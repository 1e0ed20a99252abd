//! The price of a program by the CPU's table alone: for instruction sets that LLVM has no code generator for here.
//!
//! Every step costs the forms that the tables name for it: an instruction its own, a generic operation the one of
//! `generic.txt`, once for each register of its result. Loads of vectors and the store of the result count, constants and what
//! is made of scalars alone do not: they stand before the loop. Registers are taken to be enough.

use crate::assembly::mnemonic;
use isotope_dictionary::{InstructionSet, InstructionSets, Target};
use isotope_program::pricer::{Basis, Cost, Payer, PriceError, Pricer};
use isotope_program::{Generic, Program, Step, StepOp};
use std::collections::BTreeSet;

/// The table as the pricer.
#[derive(Clone, Copy)]
pub struct TablePricer {
    sets: &'static InstructionSets,
}

impl TablePricer {
    /// A pricer by the tables of these instruction sets.
    pub fn new(sets: &'static InstructionSets) -> Self {
        TablePricer { sets }
    }

    fn price(&self, at: usize, program: &Program, target: &Target) -> Result<Cost, PriceError> {
        let no_code = |message: String| PriceError::NoCode { name: format!("candidate{at}"), message };
        let unknown = || no_code(format!("the instruction set of {target} is not known here"));
        let set = self.sets.get(target.arch()).ok_or_else(unknown)?;
        let mut forms = Vec::new();
        let of_scalars = of_scalars(program);
        for (step, _) in program.steps.iter().zip(&of_scalars).filter(|(_, scalar)| !**scalar) {
            forms.extend(step_forms(set, target, program, step).map_err(no_code)?);
        }
        let result = program.step(program.result).shape.total_bits();
        forms.extend(repeated(set, target, "store", result).map_err(no_code)?);
        let table = set.prices().of(target.tune());
        let priced = table.sequence(&forms).ok_or_else(|| {
            let missing = forms.iter().find(|form| table.sequence(&[form]).is_none());
            no_code(format!("the table of {} has no price of {}", table.cpu(), missing.unwrap_or(&"it")))
        })?;
        Ok(Cost {
            centicycles: priced.rthroughput.into(),
            basis: Basis::Model,
            uops: priced.uops,
            instructions: forms.iter().filter_map(|form| mnemonic(form)).map(str::to_owned).collect(),
            asm: forms.join("\n"),
        })
    }
}

impl Pricer for TablePricer {
    fn costs(&self, programs: &[&Program], target: &Target, _: &dyn Payer) -> Vec<Result<Cost, PriceError>> {
        programs.iter().enumerate().map(|(at, program)| self.price(at, program, target)).collect()
    }
}

/// Which steps are made of constants and scalars alone.
fn of_scalars(program: &Program) -> Vec<bool> {
    let mut found: Vec<bool> = Vec::with_capacity(program.steps.len());
    for step in &program.steps {
        let is = match &step.op {
            StepOp::Param(index) => program.params[*index as usize].ty.lanes == 1,
            StepOp::Constant(_) => true,
            StepOp::Generic(_) | StepOp::Instruction { .. } => step.args.iter().all(|arg| found[arg.0 as usize]),
        };
        found.push(is);
    }
    found
}

/// The cost of a step, as forms of the tables.
fn step_forms<'a>(
    set: &'a InstructionSet,
    target: &Target,
    program: &Program,
    step: &Step,
) -> Result<Vec<&'a str>, String> {
    let bits = step.shape.total_bits();
    match &step.op {
        StepOp::Param(_) => repeated(set, target, "load", bits),
        StepOp::Constant(_) => Ok(Vec::new()),
        StepOp::Instruction { name, immediates } => {
            let forms = set.dictionary().emitted(name, immediates, set.prices().of(target.tune()));
            forms.ok_or_else(|| format!("the dictionary does not say what {name} is made of"))
        }
        StepOp::Generic(Generic::Shuffle(indices)) => shuffled(set, target, program, step, indices),
        StepOp::Generic(generic) => {
            let narrowest = step.args.iter().map(|arg| program.step(*arg).shape.bits).min().unwrap_or(step.shape.bits);
            match operations(generic, step.shape.bits.max(narrowest)) {
                Some(names) => {
                    let each = names.iter().map(|name| repeated(set, target, name, bits));
                    Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
                }
                // Lane by lane: out of the register, computed, and in again.
                None => {
                    let one = repeated(set, target, "insert", 1)?;
                    Ok(one.iter().copied().cycle().take(3 * one.len() * step.shape.lanes as usize).collect())
                }
            }
        }
    }
}

/// The rows of `generic.txt` that an operation on elements of so many bits costs; `None` for what vectors do not have. An operation that an
/// instruction set has as one instruction is its own; plain code makes a minimum of a comparison and a choice.
fn operations(generic: &Generic, bits: u32) -> Option<&'static [&'static str]> {
    use Generic::*;
    Some(match generic {
        Add | Sub | And | Or | Xor | Compare(_) | Select => &["arithmetic"],
        UMin | UMax | SMin | SMax | Abs => &["arithmetic"; 2],
        UAddSat | USubSat => &["arithmetic"; 3],
        SAddSat | SSubSat => &["arithmetic"; 5],
        Shl | LShr | AShr => &["shift"],
        Mul if bits <= 16 => &["multiply16"],
        Mul if bits <= 32 => &["multiply32"],
        Mul => &["multiply64"],
        ZExt | SExt => &["widen"],
        Trunc => &["narrow"],
        Bitcast => &[],
        Shuffle(_) | UDiv | SDiv | URem | SRem | Ctlz | Cttz | Ctpop | Float(..) => return None,
    })
}

/// The cost of a shuffle, register by register of its result: nothing where that is a register of an operand as it is, as a half of
/// a pair is.
fn shuffled<'a>(
    set: &'a InstructionSet,
    target: &Target,
    program: &Program,
    step: &Step,
    indices: &[u32],
) -> Result<Vec<&'a str>, String> {
    let bits = step.shape.bits;
    let register = set.manifest().registers.vectors.last().map_or(1, |largest| (largest / bits).max(1));
    let elements: u32 = step.args.iter().map(|arg| program.step(*arg).shape.lanes).sum();
    let mut forms = Vec::new();
    for lanes in indices.chunks(register as usize) {
        let from: BTreeSet<u32> = lanes.iter().map(|index| index / register).collect();
        let straight = lanes.iter().zip(lanes[0]..).all(|(&index, wanted)| index == wanted);
        let (even, odd) = (lanes.iter().step_by(2), lanes.iter().skip(1).step_by(2));
        let interleaved = [even.collect::<Vec<_>>(), odd.collect()]
            .iter()
            .all(|half| half.iter().zip(half[0] % register..).all(|(&&index, wanted)| index % register == wanted));
        let name = match from.len() {
            1 if straight && lanes[0] % register == 0 && elements >= register => continue,
            1 => "shuffle",
            2 if lanes.len() > 1 && interleaved => "unpack",
            _ => "permute",
        };
        forms.extend(repeated(set, target, name, 1)?);
    }
    Ok(forms)
}

/// A generic operation on so many bits: its form, once for each register.
fn repeated<'a>(set: &'a InstructionSet, target: &Target, name: &str, bits: u32) -> Result<Vec<&'a str>, String> {
    let largest = set.manifest().registers.vectors.last().copied().unwrap_or(bits);
    let form = set.prices().generic_form(name, bits.min(largest));
    let form = form.ok_or_else(|| format!("generic.txt has no row for {name}, which {target} needs"))?;
    Ok(vec![form; bits.div_ceil(largest) as usize])
}
