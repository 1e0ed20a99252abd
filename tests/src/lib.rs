//! Suites over real processes: `isotoped` and `isotope` as they are built, with the engine and the provers they ship with.
//!
//! Here belong: starting, asking and ending those programs; executing what they answer (`isotope_trial`). Their answers are in
//! `tests/` and `cases/`.

pub mod asking;
pub mod generator;
pub mod indices;

pub mod hostile;
#[path = "../../server/tests/serving/wire.rs"]
pub mod wire;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The longest that anything here is waited for.
pub const TIME_LIMIT: Duration = Duration::from_secs(120);

/// A program of the workspace, built now if it is not there or not fresh; looked at once per run of a suite, because even a
/// fresh one costs cargo a moment, and minutes while another cargo holds the target folder.
pub fn program(package: &str, name: &str) -> PathBuf {
    static BUILT: Mutex<BTreeMap<String, PathBuf>> = Mutex::new(BTreeMap::new());
    // One that did not build is tried again by the next.
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    built.entry(name.to_owned()).or_insert_with(|| build(package, name)).clone()
}

/// Set by `cargo xtask test`, which has all programs built before any test runs.
const BUILT: &str = "ISOTOPE_BUILT";

fn build(package: &str, name: &str) -> PathBuf {
    // The tests are in `deps`, programs are one up.
    let own = std::env::current_exe().expect("this program has a path");
    let program = own.parent().and_then(Path::parent).expect("tests lie in a folder of the target folder").join(name);
    if std::env::var_os(BUILT).is_some() && program.exists() {
        return program;
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // The features of the whole workspace and, by the test, of its tests: those of one package alone would have its dependencies built a
    // second time. As would what cargo tells a test of its own package, which build scripts look at.
    let mut command = Command::new(cargo);
    command.args(["build", "--quiet", "--workspace", "--bin", name, "--test", "setup"]);
    // A test that is optimised asks for a program that is: cargo has a folder for each.
    if program.parent().is_some_and(|folder| folder.ends_with("release")) {
        command.arg("--release");
    }
    let own = [b"CARGO_MANIFEST_".as_slice(), b"CARGO_PKG_"];
    let is_own = |name: &OsString| own.iter().any(|own| name.as_encoded_bytes().starts_with(own));
    std::env::vars_os().map(|(name, _)| name).filter(is_own).for_each(|name| _ = command.env_remove(name));
    let status = command.status();
    assert!(status.expect("cargo runs").success(), "{name} of {package} does not build");
    program
}

/// Polls until something is there.
///
/// # Panics
/// After [`TIME_LIMIT`].
pub fn wait_for<T>(what: &str, mut poll: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = poll() {
            return found;
        }
        assert!(begin.elapsed() < TIME_LIMIT, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A running `isotoped` with a folder of its own; dropping it ends it.
pub struct Daemon {
    child: Child,
    /// Where it listens: an address and a port.
    pub address: String,
}

impl Daemon {
    /// A daemon on a free port with its memo in `folder`.
    pub fn start(folder: &Path) -> Self {
        Daemon::launch(Command::new(program("isotope-server", "isotoped")), folder)
    }

    /// The same through another command, which passes its arguments on.
    pub fn launch(command: Command, folder: &Path) -> Self {
        Daemon::launch_with(command, folder, &["--log", "error"])
    }

    /// The same with these flags besides.
    pub fn launch_with(mut command: Command, folder: &Path, flags: &[&str]) -> Self {
        let ready = folder.join("ready");
        // One from an earlier start says where that one was.
        let _ = std::fs::remove_file(&ready);
        if !flags.contains(&"--threads") {
            command.args(["--threads", "2"]);
        }
        command.args(["--listen", "127.0.0.1:0", "--ready-file"]).arg(&ready).args(flags);
        command.arg("--cache").arg(folder.join("memo")).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut daemon = Daemon { child: command.spawn().expect("isotoped starts"), address: String::new() };
        daemon.address = wait_for("the ready file", || {
            assert!(daemon.ended().is_none(), "isotoped ended before it was ready");
            Some(std::fs::read_to_string(&ready).ok()?.trim().to_owned())
        });
        daemon
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// How it ended, if it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("a child can be waited for")
    }

    /// Sends it a signal by name.
    pub fn signal(&self, name: &str) {
        signal(self.id(), name);
    }

    /// Waits for its end.
    pub fn end(&mut self) -> ExitStatus {
        wait_for("the end of isotoped", || self.ended())
    }

    /// Its output, once it has ended.
    pub fn printed(&mut self) -> String {
        let mut text = String::new();
        let out = self.child.stdout.as_mut().expect("standard output is a pipe");
        out.read_to_string(&mut text).expect("what it prints is text");
        text
    }

    /// `isotope` with these arguments, connected to this daemon, not waited for.
    pub fn ask(&self, arguments: &[&str], input: &str) -> Child {
        let server = format!("http://{}", self.address);
        isotope(&[arguments, &["--server", &server]].concat(), input)
    }

    /// `isotope` with these arguments, to its end.
    pub fn asked(&self, arguments: &[&str], input: &str) -> Output {
        self.ask(arguments, input).wait_with_output().expect("isotope ends")
    }

    /// The results of `isotope select` as JSON, with time for a busy machine.
    pub fn select(&self, input: &str) -> serde_json::Value {
        results(&self.asked(&["select", "-", "--emit", "json", "--timeout", "600"], input))
    }

    /// A row of `isotope stats`.
    pub fn stat(&self, row: &str) -> u64 {
        let output = self.asked(&["stats"], "");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let value = text.lines().find_map(|line| line.trim().strip_prefix(row)?.trim().parse().ok());
        value.unwrap_or_else(|| panic!("no row `{row}` in\n{text}"))
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `isotope` with arguments and standard input.
pub fn isotope(arguments: &[&str], input: &str) -> Child {
    let mut command = Command::new(program("isotope-cli", "isotope"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("isotope starts");
    // A command that fails early does not read.
    let _ = child.stdin.take().expect("standard input is a pipe").write_all(input.as_bytes());
    child
}

/// The `results` of a command that printed JSON.
///
/// # Panics
/// If it failed.
pub fn results(output: &Output) -> serde_json::Value {
    assert!(output.status.success(), "{}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    let printed: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
    printed["results"].clone()
}

/// Sends a process a signal by name.
pub fn signal(process: u32, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &process.to_string()]).status().expect("kill runs");
    assert!(sent.success(), "process {process} could not be sent {name}");
}

/// The processes that a process has started and whose command line holds a word.
pub fn children(of: u32, word: &str) -> Vec<u32> {
    let path = format!("/proc/{of}/task");
    let tasks = std::fs::read_dir(path).map(|tasks| tasks.flatten().collect()).unwrap_or_else(|_| vec![]);
    let lists = tasks.iter().filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let all: Vec<u32> =
        lists.flat_map(|l| l.split_whitespace().filter_map(|p| p.parse().ok()).collect::<Vec<_>>()).collect();
    let is_it = |p: &u32| std::fs::read_to_string(format!("/proc/{p}/cmdline")).is_ok_and(|line| line.contains(word));
    all.into_iter().filter(is_it).collect()
}

/// Every process that a process has started, and those that they have.
pub fn descendants(of: u32) -> Vec<u32> {
    let mut all = children(of, "");
    let mut looked = 0;
    while let Some(&next) = all.get(looked) {
        all.extend(children(next, ""));
        looked += 1;
    }
    all
}
