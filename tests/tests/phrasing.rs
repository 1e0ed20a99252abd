//! A window means the same however it is written, and costs the same: each file of `cases/phrasing` writes one window in at least four
//! phrasings (as one wide operation, in pieces, as LLVM leaves it, with an accumulator), and the answers' costs are held together.
//!
//! A file's first paragraph says what the window is, its target, and facts of its leaves. Each further paragraph is one phrasing: a
//! comment with its name, and the result. A phrasing whose name ends in [`ACCUMULATED`] is the window plus the leaf `acc`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use isotope_ir::expr::{Leaf, LoadAddress};
use isotope_ir::interp::{LaneValue, eval};
use isotope_ir::parse::parse_file;
use isotope_ir::window::Window;
use isotope_tests::Daemon;
use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How the name of a phrasing ends that adds the leaf `acc` to the window.
const ACCUMULATED: &str = "with an accumulator";

/// A phrasing may cost so much of the best one's cost, in hundredths.
const ALLOWED: f64 = 110.0;

/// So many phrasings of a hundred have to be within that.
const WITHIN: usize = 97;

/// Inputs on which the phrasings of a window are compared; each lane of each has its own values.
const TRIALS: u64 = 16;

/// Windows are asked for by so many threads, as many as the daemon searches with.
const ASKERS: usize = 2;

/// One way to write a window.
struct Phrasing {
    name: String,
    /// A file of its own: the facts of the whole file, and this result.
    text: String,
}

impl Phrasing {
    fn is_accumulated(&self) -> bool {
        self.name.ends_with(ACCUMULATED)
    }

    fn window(&self) -> Window {
        parse_file(&self.text).unwrap_or_else(|e| panic!("{}: {e:?}\n{}", self.name, self.text)).windows.remove(0)
    }
}

/// A window, and all that it is written as.
struct Case {
    name: String,
    /// The line that names the target.
    target: String,
    phrasings: Vec<Phrasing>,
}

impl Case {
    fn read(path: &Path) -> Case {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).unwrap();
        let mut paragraphs = text.split("\n\n");
        let facts = paragraphs.next().unwrap();
        let target = facts.lines().find(|line| line.starts_with("target ")).expect("a target is named").to_owned();
        let phrasing = |paragraph: &str| {
            let (comment, result) = paragraph.trim_end().split_once('\n').expect("a name and a result");
            let name = comment.strip_prefix("// ").expect("a name").to_owned();
            Phrasing { name, text: format!("{facts}\n{result}\n") }
        };
        Case { name, target, phrasings: paragraphs.map(phrasing).collect() }
    }

    fn all() -> Vec<Case> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/phrasing");
        let paths: BTreeSet<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.iter().map(|path| Case::read(path)).collect()
    }
}

#[test]
fn each_window_is_written_in_four_phrasings_at_least() {
    let cases = Case::all();
    assert!(cases.len() >= 60, "cases are missing: there are {}", cases.len());
    for Case { name, phrasings, .. } in &cases {
        let names: BTreeSet<&str> = phrasings.iter().map(|p| p.name.as_str()).collect();
        assert!(names.len() == phrasings.len() && names.len() >= 4, "{name}: {names:?}");
        for wanted in ["wide", "in pieces", "as LLVM leaves it", ACCUMULATED] {
            assert!(names.contains(wanted), "{name} has no phrasing `{wanted}`");
        }
    }
}

#[test]
fn the_phrasings_of_a_window_are_equal() {
    for Case { name, phrasings, .. } in Case::all() {
        let windows: Vec<Window> = phrasings.iter().map(Phrasing::window).collect();
        for trial in 0..TRIALS {
            let first = value(&windows[0], trial);
            for (phrasing, window) in phrasings.iter().zip(&windows) {
                let mut wanted = first.clone();
                if phrasing.is_accumulated() {
                    let accumulator = window.graph.leaves.iter().find(|leaf| leaf.name == "acc").expect("it has one");
                    let mask = u64::MAX >> (64 - window.ty().bits);
                    let lanes = wanted.iter_mut().zip(elements(accumulator, trial));
                    lanes.for_each(|(lane, more)| *lane = lane.wrapping_add(more) & mask);
                }
                assert_eq!(value(window, trial), wanted, "{name}, {}, trial {trial}", phrasing.name);
            }
        }
    }
}

