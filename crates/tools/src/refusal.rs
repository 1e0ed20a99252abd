//! The last look at a text before LLVM's tools get it: whatever could name a file or hold assembly of its own has no place in it.
//!
//! The daemon writes modules itself, and listings were read line by line (`isotope_pricer::Listing`): nothing is refused here unless
//! one of them errs.

/// The words that may not begin a line of a module: assembly for the whole module, names of files.
const OF_A_MODULE: [&str; 2] = ["module asm", "source_filename"];

/// The words that no line of a module may hold.
const IN_A_LINE: [&str; 3] = [".incbin", ".include", "!DIFile"];

/// Words that may stand between `asm` and its text.
const ASM_FLAGS: [&str; 4] = ["sideeffect", "alignstack", "inteldialect", "unwind"];

/// Looks at LLVM IR. The error has the line.
pub fn of_module(text: &str) -> Result<(), String> {
    let bad = |line: &str| {
        let line = line.trim_start();
        let begins = OF_A_MODULE.iter().find(|words| line.starts_with(**words));
        let holds = IN_A_LINE.iter().find(|words| line.contains(**words));
        begins.or(holds).copied().or((line.contains(" asm ") && !has_empty_asm(line)).then_some("asm"))
    };
    told(text, bad)
}

/// Looks at machine code as LLVM prints it: modules of LLVM IR and the instructions of functions, each in a block of text. Names of sources
/// are in every module, and nothing reads them.
pub fn of_machine_code(text: &str) -> Result<(), String> {
    let bad = |line: &str| {
        let words = line.trim_start();
        let begins = words.starts_with("module asm").then_some("module asm");
        let holds = IN_A_LINE.iter().find(|words| line.contains(**words)).copied();
        let is_block = !line.starts_with("---") || line == "---" || line == "--- |";
        let is_body = !line.starts_with("body:") || line["body:".len()..].trim() == "|";
        let asm = line.contains("INLINEASM") && !line.split("INLINEASM").skip(1).all(|rest| rest.contains(" &\"\","));
        let ir = line.contains(" asm ") && !has_empty_asm(line);
        begins
            .or(holds)
            .or((asm || ir).then_some("asm"))
            .or((!is_block).then_some("---"))
            .or((!is_body).then_some("body:"))
    };
    told(text, bad)
}

/// Whether the inline assembly of a line is the empty one, which only hides where a pointer is from.
fn has_empty_asm(line: &str) -> bool {
    line.split(" asm ").skip(1).all(|mut rest| {
        while let Some((_, after)) = rest.split_once(' ').filter(|(word, _)| ASM_FLAGS.contains(word)) {
            rest = after;
        }
        rest.starts_with("\"\",")
    })
}

/// Looks at assembly for `llvm-mca`: instructions and the comments that begin and end regions, but no directive.
pub fn of_assembly(text: &str) -> Result<(), String> {
    let bad = |line: &str| {
        let first = line.split_whitespace().next().unwrap_or_default();
        (first.starts_with('.') && !first.ends_with(':')).then_some("a directive")
    };
    told(text, bad)
}

fn told<'a>(text: &'a str, bad: impl Fn(&'a str) -> Option<&'static str>) -> Result<(), String> {
    let found = text.lines().zip(1u32..).find_map(|(line, at)| bad(line).map(|what| (at, what)));
    let sentence =
        |(at, what)| format!("line {at} holds `{what}`, which could read a file: LLVM's tools do not get it");
    found.map_or(Ok(()), |found| Err(sentence(found)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_read_a_file_is_refused_with_its_line() {
        for bad in [
            "module asm \".incbin \\\"/etc/passwd\\\"\"",
            "  source_filename = \"/etc/passwd\"",
            "  %x = call i32 asm \".include \\\"/etc/passwd\\\"\", \"=r\"()",
            "  call void asm sideeffect alignstack \"nop\", \"\"()",
            "  call void asm sideeffect \"\", \"\"(), !x asm \"nop\", \"\"",
            "!1 = !DIFile(filename: \"x\", directory: \"/\")",
        ] {
            let why = of_module(&format!("define void @f() {{\n{bad}\n}}\n")).unwrap_err();
            assert!(why.starts_with("line 2 holds `") && why.contains("could read a file"), "{bad}: {why}");
        }
        for bad in ["\t.incbin \"/etc/passwd\"", ".include \"/etc/passwd\"", " .set x, 5"] {
            let why = of_assembly(&format!("\tnop\n{bad}\n")).unwrap_err();
            assert!(why.starts_with("line 2 holds `a directive`"), "{bad}: {why}");
        }
    }

    #[test]
    fn machine_code_has_no_assembly_and_no_text_but_blocks() {
        let code = "--- |\n  source_filename = \"x.cpp\"\n  define void @f() {\n    ret void\n  }\n...\n---\nname: f\nbody:             |\n  \
                    bb.0:\n    INLINEASM &\"\", 0 /* attdialect */\n    PS_jmpret $r31\n...\n";
        assert_eq!(of_machine_code(code), Ok(()));
        for (good, bad, line) in [
            ("--- |", "--- \"define void @f() { ret void }\"", 1),
            ("body:             |", "body: \"bb.0:\"", 9),
            ("INLINEASM &\"\", 0", "INLINEASM &\".inc\\62in\", 0", 11),
            ("INLINEASM &\"\", 0", "INLINEASM_BR &\"nop\", 0", 11),
            ("  ret void", "  call void asm \".include\", \"\"()", 4),
            ("  ret void", "  call void asm sideeffect \"nop\", \"\"()", 4),
            ("  define", "  module asm \"nop\"\n  define", 3),
        ] {
            let why = of_machine_code(&code.replace(good, bad)).unwrap_err();
            assert!(why.starts_with(&format!("line {line} holds `")), "{bad}: {why}");
        }
    }

    #[test]
    fn what_the_daemon_writes_passes() {
        let hidden = "  %in = call ptr asm sideeffect \"\", \"=r,0\"(ptr %last)";
        assert_eq!(of_module(&format!("define void @f() {{\n{hidden}\n  ret void\n}}\n")), Ok(()));
        assert_eq!(
            of_assembly("# LLVM-MCA-BEGIN f\n.LBB0_1:\n\tvpaddb %zmm0, %zmm1, %zmm2\n# LLVM-MCA-END f\n"),
            Ok(())
        );
    }
}
