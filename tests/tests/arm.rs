//! The programs that are built for ARM, on QEMU: their answers are those of x86's programs, and what they lack there they say.
//!
//! Slow: it builds them as they are released, unless `ISOTOPE_ARM_BUILT` says that `make arm` has. Where `scripts/setup arm` has not
//! been, or where the kernel does not start ARM's programs, all of it is skipped by name.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use isotope_tests::{Daemon, results};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// A window of each architecture, and the instruction that its answer is.
const WINDOWS: [(&str, &str); 2] = [
    ("target aarch64 neoverse-n1\nuint8x16 rounding_halving_add((uint8x16)a, (uint8x16)b)\n", "urhadd"),
    ("target x86_64 znver4\nuint8x64 rounding_halving_add((uint8x64)a, (uint8x64)b)\n", "vpavgb"),
];

/// Rust's name of the machine.
const ARM: &str = "aarch64-unknown-linux-gnu";

/// A processor that QEMU emulates and LLVM has by the same name.
const CPU: &str = "neoverse-n1";

fn main() {
    let trial = |name: &str, run: fn()| {
        let run = move || match missing() {
            Some(why) => Ok(Completion::ignored_with(why)),
            None => build().map(|()| run()).map(|()| Completion::Completed),
        };
        Trial::ignorable_test(name, run).with_ignored_flag(true)
    };
    let trials = vec![
        trial("answers_of_the_daemon_for_arm_are_those_of_the_one_for_x86", same_answers),
        trial("a_c_program_for_arm_asks_over_the_c_library", linked),
        trial("the_daemon_for_arm_says_what_it_lacks", lacks),
        trial("the_host_has_the_features_of_the_processor_that_is_emulated", host),
        trial("nothing_is_timed_on_an_emulator", untimed),
        Trial::ignorable_test("nothing_is_calibrated_on_an_emulator", calibrated).with_ignored_flag(true),
        trial("the_packages_for_arm_have_what_those_of_x86_have", packages),
    ];
    // All of them want the whole machine.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    libtest_mimic::run(&arguments, trials).exit();
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned()
}

/// Where `cargo xtask shipped` puts what it builds.
fn built(name: &str) -> PathBuf {
    target().join(ARM).join("shipped").join(name)
}

/// Why nothing of this can be tried here.
fn missing() -> Option<&'static str> {
    static MISSING: OnceLock<Option<String>> = OnceLock::new();
    let look = || {
        let output = Command::new(root().join("scripts/on-arm")).arg("--check").output().unwrap();
        (!output.status.success()).then(|| text(&output.stderr))
    };
    MISSING.get_or_init(look).as_deref()
}

/// Builds the programs for ARM, once.
fn build() -> Result<(), Failed> {
    static BUILT: OnceLock<Result<(), String>> = OnceLock::new();
    let build = || {
        if std::env::var_os("ISOTOPE_ARM_BUILT").is_some() {
            return Ok(());
        }
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["xtask", "shipped", "--target", ARM, "--also", "isotope-derive"]).current_dir(root());
        let output = cargo.output().map_err(|error| error.to_string())?;
        if output.status.success() { Ok(()) } else { Err(text(&output.stderr)) }
    };
    Ok(BUILT.get_or_init(build).clone()?)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}

/// A command on QEMU, with LLVM's tools for ARM.
fn on_arm(program: impl AsRef<Path>) -> Command {
    let mut command = Command::new(root().join("scripts/on-arm"));
    let tools = root().join("third_party/arm/root/usr/bin");
    command.arg(program.as_ref()).env("PATH", format!("{}:/usr/bin:/bin:/usr/sbin:/sbin", tools.display()));
    command.env("QEMU_CPU", CPU).stdin(Stdio::null());
    command
}

/// The output of a command.
fn said(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    assert!(status.success(), "{command:?}: {status}\n{}\n{}", text(&stdout), text(&stderr));
    text(&stdout)
}

/// The message of a command that has to fail.
fn refused(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(!output.status.success(), "{command:?} did not fail: {}", text(&output.stdout));
    text(&output.stderr)
}

/// An `isotope` for ARM, connected to a daemon.
fn isotope(program: &Path, daemon: &Daemon, arguments: &[&str], input: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("input");
    std::fs::write(&file, input).unwrap();
    let mut command = on_arm(program);
    command.args(arguments).arg("--server").arg(format!("http://{}", daemon.address));
    command.stdin(std::fs::File::open(file).unwrap()).output().unwrap()
}

/// A daemon for ARM.
fn daemon(program: &Path, folder: &Path) -> Daemon {
    Daemon::launch(on_arm(program), folder)
}

