//! `cargo xtask cross`: builds the programs and the C library for a machine of another architecture, as they are released.
//!
//! `scripts/setup arm` has fetched the linker, Rust's library for that machine and Z3 for it. The result is in
//! `target/TARGET/release`; `scripts/on-arm` runs it here.

use crate::cargo;
use anyhow::{Context as _, Result, bail};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// A machine that is built for.
struct Machine {
    /// Rust's name.
    target: &'static str,
    /// The linker for it.
    linker: &'static str,
    /// Its Z3, below the project's folder.
    z3: &'static str,
    /// The part of `scripts/setup` that fetches all that.
    setup: &'static str,
}

/// The machines that there is a build for.
const MACHINES: [Machine; 1] = [Machine {
    target: "aarch64-unknown-linux-gnu",
    linker: "aarch64-linux-gnu-gcc",
    z3: "third_party/z3-aarch64/lib",
    setup: "scripts/setup arm",
}];

/// The packages that are built.
const PACKAGES: [&str; 3] = ["isotope-server", "isotope-cli", "isotope-capi"];

/// The request.
struct Asked<'a> {
    machine: &'static Machine,
    /// Packages besides [`PACKAGES`].
    also: Vec<&'a str>,
}

impl<'a> Asked<'a> {
    fn read(args: &'a [String]) -> Result<Asked<'a>> {
        let mut asked = Asked { machine: &MACHINES[0], also: Vec::new() };
        let mut args = args.iter().map(String::as_str);
        while let Some(arg) = args.next() {
            match (arg, args.next()) {
                ("--target", Some(target)) => {
                    let known = || MACHINES.map(|machine| machine.target).join(", ");
                    asked.machine = MACHINES
                        .iter()
                        .find(|machine| machine.target == target)
                        .with_context(|| format!("there is no build for {target}; there is one for {}", known()))?;
                }
                ("--also", Some(package)) => asked.also.push(package),
                _ => bail!("unknown argument: {arg}; there are --target TARGET and --also PACKAGE"),
            }
        }
        Ok(asked)
    }
}

/// Builds what the arguments say.
pub fn run(root: &Path, args: &[String]) -> Result<ExitCode> {
    let asked = Asked::read(args)?;
    asked.machine.check(root)?;
    let status = asked.machine.cargo(root, &asked.also).status().context("cargo does not start")?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(ExitCode::from(code.unwrap_or(2)))
}

impl Machine {
    /// Whether all is there that the build takes.
    fn check(&self, root: &Path) -> Result<()> {
        let is_there = |program: &str| Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok();
        let Machine { target, linker, z3, setup } = self;
        if !is_there(linker) {
            bail!("{linker} is missing, which links for {target}: {setup} installs it");
        }
        if !root.join(z3).join("libz3.so").exists() {
            bail!("{z3} has no libz3.so for {target}: {setup} fetches it");
        }
        let printed = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
        let folder = String::from_utf8(printed.context("rustc does not start")?.stdout).context("rustc's folder")?;
        if std::fs::read_dir(folder.trim()).map_or(true, |mut files| files.next().is_none()) {
            bail!("this Rust has no library for {target}: {setup} fetches it");
        }
        Ok(())
    }

    fn cargo(&self, root: &Path, also: &[&str]) -> Command {
        let mut cargo = cargo::cargo(root);
        cargo.args(["build", "--release", "--locked", "--target", self.target]);
        PACKAGES.iter().chain(also).for_each(|package| _ = cargo.args(["--package", package]));
        // Lines of the sources are in no package, and take half of the folder.
        cargo.args(["--config", "profile.release.debug=false"]);
        let target = self.target;
        let linker = format!("target.{target}.linker={:?}", self.linker);
        // Z3 may want a newer C library than the one that is linked with here: the machine has it.
        let flags = ["-Wl,--allow-shlib-undefined".to_owned(), format!("-Wl,-rpath,$ORIGIN/../../../{}", self.z3)];
        let flags = flags.map(|flag| format!("\"-C\", \"link-arg={flag}\"")).join(", ");
        cargo.args(["--config", &linker, "--config", &format!("target.{target}.rustflags=[{flags}]")]);
        cargo.env("Z3_LIBRARY_PATH_OVERRIDE", root.join(self.z3));
        cargo
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(args: &[&str]) -> Result<(&'static str, Vec<String>)> {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        let asked = Asked::read(&args)?;
        Ok((asked.machine.target, asked.also.iter().map(|also| (*also).to_owned()).collect()))
    }

    #[test]
    fn a_machine_is_named_or_the_first() {
        let arm = "aarch64-unknown-linux-gnu";
        assert_eq!(read(&[]).unwrap(), (arm, vec![]));
        assert_eq!(read(&["--also", "isotope-derive", "--target", arm]).unwrap().1, ["isotope-derive"]);
        let refused = |args: &[&str]| read(args).unwrap_err().to_string();
        assert!(refused(&["--target", "riscv64gc-unknown-linux-gnu"]).contains("there is one for aarch64"));
        assert!(refused(&["--target"]).contains("unknown argument: --target"));
        assert!(refused(&["--release"]).contains("--also PACKAGE"));
    }

    #[test]
    fn a_lack_is_named_with_its_remedy() {
        let machine = Machine { linker: "no-such-linker", ..read_machine() };
        let refused = machine.check(Path::new("/")).unwrap_err().to_string();
        assert!(refused.contains("no-such-linker is missing") && refused.contains("scripts/setup arm"), "{refused}");
        let machine = Machine { linker: "true", z3: "no/such/folder", ..read_machine() };
        let refused = machine.check(Path::new("/")).unwrap_err().to_string();
        assert!(refused.contains("no/such/folder has no libz3.so"), "{refused}");
    }

    fn read_machine() -> Machine {
        let Machine { target, linker, z3, setup } = MACHINES[0];
        Machine { target, linker, z3, setup }
    }
}
