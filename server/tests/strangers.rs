//! A snapshot that strangers signed, into a memo that no daemon uses: refused, or proved by the engine that answers are proved by.

#![allow(clippy::unwrap_used)]

#[path = "holds/daemon.rs"]
#[allow(dead_code)] // The other suite does more with it.
mod daemon;

use daemon::Daemon;
use isotope_proto::v1;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn keys(folder: &Path, name: &str, secret: &str) -> PathBuf {
    let path = folder.join(name);
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).unwrap();
    let text = format!("current = \"{name}\"\n[keys.{name}]\nsecret = \"{}\"\n", secret.repeat(32));
    std::io::Write::write_all(&mut file, text.as_bytes()).unwrap();
    path
}

fn memo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_isotoped")).arg("memo").args(arguments).output().unwrap()
}

/// The number in the line that begins so.
fn count(output: &Output, line: &str) -> u64 {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let found = text.lines().find_map(|l| l.strip_prefix(line)?.trim().parse().ok());
    found.unwrap_or_else(|| panic!("no {line} in {text}{}", String::from_utf8_lossy(&output.stderr)))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_stranger_found_is_proved_before_it_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (theirs, ours) = (keys(folder.path(), "theirs", "01"), keys(folder.path(), "ours", "02"));
    let (theirs, ours) = (theirs.to_str().unwrap(), ours.to_str().unwrap());
    let first = Daemon::start(Path::new(&at("first")), &[]).await;
    let window = "int32x16 ((int32x16)vector_reduce_add(int32x64((int16x64)widening_mul((uint8x64)a, (int8x64)b))) + (int32x16)c)\n";
    let target = || Some(v1::Target { arch: "x86_64".to_owned(), mcpu: "znver4".to_owned(), mattr: String::new() });
    let request = || v1::SelectRequest {
        program: Some(v1::select_request::Program::Text(window.to_owned())),
        target: target(),
        ..Default::default()
    };
    let found = first.client().await.unwrap().select(request()).await.unwrap().into_inner().answers.remove(0);
    let found = found.selection.unwrap();
    assert!(found.verdict() == v1::Verdict::Proved && found.cost < found.baseline_cost, "{found:?}");
    // One for which nothing beats the plain lowering: what a stranger says of it is worth nothing.
    first.select(1).await;
    drop(first);
    let (snapshot, second) = (at("snapshot"), at("second"));
    assert!(memo(&["snapshot", &at("first"), &snapshot, "--tier-keys", theirs]).status.success());

    let refused = memo(&["import", &second, &snapshot, "--tier-keys", ours]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && said.contains("no key theirs is believed here"), "{said}");
    assert!(!Path::new(&second).join("journal").exists(), "nothing was begun");

    let import = ["import", &second, &snapshot, "--tier-keys", ours, "--unsigned", "prove"];
    let some = memo(&[&import[..], &["--work", "1"]].concat());
    let total = count(&some, "records imported") + count(&some, "records that were refused");
    assert!(total >= 1 && (some.status.code() == Some(1)) == (count(&some, "records that are left") > 0), "{some:?}");
    let rest = memo(&import);
    assert!(rest.status.success(), "{rest:?}");
    assert_eq!(count(&rest, "records that are left"), 0);
    let both = |line: &str| count(&some, line) + count(&rest, line);
    assert_eq!(both("records imported"), 1, "{some:?} {rest:?}");
    assert!(both("records that were refused") >= 1, "{some:?} {rest:?}");

    let daemon = Daemon::start(Path::new(&second), &[]).await;
    let had = daemon.client().await.unwrap().select(request()).await.unwrap().into_inner().answers.remove(0);
    assert_eq!(had.source(), v1::Source::Memo);
    let had = had.selection.unwrap();
    assert_eq!((had.verdict(), had.cost, had.llvm_ir), (v1::Verdict::Proved, found.cost, found.llvm_ir));
}
