//! The client for one Halide, built as a user would, and its programs.

use crate::building::{self, builder, cmake, root};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub use crate::building::Ended;

/// The Python environment with a Halide.
fn environment(version: u32) -> PathBuf {
    root().join(format!("third_party/halide-{version}"))
}

/// The Halide package in it, if it is there.
fn package(version: u32) -> Option<PathBuf> {
    let libraries = environment(version).join("lib").read_dir().ok()?;
    let packages = libraries.flatten().map(|python| python.path().join("site-packages/halide"));
    packages.into_iter().find(|package| package.join("lib64/libHalide.so").exists())
}

/// Whether a Halide and what builds its client are there.
pub fn installed(version: u32) -> bool {
    package(version).is_some() && builder().exists()
}

/// Halide's sources for this version, if they are there: those of `HALIDE_SOURCE`, or the ones that were fetched.
pub fn source(version: u32) -> Option<PathBuf> {
    if let Some(given) = std::env::var_os("HALIDE_SOURCE").filter(|given| !given.is_empty()) {
        return Some(given.into());
    }
    let folder = root().join("third_party/halide-source");
    let fetched = std::fs::read_to_string(folder.join("complete")).ok()?;
    fetched.starts_with(&format!("{version}.")).then_some(folder)
}

/// The client for one Halide.
pub struct Built {
    version: u32,
    folder: PathBuf,
}

impl Built {
    /// Builds it; the second time only what has changed.
    pub fn new(version: u32) -> Self {
        let halide = package(version).expect("it is installed").join("lib64/cmake/Halide");
        let folder = building::built("halide", version, &[format!("-DHalide_DIR={}", halide.display())]);
        Built { version, folder }
    }

    /// A project of a user, configured with the installed package and built in `folder` with these variables; what its build says.
    pub fn project(&self, source: &str, folder: &Path, variables: &[(&str, &str)]) -> Output {
        let prefix = folder.join("installed");
        let text = |path: &Path| path.display().to_string();
        cmake(&["--install".to_owned(), text(&self.folder), "--prefix".to_owned(), text(&prefix)]);
        std::fs::copy(self.folder.join("libisotope.so.1"), prefix.join("lib/libisotope.so.1")).unwrap();
        let halide = package(self.version).expect("it is installed").join("lib64/cmake");
        let build = text(&folder.join("build"));
        cmake(&[
            "-S".to_owned(),
            text(&root().join(source)),
            "-B".to_owned(),
            build.clone(),
            format!("-DCMAKE_PREFIX_PATH={}", text(&prefix)),
            format!("-DHalide_DIR={}", text(&halide.join("Halide"))),
            format!("-DHalideHelpers_DIR={}", text(&halide.join("HalideHelpers"))),
        ]);
        let mut command = Command::new(builder());
        command.args(["--build", &build]).envs(variables.iter().copied()).output().unwrap()
    }

    pub fn version(&self) -> u32 {
        self.version
    }

    /// One of its programs, with variables set.
    pub fn run(&self, program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Ended {
        self.command(Command::new(self.folder.join(program)).args(arguments), variables)
    }

    /// The C++ program that knows nothing of Isotope.
    pub fn preloaded(&self, variables: &[(&str, &str)]) -> Ended {
        self.command(Command::new(self.folder.join("plain")).env("LD_PRELOAD", self.preload()), variables)
    }

    /// The same with the library for LD_PRELOAD from another folder.
    pub fn preloaded_from(&self, folder: &Path, variables: &[(&str, &str)]) -> Ended {
        let library = folder.join("libisotope_halide_preload.so");
        std::fs::copy(self.preload(), &library).unwrap();
        self.command(Command::new(self.folder.join("plain")).env("LD_PRELOAD", library), variables)
    }

    /// A Python program that knows nothing of Isotope.
    pub fn python(&self, program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Ended {
        let mut command = Command::new(environment(self.version).join("bin/python"));
        command.arg(root().join("client/halide").join(program)).args(arguments).env("LD_PRELOAD", self.preload());
        self.command(&mut command, variables)
    }

    /// Halide's own tests, each with Isotope and without.
    pub fn halides_own(&self, source: &Path, variables: &[(&str, &str)]) -> Ended {
        let mut command = Command::new("python3");
        command.arg(root().join("client/halide/tests/halides_own.py")).arg(source);
        command.arg(package(self.version).expect("it is installed")).arg(self.preload()).arg(self.folder.join("own"));
        self.command(&mut command, variables)
    }

    fn preload(&self) -> PathBuf {
        self.folder.join("libisotope_halide_preload.so")
    }

    fn command(&self, command: &mut Command, variables: &[(&str, &str)]) -> Ended {
        Ended::of(command, &self.folder, variables)
    }
}
