//! A compiler's assembly as it comes over the wire, and the part of it that is priced.

use crate::failure::Failure;
use crate::limits;

/// Labels and instructions of one function, checked: nothing else gets to a tool that reads assembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing(String);

impl Listing {
    /// Checks a listing line by line.
    pub fn read(text: &str) -> Result<Self, Failure> {
        Failure::check("a listing in bytes", text.len(), "MAX_LISTING_BYTES", limits::MAX_LISTING_BYTES)?;
        for (line, at) in text.lines().zip(1..) {
            if !is_label(line) && !is_instruction(line) {
                return Err(Failure::Listing { line: at, text: line.chars().take(80).collect() });
            }
        }
        Ok(Listing(text.to_owned()))
    }

    /// The lines without the white space around them.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.lines().map(str::trim)
    }
}

fn is_label(line: &str) -> bool {
    let name = line.trim().strip_suffix(':');
    name.is_some_and(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || "._$".contains(c)))
}

/// One statement that begins with a mnemonic: directives begin with a dot. What separates statements, quotes or assigns is
/// in no instruction, and a colon only after a segment.
fn is_instruction(line: &str) -> bool {
    let code = line.trim().replace("%fs:", "").replace("%gs:", "");
    let allowed = |c: char| c == '\t' || c == ' ' || (c.is_ascii_graphic() && !"\"'`;:=\\".contains(c));
    code.starts_with(|c: char| c.is_ascii_lowercase() || c == '{') && code.chars().all(allowed)
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
    }

    #[test]
    fn what_could_do_more_is_refused_with_its_line() {
        for line in [".incbin /etc/passwd", "x: .fill 1000000000", "nop; .fill 9", "a = 5", "\tmovb $'a', %al", "é"] {
            let error = Listing::read(&format!("\tnop\n{line}\n")).unwrap_err();
            assert!(matches!(&error, Failure::Listing { line: 2, .. }), "{line}: {error}");
        }
        let long = "\tnop\n".repeat(limits::MAX_LISTING_BYTES / 4);
        assert!(Listing::read(&long).unwrap_err().to_string().contains("MAX_LISTING_BYTES"));
    }
}
