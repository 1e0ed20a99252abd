//! A tool run once: text in by pipe, text out by pipe, within bounds and in a sandbox, killed when it takes too long or nobody waits.

use crate::child::{self, Allowance};
use crate::limits::{MAX_TOOL_ERRORS_BYTES, MAX_TOOL_OUTPUT_BYTES, TOOL_LIMIT, TOOL_MEMORY_BYTES};
use crate::sandbox::{Confinement, Reach};
use isotope_synth::pricer::PriceError;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a run looks at whether it has to stop.
const POLL: Duration = Duration::from_millis(5);

/// A tool, where it is, and how long it may run.
#[derive(Clone, Debug)]
pub struct Tool {
    /// Its file name, or its whole path.
    pub program: PathBuf,
    /// Debian's package that has it.
    pub package: &'static str,
    /// How long one run may take.
    pub limit: Duration,
}

/// What a run left behind.
pub struct Output {
    /// Standard output.
    pub stdout: String,
    /// The beginning of standard error.
    pub stderr: String,
    /// Whether it ended with status 0.
    pub ok: bool,
}

/// How many runs there may be at once, of all tools together, and what they are held to.
#[derive(Clone, Debug)]
pub struct Runs {
    free: Arc<(Mutex<usize>, Condvar)>,
    confinement: Confinement,
}

/// What a shell says of a program that its loader cannot load; loaders say it, too.
const NOT_LOADED: i32 = 127;

impl Runs {
    /// So many at once, at least one, in such a sandbox.
    pub fn new(at_once: usize, confinement: Confinement) -> Self {
        Runs { free: Arc::new((Mutex::new(at_once.max(1)), Condvar::new())), confinement }
    }

    /// What they are held to.
    pub fn confinement(&self) -> &Confinement {
        &self.confinement
    }

    /// Waits for a place, unless told to stop.
    fn take(&self, stopped: &dyn Fn() -> bool) -> Option<Running<'_>> {
        let (free, changed) = &*self.free;
        let mut count = free.lock().unwrap_or_else(PoisonError::into_inner);
        while *count == 0 {
            if stopped() {
                return None;
            }
            count = changed.wait_timeout(count, POLL).unwrap_or_else(PoisonError::into_inner).0;
        }
        *count -= 1;
        Some(Running(self))
    }
}

/// A place among the [`Runs`].
struct Running<'a>(&'a Runs);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let (free, changed) = &*self.0.free;
        *free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        changed.notify_one();
    }
}

