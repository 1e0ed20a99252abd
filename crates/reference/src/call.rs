//! A call of an instruction as a line of text, and its result.
//!
//! A line is an intrinsic's name, a tab, and its operands in the intrinsic's order with a space between. An operand is
//! hexadecimal, most significant digit first: lane 0 is at the right, four bits a digit, with as many digits as its type has bits
//! (a mask of 16 bits has four). Missing digits at the left are zeros. `#n` is an immediate: decimal, `0x` hexadecimal, or negative.
//! A result is written like an operand, with all its digits.
//!
//! A pointer's operand is the memory behind it, lowest address at the right, with as many digits as the instruction may read or
//! write; what a store gives is that memory afterwards. Faults and alignment are not modelled.

use isotope_dictionary::{Operand, OperandKind};
use isotope_semantics::interp::Bits;

/// Why a line is no call.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The line names nothing.
    #[error("no intrinsic; write its name, a tab, and its operands with spaces between")]
    Empty,
    /// Nothing in the dictionary has the name.
    #[error("unknown intrinsic {name}{}", nearest(.near))]
    Unknown {
        /// As written.
        name: String,
        /// Names like it.
        near: Vec<String>,
    },
    /// The vendor's text of it could not be read.
    #[error("{name} has no meaning here: {reason}")]
    Refused {
        /// The intrinsic.
        name: String,
        /// The reader's reason.
        reason: String,
    },
    /// More or fewer operands than the intrinsic has.
    #[error("{name} has {expected} operands ({what}), {given} given")]
    Count {
        /// The intrinsic.
        name: String,
        /// How many it has.
        expected: usize,
        /// How many there are.
        given: usize,
        /// The kind.
        what: String,
    },
    /// An operand is not what its type wants.
    #[error("operand {position}, {operand}: {why}")]
    Operand {
        /// From 1.
        position: usize,
        /// Its name and type.
        operand: String,
        /// The fault.
        why: String,
    },
    /// The vendor's text has no result for these operands.
    #[error("{name}: {why}")]
    Run {
        /// The intrinsic.
        name: String,
        /// Where and why its text ended.
        why: String,
    },
}

fn nearest(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; near it: {}", near.join(", ")) }
}

/// Splits a line into the name and the operands.
pub fn split(line: &str) -> Result<(&str, impl Iterator<Item = &str>), CallError> {
    let mut words = line.split_ascii_whitespace();
    let name = words.next().ok_or(CallError::Empty)?;
    Ok((name, words))
}

/// An operand, for messages: `a: 16 x 8 bits`.
pub fn described(operand: &Operand) -> String {
    let Operand { name, bits, element_bits, .. } = operand;
    match operand.kind {
        OperandKind::Imm => format!("{name}: immediate of {element_bits} bits"),
        OperandKind::Mask => format!("{name}: mask of {bits} bits"),
        OperandKind::Memory => format!("{name}: {} bytes of memory", bits.div_ceil(8)),
        OperandKind::Vector if *element_bits > 0 && element_bits < bits && bits % element_bits == 0 => {
            format!("{name}: {} x {element_bits} bits", bits / element_bits)
        }
        OperandKind::Vector | OperandKind::Scalar => format!("{name}: {bits} bits"),
    }
}

/// Reads an operand.
///
/// # Errors
/// The mistake in it, without its place.
pub fn operand(text: &str, operand: &Operand) -> Result<Bits, String> {
    match (operand.kind, text.strip_prefix('#')) {
        (OperandKind::Imm, Some(number)) => immediate(number, operand),
        (OperandKind::Imm, None) => Err(format!("an immediate is written #n, not {text}")),
        (_, Some(_)) => Err(format!("{text} is an immediate; this is a register, in hexadecimal")),
        (_, None) => hexadecimal(text, operand.bits),
    }
}

/// An immediate has the bits of its encoding, which are its element's; its type in C may have more. A value that does not fit has no
/// result: an assembler refuses it, and compilers differ in what they make of it.
fn immediate(number: &str, operand: &Operand) -> Result<Bits, String> {
    let (negative, digits) = number.strip_prefix('-').map_or((false, number), |rest| (true, rest));
    let parsed = match digits.strip_prefix("0x") {
        Some(hexadecimal) => i128::from_str_radix(hexadecimal, 16),
        None => digits.parse(),
    };
    let value = parsed.ok().filter(|_| digits.starts_with(|c: char| c.is_ascii_digit()));
    let value = value.map(|v: i128| if negative { -v } else { v });
    let bits = operand.element_bits.clamp(1, operand.bits).min(64);
    let limit = 1i128 << bits;
    match value {
        Some(value) if -limit / 2 <= value && value < limit => Ok(Bits::from_u64(value as u64, operand.bits)),
        Some(value) => Err(format!("{value} does not fit its {bits} bits: write {} to {}", -limit / 2, limit - 1)),
        None => Err(format!("#{number} is no number")),
    }
}

