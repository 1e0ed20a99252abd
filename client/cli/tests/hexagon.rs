//! LLVM's own tests for Hexagon (`scripts/setup llvm-tests`): their code scheduled, old and new code executed, and drawn changes of the new
//! code. A change that `isotope schedule --check` calls equal must not compute anything else.

#![allow(clippy::unwrap_used)]

use isotope_cli::packets::{Emulated, refused, scheduled};
use isotope_packets::check::{Executed, Verdict, check, executed};
use isotope_packets::machine::Machine;
use isotope_packets::mir::read;
use isotope_run::programs::lacking;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files that are not looked at: `llc` takes minutes for one.
const LLC_SECONDS: &str = "20";

#[test]
fn some_of_llvm_s_tests_compute_what_they_did() {
    let sums = all(120, 2);
    assert!(sums.as_ref().is_none_or(|sums| sums.files > 0), "{sums:?}");
}

#[test]
#[ignore = "slow: LLVM's own tests for Hexagon, and thousands of changes of their schedules"]
fn llvm_s_tests_compute_what_they_did() {
    let Some(sums) = all(1, 20) else { return };
    println!("{sums:?}");
    assert!(
        sums.scheduled >= 40 && sums.blocks >= 100 && sums.ran >= 60 && sums.refused >= 200 && sums.equal >= 20,
        "{sums:?}"
    );
}

/// Counts of what there was.
#[derive(Debug, Default)]
struct Sums {
    /// Files with code that `llc` takes.
    files: usize,
    /// Loops that are scheduled, and other blocks.
    scheduled: usize,
    blocks: usize,
    /// Functions that ran before and after.
    ran: usize,
    /// Changes that the check refuses.
    refused: usize,
    /// Changes that it calls equal, of functions that ran.
    equal: usize,
}

/// Every `step`th file, with so many changes; nothing where tools or files are missing.
fn all(step: usize, changes: usize) -> Option<Sums> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../third_party/llvm-tests/llvm/test/CodeGen/Hexagon");
    if !folder.exists() {
        println!("skipped: LLVM's own tests for Hexagon: scripts/setup llvm-tests fetches them");
        return None;
    }
    if let Some(why) = lacking(&["llc-19", "llvm-mc-19", "ld.lld-19", "qemu-hexagon", "timeout"]) {
        println!("skipped: {why}");
        return None;
    }
    let machine = Machine::named("hexagonv66").unwrap();
    let (mut sums, mut random) = (Sums::default(), Random(88_172_645_463_325_252));
    for file in files(&folder).into_iter().step_by(step) {
        let Some(before) = code(&machine, &file) else { continue };
        let name = file.strip_prefix(&folder).unwrap().display().to_string();
        one(&machine, &name, &before, (changes, &mut random), &mut sums);
    }
    Some(sums)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|end| end == "ll") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Machine code, of all functions for the processor. Some of the files are such as `llc` has to refuse.
fn code(machine: &Machine, file: &Path) -> Option<String> {
    let (own, module) = (std::fs::read_to_string(file).ok()?, tempfile::NamedTempFile::new().unwrap());
    let mut parts = own.split("\"target-cpu\"=\"");
    let mut text = parts.next().unwrap_or_default().to_owned();
    let rest = parts.filter_map(|part| part.split_once('"'));
    rest.for_each(|(_, rest)| text += &format!("\"target-cpu\"=\"{}\"{rest}", machine.cpu));
    std::fs::write(module.path(), text).unwrap();
    let mut llc = Command::new("timeout");
    llc.arg(LLC_SECONDS).arg("llc-19").args(&machine.llc);
    let output = llc.args(["-O3", "-stop-before=hexagon-packetizer", "-o", "-"]).arg(module.path()).output().unwrap();
    String::from_utf8(output.stdout).ok().filter(|_| output.status.success())
}

