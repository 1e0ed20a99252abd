//! Where a page's commands are run: a copy of the examples, a home of their own, and the tree's programs on the path.

use crate::building::{builder, root};
use crate::tree::{halide, python, said, tree};
use libtest_mimic::Failed;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder that goes with the test, and the daemons that were started in it.
pub struct Place(tempfile::TempDir);

impl Place {
    /// An empty home with the examples.
    pub fn new() -> Result<Self, Failed> {
        let place = Place(tempfile::tempdir()?);
        let mut copy = Command::new("cp");
        said(copy.arg("-r").arg(root().join("examples")).arg(place.0.path()))?;
        Ok(place)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) -> Result<(), Failed> {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().ok_or("no folder")?)?;
        Ok(std::fs::write(path, text)?)
    }

    /// A line of the shell's, in a folder of this place.
    pub fn bash(&self, script: &str, folder: &str, needs: &[String]) -> Command {
        let mut command = Command::new("bash");
        command.args(["-euo", "pipefail", "-c", script]).current_dir(self.0.path().join(folder));
        self.prepared(&mut command, needs);
        command
    }

    /// Sets what a user's shell has, and nothing of this machine's.
    fn prepared(&self, command: &mut Command, needs: &[String]) {
        let here = self.0.path();
        let tree = tree().map_err(|error| error.message().unwrap_or_default().to_owned()).unwrap();
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("ISOTOPE_")) {
            command.env_remove(name);
        }
        command.env("HOME", here).env("XDG_STATE_HOME", here.join("state")).env("XDG_CACHE_HOME", here.join("cache"));
        command.env("ISOTOPE_SERVER", format!("unix:{}", here.join("daemon.sock").display()));
        command.env("ISOTOPE_REPORT", here.join("report.jsonl")).env("ISOTOPE_THREADS", "2");
        command.env("PKG_CONFIG_PATH", tree.join("lib/pkgconfig")).env("CMAKE_PREFIX_PATH", tree);
        command.env("LD_LIBRARY_PATH", root().join("third_party/z3/lib")).stdin(Stdio::null());
        let has = |need: &str| needs.iter().any(|each| each == need);
        let mut path: Vec<PathBuf> = Vec::new();
        if has("wheel") {
            path.push(self.environment().join("bin"));
        } else {
            path.push(tree.join("bin"));
        }
        if let Some(halide) = halide().filter(|_| has("halide")) {
            path.extend((!has("wheel")).then(|| root().join("third_party/halide-21/bin")));
            let packages = halide.join("lib64/cmake");
            command.env("Halide_ROOT", &halide).env("Halide_DIR", packages.join("Halide"));
            command.env("HalideHelpers_DIR", packages.join("HalideHelpers"));
        }
        if has("cmake") {
            path.extend(builder().parent().map(Path::to_owned));
        }
        if has("grpc") {
            path.extend(python().parent().map(Path::to_owned));
            command.env("PYTHONPATH", self.client().unwrap_or_default());
        }
        path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
        command.env("PATH", std::env::join_paths(path).unwrap_or_default());
    }

    /// The folder of the Python client, built from the sources.
    fn client(&self) -> Option<OsString> {
        let folder = self.0.path().join("client");
        let mut pip = Command::new(python());
        pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target"]);
        let built = said(pip.arg(&folder).arg("./client/python").current_dir(root()));
        built.map(|_| folder.into_os_string()).map_err(|error| println!("{}", error.message().unwrap_or_default())).ok()
    }

    /// Python's own environment, which has Halide, and to which the wheel is installed.
    fn environment(&self) -> PathBuf {
        self.0.path().join("venv")
    }

    /// Makes a wheel of the tree in this place, and an environment with the Halide that was fetched.
    pub fn wheel(&self) -> Result<(), Failed> {
        let version = std::fs::read_to_string(root().join("Cargo.toml"))?;
        let version = version.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
        let mut package = Command::new(root().join("scripts/package-wheel"));
        package
            .arg(tree()?)
            .arg(self.0.path())
            .arg(version.ok_or("no version")?)
            .env("SOURCE_DATE_EPOCH", "1700000000");
        said(&mut package)?;
        let halide = halide().ok_or("no Halide")?;
        let packages = halide.parent().ok_or("no folder")?;
        let python = root().join("third_party/halide-21/bin/python3");
        said(Command::new(python).args(["-m", "venv"]).arg(self.environment()))?;
        let name = packages.parent().and_then(Path::file_name).ok_or("no folder")?;
        let own = self.environment().join("lib").join(name).join("site-packages");
        std::fs::write(own.join("halide.pth"), format!("{}\n", packages.display()))?;
        Ok(())
    }

    /// The compilers' reports.
    pub fn report(&self) -> String {
        std::fs::read_to_string(self.0.path().join("report.jsonl")).unwrap_or_default()
    }

    /// How many answers compilers used.
    pub fn used(&self) -> usize {
        self.report().matches("\"used\": true").count()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Ok(tree) = tree() else { return };
        let mut stop = Command::new(tree.join("bin/isotope"));
        self.prepared(&mut stop, &[]);
        // There may be no daemon.
        let _ = stop.arg("stop").stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}
