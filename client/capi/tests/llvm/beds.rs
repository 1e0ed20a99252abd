//! LLVM's own tests of its vectorisers, compiled by `default<O3>` with the plug-in and without: functions return and write the same. The tests
//! come from `scripts/setup llvm-tests`; files and functions that say nothing are printed by name.
//!
//! Flags that make values undefined are taken out first (`nsw`, `inbounds`), since arguments are drawn and not chosen; functions that name
//! undefined values are left out. Other tests are about such values ([`super::undefined`]).

use super::build::{Built, source};
use super::equal::patient;
use crate::building::root;
use libtest_mimic::Failed;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Folders of LLVM's `test/Transforms`.
const FOLDERS: &[&str] = &["LoopVectorize", "SLPVectorizer", "VectorCombine", "PhaseOrdering"];

/// Of these folders, those of the machine at hand; the others are of other machines.
const OWN: &str = "X86";

/// The target of functions: this machine can run it, and the plug-in has data of it.
const MACHINE: &[&str] = &["-mtriple=x86_64-unknown-linux-gnu", "-mcpu=haswell"];

/// Flags whose promises drawn arguments do not keep.
const FLAGS: &[&str] = &["nsw", "nuw", "exact", "inbounds", "disjoint", "nneg", "noundef", "nonnull"];

/// The least of functions that run and of answers that are in them, over all files: fewer means that the test looks at nothing.
const LEAST_RUN: usize = 50;
const LEAST_USED: usize = 40;

/// Counts over the files.
#[derive(Default)]
struct Sums {
    files: usize,
    used: usize,
    ran: usize,
    wrong: Vec<String>,
}

pub fn all(built: &Built) -> Result<(), Failed> {
    compared(built, 1)
}

/// Builds `call.c` in a folder.
pub fn caller(built: &Built, folder: &Path) -> Result<PathBuf, Failed> {
    let call = folder.join("call");
    let [file, program] = [source("call.c"), call.clone()].map(|path| path.display().to_string());
    let made = built.plain(&["-O1", "-mavx2", &file, "-o", &program, "-ldl"]);
    if made.output.status.success() { Ok(call) } else { Err(made.told().into()) }
}

