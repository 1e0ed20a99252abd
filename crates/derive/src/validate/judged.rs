//! The outcome of a trial: its expected results, beside those of a machine.

use std::collections::HashSet;
use std::fmt::Write as _;

use isotope_semantics::Semantics;
use isotope_semantics::interp::{self, Bits};

use super::fault::Fault;
use super::report::Outcome;

/// An input of a trial, and what it makes.
pub(super) struct Case {
    /// The operands, in the order of the semantics.
    pub operands: Vec<Bits>,
    /// The result by the text.
    right: Result<Bits, String>,
    /// The result by the machine's fault, where it has one.
    faulty: Option<Result<Bits, String>>,
}

impl Case {
    /// The results of operands by the text, and by a fault.
    pub fn of(semantics: &Semantics, fault: Option<&Fault>, operands: Vec<Bits>) -> Case {
        let right = interp::run(semantics, &operands).map_err(|e| e.to_string());
        let why = |fault: &Fault, error| format!("the edited text of {}: {error}", fault.name);
        let faulty = fault.map(|fault| interp::run(&fault.semantics, &operands).map_err(|e| why(fault, e)));
        Case { operands, right, faulty }
    }

    /// Whether an answer of it says something in spite of the fault: that makes what the text says.
    pub fn is_telling(&self) -> bool {
        self.right.is_ok() && self.faulty.as_ref().is_none_or(|faulty| *faulty == self.right)
    }

    /// The results by the text and the fault, or why one of them has none.
    pub fn made(&self) -> Result<(&Bits, Option<&Bits>), &String> {
        Ok((self.right.as_ref()?, self.faulty.as_ref().map(Result::as_ref).transpose()?))
    }
}

/// On how many inputs a machine gave what the text says, all of them; else what became of the trial. Of a fault in it, of which so many
/// inputs must say something, each answer is the text's or the faulty one; only the text's count, and each input once.
pub(super) fn judged(
    semantics: &Semantics,
    cases: &[Case],
    answers: impl Iterator<Item = Bits>,
    equal: impl Fn(&Bits, &Bits) -> bool,
    fault: Option<(&Fault, usize)>,
) -> Result<usize, Outcome> {
    let (mut wrong, mut faulty, mut first, mut agreed) = (0, 0, None, HashSet::new());
    for (case, answer) in cases.iter().zip(answers) {
        let stops = |why: &String| Outcome::Refused { class: "the interpreter stops".to_owned(), why: why.clone() };
        let (expected, by_fault) = case.made().map_err(stops)?;
        if equal(expected, &answer) {
            agreed.insert(&case.operands);
        } else if by_fault.is_some_and(|bits| equal(bits, &answer)) {
            faulty += 1;
        } else {
            wrong += 1;
            first.get_or_insert_with(|| described(semantics, &case.operands, expected, &answer));
        }
    }
    match (first, fault) {
        (Some(first), _) => Err(Outcome::Mismatch { wrong, cases: cases.len() - faulty, first }),
        (None, None) => Ok(cases.len()),
        (None, Some((_, enough))) if agreed.len() >= enough => Ok(agreed.len()),
        (None, Some((fault, _))) => Err(Outcome::EmulatorWrong { erratum: fault.name.clone() }),
    }
}

/// A case as hexadecimal numbers, most significant digit first.
fn described(semantics: &Semantics, case: &[Bits], expected: &Bits, answer: &Bits) -> String {
    let hex = |bits: &Bits| {
        let digits: String = bits.to_bytes().iter().rev().map(|b| format!("{b:02x}")).collect();
        format!("0x{digits}")
    };
    let mut text = String::new();
    for (operand, bits) in semantics.operands.iter().zip(case) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}={} ", operand.name, hex(bits));
    }
    format!("{text}interpreter={} machine={}", hex(expected), hex(answer))
}
