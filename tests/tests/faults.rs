//! Failures around real processes: signals, damage, killed workers, clients that leave. Whatever happens to one, the
//! next is answered.

use isotope_tests::{Daemon, children, isotope, program, results, signal, wait_for};
use std::path::Path;
use std::process::{Command, Stdio};

const ADD: &str = "target x86_64 znver4\nuint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)\n";

/// Seconds of work for a search in a debug build.
fn long() -> String {
    case("windows/x86/depthwise3x3.txt")
}

/// Many of them.
fn longer() -> String {
    case("hostile/median32.txt")
}

fn case(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(name);
    let text = std::fs::read_to_string(path).expect("the case is in the project");
    format!("target x86_64 znver4\n{text}")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is a temporary folder")
}

fn proves(daemon: &Daemon) {
    assert_eq!(daemon.select(ADD)[0]["verdict"], "proved");
}

fn running(daemon: &Daemon) {
    wait_for("a search", || (daemon.stat("searches running") > 0).then_some(()));
}

#[test]
fn it_says_where_it_listens_and_ends_in_order() {
    let folder = folder();
    let mut daemon = Daemon::start(folder.path());
    proves(&daemon);
    daemon.signal("TERM");
    assert!(daemon.end().success());
    let address = daemon.address.clone();
    assert!(daemon.printed().contains(&address), "the printed address is the one in the ready file");
}

#[test]
fn a_second_signal_ends_it_at_once() {
    let folder = folder();
    let mut daemon = Daemon::start(folder.path());
    let asking = daemon.ask(&["select", "-"], &long());
    running(&daemon);
    daemon.signal("TERM");
    std::thread::sleep(std::time::Duration::from_millis(300));
    daemon.signal("TERM");
    assert_eq!(daemon.end().code(), Some(1));
    let asked = asking.wait_with_output().expect("isotope ends");
    let said = [asked.stdout, asked.stderr].concat();
    assert!(String::from_utf8_lossy(&said).contains("the server is stopping"), "{}", String::from_utf8_lossy(&said));
}

#[test]
fn one_cache_folder_is_one_daemons() {
    let folder = folder();
    let daemon = Daemon::start(folder.path());
    let mut second = Command::new(program("isotope-server", "isotoped"));
    second.args(["--listen", "127.0.0.1:0", "--cache"]).arg(folder.path().join("memo"));
    let output = second.output().expect("isotoped starts");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("in use by another process"), "{said}");
    proves(&daemon);
}

#[test]
fn a_cache_folder_that_is_none_is_refused() {
    let folder = folder();
    let file = folder.path().join("file");
    std::fs::write(&file, "not a folder").expect("the folder is writable");
    let mut command = Command::new(program("isotope-server", "isotoped"));
    let output = command.args(["--listen", "127.0.0.1:0", "--cache"]).arg(&file).output().expect("isotoped starts");
    assert_eq!(output.status.code(), Some(2), "a setting is wrong");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("`--cache`") && said.contains("check that"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).expect("the file is still there"), "not a folder");
}

#[test]
fn bad_input_is_refused_with_a_sentence_and_harms_nobody() {
    let folder = folder();
    let daemon = Daemon::start(folder.path());
    let huge = "// nothing\n".repeat(2 << 20);
    let cases: [(&[&str], &str, &str); 6] = [
        (&[], "uint8x64 (uint8x64)nosuch((uint8x64)a)\n", "unknown operation `nosuch`"),
        (&[], "uint8x64 ((uint8x64)a + (uint8x32)b)\n", "must be uint8x64"),
        (&[], "uint8x70000 ((uint8x70000)a + (uint8x70000)b)\n", "at most 4096 lanes"),
        (&["--mcpu", "nosuch"], "uint8x64 ((uint8x64)a + (uint8x64)b)\n", "CPU `nosuch` is not known"),
        (&["--expected-epoch", "abc"], "uint8x64 ((uint8x64)a + (uint8x64)b)\n", "expects epoch abc"),
        (&[], &huge, "the bound MAX_FILE_BYTES"),
    ];
    for (flags, text, sentence) in cases {
        let output = daemon.asked(&[&["select", "-"], flags].concat(), text);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(sentence), "{}: {said}", output.status);
        proves(&daemon);
    }
}

