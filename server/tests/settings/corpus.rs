//! Every setting of two corpora both ways, `--check-config` and a daemon: what one refuses the other refuses, in the same words.

use super::{PROGRAM, text};
use isotope_cache::{Memo, Options};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The time that a process may take to refuse, and to start, on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// Processes at once.
const AT_ONCE: usize = 3;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Corpus {
    case: Vec<Case>,
}

#[derive(Clone, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Case {
    file: Option<String>,
    flags: Vec<String>,
    env: BTreeMap<String, String>,
    says: Vec<String>,
    status: Option<i32>,
    empty: bool,
}

/// The things that settings name, and who holds some of them.
struct Things {
    folder: tempfile::TempDir,
    taken: TcpListener,
    /// Ports that nobody has.
    free: [u16; 2],
    _live: UnixListener,
    _held: Memo,
}

impl Things {
    fn make() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str, mode: u32| {
            std::fs::write(path(name), text).unwrap();
            std::fs::set_permissions(path(name), std::fs::Permissions::from_mode(mode)).unwrap();
        };
        write("text", "neither a folder nor data\n", 0o600);
        certificates(&write);
        write("access.toml", "[anonymous]\nroles = [\"lookup\"]\n", 0o600);
        write("access-bad.toml", "[anonymous]\nroles = [\"root\"]\n", 0o600);
        write("access-open.toml", "[anonymous]\nroles = [\"lookup\"]\n", 0o666);
        let keys = Command::new(PROGRAM).args(["new-key", "test"]).output().unwrap();
        write("keys.toml", &text(&keys.stdout), 0o600);
        write("keys-open.toml", &text(&keys.stdout), 0o644);
        std::fs::create_dir_all(path("sets/broken")).unwrap();
        write("sets/broken/dictionary.txt", "no dictionary\n", 0o600);
        drop(Memo::open(path("exposed"), Options::default()).unwrap());
        std::fs::set_permissions(path("exposed/secret"), std::fs::Permissions::from_mode(0o644)).unwrap();
        let held = Memo::open(path("held"), Options::default()).unwrap().0;
        let live = UnixListener::bind(path("live.sock")).unwrap();
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let free = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap()).map(|l| l.local_addr().unwrap().port());
        Things { folder, taken, free, _live: live, _held: held }
    }

    fn filled(&self, text: &str, own: &Path) -> String {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        text.replace("{dir}", &self.folder.path().display().to_string())
            .replace("{own}", &own.display().to_string())
            .replace("{config}", &own.join("isotoped.toml").display().to_string())
            .replace("{sources}", &sources.display().to_string())
            .replace("{taken}", &self.taken.local_addr().unwrap().to_string())
            .replace("{free}", &self.free[0].to_string())
            .replace("{open}", &self.free[1].to_string())
    }

    /// A process with the settings of a case, and a folder, an address and a thread of its own where that says nothing of them.
    fn command(&self, case: &Case, own: &Path, flags: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("ISOTOPE_")).for_each(|(name, _)| {
            command.env_remove(name);
        });
        if case.empty {
            settings().for_each(|(_, variable)| {
                command.env(variable, "");
            });
        }
        let defaults =
            [("listen", "127.0.0.1:0".into()), ("cache", own.join("memo").into_os_string()), ("threads", "1".into())];
        for (key, value) in defaults {
            let variable = format!("ISOTOPE_{}", key.to_uppercase());
            let is_said = |line: &str| line.starts_with(&format!("{key} ="));
            if !case.file.as_deref().is_some_and(|file| file.lines().any(is_said)) {
                command.env(variable, value);
            }
        }
        if let Some(file) = &case.file {
            let path = own.join("isotoped.toml");
            std::fs::write(&path, self.filled(file, own)).unwrap();
            command.arg("--config").arg(path);
        }
        case.env.iter().for_each(|(name, value)| {
            command.env(name, self.filled(value, own));
        });
        command.args(case.flags.iter().map(|flag| self.filled(flag, own))).args(flags);
        command
    }
}

/// The flags of the daemon that are settings, and their variables.
fn settings() -> impl Iterator<Item = (String, String)> {
    let command = <isotope_server::settings::config::Config as clap::CommandFactory>::command();
    let named = |arg: &clap::Arg| Some((arg.get_long()?.to_owned(), arg.get_env()?.to_string_lossy().into_owned()));
    command.get_arguments().filter_map(named).collect::<Vec<_>>().into_iter()
}

fn certificates(write: &impl Fn(&str, &str, u32)) {
    let mut params = CertificateParams::new(vec![]).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::CommonName, "a root of the tests");
    let key = KeyPair::generate().unwrap();
    write("root.pem", &params.self_signed(&key).unwrap().pem(), 0o600);
    let issuer = Issuer::new(params, key);
    for (name, year) in [("server", 2100), ("other", 2100), ("expired", 2001)] {
        let mut params = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
        params.not_before = rcgen::date_time_ymd(2000, 1, 1);
        params.not_after = rcgen::date_time_ymd(year, 1, 1);
        let key = KeyPair::generate().unwrap();
        write(&format!("{name}.pem"), &params.signed_by(&key, &issuer).unwrap().pem(), 0o600);
        write(&format!("{name}.key"), &key.serialize_pem(), 0o600);
    }
}

