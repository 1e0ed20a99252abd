//! Ahead of time for other machines, from this one: the objects compute on QEMU what they compute without Isotope.

use super::build::Built;
use super::kernels::{daemon, good, patient};
use crate::daemon::Served;
use isotope_run::{Executor, Language, QEMU_AARCH64, QEMU_HEXAGON, Unit};
use libtest_mimic::Failed;
use std::path::Path;

/// A machine.
struct Machine {
    /// The executor of its programs.
    executor: &'static dyn Executor,
    /// As Halide names it.
    target: &'static str,
    /// The CPU, where Halide names none.
    cpu: &'static str,
    /// An instruction that an answer has there, and Halide's own code has not.
    instruction: &'static str,
    /// Further features of its objects, for LLVM's disassembler.
    features: &'static str,
    /// Bytes of a vector.
    vector: usize,
    /// Further needs of its programs.
    more: &'static str,
    /// A loop without an answer does two iterations at a time.
    joins: bool,
}

impl Machine {
    /// Whether its instruction is in an object.
    fn is_in(&self, object: &Path) -> Result<bool, Failed> {
        let mut objdump = std::process::Command::new("llvm-objdump-19");
        let output = objdump.arg("-d").arg(format!("--mattr={}", self.features)).arg(object).output()?;
        Ok(String::from_utf8_lossy(&output.stdout).contains(self.instruction))
    }
}

/// The dot products differ in the signs that they take.
const ARM: [Machine; 2] = [
    Machine {
        executor: QEMU_AARCH64,
        target: "arm-64-linux-armv86a",
        cpu: "neoverse-v2",
        instruction: "usdot",
        features: "+all",
        vector: 16,
        more: "",
        joins: true,
    },
    Machine {
        executor: QEMU_AARCH64,
        target: "arm-64-linux-arm_dot_prod",
        cpu: "neoverse-n1",
        instruction: "sdot",
        features: "+all",
        vector: 16,
        more: "",
        joins: true,
    },
];

const HEXAGON: Machine = Machine {
    executor: QEMU_HEXAGON,
    target: "hexagon-32-noos-hvx_128-hvx_v66",
    cpu: "",
    instruction: "vtmpy",
    features: "+hvxv66,+hvx-length128b",
    vector: 128,
    more: include_str!("../../../../bench/emulated/hexagon.c"),
    joins: false,
};

pub fn arm_objects_are_equal(built: &Built) -> Result<(), Failed> {
    equal(built, "arm_objects_are_equal", &ARM, "sums").map(drop)
}

pub fn hexagon_objects_are_equal(built: &Built) -> Result<(), Failed> {
    let [made, remembered] = schedules()?;
    let said = equal(built, "hexagon_objects_are_equal", &[HEXAGON], "sums")?;
    // The object and the library are two compiles, in which LLVM names values otherwise.
    let after = schedules()?;
    if !said.is_empty() && after != [made + 1, remembered + 1] {
        return Err(format!("of two compiles of one pipeline {made}, {remembered} became {after:?}").into());
    }
    let said = equal(built, "hexagon_objects_are_equal", &[HEXAGON], "maxima")?;
    let scheduled = |line: &str| line.contains(" hardware loops of ") && !line.starts_with("isotope: 0 of ");
    if !said.is_empty() && !said.lines().any(scheduled) {
        return Err(format!("no loop is scheduled:\n{said}").into());
    }
    unscheduled_objects_are_halides(built)
}

/// Machine code that the daemon has scheduled, and such as it remembered.
fn schedules() -> Result<[u64; 2], Failed> {
    let Served { url, runtime, .. } = daemon();
    let stats = runtime.block_on(async {
        let client = isotope_client::Client::connect(url, isotope_client::Settings::default()).await?;
        client.stats().await
    })?;
    Ok([stats.schedules, stats.schedules_remembered])
}

