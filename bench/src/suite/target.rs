//! Targets of the suite: files of `bench/targets`.

use super::build::root;
use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// A file of `bench/targets`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The instruction set, where the file has another name.
    pub arch: Option<String>,
    /// Halide's name for it.
    pub halide: String,
    /// Whether kernels state that their buffers are aligned, and where they begin and end.
    #[serde(default)]
    pub aligned: bool,
    /// How kernels are measured.
    pub measure: Measure,
}

/// How kernels are measured.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "by", rename_all = "lowercase", deny_unknown_fields)]
pub enum Measure {
    /// By this machine's clock.
    Clock {
        /// The launcher of a program, in front of its path; nothing for this machine itself.
        runner: Vec<String>,
    },
    /// By what an emulator executed: instructions, and the cycles that LLVM's models have for them.
    Counts(Counts),
}

/// The emulator on which kernels are counted, and for which CPUs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// The emulator of user programs and its arguments; it takes plug-ins of QEMU's.
    pub emulator: Vec<String>,
    /// Files in C, one after the other: what starts a program on the emulator, its input from standard input, its output to standard output.
    pub start: Vec<String>,
    /// How clang compiles the references and what runs them, whatever the CPU.
    pub clang: Vec<String>,
    /// The source of cycles.
    #[serde(default)]
    pub cycles: CyclesBy,
    /// The CPUs that there are results of.
    pub cpu: Vec<Cpu>,
}

/// The source of a program's cycles.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum CyclesBy {
    /// LLVM's model of the CPU.
    #[default]
    Model,
    /// The packets that were executed: the emulator counts each as one instruction.
    Packets,
}

/// A CPU that LLVM has a model of.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cpu {
    /// LLVM's name.
    pub name: String,
    /// Its name on pages.
    pub title: String,
    /// Its features, in Halide's names.
    pub halide: Vec<String>,
    /// How clang compiles the references for it.
    pub clang: Vec<String>,
}

impl Target {
    /// Reads the file of an architecture.
    ///
    /// # Errors
    ///
    /// There is no such file, or it holds something else; the message names the file and, without one, those that there are.
    pub fn read(arch: &str) -> Result<Self> {
        let path = root().join(format!("bench/targets/{arch}.toml"));
        let text = std::fs::read_to_string(&path).with_context(|| {
            let known = Target::known().map_or(String::new(), |known| known.join(", "));
            format!("{} cannot be read; a target of the suite is a file there: {known}", path.display())
        })?;
        toml::from_str(&text).with_context(|| format!("{} is not a target", path.display()))
    }

    /// The architectures that there are files of, in alphabetical order.
    ///
    /// # Errors
    ///
    /// The folder cannot be listed.
    pub fn known() -> Result<Vec<String>> {
        let folder = root().join("bench/targets");
        let entries = std::fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
        let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
        let names: Vec<String> = names.collect::<Result<_>>()?;
        let mut known: Vec<String> =
            names.iter().filter_map(|name| name.strip_suffix(".toml")).map(str::to_owned).collect();
        known.sort();
        Ok(known)
    }

    /// The launcher of a program of the target that is measured by the clock: nothing for this machine.
    pub fn runner(&self) -> &[String] {
        match &self.measure {
            Measure::Clock { runner } => runner,
            Measure::Counts(_) => &[],
        }
    }
}

impl Counts {
    /// The CPUs of that name; all of them without one.
    ///
    /// # Errors
    ///
    /// No CPU has the name; the message says which there are.
    pub fn chosen(&self, name: Option<&str>) -> Result<Vec<&Cpu>> {
        let chosen: Vec<&Cpu> = self.cpu.iter().filter(|cpu| name.is_none_or(|name| cpu.name == name)).collect();
        if chosen.is_empty() {
            let known: Vec<&str> = self.cpu.iter().map(|cpu| cpu.name.as_str()).collect();
            let asked = name.unwrap_or_default();
            bail!("the target has no CPU called {asked}; there is {} (bench/targets)", known.join(", "));
        }
        Ok(chosen)
    }
}

impl Cpu {
    /// Halide's name for a target on this CPU.
    pub fn of(&self, halide: &str) -> String {
        std::iter::once(halide).chain(self.halide.iter().map(String::as_str)).collect::<Vec<_>>().join("-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_target() {
        let known = Target::known().unwrap();
        assert_eq!(known, ["aarch64", "hexagon", "hexagon_aligned", "x86_64"]);
        for arch in known {
            Target::read(&arch).unwrap();
        }
        let error = Target::read("riscv").unwrap_err().to_string();
        assert!(
            error.ends_with("a target of the suite is a file there: aarch64, hexagon, hexagon_aligned, x86_64"),
            "{error}"
        );
    }

    #[test]
    fn a_cpu_names_what_it_has() {
        let Measure::Counts(counts) = Target::read("aarch64").unwrap().measure else { panic!("it is counted") };
        let n1 = counts.chosen(Some("neoverse-n1")).unwrap();
        assert_eq!(n1[0].of("arm-64-linux"), "arm-64-linux-arm_dot_prod");
        let error = counts.chosen(Some("pentium")).unwrap_err().to_string();
        assert_eq!(error, "the target has no CPU called pentium; there is neoverse-v2, neoverse-n1 (bench/targets)");
    }
}
