//! The programs that tests find. `make test` has to do on a machine where only its own parts of `scripts/setup` were installed: a program that
//! something else brought would hide that a part is missing.

use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The table that `scripts/setup` installs by.
const TABLE: &str = include_str!("../../../scripts/programs.txt");

/// The parts of the table that `make test` installs; a test compares the Makefile.
const PARTS: [&str; 6] = ["build", "halide", "hexagon", "python", "llvm-plugin-19", "mlir"];

/// The part of what every Debian has.
const DEBIAN: &str = "debian";

/// Where Debian keeps what is installed.
const DPKG: &str = "/var/lib/dpkg";

/// Rust's programs: they are in no package that the table could name.
const RUST: [&str; 4] = ["cargo", "rustc", "rustdoc", "rustup"];

/// One row of the table.
struct Row {
    program: &'static str,
    part: &'static str,
    packages: Vec<&'static str>,
}

fn rows() -> impl Iterator<Item = Row> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split_whitespace();
        Some(Row { program: words.next()?, part: words.next()?, packages: words.collect() })
    })
}

/// Programs and files of the parts of `make test` that are not here, each with its part: what needs them is skipped by name.
pub fn missing() -> Vec<String> {
    let path: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    let is_there = |program: &str| path.iter().any(|folder| folder.join(program).exists());
    let missing = rows().filter(|row| PARTS.contains(&row.part) && !is_there(row.program));
    missing.map(|row| format!("{} ({})", row.program, row.part)).collect()
}

/// A path with the programs of the packages that the parts of `make test` bring and of what those depend on, as links in `folder`; `None`
/// where packages are not Debian's.
pub fn path(folder: &Path) -> Result<Option<OsString>> {
    let Ok(status) = std::fs::read_to_string(Path::new(DPKG).join("status")) else { return Ok(None) };
    let wanted = rows().filter(|row| row.part == DEBIAN || PARTS.contains(&row.part)).flat_map(|row| row.packages);
    let allowed: BTreeSet<PathBuf> = installed(&status, wanted).iter().flat_map(|package| programs(package)).collect();
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    for place in std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()) {
        for entry in place.read_dir().into_iter().flatten().flatten() {
            let name = entry.file_name();
            let is_rust = RUST.iter().any(|rust| name == *rust);
            // A second name of a program, such as Debian's `cc`, is as good as its own.
            if is_rust || entry.path().canonicalize().is_ok_and(|file| allowed.contains(&file)) {
                // The first of a name is there already.
                let _ = std::os::unix::fs::symlink(entry.path(), folder.join(&name));
            }
        }
    }
    Ok(Some(folder.as_os_str().to_owned()))
}

/// Of Debian's list of what is installed: these packages, those that no Debian lacks, and what all of them depend on.
fn installed<'a>(status: &'a str, wanted: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let packages: Vec<BTreeMap<&str, &str>> = status
        .split("\n\n")
        .map(|package| package.lines().filter_map(|line| line.split_once(": ")).collect::<BTreeMap<_, _>>())
        .filter(|package| package.get("Status") == Some(&"install ok installed"))
        .collect();
    let mut by_name: BTreeMap<&str, Vec<&BTreeMap<&str, &str>>> = BTreeMap::new();
    for package in &packages {
        let names =
            ["Package", "Provides"].iter().filter_map(|field| package.get(field)).flat_map(|names| words(names));
        names.for_each(|name| by_name.entry(name).or_default().push(package));
    }
    let required = packages.iter().filter(|package| package.get("Priority") == Some(&"required"));
    let mut open: Vec<&str> = required.filter_map(|package| package.get("Package").copied()).chain(wanted).collect();
    let mut found = BTreeSet::new();
    while let Some(name) = open.pop() {
        for package in by_name.get(name).into_iter().flatten() {
            if package.get("Package").is_some_and(|name| found.insert(*name)) {
                let needs = ["Depends", "Pre-Depends"].iter().filter_map(|field| package.get(field));
                open.extend(needs.flat_map(|names| words(names)));
            }
        }
    }
    found
}

