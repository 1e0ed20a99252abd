//! Installed and packaged files, on a Debian that has nothing of ours: moved to another folder, as a Debian package, as a
//! Python wheel.
//!
//! Slow: it builds the programs as they are released, unless `ISOTOPE_INSTALLED_BUILT` says that `make build` has. A test that this machine
//! does not allow is skipped by name.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// One instruction does it, which only LLVM's tools, the prover and the dictionary together can say.
const AVERAGE: &str = "uint8x64 rounding_halving_add((uint8x64)a, (uint8x64)b)\n";

/// Starts a daemon in the empty Debian, asks it, ends it.
const ASK: &str = "isotope run --quiet --end -- isotope select /average --emit json --mcpu znver4";

/// The packages of the empty Debian besides its base: LLVM's tools, and Python for the wheel.
const PACKAGES: &str = "--include=ca-certificates,llvm-19,python3,python3-venv";

fn main() {
    let trial = |name: &str, run: fn() -> Result<Completion, Failed>| {
        let run = move || missing().map_or_else(run, |why| Ok(Completion::ignored_with(why)));
        Trial::ignorable_test(name, run).with_ignored_flag(true)
    };
    let trials = vec![
        trial("an_installed_tree_runs_where_it_was_moved_to", moved),
        trial("a_compiler_finds_the_c_library_in_a_moved_tree", linked),
        trial("the_debian_package_is_installed_runs_and_leaves_nothing", debian_package),
        trial("the_wheel_makes_a_halide_program_use_answers", wheel),
        trial("what_is_packaged_twice_has_the_same_bytes", twice),
        trial("what_was_installed_is_removed_again", uninstalled),
    ];
    // One Debian, and one folder that is packaged.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    libtest_mimic::run(&arguments, trials).exit();
}

/// Why nothing of this can be tried here.
fn missing() -> Option<&'static str> {
    let can = |program: &str, arguments: &[&str]| {
        let tried = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
        tried.is_ok_and(|status| status.success())
    };
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if !status.lines().any(|line| line.starts_with("Uid:\t0\t")) {
        return Some("only root makes an empty Debian with debootstrap and chroot");
    }
    if !can("debootstrap", &["--version"]) {
        return Some("without debootstrap; scripts/setup buildah fetches it");
    }
    if !can("unshare", &["--mount", "--pid", "--fork", "true"]) {
        return Some("this machine allows no mounts of one's own, which an empty Debian needs");
    }
    (!root().join("third_party/patchelf").exists() && !can("patchelf", &["--version"]))
        .then_some("without patchelf; scripts/setup dist fetches it")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned()
}

/// The Halides that there are to build the client for.
fn halides() -> Vec<&'static str> {
    ["19", "21"]
        .into_iter()
        .filter(|version| root().join(format!("third_party/halide-{version}/complete")).exists())
        .collect()
}

/// Ends in what was printed, or fails with all that was said.
fn said(command: &mut Command) -> Result<String, Failed> {
    let Output { status, stdout, stderr } = command.stdin(Stdio::null()).output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if status.success() {
        return Ok(text(&stdout));
    }
    Err(format!("{status} of {command:?}\n{}\n{}", text(&stdout), text(&stderr)).into())
}

/// A script of ours, on what is built now.
fn script(name: &str) -> Result<Command, Failed> {
    static BUILT: OnceLock<Result<(), String>> = OnceLock::new();
    let build = || {
        if std::env::var_os("ISOTOPE_INSTALLED_BUILT").is_some() {
            return Ok(());
        }
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["xtask", "shipped"]).current_dir(root());
        said(&mut cargo).map(|_| ()).map_err(|error| error.message().unwrap_or_default().to_owned())
    };
    BUILT.get_or_init(build).clone()?;
    let mut command = Command::new(root().join("scripts").join(name));
    command.env("HALIDE", halides().join(" ")).env_remove("DESTDIR");
    Ok(command)
}

