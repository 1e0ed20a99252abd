//! Holds `data/x86/cpu-features.txt` to clang-19, which it is derived from. `BLESS=1` writes it anew.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::{Command, Stdio};

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/x86/cpu-features.txt");

const CPUS: &[&str] = &[
    "alderlake",
    "arrowlake",
    "arrowlake-s",
    "bdver4",
    "broadwell",
    "cannonlake",
    "cascadelake",
    "cooperlake",
    "core2",
    "emeraldrapids",
    "gracemont",
    "graniterapids",
    "haswell",
    "icelake-client",
    "icelake-server",
    "ivybridge",
    "lunarlake",
    "nehalem",
    "raptorlake",
    "rocketlake",
    "sandybridge",
    "sapphirerapids",
    "sierraforest",
    "silvermont",
    "skylake",
    "skylake-avx512",
    "tigerlake",
    "westmere",
    "x86-64",
    "x86-64-v2",
    "x86-64-v3",
    "x86-64-v4",
    "znver1",
    "znver2",
    "znver3",
    "znver4",
    "znver5",
];

/// Features that only feature names turn on here: no CPU above has them, but a request may.
const EXTRA: &[&str] = &["avx10.1-256", "avx10.1-512", "fma4", "xop"];

type Set = BTreeSet<String>;

/// The features that clang turns on; `None` where it does not know a flag.
fn features(flags: &[&str]) -> Option<Set> {
    let mut command = Command::new("clang-19");
    command.args(["--target=x86_64-linux-gnu", "-x", "c", "-", "-S", "-emit-llvm", "-o", "-", "-w"]).args(flags);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("clang-19");
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"void f(void) {}").unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let list = text.split("\"target-features\"=\"").nth(1)?.split('"').next()?;
    // Every x86_64 CPU has `cmov`; clang names it for some of them only.
    let on = list.split(',').filter_map(|f| f.strip_prefix('+')).filter(|&f| f != "cmov");
    output.status.success().then(|| on.map(str::to_owned).collect())
}

fn line(out: &mut String, kind: &str, name: &str, set: &Set) {
    write!(out, "{kind} {name}:").unwrap();
    set.iter().for_each(|f| write!(out, " {f}").unwrap());
    out.push('\n');
}

#[test]
fn the_table_is_what_clang_says() {
    let mut out = String::from(
        "# Version 1. The x86_64 CPUs with their features, and what each feature brings along, in LLVM's names.\n\
         # Derived from clang-19 (-march=CPU, -mFEATURE) by grammars/tests/cpu_features.rs: BLESS=1 writes it anew.\n",
    );
    let cpus: BTreeMap<&str, Set> = CPUS.iter().map(|&c| (c, features(&[&format!("-march={c}")]).unwrap())).collect();
    cpus.iter().for_each(|(name, set)| line(&mut out, "cpu", name, set));
    let plain = &cpus["x86-64"];
    let all: Set = cpus.values().flatten().cloned().chain(EXTRA.iter().map(|&f| f.to_owned())).collect();
    for feature in &all {
        // Some have no flag of their own: they bring nothing along.
        let with = features(&["-march=x86-64", &format!("-m{feature}")]).unwrap_or_default();
        let brings: Set = with.difference(plain).filter(|f| *f != feature && all.contains(*f)).cloned().collect();
        line(&mut out, "feature", feature, &brings);
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(TABLE, &out).unwrap();
    }
    assert!(
        std::fs::read_to_string(TABLE).unwrap() == out,
        "{TABLE} is not what clang-19 says; look at BLESS=1's diff"
    );
}
