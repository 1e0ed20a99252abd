//! The Helm chart by helm itself: linted, rendered with what an operator may say, and refused what it may not. The settings that
//! come out are read as the daemon reads them. Without helm (`scripts/setup helm`) it is skipped by name.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use isotope_server::settings::layers;
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn main() {
    let trials = vec![
        trial("the_chart_has_no_fault_that_helm_finds", lints),
        trial("what_is_rendered_is_what_was_asked_for", renders),
        trial("rendered_settings_are_the_daemons", settings_are_read),
        trial("values_that_cannot_be_right_are_refused", refuses),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trial(name: &str, test: fn() -> Result<(), Failed>) -> Trial {
    let run = move || match helm() {
        None => Ok(Completion::ignored_with("without helm; scripts/setup helm fetches it")),
        Some(_) => test().map(|()| Completion::Completed),
    };
    Trial::ignorable_test(name, run)
}

/// The one that was fetched, or the machine's own.
fn helm() -> Option<PathBuf> {
    let fetched = Path::new(env!("CARGO_MANIFEST_DIR")).join("../third_party/helm/helm");
    [fetched, PathBuf::from("helm")].into_iter().find(|program| {
        let tried = Command::new(program).arg("version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        tried.is_ok_and(|status| status.success())
    })
}

/// The output of helm for a command on the chart, with these values.
fn run(command: &[&str], values: &[&str]) -> Output {
    let home = tempfile::tempdir().unwrap();
    let chart = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/helm/isotope");
    let mut helm = Command::new(helm().unwrap());
    helm.args(command).arg(chart).env("HOME", home.path());
    for value in values {
        helm.args(["--set-json", value]);
    }
    helm.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn rendered(values: &[&str]) -> Result<String, Failed> {
    let output = run(&["template", "farm"], values);
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr).into()) }
}

/// A farm: a tier, and workers for its warm-up jobs.
const FARM: &[&str] = &["tierSecret=\"tier\"", "workers.replicas=3"];

fn lints() -> Result<(), Failed> {
    for values in [&[], FARM] {
        let output = run(&["lint", "--strict"], values);
        assert!(output.status.success(), "{values:?}: {}{}", text(&output.stdout), text(&output.stderr));
    }
    Ok(())
}

fn renders() -> Result<(), Failed> {
    let count = |text: &str, word: &str| text.matches(word).count();
    let alone = rendered(&[])?;
    for kind in ["ConfigMap", "NetworkPolicy", "Service", "StatefulSet"] {
        assert_eq!(count(&alone, &format!("kind: {kind}\n")), 1, "{kind} in\n{alone}");
    }
    assert!(!alone.contains("kind: Deployment") && !alone.contains("TIER"), "{alone}");
    let farm = rendered(FARM)?;
    assert!(farm.contains("kind: Deployment\n") && farm.contains("replicas: 3\n"), "{farm}");
    // The daemon and its workers: the same tier, the same user without rights, a root that cannot be written.
    for line in [
        "name: ISOTOPE_TIER_URL",
        "name: ISOTOPE_TIER_KEYS",
        "runAsUser: 10001",
        "readOnlyRootFilesystem: true",
        "allowPrivilegeEscalation: false",
    ] {
        assert_eq!(count(&farm, line), 2, "{line} in\n{farm}");
    }
    let named = rendered(&["image.repository=\"registry.example/isotope\"", "image.tag=\"7\"", "memo.size=\"3Gi\""])?;
    assert!(named.contains("image: \"registry.example/isotope:7\"") && named.contains("storage: 3Gi"), "{named}");
    let digest = format!("sha256:{}", "0".repeat(64));
    let pinned = rendered(&[&format!("image.digest=\"{digest}\"")])?;
    assert!(pinned.contains(&format!("image: \"isotope@{digest}\"")), "{pinned}");
    Ok(())
}

fn settings_are_read() -> Result<(), Failed> {
    let settings = r#"settings={"queue": 100, "memory-total": 4294967296, "tier.worker": true, "sandbox": "required", "drain-seconds": 2.5}"#;
    for values in [&[][..], &[settings][..]] {
        let rendered = rendered(values)?;
        let (_, after) = rendered.split_once("isotoped.toml: |\n").ok_or("no settings")?;
        let lines = after.lines().take_while(|line| *line != "---");
        let settings: Vec<&str> = lines.map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("isotoped.toml");
        std::fs::write(&path, settings.join("\n")).unwrap();
        let words = ["isotoped".as_ref(), "--config".as_ref(), path.as_os_str()].map(OsString::from);
        let config = match layers::read(words) {
            Ok(configured) => configured.config,
            Err(layers::Refused::Settings(problems, _)) => {
                return Err(problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n").into());
            }
            Err(layers::Refused::Flags(error)) => return Err(error.to_string().into()),
        };
        assert_eq!(config.listen, "0.0.0.0:4711");
        if !values.is_empty() {
            let core = &config.core;
            assert_eq!((core.queue, core.memory_total, core.tier.worker), (100, 4 << 30, Some(true)));
            assert!((config.drain_seconds - 2.5).abs() < 1e-9);
        }
    }
    Ok(())
}

fn refuses() -> Result<(), Failed> {
    let cases = [
        ("workers.replicas=2", "tierSecret"),
        ("workers.replicas=-1", "replicas"),
        ("memo.size=\"ten\"", "size"),
        ("image.pullPolicy=\"Sometimes\"", "pullPolicy"),
        ("image.tag=\"\"", "tag"),
        ("image.digest=\"latest\"", "digest"),
        ("tlsSecret=\"\"", "tlsSecret"),
        ("settings={\"tier\": {\"url\": \"redis://x\"}}", "settings"),
        ("replicas=2", "replicas"),
    ];
    for (value, word) in cases {
        let output = run(&["template", "farm"], &[value]);
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains(word), "{value}: {said}");
    }
    Ok(())
}
