//! Kernels of loops in MLIR, compiled for this processor and timed.

use anyhow::{Context, Result, bail};
use isotope_mlir::ir::{Attribute, Module, Type};
use isotope_mlir::literals;
use isotope_mlir::structure;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// How arrays are passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// With their sizes, as MLIR does by default: LLVM is told neither that arguments do not overlap nor which vectors there are.
    WithSizes,
    /// As pointers alone, which keep `llvm.noalias`.
    Bare,
}

impl Passed {
    /// From loops to LLVM's dialect.
    fn lowering(self) -> String {
        let option = if self == Passed::Bare { "{use-bare-ptr-memref-call-conv=true}" } else { "" };
        format!(
            "--pass-pipeline=builtin.module(lower-affine,convert-scf-to-cf,convert-math-to-libm,convert-arith-to-llvm,finalize-memref-to-llvm,\
             convert-func-to-llvm{option},convert-cf-to-llvm,reconcile-unrealized-casts)"
        )
    }
}

/// A kernel whose floats may be reordered.
pub fn fast(text: &str) -> String {
    let text = text.replace(" : f64\n", " fastmath<fast> : f64\n");
    // Operations that have no such flag keep their form.
    let without = ["arith.constant", "arith.select", "memref"];
    let lines = text.lines().map(|line| match without.iter().any(|name| line.contains(name)) {
        true => line.replace(" fastmath<fast>", ""),
        false => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// The output of a tool.
///
/// # Errors
///
/// It is missing, or fails.
pub fn output(tool: &str, arguments: &[&str], input: &Path) -> Result<String> {
    let file = std::fs::File::open(input)?;
    let output = Command::new(tool).args(arguments).stdin(file).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        bail!("{tool} {} fails", arguments.join(" "));
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Seconds of one run of compiled code, of the processor, the least of three.
///
/// # Errors
///
/// A tool is missing, or fails.
pub fn seconds(folder: &Path, source: &Path, module: &Module, passed: Passed) -> Result<f64> {
    let [lowered, llvm, best, object, driver, program] =
        ["lowered.mlir", "module.ll", "best.ll", "module.o", "driver.c", "program"].map(|name| folder.join(name));
    std::fs::write(&lowered, output("mlir-opt-19", &[&passed.lowering()], source)?)?;
    std::fs::write(&llvm, output("mlir-translate-19", &["--mlir-to-llvmir"], &lowered)?)?;
    let object_name = object.display().to_string();
    match passed {
        Passed::WithSizes => {
            std::fs::write(&best, output("opt-19", &["-O3", "-mcpu=native", "-S"], &llvm)?)?;
            let options = ["-O3", "-mcpu=native", "-relocation-model=pic", "-filetype=obj", "-o", &object_name];
            output("llc-19", &options, &best)?;
        }
        // Clang names a triple, without which `opt` knows no vectors.
        Passed::Bare => {
            let llvm_name = llvm.display().to_string();
            let options =
                ["-O3", "-march=native", "-fPIC", "-Wno-override-module", "-c", &llvm_name, "-o", &object_name];
            output("clang-19", &options, &llvm)?;
        }
    }
    std::fs::write(&driver, driver_of(module, passed)?)?;
    let [driver_name, program_name] = [&driver, &program].map(|path| path.display().to_string());
    output("clang-19", &["-O1", &driver_name, &object_name, "-lm", "-o", &program_name], &driver)?;
    let seconds = output(&program_name, &[], &driver)?;
    Ok(seconds.trim().parse()?)
}

/// A program in C that runs the kernel three times, and prints the seconds of the fastest run.
fn driver_of(module: &Module, passed: Passed) -> Result<String> {
    let function = module.op(structure::function(module, None).map_err(anyhow::Error::msg)?);
    let name = literals::text(module, function, "sym_name").context("the function has no name")?;
    let Some(Attribute::Type(ty)) = module.attribute(function, "function_type") else {
        bail!("the function has no type")
    };
    let Type::Function { inputs, .. } = module.pool.ty(*ty) else { bail!("the function has no type") };
    let (mut parameters, mut memory, mut given) = (Vec::new(), String::new(), Vec::new());
    for (number, ty) in inputs.iter().enumerate() {
        let Type::Memref { shape: Some(shape), element, .. } = module.pool.ty(*ty) else {
            parameters.push("double".to_owned());
            given.push("1.25".to_owned());
            continue;
        };
        let is_float = matches!(module.pool.ty(*element), Type::Float(_));
        let element = if is_float { "double" } else { "int" };
        let sizes: Vec<u64> = shape.iter().map(|size| size.unwrap_or(1)).collect();
        let count: u64 = sizes.iter().product();
        let strides: Vec<u64> = (0..sizes.len()).map(|dim| sizes[dim + 1..].iter().product()).collect();
        writeln!(memory, "  {element} *m{number} = malloc({count} * sizeof({element}));")?;
        writeln!(
            memory,
            "  for (long i = 0; i < {count}; i++) m{number}[i] = {};",
            if is_float { "1 + i % 97 / 97.0" } else { "i % 4" }
        )?;
        if passed == Passed::Bare {
            parameters.push(format!("{element} *"));
            given.push(format!("m{number}"));
            continue;
        }
        parameters.push(format!("{element} *, {element} *, long{}", ", long".repeat(sizes.len() * 2)));
        let numbers: Vec<String> = sizes.iter().chain(&strides).map(u64::to_string).collect();
        given.push(format!("m{number}, m{number}, 0, {}", numbers.join(", ")).trim_end_matches(", ").to_owned());
    }
    Ok(format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\nvoid {name}({});\n\
         static double now(void) {{ struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec * 1e-9; }}\n\
         int main(void) {{\n{memory}  double best = 1e9;\n  for (int run = 0; run < 3; run++) {{\n    double began = now();\n    \
         {name}({});\n    double took = now() - began;\n    best = took < best ? took : best;\n  }}\n  printf(\"%.6f\\n\", best);\n  return 0;\n}}\n",
        parameters.join(", "),
        given.join(", ")
    ))
}
