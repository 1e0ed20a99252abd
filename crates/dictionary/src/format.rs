//! The dictionary's text: what its lines mean, and writing it.

use crate::body::Numbers;
use crate::member::Validation;
use std::fmt::Write as _;

pub(crate) const VERSION: &str = "# isotope dictionary 3\n";

const HEADER: &str = "\
# TITLE instructions by meaning; made by `cargo xtask dictionary`, not edited.
# class NAME          instructions that do the same at different sizes, up to the next class; the name is for people, part of no epoch
# text [I]            what an element is, `?` for every number; at the immediate I where it is another one at others
#                     or the semantics of every member, `#` for every number, where elements differ too much
# member NAME         an instruction, by the name of its C intrinsic
# instruction M       the vendor's mnemonic; absent for sequences
# features F ...      LLVM's names of the CPU features that it needs
# validation STATUS   native N or emulator N: the semantics equal the real instruction on N inputs; none: not shown, not used
# same NAME           a member that computes the same function of whole registers, on samples
# numbers O | E | N   the operand behind each letter, bits of an element of each operand, what fills the text: which elements are
#                     read, what masks the result, the `?`s; ` | I` where they are those of the immediate I; for each text, or several for one
# merged WHY          its own text was another one, which Z3 found equal at its numbers: the text's line
# proved              filled, a text is another term than the semantics, proved equal by Z3; otherwise they are the same terms
# semantics           what it does, as a program over its operands
";

/// A class as the builder makes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassBlock {
    /// Unique in the dictionary.
    pub name: String,
    /// Canonical texts: one, or one at each of some values of the immediates where they differ.
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
    /// For each text of the class, or for one text at some values of the immediates.
    pub numbers: Vec<Numbers>,
    /// Whether a text filled with them is another term than its semantics, proved equal.
    pub proved: bool,
    /// Its text before Z3 found that its class's is equal.
    pub merged: Option<String>,
    /// The stored form of its semantics.
    pub semantics: String,
    /// Whether it stands beside those that the engines are offered, in a file of its own.
    pub beside: bool,
}

/// The additions of the second file's header.
const BESIDE: &str = "\
# The instructions here stand beside those of `dictionary.txt`: they are looked up and run, no engine is offered them, and they are
# not in the epoch. A class without a text that `dictionary.txt` has as well is that one.
";

/// The text of `dictionary.txt`: classes with the members that the engines are offered.
pub fn write(title: &str, classes: &[ClassBlock]) -> String {
    let mut out = format!("{VERSION}{}", HEADER.replace("TITLE", title));
    for class in classes.iter().filter(|c| c.is_offered()) {
        write_class(&mut out, class, false);
    }
    out
}

/// The text of `dictionary-beside.txt`: the other members; `None` where there are none.
pub fn write_beside(title: &str, classes: &[ClassBlock]) -> Option<String> {
    let mut out = format!("{VERSION}{}{BESIDE}", HEADER.replace("TITLE", title));
    let with_some = classes.iter().filter(|c| c.members.iter().any(|m| m.beside));
    let before = out.len();
    with_some.for_each(|class| write_class(&mut out, class, true));
    (out.len() > before).then_some(out)
}

impl ClassBlock {
    /// Whether the engines are offered one of its members.
    fn is_offered(&self) -> bool {
        self.members.iter().any(|m| !m.beside)
    }
}

fn write_class(out: &mut String, class: &ClassBlock, beside: bool) {
    let _ = writeln!(out, "\nclass {}", class.name);
    let texts = if beside && class.is_offered() { &[] } else { &class.texts[..] };
    for (immediate, text) in texts {
        match immediate {
            Some(value) => _ = writeln!(out, "text {value}"),
            None => out.push_str("text\n"),
        }
        indented(out, text);
    }
    class.members.iter().filter(|m| m.beside == beside).for_each(|member| write_member(out, member));
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
        let immediate = numbers.immediate.map_or(String::new(), |value| format!(" | {value}"));
        let _ = writeln!(out, "numbers {order} | {bits} | {values}{immediate}");
    }
    if let Some(merged) = &member.merged {
        let _ = writeln!(out, "merged {merged}");
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
