//! `merges.txt`: why each instruction is in its class, and what was not shown.

use super::pairs::Pairs;
use isotope_dictionary::{ClassBlock, program, reason};
use isotope_semantics::canonical::needed_parameters;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const HEADER: &str = "\
# isotope merges 1
# TITLE: why instructions are of one class; made by `cargo xtask dictionary`, not edited.
# class NAME          as in the dictionary
# numbers N of M      of the M numbers of its first member those that tell members apart: the others are eliminated
# WHY: MEMBER ...     what was done to their texts, and how they were shown to be the class's
# was TEXT            the text of members that Z3 found equal at other numbers
# left WHAT           what was compared and is not merged: by Z3 within its work, or for want of numbers
";

/// The report.
pub fn write(title: &str, classes: &[ClassBlock], pairs: &Pairs, formless: &[String]) -> String {
    let mut out = HEADER.replace("TITLE", title);
    for class in classes {
        let _ = writeln!(out, "\nclass {}", class.name);
        let numbers: Vec<&[u64]> =
            class.members.iter().flat_map(|m| m.numbers.first()).map(|n| &n.values[..]).collect();
        if let Some(first) = numbers.first() {
            let _ = writeln!(out, "numbers {} of {}", needed_parameters(&numbers).len(), first.len());
        }
        let program = class.texts.iter().any(|(_, text)| program::is(text));
        let mut why: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        let mut texts: BTreeMap<&str, ()> = BTreeMap::new();
        for member in &class.members {
            let reason = reason(program, &member.numbers, member.merged.as_deref(), member.proved);
            why.entry(reason).or_default().push(&member.name);
            texts.extend(member.merged.as_deref().map(|text| (text, ())));
        }
        for (reason, members) in why {
            let _ = writeln!(out, "{reason}: {}", members.join(" "));
        }
        for (text, ()) in texts {
            let _ = writeln!(out, "{text}");
        }
    }
    out.push('\n');
    for name in formless {
        let _ = writeln!(out, "left {name}: no text could be shown to be its meaning");
    }
    for line in &pairs.left {
        let _ = writeln!(out, "left {line}");
    }
    out
}
