//! A compiler's assembly as it comes over the wire, and the part of it that is priced.

use crate::limits;
use thiserror::Error;

/// Why a text is no listing.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ListingError {
    /// A line is something else.
    #[error("line {line} of a listing is neither a label nor an instruction: {text}")]
    Line {
        /// From 1.
        line: u32,
        /// Its text.
        text: String,
    },
    /// A bound of [`limits`] is passed.
    #[error("{what} is {found}; the bound {bound} is {limit}")]
    OverLimit {
        /// The quantity that was measured.
        what: &'static str,
        /// How much there is of it.
        found: usize,
        /// The bound's name.
        bound: &'static str,
        /// The bound.
        limit: usize,
    },
}

/// Labels and instructions of one function, checked: nothing else gets to a tool that reads assembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing(String);

impl Listing {
    /// Checks a listing line by line, of instructions that another tool reads.
    pub fn read(text: impl Into<String>) -> Result<Self, ListingError> {
        Listing::checked(text.into(), is_instruction)
    }

    /// The same of code that is written in packets. Nothing else than its packets is read of it.
    pub fn of_packets(text: impl Into<String>, packet: &[String]) -> Result<Self, ListingError> {
        let marks = |line: &str| packet.iter().any(|mark| line.split_whitespace().next() == Some(mark));
        Listing::checked(text.into(), |line| is_of_packet(line) && (marks(line) || !line.contains(['{', '}'])))
    }

    fn checked(text: String, is_code: impl Fn(&str) -> bool) -> Result<Self, ListingError> {
        check("a listing in bytes", text.len(), "MAX_LISTING_BYTES", limits::MAX_LISTING_BYTES)?;
        for (line, at) in text.lines().zip(1u32..) {
            check("a listing's lines", at as usize, "MAX_LISTING_LINES", limits::MAX_LISTING_LINES)?;
            let what = "a line of a listing in bytes";
            check(what, line.len(), "MAX_LISTING_LINE_BYTES", limits::MAX_LISTING_LINE_BYTES)?;
            if !is_label(line) && !is_code(line) {
                return Err(ListingError::Line { line: at, text: line.chars().take(80).collect() });
            }
        }
        Ok(Listing(text))
    }

    /// The lines without the white space around them.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.lines().map(str::trim)
    }
}

fn check(what: &'static str, found: usize, bound: &'static str, limit: usize) -> Result<(), ListingError> {
    if found <= limit { Ok(()) } else { Err(ListingError::OverLimit { what, found, bound, limit }) }
}

/// Words that may stand before a mnemonic.
const PREFIXES: [&str; 17] = [
    "{vex}", "{vex2}", "{vex3}", "{evex}", "{disp8}", "{disp32}", "lock", "rep", "repe", "repne", "repz", "repnz",
    "notrack", "bnd", "data16", "xacquire", "xrelease",
];

/// Words that have a colon: x86's segments, AArch64's parts of an address.
const COLONS: [&str; 5] = ["%fs:", "%gs:", ":lo12:", ":got:", ":got_lo12:"];

/// Digits of a number: as many as 64 bits have, and the letters around them.
const NUMBER_CHARACTERS: usize = 72;

fn is_label(line: &str) -> bool {
    let name = line.trim().strip_suffix(':');
    name.is_some_and(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || "._$".contains(c)))
}

/// One statement: prefixes, a mnemonic, operands. Whatever an assembler reads as something else (a directive, a comment, a
/// second statement, a string, an assignment) has no place in it.
fn is_instruction(line: &str) -> bool {
    let mut rest = line.trim();
    loop {
        let (word, after) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
        if !PREFIXES.contains(&word) {
            return is_mnemonic(word) && are_operands(after);
        }
        rest = after.trim_start();
    }
}

/// The syntax of packets: `v1.b = vadd(v0.b,v2.b):sat`, `}  :endloop0`.
fn is_of_packet(line: &str) -> bool {
    let sign = |c: char| "._:()+,#<>=!&|-*~@$%{}; \t".contains(c);
    line.chars().all(|c| c.is_ascii_alphanumeric() || sign(c))
}

fn is_mnemonic(word: &str) -> bool {
    let inside = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "._".contains(c);
    word.starts_with(|c: char| c.is_ascii_lowercase()) && word.chars().all(inside)
}

/// A register of SVE's predicates without what becomes of the other lanes: `p0/m`, `p0/z`.
fn unpredicated(word: &str) -> &str {
    let register = word.strip_suffix("/m").or_else(|| word.strip_suffix("/z")).unwrap_or(word);
    let is_predicate = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
    if register.strip_prefix('p').is_some_and(is_predicate) { register } else { word }
}

