//! How a table is laid out: for as many columns as a terminal has, or with tabs for other programs. No value is cut.

use std::fmt;
use std::io::IsTerminal as _;

/// Columns of a terminal that does not say how many it has.
const UNKNOWN_WIDTH: usize = 80;

/// Columns between two columns of a table.
const GAP: usize = 2;

/// Lines of one cell: a table whose rows need more is shown as one block a row.
const MOST_LINES: usize = 3;

/// Columns that a column of text keeps while another one can give way.
const READABLE: usize = 16;

/// Who reads a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A program: a row a line, with tabs between its values.
    Tabs,
    /// A person, on a terminal of so many columns.
    Columns(usize),
}

impl Form {
    /// The form for standard output.
    pub fn of_output() -> Self {
        let output = std::io::stdout();
        if !output.is_terminal() {
            return Form::Tabs;
        }
        let said = rustix::termios::tcgetwinsize(&output).map_or(0, |size| usize::from(size.ws_col));
        Form::Columns(if said == 0 { UNKNOWN_WIDTH } else { said })
    }
}

/// Rows under a header.
#[derive(Debug)]
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The columns that stand to the right.
    numbers: Vec<usize>,
}

impl Table {
    /// A table without rows.
    pub fn new(header: &[&str], numbers: &[usize]) -> Self {
        let header = header.iter().map(|name| (*name).to_owned()).collect();
        Table { header, rows: Vec::new(), numbers: numbers.to_vec() }
    }

    /// Adds a row with a value for each column.
    pub fn add(&mut self, row: impl IntoIterator<Item = String>) {
        self.rows.push(row.into_iter().collect());
    }

    /// The table in a form, without the last line's end.
    pub fn shown(&self, form: Form) -> String {
        let lines = match form {
            Form::Tabs => self.lines().map(|row| tabbed(row)).collect(),
            Form::Columns(width) => match self.widths(width) {
                Some(widths) => self.aligned(&widths),
                None => self.blocks(width),
            },
        };
        lines.join("\n")
    }

    fn lines(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.header).chain(&self.rows)
    }

    /// The widths of the columns within `width`; none where rows would be hard to read.
    fn widths(&self, width: usize) -> Option<Vec<usize>> {
        let most = |measure: fn(&str) -> usize| -> Vec<usize> {
            let column = |at: usize| self.lines().filter_map(|row| row.get(at)).map(|cell| measure(cell)).max();
            (0..self.header.len()).map(|at| column(at).unwrap_or(0)).collect()
        };
        let (mut widths, least) = (most(columns), most(longest_piece));
        let room = width.saturating_sub(GAP * widths.len().saturating_sub(1));
        // Names and their values are short lines, and stay beside one another as long as they can.
        let is_pairs = widths.len() == 2;
        while widths.iter().sum::<usize>() > room {
            let keeps = |at: usize| if is_pairs { least[at] } else { least[at].max(READABLE.min(widths[at])) };
            let giving = (0..widths.len()).filter(|at| widths[*at] > keeps(*at)).max_by_key(|at| widths[*at])?;
            widths[giving] -= 1;
        }
        let is_long = |row: &Vec<String>| row.iter().zip(&widths).any(|(c, w)| wrapped(c, *w).len() > MOST_LINES);
        (is_pairs || !self.rows.iter().any(is_long)).then_some(widths)
    }

    /// A header, a line under it, and the rows, in columns.
    fn aligned(&self, widths: &[usize]) -> Vec<String> {
        let mut lines = self.row(&self.header, widths);
        let whole = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
        lines.push("─".repeat(whole));
        lines.extend(self.rows.iter().flat_map(|row| self.row(row, widths)));
        lines
    }

    fn row(&self, row: &[String], widths: &[usize]) -> Vec<String> {
        let cells: Vec<Vec<String>> = row.iter().zip(widths).map(|(cell, width)| wrapped(cell, *width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let line = |at: usize| {
            let mut line = String::new();
            for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
                let text = cell.get(at).map_or("", String::as_str);
                let space = " ".repeat(width.saturating_sub(columns(text)));
                let gap = if column == 0 { "" } else { "  " };
                let (before, after) = if self.numbers.contains(&column) { (&*space, "") } else { ("", &*space) };
                line += &format!("{gap}{before}{text}{after}");
            }
            line.trim_end().to_owned()
        };
        (0..height).map(line).collect()
    }

    /// A block for each row: a line for each value, behind its column's name.
    fn blocks(&self, width: usize) -> Vec<String> {
        let names = self.header.iter().map(|name| columns(name)).max().unwrap_or(0);
        let mut lines = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            if at > 0 {
                lines.push(String::new());
            }
            for (name, value) in self.header.iter().zip(row) {
                let room = width.saturating_sub(names + GAP);
                if longest_piece(value) > room {
                    lines.push(name.clone());
                    let below = wrapped(value, width.saturating_sub(GAP));
                    lines.extend(below.iter().map(|line| format!("  {line}")));
                    continue;
                }
                for (at, line) in wrapped(value, room).iter().enumerate() {
                    let name = if at == 0 { name } else { "" };
                    let space = " ".repeat(names + GAP - columns(name));
                    lines.push(format!("{name}{space}{line}").trim_end().to_owned());
                }
            }
        }
        lines
    }
}

/// A row for programs: what would begin a row or a value of its own is a space.
fn tabbed(row: &[String]) -> String {
    let plain = |cell: &String| cell.trim().replace(['\t', '\n', '\r'], " ");
    row.iter().map(plain).collect::<Vec<_>>().join("\t")
}

/// Columns that a text takes.
fn columns(text: &str) -> usize {
    text.chars().count()
}

