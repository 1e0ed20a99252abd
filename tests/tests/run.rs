//! `isotope run` as a user starts it: the program's streams, signals and exit status, and the daemon that comes with it, and goes with it or
//! stays.

use isotope_tests::{Daemon, program, signal, wait_for};
use std::io::{BufRead as _, BufReader};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder with a memo, a socket, and something to preload, which any library is.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        // The command starts the daemon that is beside it.
        program("isotope-server", "isotoped");
        Place(tempfile::tempdir().expect("a folder"))
    }

    fn socket(&self) -> PathBuf {
        self.0.path().join("daemon.sock")
    }

    /// `isotope run` with flags, on a line of the shell's.
    fn command(&self, flags: &[&str], line: &str) -> Command {
        let mut command = Command::new(program("isotope-cli", "isotope"));
        command.arg("run").args(flags).args(["--", "sh", "-c", line]).stdin(Stdio::null());
        command.env("ISOTOPE_SERVER", format!("unix:{}", self.socket().display()));
        command.env("ISOTOPE_CACHE", self.0.path().join("memo")).env("ISOTOPE_THREADS", "1");
        command.env("XDG_STATE_HOME", self.0.path());
        for name in ["ISOTOPE_TIMEOUT_MS", "ISOTOPE_REPORT", "ISOTOPE_PRELOAD", "LD_PRELOAD"] {
            command.env_remove(name);
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, flags: &[&str], line: &str) -> Output {
        self.command(flags, line).output().expect("isotope starts")
    }

    /// `isotope status` or `isotope stop`.
    fn of_the_daemons(&self, words: &[&str]) -> Output {
        let mut command = Command::new(program("isotope-cli", "isotope"));
        command.args(words).env("XDG_STATE_HOME", self.0.path()).output().expect("isotope starts")
    }

    fn is_somebody_there(&self) -> bool {
        UnixStream::connect(self.socket()).is_ok()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_daemon_comes_and_goes_with_the_program() {
    let place = Place::new();
    let ask = r#"echo "uint8x64 rounding_halving_add((uint8x64)a, (uint8x64)b)" | "$0" select - --mcpu znver4 --emit json; exit 7"#;
    let ask = ask.replace("$0", &program("isotope-cli", "isotope").display().to_string());
    let output = place.run(&["--end"], &ask);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(7), "{said}");
    assert!(text(&output.stdout).contains("vpavgb"), "{said}");
    assert!(said.contains("started a daemon at unix:") && said.contains("no pipeline of Halide"), "{said}");
    assert!(!place.is_somebody_there(), "the daemon has ended");
}

/// `script` gives a program a terminal.
#[test]
fn a_terminal_shows_what_is_searched_for() {
    let place = Place::new();
    let isotope = program("isotope-cli", "isotope").display().to_string();
    let ask = place.0.path().join("ask.sh");
    let text_of_window = "uint8x64 (uint8x64)saturating_cast(widening_add((uint8x64)a, (uint8x64)b) / x64((uint16)3))";
    std::fs::write(&ask, format!("echo '{text_of_window}' | '{isotope}' select - --mcpu znver4 --emit json\n"))
        .expect("written");
    for (flags, is_shown) in [("--end", true), ("--end --quiet", false)] {
        let line = format!("'{isotope}' run {flags} -- sh '{}'", ask.display());
        let mut command = Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).stdin(Stdio::null());
        command.env("ISOTOPE_SERVER", format!("unix:{}", place.socket().display())).env("TERM", "xterm");
        command.env("XDG_STATE_HOME", place.0.path());
        command.env("ISOTOPE_CACHE", place.0.path().join(format!("memo{is_shown}"))).env("ISOTOPE_THREADS", "1");
        let output = command.output().expect("util-linux has `script`");
        let said = text(&output.stdout);
        assert!(output.status.success(), "{said}");
        assert_eq!(said.contains("searching for 1 expression"), is_shown, "{said}");
    }
}

#[test]
fn a_daemon_that_is_there_is_asked_and_left_alone() {
    let place = Place::new();
    let folder = tempfile::tempdir().expect("a folder");
    let mut daemon = Daemon::start(folder.path());
    let server = format!("http://{}", daemon.address);
    let output = place.command(&[], "echo $ISOTOPE_SERVER").env("ISOTOPE_SERVER", &server).output().expect("it runs");
    assert_eq!(text(&output.stdout).trim(), server);
    assert!(!text(&output.stderr).contains("started a daemon"), "{}", text(&output.stderr));
    assert!(daemon.ended().is_none());
}

#[test]
fn a_daemon_stays_for_the_next_commands_is_shown_and_is_ended() {
    let place = Place::new();
    // Compilers come many at a time, and start one daemon.
    let children: Vec<_> =
        (0..4).map(|_| place.command(&["--quiet"], "true").spawn().expect("isotope starts")).collect();
    let said: Vec<String> =
        children.into_iter().map(|child| text(&child.wait_with_output().expect("it ends").stderr)).collect();
    let again = text(&place.run(&["--quiet", "--keep"], "true").stderr);
    let status = text(&place.of_the_daemons(&["status"]).stdout);
    let listed = text(&place.of_the_daemons(&["status", "--json"]).stdout);
    let other = place.of_the_daemons(&["stop", "--server", "unix:/nowhere"]);
    let stopped = place.of_the_daemons(&["stop"]);
    assert_eq!(said.iter().filter(|said| said.contains("`isotope stop` ends it")).count(), 1, "{said:?}");
    assert!(!again.contains("started a daemon"), "{again}");
    assert!(status.contains("takes calls") && status.contains("isotoped.log"), "{status}");
    assert!(listed.contains("\"state\": \"takes calls\""), "{listed}");
    assert!(other.status.code() == Some(1) && text(&other.stderr).contains("unix:/nowhere"), "{other:?}");
    assert!(text(&stopped.stdout).contains("is ended\n"), "{stopped:?}");
    assert!(!place.is_somebody_there(), "the daemon has ended");
    assert!(text(&place.of_the_daemons(&["stop"]).stdout).contains("has no daemon running"));
}