/// The output of a process that ends by itself.
fn ended(mut command: Command) -> Output {
    let mut child = command.spawn().unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > PATIENCE {
            let _ = child.kill();
            let output = child.wait_with_output().unwrap();
            panic!("{command:?} goes on: {}{}", text(&output.stdout), text(&output.stderr));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

/// Lines that say what is wrong, without the log's.
fn said(output: &Output) -> Vec<String> {
    let stderr = text(&output.stderr);
    assert!(!stderr.contains("geheim"), "a password is shown: {stderr}");
    assert!(!stderr.contains("panicked") && !stderr.contains("Stack backtrace"), "{stderr}");
    stderr
        .lines()
        .filter(|line| line.starts_with("isotoped: ") || line.starts_with("error: "))
        .map(str::to_owned)
        .collect()
}

/// Has every `step`th case looked at, a few at once, each in a folder of its own. How many there are in all.
fn each(corpus: &str, step: usize, look: impl Fn(&Things, &Case, &Path) + Sync) -> usize {
    let Corpus { case: all } = toml::from_str(corpus).unwrap();
    let cases: Vec<&Case> = all.iter().step_by(step).collect();
    let (things, next, failed) = (Things::make(), Mutex::new(cases.iter()), Mutex::new(0));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let taken = next.lock().unwrap().next();
                    let Some(case) = taken else { break };
                    let own = tempfile::tempdir().unwrap();
                    // A fault in one says nothing of the others.
                    let looked = catch_unwind(AssertUnwindSafe(|| look(&things, case, own.path())));
                    *failed.lock().unwrap() += usize::from(looked.is_err());
                }
            });
        }
    });
    assert_eq!(*failed.lock().unwrap(), 0, "of {} cases so many failed, see above", cases.len());
    all.len()
}

#[test]
fn some_of_what_a_daemon_does_not_start_with_is_refused_by_its_check_in_the_same_words() {
    refused_alike(4);
}

#[test]
#[ignore = "slow: two processes for each of a hundred settings"]
fn what_a_daemon_does_not_start_with_is_refused_by_its_check_in_the_same_words() {
    refused_alike(1);
}

fn refused_alike(step: usize) {
    let count = each(include_str!("bad.toml"), step, |things, case, own| {
        let checked = ended(things.command(case, own, &["--check-config"]));
        let started = ended(things.command(case, own, &[]));
        let (check, start) = (said(&checked), said(&started));
        let about = format!("{:?} {:?} {:?}", case.file, case.flags, case.env);
        assert_eq!(check, start, "{about}");
        let status = Some(case.status.unwrap_or(2));
        assert_eq!((checked.status.code(), started.status.code()), (status, status), "{about}: {check:?}");
        assert!(!own.join("memo").exists(), "{about}: the memo was made");
        assert!(!case.says.is_empty());
        for part in &case.says {
            let part = things.filled(part, own);
            assert!(check.iter().any(|line| line.contains(&part)), "{about}: `{part}` is not in {check:#?}");
        }
        // One mistake is one line: no other follows from it. Words behind a place are part of a line.
        let mistakes = case.says.iter().filter(|part| part.starts_with("{config}:")).count();
        if case.file.is_some() && case.flags.is_empty() && case.env.is_empty() {
            assert_eq!(check.len(), mistakes, "{about}: {check:#?}");
        }
    });
    assert!(count >= 60, "{count}");
}

/// A daemon that is killed with the test.
struct Daemon(Child);

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn what_a_daemon_starts_with_its_check_accepts() {
    let count = each(include_str!("good.toml"), 1, |things, case, own| {
        let about = format!("{:?} {:?} {:?}", case.file, case.flags, case.env);
        let checked = ended(things.command(case, own, &["--check-config"]));
        assert!(checked.status.success(), "{about}: {}", text(&checked.stderr));
        assert!(!own.join("memo").exists(), "{about}: a check makes nothing");
        // The shown settings are in force, and can be read again.
        let shown = text(&checked.stdout);
        assert!(toml::from_str::<toml::Table>(&shown).is_ok(), "{about}: {shown}");
        let mut daemon = Daemon(things.command(case, own, &[]).stderr(Stdio::null()).spawn().unwrap());
        let mut lines = BufReader::new(daemon.0.stdout.take().unwrap()).lines();
        let first = lines.next().transpose().unwrap().unwrap_or_default();
        assert!(first.starts_with("isotoped listens on "), "{about}: {first}");
        let stopped = Command::new("kill").arg(daemon.0.id().to_string()).status().unwrap();
        assert!(stopped.success());
        let rest: Vec<String> = lines.map_while(Result::ok).collect();
        assert_eq!(daemon.0.wait().unwrap().code(), Some(0), "{about}: {rest:?}");
        assert!(!own.join("isotoped.sock").exists(), "{about}: the socket's file goes with its daemon");
    });
    assert!(count >= 10, "{count}");
}

#[test]
fn a_check_beside_a_daemon_says_that_what_it_needs_is_in_use() {
    let (things, own) = (Things::make(), tempfile::tempdir().unwrap());
    let case = Case { flags: vec!["--listen".into(), "unix:{own}/a.sock".into()], ..Case::default() };
    let mut daemon = Daemon(things.command(&case, own.path(), &[]).spawn().unwrap());
    let mut first = [0; 8];
    daemon.0.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let checked = ended(things.command(&case, own.path(), &["--check-config"]));
    let said = said(&checked);
    assert_eq!((checked.status.code(), said.len()), (Some(1), 2), "{said:?}");
    assert!(said[0].contains("a process listens on") && said[1].contains("is in use by another process"), "{said:?}");
    assert!(own.path().join("a.sock").exists(), "the check leaves it");
}
