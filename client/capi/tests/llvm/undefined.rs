//! Undefined values: an answer may make a result more certain, and never less.

use super::build::{Built, source};
use super::equal::patient;
use libtest_mimic::Failed;

/// Of two loops with answers: what their code reads twice it reads frozen, and what it reads once it does not.
pub fn frozen(built: &Built) -> Result<(), Failed> {
    for (file, is_frozen) in [("read_twice.ll", true), ("read_once.ll", false)] {
        let ended = built.opt("isotope", &source(file), &patient());
        let code = ended.stdout();
        if ended.used() != 1 || code.contains("= freeze ") != is_frozen || !code.contains("@llvm.x86.avx2.p") {
            return Err(format!("{file}: {}", ended.told()).into());
        }
    }
    Ok(())
}
