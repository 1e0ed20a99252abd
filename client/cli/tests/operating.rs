//! Daemons as their operators see them through the command: health, cache entries, audits, addresses that nobody answers at.

#![allow(clippy::unwrap_used)]

use crate::command::daemon::{daemon, daemon_at, double, serve_edge};
use crate::command::{AVERAGE, run, select, stderr, stdout};
use isotope_cache::Memo;
use isotope_server::core::{Bounds, Core};
use isotope_server::edge::Edge;
use std::path::Path;
use std::process::{Command, Stdio};

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
        crate::command::daemon::serve_core("127.0.0.1:0", move |folder| {
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
