//! Processes that the daemon starts: bounded by the system, sandboxed, alone in their group, and gone when the daemon is.

use crate::sandbox::{self, Sandbox};
use nix::sys::prctl::set_pdeathsig;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::Signal;
use nix::unistd::{Pid, SysconfVar, getppid, sysconf};
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command};
use std::sync::{Mutex, PoisonError};

/// The resources that a process may take before the system ends it.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Bytes of address space, its program and its libraries included.
    pub address_bytes: u64,
    /// Bytes that it may allocate: what it writes, without its program and its libraries.
    pub data_bytes: u64,
    /// It has the processor where nobody else wants it.
    pub stands_back: bool,
    /// Seconds of CPU over its whole life; `None` where its work is watched one piece at a time.
    pub cpu_seconds: Option<u64>,
}

/// Descriptors that a tool or a worker may have open.
const DESCRIPTORS: u64 = 64;

/// How much nicer than the daemon a process is that stands back, in the system's priorities, which end at 19.
const STANDS_BACK: i32 = 10;

/// Starts a process that holds no descriptor but its three, is not reached by signals to the daemon's group, and is
/// killed when the *thread* that started it ends, however the daemon ends. Of the environment it has what it needs to start.
pub fn start(command: &mut Command, allowance: Allowance, sandbox: Sandbox) -> io::Result<Child> {
    start_with(command, &[], allowance, sandbox)
}

/// The same with variables of its own in its environment.
#[allow(unsafe_code)]
pub(crate) fn start_with(
    command: &mut Command,
    variables: &[(&'static str, String)],
    allowance: Allowance,
    sandbox: Sandbox,
) -> io::Result<Child> {
    let parent = std::process::id() as i32;
    command.process_group(0).env_clear().envs(sandbox::environment());
    command.envs(variables.iter().map(|(name, value)| (name, value)));
    // SAFETY: between fork and exec only system calls are made; nothing is allocated and no lock is taken.
    unsafe {
        command.pre_exec(move || {
            nix::libc::syscall(nix::libc::SYS_close_range, 3, u32::MAX, nix::libc::CLOSE_RANGE_CLOEXEC);
            bound(parent, allowance)?;
            sandbox.enter()
        });
    }
    command.spawn()
}

fn bound(parent: i32, allowance: Allowance) -> io::Result<()> {
    set_pdeathsig(Signal::SIGKILL)?;
    // The daemon may have ended before it was asked to be followed.
    if getppid() != Pid::from_raw(parent) {
        return Err(io::Error::from(nix::errno::Errno::ESRCH));
    }
    setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
    setrlimit(Resource::RLIMIT_NOFILE, DESCRIPTORS, DESCRIPTORS)?;
    setrlimit(Resource::RLIMIT_AS, allowance.address_bytes, allowance.address_bytes)?;
    // The hard limit stays, so that who started it can raise the other.
    setrlimit(Resource::RLIMIT_DATA, allowance.data_bytes, allowance.address_bytes)?;
    if allowance.stands_back {
        // SAFETY: a plain system call; that it fails would only mean that the process is as eager as others.
        #[allow(unsafe_code)]
        unsafe {
            nix::libc::nice(STANDS_BACK);
        }
    }
    if let Some(seconds) = allowance.cpu_seconds {
        setrlimit(Resource::RLIMIT_CPU, seconds, seconds + 1)?;
    }
    Ok(())
}

/// Memory that no process has: less than what is not bounded.
const MORE_THAN_ANY: u64 = 1 << 46;

/// Two that try bounds at once would read each other's.
static ALONE: Mutex<()> = Mutex::new(());

/// Whether the system keeps bounds on memory: an emulator takes them and does not. This process' own is another for a moment.
pub(crate) fn bounds_hold() -> bool {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_DATA) else { return false };
    let tried = soft.min(MORE_THAN_ANY) - 1;
    let set = |soft: u64| setrlimit(Resource::RLIMIT_DATA, soft, hard).is_ok();
    let holds = set(tried) && getrlimit(Resource::RLIMIT_DATA).is_ok_and(|(now, _)| now == tried);
    set(soft) && holds
}

/// Changes what a process may allocate; `false` where it is gone.
#[allow(unsafe_code)]
pub fn allow_data(process: u32, data_bytes: u64, address_bytes: u64) -> bool {
    let limit = nix::libc::rlimit { rlim_cur: data_bytes, rlim_max: address_bytes };
    // SAFETY: a plain system call that reads one structure of ours.
    unsafe {
        nix::libc::prlimit(process as nix::libc::pid_t, nix::libc::RLIMIT_DATA, &limit, std::ptr::null_mut()) == 0
    }
}

/// Resident bytes that a process shares with no file: its heap and its stacks. `None` when there is none (any more).
pub fn anonymous_bytes(process: u32) -> Option<u64> {
    let pages = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let mut pages = pages.split_whitespace().skip(1).map(str::parse::<u64>);
    let (resident, shared) = (pages.next()?.ok()?, pages.next()?.ok()?);
    let page = sysconf(SysconfVar::PAGE_SIZE).ok()??.unsigned_abs();
    Some(resident.saturating_sub(shared) * page)
}

/// The time that a process has used and whether it runs at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pulse {
    /// CPU time of all its threads.
    pub cpu: std::time::Duration,
    /// Somebody stopped it.
    pub stopped: bool,
    /// Memory that it holds, what it shares with others included.
    pub resident_bytes: u64,
}