fn one(machine: &Machine, name: &str, text: &str, (changes, random): (usize, &mut Random), sums: &mut Sums) {
    let (Ok(before), Ok(after)) = (read(text), scheduled(machine, text, None)) else {
        println!("{name}: no code that is scheduled");
        return;
    };
    sums.files += 1;
    let loops = after.loops.iter().filter(|of| of.after.is_some()).map(|of| &of.function);
    let blocks = after.blocks.iter().filter(|of| of.scheduled > 0);
    sums.scheduled += loops.clone().count();
    sums.blocks += blocks.clone().map(|of| of.scheduled).sum::<usize>();
    let changed: BTreeSet<&String> = loops.chain(blocks.map(|of| &of.function)).collect();
    if changed.is_empty() {
        return;
    }
    for of in before.functions.iter().filter(|of| changed.contains(&of.name)) {
        match differ(machine, [text, &after.text], &of.name) {
            Ok(Ok(witness)) => panic!("{name}: the schedule of {} is wrong: {witness:?}", of.name),
            Ok(Err(times)) => sums.ran += usize::from(times > 0),
            Err(_) => {}
        }
    }
    for _ in 0..changes {
        let Some((changed, at)) = random.change(&after.text) else { continue };
        let Ok(other) = read(&changed) else { continue };
        let Ok(verdicts) = check(machine, &before, &other) else { continue };
        let is_at = |name: &str| {
            let of = other.functions.iter().find(|of| of.name == name);
            of.is_some_and(|of| of.blocks.iter().any(|block| block.lines.contains(&at)))
        };
        for (function, verdict) in verdicts.into_iter().filter(|(function, _)| is_at(function)) {
            if !matches!(verdict, Verdict::Equal { .. }) || !matches!(refused(machine, &changed), Ok(None)) {
                sums.refused += 1;
                continue;
            }
            match differ(machine, [text, &changed], &function) {
                Ok(Ok(witness)) => {
                    let line = changed.lines().nth(at).unwrap_or_default();
                    panic!("{name}: {function} is called equal: {witness:?}, line {}: {line}\n{changed}", at + 1)
                }
                Ok(Err(times)) => sums.equal += usize::from(times > 0),
                Err(_) => {}
            }
        }
    }
}

fn differ(machine: &Machine, texts: [&str; 2], function: &str) -> Result<Executed, String> {
    let [before, after] = texts.map(|text| read(text).unwrap());
    executed([&before, &after], function, &mut Emulated::new(machine, texts).unwrap())
}

/// Numbers that follow from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count.max(1) as u64) as usize
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }

    /// A text with a change in an instruction, and its line.
    fn change(&mut self, text: &str) -> Option<(String, usize)> {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let is_code = |line: &str| line.starts_with("    ") && line.contains('$') && !line.contains("liveins:");
        let places: Vec<usize> = (0..lines.len()).filter(|at| is_code(&lines[*at])).collect();
        let (at, other) = (*self.of(&places)?, *self.of(&places)?);
        match self.below(5) {
            0 => drop(lines.remove(at)),
            1 if is_code(lines.get(at + 1)?) => lines.swap(at, at + 1),
            2 => lines.insert(at, lines[other].clone()),
            3 => lines[at] = self.number(&lines[at])?,
            _ => lines[at] = self.register(&lines[at], &lines[other])?,
        }
        Some((lines.join("\n") + "\n", at))
    }

    /// Another number among the operands.
    fn number(&mut self, line: &str) -> Option<String> {
        let (code, tail) = line.split_once(" :: ").unwrap_or((line, ""));
        let mut words: Vec<String> = code.split(' ').map(str::to_owned).collect();
        let of = |word: &str| word.trim_end_matches(',').parse::<i64>().ok();
        let places: Vec<usize> = (0..words.len()).filter(|at| of(&words[*at]).is_some()).collect();
        let at = *self.of(&places)?;
        let number = of(&words[at])?;
        let other = number + self.of(&[-128, -4, -1, 1, 4, 128])?;
        words[at] = words[at].replace(&number.to_string(), &other.to_string());
        let tail = if tail.is_empty() { String::new() } else { format!(" :: {tail}") };
        Some(words.join(" ") + &tail)
    }

    /// A register of another line in place of one of the same class.
    fn register(&mut self, line: &str, other: &str) -> Option<String> {
        let names = |line: &str| -> Vec<String> {
            let name =
                |rest: &str| rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default().to_owned();
            line.split('$').skip(1).map(name).collect()
        };
        let class = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let (own, others) = (names(line), names(other));
        let from = self.of(&own)?;
        let to = others.iter().find(|to| class(to) == class(from) && *to != from)?;
        Some(line.replacen(&format!("${from}"), &format!("${to}"), 1))
    }
}
