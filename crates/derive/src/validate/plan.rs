//! Which intrinsics are tried, and with which others they share a program.

use isotope_isa::catalogue::Intrinsic;
use isotope_isa::reader;
use isotope_isa::scope::{self, Scope};
use isotope_run::{Executor, with_features};

use super::Trial;
use super::report::{Outcome, Report};
use crate::llvm_forms::Block;

/// Intrinsics in one program: a few seconds of clang.
const TRIALS_PER_PROGRAM: usize = 120;

/// Trials of like features for one machine.
pub struct Batch<'a> {
    /// Where it runs.
    pub executor: &'static dyn Executor,
    /// What runs.
    pub trials: Vec<Trial<'a>>,
}

/// Translates an entry and adds it to the trials, or reports why not.
pub fn plan<'a>(
    intrinsic: &Intrinsic,
    scope: &Scope,
    (forms, executors): (&'a [Block], &[&'static dyn Executor]),
    report: &mut Report,
    trials: &mut Vec<Trial<'a>>,
) {
    let extension = if intrinsic.cpuid.is_empty() { "(none)".to_owned() } else { intrinsic.cpuid.join("+") };
    let name = reader::name(&intrinsic.name, intrinsic.cpuid.iter().map(String::as_str));
    if let Err(refusal) = scope::in_scope(intrinsic, scope) {
        report.outside(extension, refusal.class());
        return;
    }
    let translation = match scope::translate(intrinsic, scope) {
        Ok(translation) => translation,
        Err(refusal) => {
            let parsed = intrinsic.operation.as_deref().is_some_and(|text| isotope_isa::pseudo::parse(text).is_ok());
            report.add(extension, name, parsed, Outcome::Refused { class: refusal.class(), why: refusal.to_string() });
            return;
        }
    };
    let form = forms.iter().find(|f| f.name == name);
    let outcome = match form {
        None => Outcome::NotInHeader,
        Some(form) if form.leaves_bits_undefined() => Outcome::Undefined,
        Some(form) => match with_features(executors, &form.features.iter().map(String::as_str).collect::<Vec<_>>()) {
            Err(feature) => Outcome::NoMachine { feature },
            Ok(_) => {
                trials.push(Trial {
                    name: name.clone(),
                    semantics: translation.semantics,
                    form,
                    c_types: intrinsic.params.iter().map(|p| p.ty.clone()).collect(),
                    c_result: intrinsic.ret.ty.clone(),
                });
                Outcome::Pending
            }
        },
    };
    report.add(extension, name.clone(), true, outcome);
    report.errata(&name, translation.errata);
}

/// Trials by features, in parts that compile in reasonable time.
pub fn batches<'a>(mut trials: Vec<Trial<'a>>, executors: &[&'static dyn Executor]) -> Vec<Batch<'a>> {
    trials.sort_by(|a, b| (&a.form.features, &a.name).cmp(&(&b.form.features, &b.name)));
    let mut batches: Vec<Batch<'a>> = Vec::new();
    for trial in trials {
        match batches.last_mut() {
            Some(batch)
                if batch.trials[0].form.features == trial.form.features && batch.trials.len() < TRIALS_PER_PROGRAM =>
            {
                batch.trials.push(trial);
            }
            _ => {
                let features: Vec<&str> = trial.form.features.iter().map(String::as_str).collect();
                let executor = with_features(executors, &features);
                let executor = executor.expect("plan() only adds trials that an executor can run");
                batches.push(Batch { executor, trials: vec![trial] });
            }
        }
    }
    batches
}
