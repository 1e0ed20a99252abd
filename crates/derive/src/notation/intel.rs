//! x86 in Intel's syntax: `vpaddb zmm {k}, zmm, m512` is the form of many instructions.

use super::Notation;
use anyhow::{Result, bail};

/// See the module's header.
pub struct Intel;

impl Notation for Intel {
    fn name(&self) -> &'static str {
        "intel"
    }

    fn flags(&self) -> &'static [&'static str] {
        &["-x86-asm-syntax=intel"]
    }

    fn comment(&self) -> &'static str {
        "#"
    }

    fn is_convention(&self, line: &str) -> bool {
        is_convention(line)
    }

    fn form(&self, line: &str) -> String {
        instruction_form(line)
    }

    fn instance(&self, form: &str) -> Result<String> {
        let register = |at: usize, kind: &str| format!("{kind}{}", at + 1);
        instruction(form, &register, &|bits| format!("{} [rdi]", pointer(bits)))
    }
}

/// Registers for scalars, by their kind in forms. Which one an operand gets matters little: none is waited for.
const GENERAL: [(&str, [&str; 4]); 4] = [
    ("r8", ["al", "cl", "dl", "bl"]),
    ("r16", ["ax", "cx", "dx", "bx"]),
    ("r32", ["eax", "ecx", "edx", "ebx"]),
    ("r64", ["rax", "rcx", "rdx", "rbx"]),
];

/// The mask over a form's result.
const MASK: &str = "{k5}";

/// An instruction of a form: `register` names the vector or mask register of an operand by its place and kind, `memory` writes the
/// operand in memory of so many bits.
pub fn instruction(
    form: &str,
    register: &dyn Fn(usize, &str) -> String,
    memory: &dyn Fn(&str) -> String,
) -> Result<String> {
    let (prefix, bare) = match form.split_once("} ") {
        Some((encoding, rest)) if form.starts_with('{') => (format!("{encoding}}} "), rest),
        _ => (String::new(), form),
    };
    let (mnemonic, operands) = bare.split_once(' ').unwrap_or((bare, ""));
    let mut written = Vec::new();
    for (at, operand) in operands.split(", ").filter(|o| !o.is_empty()).enumerate() {
        let (kind, rest) = operand.split_at(operand.find([' ', '{']).unwrap_or(operand.len()));
        let scalar = GENERAL.iter().find(|(name, _)| *name == kind).map(|(_, names)| names[at % 4].to_owned());
        let own = match (scalar, kind) {
            (Some(scalar), _) => scalar,
            (_, "i") => "1".to_owned(),
            // The implicit mask of the SSE4.1 blends is always xmm0.
            (_, "xmm") if at == 2 && matches!(mnemonic, "pblendvb" | "blendvps" | "blendvpd") => "xmm0".to_owned(),
            (_, "xmm" | "ymm" | "zmm" | "k") => register(at, kind),
            (_, other) => match other.strip_prefix('m') {
                Some(bits) => memory(bits),
                None => bail!("`{form}` has an operand `{other}`"),
            },
        };
        written.push(own + &rest.replace("{k}", MASK));
    }
    Ok(format!("{prefix}{mnemonic} {}", written.join(", ")))
}

/// How an operand in memory of so many bits begins.
pub fn pointer(bits: &str) -> &'static str {
    match bits {
        "8" => "byte ptr",
        "16" => "word ptr",
        "32" => "dword ptr",
        "64" => "qword ptr",
        "128" => "xmmword ptr",
        "256" => "ymmword ptr",
        "512" => "zmmword ptr",
        _ => "",
    }
}

/// Returns, moves of masks to and from general registers, and copies of a whole register.
fn is_convention(line: &str) -> bool {
    let (mnemonic, operands) = line.split_once('\t').unwrap_or((line, ""));
    let copies =
        ["movaps", "movdqa", "movups", "movdqu"].iter().any(|m| mnemonic.trim_start_matches('v').starts_with(m));
    matches!(mnemonic, "ret" | "vzeroupper")
        || mnemonic == "mov" && operands.split(", ").all(|o| o.starts_with(char::is_alphabetic) && !o.contains('['))
        || mnemonic.starts_with("kmov") && !operands.contains('[')
        || copies && !operands.contains('[') && !operands.contains('{')
}

