//! The examples of the pages. Files (`<!-- file: NAME -->`) are read, sessions (`console`) are run and give the page's output, and every
//! command of a script (`sh`) takes the flags that the page gives it. `BLESS=1` writes the output of sessions.

#![allow(clippy::unwrap_used)]

use clap::CommandFactory as _;
use clap::error::ErrorKind;
use isotope_server::settings::config::Config;
use isotope_server::settings::layers;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Commands of a session ask no daemon: they run the service themselves, with one memo for all.
const STANDALONE: &str = r#"isotope() {
  case $1 in
    select | explain) "$ISOTOPE" "$@" --standalone --cache "$MEMO" --threads 1 ;;
    *) "$ISOTOPE" "$@" ;;
  esac
}
"#;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README and everything under docs.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// A fenced block of a page.
struct Block {
    language: String,
    /// The name of the file that it is, if it is one.
    file: Option<String>,
    /// The line of the page, from 0, that its first line is.
    line: usize,
    lines: Vec<String>,
}

fn blocks(page: &str) -> Vec<Block> {
    let (mut blocks, mut open, mut file) = (Vec::new(), None::<Block>, None);
    for (number, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(language), None) => {
                let language = language.to_owned();
                open = Some(Block { language, file: file.take(), line: number + 1, lines: Vec::new() });
            }
            (None, Some(block)) => block.lines.push(line.to_owned()),
            (None, None) => {
                let named = line.strip_prefix("<!-- file: ").and_then(|rest| rest.strip_suffix(" -->"));
                file = named.map(str::to_owned);
            }
        }
    }
    assert!(open.is_none(), "a fenced block has no end");
    blocks
}

fn bash(script: &str, folder: &Path) -> Output {
    let mut command = Command::new("bash");
    command.args(["-euo", "pipefail", "-c", script]).current_dir(folder);
    command.env("ISOTOPE", env!("CARGO_BIN_EXE_isotope")).env("MEMO", folder.join("memo"));
    command.output().unwrap()
}

/// Runs the commands of a session: what the block is with their output.
fn session(block: &Block, folder: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    for command in block.lines.iter().filter_map(|line| line.strip_prefix("$ ")) {
        let output = bash(&format!("{STANDALONE}{command}"), folder);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "`{command}` ends with {}: {complaint}", output.status);
        lines.push(format!("$ {command}"));
        lines.extend(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned));
    }
    lines
}

#[test]
fn sessions_print_what_the_pages_have() {
    let (folder, mut sessions) = (tempfile::tempdir().unwrap(), 0);
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
        let blocks = blocks(&page);
        for block in &blocks {
            if let Some(file) = &block.file {
                fs::write(folder.path().join(file), block.lines.join("\n") + "\n").unwrap();
            }
        }
        // From the last one, so that the numbers of lines before it stay.
        for block in blocks.iter().filter(|block| block.language == "console").rev() {
            let printed = session(block, folder.path());
            lines.splice(block.line..block.line + block.lines.len(), printed);
            sessions += 1;
        }
        let found = lines.join("\n") + "\n";
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &found).unwrap();
        }
        let page = fs::read_to_string(&path).unwrap();
        let differs = page.lines().zip(found.lines()).find(|(page, found)| page != found);
        assert!(page == found, "{}: sessions print something else; BLESS=1 writes it: {differs:?}", path.display());
    }
    assert!(sessions >= 3);
}

