//! Targets in LLVM's names: parsing, what a CPU name implies.
//!
//! `cpu-features.txt` of an instruction set's folder says which features each CPU has and what each feature brings along. Nothing
//! here knows what a feature is good for.

use crate::error::DataError;
use crate::limits;
use crate::manifest::CpuRules;
use crate::nearest::meant;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A machine that code is selected for: validated, every feature spelled out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Target {
    arch: String,
    mcpu: String,
    features: BTreeSet<String>,
    mattr: Vec<String>,
    /// The CPU whose prices count, where it is not `mcpu`.
    tune: Option<String>,
}

/// Why a target is not one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// An architecture that there are no instructions for.
    #[error("architecture `{arch}` is not supported; this server knows {}", known.join(", "))]
    Arch {
        /// The given name.
        arch: String,
        /// The known names.
        known: Vec<String>,
    },
    /// A CPU name that is not in the table.
    #[error("CPU `{cpu}` is not known; {}", offered(cpu, known, ", and `host`"))]
    Cpu {
        /// The given name.
        cpu: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// This machine is of another architecture.
    #[error("`host` is a machine of {host}, not of {arch}; name a CPU")]
    Host {
        /// The given name.
        arch: String,
        /// The architecture of this machine.
        host: String,
    },
    /// A feature name that is not in the table.
    #[error("feature `{feature}` is not known; {}", offered(feature, known, ""))]
    Feature {
        /// The given name.
        feature: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// A feature without a sign in front.
    #[error("`{0}` in mattr has no sign; write +{0} to turn it on or -{0} to turn it off, tune=CPU for a CPU's prices")]
    Sign(String),
    /// Too long to be meant.
    #[error("mattr is {0} bytes long; the bound MAX_MATTR_BYTES is {bound}", bound = limits::MAX_MATTR_BYTES)]
    Long(usize),
}

/// A suggestion, or all names where nothing is near.
fn offered(name: &str, known: &[&'static str], besides: &str) -> String {
    match meant(name, known.iter().copied()) {
        meant if meant.is_empty() => format!("this server knows {}{besides}", known.join(", ")),
        meant => meant,
    }
}

/// The machine that code may be made for by the name `host`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Host {
    /// LLVM's architecture name.
    pub arch: String,
    /// Its features in LLVM's names, those of the architecture's baseline left out.
    pub features: BTreeSet<String>,
}

/// The CPUs of an instruction set, and the features that there are.
#[derive(Clone, Debug)]
pub struct Cpus {
    cpus: BTreeMap<&'static str, BTreeSet<&'static str>>,
    /// A feature, itself and what it brings along.
    features: BTreeMap<&'static str, BTreeSet<&'static str>>,
    rules: CpuRules,
}

impl Target {
    /// A CPU of which nothing is known but its name: LLVM's own features for it, whatever they are.
    pub fn cpu(arch: &str, mcpu: &str) -> Self {
        Target {
            arch: arch.to_owned(),
            mcpu: mcpu.to_owned(),
            features: BTreeSet::new(),
            mattr: Vec::new(),
            tune: None,
        }
    }

    /// LLVM's architecture name.
    pub fn arch(&self) -> &str {
        &self.arch
    }

    /// LLVM's CPU name: which instructions there are.
    pub fn mcpu(&self) -> &str {
        &self.mcpu
    }

    /// The CPU that code is made fast for: `mcpu`, unless another was named.
    pub fn tune(&self) -> &str {
        self.tune.as_deref().unwrap_or(&self.mcpu)
    }

    /// Every feature.
    pub fn features(&self) -> &BTreeSet<String> {
        &self.features
    }

    /// Whether the target has a feature.
    pub fn has(&self, feature: &str) -> bool {
        self.features.contains(feature)
    }

    /// Where the features depart from the CPU's own, each with its sign: `+avx512vnni`, `-avx512bw`.
    pub fn mattr(&self) -> &[String] {
        &self.mattr
    }

    /// The words behind the CPU's name in a request or on a `target` line: `mattr`, and `tune=CPU` where that is another one.
    pub fn words(&self) -> Vec<String> {
        self.mattr.iter().cloned().chain(self.tune.iter().map(|cpu| format!("{TUNE}{cpu}"))).collect()
    }
}

impl std::fmt::Display for Target {
    /// As a `target` line of an expression file says it: `x86_64 haswell -fma tune=znver3`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.arch, self.mcpu)?;
        self.words().iter().try_for_each(|word| write!(f, " {word}"))
    }
}

impl Cpus {
    /// None: there is no target of them.
    pub(crate) fn none(rules: &CpuRules) -> Cpus {
        Cpus { cpus: BTreeMap::new(), features: BTreeMap::new(), rules: rules.clone() }
    }

