//! Which intrinsics are tried, and with which others they share a program.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use isotope_run::{Executor, with_features};
use isotope_vendor::catalogue::Intrinsic;
use isotope_vendor::reader;
use isotope_vendor::scope::{self, Scope};

use super::emulator_errata::EmulatorErrata;
use super::fault::Fault;
use super::kept::{Kept, digest};
use super::report::{Outcome, Report};
use super::{Trial, header};
use crate::folder::SetFolder;
use crate::llvm_forms::Block;

/// Intrinsics in one program: a few seconds of clang.
const TRIALS_PER_PROGRAM: usize = 120;

/// Trials of like features for one machine.
pub struct Batch {
    /// Where it runs.
    pub executor: &'static dyn Executor,
    /// Which machine that is.
    pub machine: String,
    /// The trials that run.
    pub trials: Vec<Trial>,
}

/// Collects what is to be tried.
pub struct Planner<'a> {
    scope: &'a Scope,
    forms: BTreeMap<&'a str, &'a Block>,
    features: BTreeMap<String, String>,
    /// Trials whose features and immediates an LLVM form says, and those whose clang's header must be asked for.
    formed: Vec<Trial>,
    unformed: Vec<Trial>,
}

impl<'a> Planner<'a> {
    /// Nothing yet.
    pub fn new(set: &SetFolder, scope: &'a Scope, forms: &'a [Block]) -> Result<Planner<'a>> {
        let forms = forms.iter().map(|f| (f.name.as_str(), f)).collect();
        Ok(Planner { scope, forms, features: set.features()?, formed: Vec::new(), unformed: Vec::new() })
    }

    /// Translates an entry and adds it to the trials, or reports why not.
    pub fn plan(
        &mut self,
        intrinsic: &Intrinsic,
        executors: &[&'static dyn Executor],
        faults: &EmulatorErrata,
        report: &mut Report,
    ) -> Result<()> {
        let extension = if intrinsic.cpuid.is_empty() { "(none)".to_owned() } else { intrinsic.cpuid.join("+") };
        let name = reader::name(&intrinsic.name, intrinsic.cpuid.iter().map(String::as_str));
        if let Err(refusal) = scope::in_scope(intrinsic, self.scope) {
            report.outside(extension, refusal.class());
            return Ok(());
        }
        let translation = match scope::translate(intrinsic, self.scope) {
            Ok(translation) => translation,
            Err(refusal) => {
                let text = intrinsic.operation.as_deref();
                let parsed = text.is_some_and(|text| isotope_semantics::pseudo::parse(text).is_ok());
                let outcome = Outcome::Refused { class: refusal.class(), why: refusal.to_string() };
                report.add(extension, name, parsed, outcome);
                return Ok(());
            }
        };
        let llvm = |vendor: &String| self.features.get(vendor).cloned();
        let features: BTreeSet<String> = intrinsic.cpuid.iter().filter_map(llvm).collect();
        report.add(extension, name.clone(), true, Outcome::Pending);
        report.translated(&name, digest(&translation.semantics), translation.errata);
        let mut trial = Trial {
            c_name: intrinsic.name.clone(),
            features: features.into_iter().collect(),
            immediates: None,
            semantics: translation.semantics,
            c_types: intrinsic.params.iter().map(|p| p.ty.clone()).collect(),
            c_result: intrinsic.ret.ty.clone(),
            fault: Fault::known(intrinsic, &name, self.scope, executors, faults)?,
            name,
        };
        match self.forms.get(trial.name.as_str()) {
            Some(form) if form.leaves_bits_undefined() => report.settle(&trial.name, Outcome::Undefined),
            Some(form) => {
                trial.c_name = form.c_name.clone();
                trial.features = form.features.clone();
                trial.immediates = form.immediate.as_ref().map(|(_, _, accepted)| accepted.clone());
                self.formed.push(trial);
            }
            // A text may have an entry twice; the first one counts.
            None if self.unformed.iter().all(|t| t.name != trial.name) => self.unformed.push(trial),
            None => {}
        }
        Ok(())
    }

    /// The trials for a machine here. Of the rest the report says why not, or what another machine found.
    pub fn trials(self, executors: &[&'static dyn Executor], kept: &Kept, report: &mut Report) -> Result<Vec<Trial>> {
        let (asked, lacking) = header::settle(self.unformed)?;
        for name in lacking {
            report.settle(&name, Outcome::NotInHeader);
        }
        let mut trials = Vec::new();
        for trial in self.formed.into_iter().chain(asked) {
            let features: Vec<&str> = trial.features.iter().map(String::as_str).collect();
            let here = with_features(executors, &features);
            let stays = kept.stays(&trial.name, &digest(&trial.semantics), executors, here.as_ref().ok().copied());
            match (stays, here) {
                (Some(outcome), _) => report.settle(&trial.name, outcome),
                (None, Err(feature)) => report.settle(&trial.name, Outcome::NoMachine { feature }),
                (None, Ok(_)) => trials.push(trial),
            }
        }
        Ok(trials)
    }
}

/// Trials by features, in parts that compile in reasonable time.
pub fn batches(mut trials: Vec<Trial>, executors: &[&'static dyn Executor]) -> Vec<Batch> {
    trials.sort_by(|a, b| (&a.features, &a.name).cmp(&(&b.features, &b.name)));
    let mut batches: Vec<Batch> = Vec::new();
    for trial in trials {
        match batches.last_mut() {
            Some(batch) if batch.trials[0].features == trial.features && batch.trials.len() < TRIALS_PER_PROGRAM => {
                batch.trials.push(trial);
            }
            _ => {
                let features: Vec<&str> = trial.features.iter().map(String::as_str).collect();
                let executor = with_features(executors, &features);
                let executor = executor.expect("only what an executor can run is a trial");
                batches.push(Batch { executor, machine: executor.machine(), trials: vec![trial] });
            }
        }
    }
    batches
}
