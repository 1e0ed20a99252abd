//! Programs of LLVM's test-suite, compiled with the plug-in and without: they print and write the same, and what the suite says. The
//! programs come from `scripts/setup test-suite`; those that say nothing are printed by name.

use super::build::{Built, Ended};
use super::equal::patient;
use super::programs::{Program, programs};
use crate::building::root;
use libtest_mimic::Failed;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// The target of programs: this machine can run it, and the plug-in has data of it.
const MACHINE: &[&str] = &["-O3", "-march=haswell", "-w"];

/// Options for old programs, for habits that are mistakes today.
const OLD: &[&str] = &[
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-pointer-types",
    "-Wno-incompatible-function-pointer-types",
];

/// After so many seconds a program is stopped.
const SECONDS: &str = "60";

/// The least of programs with answers that run, over all: fewer means that the test looks at nothing.
const LEAST_RUN: usize = 20;

/// Counts over the programs.
#[derive(Default)]
struct Sums {
    compiled: usize,
    used: usize,
    functions: usize,
    ran: usize,
    as_the_suite_says: usize,
    wrong: Vec<String>,
}

pub fn all(built: &Built) -> Result<(), Failed> {
    let suite = root().join("third_party/llvm-test-suite");
    if !suite.exists() {
        println!("skipped: LLVM's test-suite: scripts/setup test-suite fetches it");
        return Ok(());
    }
    let mut sums = Sums::default();
    for program in programs(&suite) {
        let name = &program.name;
        match one(built, &program, &mut sums) {
            Ok(None) => {}
            Ok(Some(said)) => println!("{name} {}: {said}", program.arguments),
            Err(wrong) => {
                sums.wrong.push(format!("{name} {} {}: {wrong}", program.options.join(" "), program.arguments))
            }
        }
    }
    let Sums { compiled, used, functions, ran, as_the_suite_says, wrong } = sums;
    println!(
        "{compiled} programs compiled, {used} answers used in {functions} functions, {ran} programs with answers ran, \
         {as_the_suite_says} printed what the suite says, {} differ",
        wrong.len()
    );
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    if ran < LEAST_RUN { Err("too few programs ran".into()) } else { Ok(()) }
}

/// Compiles a program with the plug-in, and where answers are in it without, too, and runs both. Returns the program's own words, or the
/// mistake.
fn one(built: &Built, program: &Program, sums: &mut Sums) -> Result<Option<String>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [own, selected] = ["own", "selected"].map(path);
    let with = compiled(built, program, &selected, true);
    let plain = || compiled(built, program, &own, false);
    if !with.output.status.success() {
        return if plain().output.status.success() {
            Err(format!("the plug-in ends clang\n{}", with.told()))
        } else {
            Ok(Some("skipped: clang does not compile it".to_owned()))
        };
    }
    sums.compiled += 1;
    if with.used() == 0 {
        return Ok(None);
    }
    sums.used += with.used();
    sums.functions += with.functions().len();
    if !plain().output.status.success() {
        return Ok(Some("skipped: clang compiles it with the plug-in alone".to_owned()));
    }
    let once = ran(program, &own, &folder.path().join("once"))?;
    if once.code.is_none_or(|code| code == 124) {
        return Ok(Some("skipped: it does not end by itself".to_owned()));
    }
    let other = ran(program, &selected, &folder.path().join("other"))?;
    if once != other {
        // Some print the time of the day.
        return if once == ran(program, &own, &folder.path().join("again"))? {
            Err(format!("it is another one with answers\n{}", once.beside(&other)))
        } else {
            Ok(Some("skipped: it says something else each time".to_owned()))
        };
    }
    sums.ran += 1;
    let is_as_said = program.reference.as_ref().map(|reference| is_what_the_suite_says(reference, &once));
    sums.as_the_suite_says += usize::from(is_as_said == Some(true));
    Ok((is_as_said == Some(false)).then(|| "it prints other than the suite says, with answers and without".to_owned()))
}

