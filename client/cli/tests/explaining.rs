//! `isotope explain`: why not, all candidates, JSON.

#![allow(clippy::unwrap_used)]

use crate::command::{AVERAGE, daemon::daemon, run, stderr, stdout};
use serde_json::Value;

#[test]
fn an_instruction_that_is_asked_about_is_answered_in_words_and_as_json() {
    let daemon = daemon();
    let ask = |more: &[&str]| daemon.run(&[&["explain", "-", "--mcpu", "znver4"], more].concat(), AVERAGE);
    let said = stdout(&ask(&["--why-not", "vpor"]));
    assert!(said.contains("Why not vpor\n  differs: it was tried\n  lane 0 at a[0] = 1"), "{said}");
    assert!(!stdout(&ask(&[])).contains("Why not"));
    let found: Value = serde_json::from_str(&stdout(&ask(&["--why-not", "vpor", "--json"]))).unwrap();
    let window = &found["windows"][0];
    assert_eq!((&found["version"], &window["why_not"]["finding"]), (&1.into(), &"differs".into()), "{found}");
    assert_eq!(window["why_not"]["intrinsics"], serde_json::json!(["_vpor"]));
    assert_eq!((&window["memo"], &window["answer"]), (&"miss".into(), &Value::Null));
    assert_eq!((&window["left_out"], &window["sections"][0]["title"]), (&3.into(), &"Grammar".into()));
    let unknown = ask(&["--why-not", "vnone"]);
    assert_eq!(unknown.status.code(), Some(2), "{}", stderr(&unknown));
    assert!(stderr(&unknown).contains("no instruction `vnone`; did you mean"), "{}", stderr(&unknown));
}

#[test]
fn an_expression_of_a_report_is_explained_as_json() {
    let daemon = daemon();
    let record = serde_json::json!({
        "version": 1, "target": "x86_64 znver4", "place": "store a", "asked": AVERAGE, "used": false, "why_not": "late",
        "halide": "vpavgb\nretq\n",
    });
    let told = stdout(&daemon.run(&["explain", "-", "--json"], &format!("{record}\n")));
    let found: Value = serde_json::from_str(&told).unwrap();
    let first = &found["expressions"][0];
    assert_eq!((&first["place"], &first["why_not_used"]), (&"store a".into(), &"late".into()), "{told}");
    assert_eq!(first["explanation"]["target"]["mcpu"], "znver4", "{told}");
}

#[test]
fn several_files_are_explained_one_after_the_other() {
    let (daemon, folder) = (daemon(), tempfile::tempdir().unwrap());
    let record = serde_json::json!({ "version": 1, "target": "x86_64 znver4", "place": "store a", "asked": AVERAGE, "used": true, "why_not": "" });
    let file = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).unwrap();
        folder.path().join(name).to_str().unwrap().to_owned()
    };
    let (window, report) = (file("window.txt", AVERAGE), file("report.json", &format!("{record}\n")));
    let explain = |more: &[&str]| daemon.run(&[&["explain", &window, &report, "--mcpu", "znver4"], more].concat(), "");
    let told = stdout(&explain(&[]));
    let [first, second] = [&window, &report].map(|path| told.find(&format!("{path}\n")).unwrap());
    assert!(first < second && told[second..].contains("store a"), "{told}");
    let both: Value = serde_json::from_str(&stdout(&explain(&["--json"]))).unwrap();
    assert!(both[0]["windows"].is_array() && both[1]["expressions"].is_array(), "{both}");
    // Nothing is asked where one of them cannot be read.
    let missing = daemon.run(&["explain", &window, "/nowhere/window.txt"], "");
    assert_eq!(missing.status.code(), Some(2));
    assert!(
        missing.stdout.is_empty() && stderr(&missing).contains("cannot read /nowhere/window.txt"),
        "{}",
        stderr(&missing)
    );
}

/// The engine itself: what each finding takes, on windows of which the reason is known.
#[test]
fn reasons_are_those_of_the_search_the_prover_and_the_target() {
    let folder = tempfile::tempdir().unwrap();
    let memo = folder.path().join("memo");
    let explain = |window: &str, more: &[&str]| -> Value {
        let own = ["explain", "-", "--json", "--standalone", "--threads", "1", "--cache", memo.to_str().unwrap()];
        let output = run("http://127.0.0.1:9", &[&own[..], more].concat(), window);
        serde_json::from_str(&stdout(&output)).unwrap()
    };
    // One process for all: a file may hold several windows.
    let three = "uint8x32 ((uint8x32)a * (uint8x32)b)
uint16x16 (uint16x16)halving_add((uint16x16)a, (uint16x16)b)
int16x16 ((int16x16)a * (int16x16)b)
";
    let found = explain(three, &["--mcpu", "znver3", "--why-not", "vpmullw", "--all"]);
    let why = |at: usize| &found["windows"][at]["why_not"];
    assert_eq!(why(0)["finding"], "dearer", "{}", why(0));
    assert!(why(0)["candidate"]["cost"].as_f64() > found["windows"][0]["candidates"][0]["cost"].as_f64(), "{}", why(0));
    assert!(why(0)["candidate"]["autollvm"].as_str().unwrap().contains("_mm256_mullo_epi16"), "{}", why(0));
    assert_eq!(why(1)["finding"], "differs", "{}", why(1));
    assert!(why(1)["input"].as_str().unwrap().starts_with("lane 0 at "), "{}", why(1));
    assert!(why(1)["input"].as_str().unwrap().contains(": the window is "), "{}", why(1));
    assert_eq!(why(2)["finding"], "used", "{}", why(2));
    let all = found["windows"][0]["candidates"].as_array().unwrap();
    let costs: Vec<f64> = all.iter().map(|one| one["cost"].as_f64().unwrap()).collect();
    assert!(costs.is_sorted() && all.iter().filter(|one| one["by"] == "plain LLVM").count() == 1, "{costs:?}");
    assert!(all.len() > 3 && all.iter().all(|one| !one["code"].as_str().unwrap().is_empty()), "{}", all.len());
    let parts = |instruction: &str| {
        let of = |one: &Value| one["parts"].as_array().unwrap().clone();
        all.iter().flat_map(of).find(|part| part["instruction"] == instruction).unwrap()
    };
    let (plain, wide) = (parts("mul"), parts("_mm256_mullo_epi16"));
    assert_eq!(plain["expression"], "uint8x32 ((uint8x32)b*(uint8x32)a)");
    assert_eq!((&plain["low_bits"], &wide["low_bits"]), (&false.into(), &true.into()), "{wide}");
    let lacking = explain(AVERAGE, &["--mcpu", "znver3", "--why-not", "_mm512_dpbusd_epi32"]);
    let why = &lacking["windows"][0]["why_not"];
    assert_eq!(why["finding"], "unavailable");
    assert!(why["reason"].as_str().unwrap().starts_with("znver3 lacks avx512"), "{why}");
}
