//! How MLIR's runner prints, and the functions of its library that an execution knows.

use crate::limits::MAX_OUTPUT;
use crate::plan::nodes::Node;
use crate::run::machine::{Machine, Reason, Result};
use crate::values::value::{Scalar, Slot, View};
use std::fmt::Write as _;

/// Functions that print a memref of any rank.
const PRINTS_MEMREF: [&str; 7] = [
    "printMemrefF32",
    "printMemrefF64",
    "printMemrefI8",
    "printMemrefI16",
    "printMemrefI32",
    "printMemrefI64",
    "printMemrefInd",
];

/// A float with six digits, as `%g` of C has it.
pub fn general(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if !value.is_finite() || value == 0.0 {
        return format!("{value}");
    }
    let scientific = format!("{value:.5e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let short = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if (-4..6).contains(&exponent) {
        return short(&format!("{value:.*}", (5 - exponent) as usize));
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", short(digits), exponent.abs())
}

/// A number as the runner prints it.
pub fn shown(value: Scalar, out: &mut String) {
    let _ = match value {
        Scalar::Int(value) => write!(out, "{value}"),
        Scalar::Float(value) => write!(out, "{}", general(value)),
        Scalar::Term(_) => write!(out, "?"),
        Scalar::Poison => write!(out, "poison"),
    };
}

impl Machine<'_> {
    /// Calls a function of the runner's library; false: it is none.
    pub(super) fn library(&mut self, node: &Node, callee: &str) -> Result<bool> {
        if !PRINTS_MEMREF.contains(&callee) {
            return Ok(false);
        }
        let view = match node.operands.as_slice() {
            [slot] => match &self.slots[*slot as usize] {
                Slot::Memref(view) => std::sync::Arc::clone(view),
                _ => return Err(self.error(node, Reason::Unsupported, "its operand is no memref")),
            },
            _ => return Err(self.error(node, Reason::Unsupported, "it takes one memref")),
        };
        let mut out = format!(
            "Unranked Memref base@ = 0x0 rank = {} offset = {} sizes = {:?} strides = {:?} data = \n",
            view.sizes.len(),
            view.offset,
            view.sizes,
            view.strides
        );
        self.rows(node, &view, &mut Vec::new(), &mut out)?;
        out.push('\n');
        self.write(node, &out)?;
        Ok(true)
    }

    /// The elements behind these indices: rows in brackets, one a line.
    fn rows(&mut self, node: &Node, view: &View, indices: &mut Vec<i64>, out: &mut String) -> Result<()> {
        // Rows without elements are many in a few bytes, too.
        self.step(node)?;
        if out.len() > MAX_OUTPUT {
            return self.write(node, out);
        }
        let Some(size) = view.sizes.get(indices.len()).copied() else {
            let cell = self.cell(node, view, indices)?;
            shown(self.buffers[view.buffer].get(cell), out);
            return Ok(());
        };
        let depth = indices.len() + 1;
        let is_last = depth == view.sizes.len();
        out.push('[');
        for at in 0..size {
            if at > 0 {
                out.push_str(if is_last { ",   " } else { ", \n" });
                out.push_str(&" ".repeat(if is_last { 0 } else { depth }));
            }
            indices.push(at);
            self.rows(node, view, indices, out)?;
            indices.pop();
        }
        out.push(']');
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_have_six_digits() {
        let all = [
            (0.0, "0"),
            (-1.1, "-1.1"),
            (1.0 / 3.0, "0.333333"),
            (100_000.0, "100000"),
            (1_000_000.0, "1e+06"),
            (16_777_216.0, "1.67772e+07"),
            (999_999.5, "1e+06"),
            (0.0001, "0.0001"),
            (-0.000_012_345, "-1.2345e-05"),
            (f64::INFINITY, "inf"),
            (-0.0, "-0"),
        ];
        for (value, text) in all {
            assert_eq!(general(value), text, "{value:?}");
        }
    }
}
