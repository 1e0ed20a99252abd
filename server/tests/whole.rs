//! A daemon says what it lacks, each part by its name and with what to do, and when the part is there again; and one that lacks nothing
//! never says that it does. Each state is made: tools are taken away and replaced, workers killed, stores stopped.

#![allow(clippy::unwrap_used)]

#[path = "whole/hanging.rs"]
mod hanging;
#[path = "whole/running.rs"]
mod running;
#[path = "whole/store.rs"]
mod store;

use isotope_proto::v1;
use running::{PATIENCE, PROGRAM, Running, answer, baseline, select, whole_by_grpc};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use store::Store;

/// Within this time everything is said.
const SAID_WITHIN: Duration = Duration::from_secs(10);

/// How much longer a machine that others use may take.
const SLACK: u32 = 3;

/// A folder with the tools of LLVM, as links that a test may change.
fn tools(folder: &Path) -> PathBuf {
    let tools = folder.join("tools");
    std::fs::create_dir(&tools).unwrap();
    for tool in ["llc-19", "llvm-mca-19"] {
        symlink(real(tool), tools.join(tool)).unwrap();
    }
    tools
}

fn real(tool: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap();
    let found = std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|file| file.exists());
    found.unwrap_or_else(|| panic!("{tool} is not installed")).canonicalize().unwrap()
}

fn replace(file: &Path, by: impl FnOnce(&Path)) {
    std::fs::remove_file(file).unwrap();
    by(file);
}

fn script(file: &Path) {
    std::fs::write(file, "#!/bin/sh\nexec true\n").unwrap();
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_daemon_that_lacks_nothing_never_says_that_it_does() {
    let running = Running::start(|_| {});
    let begun = Instant::now();
    let mut looks = 0;
    // However long a search takes on a machine that others use.
    while begun.elapsed() < Duration::from_secs(8) || looks <= 20 {
        let (status, body) = running.get("/whole");
        assert_eq!((status, body.contains("\"degraded\":[]")), (200, true), "after {looks} looks: {body}");
        assert!(whole_by_grpc(&running.address), "after {looks} looks");
        if looks % 20 == 0 {
            assert_eq!(running.stats().lacks, [""; 0]);
            let found = select(&running.address, &numbered(looks));
            assert!(!found.truncated, "{:?}", found.notes);
        }
        looks += 1;
    }
    assert!(!running.log().contains("lacks something"), "{}", running.log());
}

fn numbered(n: usize) -> String {
    format!("int32x16 ((int32x16)a + x16({n}))")
}

#[test]
fn a_tool_that_is_missing_or_none_is_named_with_its_remedy_until_it_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = tools(folder.path());
    let (llc, mca) = (path.join("llc-19"), path.join("llvm-mca-19"));
    replace(&llc, |_| {});
    let running = Running::start(|command| {
        command.env("PATH", &path);
    });
    let missing = "llc-19 was not found: install it with `apt-get install llvm-19`";
    // From the first answer on.
    let (status, body) = running.get("/whole");
    assert!(status == 503 && body.contains(missing), "{body}");
    assert!(!whole_by_grpc(&running.address));
    assert!(running.stats().lacks.iter().any(|lack| lack.contains(missing)), "{:?}", running.stats().lacks);
    assert!(running.log().contains(missing), "{}", running.log());
    let plain = select(&running.address, &numbered(1));
    assert!(baseline(&plain) && plain.notes.iter().any(|note| note.contains("llc-19 was not found")), "{plain:?}");
    let (_, page) = running.get("/metrics");
    assert!(page.contains("isotope_lacking{part=\"llc\"} 1"), "{page}");

    symlink(real("llc-19"), &llc).unwrap();
    running.until_whole(SAID_WITHIN * SLACK);
    let found = select(&running.address, &numbered(1));
    assert!(!found.truncated && found.notes.is_empty(), "{:?}", found.notes);

    for (tool, name) in [(&llc, "llc-19"), (&mca, "llvm-mca-19")] {
        replace(tool, script);
        running.until_said(&format!("{name} cannot be used: it is a script"), SAID_WITHIN * SLACK);
        replace(tool, |file| symlink("/bin/true", file).unwrap());
        running.until_said(&format!("{name} cannot be used: it is none of LLVM's tools"), SAID_WITHIN * SLACK);
        replace(tool, |_| {});
        std::fs::write(tool, "no program").unwrap();
        running.until_said(&format!("{name} was not found"), SAID_WITHIN * SLACK);
        replace(tool, |file| symlink(real(name), file).unwrap());
        running.until_whole(SAID_WITHIN * SLACK);
    }
    if Path::new("/usr/bin/llc-14").exists() {
        replace(&llc, |file| symlink("/usr/bin/llc-14", file).unwrap());
        running.until_said("it is of LLVM 14, and LLVM 19 is needed", SAID_WITHIN * SLACK);
    }
    replace(&llc, |file| symlink("/bin/false", file).unwrap());
    running.until_said("llc-19 cannot be used: it is none of LLVM's tools", SAID_WITHIN * SLACK);
    let plain = select(&running.address, &numbered(2));
    assert!(baseline(&plain), "a tool that refuses everything costs no answer: {plain:?}");
}

