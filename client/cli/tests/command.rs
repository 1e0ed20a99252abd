//! The `isotope` command, and the library under it, against a daemon whose selector does what the test tells it to.

#![allow(clippy::unwrap_used)]

#[path = "../../tests/daemon/mod.rs"]
pub(crate) mod daemon;
#[path = "../../../server/tests/serving/redis.rs"]
pub(crate) mod redis;

use daemon::{Daemon, daemon, daemon_at, double, serve_edge};
use isotope_cache::Memo;
use isotope_server::core::{Bounds, Core};
use isotope_server::edge::Edge;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

pub(crate) const AVERAGE: &str = "uint8x64 (uint8x64)rounding_halving_add((uint8x64)a, (uint8x64)b)\n";
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/select.json");

/// A daemon as it ships, for tests whose answers are real ones: what its workers learn of a target serves all commands of a test.
pub(crate) struct Shipped {
    daemon: isotope_tests::Daemon,
    _folder: tempfile::TempDir,
}

impl Shipped {
    pub(crate) fn start() -> Shipped {
        let folder = tempfile::tempdir().unwrap();
        Shipped { daemon: isotope_tests::Daemon::start(folder.path()), _folder: folder }
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.daemon.asked(arguments, "")
    }
}

impl Daemon {
    pub(crate) fn run(&self, arguments: &[&str], input: &str) -> Output {
        run(&self.url, arguments, input)
    }

