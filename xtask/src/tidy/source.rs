//! Just enough Rust to tell code from comments, strings and tests.
//!
//! Not a parser: rustc checks the grammar. This only blanks what is not code, so that a plain text search
//! over the rest is right, and finds which lines belong to items compiled for tests alone.

/// The text with every comment, and the inside of every string and character literal, turned into blanks.
/// Lines and columns stay where they were.
pub fn code_only(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut code = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let end = match bytes[at] {
            b'/' if bytes[at..].starts_with(b"//") => find(bytes, at, b"\n").unwrap_or(bytes.len()),
            b'/' if bytes[at..].starts_with(b"/*") => end_of_block_comment(bytes, at),
            b'"' => end_of_string(bytes, at),
            b'r' if !is_word(before(bytes, at)) || before(bytes, at) == b'b' => end_of_raw_string(bytes, at),
            b'\'' => end_of_character(bytes, at),
            _ => at,
        };
        if end == at {
            code.push(bytes[at]);
            at += 1;
        } else {
            code.extend(bytes[at..end].iter().map(|&byte| if byte == b'\n' { b'\n' } else { b' ' }));
            at = end;
        }
    }
    String::from_utf8(code).expect("only whole literals and comments were blanked")
}

fn before(bytes: &[u8], at: usize) -> u8 {
    if at == 0 { b' ' } else { bytes[at - 1] }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    bytes[from..].windows(what.len()).position(|window| window == what).map(|offset| from + offset)
}

/// Block comments nest in Rust.
fn end_of_block_comment(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0;
    let mut at = start;
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    bytes.len()
}

fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// `start` where this `r` opens no raw string.
fn end_of_raw_string(bytes: &[u8], start: usize) -> usize {
    let hashes = bytes[start + 1..].iter().take_while(|&&byte| byte == b'#').count();
    if bytes.get(start + 1 + hashes) != Some(&b'"') {
        return start;
    }
    let close = [b"\"".as_slice(), &b"#".repeat(hashes)].concat();
    find(bytes, start + 2 + hashes, &close).map_or(bytes.len(), |at| at + close.len())
}

/// `start` where this quote opens a lifetime or a label.
fn end_of_character(bytes: &[u8], start: usize) -> usize {
    if bytes.get(start + 1) == Some(&b'\\') {
        return find(bytes, (start + 3).min(bytes.len()), b"'").map_or(bytes.len(), |at| at + 1);
    }
    // A character is up to four bytes; a lifetime has no quote within them, or is a word before it.
    let inside = &bytes[start + 1..bytes.len().min(start + 6)];
    match inside.iter().position(|&byte| byte == b'\'') {
        Some(length) if length > 0 && (length == 1 || inside[0] >= 0x80) => start + length + 2,
        _ => start,
    }
}

/// For each line of `code` (as `code_only` gives it): whether it belongs to an item compiled for tests alone.
pub fn test_lines(code: &str) -> Vec<bool> {
    let mut marked = vec![false; code.lines().count()];
    let bytes = code.as_bytes();
    let mut at = 0;
    while let Some(start) = find(bytes, at, b"#[") {
        let close = find(bytes, start, b"]").unwrap_or(bytes.len());
        at = close;
        if is_test_attribute(&code[start..close]) {
            let end = end_of_item(bytes, close);
            let first = code[..start].matches('\n').count();
            let last = code[..end.min(code.len())].matches('\n').count();
            let count = marked.len();
            marked[first..count.min(last + 1)].fill(true);
            at = end;
        }
        if at >= bytes.len() {
            break;
        }
    }
    marked
}

/// `#[test]`, `#[tokio::test]`, `#[cfg(test)]`, `#[cfg(all(test, ...))]`.
fn is_test_attribute(attribute: &str) -> bool {
    let words = attribute.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.contains(&"test") && !words.contains(&"not") && !words.contains(&"cfg_attr")
}

/// The end of the item after an attribute: its closing brace, or a semicolon before any brace opens.
fn end_of_item(bytes: &[u8], from: usize) -> usize {
    let mut depth = 0;
    for (at, &byte) in bytes.iter().enumerate().skip(from) {
        match byte {
            b';' if depth == 0 => return at + 1,
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth <= 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blanked_in_place() {
        for (text, left) in [
            ("a // x\nb", "a b"),
            ("a /* x /* y */ z */ b", "a b"),
            (r#"f("x \" y") g"#, "f( ) g"),
            (r##"f(r#"a " b"#) g"##, "f( ) g"),
            ("b'\\'' 'x' 'a: &'static", "b 'a: &'static"),
            ("'é' + '\u{1F600}'", "+"),
            ("var\"s\"", "var"),
            ("attr", "attr"),
        ] {
            let code = code_only(text);
            assert_eq!(code.split_whitespace().collect::<Vec<_>>().join(" "), left, "{text}");
            assert_eq!((code.len(), code.lines().count()), (text.len(), text.lines().count()), "{text}");
        }
    }

    #[test]
    fn test_items_are_found_to_their_closing_brace() {
        let code = "fn a() {\n}\n#[cfg(test)]\nmod tests {\n fn b() { if x { } }\n}\nfn c() {}\n#[test]\nfn d() {}\n";
        assert_eq!(test_lines(code), [false, false, true, true, true, true, false, true, true]);
        assert_eq!(test_lines("#[cfg(test)]\nmod tests;\nfn a() {}\n"), [true, true, false]);
        assert_eq!(test_lines("#[cfg(not(test))]\nfn a() {}\n#[derive(Debug)]\nstruct B;\n"), [false; 4]);
    }
}
