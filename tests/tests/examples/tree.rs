//! An installation of what is built now: programs, the C library, and the front ends for what this machine has.

use crate::building::{self, builder, cmake, root};
use isotope_tests::program;
use libtest_mimic::Failed;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// The Halide of the examples.
const HALIDE: u32 = 21;

/// The LLVM and the MLIR of the examples.
const LLVM: u32 = 19;

/// Why something that a page needs is missing here, and what brings it.
pub fn lacking(need: &str) -> Option<String> {
    let fetched = |is_there: bool, why: &str| (!is_there).then(|| why.to_owned());
    match need {
        "cmake" => fetched(builder().exists(), "client/halide/setup.sh fetches CMake"),
        "halide" => fetched(halide().is_some() && builder().exists(), "scripts/setup halide 21 fetches Halide"),
        "grpc" | "wheel" => fetched(python().exists(), "without Python's packages; scripts/setup python fetches them"),
        "avx2" => fetched(has_avx2(), "it executes code for Haswell, which this processor cannot"),
        "clang-19" => isotope_run::programs::lacking(&["clang-19", &llvm_headers()])
            .or_else(|| fetched(builder().exists(), "client/halide/setup.sh fetches CMake")),
        "mlir-opt-19" => {
            let headers = "/usr/lib/llvm-19/include/mlir/IR/OpBase.td";
            isotope_run::programs::lacking(&["mlir-opt-19", "clang-19", headers, &llvm_headers()])
                .or_else(|| fetched(builder().exists(), "client/halide/setup.sh fetches CMake"))
        }
        program => isotope_run::programs::lacking(&[program]),
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

fn llvm_headers() -> String {
    format!("{}/LLVMConfig.cmake", building::llvm_package(LLVM))
}

/// The Python with the packages of the client.
pub fn python() -> PathBuf {
    root().join("third_party/python/bin/python")
}

/// The folder of Halide's package.
pub fn halide() -> Option<PathBuf> {
    let libraries = root().join(format!("third_party/halide-{HALIDE}/lib")).read_dir().ok()?;
    let packages = libraries.flatten().map(|python| python.path().join("site-packages/halide"));
    packages.into_iter().find(|package| package.join("lib64/libHalide.so").exists())
}

/// Ends in what was printed, or fails with all that was said.
pub fn said(command: &mut Command) -> Result<String, Failed> {
    let Output { status, stdout, stderr } = command.stdin(Stdio::null()).output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if status.success() {
        return Ok(text(&stdout));
    }
    Err(format!("{status} of {command:?}\n{}\n{}", text(&stdout), text(&stderr)).into())
}

/// The tree, made once.
pub fn tree() -> Result<&'static Path, Failed> {
    static MADE: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let made = MADE.get_or_init(|| make().map_err(|error| error.message().unwrap_or("no tree").to_owned()));
    Ok(made.as_deref().map_err(Clone::clone)?)
}

fn make() -> Result<PathBuf, Failed> {
    let tree = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples");
    let _ = std::fs::remove_dir_all(&tree);
    std::fs::create_dir_all(tree.join("bin"))?;
    for (package, name) in [("isotope-cli", "isotope"), ("isotope-server", "isotoped")] {
        // Not a link: a program looks for its libraries beside the file that it is.
        std::fs::copy(program(package, name), tree.join("bin").join(name))?;
    }
    // The folder of this test has the C library, which it is built with.
    let own = std::env::current_exe()?;
    let mut install = Command::new(root().join("client/capi/install.sh"));
    install.arg(&tree).env("ISOTOPE_PREBUILT", "1").env("ISOTOPE_BUILT_IN", own.parent().ok_or("no folder")?);
    said(&mut install)?;
    let mut front_ends = Vec::new();
    if lacking("clang-19").is_none() {
        front_ends.push(building::built("llvm", LLVM, &building::llvm(LLVM)));
    }
    if lacking("mlir-opt-19").is_none() {
        let llvm = format!("/usr/lib/llvm-{LLVM}");
        let definitions = [
            format!("-DCMAKE_CXX_COMPILER=clang++-{LLVM}"),
            format!("-DLLVM_DIR={llvm}/lib/cmake/llvm"),
            format!("-DMLIR_FOLDER={llvm}"),
        ];
        front_ends.push(building::built("mlir", LLVM, &definitions));
    }
    if let Some(halide) = halide().filter(|_| builder().exists()) {
        let package = halide.join("lib64/cmake/Halide");
        front_ends.push(building::built("halide", HALIDE, &[format!("-DHalide_DIR={}", package.display())]));
    }
    for folder in front_ends {
        cmake(
            &["--install", &folder.display().to_string(), "--prefix", &tree.display().to_string()].map(str::to_owned),
        );
    }
    Ok(tree)
}