/// Every `step`th file.
fn compared(built: &Built, step: usize) -> Result<(), Failed> {
    let tests = root().join("third_party/llvm-tests/llvm/test/Transforms");
    if !tests.exists() {
        println!("skipped: LLVM's own tests: scripts/setup llvm-tests fetches them");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let call = caller(built, folder.path())?;
    let mut sums = Sums::default();
    for file in files(&tests, FOLDERS).into_iter().step_by(step) {
        let name = file.strip_prefix(&tests)?.display().to_string();
        match one(built, &file, folder.path(), &call, &mut sums) {
            Ok(said) => said.iter().for_each(|said| println!("{name}: {said}")),
            Err(wrong) => sums.wrong.push(format!("{name}: {wrong}")),
        }
    }
    let Sums { files, used, ran, wrong } = sums;
    println!("{files} files, {used} answers used, {ran} functions with answers ran");
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    if step == 1 && (ran < LEAST_RUN || used < LEAST_USED) { Err("too few functions ran".into()) } else { Ok(()) }
}

/// The files of this machine and of all machines, in their order.
pub fn files(tests: &Path, folders: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in folders {
        for folder in [tests.join(folder), tests.join(folder).join(OWN)] {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
            found.extend(entries.filter(|path| path.extension().is_some_and(|end| end == "ll")));
        }
    }
    found.sort();
    found
}

/// Compiles a file both ways and calls its functions. Returns the program's own words, or the mistake.
fn one(built: &Built, file: &Path, folder: &Path, call: &Path, sums: &mut Sums) -> Result<Vec<String>, String> {
    let path = |name: &str| folder.join(name).display().to_string();
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let (text, mut lines) = prepared(&text);
    if lines.is_empty() {
        return Ok(vec!["skipped: no function that can be called".to_owned()]);
    }
    std::fs::write(path("test.ll"), text).map_err(|error| error.to_string())?;
    let input = path("test.ll");
    let opt = |plugin: bool, output: &str| {
        let all = [MACHINE, &["-passes=default<O3>", &input, "-o", output]].concat();
        built.opt_with(plugin, &all, &patient())
    };
    let (own, selected) = (opt(false, &path("own.bc")), opt(true, &path("selected.bc")));
    if !own.output.status.success() {
        return Ok(vec!["skipped: opt does not take it for this machine".to_owned()]);
    }
    if !selected.output.status.success() {
        return Err(format!("the plug-in ends opt\n{}", selected.told()));
    }
    sums.files += 1;
    if selected.used() == 0 {
        return Ok(vec![]);
    }
    sums.used += selected.used();
    for side in ["own", "selected"] {
        if let Err(said) = linked(built, &path(side), &[path(&format!("{side}.bc"))]) {
            // A function that LLVM's code generator refuses is refused with answers, too.
            return if side == "own" { Ok(vec![format!("skipped: {said}")]) } else { Err(said) };
        }
    }
    let data = Command::new("nm").args(["-D", "-S", "--defined-only", &path("own.so")]).output();
    let data = data.map_err(|error| error.to_string())?.stdout;
    for line in String::from_utf8_lossy(&data).lines() {
        if let [_, size, kind, name] = line.split_whitespace().collect::<Vec<_>>()[..]
            && "BD".contains(kind)
            && let Ok(bytes) = u64::from_str_radix(size, 16)
        {
            lines.insert(0, format!("data {name} {bytes}"));
        }
    }
    let said = run(call, &path("own.so"), &path("selected.so"), &lines).map_err(|error| error.to_string())?;
    sums.ran += said.lines().filter(|line| line.starts_with("ran ")).count();
    if said.contains("differs ") {
        return Err(format!("{said}{}", selected.report));
    }
    Ok(said.lines().filter(|line| !line.starts_with("ran ")).map(str::to_owned).collect())
}

/// Files of LLVM IR as a library at `stem`; the error says which program did not.
pub fn linked(built: &Built, stem: &str, files: &[String]) -> Result<(), String> {
    let library = format!("{stem}.so");
    let mut lld = Command::new("ld.lld-19");
    lld.args(["-shared", "-Bsymbolic", "-o", &library]);
    for file in files {
        let object = format!("{file}.o");
        let llc = built.tool("llc", &["-O2", "-relocation-model=pic", "-filetype=obj", file, "-o", &object]);
        if !llc.output.status.success() {
            return Err("llc does not compile it".to_owned());
        }
        lld.arg(object);
    }
    if built.end(&mut lld, &[]).output.status.success() { Ok(()) } else { Err("it does not link".to_owned()) }
}

/// The output of `call.c` for these lines about two libraries.
pub fn run(call: &Path, own: &str, selected: &str, lines: &[String]) -> std::io::Result<String> {
    let mut child = Command::new(call).args([own, selected]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    if let Some(mut input) = child.stdin.take() {
        match input.write_all((lines.join("\n") + "\n").as_bytes()) {
            // A library that cannot be loaded is reported before any line is read.
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => return Err(error),
            _ => {}
        }
    }
    Ok(String::from_utf8_lossy(&child.wait_with_output()?.stdout).into_owned())
}

/// The file without what drawn arguments do not keep, and a line for each function that can be called.
fn prepared(text: &str) -> (String, Vec<String>) {
    let text = without_flags(text);
    let mut lines = Vec::new();
    for function in text.split("\ndefine ").skip(1) {
        let body = function.split("\n}").next().unwrap_or(function);
        if let Some(line) = signature(body.lines().next().unwrap_or("")).filter(|_| body.lines().all(is_certain)) {
            lines.push(line);
        }
    }
    (text, lines)
}

/// The file for any machine, without what drawn arguments do not keep.
fn without_flags(text: &str) -> String {
    let kept = text.lines().filter(|line| !line.starts_with("target ")).map(|line| {
        let words = line.split(' ').filter(|word| !FLAGS.contains(word));
        words.collect::<Vec<_>>().join(" ")
    });
    kept.collect::<Vec<_>>().join("\n")
}

/// The same, where functions that name no undefined value get the attributes that `attributes` gives for what follows `define`.
pub fn prepared_with(text: &str, mut attributes: impl FnMut(&str) -> Option<String>) -> String {
    let text = without_flags(text);
    let mut parts = text.split("\ndefine ");
    let mut made = parts.next().unwrap_or("").to_owned();
    for function in parts {
        let body = function.split("\n}").next().unwrap_or(function);
        let given = body.lines().all(is_certain).then(|| attributes(body)).flatten();
        made += "\ndefine ";
        made += &match (given, function.split_once(" {\n")) {
            (Some(given), Some((head, rest))) => format!("{head} {given} {{\n{rest}"),
            _ => function.to_owned(),
        };
    }
    made
}

/// Whether an instruction names no undefined value, or one that nothing reads: what a vector is put together from, and what a shuffle takes
/// no lane of.
fn is_certain(line: &str) -> bool {
    let names = |text: &str| ["undef", "poison"].iter().map(|word| text.matches(word).count()).sum::<usize>();
    let of_mask = line.rsplit_once('<').map_or("", |(_, mask)| mask);
    let is_unread = line.contains("insertelement") || line.contains("shufflevector") && names(of_mask) == 0;
    !line.contains("asm ") && !line.contains("freeze") && (names(line) == 0 || names(line) == 1 && is_unread)
}

/// `call NAME RESULT ARGUMENT...` of what follows `define`; `None` where it cannot be called so.
fn signature(head: &str) -> Option<String> {
    let (before, after) = head.split_once('@')?;
    if ["internal ", "private ", "linkonce", "available_externally"].iter().any(|word| before.contains(word)) {
        return None;
    }
    let (name, rest) = after.split_once('(')?;
    let before = before.trim_end();
    let result = match before.ends_with('>') {
        true => &before[before.rfind('<')?..],
        false => before.rsplit(' ').next()?,
    };
    let mut words = vec![if result == "void" { "-".to_owned() } else { class(result)? }];
    for argument in split(rest) {
        if argument == "..." || ["byval(", "sret(", "swift", "inalloca("].iter().any(|word| argument.contains(word)) {
            return None;
        }
        let ty = match argument.starts_with('<') {
            true => &argument[..=argument.find('>')?],
            false => argument.split(' ').next()?,
        };
        words.push(class(ty)?);
    }
    let is_plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_.$".contains(c));
    let integers = words[1..].iter().filter(|word| !word.starts_with('v')).count();
    (is_plain && integers <= 6 && words.len() - 1 - integers <= 8).then(|| format!("call {name} {}", words.join(" ")))
}

/// Arguments up to the parenthesis that ends them.
pub fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut found) = (0, 0, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '<' | '{' | '[' => depth += 1,
            ')' if depth == 0 => {
                found.push(text[begin..at].trim());
                break;
            }
            ')' | '>' | '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    found.retain(|argument| !argument.is_empty());
    found
}

/// In which register a type is, and of how many bits it is.
fn class(ty: &str) -> Option<String> {
    let bits = |ty: &str| match ty {
        "float" => Some(32),
        "double" => Some(64),
        "ptr" => Some(64),
        _ => ty.strip_prefix('i')?.parse::<u32>().ok(),
    };
    if let Some(vector) = ty.strip_prefix('<') {
        let (lanes, element) = vector.strip_suffix('>')?.split_once(" x ")?;
        let element = bits(element).filter(|bits| bits.is_multiple_of(8))?;
        let whole = lanes.parse::<u32>().ok()? * element;
        // Others are split over registers, or extended in one.
        return [64, 128, 256].contains(&whole).then(|| format!("v{whole}"));
    }
    let register = match ty {
        "ptr" => 'p',
        "float" | "double" => 'v',
        _ => 'i',
    };
    bits(ty).filter(|&bits| bits <= 64).map(|bits| format!("{register}{bits}"))
}