/// The names in a list of packages, without versions and architectures.
fn words(list: &str) -> impl Iterator<Item = &str> {
    list.split([',', '|']).filter_map(|one| one.trim().split([' ', ':', '(']).next()).filter(|name| !name.is_empty())
}

/// The programs of a package.
fn programs(package: &str) -> Vec<PathBuf> {
    let lists = [package.to_owned(), format!("{package}:{}", debian_machine())];
    let paths = lists.iter().filter_map(|name| std::fs::read_to_string(format!("{DPKG}/info/{name}.list")).ok());
    let is_program = |line: &&str| ["/bin/", "/sbin/"].iter().any(|part| line.contains(part));
    paths
        .flat_map(|list| {
            list.lines().filter(is_program).filter_map(|line| Path::new(line).canonicalize().ok()).collect::<Vec<_>>()
        })
        .collect()
}

/// Debian's name of this machine.
fn debian_machine() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATUS: &str = "Package: dash\nPriority: required\nStatus: install ok installed\nDepends: libc6\n\n\
        Package: libc6\nStatus: install ok installed\n\n\
        Package: gcc\nStatus: install ok installed\nDepends: cpp (>= 4), binutils:any | other\n\n\
        Package: binutils-x\nProvides: binutils (= 2)\nStatus: install ok installed\n\n\
        Package: cpp\nStatus: deinstall ok config-files\n\n\
        Package: llvm-22\nStatus: install ok installed\nDepends: libc6\n";

    #[test]
    fn what_is_wanted_brings_what_it_depends_on_and_nothing_else() {
        let found: Vec<&str> = installed(STATUS, ["gcc"].into_iter()).into_iter().collect();
        assert_eq!(found, ["binutils-x", "dash", "gcc", "libc6"]);
    }

    #[test]
    fn tests_find_what_their_parts_bring_and_nothing_else_of_the_table() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("programs");
        // Twice: what an earlier run left goes.
        let Some(path) = path(&folder).and_then(|_| path(&folder)).unwrap() else { return };
        assert_eq!(path, folder);
        let brought: BTreeSet<&str> =
            rows().filter(|row| row.part == DEBIAN || PARTS.contains(&row.part)).map(|row| row.program).collect();
        for row in rows().filter(|row| !row.program.contains('/') && !brought.contains(row.program)) {
            assert!(!folder.join(row.program).exists(), "{} is of the part {}", row.program, row.part);
        }
        for program in ["sh", "kill", "cc", "cargo"] {
            assert!(folder.join(program).exists(), "{program} is not found");
        }
    }

    #[test]
    fn the_makefile_installs_these_parts() {
        let makefile = std::fs::read_to_string(crate::root().join("Makefile")).unwrap();
        let recipe = makefile.split("\ntest: ").nth(1).unwrap().split("\n\n").next().unwrap();
        let calls = recipe.split("scripts/setup ").skip(1).map(|rest| rest.split(" ||").next().unwrap());
        // The Halide that is fetched is no part of the table.
        let called: Vec<String> = calls.map(|part| part.replace("halide 21", "halide").replace(' ', "-")).collect();
        assert_eq!(called, PARTS[1..]);
    }

    #[test]
    fn every_program_that_a_test_starts_is_in_the_table() {
        let known: BTreeSet<&str> = rows().map(|row| row.program).collect();
        let files = crate::tidy::tree::read(&crate::root()).unwrap();
        let mut unknown = Vec::new();
        for file in files.iter().filter(|file| file.is_rust() && file.is_test() && !file.path.starts_with("xtask/")) {
            let names = file.text.split("Command::new(\"").skip(1).filter_map(|rest| rest.split('"').next());
            unknown.extend(names.filter(|name| !known.contains(name)).map(|name| format!("{}: {name}", file.path)));
        }
        assert!(unknown.is_empty(), "{unknown:#?}");
    }
}
