//! The dictionary's pages of a class, and of an instruction.

use crate::call::described;
use isotope_dictionary::{Class, InstructionSet, InstructionSets, Member, Text, meant, reason};
use std::fmt::Write as _;

/// A class of a set, and how many members it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'s> {
    /// The set's name among people.
    pub set: &'s str,
    /// The class.
    pub class: &'s str,
    /// Its members.
    pub members: usize,
    /// The first of them.
    pub first: &'s str,
}

/// All classes of which the name, a member's or a mnemonic has `part` in it, set by set.
pub fn list<'s>(sets: &'s InstructionSets, part: &str) -> Vec<Row<'s>> {
    let mut rows = Vec::new();
    for set in sets.iter() {
        let dictionary = set.dictionary();
        for class in dictionary.classes() {
            let members = || class.members.iter().map(|i| &dictionary.members()[*i]);
            let named = |m: &Member| m.name.contains(part) || m.mnemonic.is_some_and(|name| name.contains(part));
            if class.name.contains(part) || members().any(named) {
                let first = members().next().map_or("", |m| m.name);
                rows.push(Row { set: &set.manifest().title, class: class.name, members: class.members.len(), first });
            }
        }
    }
    rows
}

/// A class: its texts and its members with their numbers. Empty if no set has a class of the name.
pub fn class(sets: &InstructionSets, name: &str) -> String {
    let mut out = String::new();
    for set in sets.iter() {
        for class in set.dictionary().classes().iter().filter(|c| c.name == name) {
            write_class(set, class, &mut out);
        }
    }
    out
}

fn write_class(set: &InstructionSet, class: &Class, out: &mut String) {
    let _ = writeln!(out, "{} of {}, {} members", class.name, set.manifest().title, class.members.len());
    for text in &class.texts {
        let at = text.immediate.map_or(String::new(), |value| format!(" at the immediate {value}"));
        let _ = writeln!(out, "\nwhat they do{at}, `?` for every number\n{}", indented(&text.text()));
    }
    if class.texts.is_empty() {
        out.push_str("\nits text is too large to be written out; `isotope dict find` shows each member's own\n");
    }
    for index in &class.members {
        let member = &set.dictionary().members()[*index];
        let program = class.texts.iter().any(Text::is_program);
        let why = reason(program, &member.numbers(), member.merged, member.proved);
        let _ = write!(out, "\n{}\n  because {why}", member.name);
        if let Some(merged) = member.merged {
            let _ = write!(out, " ({merged})");
        }
        for numbers in member.numbers() {
            let values: Vec<String> = numbers.values.iter().map(u64::to_string).collect();
            let _ = write!(out, "\n  numbers {}", values.join(" "));
        }
    }
    out.push('\n');
}

/// Instructions: those of an intrinsic's name, else all of a mnemonic. Empty if there is none.
pub fn instruction(sets: &InstructionSets, name: &str) -> String {
    let mut out = String::new();
    for set in sets.iter() {
        let dictionary = set.dictionary();
        let by_mnemonic = || dictionary.members().iter().filter(|m| m.mnemonic == Some(name)).collect();
        let found: Vec<&Member> = dictionary.member(name).map_or_else(by_mnemonic, |member| vec![member]);
        for member in found {
            if !out.is_empty() {
                out.push('\n');
            }
            write_instruction(set, member, &mut out);
        }
    }
    out
}

/// The name that was meant by the name of an instruction that there is not, as a sentence's end; empty where nothing is near.
pub fn meant_instruction(sets: &InstructionSets, name: &str) -> String {
    let members = || sets.iter().flat_map(|set| set.dictionary().members());
    meant(name, members().filter_map(|m| m.mnemonic).chain(members().map(|m| m.name)))
}

/// The same of a class.
pub fn meant_class(sets: &InstructionSets, name: &str) -> String {
    meant(name, sets.iter().flat_map(|set| set.dictionary().classes()).map(|class| class.name))
}

fn write_instruction(set: &InstructionSet, member: &Member, out: &mut String) {
    let dictionary = set.dictionary();
    let operands: Vec<String> = member.operands.iter().map(described).collect();
    let mut row = |what: &str, text: &str| {
        let _ = writeln!(out, "{what:<12}{text}");
    };
    row("intrinsic", member.name);
    row("set", &set.manifest().title);
    row("instruction", member.mnemonic.unwrap_or("several"));
    row("class", dictionary.class_of(member).name);
    row("operands", &operands.join(", "));
    row("result", &described(&member.result));
    row("features", &member.features.join(" "));
    row("validation", &member.validation.to_string());
    if member.same != member.name {
        row("same as", member.same);
    }
    for cpu in dictionary.prices().cpus() {
        if let Some(cost) = dictionary.cost(member, cpu) {
            let cycles = f64::from(cost.rthroughput) / 100.0;
            row(
                "cost",
                &format!(
                    "{cpu}: one each {cycles:.2} cycles, latency {}, {} micro-operations",
                    cost.latency, cost.uops
                ),
            );
        }
    }
    let _ = writeln!(out, "meaning\n{}", indented(&member.semantics_text()));
}

fn indented(text: &str) -> String {
    text.trim_end().lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}
