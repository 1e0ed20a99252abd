//! A tool run once: text in by pipe, text out by pipe, within bounds and in a sandbox, killed when it takes too long or nobody waits.

use crate::child::{self, Allowance};
use crate::limits::{
    LLC_BYTES, LLC_LINE_BYTES, MAX_TOOL_ERRORS_BYTES, MAX_TOOL_OUTPUT_BYTES, MCA_BYTES, MCA_LINE_BYTES,
    TOOL_ADDRESS_BYTES, TOOL_LIMIT, TOOLS_BYTES,
};
use crate::sandbox::{Confinement, Reach};
use isotope_synth::pricer::PriceError;
use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
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
    /// What a run may allocate at first: so many bytes, and so many for each line of its input. One that needs more has a second run with
    /// all that the [`Runs`] have.
    pub allocates: (u64, u64),
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

/// How many runs there may be at once, of all tools together, what they may allocate together, and what they are held to. They begin
/// in the order in which they came.
#[derive(Clone, Debug)]
pub struct Runs {
    room: Arc<(Mutex<Room>, Condvar)>,
    memory_bytes: u64,
    confinement: Confinement,
}

/// What is free.
#[derive(Debug)]
struct Room {
    runs: usize,
    bytes: u64,
    /// Who waits; the first is next.
    waiting: VecDeque<u64>,
    next: u64,
}

/// What a shell says of a program that its loader cannot load; loaders say it, too.
const NOT_LOADED: i32 = 127;

impl Runs {
    /// So many at once, at least one, in such a sandbox.
    pub fn new(at_once: usize, confinement: Confinement) -> Self {
        let room = Room { runs: at_once.max(1), bytes: TOOLS_BYTES, waiting: VecDeque::new(), next: 0 };
        Runs { room: Arc::new((Mutex::new(room), Condvar::new())), memory_bytes: TOOLS_BYTES, confinement }
    }

    /// The same, which allocate at most so many bytes together.
    pub fn within(self, memory_bytes: u64) -> Self {
        lock(&self.room.0).bytes = memory_bytes;
        Runs { memory_bytes, ..self }
    }

    /// What they are held to.
    pub fn confinement(&self) -> &Confinement {
        &self.confinement
    }

    /// Waits for a place and for room to allocate `bytes`, or all that there is, unless told to stop.
    fn take(&self, bytes: u64, stopped: &dyn Fn() -> bool) -> Option<Running<'_>> {
        let bytes = bytes.min(self.memory_bytes);
        let (room, changed) = &*self.room;
        let mut room = lock(room);
        room.next += 1;
        let number = room.next;
        room.waiting.push_back(number);
        while room.waiting.front() != Some(&number) || room.runs == 0 || room.bytes < bytes {
            if stopped() {
                room.waiting.retain(|waiting| *waiting != number);
                changed.notify_all();
                return None;
            }
            room = changed.wait_timeout(room, POLL).unwrap_or_else(PoisonError::into_inner).0;
        }
        room.waiting.pop_front();
        room.runs -= 1;
        room.bytes -= bytes;
        changed.notify_all();
        Some(Running { runs: self, bytes })
    }
}

fn lock(room: &Mutex<Room>) -> MutexGuard<'_, Room> {
    // Every change is whole before the lock is given back.
    room.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A place among the [`Runs`], and what it may allocate.
struct Running<'a> {
    runs: &'a Runs,
    bytes: u64,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let (room, changed) = &*self.runs.room;
        let mut room = lock(room);
        room.runs += 1;
        room.bytes += self.bytes;
        changed.notify_all();
    }
}