/// The program that loads others, by which this one may be started as well: workers, which are the file that runs, then do not start.
const LOADER: &str = "/lib64/ld-linux-x86-64.so.2";

fn by_the_loader(command: &mut Command) {
    let mut other = Command::new(LOADER);
    other.arg(PROGRAM).args(command.get_args());
    other.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    *command = other;
}

#[test]
fn workers_that_do_not_start_are_said_and_answers_are_plain_lowerings() {
    if !Path::new(LOADER).exists() {
        eprintln!("skipped: {LOADER} is not there");
        return;
    }
    let running = Running::start(by_the_loader);
    let (status, body) = running.get("/whole");
    assert!(status == 503 && body.contains("workers do not start"), "{body}");
    assert!(body.contains("prove-worker: cannot open shared object file"), "in the words of what failed: {body}");
    assert_eq!(running.get("/ready").0, 200, "there is always an answer");
    let plain = select(&running.address, &numbered(1));
    assert!(baseline(&plain) && plain.notes.iter().any(|note| note.contains("a worker does not start")), "{plain:?}");
    assert!(running.log().contains("workers do not start"), "{}", running.log());
}

#[test]
fn with_the_sandbox_required_workers_that_do_not_start_end_the_start() {
    if !Path::new(LOADER).exists() {
        eprintln!("skipped: {LOADER} is not there");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(LOADER);
    command.arg(PROGRAM).args(["--listen", "127.0.0.1:0", "--threads", "1", "--sandbox", "required"]);
    let ended = command.arg("--cache").arg(folder.path().join("memo")).output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{said}");
    let last = said.lines().last().unwrap_or_default();
    assert!(last.starts_with("isotoped: with --sandbox required a worker has to start"), "{said}");
    assert!(last.contains("--sandbox best"), "{last}");
}

#[test]
fn workers_that_are_killed_again_and_again_are_said_until_they_are_not() {
    let running = Running::start(|_| {});
    assert_eq!(running.get("/whole").0, 200);
    let begun = Instant::now();
    let said = loop {
        running.kill_workers();
        let (status, body) = running.get("/whole");
        if status == 503 {
            break body;
        }
        assert!(begun.elapsed() < SAID_WITHIN * SLACK, "it says nothing of killed workers: {}", running.log());
        std::thread::sleep(Duration::from_millis(2));
    };
    assert!(
        said.contains("workers ") && said.contains("killed (SIGKILL)") && said.contains("memory is short"),
        "{said}"
    );
    running.until_whole(2 * SAID_WITHIN * SLACK);
    assert!(!select(&running.address, &numbered(1)).truncated);
    // One now and then is nobody's trouble.
    running.kill_workers();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(3) {
        assert_eq!(running.get("/whole").0, 200, "{}", running.log());
    }
}

/// The simplest of all installations: the program and its library in one folder, wherever.
#[test]
fn a_library_in_the_programs_own_folder_is_reached_by_workers() {
    // On the disk of the program, so that a link will do.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let program = folder.path().join("isotoped");
    std::fs::hard_link(PROGRAM, &program).unwrap();
    let libraries = Path::new(env!("CARGO_MANIFEST_DIR")).join("../third_party/z3/lib");
    for file in std::fs::read_dir(libraries).unwrap().flatten() {
        if file.file_name().to_string_lossy().starts_with("libz3.so") {
            std::fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
        }
    }
    // Nobody else may read what else is there.
    std::fs::write(folder.path().join("secret"), "secret").unwrap();
    let running = Running::start(|command| {
        let mut other = Command::new(&program);
        other.args(command.get_args()).args(["--sandbox", "required"]).env("LD_LIBRARY_PATH", folder.path());
        *command = other;
    });
    assert_eq!(running.get("/whole"), (200, "{\"live\":true,\"ready\":true,\"degraded\":[]}\n".to_owned()));
    let found = select(&running.address, "uint8x64 (uint8x64)rounding_halving_add((uint8x64)a, (uint8x64)b)");
    assert_eq!((found.selection.unwrap().verdict(), found.truncated), (v1::Verdict::Proved, false));
}

fn keys(folder: &Path) -> PathBuf {
    let path = folder.join("keys");
    std::fs::write(&path, format!("current = \"k\"\n[keys.k]\nsecret = \"{}\"\n", "01".repeat(32))).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    path
}

#[test]
fn a_tier_that_is_down_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let running = Running::start(|command| {
        command.arg(format!("--tier-url=redis://{closed}/")).arg("--tier-keys").arg(keys(folder.path()));
    });
    running.until_said("the tier redis://", SAID_WITHIN * SLACK);
    let (_, body) = running.get("/whole");
    assert!(
        body.contains("has been down for") && body.contains("answers come without it") && body.contains("--tier-url"),
        "{body}"
    );
    assert!(running.log().contains("the daemon lacks something: the tier"), "{}", running.log());
    assert!(!select(&running.address, &numbered(1)).truncated, "answers come without it");
    std::thread::sleep(Duration::from_secs(3));
    let lines = running.log().lines().filter(|line| line.contains("WARN") && line.contains("tier")).count();
    assert_eq!(lines, 1, "it is said once: {}", running.log());
}

