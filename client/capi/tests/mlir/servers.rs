//! Whatever the server does, mlir-opt ends well with the code as it was.

use super::build::{Built, CPU, Ended};
use crate::building::root;
use crate::daemon::daemon;
use libtest_mimic::Failed;
use std::net::TcpListener;
use std::time::Duration;

fn blended(built: &Built, pass: &str, variables: &[(&str, &str)]) -> Ended {
    built.select(pass, &root().join("tests/cases/mlir/blend.mlir"), variables)
}

fn selected(built: &Built, variables: &[(&str, &str)]) -> Ended {
    blended(built, &format!("isotope-select{{cpu={CPU}}}"), variables)
}

/// The same module as without the pass, for this reason.
fn same(built: &Built, variables: &[(&str, &str)], reason: &str) -> Result<(), Failed> {
    let (own, with) = (blended(built, "", &[]), selected(built, variables));
    let is_said = with.report.contains(reason) || with.stderr().contains(reason);
    let is_well = own.output.status.success() && with.output.status.success();
    if is_well && own.stdout() == with.stdout() && with.used() == 0 && is_said {
        return Ok(());
    }
    Err(format!("{}{}", own.told(), with.told()).into())
}

pub fn absent(built: &Built) -> Result<(), Failed> {
    let nobody = [("ISOTOPE_SERVER", "http://127.0.0.1:1"), ("ISOTOPE_TIMEOUT_MS", "60000")];
    same(built, &nobody, "no answer: unreachable: no server answers at http://127.0.0.1:1")?;
    let warnings = selected(built, &nobody).stderr().matches("warning: isotope: the code stays as it is").count();
    if warnings == 1 { Ok(()) } else { Err(format!("{warnings} warnings").into()) }
}

/// It looks at nothing, and says so where it is asked to speak.
pub fn switched_off(built: &Built) -> Result<(), Failed> {
    same(built, &[("ISOTOPE_OFF", "1"), ("ISOTOPE_VERBOSE", "1")], "switched off (ISOTOPE_OFF): 1 modules")
}

pub fn hung(built: &Built) -> Result<(), Failed> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}", listener.local_addr()?);
    std::thread::spawn(move || listener.incoming().flatten().for_each(std::mem::forget));
    let ended = selected(built, &[("ISOTOPE_SERVER", url.as_str()), ("ISOTOPE_TIMEOUT_MS", "60000")]);
    // It is silent for 700 ms, and left alone then.
    if ended.output.status.success() && ended.report.contains("silent") && ended.time < Duration::from_secs(20) {
        return Ok(());
    }
    Err(ended.told().into())
}

/// The double's answers are proven and cheap, and their code is nonsense.
pub fn wrong_answers(built: &Built) -> Result<(), Failed> {
    let daemon = daemon();
    let variables = [("ISOTOPE_SERVER", daemon.url.as_str()), ("ISOTOPE_TIMEOUT_MS", "20000")];
    same(built, &variables, "it loads bytes that the window does not").or_else(|_| same(built, &variables, "its code "))
}

pub fn required(built: &Built) -> Result<(), Failed> {
    let nobody = ("ISOTOPE_SERVER", "http://127.0.0.1:1");
    let [report, all] = ["report", "all"].map(|what| selected(built, &[nobody, ("ISOTOPE_REQUIRE", what)]));
    let why = "may get another answer in another compile; the first: no answer: unreachable";
    let is_said = |ended: &Ended| ended.stderr().matches(why).count() == 1;
    if report.output.status.success() && !all.output.status.success() && is_said(&report) && is_said(&all) {
        return Ok(());
    }
    Err(format!("{}{}", report.told(), all.told()).into())
}
