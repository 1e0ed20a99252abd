//! Faults in vector bodies: the proof refuses each, or the body still does the same, which executing it has to confirm.

use super::cases::cases;
use super::run::difference;

/// A line of a body, changed in one way; several lines where one is put before it.
type Change = fn(&str) -> Vec<String>;

fn operands(line: &str) -> Option<(usize, usize, Vec<String>)> {
    let begin = line.find("\"(")? + 2;
    let end = begin + line[begin..].find(')')?;
    Some((begin, end, line[begin..end].split(", ").map(str::to_owned).collect()))
}

fn with_operands(line: &str, all: &[String]) -> Option<String> {
    let (begin, end, _) = operands(line)?;
    Some(format!("{}{}{}", &line[..begin], all.join(", "), &line[end..]))
}

fn exchanged_selects(line: &str) -> Vec<String> {
    let Some((_, _, mut all)) = operands(line).filter(|_| line.contains("\"llvm.select\"")) else { return Vec::new() };
    all.swap(1, 2);
    with_operands(line, &all).into_iter().collect()
}

/// The mask no longer narrows: both sides are the condition.
fn dropped_masks(line: &str) -> Vec<String> {
    let Some((_, _, all)) = operands(line).filter(|_| line.contains("\"llvm.select\"")) else { return Vec::new() };
    [1, 2]
        .iter()
        .filter_map(|kept| with_operands(line, &[all[0].clone(), all[*kept].clone(), all[*kept].clone()]))
        .collect()
}

/// Values that a branch passes, exchanged where they have one type.
fn exchanged_phis(line: &str) -> Vec<String> {
    let Some((_, _, all)) = operands(line).filter(|_| line.contains("br\"(")) else { return Vec::new() };
    let types = line.rsplit_once(" : (").map_or("", |(_, rest)| rest.split(") ->").next().unwrap_or(""));
    let types: Vec<&str> = types.split(", ").collect();
    let mut found = Vec::new();
    for a in 0..all.len() {
        for b in a + 1..all.len() {
            if types.get(a) == types.get(b) && all[a] != all[b] {
                let mut changed = all.clone();
                changed.swap(a, b);
                found.extend(with_operands(line, &changed));
            }
        }
    }
    found
}

fn exchanged_branches(line: &str) -> Vec<String> {
    let Some((_, _, all)) = operands(line).filter(|_| line.contains("\"llvm.cond_br\"")) else { return Vec::new() };
    let between = |text: &str, from: &str, to: &str| Some(text.split_once(from)?.1.split_once(to)?.0.to_owned());
    let Some(sizes) = between(line, "i32: 1, ", ">") else { return Vec::new() };
    let (Some((yes, no)), Some(labels)) = (sizes.split_once(", "), between(line, "[", "]")) else { return Vec::new() };
    let Some((first, second)) = labels.split_once(", ") else { return Vec::new() };
    let Some(types) = line.rsplit_once(" : (").and_then(|(_, rest)| Some(rest.split_once(") ->")?.0)) else {
        return Vec::new();
    };
    let turn = |all: &[String]| {
        let middle = 1 + yes.parse::<usize>().unwrap();
        [&all[..1], &all[middle..], &all[1..middle]].concat().join(", ")
    };
    let types: Vec<String> = types.split(", ").map(str::to_owned).collect();
    vec![format!(
        "  \"llvm.cond_br\"({})[{second}, {first}] <{{operandSegmentSizes = array<i32: 1, {no}, {yes}>}}> : ({}) -> ()",
        turn(&all),
        turn(&types)
    )]
}

fn other_predicates(line: &str) -> Vec<String> {
    let Some((before, after)) = line.split_once("predicate = ") else { return Vec::new() };
    let Some((number, rest)) = after.split_once(' ') else { return Vec::new() };
    let (number, count) = (number.parse::<u32>().unwrap(), if line.contains("fcmp") { 16 } else { 10 });
    [1, 4].map(|by| format!("{before}predicate = {} {rest}", (number + by) % count)).into()
}

