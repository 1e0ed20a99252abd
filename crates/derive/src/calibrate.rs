//! `cargo xtask calibrate CPU`: measures this machine's vector instructions into the CPU's table of prices.
//!
//! Every register form of `costs-CPU.txt` is timed in a loop, alone, chained, and beside four partners: an addition, a shuffle,
//! a multiplication, a shift. Partners are as wide as what they are beside: on some CPUs a pipe takes nothing of 256 bits while
//! operations of 512 are under way. Which pipes an instruction needs is what explains these times best ([`fit`]). The measurements
//! are kept beside the table, as its evidence.

mod fit;
mod listing;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use crate::folder::{DEFAULT, SetFolder};
use anyhow::{Context, Result, bail, ensure};
use fit::{Fitted, Times};
use isotope_cost::Syntax;
use isotope_cost::instruction::{Instruction, Width};
use isotope_cost::pipes::Pipes;
use listing::{Loop, Registers};

/// Vector pipes of every x86 CPU so far, at most.
const PIPES: u32 = 4;

/// The instructions that others are measured beside, and how memory is: by a CPU's widest vectors.
struct Probes {
    /// An addition, a shuffle, a multiplication, a shift.
    partners: [&'static str; 4],
    /// The same for instructions on narrower vectors, where there are such.
    narrow: Option<[&'static str; 4]>,
    /// A load and a store of each size that may have a price of its own, the smaller one first.
    moves: &'static [[&'static str; 2]],
    registers: Registers,
}

const NARROW: [&str; 4] =
    ["vpaddb ymm, ymm, ymm", "vpshufb ymm, ymm, ymm", "vpmaddubsw ymm, ymm, ymm", "vpsrlw ymm, ymm, i"];

const MOVES: [[&str; 2]; 2] =
    [["vmovdqu ymm, m256", "vmovdqu m256, ymm"], ["vmovdqu64 zmm, m512", "vmovdqu64 m512, zmm"]];

/// The byte of a line from which vectors of every size cross into the next one.
const CROSSING: usize = 63;

const PROBES: [Probes; 2] = [
    Probes {
        partners: ["vpaddb zmm, zmm, zmm", "vpshufb zmm, zmm, zmm", "vpmaddubsw zmm, zmm, zmm", "vpsrlw zmm, zmm, i"],
        narrow: Some(NARROW),
        moves: &MOVES,
        registers: Registers { bits: 512, copies: 12, partners: 16, partner_sources: 27 },
    },
    Probes {
        partners: NARROW,
        narrow: None,
        moves: MOVES.split_at(1).0,
        registers: Registers { bits: 256, copies: 6, partners: 6, partner_sources: 12 },
    },
];

/// Where the shuffle stands among the partners.
const SHUFFLE: usize = 1;

/// Working sets, in KiB, of which the cost of a line is measured.
const SETS_KIB: [usize; 7] = [32, 256, 512, 1024, 2048, 8192, 24576];

/// The line above which a table is kept.
const MARK: &str = "# Below: measured by `cargo xtask calibrate`, not edited.";

/// One form, measured.
struct Measured<'a> {
    form: &'a str,
    times: Times,
    latency: Option<f64>,
}

/// Measures this machine and writes the rows of a CPU's table, and what was measured.
pub fn run(root: &Path, cpu: &str) -> Result<ExitCode> {
    isotope_run::timing::clock()?;
    let set = SetFolder::open(&root.join(DEFAULT))?;
    let syntax = set.manifest.assembly.syntax();
    let prices = format!("prices-{cpu}.txt");
    let table = set.read(&prices).context("write its first rules by hand")?;
    let (kept, _) = table.split_once(MARK).with_context(|| format!("{prices} has no line `{MARK}`"))?;
    let base = kept.lines().find_map(|line| line.strip_prefix("llvm ")).context("it does not name LLVM's table")?;
    let costs = set.read(&format!("costs-{}.txt", base.trim()))?;
    let forms: Vec<&str> = costs.lines().filter_map(|line| line.split_once(" | ")).map(|(form, _)| form).collect();
    let forms: Vec<&str> = forms.into_iter().filter(|form| is_measured(form, &syntax)).collect();

    let probes = widest()?;
    let said = said(kept, &costs);
    let wide = partners(probes.partners, &said, probes)?;
    let narrow = probes.narrow.map(|forms| partners(forms, &said, probes)).transpose()?;
    let fit = |of: &Measured<'_>| {
        let partners = narrow.as_ref().filter(|_| probes.is_narrow(of.form)).unwrap_or(&wide);
        fit::fit(&of.times, partners, said.get(of.form).copied().unwrap_or(0), PIPES)
    };
    let memory = memory(probes)?;
    let measured = measure(&forms, probes)?;

    let mut out = format!("{kept}{MARK}\n");
    out += &memory_rules(&memory, probes);
    rows(&mut out, &measured, fit, &syntax);
    set.write(&prices, &out)?;
    set.write(&format!("measured-{cpu}.csv"), &csv(cpu, probes, &memory, &measured))?;
    println!("{} of {} forms measured; the others this CPU lacks", measured.len(), forms.len());
    Ok(ExitCode::SUCCESS)
}