    pub(crate) fn file(&self, text: &str) -> String {
        let path = self.folder.path().join("windows.txt");
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

pub(crate) fn run(url: &str, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isotope"));
    command.args(arguments).env("ISOTOPE_SERVER", url).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that fails early does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", stderr(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

const SELECT: &[&str] = &["select", "-", "--mcpu", "znver4", "--emit"];

fn select(emit: &str) -> Vec<&str> {
    [SELECT, &[emit]].concat()
}

#[test]
fn json_is_the_golden_one() {
    let daemon = daemon();
    let text = format!("let p : uint8x64 = load B[t + 4, stride 1]\n{AVERAGE}uint8x64 ((uint8x64)p + (uint8x64)c)\n");
    let printed = stdout(&daemon.run(&select("json"), &text));
    let mut found: serde_json::Value = serde_json::from_str(&printed).unwrap();
    for result in found["results"].as_array_mut().unwrap() {
        assert!(result["milliseconds"].as_f64().unwrap() > 0.0);
        result["milliseconds"] = 0.0.into();
    }
    let found = serde_json::to_string_pretty(&found).unwrap() + "\n";
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(GOLDEN, &found).unwrap();
    }
    let golden = std::fs::read_to_string(GOLDEN).unwrap();
    assert!(golden == found, "the JSON changed; if that is meant, run with BLESS=1:\n{found}");
}

#[test]
fn a_table_shows_cost_gain_and_where_it_came_from() {
    let daemon = daemon();
    let file = daemon.file(AVERAGE);
    let cold = stdout(&daemon.run(&["select", &file, "--mcpu", "znver4"], ""));
    for part in ["1.50", "4.50", "3.00x", "proved", "search", "vpavgb, vpaddb", "1234"] {
        assert!(cold.contains(part), "{part} is not in\n{cold}");
    }
    let warm = stdout(&daemon.run(&["select", &file, "--mcpu", "znver4"], ""));
    assert!(warm.contains("cache") && !warm.contains("search"), "{warm}");
    assert_eq!(daemon.double.searched(), 1);
}

#[test]
fn texts_of_several_windows_are_told_apart() {
    let daemon = daemon();
    let printed = stdout(&daemon.run(&select("autollvm"), &format!("{AVERAGE}int8x64 ((int8x64)a + (int8x64)b)\n")));
    assert_eq!(printed.matches("// ").count(), 2, "{printed}");
    assert!(printed.contains("// uint8x64 (uint8x64)rounding_halving_add"), "{printed}");
    let printed = stdout(&daemon.run(&select("llvm"), AVERAGE));
    assert!(printed.contains("define void @f()"), "{printed}");
}

#[test]
fn assembly_comes_from_llc() {
    let daemon = daemon();
    let printed = stdout(&daemon.run(&select("asm"), AVERAGE));
    assert!(printed.contains("retq"), "{printed}");
    let mut without = Command::new(env!("CARGO_BIN_EXE_isotope"));
    without.args(["select", &daemon.file(AVERAGE), "--emit", "asm", "--mcpu", "znver4"]);
    let output = without.env("ISOTOPE_SERVER", &daemon.url).env("PATH", "").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("apt-get install llvm-19"), "{}", stderr(&output));
}

#[test]
fn bad_input_is_status_2_with_a_caret() {
    let daemon = daemon();
    let bad = |arguments: &[&str], input: &str, says: &[&str]| {
        let output = daemon.run(arguments, input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty());
        says.iter().for_each(|part| assert!(stderr(&output).contains(part), "{part}: {}", stderr(&output)));
    };
    bad(&select("table"), "uint8x64 frobnicate((uint8x64)a)\n", &["<stdin>:1:10: ", "frobnicate", "^"]);
    bad(&select("table"), "uint8x64 ((uint8x64)a + (uint16x64)b)\n", &["<stdin>:1:", "^"]);
    bad(&select("table"), "", &["no expression"]);
    bad(&["select", "-", "--mcpu", "znver99"], AVERAGE, &["znver99", "did you mean", "znver4"]);
    bad(&["select", "-", "--mattr", "+nonsense"], AVERAGE, &["nonsense"]);
    bad(&["select", "-", "--mcpu", "znvr4"], AVERAGE, &["`znvr4` is not known; did you mean `znver4`"]);
    bad(&["select", "-", "--mcpu", "znver4", "--mattr=-gnfi"], AVERAGE, &["`gnfi` is not known; did you mean `gfni`?"]);
    bad(&["select", "-", "--expected-epoch", "e9"], AVERAGE, &["epoch e9", "epoch e0"]);
    bad(&["select", "/nonexistent/file"], "", &["cannot read /nonexistent/file"]);
    bad(&["select", "-"], &"// \n".repeat(1 << 19), &["larger than 1 MiB", "MAX_FILE_BYTES", "split it"]);
    bad(&select("table"), "// a comment\n\n", &["<stdin> holds no expression; one looks like", "rounding_halving_add"]);
    bad(&["explain", "-"], "uint8x64 frobnicate((uint8x64)a)\n", &["^"]);
    bad(&["explain", "-", "--place", "store a"], AVERAGE, &["--place is for reports"]);
    bad(&["explain", "-"], "{\"place\": 1}\n", &["line 1 is no record"]);
    bad(&["select", "-", "--emit", "pictures"], AVERAGE, &["possible values"]);
    assert_eq!(daemon.double.searched(), 0);
}

#[test]
fn a_mistake_is_said_as_editors_find_it_and_a_mark_of_the_encoding_is_none() {
    let daemon = daemon();
    let file = daemon.file("target x86_64 znver4\nuint8x64 frobnicate((uint8x64)a)\n");
    for command in [["select", &file], ["explain", &file]] {
        let said = stderr(&daemon.run(&command, ""));
        assert!(said.starts_with(&format!("{file}:2:10: unknown operation")), "{said}");
    }
    let marked = daemon.file(&format!("\u{feff}{AVERAGE}"));
    assert!(stdout(&daemon.run(&["select", &marked, "--mcpu", "znver4"], "")).contains("proved"));
    std::fs::write(&marked, [0xff, 0xfe, b'u', 0]).unwrap();
    assert!(stderr(&daemon.run(&["select", &marked], "")).contains("UTF-16; save it in UTF-8"));
}

#[test]
fn a_value_that_cannot_be_read_is_said_with_what_is_wanted() {
    let said = |arguments: &[&str]| {
        let output = run("http://127.0.0.1:9", arguments, AVERAGE);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        stderr(&output)
    };
    let wants = |arguments: &[&str], wanted: &str| {
        let said = said(arguments);
        assert!(said.contains(wanted) && !said.contains("invalid digit"), "{arguments:?}: {said}");
    };
    wants(&["select", "-", "--budget", "many"], "a whole number of units of work, such as 1000000");
    wants(&["warm", "x", "--budget=-1"], "a whole number of units of work");
    wants(&["memo", "import", "x", "--work", "some"], "a whole number of units of work");
    wants(&["audit", "--sample", "0"], "a whole number from 1 to ");
    wants(&["tune", "x", "--passes", "few"], "a whole number from 3 to 1001");
    wants(&["census", "--every", "other"], "a whole number from 1 to ");
    wants(&["select", "-", "--timeout", "long"], "a number of seconds, such as 0.5");
    wants(&["select", "-", "--timeout=-1"], "a number of seconds, such as 0.5");
    for address in ["ftp://127.0.0.1:9", "localhost:4713", "http://"] {
        wants(&["health", "--server", address], "is not a server's address; write http://HOST:PORT");
    }
}

#[test]
fn a_file_that_is_no_report_is_told_what_reads_it() {
    let daemon = daemon();
    let file = daemon.file(AVERAGE);
    let output = run("http://127.0.0.1:9", &["report", &file], "");
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains(&format!("{file} is no report")) && said.contains("`isotope select`"), "{said}");
    let broken = run("http://127.0.0.1:9", &["report", "-"], "{\"place\": 1}\n");
    assert!(stderr(&broken).contains("-: line 1 is no record of a report"), "{}", stderr(&broken));
}

