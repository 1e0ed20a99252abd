//! `ISOTOPE_REQUIRE`: what a compile makes depends neither on the clock nor on the daemon, or it says so or fails.

use super::build::{Built, Ended};
use super::kernels::{fresh, good};
use libtest_mimic::Failed;
use std::sync::atomic::{AtomicBool, Ordering};

const NOBODY: (&str, &str) = ("ISOTOPE_SERVER", "http://127.0.0.1:1");

/// How a program ends that has to have every answer, and what it says, once.
fn ends(ended: &Ended, well: bool, words: &[&str]) -> Result<(), Failed> {
    let said = ended.stderr();
    let is_said_once = |part: &&str| said.matches(*part).count() == 1;
    if ended.output.status.success() == well && words.iter().all(is_said_once) {
        return Ok(());
    }
    Err(format!("{:?}, not {words:?}:\n{}{said}", ended.output.status, ended.stdout()).into())
}

pub fn missing(built: &Built) -> Result<(), Failed> {
    let run = |variables: &[(&str, &str)]| built.preloaded(variables);
    let why = "vector expressions may get another answer in another compile; the first: no answer: unreachable";
    ends(&run(&[NOBODY, ("ISOTOPE_REQUIRE", "all")]), false, &["ISOTOPE_REQUIRE=all", why])?;
    ends(&run(&[NOBODY, ("ISOTOPE_REQUIRE", "report")]), true, &["ISOTOPE_REQUIRE=report", why])?;
    let off = run(&[("ISOTOPE_OFF", "1"), ("ISOTOPE_REQUIRE", "all")]);
    ends(&off, false, &["ISOTOPE_REQUIRE=all: ISOTOPE_OFF is set"])?;
    let off = run(&[("ISOTOPE_OFF", "1"), ("ISOTOPE_REQUIRE", "report")]);
    ends(&off, true, &["ISOTOPE_REQUIRE=report: no answer is used: ISOTOPE_OFF is set"])?;
    let mistaken = run(&[("ISOTOPE_REQUIRE", "al")]);
    ends(&mistaken, false, &["misconfigured: ISOTOPE_REQUIRE=al is not all or report"])?;
    let folder = tempfile::tempdir()?;
    let alone = built.preloaded_from(folder.path(), &[("ISOTOPE_REQUIRE", "all")]);
    ends(&alone, false, &["nothing is used", "ISOTOPE_REQUIRE=all: no compile without Isotope"])
}

/// CMake's function, in a project of a user: the generator that uses it makes other code than the same generator without.
pub fn generator(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let daemon = fresh();
    let variables = [("ISOTOPE_SERVER", daemon.url.as_str()), ("ISOTOPE_REQUIRE", "all"), ("ISOTOPE_VERBOSE", "1")];
    let output = built.project("client/halide/tests/ahead", folder.path(), &variables);
    let [out, said] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let code = |name: &str| std::fs::read_to_string(folder.path().join("build").join(name));
    let used = said.matches(" vector expressions in 1 pipelines ").count();
    if output.status.success() && used == 1 && code("own.s")? != code("selected.s")? {
        return Ok(());
    }
    Err(format!("{used} generators use answers:\n{out}{said}").into())
}

/// Compiled ahead of time with a daemon that knows nothing yet, with one that searches slowly beside other work, and with one that
/// knows everything.
pub fn same_object(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let target = "x86-64-linux-avx2-fma-f16c-sse41-no_runtime-no_asserts-no_bounds_query";
    let object = |name: &str, url: &str| -> Result<Vec<u8>, Failed> {
        let path = folder.path().join(format!("{name}.o"));
        let variables = [("ISOTOPE_SERVER", url), ("ISOTOPE_REQUIRE", "all")];
        let ended = built.python("tests/objects.py", &[target, path.to_str().unwrap_or_default()], &variables);
        good(&ended, 2)?;
        Ok(std::fs::read(path)?)
    };
    let (cold, busy) = (fresh(), fresh());
    let first = object("first", &cold.url)?;
    let is_over = AtomicBool::new(false);
    let beside = std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let made = object("beside", &busy.url);
        is_over.store(true, Ordering::Relaxed);
        made
    })?;
    let warm = object("warm", &cold.url)?;
    if first == beside && first == warm {
        return Ok(());
    }
    Err(format!("the objects have {}, {} and {} bytes, and differ", first.len(), beside.len(), warm.len()).into())
}