/// A clock tick of `/proc/PID/stat`, which Linux fixes for programs at a hundredth of a second.
const TICK_MS: u64 = 10;

/// The pulse of a process; `None` when there is none (any more).
pub fn pulse(process: u32) -> Option<Pulse> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in parentheses may hold anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
    let cpu = std::time::Duration::from_millis((number(11)? + number(12)?) * TICK_MS);
    let page = sysconf(SysconfVar::PAGE_SIZE).ok()??.unsigned_abs();
    Some(Pulse { cpu, stopped: matches!(*fields.first()?, "T" | "t"), resident_bytes: number(21)? * page })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;
    use std::process::Stdio;

    const SMALL: Allowance =
        Allowance { address_bytes: 1 << 30, data_bytes: 64 << 20, stands_back: false, cpu_seconds: Some(1) };

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        command
    }

    #[test]
    fn what_a_process_may_take_is_bounded() {
        let start = |command: &mut Command| start(command, SMALL, Sandbox::none());
        let out = start(&mut shell("ulimit -v; ulimit -n; ulimit -c")).unwrap().wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&out.stdout), "1048576\n64\n0\n");
        let status = start(&mut shell("while :; do :; done")).unwrap().wait().unwrap();
        assert!(!status.success(), "its second of CPU is over");
    }

    #[test]
    fn bounds_are_tried_without_a_trace() {
        let now = || {
            let _alone = ALONE.lock().unwrap();
            getrlimit(Resource::RLIMIT_DATA).unwrap()
        };
        let before = now();
        let many = || (0..50).all(|_| bounds_hold());
        let both = [std::thread::spawn(many), std::thread::spawn(many)].map(|thread| thread.join().unwrap());
        assert_eq!((both, now()), ([true; 2], before));
    }

    #[test]
    fn a_process_is_gone_with_the_thread_that_started_it() {
        let sleeper = || start(&mut shell("exec sleep 60"), SMALL, Sandbox::none()).unwrap();
        let mut child = std::thread::spawn(sleeper).join().unwrap();
        assert!(!child.wait().unwrap().success());
    }

    #[test]
    fn what_a_process_may_allocate_is_raised_by_whoever_started_it() {
        let grows = "x=0123456789; while [ ${#x} -lt 100000000 ]; do x=$x$x; read -r go; done";
        let limited = |data_bytes: u64| {
            let mut command = shell(grows);
            command.stdin(Stdio::piped());
            let allowance = Allowance { data_bytes: 4 << 20, cpu_seconds: Some(60), ..SMALL };
            let mut child = start(&mut command, allowance, Sandbox::none()).unwrap();
            assert!(allow_data(child.id(), data_bytes, SMALL.address_bytes));
            let _ = child.stdin.take().unwrap().write_all(&b"go\n".repeat(30));
            child.wait().unwrap().success()
        };
        assert!(!limited(32 << 20) && limited(1 << 30));
        assert!(!allow_data(u32::MAX >> 1, 1 << 20, 1 << 30), "there is no such process");
        let own = || anonymous_bytes(std::process::id()).unwrap();
        let before = own();
        let held = std::hint::black_box(vec![1_u8; 64 << 20]);
        assert!(own() - before > 32 << 20, "{}", held.len());
    }

    #[test]
    fn a_pulse_tells_the_memory() {
        let own = || pulse(std::process::id()).unwrap().resident_bytes;
        let (before, block) = (own(), 64 << 20);
        let held = std::hint::black_box(vec![1_u8; block]);
        let more = own() - before;
        assert!((block as u64 / 2..2 * block as u64).contains(&more), "{more} for {}", held.len());
    }

    #[test]
    fn a_stopped_process_shows() {
        let mut child = start(&mut shell("kill -STOP $$"), SMALL, Sandbox::none()).unwrap();
        while !pulse(child.id()).unwrap().stopped {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(pulse(child.id()), None);
    }
}
