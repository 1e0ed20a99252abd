//! Machine code as LLVM 19 reads it, whichever LLVM has printed it.

use crate::machine::Machine;
use std::borrow::Cow;

/// Properties of functions that later LLVMs print and LLVM 19 does not know, each with the value that LLVM 19 takes for granted. With
/// another value the line stays, and LLVM refuses it.
const GRANTED: [(&str, &str); 5] = [
    ("noPhis", "true"),
    ("isSSA", "false"),
    ("noVRegs", "true"),
    ("hasFakeUses", "false"),
    ("hasEHContTarget", "false"),
];

/// The text as LLVM 19 reads it: of a jump to another function LLVM does not print what the jump writes, and later LLVMs print properties
/// and attributes that this one does not know.
///
/// `J2_jump @f, csr, implicit killed $r0` becomes `J2_jump @f, implicit-def $pc, csr, implicit killed $r0`.
pub fn readable(machine: &Machine, text: &str) -> String {
    let jump = machine.building("jump");
    let jump = jump.map(|(jump, writes)| (jump, writes.iter().map(|name| format!(", implicit-def ${name}")).collect()));
    let jump: Option<(&str, String)> = jump;
    let mut out = String::with_capacity(text.len());
    for line in text.lines().filter(|line| !is_granted(line)) {
        match jump.as_ref().and_then(|(jump, writes)| written(line, jump, writes)) {
            Some(line) => out += &line,
            None => out += &without_later(line),
        }
        out.push('\n');
    }
    out
}

fn is_granted(line: &str) -> bool {
    let Some((name, value)) = line.split_once(':') else { return false };
    GRANTED.contains(&(name, value.trim()))
}

/// A jump to a function, with what it writes.
fn written(line: &str, jump: &str, writes: &str) -> Option<String> {
    let rest = line.trim_start().strip_prefix(jump)?.strip_prefix(' ')?;
    let is_function = rest.starts_with('@') || rest.starts_with("target-flags(");
    if !is_function || line.contains(writes.trim_start_matches(", ")) {
        return None;
    }
    let name = line.find('@')?;
    let end = name + line[name..].find(", ")?;
    Some(format!("{}{writes}{}", &line[..end], &line[end..]))
}

/// A line without what later LLVMs say of values and arguments: `captures(none)` is `nocapture`, and of any other nothing is said. A comparison
/// whose operands have the same sign (`icmp samesign ult`, `samesign C2_cmpgtu`) is one of any operands, which is defined for more of them.
fn without_later(line: &str) -> Cow<'_, str> {
    const CAPTURES: &str = " captures(";
    const SAME_SIGN: &str = " samesign ";
    if !line.contains(CAPTURES) && !line.contains(SAME_SIGN) {
        return Cow::Borrowed(line);
    }
    let mut out = String::with_capacity(line.len());
    // Every second part is a name or a text in quotes.
    for (at, part) in line.split('"').enumerate() {
        out += if at > 0 { "\"" } else { "" };
        if at % 2 == 1 {
            out += part;
            continue;
        }
        let part = part.replace(SAME_SIGN, " ");
        let mut rest = part.as_str();
        while let Some((before, after)) = rest.split_once(CAPTURES) {
            let Some((of, behind)) = after.split_once(')') else { break };
            out += before;
            out += if of == "none" { " nocapture" } else { "" };
            rest = behind;
        }
        out += rest;
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_words_are_said_as_llvm_19_says_them() {
        for (later, own) in [
            ("declare void @f(ptr captures(none), i32)", "declare void @f(ptr nocapture, i32)"),
            (
                "define void @f(ptr captures(none) %\"a captures(none)\")",
                "define void @f(ptr nocapture %\"a captures(none)\")",
            ),
            ("declare void @f(ptr readonly captures(address, read_provenance) %p)", "declare void @f(ptr readonly %p)"),
            ("  %x = add i32 1, 2", "  %x = add i32 1, 2"),
            ("  %11 = icmp samesign ult i32 %10, 1024", "  %11 = icmp ult i32 %10, 1024"),
            ("    renamable $p0 = samesign C2_cmpgtu $r1, $r2", "    renamable $p0 = C2_cmpgtu $r1, $r2"),
            ("  %1 = icmp eq i32 %\"a samesign b\", 1", "  %1 = icmp eq i32 %\"a samesign b\", 1"),
        ] {
            assert_eq!(without_later(later), own);
        }
    }

    #[test]
    fn lines_that_llvm_19_does_not_know_go_with_their_usual_value_only() {
        assert!(is_granted("noPhis:          true") && is_granted("hasFakeUses: false"));
        assert!(!is_granted("noPhis: false") && !is_granted("  noPhis: true") && !is_granted("alignment: 16"));
    }

    #[test]
    fn jumps_to_functions_say_that_they_jump() {
        let machine = Machine::named("hexagonv66").unwrap();
        let said = |line: &str| readable(&machine, line);
        assert_eq!(said("    J2_jump @f, csr, implicit $r0"), "    J2_jump @f, implicit-def $pc, csr, implicit $r0\n");
        assert_eq!(
            said("    J2_jump target-flags(hexagon-ext) @f, csr"),
            "    J2_jump target-flags(hexagon-ext) @f, implicit-def $pc, csr\n"
        );
        for line in [
            "    J2_jump %bb.3, implicit-def dead $pc",
            "    J2_jumpr @f, csr",
            "    J2_jump @f, implicit-def $pc, csr",
        ] {
            assert_eq!(said(line), format!("{line}\n"));
        }
    }
}
