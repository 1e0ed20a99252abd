//! Deliberate mistakes of users, as `golden/mistakes.txt` has them: how each ends, and the beginning of what is said.

#![allow(clippy::unwrap_used)]

use crate::command::daemon::daemon;
use std::path::Path;
use std::process::{Command, Stdio};

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/mistakes.txt");

/// The least cases that the file has to have.
const LEAST: usize = 120;

/// Lines of an answer that are compared: help may follow.
const LINES: usize = 4;

/// Bytes of a file, with `\\n` and `\\xNN` as they are written there.
fn bytes(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), text);
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend(before.bytes());
        if let Some(hex) = after.strip_prefix('x') {
            bytes.push(u8::from_str_radix(&hex[..2], 16).unwrap());
            rest = &hex[2..];
        } else {
            bytes.push(b'\n');
            rest = &after[1..];
        }
    }
    bytes.extend(rest.bytes());
    bytes
}

/// A command's output and exit status, without the parts that are this machine's.
fn answer(command: &str, folder: &Path, url: &str) -> String {
    let script = format!("isotope() {{ \"$ISOTOPE\" \"$@\"; }}; {command}");
    let isotope = Path::new(env!("CARGO_BIN_EXE_isotope"));
    let mut bash = Command::new("bash");
    bash.args(["-c", &script])
        .current_dir(folder)
        .env("ISOTOPE", isotope)
        .env("ISOTOPE_SERVER", url)
        .env("HOME", folder);
    for name in ["ISOTOPE_LLVM_PLUGIN", "ISOTOPE_PRELOAD", "ISOTOPE_TIMEOUT", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
        bash.env_remove(name);
    }
    let output = bash.stdin(Stdio::null()).output().unwrap();
    let said = if output.stderr.is_empty() { &output.stdout } else { &output.stderr };
    let lib = isotope.parent().and_then(Path::parent).unwrap().join("lib");
    let said = String::from_utf8_lossy(said).replace(url, "DAEMON").replace(&folder.display().to_string(), "HERE");
    let said = said.replace(&lib.display().to_string(), "LIB");
    let status = output.status.code().unwrap();
    // Where something is wrong with what was given, and where the state of things is to blame.
    assert!([1, 2, 126, 127].contains(&status), "`{command}` ends with {status}: {said}");
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).take(LINES).collect();
    assert!(!lines.is_empty() && !said.contains("panicked"), "`{command}`: {said}");
    format!("=> {status}\n{}\n", lines.join("\n"))
}

#[test]
fn mistakes_are_answered_as_the_file_has_it() {
    let (daemon, folder) = (daemon(), tempfile::tempdir().unwrap());
    let text = std::fs::read_to_string(CASES).unwrap();
    let (head, _) = text.split_once("$ isotope ").unwrap();
    for line in head.lines().filter_map(|line| line.strip_prefix("file ")) {
        let (name, content) = line.split_once(':').unwrap();
        let mut content = bytes(content.strip_prefix(' ').unwrap_or(content));
        content.extend((!content.is_empty()).then_some(b'\n'));
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let commands: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
    assert!(commands.len() >= LEAST, "{} cases", commands.len());
    let answers =
        commands.iter().map(|command| format!("$ {command}\n{}\n", answer(command, folder.path(), &daemon.url)));
    let found = format!("{head}{}", answers.collect::<String>());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(CASES, &found).unwrap();
    }
    let text = std::fs::read_to_string(CASES).unwrap();
    let differs = text.lines().zip(found.lines()).find(|(is, found)| is != found);
    assert!(text == found, "an answer is another one; if that is meant, run with BLESS=1: {differs:?}");
}
