//! The plug-in for one LLVM, built as a user would, and compiles with it.

use crate::building::{self, builder, root};
use crate::plugin::has_avx2;
use isotope_run::programs::lacking;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

pub use crate::building::Ended;

/// A file of the plug-in's tests.
pub fn source(name: &str) -> PathBuf {
    root().join("client/llvm/tests").join(name)
}

/// A sentence about whatever the tests of one LLVM need and is not there.
pub fn missing(version: u32) -> Option<String> {
    let headers = format!("{}/LLVMConfig.cmake", building::llvm_package(version));
    let lacking = lacking(&[&headers, &format!("clang-{version}"), &format!("opt-{version}")]);
    let no_cmake = || (!builder().exists()).then(|| "client/halide/setup.sh fetches CMake".to_owned());
    let no_cpu = || (!has_avx2()).then(|| "it executes code for Haswell, which this processor cannot".to_owned());
    lacking.or_else(no_cmake).or_else(no_cpu)
}

/// The plug-in for one LLVM.
pub struct Built {
    pub version: u32,
    pub folder: PathBuf,
}

impl Built {
    /// Builds it; the second time only what has changed.
    pub fn new(version: u32) -> Self {
        let folder = building::built("llvm", version, &building::llvm(version));
        Built { version, folder }
    }

    /// The programs of the other LLVM, without a plug-in for it.
    pub fn other(&self) -> Self {
        Built { version: if self.version == 19 { 22 } else { 19 }, folder: self.folder.clone() }
    }

    pub fn plugin(&self) -> String {
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

    /// opt with these arguments, with the plug-in or without.
    pub fn opt_with(&self, plugin: bool, arguments: &[&str], variables: &[(&str, &str)]) -> Ended {
        let mut command = Command::new(format!("opt-{}", self.version));
        if plugin {
            command.arg(format!("-load-pass-plugin={}", self.plugin()));
        }
        self.end(command.args(arguments), variables)
    }

    /// Another of LLVM's programs.
    pub fn tool(&self, name: &str, arguments: &[&str]) -> Ended {
        self.end(Command::new(format!("{name}-{}", self.version)).args(arguments), &[])
    }

    /// A program of the plug-in's own.
    pub fn program(&self, name: &str, arguments: &[&str]) -> Ended {
        self.end(Command::new(self.folder.join(name)).args(arguments), &[])
    }

    pub fn end(&self, command: &mut Command, variables: &[(&str, &str)]) -> Ended {
        Ended::of(command, &self.folder, variables)
    }
}

impl Ended {
    /// The functions that answers are in.
    pub fn functions(&self) -> BTreeSet<&str> {
        let used = self.report.lines().filter(|line| line.contains("\"used\": true"));
        let place = |line| -> Option<&str> { Some(str::split_once(line, "\"place\": \"")?.1.split_once('"')?.0) };
        used.filter_map(|line| place(line)?.split_once(" in ")?.1.split(" in ").last()?.split(' ').next()).collect()
    }
}
