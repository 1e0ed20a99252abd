//! The digests of sources: a proof says by which it was made, and is made again under another. The dictionary's data is not in it: that is the
//! epoch.

mod digest;

use std::path::Path;
use std::{env, io};

/// The solver's version, as `.cargo/config.toml` names it.
const SOLVER: &str = "Z3_SYS_Z3_VERSION";

fn main() -> io::Result<()> {
    let own = env::var_os("CARGO_MANIFEST_DIR").ok_or_else(|| io::Error::other("cargo sets CARGO_MANIFEST_DIR"))?;
    let (root, solver) = (Path::new(&own).join(".."), env::var(SOLVER).unwrap_or_default());
    println!("cargo:rerun-if-changed=digest.rs");
    println!("cargo:rerun-if-env-changed={SOLVER}");
    let digests = [
        ("PROVER", digest::PROVER),
        ("CHECKER", digest::CHECKER),
        ("COMPILER", digest::COMPILER),
        ("SCHEDULER", digest::SCHEDULER),
    ];
    for (name, folders) in digests {
        for folder in folders {
            println!("cargo:rerun-if-changed=../{folder}");
        }
        println!("cargo:rustc-env=ISOTOPE_{name}_DIGEST={}", digest::digest(&root, folders, &solver)?);
    }
    Ok(())
}
