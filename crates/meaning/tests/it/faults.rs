//! A kernel with the answers of its windows, as it is and with faults in it.

use super::{are_equal, meant};

const PLAIN: &str = include_str!("../programs/plain.mlir");
const SELECTED: &str = include_str!("../programs/selected.mlir");

#[test]
fn a_kernel_with_its_answers_is_equal_to_its_statement() {
    assert!(SELECTED.contains("llvm.call_intrinsic"));
    assert!(are_equal(PLAIN, &meant(SELECTED).unwrap()));
}

/// A fault: its name, the program with it, and for a lane that is moved the program with poison in that lane.
struct Fault {
    what: String,
    text: String,
    poisoned: Option<String>,
}

/// The program with another line.
fn with(number: usize, line: &str) -> String {
    let lines = SELECTED.lines().enumerate().map(|(at, own)| if at == number { line } else { own });
    lines.collect::<Vec<_>>().join("\n")
}

/// The text with each number of each mask changed, one at a time, and each call with other operands and another name.
fn faults() -> Vec<Fault> {
    let mut all = Vec::new();
    for (number, line) in SELECTED.lines().enumerate() {
        let what = |what: &str| format!("line {}: {what}", number + 1);
        let mask = line.split_once("mask = array<i32: ").and_then(|(head, rest)| Some((head, rest.split_once('>')?)));
        if let Some((head, (mask, tail))) = mask {
            let numbers: Vec<i64> = mask.split(", ").map(|number| number.parse().unwrap()).collect();
            for at in 0..numbers.len() {
                let changed = |to: i64| {
                    let mut changed = numbers.clone();
                    changed[at] = to;
                    let mask: Vec<String> = changed.iter().map(ToString::to_string).collect();
                    with(number, &format!("{head}mask = array<i32: {}>{tail}", mask.join(", ")))
                };
                let text = changed(if numbers[at] == 0 { 1 } else { numbers[at] - 1 });
                all.push(Fault { what: what(&format!("lane {at}")), text, poisoned: Some(changed(-1)) });
            }
        }
        let mut changed = |name: &str, changed: String| {
            if changed != line {
                all.push(Fault { what: what(name), text: with(number, &changed), poisoned: None });
            }
        };
        if line.contains("llvm.call_intrinsic") {
            let (head, rest) = line.split_once("\"(").unwrap();
            let (operands, tail) = rest.split_once(')').unwrap();
            let mut operands: Vec<&str> = operands.split(", ").collect();
            operands.swap(1, 2);
            changed("operands", format!("{head}\"({}){tail}", operands.join(", ")));
            changed("a call that saturates", line.replace("vpdpbusd.", "vpdpbusds."));
        } else if line.contains("llvm.mlir.constant") {
            changed("a distance", line.replace("value = 8 : i32", "value = 16 : i32"));
            changed("another distance", line.replace("value = 24 : i32", "value = 0 : i32"));
        }
    }
    all
}

#[test]
fn faults_in_placed_answers_are_not_called_equal() {
    let faults = faults();
    let equal = |text: &str| meant(text).is_ok_and(|meant| are_equal(PLAIN, &meant));
    let mut refused = 0;
    for Fault { what, text, poisoned } in &faults {
        // A lane that nobody reads may hold anything, poison too.
        match equal(text) {
            true => assert!(poisoned.as_ref().is_some_and(|text| equal(text)), "{what} is called equal"),
            false => refused += 1,
        }
    }
    assert!(refused > 300, "{refused} of {}", faults.len());
}