fn other_operations(line: &str) -> Vec<String> {
    const PAIRS: &[(&str, &str)] = &[
        ("add", "sub"),
        ("sub", "add"),
        ("mul", "add"),
        ("and", "or"),
        ("or", "and"),
        ("xor", "or"),
        ("shl", "lshr"),
        ("lshr", "shl"),
        ("ashr", "lshr"),
        ("fadd", "fsub"),
        ("fsub", "fadd"),
        ("fmul", "fadd"),
        ("fdiv", "fmul"),
        ("srem", "sdiv"),
        ("freeze", "bitcast"),
    ];
    let changed = |(from, to): &(&str, &str)| {
        let from = format!("\"llvm.{from}\"");
        line.contains(&from).then(|| line.replace(&from, &format!("\"llvm.{to}\"")))
    };
    PAIRS.iter().filter_map(changed).collect()
}

fn other_constants(line: &str) -> Vec<String> {
    let Some((before, after)) = line.split_once("value = ").filter(|(_, after)| !after.starts_with("dense")) else {
        return Vec::new();
    };
    let Some((number, rest)) = after.split_once(' ') else { return Vec::new() };
    let Ok(number) = number.parse::<i64>() else { return Vec::new() };
    if rest.contains("i1") {
        return vec![format!("{before}value = {} {rest}", -1 - number)];
    }
    vec![format!("{before}value = {} {rest}", number + 1)]
}

/// Another value in one lane of a constant: a mask of all lanes but one.
fn other_lanes(line: &str) -> Vec<String> {
    let Some((before, (lanes, rest))) = line.split_once("dense<[").and_then(|(a, b)| Some((a, b.split_once(']')?)))
    else {
        return Vec::new();
    };
    let mut all: Vec<i64> = lanes.split(", ").map(|lane| lane.parse().unwrap()).collect();
    all[0] = if rest.contains("i1>") { -1 - all[0] } else { all[0] + 1 };
    let all: Vec<String> = all.iter().map(i64::to_string).collect();
    vec![format!("{before}dense<[{}]{rest}", all.join(", "))]
}

/// A call of another function, or of this one once for all lanes.
fn other_calls(line: &str) -> Vec<String> {
    let Some((before, after)) = line.split_once("callee = @\"") else { return Vec::new() };
    let mut all = vec![format!("{before}callee = @\"other_{after}")];
    all.extend(
        line.contains(", isotope.lanes").then(|| line.replace(", isotope.lanes", ", isotope.reads, isotope.gone")),
    );
    // A scalar argument goes on by another step, or by none.
    let clauses = after.split_once("isotope.lanes = \"").and_then(|(_, rest)| Some(rest.split_once('"')?.0));
    for (at, letter) in clauses.unwrap_or_default().char_indices().filter(|(_, letter)| matches!(letter, 'u' | 'l')) {
        let clauses = clauses.unwrap_or_default();
        for other in if letter == 'u' { ["l1", "l4"] } else { ["u", "ln"] } {
            let changed = format!("{}{other}{}", &clauses[..at], &clauses[at + 1..]);
            all.push(line.replace(clauses, &changed));
        }
    }
    all
}

/// Less memory on the stack, less even, or with lanes in another order.
fn other_stacks(line: &str) -> Vec<String> {
    if !line.contains("\"llvm.alloca\"") {
        return Vec::new();
    }
    let with = |name: &str, change: fn(i64) -> i64| {
        let (before, after) = line.split_once(&format!("{name} = ")).unwrap();
        let (number, rest) = after.split_once(' ').unwrap();
        format!("{before}{name} = {} {rest}", change(number.parse().unwrap()))
    };
    vec![
        with("isotope.bytes", |of| of / 2),
        with("isotope.bytes", |of| of - 1),
        with("isotope.element", |of| if of == 0 { 4 } else { 0 }),
        with("isotope.element", |of| (of * 2).min(8)),
        with("alignment", |_| 1),
    ]
}

/// An access of all lanes in place of those that are on.
fn full_masks(line: &str) -> Vec<String> {
    let at = if line.contains("masked.load") || line.contains("masked.gather") {
        1
    } else if line.contains("masked.store") || line.contains("masked.scatter") {
        2
    } else if line.contains("vector.reduce.or") {
        0
    } else if line.contains("isotope.lanes = \"M") {
        usize::MAX
    } else {
        return Vec::new();
    };
    let Some((_, _, mut all)) = operands(line) else { return Vec::new() };
    let at = at.min(all.len() - 1);
    let Some((lanes, _)) =
        line.split_once("xi1>").and_then(|(before, _)| before.rsplit_once("vector<").map(|(_, lanes)| (lanes, ())))
    else {
        return Vec::new();
    };
    all[at] = "%full".to_owned();
    let ones = vec!["-1"; lanes.parse().unwrap()].join(", ");
    let ty = format!("vector<{lanes}xi1>");
    let mask = format!("  %full = \"llvm.mlir.constant\"() <{{value = dense<[{ones}]> : {ty}}}> : () -> {ty}\n");
    with_operands(line, &all).map(|line| format!("{mask}{line}")).into_iter().collect()
}

