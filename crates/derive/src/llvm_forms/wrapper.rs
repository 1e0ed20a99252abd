//! Wrappers in C, one call each, and what clang's front end makes of them.
//!
//! Wrappers are batched into files by the features that they need. An immediate that the header refuses is found by
//! a first pass that only checks, and left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::body::{self, Body};
use super::guide::{Intrinsic, Value};

/// Wrappers in one file: keeps clang's memory small.
const WRAPPERS_PER_FILE: usize = 4000;

/// The passes over the front end's output: inlining and the removal of stack slots, no rewriting.
pub const PASSES: &str = "always-inline,function(sroa,instsimplify,early-cse,adce)";

/// One wrapper: which intrinsic, which value of its immediate.
#[derive(Clone, Copy)]
struct Wrapper {
    intrinsic: usize,
    immediate: u32,
}

/// The bodies of an intrinsic, by the value of its immediate (0 where it has none). Values that clang refuses are missing.
pub type Bodies = BTreeMap<u32, Body>;

/// Clang's code for an intrinsic.
#[derive(Default)]
pub struct Compiled {
    /// See [`Bodies`].
    pub bodies: Bodies,
    /// The features that clang's header asks for: the guide's, and sometimes one more.
    pub features: BTreeSet<String>,
}

/// Compiles wrappers of all intrinsics; the result is in their order.
pub fn compile_all(intrinsics: &[&Intrinsic], scratch: &Path) -> Result<Vec<Compiled>> {
    let mut all: Vec<Compiled> = intrinsics.iter().map(|_| Compiled::default()).collect();
    for (features, members) in by_features(intrinsics, scratch)? {
        let values = |i: usize| intrinsics[i].immediate.as_ref().map_or(1, |(_, _, values)| *values);
        let wrappers: Vec<Wrapper> = members
            .iter()
            .flat_map(|&i| (0..values(i)).map(move |immediate| Wrapper { intrinsic: i, immediate }))
            .collect();
        for part in wrappers.chunks(WRAPPERS_PER_FILE) {
            let accepted = accepted(intrinsics, part, &features, scratch)?;
            if let Some((intrinsic, feature)) = front_end(intrinsics, &accepted, &features, scratch)? {
                bail!("{} asks for {feature} at some values of its immediate only", intrinsics[intrinsic].name);
            }
            for (wrapper, body) in compile(intrinsics, &accepted, scratch)? {
                all[wrapper.intrinsic].bodies.insert(wrapper.immediate, body);
                all[wrapper.intrinsic].features = features.clone();
            }
        }
    }
    Ok(all)
}

/// Intrinsics by the features that clang's header asks for: the guide's, and what a trial of one wrapper each adds.
fn by_features(intrinsics: &[&Intrinsic], scratch: &Path) -> Result<BTreeMap<BTreeSet<String>, Vec<usize>>> {
    let mut open: BTreeMap<BTreeSet<String>, Vec<usize>> = BTreeMap::new();
    for (index, intrinsic) in intrinsics.iter().enumerate() {
        open.entry(intrinsic.features.clone()).or_default().push(index);
    }
    let mut settled: BTreeMap<BTreeSet<String>, Vec<usize>> = BTreeMap::new();
    while let Some((features, members)) = open.pop_first() {
        let wrappers: Vec<Wrapper> = members.iter().map(|&intrinsic| Wrapper { intrinsic, immediate: 0 }).collect();
        let mut accepted = accepted(intrinsics, &wrappers, &features, scratch)?;
        // clang stops at the first such function, so its intrinsic is put off and the others are tried again.
        while let Some((intrinsic, feature)) = front_end(intrinsics, &accepted, &features, scratch)? {
            let mut more = features.clone();
            if !more.insert(feature.clone()) {
                bail!("clang-19 asks for the feature {feature}, which it was given");
            }
            open.entry(more).or_default().push(intrinsic);
            accepted.retain(|w| w.intrinsic != intrinsic);
        }
        settled.entry(features).or_default().extend(accepted.iter().map(|w| w.intrinsic));
    }
    Ok(settled)
}

/// A vector type's name in the wrappers: clang's headers only know `long long` lanes.
fn c_type(value: &Value) -> String {
    if value.is_vector() {
        format!("v{}i{}", value.lanes, value.bits)
    } else {
        value
            .c_type
            .replace("__int64", "long long")
            .replace("__int32", "int")
            .replace("__int16", "short")
            .replace("__int8", "char")
    }
}

fn source(intrinsics: &[&Intrinsic], wrappers: &[Wrapper]) -> String {
    let mut text = String::from("#include <immintrin.h>\n");
    for (bits, element) in [(8, "char"), (16, "short"), (32, "int"), (64, "long long")] {
        for total in [128, 256, 512] {
            let (lanes, bytes) = (total / bits, total / 8);
            let _ = writeln!(text, "typedef {element} v{lanes}i{bits} __attribute__((vector_size({bytes})));");
        }
    }
    for (number, wrapper) in wrappers.iter().enumerate() {
        let _ = writeln!(text, "{}", function(intrinsics[wrapper.intrinsic], wrapper.immediate, number));
    }
    text
}

