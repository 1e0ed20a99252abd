//! Which lanes of their operands the intrinsics of targets depend on, as their instructions' semantics say it: the same table that the
//! plug-in for clang is built with. `cargo xtask crossings` makes it, and its head says what each word means.

use crate::code::Code;
use isotope_mlir::ir::Operation;
use std::sync::OnceLock;

const TABLE: &str = include_str!("../../../client/llvm/src/insert/crossings.inc");

/// Lanes of an operand that a lane of the result depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Place {
    #[default]
    All,
    Same,
    Block,
    /// Of each 128 bits of the result one half, by number.
    Half(usize),
}

/// How an index chooses a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    InBlock,
    OfOne,
    OfFirst,
    OfSecond,
}

/// What is known of an operand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Depends {
    pub place: Place,
    /// Each byte of a lane on the same one.
    pub is_bytewise: bool,
    /// How the constants of another operand choose lanes, and which operand that is.
    pub choice: Option<(Choice, usize)>,
    /// Bytes of a factor, and the operand that has the other one.
    pub factor: Option<(usize, usize)>,
}

struct Row {
    name: &'static str,
    /// Of the result.
    lanes: usize,
    bits: usize,
    operands: &'static str,
}

/// `{"llvm.x86.avx2.pavg.b", 32, 8, "= ="},`
fn row(line: &'static str) -> Option<Row> {
    let (name, rest) = line.strip_prefix("{\"")?.strip_suffix("\"},")?.split_once("\", ")?;
    let (lanes, rest) = rest.split_once(", ")?;
    let (bits, operands) = rest.split_once(", \"")?;
    Some(Row { name, lanes: lanes.parse().ok()?, bits: bits.parse().ok()?, operands })
}

/// By name.
fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| TABLE.lines().filter_map(row).collect())
}

/// What a word says of one of so many operands; nothing where it says more than is known here, or names an operand that is not there.
fn read(word: &str, operands: usize) -> Option<Depends> {
    let mut said = Depends::default();
    let mut letters = word.chars();
    while let Some(letter) = letters.next() {
        let mut digit = || letters.next()?.to_digit(10).map(|digit| digit as usize);
        let choice = match letter {
            '=' => {
                said.place = Place::Same;
                continue;
            }
            'b' => {
                said.place = Place::Block;
                continue;
            }
            '*' => continue,
            '~' => {
                said.is_bytewise = true;
                continue;
            }
            'p' => {
                said.place = Place::Half(digit().filter(|half| *half < 2)?);
                continue;
            }
            'x' => {
                said.factor = Some((digit().filter(|bytes| *bytes > 0)?, digit().filter(|of| *of < operands)?));
                continue;
            }
            's' => Choice::InBlock,
            'v' => Choice::OfOne,
            'l' => Choice::OfFirst,
            'h' => Choice::OfSecond,
            _ => return None,
        };
        said.choice = Some((choice, digit().filter(|of| *of < operands)?));
    }
    Some(said)
}

impl Code<'_> {
    /// What is known of an operand of a call: all of its lanes count where the intrinsic is not in the table, or has other types there.
    pub(crate) fn depends(&self, op: &Operation, operand: usize) -> Depends {
        let known = || {
            let name = self.intrinsic(op)?;
            let at = rows().binary_search_by(|row| row.name.cmp(&name)).ok()?;
            let row = &rows()[at];
            (self.lanes_and_bits(*op.results.first()?) == Some((row.lanes, row.bits))).then_some(())?;
            read(row.operands.split(' ').nth(operand)?, op.operands.len())
        };
        known().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_understood() {
        let lines: Vec<&str> = TABLE.lines().filter(|line| !line.starts_with("//")).collect();
        assert!(lines.len() == rows().len() && lines.len() > 700, "{} of {}", rows().len(), lines.len());
        assert!(rows().is_sorted_by(|x, y| x.name < y.name), "rows are found by their names");
        for row in rows() {
            let words: Vec<&str> = row.operands.split(' ').collect();
            for word in &words {
                assert!(read(word, words.len()).is_some(), "{}: {word}", row.name);
            }
        }
    }

    #[test]
    fn words_say_what_the_head_of_the_table_says() {
        let all = Depends::default();
        let same = Depends { place: Place::Same, ..all };
        assert_eq!(read("*", 1), Some(all));
        assert_eq!(read("=~x12", 3), Some(Depends { is_bytewise: true, factor: Some((1, 2)), ..same }));
        assert_eq!(read("bs1", 2), Some(Depends { place: Place::Block, choice: Some((Choice::InBlock, 1)), ..all }));
        assert_eq!(read("*h1", 3), Some(Depends { choice: Some((Choice::OfSecond, 1)), ..all }));
        assert_eq!(read("p1", 2), Some(Depends { place: Place::Half(1), ..all }));
        for word in ["p2", "x0", "x01", "v2", "s", "?", "=x13"] {
            assert_eq!(read(word, 2), None, "{word}");
        }
    }
}
