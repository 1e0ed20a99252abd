//! Lists the folders of `data`, one for each instruction set, and compresses the files that are read at run time: a further
//! instruction set is a further folder. Better methods halve what LZ4 leaves of them, and take three times as long
//! whenever a program starts.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Files that only the making and checking of the data reads.
const LEFT_OUT: [&str; 6] =
    ["encodings.txt", "features.txt", "idef.txt", "merges.txt", "more-forms.txt", "errata.toml"];

fn main() -> io::Result<()> {
    let set = |name| env::var_os(name).ok_or_else(|| io::Error::other("cargo sets its variables"));
    let data = Path::new(&set("CARGO_MANIFEST_DIR")?).join("data");
    let made = PathBuf::from(set("OUT_DIR")?);
    println!("cargo:rerun-if-changed=data");
    let mut out = String::from("const FOLDERS: &[&[(&str, &[u8])]] = &[\n");
    for folder in names(&data)? {
        out += "    &[\n";
        for file in names(&data.join(&folder))? {
            let read = file.ends_with(".txt") || file.ends_with(".toml");
            if read && !LEFT_OUT.contains(&file.as_str()) {
                let text = fs::read(data.join(&folder).join(&file))?;
                let packed = format!("/{folder}-{file}.lz4");
                fs::write(made.join(&packed[1..]), lz4_flex::compress_prepend_size(&text))?;
                // Writing to a string cannot fail.
                let _ = writeln!(out, "        ({file:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), {packed:?}))),");
            }
        }
        out += "    ],\n";
    }
    out += "];\n";
    fs::write(made.join("folders.rs"), out)
}

fn names(folder: &Path) -> io::Result<Vec<String>> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let mut names: Vec<String> = entries.iter().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}