#[test]
fn a_bucket_that_is_not_there_is_said_until_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::without_a_bucket();
    let running = Running::start(|command| {
        command.args(["--tier-url", "s3://missing/"]).arg("--tier-keys").arg(keys(folder.path()));
        command.env("AWS_ENDPOINT_URL", store.url()).env("AWS_ALLOW_HTTP", "true").env("AWS_REGION", "here");
        command.env("AWS_ACCESS_KEY_ID", "k").env("AWS_SECRET_ACCESS_KEY", "s");
    });
    running.until_said("the bucket missing does not exist and has to be made", SAID_WITHIN * SLACK);
    assert!(!select(&running.address, &numbered(1)).truncated);
    store.make_the_bucket();
    running.until_whole(2 * SAID_WITHIN * SLACK);
    let begun = Instant::now();
    while running.stats().tier.unwrap().puts == 0 {
        assert!(begun.elapsed() < PATIENCE, "what waited is written: {}", running.log());
        std::thread::sleep(Duration::from_millis(100));
    }
    store.refuse();
    select(&running.address, &numbered(2));
    running.until_said("s3:PutObject", SAID_WITHIN * SLACK);
}

/// A search that takes minutes, for a window that the fast search is not asked for.
fn long(n: usize) -> v1::SelectRequest {
    let text = format!(
        "int32x16 ((int32x16)vector_reduce_add(int32x64((int16x64)widening_mul((uint8x64)a, (int8x64)b))) * (int32x16)c + x16({n}))"
    );
    let options = v1::Options { engine: v1::Engine::Reference as i32, budget: 1 << 28, ..Default::default() };
    let target = v1::Target { arch: "x86_64".into(), mcpu: "znver4".into(), mattr: String::new() };
    let program = Some(v1::select_request::Program::Text(text));
    v1::SelectRequest { program, target: Some(target), options: Some(options), ..Default::default() }
}

#[test]
fn searches_under_way_at_the_end_of_the_drain_give_the_plain_lowering() {
    let mut running = Running::start(|command| {
        command.args(["--drain-seconds", "1"]);
    });
    let callers: Vec<_> = (0..2)
        .map(|n| {
            let address = running.address.clone();
            std::thread::spawn(move || answer(&address, long(n)))
        })
        .collect();
    let begun = Instant::now();
    while running.stats().searches_running + running.stats().searches_queued < 2 {
        assert!(begun.elapsed() < PATIENCE, "they are not searched for: {}", running.log());
    }
    running.signal("TERM");
    for caller in callers {
        let answered = caller.join().unwrap().unwrap_or_else(|status| panic!("{status:?}"));
        assert!(answered.truncated && baseline(&answered), "{answered:?}");
        assert!(answered.notes.iter().any(|note| note.contains("the server is stopping")), "{:?}", answered.notes);
    }
    assert_eq!(running.child.wait().unwrap().code(), Some(1), "searches were cut short");
    assert!(begun.elapsed() < PATIENCE);
}
