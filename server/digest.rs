//! The prover digest: a hash of the sources of everything that decides a verdict. `build.rs` computes it of this tree, `tests/digest.rs` of
//! changed ones.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Everything that decides what a kernel is, or a nest that is packed, tiled or vectorized: what decides a verdict on programs, and the
/// statement's meaning, plans, texts, windows and answers in their places.
pub const COMPILER: &[&str] = &[
    "crates/ir/src",
    "crates/semantics/src",
    "crates/smt/src",
    "crates/dictionary/src",
    "crates/program/src",
    "crates/codegen/src",
    "crates/undefined/src",
    // Here ends the prover's part.
    "crates/mlir/src",
    "crates/meaning/src",
    "crates/kernel/src",
    // Here ends the checker's part.
    "crates/affine/src",
    "crates/contraction/src",
    "crates/nest/src",
    "crates/vectorize/src",
    "crates/windows/src",
    "crates/tools/src",
    "crates/lowering/src",
];

/// Everything that decides how loops of machine code are scheduled, and whether they are what they were: sources, and processors' files.
pub const SCHEDULER: &[&str] = &["crates/packets"];

/// Expressions and their terms, instructions' meanings, the canonical rules, solving, how the dictionary's data becomes instructions, what
/// programs mean and their proof, how they are written, and what of them has to be frozen.
pub const PROVER: &[&str] = COMPILER.split_at(7).0;

/// Everything that decides a verdict on two programs of MLIR, beside the solver.
pub const CHECKER: &[&str] = COMPILER.split_at(10).0;

/// The digest of some folders of the tree at `root`, and of the solver's version.
pub fn digest(root: &Path, folders: &[&str], solver: &str) -> io::Result<String> {
    let mut files = Vec::new();
    for folder in folders {
        collect(root, Path::new(folder), &mut files)?;
    }
    files.sort();
    let mut hasher = blake3::Hasher::new();
    let mut part = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    part(solver.as_bytes());
    for file in &files {
        part(file.to_string_lossy().as_bytes());
        part(&fs::read(root.join(file))?);
    }
    Ok(hasher.finalize().to_hex().to_string())
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
