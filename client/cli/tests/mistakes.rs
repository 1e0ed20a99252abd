//! Mistakes of users: each is said with its place, its cause and a remedy, and ends with status 2, or 1 where the state of things is to
//! blame.

#![allow(clippy::unwrap_used)]

use crate::command::daemon::daemon;
use crate::command::{AVERAGE, run, stderr, stdout};
use isotope_cache::Memo;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::process::{Command, Output};

/// Runs a command, which has to end with a status and to say all of `parts`.
fn said(output: &Output, status: i32, parts: &[&str]) -> String {
    let said = stderr(output);
    assert_eq!(output.status.code(), Some(status), "{said}");
    parts.iter().for_each(|part| assert!(said.contains(part), "`{part}` is not in: {said}"));
    said
}

const NOBODY: &str = "http://127.0.0.1:9";

#[test]
fn a_service_inside_a_command_has_a_memo_of_its_own_beside_a_daemons() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("isotope");
    let _daemons = Memo::open(&own, isotope_cache::Options::default()).unwrap();
    let select = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isotope"));
        let file = folder.path().join("average.txt");
        std::fs::write(&file, AVERAGE).unwrap();
        command.arg("select").arg(&file).args([
            "--mcpu",
            "znver4",
            "--engine",
            "baseline",
            "--standalone",
            "--threads",
            "1",
        ]);
        command.args(more).env("XDG_CACHE_HOME", folder.path()).env_remove("ISOTOPE_CACHE").output().unwrap()
    };
    assert!(stdout(&select(&[])).contains("rounding_halving_add"));
    assert!(folder.path().join("isotope-2").is_dir(), "its memo is beside the daemon's");
    let named = folder.path().join("named");
    let _another = Memo::open(&named, isotope_cache::Options::default()).unwrap();
    said(&select(&["--cache", named.to_str().unwrap()]), 1, &["is in use by another process"]);
}

#[test]
fn a_server_of_http_1_is_told_apart_from_one_of_tls() {
    for (answer, says) in [
        (&b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"[..], "speaks HTTP/1 and is not isotoped"),
        (&[21, 3, 1, 0, 2, 2, 70, 0, 0], "speaks TLS: then its address begins with https://"),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let _ = stream.read(&mut [0; 512]);
                let _ = stream.write_all(answer);
            }
        });
        for command in [&["health"][..], &["stats"], &["select", "-", "--mcpu", "znver4"]] {
            said(&run(&url, command, AVERAGE), 1, &[&url, says]);
        }
    }
}

#[test]
fn numbers_that_mean_nothing_are_refused() {
    said(&run(NOBODY, &["select", "-", "--timeout", "0"], AVERAGE), 2, &["--timeout", "more than 0 seconds"]);
    for command in [&["health"][..], &["select", "-"], &["run", "--", "true"]] {
        said(&run("http://127.0.0.1:99999", command, AVERAGE), 2, &["99999 is no port", "65535"]);
    }
    let doctor = run("http://127.0.0.1:99999", &["doctor"], "");
    assert!(String::from_utf8_lossy(&doctor.stdout).contains("WRONG address     99999 is no port"), "{doctor:?}");
}

#[test]
fn files_that_are_not_there_or_do_nothing_are_said() {
    let daemon = daemon();
    said(&daemon.run(&["health", "--ca", "/nowhere/ca.pem"], ""), 2, &["cannot read /nowhere/ca.pem (--ca)"]);
    let ca = daemon.file("no certificate");
    let unused = daemon.run(&["health", "--ca", &ca], "");
    said(&unused, 0, &["note: --ca does nothing", &daemon.url, "https://"]);
    // A variable holds for every address.
    let quiet = Command::new(env!("CARGO_BIN_EXE_isotope"))
        .arg("health")
        .env("ISOTOPE_SERVER", &daemon.url)
        .env("ISOTOPE_CA", "/nowhere/ca.pem")
        .output()
        .unwrap();
    assert_eq!(said(&quiet, 0, &[]), "");
    let preload = |file: &str| daemon.run(&["run", "--preload", file, "--", "true"], "");
    said(&preload("/nowhere/lib.so"), 2, &["cannot preload /nowhere/lib.so (--preload)", "No such file"]);
    said(&preload(&ca), 2, &["it is no library"]);
}

