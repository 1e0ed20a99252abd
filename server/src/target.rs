//! Targets in LLVM's names: parsing, what a CPU name implies, this host.
//!
//! `data/x86_64.txt` says which features each CPU has and what each feature brings along; it is derived from clang and held
//! to it by a test. Nothing here knows what a feature is good for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::limits;

/// A machine that code is selected for: validated, every feature spelled out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target {
    arch: String,
    mcpu: String,
    features: BTreeSet<String>,
}

/// Why a target is not one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// An architecture that this build has no instructions for.
    #[error("architecture `{0}` is not supported; this server knows x86_64")]
    Arch(String),
    /// A CPU name that is not in the table.
    #[error("CPU `{0}` is not known; this server knows {known}, and `host`", known = known_cpus().join(", "))]
    Cpu(String),
    /// A feature name that is not in the table.
    #[error("feature `{0}` is not known; this server knows {known}", known = known_features().join(", "))]
    Feature(String),
    /// A feature without a sign in front.
    #[error("`{0}` in mattr has no sign; write +{0} to turn it on or -{0} to turn it off")]
    Sign(String),
    /// Too long to be meant.
    #[error("mattr is {0} bytes long; the bound MAX_MATTR_BYTES is {bound}", bound = limits::MAX_MATTR_BYTES)]
    Long(usize),
}

struct Table {
    cpus: BTreeMap<&'static str, BTreeSet<&'static str>>,
    /// A feature, itself and what it brings along.
    features: BTreeMap<&'static str, BTreeSet<&'static str>>,
}

static X86_64: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("../data/x86_64.txt")));

impl Table {
    fn read(text: &'static str) -> Self {
        let mut table = Table { cpus: BTreeMap::new(), features: BTreeMap::new() };
        for line in text.lines().filter(|l| !l.starts_with('#')) {
            let (head, list) = line.split_once(':').unwrap_or((line, ""));
            let set = list.split_whitespace();
            match head.split_once(' ') {
                Some(("cpu", name)) => drop(table.cpus.insert(name, set.collect())),
                Some(("feature", name)) => drop(table.features.insert(name, set.chain([name]).collect())),
                _ => {}
            }
        }
        table
    }
}

/// The CPU names of x86_64, sorted.
pub fn known_cpus() -> Vec<&'static str> {
    X86_64.cpus.keys().copied().collect()
}

/// The feature names of x86_64, sorted.
pub fn known_features() -> Vec<&'static str> {
    X86_64.features.keys().copied().collect()
}

impl Target {
    /// Reads a target. Empty `arch` is x86_64; `mcpu` may be `host` (or `native`) for the CPU this runs on; an empty one
    /// is the host when `mattr` is empty too, and otherwise the largest known CPU that has no feature but the given ones.
    pub fn parse(arch: &str, mcpu: &str, mattr: &str) -> Result<Self, TargetError> {
        if !matches!(arch, "" | "x86_64" | "x86-64") {
            return Err(TargetError::Arch(arch.to_owned()));
        }
        if mattr.len() > limits::MAX_MATTR_BYTES {
            return Err(TargetError::Long(mattr.len()));
        }
        let features = match mcpu {
            "host" | "native" => host_features(),
            "" if mattr.trim().is_empty() => host_features(),
            "" => own(&X86_64.cpus["x86-64"]),
            name => own(X86_64.cpus.get(name).ok_or_else(|| TargetError::Cpu(name.to_owned()))?),
        };
        let features = with_mattr(features, mattr)?;
        let mcpu = match mcpu {
            "" | "host" | "native" => nearest(&features),
            name => name.to_owned(),
        };
        Ok(Target { arch: "x86_64".to_owned(), mcpu, features })
    }

    /// LLVM's architecture name.
    pub fn arch(&self) -> &str {
        &self.arch
    }

    /// LLVM's CPU name: the scheduling model.
    pub fn mcpu(&self) -> &str {
        &self.mcpu
    }

    /// Every feature, sorted.
    pub fn features(&self) -> impl Iterator<Item = &str> {
        self.features.iter().map(String::as_str)
    }

    /// Whether the target has a feature.
    pub fn has(&self, feature: &str) -> bool {
        self.features.contains(feature)
    }

