//! Front ends in C++, built as a user would, and how their programs end.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The project's folder.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().find(|folder| folder.join("Cargo.lock").exists()).unwrap().to_owned()
}

/// CMake, where `client/halide/setup.sh` puts it.
pub fn builder() -> PathBuf {
    root().join("third_party/cmake/bin/cmake")
}

/// Runs CMake, which has to end well.
pub fn cmake(arguments: &[String]) {
    let run = |more: &[&str]| Command::new(builder()).args(more).args(arguments).output().unwrap();
    let mut output = run(&[]);
    // The compiler was found in another folder last time: with `cargo xtask test` in that of the programs of `make test`.
    if String::from_utf8_lossy(&output.stderr).contains("require your cache to be deleted") {
        output = run(&["--fresh"]);
    }
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success(), "{out}{err}");
}

/// Builds the front end in a folder of `client` for one version of its compiler, with what CMake is to know of that; the second time only
/// what has changed. Where it is built.
pub fn built(client: &str, version: u32, definitions: &[String]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{client}-{version}"));
    let root = root();
    let library = std::env::current_exe().unwrap().parent().unwrap().join("libisotope.so");
    std::fs::create_dir_all(&folder).unwrap();
    // Test programs of two crates share the folder, and run side by side.
    let alone = std::fs::File::create(folder.with_extension("lock")).unwrap();
    alone.lock().unwrap();
    // Where the loader looks for it by its soname.
    let soname = folder.join("libisotope.so.1");
    let _ = std::fs::remove_file(&soname);
    std::os::unix::fs::symlink(library, &soname).unwrap();
    let build = folder.display().to_string();
    let mut arguments = vec![
        "-S".to_owned(),
        root.join("client").join(client).display().to_string(),
        "-B".to_owned(),
        build.clone(),
        "-DCMAKE_BUILD_TYPE=Release".to_owned(),
        // A compile by `-O1` takes two thirds of the time, and the plug-in's own work is a small part of a test's.
        "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG".to_owned(),
        // The sources of a folder at once take two thirds of the time: most of each is the same headers.
        "-DCMAKE_UNITY_BUILD=ON".to_owned(),
        format!("-DISOTOPE_INCLUDE={}", root.join("client/capi/include").display()),
        format!("-DISOTOPE_LIBRARY={}", soname.display()),
    ];
    arguments.extend_from_slice(definitions);
    cmake(&arguments);
    cmake(&["--build".to_owned(), build, "--parallel".to_owned(), "2".to_owned()]);
    folder
}

/// The folder of an LLVM's CMake package.
#[allow(dead_code, reason = "the client for Halide needs none")]
pub fn llvm_package(version: u32) -> String {
    format!("/usr/lib/llvm-{version}/lib/cmake/llvm")
}

/// CMake's options for an LLVM: its clang compiles the plug-in in two thirds of GCC's time.
#[allow(dead_code, reason = "the client for Halide needs none")]
pub fn llvm(version: u32) -> [String; 2] {
    [format!("-DLLVM_DIR={}", llvm_package(version)), format!("-DCMAKE_CXX_COMPILER=clang++-{version}")]
}

/// How a program ended.
pub struct Ended {
    pub output: Output,
    pub time: Duration,
    /// One object for each expression that was asked for.
    pub report: String,
}

impl Ended {
    /// Runs a program with the library of `folder`, and with variables set.
    pub fn of(command: &mut Command, folder: &Path, variables: &[(&str, &str)]) -> Self {
        let report = tempfile::NamedTempFile::new().unwrap();
        command.env("ISOTOPE_REPORT", report.path()).env("LD_LIBRARY_PATH", folder);
        command.envs(variables.iter().copied());
        let begin = Instant::now();
        let output = command.output().unwrap();
        let time = begin.elapsed();
        Ended { output, time, report: std::fs::read_to_string(report.path()).unwrap() }
    }

    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.output.stdout).into_owned()
    }

    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    /// Expressions whose place an answer took.
    pub fn used(&self) -> usize {
        self.report.matches("\"used\": true").count()
    }
}
