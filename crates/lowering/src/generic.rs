//! Programs read: brought into the generic form by `mlir-opt` where they are not.

use crate::answers::Program;
use crate::error::LoweringError;
use crate::tools::{Tools, first_error};
use isotope_mlir::limits::MAX_NESTING;
use isotope_mlir::read;

/// The flags for `mlir-opt`: the generic form, with the places of the file.
const GENERIC: [&str; 2] = ["--mlir-print-op-generic", "--mlir-print-debuginfo"];

/// Reads a program in any form; `name` is what it is called in messages.
///
/// # Errors
///
/// It is no program: a sentence with the place.
pub fn read_program(name: &str, text: String, tools: Tools<'_>) -> Result<Program, LoweringError> {
    let wrong = |why: String| LoweringError::Program(why);
    match read(&text) {
        Ok(module) => Ok(Program { module, text, located: false }),
        Err(error) if error.is_custom_form => {
            let text = generic(name, text, tools)?;
            let module =
                read(&text).map_err(|error| wrong(format!("{name}: in the generic form of mlir-opt-19, {error}")))?;
            Ok(Program::located(module, text))
        }
        Err(error) => Err(wrong(format!("{name}:{error}"))),
    }
}

/// A program with loops in the places of the operations of `linalg`, as MLIR itself writes them.
///
/// # Errors
///
/// A tool of MLIR is missing, or does not read it.
pub fn without_linalg(program: Program, name: &str, tools: Tools<'_>) -> Result<Program, LoweringError> {
    if !program.module.operations.iter().any(|op| op.name.starts_with("linalg.")) {
        return Ok(program);
    }
    let arguments = ["--convert-linalg-to-affine-loops", GENERIC[0], GENERIC[1]];
    let text = tools
        .mlir("mlir-opt-19", &arguments, program.text)
        .map_err(|error| LoweringError::Program(format!("{name}: {error}")))?;
    let module = read(&text).map_err(|error| LoweringError::Program(format!("{name}: as loops, {error}")))?;
    Ok(Program::located(module, text))
}

/// The generic form of a text, by `mlir-opt` in the sandbox of LLVM's tools.
///
/// # Errors
///
/// `mlir-opt` is missing, or does not read it: a sentence with the place.
pub fn generic(name: &str, text: String, tools: Tools<'_>) -> Result<String, LoweringError> {
    let wrong = |why: String| Err(LoweringError::Program(why));
    if let Some((line, column)) = deep(&text) {
        return wrong(format!(
            "{name}:{line}:{column}: regions nest deeper than {MAX_NESTING} (MAX_NESTING): outline some"
        ));
    }
    let output = match tools.output("mlir-opt-19", &GENERIC, text) {
        Ok(output) => output,
        Err(error) => return wrong(format!("{name}:1:1: this is not the generic form, and {error}")),
    };
    match first_error(&output.stderr) {
        _ if output.ok => Ok(output.text().into_owned()),
        Some(error) => wrong(format!("{} (mlir-opt-19)", error.replacen("<stdin>", name, 1))),
        None => wrong(format!("{name}:1:1: mlir-opt-19 ends without a word on this text")),
    }
}

/// The place of the first brace that is nested deeper than the reader goes: `mlir-opt` runs out of stack there.
fn deep(text: &str) -> Option<(usize, usize)> {
    let mut depth = 0;
    for (number, line) in (1..).zip(text.lines()) {
        let (mut quoted, mut before) = (false, ' ');
        for (column, c) in (1..).zip(line.chars()) {
            match c {
                '"' if before != '\\' => quoted = !quoted,
                _ if quoted => {}
                '/' if before == '/' => break,
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth > i64::from(MAX_NESTING) {
                return Some((number, column));
            }
            before = if before == '\\' { ' ' } else { c };
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_nest_as_deep_as_the_reader_goes() {
        let nested = |depth: usize| format!("{}\n{}", "f {\n".repeat(depth), "}".repeat(depth));
        assert_eq!(deep(&nested(MAX_NESTING as usize)), None);
        assert_eq!(deep(&nested(10_000)), Some((MAX_NESTING as usize + 1, 3)));
        assert_eq!(deep(&"// {\n\"\\\"{\" ".repeat(200)), None, "neither comments nor texts count");
        assert_eq!(deep(&"{}".repeat(200)), None);
    }
}
