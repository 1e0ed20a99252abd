//! Completions, manual pages, and what `--version` says.

#![allow(clippy::unwrap_used)]

use crate::command::{run, stderr, stdout};
use clap::CommandFactory as _;
use clap::error::ErrorKind;
use isotope_server::settings::config::Config;
use std::process::Command;

fn printed(arguments: &[&str]) -> String {
    stdout(&run("http://127.0.0.1:9", arguments, ""))
}

#[test]
fn shells_complete_every_command_of_both_programs() {
    for (shell, begins) in [("bash", "_isotope()"), ("zsh", "#compdef isotope"), ("fish", "# Print an optspec")] {
        let text = printed(&["completions", shell]);
        assert!(text.starts_with(begins), "{shell}: {text:.100}");
        for word in ["explore", "why-not", "select", "completions"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
        let daemons = printed(&["completions", shell, "--of", "isotoped"]);
        assert!(daemons.contains("isotoped") && daemons.contains("check-config"), "{shell}");
    }
    let bash = printed(&["completions", "bash"]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("isotope");
    std::fs::write(&file, bash).unwrap();
    let script = format!(
        "source {} && COMP_WORDS=(isotope exp) COMP_CWORD=1 && _isotope isotope exp isotope && echo ${{COMPREPLY[*]}}",
        file.display()
    );
    let completed = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(stdout(&completed).trim(), "explain explore");
    let cpu = script
        .replace("COMP_WORDS=(isotope exp) COMP_CWORD=1", "COMP_WORDS=(isotope select --mcpu znver) COMP_CWORD=3");
    let cpu = cpu.replace("_isotope isotope exp isotope", "_isotope isotope znver --mcpu");
    let completed = stdout(&Command::new("bash").args(["-c", &cpu]).output().unwrap());
    assert!(
        completed.contains("znver3") && completed.contains("znver4") && !completed.contains("haswell"),
        "{completed}"
    );
    let unknown = run("http://127.0.0.1:9", &["completions", "cmd.exe"], "");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("possible values"));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("man1");
    printed(&["man", at.to_str().unwrap()]);
    let page = |name: &str| std::fs::read_to_string(at.join(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
    for name in ["isotope.1", "isotope-select.1", "isotope-explain.1", "isotope-cache-export.1", "isotoped.1"] {
        assert!(page(name).contains(".TH "), "{name}");
    }
    for name in ["isotope.1", "isotope-run.1", "isotope-cache-import.1", "isotoped.1", "isotoped-cache-verify.1"] {
        let text = page(name);
        assert!(text.contains(".SH EXAMPLES\n") && text.contains(".SH \"EXIT STATUS\"\n"), "{name}: {text}");
    }
    assert!(page("isotope-run.1").contains("126, 127"), "{}", page("isotope-run.1"));
    assert!(page("isotope-explain.1").contains("why"), "{}", page("isotope-explain.1"));
    let taken = folder.path().join("file");
    std::fs::write(&taken, "").unwrap();
    let refused = run("http://127.0.0.1:9", &["man", taken.to_str().unwrap()], "");
    assert!(stderr(&refused).contains("cannot make the folder"), "{}", stderr(&refused));
}

/// Every page's name and text.
fn pages(folder: &std::path::Path) -> Vec<(String, String)> {
    let at = folder.join("man1");
    printed(&["man", at.to_str().unwrap()]);
    let files = std::fs::read_dir(at).unwrap().map(|entry| entry.unwrap().path());
    let page = |path: std::path::PathBuf| {
        (path.file_stem().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(path).unwrap())
    };
    files.map(page).collect()
}

#[test]
fn every_page_has_examples_that_its_program_takes_and_exit_statuses() {
    let folder = tempfile::tempdir().unwrap();
    let mut seen = 0;
    for (name, text) in pages(folder.path()) {
        assert!(text.contains(".SH \"EXIT STATUS\"\n.TP\n0"), "{name}: {text}");
        let (_, examples) = text.split_once(".SH EXAMPLES\n").unwrap_or_else(|| panic!("{name} has no examples"));
        let (examples, _) = examples.split_once(".SH").unwrap();
        for example in examples.lines().filter(|line| line.starts_with("isotope")).map(|line| line.replace("\\-", "-"))
        {
            seen += 1;
            let split = Command::new("bash").args(["-c", &format!("printf '%s\\0' {example}")]).output().unwrap();
            let words: Vec<&str> = std::str::from_utf8(&split.stdout).unwrap().split_terminator('\0').collect();
            if words[0] == "isotoped" {
                let error = Config::command().try_get_matches_from(words.iter().chain(&["--help"])).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::DisplayHelp, "{example}: {error}");
                continue;
            }
            // Operands may begin with a hyphen: `--help` would be one. It asks no daemon, and is run.
            if words.starts_with(&["isotope", "dict", "run"]) {
                printed(&words[1..]);
                continue;
            }
            // Help comes where all before it is understood. Words behind `--` are the program's.
            let own = words[1..].iter().take_while(|word| **word != "--").copied().chain(["--help"]);
            printed(&own.collect::<Vec<_>>());
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn help_has_a_line_for_each_of_a_commands_own_flags() {
    let folder = tempfile::tempdir().unwrap();
    for (name, _) in pages(folder.path()).iter().filter(|(name, _)| !name.starts_with("isotoped")) {
        let words: Vec<&str> = match name.strip_prefix("isotope-") {
            // One name has a hyphen of its own.
            Some("log-level") => vec!["log-level"],
            Some(name) => name.splitn(2, '-').collect(),
            None => vec![],
        };
        let help = printed(&[&words[..], &["--help"]].concat());
        let lines = help.lines().count();
        assert!(lines <= 45, "{name}: {lines} lines\n{help}");
        let wide = help.lines().find(|line| line.chars().count() > 100);
        assert!(wide.is_none(), "{name}: {wide:?}");
        assert!(help.contains("\nExamples:\n  isotope "), "{name}\n{help}");
        assert!(!help.contains("--memo-bytes") && !help.contains("--tier-url"), "{name}\n{help}");
        if help.contains("--standalone ") {
            assert!(help.contains("`man isotoped`"), "{name}\n{help}");
        }
    }
    let help = printed(&["help", "select"]);
    assert!(help.contains("One row for each window") && help.contains("- autollvm:"), "{help}");
    assert!(!printed(&["stats", "--help"]).contains("--standalone"));
}

#[test]
fn the_daemons_settings_are_flags_of_standalone_though_help_has_a_page_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let (memo, salt) = (folder.path().join("memo"), "grain");
    let own = ["select", "-", "--mcpu", "znver4", "--engine", "baseline", "--emit", "json", "--standalone"];
    let settings = ["--cache", memo.to_str().unwrap(), "--threads", "1", "--salt", salt];
    let output = run("http://127.0.0.1:9", &[&own[..], &settings].concat(), crate::command::AVERAGE);
    assert!(stdout(&output).contains("rounding_halving_add") && memo.is_dir());
    let typed = run("http://127.0.0.1:9", &[&own[..], &["--cach", "x"]].concat(), "");
    assert_eq!(typed.status.code(), Some(2));
    assert!(stderr(&typed).contains("'--cache'"), "{}", stderr(&typed));
}

#[test]
fn the_version_has_commit_and_epoch_where_it_is_asked_for_in_full() {
    let own = env!("CARGO_PKG_VERSION");
    assert_eq!(printed(&["-V"]), format!("isotope {own}\n"));
    let long = printed(&["--version"]);
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(lines[0], format!("isotope {own}"));
    assert!(lines[1].starts_with("commit "), "{long}");
    let epoch = isotope_server::sets::load(None).unwrap().epoch();
    assert_eq!(lines[2], format!("epoch  {epoch}"));
}

#[test]
fn under_the_daemons_name_the_command_is_the_daemon() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("isotoped");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_isotope"), &link).unwrap();
    let mut daemon = Command::new(&link);
    daemon.args(["--check-config", "--listen", "127.0.0.1:0", "--cache"]).arg(folder.path().join("cache"));
    let text = stdout(&daemon.output().unwrap());
    assert!(text.starts_with("# What isotoped runs with") && text.contains("listen = \"127.0.0.1:0\""), "{text}");
    let refused = Command::new(&link).args(["select", "x"]).output().unwrap();
    assert!(refused.status.code() == Some(2) && stderr(&refused).contains("isotoped"), "{}", stderr(&refused));
}
