//! Programs of MLIR: files read, brought into the generic form by `mlir-opt` where they are not; their windows asked for.

mod windows;

pub use windows::{Selected, Shown, Terms};

use crate::assembly::AssemblyError;
use crate::limits::MAX_MLIR_BYTES;
use isotope_mlir::ir::Module;
use isotope_mlir::limits::MAX_NESTING;
use isotope_mlir::read;
use isotope_tools::sandbox::Confinement;
use isotope_tools::{Output, Runs, Tool, ToolError};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::time::Duration;

/// How long `mlir-opt` may take for one file; a tenth of a second is usual.
const LIMIT: Duration = Duration::from_secs(60);

/// What `mlir-opt` is asked for: the generic form, with the places of the file.
const GENERIC: [&str; 2] = ["--mlir-print-op-generic", "--mlir-print-debuginfo"];

/// A program as it was read.
pub struct Program {
    /// The program.
    pub module: Module,
    /// In the generic form.
    pub text: String,
    /// The text is that of `mlir-opt`: places are those of its locations.
    pub located: bool,
}

/// Reads a program; `-` is standard input. An error is a sentence with the place.
pub fn module(file: &Path) -> Result<Module, String> {
    program(file).map(|program| program.module)
}

/// The same, with its text.
pub fn program(file: &Path) -> Result<Program, String> {
    let name = name(file);
    let mut bytes = Vec::new();
    let open = || -> io::Result<Box<dyn io::Read>> {
        Ok(if file.as_os_str() == "-" { Box::new(io::stdin()) } else { Box::new(File::open(file)?) })
    };
    open()
        .and_then(|input| input.take(MAX_MLIR_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("{name}: cannot be read: {error}"))?;
    if bytes.len() as u64 > MAX_MLIR_BYTES {
        return Err(format!(
            "{name} is larger than {MAX_MLIR_BYTES} bytes (MAX_MLIR_BYTES): split it into several files"
        ));
    }
    let text = String::from_utf8(bytes).map_err(|_| format!("{name}: no text in UTF-8"))?;
    match read(&text) {
        Ok(module) => Ok(Program { module, text, located: false }),
        Err(error) if error.is_custom_form => {
            let text = generic(&name, text)?;
            let mut module =
                read(&text).map_err(|error| format!("{name}: in the generic form of mlir-opt-19, {error}"))?;
            module.adopt_locations();
            Ok(Program { module, text, located: true })
        }
        Err(error) => Err(format!("{name}:{error}")),
    }
}

/// A program with loops in the places of the operations of `linalg`, as MLIR itself writes them.
pub fn without_linalg(program: Program, name: &str) -> Result<Program, String> {
    if !program.module.operations.iter().any(|op| op.name.starts_with("linalg.")) {
        return Ok(program);
    }
    let text = run("mlir-opt-19", &["--convert-linalg-to-affine-loops", GENERIC[0], GENERIC[1]], program.text)
        .map_err(|error| format!("{name}: {error}"))?;
    let mut module = read(&text).map_err(|error| format!("{name}: as loops, {error}"))?;
    module.adopt_locations();
    Ok(Program { module, text, located: true })
}

/// What a file is called in messages.
pub fn name(file: &Path) -> String {
    if file.as_os_str() == "-" { "<stdin>".to_owned() } else { file.display().to_string() }
}

/// The generic form of a text, by `mlir-opt` in the sandbox of LLVM's tools.
fn generic(name: &str, text: String) -> Result<String, String> {
    if let Some((line, column)) = deep(&text) {
        return Err(format!(
            "{name}:{line}:{column}: regions nest deeper than {MAX_NESTING} (MAX_NESTING): outline some"
        ));
    }
    let output = tool("mlir-opt-19", &GENERIC, text)
        .map_err(|error| format!("{name}:1:1: this is not the generic form, and {error}"))?;
    match first_error(&output.stderr) {
        _ if output.ok => Ok(output.text().into_owned()),
        Some(error) => Err(format!("{} (mlir-opt-19)", error.replacen("<stdin>", name, 1))),
        None => Err(format!("{name}:1:1: mlir-opt-19 ends without a word on this text")),
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

/// Runs one of MLIR's tools on a text, in the sandbox of LLVM's tools.
fn tool(program: &str, arguments: &[&str], text: String) -> Result<Output, ToolError> {
    let tool = Tool { program: program.into(), package: "mlir-19-tools", limit: LIMIT };
    let runs = Runs::new(1, Confinement::of_this_machine());
    let arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
    tool.run(&arguments, text, &runs, &|| false)
}

/// The same for a text that it should be able to read.
pub(crate) fn run(program: &'static str, arguments: &[&str], text: String) -> Result<String, AssemblyError> {
    let output = tool(program, arguments, text)?;
    if output.ok {
        return Ok(output.text().into_owned());
    }
    let why = first_error(&output.stderr).unwrap_or("it ends without a word");
    Err(AssemblyError::Refused(program, why.to_owned()))
}

/// `<stdin>:2:3: error: ...`
fn first_error(stderr: &str) -> Option<&str> {
    stderr.lines().find(|line| line.contains("error:"))
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
