//! Bounds of searches over the golden windows: no answer costs less than its window's bound, and a search that a bound ends had nothing
//! to find.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use isotope_dictionary::{Host, Target};
use isotope_ir::Window;
use isotope_ir::parse::parse_file;
use isotope_pricer::Pricers;
use isotope_program::pricer::{Basis, Cost};
use isotope_search::instructions::TargetInstructions;
use isotope_select::floor::Floors;
use isotope_select::{Ending, Found, Setting};
use isotope_smt::InProcess;
use std::path::{Path, PathBuf};

/// The work that a search of these tests may spend: a candidate that it has found by then has a price all the same.
const BUDGET: u64 = 1 << 20;

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// A target with its instructions and bounds.
struct Known(Target, TargetInstructions, Floors);

impl Known {
    fn of(arch: &str, mcpu: &str, mattr: &str) -> Known {
        let sets = isotope_grammars::embedded();
        let target = sets.target(arch, mcpu, mattr, &Host::default()).unwrap();
        let set = sets.get(arch).unwrap();
        let instructions = TargetInstructions::of(set, target.features(), target.tune());
        let floors = Floors::of(set, &target, &instructions);
        Known(target, instructions, floors)
    }

    /// With a bound or without.
    fn setting<'a>(&'a self, pricer: &'a Pricers, floors: Option<&'a Floors>) -> Setting<'a> {
        Setting {
            instructions: &self.1,
            target: &self.0,
            prover: &InProcess,
            pricer,
            floors,
            budget: BUDGET,
            stopped: &|| false,
            report: &|_, _| {},
        }
    }

    /// Why a search ends with a plain lowering of this price and so many instructions, after a look at whether an answer is below the bound.
    fn ending(&self, window: &Window, cost: u64, (plain, size): (u64, usize), of: &str) -> Option<String> {
        let Known(_, instructions, floors) = self;
        let least = floors.of_window(window);
        assert!(least.is_none_or(|floor| floor.centicycles <= cost), "{of}: {cost} is below the bound, {least:?}");
        let (basis, listed, asm) = (Basis::Model, vec![String::new(); size], String::new());
        let plain = Cost { centicycles: plain, basis, uops: size as u32, instructions: listed, asm };
        Ending::of(window, instructions, Some(floors))?.reason(&plain)
    }
}

#[test]
fn no_golden_answer_is_below_its_bound_and_what_a_bound_ends_has_none() {
    let (mut ended, mut all) = (0, 0);
    let mut known: Vec<(String, Known)> = Vec::new();
    for path in files("select") {
        let text = std::fs::read_to_string(&path).unwrap();
        let (asked, answers) = text.split_once("---\n").unwrap();
        let words = asked.lines().find_map(|line| line.strip_prefix("target ")).unwrap();
        if known.iter().all(|(of, _)| of != words) {
            let (architecture, cpu) = words.split_once(' ').unwrap();
            let (cpu, features) = cpu.split_once(' ').unwrap_or((cpu, ""));
            known.push((words.to_owned(), Known::of(architecture, cpu, features)));
        }
        let (_, target) = known.iter().find(|(of, _)| of == words).unwrap();
        for (window, answer) in parse_file(asked).unwrap().windows.iter().zip(answers.lines()) {
            let words: Vec<&str> = answer.split_whitespace().collect();
            let cycles = |word: &str| (word.trim_end_matches(':').parse::<f64>().unwrap() * 100.0).round() as u64;
            let of = format!("{}: {answer}", path.display());
            all += 1;
            // An answer that was found is smaller than a plain lowering of its price.
            let size = words[5..].len() + usize::from(words[1] != "baseline");
            if let Some(why) = target.ending(window, cycles(words[2]), (cycles(words[4]), size), &of) {
                assert_eq!(words[1], "baseline", "{of}: {why}");
                ended += 1;
            }
        }
    }
    assert!(all > 90 && ended >= 3, "{ended} of {all} need no search");
}

/// The kernels of each set, by a CPU of it.
const SUITES: [(&str, &str, &str); 3] = [
    ("windows/x86", "x86_64", "sapphirerapids"),
    ("windows/arm", "aarch64", "neoverse-v2"),
    ("windows/hvx", "hexagon", "hexagonv66"),
];

#[test]
fn what_a_search_finds_for_some_kernels_is_not_below_their_bounds() {
    for (suite, step) in SUITES.iter().zip([8, 18, 18]) {
        bounded(*suite, step);
    }
}

#[test]
#[ignore = "slow: searches for every kernel"]
fn what_a_search_finds_for_kernels_is_not_below_their_bounds() {
    for (suite, least) in SUITES.into_iter().zip([(40, 1), (25, 0), (25, 0)]) {
        let (ended, all) = bounded(suite, 1);
        assert!(all >= least.0 && ended >= least.1, "{suite:?}: {ended} of {all} need no search");
    }
}

/// Loads that share packets with stores of what was computed before them: bounds of the units took all of them one by one.
const IN_PACKETS: [(&str, u64); 5] = [
    ("uint8x128 ((uint8x128)a + (uint8x128)b)", 200),
    ("uint16x128 absd((uint16x128)a, (uint16x128)b)", 500),
    ("int16x128 (int16x128)saturating_add((int16x128)a, (int16x128)b)", 500),
    ("uint32x128 halving_add((uint32x128)a, (uint32x128)b)", 1200),
    ("uint32x256 halving_add((uint32x256)a, (uint32x256)b)", 2300),
];

#[test]
fn what_is_found_in_packets_costs_no_more_than_is_known_to_be_enough() {
    let (known, pricer) = (Known::of("hexagon", "hexagonv66", ""), Pricers::new(isotope_grammars::embedded(), 2));
    for (text, enough) in IN_PACKETS {
        let window = parse_file(text).unwrap().windows.remove(0);
        let found = isotope_select::select(&window, &known.setting(&pricer, Some(&known.2))).unwrap();
        let floor = known.2.of_window(&window).unwrap();
        assert!((floor.centicycles..=enough).contains(&found.cost.centicycles), "{text}: {:?}, {floor}", found.cost);
    }
}

/// Of every `step`th file's windows: those that need no search, and all.
fn bounded((folder, arch, cpu): (&str, &str, &str), step: usize) -> (usize, usize) {
    let pricer = Pricers::new(isotope_grammars::embedded(), 2);
    let known = Known::of(arch, cpu, "");
    let (mut ended, mut all) = (0, 0);
    for path in files(folder).into_iter().step_by(step) {
        for window in parse_file(&std::fs::read_to_string(&path).unwrap()).unwrap().windows {
            let found = isotope_select::select(&window, &known.setting(&pricer, None)).unwrap();
            let proved = found.considered.iter().filter(|c| c.verdict.as_deref() == Some("proved"));
            let least = proved.map(|c| c.cost.centicycles).min().unwrap_or(found.cost.centicycles);
            let (cost, plain) = (least.min(found.cost.centicycles), &found.baseline);
            let of = path.display().to_string();
            all += 1;
            let plain = (plain.centicycles, plain.instructions.len());
            if let Some(why) = known.ending(&window, cost, plain, &of) {
                assert_eq!(found.found, Found::Baseline, "{of}: {why}");
                let early = isotope_select::select(&window, &known.setting(&pricer, Some(&known.2))).unwrap();
                assert_eq!((early.cost, early.truncated, early.remark), (found.cost, false, Some(why)), "{of}");
                assert!(early.proof.is_some() && early.work <= found.work, "{of}: {} of {}", early.work, found.work);
                ended += 1;
            }
        }
    }
    (ended, all)
}
