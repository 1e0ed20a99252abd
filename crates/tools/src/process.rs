//! A tool run once: text in by pipe, text out by pipe, within bounds and in a sandbox, killed when it takes too long or nobody waits.

use crate::child::{self, Allowance};
use crate::limits::{LARGE_TOOL_BYTES, MAX_TOOL_ERRORS_BYTES, MAX_TOOL_OUTPUT_BYTES, TOOL_ADDRESS_BYTES, TOOL_BYTES};
use crate::prepared::{Prepared, Process, Run};
use crate::sandbox::{Confinement, Reach};
use crate::under_way::{Begun, UnderWay};
use isotope_program::pricer::{Payer, PriceError};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
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
}

/// The settings of a run besides its arguments and its input.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Folders and files that it may read besides its program and its libraries.
    pub reads: Vec<PathBuf>,
    /// Variables of its environment.
    pub variables: Vec<(&'static str, String)>,
    /// It needs the memory of a large run from its start on.
    pub is_large: bool,
}

impl Given {
    fn is_nothing(&self) -> bool {
        self.reads.is_empty() && self.variables.is_empty() && !self.is_large
    }
}

/// The output of a run.
pub struct Output {
    /// Standard output.
    pub stdout: Vec<u8>,
    /// The beginning of standard error.
    pub stderr: String,
    /// Whether it ended with status 0.
    pub ok: bool,
}

impl Output {
    /// Standard output as text.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.stdout)
    }
}

/// How many runs there may be at once, of all tools together, what they may allocate, and what they are held to.
///
/// Each run has a place. One that cannot do with what a place may allocate is done again in a room for large runs, which has one at a time, so
/// that those who wait for it keep nobody else waiting.
#[derive(Clone, Debug)]
pub struct Runs {
    places: Room,
    large: Room,
    confinement: Confinement,
    prepared: Prepared,
    under_way: UnderWay,
}

/// So many runs at once, which begin in the order in which they came.
#[derive(Clone, Debug)]
struct Room {
    state: Arc<(Mutex<State>, Condvar)>,
    /// The memory that each of them may allocate.
    bytes: u64,
    /// They leave the processor to others.
    stands_back: bool,
}

/// The free places, and who waits for them.
#[derive(Debug)]
struct State {
    free: usize,
    /// The first is next.
    waiting: VecDeque<u64>,
    next: u64,
}

/// The exit status of a shell for a program that its loader cannot load; loaders return it, too.
const NOT_LOADED: i32 = 127;

impl Runs {
    /// So many at once, at least one, in such a sandbox.
    pub fn new(at_once: usize, confinement: Confinement) -> Self {
        let (places, large) = (Room::new(at_once, TOOL_BYTES), Room::large(LARGE_TOOL_BYTES));
        Runs { places, large, confinement, prepared: Prepared::default(), under_way: UnderWay::default() }
    }

    /// The same, of which the large one may allocate so many bytes.
    pub fn with_large(self, bytes: u64) -> Self {
        Runs { large: Room::large(bytes), ..self }
    }

    /// The number of the oldest run under way, which no other has, and how long it has taken.
    pub fn oldest(&self) -> Option<(u64, Duration)> {
        self.under_way.oldest()
    }

    /// Ends the runs under way, as if each had passed its limit.
    pub fn end_all(&self) {
        self.under_way.end_all();
    }

    /// The sandbox that they are in.
    pub fn confinement(&self) -> &Confinement {
        &self.confinement
    }
}

impl Room {
    fn new(at_once: usize, bytes: u64) -> Self {
        let state = State { free: at_once.max(1), waiting: VecDeque::new(), next: 0 };
        Room { state: Arc::new((Mutex::new(state), Condvar::new())), bytes, stands_back: false }
    }

    /// The room for large runs.
    fn large(bytes: u64) -> Self {
        Room { stands_back: true, ..Room::new(1, bytes) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is whole before the lock is given back.
        self.state.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place, unless told to stop.
    fn take(&self, payer: &dyn Payer) -> Option<Running<'_>> {
        let changed = &self.state.1;
        let mut state = self.state();
        state.next += 1;
        let number = state.next;
        state.waiting.push_back(number);
        while state.waiting.front() != Some(&number) || state.free == 0 {
            if payer.stopped() {
                state.waiting.retain(|waiting| *waiting != number);
                changed.notify_all();
                return None;
            }
            state = changed.wait_timeout(state, POLL).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.waiting.pop_front();
        state.free -= 1;
        changed.notify_all();
        Some(Running(self))
    }
}

/// A place in a room.
struct Running<'a>(&'a Room);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.state().free += 1;
        self.0.state.1.notify_all();
    }
}

