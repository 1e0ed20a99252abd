//! Whatever the server does, a compile succeeds with LLVM's own code.

use super::build::{Built, Ended, source};
use crate::daemon::daemon;
use libtest_mimic::Failed;
use std::net::TcpListener;
use std::time::Duration;

/// The object that clang makes of the kernels, with these variables or without the plug-in.
fn object(built: &Built, variables: Option<&[(&str, &str)]>) -> (Vec<u8>, Ended) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kernels.o").display().to_string();
    let kernels = source("kernels.c").display().to_string();
    let options = ["-O3", "-march=haswell", "-c", &kernels, "-o", &path];
    let ended = match variables {
        None => built.plain(&options),
        Some(variables) => built.clang(&options, variables),
    };
    (std::fs::read(path).unwrap_or_default(), ended)
}

/// The same object as without the plug-in, for these reasons. Copies of loops over rows are left out, which need no daemon.
fn same(built: &Built, variables: &[(&str, &str)], reasons: &[&str]) -> Result<(), Failed> {
    let (own, plain) = object(built, None);
    let (with, ended) = object(built, Some(&[variables, &[("ISOTOPE_APART", "off")]].concat()));
    let is_said = reasons.iter().any(|reason| ended.report.contains(reason) || ended.stderr().contains(reason));
    if !own.is_empty() && own == with && ended.used() == 0 && is_said {
        return Ok(());
    }
    Err(format!("{} and {} bytes\n{}{}", own.len(), with.len(), plain.told(), ended.told()).into())
}

pub fn absent(built: &Built) -> Result<(), Failed> {
    let variables = [("ISOTOPE_SERVER", "http://127.0.0.1:1"), ("ISOTOPE_TIMEOUT_MS", "60000")];
    same(built, &variables, &["no answer: unreachable: no server answers at http://127.0.0.1:1"])
}

/// It looks at nothing, and says so where it is asked to speak.
pub fn switched_off(built: &Built) -> Result<(), Failed> {
    same(built, &[("ISOTOPE_OFF", "1"), ("ISOTOPE_VERBOSE", "1")], &["switched off (ISOTOPE_OFF): 1 modules"])
}

/// With the version's sentence, which says what to do.
pub fn other_epoch(built: &Built) -> Result<(), Failed> {
    let daemon = daemon();
    let variables = [("ISOTOPE_SERVER", daemon.url.as_str()), ("ISOTOPE_EPOCH", "another")];
    same(built, &variables, &["no answer: version: the request expects epoch another, but this server has epoch e0"])
}

/// A libisotope whose interface is another one: a library that comes before it says so.
pub fn other_library(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let [code, library] = ["other.c", "other.so"].map(|name| folder.path().join(name).display().to_string());
    std::fs::write(&code, "unsigned isotope_abi_version(void) { return 2; }\n")?;
    let compiled = built.plain(&["-shared", "-fPIC", &code, "-o", &library]);
    if !compiled.output.status.success() {
        return Err(compiled.told().into());
    }
    let daemon = daemon();
    let variables = [("ISOTOPE_SERVER", daemon.url.as_str()), ("LD_PRELOAD", &library), ("ISOTOPE_VERBOSE", "1")];
    let is_said_once = |ended: &Ended| ended.stderr().matches("install both from one build").count() == 1;
    let (_, ended) = object(built, Some(&variables));
    if !is_said_once(&ended) || ended.stderr().contains("ISOTOPE_OFF") {
        return Err(ended.told().into());
    }
    same(built, &variables, &["has version 2; install both from one build"])
}

pub fn hung(built: &Built) -> Result<(), Failed> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}", listener.local_addr()?);
    std::thread::spawn(move || listener.incoming().flatten().for_each(std::mem::forget));
    let (_, plain) = object(built, None);
    let variables = [("ISOTOPE_SERVER", url.as_str()), ("ISOTOPE_TIMEOUT_MS", "60000")];
    let (_, ended) = object(built, Some(&variables));
    let late = ended.time.saturating_sub(plain.time);
    // It is silent for 700 ms, and left alone then.
    if ended.output.status.success() && ended.report.contains("silent") && late < Duration::from_secs(10) {
        return Ok(());
    }
    Err(format!("{late:?} later\n{}", ended.told()).into())
}

/// The double's answers are proven and cheap, and their code is nonsense.
pub fn wrong_answers(built: &Built) -> Result<(), Failed> {
    let daemon = daemon();
    let variables = [("ISOTOPE_SERVER", daemon.url.as_str()), ("ISOTOPE_TIMEOUT_MS", "20000")];
    same(built, &variables, &["it loads bytes that the window does not", "its code "])
}

pub fn required(built: &Built) -> Result<(), Failed> {
    let nobody = ("ISOTOPE_SERVER", "http://127.0.0.1:1");
    let (_, report) = object(built, Some(&[nobody, ("ISOTOPE_REQUIRE", "report")]));
    let (_, all) = object(built, Some(&[nobody, ("ISOTOPE_REQUIRE", "all")]));
    let why = "may get another answer in another compile; the first: no answer: unreachable";
    let is_said = |ended: &Ended| ended.stderr().matches(why).count() == 1;
    if report.output.status.success() && !all.output.status.success() && is_said(&report) && is_said(&all) {
        return Ok(());
    }
    Err(format!("{}{}", report.told(), all.told()).into())
}