/// A Debian of its own, with a copy of the base so that what is installed goes with it.
struct Debian(PathBuf);

impl Debian {
    fn new(name: &str) -> Result<Debian, Failed> {
        let folder = target().join("installed");
        let base = folder.join("debian");
        if !base.join("complete").exists() {
            let _ = std::fs::remove_dir_all(&base);
            std::fs::create_dir_all(&folder)?;
            let list = ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"];
            let mirrors = said(Command::new("apt-get").args(list))?;
            let mirror = mirrors.lines().find(|line| !line.contains("security")).ok_or("apt names no mirror")?;
            let mut debootstrap = Command::new("debootstrap");
            said(debootstrap.args(["--variant=minbase", PACKAGES, "bookworm"]).arg(&base).arg(mirror))?;
            // Where it could mount them, it leaves these behind.
            for mounted in ["proc", "sys"] {
                let _ = Command::new("umount").arg(base.join(mounted)).stderr(Stdio::null()).status();
            }
            std::fs::write(base.join("complete"), "")?;
        }
        let own = folder.join(name);
        let _ = std::fs::remove_dir_all(&own);
        said(Command::new("cp").args(["--archive", "--one-file-system", "--reflink=auto"]).arg(&base).arg(&own))?;
        std::fs::write(own.join("average"), AVERAGE)?;
        let debian = Debian(own);
        assert!(debian.run("command -v isotope || ls /usr/lib/*/libz3.so.5*", "").is_err(), "it has something of ours");
        Ok(debian)
    }

    /// Runs a shell's line in it. Whatever that leaves running ends with it, and nothing of this machine's environment is there.
    fn run(&self, line: &str, path: &str) -> Result<String, Failed> {
        let root = self.0.display();
        let halide = root_of_halide().map_or_else(String::new, |halide| {
            format!("mkdir -p '{root}/halide' && mount --bind '{}' '{root}/halide' && ", halide.display())
        });
        let environment = format!(
            "env -i PATH={path}/usr/bin:/bin:/usr/sbin:/sbin HOME=/run/user LC_ALL=C.UTF-8 ISOTOPE_SERVER=unix:/run/asked.sock \
             PYTHONPATH=/halide"
        );
        let mount =
            format!("{halide}mount -t proc proc '{root}/proc' && exec chroot '{root}' {environment} sh -ec \"$0\"");
        said(Command::new("unshare").args(["--mount", "--pid", "--fork", "sh", "-c", &mount, line]))
    }
}