/// Three windows, two of which call the same intrinsic.
const THREE: &str = "uint8x64 (uint8x64)rounding_halving_add((uint8x64)a, (uint8x64)b)
uint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)
uint8x64 ((uint8x64)saturating_add((uint8x64)a, (uint8x64)b) + (uint8x64)c)
";

/// Runs one of LLVM's tools, which has to take its input.
fn takes(tool: &str, arguments: &[&str]) {
    let output = Command::new(tool).args(arguments).output().unwrap_or_else(|e| panic!("{tool}: {e}"));
    assert!(output.status.success(), "{tool} {arguments:?}: {}", stderr(&output));
    assert!(output.stderr.is_empty(), "{tool}: {}", stderr(&output));
}

#[test]
fn several_windows_are_one_module_that_llvms_tools_take() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (memo, ir, asm, object) = (at("memo"), at("three.ll"), at("three.s"), at("made.o"));
    // Plain operations, and the CPU's own instructions.
    for engine in ["baseline", "fast"] {
        let emit = |what: &str, file: &str, text: &str| {
            let own = ["select", "-", "--mcpu", "znver4", "--engine", engine, "--emit", what, "-o", file];
            let standalone = ["--standalone", "--threads", "1", "--cache", &memo];
            let output = run("http://127.0.0.1:9", &[&own[..], &standalone].concat(), text);
            assert_eq!(stdout(&output), "", "it is in the file");
            std::fs::read_to_string(file).unwrap()
        };
        let module = emit("llvm", &ir, THREE);
        for name in ["@isotope_window_1(", "@isotope_window_2(", "@isotope_window_3("] {
            assert_eq!(module.matches(&format!("define <64 x i8> {name}")).count(), 1, "{module}");
        }
        assert!(module.contains("target triple = \"x86_64-"), "{module}");
        assert!(module.contains("target datalayout = \"e-m:e-"), "{module}");
        for once in ["attributes #", "declare <64 x i8> @llvm.uadd.sat.v64i8("] {
            assert_eq!(module.matches(once).count(), 1, "{module}");
        }
        let target = format!("--target={}", triple(&module));
        takes("opt-19", &["-passes=verify,default<O2>", "-S", &ir, "-o", &at("optimised.ll")]);
        takes("llc-19", &["-filetype=obj", &ir, "-o", &object]);
        takes("clang-19", &[&target, "-c", &ir, "-o", &object]);
        let assembly = emit("asm", &asm, THREE);
        assert!(assembly.contains("isotope_window_3:\n") || assembly.contains("isotope_window_3: "), "{assembly}");
        assert!(assembly.contains("rounding_halving_add"), "{assembly}");
        takes("clang-19", &[&target, "-c", &asm, "-o", &object]);
        let single = emit("llvm", &ir, AVERAGE);
        assert!(single.contains("@isotope_window(") && !single.contains("isotope_window_1"), "{single}");
    }
}