/// Kills and reaps a process, if it is still there.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // Both fail only when it is gone already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Tool {
    /// One of LLVM's, found on the path.
    pub fn of_llvm(program: &str) -> Self {
        Tool { program: program.into(), package: "llvm-19", limit: TOOL_LIMIT }
    }

    /// LLVM's compiler, found on the path.
    pub fn llc() -> Self {
        Tool::of_llvm("llc-19")
    }

    fn name(&self) -> String {
        self.program.display().to_string()
    }

    /// Runs the tool on `input` and waits for it; past its limit, or when told to stop, it is killed and reaped.
    pub fn run(
        &self,
        args: &[String],
        input: String,
        runs: &Runs,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Output, PriceError> {
        let nobody_waits = || self.unreadable("nobody waits for it any more");
        let _running = runs.take(stopped).ok_or_else(nobody_waits)?;
        let mut child = Ended(self.spawn(args, runs.confinement())?);
        let pipes = (child.0.stdin.take(), child.0.stdout.take(), child.0.stderr.take());
        let (Some(mut stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(self.unreadable("it has no pipes"));
        };
        let started = |e: std::io::Error| self.unreadable(&e.to_string());
        // A tool that stops reading early breaks the pipe; its own message says why.
        let feeding = move || stdin.write_all(input.as_bytes()).ok();
        thread::Builder::new().spawn(feeding).map_err(started)?;
        let (tell, told) = mpsc::channel();
        let complaining = move || {
            let mut stderr = stderr;
            tell.send(read(&mut stderr, MAX_TOOL_ERRORS_BYTES).0).ok();
            // A tool that cannot go on complaining would not end.
            std::io::copy(&mut stderr, &mut std::io::sink()).ok();
        };
        thread::Builder::new().spawn(complaining).map_err(started)?;
        let (send, receive) = mpsc::channel();
        let reading = move || send.send(read(&mut { stdout }, MAX_TOOL_OUTPUT_BYTES)).ok();
        thread::Builder::new().spawn(reading).map_err(started)?;
        let began = Instant::now();
        // Output ends when the process does: waiting for it is waiting for the process.
        let (stdout, whole) = loop {
            match receive.recv_timeout(POLL) {
                Ok(read) => break read,
                Err(RecvTimeoutError::Disconnected) => return Err(self.unreadable("its output was lost")),
                Err(RecvTimeoutError::Timeout) if stopped() => return Err(nobody_waits()),
                Err(RecvTimeoutError::Timeout) if began.elapsed() > self.limit => {
                    let limit_ms = self.limit.as_millis() as u64;
                    return Err(PriceError::Timeout { tool: self.name(), limit_ms });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        if !whole {
            let bound = format!("it printed more than {MAX_TOOL_OUTPUT_BYTES} bytes (MAX_TOOL_OUTPUT_BYTES)");
            return Err(self.unreadable(&bound));
        }
        let status = child.0.wait().map_err(|e| self.unreadable(&e.to_string()))?;
        let stderr = told.recv().unwrap_or_default();
        match self.ended_by_the_sandbox(status, &stderr, runs.confinement()) {
            Some(why) => Err(self.unreadable(&why)),
            None => Ok(Output { stdout, stderr, ok: status.success() }),
        }
    }

    /// Why a run tells nothing about what it was given.
    fn ended_by_the_sandbox(&self, status: ExitStatus, stderr: &str, confinement: &Confinement) -> Option<String> {
        if status.signal() == Some(nix::libc::SIGSYS) {
            tracing::error!(
                tool = self.name(),
                "it made a system call that no compiler makes, and was ended: an attack?"
            );
            return Some("the sandbox ended it: it made a system call that it must not make".to_owned());
        }
        let is_not_loaded = status.code() == Some(NOT_LOADED) && !confinement.is_off();
        is_not_loaded
            .then(|| format!("it does not start in its sandbox: {}", stderr.lines().next().unwrap_or_default()))
    }

    /// The file that the path finds.
    fn found(&self) -> Option<PathBuf> {
        let is_program = |path: &PathBuf| {
            std::fs::metadata(path).is_ok_and(|of| of.is_file() && of.permissions().mode() & 0o111 != 0)
        };
        if self.program.components().count() > 1 {
            return Some(self.program.clone()).filter(is_program);
        }
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|folder| folder.join(&self.program)).find(is_program)
    }

    fn spawn(&self, args: &[String], confinement: &Confinement) -> Result<Child, PriceError> {
        let missing = || PriceError::Missing { tool: self.name(), package: self.package.to_owned() };
        let program = self.found().ok_or_else(missing)?;
        let started = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => missing(),
            ErrorKind::PermissionDenied if is_script(&program) => self.unreadable(
                "it is a script, and the sandbox has no shell: name the program itself, or say --sandbox off",
            ),
            _ => self.unreadable(&error.to_string()),
        };
        let sandbox = confinement.around(&Reach::of(&program)).map_err(started)?;
        let mut command = Command::new(&program);
        command.arg0(&self.program).args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let cpu_seconds = Some(self.limit.as_secs().max(1));
        child::start(&mut command, Allowance { memory_bytes: TOOL_MEMORY_BYTES, cpu_seconds }, sandbox).map_err(started)
    }

    fn unreadable(&self, message: &str) -> PriceError {
        PriceError::Unreadable { tool: self.name(), message: message.to_owned() }
    }
}

fn is_script(program: &Path) -> bool {
    let mut begins = [0; 2];
    std::fs::File::open(program).and_then(|mut file| file.read_exact(&mut begins)).is_ok() && &begins == b"#!"
}

/// The text up to a bound, and whether that is all of it.
fn read(from: &mut impl Read, bound: usize) -> (String, bool) {
    let mut bytes = Vec::new();
    from.take(bound as u64 + 1).read_to_end(&mut bytes).ok();
    let whole = bytes.len() <= bound;
    bytes.truncate(bound);
    (String::from_utf8_lossy(&bytes).into_owned(), whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(tool: &Tool, args: &[&str], input: &str) -> Result<Output, PriceError> {
        let args: Vec<String> = args.iter().map(|a| (*a).to_owned()).collect();
        tool.run(&args, input.to_owned(), &Runs::new(1, Confinement::off()), &|| false)
    }

    fn tool(program: &str, limit_ms: u64) -> Tool {
        Tool { program: program.into(), package: "coreutils", limit: Duration::from_millis(limit_ms) }
    }

    #[test]
    fn text_goes_in_and_comes_out() {
        let long = "a line\n".repeat(100_000);
        let out = run(&tool("cat", 10_000), &[], &long).unwrap();
        assert!(out.ok && out.stdout == long);
    }

    #[test]
    fn a_missing_tool_names_its_package() {
        let error = run(&tool("llc-of-nowhere", 1000), &[], "").err().unwrap();
        assert_eq!(error.to_string(), "llc-of-nowhere was not found: install it with `apt-get install coreutils`");
    }

    #[test]
    fn a_slow_tool_is_killed() {
        let error = run(&tool("sleep", 50), &["60"], "").err().unwrap();
        assert_eq!(error, PriceError::Timeout { tool: "sleep".to_owned(), limit_ms: 50 });
    }

    #[test]
    fn a_failing_tool_tells_why() {
        let out = run(&tool("cat", 1000), &["/no/such/file"], "").unwrap();
        assert!(!out.ok && out.stderr.contains("/no/such/file"));
    }

    #[test]
    fn what_a_tool_says_is_bounded() {
        let script = "yes word | head -c 3000000 >&2; echo done";
        let out = run(&tool("sh", 20_000), &["-c", script], "").unwrap();
        assert_eq!((out.stdout.as_str(), out.stderr.len()), ("done\n", MAX_TOOL_ERRORS_BYTES));
        let error = run(&tool("yes", 60_000), &[], "").err().unwrap().to_string();
        assert!(error.contains("MAX_TOOL_OUTPUT_BYTES"), "{error}");
    }

    #[test]
    fn a_run_that_nobody_waits_for_ends_and_gives_its_place_back() {
        let (runs, began) = (Runs::new(1, Confinement::of_this_machine()), Instant::now());
        let stopped = || began.elapsed() > Duration::from_millis(50);
        for _ in 0..2 {
            let error = tool("sleep", 60_000).run(&["60".to_owned()], String::new(), &runs, &stopped).err().unwrap();
            assert!(error.to_string().contains("nobody waits"), "{error}");
        }
        assert!(began.elapsed() < Duration::from_secs(20));
        let held = runs.take(&|| false);
        assert!(runs.take(&|| true).is_none());
        drop(held);
    }
}
