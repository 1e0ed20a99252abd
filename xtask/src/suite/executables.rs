//! The test binaries that cargo builds.

use crate::cargo::cargo;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// A program that runs and prints as the test harness does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executable {
    /// `PACKAGE::TARGET`, or `PACKAGE` for the tests in the library itself.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder of its package, where it runs.
    pub folder: PathBuf,
}

/// The part that is read of one line of `--message-format=json`.
#[derive(Deserialize)]
struct Message {
    reason: String,
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
    profile: Option<Profile>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// Builds all tests of the workspace, and the programs that they start.
pub fn build(root: &Path) -> Result<Vec<Executable>> {
    let mut command = cargo(root);
    command.args(["test", "--workspace", "--no-run", "--message-format=json-render-diagnostics"]);
    let mut child = command.stdout(Stdio::piped()).spawn().context("cargo test did not start")?;
    let output = child.stdout.take().context("cargo test has no output")?;
    let mut found = Vec::new();
    for line in BufReader::new(output).lines() {
        found.extend(read(&line.context("cargo test wrote something that is not text")?)?);
    }
    if !child.wait().context("cargo test did not end")?.success() {
        bail!("the tests do not build");
    }
    Ok(found)
}

fn read(line: &str) -> Result<Option<Executable>> {
    let message: Message = serde_json::from_str(line).with_context(|| format!("cargo wrote {line:?}"))?;
    let (Some(manifest), Some(target), Some(program), true) =
        (message.manifest_path, message.target, message.executable, message.reason == "compiler-artifact")
    else {
        return Ok(None);
    };
    if !message.profile.is_some_and(|profile| profile.test) {
        return Ok(None);
    }
    let folder = manifest.parent().context("a manifest lies in a folder")?.to_path_buf();
    let package = folder.file_name().context("a package has a folder")?.to_string_lossy().into_owned();
    let is_library = target.kind.iter().any(|kind| kind.ends_with("lib"));
    let name = if is_library { package } else { format!("{package}::{}", target.name) };
    Ok(Some(Executable { name, program, args: vec![], folder }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn artifact(kind: &str, test: bool, executable: &str) -> Option<String> {
        let line = format!(
            r#"{{"reason":"compiler-artifact","manifest_path":"/p/cache/Cargo.toml","target":{{"name":"a","kind":["{kind}"]}},
               "profile":{{"test":{test}}},"executable":{executable}}}"#
        );
        read(&line).unwrap().map(|found| found.name)
    }

    #[test]
    fn test_binaries_have_the_names_of_their_packages_and_targets() {
        assert_eq!(artifact("lib", true, "\"/t/a\"").unwrap(), "cache");
        assert_eq!(artifact("test", true, "\"/t/a\"").unwrap(), "cache::a");
        assert_eq!([artifact("lib", false, "null"), artifact("bin", false, "\"/t/a\"")], [None, None]);
        assert!(read(r#"{"reason":"build-finished","success":true}"#).unwrap().is_none());
    }
}
