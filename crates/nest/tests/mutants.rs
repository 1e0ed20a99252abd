//! Programs with one token changed: one that the comparison calls equal computes the same.

use crate::random::{Random, drawn};
use crate::{generic, kernel_cases, mlir_opt, module, sizes};
use isotope_kernel::check::{Options, Verdict, check};
use isotope_kernel::execute::{ExecuteError, Execution, execute};
use isotope_mlir::ir::Module;
use isotope_nest::pack::{Way, pack};
use isotope_nest::tile::{Sizes, tile};
use isotope_nest::{Machine, Nests};
use isotope_smt::InProcess;
use std::collections::HashMap;

/// Operations that take each other's place.
const OPERATIONS: [&str; 8] =
    ["arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.addi", "arith.subi", "arith.muli", "arith.maxsi"];

/// The text with one token changed (a number, an operand, a dimension of a map or the name of an operation), or with a line that is lost,
/// doubled or exchanged with the next. `None`: nothing at the drawn place can be changed so.
fn mutant(text: &str, random: &mut Random) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let at = random.below(lines.len());
    let with = |new: &[&str], until: usize| Some([&lines[..at], new, &lines[until..]].concat().join("\n"));
    let line = lines[at];
    let is_whole = |line: &str| {
        line.contains("\"(") && !line.contains("({") && !line.contains("return") && !line.contains("yield")
    };
    match random.below(8) {
        0 if is_whole(line) => with(&[], at + 1),
        1 if is_whole(line) && !line.contains(" = ") => with(&[line, line], at + 1),
        2 if is_whole(line) && lines.get(at + 1).is_some_and(|next| is_whole(next)) => {
            with(&[lines[at + 1], line], at + 2)
        }
        3 => {
            let found: Vec<&str> = OPERATIONS.into_iter().filter(|of| line.contains(of)).collect();
            let to = OPERATIONS[random.below(OPERATIONS.len())];
            with(&[&line.replacen(found.first()?, to, 1)], at + 1)
        }
        kind => {
            let begins = match kind {
                4 => '%',
                5 => 'd',
                _ => ' ',
            };
            let is_begin = |(of, _): &(usize, char)| {
                let before = line[..*of].chars().next_back().unwrap_or(' ');
                match begins {
                    ' ' => !before.is_alphanumeric() && before != '%' && before != '_',
                    begins => before == begins && !line[..*of - 1].ends_with(|c: char| c.is_alphanumeric()),
                }
            };
            let places: Vec<(usize, char)> =
                line.char_indices().filter(|of| of.1.is_ascii_digit() && is_begin(of)).collect();
            let begin = places.get(random.below(places.len()))?.0;
            let end = begin + line[begin..].find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len() - begin);
            let value: i64 = line[begin..end].parse().ok()?;
            let new = match begins {
                '%' => random.below(value as usize + 6) as i64,
                'd' => random.below(value as usize + 2) as i64,
                _ => value + [-1, 1, 2, -2][random.below(4)],
            };
            (new >= 0 && new != value).then(|| with(&[&format!("{}{new}{}", &line[..begin], &line[end..])], at + 1))?
        }
    }
}

/// The text of a program with each map where it is used, and without places in sources.
fn inlined(of: &Module) -> String {
    let text = isotope_mlir::print(of);
    let aliases = text.lines().filter(|line| line.starts_with('#')).filter_map(|line| line.split_once(" = "));
    let mut aliases: Vec<(&str, &str)> = aliases.collect();
    // The longest name first: `#map1` stands in `#map12`.
    aliases.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split(" loc(#");
        let first = parts.next().unwrap_or_default().to_owned();
        let line = parts.fold(first, |line, part| line + part.split_once(')').map_or("", |(_, rest)| rest));
        lines.push(aliases.iter().fold(line, |line, (name, of)| line.replace(name, of)));
    }
    lines.join("\n")
}

