//! AArch64 as LLVM writes it: forms are instructions whose registers have lost their numbers, `udot v.4s, v.16b, v.4b[0]`, with
//! `m128` for what is in memory. Immediates stay: some are a part of the mnemonic's meaning (`shll v.8h, v.8b, #8`).

use super::Notation;
use anyhow::Result;
use std::fmt::Write as _;

/// See the module's header.
pub struct AArch64;

/// Names of registers before their number, and their bits: of vectors, of scalars.
const REGISTERS: [(char, u32); 9] =
    [('v', 128), ('z', 128), ('q', 128), ('d', 64), ('s', 32), ('h', 16), ('b', 8), ('x', 64), ('w', 32)];

/// Registers as vectors of no fixed length. Some instructions write over their first source, which an assembler wants to see.
const SCALABLE: char = 'z';

impl Notation for AArch64 {
    fn name(&self) -> &'static str {
        "aarch64"
    }

    fn flags(&self) -> &'static [&'static str] {
        &[]
    }

    fn comment(&self) -> &'static str {
        "//"
    }

    fn is_convention(&self, line: &str) -> bool {
        let (mnemonic, operands) = line.split_once('\t').unwrap_or((line, ""));
        let whole = |operand: &str| operand.ends_with(".16b") || operand.ends_with(".8b") || is_scalar(operand);
        let copy = |operand: &str| operand.starts_with(SCALABLE) && operand.ends_with(".d");
        // The addresses of constants are made outside of a loop.
        let copies = operands.split(", ").all(whole) || operands.split(", ").all(copy);
        matches!(mnemonic, "ret" | "adrp") || mnemonic == "mov" && copies
    }

    fn form(&self, line: &str) -> String {
        let (mnemonic, operands) = line.split_once('\t').unwrap_or((line, ""));
        let (registers, address) = operands.split_at(operands.find(", [").unwrap_or(operands.len()));
        let mut form = format!("{mnemonic} {}", pieces(registers).map(|(text, _)| text).collect::<String>());
        if !address.is_empty() {
            let bits: u32 = pieces(registers).filter_map(|(_, bits)| bits).sum();
            let _ = write!(form, ", m{bits}");
        }
        form.trim_end().to_owned()
    }

    fn instance(&self, form: &str) -> Result<String> {
        let (mnemonic, operands) = form.split_once(' ').unwrap_or((form, ""));
        let (mut out, mut next, mut first) = (format!("{mnemonic} "), 1, true);
        for (word, is_name) in words(operands) {
            let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            if word.strip_prefix('m').is_some_and(is_number) {
                out.push_str("[x0]");
            } else if is_name && word.len() == 1 && bits_of(word).is_some() {
                let _ = write!(out, "{word}{next}");
                let stays = std::mem::take(&mut first) && word.starts_with(SCALABLE);
                next += u32::from(!stays);
            } else {
                out.push_str(word);
            }
        }
        Ok(out)
    }
}

fn is_scalar(operand: &str) -> bool {
    operand.strip_prefix(['w', 'x']).is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
}

/// Names and numbers of operands, and what stands between them a character at a time; and whether it may be a name: what follows a
/// point or a number sign is an arrangement or an immediate.
fn words(operands: &str) -> impl Iterator<Item = (&str, bool)> {
    let (mut rest, mut inside) = (operands, false);
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len()).max(first.len_utf8());
        let word;
        (word, rest) = rest.split_at(end);
        let is_name = !std::mem::replace(&mut inside, matches!(word, "." | "#"));
        Some((word, is_name))
    })
}

/// Bits of the register that a name begins with the letter of.
fn bits_of(name: &str) -> Option<u32> {
    REGISTERS.iter().find(|(letter, _)| name.starts_with(*letter)).map(|(_, bits)| *bits)
}

/// The words of operands, registers without their numbers and with the bits that they are named for.
fn pieces(operands: &str) -> impl Iterator<Item = (&str, Option<u32>)> {
    words(operands).map(|(word, is_name)| {
        let number = word.get(1..).unwrap_or_default();
        let numbered = is_name && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        bits_of(word).filter(|_| numbered).map_or((word, None), |bits| (&word[..1], Some(bits)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_lose_their_numbers_and_nothing_else_does() {
        let lines = [
            "udot\tv0.4s, v1.16b, v2.4b[0]",
            "ushll2\tv10.8h, v11.16b, #0",
            "tbl\tv0.16b, { v0.16b, v1.16b }, v2.16b",
            "dup\tv0.8h, w0",
            "ldr\tq0, [x8, :lo12:.LCPI0_0]",
            "ldp\tq0, q1, [x0, #32]",
            "movi\tv0.2d, #0xff000000ff0000",
            "mov\tv0.d[1], v1.d[0]",
            "cmeq\tv0.16b, v0.16b, #0",
            "st1\t{ v0.b }[3], [x1]",
            "umlalb\tz0.s, z1.h, z2.h[3]",
        ];
        let expected = [
            "udot v.4s, v.16b, v.4b[0]",
            "ushll2 v.8h, v.16b, #0",
            "tbl v.16b, { v.16b, v.16b }, v.16b",
            "dup v.8h, w",
            "ldr q, m128",
            "ldp q, q, m256",
            "movi v.2d, #0xff000000ff0000",
            "mov v.d[1], v.d[0]",
            "cmeq v.16b, v.16b, #0",
            "st1 { v.b }[3], m128",
            "umlalb z.s, z.h, z.h[3]",
        ];
        assert_eq!(lines.map(|line| AArch64.form(line)), expected);
    }

    #[test]
    fn an_instance_has_a_register_for_every_operand() {
        let forms = ["tbl v.16b, { v.16b, v.16b }, v.16b", "dup v.8h, w", "ldr q, m128", "mov v.d[1], v.d[0]", "nop"];
        let expected =
            ["tbl v1.16b, { v2.16b, v3.16b }, v4.16b", "dup v1.8h, w2", "ldr q1, [x0]", "mov v1.d[1], v2.d[0]", "nop "];
        assert_eq!(forms.map(|form| AArch64.instance(form).unwrap()), expected);
    }

    #[test]
    fn an_instance_of_scalable_vectors_writes_over_its_first_source() {
        let forms = ["bsl z.d, z.d, z.d, z.d", "umlalb z.s, z.h, z.h[3]", "sqxtnb z.b, z.h"];
        let expected = ["bsl z1.d, z1.d, z2.d, z3.d", "umlalb z1.s, z1.h, z2.h[3]", "sqxtnb z1.b, z1.h"];
        assert_eq!(forms.map(|form| AArch64.instance(form).unwrap()), expected);
    }

    #[test]
    fn copies_and_returns_are_the_conventions() {
        let convention = ["ret", "mov\tv0.16b, v3.16b", "mov\tz0.d, z3.d", "mov\tw0, w1", "adrp\tx8, .LCPI0_0"];
        assert!(convention.iter().all(|line| AArch64.is_convention(line)));
        assert!(
            !["mov\tv0.b[3], w1", "mov\tz0.b, #3", "mov\tw0, #3", "add\tv0.16b, v0.16b, v1.16b"]
                .iter()
                .any(|l| AArch64.is_convention(l))
        );
    }
}