/// The triple of a module.
fn triple(module: &str) -> &str {
    let line = module.lines().find_map(|line| line.strip_prefix("target triple = ")).unwrap();
    line.trim_matches('"')
}

/// LLVM's own layout, whatever the instruction set's data say.
#[test]
fn each_instruction_set_has_its_triples_data_layout() {
    let sets = isotope_server::sets::load(None).unwrap();
    for set in sets.iter() {
        let code = &set.manifest().code;
        assert!(code.data_layout.starts_with("e-"), "{}", set.manifest().title);
        let module = format!("target triple = \"{}\"\ndefine void @f() {{ ret void }}\n", code.triple);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("empty.ll");
        std::fs::write(&file, module).unwrap();
        let output = Command::new("opt-19").arg("-S").arg(&file).output().unwrap();
        let wanted = format!("target datalayout = \"{}\"", code.data_layout);
        assert!(stdout(&output).lines().any(|line| line == wanted), "{}: {}", set.manifest().title, stdout(&output));
    }
}

#[test]
fn the_target_line_counts_unless_a_flag_is_given() {
    let daemon = daemon();
    let target = |arguments: &[&str], text: &str| {
        let printed = stdout(&daemon.run(&[&["select", "-", "--emit", "json"], arguments].concat(), text));
        let report: serde_json::Value = serde_json::from_str(&printed).unwrap();
        report["results"][0]["target"]["mcpu"].as_str().unwrap().to_owned()
    };
    let text = format!("target x86_64 icelake-server\n{AVERAGE}");
    assert_eq!(target(&[], &text), "icelake-server");
    assert_eq!(target(&["--mcpu", "znver5"], &text), "znver5");
    let host = isotope_server::sets::target("", "host", "").unwrap();
    assert_eq!(target(&[], AVERAGE), host.mcpu());
}

#[test]
fn an_expression_of_a_report_is_explained_with_what_became_of_it_and_halides_code() {
    let daemon = daemon();
    let record = |place: &str| {
        let members = serde_json::json!({
            "version": 1, "target": "x86_64 znver4", "place": place, "asked": AVERAGE, "used": true, "why_not": "",
            "halide": "vpavgb\nretq\n",
        });
        format!("{members}\n")
    };
    let report = [record("store a"), record("store b")].concat();
    let told = stdout(&daemon.run(&["explain", "-", "--place", "store b"], &report));
    let parts =
        ["store b: the answer is used", "target      x86_64 znver4", "memo        miss", "own back end", "  vpavgb"];
    parts.iter().for_each(|part| assert!(told.contains(part), "{part}: {told}"));
    let output = daemon.run(&["explain", "-"], &report);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("store a, store b"), "{}", stderr(&output));
}

#[test]
fn explanations_counters_and_health() {
    let daemon = daemon();
    let explain = || stdout(&daemon.run(&["explain", "-", "--mcpu", "znver4"], AVERAGE));
    assert!(explain().contains("miss: no record under this key"), "{}", explain());
    stdout(&daemon.run(&select("json"), AVERAGE));
    let hit = explain();
    assert!(hit.contains("memo        hit") && hit.contains("everything of znver4"), "{hit}");
    assert!(hit.contains("proof       solver: lane 0 .. 63"), "{hit}");
    let stats = stdout(&daemon.run(&["stats"], ""));
    assert!(stats.lines().any(|l| l.contains("from searches") && l.contains('1')), "{stats}");
    assert_eq!(stdout(&daemon.run(&["health"], "")), "serving\n");
}

