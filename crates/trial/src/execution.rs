//! Runs answers on a processor and compares them with the interpreter.
//!
//! The LLVM IR of the answer is compiled as it came over the wire, called with the parameters that the answer
//! names: leaves, or loads of the window's own bytes. This CPU runs what it can; code with instructions that it does
//! not have, and code of another architecture, runs on an emulator.

use anyhow::{Context, Result, bail};
use isotope_ir::Window;
use isotope_ir::expr::LoadAddress;
use isotope_ir::interp::{LaneValue, eval};
use isotope_ir::soft_float::is_nan;
use isotope_ir::types::{Kind, Type};
use isotope_proto::v1::parameter::Value;
use isotope_proto::v1::{self, Parameter, Selection};
use isotope_run::{Job, Outcome, Slot, of_arch, run_jobs};
use std::collections::BTreeSet;

use crate::inputs::{Inputs, inputs};

/// How answers are compiled where nobody says otherwise.
pub const LEVEL: u32 = 1;

/// The result of running one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Where it ran; `None` if neither machine has its instructions.
    pub machine: Option<&'static str>,
    /// Lanes compared; those that Halide leaves undefined are not.
    pub lanes: usize,
    /// The first difference, in words.
    pub difference: Option<String>,
}

/// An answer ready to run, and what must come out.
struct Prepared {
    job: Job,
    result: Type,
    expected: Vec<Vec<LaneValue>>,
}

impl Prepared {
    fn check(&self, outcome: Outcome) -> Checked {
        let Some((machine, output)) = outcome else {
            return Checked { machine: None, lanes: 0, difference: None };
        };
        let machine = Some(machine);
        let (mut lanes, bytes) = (0, self.job.result.bytes);
        for (trial, expected) in self.expected.iter().enumerate() {
            let got = unpack(self.result, &output[trial * bytes..][..bytes]);
            for (lane, (want, got)) in expected.iter().zip(got).enumerate() {
                let Some(want) = want.bits() else { continue };
                lanes += 1;
                // Which NaN an operation makes is open: `isotope_ir::soft_float`.
                if want != got && !(is_nan(want, self.result) && is_nan(got, self.result)) {
                    let difference =
                        format!("input {trial}, lane {lane}: {got:#x}, but the expression gives {want:#x}");
                    return Checked { machine, lanes, difference: Some(difference) };
                }
            }
        }
        Checked { machine, lanes, difference: None }
    }
}

/// Runs each answer on `trials` inputs. One entry for each, in order. An answer of which no lane was compared counts as a
/// difference.
pub fn check(answers: &[(&Window, &Selection)], trials: usize) -> Result<Vec<Checked>> {
    let all = check_at(answers, trials, LEVEL)?;
    let nothing =
        || Some("nothing was compared: no lane is defined, or no machine here has the instructions".to_owned());
    let checked = |c: Checked| Checked { difference: c.difference.or_else(|| (c.lanes == 0).then(nothing)?), ..c };
    Ok(all.into_iter().map(checked).collect())
}

/// The same compiled with `-O` of a level, and without a word about answers of which nothing is defined.
pub fn check_at(answers: &[(&Window, &Selection)], trials: usize, level: u32) -> Result<Vec<Checked>> {
    let prepared: Vec<Result<Prepared, String>> = answers
        .iter()
        .enumerate()
        .map(|(index, (window, selection))| prepare(index, window, selection, trials))
        .collect::<Result<_>>()?;
    let ready = prepared.iter().zip(answers).filter_map(|(one, (_, answer))| Some((one.as_ref().ok()?, arch(answer))));
    let ready: Vec<(&Prepared, &str)> = ready.collect();
    let mut outputs: Vec<Outcome> = vec![None; ready.len()];
    for arch in ready.iter().map(|(_, arch)| *arch).collect::<BTreeSet<_>>() {
        let own: Vec<usize> = (0..ready.len()).filter(|at| ready[*at].1 == arch).collect();
        let jobs: Vec<Job> = own.iter().map(|at| ready[*at].0.job.clone()).collect();
        let done = run_jobs(&of_arch(arch), &jobs, level).context("the answers could not be run")?;
        own.into_iter().zip(done).for_each(|(at, outcome)| outputs[at] = outcome);
    }
    let mut outputs = outputs.into_iter();
    let checked = |one: Result<Prepared, String>| match one {
        Ok(one) => outputs.next().map(|outcome| one.check(outcome)),
        Err(difference) => Some(Checked { machine: None, lanes: 0, difference: Some(difference) }),
    };
    prepared.into_iter().map(checked).collect::<Option<_>>().context("an answer was not run")
}

