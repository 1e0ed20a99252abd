//! The table of what LLVM's intrinsics depend on, which the plug-in for clang is built with.

#![allow(clippy::unwrap_used)]

use isotope_derive::crossings::{FILE, text};
use std::path::Path;

fn stored() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(FILE)).unwrap()
}

#[test]
fn the_stored_table_is_what_the_semantics_say() {
    let (stored, made) = (stored(), text());
    let differs = made.lines().zip(stored.lines()).find(|(made, stored)| made != stored);
    assert!(made == stored, "`cargo xtask crossings` writes it anew; the first difference: {differs:?}");
}

/// Rows whose instructions everybody can look up: each kind of word, and intrinsics of which no row may be, or of which little is known.
#[test]
fn rows_say_what_instructions_do() {
    let stored = stored();
    let rows = [
        ("x86.avx2.pavg.b", Some("32, 8, \"= =\"")),
        ("x86.avx2.pmadd.ub.sw", Some("16, 16, \"=x11 =x10\"")),
        ("x86.avx2.psad.bw", Some("4, 64, \"= =\"")),
        ("x86.avx2.packuswb", Some("32, 8, \"p0 p1\"")),
        ("x86.avx2.phadd.w", Some("16, 16, \"b b\"")),
        ("x86.avx2.pshuf.b", Some("32, 8, \"bs1 =\"")),
        ("x86.avx2.permd", Some("8, 32, \"*v1 =\"")),
        ("x86.avx2.psll.w", Some("16, 16, \"= *\"")),
        ("x86.avx512.vpermi2var.qi.512", Some("64, 8, \"*l1 = *h1\"")),
        ("x86.avx512.vpdpbusd.512", Some("16, 32, \"= =x12 =x11\"")),
        ("x86.avx512.pternlog.d.512", Some("16, 32, \"=~ =~ =~ *\"")),
        ("aarch64.neon.udot.v4i32.v16i8", Some("4, 32, \"= =x12 =x11\"")),
        ("aarch64.neon.uaddlv.i32.v8i16", Some("1, 32, \"=\"")),
        ("aarch64.neon.tbl1.v16i8", Some("16, 8, \"bs1 =\"")),
        ("x86.avx512.conflict.d.512", None),
    ];
    for (name, wanted) in rows {
        let begin = format!("{{\"llvm.{name}\", ");
        let found = stored.lines().find_map(|line| line.strip_prefix(&begin)?.strip_suffix("},"));
        assert_eq!(found, wanted, "{name}");
    }
}
