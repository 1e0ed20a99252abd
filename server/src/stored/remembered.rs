//! Between a search's selection, the memo's record, and the answer a caller gets.
//!
//! A record speaks of the canonical window: a parameter is a leaf by index, or a load relative to one. An answer speaks of
//! the caller's leaves. Records of another layout, epoch or window are refused, whatever key they were found under.

use super::freezing;
use crate::intake::question::Question;
use crate::limits;
use crate::search::selector::{
    Engine, Found, Lowered, Method, Options, Origin, ProofStep, Remembered, SelectError, Selection, Selector, Verdict,
};
use bytes::Bytes;
use isotope_dictionary::Target;
use isotope_ir::expr::{LeafId, LoadAddress};
use isotope_ir::types::{Kind, Type};
use isotope_program::stored;
use isotope_proto::v1;
use prost::Message as _;

/// The layout of `isotope.v1.Record` that this build writes and reads.
const VERSION: u32 = 3;

/// Why a record is not served.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The payload is not a record.
    #[error("its payload does not decode: {0}")]
    Undecodable(String),
    /// Another version's layout.
    #[error("its layout is {0}, this build reads {VERSION}")]
    Layout(u32),
    /// Another dictionary's.
    #[error("its epoch is {0}")]
    Epoch(String),
    /// Another prover's: it has to be proved again.
    #[error("its prover is {0}")]
    Prover(String),
    /// Of other prices: it has to be ranked anew.
    #[error("it was ranked by the prices of {0}")]
    Prices(String),
    /// The window as it was asked was not shown to be the one that the record answers.
    #[error("this phrasing of its window is not tied to it yet")]
    Untied,
    /// Not proved.
    #[error("its verdict is not `proved`")]
    Verdict,
    /// Another window's.
    #[error("it answers another question")]
    Question,
    /// A parameter that the window does not have.
    #[error("its parameters do not fit the window")]
    Parameters,
}

/// The record of a selection, in the canonical window's terms.
pub fn record(
    selection: &Selection,
    question: &Question,
    epoch: &str,
    selector: &dyn Selector,
) -> Result<v1::Record, SelectError> {
    let leaves = &question.canonical.window.graph.leaves;
    let mut parameters = Vec::with_capacity(selection.parameters.len());
    for parameter in &selection.parameters {
        let canonical = match &parameter.origin {
            Origin::Leaf(leaf) if (leaf.0 as usize) < leaves.len() => {
                v1::CanonicalParameter { leaf: leaf.0, load: None }
            }
            Origin::Load(address) => relative(address, leaves).ok_or_else(|| unknown(&parameter.name))?,
            Origin::Leaf(_) => return Err(unknown(&parameter.name)),
        };
        parameters.push(canonical);
    }
    let proof_steps = steps(&selection.proof);
    Ok(v1::Record {
        version: VERSION,
        epoch: epoch.to_owned(),
        cost_model: question.cost_model.to_string(),
        canonical_hash: question.canonical.hash.to_vec(),
        producer: selector.producer().to_owned(),
        found_by: source(selection.found) as i32,
        work_spent: selection.work,
        parameters,
        prover: selector.prover().to_owned(),
        program: selection.program.clone(),
        window: stored::window(&question.canonical.window).map_err(|e| SelectError::Internal(e.to_string()))?,
        target: Some(target(question)),
        phrasings: vec![],
        alternatives: selection.alternatives.iter().map(|program| unproved(program)).collect(),
        engine: engine(question.options.engine) as i32,
        budget: question.options.budget,
        // Said when it is written.
        remembered_at: 0,
        selection: Some(v1::Selection {
            verdict: verdict(selection.verdict) as i32,
            cost: selection.cost,
            baseline_cost: selection.baseline_cost,
            is_better: selection.is_better,
            instructions: selection.instructions.clone(),
            autollvm: selection.autollvm.clone(),
            llvm_ir: selection.llvm_ir.clone(),
            function: selection.function.clone(),
            parameters: selection.parameters.iter().map(|p| named(&p.name, p.ty)).collect(),
            proof: Some(v1::Proof { prover: selection.prover.clone(), steps: proof_steps }),
            epoch: epoch.to_owned(),
            prover: selector.prover().to_owned(),
            result: Some(type_to_proto(selection.result)),
            ..Default::default()
        }),
    })
}

