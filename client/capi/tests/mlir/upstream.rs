//! MLIR's own integration tests of Vector, Arith and LLVMIR: what they print is the same with the pass before the lowering.

use super::build::{Built, CPU};
use super::equal::patient;
use crate::building::root;
use libtest_mimic::Failed;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Tests that run on x86 without AVX-512 in MLIR 19.1; two more on processors with AVX512_VP2INTERSECT.
const LEAST_RUN: usize = 74;

/// Windows of them that plain operations of LLVM take the place of.
const LEAST_USED: usize = 45;

/// How long a module waits for searches: what is found later is used by the next one.
const PATIENCE_MS: &str = "10000";

pub fn integration(built: &Built) -> Result<(), Failed> {
    let folder = root().join("third_party/mlir-source/mlir/test/Integration/Dialect");
    if built.version != 19 || !folder.exists() {
        println!(
            "skipped: integration_tests_of_mlir_are_equal: it needs MLIR 19 and its tests (scripts/setup mlir-source)"
        );
        return Ok(());
    }
    let mut files = Vec::new();
    ["Vector", "Arith", "LLVMIR"].iter().for_each(|dialect| collect(&folder.join(dialect).join("CPU"), &mut files));
    files.sort();
    let (mut run, mut used, mut others) = (0, [0, 0], Vec::new());
    for file in files {
        let name = file.strip_prefix(&folder)?.display().to_string();
        let commands = commands(&std::fs::read_to_string(&file)?);
        let own = match printed(&commands, &file, &file) {
            Ok(own) => own,
            Err(why) => {
                println!("skipped: {name}: {}", why.lines().next().unwrap_or("it does not run here"));
                continue;
            }
        };
        run += 1;
        for (mode, option) in [" plain=true", ""].into_iter().enumerate() {
            match same(built, &commands, &file, option, &own) {
                Ok(windows) => used[mode] += windows,
                Err(why) => others.push(format!("{name}{option}: {why}")),
            }
        }
    }
    let told = format!("{run} tests, {} windows as plain operations, {} answers that are better", used[0], used[1]);
    println!("{told}; {} differ", others.len());
    if run >= LEAST_RUN && used[0] >= LEAST_USED && others.is_empty() {
        return Ok(());
    }
    Err(format!("{told}\n{}", others.join("\n")).into())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|end| end == "mlir") {
            files.push(path);
        }
    }
}

/// Runs a test on a module that the pass has seen. How many windows answers took the place of.
fn same(built: &Built, commands: &[String], file: &Path, option: &str, own: &str) -> Result<usize, String> {
    let selected = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let variables = [patient()[0], ("ISOTOPE_TIMEOUT_MS", PATIENCE_MS)];
    let ended = built.select(&format!("isotope-select{{cpu={CPU}{option}}}"), file, &variables);
    std::fs::write(selected.path(), ended.stdout()).map_err(|error| error.to_string())?;
    let with = printed(commands, file, selected.path());
    if ended.output.status.success() && with.as_deref() == Ok(own) {
        return Ok(ended.used());
    }
    Err(format!("{with:?}, not {own}\n{}", ended.told()))
}

/// The commands of lit's RUN lines, with its own substitutions.
fn commands(text: &str) -> Vec<String> {
    let (mut defined, mut name) = (HashMap::<String, String>::new(), String::new());
    let (mut all, mut command) = (Vec::new(), String::new());
    for line in text.lines() {
        let Some(line) = line.trim_start().strip_prefix("//").map(str::trim) else { continue };
        if let Some(body) = line.strip_prefix("RUN:") {
            let body = body.trim();
            command += body.trim_end_matches('\\');
            command.push(' ');
            if !body.ends_with('\\') {
                all.push(std::mem::take(&mut command));
            }
        } else if let Some(body) = line.strip_prefix("DEFINE:").or_else(|| line.strip_prefix("REDEFINE:")) {
            let body = body.trim();
            let (found, part) = match body.split_once('=') {
                Some((left, right)) if left.trim().starts_with("%{") => (Some(left.trim()), right),
                _ => (None, body),
            };
            if let Some(found) = found {
                name = found.to_owned();
                defined.insert(name.clone(), String::new());
            }
            *defined.entry(name.clone()).or_default() += &format!("{} ", part.trim().trim_end_matches('\\'));
        }
    }
    // A definition may name others.
    for command in &mut all {
        for _ in 0..4 {
            for (name, value) in &defined {
                *command = command.replace(name.as_str(), value);
            }
        }
    }
    all
}

/// Everything that a test's programs print, for one module in the place of its own. The error says why it does not run here.
fn printed(commands: &[String], file: &Path, module: &Path) -> Result<String, String> {
    let scratch = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let libraries = "/usr/lib/llvm-19/lib";
    let mut all = String::new();
    if commands.is_empty() {
        return Err("it has no RUN line".to_owned());
    }
    for command in commands {
        // The last program of a pipe compares with the file; here both outputs are compared with one another.
        let command = command.split("FileCheck").next().unwrap_or_default().trim_end();
        let command = command.strip_suffix('|').unwrap_or(command);
        let command = command
            .replace("%mlir_c_runner_utils", &format!("{libraries}/libmlir_c_runner_utils.so"))
            .replace("%mlir_runner_utils", &format!("{libraries}/libmlir_runner_utils.so"))
            .replace("%mlir_native_utils_lib_dir", libraries)
            .replace("%lli", "lli")
            // Before `%s`, with which it begins.
            .replace("%shlibext", ".so")
            .replace("%s", &module.display().to_string())
            .replace("%t", &scratch.path().display().to_string());
        if command.contains('%') {
            return Err(format!("it is for another processor: {}", file.display()));
        }
        let mut shell = Command::new("bash");
        shell.args(["-o", "pipefail", "-c", &command]);
        shell.env("PATH", format!("/usr/lib/llvm-19/bin:{}", std::env::var("PATH").unwrap_or_default()));
        let output = shell.output().map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(format!("it does not run here: {}", String::from_utf8_lossy(&output.stderr)));
        }
        all += &String::from_utf8_lossy(&output.stdout);
    }
    // Addresses differ from run to run.
    Ok(all.split_whitespace().filter(|word| !word.starts_with("0x")).collect::<Vec<_>>().join(" "))
}
