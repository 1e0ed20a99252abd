//! `cargo xtask shipped`: builds the executable and the C library that packages have, for this machine or for another architecture.
//!
//! The result is in `target/shipped`, or in `target/TARGET/shipped`. For another architecture `scripts/setup` has fetched the linker,
//! Rust's library for that machine and Z3 for it; `scripts/on-arm` runs the result here.

use crate::cargo;
use anyhow::{Context as _, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The profile, which is the name of the folder, too.
const PROFILE: &str = "shipped";

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

/// The machines that there is a build for besides the one that builds.
const MACHINES: [Machine; 1] = [Machine {
    target: "aarch64-unknown-linux-gnu",
    linker: "aarch64-linux-gnu-gcc",
    z3: "third_party/z3-aarch64/lib",
    setup: "scripts/setup arm",
}];

/// The request.
struct Asked<'a> {
    /// Another machine than this one.
    machine: Option<&'static Machine>,
    /// Packages besides the command's.
    also: Vec<&'a str>,
}

impl<'a> Asked<'a> {
    fn read(args: &'a [String]) -> Result<Asked<'a>> {
        let mut asked = Asked { machine: None, also: Vec::new() };
        let mut args = args.iter().map(String::as_str);
        while let Some(arg) = args.next() {
            match (arg, args.next()) {
                ("--target", Some(target)) => {
                    let known = || MACHINES.map(|machine| machine.target).join(", ");
                    let found = MACHINES.iter().find(|machine| machine.target == target);
                    asked.machine =
                        Some(found.with_context(|| {
                            format!("there is no build for {target}; there is one for {}", known())
                        })?);
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
    if let Some(machine) = asked.machine {
        machine.check(root)?;
    }
    let mut programs = cargo(root, "build", asked.machine)?;
    ["isotope-cli"].iter().chain(&asked.also).for_each(|package| _ = programs.args(["--package", package]));
    // With a library for Rust among its kinds, a package is not optimised as a whole.
    let mut library = cargo(root, "rustc", asked.machine)?;
    library.args(["--package", "isotope-capi", "--lib", "--crate-type", "cdylib,staticlib"]);
    for mut command in [programs, library] {
        let status = command.status().context("cargo does not start")?;
        if !status.success() {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            return Ok(ExitCode::from(code.unwrap_or(2)));
        }
    }
    link(&folder(root, asked.machine))?;
    Ok(ExitCode::SUCCESS)
}

/// The folder of what is built.
fn folder(root: &Path, machine: Option<&Machine>) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    machine.map_or_else(|| target.clone(), |machine| target.join(machine.target)).join(PROFILE)
}

/// The daemon is the same executable under its own name.
fn link(folder: &Path) -> Result<()> {
    let path = folder.join("isotoped");
    if let Err(error) = std::fs::remove_file(&path)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        return Err(error).with_context(|| format!("{} cannot be replaced", path.display()));
    }
    std::os::unix::fs::symlink("isotope", &path).with_context(|| format!("{} cannot be made", path.display()))
}

/// Cargo on a package of the workspace, for a machine.
fn cargo(root: &Path, verb: &str, machine: Option<&Machine>) -> Result<Command> {
    let mut command = cargo::cargo(root);
    command.args([verb, "--profile", PROFILE, "--locked"]);
    let commit = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(root).stderr(Stdio::null()).output();
    let commit = commit.ok().filter(|output| output.status.success()).and_then(|o| String::from_utf8(o.stdout).ok());
    command.env("ISOTOPE_COMMIT", commit.unwrap_or_default().trim());
    // Panics name their sources: an executable has neither the folder that it was built in nor its builder's home.
    let mut flags = vec![format!("--remap-path-prefix={}=/isotope", root.display())];
    flags.extend(registry().map(|home| format!("--remap-path-prefix={}=/cargo", home.display())));
    let target = match machine {
        None => host()?,
        Some(Machine { target, linker, z3, .. }) => {
            command.args(["--target", target, "--config", &format!("target.{target}.linker={linker:?}")]);
            command.env("Z3_LIBRARY_PATH_OVERRIDE", root.join(z3));
            // Z3 may want a newer C library than the one that is linked with here: the machine has it.
            for flag in ["-Wl,--allow-shlib-undefined".to_owned(), format!("-Wl,-rpath,$ORIGIN/../../../{z3}")] {
                flags.extend(["-C".to_owned(), format!("link-arg={flag}")]);
            }
            (*target).to_owned()
        }
    };
    command.args(["--config", &format!("target.{target}.rustflags={flags:?}")]);
    Ok(command)
}

/// Cargo's own folder, with the sources of dependencies.
fn registry() -> Option<PathBuf> {
    let named = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    named("CARGO_HOME").or_else(|| Some(named("HOME")?.join(".cargo")))
}

/// Rust's name of this machine.
fn host() -> Result<String> {
    let output = Command::new("rustc").args(["--print", "host-tuple"]).output().context("rustc does not start")?;
    let name = String::from_utf8(output.stdout).context("rustc's name of this machine")?;
    if !output.status.success() || name.trim().is_empty() {
        bail!("rustc does not know its machine: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(name.trim().to_owned())
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(args: &[&str]) -> Result<(Option<&'static str>, Vec<String>)> {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        let asked = Asked::read(&args)?;
        Ok((asked.machine.map(|machine| machine.target), asked.also.iter().map(|also| (*also).to_owned()).collect()))
    }

    #[test]
    fn a_machine_is_named_or_it_is_this_one() {
        let arm = "aarch64-unknown-linux-gnu";
        assert_eq!(read(&[]).unwrap(), (None, vec![]));
        let asked = read(&["--also", "isotope-derive", "--target", arm]).unwrap();
        assert_eq!(asked, (Some(arm), vec!["isotope-derive".to_owned()]));
        let refused = |args: &[&str]| read(args).unwrap_err().to_string();
        assert!(refused(&["--target", "riscv64gc-unknown-linux-gnu"]).contains("there is one for aarch64"));
        assert!(refused(&["--target"]).contains("unknown argument: --target"));
        assert!(refused(&["--release"]).contains("--also PACKAGE"));
    }

    #[test]
    fn the_daemon_is_a_link_that_is_made_anew() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("isotoped"), "an older build's").unwrap();
        for _ in 0..2 {
            link(folder.path()).unwrap();
            assert_eq!(std::fs::read_link(folder.path().join("isotoped")).unwrap(), Path::new("isotope"));
        }
        assert!(link(Path::new("/no/such/folder")).unwrap_err().to_string().contains("cannot be made"));
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
