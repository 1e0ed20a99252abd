//! Golden answers: each file of `cases/select` holds expressions, a line `---`, and what the real service answers: a line
//! for each with verdict, source, cost of baseline cost, and instructions. `BLESS=1` rewrites them.
//!
//! Every case is asked twice, and the second time each answer that is proved must come out of the memo.

use isotope_tests::Daemon;
use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

const SEPARATOR: &str = "---\n";

/// Searches of one case that may be cut short.
const TRIES: usize = 3;

/// One for each file.
pub fn trials(daemon: &Arc<Daemon>) -> Vec<Trial> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("cases/select");
    let entries = std::fs::read_dir(&root).expect("the cases are in the project");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    files.sort();
    assert!(files.len() >= 10, "golden cases are missing from {}", root.display());
    let trial = |path: PathBuf| {
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let daemon = Arc::clone(daemon);
        Trial::test(name, move || check(&path, &daemon))
    };
    files.into_iter().map(trial).collect()
}

/// The first answer of the daemon's life to a file's expressions, whichever test asks for it: later ones come out of the memo.
pub fn first(path: &Path, daemon: &Daemon) -> Value {
    static FIRST: Mutex<Option<HashMap<PathBuf, Arc<OnceLock<Value>>>>> = Mutex::new(None);
    let answer = {
        let mut all = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.get_or_insert_default().entry(path.to_owned()).or_default())
    };
    let ask = || {
        let case = std::fs::read_to_string(path).unwrap();
        let ask = || daemon.select(case.split_once(SEPARATOR).map_or(case.as_str(), |(text, _)| text));
        // A search that was cut short, as on a machine that is busy, says so, and is no answer to compare.
        let is_cut = |results: &Value| results.as_array().into_iter().flatten().any(|one| one["truncated"] == true);
        let tries = std::iter::repeat_with(ask).take(TRIES);
        let mut cut = tries.inspect(|results| {
            if is_cut(results) {
                println!("{}: cut short, and asked again", path.display());
            }
        });
        cut.find(|results| !is_cut(results)).unwrap_or_else(ask)
    };
    answer.get_or_init(ask).clone()
}

fn check(path: &Path, daemon: &Daemon) -> Result<(), Failed> {
    let case = std::fs::read_to_string(path)?;
    let (text, expected) = case.split_once(SEPARATOR).unwrap_or((&case, ""));
    let first = first(path, daemon);
    let found = said(&first, None);
    let (again, remembered) = (said(&daemon.select(text), None), said(&first, Some("memo")));
    if again != remembered {
        let how = |one: &Value| format!("truncated {}, work {}, notes {}", one["truncated"], one["work"], one["notes"]);
        let how: Vec<String> = first.as_array().into_iter().flatten().map(how).collect();
        return Err(format!("asked again, it says\n{again}not\n{remembered}{}", how.join("; ")).into());
    }
    // A window that was cut short is known from then on: a search that went on found it.
    let is_known = first.as_array().into_iter().flatten().any(|one| one["source"] == "memo");
    let known = |text: &str| {
        ["search", "baseline"]
            .iter()
            .fold(text.to_owned(), |text, source| text.replace(&format!("proved {source}"), "proved memo"))
    };
    let [expected, found] = [expected, &found].map(|text| if is_known { known(text) } else { text.to_owned() });
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, format!("{text}{SEPARATOR}{found}"))?;
    } else if found != expected {
        return Err(format!("expected:\n{expected}\nfound:\n{found}").into());
    }
    Ok(())
}

/// A line for each result; where it is proved, with another source if one is given.
fn said(results: &Value, source: Option<&str>) -> String {
    let mut out = String::new();
    for result in results.as_array().into_iter().flatten() {
        let word = |key: &str| result[key].as_str().unwrap_or("?").to_owned();
        let list = result["instructions"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let instructions: Vec<&str> = list.collect();
        let source = source.filter(|_| word("verdict") == "proved").map_or_else(|| word("source"), str::to_owned);
        let (cost, baseline) = (&result["cost"], &result["baseline_cost"]);
        let _ = writeln!(out, "{} {source} {cost} of {baseline}: {}", word("verdict"), instructions.join(" "));
    }
    out
}
