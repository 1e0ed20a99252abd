//! Explanations as JSON. Members are only ever added; `version` changes if one has to change its meaning.
//!
//! Costs are cycles of block throughput on the target.

use super::finding;
use isotope_client::json::{cycles, report};
use isotope_proto::v1;
use serde_json::{Value, json};

/// The version of the layout.
pub const VERSION: u32 = 1;

/// An explanation, window by window.
pub fn explanation(response: &v1::ExplainResponse) -> Value {
    let target = response.target.clone().unwrap_or_default();
    json!({
        "version": VERSION,
        "target": { "arch": target.arch, "mcpu": target.mcpu, "mattr": target.mattr },
        "features": response.features,
        "epoch": response.epoch,
        "cost_model": response.cost_model,
        "windows": response.windows.iter().map(window).collect::<Vec<_>>(),
    })
}

fn window(window: &v1::Explanation) -> Value {
    json!({
        "expression": window.expression,
        "canonical": window.canonical,
        "canonical_hash": window.canonical_hash,
        "key": window.key,
        "memo": memo(window.memo()),
        "answer": window.selection.as_ref().map(answer),
        "sections": window.sections.iter().map(|one| json!({ "title": one.title, "text": one.text })).collect::<Vec<_>>(),
        "candidates": window.candidates.iter().map(candidate).collect::<Vec<_>>(),
        "left_out": window.left_out,
        "why_not": window.why_not.as_ref().map(why_not),
    })
}

fn memo(state: v1::MemoState) -> &'static str {
    match state {
        v1::MemoState::Hit => "hit",
        v1::MemoState::Miss => "miss",
        v1::MemoState::Refused => "refused",
        v1::MemoState::Searching => "searching",
        v1::MemoState::Unspecified => "unknown",
    }
}

/// As `isotope select --emit json` has it, without what only a call has.
fn answer(selection: &v1::Selection) -> Value {
    let answer = v1::Answer { selection: Some(selection.clone()), ..v1::Answer::default() };
    let mut value = report(&[answer]).results.first().map_or(Value::Null, |one| json!(one));
    if let Some(members) = value.as_object_mut() {
        ["source", "work", "truncated", "milliseconds", "notes"].iter().for_each(|name| drop(members.remove(*name)));
    }
    value
}

fn candidate(one: &v1::Candidate) -> Value {
    let part = |part: &v1::Part| json!({ "value": part.value, "instruction": part.instruction, "expression": part.expression, "low_bits": part.low_bits });
    json!({
        "by": one.by,
        "cost": cycles(one.cost),
        "model_cost": cycles(one.model_cost),
        "uops": one.uops,
        "instructions": one.instructions,
        "code": one.code,
        "autollvm": one.autollvm,
        "parts": one.parts.iter().map(part).collect::<Vec<_>>(),
        "is_answer": one.is_answer,
    })
}

fn why_not(found: &v1::WhyNot) -> Value {
    json!({
        "instruction": found.instruction,
        "intrinsics": found.intrinsics,
        "finding": finding(found.finding()),
        "reason": found.reason,
        "candidate": found.candidate.as_ref().map(candidate),
        "input": Some(&found.input).filter(|input| !input.is_empty()),
    })
}
