//! Timing code, and which of the times mean something.

use crate::limits;
use isotope_pricer::measured::{Row, name};
use isotope_run::RunError;
use isotope_run::loops::{Looped, constants, function};
use isotope_run::timing::{Effort, Timed, middle, times};
use std::collections::{BTreeMap, BTreeSet};

/// A loop to be measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The CPU whose prices count.
    pub cpu: String,
    /// The first digits of a window's hash, or `compared`.
    pub window: String,
    /// Instructions, one a line.
    pub code: String,
    /// By the model, in hundredths of a cycle.
    pub model: u64,
}

/// The outcome of a measurement.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The rows that are worth keeping.
    pub rows: Vec<Row>,
    /// Loops that were not timed, by reason.
    pub untimed: BTreeMap<String, usize>,
    /// Loops whose times lie further apart than what they are compared with.
    pub noisy: usize,
}

/// Times every loop once, whatever windows it is of. `tell` hears of so many more that are done.
pub fn measure(all: &[Code], machine: &str, passes: u32, tell: &dyn Fn(usize)) -> Result<Outcome, RunError> {
    let mut outcome = Outcome::default();
    let (mut seen, mut ready) = (BTreeSet::new(), Vec::new());
    for code in all {
        let Some(name) = name(&code.code).filter(|name| seen.insert((code.cpu.clone(), name.clone()))) else {
            tell(1);
            continue;
        };
        let lines: Vec<&str> = code.code.lines().filter(|line| !line.trim().is_empty()).collect();
        match function(&format!("loop{}", ready.len()), &lines, code.model as f64 / 100.0) {
            Ok(looped) => ready.push(Ready { code, name, looped }),
            Err(why) => {
                *outcome.untimed.entry(why.to_string()).or_default() += 1;
                tell(1);
            }
        }
    }
    let effort = Effort { runs: limits::TUNE_RUNS, passes };
    for some in ready.chunks(limits::TUNE_TOGETHER) {
        let mut rows = Vec::new();
        let mut left: Vec<&Ready<'_>> = some.iter().collect();
        // A neighbour of this machine's that was busy may be gone by then.
        for _ in 0..limits::TUNE_ATTEMPTS {
            let (timed, lacking) = timed(&left, machine, effort)?;
            if lacking > 0 {
                *outcome.untimed.entry("this CPU lacks an instruction".to_owned()).or_default() += lacking;
            }
            rows.extend(timed);
            let noise = noisy(&rows);
            left.retain(|one| noise.contains(one.name.as_str()));
            rows.retain(|row: &Row| !noise.contains(row.code.as_str()));
            if left.is_empty() {
                break;
            }
        }
        outcome.noisy += left.len();
        outcome.rows.append(&mut rows);
        tell(some.len());
    }
    Ok(outcome)
}

struct Ready<'a> {
    code: &'a Code,
    name: String,
    looped: Looped,
}

