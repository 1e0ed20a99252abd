//! Lists the files of `data`, one for each processor: a further processor is a further file.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let set = |name| env::var_os(name).ok_or_else(|| io::Error::other("cargo sets its variables"));
    let data = Path::new(&set("CARGO_MANIFEST_DIR")?).join("data");
    println!("cargo:rerun-if-changed=data");
    let mut files: Vec<_> = fs::read_dir(data)?.map(|entry| entry.map(|e| e.path())).collect::<io::Result<_>>()?;
    files.sort();
    let mut out = String::from("const MACHINES: &[(&str, &str)] = &[\n");
    for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "txt")) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "    ({name:?}, include_str!({:?})),", file.display().to_string());
    }
    fs::write(Path::new(&set("OUT_DIR")?).join("machines.rs"), out + "];\n")
}