/// The architecture that an answer is for; one that names none is for this machine's.
fn arch(answer: &Selection) -> &str {
    let named = answer.target.as_ref().map(|target| target.arch.as_str());
    named.filter(|arch| !arch.is_empty()).unwrap_or(std::env::consts::ARCH)
}

/// An answer with its inputs; in words what makes it wrong before it runs.
fn prepare(index: usize, window: &Window, selection: &Selection, trials: usize) -> Result<Result<Prepared, String>> {
    let types = selection.parameters.iter().map(|p| type_of(p.r#type.as_ref())).collect::<Result<Vec<_>>>()?;
    let (mut input, mut expected) = (Vec::new(), Vec::new());
    for inputs in inputs(window, trials, index as u64) {
        for (parameter, &ty) in selection.parameters.iter().zip(&types) {
            match lanes_of(window, &inputs, parameter, ty) {
                Ok(lanes) => pack(ty, &lanes, &mut input),
                Err(why) => return Ok(Err(why)),
            }
        }
        expected.push(eval(window, &inputs.leaves)?);
    }
    let result = type_of(selection.result.as_ref())?;
    if result != window.ty() {
        return Ok(Err(format!("it gives {result}, the expression {}", window.ty())));
    }
    let job = Job {
        module: selection.llvm_ir.clone(),
        function: selection.function.clone(),
        parameters: types.iter().map(|&ty| slot(ty)).collect(),
        result: slot(result),
        input,
        trials,
    };
    Ok(Ok(Prepared { job, result, expected }))
}

/// The value of one parameter.
fn lanes_of(window: &Window, inputs: &Inputs, parameter: &Parameter, ty: Type) -> Result<Vec<u64>, String> {
    match &parameter.value {
        Some(Value::Leaf(name)) => {
            let at = window.graph.leaves.iter().position(|leaf| leaf.name == *name);
            let at = at.ok_or_else(|| format!("the window has no leaf `{name}`"))?;
            let own = window.graph.leaves[at].ty;
            if own != ty {
                return Err(format!("it takes leaf `{name}` as {ty}, which is {own}"));
            }
            Ok(inputs.leaves[at].clone())
        }
        Some(Value::Load(load)) => {
            let (buffer, base) = (load.buffer.clone(), load.base.clone());
            let address = LoadAddress { buffer, base, offset: load.offset, stride: load.stride };
            let outside =
                |index| format!("`{}` reads {}[{index}], which the window does not", parameter.name, load.buffer);
            inputs.load(&address, ty.lanes).map_err(outside)
        }
        None => Err(format!("parameter `{}` has no value", parameter.name)),
    }
}

/// A type as it comes over the wire.
fn type_of(ty: Option<&v1::Type>) -> Result<Type> {
    let ty = ty.context("an answer leaves out a type")?;
    let kind = match ty.kind() {
        v1::Kind::Int => Kind::Int,
        v1::Kind::Uint => Kind::UInt,
        v1::Kind::Float => Kind::Float,
        v1::Kind::Bfloat => Kind::BFloat,
        v1::Kind::Unspecified => bail!("an answer has a type without a kind"),
    };
    Ok(Type { kind, bits: ty.bits, lanes: ty.lanes })
}

/// A value of a type in memory.
pub fn slot(ty: Type) -> Slot {
    let element = match (ty.kind, ty.bits) {
        // A bfloat16 is its 16 bits.
        (Kind::Int | Kind::UInt | Kind::BFloat, bits) => format!("i{bits}"),
        (Kind::Float, 16) => "half".to_owned(),
        (Kind::Float, 32) => "float".to_owned(),
        (Kind::Float, _) => "double".to_owned(),
    };
    let name = if ty.lanes == 1 { element } else { format!("<{} x {element}>", ty.lanes) };
    Slot { ty: name, bytes: byte_count(ty) }
}

/// Bytes in memory; a vector of truth values has a byte for each: not every target can store their bits.
fn byte_count(ty: Type) -> usize {
    bits_in_memory(ty) as usize / 8 * ty.lanes as usize
}

fn bits_in_memory(ty: Type) -> u32 {
    ty.bits.next_multiple_of(8)
}

/// Lanes as they lie in memory.
pub fn pack(ty: Type, lanes: &[u64], bytes: &mut Vec<u8>) {
    lanes.iter().for_each(|lane| bytes.extend(&lane.to_le_bytes()[..bits_in_memory(ty) as usize / 8]));
}

/// Lanes out of memory.
pub fn unpack(ty: Type, bytes: &[u8]) -> Vec<u64> {
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    bytes.chunks(bits_in_memory(ty) as usize / 8).map(number).collect()
}
