//! The plug-in for one LLVM, built as a user would, and compiles with it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The project's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A file of the plug-in's tests.
pub fn source(name: &str) -> PathBuf {
    root().join("client/llvm/tests").join(name)
}

fn package(version: u32) -> PathBuf {
    format!("/usr/lib/llvm-{version}/lib/cmake/llvm").into()
}

fn builder() -> PathBuf {
    root().join("third_party/cmake/bin/cmake")
}

/// What the tests of one LLVM need and is not there.
pub fn missing(version: u32) -> Option<&'static str> {
    if !package(version).join("LLVMConfig.cmake").exists() {
        return Some("scripts/setup llvm-plugin fetches LLVM's headers");
    }
    if !builder().exists() {
        return Some("client/halide/setup.sh fetches CMake");
    }
    let is_there = |tool: &str| Command::new(format!("{tool}-{version}")).arg("--version").output().is_ok();
    if !is_there("clang") || !is_there("opt") {
        return Some("scripts/setup llvm-plugin fetches clang and opt");
    }
    if !has_avx2() {
        return Some("it executes code for Haswell, which this processor cannot");
    }
    None
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

/// How a compile ended.
pub struct Ended {
    pub output: Output,
    pub time: Duration,
    /// One object for each window.
    pub report: String,
}

impl Ended {
    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.output.stdout).into_owned()
    }

    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    /// Windows whose place an answer took.
    pub fn used(&self) -> usize {
        self.report.matches("\"used\": true").count()
    }

    /// Everything, for whoever looks at a failure.
    pub fn told(&self) -> String {
        format!("{:?}\n{}{}{}", self.output.status, self.stdout(), self.stderr(), self.report)
    }
}

/// The plug-in for one LLVM.
pub struct Built {
    version: u32,
    pub folder: PathBuf,
}

impl Built {
    /// Builds it; the second time only what has changed.
    pub fn new(version: u32) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("llvm-{version}"));
        let root = root();
        let library = std::env::current_exe().unwrap().parent().unwrap().join("libisotope.so");
        std::fs::create_dir_all(&folder).unwrap();
        // Where the loader looks for it by its soname.
        let soname = folder.join("libisotope.so.1");
        let _ = std::fs::remove_file(&soname);
        std::os::unix::fs::symlink(library, &soname).unwrap();
        let build = folder.display().to_string();
        cmake(&[
            "-S".to_owned(),
            root.join("client/llvm").display().to_string(),
            "-B".to_owned(),
            build.clone(),
            "-DCMAKE_BUILD_TYPE=Release".to_owned(),
            format!("-DLLVM_DIR={}", package(version).display()),
            format!("-DISOTOPE_INCLUDE={}", root.join("client/capi/include").display()),
            format!("-DISOTOPE_LIBRARY={}", soname.display()),
        ]);
        cmake(&["--build".to_owned(), build, "--parallel".to_owned(), "2".to_owned()]);
        Built { version, folder }
    }

    fn plugin(&self) -> String {
        self.folder.join(format!("libisotope_llvm-{}.so", self.version)).display().to_string()
    }

    /// clang without the plug-in.
    pub fn plain(&self, arguments: &[&str]) -> Ended {
        self.end(Command::new(format!("clang-{}", self.version)).args(arguments), &[])
    }

    /// clang with the plug-in, and with variables set.
    pub fn clang(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Ended {
        let mut command = Command::new(format!("clang-{}", self.version));
        self.end(command.arg(format!("-fpass-plugin={}", self.plugin())).args(arguments), variables)
    }

    /// opt with the plug-in on a file of the tests; it prints the module.
    pub fn opt(&self, passes: &str, file: &Path, variables: &[(&str, &str)]) -> Ended {
        let mut command = Command::new(format!("opt-{}", self.version));
        command.arg(format!("-load-pass-plugin={}", self.plugin())).arg(format!("-passes={passes}"));
        command.args(["-pass-remarks=isotope", "-pass-remarks-missed=isotope", "-S", "-o", "-"]).arg(file);
        self.end(&mut command, variables)
    }

    /// A program of the plug-in's own.
    pub fn program(&self, name: &str) -> Ended {
        self.end(&mut Command::new(self.folder.join(name)), &[])
    }

    pub fn end(&self, command: &mut Command, variables: &[(&str, &str)]) -> Ended {
        let report = tempfile::NamedTempFile::new().unwrap();
        command.env("ISOTOPE_REPORT", report.path()).env("LD_LIBRARY_PATH", &self.folder);
        command.envs(variables.iter().copied());
        let begin = Instant::now();
        let output = command.output().unwrap();
        Ended { output, time: begin.elapsed(), report: std::fs::read_to_string(report.path()).unwrap() }
    }
}

fn cmake(arguments: &[String]) {
    let output = Command::new(builder()).args(arguments).output().unwrap();
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success(), "{out}{err}");
}
