//! One intrinsic: the decoder run on its instruction's bits, with operands in the registers that ACLE says.
//!
//! A run begins with every register empty but for those that ACLE's preparations name. A register that holds an operand of 64 bits has
//! nothing in its upper half, which is not the same as zeros: an instruction that reads it has no meaning as this intrinsic, and says so.
//! The result is as many bits of its register as the C type has, from bit 0 on.
//!
//! Clauses of the decoder are tried in the files' order. One that throws `Error_See` leaves the bits to a later one, with everything
//! that it did taken back; one that throws anything else refuses the bits, and so does the end of the list.
//!
//! A program is printed and read back before it is anything else. Text is stored, so that a program that does not read back would be
//! found here and not in whoever reads the dictionary; and names are numbered as the text has them, so that equal texts are equal
//! programs.
//!
//! Which repairs a meaning needed is known by the functions that its runs called: an entry of the errata names functions.

use super::acle::{Piece, Row};
use super::form::{Register, combinations};
use super::general;
use crate::errata::Errata;
use crate::sail::ast::{Expr, Function, Pattern};
use crate::sail::eval::{Kind, Linear, Machine, Stop, Word, opcode, opcode_pattern, tidy};
use crate::sail::model::Model;
use crate::scope::{Refusal, Translation};
use isotope_semantics::interp::Bits;
use isotope_semantics::pseudo::ast::{Program, Stmt, Sym};
use isotope_semantics::pseudo::{parse, print_program};
use isotope_semantics::{Semantics, SemanticsError};
use std::collections::BTreeSet;

/// How the decoder's clauses are called.
const DECODERS: &str = "__DecodeA64";