/// One row for each loop that this CPU can run, and how many it cannot.
fn timed(some: &[&Ready<'_>], machine: &str, effort: Effort) -> Result<(Vec<Row>, usize), RunError> {
    let text: String = some.iter().map(|one| one.looped.text.as_str()).chain([constants().as_str()]).collect();
    let functions: Vec<Timed> = some.iter().map(|one| one.looped.timed.clone()).collect();
    let found = times(&text, &functions, effort)?;
    let lacking = found.iter().filter(|times| times.is_none()).count();
    let row = |(one, times): (&&Ready<'_>, Option<Vec<f64>>)| {
        let (cycles, spread) = middle(&times?);
        Some(Row {
            cpu: one.code.cpu.clone(),
            window: one.code.window.clone(),
            model: one.code.model,
            code: one.name.clone(),
            machine: machine.to_owned(),
            cycles: ((100.0 * cycles / f64::from(one.looped.iterations)).round() as u64).max(1),
            spread: (1000.0 * spread).round().min(9999.0) as u64,
            runs: effort.passes.into(),
            instructions: instructions(&one.code.code),
        })
    };
    Ok((some.iter().zip(found).filter_map(row).collect(), lacking))
}

/// The names of loops that are noisier than it takes to tell them from the fastest of their window, or the fastest from the next.
fn noisy(rows: &[Row]) -> BTreeSet<String> {
    let mut windows: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    rows.iter().for_each(|row| windows.entry(&row.window).or_default().push(row));
    let mut found = BTreeSet::new();
    for (window, mut rows) in windows {
        rows.sort_by_key(|row| row.cycles);
        for (at, row) in rows.iter().enumerate() {
            let other = if window == "compared" { None } else { rows.get(usize::from(at == 0)) };
            // In tenths of a percent, as spreads are.
            let apart = other.map_or(0, |other| 1000 * row.cycles.abs_diff(other.cycles) / row.cycles.max(1));
            if row.spread > limits::TUNE_NOISE && row.spread >= apart {
                found.insert(row.code.clone());
            }
        }
    }
    found
}

/// Mnemonics with the widest register that each names, and whether it is on memory, with their counts: `2 vpaddb ymm, vmovdqu ymm m`.
fn instructions(code: &str) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for line in code.lines() {
        let mut words = line.split_whitespace().filter(|word| !word.starts_with('{'));
        let Some(mnemonic) = words.next() else { continue };
        let operands = words.collect::<String>();
        let kinds = ["zmm", "ymm", "xmm"];
        let width = kinds.iter().find(|kind| operands.contains(&format!("%{kind}"))).map_or("", |kind| kind);
        let memory = if operands.contains('(') { "m" } else { "" };
        let form = [mnemonic, width, memory].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        *counts.entry(form).or_default() += 1;
    }
    let word = |(form, count): (String, usize)| if count == 1 { form } else { format!("{count} {form}") };
    counts.into_iter().map(word).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(window: &str, code: &str, cycles: u64, spread: u64) -> Row {
        let text = String::new;
        Row {
            cpu: text(),
            window: window.to_owned(),
            model: 1,
            code: code.to_owned(),
            machine: text(),
            cycles,
            spread,
            runs: 1,
            instructions: text(),
        }
    }

    #[test]
    fn what_is_noisier_than_the_difference_means_nothing() {
        let rows = [
            row("w", "fast", 100, 5),
            row("w", "near and noisy", 104, 50),
            row("w", "far and noisy", 200, 50),
            row("v", "fast and noisy", 100, 50),
            row("v", "near", 103, 5),
            row("u", "alone", 7, 19),
            row("compared", "noisy", 100, 30),
            row("compared", "calm", 500, 20),
        ];
        let found = noisy(&rows);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["fast and noisy", "near and noisy", "noisy"]);
    }

    #[test]
    fn instructions_are_counted_by_their_forms() {
        let code = "vpaddb %ymm0, %ymm1, %ymm1\nvpaddb\t(%rdi), %ymm0, %ymm0\n{vex} vpdpbusd %xmm0, %xmm1, %xmm2\nvpaddb %ymm1, %ymm2, %ymm3\n";
        assert_eq!(instructions(code), "2 vpaddb ymm, vpaddb ymm m, vpdpbusd xmm");
    }

    #[test]
    fn a_loop_is_timed_once_and_what_cannot_be_is_counted() {
        let code = |code: &str| Code { cpu: "c".into(), window: "compared".into(), code: code.into(), model: 100 };
        let all = [
            code("addq $5, %rax\nimulq %rax, %rax"),
            code("addq $5, %rax\n imulq %rax, %rax\n"),
            code("syscall"),
            code(""),
        ];
        let done = std::cell::Cell::new(0);
        let outcome = measure(&all, "m", 3, &|more| done.set(done.get() + more)).expect("clang is there");
        assert_eq!((done.get(), outcome.rows.len() + outcome.noisy), (4, 1));
        assert_eq!(outcome.untimed.values().sum::<usize>(), 1);
        assert!(outcome.rows.iter().all(|row| row.cycles >= 100 && row.runs == 3), "{:?}", outcome.rows);
    }
}
