//! The census of an instruction set, as `isotope census` shows it: which functions the search finds, by what they are.
//!
//! Here because it wants threads: what a row is, and how it is earned, is `isotope_search::placement::census`.

use crate::sets;
use isotope_dictionary::{Member, TargetError};
use isotope_search::instructions::Role;
use isotope_search::placement::census::{Census, Row, distinct};
use serde::Serialize;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

/// The counts of a kind of functions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The property that they share.
    pub of: String,
    /// How many there are.
    pub functions: usize,
    /// How many of them are found.
    pub found: usize,
}

/// One function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Function {
    /// The instruction that stands for it.
    pub name: String,
    /// Its role.
    pub role: &'static str,
    /// Its operands besides vectors.
    pub takes: Vec<&'static str>,
    /// The instruction that was found for it.
    pub found: Option<String>,
    /// With what immediates.
    pub immediates: Vec<u64>,
    /// Why nothing was.
    pub reason: Option<String>,
}

/// A census.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The instruction set.
    pub arch: String,
    /// By whose prices.
    pub cpu: String,
    /// Functions that were looked for, of so many.
    pub functions: usize,
    /// See `functions`.
    pub of: usize,
    /// Functions that were found.
    pub found: usize,
    /// By role; each function once.
    pub roles: Vec<Count>,
    /// By what they take besides vectors; a function as often as it takes something.
    pub takes: Vec<Count>,
    /// Why the others were not found.
    pub reasons: BTreeMap<String, usize>,
    /// All that were looked for.
    pub rows: Vec<Function>,
}

/// Why there is no census.
#[derive(Debug, thiserror::Error)]
pub enum CensusError {
    /// The instruction sets cannot be read.
    #[error(transparent)]
    Sets(#[from] sets::SetsError),
    /// The target is none.
    #[error(transparent)]
    Target(#[from] TargetError),
}

/// Looks for every `every`th function of an architecture's instruction set by the prices of a CPU, on all cores.
pub fn census(more: Option<&Path>, arch: &str, cpu: &str, every: usize) -> Result<Report, CensusError> {
    let all = sets::load(more)?;
    let target = all.target(arch, cpu, "", &sets::host())?;
    let Some(set) = all.get(target.arch()) else { unreachable!("a target is of a known instruction set") };
    let census = Census::new(set.dictionary(), target.tune());
    let members = distinct(set.dictionary());
    let chosen: Vec<&Member> = members.iter().copied().step_by(every.max(1)).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    // Each thread takes what is left over by its number, so that dear neighbours are shared out.
    let part = |first: usize| chosen.iter().skip(first).step_by(threads).map(|m| census.row(m)).collect::<Vec<_>>();
    let mut rows: Vec<Row> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|first| scope.spawn(move || part(first))).collect();
        // A census without the rows of a thread that panicked would count too few and not say so.
        let rows = |worker: thread::ScopedJoinHandle<'_, Vec<Row>>| worker.join().unwrap_or_else(|e| resume_unwind(e));
        workers.into_iter().flat_map(rows).collect()
    });
    rows.sort_by_key(|row| row.name);
    Ok(report(target.arch(), target.mcpu(), members.len(), &rows))
}

fn report(arch: &str, cpu: &str, of: usize, rows: &[Row]) -> Report {
    let count = |name: &str, all: Vec<&Row>| Count {
        of: name.to_owned(),
        functions: all.len(),
        found: all.iter().filter(|row| row.found.is_ok()).count(),
    };
    let mut reasons = BTreeMap::new();
    for reason in rows.iter().filter_map(|row| row.found.as_ref().err()) {
        *reasons.entry(reason.to_string()).or_default() += 1;
    }
    let known = Role::ALL.into_iter().map(Role::name).chain(rows.iter().map(Row::role_name));
    let mut roles: Vec<Count> = Vec::new();
    for name in known {
        let all: Vec<&Row> = rows.iter().filter(|row| row.role_name() == name).collect();
        if !all.is_empty() && roles.iter().all(|c| c.of != name) {
            roles.push(count(name, all));
        }
    }
    let takes = ["a mask", "an immediate", "a scalar"];
    Report {
        arch: arch.to_owned(),
        cpu: cpu.to_owned(),
        functions: rows.len(),
        of,
        found: rows.iter().filter(|row| row.found.is_ok()).count(),
        roles,
        takes: takes.map(|what| count(what, rows.iter().filter(|r| r.takes().contains(&what)).collect())).to_vec(),
        reasons,
        rows: rows.iter().map(function).collect(),
    }
}

fn function(row: &Row) -> Function {
    let (found, immediates) = row.found.clone().ok().unzip();
    Function {
        name: row.name.to_owned(),
        role: row.role_name(),
        takes: row.takes(),
        found: found.map(str::to_owned),
        immediates: immediates.unwrap_or_default(),
        reason: row.found.as_ref().err().map(ToString::to_string),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_counted_once_by_its_role() {
        let report = census(None, "x86_64", "znver5", 400).unwrap();
        assert!(report.of > report.functions && report.functions > 4);
        assert_eq!(report.roles.iter().map(|c| c.functions).sum::<usize>(), report.functions);
        assert_eq!(report.reasons.values().sum::<usize>() + report.found, report.functions);
        assert!(report.rows.iter().all(|row| row.found.is_some() != row.reason.is_some()));
        assert!(census(None, "x86_64", "nonesuch", 400).is_err());
    }
}