#[test]
fn no_server_is_said_with_what_to_do() {
    // A daemon's health is no question to a service inside the command.
    for (command, may_be_alone) in [(&["health"][..], false), (&["stats"], false), (&["select", "-"], true)] {
        let output = run("http://127.0.0.1:9", command, AVERAGE);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(1));
        assert!(said.contains("start isotoped") && said.contains("--standalone") == may_be_alone, "{said}");
    }
    let output = run("nonsense", &["health"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("http://HOST:PORT"), "{}", stderr(&output));
}

#[test]
fn a_standalone_command_names_a_cache_folder_that_it_cannot_use() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("occupied");
    std::fs::write(&file, "").unwrap();
    let cache = Path::new(&file).to_str().unwrap();
    let output = run("http://127.0.0.1:9", &["select", "-", "--standalone", "--cache", cache], AVERAGE);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("occupied"), "{}", stderr(&output));
}

#[test]
fn a_dropped_batch_ends_its_searches() {
    use isotope_client::{Client, Settings};
    use isotope_proto::v1;
    use tokio_stream::StreamExt as _;
    let daemon = daemon();
    daemon.double.set(double::Act::UntilStopped);
    daemon.runtime.block_on(async {
        let client = Client::connect(&daemon.url, Settings::default()).await.unwrap();
        let program = Some(v1::batch_item::Program::Text(AVERAGE.to_owned()));
        let request = v1::SelectBatchRequest { items: vec![v1::BatchItem { index: 0, program }], ..Default::default() };
        // The caller could still send more.
        let requests = tokio_stream::iter([request]).chain(tokio_stream::pending());
        let batch = client.select_batch(requests).await.unwrap();
        daemon.double.until_running(1).await;
        drop(batch);
        daemon.double.until_cancelled(1).await;
    });
}

#[test]
fn an_audit_that_is_ended_says_what_agreed_so_far() {
    use std::sync::atomic::Ordering;
    let daemon = daemon();
    let windows: String = (0..6).map(|n| format!("int32x16 ((int32x16)a + x16({n}))\n")).collect();
    let file = daemon.file(&format!("target x86_64 znver4\n{windows}"));
    stdout(&daemon.run(&["select", &file], ""));
    let whole = stdout(&daemon.run(&["audit", "--all"], ""));
    assert_eq!(whole, "agreement 6, disagreement 0, unknown 0\n");
    let checked = daemon.double.checks.load(Ordering::SeqCst);
    daemon.double.check_ms.store(500, Ordering::SeqCst);
    let mut command = Command::new(env!("CARGO_BIN_EXE_isotope"));
    command.args(["audit", "--all"]).env("ISOTOPE_SERVER", &daemon.url).stdin(Stdio::null());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    daemon.runtime.block_on(double::until(|| daemon.double.checks.load(Ordering::SeqCst) >= checked + 3));
    let ended = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(ended.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}{}", stderr(&output));
    let agreed =
        (2..6).find(|n| said == format!("ended after {n} of 6 records: agreement {n}, disagreement 0, unknown 0\n"));
    assert!(agreed.is_some(), "{said}");
    assert!(stderr(&output).contains("the audit is not over: interrupted"), "{}", stderr(&output));
}

#[test]
fn a_reason_that_an_error_tells_by_itself_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    let _held = Memo::open(folder.path(), isotope_cache::Options::default()).unwrap();
    let output = run("http://127.0.0.1:9", &["audit", "--standalone", "--cache", &path], "");
    let said = stderr(&output);
    assert!(!output.status.success() && said.contains("stop that one"), "{said}");
    assert_eq!(said.matches("is in use by another process").count(), 1, "{said}");
}