fn unproved(program: &[u8]) -> v1::Alternative {
    v1::Alternative { program: program.to_vec(), steps: vec![] }
}

/// A search, as the wire says it.
fn engine(engine: Engine) -> v1::Engine {
    match engine {
        Engine::Fast => v1::Engine::Fast,
        Engine::Reference => v1::Engine::Reference,
        Engine::Baseline => v1::Engine::Baseline,
    }
}

/// The search that a record was asked for with.
pub fn options(record: &v1::Record) -> Options {
    let engine = match record.engine() {
        v1::Engine::Unspecified | v1::Engine::Fast => Engine::Fast,
        v1::Engine::Reference => Engine::Reference,
        v1::Engine::Baseline => Engine::Baseline,
    };
    Options { engine, budget: record.budget }
}

/// All programs of a record, its own first.
pub fn held(record: &v1::Record) -> Vec<Remembered> {
    let own = Remembered { program: record.program.clone(), proved: true };
    let other = |a: &v1::Alternative| Remembered { program: a.program.clone(), proved: !a.steps.is_empty() };
    std::iter::once(own).chain(record.alternatives.iter().map(other)).collect()
}

/// Makes of a record that was ranked by the prices of now one that knows all that the old one knew: the phrasings, and every proof. The
/// other programs stay alternatives.
pub fn carry_over(ranked: &mut v1::Record, old: &v1::Record) {
    ranked.phrasings.clone_from(&old.phrasings);
    if ranked.program != old.program {
        // It is another program's.
        ranked.phrasings.iter_mut().for_each(|phrasing| phrasing.freezing = None);
    }
    ranked.work_spent = old.work_spent;
    ranked.remembered_at = old.remembered_at;
    let own_steps = old.selection.as_ref().and_then(|s| s.proof.clone()).unwrap_or_default().steps;
    let own = v1::Alternative { program: old.program.clone(), steps: own_steps };
    let mut known: Vec<v1::Alternative> = std::iter::once(own).chain(old.alternatives.iter().cloned()).collect();
    if let Some(at) = known.iter().position(|one| one.program == ranked.program) {
        let one = known.remove(at);
        if let Some(proof) = ranked.selection.as_mut().and_then(|s| s.proof.as_mut()).filter(|p| p.steps.is_empty()) {
            proof.steps = one.steps;
        }
    }
    // The plain lowering is at hand without being held.
    known.retain(|one| !is_plain(old, one));
    for one in std::mem::take(&mut ranked.alternatives) {
        if known.iter().all(|k| k.program != one.program) {
            known.push(one);
        }
    }
    known.truncate(limits::MAX_ALTERNATIVES);
    ranked.alternatives = known;
}

fn is_plain(record: &v1::Record, one: &v1::Alternative) -> bool {
    record.found_by() == v1::Source::Baseline && record.program == one.program
}

fn unknown(parameter: &str) -> SelectError {
    SelectError::Internal(format!(
        "parameter {parameter} of the answer is neither a leaf nor near a load of the window"
    ))
}