/// An instruction with its operands reduced to their kinds: `vpaddb zmm {k} {z}, zmm, m512`.
fn instruction_form(line: &str) -> String {
    // An encoding that is asked for comes first: `{vex}`.
    let (prefix, line) = match line.split_once("}\t") {
        Some((encoding, rest)) if line.starts_with('{') => (format!("{encoding}}} "), rest),
        _ => (String::new(), line),
    };
    let (mnemonic, operands) = line.split_once('\t').unwrap_or((line, ""));
    let kinds: Vec<String> = operands.split(", ").filter(|o| !o.is_empty()).map(operand_kind).collect();
    format!("{prefix}{mnemonic} {}", kinds.join(", ")).trim_end().to_owned()
}

fn operand_kind(operand: &str) -> String {
    let (operand, decorations) = match operand.find(" {") {
        Some(at) => (&operand[..at], &operand[at..]),
        None => (operand, ""),
    };
    // An embedded broadcast: `dword ptr [..]{1to16}`.
    let (operand, broadcast) = match operand.find('{') {
        Some(at) => (&operand[..at], &operand[at..]),
        None => (operand, ""),
    };
    let mut mask = String::new();
    if decorations.contains("{k") {
        mask.push_str(" {k}");
    }
    if decorations.contains("{z}") {
        mask.push_str(" {z}");
    }
    let memory =
        [("zmmword", 512), ("ymmword", 256), ("xmmword", 128), ("qword", 64), ("dword", 32), ("word", 16), ("byte", 8)];
    if operand.contains('[') {
        let bits =
            memory.iter().find(|(name, _)| operand.starts_with(name)).map_or("".to_owned(), |(_, b)| b.to_string());
        return format!("m{bits}{broadcast}{mask}");
    }
    let kind = ["xmm", "ymm", "zmm"].into_iter().find(|kind| operand.starts_with(kind));
    let kind = kind.or_else(|| (operand.starts_with('k') && operand.len() == 2).then_some("k"));
    let kind = kind.unwrap_or_else(|| {
        if operand.starts_with(|c: char| c.is_ascii_digit() || c == '-') { "i" } else { general(operand) }
    });
    format!("{kind}{mask}")
}

/// A general register by its width.
fn general(register: &str) -> &'static str {
    let number = register.starts_with('r') && register.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    match register {
        _ if number && register.ends_with('d') => "r32",
        _ if number && register.ends_with('w') => "r16",
        _ if number && register.ends_with('b') => "r8",
        _ if register.starts_with('r') => "r64",
        _ if register.starts_with('e') => "r32",
        "ax" | "bx" | "cx" | "dx" | "si" | "di" => "r16",
        _ => "r8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instance_has_a_register_for_every_operand() {
        let of = |form| Intel.instance(form).unwrap();
        assert_eq!(of("vpaddb zmm {k} {z}, zmm, m512"), "vpaddb zmm1 {k5} {z}, zmm2, zmmword ptr [rdi]");
        assert_eq!(of("{vex} vpdpbusd xmm, xmm, xmm"), "{vex} vpdpbusd xmm1, xmm2, xmm3");
        assert_eq!(of("pextrw r32, xmm, i"), "pextrw eax, xmm2, 1");
        assert_eq!(of("pblendvb xmm, xmm, xmm"), "pblendvb xmm1, xmm2, xmm0");
        assert_eq!(of("ret"), "ret ");
        assert!(instruction("vpaddb q", &|_, _| String::new(), &|_| String::new()).is_err());
    }

    #[test]
    fn operands_are_reduced_to_kinds() {
        let lines = [
            "kmovd\tk1, edi",
            "vpmaddubsw\tzmm0 {k1} {z}, zmm1, zmm2",
            "vpaddd\tzmm0, zmm1, dword ptr [rip + .L]{1to16}",
            "{vex}\tvpdpbusd\txmm0, xmm1, xmm2",
            "vpshufd\txmm0, xmm1, -27",
            "movdqa\txmm1, xmm0",
            "mov\teax, edi",
            "pextrw\teax, xmm0, 3",
            "ret",
        ];
        let expected = [
            "vpmaddubsw zmm {k} {z}, zmm, zmm",
            "vpaddd zmm, zmm, m32{1to16}",
            "{vex} vpdpbusd xmm, xmm, xmm",
            "vpshufd xmm, xmm, i",
            "pextrw r32, xmm, i",
        ];
        let forms: Vec<String> = lines.iter().filter(|l| !is_convention(l)).map(|l| instruction_form(l)).collect();
        assert_eq!(forms, expected);
    }

    #[test]
    fn general_registers_have_their_widths() {
        let widths = ["rax", "eax", "ax", "al", "r8", "r8d", "r8w", "r8b", "sil", "rdi"].map(general);
        assert_eq!(widths, ["r64", "r32", "r16", "r8", "r64", "r32", "r16", "r8", "r8", "r64"]);
    }
}