#[test]
fn a_flag_before_the_program_that_run_does_not_have_is_no_program() {
    let daemon = daemon();
    said(&daemon.run(&["run", "--keap", "--", "true"], ""), 2, &["no flag --keap", "did you mean `--keep`"]);
    said(&daemon.run(&["run", "--frobnicate", "true"], ""), 2, &["no flag --frobnicate", "`isotope run --help`"]);
    assert!(daemon.run(&["run", "--quiet", "--", "ls", "--all", "/"], "").status.success());
}

#[test]
fn a_run_that_may_start_no_daemon_names_no_flag_that_it_lacks() {
    let nobody = run(NOBODY, &["run", "--no-start", "--", "true"], "");
    let text = said(&nobody, 1, &["no server at http://127.0.0.1:9", "leave --no-start out"]);
    assert!(!text.contains("--standalone"), "{text}");
    let other = run("https://127.0.0.1:9", &["run", "--", "true"], "");
    said(&other, 1, &["another machine's, or secured"]);
}

#[test]
fn a_queue_whose_store_is_not_there_is_said_and_not_waited_for() {
    let daemon = daemon();
    let windows = daemon.file(AVERAGE);
    let output = daemon.run(&["warm", &windows, "--target", "x86_64 znver4", "--queue-url", "redis://127.0.0.1:9"], "");
    said(&output, 1, &["the queue does not answer: ", "Connection refused", "--queue-url"]);
}

#[test]
fn an_answer_that_nothing_was_searched_for_is_no_success() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("average.txt"), AVERAGE).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_isotope"));
    command.arg("select").arg(at("average.txt")).args([
        "--mcpu",
        "znver4",
        "--standalone",
        "--threads",
        "1",
        "--cache",
    ]);
    // No tool of LLVM's is on this path.
    let output = command.arg(at("memo")).env("PATH", folder.path()).output().unwrap();
    said(&output, 1, &["llc-19 was not found", "apt-get install llvm-19"]);
    let row = String::from_utf8(output.stdout).unwrap();
    assert!(row.contains("\t-\t-\t-\tbaseline"), "{row}");
}

#[test]
fn a_compile_by_clang_gets_the_plug_in_and_its_other_calls_do_not() {
    use std::os::unix::fs::PermissionsExt as _;
    let daemon = daemon();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, text) in [("clang++-22", "#!/bin/sh\necho \"$@\"\n"), ("plugin.so", "\x7fELF")] {
        std::fs::write(at(name), text).unwrap();
        std::fs::set_permissions(at(name), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let run = |flags: &[&str], arguments: &[&str]| {
        daemon.run(&[&["run"], flags, &["--", &at("clang++-22")], arguments].concat(), "")
    };
    let plugin = at("plugin.so");
    let flags = ["--plugin", plugin.as_str()];
    let path = std::fs::canonicalize(&plugin).unwrap();
    let compiled = run(&flags, &["-O3", "-c", "f.cpp"]);
    assert_eq!(stdout(&compiled), format!("-fpass-plugin={} -O3 -c f.cpp\n", path.display()));
    assert_eq!(stderr(&compiled), "", "a compile that asks for nothing says nothing");
    assert_eq!(stdout(&run(&flags, &["f.o", "-o", "f"])), "f.o -o f\n");
    let missing = run(&[], &["-c", "f.cpp"]);
    assert_eq!(stdout(&missing), "-c f.cpp\n");
    said(&missing, 0, &["the code is clang 22's own", "libisotope_llvm-22.so", "--plugin FILE"]);
    said(&run(&["--plugin", "/nowhere/p.so"], &["-c", "f.cpp"]), 2, &["cannot load /nowhere/p.so (--plugin)"]);
}
