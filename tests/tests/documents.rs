//! The pages as they are installed, and how an installation is removed.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

fn script(name: &str, arguments: &[&Path]) -> Output {
    Command::new(root().join("scripts").join(name)).args(arguments).output().unwrap()
}

/// The pages below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
    found
}

/// The targets of a page's links, without their anchors; code has none.
fn links(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    let after = prose.flat_map(|text| text.split("](").skip(1)).filter_map(|rest| rest.split_once(')'));
    let targets = after.map(|(target, _)| target.split('#').next().unwrap_or_default());
    targets.filter(|target| !target.contains(char::is_whitespace)).collect()
}

#[test]
fn links_of_installed_pages_lead_to_installed_pages() {
    let folder = tempfile::tempdir().unwrap();
    let output = script("documents", &[folder.path()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (pages, mut seen) = (pages(folder.path()), 0);
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        for link in links(&text).into_iter().filter(|link| !link.is_empty() && !link.contains("://")) {
            seen += 1;
            assert!(page.parent().unwrap().join(link).exists(), "{}: {link}", page.display());
        }
    }
    assert!(pages.len() > 25 && seen > 100, "{} pages, {seen} links", pages.len());
    let readme = fs::read_to_string(folder.path().join("README.md")).unwrap();
    assert!(readme.contains("[docs/clang.md](docs/clang.md)") && !readme.contains("(bench/"), "{readme}");
}

#[test]
fn an_installation_is_removed_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let prefix = folder.path().join("prefix");
    let write = |name: &str, text: &str| {
        let path = prefix.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let list = "share/doc/isotope/installed";
    for name in ["bin/isotope", "lib/isotope/libz3.so.5.4", "bin/other"] {
        write(name, "");
    }
    write(list, &format!("bin/isotope\nlib/isotope/libz3.so.5.4\nlib/libgone.so\n{list}\n"));
    let output = script("uninstall", &[&prefix]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let left = |name: &str| prefix.join(name).exists();
    assert!(left("bin/other") && !left("bin/isotope") && !left("lib") && !left("share"));
    let again = script("uninstall", &[&prefix]);
    assert!(!again.status.success() && String::from_utf8_lossy(&again.stderr).contains("nothing was installed"));
    write(list, "../beside\n");
    fs::write(folder.path().join("beside"), "").unwrap();
    assert!(!script("uninstall", &[&prefix]).status.success());
    assert!(folder.path().join("beside").exists(), "what is not below the prefix stays");
}
