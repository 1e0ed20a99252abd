//! Programs as AutoLLVM text: one line a value, instructions as applications of their classes.
//!
//! The text is for people: it shows shapes (`8x64` is 64 elements of 8 bits), the class that an instruction belongs to with
//! this member's parameters, and the vendor's name behind it. Equal programs print equally; nothing reads it back.

use isotope_program::{FloatFormat, FloatOp, Generic, Predicate, Program, Shape, Step, StepOp};
use std::fmt::Write;

/// A class as this member applies it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// The class.
    pub class: String,
    /// Its parameters by name, with this member's values.
    pub parameters: Vec<(String, String)>,
}

/// Where instructions' classes come from.
pub trait Classes {
    /// The class that an instruction belongs to.
    fn application(&self, name: &str) -> Option<Application>;
}

/// No classes: instructions print by their vendor's names alone.
pub struct NoClasses;

impl Classes for NoClasses {
    fn application(&self, _: &str) -> Option<Application> {
        None
    }
}

/// The program as text.
pub fn print(program: &Program, classes: &dyn Classes) -> String {
    let params: Vec<String> = program.params.iter().map(|p| format!("%{}: {}", p.name, p.ty)).collect();
    let mut out = format!("autollvm ({}) -> {} {{\n", params.join(", "), program.ty);
    for (at, step) in program.steps.iter().enumerate() {
        if let Some(text) = line(program, step, classes) {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "  %{at}: {} = {text}", shape(step.shape));
        }
    }
    out + &format!("  ret {}\n}}\n", operand(program, program.result.0))
}

/// The text of a step; `None` for a parameter, which is used by its name.
fn line(program: &Program, step: &Step, classes: &dyn Classes) -> Option<String> {
    let args: Vec<String> = step.args.iter().map(|a| operand(program, a.0)).collect();
    let args = args.join(", ");
    Some(match &step.op {
        StepOp::Param(_) => return None,
        StepOp::Constant(elements) => format!("const {}", constant(elements)),
        StepOp::Generic(op) => format!("{}({args})", generic(op)),
        StepOp::Instruction { name, immediates } => {
            let immediates: String = immediates.iter().map(|i| format!(", imm {i}")).collect();
            match classes.application(name) {
                None => format!("{name}({args}{immediates})"),
                Some(Application { class, parameters }) => {
                    let parameters: Vec<String> = parameters.iter().map(|(n, v)| format!("{n} = {v}")).collect();
                    format!("{class}[{}]({args}{immediates})  ; {name}", parameters.join(", "))
                }
            }
        }
    })
}

fn operand(program: &Program, at: u32) -> String {
    match program.steps[at as usize].op {
        StepOp::Param(index) => format!("%{}", program.params[index as usize].name),
        _ => format!("%{at}"),
    }
}

fn shape(shape: Shape) -> String {
    if shape.lanes == 1 { format!("{}", shape.bits) } else { format!("{}x{}", shape.bits, shape.lanes) }
}

/// One number when all elements are equal; otherwise runs of counting indices are shortened, as shuffles have them.
fn constant(elements: &[u64]) -> String {
    match elements {
        [one] => one.to_string(),
        [first, rest @ ..] if rest.iter().all(|e| e == first) => format!("splat {first}"),
        _ => format!("[{}]", runs(elements)),
    }
}

/// `0..15` for numbers that count up by one, `0..62 by 2` by another stride, at least four of them.
fn runs(numbers: &[u64]) -> String {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < numbers.len() {
        let stride = numbers.get(at + 1).map_or(0, |n| n.wrapping_sub(numbers[at]));
        let mut end = at + 1;
        while end < numbers.len() && numbers[end].wrapping_sub(numbers[end - 1]) == stride {
            end += 1;
        }
        let (first, last) = (numbers[at], numbers[end - 1]);
        if end - at < 4 || stride >= 1 << 32 {
            parts.push(first.to_string());
            at += 1;
            continue;
        }
        parts.push(match stride {
            0 => format!("{first} * {}", end - at),
            1 => format!("{first}..{last}"),
            _ => format!("{first}..{last} by {stride}"),
        });
        at = end;
    }
    parts.join(", ")
}

fn generic(op: &Generic) -> String {
    match op {
        Generic::Shuffle(indices) => {
            let indices: Vec<u64> = indices.iter().map(|&i| i.into()).collect();
            format!("shuffle[{}]", runs(&indices))
        }
        Generic::Compare(predicate) => format!("icmp.{}", predicate_word(*predicate)),
        Generic::Float(op, format) => format!("{}.{}", float_word(*op), format_word(*format)),
        // LLVM's names are ours in lower case.
        other => format!("{other:?}").to_lowercase(),
    }
}

fn predicate_word(predicate: Predicate) -> String {
    format!("{predicate:?}").to_lowercase()
}

fn float_word(op: FloatOp) -> String {
    match op {
        FloatOp::Convert(to) => format!("fconvert.to_{}", format_word(to)),
        other => format!("f{}", format!("{other:?}").to_lowercase()),
    }
}

fn format_word(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Half => "f16",
        FloatFormat::Single => "f32",
        FloatFormat::Double => "f64",
    }
}
