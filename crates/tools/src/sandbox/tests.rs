use super::*;
use crate::child::{self, Allowance};
use crate::process::{Runs, Tool};
use std::fs::File;
use std::io::ErrorKind;
use std::net::{TcpStream, UdpSocket};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The sandbox of this machine; a machine without one fails here, by name, because nothing below would say anything.
fn whole() -> Confinement {
    let here = Confinement::of_this_machine();
    assert_eq!(here.lacks(), None, "this machine cannot test its sandbox");
    here
}

/// The result of a thread behind it.
fn behind<T: Send + 'static>(reach: Reach, act: impl FnOnce() -> T + Send + 'static) -> T {
    let sandbox = whole().around(&reach).unwrap();
    let thread = std::thread::spawn(move || {
        sandbox.enter().unwrap();
        act()
    });
    thread.join().unwrap()
}

fn kind<T>(tried: io::Result<T>) -> Option<ErrorKind> {
    tried.err().map(|error| error.kind())
}

#[test]
fn no_file_is_opened_outside_and_none_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (inside, outside) = (folder.path().join("inside"), folder.path().join("outside"));
    for (path, text) in [(&inside, "inside"), (&outside, "outside")] {
        std::fs::create_dir(path).unwrap();
        std::fs::write(path.join("file"), text).unwrap();
    }
    let reach = Reach { reads: vec![inside.clone()], ..Reach::default() };
    let (new, within) = (outside.join("new"), inside.join("new"));
    let seen = behind(reach, move || {
        let read = std::fs::read_to_string(inside.join("file")).ok();
        let refused = [
            kind(File::open(outside.join("file"))),
            kind(File::open("/etc/passwd")),
            kind(File::open("/proc/self/environ")),
            kind(std::fs::read_dir(&outside)),
            kind(File::create(&new)),
            kind(File::create(&within)),
            kind(File::options().append(true).open(inside.join("file"))),
        ];
        (read, refused)
    });
    assert_eq!(seen, (Some("inside".to_owned()), [Some(ErrorKind::PermissionDenied); 7]));
    // There is no such call any more, whatever the folder.
    let gone = folder.path().join("inside/file");
    let reach = Reach { reads: vec![folder.path().to_owned()], ..Reach::default() };
    let removed = behind(reach, move || std::fs::remove_file(gone).err().and_then(|e| e.raw_os_error()));
    assert_eq!(removed, Some(nix::libc::ENOSYS));
    assert_eq!(std::fs::read_dir(folder.path().join("outside")).unwrap().count(), 1);
}

#[test]
fn there_is_no_network_no_process_and_nobody_elses_signals() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let reach = Reach { program: "/bin/true".into(), ..Reach::default() };
    let refused = behind(reach, move || {
        let code = |error: Option<io::Error>| error.and_then(|error| error.raw_os_error());
        [
            code(UdpSocket::bind("127.0.0.1:0").err()),
            code(TcpStream::connect(address).err()),
            code(std::os::unix::net::UnixStream::connect("/run/any").err()),
            code(Command::new("/bin/true").spawn().err()),
            nix::sys::signal::kill(nix::unistd::getppid(), None).err().map(|code| code as i32),
        ]
    });
    assert_eq!(refused, [Some(nix::libc::ENOSYS); 5]);
}

#[test]
fn of_its_own_folder_a_program_reaches_what_it_has_loaded() {
    let line = |file: &str| format!("7f00-7f01 r-xp 00000000 08:01 5    {file}\n");
    let maps = ["/opt/isotope/isotoped", "/opt/isotope/libz3.so.5.4", "/usr/lib/libm.so.6", "/usr/lib/libc.so.6"]
        .map(line)
        .concat();
    let maps =
        format!("{maps}7f02-7f03 r--p 00000000 08:01 5    /opt/isotope/secret\n7f04-7f05 r-xp 0 00:00 0    [vdso]\n");
    let reads = loaded(&maps, Some("/opt/isotope".as_ref()));
    let expected = ["/opt/isotope/isotoped", "/opt/isotope/libz3.so.5.4", "/usr/lib"];
    assert_eq!(reads, expected.map(PathBuf::from));
}