    /// Where the features depart from the CPU's own, each with its sign, sorted.
    pub fn mattr(&self) -> Vec<String> {
        let cpu = own(&X86_64.cpus[self.mcpu.as_str()]);
        let on = self.features.difference(&cpu).map(|f| format!("+{f}"));
        let off = cpu.difference(&self.features).map(|f| format!("-{f}"));
        on.chain(off).collect()
    }
}

impl std::fmt::Display for Target {
    /// As a `target` line of an expression file says it: `x86_64 znver4 -avx512vnni`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.arch, self.mcpu)?;
        self.mattr().iter().try_for_each(|a| write!(f, " {a}"))
    }
}

fn own(set: &BTreeSet<&'static str>) -> BTreeSet<String> {
    set.iter().map(|&f| f.to_owned()).collect()
}

/// Applies `+f,-g` from left to right: on brings along what it needs, off takes away what needs it.
fn with_mattr(mut features: BTreeSet<String>, mattr: &str) -> Result<BTreeSet<String>, TargetError> {
    for word in mattr.split([',', ' ']).filter(|w| !w.is_empty()) {
        let (on, name) = match (word.strip_prefix('+'), word.strip_prefix('-')) {
            (Some(name), _) => (true, name),
            (_, Some(name)) => (false, name),
            _ => return Err(TargetError::Sign(word.to_owned())),
        };
        let Some(brings) = X86_64.features.get(name) else {
            return Err(TargetError::Feature(name.to_owned()));
        };
        if on {
            features.extend(brings.iter().map(|&f| f.to_owned()));
        } else {
            features.retain(|f| X86_64.features.get(f.as_str()).is_none_or(|needs| !needs.contains(name)));
        }
    }
    Ok(features)
}

/// The known CPU with the most of these features and none besides; names decide ties.
fn nearest(features: &BTreeSet<String>) -> String {
    let fits = |set: &BTreeSet<&'static str>| {
        let vector = |f: &&&str| is_vector(f) && !features.contains(**f);
        set.iter().filter(vector).count() == 0
    };
    let shared = |set: &BTreeSet<&'static str>| set.iter().filter(|&&f| features.contains(f)).count();
    let best =
        X86_64.cpus.iter().filter(|(_, set)| fits(set)).max_by_key(|(_, set)| (shared(set), usize::MAX - set.len()));
    best.map_or("x86-64", |(name, _)| *name).to_owned()
}

/// Features that vector code can need: the rest (key locker, transactional memory) does not tell CPUs apart.
fn is_vector(feature: &str) -> bool {
    ["sse", "ssse", "avx", "gfni", "fma", "f16c", "bmi", "vaes", "vpclmulqdq", "popcnt", "lzcnt"]
        .iter()
        .any(|prefix| feature.starts_with(prefix))
}

/// The features of the CPU this process runs on, in LLVM's names.
pub fn host_features() -> BTreeSet<String> {
    let mut found = own(&X86_64.cpus["x86-64"]);
    #[cfg(target_arch = "x86_64")]
    found.extend(detected().into_iter().map(str::to_owned));
    found
}

