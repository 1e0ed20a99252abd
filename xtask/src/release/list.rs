//! `cargo xtask release --list DIR`: what is in the packages of a release, as SPDX 2.3 in JSON.
//!
//! The list has each package of DIR/SHA256SUMS with its checksum, and what they are made of: the workspace's programs, the crates that are
//! linked into them by Cargo.lock, and the prover's library. The same commit gives the same bytes: the date is that of the commit.

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// The packages whose crates are in what is released.
const SHIPPED: [&str; 3] = ["isotope-server", "isotope-cli", "isotope-capi"];

/// The prover, which comes as a library: where `scripts/setup` says its version.
const Z3: (&str, &str, &str) = ("z3-solver", "MIT", "https://pypi.org/project/z3-solver/");

/// Writes `isotope-VERSION.spdx.json` to a folder of packages.
pub fn write(root: &Path, folder: &Path, version: &str) -> Result<()> {
    let sums = folder.join("SHA256SUMS");
    let sums = std::fs::read_to_string(&sums).with_context(|| format!("cannot read {}", sums.display()))?;
    let metadata: Value = serde_json::from_str(&printed(
        root,
        env!("CARGO"),
        &[
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--offline",
            "--filter-platform",
            "x86_64-unknown-linux-gnu",
        ],
    )?)?;
    let commit = printed(root, "git", &["rev-parse", "HEAD"])?;
    let date = printed(root, "git", &["log", "-1", "--date=format-local:%Y-%m-%dT%H:%M:%SZ", "--format=%cd"])?;
    let setup = std::fs::read_to_string(root.join("scripts/setup")).context("cannot read scripts/setup")?;
    let prover = setup.split("Z3_VERSION=").nth(1).and_then(|rest| rest.split_whitespace().next());
    let list = list(&metadata, &sums, version, (commit.trim(), date.trim()), prover.unwrap_or_default())?;
    let file = folder.join(format!("isotope-{version}.spdx.json"));
    let text = serde_json::to_string_pretty(&list)? + "\n";
    std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    println!("release: {}", file.display());
    Ok(())
}

