//! The plug-in for one MLIR, built as a user would, and runs of mlir-opt with it.

use crate::building::{self, builder, root};
use crate::plugin::has_avx2;
use std::path::{Path, PathBuf};
use std::process::Command;

pub use crate::building::Ended;

/// The processor that kernels are compiled for.
pub const CPU: &str = "haswell";

/// From vector operations to LLVM's dialect, as mlir-opt does it by itself. Buffers are plain pointers.
const LOWERING: &str = include_str!("../../../mlir/tests/lowering.txt").trim_ascii_end();

/// Where LLVM is, and where MLIR is: one of two MLIRs is unpacked and not installed.
fn folders(version: u32) -> (PathBuf, PathBuf) {
    let llvm = PathBuf::from(format!("/usr/lib/llvm-{version}"));
    let unpacked = root().join(format!("third_party/mlir-{version}/usr/lib/llvm-{version}"));
    let is_installed = llvm.join("include/mlir/Pass/Pass.h").exists();
    (llvm.clone(), if is_installed { llvm } else { unpacked })
}

/// Names a package that the tests of one MLIR need, if one is missing.
pub fn missing(version: u32) -> Option<String> {
    let (llvm, mlir) = folders(version);
    if !llvm.join("lib/cmake/llvm/LLVMConfig.cmake").exists() || !mlir.join("include/mlir/Pass/Pass.h").exists() {
        return Some("scripts/setup mlir (and mlir-22) fetches MLIR's headers".to_owned());
    }
    if !builder().exists() {
        return Some("client/halide/setup.sh fetches CMake".to_owned());
    }
    if !mlir.join("bin/mlir-opt").exists() || !llvm.join("bin/llc").exists() || !llvm.join("bin/clang").exists() {
        return Some("scripts/setup mlir (and mlir-22) fetches mlir-opt, llc and clang".to_owned());
    }
    if !has_avx2() {
        return Some("it executes code for Haswell, which this processor cannot".to_owned());
    }
    None
}

/// The plug-in for one MLIR.
pub struct Built {
    pub version: u32,
    pub folder: PathBuf,
}

impl Built {
    /// Builds it; the second time only what has changed.
    pub fn new(version: u32) -> Self {
        let (llvm, mlir) = folders(version);
        let definitions = [
            format!("-DCMAKE_CXX_COMPILER=clang++-{version}"),
            format!("-DLLVM_DIR={}", llvm.join("lib/cmake/llvm").display()),
            format!("-DMLIR_FOLDER={}", mlir.display()),
        ];
        Built { version, folder: building::built("mlir", version, &definitions) }
    }

    pub fn tool(&self, name: &str) -> Command {
        let (llvm, mlir) = folders(self.version);
        let folder = if name.starts_with("mlir-") { mlir } else { llvm };
        Command::new(folder.join("bin").join(name))
    }

    /// mlir-opt with the plug-in, whose pass comes first with these options, and with variables set. It prints the module.
    pub fn select(&self, options: &str, file: &Path, variables: &[(&str, &str)]) -> Ended {
        let plugin = self.folder.join(format!("libisotope_mlir-{}.so", self.version));
        let mut command = self.tool("mlir-opt");
        command.arg(format!("--load-pass-plugin={}", plugin.display()));
        command.arg(format!("--pass-pipeline=builtin.module({options})"));
        self.end(command.arg(file), variables)
    }

    /// A library of a module of kernels.
    pub fn library(&self, module: &Path, to: &Path) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let [lowered, llvm, object] = ["lowered.mlir", "module.ll", "module.o"].map(|name| folder.path().join(name));
        self.step("mlir-opt", &[&format!("--pass-pipeline=builtin.module({LOWERING})")], module, &lowered)?;
        self.step("mlir-translate", &["--mlir-to-llvmir"], &lowered, &llvm)?;
        self.step("llc", &["-O3", "-relocation-model=pic", "-filetype=obj", &format!("-mcpu={CPU}")], &llvm, &object)?;
        self.step("clang", &["-shared"], &object, to)
    }

    /// A tool from one file to another.
    pub fn step(&self, tool: &str, options: &[&str], from: &Path, to: &Path) -> Result<(), String> {
        let output =
            self.tool(tool).args(options).arg(from).arg("-o").arg(to).output().map_err(|error| error.to_string())?;
        if output.status.success() {
            Ok(())
        } else {
            Err(format!("{tool}: {}", String::from_utf8_lossy(&output.stderr)))
        }
    }

    pub fn end(&self, command: &mut Command, variables: &[(&str, &str)]) -> Ended {
        Ended::of(command, &self.folder, variables)
    }
}
