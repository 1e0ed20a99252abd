//! Checks on manifests: every crate inherits the lints, and dependencies run one way.

use toml::{Table, Value};

use super::Finding;
use super::rules::Rules;
use super::tree::File;

pub fn check(files: &[File], rules: &Rules, found: &mut Vec<Finding>) {
    for file in files.iter().filter(|file| file.name() == "Cargo.toml") {
        let manifest: Table = match file.text.parse() {
            Ok(manifest) => manifest,
            Err(error) => {
                found.push(Finding::new(file, 1, "manifest", format!("not readable: {}", error.message())));
                continue;
            }
        };
        // The workspace's own manifest has no package and no dependencies.
        let Some(package) = manifest.get("package").and_then(|package| package.get("name")).and_then(Value::as_str)
        else {
            continue;
        };
        if manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(Value::as_bool) != Some(true) {
            found.push(Finding::new(
                file,
                1,
                "lints",
                "does not inherit the workspace's lints: [lints] workspace = true",
            ));
        }
        check_dependencies(file, package, &manifest, rules, found);
    }
}

fn check_dependencies(file: &File, package: &str, manifest: &Table, rules: &Rules, found: &mut Vec<Finding>) {
    let Some(allowed) = rules.edges.get(package) else {
        let message = format!("`{package}` has no line in the table of edges in xtask/tidy.toml");
        found.push(Finding::new(file, 1, "edges", message));
        return;
    };
    for (dependency, kind) in dependencies(manifest) {
        let line = 1 + file.text.lines().position(|line| line.starts_with(&dependency)).unwrap_or(0);
        let ours = rules.edges.contains_key(&dependency) || dependency.starts_with("isotope-");
        let in_tests = rules.test_edges.get(package).filter(|_| kind == "dev-dependencies");
        let mut fine = allowed.iter().chain(in_tests.into_iter().flatten());
        if ours && !fine.any(|name| name == "*" || *name == dependency) {
            let message =
                format!("`{package}` may not depend on `{dependency}`: dependencies run one way (ARCHITECTURE.md)");
            found.push(Finding::new(file, line, "edges", message));
        }
        if let Some(only) = rules.only.get(&dependency)
            && !only.iter().any(|name| name == package)
        {
            let message = format!("`{dependency}` is named by {} alone", only.join(" and "));
            found.push(Finding::new(file, line, "only", message));
        }
    }
}

/// The real names of all crates that a manifest depends on, each with the kind of table that names it.
fn dependencies(manifest: &Table) -> Vec<(String, &'static str)> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let tables =
        std::iter::once(manifest).chain(targets.into_iter().flat_map(Table::values).filter_map(Value::as_table));
    let mut names = Vec::new();
    for table in tables {
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            for (name, how) in table.get(kind).and_then(Value::as_table).into_iter().flatten() {
                let name = how.get("package").and_then(Value::as_str).unwrap_or(name);
                names.push((name.to_owned(), kind));
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::samples::{file, lines, rules};
    use super::*;

    fn found(manifest: &str) -> Vec<Finding> {
        let mut found = Vec::new();
        check(&[file("x/Cargo.toml", manifest)], &rules(), &mut found);
        found
    }

    #[test]
    fn finds_lints_that_are_not_inherited() {
        assert_eq!(lines(&found("[package]\nname = \"isotope-ir\"\n"), "lints"), [1]);
        assert_eq!(found("[package]\nname = \"isotope-ir\"\n[lints]\nworkspace = true\n"), []);
    }

    #[test]
    fn finds_an_edge_that_points_back() {
        let head = "[package]\nname = \"isotope-ir\"\n[lints]\nworkspace = true\n";
        assert_eq!(lines(&found(&format!("{head}[dependencies]\nisotope-smt.workspace = true\n")), "edges"), [6]);
        assert_eq!(lines(&found(&format!("{head}[dev-dependencies]\nisotope-smt.workspace = true\n")), "edges"), [6]);
        let renamed = "[target.'cfg(unix)'.dependencies]\nx = { package = \"isotope-smt\", path = \"y\" }\n";
        assert_eq!(lines(&found(&format!("{head}{renamed}")), "edges"), [1]);
    }

    #[test]
    fn an_edge_for_tests_is_for_tests_alone() {
        let head = "[package]\nname = \"isotope-client\"\n[lints]\nworkspace = true\n";
        assert_eq!(found(&format!("{head}[dev-dependencies]\nisotope-cache.workspace = true\n")), []);
        assert_eq!(lines(&found(&format!("{head}[dependencies]\nisotope-cache.workspace = true\n")), "edges"), [6]);
    }

    #[test]
    fn finds_a_crate_without_edges_and_z3_elsewhere() {
        assert_eq!(lines(&found("[package]\nname = \"isotope-new\"\n[lints]\nworkspace = true\n"), "edges"), [1]);
        let manifest =
            "[package]\nname = \"isotope-program\"\n[lints]\nworkspace = true\n[dependencies]\nz3.workspace = true\n";
        assert_eq!(lines(&found(manifest), "only"), [6]);
    }

    #[test]
    fn finds_a_manifest_that_is_not_toml() {
        assert_eq!(lines(&found("[package\n"), "manifest"), [1]);
    }

    /// The table itself must not allow a circle, or it checks nothing.
    #[test]
    fn the_table_of_edges_has_no_circle() {
        let rules = rules();
        let mut settled: Vec<&str> = Vec::new();
        while settled.len() < rules.edges.len() {
            let next = rules.edges.iter().find(|(name, to)| {
                !settled.contains(&name.as_str()) && to.iter().all(|to| to == "*" || settled.contains(&to.as_str()))
            });
            let (name, _) = next.expect("every crate left depends on a crate that is left");
            settled.push(name);
        }
    }
}
