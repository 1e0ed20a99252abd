//! A class's text as a program: stored semantics with `#` for every number (a `?` is a choice there).
//!
//! An instruction that compresses, expands or looks for conflicts is another term in every element, and larger in every wider register, while its
//! text is one loop. Instructions with one text but for its numbers are a class as well: filled with a member's numbers it is
//! the member's stored semantics, letter for letter.
//!
//! A number is a run of digits wherever it stands, in a literal, in `Saturate16` or in a name that the reader numbered, and in an operand's
//! type its sign, which is 1 or 0: `in a vector # ##` for `in a vector 128 s8`.

/// The text and its numbers; `None` for what is not written back as it was, as a number with leading zeros.
pub fn of(semantics: &str) -> Option<(String, Vec<u64>)> {
    let (mut text, mut numbers) = (String::with_capacity(semantics.len()), Vec::new());
    for line in semantics.split_inclusive('\n') {
        let head = type_of(line);
        let mut rest = line;
        if let Some(at) = head {
            numbers_of(&line[..at], &mut text, &mut numbers)?;
            text.push('#');
            numbers.push(u64::from(line[at..].starts_with('s')));
            rest = &line[at + 1..];
        }
        numbers_of(rest, &mut text, &mut numbers)?;
    }
    (filled(&text, &numbers).as_deref() == Some(semantics)).then_some((text, numbers))
}

/// Whether a class's text is a program.
pub fn is(text: &str) -> bool {
    text.starts_with("semantics ")
}

/// The stored semantics of a member; `None` where there are not as many numbers as the text wants.
pub fn filled(text: &str, numbers: &[u64]) -> Option<String> {
    let (mut out, mut next) = (String::with_capacity(text.len() * 2), numbers.iter());
    for line in text.split_inclusive('\n') {
        // Of two `#` in a row the first is a sign.
        let mut parts = line.split('#').peekable();
        out.push_str(parts.next()?);
        while let Some(part) = parts.next() {
            let value = *next.next()?;
            if part.is_empty() && parts.peek().is_some() {
                out.push(if value == 0 { 'u' } else { 's' });
            } else {
                out.push_str(&value.to_string());
            }
            out.push_str(part);
        }
    }
    next.next().is_none().then_some(out)
}

/// Where an operand's line has its type.
fn type_of(line: &str) -> Option<usize> {
    if !line.starts_with("in ") && !line.starts_with("out ") {
        return None;
    }
    let at = line.rfind(' ')? + 1;
    let digits = line[at..].trim_end().strip_prefix(['s', 'u'])?;
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(at)
}

/// Text without its runs of digits.
fn numbers_of(mut rest: &str, text: &mut String, numbers: &mut Vec<u64>) -> Option<()> {
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        text.push_str(&rest[..at]);
        let end = rest[at..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| at + n);
        numbers.push(rest[at..end].parse().ok()?);
        text.push('#');
        rest = &rest[end..];
    }
    text.push_str(rest);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_signs_are_pulled_out_and_put_back() {
        let text = "semantics 1\nin a vector 128 s8\nin imm8 imm 32 u8\nout dst vector 64 u16\nFOR j := 0 to 7\n\tdst.word[j] := Saturate16(a[8*j+7:8*j])\nENDFOR\n";
        let (program, numbers) = of(text).unwrap();
        assert_eq!(
            program,
            "semantics #\nin a vector # ##\nin imm# imm # ##\nout dst vector # ##\nFOR j := # to #\n\tdst.word[j] := Saturate#(a[#*j+#:#*j])\nENDFOR\n"
        );
        assert_eq!(numbers, [1, 128, 1, 8, 8, 32, 0, 8, 64, 0, 16, 0, 7, 16, 8, 7, 8]);
        assert!(is(&program));
        assert_eq!(filled(&program, &numbers).as_deref(), Some(text));
        let wider = filled(&program, &[1, 256, 0, 8, 8, 32, 0, 8, 128, 0, 16, 0, 15, 16, 8, 7, 8]).unwrap();
        assert!(wider.contains("in a vector 256 u8\n") && wider.contains("to 15\n"), "{wider}");
    }

    #[test]
    fn what_cannot_be_put_back_has_no_program() {
        assert_eq!(of("semantics 1\nx := 007\n"), None, "leading zeros");
        assert_eq!(of("semantics 1\nx := 99999999999999999999\n"), None, "more than 64 bits");
        assert_eq!(of("semantics 1\nx := a#\n"), None, "a mark of the text itself");
        assert!(of("semantics 1\nx := a ? b : c\n").is_some());
        assert_eq!(filled("semantics #\n", &[]), None);
        assert_eq!(filled("semantics #\n", &[1, 2]), None);
    }
}