impl Probes {
    /// Whether a form is measured beside the narrower partners: its vectors are all narrower.
    fn is_narrow(&self, form: &str) -> bool {
        self.narrow.is_some() && !form.contains("zmm") && ["xmm", "ymm"].iter().any(|width| form.contains(width))
    }

    /// The instructions that a form is measured beside.
    fn beside(&self, form: &str) -> [&'static str; 4] {
        self.narrow.filter(|_| self.is_narrow(form)).unwrap_or(self.partners)
    }
}

/// The pipes of partners.
fn partners(forms: [&'static str; 4], said: &HashMap<&str, Pipes>, probes: &Probes) -> Result<Vec<Fitted>> {
    let own = measure(&forms, probes)?;
    ensure!(own.len() == forms.len(), "this CPU lacks one of {}", forms.join("; "));
    let times: Vec<Times> = own.into_iter().map(|m| m.times).collect();
    let said = forms.map(|form| said.get(form).copied().unwrap_or(0));
    let fitted = fit::partners(&times, &said, PIPES);
    ensure!(!fitted.is_empty(), "no whole micro-operations explain the times of {}: {times:?}", forms.join("; "));
    Ok(fitted)
}

/// The vector pipes that LLVM's table says of each form, by the names that a table of prices gives its resources: those with half
/// as much work as the busiest, or more.
fn said<'a>(prices: &str, costs: &'a str) -> HashMap<&'a str, Pipes> {
    let pipe = |rule: &str| -> Option<(String, u32)> {
        let (resource, pipe) = rule.strip_prefix("as ")?.split_once(" V")?;
        Some((resource.to_owned(), pipe.trim().parse().ok()?))
    };
    let pipes: HashMap<String, u32> = prices.lines().filter_map(pipe).collect();
    let of = |resources: &str| {
        let work = |one: &str| -> Option<(u32, f64)> {
            let (name, cycles) = one.rsplit_once(':')?;
            Some((*pipes.get(name)?, cycles.parse().ok()?))
        };
        let work: Vec<(u32, f64)> = resources.split_whitespace().filter_map(work).collect();
        let most = work.iter().fold(0.0, |most: f64, (_, cycles)| most.max(*cycles));
        work.iter().filter(|(_, cycles)| 2.0 * cycles >= most).fold(0, |set: Pipes, (pipe, _)| set | 1 << pipe)
    };
    let row = |line: &'a str| Some((line.split_once(" | ")?.0, of(line.rsplit_once(" | ")?.1)));
    costs.lines().filter_map(row).collect()
}

/// Vector and mask instructions on registers, without a mask over them, and broadcasts from memory: the load may do those alone.
fn is_measured(form: &str, syntax: &Syntax) -> bool {
    let instruction = Instruction::form(form, syntax);
    instruction.is_vector
        && (instruction.memory.is_none() || instruction.mnemonic.contains("broadcast"))
        && !form.contains("{k}")
        && instruction.mnemonic.starts_with(['v', 'k'])
        // Renamed away, which a loop of them does not show.
        && !instruction.mnemonic.starts_with("vmov")
}

/// The probes by the widest vectors that this CPU has.
fn widest() -> Result<&'static Probes> {
    for probes in &PROBES {
        if listing::times(&[Loop::Alone(probes.partners[0])], &probes.registers)?[0].is_some() {
            return Ok(probes);
        }
    }
    bail!("this CPU lacks vectors of 256 bits")
}