/// A script of perl, which every Debian has, in the sandbox.
fn perl(script: &str) -> Output {
    let mut command = Command::new("/usr/bin/perl");
    command.args(["-e", script]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut reach = Reach::of("/usr/bin/perl".as_ref());
    // Where it reads what is given with `-e` from.
    reach.reads.push("/dev/null".into());
    let sandbox = whole().around(&reach).unwrap();
    let allowance =
        Allowance { address_bytes: 1 << 28, data_bytes: 1 << 28, stands_back: false, cpu_seconds: Some(20) };
    child::start(&mut command, allowance, sandbox).unwrap().wait_with_output().unwrap()
}

#[test]
fn what_only_an_attack_calls_ends_the_process() {
    let ended = perl("exit 0");
    assert!(ended.status.success(), "{ended:?}");
    for call in [nix::libc::SYS_ptrace, nix::libc::SYS_mount, nix::libc::SYS_bpf, nix::libc::SYS_io_uring_setup] {
        let status = perl(&format!("syscall({call}, 0, 0, 0, 0); exit 0")).status;
        assert_eq!(status.signal(), Some(nix::libc::SIGSYS), "system call {call}");
    }
}

#[test]
fn memory_is_bounded_and_secrets_of_the_environment_are_left_behind() {
    let eats = perl("my @all; push @all, 'x' x 1048576 while 1");
    let complaint = String::from_utf8_lossy(&eats.stderr);
    assert!(!eats.status.success() && complaint.contains("emory"), "{complaint}");
    let names = perl("print join ' ', sort keys %ENV").stdout;
    let names = String::from_utf8(names).unwrap();
    assert!(names.split(' ').all(|name| VARIABLES.contains(&name)), "{names}");
    assert!(!perl("open my $f, '<', '/etc/passwd' or exit 3").status.success());
}

/// A script of perl that ends with 0 if a system call of these arguments succeeds, and with 7 otherwise; `$l` is a limit that is higher
/// than any that the daemon sets.
fn tried(arguments: &str) -> String {
    format!("my $l = pack('QQ', 1 << 40, 1 << 40); exit(syscall({arguments}) == 0 ? 0 : 7)")
}

/// Arguments of what only a capability allows, by its number: more of the processor than others get, and more than the daemon has set.
fn privileged() -> Vec<(u32, String)> {
    let (nice, resource) = (23, 24);
    let lifted = |limit| format!("{}, 0, {limit}, $l, 0", nix::libc::SYS_prlimit64);
    vec![
        (nice, format!("{}, 0, 0, -20", nix::libc::SYS_setpriority)),
        (resource, lifted(nix::libc::RLIMIT_AS)),
        (resource, lifted(nix::libc::RLIMIT_CPU)),
    ]
}

/// The capabilities in force of the thread that reads them, in a text of `/proc`.
fn capabilities(status: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix("CapEff:\t")).unwrap();
    u64::from_str_radix(line, 16).unwrap()
}

#[test]
fn what_root_may_do_beyond_others_no_program_inside_may() {
    let own = capabilities(&std::fs::read_to_string("/proc/self/status").unwrap());
    for (capability, call) in privileged() {
        assert_eq!(perl(&tried(&call)).status.code(), Some(7), "{call}");
        // Outside the same call succeeds for whoever has the right: it is the wall that takes it away.
        if own & 1 << capability != 0 {
            let mut command = Command::new("/usr/bin/perl");
            command.args(["-e", &tried(&call)]).stdin(Stdio::null());
            let allowance =
                Allowance { address_bytes: 1 << 28, data_bytes: 1 << 28, stands_back: false, cpu_seconds: Some(20) };
            let ended = child::start(&mut command, allowance, Sandbox::none()).unwrap().wait().unwrap();
            assert_eq!(ended.code(), Some(0), "{call}, outside");
        }
    }
    let less = perl(&tried(&format!("{}, 0, 0, 10", nix::libc::SYS_setpriority)));
    assert!(less.status.success(), "anybody may ask for less: {less:?}");
}