#[test]
fn files_of_the_pages_are_read() {
    let (folder, mut kinds) = (tempfile::tempdir().unwrap(), Vec::new());
    for path in pages() {
        for block in blocks(&fs::read_to_string(&path).unwrap()) {
            let Some(name) = &block.file else { continue };
            let (file, text) = (folder.path().join(name), block.lines.join("\n") + "\n");
            fs::write(&file, &text).unwrap();
            let place = format!("{}: {name}", path.display());
            match file.extension().and_then(|extension| extension.to_str()) {
                Some("txt") => {
                    drop(isotope_ir::parse::parse_file(&text).unwrap_or_else(|why| panic!("{place}: {why}")))
                }
                Some("toml") => {
                    let flags = ["isotoped".into(), "--config".into(), OsString::from(&file)];
                    assert!(layers::read(flags).is_ok(), "{place} is no file of settings");
                }
                Some("c") => {
                    let include = root().join("client/capi/include");
                    let mut compiler = Command::new("cc");
                    let flags = ["-fsyntax-only", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I"];
                    let done = compiler.args(flags).arg(include).arg(&file).output().unwrap();
                    assert!(done.status.success(), "{place}: {}", String::from_utf8_lossy(&done.stderr));
                }
                _ => panic!("{place}: nothing reads such files"),
            }
            kinds.push(name.rsplit('.').next().unwrap_or_default().to_owned());
        }
    }
    kinds.sort();
    kinds.dedup();
    assert_eq!(kinds, ["c", "toml", "txt"]);
}

/// The command at the beginning of a line, without what the shell does with it, and its words.
fn words(line: &str) -> Option<Vec<String>> {
    let command = line.split(" #").next().unwrap_or(line);
    let end = [" &", " |", " >", ";"].iter().filter_map(|mark| command.find(mark)).min().unwrap_or(command.len());
    let command = command[..end].trim();
    if !command.starts_with("isotope ") && command.split(' ').next() != Some("isotoped") {
        return None;
    }
    let printed = Command::new("bash").args(["-c", &format!("printf '%s\\0' {command}")]).output().unwrap();
    let text = String::from_utf8(printed.stdout).unwrap();
    Some(text.split_terminator('\0').map(str::to_owned).collect())
}

#[test]
fn commands_of_the_pages_take_their_flags() {
    let mut seen = 0;
    for path in pages() {
        for block in blocks(&fs::read_to_string(&path).unwrap()) {
            for line in block.lines.iter().filter(|_| block.language == "sh") {
                let Some(words) = words(line) else { continue };
                seen += 1;
                let place = format!("{}: `{line}`", path.display());
                // Help comes where all before it is understood, and nothing is done then.
                if words[0] == "isotoped" {
                    let asked =
                        Config::command().try_get_matches_from(words.iter().map(String::as_str).chain(["--help"]));
                    let error = asked.expect_err("help ends it");
                    assert_eq!(error.kind(), ErrorKind::DisplayHelp, "{place}: {error}");
                } else {
                    // Words behind `--` are another program's.
                    let own = words.iter().position(|word| word == "--").unwrap_or(words.len());
                    let mut asked = Command::new(env!("CARGO_BIN_EXE_isotope"));
                    let asked = asked.args(&words[1..own]).arg("--help").output().unwrap();
                    assert!(asked.status.success(), "{place}: {}", String::from_utf8_lossy(&asked.stderr));
                }
            }
        }
    }
    assert!(seen > 40, "{seen}");
}

/// How a command begins, and which test runs it or why none does.
const COMMANDS: &str = include_str!("golden/commands.txt");

#[test]
fn other_commands_of_the_pages_are_run_by_a_test_or_named_with_the_reason() {
    let rows: Vec<&str> = COMMANDS.lines().filter(|line| !line.starts_with('#')).collect();
    let rows: Vec<(&str, &str)> = rows.iter().map(|row| row.split_once('\t').unwrap()).collect();
    let (mut used, mut unnamed) = (vec![false; rows.len()], Vec::new());
    for path in pages() {
        for block in blocks(&fs::read_to_string(&path).unwrap()) {
            for line in block.lines.iter().map(|line| line.trim()).filter(|_| block.language == "sh") {
                let is_own = ["isotope", "isotoped"].contains(&line.split(' ').next().unwrap_or_default());
                if line.is_empty() || line.starts_with('#') || is_own {
                    continue;
                }
                match rows.iter().position(|(begins, _)| line.starts_with(begins)) {
                    Some(row) => used[row] = true,
                    None => unnamed.push(format!("{}: {line}", path.display())),
                }
            }
        }
    }
    assert!(unnamed.is_empty(), "tests/golden/commands.txt says of no test or reason for: {unnamed:#?}");
    let unused: Vec<&str> = rows.iter().zip(&used).filter(|(_, used)| !**used).map(|((row, _), _)| *row).collect();
    assert!(unused.is_empty(), "no page has these commands any more: {unused:?}");
    // A test that is named is there.
    for (_, reason) in &rows {
        let file = reason.split([',', ' ', ';']).next().unwrap_or_default();
        assert!(!file.contains('/') || root().join(file).exists(), "{file} is not there");
    }
}