fn measure<'a>(forms: &[&'a str], probes: &Probes) -> Result<Vec<Measured<'a>>> {
    let each = |form: &&'a str| {
        let mut loops = vec![Loop::Alone(form)];
        loops.extend(probes.beside(form).map(|partner| Loop::Beside(form, partner)));
        loops.extend(waits(form).then_some(Loop::Chained(form)));
        loops
    };
    let loops: Vec<Loop<'_>> = forms.iter().flat_map(each).collect();
    let mut times = listing::times(&loops, &probes.registers)?.into_iter();
    let mut measured = Vec::new();
    for form in forms {
        let mut next = || times.next().flatten();
        let (alone, beside) = (next(), probes.partners.map(|_| next()));
        let latency = if waits(form) { next() } else { None };
        if let (Some(alone), Some(beside)) = (alone, beside.into_iter().collect()) {
            measured.push(Measured { form, times: Times { alone, beside }, latency });
        }
    }
    Ok(measured)
}

/// Whether a result can be the operand of the next.
fn waits(form: &str) -> bool {
    let operands = form.split_once(' ').map_or("", |(_, operands)| operands);
    let mut kinds = operands.split(", ");
    let result = kinds.next().unwrap_or_default();
    ["xmm", "ymm", "zmm", "k"].contains(&result) && kinds.any(|kind| kind == result)
}

/// The cost of memory, in cycles.
struct InMemory {
    /// Of a load of each size, and of one that crosses a line.
    loads: Vec<[f64; 2]>,
    stores: Vec<[f64; 2]>,
    /// Of a line of each of `SETS_KIB`.
    lines: Vec<f64>,
}

fn memory(probes: &Probes) -> Result<InMemory> {
    let each = |moved: usize| {
        probes.moves.iter().flat_map(move |forms| [0, CROSSING].map(|byte| Loop::From(forms[moved], byte)))
    };
    let mut loops: Vec<Loop<'_>> = each(0).chain(each(1)).collect();
    loops.extend(SETS_KIB.map(|kib| Loop::Lines(kib * 1024 / 64)));
    let times = listing::times(&loops, &probes.registers)?;
    let times: Vec<f64> = times.into_iter().collect::<Option<_>>().context("a load or a store is refused")?;
    let (moves, lines) = times.split_at(4 * probes.moves.len());
    let pairs: Vec<[f64; 2]> = moves.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
    let (loads, stores) = pairs.split_at(probes.moves.len());
    Ok(InMemory { loads: loads.to_vec(), stores: stores.to_vec(), lines: lines.to_vec() })
}

/// As many pipes as loads, or stores, of the smallest size begin in a cycle. A larger size has a rule where it takes another time.
fn memory_rules(memory: &InMemory, probes: &Probes) -> String {
    let mut out = String::new();
    for (kib, time) in SETS_KIB.iter().zip(&memory.lines) {
        let _ = writeln!(out, "lines {kib} {time:.2}");
    }
    for (word, letter, times) in [("load", 'L', &memory.loads), ("store", 'S', &memory.stores)] {
        let pipes = (1.0 / times[0][0]).round().max(1.0) as usize;
        let names: Vec<String> = (0..pipes).map(|n| format!("{letter}{n}")).collect();
        let _ = writeln!(out, "pipes {}", names.join(" "));
        let whole = |times: &[f64; 2]| times.map(|time| (time * pipes as f64 * 10.0).round() / 10.0);
        let mut before = None;
        for (times, [load, _]) in times.iter().map(whole).zip(probes.moves) {
            let of = before.map_or(String::new(), |_| format!(" | {}", load.rsplit_once(", m").map_or("", |of| of.1)));
            if before != Some(times) {
                let _ = writeln!(out, "{word} {} | {} {}{of}", names.join(" "), times[0], times[1]);
            }
            before = Some(times);
        }
    }
    out
}

/// The price of a mnemonic at a width, so far.
#[derive(Clone, Copy)]
struct Price {
    /// By what forms are compared: one with an immediate before one without, then the slower.
    slow: (bool, u64),
    fitted: Fitted,
    /// In cycles.
    latency: u32,
}

