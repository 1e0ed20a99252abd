//! Kernels to have made: files with a line for each, as `isotope compile` takes it, and programs of MLIR.

use crate::{assembly, mlir};
use isotope_lowering::without_linalg;
use isotope_proto::v1;
use std::path::Path;
use v1::compile_request::Program;

/// How files of kernels end.
pub const SUFFIX: &str = "kernels";

/// A kernel by its line: `i32 C[i,j] += u8 A[i,k] * s8 B[k,j] --sizes i=64,j=64,k=64`.
///
/// # Errors
///
/// A flag that is none of a statement's, or a size that is none, in a sentence.
pub fn kernel(line: &str) -> Result<v1::CompileRequest, String> {
    let mut parts = line.split(" --");
    let statement = parts.next().unwrap_or_default().trim().trim_matches('\'').to_owned();
    let mut request = v1::CompileRequest { program: Some(Program::Statement(statement)), ..Default::default() };
    for part in parts {
        let (flag, value) = part.trim().split_once(char::is_whitespace).unwrap_or((part.trim(), ""));
        match (flag, value.trim()) {
            ("fast", "") => request.fast = true,
            ("parallel", "") => request.parallel = true,
            ("name", name) if !name.is_empty() => name.clone_into(&mut request.entry),
            ("sizes", sizes) if !sizes.is_empty() => {
                for given in sizes.split(',') {
                    request.dimensions.push(dimension(given)?);
                }
            }
            _ => return Err(format!("`--{}` is no --sizes, --name, --fast or --parallel of a statement", part.trim())),
        }
    }
    Ok(request)
}

/// A dimension with its size.
///
/// # Errors
///
/// It is none, in a sentence.
pub fn dimension(given: &str) -> Result<v1::Dimension, String> {
    let size = given.split_once('=').and_then(|(dim, size)| Some((dim.trim(), size.trim().parse().ok()?)));
    let (name, size) =
        size.ok_or_else(|| format!("--sizes {given} is no dimension with its size: write i=1024,j=1024"))?;
    Ok(v1::Dimension { name: name.to_owned(), size })
}

/// The kernel of a program of MLIR.
///
/// # Errors
///
/// It does not read, in a sentence with the place.
pub fn program(file: &Path) -> Result<v1::CompileRequest, String> {
    let program = mlir::program(file)?;
    let program = without_linalg(program, &mlir::name(file), assembly::tools()).map_err(|error| error.to_string())?;
    let (module, located) = (Some(Program::Module(program.text)), program.located);
    Ok(v1::CompileRequest { program: module, located, ..Default::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_what_the_command_compile_takes() {
        let line = "i32 C[i,j] += u8 A[i,k] * s8 B[k,j] --sizes i=4,j=5 --name f --fast";
        let read = kernel(line).expect("it reads");
        let sizes: Vec<(&str, u64)> = read.dimensions.iter().map(|dim| (dim.name.as_str(), dim.size)).collect();
        assert_eq!(
            (sizes, read.entry.as_str(), read.fast, read.parallel),
            (vec![("i", 4), ("j", 5)], "f", true, false)
        );
        assert_eq!(read.program, Some(Program::Statement("i32 C[i,j] += u8 A[i,k] * s8 B[k,j]".to_owned())));
        for (line, why) in [
            ("i32 C[i] += u8 A[i] * s8 B[i] --sizes i", "no dimension with its size"),
            ("i32 C[i] += u8 A[i] * s8 B[i] --emit asm", "`--emit asm` is no --sizes"),
            ("i32 C[i] += u8 A[i] * s8 B[i] --fast 3", "`--fast 3` is no"),
        ] {
            let error = kernel(line).expect_err(line);
            assert!(error.contains(why), "{error}");
        }
    }
}