fn named(name: &str, ty: Type) -> v1::Parameter {
    v1::Parameter { name: name.to_owned(), r#type: Some(type_to_proto(ty)), ..Default::default() }
}

/// A load as an offset from the first leaf with the same buffer and base.
fn relative(address: &LoadAddress, leaves: &[isotope_ir::expr::Leaf]) -> Option<v1::CanonicalParameter> {
    let (index, near) = leaves.iter().enumerate().find_map(|(i, leaf)| {
        let load = leaf.load.as_ref()?;
        (load.buffer == address.buffer && load.base == address.base).then_some((i, load))
    })?;
    let load = v1::RelativeLoad { offset: address.offset.checked_sub(near.offset)?, stride: address.stride };
    Some(v1::CanonicalParameter { leaf: index as u32, load: Some(load) })
}

/// The steps of a proof, as the wire says them.
pub fn steps(steps: &[ProofStep]) -> Vec<v1::ProofStep> {
    let step = |step: &ProofStep| {
        let methods: Vec<i32> = step.methods.iter().map(|m| method(*m) as i32).collect();
        let first = methods.first().copied().unwrap_or_default();
        v1::ProofStep { method: first, claim: step.claim.clone(), lanes: step.lanes, work: step.work, methods }
    };
    steps.iter().map(step).collect()
}

fn method(method: Method) -> v1::Method {
    match method {
        Method::Identical => v1::Method::Identical,
        Method::NormalForm => v1::Method::NormalForm,
        Method::Intervals => v1::Method::Intervals,
        Method::Pieces => v1::Method::Pieces,
        Method::EveryInput => v1::Method::Exhaustive,
        Method::Solver => v1::Method::Smt,
        Method::Gathering => v1::Method::Gathering,
        Method::Cuts => v1::Method::Cuts,
        Method::Sweeping => v1::Method::Sweeping,
        Method::Cases => v1::Method::Cases,
    }
}

/// The source of a selection, as the wire says it.
pub fn source(found: Found) -> v1::Source {
    match found {
        Found::Search => v1::Source::Search,
        Found::Baseline => v1::Source::Baseline,
    }
}

fn verdict(verdict: Verdict) -> v1::Verdict {
    match verdict {
        Verdict::Proved => v1::Verdict::Proved,
        Verdict::Baseline => v1::Verdict::Baseline,
    }
}

/// Decodes a memo payload, whoever wrote it.
pub fn decode(payload: &[u8]) -> Result<v1::Record, Refusal> {
    let record = v1::Record::decode(payload).map_err(|e| Refusal::Undecodable(e.to_string()))?;
    if record.version != VERSION {
        return Err(Refusal::Layout(record.version));
    }
    Ok(record)
}

/// Checks that a record answers this question's canonical window, whoever proved it.
pub fn fits(record: &v1::Record, question: &Question, epoch: &str) -> Result<(), Refusal> {
    if record.epoch != epoch {
        return Err(Refusal::Epoch(record.epoch.clone()));
    }
    if record.canonical_hash != question.canonical.hash {
        return Err(Refusal::Question);
    }
    if is_proved(record) { Ok(()) } else { Err(Refusal::Verdict) }
}

/// Whether a record's program was proved.
pub fn is_proved(record: &v1::Record) -> bool {
    record.selection.as_ref().is_some_and(|selection| selection.verdict() == v1::Verdict::Proved)
}

/// Checks that a record that fits may be served: its prover is this one, its prices are those of now, and the window as asked is
/// tied to it.
pub fn servable(record: &v1::Record, question: &Question, prover: &str) -> Result<(), Refusal> {
    if record.prover != prover {
        return Err(Refusal::Prover(record.prover.clone()));
    }
    if *record.cost_model != *question.cost_model {
        return Err(Refusal::Prices(record.cost_model.clone()));
    }
    if is_tied(record, question) { Ok(()) } else { Err(Refusal::Untied) }
}

/// Whether the window as asked was shown to be the one that the record answers, and what its caller has to freeze is known.
pub fn is_tied(record: &v1::Record, question: &Question) -> bool {
    record.phrasings.iter().any(|phrasing| phrasing.asked_hash == question.asked_hash && phrasing.freezing.is_some())
}

/// Notes that the window as asked is the one that the record answers. Of too many phrasings the oldest goes.
pub fn add_tie(record: &mut v1::Record, question: &Question, proof: &[ProofStep]) {
    if record.phrasings.len() >= limits::MAX_PHRASINGS {
        record.phrasings.remove(0);
    }
    record.phrasings.push(v1::Phrasing {
        asked_hash: question.asked_hash.to_vec(),
        steps: steps(proof),
        freezing: None,
    });
}

/// Makes a record that another prover wrote this one's: its proof, and the texts as they are lowered now. The phrasings have to
/// be shown again.
pub fn prove_again(record: &mut v1::Record, proof: &[ProofStep], lowered: Lowered, prover: &str) {
    record.prover = prover.to_owned();
    record.phrasings.clear();
    record.alternatives.iter_mut().for_each(|one| one.steps.clear());
    if let Some(selection) = &mut record.selection {
        selection.prover = prover.to_owned();
        selection.autollvm = lowered.autollvm;
        selection.llvm_ir = lowered.llvm_ir;
        let prover = selection.proof.take().unwrap_or_default().prover;
        selection.proof = Some(v1::Proof { prover, steps: steps(proof) });
    }
}

/// The target of a question, as the wire says it.
pub fn target(question: &Question) -> v1::Target {
    target_to_proto(&question.target)
}

/// A target as the wire says it, every feature spelled out.
pub fn target_to_proto(target: &Target) -> v1::Target {
    v1::Target { arch: target.arch().to_owned(), mcpu: target.mcpu().to_owned(), mattr: target.words().join(",") }
}

/// A record's selection with the caller's own names, cut to the texts that it wants.
pub fn answer(record: &v1::Record, question: &Question) -> Result<v1::Selection, Refusal> {
    let mut selection = record.selection.clone().ok_or(Refusal::Verdict)?;
    if selection.parameters.len() != record.parameters.len() {
        return Err(Refusal::Parameters);
    }
    for (parameter, canonical) in selection.parameters.iter_mut().zip(&record.parameters) {
        parameter.value = Some(value(canonical, question).ok_or(Refusal::Parameters)?);
    }
    freezing::fill(&mut selection, record, question);
    selection.target = Some(target(question));
    let wants = |output| question.outputs.has(output);
    if wants(v1::Output::Expression) {
        selection.expression = question.expression();
    }
    if !wants(v1::Output::Instructions) {
        selection.instructions.clear();
    }
    if !wants(v1::Output::Autollvm) {
        selection.autollvm.clear();
    }
    if !wants(v1::Output::LlvmIr) {
        selection.llvm_ir.clear();
    }
    if !wants(v1::Output::Proof) {
        selection.proof = None;
    }
    Ok(selection)
}

/// The serialised form of [`answer`].
pub fn encoded_answer(record: &v1::Record, question: &Question) -> Result<Bytes, Refusal> {
    Ok(answer(record, question)?.encode_to_vec().into())
}

fn value(canonical: &v1::CanonicalParameter, question: &Question) -> Option<v1::parameter::Value> {
    let leaf: LeafId = *question.canonical.leaf_map.get(canonical.leaf as usize)?;
    let asked = question.asked.graph.leaves.get(leaf.0 as usize)?;
    let Some(relative) = &canonical.load else {
        return Some(v1::parameter::Value::Leaf(asked.name.clone()));
    };
    let near = asked.load.as_ref()?;
    Some(v1::parameter::Value::Load(v1::Load {
        buffer: near.buffer.clone(),
        base: near.base.clone(),
        offset: near.offset.checked_add(relative.offset)?,
        stride: relative.stride,
    }))
}

/// A type as the wire says it.
pub fn type_to_proto(ty: Type) -> v1::Type {
    let kind = match ty.kind {
        Kind::Int => v1::Kind::Int,
        Kind::UInt => v1::Kind::Uint,
        Kind::Float => v1::Kind::Float,
        Kind::BFloat => v1::Kind::Bfloat,
    };
    v1::Type { kind: kind as i32, bits: ty.bits, lanes: ty.lanes }
}
