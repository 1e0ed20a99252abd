//! Instructions in Intel's syntax from the forms of the tables: `vpaddb zmm {k}, zmm, m512` is one of many instructions.

use anyhow::{Result, bail};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instance_has_a_register_for_every_operand() {
        let of = |form| {
            let register = |at: usize, kind: &str| format!("{kind}{}", at + 1);
            instruction(form, &register, &|bits| format!("{} [rdi]", pointer(bits))).unwrap()
        };
        assert_eq!(of("vpaddb zmm {k} {z}, zmm, m512"), "vpaddb zmm1 {k5} {z}, zmm2, zmmword ptr [rdi]");
        assert_eq!(of("{vex} vpdpbusd xmm, xmm, xmm"), "{vex} vpdpbusd xmm1, xmm2, xmm3");
        assert_eq!(of("pextrw r32, xmm, i"), "pextrw eax, xmm2, 1");
        assert_eq!(of("pblendvb xmm, xmm, xmm"), "pblendvb xmm1, xmm2, xmm0");
        assert_eq!(of("ret"), "ret ");
        assert!(instruction("vpaddb q", &|_, _| String::new(), &|_| String::new()).is_err());
    }
}
