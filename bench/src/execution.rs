//! Runs answers on a processor and compares them with the interpreter.
//!
//! What is compiled is the LLVM IR of the answer as it came over the wire, called with the parameters that the answer
//! names: leaves, or loads of the window's own bytes. This CPU runs what it can; code with instructions that it does
//! not have runs on the emulator.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use isotope_ir::Window;
use isotope_ir::expr::LoadAddress;
use isotope_ir::interp::{LaneValue, eval};
use isotope_ir::types::{Kind, Type};
use isotope_proto::v1::parameter::Value;
use isotope_proto::v1::{self, Parameter, Selection};
use isotope_run::{Language, Machine, RunError, Unit, compile};

use crate::inputs::{Inputs, inputs};

/// What came of running one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Where it ran.
    pub machine: Machine,
    /// Lanes compared; those that Halide leaves undefined are not.
    pub lanes: usize,
    /// The first difference, in words.
    pub difference: Option<String>,
}

/// An answer ready to run: its object, its inputs, and what must come out.
struct Prepared {
    index: usize,
    object: PathBuf,
    input: Vec<u8>,
    input_bytes: usize,
    result: Type,
    expected: Vec<Vec<LaneValue>>,
}

impl Prepared {
    fn output_bytes(&self) -> usize {
        byte_count(self.result)
    }

    fn total_output(&self) -> usize {
        self.output_bytes() * self.expected.len()
    }

    fn check(&self, machine: Machine, output: &[u8]) -> Checked {
        let mut lanes = 0;
        for (trial, expected) in self.expected.iter().enumerate() {
            let bytes = &output[trial * self.output_bytes()..][..self.output_bytes()];
            for (lane, (want, got)) in expected.iter().zip(unpack(self.result, bytes)).enumerate() {
                let Some(want) = want.bits() else { continue };
                lanes += 1;
                if want != got && !(is_nan(self.result, want) && is_nan(self.result, got)) {
                    let difference =
                        format!("input {trial}, lane {lane}: {got:#x}, but the expression gives {want:#x}");
                    return Checked { machine, lanes, difference: Some(difference) };
                }
            }
        }
        let difference = (lanes == 0).then(|| "no lane was defined, so nothing was compared".to_owned());
        Checked { machine, lanes, difference }
    }
}

/// Runs each answer on `trials` inputs. One entry for each, in order.
pub fn check(answers: &[(&Window, &Selection)], trials: usize) -> Result<Vec<Checked>> {
    let folder = tempfile::tempdir().context("no temporary folder")?;
    let mut checked: Vec<Option<Checked>> = answers.iter().map(|_| None).collect();
    let mut left = Vec::new();
    for (index, (window, selection)) in answers.iter().enumerate() {
        let prepared = match prepare(index, window, selection, trials, folder.path())? {
            Ok(prepared) => prepared,
            Err(difference) => {
                checked[index] = Some(Checked { machine: Machine::Native, lanes: 0, difference: Some(difference) });
                continue;
            }
        };
        match run(Machine::Native, std::slice::from_ref(&prepared), folder.path()) {
            Ok(output) => checked[index] = Some(prepared.check(Machine::Native, &output)),
            Err(RunError::IllegalInstruction { .. }) => left.push(prepared),
            Err(error) => return Err(error).context("an answer could not be run"),
        }
    }
    if !left.is_empty() {
        // One boot for all of them.
        let output = run(Machine::Emulator, &left, folder.path()).context("the emulator could not run the answers")?;
        let mut rest = output.as_slice();
        for prepared in &left {
            let (own, others) =
                rest.split_at_checked(prepared.total_output()).context("the emulator's output is short")?;
            checked[prepared.index] = Some(prepared.check(Machine::Emulator, own));
            rest = others;
        }
    }
    checked.into_iter().collect::<Option<_>>().context("an answer was not run")
}

