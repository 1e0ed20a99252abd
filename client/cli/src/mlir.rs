//! Programs of MLIR: files read, brought into the generic form by `mlir-opt` where they are not.

use crate::limits::MAX_MLIR_BYTES;
use isotope_kernel::ir::Module;
use isotope_kernel::read;
use isotope_pricer::sandbox::Confinement;
use isotope_pricer::{Runs, Tool};
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

/// What a file is called in messages.
pub fn name(file: &Path) -> String {
    if file.as_os_str() == "-" { "<stdin>".to_owned() } else { file.display().to_string() }
}

/// The generic form of a text, by `mlir-opt` in the sandbox of LLVM's tools.
fn generic(name: &str, text: String) -> Result<String, String> {
    let tool = Tool { program: "mlir-opt-19".into(), package: "mlir-19-tools", limit: LIMIT };
    let runs = Runs::new(1, Confinement::of_this_machine());
    let arguments = GENERIC.map(str::to_owned);
    let output = tool
        .run(&arguments, text, &runs, &|| false)
        .map_err(|error| format!("{name}:1:1: this is not the generic form, and {error}"))?;
    if output.ok {
        return Ok(output.stdout);
    }
    // `<stdin>:2:3: error: ...`
    let first = output.stderr.lines().find(|line| line.contains("error:")).unwrap_or("it gives no reason");
    Err(format!("{} (mlir-opt-19)", first.replacen("<stdin>", name, 1)))
}
