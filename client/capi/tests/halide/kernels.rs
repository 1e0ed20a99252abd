//! Against the real engine: outputs are equal, and answers are used in every way of linking.

use super::build::{Built, Ended};
use crate::daemon::{Served, serve_core};
use isotope_server::memory::Memory;
use isotope_server::settings::config::CoreConfig;
use libtest_mimic::Failed;
use std::sync::OnceLock;

/// One daemon for all tests, so that each window is searched for once.
pub fn daemon() -> &'static Served {
    static DAEMON: OnceLock<Served> = OnceLock::new();
    DAEMON.get_or_init(fresh)
}

/// A daemon that has answered nothing yet.
pub fn fresh() -> Served {
    serve_core("127.0.0.1:0", |folder| {
        CoreConfig { threads: 2, ..CoreConfig::in_folder(folder) }.open(Memory::default())
    })
}

pub fn patient() -> [(&'static str, &'static str); 2] {
    [("ISOTOPE_SERVER", &daemon().url), ("ISOTOPE_TIMEOUT_MS", "600000")]
}

pub fn good(ended: &Ended, at_least_used: usize) -> Result<(), Failed> {
    if ended.output.status.success() && ended.used() >= at_least_used {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&ended.output.stderr);
    Err(format!("{} used\n{}{errors}\n{}", ended.used(), ended.stdout(), ended.report).into())
}

pub fn some_kernels(built: &Built) -> Result<(), Failed> {
    let kernels = "gaussian3x3 boxblur3x3 avgpool2x2 add_q_u8 blend_u8 matmul_u8i8_plain maxpool2x2 dilate3x3 \
                   mulhrs_i16 sobel3x3 add_sat_u8 requant_i32_u8";
    good(&built.run("equal", &kernels.split_whitespace().collect::<Vec<_>>(), &patient()), 5)
}

pub fn all_kernels(built: &Built) -> Result<(), Failed> {
    good(&built.run("equal", &[], &patient()), 20)
}

pub fn two_threads(built: &Built) -> Result<(), Failed> {
    let kernels = ["--threads", "2", "gaussian3x3", "boxblur3x3", "add_q_u8", "blend_u8", "gaussian3x3"];
    good(&built.run("equal", &kernels, &patient()), 4)
}

/// Its report has Halide's own code for each expression.
pub fn linked(built: &Built) -> Result<(), Failed> {
    let variables = [&patient()[..], &[("ISOTOPE_REPORT_CODE", "1")]].concat();
    let ended = built.run("linked", &[], &variables);
    good(&ended, 1)?;
    let has_code = |line: &str| !line.contains("\"halide\": \"\"") && line.contains("vmov");
    if ended.report.lines().all(has_code) { Ok(()) } else { Err(ended.report.into()) }
}

pub fn preloaded(built: &Built) -> Result<(), Failed> {
    good(&built.preloaded(&patient()), 1)
}

pub fn python(built: &Built) -> Result<(), Failed> {
    good(&built.python("examples/plain.py", &[], &patient()), 1)
}

/// Random pipelines compute the same with Isotope and without.
pub fn random(built: &Built) -> Result<(), Failed> {
    let run = |variables: &[_]| built.python("tests/random_pipelines.py", &["0", "20"], variables);
    let (without, with) = (run(&[("ISOTOPE_OFF", "1")]), run(&patient()));
    good(&without, 0)?;
    good(&with, 10)?;
    if with.stdout() == without.stdout() {
        Ok(())
    } else {
        Err(format!("{}{}", without.stdout(), with.stdout()).into())
    }
}

/// Halide's own tests end and print the same.
pub fn halides_own(built: &Built) -> Result<(), Failed> {
    let source = super::build::source(built.version()).ok_or("Halide's sources are gone")?;
    let ended = built.halides_own(&source, &patient());
    println!("{}", ended.stdout());
    good(&ended, 0)
}

/// Which stores may be done as one.
pub fn chained(built: &Built) -> Result<(), Failed> {
    good(&built.run("chained", &[], &[]), 0)
}

/// Which iterations of a loop may be done as one; and where they are, outputs are equal, whatever is left of the loop.
pub fn iterations(built: &Built) -> Result<(), Failed> {
    let ended = built.run("iterations", &[], &patient());
    good(&ended, 2)?;
    let used = |line: &str| line.contains("\"place\": \"iterations of store") && line.contains("\"used\": true");
    if ended.report.lines().any(used) { Ok(()) } else { Err(ended.report.into()) }
}

/// Which loops may do several lines at once; and where they do, by an answer or by Halide's own code, outputs are equal.
pub fn lines(built: &Built) -> Result<(), Failed> {
    drawn(built, "0", "8")
}

/// The parts of a value that lines have at once are stored by registers, or each as it is.
pub fn slices(built: &Built) -> Result<(), Failed> {
    good(&built.run("slices", &[], &[]), 0)
}

/// Which stores of a block are one window of several results; and where they are, outputs are equal.
pub fn results(built: &Built) -> Result<(), Failed> {
    let ended = built.run("results", &[], &patient());
    good(&ended, 1)?;
    let said = |stores: &str, what: &str| {
        let place = format!("\"place\": \"several stores {stores}");
        ended.report.lines().any(|line| line.contains(&place) && line.contains(what))
    };
    let proved = ["planes", "both", "rows"].iter().all(|stores| said(stores, "\"verdict\": \"proved\""));
    if proved && said("", "\"used\": true") { Ok(()) } else { Err(ended.report.into()) }
}

