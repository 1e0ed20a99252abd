//! Help as a terminal shows it: no line is wider than [`COLUMNS`].

use clap::error::ErrorKind;
use std::io::{IsTerminal as _, Write as _};

/// The widest line of the help.
pub const COLUMNS: usize = 100;

/// The narrowest that a text beside the flags may be; a narrower one begins at the left.
const NARROWEST: usize = 30;

/// Ends the process with help, or with what is wrong with the flags, as clap does.
pub fn end(error: &clap::Error) -> ! {
    if error.kind() != ErrorKind::DisplayHelp {
        error.exit();
    }
    let shown = error.render();
    let is_plain =
        !std::io::stdout().is_terminal() || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let text = if is_plain { shown.to_string() } else { shown.ansi().to_string() };
    // A reader that closed the pipe has read enough.
    let _ = std::io::stdout().lock().write_all(wrapped(&text, COLUMNS).as_bytes());
    std::process::exit(0)
}

/// A text whose lines are broken at spaces where they are wider than so many columns; what goes on stands below where it began.
pub fn wrapped(text: &str, columns: usize) -> String {
    let mut all = String::new();
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        if width(line) <= columns {
            all += line;
        } else {
            all += &broken(line, columns);
        }
        all += end;
    }
    all
}

fn broken(line: &str, columns: usize) -> String {
    let at = began(line, columns);
    let (head, words) = line.split_at(at);
    let indent = " ".repeat(width(head));
    let (mut text, mut used) = (head.to_owned(), width(head));
    for (number, word) in words.split(' ').filter(|word| !word.is_empty()).enumerate() {
        let wanted = width(word) + usize::from(number > 0);
        if number > 0 && used + wanted > columns {
            text += &format!("\n{indent}{word}");
            used = indent.len() + width(word);
        } else {
            text += if number > 0 { " " } else { "" };
            text += word;
            used += wanted;
        }
    }
    text
}

/// Where the text of a line begins: behind the flags, which two spaces end, or at the first word.
fn began(line: &str, columns: usize) -> usize {
    let first = line.len() - line.trim_start().len();
    let behind = line[first..].rfind("  ").map(|at| first + at + 2);
    behind.filter(|at| width(&line[..*at]) + NARROWEST <= columns).unwrap_or(first)
}

/// Columns of a text, without what colours it.
fn width(text: &str) -> usize {
    let (mut count, mut is_escape) = (0, false);
    for c in text.chars() {
        match c {
            '\u{1b}' => is_escape = true,
            'm' if is_escape => is_escape = false,
            _ => count += usize::from(!is_escape),
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wide_goes_on_below_where_it_began() {
        let line = "  -x, --flag <X>  words of a text that is wide, and its default: one\nshort\n";
        assert_eq!(
            wrapped(line, 50),
            "  -x, --flag <X>  words of a text that is wide,\n                  and its default: one\nshort\n"
        );
        assert_eq!(wrapped("one two three", 7), "one two\nthree");
        assert_eq!(wrapped("  a\u{1b}[1mb\u{1b}[0m  c d", 60), "  a\u{1b}[1mb\u{1b}[0m  c d");
        assert!(wrapped(&"word ".repeat(60), COLUMNS).lines().all(|line| line.len() <= COLUMNS));
    }
}