impl Drop for Debian {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Python's packages of the newest Halide.
fn root_of_halide() -> Option<PathBuf> {
    let version = *halides().last()?;
    let packages = root().join(format!("third_party/halide-{version}/lib/python3.11/site-packages"));
    packages.exists().then_some(packages)
}

fn answers(printed: &str) {
    assert!(printed.contains("vpavgb") && printed.contains("\"proved\""), "{printed}");
}

fn moved() -> Result<Completion, Failed> {
    let debian = Debian::new("moved")?;
    let folder = tempfile::tempdir()?;
    said(script("install")?.arg(folder.path().join("here")))?;
    let place = debian.0.join("opt/a folder/isotope");
    std::fs::create_dir_all(place.parent().unwrap())?;
    said(Command::new("mv").arg(folder.path().join("here")).arg(&place))?;
    answers(&debian.run(&format!("PATH=\"/opt/a folder/isotope/bin:$PATH\"; {ASK}"), "")?);
    let linked =
        debian.run("cd '/opt/a folder/isotope'; ldd bin/isotope bin/isotoped lib/*.so lib/isotope/*.so*", "")?;
    let lost: Vec<&str> = linked.lines().filter(|l| l.contains("not found") && !l.contains("libHalide.so")).collect();
    assert!(lost.is_empty(), "{lost:?}");
    assert!(!linked.contains("third_party"), "{linked}");
    let library = Command::new("readelf").arg("--dynamic").arg(place.join("lib/libisotope.so")).output()?;
    let library = String::from_utf8(library.stdout)?;
    assert!(library.contains("SONAME") && !library.contains("third_party"), "{library}");
    Ok(Completion::Completed)
}

fn linked() -> Result<Completion, Failed> {
    let folder = tempfile::tempdir()?;
    let (here, there) = (folder.path().join("here"), folder.path().join("there"));
    said(script("install")?.env("HALIDE", "").arg(&here))?;
    std::fs::rename(&here, &there)?;
    let source = folder.path().join("asks.c");
    std::fs::write(
        &source,
        "#include <isotope.h>\n#include <stdio.h>\nint main(void) {\n    puts(isotope_reason_name(ISOTOPE_DEADLINE));\n    return 0;\n}\n",
    )?;
    let program = folder.path().join("asks");
    let flags = Command::new("pkg-config")
        .args(["--cflags", "--libs", "isotope"])
        .env("PKG_CONFIG_PATH", there.join("lib/pkgconfig"))
        .output();
    let flags = match flags {
        Ok(output) if output.status.success() => String::from_utf8(output.stdout)?,
        // Where there is no pkg-config: what it would say.
        _ => format!("-I{0}/include -L{0}/lib -Wl,-rpath,{0}/lib -lisotope", there.display()),
    };
    said(Command::new("cc").arg(&source).args(flags.split_whitespace()).arg("-o").arg(&program))?;
    assert_eq!(said(&mut Command::new(&program))?, "deadline", "it finds its library by itself");
    let cmake = root().join("third_party/cmake/bin/cmake");
    if cmake.exists() {
        std::fs::write(
            folder.path().join("CMakeLists.txt"),
            "cmake_minimum_required(VERSION 3.22)\nproject(asks C)\nfind_package(isotope 0.2 REQUIRED)\nadd_executable(made asks.c)\n\
             target_link_libraries(made PRIVATE isotope::isotope)\nadd_executable(whole asks.c)\n\
             target_link_libraries(whole PRIVATE isotope::static)\n",
        )?;
        let build = folder.path().join("build");
        said(
            Command::new(&cmake)
                .arg("-S")
                .arg(folder.path())
                .arg("-B")
                .arg(&build)
                .arg(format!("-DCMAKE_PREFIX_PATH={}", there.display())),
        )?;
        said(Command::new(&cmake).arg("--build").arg(&build))?;
        for name in ["made", "whole"] {
            assert_eq!(said(&mut Command::new(build.join(name)))?, "deadline");
        }
    }
    Ok(Completion::Completed)
}

/// The newest file of `target/dist` with this end.
fn packaged(kind: &str, end: &str) -> Result<PathBuf, Failed> {
    said(script("package")?.arg(kind))?;
    let files = std::fs::read_dir(target().join("dist"))?.flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.to_string_lossy().ends_with(end)).collect();
    files.sort_by_key(|path| path.metadata().and_then(|data| data.modified()).ok());
    Ok(files.pop().ok_or("no package was made")?)
}

fn twice() -> Result<Completion, Failed> {
    let same = |kind: &str, end: &str| -> Result<(), Failed> {
        // Read before it is made again in its place.
        let first = std::fs::read(packaged(kind, end)?)?;
        assert!(first == std::fs::read(packaged(kind, end)?)?, "{kind}: the bytes differ");
        Ok(())
    };
    same("tar", ".tar.xz")?;
    same("deb", ".deb")?;
    if let Some(why) = without_wheel() {
        return Ok(Completion::ignored_with(format!("archive and Debian package are the same twice; no wheel, {why}")));
    }
    same("wheel", ".whl")?;
    Ok(Completion::Completed)
}

