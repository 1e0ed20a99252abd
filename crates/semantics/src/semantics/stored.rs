//! Semantics as text: the form in which they are kept, printed and read back.

use super::{Operand, OperandKind, Semantics, SemanticsError};
use crate::limits::MAX_REGISTER_BITS;
use crate::pseudo::ast::Program;
use crate::pseudo::{parse, print_program};
use isotope_ir::ieee::Format;
use std::fmt;

/// The first line of a stored text; the number is the format's version.
const HEADER: &str = "semantics 1";

impl Semantics {
    /// Reads the text that [`Semantics`] prints.
    pub fn from_text(text: &str) -> Result<Self, SemanticsError> {
        let bad = |line: u32, message: &str| SemanticsError::Stored { line, message: message.into() };
        // Line by line, so that what is left after the head is the program with its own line numbers.
        let (first, mut rest) = text.split_once('\n').unwrap_or((text, ""));
        if first.trim_end() != HEADER {
            return Err(bad(1, "'semantics 1' expected"));
        }
        let mut operands = Vec::new();
        let mut number = 1;
        while !rest.is_empty() {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            rest = after;
            number += 1;
            let words: Vec<&str> = line.split_whitespace().collect();
            let [role, name, kind, bits, element] = words[..] else {
                return Err(bad(number, "'in NAME KIND BITS ELEMENT' or 'out ...' expected"));
            };
            let operand = operand_from(name, kind, bits, element).ok_or_else(|| bad(number, "not an operand"))?;
            match role {
                "in" => operands.push(operand),
                "out" => return Semantics::link(operands, operand, parse(rest)?, &Program::default()),
                _ => return Err(bad(number, "'in' or 'out' expected")),
            }
        }
        Err(bad(1, "no 'out' line"))
    }
}

impl fmt::Display for Semantics {
    /// The stored form: a version line, one line an operand, the result, the program.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        for operand in &self.operands {
            writeln!(f, "in {operand}")?;
        }
        writeln!(f, "out {}", self.result)?;
        f.write_str(&print_program(&self.program))
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            OperandKind::Vector => "vector",
            OperandKind::Mask => "mask",
            OperandKind::Scalar => "scalar",
            OperandKind::Memory => "memory",
            OperandKind::Imm => "imm",
        };
        let sign = match self.float {
            Some(Format::BFloat) => "bf",
            Some(_) => "f",
            None if self.signed => "s",
            None => "u",
        };
        write!(f, "{} {kind} {} {sign}{}", self.name, self.bits, self.element_bits)
    }
}

/// An operand of sizes that there are: whole elements in a register of at most [`MAX_REGISTER_BITS`].
fn operand_from(name: &str, kind: &str, bits: &str, element: &str) -> Option<Operand> {
    let kind = match kind {
        "vector" => OperandKind::Vector,
        "mask" => OperandKind::Mask,
        "scalar" => OperandKind::Scalar,
        "memory" => OperandKind::Memory,
        "imm" => OperandKind::Imm,
        _ => return None,
    };
    let (element_bits, signed, float) = self::element(element)?;
    let bits = bits.parse().ok().filter(|bits| (1..=MAX_REGISTER_BITS).contains(bits))?;
    // Of an immediate, the element is the bits that matter: three of a rotation's eight.
    let whole = kind == OperandKind::Imm || bits.is_multiple_of(element_bits);
    ((1..=bits).contains(&element_bits) && whole).then(|| Operand {
        name: name.to_owned(),
        bits,
        kind,
        element_bits,
        signed,
        float,
    })
}

/// An element's bits, whether they are signed, and their format where it is a float: `u8`, `s16`, `f32`, `bf16`.
pub fn element(text: &str) -> Option<(u32, bool, Option<Format>)> {
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let (reading, bits) = (&text[..digits], text[digits..].parse().ok()?);
    let float = match reading {
        "s" | "u" => None,
        "f" => Some([Format::Half, Format::Single, Format::Double].into_iter().find(|f| f.bits() == bits)?),
        "bf" if bits == Format::BFloat.bits() => Some(Format::BFloat),
        _ => return None,
    };
    Some((bits, reading == "s", float))
}
