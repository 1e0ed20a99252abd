//! Expressions that are small as graphs and huge as trees, windows that are slow to compile by themselves, and what the client
//! says of it all.

use super::build::{Built, Ended};
use super::kernels::{daemon, fresh, good, patient};
use crate::daemon;
use libtest_mimic::Failed;
use std::time::Duration;

/// All that may be shared, and in what. Walked as a tree each would take hours.
const CASES: &str = "xorshift 10 xorshift 20 xorshift 30 deep 40 bytes deep 40 words deep 40 longs deep 24 mixed \
                     deep 40 index deep 40 scalar deep 24 conditions deep 24 floats";

fn cases() -> Vec<&'static str> {
    CASES.split_whitespace().collect()
}

/// Without the client's library there is only Halide in these programs: they check their own lists and texts.
pub fn graphs(built: &Built) -> Result<(), Failed> {
    good(&built.run("graphs", &[], &[]), 0)
}

/// Switched off, without a server, and with one that answers at once: the client's own time is what is left.
pub fn soon(built: &Built) -> Result<(), Failed> {
    let double = daemon::daemon();
    let variables: [(&str, &str); 3] =
        [("ISOTOPE_OFF", "1"), ("ISOTOPE_SERVER", "http://127.0.0.1:1"), ("ISOTOPE_SERVER", &double.url)];
    for variable in variables {
        good(&built.run("shared", &cases(), &[variable]), 0)?;
    }
    Ok(())
}

/// With the engine, which gets these as they are.
pub fn equal(built: &Built) -> Result<(), Failed> {
    good(&built.run("shared", &cases(), &[("ISOTOPE_SERVER", &daemon().url)]), 0)
}

pub fn in_place(built: &Built) -> Result<(), Failed> {
    good(&built.run("shared", &["in_place"], &patient()), 1)
}

/// The gathers are given up, and that is remembered; the dense window beside them is compared and used.
pub fn slow_window(built: &Built) -> Result<(), Failed> {
    let mut told = String::new();
    for _ in 0..3 {
        let ended = built.run("shared", &["gathers", "16"], &patient());
        good(&ended, 0)?;
        let hot = ended.report.lines().find(|line| line.contains("\"place\": \"store hot"));
        if hot.is_some_and(|line| line.contains("\"used\": true")) {
            return Ok(());
        }
        told = format!("{}{}", ended.stdout(), ended.report);
    }
    Err(told.into())
}

/// The usual time-out, milliseconds; where the engine is not optimised, what it is to that engine.
const USUAL_MS: &str = if cfg!(debug_assertions) { "6000" } else { "1000" };

/// Windows that a compile with an empty cache and the usual time-out asked in vain are done for the next ones: the third uses what
/// one that waits for everything uses.
pub fn third_time(built: &Built) -> Result<(), Failed> {
    for case in [&["quantized_add"][..], &["stencils", "8"]] {
        let cold = fresh();
        let address = ("ISOTOPE_SERVER", cold.url.as_str());
        let compile = |_| {
            let ended = built.run("shared", case, &[address, ("ISOTOPE_TIMEOUT_MS", USUAL_MS)]);
            // Whoever compiles again has looked at something first.
            std::thread::sleep(Duration::from_secs(2));
            ended
        };
        let soon: Vec<Ended> = (0..3).map(compile).collect();
        let whole = built.run("shared", case, &[address, ("ISOTOPE_TIMEOUT_MS", "600000")]);
        soon.iter().try_for_each(|ended| good(ended, 0))?;
        good(&whole, 1)?;
        let used: Vec<usize> = soon.iter().map(Ended::used).collect();
        println!("{case:?}: {used:?} of {} used", whole.used());
        if used[2] < whole.used() {
            return Err(format!("{}{}\n{}", soon[2].stdout(), soon[2].report, whole.report).into());
        }
    }
    Ok(())
}

/// On standard error, once, and only where it is asked for.
pub fn told(built: &Built) -> Result<(), Failed> {
    let verbose = [&patient()[..], &[("ISOTOPE_VERBOSE", "1")]].concat();
    let used = built.run("linked", &[], &verbose).stderr();
    let nothing =
        built.run("linked", &[], &[("ISOTOPE_SERVER", "http://127.0.0.1:1"), ("ISOTOPE_VERBOSE", "1")]).stderr();
    let silent = built.run("linked", &[], &patient()).stderr();
    let once = |text: &str, what: &str| text.matches(what).count() == 1;
    let good = once(&used, " vector expressions in ")
        && !used.contains("nothing is used")
        && once(&nothing, "nothing is used: none of ")
        && nothing.contains(": no answer: unreachable")
        && !silent.contains("isotope:");
    if good { Ok(()) } else { Err(format!("{used}\n{nothing}\n{silent}").into()) }
}