/// The output of a program; dates are in UTC.
fn printed(root: &Path, program: &str, args: &[&str]) -> Result<String> {
    let output = Command::new(program).args(args).current_dir(root).env("TZ", "UTC0").output();
    let output = output.with_context(|| format!("{program} does not start"))?;
    if !output.status.success() {
        bail!("{program} {}: {}", args.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The document.
fn list(metadata: &Value, sums: &str, version: &str, (commit, date): (&str, &str), prover: &str) -> Result<Value> {
    let crates = linked(metadata)?;
    let (mut packages, mut relationships) = (Vec::new(), Vec::new());
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").with_context(|| format!("SHA256SUMS: no sum in: {line}"))?;
        let id = format!("SPDXRef-file-{}", plain(name));
        packages.push(json!({
            "SPDXID": id, "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": false,
            "licenseDeclared": "Apache-2.0 AND MIT", "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION",
            "primaryPackagePurpose": "ARCHIVE", "checksums": [{ "algorithm": "SHA256", "checksumValue": sum }],
        }));
        relationships.push(related("SPDXRef-DOCUMENT", "DESCRIBES", &id));
        relationships.push(related(&id, "CONTAINS", "SPDXRef-isotope"));
    }
    packages.push(json!({
        "SPDXID": "SPDXRef-isotope", "name": "isotope", "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": false,
        "licenseDeclared": "Apache-2.0", "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION", "sourceInfo": format!("commit {commit}"),
    }));
    for (name, version, license, source) in
        crates.into_iter().chain([(Z3.0.to_owned(), prover.to_owned(), Z3.1.to_owned(), Z3.2.to_owned())])
    {
        let id = format!("SPDXRef-{}-{}", plain(&name), plain(&version));
        relationships.push(related("SPDXRef-isotope", "CONTAINS", &id));
        packages.push(json!({
            "SPDXID": id, "name": name, "versionInfo": version, "downloadLocation": source, "filesAnalyzed": false,
            "licenseDeclared": license, "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION",
        }));
    }
    Ok(json!({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": format!("isotope-{version}"),
        "documentNamespace": format!("https://spdx.org/spdxdocs/isotope-{version}-{commit}"),
        "creationInfo": { "created": date, "creators": ["Tool: cargo xtask release --list"] },
        "packages": packages, "relationships": relationships,
    }))
}

fn related(from: &str, how: &str, to: &str) -> Value {
    json!({ "spdxElementId": from, "relationshipType": how, "relatedSpdxElement": to })
}

/// The letters that SPDX takes in an identifier.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' }).collect()
}

/// Name, version, licence and source of each crate of a registry that is linked into what is shipped.
fn linked(metadata: &Value) -> Result<BTreeSet<(String, String, String, String)>> {
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let array = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages = array(&metadata["packages"]);
    let by_id: BTreeMap<String, &Value> = packages.iter().map(|package| (text(package, "id"), package)).collect();
    let nodes = array(&metadata["resolve"]["nodes"]);
    let by_node: BTreeMap<String, &Value> = nodes.iter().map(|node| (text(node, "id"), node)).collect();
    let mut waiting: Vec<String> =
        packages.iter().filter(|package| SHIPPED.contains(&&*text(package, "name"))).map(|p| text(p, "id")).collect();
    if waiting.len() != SHIPPED.len() {
        bail!("cargo metadata does not have all of {}", SHIPPED.join(", "));
    }
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    while let Some(id) = waiting.pop() {
        if !seen.insert(id.clone()) {
            continue;
        }
        let package = by_id.get(&id).with_context(|| format!("no package {id}"))?;
        if !package["source"].is_null() {
            let (name, version) = (text(package, "name"), text(package, "version"));
            let source = format!("https://crates.io/api/v1/crates/{name}/{version}/download");
            // Some write a slash for a choice, as SPDX once did.
            found.insert((name, version, text(package, "license").replace('/', " OR "), source));
        }
        for needed in by_node.get(&id).map(|node| array(&node["deps"])).unwrap_or_default() {
            // A crate that only builds or tests is not linked.
            if array(&needed["dep_kinds"]).iter().any(|kind| kind["kind"].is_null()) {
                waiting.push(text(&needed, "pkg"));
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata() -> Value {
        let own = |name: &str| json!({ "id": name, "name": name, "version": "1.2.3", "source": null, "license": "Apache-2.0" });
        let other = |name: &str| json!({ "id": name, "name": name, "version": "1.0.0", "source": "registry", "license": "MIT/Apache-2.0" });
        let needs = |pkg: &str, kind: Value| json!({ "pkg": pkg, "dep_kinds": [{ "kind": kind }] });
        json!({
            "packages": [own(SHIPPED[0]), own(SHIPPED[1]), own(SHIPPED[2]), own("isotope-bench"), other("serde"), other("tempfile"), other("plotters")],
            "resolve": { "nodes": [
                { "id": SHIPPED[0], "deps": [needs("serde", Value::Null), needs("tempfile", json!("dev"))] },
                { "id": "isotope-bench", "deps": [needs("plotters", Value::Null)] },
            ] },
        })
    }

    #[test]
    fn what_is_linked_is_listed_and_what_only_tests_is_not() {
        let sums = "ab12  isotope_1.2.3_amd64.deb\n";
        let list = list(&metadata(), sums, "1.2.3", ("c0ffee", "2026-11-28T00:00:00Z"), "5.4.0.0").expect("a list");
        let names: Vec<&str> = list["packages"]
            .as_array()
            .expect("packages")
            .iter()
            .filter_map(|package| package["name"].as_str())
            .collect();
        assert_eq!(names, ["isotope_1.2.3_amd64.deb", "isotope", "serde", "z3-solver"]);
        assert_eq!(list["packages"][0]["checksums"][0]["checksumValue"], "ab12");
        assert_eq!(list["packages"][2]["licenseDeclared"], "MIT OR Apache-2.0");
        assert_eq!(list["creationInfo"]["created"], "2026-11-28T00:00:00Z");
        let ids: BTreeSet<&str> = list["packages"]
            .as_array()
            .expect("packages")
            .iter()
            .filter_map(|package| package["SPDXID"].as_str())
            .collect();
        assert!(ids.len() == names.len() && ids.iter().all(|id| id.starts_with("SPDXRef-")), "{ids:?}");
    }

    #[test]
    fn a_line_that_is_no_sum_and_a_workspace_that_is_another_are_said() {
        let said = |metadata: &Value, sums: &str| {
            list(metadata, sums, "1.2.3", ("c", "d"), "5").expect_err("it is refused").to_string()
        };
        assert!(said(&metadata(), "nonsense\n").contains("nonsense"));
        assert!(said(&json!({ "packages": [] }), "").contains("isotope-server"));
    }
}
