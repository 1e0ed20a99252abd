//! Affine maps and integer sets.

use super::Printer;
use crate::ir::{AffineExpr, AffineMap, IntegerSet, Step};
use std::fmt::Write as _;

impl Printer<'_> {
    pub(super) fn affine_map(&mut self, map: &AffineMap) {
        self.affine_names(map.dims, map.symbols);
        self.out.push_str(" -> (");
        for (at, result) in map.results.iter().enumerate() {
            self.out.push_str(if at > 0 { ", " } else { "" });
            self.expression(result);
        }
        self.out.push(')');
    }

    pub(super) fn integer_set(&mut self, set: &IntegerSet) {
        self.affine_names(set.dims, set.symbols);
        self.out.push_str(" : (");
        for (at, (expression, equal)) in set.constraints.iter().enumerate() {
            self.out.push_str(if at > 0 { ", " } else { "" });
            self.expression(expression);
            self.out.push_str(if *equal { " == 0" } else { " >= 0" });
        }
        self.out.push(')');
    }

    fn affine_names(&mut self, dims: u32, symbols: u32) {
        let names =
            |letter: char, count: u32| (0..count).map(|i| format!("{letter}{i}")).collect::<Vec<_>>().join(", ");
        let _ = write!(self.out, "({})", names('d', dims));
        if symbols > 0 {
            let _ = write!(self.out, "[{}]", names('s', symbols));
        }
    }

    /// Writes the sum's parts in order, with parentheses around each operator.
    fn expression(&mut self, expression: &AffineExpr) {
        let mut stack: Vec<String> = Vec::new();
        for step in &expression.steps {
            let word = match step {
                Step::Dim(i) => {
                    stack.push(format!("d{i}"));
                    continue;
                }
                Step::Symbol(i) => {
                    stack.push(format!("s{i}"));
                    continue;
                }
                Step::Constant(c) => {
                    stack.push(c.to_string());
                    continue;
                }
                Step::Add => "+",
                Step::Mul => "*",
                Step::Mod => "mod",
                Step::FloorDiv => "floordiv",
                Step::CeilDiv => "ceildiv",
            };
            let right = stack.pop().unwrap_or_default();
            let left = stack.pop().unwrap_or_default();
            // A long sum nests to the left, where no parentheses are needed.
            let text = match word {
                "+" => format!("{left} + {}", parenthesised(&right)),
                _ => format!("{} {word} {}", parenthesised(&left), parenthesised(&right)),
            };
            stack.push(text);
        }
        self.out.push_str(&stack.pop().unwrap_or_default());
    }
}

fn parenthesised(text: &str) -> String {
    if text.contains(' ') { format!("({text})") } else { text.to_owned() }
}
