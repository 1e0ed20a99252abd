//! Against the real engine: what kernels compute is equal byte by byte, and answers are used.

use super::build::{Built, CPU, Ended};
use crate::building::root;
use crate::daemon::{Served, serve_core};
use isotope_server::memory::Memory;
use isotope_server::settings::config::CoreConfig;
use libtest_mimic::Failed;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// One daemon for all tests, so that each window is searched for once.
fn daemon() -> &'static Served {
    static DAEMON: OnceLock<Served> = OnceLock::new();
    DAEMON.get_or_init(|| {
        serve_core("127.0.0.1:0", |folder| {
            CoreConfig { threads: 2, ..CoreConfig::in_folder(folder) }.open(Memory::default())
        })
    })
}

pub fn patient() -> [(&'static str, &'static str); 2] {
    [("ISOTOPE_SERVER", &daemon().url), ("ISOTOPE_TIMEOUT_MS", "900000")]
}

/// Of the kernels, windows that are better for Haswell.
const LEAST_USED: usize = 20;

/// The kernels of `tests/cases/mlir`, a function in each file, in one module.
fn all_kernels() -> String {
    let folder = root().join("tests/cases/mlir");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().flatten().map(|file| file.path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

pub fn kernels(built: &Built) -> Result<(), Failed> {
    let with = compared(built, &all_kernels(), &format!("isotope-select{{cpu={CPU}}}"))?;
    if with.used() >= LEAST_USED {
        Ok(())
    } else {
        Err(format!("{} answers used\n{}", with.used(), with.told()).into())
    }
}

/// Lowers a module as it is and with a pass before that, runs each pair of kernels on the same bytes, and gives the run of the pass. The
/// error says which byte differs.
pub fn compared(built: &Built, module: &str, pass: &str) -> Result<Ended, Failed> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name);
    let [file, selected_file, own, selected, program] =
        ["own.mlir", "selected.mlir", "own.so", "selected.so", "equal"].map(path);
    std::fs::write(&file, module)?;
    let with = built.select(pass, &file, &patient());
    if !with.output.status.success() {
        return Err(with.told().into());
    }
    std::fs::write(&selected_file, with.stdout())?;
    built.library(&file, &own)?;
    built.library(&selected_file, &selected).map_err(|why| format!("{why}\n{}", with.told()))?;
    build_equal(built, &program)?;
    let names =
        module.lines().filter_map(|line| line.strip_prefix("func.func @")?.split_once('(').map(|(name, _)| name));
    let ended = built.end(Command::new(program).args([own, selected]).args(names), &[]);
    if ended.output.status.success() { Ok(with) } else { Err(format!("{}{}", ended.told(), with.stdout()).into()) }
}

fn build_equal(built: &Built, to: &Path) -> Result<(), String> {
    built.step("clang", &["-O1", "-ldl"], &root().join("client/mlir/tests/equal.c"), to)
}
