//! The function of a machine in place of what the vendor's text says, where a fault of it is known to the bit.

use anyhow::{Context, Result, ensure};
use isotope_run::Executor;
use isotope_semantics::Semantics;
use isotope_vendor::catalogue::Intrinsic;
use isotope_vendor::scope::{self, Scope};

use super::emulator_errata::EmulatorErrata;

/// A fault that is known to the bit.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Its name in `emulator-errata.toml`.
    pub name: String,
    /// Which machine has it.
    pub machine: String,
    /// The function of that machine.
    pub semantics: Semantics,
}

impl Fault {
    /// The fault that one of the machines has in an intrinsic, which the project calls `name`: `None` where there is none, or it has no
    /// edits. An edit that the text has no place for, and a text that edited means nothing, are errors.
    pub fn known(
        intrinsic: &Intrinsic,
        name: &str,
        scope: &Scope,
        executors: &[&'static dyn Executor],
        errata: &EmulatorErrata,
    ) -> Result<Option<Fault>> {
        let known = executors.iter().map(|executor| executor.machine()).find_map(|machine| {
            let fault = errata.known(name, &machine)?;
            Some((machine, fault))
        });
        let Some((machine, fault)) = known else { return Ok(None) };
        let place = || format!("emulator-errata.toml, {}, of {name}", fault.name);
        let mut faulty = intrinsic.clone();
        let text = faulty.operation.as_mut().with_context(|| format!("{}: there is no text", place()))?;
        for edit in &fault.edits {
            ensure!(text.contains(&edit.find), "{}: the text has no {:?}", place(), edit.find);
            *text = text.replace(&edit.find, &edit.replace);
        }
        let semantics = scope::translate(&faulty, scope).with_context(place)?.semantics;
        Ok(Some(Fault { name: fault.name.clone(), machine, semantics }))
    }
}

#[cfg(test)]
mod tests;