/// Why no wheel can be made here.
fn without_wheel() -> Option<&'static str> {
    if root_of_halide().is_none() {
        return Some("without Halide for this Debian's Python; scripts/setup halide fetches it");
    }
    let packages = root().join("third_party/python/complete");
    (!packages.exists()).then_some("without Python's packages; scripts/setup python fetches them")
}

fn uninstalled() -> Result<Completion, Failed> {
    let folder = tempfile::tempdir()?;
    let prefix = folder.path().join("prefix");
    std::fs::create_dir_all(prefix.join("bin"))?;
    std::fs::write(prefix.join("bin/other"), "")?;
    said(script("install")?.arg(&prefix))?;
    assert!(prefix.join("bin/isotope").exists() && prefix.join("share/doc/isotope/docs/clang.md").exists());
    said(Command::new(root().join("scripts/uninstall")).arg(&prefix))?;
    let left = said(Command::new("find").arg(&prefix).args(["-type", "f", "-o", "-type", "l"]))?;
    assert_eq!(left, prefix.join("bin/other").display().to_string());
    Ok(Completion::Completed)
}

fn debian_package() -> Result<Completion, Failed> {
    let debian = Debian::new("deb")?;
    std::fs::copy(packaged("deb", ".deb")?, debian.0.join("isotope.deb"))?;
    debian.run("dpkg --install /isotope.deb", "")?;
    answers(&debian.run(ASK, "")?);
    let user = debian.run("getent passwd isotope; stat -c '%U:%G %a' /etc/isotope", "")?;
    assert!(user.contains("/usr/sbin/nologin") && user.contains("root:isotope 750"), "{user}");
    // Whoever runs the tests may have the default address.
    debian.run(
        "isotoped --config /etc/isotope/isotoped.toml --listen 127.0.0.1:0 --cache /run/memo --check-config",
        "",
    )?;
    debian.run("dpkg --purge isotope", "")?;
    let left = debian.run("find / -xdev -path /proc -prune -o -path /halide -prune -o -name '*isotope*' -print", "")?;
    let left: Vec<&str> =
        left.lines().filter(|line| *line != "/isotope.deb" && !line.starts_with("/run/user/")).collect();
    assert!(left.is_empty(), "{left:?}");
    Ok(Completion::Completed)
}

fn wheel() -> Result<Completion, Failed> {
    if let Some(why) = without_wheel() {
        return Ok(Completion::ignored_with(why));
    }
    let debian = Debian::new("wheel")?;
    let wheel = packaged("wheel", ".whl")?;
    let name = wheel.file_name().unwrap().to_str().unwrap();
    std::fs::copy(&wheel, debian.0.join(name))?;
    std::fs::copy(root().join("client/halide/examples/plain.py"), debian.0.join("plain.py"))?;
    debian.run(&format!("python3 -m venv /venv; /venv/bin/pip install --no-index --no-deps /{name}"), "")?;
    answers(&debian.run(ASK, "/venv/bin:")?);
    let printed = debian.run(
        "isotope run --end --report /report -- python3 /plain.py 2>&1; isotope report --json /report",
        "/venv/bin:",
    )?;
    let (said, summary) = printed.split_once("\n{").ok_or_else(|| printed.clone())?;
    assert!(said.contains("equal") && !said.contains("DIFFERENT"), "{said}");
    let summary: serde_json::Value = serde_json::from_str(&format!("{{{summary}"))?;
    let used = summary["used"].as_u64().unwrap_or_default();
    assert!(used > 0, "the first run uses what it was answered: {said}\n{summary}");
    assert!(said.contains(&format!("{used} of ")), "{said}");
    let module = debian.run("python3 -m isotope_halide -V; isotope -V; isotoped -V", "/venv/bin:")?;
    let versions: Vec<&str> = module.lines().collect();
    assert!(versions.len() == 3 && versions[0] == versions[1] && versions[2].starts_with("isotoped "), "{versions:?}");
    Ok(Completion::Completed)
}