/// Rows, those of the same pipes together; of several forms of a mnemonic and width the slowest is its price,
/// among those with an immediate if there are such: counts of shifts are constants in programs.
fn rows(out: &mut String, measured: &[Measured<'_>], fit: impl Fn(&Measured<'_>) -> Option<Fitted>, syntax: &Syntax) {
    let mut prices: BTreeMap<(&str, Width), Price> = BTreeMap::new();
    let mut by_the_load: BTreeSet<&str> = BTreeSet::new();
    for one in measured {
        let instruction = Instruction::form(one.form, syntax);
        if instruction.memory.is_some() {
            // A shuffle beside it does not have to wait.
            let alone = one.times.beside[SHUFFLE] < 1.5 * one.times.alone;
            by_the_load.extend(alone.then_some(instruction.mnemonic));
            continue;
        }
        let Some(fitted) = fit(one) else { continue };
        let latency = one.latency.unwrap_or(0.0).round() as u32;
        let slow = (one.form.ends_with(", i"), fitted.centicycles / u64::from(fitted.pipes.count_ones()));
        let price = Price { slow, fitted, latency };
        let slowest = prices.entry((instruction.mnemonic, instruction.width)).or_insert(price);
        if slow > slowest.slow {
            *slowest = price;
        }
    }
    for some in by_the_load.into_iter().collect::<Vec<_>>().chunks(6) {
        let _ = writeln!(out, "row {} | mem | - | 0 | 0", some.join(" "));
    }
    let mut groups: BTreeMap<(u128, u64, u32, Width), BTreeSet<&str>> = BTreeMap::new();
    for ((mnemonic, width), Price { fitted, latency, .. }) in prices {
        groups.entry((fitted.pipes, fitted.centicycles, latency, width)).or_default().insert(mnemonic);
    }
    for ((pipes, centicycles, latency, width), mnemonics) in groups {
        let width = match width {
            Width::Mask => "k".to_owned(),
            Width::Scalar => "r".to_owned(),
            Width::Vector(128) => "xmm".to_owned(),
            Width::Vector(256) => "ymm".to_owned(),
            Width::Vector(_) => "zmm".to_owned(),
        };
        let names: Vec<String> = (0..PIPES).filter(|p| pipes >> p & 1 == 1).map(|p| format!("V{p}")).collect();
        for some in mnemonics.into_iter().collect::<Vec<_>>().chunks(6) {
            let cycles = centicycles as f64 / 100.0;
            let _ = writeln!(out, "row {} | {width} | {} | {cycles} | {latency}", some.join(" "), names.join(" "));
        }
    }
}

fn csv(cpu: &str, probes: &Probes, memory: &InMemory, measured: &[Measured<'_>]) -> String {
    let mut out = format!(
        "# isotope measured 1 {cpu}\n# Cycles of one instruction alone, of one and one partner of its width, of 256 bits at \
         least, and of one that waits for the one before. By `cargo xtask calibrate` on {}.\nform;alone;{};chained\n",
        isotope_run::processor(),
        probes.partners.map(|p| p.split(' ').next().unwrap_or(p)).join(";")
    );
    for (moved, times) in [(0, &memory.loads), (1, &memory.stores)] {
        for (forms, [inside, crossing]) in probes.moves.iter().zip(times) {
            let _ = write!(out, "{};{inside:.2};;;;;\nthe same, across a line;{crossing:.2};;;;;\n", forms[moved]);
        }
    }
    let sets = SETS_KIB.iter().zip(&memory.lines);
    sets.for_each(|(kib, time)| out += &format!("a line of {kib} KiB;{time:.2};;;;;\n"));
    for one in measured {
        let beside: Vec<String> = one.times.beside.iter().map(|time| format!("{time:.2}")).collect();
        let latency = one.latency.map_or(String::new(), |time| format!("{time:.2}"));
        let _ = writeln!(out, "{};{:.2};{};{latency}", one.form, one.times.alone, beside.join(";"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_has_a_rule_where_it_takes_another_time() {
        let memory = |larger: [[f64; 2]; 2]| InMemory {
            loads: vec![[0.52, 1.1], larger[0]],
            stores: vec![[1.0, 2.0], larger[1]],
            lines: vec![1.07],
        };
        let zen4 = memory_rules(&memory([[1.04, 1.5], [2.0, 2.08]]), &PROBES[0]);
        let load = "pipes L0 L1\nload L0 L1 | 1 2.2\nload L0 L1 | 2.1 3 | 512\n";
        assert_eq!(zen4, format!("lines 32 1.07\n{load}pipes S0\nstore S0 | 1 2\nstore S0 | 2 2.1 | 512\n"));
        let alike = memory_rules(&memory([[0.52, 1.1], [1.0, 2.0]]), &PROBES[0]);
        assert_eq!(alike, "lines 32 1.07\npipes L0 L1\nload L0 L1 | 1 2.2\npipes S0\nstore S0 | 1 2\n");
    }
}
