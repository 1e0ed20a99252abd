//! Programs of the system as tools: what a fork does, is held to, and leaves behind.

use super::*;
use crate::sandbox::{Confinement, Reach};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::time::Instant;

const SMALL: Allowance =
    Allowance { address_bytes: 1 << 30, data_bytes: 64 << 20, stands_back: false, cpu_seconds: Some(1) };

fn stamp(program: &Path) -> Stamp {
    let of = std::fs::metadata(program).ok()?;
    Some((program.to_owned(), of.ino(), of.size(), of.mtime(), of.mtime_nsec()))
}

fn run_in(prepared: &Prepared, program: &Path, args: &[&str], sandbox: &Sandbox) -> Option<Run> {
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
    prepared.run((program, program, &stamp(program)), &args, (&SMALL, sandbox), &|| false)
}

fn run(prepared: &Prepared, program: &str, args: &[&str]) -> Option<Run> {
    run_in(prepared, Path::new(program), args, &Sandbox::none())
}

/// Standard output and error, how it ended, and the CPU time.
fn ended(run: Run, input: &str) -> (String, String, ExitStatus, Duration) {
    let Run { mut stdin, mut stdout, mut stderr, process } = run;
    // A program that reads no input may have ended.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let (mut out, mut err) = (String::new(), String::new());
    stdout.read_to_string(&mut out).unwrap();
    stderr.read_to_string(&mut err).unwrap();
    let (status, used) = process.wait().unwrap();
    (out, err, status, used)
}

fn shell(prepared: &Prepared, script: &str) -> Run {
    run(prepared, "/bin/sh", &["-c", script]).unwrap()
}

#[test]
fn each_run_is_a_fork_with_its_own_arguments_and_text() {
    let prepared = Prepared::default();
    for text in ["one", "another"] {
        let (out, _, status, _) = ended(run(&prepared, "/bin/cat", &["-", "/dev/null"]).unwrap(), text);
        assert_eq!((out.as_str(), status.success()), (text, true));
    }
    let parents = [(); 2].map(|()| shell(&prepared, "cat /proc/$PPID/comm"));
    for run in parents {
        let forked = matches!(run.process, Process::Forked { .. });
        let (out, ..) = ended(run, "");
        assert!(forked && out == "sh\n", "the parent is a fork of the shell: {out}");
    }
    let (out, err, status, _) = ended(shell(&prepared, "echo a; echo b >&2; echo ${LD_PRELOAD:-none}; exit 7"), "");
    assert_eq!((out.as_str(), err.as_str(), status.code()), ("a\nnone\n", "b\n", Some(7)));
}

#[test]
fn a_fork_has_the_bounds_of_what_is_started_and_tells_what_it_used() {
    let prepared = Prepared::default();
    let (out, ..) = ended(shell(&prepared, "ulimit -v; ulimit -d; ulimit -n; ulimit -c; ls /proc/self/fd | wc -l"), "");
    // The three, and that of the folder which `ls` reads.
    assert_eq!(out, "1048576\n65536\n64\n0\n4\n");
    let (_, _, status, used) = ended(shell(&prepared, "while :; do :; done"), "");
    // The system counts a second for its bound by ticks, and what was used exactly: on a busy machine less.
    assert!(!status.success() && used >= Duration::from_millis(700), "{status} after {used:?}");
    let (out, ..) = ended(shell(&prepared, "ulimit -t"), "");
    assert_eq!(out, "1\n", "a fork's time is its own");
}

#[test]
fn a_fork_has_the_walls_of_what_is_started() {
    let prepared = Prepared::default();
    let confinement = Confinement::of_this_machine();
    assert_eq!(confinement.lacks(), None, "this machine has all walls");
    let cat = Path::new("/bin/cat");
    let within = |args: &[&str]| {
        let sandbox = confinement.around(&Reach::of(cat)).unwrap();
        ended(run_in(&prepared, cat, args, &sandbox).unwrap(), "text")
    };
    let (out, _, status, _) = within(&["-"]);
    assert_eq!((out.as_str(), status.success()), ("text", true));
    let (out, err, status, _) = within(&["/etc/passwd"]);
    assert!(out.is_empty() && err.contains("Permission denied") && !status.success(), "{err}");
    let sh = Path::new("/bin/sh");
    let sandbox = confinement.around(&Reach::of(sh)).unwrap();
    let (out, err, ..) = ended(run_in(&prepared, sh, &["-c", "(exit 0)"], &sandbox).unwrap(), "");
    assert!(out.is_empty() && err.contains("fork"), "no process of its own: {err}");
    let sandbox = confinement.without_files().around(&Reach::of(cat)).unwrap();
    let (out, ..) = ended(run_in(&prepared, cat, &["/proc/self/status"], &sandbox).unwrap(), "");
    for line in ["CapEff:\t0000000000000000\n", "NoNewPrivs:\t1\n", "Seccomp:\t2\n"] {
        assert!(out.contains(line), "{out}");
    }
}

