//! Programs as LLVM IR functions.
//!
//! A function has the answer's parameters by value, in its order, and gives the result by value; `alwaysinline`, so
//! that it disappears into the loop that calls it. The same body can be written as such a loop ([`Function::in_loop`]),
//! for pricing.

mod body;
mod form;
mod gather;
mod generic;
mod looped;
mod module;
mod otherwise;
mod products;
mod shuffle;
mod types;

pub use form::{Form, FormError};
pub use module::{Definition, Module, ModuleError};
pub use types::{Element, LlvmType};

use body::{Body, Written};
use isotope_dictionary::manifest::Miscompiled;
use isotope_dictionary::{Gather, Target};
use isotope_program::{Param, Program, StepOp, Value};
use std::collections::BTreeSet;
use thiserror::Error;

/// Why a program has no LLVM form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LlvmError {
    /// The dictionary has no LLVM form of an instruction.
    #[error("there is no LLVM form of {name} with immediates {immediates:?}")]
    NoForm {
        /// The vendor's intrinsic.
        name: String,
        /// Its immediates.
        immediates: Vec<u64>,
    },
    /// The form does not fit where it is used.
    #[error("the LLVM form of {name} does not fit: {source}")]
    Form {
        /// The vendor's intrinsic.
        name: String,
        /// The fault in it.
        source: FormError,
    },
}

/// Where the LLVM forms of instructions come from.
pub trait Forms {
    /// The form of an instruction with these immediates.
    fn form(&self, name: &str, immediates: &[u64]) -> Option<Form>;

    /// The operations that LLVM compiles wrongly or not at all; `None` where it compiles everything.
    fn miscompiled(&self) -> Option<&Miscompiled> {
        None
    }

    /// How bytes of a register are put into any order, where LLVM does not do it.
    fn gather(&self) -> Option<&Gather> {
        None
    }
}

/// No forms: for programs of generic operations only.
pub struct NoForms;

impl Forms for NoForms {
    fn form(&self, _: &str, _: &[u64]) -> Option<Form> {
        None
    }
}

/// A function, its text in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The symbol, without `@`.
    pub name: String,
    /// Parameters: type and local name, in the program's order.
    pub params: Vec<(LlvmType, String)>,
    /// The meaning of the program's parameters.
    sources: Vec<Param>,
    /// Its result.
    pub result: LlvmType,
    /// Instructions, one each.
    pub lines: Vec<String>,
    /// The operand that is returned.
    pub value: String,
    /// Vectors of bools are bytes in memory.
    bools_are_bytes: bool,
    /// The intrinsics that it calls, as declarations.
    pub declares: BTreeSet<String>,
}

/// A program as a function called `name`.
pub fn function(program: &Program, name: &str, forms: &dyn Forms) -> Result<Function, LlvmError> {
    let params: Vec<(LlvmType, String)> = parameters(program);
    let mut body = Body::default();
    for (at, step) in program.steps.iter().enumerate() {
        let written = match &step.op {
            StepOp::Param(index) => {
                let (ty, name) = params[*index as usize].clone();
                Written::Name(name, ty)
            }
            StepOp::Constant(elements) => Written::Constant(elements.clone(), LlvmType::int(step.shape)),
            StepOp::Generic(op) => match otherwise::write(&mut body, program, Value(at as u32), op, forms) {
                Some(written) => written?,
                None => generic::write(&mut body, program, op, step),
            },
            StepOp::Instruction { name, immediates } => {
                let args: Vec<Written> = step.args.iter().map(|arg| body.written(*arg).clone()).collect();
                spliced(&mut body, forms, name, immediates, &args)?
            }
        };
        body.record(written);
    }
    let result = LlvmType::of(program.ty);
    let value = body.operand(program.result, result);
    let sources = program.params.clone();
    let bools_are_bytes = forms.miscompiled().is_some_and(|miscompiled| miscompiled.unselected_bools);
    let (name, Body { lines, declares, .. }) = (name.to_owned(), body);
    Ok(Function { name, params, sources, result, value, bools_are_bytes, lines, declares })
}

/// The form of an instruction, with operands.
fn spliced(
    body: &mut Body,
    forms: &dyn Forms,
    name: &str,
    immediates: &[u64],
    args: &[Written],
) -> Result<Written, LlvmError> {
    let missing = || LlvmError::NoForm { name: name.to_owned(), immediates: immediates.to_vec() };
    let form = forms.form(name, immediates).ok_or_else(missing)?;
    form.splice(body, args).map_err(|source| LlvmError::Form { name: name.to_owned(), source })
}

/// Parameters by the leaves' names, made unique and fit for LLVM.
fn parameters(program: &Program) -> Vec<(LlvmType, String)> {
    let mut taken = BTreeSet::new();
    let mut named = Vec::new();
    for (at, param) in program.params.iter().enumerate() {
        let fit = |c: char| if c.is_ascii_alphanumeric() || "_.-".contains(c) { c } else { '_' };
        let mut name = format!("%in.{}", param.name.chars().map(fit).collect::<String>());
        if !taken.insert(name.clone()) {
            name = format!("{name}.{at}");
            taken.insert(name.clone());
        }
        named.push((LlvmType::of(param.ty), name));
    }
    named
}

impl Function {
    /// The definition with everything by value, attributes by reference to group 0.
    pub fn by_value(&self) -> String {
        let params: Vec<String> = self.params.iter().map(|(ty, name)| format!("{ty} {name}")).collect();
        let mut out = format!("define {} @{}({}) #0 {{\n", self.result, self.name, params.join(", "));
        self.lines.iter().for_each(|line| out += &format!("  {line}\n"));
        out + &format!("  ret {} {}\n}}\n", self.result, self.value)
    }

    /// A whole module with the by-value function, inlined wherever it is called.
    pub fn module(&self, target: &Target) -> String {
        module(&[self.by_value()], &self.declares, "alwaysinline nounwind", target)
    }
}

/// Definitions with what they call, for one target.
pub fn module(definitions: &[String], declares: &BTreeSet<String>, attributes: &str, target: &Target) -> String {
    let mut out = definitions.join("\n");
    out.push('\n');
    declares.iter().for_each(|declare| out += &format!("{declare}\n"));
    let features = if target.mattr().is_empty() {
        String::new()
    } else {
        format!(" \"target-features\"=\"{}\"", target.mattr().join(","))
    };
    let tune = match target.tune() {
        cpu if cpu == target.mcpu() => String::new(),
        cpu => format!(" \"tune-cpu\"=\"{cpu}\""),
    };
    out + &format!("\nattributes #0 = {{ {attributes} \"target-cpu\"=\"{}\"{tune}{features} }}\n", target.mcpu())
}