#[cfg(target_arch = "x86_64")]
fn detected() -> Vec<&'static str> {
    use std::is_x86_feature_detected as has;
    // Rust's name on the left, LLVM's on the right.
    macro_rules! list {
        ($($rust:tt => $llvm:literal),* $(,)?) => {
            [$((has!($rust), $llvm)),*].into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect()
        };
    }
    list! {
        "adx" => "adx", "aes" => "aes", "avx" => "avx", "avx2" => "avx2", "avx512bf16" => "avx512bf16",
        "avx512bitalg" => "avx512bitalg", "avx512bw" => "avx512bw", "avx512cd" => "avx512cd",
        "avx512dq" => "avx512dq", "avx512f" => "avx512f", "avx512f" => "evex512", "avx512fp16" => "avx512fp16",
        "avx512ifma" => "avx512ifma", "avx512vbmi" => "avx512vbmi", "avx512vbmi2" => "avx512vbmi2",
        "avx512vl" => "avx512vl", "avx512vnni" => "avx512vnni", "avx512vp2intersect" => "avx512vp2intersect",
        "avx512vpopcntdq" => "avx512vpopcntdq", "avxifma" => "avxifma", "avxneconvert" => "avxneconvert",
        "avxvnni" => "avxvnni", "avxvnniint16" => "avxvnniint16", "avxvnniint8" => "avxvnniint8",
        "bmi1" => "bmi", "bmi2" => "bmi2", "cmpxchg16b" => "cx16", "f16c" => "f16c", "fma" => "fma",
        "fxsr" => "fxsr", "gfni" => "gfni", "lzcnt" => "lzcnt", "movbe" => "movbe", "pclmulqdq" => "pclmul",
        "popcnt" => "popcnt", "rdrand" => "rdrnd", "rdseed" => "rdseed", "sha" => "sha", "sse3" => "sse3",
        "sse4.1" => "sse4.1", "sse4.2" => "sse4.2", "sse4.2" => "crc32", "sse4a" => "sse4a", "ssse3" => "ssse3",
        "vaes" => "vaes", "vpclmulqdq" => "vpclmulqdq", "xsave" => "xsave", "xsavec" => "xsavec",
        "xsaveopt" => "xsaveopt", "xsaves" => "xsaves",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(mcpu: &str, mattr: &str) -> Target {
        Target::parse("x86_64", mcpu, mattr).unwrap()
    }

    #[test]
    fn a_cpu_name_brings_its_features() {
        let t = target("znver4", "");
        assert!(t.has("avx512vnni") && t.has("gfni") && !t.has("avx512fp16"));
        assert_eq!(t.to_string(), "x86_64 znver4");
        assert!(!target("haswell", "").has("avx512f"));
    }

    #[test]
    fn turning_a_feature_off_takes_what_needs_it() {
        let t = target("znver4", "-avx512f");
        assert!(!t.has("avx512vnni") && !t.has("avx512bw") && t.has("avx2"));
        assert_eq!(target("znver4", "-avx512vnni").to_string(), "x86_64 znver4 -avx512vnni");
    }

    #[test]
    fn turning_a_feature_on_brings_what_it_needs() {
        let t = target("x86-64", "+avx512vnni");
        assert!(t.has("avx512f") && t.has("avx2") && t.has("ssse3"));
    }

    #[test]
    fn equal_machines_are_equal_however_they_are_said() {
        assert_eq!(target("znver4", "+avx512f,+gfni"), target("znver4", ""));
        assert_eq!(target("znver4", "-avx512vnni +avx512vnni"), target("znver4", ""));
    }

    #[test]
    fn without_a_cpu_name_the_nearest_is_taken() {
        let znver4: Vec<String> = target("znver4", "").features().map(|f| format!("+{f}")).collect();
        assert_eq!(target("", &znver4.join(",")), target("znver4", ""));
        assert_eq!(target("", "+avx512bw,+avx512dq,+avx512cd,+avx512vl,+bmi,+bmi2,+lzcnt").mcpu(), "x86-64-v4");
    }

    #[test]
    fn the_host_has_what_it_detects() {
        let host = target("host", "");
        assert_eq!(host.has("avx2"), std::is_x86_feature_detected!("avx2"));
        assert_eq!(host.has("avx512vnni"), std::is_x86_feature_detected!("avx512vnni"));
        assert_eq!(target("", ""), host);
    }

    #[test]
    fn what_is_unknown_lists_what_is_known() {
        let error = |arch, mcpu, mattr| Target::parse(arch, mcpu, mattr).unwrap_err().to_string();
        assert!(error("riscv64", "", "").contains("knows x86_64"));
        assert!(error("x86_64", "znver9", "").contains("znver5"));
        assert!(error("x86_64", "znver4", "+avx1024").contains("avx512f"));
        assert!(error("x86_64", "znver4", "avx2").contains("write +avx2"));
        assert!(error("x86_64", "znver4", &"+avx2,".repeat(4096)).contains("MAX_MATTR_BYTES"));
    }

    #[test]
    fn every_target_can_be_said_again() {
        for cpu in known_cpus() {
            for change in ["", "-avx2", "+gfni", "-sse4.1,+avx512bw"] {
                let t = target(cpu, change);
                assert_eq!(target(t.mcpu(), &t.mattr().join(",")), t, "{cpu} {change}");
            }
        }
    }
}
