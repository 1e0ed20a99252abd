//! Files of expressions, as they are read, and what is said of them where they are wrong.

use isotope_cli::limits;
use isotope_client::ClientError;
use isotope_ir::parse::{Diagnostic, parse_file};
use isotope_ir::types::Type;
use isotope_proto::v1;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// How a text begins that an editor has marked as UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// How texts in UTF-16 begin, either way around.
const UTF_16: [&[u8]; 2] = [&[0xff, 0xfe], &[0xfe, 0xff]];

/// An example of a file's contents, for whoever gave one that holds nothing.
const EXAMPLE: &str = "uint8x64 (uint8x64)rounding_halving_add((uint8x64)a, (uint8x64)b)";

/// The input cannot be read or is too large.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadInput(pub String);

/// A mistake at a place of a file, as compilers say it: editors find the place by `FILE:LINE:COLUMN`.
#[derive(Debug, thiserror::Error)]
#[error("{name}:{line}:{column}: {message}")]
pub struct Mistake {
    name: String,
    line: u32,
    column: u32,
    message: String,
}

/// The mistakes of one or several files, in their order.
#[derive(Debug, Default, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Mistakes(pub Vec<Mistake>);

/// A mistake whose text begins with its place.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Located(pub String);

/// Opens a file; `-` is standard input.
pub fn open(file: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if file.as_os_str() == "-" { Box::new(io::stdin()) } else { Box::new(File::open(file)?) })
}

/// The name of a file in messages.
fn name(file: &Path) -> String {
    if file.as_os_str() == "-" { "<stdin>".to_owned() } else { file.display().to_string() }
}

/// The text of a file of expressions, without the mark of its encoding.
pub fn read(file: &Path) -> Result<String, BadInput> {
    let text = text_of(file)?;
    if text.lines().all(holds_nothing) {
        return Err(BadInput(format!("{} holds no expression; one looks like\n  {EXAMPLE}", name(file))));
    }
    Ok(text)
}

/// The text of any file, within bounds and without the mark of its encoding.
pub fn text_of(file: &Path) -> Result<String, BadInput> {
    text_within(file, limits::MAX_FILE_BYTES, "MAX_FILE_BYTES")
}

/// The same within another bound, which has a name.
pub fn text_within(file: &Path, bound: u64, bound_name: &str) -> Result<String, BadInput> {
    let name = name(file);
    let mut bytes = Vec::new();
    let read = open(file).and_then(|file| file.take(bound + 1).read_to_end(&mut bytes));
    read.map_err(|e| BadInput(format!("cannot read {name}: {e}")))?;
    if bytes.len() as u64 > bound {
        let mebibytes = bound >> 20;
        return Err(BadInput(format!(
            "{name} is larger than {mebibytes} MiB, the bound {bound_name} ({bound} bytes); split it into several files"
        )));
    }
    text(bytes, &name)
}

fn text(bytes: Vec<u8>, name: &str) -> Result<String, BadInput> {
    if UTF_16.iter().any(|mark| bytes.starts_with(mark)) {
        return Err(BadInput(format!("{name} is in UTF-16; save it in UTF-8")));
    }
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let line = 1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        BadInput(format!("{name}:{line}: this line is no text in UTF-8"))
    })?;
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len_utf8());
    }
    Ok(text)
}

/// Whether a line has neither an expression nor a leaf.
fn holds_nothing(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with("//") || line.starts_with("target ")
}

/// A failure with its place in the file that was asked for, and the file's other mistakes.
pub fn located(file: &Path, text: &str, error: ClientError) -> anyhow::Error {
    match error {
        ClientError::Failed(failure) if failure.line > 0 => Mistakes(mistakes(file, text, failure)).into(),
        error => error.into(),
    }
}