#[test]
fn no_capability_is_left_behind_the_wall() {
    let reach = Reach { reads: vec!["/proc".into()], ..Reach::default() };
    let status = behind(reach, || std::fs::read_to_string("/proc/thread-self/status").unwrap());
    assert_eq!(capabilities(&status), 0, "{status}");
    for set in ["CapInh", "CapPrm", "CapAmb"] {
        assert!(status.lines().any(|line| line == format!("{set}:\t0000000000000000")), "{set} in {status}");
    }
    assert!(status.lines().any(|line| line == "NoNewPrivs:\t1"), "{status}");
}

const HOSTILE: &str = "\tnop\n.include \"/etc/passwd\"\n.incbin \"/etc/passwd\"\n";

/// The output of `llvm-mca` for a listing that nothing has looked at.
fn unchecked(confinement: Confinement) -> String {
    let tool = Tool { program: "llvm-mca-19".into(), package: "llvm-19", limit: Duration::from_secs(60) };
    let args = ["-mtriple=x86_64-unknown-linux-gnu", "-mcpu=znver4"].map(str::to_owned);
    tool.run(&args, HOSTILE.to_owned(), &Runs::new(1, confinement), &|| false).unwrap().stderr
}

#[test]
fn a_hostile_listing_that_got_past_every_check_finds_no_file() {
    let root = std::fs::read_to_string("/etc/passwd").unwrap().lines().next().unwrap().to_owned();
    let (open, held) = (unchecked(Confinement::off()), unchecked(whole()));
    assert!(open.contains(&root), "outside of the sandbox it prints what it read: {open}");
    assert!(!held.contains(&root) && held.contains("Could not find include file"), "{held}");
    assert!(held.contains("incbin"), "{held}");
}

/// `llc` with assembly for the whole module, which nothing has looked at: an object has what it reads.
#[test]
fn a_hostile_module_that_got_past_every_check_finds_no_file() {
    let module = "module asm \".incbin \\22/etc/passwd\\22\"\n";
    let tool = Tool { program: "llc-19".into(), package: "llvm-19", limit: Duration::from_secs(60) };
    let args = ["-mtriple=x86_64-unknown-linux-gnu", "-filetype=obj", "-o", "-", "-"].map(str::to_owned);
    let run = |confinement| tool.run(&args, module.to_owned(), &Runs::new(1, confinement), &|| false).unwrap();
    let (open, held) = (run(Confinement::off()), run(whole()));
    assert!(open.ok && open.text().contains("root:"), "{}", open.stderr);
    assert!(!held.ok && !held.text().contains("root:") && held.stderr.contains("/etc/passwd"), "{}", held.stderr);
}

#[test]
fn a_script_in_place_of_a_tool_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("llc");
    std::fs::write(&script, "#!/bin/sh\nexec llc-19 \"$@\"\n").unwrap();
    let mode = <std::fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o755);
    std::fs::set_permissions(&script, mode).unwrap();
    let tool = Tool { program: script, package: "llvm-19", limit: Duration::from_secs(60) };
    let error = tool.run(&[], String::new(), &Runs::new(1, whole()), &|| false).err().unwrap().to_string();
    assert!(error.contains("--sandbox off"), "{error}");
}

/// The least time of a run of a program that does nothing, in and out of the sandbox: others use the machine as well.
#[test]
#[ignore = "compares times: wants a machine that others leave alone"]
fn the_sandbox_costs_a_run_less_than_a_millisecond() {
    let here = whole();
    let run = |confinement: &Confinement| {
        let began = Instant::now();
        let mut command = Command::new("/bin/true");
        let sandbox = confinement.around(&Reach::of("/bin/true".as_ref())).unwrap();
        let allowance =
            Allowance { address_bytes: 1 << 28, data_bytes: 1 << 28, stands_back: false, cpu_seconds: Some(5) };
        assert!(child::start(&mut command, allowance, sandbox).unwrap().wait().unwrap().success());
        began.elapsed()
    };
    let (with, without): (Vec<_>, Vec<_>) = (0..200).map(|_| (run(&here), run(&Confinement::off()))).unzip();
    let (with, without) = (with.into_iter().min().unwrap(), without.into_iter().min().unwrap());
    println!("in the sandbox {with:?}, outside {without:?}");
    assert!(with < without + Duration::from_millis(1), "in the sandbox {with:?}, outside {without:?}");
}
