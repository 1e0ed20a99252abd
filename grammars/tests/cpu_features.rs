//! Holds each set's `cpu-features.txt` to clang-19, which it is derived from. `BLESS=1` writes them anew.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::{Command, Stdio};

/// How clang is asked about an instruction set.
struct Asked {
    folder: &'static str,
    triple: &'static str,
    arch: &'static str,
    baseline: &'static str,
    /// The text in front of a CPU, and in front of a feature of the baseline.
    flags: (&'static str, &'static str),
    /// Flags beside those.
    always: &'static [&'static str],
    cpus: &'static [&'static str],
    /// Features that only feature names turn on here: no CPU above has them, but a request may.
    extra: &'static [&'static str],
    /// Features that clang names for some CPUs only, though all have them, or that vector code has no use for.
    left_out: &'static [&'static str],
    /// The text in front of a number in features that are versions: each has what those of lower numbers have, and clang names the last.
    versions: &'static [&'static str],
}

const X86: Asked = Asked {
    folder: "x86",
    triple: "x86_64-linux-gnu",
    arch: "x86_64",
    baseline: "x86-64",
    flags: ("-march=", "-m"),
    always: &[],
    cpus: X86_CPUS,
    extra: &["avx10.1-256", "avx10.1-512", "fma4", "xop"],
    left_out: &["cmov"],
    versions: &[],
};

const ARM: Asked = Asked {
    folder: "arm",
    triple: "aarch64-linux-gnu",
    arch: "aarch64",
    baseline: "generic",
    flags: ("-mcpu=", "-march=armv8-a+"),
    always: &[],
    cpus: ARM_CPUS,
    extra: &[],
    // clang's generic CPU has units for tracing that others lack; calls for atomics go by the libgcc that clang finds.
    left_out: &["ete", "outline-atomics", "trbe"],
    versions: &[],
};

const HVX: Asked = Asked {
    folder: "hvx",
    triple: "hexagon-unknown-linux-musl",
    arch: "hexagon",
    baseline: "hexagonv66",
    flags: ("-mcpu=", "-mcpu=hexagon"),
    always: &["-mhvx", "-mhvx-length=128b"],
    cpus: &["hexagonv66", "hexagonv67", "hexagonv68", "hexagonv69", "hexagonv71", "hexagonv73"],
    extra: &[],
    left_out: &[],
    versions: &["v", "hvxv"],
};

const X86_CPUS: &[&str] = &[
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

const ARM_CPUS: &[&str] = &[
    "ampere1",
    "ampere1a",
    "ampere1b",
    "apple-m1",
    "apple-m2",
    "apple-m3",
    "apple-m4",
    "cortex-a510",
    "cortex-a520",
    "cortex-a53",
    "cortex-a55",
    "cortex-a710",
    "cortex-a76",
    "cortex-a77",
    "cortex-a78",
    "cortex-x1",
    "cortex-x2",
    "cortex-x3",
    "cortex-x4",
    "generic",
    "grace",
    "neoverse-n1",
    "neoverse-n2",
    "neoverse-v1",
    "neoverse-v2",
];

type Set = BTreeSet<String>;

impl Asked {
    /// The features that clang turns on; `None` where it does not know a flag.
    fn features(&self, flag: &str) -> Option<Set> {
        let mut command = Command::new("clang-19");
        command.arg(format!("--target={}", self.triple)).args(self.always).arg(flag);
        command.args(["-x", "c", "-", "-S", "-emit-llvm", "-o", "-", "-w"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("clang-19");
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"void f(void) {}").unwrap();
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let list = text.split("\"target-features\"=\"").nth(1)?.split('"').next()?;
        let on = list.split(',').filter_map(|f| f.strip_prefix('+')).filter(|f| !self.left_out.contains(f));
        output.status.success().then(|| self.with_older(on.map(str::to_owned).collect()))
    }

    /// The features, and those that they are newer versions of; versions are what the CPUs are numbered by.
    fn with_older(&self, mut features: Set) -> Set {
        let number = |name: &str| name.rsplit_once(|c: char| !c.is_ascii_digit())?.1.parse::<u32>().ok();
        for prefix in self.versions {
            let newest = features.iter().filter(|f| f.trim_end_matches(|c: char| c.is_ascii_digit()) == *prefix);
            let Some(newest) = newest.filter_map(|f| number(f)).max() else { continue };
            let older = self.cpus.iter().filter_map(|cpu| number(cpu)).filter(|&version| version < newest);
            features.extend(older.map(|version| format!("{prefix}{version}")));
        }
        features
    }

    /// The text of the set's `cpu-features.txt`.
    fn table(&self) -> String {
        let (of_cpu, of_feature) = self.flags;
        let always: String = self.always.iter().map(|flag| format!("{flag} ")).collect();
        let mut out = format!(
            "# Version 1. The {} CPUs with their features, and what each feature brings along, in LLVM's names.\n\
             # Derived from clang-19 ({always}{of_cpu}CPU, {of_feature}FEATURE) by grammars/tests/cpu_features.rs: BLESS=1 writes it anew.\n",
            self.arch
        );
        let of = |cpu: &&'static str| (*cpu, self.features(&format!("{of_cpu}{cpu}")).unwrap());
        let cpus: BTreeMap<&str, Set> = self.cpus.iter().map(of).collect();
        cpus.iter().for_each(|(name, set)| line(&mut out, "cpu", name, set));
        let plain = &cpus[self.baseline];
        let all: Set = cpus.values().flatten().cloned().chain(self.extra.iter().map(|&f| f.to_owned())).collect();
        for feature in &all {
            // Some have no flag of their own: they bring nothing along.
            let with = self.features(&format!("{of_feature}{feature}")).unwrap_or_default();
            let brings: Set = with.difference(plain).filter(|f| *f != feature && all.contains(*f)).cloned().collect();
            line(&mut out, "feature", feature, &brings);
        }
        out
    }

    fn is_what_clang_says(&self) {
        let (path, out) =
            (format!("{}/data/{}/cpu-features.txt", env!("CARGO_MANIFEST_DIR"), self.folder), self.table());
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &out).unwrap();
        }
        let there = std::fs::read_to_string(&path).unwrap();
        assert!(there == out, "{path} is not what clang-19 says; look at BLESS=1's diff");
    }
}

fn line(out: &mut String, kind: &str, name: &str, set: &Set) {
    write!(out, "{kind} {name}:").unwrap();
    set.iter().for_each(|f| write!(out, " {f}").unwrap());
    out.push('\n');
}

#[test]
fn the_table_of_x86_is_what_clang_says() {
    X86.is_what_clang_says();
}

#[test]
fn the_table_of_arm_is_what_clang_says() {
    ARM.is_what_clang_says();
}

#[test]
fn the_table_of_hexagon_is_what_clang_says() {
    HVX.is_what_clang_says();
}