#[test]
fn a_killed_prover_costs_nobody_an_answer() {
    let folder = folder();
    let daemon = Daemon::start(folder.path());
    let mut asking = daemon.ask(&["select", "-", "--emit", "json"], &long());
    let mut killed = 0;
    while asking.try_wait().expect("a child can be waited for").is_none() {
        if killed < 3 {
            for worker in children(daemon.id(), "prove-worker") {
                signal(worker, "KILL");
                killed += 1;
            }
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert!(killed > 0, "no prover was there to be killed");
    let answers = results(&asking.wait_with_output().expect("isotope ends"));
    assert!(answers[0]["llvm_ir"].as_str().is_some_and(|ir| ir.contains("define")), "{answers}");
    proves(&daemon);
}

/// The plain lowering, said so: what a window gets that could not be searched.
fn is_plain(answer: &serde_json::Value, because: &str) {
    assert_eq!(answer["verdict"], "baseline", "{answer}");
    assert!(answer["llvm_ir"].as_str().is_some_and(|ir| ir.contains("define")), "{answer}");
    let notes = answer["notes"].to_string();
    assert!(notes.contains(because), "{notes}");
}

#[test]
fn workers_that_die_again_and_again_leave_the_plain_lowering() {
    let folder = folder();
    let daemon = Daemon::start(folder.path());
    let mut asking = daemon.ask(&["select", "-", "--emit", "json"], &long());
    let mut killed = std::collections::BTreeSet::new();
    while asking.try_wait().expect("a child can be waited for").is_none() {
        for worker in children(daemon.id(), "prove-worker") {
            signal(worker, "KILL");
            killed.insert(worker);
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(killed.len() >= 3, "{killed:?}");
    is_plain(
        &results(&asking.wait_with_output().expect("isotope ends"))[0],
        // In the proof that the window is its canonical form or in the search, under a job or before its first word.
        "3 times in a row",
    );
    proves(&daemon);
}

#[test]
fn a_worker_that_somebody_stops_costs_seconds() {
    let folder = folder();
    let daemon = Daemon::start(folder.path());
    let mut asking = daemon.ask(&["select", "-", "--emit", "json"], &longer());
    running(&daemon);
    let began = std::time::Instant::now();
    for worker in children(daemon.id(), "prove-worker") {
        signal(worker, "STOP");
    }
    wait_for("its successor", || (daemon.stat("searches running") > 0 && began.elapsed().as_secs() > 4).then_some(()));
    let stopped =
        |worker: &u32| std::fs::read_to_string(format!("/proc/{worker}/stat")).is_ok_and(|stat| stat.contains(") T"));
    // One may have been idle when it was stopped; it is replaced once it is needed.
    let left = children(daemon.id(), "prove-worker").iter().filter(|w| stopped(w)).count();
    assert!(left <= 1, "{left} stopped workers are still there");
    asking.kill().expect("a child can be killed");
    asking.wait().expect("a killed child ends");
}

#[test]
fn without_llvm_there_is_the_plain_lowering() {
    let folder = folder();
    let mut bare = Command::new(program("isotope-server", "isotoped"));
    bare.env("PATH", folder.path());
    let daemon = Daemon::launch(bare, folder.path());
    // The answer is there, and the command says by its status that it was not searched for.
    let output = daemon.asked(&["select", "-", "--emit", "json"], ADD);
    assert_eq!(output.status.code(), Some(1));
    let printed: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
    let answer = &printed["results"][0];
    is_plain(answer, "not searched to the end: llc-19 was not found");
    assert!(answer["notes"].to_string().contains("the cost of this answer is not known"), "{answer}");
}

#[test]
fn a_daemon_whose_file_is_replaced_goes_on_with_its_own_workers() {
    let folder = folder();
    let built = program("isotope-server", "isotoped");
    let copy = folder.path().join("isotoped");
    std::fs::copy(&built, &copy).expect("a program can be copied");
    let mut copied = Command::new(&copy);
    // A program finds the solver's library beside its target folder.
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/../third_party/z3/lib");
    copied.env("LD_LIBRARY_PATH", library);
    let daemon = Daemon::launch(copied, folder.path());
    std::fs::remove_file(&copy).expect("a running program can be removed");
    std::fs::copy("/bin/false", &copy).expect("another takes its place");
    for worker in children(daemon.id(), "prove-worker") {
        signal(worker, "KILL");
    }
    proves(&daemon);
}

#[test]
fn workers_and_tools_end_with_a_killed_daemon() {
    let folder = folder();
    let mut daemon = Daemon::start(folder.path());
    let mut asking = daemon.ask(&["select", "-"], &long());
    running(&daemon);
    let started =
        [children(daemon.id(), "prove-worker"), children(daemon.id(), "llc"), children(daemon.id(), "llvm-mca")];
    // Stopped ones as well: they do not see that the pipe has ended.
    started[0].iter().for_each(|&worker| signal(worker, "STOP"));
    daemon.signal("KILL");
    daemon.end();
    for process in started.concat() {
        let gone = || !std::fs::read_to_string(format!("/proc/{process}/cmdline")).is_ok_and(|line| !line.is_empty());
        wait_for("the end of what the daemon started", || gone().then_some(()));
    }
    asking.wait().expect("isotope ends");
}

#[test]
fn a_client_that_leaves_takes_its_search_along() {
    let folder = folder();
    let daemon = Daemon::start(folder.path());
    let mut asking = daemon.ask(&["select", "-"], &long());
    running(&daemon);
    asking.kill().expect("a child can be killed");
    asking.wait().expect("a killed child ends");
    wait_for("the end of the search", || (daemon.stat("searches running") == 0).then_some(()));
    assert_eq!(daemon.stat("searches given up"), 1);
    proves(&daemon);
}

#[test]
fn what_was_acknowledged_outlives_a_kill() {
    let folder = folder();
    let mut daemon = Daemon::start(folder.path());
    proves(&daemon);
    daemon.signal("KILL");
    daemon.end();
    let daemon = Daemon::start(folder.path());
    assert_eq!(daemon.select(ADD)[0]["source"], "memo");
}

#[test]
fn a_full_disk_costs_the_memo_and_not_the_answer() {
    let folder = folder();
    // 2 KiB a file; the signal that comes with it is ignored, so that writes fail instead. The log is as full.
    let log = folder.path().join("log");
    std::fs::write(&log, [b'\n'; 4096]).expect("the log can be written before");
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 4; log=$1; shift; exec \"$0\" \"$@\" 2>>\"$log\""]);
    limited.arg(program("isotope-server", "isotoped")).arg(&log);
    let daemon = Daemon::launch(limited, folder.path());
    let widths = ["8x16", "8x32", "16x16", "16x32", "8x64", "16x64", "32x16", "32x32"];
    for width in widths {
        let text = format!("target x86_64 znver4\nuint{width} ((uint{width})a + (uint{width})b)\n");
        assert_eq!(daemon.select(&text)[0]["verdict"], "proved", "{width}");
    }
    assert!(daemon.stat("cache writes failed") > 0);
}

#[test]
fn standalone_needs_no_daemon() {
    let folder = folder();
    let cache = folder.path().join("memo");
    let arguments = ["select", "-", "--emit", "json", "--standalone", "--cache", &cache.to_string_lossy()];
    for source in ["baseline", "memo"] {
        let output = isotope(&arguments, ADD).wait_with_output().expect("isotope ends");
        assert_eq!(results(&output)[0]["source"], source);
    }
}

#[test]
fn nobody_there_is_said_with_what_to_do() {
    let mut command = Command::new(program("isotope-cli", "isotope"));
    let output = command.args(["health", "--server", "http://127.0.0.1:1"]).stdin(Stdio::null()).output();
    let output = output.expect("isotope starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("start isotoped there"));
}