/// A run could not allocate what it needs.
struct NoRoom;

/// A process on its payer's account, killed and reaped at the latest when nobody reads it any more.
struct Started<'a> {
    /// `None` once it is reaped.
    process: Option<Process>,
    payer: &'a dyn Payer,
}

impl Started<'_> {
    /// Waits for its end and tells the payer what it used.
    fn wait(&mut self) -> std::io::Result<ExitStatus> {
        let (status, used) = self.process.take().ok_or(ErrorKind::NotFound)?.wait()?;
        self.payer.used(used);
        Ok(status)
    }
}

impl Drop for Started<'_> {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            process.kill();
            // It fails only when the process has ended.
            let _ = self.wait();
        }
    }
}

impl Tool {
    /// Its name, as its user knows it.
    pub fn name(&self) -> String {
        self.program.display().to_string()
    }

    /// Runs the tool on `input` and waits for it; past its limit, or when nobody waits, it is killed and reaped. The payer hears what each
    /// run used.
    pub fn run(&self, args: &[String], input: String, runs: &Runs, payer: &dyn Payer) -> Result<Output, PriceError> {
        self.run_given((args, &Given::default()), input, runs, payer)
    }

    /// The same with files that it may read besides, and with variables.
    pub fn run_given(
        &self,
        given: (&[String], &Given),
        input: impl Into<Vec<u8>>,
        runs: &Runs,
        payer: &dyn Payer,
    ) -> Result<Output, PriceError> {
        let input: Arc<[u8]> = input.into().into();
        for room in [&runs.places, &runs.large].into_iter().skip(usize::from(given.1.is_large)) {
            match self.run_in(room, given, &input, runs, payer)? {
                Ok(output) => return Ok(output),
                Err(NoRoom) => tracing::debug!(tool = self.name(), bytes = room.bytes, "it needs more memory"),
            }
        }
        Err(PriceError::TooLarge { tool: self.name(), mebibytes: runs.large.bytes >> 20 })
    }