#[test]
fn the_program_gets_what_the_client_reads() {
    let place = Place::new();
    // The loader complains of what only begins as a library does, and goes on.
    let library = place.0.path().join("lib x.so");
    std::fs::write(&library, b"\x7fELF").expect("it is written");
    let print = "echo $ISOTOPE_TIMEOUT_MS; echo $LD_PRELOAD; echo $ISOTOPE_REPORT";
    let report = place.0.path().join("report");
    let flags = |wait: &'static [&'static str]| {
        let mut flags =
            vec!["--preload", library.to_str().expect("a text"), "--report", report.to_str().expect("a text")];
        flags.extend(wait);
        flags
    };
    let printed = |command: &mut Command| -> Vec<String> {
        let output = command.env("LD_PRELOAD", "").output().expect("it runs");
        text(&output.stdout).lines().map(str::to_owned).collect()
    };
    let found = printed(&mut place.command(&flags(&["--end"]), print));
    let library = library.canonicalize().expect("it is there");
    assert_eq!(found, ["60000".to_owned(), library.display().to_string(), report.display().to_string()]);
    let set =
        |wait, value: &str| printed(place.command(&flags(wait), print).env("ISOTOPE_TIMEOUT_MS", value))[0].clone();
    assert_eq!(set(&["--end"], "5"), "5", "what the user has set stays");
    assert_eq!(set(&["--end", "--wait", "2.5"], "5"), "2500");
    assert!(Path::new(&report).exists(), "a report that was named stays");
}

#[test]
fn signals_reach_the_program_and_its_end_is_passed_on() {
    let place = Place::new();
    for (name, line, status) in [
        ("TERM", "trap 'echo got; exit 3' TERM; echo ready; while :; do sleep 0.05; done", 3),
        ("INT", "trap 'echo got; exit 4' INT; echo ready; while :; do sleep 0.05; done", 4),
        ("HUP", "echo ready; exec sleep 60", 128 + 1),
    ] {
        let mut child = place.command(&["--end"], line).spawn().expect("isotope starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        assert_eq!(lines.next().and_then(Result::ok).as_deref(), Some("ready"), "{name}");
        signal(child.id(), name);
        let ended = child.wait().expect("it ends");
        assert_eq!(ended.code(), Some(status), "{name}");
        assert!(!place.is_somebody_there(), "{name}: the daemon has ended");
    }
}

#[test]
fn mistakes_are_sentences() {
    let place = Place::new();
    let without = place.run(&["--no-start"], "true");
    assert_eq!(without.status.code(), Some(1));
    assert!(text(&without.stderr).contains("no server at unix:"), "{}", text(&without.stderr));
    let away = place.command(&[], "true").env("ISOTOPE_SERVER", "http://192.0.2.1:1").output().expect("it runs");
    assert!(!away.status.success() && text(&away.stderr).contains("192.0.2.1"), "{}", text(&away.stderr));
    let report = place.run(&["--end", "--report", "/nowhere/report"], "true");
    assert_eq!(report.status.code(), Some(2), "{}", text(&report.stderr));
    assert!(text(&report.stderr).contains("/nowhere/report"), "{}", text(&report.stderr));
    let mut command = Command::new(program("isotope-cli", "isotope"));
    command
        .args(["run", "--end", "--", "no-such-program"])
        .env("XDG_STATE_HOME", place.0.path())
        .env("ISOTOPE_CACHE", place.0.path().join("memo"));
    let missing =
        command.env("ISOTOPE_SERVER", format!("unix:{}", place.socket().display())).output().expect("it runs");
    assert_eq!(missing.status.code(), Some(127));
    assert!(text(&missing.stderr).contains("cannot run no-such-program"), "{}", text(&missing.stderr));
    assert!(!place.is_somebody_there(), "the daemon has ended");
}

#[test]
fn a_second_daemon_of_one_home_has_a_cache_folder_of_its_own() {
    let home = tempfile::tempdir().expect("a folder");
    let start = |name: &str| {
        let mut command = Command::new(program("isotope-server", "isotoped"));
        command.args(["--threads", "1", "--log", "error", "--listen"]);
        command.arg(format!("unix:{}", home.path().join(name).display()));
        command.arg("--ready-file").arg(home.path().join(format!("{name}.ready"))).env("HOME", home.path());
        command.env_remove("ISOTOPE_CACHE").env_remove("XDG_CACHE_HOME").stdout(Stdio::null());
        command.spawn().expect("isotoped starts")
    };
    let names = ["first", "second"];
    let mut daemons = names.map(|name| {
        let daemon = start(name);
        wait_for(name, || home.path().join(format!("{name}.ready")).exists().then_some(()));
        daemon
    });
    let answers = names.map(|name| {
        let mut ask = Command::new(program("isotope-cli", "isotope"));
        ask.args(["health", "--server", &format!("unix:{}", home.path().join(name).display())]);
        ask.output().expect("isotope starts").status.success()
    });
    for daemon in &mut daemons {
        signal(daemon.id(), "TERM");
        assert!(daemon.wait().expect("it ends").success());
    }
    let folder = |name: &str| home.path().join(".cache").join(name).join("journal").exists();
    assert!(answers == [true, true] && folder("isotope") && folder("isotope-2"), "{answers:?}");
}
