//! The prover digest: a hash of the sources of everything that decides a verdict. A proof says by which it was made, and is
//! made again under another. The dictionary's data is not in it: that is the epoch.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Expressions and their terms, the canonical rules, solving, search, programs' meaning, lowering, and how the dictionary's
/// data becomes instructions.
const FOLDERS: [&str; 6] = [
    "crates/ir/src",
    "crates/smt/src",
    "crates/dictionary/src",
    "crates/synth/src",
    "crates/codegen/src",
    "grammars/src",
];

/// The solver's version, as `.cargo/config.toml` names it.
const SOLVER: &str = "Z3_SYS_Z3_VERSION";

fn main() -> io::Result<()> {
    let own = env::var_os("CARGO_MANIFEST_DIR").ok_or_else(|| io::Error::other("cargo sets CARGO_MANIFEST_DIR"))?;
    let root = Path::new(&own).join("..");
    let mut files = Vec::new();
    for folder in FOLDERS {
        println!("cargo:rerun-if-changed=../{folder}");
        collect(&root, Path::new(folder), &mut files)?;
    }
    println!("cargo:rerun-if-env-changed={SOLVER}");
    files.sort();
    let mut hasher = blake3::Hasher::new();
    let mut part = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    part(env::var(SOLVER).unwrap_or_default().as_bytes());
    for file in &files {
        part(file.to_string_lossy().as_bytes());
        part(&fs::read(root.join(file))?);
    }
    println!("cargo:rustc-env=ISOTOPE_PROVER_DIGEST={}", hasher.finalize().to_hex());
    Ok(())
}

/// Every file below a folder, tests left out: they decide nothing.
fn collect(root: &Path, folder: &Path, into: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if path.file_stem().is_some_and(|name| name == "tests") {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(root, &path, into)?;
        } else {
            into.push(path);
        }
    }
    Ok(())
}
