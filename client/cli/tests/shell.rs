//! Completions, manual pages, and what `--version` says.

#![allow(clippy::unwrap_used)]

use crate::command::{run, stderr, stdout};

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
    let completed = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(stdout(&completed).trim(), "explain explore");
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
    for name in ["isotope.1", "isotope-select.1", "isotope-explain.1", "isotope-memo-export.1", "isotoped.1"] {
        assert!(page(name).contains(".TH "), "{name}");
    }
    assert!(page("isotope-explain.1").contains("why"), "{}", page("isotope-explain.1"));
    let taken = folder.path().join("file");
    std::fs::write(&taken, "").unwrap();
    let refused = run("http://127.0.0.1:9", &["man", taken.to_str().unwrap()], "");
    assert!(stderr(&refused).contains("cannot make the folder"), "{}", stderr(&refused));
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