/// Registers, numbers, symbols, and what ties them together. A slash is in no operand but a predicate (and begins comments), a `#` only
/// before ARM's numbers, a colon only after a segment and around a part of an address.
fn are_operands(text: &str) -> bool {
    let text = COLONS.iter().fold(text.to_owned(), |text, known| text.replace(known, ""));
    let apart = |c: char| "$%(),[]{}+-*!<> \t".contains(c);
    text.split(apart).map(unpredicated).all(|word| {
        let (number, bound) = match word.strip_prefix('#') {
            Some(number) => (number, number.is_empty() || number.starts_with(|c: char| c.is_ascii_digit())),
            None => (word, true),
        };
        let digits = number.starts_with(|c: char| c.is_ascii_digit());
        let symbol = |c: char| c.is_ascii_alphanumeric() || "._@".contains(c);
        bound && number.chars().all(symbol) && (!digits || number.len() <= NUMBER_CHARACTERS)
    }) && !text.contains("# ")
        && !text.contains("#\t")
        && !text.ends_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_instructions_pass() {
        let text = "f:\n\tvpaddw\t.LCPI0_0(%rip), %zmm1, %zmm2 {%k1} {z}\n.LBB0_1:\n\tmovq\t%fs:40, %rax\n\t{vex} vpdpbusd\t%ymm0, %ymm1, %ymm2\n\tadd\tx8, x8, #64\n";
        let listing = Listing::read(text).unwrap();
        assert_eq!(listing.lines().count(), 6);
        assert_eq!(Listing::read("").unwrap().lines().count(), 0);
        let arm = "1:\n\tldr\tq0, [x8, :lo12:.LCPI0_0]\n\tldur\tq3, [x9, #-2]\n\ttbl\tv0.16b, { v0.16b, v1.16b }, v2.16b\n\tb.ne\t1\n\tudivr\tz6.s, p0/m, z6.s, z24.s\n\tld1b\t{ z0.b }, p7/z, [x0]\n";
        assert_eq!(Listing::read(arm).unwrap().lines().count(), 7);
    }

    #[test]
    fn packets_are_read_where_code_is_written_in_them() {
        let packet = ["{".to_owned(), "}".to_owned()];
        let text = ".LBB0_1:\n\t{\n\t\tv1:0.h = vadd(v0.ub,v2.ub)\n\t\tif (!p0.new) jump:nt .LBB0_1\n\t}  :endloop0\n";
        assert_eq!(Listing::of_packets(text, &packet).unwrap().lines().count(), 5);
        for line in
            ["\tv0 = \"x\"", "\tr0 = add(r0,#1) // x", "\tr0 = add(r0,#1) /* x */", "\tv0 = {v1}", "\tv0 = v\u{e9}"]
        {
            let error = Listing::of_packets(format!("\t{{\n{line}\n"), &packet).unwrap_err();
            assert!(matches!(&error, ListingError::Line { line: 2, .. }), "{line}: {error}");
        }
        assert!(Listing::read("\t{\n").is_err() && Listing::read("\tv0 = v1\n").is_err());
    }

    #[test]
    fn what_could_do_more_is_refused_with_its_line() {
        let bad = [
            "udivr z6.s, p0//m, z6.s",
            "udivr z6.s, p0/m/* x",
            "udivr z6.s, px/m, z6.s",
            ".incbin /etc/passwd",
            "x: .fill 1000000000",
            "nop; .fill 9",
            "a = 5",
            "\tmovb $'a', %al",
            "é",
            "{vex} .incbin x",
            "nop /* */ .incbin x",
            "{vex} /**/ .incbin x",
            "nop # LLVM-MCA-END",
            "nop #LLVM-MCA-END",
            "\tnop /*",
            "*/ nop",
            "rep .incbin x",
            "nop // LLVM-MCA-BEGIN x",
            "{sneaky} nop",
            "Nop",
            "nop #",
            "no\u{b}p",
            "\tadd x0, x0, # 5",
            "\tldr x0, [x8, :lo11:a]",
        ];
        for line in bad {
            let error = Listing::read(format!("\tnop\n{line}\n")).unwrap_err();
            assert!(matches!(&error, ListingError::Line { line: 2, .. }), "{line}: {error}");
        }
        let number = format!("\tmovq $1{}, %rax\n", "0".repeat(1000));
        assert!(matches!(Listing::read(&number), Err(ListingError::Line { line: 1, .. })));
        let line = format!("\tmovq {}, %rax\n", "a".repeat(1 << 20));
        assert!(
            Listing::read(&line[..limits::MAX_LISTING_BYTES])
                .unwrap_err()
                .to_string()
                .contains("MAX_LISTING_LINE_BYTES")
        );
        let many = "nop\n".repeat(limits::MAX_LISTING_LINES + 1);
        assert!(Listing::read(&many).unwrap_err().to_string().contains("MAX_LISTING_LINES"));
        let long = "\tnop\n".repeat(limits::MAX_LISTING_BYTES / 4);
        assert!(Listing::read(&long).unwrap_err().to_string().contains("MAX_LISTING_BYTES"));
    }
}