/// A window's lanes, all of them defined.
fn value(window: &Window, trial: u64) -> Vec<u64> {
    let inputs: Vec<Vec<u64>> = window.graph.leaves.iter().map(|leaf| elements(leaf, trial)).collect();
    let lanes = eval(window, &inputs).unwrap();
    lanes.into_iter().map(|lane| LaneValue::bits(lane).expect("every lane is defined")).collect()
}

/// A leaf's lanes: the same for what is the same value, or the same element in memory, in any phrasing.
fn elements(leaf: &Leaf, trial: u64) -> Vec<u64> {
    let (low, high) = leaf.range.or(leaf.ty.range()).expect("it is of integers");
    let mask = u64::MAX >> (64 - leaf.ty.bits);
    let element = |lane: i64| {
        let mut hasher = DefaultHasher::new();
        match &leaf.load {
            Some(LoadAddress { buffer, base, offset, stride }) => {
                (buffer, base, offset + lane * stride).hash(&mut hasher)
            }
            None => (&leaf.name, "", lane).hash(&mut hasher),
        }
        // Of a hash and not of a generator: seeding one for each element takes most of the time of these tests.
        (hasher.finish() ^ trial).hash(&mut hasher);
        let choice = hasher.finish();
        choice.hash(&mut hasher);
        let corners = [low, low + 1, low + (high - low) / 2, high - 1, high];
        let value = if choice % 10 < 3 {
            corners[(choice >> 32) as usize % corners.len()]
        } else {
            let count = (high - low).cast_unsigned() + 1;
            low + ((u128::from(hasher.finish()) * count) >> 64).cast_signed()
        };
        value as u64 & mask
    };
    (0..i64::from(leaf.ty.lanes)).map(element).collect()
}

#[test]
fn some_windows_cost_the_same_in_every_phrasing() {
    costs_are_together(Case::all().into_iter().step_by(18).collect());
}

#[test]
#[ignore = "slow: selects every phrasing of every window"]
fn windows_cost_the_same_in_every_phrasing() {
    costs_are_together(Case::all());
}

/// Fails where too many phrasings cost more than allowed; what does is printed by name.
fn costs_are_together(cases: Vec<Case>) {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(folder.path());
    let found = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..ASKERS {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (count, misses) = dear(case, &daemon);
                    found.lock().unwrap().push((case.name.as_str(), count, misses));
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap();
    found.sort();
    let all: usize = found.iter().map(|(_, count, _)| count).sum();
    let misses: Vec<String> =
        found.iter().flat_map(|(name, _, misses)| misses.iter().map(move |miss| format!("{name}: {miss}"))).collect();
    let share = (all - misses.len()) as f64 * 100.0 / all as f64;
    println!("{} windows, {all} phrasings, {share:.1} % within 1.1 of the best", found.len());
    misses.iter().for_each(|miss| println!("{miss}"));
    assert!(
        misses.len() * 100 <= all * (100 - WITHIN),
        "only {share:.1} % are within 1.1 of the best:\n{}",
        misses.join("\n")
    );
}

/// How many phrasings a window has, and which of them cost more than allowed, with their costs.
fn dear(case: &Case, daemon: &Daemon) -> (usize, Vec<String>) {
    let costs: Vec<f64> = case.phrasings.iter().map(|phrasing| cost(daemon, &phrasing.text)).collect();
    let plain = case.phrasings.iter().zip(&costs).filter(|(phrasing, _)| !phrasing.is_accumulated());
    let best = plain.map(|(_, cost)| *cost).fold(f64::INFINITY, f64::min);
    // The cost of an accumulator beside other operands: a load and an addition.
    let ty = case.phrasings[0].window().ty();
    let sum = |result: String| cost(daemon, &format!("{}\n{ty} {result}\n", case.target));
    let two = format!("({ty})x + ({ty})y");
    let accumulating = sum(format!("({two}) + ({ty})acc")) - sum(two);
    let miss = |(phrasing, cost): (&Phrasing, &f64)| {
        let best = if phrasing.is_accumulated() { best + accumulating } else { best };
        (cost * 100.0 > best * ALLOWED).then(|| format!("{}: {cost} where the best is {best}", phrasing.name))
    };
    (costs.len(), case.phrasings.iter().zip(&costs).filter_map(miss).collect())
}

/// The cost of the answer to one result.
fn cost(daemon: &Daemon, text: &str) -> f64 {
    let results = daemon.select(text);
    let answer = &results[0];
    assert_eq!(answer["verdict"], "proved", "{text}");
    answer["cost"].as_f64().expect("a cost")
}