    /// One run in a room.
    fn run_in(
        &self,
        room: &Room,
        given: (&[String], &Given),
        input: &Arc<[u8]>,
        runs: &Runs,
        payer: &dyn Payer,
    ) -> Result<Result<Output, NoRoom>, PriceError> {
        let nobody_waits = || self.unreadable("nobody waits for it any more");
        let _running = room.take(payer).ok_or_else(nobody_waits)?;
        let (began, begun) = (Instant::now(), runs.under_way.begin());
        let Run { mut stdin, stdout, stderr, process } = self.spawn(given, room, runs, (payer, &begun))?;
        let mut started = Started { process: Some(process), payer };
        let input = Arc::clone(input);
        let no_thread = |e: std::io::Error| self.unreadable(&e.to_string());
        // A tool that stops reading early breaks the pipe; its own message says why.
        let feeding = move || stdin.write_all(&input).ok();
        thread::Builder::new().spawn(feeding).map_err(no_thread)?;
        let (tell, told) = mpsc::channel();
        let complaining = move || {
            let mut stderr = stderr;
            tell.send(read(&mut stderr, MAX_TOOL_ERRORS_BYTES).0).ok();
            // A tool that cannot go on complaining would not end.
            std::io::copy(&mut stderr, &mut std::io::sink()).ok();
        };
        thread::Builder::new().spawn(complaining).map_err(no_thread)?;
        let (send, receive) = mpsc::channel();
        let reading = move || send.send(read(&mut { stdout }, MAX_TOOL_OUTPUT_BYTES)).ok();
        thread::Builder::new().spawn(reading).map_err(no_thread)?;
        // Output ends when the process does: waiting for it is waiting for the process.
        let (stdout, whole) = loop {
            match receive.recv_timeout(POLL) {
                Ok(read) => break read,
                Err(RecvTimeoutError::Disconnected) => return Err(self.unreadable("its output was lost")),
                Err(RecvTimeoutError::Timeout) if payer.stopped() => return Err(nobody_waits()),
                Err(RecvTimeoutError::Timeout) if began.elapsed() > self.limit || begun.has_to_end() => {
                    let limit_ms = self.limit.min(began.elapsed()).as_millis() as u64;
                    return Err(PriceError::Timeout { tool: self.name(), limit_ms });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        if !whole {
            let bound = format!("it printed more than {MAX_TOOL_OUTPUT_BYTES} bytes (MAX_TOOL_OUTPUT_BYTES)");
            return Err(self.unreadable(&bound));
        }
        let status = started.wait().map_err(|e| self.unreadable(&e.to_string()))?;
        let stderr = String::from_utf8_lossy(&told.recv().unwrap_or_default()).into_owned();
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
        // A loader without memory ends so, and LLVM where the walls keep it from ending by a signal: a larger room is tried.
        let is_not_loaded = status.code() == Some(NOT_LOADED) && !confinement.is_off() && !is_out_of_memory(stderr);
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

    fn spawn(
        &self,
        (args, given): (&[String], &Given),
        room: &Room,
        runs: &Runs,
        (payer, begun): (&dyn Payer, &Begun),
    ) -> Result<Run, PriceError> {
        let missing = || PriceError::Missing { tool: self.name(), package: self.package.to_owned() };
        let program = self.found().ok_or_else(missing)?;
        let started = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => missing(),
            ErrorKind::PermissionDenied if is_script(&program) => self.unreadable(
                "it is a script, and the sandbox has no shell: name the program itself, or say --sandbox off",
            ),
            _ => self.unreadable(&error.to_string()),
        };
        let mut reach = Reach::of(&program);
        reach.reads.extend(given.reads.iter().cloned());
        let sandbox = runs.confinement.around(&reach).map_err(started)?;
        let cpu_seconds = Some(self.limit.as_secs().max(1));
        let &Room { bytes: data_bytes, stands_back, .. } = room;
        let allowance = Allowance { address_bytes: TOOL_ADDRESS_BYTES, data_bytes, stands_back, cpu_seconds };
        // A script is its interpreter, which the sandbox has no room for.
        let stopped = || payer.stopped() || begun.has_to_end();
        let program_of = (program.as_path(), self.program.as_path(), &self.stamp());
        let prepared = || runs.prepared.run(program_of, args, (&allowance, &sandbox), &stopped);
        // A program that is loaded already has neither variables nor files of one run.
        if let Some(run) = (!is_script(&program) && given.is_nothing()).then(prepared).flatten() {
            return Ok(run);
        }
        let mut command = Command::new(&program);
        command.arg0(&self.program).args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = child::start_with(&mut command, &given.variables, allowance, sandbox).map_err(started)?;
        Run::of(child).ok_or_else(|| self.unreadable("it has no pipes"))
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

/// The bytes up to a bound, and whether these are all.
fn read(from: &mut impl Read, bound: usize) -> (Vec<u8>, bool) {
    let mut bytes = Vec::new();
    from.take(bound as u64 + 1).read_to_end(&mut bytes).ok();
    let whole = bytes.len() <= bound;
    bytes.truncate(bound);
    (bytes, whole)
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
        assert!(out.ok && out.text() == long);
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
        assert_eq!((out.text().as_ref(), out.stderr.len()), ("done\n", MAX_TOOL_ERRORS_BYTES));
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
        let held = runs.places.take(&|| false);
        assert!(runs.places.take(&|| true).is_none());
        drop(held);
    }

    /// Keeps an account, and is gone after some time.
    struct Account {
        began: Instant,
        patience: Duration,
        used: Mutex<Duration>,
    }

    impl Payer for Account {
        fn stopped(&self) -> bool {
            self.began.elapsed() > self.patience
        }

        fn used(&self, cpu: Duration) {
            *self.used.lock().unwrap() += cpu;
        }
    }

    #[test]
    fn cpu_time_is_on_the_account_of_the_payer_however_a_run_ends() {
        let used = |patience_ms: u64, limit_ms: u64, script: &str| {
            let patience = Duration::from_millis(patience_ms);
            let account = Account { began: Instant::now(), patience, used: Mutex::default() };
            let runs = Runs::new(1, Confinement::off());
            let args = ["-c", script].map(str::to_owned);
            let ended = tool("sh", limit_ms).run(&args, String::new(), &runs, &account);
            (account.used.into_inner().unwrap().as_millis(), ended.err().map(|e| e.to_string()))
        };
        // The shell says in hundredths of a second what it has used, and a busy machine gives it no less.
        let busy = "while read -r line < /proc/$$/stat && set -- $line && test $((${14} + ${15})) -lt 20; do :; done";
        let (whole, ended) = used(60_000, 60_000, busy);
        assert!(whole >= 190 && ended.is_none(), "{whole} ms, {ended:?}");
        let (abandoned, ended) = used(300, 60_000, "while :; do :; done");
        assert!(abandoned > 0 && ended.is_some_and(|why| why.contains("nobody waits")), "{abandoned} ms");
        let (slow, ended) = used(60_000, 300, "while :; do :; done");
        assert!(slow > 0 && ended.is_some(), "{slow} ms");
        let (idle, _) = used(60_000, 60_000, "sleep 0.5");
        assert!(idle < whole, "{idle} ms: waiting costs nothing");
    }

    /// Says what it may allocate, and fails as LLVM does where that is less than the number it is given.
    fn needing(kilobytes: u64, runs: &Runs) -> Result<Output, PriceError> {
        let script = "ulimit -d; test $(ulimit -d) -ge $0 || { echo 'LLVM ERROR: out of memory' >&2; exit 1; }";
        let args = ["-c", script, &kilobytes.to_string()].map(str::to_owned);
        tool("sh", 20_000).run(&args, String::new(), runs, &|| false)
    }

    #[test]
    fn a_run_that_needs_more_is_done_again_as_a_large_one() {
        let runs = |large: u64| Runs::new(1, Confinement::off()).with_large(large << 20);
        assert_eq!(needing(1, &runs(128)).unwrap().text(), format!("{}\n", TOOL_BYTES >> 10));
        assert_eq!(needing(65_536, &runs(128)).unwrap().text(), "131072\n");
        let refused = needing(65_536, &runs(48)).err().unwrap().to_string();
        assert!(refused.contains("48 MiB") && refused.contains("--memory-total"), "{refused}");
    }

    #[test]
    fn large_runs_leave_the_processor_to_others() {
        // Fails as LLVM does where it is no large run, and says what priority it has.
        let script = "test $(ulimit -d) -ge 65536 || { echo 'LLVM ERROR: out of memory' >&2; exit 1; }; nice";
        let priority = |script: &str| {
            let runs = Runs::new(1, Confinement::off()).with_large(128 << 20);
            let output = tool("sh", 20_000).run(&["-c", script].map(str::to_owned), String::new(), &runs, &|| false);
            output.unwrap().text().trim().parse::<i32>().unwrap()
        };
        assert_eq!(priority(script), (priority("nice") + 10).min(19));
    }

    #[test]
    fn large_runs_keep_only_large_ones_waiting() {
        let runs = Runs::new(2, Confinement::off()).with_large(128 << 20);
        let held = runs.large.take(&|| false);
        assert!(needing(1, &runs).is_ok(), "it has a place");
        let large = thread::spawn({
            let runs = runs.clone();
            move || needing(65_536, &runs).map(|output| output.text().into_owned())
        });
        while runs.large.state().waiting.is_empty() {
            thread::sleep(POLL);
        }
        assert_eq!(runs.places.state().free, 2, "who waits for the large room holds no place");
        drop(held);
        assert_eq!(large.join().unwrap().unwrap(), "131072\n");
    }

    #[test]
    fn runs_begin_in_their_order() {
        let room = Room::new(1, 1);
        let began = Mutex::new(Vec::new());
        let held = room.take(&|| false);
        thread::scope(|scope| {
            for n in 0..4 {
                let (room, began) = (&room, &began);
                scope.spawn(move || {
                    let _running = room.take(&|| false);
                    began.lock().unwrap().push(n);
                });
                while room.state().waiting.len() <= n {
                    thread::sleep(POLL);
                }
            }
            drop(held);
        });
        assert_eq!(began.into_inner().unwrap(), [0, 1, 2, 3]);
        let state = room.state();
        assert_eq!((state.free, state.waiting.len()), (1, 0));
    }
}
