//! Programs of MLIR: files read, and their windows asked for.

mod windows;

pub use windows::{Selected, Shown, Terms};

use crate::assembly::tools;
use crate::limits::MAX_MLIR_BYTES;
use isotope_lowering::{Program, read_program};
use isotope_mlir::ir::Module;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

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
    read_program(&name, text, tools()).map_err(|error| error.to_string())
}

/// The name of a file in messages.
pub fn name(file: &Path) -> String {
    if file.as_os_str() == "-" { "<stdin>".to_owned() } else { file.display().to_string() }
}
