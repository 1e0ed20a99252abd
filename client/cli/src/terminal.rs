//! Text of others on a terminal: names and messages may hold what moves its cursor or writes to its clipboard.

/// The text with every control character but line ends and tabs written out.
pub fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => out.push(c),
            // Also what turns the direction of writing around: a name must look like what it is.
            c if c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') => {
                out.extend(c.escape_unicode());
            }
            c => out.push(c),
        }
    }
    out
}

/// An error and its causes in one sentence. Many errors say their cause themselves: it is not said again.
pub fn sentence(error: &anyhow::Error) -> String {
    let mut said = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if said.is_empty() {
            said = cause;
        } else if !said.contains(&cause) {
            said.push_str(": ");
            said.push_str(&cause);
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context as _;

    #[test]
    fn a_cause_that_was_said_is_not_said_again() {
        let missing = || std::io::Error::new(std::io::ErrorKind::NotFound, "no such file");
        let named: anyhow::Error = anyhow::Error::new(missing()).context("cannot read x");
        assert_eq!(sentence(&named), "cannot read x: no such file");
        let twice = Err::<(), _>(missing()).context("cannot read x: no such file; make it").unwrap_err();
        assert_eq!(sentence(&twice), "cannot read x: no such file; make it");
        assert_eq!(sentence(&anyhow::anyhow!("alone")), "alone");
    }

    #[test]
    fn control_characters_are_written_out_and_the_rest_is_as_it_was() {
        assert_eq!(shown("a \u{1b}[31mred\u{7}\r\n\tµ\u{9b}2J"), "a \\u{1b}[31mred\\u{7}\\u{d}\n\tµ\\u{9b}2J");
        assert_eq!(shown("x\u{202e}y"), "x\\u{202e}y");
        assert_eq!(shown("uint8x64 (a + b)\n"), "uint8x64 (a + b)\n");
    }
}
