//! Programs with a mistake: the check calls none of them equal.

use crate::texts::{FAST, S16, convolution, correlation, product, quaternions};
use crate::{equal, module, pipes};
use isotope_kernel::check::{Options, Verdict, check};
use isotope_kernel::execute::{Execution, execute};
use isotope_mlir::ir::Module;
use std::collections::HashMap;

/// The numbers that are left in memory and that differ.
pub fn left(module: &Module, is_float: bool) -> Vec<(usize, String)> {
    let numbers = |argument: usize| -> Vec<String> {
        let number = |at: usize| (at * 7 + argument * 31) % 23 + 1;
        (0..600).map(|at| if is_float { format!("{}.0", number(at)) } else { number(at).to_string() }).collect()
    };
    let inputs: HashMap<usize, Vec<String>> = (0..4).map(|argument| (argument, numbers(argument))).collect();
    execute(module, &Execution { inputs, ..Execution::default() }).unwrap_or_else(|error| panic!("{error}")).memory
}

/// Texts in which one number of a mask or of a place is another, or one operation.
fn mistakes(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let changed: Vec<String> = if line.contains("\"vector.shuffle\"") && line.contains(" : i64") {
            let first = line.find("mask = [").unwrap() + "mask = [".len();
            let number: String = line[first..].chars().take_while(char::is_ascii_digit).collect();
            let other = if number == "0" { "1" } else { "0" };
            vec![format!("{}{other}{}", &line[..first], &line[first + number.len()..])]
        } else if line.contains("\"vector.load\"") || line.contains("\"memref.load\"") {
            // Another array of the same type is read.
            vec![line.replace("(%1,", "(%0,"), line.replace("(%0,", "(%1,")]
        } else if line.contains("\"arith.addi\"") {
            vec![line.replace("arith.addi", "arith.subi")]
        } else if line.contains("\"arith.subf\"") {
            vec![line.replace("arith.subf", "arith.addf")]
        } else if line.contains("\"arith.extsi\"") {
            vec![line.replace("arith.extsi", "arith.extui")]
        } else {
            Vec::new()
        };
        for changed in changed.into_iter().filter(|changed| changed != line) {
            let lines: Vec<&str> =
                text.lines().enumerate().map(|(of, line)| if of == at { changed.as_str() } else { line }).collect();
            found.push(lines.join("\n") + "\n");
        }
    }
    found
}

#[test]
fn no_mistake_is_called_equal() {
    let (mut wrong, mut shown) = (0, 0);
    let kernels = [
        (product(S16, [4, 4, 4]), false),
        (product(FAST, [3, 3, 3]), true),
        (convolution(S16, [4, 4], [2, 2]), false),
        (correlation(S16, 12, 4), false),
        (quaternions(FAST), true),
    ];
    for (text, is_float) in &kernels {
        let before = module(text);
        for bits in [128, 256] {
            let made = isotope_mlir::print(&equal(text, pipes(bits)).module);
            for mistake in mistakes(&made) {
                // Of arrays of other sizes or types there is no program.
                let Ok(after) = isotope_mlir::read(&mistake) else { continue };
                let Ok(said) = check(&before, &after, &Options::default()) else { continue };
                let equal = matches!(said, Verdict::Identity(_));
                let same =
                    std::panic::catch_unwind(|| left(&after, *is_float) == left(&before, *is_float)).unwrap_or(false);
                assert!(!equal || same, "a mistake is called equal:\n{mistake}");
                wrong += usize::from(!same);
                shown += usize::from(equal);
            }
        }
    }
    println!("{wrong} programs with a mistake that shows, {shown} shown equal");
    assert!(wrong > 100, "{wrong}");
}