/// A run could not allocate what it needs.
struct NoRoom;

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
    /// LLVM's compiler, found on the path.
    pub fn llc() -> Self {
        Tool::of_llvm("llc-19", (LLC_BYTES, LLC_LINE_BYTES))
    }

    /// LLVM's pipeline model, found on the path.
    pub fn mca() -> Self {
        Tool::of_llvm("llvm-mca-19", (MCA_BYTES, MCA_LINE_BYTES))
    }

    fn of_llvm(program: &str, allocates: (u64, u64)) -> Self {
        Tool { program: program.into(), package: "llvm-19", limit: TOOL_LIMIT, allocates }
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
        let input: Arc<str> = input.into();
        let (fixed, a_line) = self.allocates;
        let first = fixed + a_line * input.lines().count() as u64;
        match self.run_within(first, args, &input, runs, stopped)? {
            Ok(output) => Ok(output),
            Err(NoRoom) if first < runs.memory_bytes => {
                let second = self.run_within(runs.memory_bytes, args, &input, runs, stopped)?;
                second.map_err(|NoRoom| self.needs_more(runs.memory_bytes))
            }
            Err(NoRoom) => Err(self.needs_more(runs.memory_bytes)),
        }
    }

    fn needs_more(&self, bytes: u64) -> PriceError {
        let mebibytes = bytes >> 20;
        self.unreadable(&format!(
            "it needs more than the {mebibytes} MiB that LLVM's tools may take; raise --memory-total"
        ))
    }

    /// One run that may allocate so many bytes.
    fn run_within(
        &self,
        bytes: u64,
        args: &[String],
        input: &Arc<str>,
        runs: &Runs,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Result<Output, NoRoom>, PriceError> {
        let nobody_waits = || self.unreadable("nobody waits for it any more");
        let running = runs.take(bytes, stopped).ok_or_else(nobody_waits)?;
        let mut child = Ended(self.spawn(args, running.bytes, runs.confinement())?);
        let input = Arc::clone(input);
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
            None if !status.success() && is_out_of_memory(&stderr) => Ok(Err(NoRoom)),
            None => Ok(Ok(Output { stdout, stderr, ok: status.success() })),
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
    pub(crate) fn found(&self) -> Option<PathBuf> {
        let is_program = |path: &PathBuf| {
            std::fs::metadata(path).is_ok_and(|of| of.is_file() && of.permissions().mode() & 0o111 != 0)
        };
        if self.program.components().count() > 1 {
            return Some(self.program.clone()).filter(is_program);
        }
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|folder| folder.join(&self.program)).find(is_program)
    }

    fn spawn(&self, args: &[String], data_bytes: u64, confinement: &Confinement) -> Result<Child, PriceError> {
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
        let allowance = Allowance { address_bytes: TOOL_ADDRESS_BYTES, data_bytes, cpu_seconds };
        child::start(&mut command, allowance, sandbox).map_err(started)
    }

    pub(crate) fn unreadable(&self, message: &str) -> PriceError {
        PriceError::Unreadable { tool: self.name(), message: message.to_owned() }
    }
}

/// Whether a tool says that it could not allocate: LLVM, the C++ library, the loader.
fn is_out_of_memory(stderr: &str) -> bool {
    let said = ["out of memory", "bad_alloc", "cannot allocate memory", "failed to map segment", "Allocation failed"];
    said.iter().any(|words| stderr.contains(words))
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
        Tool {
            program: program.into(),
            package: "coreutils",
            limit: Duration::from_millis(limit_ms),
            allocates: (32 << 20, 0),
        }
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
        let held = runs.take(0, &|| false);
        assert!(runs.take(0, &|| true).is_none());
        drop(held);
    }

    #[test]
    fn runs_begin_in_their_order_and_allocate_no_more_than_there_is() {
        let runs = Runs::new(4, Confinement::off()).within(100);
        let held = runs.take(60, &|| false).unwrap();
        assert!(runs.take(41, &|| true).is_none(), "60 and 41 are more than 100");
        let small = runs.take(40, &|| false).unwrap();
        drop((held, small));
        assert_eq!(runs.take(1 << 40, &|| false).unwrap().bytes, 100, "all there is");
        let free = lock(&runs.room.0);
        assert_eq!((free.runs, free.bytes, free.waiting.len()), (4, 100, 0));
    }

    #[test]
    fn a_run_that_needs_more_has_all_there_is_the_second_time() {
        // Says what it may allocate, and fails as LLVM does where that is little.
        let script = "ulimit -d; test $(ulimit -d) -ge 65536 || { echo 'LLVM ERROR: out of memory' >&2; exit 1; }";
        let args = ["-c".to_owned(), script.to_owned()];
        let sh = |bytes: u64| {
            let runs = Runs::new(1, Confinement::off()).within(bytes);
            tool("sh", 20_000).run(&args, String::new(), &runs, &|| false)
        };
        assert_eq!(sh(128 << 20).unwrap().stdout, "131072\n");
        let refused = sh(48 << 20).err().unwrap().to_string();
        assert!(refused.contains("48 MiB") && refused.contains("--memory-total"), "{refused}");
    }
}
