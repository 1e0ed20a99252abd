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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_out_and_the_rest_is_as_it_was() {
        assert_eq!(shown("a \u{1b}[31mred\u{7}\r\n\tµ\u{9b}2J"), "a \\u{1b}[31mred\\u{7}\\u{d}\n\tµ\\u{9b}2J");
        assert_eq!(shown("x\u{202e}y"), "x\\u{202e}y");
        assert_eq!(shown("uint8x64 (a + b)\n"), "uint8x64 (a + b)\n");
    }
}