/// Compiles an answer and makes its inputs; in words what makes it wrong before it runs.
fn prepare(
    index: usize,
    window: &Window,
    selection: &Selection,
    trials: usize,
    folder: &Path,
) -> Result<Result<Prepared, String>> {
    let unit = Unit {
        name: format!("answer{index}"),
        language: Language::Llvm,
        text: callable(index, selection)?,
        features: Vec::new(),
    };
    let object = compile(&unit, folder).context("an answer does not compile")?;
    let mut prepared =
        Prepared { index, object, input: Vec::new(), input_bytes: 0, result: window.ty(), expected: Vec::new() };
    for inputs in inputs(window, trials, index as u64) {
        for parameter in &selection.parameters {
            match lanes_of(window, &inputs, parameter)? {
                Ok(lanes) => pack(type_of(parameter.r#type.as_ref())?, &lanes, &mut prepared.input),
                Err(why) => return Ok(Err(why)),
            }
        }
        prepared.expected.push(eval(window, &inputs.leaves)?);
    }
    prepared.input_bytes = prepared.input.len() / trials.max(1);
    Ok(Ok(prepared))
}

/// The value of one parameter.
fn lanes_of(window: &Window, inputs: &Inputs, parameter: &Parameter) -> Result<Result<Vec<u64>, String>> {
    let ty = type_of(parameter.r#type.as_ref())?;
    match &parameter.value {
        Some(Value::Leaf(name)) => {
            let at = window.graph.leaves.iter().position(|leaf| leaf.name == *name);
            Ok(at.map(|at| inputs.leaves[at].clone()).ok_or_else(|| format!("the window has no leaf `{name}`")))
        }
        Some(Value::Load(load)) => {
            let (buffer, base) = (load.buffer.clone(), load.base.clone());
            let address = LoadAddress { buffer, base, offset: load.offset, stride: load.stride };
            let outside =
                |index| format!("`{}` reads {}[{index}], which the window does not", parameter.name, load.buffer);
            Ok(inputs.load(&address, ty.lanes).map_err(outside))
        }
        None => Ok(Err(format!("parameter `{}` has no value", parameter.name))),
    }
}

/// The answer's module with a function on memory: parameters packed at `in`, the result to `out`.
fn callable(index: usize, selection: &Selection) -> Result<String> {
    // Internal, so that answers with equal names can be in one program; inlined into the caller, as a client does it.
    let definition = format!("@{}(", selection.function);
    let mut text = String::new();
    for line in selection.llvm_ir.lines() {
        match line.strip_prefix("define ") {
            Some(rest) if line.contains(&definition) => writeln!(text, "define internal {rest}")?,
            _ => writeln!(text, "{line}")?,
        }
    }
    writeln!(text, "\ndefine void @answer{index}(ptr %in, ptr %out) #0 {{")?;
    let (mut arguments, mut offset) = (Vec::new(), 0);
    for (at, parameter) in selection.parameters.iter().enumerate() {
        let ty = type_of(parameter.r#type.as_ref())?;
        let name = llvm_type(ty);
        writeln!(text, "  %at{at} = getelementptr i8, ptr %in, i64 {offset}")?;
        writeln!(text, "  %arg{at} = load {name}, ptr %at{at}, align 1")?;
        arguments.push(format!("{name} %arg{at}"));
        offset += byte_count(ty);
    }
    let result = llvm_type(type_of(selection.result.as_ref())?);
    writeln!(text, "  %result = call {result} {definition}{})", arguments.join(", "))?;
    writeln!(text, "  store {result} %result, ptr %out, align 1\n  ret void\n}}")?;
    Ok(text)
}

/// Links the answers with a loop over their inputs, and runs them one after the other.
fn run(machine: Machine, prepared: &[Prepared], folder: &Path) -> Result<Vec<u8>, RunError> {
    let mut text = String::new();
    let mut body = String::new();
    for one in prepared {
        let (index, trials) = (one.index, one.expected.len());
        text += &format!("void answer{index}(const unsigned char *in, unsigned char *out);\n");
        body += &format!(
            "  for (int i = 0; i < {trials}; i++, in += {}, to += {}) answer{index}(in, to);\n",
            one.input_bytes,
            one.output_bytes()
        );
    }
    text += "unsigned long isotope_main(const unsigned char *in, unsigned long bytes, unsigned char *out) {\n";
    text += &format!("  unsigned char *to = out;\n  (void)bytes;\n{body}  return to - out;\n}}\n");
    let unit = Unit { name: "loop".to_owned(), language: Language::C, text, features: Vec::new() };
    let mut objects = vec![compile(&unit, folder)?];
    objects.extend(prepared.iter().map(|one| one.object.clone()));
    let input: Vec<u8> = prepared.iter().flat_map(|one| one.input.iter().copied()).collect();
    machine.run(&objects, &input, prepared.iter().map(Prepared::total_output).sum())
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

fn llvm_type(ty: Type) -> String {
    let element = match (ty.kind, ty.bits) {
        (Kind::Int | Kind::UInt, bits) => format!("i{bits}"),
        (Kind::BFloat, _) => "bfloat".to_owned(),
        (Kind::Float, 16) => "half".to_owned(),
        (Kind::Float, 32) => "float".to_owned(),
        (Kind::Float, _) => "double".to_owned(),
    };
    if ty.lanes == 1 { element } else { format!("<{} x {element}>", ty.lanes) }
}

/// Bytes in memory; truth values are one bit each there, as LLVM stores them.
fn byte_count(ty: Type) -> usize {
    ty.total_bits().div_ceil(8) as usize
}

fn pack(ty: Type, lanes: &[u64], bytes: &mut Vec<u8>) {
    if ty.bits == 1 {
        let byte = |lanes: &[u64]| lanes.iter().enumerate().fold(0, |byte, (at, lane)| byte | ((lane & 1) as u8) << at);
        bytes.extend(lanes.chunks(8).map(byte));
    } else {
        lanes.iter().for_each(|lane| bytes.extend(&lane.to_le_bytes()[..ty.bits as usize / 8]));
    }
}

fn unpack(ty: Type, bytes: &[u8]) -> Vec<u64> {
    if ty.bits == 1 {
        return (0..ty.lanes as usize).map(|lane| u64::from(bytes[lane / 8] >> (lane % 8) & 1)).collect();
    }
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    bytes.chunks(ty.bits as usize / 8).map(number).collect()
}

fn is_nan(ty: Type, bits: u64) -> bool {
    let mantissa = match (ty.kind, ty.bits) {
        (Kind::Float, 16) => 10,
        (Kind::Float, 32) => 23,
        (Kind::Float, 64) => 52,
        (Kind::BFloat, _) => 7,
        _ => return false,
    };
    let exponent = ((1u64 << (ty.bits - 1 - mantissa)) - 1) << mantissa;
    bits & exponent == exponent && bits & ((1 << mantissa) - 1) != 0
}