/// Another part of a value: lanes 8 to 15 in the place of 0 to 7.
fn other_parts(line: &str) -> Vec<String> {
    let Some((before, after)) = line.split_once("array<i32: ").filter(|_| line.contains("shufflevector")) else {
        return Vec::new();
    };
    let Some((lanes, rest)) = after.split_once('>') else { return Vec::new() };
    let lanes: Vec<usize> = lanes.split(", ").map(|lane| lane.parse().unwrap()).collect();
    let count = lanes.len();
    let moved =
        |by: usize| lanes.iter().map(|lane| ((lane + by) % (2 * count)).to_string()).collect::<Vec<_>>().join(", ");
    [1, count].map(|by| format!("{before}array<i32: {}>{rest}", moved(by))).into()
}

/// Operands of an operation exchanged: parts of two values, masks that are put together in another order.
fn exchanged_operands(line: &str) -> Vec<String> {
    let is_wanted = line.contains("shufflevector") || line.contains("insertelement") || line.contains("llvm.sub");
    let Some((_, _, mut all)) = operands(line).filter(|(_, _, all)| is_wanted && all.len() == 2) else {
        return Vec::new();
    };
    all.swap(0, 1);
    with_operands(line, &all).into_iter().collect()
}

const CHANGES: &[(&str, Change)] = &[
    ("selects exchanged", exchanged_selects),
    ("masks dropped", dropped_masks),
    ("phis exchanged", exchanged_phis),
    ("branches exchanged", exchanged_branches),
    ("other predicates", other_predicates),
    ("other operations", other_operations),
    ("other constants", other_constants),
    ("other lanes", other_lanes),
    ("other calls", other_calls),
    ("other stacks", other_stacks),
    ("full masks", full_masks),
    ("other parts", other_parts),
    ("operands exchanged", exchanged_operands),
];

#[test]
fn some_faults_are_refused() {
    // Each proof of the longest case, loops within loops, takes the time of ten others.
    refused(|name| !name.starts_with("bgcd"), 4, 75, 20);
}

#[test]
#[ignore = "slow: minutes"]
fn each_fault_of_all_cases_is_refused() {
    refused(|_| true, 1, 500, 60);
}

/// Makes faults in some of the cases, takes each `step`-th of them, and expects so many to be refused at least. A fault that is accepted is
/// carried out on so many inputs.
fn refused(wanted: impl Fn(&str) -> bool, step: usize, least: usize, inputs: u64) {
    let (mut made, mut refused, mut equal) = (0, 0, Vec::new());
    for (name, shape, text) in cases().into_iter().filter(|(name, ..)| wanted(name)) {
        let begin = text.find("\"vector\"").unwrap();
        let lines: Vec<&str> = text[begin..].lines().collect();
        let in_registers = lines.iter().position(|line| line.contains("\"registers\"")).unwrap_or(lines.len());
        for (at, line) in lines.iter().enumerate() {
            for (kind, change) in CHANGES {
                for changed in change(line).into_iter().filter(|changed| changed != line) {
                    made += 1;
                    if made % step != 0 {
                        continue;
                    }
                    let mut all = lines.clone();
                    all[at] = &changed;
                    let mutant = format!("{}{}\n", &text[..begin], all.join("\n"));
                    // Operands of other types are no text at all.
                    let Ok(module) = isotope_mlir::read(&mutant) else { panic!("{name}: no text: {changed}") };
                    if isotope_lanes::show(&module, &shape).is_err() {
                        refused += 1;
                        continue;
                    }
                    let body = if at < in_registers { "vector" } else { "registers" };
                    assert_eq!(difference(&module, &shape, body, inputs), None, "{name}, {kind}, accepted: {changed}");
                    equal.push(format!("{name}, {kind}: {line} -> {changed}"));
                }
            }
        }
    }
    println!("{refused} faults refused, 0 accepted; {} changes change nothing", equal.len());
    equal.iter().for_each(|one| println!("  {one}"));
    assert!(refused >= least, "{refused} faults");
}
