//! `cargo xtask release --check`: whether what is checked out is a release, and what is missing to be one. `--list DIR` writes what is in
//! its packages, `--sizes FILE` the table of their sizes on docs/install.md.
//!
//! A release is a tag `vVERSION` on a commit whose files agree on the version and whose CHANGELOG.md has a section for it.

mod list;
pub mod sizes;

use anyhow::{Context as _, Result, bail};
use std::path::Path;
use std::process::{Command, ExitCode};

/// Reads the arguments, looks, and prints what is missing, a line each: exit status 1 if something is.
pub fn run(root: &Path, args: &[String]) -> Result<ExitCode> {
    match args {
        [check] if check == "--check" => {}
        [list, folder] if list == "--list" => {
            list::write(root, Path::new(folder), &State::read(root)?.version)?;
            return Ok(ExitCode::SUCCESS);
        }
        [sizes, file] if sizes == "--sizes" => {
            sizes::take(root, Path::new(file))?;
            return Ok(ExitCode::SUCCESS);
        }
        _ => bail!("release takes --check, --list DIR, or --sizes FILE"),
    }
    let state = State::read(root)?;
    let missing = state.missing();
    for one in &missing {
        println!("{one}");
    }
    if missing.is_empty() {
        println!("{} is a release", state.version);
        return Ok(ExitCode::SUCCESS);
    }
    println!("{} is no release yet: {} missing", state.version, missing.len());
    Ok(ExitCode::FAILURE)
}

/// Files that name the version besides Cargo.toml, and what stands before it there.
const NAMED: [(&str, &str); 5] = [
    ("client/frontend/CMakeLists.txt", "project(isotope_frontend VERSION "),
    ("client/halide/CMakeLists.txt", "project(isotope_halide VERSION "),
    ("client/llvm/CMakeLists.txt", "project(isotope_llvm VERSION "),
    ("client/mlir/CMakeLists.txt", "project(isotope_mlir VERSION "),
    ("deploy/helm/isotope/Chart.yaml", "appVersion: "),
];

/// The state that decides whether it is a release.
#[derive(Debug, Default)]
struct State {
    /// Of the workspace in Cargo.toml.
    version: String,
    /// The version that each of [`NAMED`] has; nothing where it names none.
    named: Vec<(&'static str, Option<String>)>,
    /// Versions of the workspace's own crates in Cargo.lock that are others.
    locked: Vec<String>,
    changelog: String,
    /// Tags of the commit that is checked out.
    tags: Vec<String>,
    /// Whether the version's tag is anywhere.
    is_tagged: bool,
    /// Files that differ from the commit.
    changed: Vec<String>,
}

impl State {
    fn read(root: &Path) -> Result<State> {
        let text = |name: &str| std::fs::read_to_string(root.join(name)).with_context(|| format!("cannot read {name}"));
        let manifest: toml::Table = text("Cargo.toml")?.parse().context("Cargo.toml")?;
        let version = manifest.get("workspace").and_then(|w| w.get("package")?.get("version")?.as_str());
        let version = version.context("Cargo.toml has no workspace.package.version")?.to_owned();
        let lock: toml::Table = text("Cargo.lock")?.parse().context("Cargo.lock")?;
        let named = NAMED.iter().map(|(file, before)| Ok((*file, version_after(&text(file)?, before))));
        let tag = tag(&version);
        Ok(State {
            named: named.collect::<Result<_>>()?,
            locked: locked(&lock, &version),
            changelog: text("CHANGELOG.md")?,
            tags: git(root, &["tag", "--points-at", "HEAD"])?,
            is_tagged: !git(root, &["tag", "--list", &tag])?.is_empty(),
            changed: git(root, &["status", "--porcelain"])?,
            version,
        })
    }

    /// The missing parts, a sentence each, with the remedy.
    fn missing(&self) -> Vec<String> {
        let (version, tag) = (&self.version, tag(&self.version));
        let mut missing = Vec::new();
        if !is_version(version) {
            missing.push(format!("Cargo.toml: {version} is no version of a release: write MAJOR.MINOR.PATCH"));
        }
        for (file, named) in self.named.iter().filter(|(_, named)| named.as_ref() != Some(version)) {
            let named = named.as_deref().unwrap_or("no version");
            missing.push(format!("{file}: it has {named}, and Cargo.toml has {version}"));
        }
        if let [first, ..] = &self.locked[..] {
            missing.push(format!("Cargo.lock: {first}, and Cargo.toml has {version}: run cargo check"));
        }
        missing.extend(changes(&self.changelog, version));
        if !self.tags.contains(&tag) {
            missing.push(if self.is_tagged {
                format!("tag: {tag} is on another commit than this one: check that out, or take the next version")
            } else {
                format!("tag: there is no {tag}; once the rest is there: git tag --annotate {tag}")
            });
        }
        if let [first, ..] = &self.changed[..] {
            missing.push(format!(
                "files: {} differ from the commit, the first is {}",
                self.changed.len(),
                first.trim()
            ));
        }
        missing
    }
}

fn tag(version: &str) -> String {
    format!("v{version}")
}

fn is_version(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    parts.len() == 3 && parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The text behind `before`, as far as it looks like a version.
fn version_after(text: &str, before: &str) -> Option<String> {
    let rest = text.split_once(before)?.1.trim_start_matches('"');
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || ".-+".contains(c))).unwrap_or(rest.len());
    Some(rest[..end].to_owned())
}

