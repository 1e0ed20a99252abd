//! The dictionary's text: what its lines mean, and writing it.

use crate::body::Numbers;
use crate::member::Validation;
use std::fmt::Write as _;

pub(crate) const VERSION: &str = "# isotope dictionary 2\n";

const HEADER: &str = "\
# TITLE instructions by meaning; made by `cargo xtask dictionary`, not edited.
# class NAME          instructions that do the same at different sizes, up to the next class; the name is for people, part of no epoch
# text [I]            what they do: a nest of loops over elements, `?` for every number; at the immediate I where there is one
# member NAME         an instruction, by the name of its C intrinsic
# instruction M       the vendor's mnemonic; absent for sequences
# features F ...      LLVM's names of the CPU features that it needs
# validation STATUS   native N or emulator N: the semantics equal the real instruction on N inputs; none: not shown, not used
# same NAME           a member that computes the same function of whole registers, on samples
# numbers O | E | N   for each text: the operand behind each letter, bits of an element of each operand, what fills the `?`s
# proved              filled, a text is another term than the semantics, proved equal by Z3; otherwise they are the same terms
# semantics           what it does, as a program over its operands
";

/// A class as the builder makes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassBlock {
    /// Unique in the dictionary.
    pub name: String,
    /// Canonical texts, each at a value of the immediates where there are any.
    pub texts: Vec<(Option<u64>, String)>,
    /// Members.
    pub members: Vec<MemberBlock>,
}

/// A member as the builder makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberBlock {
    /// The intrinsic.
    pub name: String,
    /// The vendor's mnemonic.
    pub mnemonic: Option<String>,
    /// LLVM's names, ascending.
    pub features: Vec<String>,
    /// How its semantics were checked.
    pub validation: Validation,
    /// The first member that computes the same, if it is another one.
    pub same: Option<String>,
    /// For each text of the class.
    pub numbers: Vec<Numbers>,
    /// Whether a text filled with them is another term than its semantics, proved equal.
    pub proved: bool,
    /// The stored form of its semantics.
    pub semantics: String,
}

/// The text of a dictionary.
pub fn write(title: &str, classes: &[ClassBlock]) -> String {
    let mut out = format!("{VERSION}{}", HEADER.replace("TITLE", title));
    for class in classes {
        let _ = writeln!(out, "\nclass {}", class.name);
        for (immediate, text) in &class.texts {
            match immediate {
                Some(value) => _ = writeln!(out, "text {value}"),
                None => out.push_str("text\n"),
            }
            indented(&mut out, text);
        }
        class.members.iter().for_each(|member| write_member(&mut out, member));
    }
    out
}

fn write_member(out: &mut String, member: &MemberBlock) {
    let _ = writeln!(out, "member {}", member.name);
    if let Some(mnemonic) = &member.mnemonic {
        let _ = writeln!(out, "instruction {mnemonic}");
    }
    let _ = writeln!(out, "features {}", member.features.join(" "));
    let _ = writeln!(out, "validation {}", member.validation);
    if let Some(same) = &member.same {
        let _ = writeln!(out, "same {same}");
    }
    for numbers in &member.numbers {
        let (order, bits, values) = (spaced(&numbers.order), spaced(&numbers.element_bits), spaced(&numbers.values));
        let _ = writeln!(out, "numbers {order} | {bits} | {values}");
    }
    if member.proved {
        out.push_str("proved\n");
    }
    out.push_str("semantics\n");
    indented(out, &member.semantics);
}

fn spaced<T: ToString>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

fn indented(out: &mut String, text: &str) {
    for line in text.lines() {
        let _ = writeln!(out, "  {line}");
    }
}