    /// Reads `cpu-features.txt`: `cpu NAME: FEATURE...` and `feature NAME: FEATURE...`.
    pub(crate) fn read(text: &'static str, rules: &CpuRules) -> Result<Cpus, DataError> {
        let mut table = Cpus { cpus: BTreeMap::new(), features: BTreeMap::new(), rules: rules.clone() };
        for (number, line) in text.lines().enumerate().filter(|(_, l)| !l.is_empty() && !l.starts_with('#')) {
            let bad = || DataError::at(FILE, number, "not `cpu NAME: FEATURE...` or `feature NAME: FEATURE...`");
            let (head, list) = line.split_once(':').ok_or_else(bad)?;
            let set = list.split_whitespace();
            match head.split_once(' ') {
                Some(("cpu", name)) => drop(table.cpus.insert(name, set.collect())),
                Some(("feature", name)) => drop(table.features.insert(name, set.chain([name]).collect())),
                _ => return Err(bad()),
            }
        }
        match table.cpus.get(rules.baseline.as_str()) {
            Some(_) => Ok(table),
            None => Err(DataError::at(FILE, 0, "the baseline that target.toml names is not there")),
        }
    }

    /// The CPU names, sorted.
    pub fn names(&self) -> Vec<&'static str> {
        self.cpus.keys().copied().collect()
    }

    /// The feature names, sorted.
    pub fn features(&self) -> Vec<&'static str> {
        self.features.keys().copied().collect()
    }

    /// Reads a target of this instruction set; see [`crate::InstructionSets::target`].
    pub(crate) fn target(&self, arch: &str, mcpu: &str, mattr: &str, host: &Host) -> Result<Target, TargetError> {
        if mattr.len() > limits::MAX_MATTR_BYTES {
            return Err(TargetError::Long(mattr.len()));
        }
        let named_by_features = mcpu.is_empty() && !mattr.trim().is_empty();
        let own = match mcpu {
            "" if named_by_features => owned(&self.cpus[self.rules.baseline.as_str()]),
            "" | "host" | "native" if host.arch != arch => {
                return Err(TargetError::Host { arch: arch.to_owned(), host: host.arch.clone() });
            }
            "" | "host" | "native" => &owned(&self.cpus[self.rules.baseline.as_str()]) | &host.features,
            name => owned(self.cpus.get(name).ok_or_else(|| self.unknown_cpu(name))?),
        };
        let (features, tune) = self.with_mattr(own, mattr)?;
        let mcpu = match mcpu {
            "" | "host" | "native" => self.nearest(&features),
            name => name.to_owned(),
        };
        let cpu = owned(&self.cpus[mcpu.as_str()]);
        let told = |f: &&String| !cpu.contains(*f) || (self.rules.optional && self.tells(f));
        let on = features.iter().filter(told).map(|f| format!("+{f}"));
        let off = cpu.difference(&features).map(|f| format!("-{f}"));
        let mattr = on.chain(off).collect();
        let tune = tune.filter(|cpu| *cpu != mcpu);
        Ok(Target { arch: arch.to_owned(), mcpu, mattr, tune, features })
    }

    fn unknown_cpu(&self, cpu: &str) -> TargetError {
        TargetError::Cpu { cpu: cpu.to_owned(), known: self.names() }
    }

    /// Applies `+f,-g,tune=CPU` from left to right: on brings along what it needs, off takes away what needs it.
    fn with_mattr(
        &self,
        mut features: BTreeSet<String>,
        mattr: &str,
    ) -> Result<(BTreeSet<String>, Option<String>), TargetError> {
        let mut tune = None;
        for word in mattr.split([',', ' ']).filter(|w| !w.is_empty()) {
            if let Some(cpu) = word.strip_prefix(TUNE) {
                self.cpus.get(cpu).ok_or_else(|| self.unknown_cpu(cpu))?;
                tune = Some(cpu.to_owned());
                continue;
            }
            let (on, name) = match (word.strip_prefix('+'), word.strip_prefix('-')) {
                (Some(name), _) => (true, name),
                (_, Some(name)) => (false, name),
                _ => return Err(TargetError::Sign(word.to_owned())),
            };
            let Some(brings) = self.features.get(name) else {
                return Err(TargetError::Feature { feature: name.to_owned(), known: self.features() });
            };
            if on {
                features.extend(brings.iter().map(|&f| f.to_owned()));
            } else {
                features.retain(|f| self.features.get(f.as_str()).is_none_or(|needs| !needs.contains(name)));
            }
        }
        Ok((features, tune))
    }

    /// Whether a feature tells CPUs apart.
    fn tells(&self, feature: &str) -> bool {
        self.rules.vector_features.iter().any(|beginning| feature.starts_with(beginning.as_str()))
    }

    /// The known CPU with the most of these features and none besides; names decide ties.
    fn nearest(&self, features: &BTreeSet<String>) -> String {
        let fits = |set: &BTreeSet<&'static str>| !set.iter().any(|f| self.tells(f) && !features.contains(*f));
        let shared = |set: &BTreeSet<&'static str>| set.iter().filter(|&&f| features.contains(f)).count();
        let fitting = self.cpus.iter().filter(|(_, set)| fits(set));
        let best = fitting.max_by_key(|(_, set)| (shared(set), usize::MAX - set.len()));
        best.map_or(self.rules.baseline.as_str(), |(name, _)| name).to_owned()
    }
}

fn owned(set: &BTreeSet<&'static str>) -> BTreeSet<String> {
    set.iter().map(|&f| f.to_owned()).collect()
}

const FILE: &str = "cpu-features.txt";

/// The word in front of the CPU whose costs count.
const TUNE: &str = "tune=";