fn compiled(built: &Built, program: &Program, output: &str, plugin: bool) -> Ended {
    let is_cpp = program.sources.iter().any(|source| source.extension().is_some_and(|end| end == "cpp"));
    let sources: Vec<String> = program.sources.iter().map(|source| source.display().to_string()).collect();
    let mut all = [MACHINE, OLD].concat();
    all.extend(program.options.iter());
    all.extend(is_cpp.then_some("--driver-mode=g++"));
    all.extend(sources.iter().map(String::as_str));
    all.extend(["-o", output, "-lm"]);
    if !plugin {
        return built.plain(&all);
    }
    let ended = built.clang(&all, &patient());
    // A daemon that a busy machine keeps silent is given up for that compile.
    if ended.report.contains("\"reply\": \"silent\"") { built.clang(&all, &patient()) } else { ended }
}

/// The effects of a program.
#[derive(PartialEq, Eq)]
struct Left {
    code: Option<i32>,
    printed: Vec<u8>,
    written: BTreeMap<String, Vec<u8>>,
}

impl Left {
    /// Where this and another one differ first.
    fn beside(&self, other: &Left) -> String {
        let text = |left: &Left| String::from_utf8_lossy(&left.printed).into_owned();
        let (mine, its) = (text(self), text(other));
        let line = mine.lines().zip(its.lines()).find(|(mine, its)| mine != its);
        let differs = |name: &&String| self.written.get(*name) != other.written.get(*name);
        let files: Vec<&String> = self.written.keys().chain(other.written.keys()).filter(differs).collect();
        format!("ends with {:?} and {:?}; first lines that differ: {line:?}; files: {files:?}", self.code, other.code)
    }
}

/// Runs a program in a folder of its own, with what it reads.
fn ran(program: &Program, executable: &str, folder: &Path) -> Result<Left, String> {
    let said = |error: std::io::Error| error.to_string();
    std::fs::create_dir(folder).map_err(said)?;
    if let Some(data) = &program.data {
        let copied =
            Command::new("cp").args(["-r", "--no-preserve=timestamps"]).arg(data.join(".")).arg(folder).status();
        copied.map_err(said)?;
    }
    std::fs::copy(executable, folder.join("program")).map_err(said)?;
    let before = files(folder);
    let input = match &program.input {
        Some(name) => Stdio::from(std::fs::File::open(folder.join(name)).map_err(said)?),
        None => Stdio::null(),
    };
    let arguments = program.arguments.split_whitespace();
    let ended = Command::new("timeout")
        .args(["--kill-after=5", SECONDS, "./program"])
        .args(arguments)
        .current_dir(folder)
        .stdin(input)
        .output();
    let ended = ended.map_err(said)?;
    let mut written = files(folder);
    written.retain(|name, bytes| before.get(name) != Some(bytes));
    let code = ended.status.code();
    Ok(Left { code, printed: [ended.stdout, ended.stderr].concat(), written })
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            found.insert(name, std::fs::read(&path).unwrap_or_default());
        }
    }
    found
}

/// A reference is all that is printed, or a hash of it, and the code with which the program ends.
fn is_what_the_suite_says(reference: &Path, left: &Left) -> bool {
    let text = std::fs::read(reference).unwrap_or_default();
    let end = format!("exit {}\n", left.code.unwrap_or(-1)).into_bytes();
    if text.len() == 33 + end.len() && text[..32].iter().all(u8::is_ascii_hexdigit) {
        return text[..32] == *hash(&left.printed) && text[33..] == end;
    }
    text == [&left.printed[..], &end].concat()
}

fn hash(bytes: &[u8]) -> Vec<u8> {
    let Ok(mut file) = tempfile::NamedTempFile::new() else { return vec![] };
    if std::io::Write::write_all(&mut file, bytes).is_err() {
        return vec![];
    }
    let said = Command::new("md5sum").arg(file.path()).output().map(|output| output.stdout).unwrap_or_default();
    said.into_iter().take(32).collect()
}