/// The fields of an answer that have to be the same on each machine, found or remembered.
fn essence(results: &serde_json::Value) -> Vec<serde_json::Value> {
    let all = results.as_array().unwrap();
    let fields = ["llvm_ir", "instructions", "verdict", "cost", "baseline_cost", "proof", "epoch", "prover"];
    all.iter().map(|one| fields.iter().map(|field| (*field, one[*field].clone())).collect()).collect()
}

fn same_answers() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (x86, arm) = (Daemon::start(here.path()), daemon(&built("isotoped"), there.path()));
    for (window, instruction) in WINDOWS {
        let (here, there) = (x86.select(window), arm.select(window));
        assert_eq!(here[0]["work"], there[0]["work"], "a budget counts work, and no time");
        let wanted = essence(&here);
        assert!(wanted[0]["llvm_ir"].as_str().unwrap().contains("define"), "{wanted:?}");
        let shown = wanted[0].to_string();
        assert!(shown.contains("proved") && shown.contains(instruction), "{shown}");
        assert_eq!(essence(&there), wanted, "found by the daemon for ARM");
        let asked = isotope(&built("isotope"), &arm, &["select", "-", "--emit", "json"], window);
        assert_eq!(essence(&results(&asked)), wanted, "asked by the command for ARM");
        let asked = isotope(&built("isotope"), &x86, &["select", "-", "--emit", "json"], window);
        assert_eq!(essence(&results(&asked)), wanted, "asked by the command for ARM of the daemon for x86");
    }
    let wrong = isotope(
        &built("isotope"),
        &arm,
        &["select", "-"],
        "target aarch64 znver4\nuint8x16 ((uint8x16)a + (uint8x16)b)\n",
    );
    assert!(!wrong.status.success() && text(&wrong.stderr).contains("znver4"), "{}", text(&wrong.stderr));
}

fn linked() {
    let folder = tempfile::tempdir().unwrap();
    let capi = root().join("client/capi");
    let compiled = |compiler: &str, name: &str, library: PathBuf| {
        let program = folder.path().join(name);
        let mut cc = Command::new(compiler);
        cc.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-o"]).arg(&program).arg(capi.join("tests/program.c"));
        cc.arg("-I").arg(capi.join("include")).arg(library).args(["-lm", "-ldl", "-lpthread"]);
        said(&mut cc);
        program
    };
    let gcc = "aarch64-linux-gnu-gcc";
    let whole = compiled(gcc, "whole", built("libisotope.a"));
    let shared = compiled(gcc, "shared", built("libisotope.so"));
    let own = folder.path().join("libisotope.so.1");
    std::os::unix::fs::symlink(built("libisotope.so"), own).unwrap();
    let daemon = Daemon::start(folder.path());
    for program in [whole, shared] {
        let run = |arguments: &[&str]| {
            said(on_arm(&program).env("LD_LIBRARY_PATH", folder.path()).env("DETAILS", "1").args(arguments))
        };
        assert!(
            run(&["layout"]).contains("\nisotope_result.truncated "),
            "the library says how it lays structures out"
        );
        let server = format!("http://{}", daemon.address);
        let window = WINDOWS[1].0.lines().last().unwrap();
        let answer = run(&["select", &server, "60000", window]);
        assert!(answer.contains("vpavgb") && answer.contains("answered 1"), "{answer}");
        let answer = run(&["select", "http://127.0.0.1:1", "2000", window]);
        assert!(answer.contains("unreachable") && answer.contains("answered 0"), "{answer}");
    }
}

fn lacks() {
    let folder = tempfile::tempdir().unwrap();
    // No tool is on this path, neither ARM's nor this machine's.
    let mut command = on_arm("env");
    command.arg("PATH=/nonexistent").arg(built("isotoped"));
    let arm = Daemon::launch_with(command, folder.path(), &["--log", "error"]);
    let doctor = text(&isotope(&built("isotope"), &arm, &["doctor"], "").stdout);
    assert!(doctor.contains("llc-19"), "{doctor}");
    for part in ["files (Landlock", "system calls (seccomp)", "memory (setrlimit"] {
        assert!(doctor.contains(part), "QEMU has no {part}: {doctor}");
    }
    let plain = isotope(&built("isotope"), &arm, &["select", "-", "--emit", "json"], WINDOWS[0].0);
    let why = String::from_utf8_lossy(&plain.stderr).into_owned();
    assert!(plain.status.code() == Some(1) && why.contains("llc-19"), "it is plain code, and says why: {why}");
    let mut required = on_arm(built("isotoped"));
    required.args(["--sandbox", "required", "--listen", "127.0.0.1:0", "--cache"]).arg(folder.path().join("other"));
    let why = refused(&mut required);
    assert!(why.contains("no wall here for") && why.contains("--sandbox best"), "{why}");
}