/// Without a daemon, or where it is switched off, no byte is another one than Halide's.
fn unscheduled_objects_are_halides(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let target = format!("{}-no_runtime-no_asserts-no_bounds_query", HEXAGON.target);
    let absent = [("ISOTOPE_SERVER", "http://127.0.0.1:1"), ("ISOTOPE_VERBOSE", "1")];
    let mut objects = Vec::new();
    for (name, variables) in [("own.o", &[("ISOTOPE_OFF", "1")][..]), ("absent.o", &absent), ("absent.a", &absent)] {
        let path = folder.path().join(name);
        let ended = built.python("tests/objects.py", &[&target, path.to_str().unwrap_or_default()], variables);
        let said = String::from_utf8_lossy(&ended.output.stderr).into_owned();
        if !ended.output.status.success() || (name != "own.o") != said.contains("no loop of kernels is scheduled: ") {
            return Err(format!("{name}: {said}").into());
        }
        objects.push(std::fs::read(path)?);
    }
    if objects[0] != objects[1] || !objects[2].windows(objects[0].len()).any(|part| part == objects[0]) {
        return Err("an object differs from Halide's own without a daemon".into());
    }
    match std::fs::read_dir(folder.path())?.count() {
        3 => Ok(()),
        files => Err(format!("{files} files are left where three were written").into()),
    }
}

/// LLVM aborts at the first choice of answers, in the place where they are. The compile ends all the same, with another choice.
pub fn an_abort_of_llvm_is_none_of_the_compile(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let object = folder.path().join("aborting.o");
    let target = format!("{}-no_runtime-no_asserts-no_bounds_query", HEXAGON.target);
    let arguments = [target.as_str(), object.to_str().unwrap_or_default()];
    good(&built.python("tests/aborting.py", &arguments, &patient()), 1)?;
    if HEXAGON.is_in(&object)? {
        return Ok(());
    }
    Err(format!("there is no {} in the object", HEXAGON.instruction).into())
}

/// The words of the client; nothing where the test is skipped.
fn equal(built: &Built, test: &str, machines: &[Machine], kernels: &str) -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    let input: Vec<u8> = (0..=255u8).map(|n| n.wrapping_mul(197).rotate_left(3)).collect();
    let mut said = String::new();
    for machine in machines {
        let Machine { executor, target, cpu, instruction, vector, more, .. } = machine;
        if !executor.is_there() {
            println!("skipped: {test} needs {} (scripts/setup hexagon)", executor.name());
            return Ok(String::new());
        }
        let driver = include_str!("../../../halide/tests/emulated.c");
        let text = format!("#define VECTOR {vector}\n{driver}\n{more}");
        let driver = Unit { name: "driver".to_owned(), language: Language::C, text, features: Vec::new() };
        let driver = executor.compile(&driver, folder.path())?;
        let object = |name: &str, variables: &[(&str, &str)]| {
            let path = folder.path().join(name);
            let target = format!("{target}-no_runtime-no_asserts-no_bounds_query");
            let arguments = [&target, path.to_str().unwrap_or_default(), kernels];
            let ended = built.python("tests/objects.py", &arguments, variables);
            (path, ended)
        };
        let (own, _) = object("own.o", &[("ISOTOPE_OFF", "1")]);
        let (selected, ended) =
            object("selected.o", &[&patient()[..], &[("ISOTOPE_MCPU", cpu), ("ISOTOPE_VERBOSE", "1")]].concat());
        let is_of_sums = kernels == "sums";
        good(&ended, if is_of_sums { 2 } else { 0 })?;
        said += &String::from_utf8_lossy(&ended.output.stderr);
        let run = |object: &Path| executor.run(&[driver.clone(), object.to_owned()], &input, 1 << 17);
        let (expected, made) = (run(&own)?, run(&selected)?);
        let (library, ended) = object("selected.a", &[&patient()[..], &[("ISOTOPE_MCPU", cpu)]].concat());
        good(&ended, if is_of_sums { 2 } else { 0 })?;
        if run(&library)? != made {
            return Err(format!("{target}: the library's output is another one than the object's").into());
        }
        if expected.len() != 4 * 9 * vector * 16 || made != expected {
            return Err(format!("{target}: {} bytes, and the outputs differ", made.len()).into());
        }
        if is_of_sums && (machine.is_in(&own)? || !machine.is_in(&selected)?) {
            return Err(format!("{target}: {instruction} is in Halide's own code, or in none\n{}", ended.report).into());
        }
    }
    if machines.iter().any(|machine| machine.joins) && !said.contains(" do two iterations at a time") {
        return Err(format!("no loop does two iterations at a time:\n{said}").into());
    }
    Ok(said)
}