fn hexadecimal(text: &str, bits: u32) -> Result<Bits, String> {
    // Bytes first: there are hundreds in a line, and a wrong one is rare.
    if !text.bytes().all(|byte| byte.is_ascii_hexdigit())
        && let Some(wrong) = text.chars().find(|c| !c.is_ascii_hexdigit())
    {
        return Err(format!("{wrong:?} is no hexadecimal digit"));
    }
    let mut bytes = vec![0; bits.div_ceil(8) as usize];
    let mut above = 0;
    for (i, digit) in text.bytes().rev().enumerate() {
        // A letter's low bits count from 1, whatever its case.
        let value = (digit & 15) + if digit.is_ascii_digit() { 0 } else { 9 };
        match bytes.get_mut(i / 2) {
            Some(byte) => *byte |= value << (i % 2 * 4),
            None => above |= value,
        }
    }
    // The top digit of a type whose bits are no multiple of eight has bits above them.
    let spare = bits.div_ceil(8) * 8 - bits;
    above |= bytes.last().map_or(0, |last| (u16::from(*last) >> (8 - spare)) as u8);
    if above != 0 {
        return Err(format!("{text} does not fit its {bits} bits, {} digits", bits.div_ceil(4)));
    }
    Ok(Bits::from_bytes(&bytes, bits))
}

/// Writes a result of `bits` bits, given as bytes, lowest first.
pub fn write(bytes: &[u8], bits: u32) -> String {
    let digits = bits.div_ceil(4) as usize;
    let mut text = String::with_capacity(digits);
    for at in (0..digits).rev() {
        let digit = bytes.get(at / 2).copied().unwrap_or(0) >> (at % 2 * 4) & 15;
        text.push(char::from(b"0123456789abcdef"[usize::from(digit)]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: OperandKind, bits: u32) -> Operand {
        Operand { name: "a".into(), bits, kind, element_bits: 8, signed: false, float: None }
    }

    #[test]
    fn lane_zero_is_at_the_right() {
        let vector = of(OperandKind::Vector, 32);
        assert_eq!(operand("0403ff01", &vector).unwrap().to_bytes(), [1, 255, 3, 4]);
        assert_eq!(operand("1", &vector).unwrap().to_bytes(), [1, 0, 0, 0]);
        assert_eq!(write(&[1, 255, 3, 4], 32), "0403ff01");
        assert_eq!(operand("aAfF", &vector).unwrap().to_bytes(), [0xff, 0xaa, 0, 0]);
        // A mask of two bits is one digit.
        assert_eq!(write(&[2], 2), "2");
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let mask = of(OperandKind::Mask, 2);
        assert!(operand("3", &mask).is_ok());
        assert!(operand("4", &mask).unwrap_err().contains("2 bits"));
        let vector = of(OperandKind::Vector, 8);
        assert!(operand("0ff", &vector).is_ok());
        assert!(operand("1ff", &vector).unwrap_err().contains("8 bits, 2 digits"));
        assert!(operand("fg", &vector).unwrap_err().contains("'g'"));
        assert!(operand("#1", &vector).unwrap_err().contains("register"));
    }

    #[test]
    fn immediates_are_decimal_hexadecimal_or_negative() {
        let imm = of(OperandKind::Imm, 8);
        let low = |text| operand(text, &imm).map(|b| b.to_bytes()[0]);
        assert_eq!((low("#255"), low("#0xff"), low("#-1")), (Ok(255), Ok(255), Ok(255)));
        for wrong in ["#256", "#-129", "#", "#x", "#+1", "#--1", "#0x", "12"] {
            assert!(low(wrong).is_err(), "{wrong}");
        }
        // The type in C is wider than what is encoded.
        for (bits, element_bits, most) in
            [(32, 8, 255), (32, 5, 31), (8, 8, 255), (64, 8, 255), (32, 32, 0xffff_ffff_u64)]
        {
            let imm = Operand { element_bits, ..of(OperandKind::Imm, bits) };
            assert_eq!(operand(&format!("#{most}"), &imm).unwrap().slice(0, 32), most.into(), "{bits} {element_bits}");
            let said = operand(&format!("#{}", most + 1), &imm).unwrap_err();
            assert!(said.contains(&format!("{element_bits} bits")) && said.contains(&format!("to {most}")), "{said}");
        }
    }
}
