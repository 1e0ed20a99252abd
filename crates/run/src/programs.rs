//! The tests' message where a program is missing: its name, and the part of `scripts/setup` that installs it.

use std::path::Path;

/// Programs and files, each with its part and its packages; see its first lines.
const TABLE: &str = include_str!("../../../scripts/programs.txt");

/// Why what needs these programs or files is skipped here: the first of them that is missing, and what brings it.
///
/// # Panics
///
/// If one is not in `scripts/programs.txt`: `scripts/setup` and `cargo xtask test` would not know of it.
pub fn lacking(wanted: &[&str]) -> Option<String> {
    wanted.iter().find_map(|program| {
        let part = part(program).unwrap_or_else(|| panic!("{program} is not in scripts/programs.txt"));
        (!is_there(program)).then(|| match part {
            "debian" => format!("it needs {program}, which any Debian has"),
            "build" => format!("it needs {program}; scripts/setup installs it"),
            // The versions of one part are that part's arguments.
            _ => format!("it needs {program}; scripts/setup {} installs it", part.replace("plugin-", "plugin ")),
        })
    })
}

/// The part of the first row of a program.
fn part(program: &str) -> Option<&'static str> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    let fields = rows.map(|row| row.split_whitespace());
    fields.into_iter().find_map(|mut row| row.next().filter(|name| *name == program).and_then(|_| row.next()))
}

/// Whether the file is there, or a program of this name on the path.
fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    Path::new(program).is_absolute() && Path::new(program).exists()
        || !program.contains('/') && std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_with_what_brings_it() {
        assert_eq!(part("opt-22"), Some("llvm-plugin-22"));
        assert_eq!(part("opt"), None);
        assert!(is_there("sh") && is_there("/bin/sh") && !is_there("no-such-program") && !is_there("/no/such/file"));
        assert_eq!(lacking(&["sh", "bash"]), None);
    }
}
