//! Answers as JSON, for other programs. Fields are only ever added; `version` changes if one has to change its meaning.
//!
//! Costs are cycles of block throughput on the target. A parameter has either `leaf`, the name of a leaf of the request, or
//! `load`.

use isotope_proto::v1;
use serde::Serialize;

/// The output of `isotope select --emit json`.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The version of this layout.
    pub version: u32,
    /// One for each window, in the request's order.
    pub results: Vec<Outcome>,
}

/// One window's answer.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct Outcome {
    /// Where the window is in a program, and what it is: of programs alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<String>,
    pub expression: String,
    pub target: Target,
    /// `proved`, `unproved`, `baseline`.
    pub verdict: &'static str,
    /// `memo`, `search`, `baseline`.
    pub source: &'static str,
    pub cost: f64,
    pub baseline_cost: f64,
    pub instructions: Vec<String>,
    pub autollvm: String,
    pub llvm_ir: String,
    pub function: String,
    pub parameters: Vec<Parameter>,
    /// The type that the function returns.
    pub result: String,
    /// Each byte of the result depends on an element of memory by one parameter at most.
    pub one_load_a_byte: bool,
    pub proof: Option<Proof>,
    /// Units of work spent in this request; 0 from the memo.
    pub work: u64,
    /// A deadline cut the search.
    pub truncated: bool,
    pub milliseconds: f64,
    pub epoch: String,
    /// Digest of everything that decided the verdict.
    pub prover: String,
    pub notes: Vec<String>,
}

/// A machine in LLVM's names.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct Target {
    pub arch: String,
    pub mcpu: String,
    pub mattr: String,
}

/// A parameter of the function.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct Parameter {
    pub name: String,
    pub r#type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaf: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load: Option<Load>,
    /// Whether it has to be frozen where it may be undefined: `always`, `never`, `unless added up`.
    pub freeze: &'static str,
}

/// Element index = base + offset + lane * stride.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct Load {
    pub buffer: String,
    pub base: String,
    pub offset: i64,
    pub stride: i64,
}

/// How the program was shown equal.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct Proof {
    pub prover: String,
    pub steps: Vec<ProofStep>,
}

/// One step of a proof.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct ProofStep {
    /// The first of `methods`.
    pub method: &'static str,
    /// The methods that the step rests on: `identical`, `normal form`, `intervals`, `pieces`, `every input`, `solver`, `gathering`,
    /// `cuts`, `sweeping`, `cases`.
    pub methods: Vec<&'static str>,
    pub claim: String,
    pub lanes: u32,
    pub work: u64,
}

/// Answers as a report.
pub fn report(answers: &[v1::Answer]) -> Report {
    Report { version: 2, results: answers.iter().map(outcome).collect() }
}

/// Cycles, from the wire's hundredths.
pub fn cycles(hundredths: u64) -> f64 {
    hundredths as f64 / 100.0
}

fn outcome(answer: &v1::Answer) -> Outcome {
    let selection = answer.selection.clone().unwrap_or_default();
    let target = selection.target.clone().unwrap_or_default();
    Outcome {
        window: None,
        verdict: verdict(selection.verdict()),
        source: source(answer.source()),
        cost: cycles(selection.cost),
        baseline_cost: cycles(selection.baseline_cost),
        target: Target { arch: target.arch, mcpu: target.mcpu, mattr: target.mattr },
        parameters: selection.parameters.iter().map(parameter).collect(),
        result: selection.result.as_ref().map(type_name).unwrap_or_default(),
        one_load_a_byte: selection.one_load_a_byte,
        proof: selection.proof.as_ref().map(proof),
        expression: selection.expression,
        instructions: selection.instructions,
        autollvm: selection.autollvm,
        llvm_ir: selection.llvm_ir,
        function: selection.function,
        work: answer.work_spent,
        truncated: answer.truncated,
        milliseconds: answer.milliseconds,
        epoch: selection.epoch,
        prover: selection.prover,
        notes: answer.notes.clone(),
    }
}

fn parameter(parameter: &v1::Parameter) -> Parameter {
    let (leaf, load) = match &parameter.value {
        Some(v1::parameter::Value::Leaf(name)) => (Some(name.clone()), None),
        Some(v1::parameter::Value::Load(load)) => (None, Some(read_load(load))),
        None => (None, None),
    };
    let r#type = parameter.r#type.as_ref().map(type_name).unwrap_or_default();
    let freeze = match parameter.freeze() {
        v1::Freeze::Unspecified | v1::Freeze::Always => "always",
        v1::Freeze::Never => "never",
        v1::Freeze::UnlessAddedUp => "unless added up",
    };
    Parameter { name: parameter.name.clone(), r#type, leaf, load, freeze }
}

fn read_load(load: &v1::Load) -> Load {
    Load { buffer: load.buffer.clone(), base: load.base.clone(), offset: load.offset, stride: load.stride }
}

fn proof(proof: &v1::Proof) -> Proof {
    let step = |s: &v1::ProofStep| {
        let method = method(s.method());
        let methods = methods(s);
        ProofStep { method, methods, claim: s.claim.clone(), lanes: s.lanes, work: s.work }
    };
    Proof { prover: proof.prover.clone(), steps: proof.steps.iter().map(step).collect() }
}

/// The words for what a step rests on.
pub fn methods(step: &v1::ProofStep) -> Vec<&'static str> {
    // Steps of earlier records name one method.
    if step.methods.is_empty() { vec![method(step.method())] } else { step.methods().map(method).collect() }
}

fn method(method: v1::Method) -> &'static str {
    match method {
        v1::Method::Identical => "identical",
        v1::Method::NormalForm => "normal form",
        v1::Method::Intervals => "intervals",
        v1::Method::Pieces => "pieces",
        v1::Method::Exhaustive => "every input",
        v1::Method::Smt => "solver",
        v1::Method::Gathering => "gathering",
        v1::Method::Cuts => "cuts",
        v1::Method::Sweeping => "sweeping",
        v1::Method::Cases => "cases",
        v1::Method::Unspecified => "unknown",
    }
}

/// The word for a verdict.
pub fn verdict(verdict: v1::Verdict) -> &'static str {
    match verdict {
        v1::Verdict::Proved => "proved",
        v1::Verdict::Unproved => "unproved",
        v1::Verdict::Baseline => "baseline",
        v1::Verdict::Unspecified => "unknown",
    }
}

/// The word for a source.
pub fn source(source: v1::Source) -> &'static str {
    match source {
        v1::Source::Memo => "memo",
        v1::Source::Search => "search",
        v1::Source::Baseline => "baseline",
        v1::Source::Unspecified => "unknown",
    }
}

/// Halide's spelling of a type: `uint8x64`.
pub fn type_name(ty: &v1::Type) -> String {
    let kind = match ty.kind() {
        v1::Kind::Int => "int",
        v1::Kind::Uint => "uint",
        v1::Kind::Float => "float",
        v1::Kind::Bfloat => "bfloat",
        v1::Kind::Unspecified => "unknown",
    };
    let lanes = if ty.lanes > 1 { format!("x{}", ty.lanes) } else { String::new() };
    format!("{kind}{}{lanes}", ty.bits)
}
