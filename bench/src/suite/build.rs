//! The programs that the suite runs: the Halide client, the kernels' program and the references, built by CMake.

use super::target::{Cpu, Target};
use crate::daemon::built_into;
use crate::limits::TIMEOUT_MS;
use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Where a kernel's code begins in a line of the cache, in bytes; a side's time is the mean of them. The least loops take up to a
/// third more or less by where they lie, which is neither compiler's merit.
const PLACES: [usize; 4] = [0, 16, 32, 48];

/// The built program, its references, and how both are run.
#[derive(Clone)]
pub struct Programs {
    target: Target,
    /// Which CPU's costs count, where Halide names none: a variable of the client's.
    mcpu: Option<String>,
    folder: PathBuf,
    libraries: PathBuf,
    python: PathBuf,
}

/// The project's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

impl Programs {
    /// Builds them for one version of Halide in `third_party`, beside the other programs of cargo's; only what has changed.
    pub fn build(target: Target, halide: u32) -> Result<Self> {
        let environment = root().join(format!("third_party/halide-{halide}"));
        let package = std::fs::read_dir(environment.join("lib")).ok().and_then(|mut all| all.next()?.ok());
        let Some(package) = package.map(|python| python.path().join("site-packages/halide")) else {
            bail!("Halide {halide} is not in third_party; `make halide` fetches it");
        };
        let own = std::env::current_exe().context("this program has no path")?;
        let folder = built_into()?.join(format!("halide/halide-{halide}"));
        let prefix = folder.join("client");
        let mut client = Command::new(root().join("client/halide/build.sh"));
        client.arg(&prefix).arg(&package);
        // The C library that was built with this program, where there is one: with a test, in the test's folder.
        if let (Some(beside), true) = (own.parent(), own.with_file_name("libisotope.so").exists()) {
            client.env("ISOTOPE_PREBUILT", "1").env("ISOTOPE_BUILT_IN", beside);
        }
        finished(&mut client)?;
        let cmake = root().join("third_party/cmake/bin/cmake");
        let build = folder.join("build");
        let define = |name: &str, path: PathBuf| format!("-D{name}={}", path.display());
        let mut configure = Command::new(&cmake);
        configure.arg("-S").arg(root().join("bench/halide")).arg("-B").arg(&build).arg("-DCMAKE_BUILD_TYPE=Release");
        configure.arg(define("Halide_DIR", package.join("lib64/cmake/Halide")));
        configure.arg(define("CMAKE_PREFIX_PATH", prefix.clone()));
        finished(&mut configure)?;
        finished(Command::new(&cmake).arg("--build").arg(&build))?;
        Ok(Programs {
            target,
            mcpu: None,
            folder: build,
            libraries: prefix.join("lib"),
            python: environment.join("bin/python"),
        })
    }

    /// The same programs, that compile for a CPU.
    pub fn for_cpu(&self, cpu: &Cpu) -> Self {
        let target = Target { halide: cpu.of(&self.target.halide), ..self.target.clone() };
        Programs { target, mcpu: Some(cpu.name.clone()), ..self.clone() }
    }

    /// Whether kernels state their buffers' alignment.
    pub fn is_aligned(&self) -> bool {
        self.target.aligned
    }

    /// The target, in Halide's words.
    pub fn halide_target(&self) -> &str {
        &self.target.halide
    }

    /// The program with arguments and variables; what it printed.
    pub fn suite(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Result<String> {
        Ok(self.suite_and_words(arguments, variables)?.0)
    }

    /// The same, and what it wrote to standard error.
    pub fn suite_and_words(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Result<(String, String)> {
        let mut command = Command::new(self.folder.join("suite"));
        command.args(arguments).env("HL_TARGET", &self.target.halide).env("LD_LIBRARY_PATH", &self.libraries);
        command.envs(self.mcpu.iter().map(|mcpu| ("ISOTOPE_MCPU", mcpu))).envs(variables.iter().copied());
        let output = finished(&mut command)?;
        Ok((String::from_utf8(output.stdout)?, String::from_utf8_lossy(&output.stderr).into_owned()))
    }

    /// The program, by what runs programs of the target.
    pub fn run(&self, arguments: &[&str]) -> Result<String> {
        let [emulator, options @ ..] = self.target.runner() else { return self.suite(arguments, &[]) };
        let mut command = Command::new(emulator);
        command.args(options).arg(self.folder.join("suite")).args(arguments);
        command.env("HL_TARGET", &self.target.halide).env("LD_LIBRARY_PATH", &self.libraries);
        Ok(String::from_utf8(finished(&mut command)?.stdout)?)
    }

    /// A Python program of `bench/halide` with Halide, and what it printed; with the address of a daemon, Isotope is preloaded.
    pub fn python(&self, program: &str, arguments: &[&OsStr], daemon: Option<&str>) -> Result<String> {
        let mut command = Command::new(&self.python);
        command.arg(root().join("bench/halide").join(program)).args(arguments);
        if let Some(url) = daemon {
            command.env("LD_PRELOAD", self.libraries.join("libisotope_halide_preload.so"));
            command.env("LD_LIBRARY_PATH", &self.libraries);
            command.env("ISOTOPE_SERVER", url).env("ISOTOPE_TIMEOUT_MS", TIMEOUT_MS);
        }
        Ok(String::from_utf8(finished(&mut command)?.stdout)?)
    }

    /// The references as one compiler built them: `clang` or `gcc`.
    pub fn references(&self, compiler: &str) -> PathBuf {
        self.folder.join(format!("libreferences_{compiler}.so"))
    }

    /// An object file as a library of its own, with Halide's runtime in it, for each of the `PLACES`.
    pub fn link(&self, object: &Path) -> Result<Vec<PathBuf>> {
        let runtime = object.with_file_name("runtime.o");
        if !runtime.exists() {
            self.suite(&["runtime", &runtime.display().to_string()], &[])?;
        }
        let at = |place: &usize| {
            let (before, library) = (object.with_file_name("before.s"), object.with_extension(format!("{place}.so")));
            // Halide's functions have sections of their own, which stand in the order of the files.
            std::fs::write(&before, format!(".section .text.kernel,\"ax\"\n.p2align 6\n.zero {place}\n"))?;
            let mut command = Command::new("cc");
            command.arg("-shared").arg("-o").arg(&library).arg(&before).arg(object).arg(&runtime);
            finished(command.args(["-lpthread", "-ldl", "-lm", "-Wl,-z,noexecstack"]))?;
            Ok(library)
        };
        PLACES.iter().map(at).collect()
    }
}

/// A command's end; what it said if that was not a good one.
pub(super) fn finished(command: &mut Command) -> Result<Output> {
    let name = format!("{:?}", command.get_program());
    let output = command.output().with_context(|| format!("{name} did not start"))?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        bail!("{name}: {}\n{}", output.status, String::from_utf8_lossy(&said).trim_end());
    }
    Ok(output)
}
