//! Blocks of indented lines, and rows of numbers: where they are, so that they can be read when they are asked for.

use crate::body::Numbers;

/// A block of indented lines, with its indentation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Indented(pub &'static str);

impl Indented {
    /// The lines without the indentation.
    pub fn text(self) -> String {
        self.0.lines().flat_map(|line| [line.strip_prefix("  ").unwrap_or(line), "\n"]).collect()
    }
}

/// Numbers as a line has them.
pub(crate) fn numbers(line: &str) -> Option<Numbers> {
    let mut columns = line.split('|');
    let mut column = || columns.next().map(str::split_whitespace);
    let order = column()?.map(|v| v.parse().ok()).collect::<Option<_>>()?;
    let element_bits = column()?.map(|v| v.parse().ok()).collect::<Option<_>>()?;
    let values = column()?.map(|v| v.parse().ok()).collect::<Option<_>>()?;
    let immediate = match columns.next() {
        Some(value) => Some(value.trim().parse().ok()?),
        None => None,
    };
    Some(Numbers { order, element_bits, values, immediate })
}