#[test]
fn windows_are_pinned_and_let_go() {
    let daemon = daemon();
    let pin = |word: &str| stdout(&daemon.run(&["memo", word, "-", "--mcpu", "znver4"], AVERAGE));
    assert_eq!(pin("pin"), "1 of 1 windows newly pinned, 0 of them remembered; 1 pinned in all\n");
    stdout(&daemon.run(&select("table"), AVERAGE));
    assert_eq!(pin("pin"), "0 of 1 windows newly pinned, 1 of them remembered; 1 pinned in all\n");
    assert_eq!(pin("unpin"), "1 of 1 windows no longer pinned, 1 of them remembered; 0 pinned in all\n");
    let wrong = daemon.run(&["memo", "pin", "-", "--mcpu", "znver4"], "uint8x4 frobnicate(a)");
    assert_eq!(wrong.status.code(), Some(2), "{}", stderr(&wrong));
}

#[test]
fn a_memo_is_taken_from_one_daemon_to_another_looked_through_and_purged() {
    use isotope_server::stored::belief::Belief;
    use isotope_tier::{Keyring, Unsigned};
    let serving = |secret: &str, unsigned| {
        let text = format!("current = \"k\"\n[keys.k]\nsecret = \"{}\"", secret.repeat(32));
        let belief = Belief { keys: Some(std::sync::Arc::new(Keyring::from_text(&text).unwrap())), unsigned };
        daemon::serve_core("127.0.0.1:0", move |folder| {
            let (memo, _) = Memo::open(&folder, isotope_cache::Options::default())?;
            let double = std::sync::Arc::<double::Double>::default();
            Ok(Core::new(double, memo, String::new(), Bounds::default()).with_belief(belief).in_folder(&folder))
        })
    };
    let from = serving("01", Unsigned::Refuse);
    let windows = |count: usize| (0..count).map(|n| format!("int32x16 ((int32x16)a + x16({n}))\n")).collect::<String>();
    stdout(&run(&from.url, &select("table"), &windows(20)));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("snapshot").display().to_string();
    let exported = stdout(&run(&from.url, &["memo", "export", &file], ""));
    let bytes = std::fs::metadata(&file).unwrap().len();
    assert_eq!(exported, format!("20 records, {bytes} bytes\n"));
    let again = run(&from.url, &["memo", "export", &file], "");
    assert!(!again.status.success() && stderr(&again).contains("nothing is overwritten"), "{}", stderr(&again));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing lies beside it");

    let trusting = serving("01", Unsigned::Refuse);
    let import = ["memo", "import", &file];
    let done = stdout(&run(&trusting.url, &import, ""));
    assert_eq!(done, "20 of 20 records: 20 imported, 0 were there, 0 refused; signed\n");
    assert!(stdout(&run(&trusting.url, &select("table"), &windows(1))).contains("cache"));
    let verified = stdout(&run(&trusting.url, &["memo", "verify"], ""));
    assert!(verified.contains(&format!("{:<32}{:>16}\n", "records", 20)), "{verified}");
    let purge = |more: &[&str]| run(&trusting.url, &[&["memo", "purge"], more].concat(), "");
    let counted = stdout(&purge(&["--producer", "double 1", "--dry-run"]));
    assert_eq!(counted, "20 records would be dropped, 0 stay because they are pinned; 20 in all\n");
    let dropped = stdout(&purge(&["--producer", "double 1", "--older-than", "0s"]));
    assert_eq!(dropped, "20 records dropped, 0 stay because they are pinned; 0 in all\n");
    assert_eq!(purge(&[]).status.code(), Some(2), "everything is no condition");

    let strict = run(&serving("02", Unsigned::Refuse).url, &import, "");
    assert!(strict.status.code() == Some(2) && stderr(&strict).contains("--tier-unsigned"), "{}", stderr(&strict));
    let proving = serving("02", Unsigned::Prove);
    let some = run(&proving.url, &[&import[..], &["--work", "1"]].concat(), "");
    let said = String::from_utf8_lossy(&some.stdout).into_owned();
    assert!(some.status.code() == Some(3) && said.starts_with("1 of 20 records: 1 imported"), "{said}");
    let rest = stdout(&run(&proving.url, &import, ""));
    assert!(rest.starts_with("20 of 20 records: 19 imported, 0 were there, 0 refused; proved again with"), "{rest}");
    let missing = run(&proving.url, &["memo", "import", "/nonexistent/snapshot"], "");
    assert!(!missing.status.success() && stderr(&missing).contains("cannot open /nonexistent"), "{}", stderr(&missing));
}