fn is_alive(process: &str) -> bool {
    Path::new("/proc").join(process).exists()
}

/// Whether it is there and has not ended.
fn is_running(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

fn ends(process: &str) {
    let begin = Instant::now();
    while is_alive(process) {
        assert!(begin.elapsed() < Duration::from_secs(10), "{process} is still there");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A run that says its process and then waits for input.
fn waiting(prepared: &Prepared) -> (String, Run) {
    let mut run = shell(prepared, "echo $$; read -r line");
    let (mut said, mut byte) = (String::new(), [0]);
    while run.stdout.read(&mut byte).unwrap() == 1 && byte != *b"\n" {
        said.push(char::from(byte[0]));
    }
    assert!(is_alive(&said));
    (said, run)
}

#[test]
fn a_fork_that_is_killed_or_forgotten_is_gone() {
    let prepared = Prepared::default();
    let (process, mut run) = waiting(&prepared);
    run.process.kill();
    let (status, _) = run.process.wait().unwrap();
    assert_eq!(status.signal(), Some(9));
    ends(&process);
    let (process, Run { process: forgotten, stdin: _stdin, .. }) = waiting(&prepared);
    drop(forgotten);
    ends(&process);
    // The loaded tool lives as long as its runs, and they go with it.
    let (process, run) = waiting(&prepared);
    let loaded = loaded(&prepared, "/bin/sh");
    drop(prepared);
    assert!(is_running(&process) && is_running(&loaded.to_string()));
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(loaded as i32), nix::sys::signal::Signal::SIGKILL).unwrap();
    ends(&process);
    assert!(run.process.wait().is_err(), "nobody reports");
}

/// Waits until a loaded tool has the descriptors of no run: one that is stopped before holds the ends of the run's pipes, which then has
/// no end of its output.
fn wait_until_pipes_are_closed(tool: u32) {
    /// Its three standard ones, and its socket.
    const OWN: usize = 4;
    let begin = Instant::now();
    while std::fs::read_dir(format!("/proc/{tool}/fd")).unwrap().count() > OWN {
        assert!(begin.elapsed() < 100 * BEGIN_LIMIT, "it keeps them");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_loaded_tool_that_is_stopped_is_started_for_a_run_and_loaded_again_for_the_next() {
    let prepared = Prepared::default();
    ended(shell(&prepared, "exit 0"), "");
    let (_, under_way) = waiting(&prepared);
    let stopped = loaded(&prepared, "/bin/sh");
    wait_until_pipes_are_closed(stopped);
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(stopped as i32), nix::sys::signal::Signal::SIGSTOP).unwrap();
    let begin = Instant::now();
    assert!(run(&prepared, "/bin/sh", &["-c", "exit 0"]).is_none(), "it begins no run");
    assert!(begin.elapsed() < 5 * BEGIN_LIMIT, "{:?}", begin.elapsed());
    ended(shell(&prepared, "exit 0"), "");
    assert_ne!(loaded(&prepared, "/bin/sh"), stopped);
    // Work that it had begun before goes on.
    assert_eq!(ended(under_way, "line\n").2.code(), Some(0));
    ends(&stopped.to_string());
}

#[test]
fn who_loads_a_tool_that_hangs_keeps_nobody_else_waiting_and_gives_up_when_told() {
    let (prepared, folder) = (Prepared::default(), tempfile::tempdir().unwrap());
    let (source, hangs) = (folder.path().join("hangs.c"), folder.path().join("hangs"));
    let text = "#include <unistd.h>\n__attribute__((constructor)) static void hang(void) { for (;;) pause(); }\nint main(void) { return 0; }\n";
    std::fs::write(&source, text).unwrap();
    assert!(Command::new("cc").arg("-o").args([&hangs, &source]).status().unwrap().success());
    let is_over = std::sync::atomic::AtomicBool::new(false);
    let stopped = || is_over.load(std::sync::atomic::Ordering::SeqCst);
    std::thread::scope(|scope| {
        let first = scope.spawn(|| {
            let known = (hangs.as_path(), hangs.as_path(), &stamp(&hangs));
            prepared.run(known, &[], (&SMALL, &Sandbox::none()), &stopped).is_none()
        });
        while prepared.known().is_empty() {
            std::thread::yield_now();
        }
        let begin = Instant::now();
        assert!(run_in(&prepared, &hangs, &[], &Sandbox::none()).is_none(), "it is started meanwhile");
        assert_eq!(ended(run(&prepared, "/bin/cat", &[]).unwrap(), "text").0, "text");
        assert!(begin.elapsed() < PREPARING_LIMIT / 2, "{:?}", begin.elapsed());
        is_over.store(true, std::sync::atomic::Ordering::SeqCst);
        assert!(first.join().unwrap() && begin.elapsed() < PREPARING_LIMIT / 2);
    });
    assert!(!prepared.known().contains_key(&hangs), "that says nothing of whether it can be loaded");
}

/// The process of a loaded tool.
fn loaded(prepared: &Prepared, program: &str) -> u32 {
    prepared.known()[Path::new(program)].loaded.as_ref().unwrap().process.as_ref().unwrap().id()
}

#[test]
fn what_cannot_be_loaded_is_left_to_be_started() {
    let (prepared, folder) = (Prepared::default(), tempfile::tempdir().unwrap());
    let source = folder.path().join("main.c");
    std::fs::write(&source, "int main(void) { return 0; }\n").unwrap();
    let alone = folder.path().join("alone");
    let built = Command::new("cc").arg("-static").arg("-o").args([&alone, &source]).status().unwrap();
    assert!(built.success());
    assert!(run_in(&prepared, &alone, &[], &Sandbox::none()).is_none(), "it has no loader that would preload");
    assert!(run(&prepared, "/nowhere/tool", &[]).is_none());
    assert!(run(&prepared, "/bin/echo", &["a\0b"]).is_none());
    let long = "x".repeat(MAX_REQUEST_BYTES);
    assert!(run(&prepared, "/bin/echo", &[&long]).is_none());
    let (out, ..) = ended(run(&prepared, "/bin/echo", &["still there"]).unwrap(), "");
    assert_eq!(out, "still there\n");
}

#[test]
fn a_tool_that_is_replaced_or_killed_is_loaded_again() {
    let (prepared, folder) = (Prepared::default(), tempfile::tempdir().unwrap());
    let tool = folder.path().join("tool");
    let put = |from: &str| {
        let other = folder.path().join("other");
        std::fs::copy(from, &other).unwrap();
        std::fs::set_permissions(&other, std::fs::Permissions::from_mode(0o755)).unwrap();
        std::fs::rename(&other, &tool).unwrap();
    };
    let said = || run_in(&prepared, &tool, &["-"], &Sandbox::none()).map(|run| ended(run, "text").0);
    put("/bin/cat");
    assert_eq!(said().as_deref(), Some("text"));
    put("/bin/echo");
    assert_eq!(said().as_deref(), Some("-\n"));
    let loaded = loaded(&prepared, tool.to_str().unwrap());
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(loaded as i32), nix::sys::signal::Signal::SIGKILL).unwrap();
    // The run that finds it gone is started by itself; the next one loads it again.
    while is_running(&loaded.to_string()) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!([said(), said()], [None, Some("-\n".to_owned())]);
}

#[test]
fn runs_at_once_keep_their_texts_apart() {
    let prepared = Prepared::default();
    // Who comes while it is loaded starts it by themselves.
    assert_eq!(ended(run(&prepared, "/bin/cat", &[]).unwrap(), "text").0, "text");
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let prepared = &prepared;
            scope.spawn(move || {
                for turn in 0..20 {
                    let text = format!("{thread} {turn}").repeat(1000);
                    assert_eq!(ended(run(prepared, "/bin/cat", &[]).unwrap(), &text).0, text);
                }
            });
        }
    });
}