/// A specification, ready to be run.
pub(super) struct Specification<'m> {
    /// Its files.
    model: &'m Model,
    /// The decoder's clauses: which bits of an instruction they look at, what these are, and the clause.
    clauses: Vec<(u32, u32, &'m Function)>,
    /// Functions that were repaired, and by which entry.
    repaired: Vec<(&'m str, &'m str)>,
    /// Intrinsics that an entry refuses: their names, the entry's, and its reason.
    refused: Vec<(&'m [String], &'m str, &'m str)>,
}

impl<'m> Specification<'m> {
    /// Prepares a specification: the bits that each decoder's clause looks at are found once, not for each instruction.
    pub fn of(model: &'m Model, errata: &'m Errata) -> Self {
        let clauses = model.clauses(DECODERS).filter_map(|clause| {
            let (mask, value) = looked_at(opcode_pattern(&clause.params)?)?;
            Some((mask, value, clause))
        });
        let entries = errata.entries().iter();
        let repaired = entries.clone().filter(|e| e.refuse.is_none());
        let repaired = repaired.flat_map(|e| e.names.iter().map(|name| (name.as_str(), e.name.as_str())));
        let refused = entries.filter_map(|e| Some((&e.names[..], e.name.as_str(), e.refuse.as_deref()?)));
        Specification { model, clauses: clauses.collect(), repaired: repaired.collect(), refused: refused.collect() }
    }

    /// The meaning of a row whose instruction has these bits, one word for each value of its immediates.
    pub fn translate(&self, row: &Row, words: &[u32]) -> Result<Translation, Refusal> {
        if let Some((_, name, reason)) = self.refused.iter().find(|(names, ..)| names.contains(&row.name)) {
            return Err(Refusal::Erratum { name: (*name).to_owned(), reason: (*reason).to_owned() });
        }
        let combinations = combinations(row);
        if combinations.len() != words.len() {
            let message = format!("{} words of {} values of its immediates", words.len(), combinations.len());
            return Err(Refusal::Row(message));
        }
        let mut called = BTreeSet::new();
        let mut programs = Vec::new();
        for word in words {
            let (program, names) = self.run(row, *word)?;
            called.extend(names);
            programs.push(program);
        }
        let names: Vec<&str> = row.immediates.iter().map(|(name, _)| name.as_str()).collect();
        let program = general::join(&names, &combinations, programs)
            .ok_or_else(|| Refusal::Specification("its immediates' values have nothing in common".into()))?;
        // Through the text, which is what is kept: numbers of names and lines are the text's.
        let program = parse(&print_program(&program)).map_err(SemanticsError::from)?;
        let semantics = Semantics::link(row.operands.clone(), row.result.clone(), program, &Program::default())?;
        let applied = self.repaired.iter().filter(|(function, _)| called.contains(function));
        let mut errata: Vec<String> = applied.map(|(_, name)| (*name).to_owned()).collect();
        errata.dedup();
        Ok(Translation { semantics, errata })
    }

    /// The effect of one instruction, and the functions of the text that it called.
    fn run(&self, row: &Row, word: u32) -> Result<(Program, BTreeSet<&'m str>), Refusal> {
        let mut machine = prepared(self.model, row);
        for (mask, value, clause) in &self.clauses {
            if word & mask != *value {
                continue;
            }
            match machine.decode(clause, opcode(word)) {
                // Another clause knows more of these bits.
                Err(Stop::Throw(name)) if name == "Error_See" => machine = prepared(self.model, row),
                Ok(()) | Err(Stop::Return(_)) => return written(machine, row),
                Err(Stop::Throw(name)) => return Err(Refusal::Specification(format!("the text throws {name}"))),
                Err(Stop::Fault(message) | Stop::Unroll(message)) => {
                    let place = machine.place_in_words();
                    return Err(Refusal::Specification(format!("{message} ({place})")));
                }
            }
        }
        Err(Refusal::Specification(format!("no decoder takes {word:08x}")))
    }
}

/// A machine whose registers hold the operands.
fn prepared<'m>(model: &'m Model, row: &Row) -> Machine<'m> {
    let mut machine = Machine::new(model);
    let vars: Vec<Sym> = row.operands.iter().map(|o| machine.out.program.intern(&o.name)).collect();
    for (operand, var) in row.operands.iter().zip(&vars) {
        machine.out.declare(*var, operand.bits, if operand.signed { operand.element_bits } else { 0 });
    }
    let result = machine.out.program.intern(&row.result.name);
    machine.out.declare(result, row.result.bits, 0);
    for (pieces, Register { file, number }) in &row.prepared {
        let mut word = Word::default();
        for piece in pieces {
            word = word.below(match piece {
                Piece::Zeros(width) => Word::known(Bits::zero(*width)),
                Piece::Operand(at, lo, width) => {
                    Word::of(*width, Kind::Part(vars[*at], Linear::known(i128::from(*lo))))
                }
            });
        }
        let whole: u32 = if *file == 'V' { 128 } else { 64 };
        let above = Word::of(whole.saturating_sub(word.width()), Kind::Nothing);
        machine.registers.held.insert((*file, i128::from(*number)), word.below(above));
    }
    machine
}

/// The result out of its register, as the end of the program.
fn written<'m>(mut machine: Machine<'m>, row: &Row) -> Result<(Program, BTreeSet<&'m str>), Refusal> {
    let nothing = || Refusal::Specification("its result's register is not written".into());
    let Register { file, number } = row.written;
    let held = machine.registers.held.get(&(file, i128::from(number))).cloned().ok_or_else(nothing)?;
    let bits = held.slice(0, row.result.bits).ok_or_else(nothing)?;
    let result = machine.out.program.intern(&row.result.name);
    let odd = || Refusal::Specification("its result has bits that nothing gives".into());
    machine.out.store(result, &Linear::known(0), &bits).ok_or_else(odd)?;
    let body: Vec<Stmt> = std::mem::take(&mut machine.out.blocks).into_iter().flatten().collect();
    let mut program = machine.out.program;
    program.body = tidy(body, result, row.result.bits);
    Ok((program, machine.called))
}

/// Which bits of an instruction a pattern looks at, and what they are.
fn looked_at(pattern: &Pattern) -> Option<(u32, u32)> {
    match pattern {
        Pattern::As(inner, _) | Pattern::Typed(inner, _) => looked_at(inner),
        Pattern::Vector(bits) if bits.len() == 32 => {
            let (mut mask, mut value) = (0, 0);
            for bit in bits {
                mask <<= 1;
                value <<= 1;
                if let Pattern::Literal(Expr::Bits(literal)) = bit {
                    mask |= 1;
                    value |= literal.slice(0, 1) as u32;
                }
            }
            Some((mask, value))
        }
        _ => None,
    }
}
