//! `cargo xtask test`: builds every test of the workspace, runs the test binaries side by side, and ends with what was skipped, what
//! failed, which binaries took longest, and one line that counts them.

mod executables;
mod programs;
mod running;
mod tally;

use anyhow::{Result, bail};
use executables::Executable;
use running::Ran;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tally::Tally;

/// The variable that the samples of the tests of properties start from.
const SEED: &str = "PROPTEST_RNG_SEED";

/// Where it stands, below the target folder, how many seconds each test binary took the last time.
const TIMES: &str = "test-times.toml";

/// The folder of programs that tests find, below the target folder.
const PROGRAMS: &str = "test-programs";

/// The examples in the documentation, as if they were a test binary.
const DOCUMENTATION: &str = "documentation";

/// Where daemons and clients meet that are told no other address. While tests run, nobody answers there: a test that forgot to name an
/// address of its own fails each time, not when it meets another one.
const DEFAULT_ADDRESS: &str = "127.0.0.1:4711";

/// Binaries that are named with their times in the end.
const SLOWEST: usize = 20;

/// The tests to run.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The tests that are marked as ignored, too.
    slow: bool,
    /// Only binaries whose names hold one of these; all of them where there is none.
    parts: Vec<String>,
    /// Names only.
    list: bool,
}

impl Asked {
    /// Reads the arguments.
    pub fn read(args: &[String]) -> Result<Asked> {
        let mut asked = Asked::default();
        for arg in args {
            match (arg.as_str(), arg.strip_prefix("--part=")) {
                ("--slow", _) => asked.slow = true,
                ("--list", _) => asked.list = true,
                (_, Some(parts)) => asked.parts.extend(parts.split(',').map(str::to_owned)),
                _ => bail!("unknown argument: {arg}; there are --slow, --list and --part=NAME,.."),
            }
        }
        Ok(asked)
    }

    fn is_asked(&self, name: &str) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|part| name.contains(part.as_str()))
    }
}

/// Builds the tests of the workspace found at `root`, and runs those that are asked for.
pub fn run(root: &Path, asked: &Asked) -> Result<ExitCode> {
    let mut all = executables::build(root)?;
    all.push(documentation(root));
    all.retain(|one| asked.is_asked(&one.name));
    if all.is_empty() {
        bail!("no test binary has {} in its name; `cargo xtask test --list` says all names", asked.parts.join(" or "));
    }
    if asked.list {
        all.iter().for_each(|one| println!("{}", one.name));
        return Ok(ExitCode::SUCCESS);
    }
    // A part that a test left out is in its words, which the harness keeps otherwise.
    all.iter_mut().filter(|one| one.name != DOCUMENTATION).for_each(|one| one.args.push("--show-output".to_owned()));
    if asked.slow {
        all.iter_mut().for_each(|one| one.args.push("--include-ignored".to_owned()));
    }
    // Programs are built with the tests, in their features: a test that asks cargo for one alone has it all compiled anew.
    let mut variables: Vec<(&str, OsString)> = vec![("ISOTOPE_BUILT", "1".into())];
    if !asked.slow && std::env::var_os(SEED).is_none() {
        // The same tree gives the same result; the slow tests take new samples each time.
        variables.push((SEED, "1".into()));
    }
    let target = target(&all);
    if !asked.slow {
        variables.extend(programs::path(&target.join(PROGRAMS))?.map(|path| ("PATH", path)));
        programs::missing()
            .iter()
            .for_each(|program| println!("missing, and its tests are skipped by name: {program}"));
    }
    let times = target.join(TIMES);
    let took: BTreeMap<String, f64> =
        std::fs::read_to_string(&times).ok().and_then(|text| toml::from_str(&text).ok()).unwrap_or_default();
    // If it is taken, whoever has it serves as well.
    let _kept = std::net::TcpListener::bind(DEFAULT_ADDRESS);
    let begun = Instant::now();
    let ran = running::run(all, &took, &variables, at_once())?;
    remember(&times, took, &ran)?;
    print!("{}", slowest(&ran));
    let cpu: Duration = ran.iter().map(|ran| ran.cpu).sum();
    println!("{:7.1} s {:7.1} s of CPU  all", begun.elapsed().as_secs_f64(), cpu.as_secs_f64());
    let mut tally = Tally::default();
    ran.into_iter().for_each(|ran| tally.add(ran.tally));
    print!("{}", tally.report());
    Ok(if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The examples in the documentation, which cargo compiles as it runs them.
fn documentation(root: &Path) -> Executable {
    let args = ["test", "--workspace", "--doc", "--quiet", "--"].map(str::to_owned).to_vec();
    Executable { name: DOCUMENTATION.to_owned(), program: env!("CARGO").into(), args, folder: root.to_path_buf() }
}

/// Test binaries side by side: one a core. Many of their tests wait for something, but those of deadlines fail where more run.
fn at_once() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

/// The target folder: test binaries lie in its `debug/deps`.
fn target(all: &[Executable]) -> PathBuf {
    let target = all.iter().find_map(|one| one.program.ancestors().nth(3).filter(|_| one.name != DOCUMENTATION));
    target.unwrap_or(Path::new("target")).to_path_buf()
}

fn remember(file: &Path, mut took: BTreeMap<String, f64>, ran: &[Ran]) -> Result<()> {
    took.extend(ran.iter().map(|ran| (ran.name.clone(), ran.wall.as_secs_f64())));
    Ok(std::fs::write(file, toml::to_string(&took)?)?)
}

fn slowest(ran: &[Ran]) -> String {
    let mut ran: Vec<&Ran> = ran.iter().collect();
    ran.sort_by_key(|ran| std::cmp::Reverse(ran.wall));
    let line = |ran: &&Ran| {
        let [wall, cpu] = [ran.wall, ran.cpu].map(|time| time.as_secs_f64());
        format!("{wall:7.1} s {cpu:7.1} s of CPU  {}\n", ran.name)
    };
    ran.iter().take(SLOWEST).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_named_by_any_part_of_a_name() {
        let args = ["--slow", "--part=smt,serving"].map(str::to_owned);
        let asked = Asked::read(&args).unwrap();
        assert!(asked.slow && !asked.list);
        let names = ["smt", "smt::holds", "server::serving", "server", "synth"];
        assert_eq!(names.map(|name| asked.is_asked(name)), [true, true, true, false, false]);
        assert!(Asked::default().is_asked("anything"));
        assert!(Asked::read(&["--fast".to_owned()]).is_err());
    }
}
