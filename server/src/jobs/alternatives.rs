//! The code that the memo holds for windows, with a proof and a price for each program.

use super::Job;
use crate::core::Core;
use crate::failure::Failure;
use crate::intake::key::{hex, of_kind};
use crate::intake::question::Question;
use crate::intake::texts::Questions;
use crate::search::selector::{Checked, Control, Cost, Held, Origin, Selection, Verdict, Way};
use crate::stored::remembered;
use isotope_cache::Key;
use isotope_ir::Window;
use isotope_proto::v1;

/// The windows of a request.
pub(crate) struct Alternatives {
    key: Key,
    questions: Questions,
}

impl Alternatives {
    /// Of a request with these bytes.
    pub(crate) fn of(request: &[u8], questions: Questions) -> Self {
        Alternatives { key: of_kind("isotope alternatives", [request]), questions }
    }
}

impl Job for Alternatives {
    type Done = v1::AlternativesResponse;
    const GOES_ON: bool = false;

    fn key(&self) -> Key {
        self.key
    }

    fn work(&self, core: &Core, control: &Control) -> Result<v1::AlternativesResponse, Failure> {
        let windows = self.questions.iter().map(|question| window(core, question, control));
        Ok(v1::AlternativesResponse { windows: windows.collect::<Result<Vec<_>, _>>()? })
    }
}

fn window(core: &Core, question: &Question, control: &Control) -> Result<v1::WindowAlternatives, Failure> {
    let canonical = &question.canonical.window;
    let mut programs = Vec::new();
    if let Some(record) = core.store.proved(question, control)?
        && let Some(record) = core.store.ranked(question, record, control)?
        && remembered::is_proved(&record)
    {
        let record = all_proved(core, question, record, control)?;
        let held = remembered::held(&record);
        let found = core.selector.alternatives(canonical, &question.target, &held, control)?;
        programs = found.into_iter().map(|(selection, cost)| program(canonical, selection, &cost)).collect();
    }
    Ok(v1::WindowAlternatives {
        canonical: isotope_ir::print::print(canonical),
        canonical_hash: hex(&question.canonical.hash),
        cpu: question.target.tune().to_owned(),
        programs,
    })
}

/// The record with a proof for each of its programs; those that cannot be proved are dropped from it. The memo gets the proofs.
fn all_proved(
    core: &Core,
    question: &Question,
    mut record: v1::Record,
    control: &Control,
) -> Result<v1::Record, Failure> {
    let count = record.alternatives.len();
    let mut proofs = 0;
    let mut kept = Vec::with_capacity(count);
    for mut one in std::mem::take(&mut record.alternatives) {
        if one.steps.is_empty() {
            let held = Held { window: &question.canonical.window, program: &one.program, target: &question.target };
            match core.selector.check(&held, Way::Usual, control)? {
                Checked::Holds(steps) => {
                    one.steps = remembered::steps(&steps);
                    proofs += 1;
                }
                Checked::Fails(why) | Checked::Open(why) => {
                    tracing::debug!(key = %question.key, why, "an alternative has no proof and is dropped");
                    continue;
                }
            }
        }
        kept.push(one);
    }
    record.alternatives = kept;
    if proofs > 0 || record.alternatives.len() < count {
        // A note would say that it is written later, which is of no concern to who asked.
        let _ = core.store.put(question.key, &record);
    }
    Ok(record)
}

fn program(window: &Window, selection: Selection, cost: &Cost) -> v1::PricedProgram {
    let parameters = selection.parameters.iter().map(|parameter| {
        let value = match &parameter.origin {
            Origin::Leaf(leaf) => {
                let leaf = window.graph.leaves.get(leaf.0 as usize);
                leaf.map(|leaf| v1::parameter::Value::Leaf(leaf.name.clone()))
            }
            Origin::Load(load) => Some(v1::parameter::Value::Load(v1::Load {
                buffer: load.buffer.clone(),
                base: load.base.clone(),
                offset: load.offset,
                stride: load.stride,
            })),
        };
        v1::Parameter {
            name: parameter.name.clone(),
            r#type: Some(remembered::type_to_proto(parameter.ty)),
            value,
            ..Default::default()
        }
    });
    let verdict = match selection.verdict {
        Verdict::Proved => v1::Verdict::Proved,
        Verdict::Baseline => v1::Verdict::Baseline,
    };
    v1::PricedProgram {
        selection: Some(v1::Selection {
            verdict: verdict as i32,
            cost: cost.centicycles,
            parameters: parameters.collect(),
            instructions: selection.instructions,
            autollvm: selection.autollvm,
            llvm_ir: selection.llvm_ir,
            function: selection.function,
            result: Some(remembered::type_to_proto(selection.result)),
            ..Default::default()
        }),
        r#loop: Some(v1::Loop { code: cost.asm.clone(), model_cost: cost.model(), measured_cost: cost.measured() }),
    }
}