/// The workspace's own crates, which come from no registry, that have another version.
fn locked(lock: &toml::Table, version: &str) -> Vec<String> {
    let packages = lock.get("package").and_then(toml::Value::as_array).into_iter().flatten();
    let own = packages.filter(|package| package.get("source").is_none());
    let text = |package: &toml::Value, key: &str| {
        package.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned()
    };
    own.filter(|package| text(package, "version") != version)
        .map(|package| format!("{} has {}", text(package, "name"), text(package, "version")))
        .collect()
}

/// The gaps in the changelog: a section of the version with a date and a change in it, and nothing that waits for a version.
fn changes(changelog: &str, version: &str) -> Vec<String> {
    let mut missing = Vec::new();
    match section(changelog, version) {
        None => missing.push(format!("CHANGELOG.md: there is no section `## [{version}] - YYYY-MM-DD`")),
        Some((title, body)) => {
            let date = title.rsplit_once(" - ").map(|(_, date)| date.trim()).unwrap_or_default();
            if !is_date(date) {
                missing
                    .push(format!("CHANGELOG.md: the section of {version} has no date: `## [{version}] - YYYY-MM-DD`"));
            }
            if entries(&body) == 0 {
                missing.push(format!("CHANGELOG.md: the section of {version} is empty"));
            }
        }
    }
    let waiting = section(changelog, "Unreleased").map_or(0, |(_, body)| entries(&body));
    if waiting > 0 {
        missing.push(format!("CHANGELOG.md: {waiting} changes are under [Unreleased]; they belong to a version"));
    }
    missing
}

/// Title and body of the section with this name.
fn section(changelog: &str, name: &str) -> Option<(String, String)> {
    let begin = format!("## [{name}]");
    let mut lines = changelog.lines().skip_while(|line| !line.starts_with(&begin));
    let title = lines.next()?.to_owned();
    let body: Vec<&str> = lines.take_while(|line| !line.starts_with("## ")).collect();
    Some((title, body.join("\n")))
}

fn entries(body: &str) -> usize {
    body.lines().filter(|line| line.starts_with("- ")).count()
}

fn is_date(text: &str) -> bool {
    let digits =
        |range: std::ops::Range<usize>| text.get(range).is_some_and(|part| part.bytes().all(|b| b.is_ascii_digit()));
    text.len() == 10
        && digits(0..4)
        && digits(5..7)
        && digits(8..10)
        && text[4..].starts_with('-')
        && text[7..].starts_with('-')
}

/// The lines that git prints.
fn git(root: &Path, args: &[&str]) -> Result<Vec<String>> {
    let output = Command::new("git").args(args).current_dir(root).output().context("git does not start")?;
    if !output.status.success() {
        bail!("git {}: {}", args.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGELOG: &str =
        "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-26\n\n### Added\n\n- A thing.\n\n## [1.2.2]\n";

    fn release() -> State {
        State {
            version: "1.2.3".to_owned(),
            named: vec![("a.txt", Some("1.2.3".to_owned()))],
            changelog: CHANGELOG.to_owned(),
            tags: vec!["v1.2.3".to_owned()],
            is_tagged: true,
            ..State::default()
        }
    }

    #[test]
    fn a_release_lacks_nothing_and_each_lack_is_one_sentence() {
        assert_eq!(release().missing(), [""; 0]);
        let lacks = |change: fn(&mut State)| {
            let mut state = release();
            change(&mut state);
            let missing = state.missing();
            assert_eq!(missing.len(), 1, "{missing:?}");
            missing[0].clone()
        };
        assert!(lacks(|s| s.named[0].1 = None).contains("a.txt: it has no version"));
        assert!(
            lacks(|s| s.locked = vec!["isotope-ir has 1.2.2".to_owned()]).contains("Cargo.lock: isotope-ir has 1.2.2")
        );
        assert!(lacks(|s| s.tags.clear()).contains("another commit"));
        assert!(lacks(|s| (s.tags.clear(), s.is_tagged = false).1).contains("git tag --annotate v1.2.3"));
        assert!(lacks(|s| s.changed = vec![" M README.md".to_owned()]).contains("the first is M README.md"));
        assert!(lacks(|s| s.changelog = s.changelog.replace("[1.2.3]", "[1.2.4]")).contains("no section `## [1.2.3]"));
        assert!(lacks(|s| s.changelog = s.changelog.replace("2026-11-26", "soon")).contains("no date"));
        assert!(lacks(|s| s.changelog = s.changelog.replace("- A thing.", "")).contains("is empty"));
        assert!(
            lacks(|s| s.changelog = s.changelog.replace("[Unreleased]\n", "[Unreleased]\n- B\n")).contains("1 changes")
        );
    }

    #[test]
    fn a_version_has_three_numbers() {
        assert!(is_version("0.1.0") && is_version("12.0.3"));
        for text in ["0.1", "0.1.0-rc1", "1..2", "v1.2.3", ""] {
            assert!(!is_version(text), "{text}");
        }
        assert_eq!(version_after("x VERSION 0.1.0 LANG", "VERSION ").as_deref(), Some("0.1.0"));
        assert_eq!(version_after("appVersion: \"0.2.0\"\n", "appVersion: ").as_deref(), Some("0.2.0"));
        assert_eq!(version_after("nothing", "appVersion: "), None);
    }

    #[test]
    fn only_the_workspaces_own_crates_have_its_version() {
        let lock = "[[package]]\nname = \"isotope-ir\"\nversion = \"0.1.0\"\n\n[[package]]\nname = \"serde\"\nversion = \"1.0.0\"\n\
                    source = \"registry\"\n";
        let lock: toml::Table = lock.parse().expect("it is TOML");
        assert_eq!(locked(&lock, "0.1.0"), [""; 0]);
        assert_eq!(locked(&lock, "0.2.0"), ["isotope-ir has 0.1.0"]);
    }
}
