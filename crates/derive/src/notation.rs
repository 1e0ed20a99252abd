//! How listings of a set's code are written: from `llc`'s lines to the forms of the tables, and from a form back to an instruction.
//!
//! `target.toml` names one ([`Assembly::notation`](isotope_dictionary::manifest::Assembly)). A form is an instruction without what does
//! not change its price: `vpaddb zmm {k}, zmm, m512`, `add v.16b, v.16b, v.16b`.

mod aarch64;
pub mod intel;

use anyhow::Result;

/// One way to write instructions.
pub trait Notation: Sync {
    /// Its name in `target.toml`.
    fn name(&self) -> &'static str;

    /// The flags with which LLVM's tools read and write it.
    fn flags(&self) -> &'static [&'static str];

    /// The beginning of a comment.
    fn comment(&self) -> &'static str;

    /// Whether an instruction of a listing is there for the calling convention alone: returns, copies of whole registers.
    fn is_convention(&self, line: &str) -> bool;

    /// The form of an instruction of a listing, mnemonic and operands apart by a tab.
    fn form(&self, line: &str) -> String;

    /// An instruction of a form, with a register of its own for every operand, so that none depends on another.
    fn instance(&self, form: &str) -> Result<String>;
}

/// All of them.
pub const NOTATIONS: &[&dyn Notation] = &[&intel::Intel, &aarch64::AArch64];

/// The one of that name.
pub fn named(name: &str) -> Option<&'static dyn Notation> {
    NOTATIONS.iter().copied().find(|notation| notation.name() == name)
}
