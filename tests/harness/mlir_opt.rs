//! `mlir-opt-19` for tests that need it.

#![allow(dead_code, reason = "each program of tests uses a part of it")]

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Whether `mlir-opt-19` is there; if not the test is skipped by name.
pub fn is_there(test: &str) -> bool {
    let version = Command::new("mlir-opt-19").arg("--version").stdout(Stdio::null()).status();
    let there = version.is_ok_and(|status| status.success());
    if !there {
        println!("skipped: {test}: it needs mlir-opt-19 (scripts/setup mlir)");
    }
    there
}

/// The generic form of a text; `None` if `mlir-opt` refuses it.
pub fn generic(text: &[u8]) -> Option<Vec<u8>> {
    run(&["--allow-unregistered-dialect", "--mlir-print-op-generic"], text)
}

/// The output of `mlir-opt` for a text.
pub fn run(arguments: &[&str], text: &[u8]) -> Option<Vec<u8>> {
    let mut child = Command::new("mlir-opt-19")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = text.to_vec();
    // A refused text need not be read to its end.
    let writer = std::thread::spawn(move || stdin.write_all(&text).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output.status.success().then_some(output.stdout)
}
