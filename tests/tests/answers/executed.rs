//! Every golden answer, executed: what the service says to the files of `cases/select` and to the windows of each instruction set runs
//! on this CPU, or on an emulator where this CPU lacks its instructions, and must be what the interpreter gives.

use isotope_ir::Window;
use isotope_ir::parse::parse_file;
use isotope_proto::v1::select_request::Program;
use isotope_proto::v1::{Answer, Engine, Selection, Target};
use isotope_tests::Daemon;
use isotope_tests::asking::Asker;
use isotope_trial::execution::{LEVEL, check_at};
use libtest_mimic::{Completion, Failed, Trial};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Inputs of each answer.
const TRIALS: usize = 40;

/// Files whose answers are compiled into one program: the emulator takes seconds to start.
const TOGETHER: usize = 8;

/// Folders of `cases`, and what their answers are for.
const SUITES: [Suite; 5] = [
    Suite { folder: "select", arch: "x86_64", cpu: "znver4", is_slow: false },
    Suite { folder: "windows/x86", arch: "x86_64", cpu: "znver4", is_slow: false },
    Suite { folder: "windows/arm", arch: "aarch64", cpu: "neoverse-v2", is_slow: false },
    Suite { folder: "windows/arm", arch: "aarch64", cpu: "neoverse-n1", is_slow: true },
    Suite { folder: "windows/hvx", arch: "hexagon", cpu: "hexagonv66", is_slow: false },
];

struct Suite {
    folder: &'static str,
    arch: &'static str,
    cpu: &'static str,
    /// Left to the slow tests: another CPU of a set that has one already.
    is_slow: bool,
}

/// One for some files of a suite.
pub fn trials(daemon: &Arc<Daemon>) -> Vec<Trial> {
    let of = |suite: &'static Suite| {
        let name = move |at: usize| format!("{} {} {at}", suite.folder, suite.cpu);
        let trial = |(at, files): (usize, &[PathBuf])| {
            let (daemon, files) = (Arc::clone(daemon), files.to_vec());
            Trial::ignorable_test(name(at), move || executed(suite, &files, &daemon)).with_ignored_flag(suite.is_slow)
        };
        files(suite.folder).chunks(TOGETHER).enumerate().map(trial).collect::<Vec<_>>()
    };
    SUITES.iter().flat_map(of).collect()
}

fn files(suite: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(suite);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 10, "the cases of {suite} are in the project");
    files
}

fn executed(suite: &Suite, files: &[PathBuf], daemon: &Daemon) -> Result<Completion, Failed> {
    if !isotope_run::of_arch(suite.arch).iter().any(|executor| executor.is_there()) {
        return Ok(Completion::ignored_with("no QEMU; scripts/setup hexagon installs it"));
    }
    let asker = Asker::connect(&daemon.address);
    let mut all: Vec<(String, Window, Selection)> = Vec::new();
    for file in files {
        // Its golden answer says where the first one comes from.
        if suite.folder == "select" {
            super::select::first(file, daemon);
        }
        let text = std::fs::read_to_string(file)?;
        let text = text.split_once("---\n").map_or(text.as_str(), |(text, _)| text);
        let parsed = parse_file(text)?;
        let cpu = Target { arch: suite.arch.into(), mcpu: suite.cpu.into(), ..Target::default() };
        let target = parsed.target.is_none().then_some(cpu);
        let answers = asker.ask(Program::Text(text.to_owned()), target, Engine::Unspecified)?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        for (window, Answer { selection, .. }) in parsed.windows.into_iter().zip(answers) {
            all.push((name.to_string(), window, selection.ok_or_else(|| format!("{name} has no answer"))?));
        }
    }
    let answers: Vec<_> = all.iter().map(|(_, window, selection)| (window, selection)).collect();
    let mut wrong = Vec::new();
    for ((name, ..), checked) in
        all.iter().zip(check_at(&answers, TRIALS, LEVEL).map_err(|error| format!("{error:#}"))?)
    {
        match (checked.difference, checked.machine) {
            (Some(difference), _) => wrong.push(format!("{name}: {difference}")),
            (None, None) => println!("skipped: {name}: neither this CPU nor the emulator has its instructions"),
            (None, Some(_)) if checked.lanes == 0 => wrong.push(format!("{name}: no lane is defined")),
            (None, Some("native")) => {}
            (None, Some(other)) => println!("{name}: ran on the {other}"),
        }
    }
    if wrong.is_empty() { Ok(Completion::Completed) } else { Err(wrong.join("\n").into()) }
}
