//! Compiles what is preloaded into LLVM's tools (`src/prepared`).

use std::path::Path;

fn main() {
    let source = "src/prepared/prepared.c";
    println!("cargo::rerun-if-changed={source}");
    let folder = std::env::var_os("OUT_DIR").expect("cargo names a folder for what is built");
    let compiler = cc::Build::new().cargo_metadata(false).opt_level(2).get_compiler();
    let mut command = compiler.to_command();
    command.args(["-std=gnu11", "-Wall", "-Wextra", "-fPIC", "-shared", "-s", "-o"]);
    command.arg(Path::new(&folder).join("prepared.so")).arg(source).arg("-ldl");
    let status = command.status().expect("a C compiler, which links all programs here, is there");
    assert!(status.success(), "{command:?}: {status}");
}