pub fn drawn_lines(built: &Built) -> Result<(), Failed> {
    drawn(built, "8", "120")
}

fn drawn(built: &Built, first: &str, count: &str) -> Result<(), Failed> {
    let ended = built.run("lines", &[first, count], &[&patient()[..], &[("ISOTOPE_VERBOSE", "1")]].concat());
    good(&ended, 2)?;
    let is_proved = |line: &str| line.contains(" of 4 lines\"") && line.contains("\"verdict\": \"proved\"");
    let joined = String::from_utf8_lossy(&ended.output.stderr).contains("without answers do several lines at a time");
    if joined && ended.report.lines().any(is_proved) { Ok(()) } else { Err(ended.report.into()) }
}

/// Which loops reduce a row in lanes; and where they do, outputs are equal. It costs less where products are one instruction.
pub fn rows(built: &Built) -> Result<(), Failed> {
    let ended = built.run("rows", &[], &patient());
    good(&ended, 2)?;
    let is_used =
        !has_dot_products() || ended.report.lines().any(|line| is_row(line) && line.contains("\"used\": true"));
    let is_asked = ended.report.lines().any(|line| is_row(line) && line.contains("\"verdict\": \"proved\""));
    if is_used && is_asked { Ok(()) } else { Err(ended.report.into()) }
}

fn is_row(line: &str) -> bool {
    line.contains("\"place\": \"row of store")
}

#[cfg(target_arch = "x86_64")]
fn has_dot_products() -> bool {
    std::arch::is_x86_feature_detected!("avx512vnni") || std::arch::is_x86_feature_detected!("avxvnni")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_dot_products() -> bool {
    false
}

/// Vectors of any number of lanes are asked, and answers for them are used, of fewer lanes than a register and of more.
pub fn odd_lanes(built: &Built) -> Result<(), Failed> {
    let ended = built.run("odd", &[], &patient());
    good(&ended, 6)?;
    let used = |asked: &str| ended.report.lines().any(|line| line.contains(asked) && line.contains("\"used\": true"));
    if used("uint8x24 ") && used("uint8x96 ") { Ok(()) } else { Err(ended.report.into()) }
}

/// Reductions to a scalar are asked, by themselves and with the values that only they read.
pub fn scalars(built: &Built) -> Result<(), Failed> {
    let ended = built.run("scalars", &[], &patient());
    good(&ended, 0)?;
    let proved = |place: &str| {
        let is = |line: &&str| line.contains(place) && line.contains("(int32)vector_reduce_add");
        ended.report.lines().find(is).is_some_and(|line| line.contains("\"verdict\": \"proved\""))
    };
    if proved("\"store sum") && proved("\"whole store sum") { Ok(()) } else { Err(ended.report.into()) }
}

/// A store with the lets that only it reads is asked as one window too. Where plain code for all of them costs no more than
/// an answer for one, Halide's code stays.
pub fn whole_stores(built: &Built) -> Result<(), Failed> {
    let ended = built.run("equal", &["demosaic", "maxpool2x2"], &patient());
    good(&ended, 0)?;
    let says = |place: &str, what: &str| {
        let place = format!("\"place\": \"{place}");
        ended.report.lines().any(|line| line.contains(&place) && line.contains(what))
    };
    let asked = says("whole store demosaic", "\"reply\": \"answered\"");
    // On some CPUs the answer for the store alone beats plain code for both, on some the answer for both beats Halide's.
    let stays = says("store maxpool2x2", "with what follows not cheaper");
    let is_used = ["store maxpool2x2", "whole store maxpool2x2"].map(|place| says(place, "\"used\": true"));
    let is_right = asked && (stays || is_used.contains(&true));
    if is_right { Ok(()) } else { Err(ended.report.into()) }
}

/// Code that Halide makes as well by itself stays as it is, be it far better than plain code; and it says so.
pub fn own_code(built: &Built) -> Result<(), Failed> {
    let ended = built.run("spoken", &["own"], &patient());
    good(&ended, 0)?;
    let line = ended.report.lines().next().unwrap_or_default();
    let costs = line.contains("\"verdict\": \"proved\"") && !line.contains("\"halide_cost\": 0,");
    if costs && line.contains("not cheaper than Halide's own code") { Ok(()) } else { Err(line.into()) }
}

/// Equal values are compared once, whatever pipeline they stand in.
pub fn outlined(built: &Built) -> Result<(), Failed> {
    good(&built.run("outlined", &[], &[]), 0)
}

/// One window for a store and its lets, or an answer for each: what their costs do not settle is compared.
pub fn rivals(built: &Built) -> Result<(), Failed> {
    good(&built.run("rivals", &[], &[]), 0)
}

/// Halide's code generator may abort on fragments: that ends no compile.
pub fn apart(built: &Built) -> Result<(), Failed> {
    good(&built.run("apart", &[], &[]), 0)
}

/// Every expression is answered: what is refused is a gap in the text form.
pub fn spoken(built: &Built) -> Result<(), Failed> {
    let ended = built.run("spoken", &[], &patient());
    good(&ended, 0)?;
    match ended.report.lines().find(|line| !line.contains("\"reply\": \"answered\"")) {
        Some(line) => Err(line.into()),
        None => Ok(()),
    }
}