#[test]
fn the_doctor_says_what_the_server_lacks_in_its_words() {
    let edge = Edge::default();
    let observed = edge.observed.clone();
    let served = serve_edge("127.0.0.1:0", edge, |folder| {
        let (memo, _) = Memo::open(folder, isotope_cache::Options::default())?;
        let double = std::sync::Arc::<double::Double>::default();
        Ok(Core::new(double, memo, String::new(), Bounds::default()))
    });
    // At once, and not when health has been looked at again.
    let said = stdout(&run(&served.url, &["doctor"], ""));
    assert!(said.contains("ok    whole       the server lacks nothing\n"), "{said}");
    observed.trouble("workers", Some("workers do not start: put that library into a folder".to_owned()));
    observed.trouble("llc", Some("llc-19 was not found: install it".to_owned()));
    let said = stdout(&run(&served.url, &["doctor"], ""));
    for line in [
        "warn  degraded    llc-19 was not found: install it",
        "warn  degraded    workers do not start: put that library into a folder",
    ] {
        assert!(said.lines().any(|found| found == line), "{line} is not in\n{said}");
    }
}

#[test]
fn the_doctor_says_what_is_broken_and_what_is_only_poor() {
    let daemon = daemon();
    stdout(&daemon.run(&select("table"), AVERAGE));
    let said = stdout(&daemon.run(&["doctor"], ""));
    for line in [
        "ok    connection  without TLS",
        "ok    ready       the server takes calls",
        "ok    whole       the server lacks nothing",
        "ok    role        this client is `anonymous` there and may lookup, search, warm, admin",
        "ok    epoch       e0",
        "ok    clock       both agree within 60 s",
        "ok    hits        0 % of 1 windows were remembered",
    ] {
        assert!(said.lines().any(|found| found == line), "{line} is not in\n{said}");
    }
    let other = daemon.run(&["doctor", "--expected-epoch", "e9"], "");
    let said = String::from_utf8(other.stdout).unwrap();
    assert!(!other.status.success() && said.contains("WRONG epoch       ISOTOPE_EPOCH is e9"), "{said}");
    let nobody = run("http://127.0.0.1:1", &["doctor"], "");
    let said = String::from_utf8(nobody.stdout).unwrap();
    assert!(!nobody.status.success() && said.contains("WRONG address     nobody listens on 127.0.0.1:1"), "{said}");
    let nonsense = String::from_utf8(run("nonsense://", &["doctor"], "").stdout).unwrap();
    assert!(nonsense.contains("WRONG address"), "{nonsense}");
}

#[test]
fn a_socket_of_this_machine_is_asked_as_an_address_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("isotoped.sock");
    let daemon = daemon_at(&format!("unix:{}", path.display()));
    for url in [daemon.url.clone(), format!("unix://{}", path.display())] {
        let table = stdout(&run(&url, &select("table"), AVERAGE));
        assert!(table.contains("vpavgb"), "{table}");
    }
    let said = stdout(&run(&daemon.url, &["doctor"], ""));
    assert!(said.contains("takes connections") && said.contains("within this machine"), "{said}");
    // A token stays in this machine, and its daemon knows none.
    let token = folder.path().join("token");
    std::fs::write(&token, "isotope_abc\n").unwrap();
    assert!(stdout(&run(&daemon.url, &["stats", "--token-file", token.to_str().unwrap()], "")).contains("windows"));
    let url = daemon.url.clone();
    drop(daemon);
    let gone = run(&url, &["doctor"], "");
    assert!(!gone.status.success() && String::from_utf8_lossy(&gone.stdout).contains("nobody listens on"), "{gone:?}");
    let bad = run("unix:isotoped.sock", &["stats"], "");
    assert!(bad.status.code() == Some(2) && stderr(&bad).contains("unix:/PATH"), "{}", stderr(&bad));
}