fn host() {
    let folder = tempfile::tempdir().unwrap();
    let x86 = Daemon::start(folder.path());
    let ask = |arguments: &[&str]| {
        let window = WINDOWS[0].0.lines().last().unwrap();
        isotope(&built("isotope"), &x86, &[&["select", "-", "--emit", "json"], arguments].concat(), window)
    };
    let answer = results(&ask(&[]));
    let target = &answer[0]["target"];
    // The first by name of those that have the same features: dot products, and neither bf16 nor i8mm.
    assert_eq!((target["arch"].as_str(), target["mcpu"].as_str()), (Some("aarch64"), Some("cortex-a55")), "{target}");
    assert!(answer.to_string().contains("urhadd"), "{answer}");
    let wrong = text(&ask(&["--target", "x86_64", "--mcpu", "host"]).stderr);
    assert!(wrong.contains("CPU `cortex-a55` is not known"), "an ARM machine is no host of x86: {wrong}");
}

fn untimed() {
    let folder = tempfile::tempdir().unwrap();
    let measured = folder.path().join("measured.csv");
    std::fs::write(folder.path().join("windows.txt"), WINDOWS[0].0).unwrap();
    let mut tune = on_arm(built("isotope"));
    tune.arg("tune").arg(folder.path()).arg("--output").arg(&measured);
    let why = refused(&mut tune);
    assert!(why.contains("this processor is emulated"), "{why}");
    assert!(!measured.exists(), "nothing is written");
}

fn calibrated() -> Result<Completion, Failed> {
    if let Some(why) = missing() {
        return Ok(Completion::ignored_with(why));
    }
    build()?;
    if !built("derive").exists() {
        return Ok(Completion::ignored_with("`make arm` builds no derive; without ISOTOPE_ARM_BUILT this test does"));
    }
    let mut calibrate = on_arm(built("derive"));
    let why = refused(calibrate.args(["calibrate", CPU]).current_dir(root()));
    assert!(why.contains("this processor is emulated"), "{why}");
    Ok(Completion::Completed)
}

fn packages() {
    let script = |name: &str| {
        let mut command = Command::new(root().join("scripts").join(name));
        command.env("HALIDE", "").env("MACHINE", "aarch64").env_remove("DESTDIR");
        command
    };
    for kind in ["tar", "deb"] {
        said(script("package").arg(kind));
    }
    let dist = target().join("dist");
    let version = env!("CARGO_PKG_VERSION");
    let folder = tempfile::tempdir().unwrap();
    let name = format!("isotope-{version}-aarch64-linux-gnu");
    said(Command::new("tar").arg("-xf").arg(dist.join(format!("{name}.tar.xz"))).arg("-C").arg(folder.path()));
    let unpacked = folder.path().join(name);
    runs(&unpacked);

    let package = dist.join(format!("isotope_{version}_arm64.deb"));
    let field = |name: &str| said(Command::new("dpkg-deb").arg("--field").arg(&package).arg(name));
    assert_eq!((field("Architecture"), field("Version")), ("arm64".to_owned(), version.to_owned()));
    let depends = field("Depends");
    for part in ["libc6 (>= 2.38)", "libstdc++6 (>= 13", "llvm-19"] {
        assert!(depends.contains(part) && !depends.contains("cross"), "{depends}");
    }
    let system = folder.path().join("system");
    said(Command::new("dpkg-deb").arg("--extract").arg(&package).arg(&system));
    runs(&system.join("usr"));
    said(Command::new("dpkg-deb").arg("--control").arg(&package).arg(folder.path().join("control")));
    let sums = folder.path().join("control/md5sums");
    said(Command::new("md5sum").arg("--check").arg("--quiet").arg(sums).current_dir(&system));
}

/// An installed tree has the version, Z3 beside its programs, pages, and nothing of this machine; its daemon answers.
fn runs(tree: &Path) {
    let version = said(on_arm(tree.join("bin/isotope")).arg("-V"));
    assert_eq!(version, format!("isotope {}", env!("CARGO_PKG_VERSION")));
    for name in ["bin/isotope", "bin/isotoped", "lib/isotope/libz3.so.5.4", "lib/libisotope.so"] {
        let header = said(Command::new("readelf").args(["--file-header", "--dynamic"]).arg(tree.join(name)));
        assert!(header.contains("AArch64") && !header.contains("third_party"), "{name}: {header}");
    }
    for name in ["share/man/man1", "share/bash-completion/completions/isotope", "include/isotope.h", "lib/libisotope.a"]
    {
        let compressed = tree.join(name);
        assert!(compressed.exists(), "{name} is in {}", tree.display());
    }
    let folder = tempfile::tempdir().unwrap();
    let arm = daemon(&tree.join("bin/isotoped"), folder.path());
    let asked = isotope(&tree.join("bin/isotope"), &arm, &["select", "-", "--emit", "json"], WINDOWS[0].0);
    let answer = results(&asked).to_string();
    assert!(answer.contains("urhadd") && answer.contains("proved"), "{answer}");
}