/// One wrapper, on one line: the checking pass finds a refused one by its line.
fn function(intrinsic: &Intrinsic, immediate: u32, number: usize) -> String {
    let params: Vec<_> = intrinsic.params.iter().enumerate().map(|(i, p)| format!("{} p{i}", c_type(p))).collect();
    let mut args: Vec<_> =
        intrinsic.params.iter().enumerate().map(|(i, p)| format!("({})p{i}", header_type(p))).collect();
    if let Some((position, _, _)) = &intrinsic.immediate {
        args.insert(*position, immediate.to_string());
    }
    let result = c_type(&intrinsic.result);
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    format!("{result} w{number}({params}) {{ return ({result}){}({}); }}", intrinsic.c_name, args.join(", "))
}

fn header_type(value: &Value) -> String {
    if value.is_vector() { value.c_type.clone() } else { c_type(value) }
}

fn clang(features: &BTreeSet<String>, file: &Path) -> Command {
    let mut command = Command::new("clang-19");
    command.arg("--target=x86_64-linux-gnu").args(features.iter().map(|f| format!("-m{f}")));
    command.args(["-O1", "-w", "-ferror-limit=0", "-fno-asynchronous-unwind-tables"]).arg(file);
    command
}

/// The wrappers that clang accepts.
fn accepted(
    intrinsics: &[&Intrinsic],
    wrappers: &[Wrapper],
    features: &BTreeSet<String>,
    scratch: &Path,
) -> Result<Vec<Wrapper>> {
    let file = scratch.join("check.c");
    let text = source(intrinsics, wrappers);
    let first_line = text.lines().count() - wrappers.len() + 1;
    std::fs::write(&file, text)?;
    let output = clang(features, &file).arg("-fsyntax-only").output().context("running clang-19")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let mut refused = BTreeSet::new();
    for line in errors.lines().filter(|l| l.contains(": error:") || l.contains(": note: expanded from")) {
        if let Some(number) = line_number(line, &file) {
            refused.insert(number - first_line);
        }
    }
    if !output.status.success() && refused.is_empty() {
        bail!("clang-19 refuses the wrappers for {features:?}: {errors}");
    }
    Ok(wrappers.iter().enumerate().filter(|(i, _)| !refused.contains(i)).map(|(_, w)| *w).collect())
}

/// The line of `file` that a message of clang is about.
fn line_number(message: &str, file: &Path) -> Option<usize> {
    message.strip_prefix(&format!("{}:", file.display()))?.split(':').next()?.parse().ok()
}

/// Runs clang's front end. An intrinsic whose header function needs a feature more than the guide says is returned with it.
fn front_end(
    intrinsics: &[&Intrinsic],
    wrappers: &[Wrapper],
    features: &BTreeSet<String>,
    scratch: &Path,
) -> Result<Option<(usize, String)>> {
    let file = scratch.join("wrappers.c");
    let text = source(intrinsics, wrappers);
    let first_line = text.lines().count() - wrappers.len() + 1;
    std::fs::write(&file, text)?;
    let output = clang(features, &file)
        .args(["-Xclang", "-disable-llvm-passes", "-emit-llvm", "-S", "-o"])
        .arg(scratch.join("wrappers.ll"))
        .output()
        .context("running clang-19")?;
    if output.status.success() {
        return Ok(None);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    for line in errors.lines() {
        let feature = line.split("target feature ").nth(1).map(|rest| rest.trim_start_matches('\''));
        let feature = feature.and_then(|rest| rest.split([',', '\'']).next());
        if let (Some(feature), Some(number)) = (feature, line_number(line, &file)) {
            return Ok(Some((wrappers[number - first_line].intrinsic, feature.to_owned())));
        }
    }
    bail!("clang-19 on the wrappers for {features:?}: {errors}");
}

/// The bodies of the wrappers that [`front_end`] compiled last.
fn compile(intrinsics: &[&Intrinsic], wrappers: &[Wrapper], scratch: &Path) -> Result<Vec<(Wrapper, Body)>> {
    let raw = scratch.join("wrappers.ll");
    let simple = optimised(&raw, PASSES)?;
    // Functions that build a vector element by element are only short after the combiner.
    let combined = optimised(&raw, &format!("{PASSES},function(instcombine)"))?;
    let (simple, combined) = (body::functions(&simple), body::functions(&combined));
    let mut found = Vec::new();
    for (number, wrapper) in wrappers.iter().enumerate() {
        let intrinsic = intrinsics[wrapper.intrinsic];
        let name = format!("w{number}");
        let shorter = combined.get(name.as_str()).filter(|c| {
            intrinsic.immediate.is_none() && simple.get(name.as_str()).is_some_and(|s| c.len() + 6 < s.len())
        });
        let Some(lines) = shorter.or_else(|| simple.get(name.as_str())) else {
            bail!("clang-19 made no function of {}", intrinsic.name)
        };
        found.push((*wrapper, Body::new(lines, &intrinsic.params)));
    }
    Ok(found)
}

/// A file of LLVM text after these passes.
pub fn optimised(file: &Path, passes: &str) -> Result<String> {
    let output = Command::new("opt-19")
        .arg("-S")
        .arg(format!("-passes={passes}"))
        .arg(file)
        .output()
        .context("running opt-19")?;
    if !output.status.success() {
        bail!("opt-19: {}", String::from_utf8_lossy(&output.stderr));
    }
    String::from_utf8(output.stdout).context("opt-19 printed text that is not UTF-8")
}
