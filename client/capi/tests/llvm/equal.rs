//! Against the real engine: what kernels compute is equal byte by byte, and answers are used.

use super::build::{Built, Ended, source};
use crate::daemon::{Served, serve_core};
use isotope_server::memory::Memory;
use isotope_server::settings::config::CoreConfig;
use libtest_mimic::Failed;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// One daemon for all tests, so that each window is searched for once.
fn daemon() -> &'static Served {
    static DAEMON: OnceLock<Served> = OnceLock::new();
    DAEMON.get_or_init(|| {
        serve_core("127.0.0.1:0", |folder| {
            CoreConfig { threads: 2, ..CoreConfig::in_folder(folder) }.open(Memory::default())
        })
    })
}

pub fn patient() -> [(&'static str, &'static str); 2] {
    [("ISOTOPE_SERVER", &daemon().url), ("ISOTOPE_TIMEOUT_MS", "600000")]
}

/// Further compiles where a daemon was silent.
pub const TRIES: usize = 3;

/// Of the kernels in `kernels.c`, windows that are better for Haswell.
const LEAST_USED: usize = 15;

/// Loops of everyday code and how many times cheaper than LLVM's own their widest block is at least, by the model.
const GAINS: [(&str, f64); 11] = [
    ("four_taps", 1.7),
    ("bilinear", 2.4),
    ("over_by_weight", 2.5),
    ("lerp_by_weight", 2.5),
    ("planes_of_colour", 1.6),
    ("colour_of_planes", 1.2),
    ("rotation", 2.5),
    ("lifting", 2.9),
    ("four_of_a_transform", 1.1),
    ("transformed_differences", 2.2),
    ("transformed_differences_of_two_blocks", 3.0),
];

pub fn kernels(built: &Built) -> Result<(), Failed> {
    let with = compared(built, &source("kernels.c"), &[])?;
    let gains = gains(&with.report);
    let is_short = |(name, least): &(&str, f64)| gains.get(*name).is_none_or(|gain| gain < least);
    if with.used() < LEAST_USED {
        Err(format!("{} answers used\n{}", with.used(), with.told()).into())
    } else if let Some((name, least)) = GAINS.iter().find(|gain| is_short(gain)) {
        Err(format!("{name}: {:?}, not {least}\n{}", gains.get(*name), with.told()).into())
    } else {
        Ok(())
    }
}

/// By function: LLVM's cost over that with the answer, of its best place.
fn gains(report: &str) -> BTreeMap<String, f64> {
    let mut all = BTreeMap::new();
    for line in report.lines() {
        let place: serde_json::Value = serde_json::from_str(line).unwrap();
        let cost = |name: &str| place[name].as_f64().unwrap_or(0.0);
        let name = place["place"].as_str().and_then(|said| said.split(" in ").nth(1)?.split(' ').next());
        if let (Some(name), true) = (name, place["used"] == true) {
            let best: &mut f64 = all.entry(name.to_owned()).or_default();
            *best = best.max(cost("llvm_cost") / cost("llvm_cost_with_answer"));
        }
    }
    all
}

/// Compiles the kernels of a file without the plug-in and with it, runs each pair on the same bytes, and gives the compile with
/// it. The error says which byte differs.
pub fn compared(built: &Built, file: &Path, options: &[&str]) -> Result<Ended, Failed> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (kernels, own, selected) = (file.display().to_string(), path("own.so"), path("selected.so"));
    let include = format!("-I{}", source("").display());
    let all = [&["-O3", "-march=haswell", "-fPIC", "-shared", &include], options, &[&kernels, "-o"]].concat();
    let plain = built.plain(&[&all[..], &[&own]].concat());
    let compile = || built.clang(&[&all[..], &[&selected]].concat(), &patient());
    let mut with = compile();
    // A daemon that a busy machine keeps silent is given up for that compile, as it should be, and not at fault.
    for _ in 0..TRIES {
        if with.report.contains("\"reply\": \"silent\"") {
            with = compile();
        }
    }
    if !plain.output.status.success() || !with.output.status.success() {
        return Err(format!("{}{}", plain.told(), with.told()).into());
    }
    let text = std::fs::read_to_string(file)?;
    let names = text.lines().filter_map(|line| line.strip_prefix("KERNEL(")?.split_once(')').map(|(name, _)| name));
    let (program, equal) = (path("equal"), source("equal.c").display().to_string());
    built.plain(&["-O1", &equal, "-o", &program, "-ldl"]);
    let ended = built.end(Command::new(program).args([own, selected]).args(names), &[]);
    if ended.output.status.success() { Ok(with) } else { Err(ended.told().into()) }
}

/// Remarks of used and unused answers, with the line that they are about.
pub fn remarks(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("two.c");
    let text = "void blend(unsigned char *restrict o, const unsigned char *a, const unsigned char *b, long n) {\n\
                for (long i = 0; i < n; i++)\n\
                o[i] = (a[i] * 77 + b[i] * 179 + 128) >> 8; }\n\
                void average(unsigned char *restrict o, const unsigned char *a, const unsigned char *b, long n) {\n\
                for (long i = 0; i < n; i++)\n\
                o[i] = (a[i] + b[i] + 1) >> 1; }\n";
    std::fs::write(&file, text)?;
    let file = file.display().to_string();
    let options =
        ["-O3", "-march=haswell", "-g", "-Rpass=isotope", "-Rpass-missed=isotope", "-c", "-o", "/dev/null", &file];
    let ended = built.clang(&options, &patient());
    let said = ended.stderr();
    let is_said = |line: &str, word: &str, group: &str| {
        said.lines().any(|l| l.contains(&format!("two.c:{line}:")) && l.contains(word) && l.contains(group))
    };
    if is_said("3", "LLVM's own", "[-Rpass=isotope]") && is_said("6", "not cheaper", "[-Rpass-missed=isotope]") {
        return Ok(());
    }
    Err(ended.told().into())
}

/// Debug information changes no cost, and so no choice.
pub fn debug_information(built: &Built) -> Result<(), Failed> {
    let kernels = source("kernels.c").display().to_string();
    let costs = |more: &[&str]| {
        let all = [&["-O3", "-march=haswell", "-c", "-o", "/dev/null"], more, &[&kernels]].concat();
        let mut report = built.clang(&all, &patient()).report;
        for _ in 0..TRIES {
            if report.contains("\"reply\": \"silent\"") {
                report = built.clang(&all, &patient()).report;
            }
        }
        let of = |line: &str| Some(line.split_once("\"llvm_cost\": ")?.1.split_once(", \"llvm\"")?.0.to_owned());
        report.lines().filter_map(of).collect::<Vec<String>>()
    };
    let (without, with) = (costs(&[]), costs(&["-g"]));
    if without.len() >= LEAST_USED && without == with {
        return Ok(());
    }
    Err(format!("{without:?}\n{with:?}").into())
}