/// All numbers in memory after an execution on drawn numbers, and the results.
fn executed(of: &Module, seed: u64) -> Result<Vec<f64>, ExecuteError> {
    let mut random = Random(seed);
    let mut numbers = || (0..4096).map(|_| (random.below(19) as i64 - 7).to_string()).collect::<Vec<_>>();
    let inputs: HashMap<usize, Vec<String>> = (0..16).map(|at| (at, numbers())).collect();
    let ended = execute(of, &Execution { inputs, max_steps: 1 << 24, ..Execution::default() })?;
    let texts = ended.memory.into_iter().map(|(_, text)| text).chain(ended.results);
    let numbers = texts.flat_map(|text| {
        let words = text.split(|c: char| !c.is_alphanumeric() && !"+-.".contains(c));
        words.filter_map(|word| word.parse::<f64>().ok()).collect::<Vec<_>>()
    });
    Ok(numbers.collect())
}

/// Whether a program computes the same on some numbers, up to the rounding of sums in another order.
fn is_same(before: &Module, after: &Module) -> bool {
    (1..4).all(|seed| {
        let Ok(before) = executed(before, seed) else { return true };
        let Ok(after) = executed(after, seed) else { return false };
        let near =
            |(x, y): (&f64, &f64)| !x.is_finite() || x == y || (x - y).abs() <= 1e-5 * x.abs().max(y.abs()).max(1e-9);
        before.len() == after.len() && before.iter().zip(&after).all(near)
    })
}

#[test]
fn some_mutants_that_are_called_equal_compute_the_same() {
    none_computes_something_else(1, 20, 10, 4);
}

#[test]
#[ignore = "slow: thousands of mutants, each compared and some executed"]
fn mutants_that_are_called_equal_compute_the_same() {
    for seed in 2..5 {
        none_computes_something_else(seed, 100, 1, 40);
    }
}

/// Takes so many drawn nests and each `step`th kernel of PolyBench: as they are, in tiles, and packed, `count` mutants of each.
fn none_computes_something_else(seed: u64, nests: u64, step: usize, count: usize) {
    let mut befores: Vec<(String, Module)> =
        (0..nests).map(|of| (format!("nest {of}"), drawn(seed * 1000 + of))).collect();
    if mlir_opt::is_there("mutants of the kernels of PolyBench") {
        for (name, text) in kernel_cases::cases("polybench").into_iter().step_by(step) {
            let text = inlined(&generic(&sizes::sized(&text, "small", 0).unwrap(), ""));
            befores.push((name, module(&text)));
        }
    }
    let machine = Machine { page: 256, ..Machine::of([1, 2, 8], 4) };
    let (mut random, mut refused, mut same) = (Random(seed), 0, 0);
    for (name, before) in befores {
        let nests = Nests::read(&before, None).unwrap();
        let tiled = tile(&before, &nests, &machine, &Sizes::Given(vec![4, 3]), &InProcess).unwrap().module;
        let nests = Nests::read(&tiled, None).unwrap();
        let packed = pack(&tiled, &nests, &machine, Way::Counted).unwrap().module;
        for text in [&before, &tiled, &packed].map(inlined) {
            for mutant in (0..count).filter_map(|_| mutant(&text, &mut random)) {
                // A map that does not fit its operands any more is no program.
                let Ok(after) = isotope_mlir::read(&mutant) else { continue };
                // Executions find differences only, so that the identity is on its own.
                match check(&before, &after, &Options { executions: 0, ..Options::default() }) {
                    Ok(Verdict::Identity(_)) => {
                        assert!(is_same(&before, &after), "{name} is called equal:\n{}\n{mutant}", inlined(&before));
                        same += 1;
                    }
                    _ => refused += 1,
                }
            }
        }
    }
    println!("{refused} mutants are refused, {same} compute the same");
    assert!(refused > nests as usize && same > nests as usize / 4, "{refused} refused, {same} same");
}