#[test]
fn a_variable_that_is_empty_is_as_good_as_none() {
    let daemon = daemon();
    let ours = |arg: &clap::Arg| arg.get_env().map(|name| name.to_owned());
    let mut variables: Vec<_> = <isotope_server::settings::config::Config as clap::CommandFactory>::command()
        .get_arguments()
        .filter_map(ours)
        .collect();
    for more in ["CA", "CLIENT_CERTIFICATE", "CLIENT_KEY", "TOKEN_FILE", "TIMEOUT", "EPOCH", "QUEUE_URL"] {
        variables.push(format!("ISOTOPE_{more}").into());
    }
    for arguments in [&["stats"][..], &["doctor"], &["warm", "--misses"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isotope"));
        command.args(arguments).envs(variables.iter().map(|name| (name, ""))).env("ISOTOPE_SERVER", &daemon.url);
        stdout(&command.output().unwrap());
    }
}

#[test]
fn what_prints_a_table_also_speaks_json() {
    let daemon = daemon();
    stdout(&daemon.run(&select("json"), AVERAGE));
    let read = |arguments: &[&str]| -> serde_json::Value {
        let printed = stdout(&daemon.run(&[arguments, &["--json"]].concat(), ""));
        serde_json::from_str(&printed).unwrap_or_else(|why| panic!("{arguments:?}: {why}: {printed}"))
    };
    let stats = read(&["stats"]);
    assert_eq!(
        (&stats["from_search"], &stats["epoch"], &stats["tier"]),
        (&1.into(), &"e0".into(), &serde_json::Value::Null)
    );
    assert_eq!(read(&["health"])["serving"], true);
    let doctor = read(&["doctor"]);
    assert_eq!(doctor["well"], true);
    let looked: Vec<&str> =
        doctor["findings"].as_array().unwrap().iter().map(|one| one["what"].as_str().unwrap()).collect();
    assert!(["address", "ready", "role", "epoch"].iter().all(|what| looked.contains(what)), "{looked:?}");
    let audit = read(&["audit", "--all"]);
    assert_eq!(
        (&audit["agree"], &audit["whole"], &audit["findings"]),
        (&1.into(), &true.into(), &serde_json::json!([]))
    );
    let verified = read(&["memo", "verify"]);
    assert_eq!((&verified["sound"], &verified["records"]), (&true.into(), &1.into()), "{verified}");
    let classes = read(&["dict", "list", "avg"]);
    assert!(classes["classes"].as_array().unwrap().iter().any(|one| one["class"] == "average_round"), "{classes}");
}

#[test]
fn several_files_are_answered_together_and_all_their_mistakes_are_said() {
    let daemon = daemon();
    let at = |name: &str, text: &str| {
        let path = daemon.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (one, two) =
        (at("one.txt", AVERAGE), at("two.txt", "target x86_64 haswell\nuint8x32 ((uint8x32)a + (uint8x32)b)\n"));
    let printed = stdout(&daemon.run(&["select", &one, &two, "--emit", "json"], ""));
    let report: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(report["results"].as_array().unwrap().len(), 2);
    assert_eq!(report["results"][1]["target"]["mcpu"], "haswell");
    let (bad, worse) =
        (at("bad.txt", "uint8x4 wrong((uint8x4)a)\nuint8x4 (a +\n"), at("worse.txt", "uint8x4 wronger((uint8x4)a)\n"));
    let output = daemon.run(&["select", &one, &bad, &worse, "--mcpu", "znver4"], "");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{}", stderr(&output));
    let said = stderr(&output);
    let places: Vec<&str> = said.lines().filter(|line| line.contains(".txt:")).collect();
    assert_eq!(places.len(), 3, "{said}");
    assert!(places[0].starts_with(&format!("{bad}:1:9: ")) && places[1].starts_with(&format!("{bad}:")), "{said}");
    assert!(places[2].starts_with(&format!("{worse}:1:9: ")), "{said}");
    let missing = daemon.run(&["select", &one, "/nonexistent/file"], "");
    assert!(stderr(&missing).contains("cannot read /nonexistent/file"), "{}", stderr(&missing));
}
