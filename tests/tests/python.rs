//! The Python client: built as a package, its own tests run beside the daemon that was built here, its types checked.
//!
//! Where `scripts/setup python` has not fetched what that takes it is skipped by name.

use isotope_tests::program;
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

fn main() {
    let trial = |name: &str, arguments: &'static [&'static str]| {
        Trial::ignorable_test(name, move || if python().exists() { checked(arguments) } else { Ok(skipped()) })
    };
    let trials = vec![
        trial("the_python_client_passes_its_own_tests", &["pytest", "-q"]),
        trial("the_types_of_the_python_client_are_sound", &["mypy", "--cache-dir=/dev/null", "-p", "isotope"]),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn skipped() -> Completion {
    Completion::ignored_with("without Python's packages; scripts/setup python fetches them")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn python() -> PathBuf {
    root().join("third_party/python/bin/python")
}

/// Runs a module of Python's in the client's folder, with the client built and installed.
fn checked(arguments: &[&str]) -> Result<Completion, Failed> {
    let mut command = Command::new(python());
    command.arg("-m").args(arguments).env("PYTHONPATH", installed()?).env("MYPYPATH", installed()?);
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("ISOTOPED", program("isotope-server", "isotoped"));
    said(command.current_dir(root().join("client/python")))?;
    Ok(Completion::Completed)
}

/// The folder that the package was installed to: built from the protocol as it is now, once.
fn installed() -> Result<PathBuf, Failed> {
    static BUILT: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
        let _ = std::fs::remove_dir_all(&folder);
        let mut pip = Command::new(python());
        pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target"]);
        pip.arg(&folder).arg("./client/python").current_dir(root());
        said(&mut pip).map(|()| folder).map_err(|error| error.message().unwrap_or_default().to_owned())
    });
    Ok(built.clone()?)
}

fn said(command: &mut Command) -> Result<(), Failed> {
    let output = command.output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{}: {}\n{}", output.status, text(&output.stdout), text(&output.stderr)).into())
}