/// The mistake that the service told, and those of other expressions, in the order of their lines. Unreadable text is reported before
/// what has the wrong type, so the first is not always the uppermost.
fn mistakes(file: &Path, text: &str, first: v1::Failure) -> Vec<Mistake> {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut all = vec![mistake(file, first)];
    while all.len() < limits::MAX_MISTAKES {
        let at = all[all.len() - 1].line as usize;
        // A wrong line is left out, with the lines that go on with it.
        let next = (at..lines.len()).find(|line| begins(lines[*line])).unwrap_or(lines.len());
        let first = (0..at.min(lines.len())).rev().find(|line| begins(lines[*line])).unwrap_or(0);
        lines[first..next].fill("");
        if lines.iter().all(|line| holds_nothing(line)) {
            break;
        }
        match parse_file(&lines.join("\n")) {
            Err(why) => all.push(mistake(file, of(&why))),
            Ok(_) => break,
        }
    }
    all.sort_by_key(|one| one.line);
    all
}

/// Whether an expression or a declaration begins in a line.
fn begins(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["let", "target"].contains(&word) || Type::parse(word).is_some()
}

fn of(why: &Diagnostic) -> v1::Failure {
    v1::Failure { message: why.to_string(), line: why.line as u32, column: why.column as u32, ..Default::default() }
}

fn mistake(file: &Path, failure: v1::Failure) -> Mistake {
    let v1::Failure { message, line, column, .. } = failure;
    // The sentence begins with the place, too.
    let place = format!("line {line}, column {column}: ");
    let message = message.strip_prefix(&place).map(str::to_owned).unwrap_or(message);
    Mistake { name: name(file), line, column, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(bytes: &[u8]) -> String {
        text(bytes.to_vec(), "w.txt").unwrap_err().to_string()
    }

    #[test]
    fn the_mark_of_an_encoding_is_no_part_of_the_text() {
        assert_eq!(text("\u{feff}uint8x64 a".into(), "w.txt").unwrap(), "uint8x64 a");
        assert!(refused(&[0xff, 0xfe, b'u', 0]).contains("UTF-16"));
        assert!(refused(b"// fine\nuint8x64 \xff").starts_with("w.txt:2: "), "{}", refused(b"\n\xff"));
    }

    #[test]
    fn a_file_without_an_expression_is_told_from_one_with_a_mistake() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("w.txt");
        for empty in ["", "\n \n", "// a comment\n", "target x86_64 znver4\n", "\u{feff}"] {
            std::fs::write(&file, empty).unwrap();
            let said = read(&file).unwrap_err().to_string();
            assert!(said.contains("w.txt holds no expression") && said.contains(EXAMPLE), "{said}");
        }
        std::fs::write(&file, "x").unwrap();
        assert!(read(&file).is_ok(), "the service says what is wrong with it");
    }

    #[test]
    fn all_expressions_that_are_wrong_are_said_once_and_in_their_order() {
        let text = "// fine\nuint8x4 wrong((uint8x4)a)\nuint8x4 ((uint8x4)a + (uint8x4)b)\nuint8x4 ((uint8x4)a +\n  (uint16x4)b)\nlet c : uint8x4 in [9, 1]\n";
        let told = |text: &str| -> Vec<u32> {
            let why = parse_file(text).unwrap_err();
            mistakes(Path::new("w.txt"), text, of(&why)).iter().map(|one| one.line).collect()
        };
        assert_eq!(told(text), [2, 4, 6]);
        assert_eq!(told("uint8x4 wrong((uint8x4)a)"), [1]);
        assert_eq!(told("wrong\nwrong\n"), [1], "what is no beginning of anything goes on with what is wrong");
        let many = "uint8x4 wrong((uint8x4)a)\n".repeat(100);
        assert_eq!(told(&many).len(), limits::MAX_MISTAKES);
    }

    #[test]
    fn a_mistake_is_said_with_its_file() {
        let failure =
            |message: &str| v1::Failure { message: message.to_owned(), line: 2, column: 9, ..Default::default() };
        let said = |message| mistake(Path::new("w.txt"), failure(message)).to_string();
        assert_eq!(said("line 2, column 9: unknown\n  x\n  ^"), "w.txt:2:9: unknown\n  x\n  ^");
        assert_eq!(said("otherwise"), "w.txt:2:9: otherwise");
        assert!(mistake(Path::new("-"), failure("")).to_string().starts_with("<stdin>:2:9"));
    }
}