/// Where a line may end: behind a space, and inside expressions behind `(` and `,`.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut begin = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((_, letter)) = letters.next() {
        let next = letters.peek().map_or(text.len(), |(at, _)| *at);
        let follows = letters.peek().map(|(_, letter)| *letter);
        // Behind a comma a space may follow, which stays on the line.
        let ends = letter == ' ' && follows != Some(' ') || matches!(letter, '(' | ',') && follows != Some(' ');
        if ends && next < text.len() {
            pieces.push(&text[begin..next]);
            begin = next;
        }
    }
    pieces.push(&text[begin..]);
    pieces
}

/// The widest piece: what a column needs so that no word is cut in two.
fn longest_piece(text: &str) -> usize {
    let (indent, rest) = indented(text);
    indent + pieces(rest).into_iter().map(|piece| columns(piece.trim_end())).max().unwrap_or(0)
}

/// The spaces before a text, and the text.
fn indented(text: &str) -> (usize, &str) {
    let rest = text.trim_start_matches(' ');
    (text.len() - rest.len(), rest)
}

/// The text in lines of `width` columns. Words end a line before calls and their operands do, and a word is never cut.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let (indent, rest) = indented(text);
    let space = " ".repeat(indent);
    let mut lines = vec![space.clone()];
    for word in rest.split_inclusive(' ') {
        let fits_alone = indent + columns(word.trim_end()) <= width;
        let parts = if fits_alone { vec![word] } else { pieces(word) };
        for part in parts {
            let is_full = lines
                .last()
                .is_some_and(|line| columns(line) > indent && columns(line) + columns(part.trim_end()) > width);
            if is_full {
                lines.push(space.clone());
            }
            if let Some(line) = lines.last_mut() {
                line.push_str(part);
            }
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

impl fmt::Display for Table {
    /// The table for standard output, as it is now.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.shown(Form::of_output()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AVERAGE: &str = "uint8x64 (uint8x64)rounding_halving_add((uint8x64)widened, saturating_add((uint8x64)a, b))";

    fn answers() -> Table {
        let mut table = Table::new(&["expression", "instructions", "cycles", "verdict"], &[2]);
        table.add([AVERAGE, "2 vpavgb, vpaddb", "1.50", "proved"].map(str::to_owned));
        table.add(["int8x64 a", "vmovdqu8", "11.00", "not proved (cut short)"].map(str::to_owned));
        table
    }

    /// Every word of every value, in order, is in the text.
    fn holds(text: &str, value: &str) -> bool {
        let plain = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
        let lines: Vec<&str> = text.lines().collect();
        let words = value.split([' ', '(', ')', ',']).filter(|word| !word.is_empty());
        words.into_iter().all(|word| lines.iter().any(|line| line.contains(word)))
            && (plain(text).contains(&plain(value)) || value.split(' ').count() > 1)
    }

    #[test]
    fn no_word_is_cut_and_no_line_is_too_long_at_any_width() {
        for width in [40, 80, 120, 200] {
            let text = answers().shown(Form::Columns(width));
            assert!(text.lines().all(|line| columns(line) <= width), "{width}:\n{text}");
            for value in [AVERAGE, "2 vpavgb, vpaddb", "1.50", "not proved (cut short)", "vmovdqu8", "11.00"] {
                assert!(holds(&text, value), "{width}: {value} is not in\n{text}");
            }
        }
    }

    #[test]
    fn what_is_narrow_has_a_block_a_row_and_what_is_wide_one_rule() {
        let narrow = answers().shown(Form::Columns(40));
        assert_eq!(narrow.matches("expression").count(), 2, "{narrow}");
        assert!(narrow.contains("cycles        1.50\n") && !narrow.contains('─'), "{narrow}");
        let wide = answers().shown(Form::Columns(200));
        assert_eq!((wide.lines().count(), wide.lines().filter(|line| line.starts_with('─')).count()), (4, 1), "{wide}");
        let wrapped = answers().shown(Form::Columns(120));
        assert!(wrapped.lines().nth(1).is_some_and(|line| line.starts_with('─')), "{wrapped}");
    }

    #[test]
    fn programs_get_a_line_a_row_with_every_value_whole() {
        let mut table = answers();
        table.add(["a\tb\nc", "", "  1", "d"].map(str::to_owned));
        let text = table.shown(Form::Tabs);
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
        assert_eq!(lines[0], ["expression", "instructions", "cycles", "verdict"]);
        assert_eq!(lines[1], [AVERAGE, "2 vpavgb, vpaddb", "1.50", "proved"]);
        assert_eq!(lines[3], ["a b c", "", "1", "d"]);
    }

    #[test]
    fn names_and_values_stay_beside_one_another() {
        let mut table = Table::new(&["what", "value"], &[1]);
        table.add(["phrasings tied to their canonical form", "12"].map(str::to_owned));
        table.add(["  of these from memory", "3"].map(str::to_owned));
        let text = table.shown(Form::Columns(30));
        assert!(text.lines().all(|line| columns(line) <= 30), "{text}");
        assert!(text.lines().any(|line| line.starts_with("  of these") && line.ends_with('3')), "{text}");
        assert_eq!(Table::new(&["a"], &[]).shown(Form::Columns(40)), "a\n─");
    }

    #[test]
    fn a_word_that_is_longer_than_a_line_stays_whole() {
        assert_eq!(wrapped("see 0123456789abcdef now", 10), ["see", "0123456789abcdef", "now"]);
        assert_eq!(wrapped("add((uint8x4)a, (uint8x4)b)", 16), ["add((uint8x4)a,", "(uint8x4)b)"]);
        assert_eq!(wrapped("halving_add((uint8x4)a)", 16), ["halving_add((", "uint8x4)a)"]);
        assert_eq!(wrapped("", 16), [""]);
    }
}
