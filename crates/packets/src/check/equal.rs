//! Whether two states are equal, and what differs first with the lines that wrote it.

use super::{Check, Stop};
use crate::live::Set;
use crate::machine::Atom;
use crate::memory::Memory;
use crate::state::State;
use crate::terms::Term;

impl Check<'_> {
    /// Whether registers and memory are equal.
    pub(super) fn equal(&mut self, before: &State, after: &State, needed: &Set, place: &str) -> Result<(), Stop> {
        for atom in needed {
            let at = usize::from(*atom);
            let (b, a) = (before.registers[at], after.registers[at]);
            if b != a {
                let (b, a) = (self.text(b, before.lines[at]), self.text(a, after.lines[at]));
                return Err(Stop::Differs(format!(
                    "register {} differs {place}: {b} and {a}",
                    self.machine.name(*atom)
                )));
            }
        }
        let (b, a) = (before.memory.written(), after.memory.written());
        if before.initial != after.initial || b != a {
            let at = b.iter().zip(&a).position(|(b, a)| b != a).unwrap_or(b.len().min(a.len()));
            let text = |list: &[Term], memory: &Memory| {
                list.get(at).map_or("none".to_owned(), |term| self.text(*term, memory.line(*term)))
            };
            let (b, a) = (text(&b, &before.memory), text(&a, &after.memory));
            return Err(Stop::Differs(format!("store {} differs {place}: {b} and {a}", at + 1)));
        }
        if before.memory.read() != after.memory.read() {
            return Err(Stop::Differs(format!("other places of memory are read {place}")));
        }
        Ok(())
    }

    /// How many registers and stores differ.
    pub(super) fn apart(&self, before: &State, after: &State, needed: &Set) -> usize {
        let is_other = |atom: &&Atom| before.registers[usize::from(**atom)] != after.registers[usize::from(**atom)];
        let [b, a] = [before, after].map(|state| state.memory.written());
        let alike = b.iter().zip(&a).filter(|(b, a)| b == a).count();
        needed.iter().filter(is_other).count() + b.len().max(a.len()) - alike
    }

    /// A term with the line of the instruction that wrote it, unless that is 0.
    fn text(&self, term: Term, line: usize) -> String {
        let name =
            |atom: Atom| if atom == Atom::MAX { "memory".to_owned() } else { self.machine.name(atom).to_owned() };
        let written = if line > 0 { format!(", written in line {line}") } else { String::new() };
        short(&self.terms.text(term, 3, &name)) + &written
    }
}

/// Text of a term, at most so long that a line holds two.
fn short(text: &str) -> String {
    const LENGTH: usize = 80;
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.to_owned(),
    }
}
