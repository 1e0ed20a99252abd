//! How clang's header has intrinsics that no LLVM form was derived for: with which features, and which values of an immediate.
//!
//! The functions of the trials themselves are compiled, each under a file name of its own (`# 1 "NUMBER_IMMEDIATE"`), by which clang's
//! messages tell what they are about.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::Trial;
use super::trial::{PROLOGUE, function};

/// Values of an immediate that are tried: encodings have a byte for it.
const MAX_IMMEDIATES: u32 = 256;

/// Settles the features and immediates of trials that have those of the vendor's text; and the names of those that the header lacks.
pub fn settle(trials: Vec<Trial>) -> Result<(Vec<Trial>, Vec<String>)> {
    let scratch = tempfile::tempdir().context("a scratch folder for the header's answers")?;
    let mut open: BTreeMap<Vec<String>, Vec<Trial>> = BTreeMap::new();
    for trial in trials {
        open.entry(trial.features.clone()).or_default().push(trial);
    }
    let (mut settled, mut lacking) = (Vec::new(), Vec::new());
    while let Some((features, mut members)) = open.pop_first() {
        accepted(&mut members, &features, scratch.path())?;
        let taken = |t: &Trial| t.immediates.as_ref().is_none_or(|values| !values.is_empty());
        let (mut members, refused): (Vec<Trial>, Vec<Trial>) = members.into_iter().partition(taken);
        lacking.extend(refused.into_iter().map(|t| t.name));
        // clang names a feature more than the text says for some of them at a time: those are tried again with it.
        loop {
            let more = wanted(&members, &features, scratch.path())?;
            if more.is_empty() {
                break;
            }
            for (at, feature) in more.into_iter().rev() {
                let mut trial = members.remove(at);
                if trial.features.contains(&feature) {
                    bail!("clang-19 asks {} for the feature {feature}, which it was given", trial.name);
                }
                trial.features.push(feature);
                trial.features.sort();
                open.entry(trial.features.clone()).or_default().push(trial);
            }
        }
        settled.extend(members);
    }
    for trial in settled.iter_mut().filter(|t: &&mut Trial| t.semantics.immediates().next().is_none()) {
        trial.immediates = None;
    }
    Ok((settled, lacking))
}

/// Leaves each trial the immediates that the header accepts; none at all where it has no such intrinsic.
fn accepted(trials: &mut [Trial], features: &[String], scratch: &Path) -> Result<()> {
    let mut text = PROLOGUE.to_owned();
    for (number, trial) in trials.iter().enumerate() {
        for immediate in tried(trial) {
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "# 1 \"{number}_{immediate}\"\n{}",
                function(trial, &format!("t{number}_{immediate}"), immediate)
            );
        }
    }
    let (_, messages) = clang(&text, features, &["-fsyntax-only"], scratch)?;
    // A mistake inside a macro of the header is noted where the macro stands.
    let words = [": error:", ": note: expanded from"];
    let wrong: BTreeSet<(usize, u32)> =
        words.iter().flat_map(|word| places(&messages, word)).map(|(place, _)| place).collect();
    for (number, trial) in trials.iter_mut().enumerate() {
        let taken = tried(trial).filter(|immediate| !wrong.contains(&(number, *immediate))).collect();
        trial.immediates = Some(taken);
    }
    Ok(())
}

/// Which of the trials want another feature, ascending.
fn wanted(trials: &[Trial], features: &[String], scratch: &Path) -> Result<Vec<(usize, String)>> {
    let mut text = PROLOGUE.to_owned();
    for (number, trial) in trials.iter().enumerate() {
        let immediate = trial.immediates.as_ref().and_then(|values| values.first().copied()).unwrap_or(0);
        let name = format!("t{number}");
        let _ = write!(text, "# 1 \"{number}_0\"\n{}", function(trial, &name, immediate).replacen("static ", "", 1));
    }
    let (fine, messages) = clang(&text, features, &["-Xclang", "-disable-llvm-passes", "-emit-llvm", "-S"], scratch)?;
    let mut found = BTreeMap::new();
    for ((number, _), message) in places(&messages, "target feature ") {
        let feature = message.trim_start_matches('\'').split([',', '\'']).next().unwrap_or_default();
        found.entry(number).or_insert_with(|| feature.to_owned());
    }
    if !fine && found.is_empty() {
        bail!("clang-19 on the intrinsics of {features:?}: {messages}");
    }
    Ok(found.into_iter().collect())
}

/// The values of the immediate that are worth a try; 0 where there is none.
fn tried(trial: &Trial) -> std::ops::Range<u32> {
    let bits = trial.semantics.immediates().map(|at| trial.semantics.operands[at].element_bits).max();
    0..bits.map_or(1, |bits| 1u32.checked_shl(bits).unwrap_or(MAX_IMMEDIATES).min(MAX_IMMEDIATES))
}

/// Whether clang takes a text, and what it says.
fn clang(text: &str, features: &[String], how: &[&str], scratch: &Path) -> Result<(bool, String)> {
    let file = scratch.join("header.c");
    std::fs::write(&file, text).with_context(|| format!("writing {}", file.display()))?;
    let mut command = Command::new("clang-19");
    command.arg("--target=x86_64-linux-gnu").args(features.iter().map(|f| format!("-m{f}")));
    command.args(["-O1", "-w", "-ffreestanding", "-ferror-limit=0", "-fno-caret-diagnostics"]).args(how);
    let output = command.arg(&file).arg("-o").arg(scratch.join("out")).output().context("running clang-19")?;
    Ok((output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// The lines of clang's messages that have a word in them: which function they are about, and what follows the word.
fn places<'m>(messages: &'m str, word: &'m str) -> impl Iterator<Item = ((usize, u32), &'m str)> {
    messages.lines().filter_map(move |line| {
        let (before, after) = line.split_once(word)?;
        let (number, immediate) = before.split(':').next()?.split_once('_')?;
        Some(((number.parse().ok()?, immediate.parse().ok()?), after))
    })
}
